// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "computing.hpp"

#include "barrier.hpp"
#include "cancel.hpp"
#include "owned.hpp"
#include "process_fork.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

extern "C" {
/// Here and not in a namespace: compiled programs load it.
__attribute__((visibility("default"))) std::int64_t asyncir_attention = 0;
}

namespace asyncir {
namespace {

using namespace std::chrono_literals;

/// What ends calls that bring no options of their own, on the main thread.
asyncir_call_options of_boxes{INT64_MAX, nullptr, 0, 0};

/// A call is told to look between one and two of these after it began, and then after each.
constexpr auto tick = 40ms;
/// After so many without a call, nothing ticks until the next one.
constexpr int quiet_ticks = 25;

/// What one thread does. Its own thread writes all but `told`.
struct Record {
  std::atomic<std::uint64_t> changes{0}; // calls that began and calls that ended
  std::atomic<int> depth{0};             // calls in calls: of handlers of signals
  std::atomic<bool> told{false};         // with it, `asyncir_attention` is one higher
  std::uint64_t seen = 0;                // the ticker's
  const asyncir_call_options *options = nullptr;
  Computing *call = nullptr;

  void listen() {
    if (told.load(std::memory_order_relaxed) && told.exchange(false))
      want_attention(-1);
  }
};

class Ticker {
public:
  static Ticker &instance() {
    static auto *the_ticker = new Ticker; // threads may outlive static objects
    return *the_ticker;
  }

  void add(Record &record) {
    const std::lock_guard lock(mutex_);
    records_.push_back(&record);
  }

  void remove(Record &record) {
    const std::lock_guard lock(mutex_);
    std::erase(records_, &record);
    record.listen();
  }

  /// A call has begun, and the thread has counted it.
  void hear() {
    light_barrier();
    if (parked_.load(std::memory_order_relaxed)) [[unlikely]]
      wake();
  }

  std::mutex &mutex() { return mutex_; }

  void forget(Record *own) {
    for (Record *record : records_)
      if (record != own && record->told.exchange(false))
        want_attention(-1);
    records_.clear();
    if (own != nullptr)
      records_.push_back(own);
    started_ = false;
    parked_.store(true, std::memory_order_relaxed);
  }

private:
  [[gnu::noinline, gnu::cold]] void wake() {
    const std::lock_guard lock(mutex_);
    if (!started_) {
      watch_forks();
      pthread_t thread;
      if (pthread_create(&thread, nullptr, [](void *it) -> void * { static_cast<Ticker *>(it)->loop(); }, this) != 0)
        return;
      pthread_setname_np(thread, "asyncir-ticker");
      pthread_detach(thread);
      started_ = true;
    }
    parked_.store(false, std::memory_order_relaxed);
    changed_.notify_one();
  }

  [[noreturn]] void loop() {
    std::unique_lock lock(mutex_);
    for (int quiet = 0;;) {
      if (look())
        quiet = 0;
      else if (++quiet > quiet_ticks && park())
        quiet = 0;
      if (parked_.load(std::memory_order_relaxed))
        changed_.wait(lock, [this] { return !parked_.load(std::memory_order_relaxed); });
      else
        changed_.wait_for(lock, tick);
    }
  }

  /// Under the mutex. Whether there is a call, or was one since the last look.
  bool look() {
    bool busy = false;
    for (Record *record : records_) {
      const std::uint64_t now = record->changes.load(std::memory_order_acquire);
      const bool computes = record->depth.load(std::memory_order_relaxed) > 0;
      if (!computes)
        record->listen();
      else if (now == record->seen && !record->told.exchange(true))
        want_attention(1);
      busy = busy || computes || now != record->seen;
      record->seen = now;
    }
    return busy;
  }

  /// Under the mutex. Stop ticking, unless a call has begun.
  bool park() {
    parked_.store(true, std::memory_order_relaxed);
    heavy_barrier();
    if (look()) {
      parked_.store(false, std::memory_order_relaxed);
      return false;
    }
    return true;
  }

  std::mutex mutex_; // guards what follows; no other is taken under it
  std::condition_variable changed_;
  std::vector<Record *> records_;
  bool started_ = false;
  std::atomic<bool> parked_{true}; // whoever begins a call starts the ticker, or wakes it
};

struct OwnRecord {
  Record record;
  OwnRecord() { Ticker::instance().add(record); }
  ~OwnRecord() { Ticker::instance().remove(record); }
};

thread_local Record *known = nullptr;

[[gnu::noinline, gnu::cold]] Record &make_record() {
  has_membarrier();
  thread_local OwnRecord own;
  known = &own.record;
  return own.record;
}

Record &here() { return known != nullptr ? *known : make_record(); }

void change(Record &record, int by) {
  // relaxed: nobody else writes them.
  record.depth.store(record.depth.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  record.changes.store(record.changes.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

bool ends_early(const asyncir_call_options *options) {
  return options != nullptr && (options->deadline != INT64_MAX || options->interrupted != nullptr);
}

bool is_main_thread() {
  thread_local const bool is = getpid() == syscall(SYS_gettid);
  return is;
}

} // namespace

void want_attention(std::int64_t change) {
  std::atomic_ref<std::int64_t>(asyncir_attention).fetch_add(change, std::memory_order_seq_cst);
}

Computing::Computing(const asyncir_call_options *options, bool always)
    : here_(always || ends_early(options)), counted_(ends_early(options)) {
  if (!here_)
    return;
  Record &record = here();
  before_ = std::exchange(record.options, options);
  around_ = std::exchange(record.call, this);
  if (!counted_)
    return;
  change(record, 1);
  Ticker::instance().hear();
}

Computing::~Computing() {
  if (!here_)
    return;
  Record &record = *known;
  record.options = before_;
  record.call = around_;
  if (!counted_)
    return;
  change(record, -1);
  record.listen();
}

asyncir_error *Computing::run(asyncir_error *(*entry)(void *), void *arguments) {
  // Not setjmp, which asks the system for the mask of signals.
  if (!here_)
    return entry(arguments);
  jmp_buf place;
  place_ = &place;
  if (_setjmp(place) != 0)
    return left_with_;
  return entry(arguments);
}

void Computing::leave(asyncir_error *error) {
  left_with_ = error;
  _longjmp(*place_, 1);
}

bool computing_is_interrupted() {
  if (known == nullptr || !known->told.load(std::memory_order_relaxed))
    return false;
  known->listen();
  const asyncir_call_options *options = known->options;
  if (options == nullptr)
    return false;
  if (options == &of_boxes) {
    static bool asking = false; // on the main thread alone: a handler that is called has a call of its own
    if (std::exchange(asking, true))
      return false;
    // What handlers of signals allocate is theirs.
    Owned *const owned = std::exchange(Owned::here, nullptr);
    const bool interrupted = options->interrupted();
    Owned::here = owned;
    asking = false;
    return interrupted;
  }
  if (until_next_look(*options) != INT64_MAX)
    look_whether_to_cancel(*options);
  return false; // the run says so
}

std::mutex &computing_mutex() { return Ticker::instance().mutex(); }
void forget_ticker() { Ticker::instance().forget(known); }

} // namespace asyncir

using namespace asyncir;

extern "C" {

void asyncir_on_interrupt(bool (*interrupted)(void)) { of_boxes.interrupted = interrupted; }

asyncir_error *asyncir_compute(asyncir_error *(*entry)(void *), void *arguments) {
  Owned owned;
  Computing computing(is_main_thread() ? &of_boxes : nullptr);
  asyncir_error *error = computing.run(entry, arguments);
  if (error != nullptr)
    owned.free_all();
  return error;
}

asyncir_error *asyncir_compute_task(asyncir_error *(*entry)(void *), void *arguments) {
  Computing computing(nullptr, true);
  return computing.run(entry, arguments);
}

void asyncir_poll(const char *location) {
  Computing *call = known == nullptr ? nullptr : known->call;
  if (call == nullptr) // nobody could be told
    return;
  if (computing_is_interrupted())
    call->leave(cancelled_error(0, location));
  if (const std::uint32_t run = current_run(); is_cancelled(run))
    call->leave(cancelled_error(run, location));
}
}
