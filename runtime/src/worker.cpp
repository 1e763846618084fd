// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "worker.hpp"

#include "barrier.hpp"
#include "cancel.hpp"
#include "disturb.hpp"
#include "pool.hpp"
#include "serial.hpp"
#include "spin.hpp"
#include "trace.hpp"

#include <mutex>
#include <sched.h>
#include <utility>
#include <vector>

namespace {

// All in nanoseconds.
/// A worker looks everywhere for so long before it goes to sleep: a wake-up costs a tenth of it, on both sides.
constexpr std::int64_t longest_search = 500'000;
/// The only worker finds nothing but what comes from outside, which would wake it.
constexpr std::int64_t longest_search_alone = 20'000;
/// It spins for so long, and then lets other threads run between two looks: the system may have put a caller that another worker has woken on
/// this one's processor, where it waits.
constexpr std::int64_t longest_spin = 5'000;

/// Every so many tasks a worker looks at the injection queue first, so that work from outside is not starved.
constexpr std::uint32_t injection_interval = 61;

thread_local asyncir_worker *current_worker = nullptr;

/// Starts may nest on the calling thread's stack for so many bytes from here on. What lies deeper is left to plain calls.
std::uintptr_t nesting_limit_here() {
  constexpr std::uintptr_t nesting_bytes = 512 << 10;
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - nesting_bytes;
}

/// What a thread outside the pool has instead of a worker. Tasks refer to it and may outlive the thread: it is never freed, and another
/// thread gets it.
class OutsideFront {
public:
  OutsideFront() : front(take()) { front->nesting_limit = nesting_limit_here(); }
  ~OutsideFront() {
    const std::lock_guard lock(unused().mutex);
    unused().fronts.push_back(front);
  }
  OutsideFront(const OutsideFront &) = delete;
  OutsideFront &operator=(const OutsideFront &) = delete;

  asyncir_worker_front *const front;

private:
  struct Unused {
    std::mutex mutex;
    std::vector<asyncir_worker_front *> fronts;
  };
  static Unused &unused() {
    static auto *the_unused = new Unused; // threads may outlive static objects
    return *the_unused;
  }
  static asyncir_worker_front *take() {
    static const std::int64_t nobody_sleeps = 0;
    {
      const std::lock_guard lock(unused().mutex);
      if (!unused().fronts.empty()) {
        asyncir_worker_front *front = unused().fronts.back();
        unused().fronts.pop_back();
        return front;
      }
    }
    auto *front = new asyncir_worker_front{};
    front->stack_limit = ~std::uintptr_t{0}; // with it, nothing but what `outside` guards is looked at
    front->sleepers = &nobody_sleeps;
    front->outside = 1;
    asyncir::begin_lists(*front, false);
    return front;
  }
};

} // namespace

namespace asyncir {

void count(std::atomic<std::int64_t> Counts::*field, std::int64_t change) {
  if (current_worker != nullptr)
    bump(current_worker->counts.*field, change);
  else
    (Pool::instance().outside.*field).fetch_add(change, std::memory_order_relaxed);
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

asyncir_worker *asyncir_worker_current(void) { return current_worker; }

asyncir_worker *asyncir_worker_here(void) {
  if (current_worker != nullptr)
    return current_worker;
  thread_local const OutsideFront here;
  here.front->run = static_cast<std::uint64_t>(current_run()) << (32 + ASYNCIR_RUN_SHIFT);
  return static_cast<asyncir_worker *>(here.front);
}
}

asyncir_worker::asyncir_worker(Pool &owner, std::size_t number)
    : asyncir_worker_front{}, pool(owner), index(number), row(trace::next_row()) {
  asyncir_worker_front::number = static_cast<std::int64_t>(index);
  sleepers = disturbed_sleepers(owner.sleepers_word());
  begin_lists(*this, true);
}

void asyncir_worker::use_stack(std::uintptr_t limit_of_nesting) {
  nesting_limit = limit_of_nesting;
  choose_ways();
}

void asyncir_worker::choose_ways() {
  std::atomic_ref<std::uintptr_t> word(stack_limit);
  // Compiled code has no fences of its own, see barrier.hpp.
  word.store(has_membarrier() && !pool.is_serial() ? nesting_limit : the_long_way, std::memory_order_seq_cst);
  // A trace that begins meanwhile is seen here, or its store comes later: both are in one total order. So is a cancellation.
  // So is a thief that asks, or a call that is to be looked after.
  if (trace::on.load(std::memory_order_seq_cst) || Pool::long_way_is_taken() || asked_.load(std::memory_order_seq_cst) ||
      shares_ > 0 || to_look.load(std::memory_order_seq_cst))
    word.store(the_long_way, std::memory_order_seq_cst);
}

void asyncir_worker::tell_of_starts() {
  std::atomic_ref<std::uintptr_t>(stack_limit).store(the_long_way, std::memory_order_seq_cst);
}

void asyncir_worker::attend() {
  if (is_to_share())
    offer();
  if (to_look.load(std::memory_order_relaxed)) [[unlikely]]
    look();
  if (is_to_share())
    return; // a fence less
  const auto limit = std::atomic_ref<std::uintptr_t>(stack_limit).load(std::memory_order_relaxed);
  if (!trace::tracing() && !Pool::long_way_is_taken() && limit != nesting_limit && has_membarrier())
    choose_ways();
}

void asyncir_worker::look() {
  to_look.store(false, std::memory_order_relaxed);
  const asyncir_call_options *options = call_options();
  if (options == nullptr || until_next_look(*options) == INT64_MAX)
    return;
  Thread &self = *Thread::self();
  self.looks = true;
  look_whether_to_cancel(*options);
  // Who was asked may have called programs, and lent them the worker, which may by now be in what only this call can end.
  while (self.lent != nullptr && !self.pool.take_back_within(self, options->interval))
    if (until_next_look(*options) != INT64_MAX)
      look_whether_to_cancel(*options);
  self.looks = false;
}

OfThread asyncir_worker::leave() {
  current_worker = nullptr;
  to_look.store(false, std::memory_order_relaxed);
  idle.begin();
  trace::lent(this);
  return {run, nesting_limit};
}

void asyncir_worker::enter(const OfThread &state) {
  current_worker = this;
  run = state.run;
  idle.end();
  trace::taken_back(this);
  use_stack(state.nesting_limit);
}

void asyncir_worker::loop(asyncir_task *first) {
  current_worker = this;
  idle.end();
  use_stack(nesting_limit_here());
  if (pool.is_serial()) {
    shares_ = 0; // it was not serial before, and whoever chooses looks for no offers
    sharing_.store(false, std::memory_order_relaxed);
    asked_.store(false, std::memory_order_relaxed);
    run_all<&asyncir_worker::next_chosen>(first);
  } else {
    run_all<&asyncir_worker::next>(first);
  }
  current_worker = nullptr;
}

template <asyncir_task *(asyncir_worker::*next_task)()> void asyncir_worker::run_all(asyncir_task *first) {
  for (asyncir_task *task = first != nullptr ? first : (this->*next_task)(); task != nullptr; task = (this->*next_task)()) {
    task->worker = this;
    // relaxed, but atomic: who drops a reference of its own looks at the flags at any time (asyncir.release in generated code).
    const std::uint32_t flags = task->flags | ASYNCIR_RESUMED;
    std::atomic_ref<std::uint32_t>(task->flags).store(flags, std::memory_order_relaxed);
    run = static_cast<std::uint64_t>(flags >> ASYNCIR_RUN_SHIFT) << (32 + ASYNCIR_RUN_SHIFT);
    trace::runs(this, task);
    task->resume(task);
    if (wanted.load(std::memory_order_relaxed) && pool.give_back(*this))
      break;
  }
}

/// The same as next() in the serial runtime.
asyncir_task *asyncir_worker::next_chosen() {
  const auto take_in = [this] {
    while (!deque.is_full() || deque.make_room()) { // else what is left waits for its turn
      asyncir_task *task = pool.take_injected();
      if (task == nullptr)
        break;
      deque.push(task);
    }
  };
  for (;;) {
    take_in();
    if (serial::anything_to_choose(*this)) {
      serial::wait_for_turn();
      take_in();
      return serial::choose(*this);
    }
    pool.begin_search();
    idle.begin();
    if (!pool.sleep(*this))
      return nullptr;
    pool.end_search();
    idle.end();
  }
}

/// The next task to run; null: there is none for this thread any more.
asyncir_task *asyncir_worker::next() {
  const std::uint32_t turn = turn_.load(std::memory_order_relaxed) + 1;
  turn_.store(turn, std::memory_order_relaxed);
  if (turn % injection_interval == 0)
    if (asyncir_task *task = pool.take_injected())
      return task;
  if (takes_long_way() && is_to_share() && deque.has_several()) // the last one it does itself: to give that away would move work and share none
    offer();
  if (asyncir_task *task = deque.pop())
    return task;
  if (asyncir_task *task = take_back_offer())
    return task;
  return search();
}

/// Between two looks of a search that has gone on for so long.
void asyncir_worker::rest(std::int64_t searched) const {
  if (searched > longest_spin) {
    sched_yield();
    return;
  }
  // Each look around takes lines of memory from the others that they write when they start something. Their offers are on a line of their own.
  const int times = watched_ == nullptr ? 8 : 64;
  for (int i = 0; i < times && (watched_ == nullptr || watched_->offer_.load(std::memory_order_relaxed) == nullptr); ++i)
    relax();
}

asyncir_task *asyncir_worker::search() {
  pool.begin_search();
  idle.begin();
  const std::int64_t longest = pool.workers_.size() == 1 ? longest_search_alone : longest_search;
  std::int64_t began = monotonic_time();
  judge_thefts(began);
  for (;;) {
    const std::int64_t now = monotonic_time();
    asyncir_task *task = deque.pop(); // whoever resolves a deadlock fills its own deque
    if (task == nullptr)
      task = pool.take_injected();
    if (task == nullptr && now >= next_theft_)
      task = steal(now);
    if (task != nullptr) {
      pool.end_search();
      idle.end();
      return task;
    }
    if (now - began < longest && !wanted.load(std::memory_order_relaxed)) {
      rest(now - began);
    } else {
      if (!pool.sleep(*this))
        return nullptr;
      if (to_look.load(std::memory_order_relaxed)) {
        pool.end_search(); // what is called may wait
        look();
        pool.begin_search();
      }
      began = monotonic_time();
    }
  }
}
