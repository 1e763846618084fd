// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A thread outside that waits for a task would sleep. Where workers are loaned it is a visitor: it holds a worker that was asleep, and runs
/// what it has called for at once. So a program of one thread has no other, and nobody is switched.
///
///   a visitor
///   holds a worker   which was asleep, vacant if there was such a one
///   away             as any thread in a native frame
///   leaves           what it waits for is complete, or a callback is due: it gives the worker up between two tasks
///   waits            without a worker: it was told to leave, or somebody has taken the worker back. As if there were no loan
///
/// To everybody a visitor is a Thread: it may lend the worker, find deadlocks, be a claimant. It runs what any worker runs, but
/// no callback: these belong to others, and may be Python's, where the main thread would be interrupted in the middle of them.
///
/// While it runs tasks it cannot see to its own call. A thread for all, the watch, has the call cancelled at its deadline, and tells the
/// visitor when it is to look whether it was interrupted: by raising the worker's guard, as a thief does. It looks where tasks look
/// whether they are cancelled.
#include "loan.hpp"

#include "asyncir/operations.h"
#include "cancel.hpp"
#include "pool.hpp"
#include "trace.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <pthread.h>
#include <vector>

namespace asyncir {
namespace {

struct Stack {
  std::uintptr_t lowest = 0;
  std::uintptr_t size = 0; // 0: unknown
};

Stack stack_of_thread() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return {};
  void *lowest = nullptr;
  std::size_t size = 0;
  const int failure = pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return failure == 0 ? Stack{reinterpret_cast<std::uintptr_t>(lowest), size} : Stack{};
}

bool ends_early(const asyncir_call_options *options) {
  return options != nullptr && (options->deadline != INT64_MAX || options->interrupted != nullptr);
}

} // namespace

bool has_stack(std::size_t bytes) {
  thread_local const Stack stack = stack_of_thread(); // of the main thread it is read from a file
  const std::uintptr_t left = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - stack.lowest;
  return left < stack.size && left >= bytes; // the first: else it runs on a stack that somebody has made for it
}

// ---- the watch ----

class Watch {
public:
  static Watch &instance() {
    alignas(Watch) static std::byte storage[sizeof(Watch)];
    static Watch *watch = new (storage) Watch; // never destroyed: its thread may outlive main()
    return *watch;
  }

  bool start() {
    const std::lock_guard lock(mutex_);
    if (!started_)
      started_ = begin_thread([](void *watch) -> void * { static_cast<Watch *>(watch)->loop(); }, this, "asyncir-watch");
    return started_;
  }

  void begin(Watched &one) {
    const std::lock_guard lock(mutex_);
    calls_.push_back(&one);
    ++begun_;
    if (one.due() < wakes_at_)
      changed_.notify_one();
  }

  void end(Watched &one) {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [&] { return !one.cancelling_; }); // else the run's number might be another's by then
    std::erase(calls_, &one);
  }

  std::mutex &mutex() { return mutex_; }
  void forget() {
    started_ = false;
    wakes_at_ = 0;
  }

private:
  static bool begin_thread(void *(*run)(void *), void *argument, const char *name) {
    pthread_t thread;
    if (pthread_create(&thread, nullptr, run, argument) != 0)
      return false;
    pthread_setname_np(thread, name);
    pthread_detach(thread);
    return true;
  }

  [[noreturn]] void loop() {
    std::unique_lock lock(mutex_);
    for (;;) {
      const auto first = std::ranges::min_element(calls_, {}, &Watched::due);
      const std::int64_t due = first == calls_.end() ? INT64_MAX : (*first)->due();
      if (due <= asyncir_clock())
        see_to(**first, lock);
      else
        sleep(due, lock);
    }
  }

  void see_to(Watched &one, std::unique_lock<std::mutex> &lock) {
    const std::int64_t now = asyncir_clock();
    if (one.in_time_ && one.options_->deadline <= now) {
      one.in_time_ = false;
      one.cancelling_ = true;
      lock.unlock();
      if (!begin_thread(cancel, &one, "asyncir-late")) // callbacks that hear of it may take as long as they like
        cancel(&one);
      lock.lock();
    } else {
      one.next_look_ = is_cancelled(one.options_->run) ? INT64_MAX : now + one.options_->interval;
      one.visitor_.pool.tell_to_look(one.visitor_);
    }
  }

  static void *cancel(void *late) {
    Watched &one = *static_cast<Watched *>(late);
    asyncir_cancel(one.options_->run, true);
    const std::lock_guard lock(instance().mutex_);
    one.cancelling_ = false;
    instance().ended_.notify_all();
    return nullptr;
  }

  /// Calls may come one after the other, and each would wake this thread: for some time it wakes by itself.
  void sleep(std::int64_t due, std::unique_lock<std::mutex> &lock) {
    constexpr std::int64_t some_time = 50'000'000;
    const bool quiet = begun_ == seen_;
    seen_ = begun_;
    wakes_at_ = quiet ? due : std::min(due, asyncir_clock() + some_time);
    if (wakes_at_ == INT64_MAX)
      changed_.wait(lock); // spurious wake-ups do no harm
    else
      changed_.wait_until(lock, std::chrono::steady_clock::time_point(std::chrono::nanoseconds(wakes_at_)));
    wakes_at_ = 0;
  }

  std::mutex mutex_; // guards everything below; taken before a pool's
  std::condition_variable changed_, ended_;
  std::vector<Watched *> calls_;
  std::uint64_t begun_ = 0;
  std::uint64_t seen_ = 0;
  std::int64_t wakes_at_ = 0; // the thread; 0: it is awake
  bool started_ = false;
};

bool can_be_watched(const asyncir_call_options *options) { return !ends_early(options) || Watch::instance().start(); }

std::mutex &watch_mutex() { return Watch::instance().mutex(); }
void forget_watch() { Watch::instance().forget(); }

Watched::Watched(Thread &visitor, const asyncir_call_options *options)
    : visitor_(visitor), options_(ends_early(options) ? options : nullptr) {
  if (options_ == nullptr)
    return;
  in_time_ = !is_cancelled(options_->run);
  if (in_time_ && options_->interrupted != nullptr)
    next_look_ = asyncir_clock() + options_->interval;
  Watch::instance().begin(*this);
}

Watched::~Watched() {
  if (options_ != nullptr)
    Watch::instance().end(*this);
}

/// INT64_MAX: never.
std::int64_t Watched::due() const { return in_time_ ? std::min(next_look_, options_->deadline) : next_look_; }

// ---- visitors ----

bool Pool::begin_visit(Thread &visitor) {
  const std::lock_guard lock(mutex_);
  if (stopping_)
    return false;
  Seat *place = nullptr;
  for (Seat *seat : sleeping_) // the youngest, rather one that no thread has to leave
    if (seat->holder == nullptr || (!seat->holder->visits && (place == nullptr || place->holder != nullptr)))
      place = seat;
  if (place == nullptr)
    return false;
  take_from_sleeper(visitor, *place);
  ++visitors_;
  return true;
}

void Pool::visit(Thread &visitor, asyncir_task *first) {
  const InRun each_task_has_its_own(0);
  asyncir_runtime *selected = asyncir_runtime_select(nullptr);
  Thread::become(&visitor);
  {
    const Watched watched(visitor, call_options());
    asyncir_worker &worker = *visitor.worker;
    const bool told = first == nullptr && worker.wanted.load(std::memory_order_relaxed) && give_back(worker);
    if (!told)
      worker.loop(first);
  }
  end_visit(visitor);
  Thread::become(nullptr);
  asyncir_runtime_select(selected);
}

void Pool::tell_to_leave(Thread &visitor) {
  const std::lock_guard lock(mutex_);
  visitor.leaves = true;
  if (visitor.worker != nullptr) // else it is away, or waits without one
    visitor.worker->wanted.store(true, std::memory_order_relaxed);
  visitor.changed.notify_one();
}

void Pool::tell_to_look(Thread &visitor) {
  const std::lock_guard lock(mutex_);
  if (visitor.worker == nullptr) // likewise: there it looks by itself
    return;
  // seq_cst: before the guard is raised, as choose_ways() first lowers it and then looks here.
  visitor.worker->to_look.store(true, std::memory_order_seq_cst);
  visitor.worker->wanted.store(true, std::memory_order_relaxed);
  visitor.worker->tell_of_starts();
  visitor.changed.notify_one();
}

bool Pool::leaves_to_others(asyncir_task &job) {
  Thread *self = Thread::self();
  if (self == nullptr || !self->visits)
    return false;
  trace::left(job.worker, &job);
  Pool &pool = self->pool;
  const std::lock_guard lock(pool.mutex_);
  pool.injected_.push(&job);
  pool.injected_count_.store(pool.injected_.size(), std::memory_order_relaxed);
  self->leaves = true;
  self->worker->wanted.store(true, std::memory_order_relaxed);
  return true;
}

void Pool::end_visit(Thread &visitor) {
  bool quiet = false;
  {
    const std::lock_guard lock(mutex_);
    --visitors_;
    if (visitor.worker != nullptr) // else somebody has taken it
      give_up_visit(visitor);
    quiet = !stopping_ && quiescent();
    if (stopping_ || quiet)
      idle_.notify_all();
  }
  if (quiet && any_cancelled())
    end_cancelled_outside();
}

void Pool::give_up_visit(Thread &visitor) {
  asyncir_worker &worker = *visitor.worker;
  Seat &seat = seat_of(worker);
  if (!seat.asleep && hand_to_claimant(seat))
    return;
  worker.wanted.store(false, std::memory_order_relaxed);
  worker.to_look.store(false, std::memory_order_relaxed);
  worker.idle.begin();
  drain(worker);
  visitor.worker = nullptr;
  seat.holder = nullptr;
  if (stopping_)
    return;
  if (!seat.asleep)
    lie_down(seat);
  // As where a worker is lent; but where nobody waits there is nothing to see.
  if (anything_queued() || (quiescent() && anybody_waits()))
    wake_one();
}

} // namespace asyncir
