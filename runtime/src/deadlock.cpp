// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// All runtimes seen as one: whether nothing can go on any more, and what is done then.
///
/// A task of one runtime may wait for one of another, so that a runtime alone cannot tell a deadlock. Where all are quiescent, no
/// operation is in flight, and somebody waits for a pending task, it is one. This is exact: a task is only ever made ready by a
/// worker, which then is not asleep, under the lock of the runtime in which it is queued, or by a thread outside; and whoever
/// sees all runtimes quiescent holds all their locks.
#include "cancel.hpp"
#include "process_fork.hpp"
#include "observer.hpp"
#include "operations.hpp"
#include "pool.hpp"
#include "serial.hpp"
#include "stuck.hpp"
#include "task.hpp"

#include <atomic>
#include <new>
#include <utility>

namespace asyncir {
namespace {

/// So often is a deadlock resolved for one who waits; then it is told, as a program that runs into one after the other, handling
/// each as an error, would never end.
constexpr int most_deadlocks = 64;

struct Registry {
  std::mutex mutex; // guards the end of the list, which is linked through the pools; taken before the pools' own
  std::atomic<Pool *> first{nullptr};
};

Registry &registry() {
  alignas(Registry) static std::byte storage[sizeof(Registry)];
  static Registry *registry = new (storage) Registry; // never destroyed, like the pools
  return *registry;
}

std::atomic<std::int64_t> operations{0}; // asyncir_operation_begin without its end
std::atomic<std::int64_t> completing{0}; // those that complete their tasks now
std::atomic<std::int64_t> observers{0};  // a hint: who waits, in all pools

} // namespace

// ---- all pools ----

AllPools::AllPools() {
  registry().mutex.lock();
  for (Pool *pool : list())
    pool->mutex_.lock();
}

AllPools::~AllPools() {
  for (Pool *pool : list())
    pool->mutex_.unlock();
  registry().mutex.unlock();
}

bool AllPools::quiescent() const {
  for (const Pool *pool : list())
    if (!pool->quiescent())
      return false;
  return true;
}

bool AllPools::any_started() const {
  for (const Pool *pool : list())
    if (!pool->workers_.empty())
      return true;
  return false;
}

std::vector<Observer *> AllPools::stuck_observers() const {
  std::vector<Observer *> stuck;
  for (const Pool *pool : list())
    for (Observer *observer = pool->observers_; observer != nullptr; observer = observer->next)
      if (observer->is_stuck())
        stuck.push_back(observer);
  return stuck;
}

AllPools::List AllPools::list() { return {registry().first.load(std::memory_order_acquire)}; }

Pool &AllPools::add() {
  const std::lock_guard lock(registry().mutex);
  std::atomic<Pool *> *end = &registry().first;
  std::size_t number = 0;
  for (Pool *pool : list()) {
    const std::lock_guard state(pool->mutex_);
    if (std::exchange(pool->given_back_, false))
      return *pool;
    end = &pool->next_;
    ++number;
  }
  auto *pool = new Pool;
  pool->number_ = number;
  end->store(pool, std::memory_order_release);
  return *pool;
}

// ---- who waits ----

void Pool::observe(Observer &observer, asyncir_task *job) {
  const serial::Hold hold; // the worker sees the wait and the job together
  observer.waits.begin();
  {
    const std::lock_guard lock(mutex_);
    observer.listed = true;
    observer.next = observers_;
    if (observers_ != nullptr)
      observers_->previous = &observer;
    observers_ = &observer;
    observers.fetch_add(1, std::memory_order_relaxed);
  }
  if (job != nullptr)
    queue_from_outside(job);
}

void Pool::forget(Observer &observer) {
  const std::lock_guard lock(mutex_);
  if (!observer.listed)
    return;
  observer.waits.end();
  observers.fetch_sub(1, std::memory_order_relaxed);
  observer.listed = false;
  (observer.previous != nullptr ? observer.previous->next : observers_) = observer.next;
  if (observer.next != nullptr)
    observer.next->previous = observer.previous;
}

bool Pool::anybody_waits() { return observers.load(std::memory_order_relaxed) > 0; }

void Pool::look_for_deadlock() {
  const std::lock_guard lock(mutex_);
  if (quiescent())
    wake_one(); // it finds nothing, and is the last to go back to sleep
}

void Pool::operation_begin() { operations.fetch_add(1, std::memory_order_relaxed); }

void Pool::operation_end() {
  // release: what the operation completed was queued before.
  if (operations.fetch_sub(1, std::memory_order_acq_rel) == 1)
    operations_have_changed();
}

// relaxed: whoever was woken by a completion comes after its start.
void Pool::operation_completes() { completing.fetch_add(1, std::memory_order_relaxed); }

void Pool::operation_completed() {
  completing.fetch_sub(1, std::memory_order_release);
  operations.fetch_sub(1, std::memory_order_acq_rel);
  operations_have_changed();
}

void Pool::operations_have_changed() {
  for (Pool *pool : AllPools::list()) {
    pool->look_for_deadlock();
    const std::lock_guard lock(pool->mutex_);
    pool->idle_.notify_all();
  }
}

/// Called by `self`, which lay down in `seat` and saw its pool quiescent. If somebody waits in vain, fail what is stuck, which
/// wakes them in the end, or, where there is nothing to fail, tell them. True: something was done; the worker is up again.
bool Pool::resolve_deadlock(const Seat &seat, const Thread &self) {
  if (observers.load(std::memory_order_relaxed) == 0)
    return false;
  std::vector<Observer *> waiting;
  Seizure stuck;
  {
    const AllPools all;
    const bool still_lies = seat.holder == &self && seat.asleep;
    if (!still_lies || stopping_ || operations.load(std::memory_order_acquire) > 0 || !all.quiescent())
      return false;
    waiting = all.stuck_observers();
    if (waiting.empty())
      return false;
    bool patient = true;
    for (Observer *observer : waiting) {
      observer->retain(); // while it is listed it is alive
      patient &= observer->mark_deadlock() <= most_deadlocks;
    }
    if (patient)
      stuck = seize_most_to_blame();
    rise(*seats_[seat.worker->index]);
  }
  stuck.fail(explain_deadlock, seat.worker.get());
  for (Observer *observer : waiting) {
    if (stuck.empty())
      observer->tell(seat.worker.get());
    observer->drop();
  }
  return true;
}

/// Called as resolve_deadlock is. What tasks of cancelled runs still wait for will not come; where they wait for nothing any more, their
/// numbers are free. True: as there.
bool Pool::end_cancelled(const Seat &seat, const Thread &self) {
  if (!any_cancelled())
    return false;
  Seizure stuck;
  {
    const AllPools all;
    const bool still_lies = seat.holder == &self && seat.asleep;
    if (!still_lies || stopping_ || !all.quiescent())
      return false;
    stuck = seize_cancelled();
    if (!stuck.empty())
      rise(*seats_[seat.worker->index]);
    else if (operations.load(std::memory_order_acquire) > 0)
      return false;
  }
  if (stuck.empty())
    free_closed_runs();
  stuck.fail(explain_cancellation, seat.worker.get());
  return !stuck.empty();
}

/// The same by a thread that has just given its worker up, and need not wake another one for it.
void Pool::end_cancelled_outside() {
  Seizure stuck;
  {
    const AllPools all;
    if (!all.quiescent())
      return;
    stuck = seize_cancelled();
    if (!stuck.empty())
      operation_begin(); // meanwhile no wait is a deadlock
    else if (operations.load(std::memory_order_acquire) > 0)
      return;
  }
  if (stuck.empty()) {
    free_closed_runs();
  } else {
    stuck.fail(explain_cancellation, nullptr);
    operation_end();
  }
}

void Pool::look_whether_all_is_quiet() { operations_have_changed(); }

/// Threads wait in native frames for what will never come, not even as a deadlock: they are told to go on.
void Pool::end_waits_of_threads() {
  std::vector<Observer *> waiting;
  {
    const AllPools all;
    for (const Pool *pool : AllPools::list())
      for (Observer *observer = pool->observers_; observer != nullptr; observer = observer->next)
        if (observer->counted && observer->thread != nullptr && &observer->thread->pool == this) {
          observer->retain();
          observer->mark_deadlock();
          waiting.push_back(observer);
        }
  }
  for (Observer *observer : waiting) {
    observer->tell(nullptr);
    observer->drop();
  }
}

// ---- nothing left to do ----

void Pool::wait_idle() {
  if (in_forked_child() || Thread::self() != nullptr)
    return;
  const serial::WaitsForIdleness workers_go_on;
  for (;;) {
    for (Pool *pool : AllPools::list()) {
      std::unique_lock lock(pool->mutex_);
      pool->idle_.wait(lock, [pool] { return pool->quiescent() && completing.load(std::memory_order_acquire) == 0; });
    }
    const AllPools all;
    if (all.quiescent() && completing.load(std::memory_order_acquire) == 0)
      return;
  }
}

bool Pool::end_stuck(asyncir_error **why) {
  if (in_forked_child() || Thread::self() != nullptr || JobThreads::is_current())
    return false; // it would wait for its caller
  bool any = false;
  for (;;) {
    wait_idle();
    Pool &first = instance();
    std::unique_lock lock(first.mutex_);
    if (operations.load(std::memory_order_acquire) > 0) { // they complete by themselves
      const serial::WaitsForIdleness workers_go_on;
      first.idle_.wait(lock, [] { return operations.load(std::memory_order_acquire) == 0; });
      continue;
    }
    lock.unlock();
    Seizure stuck = seize_most_to_blame();
    if (stuck.empty())
      return any;
    stuck.fail(explain_deadlock, nullptr, any ? nullptr : why);
    any |= !stuck.found.empty();
  }
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

void asyncir_runtime_wait_idle(void) { Pool::wait_idle(); }
bool asyncir_runtime_end_stuck(asyncir_error **why) { return Pool::end_stuck(why); }
void asyncir_operation_begin(void) { Pool::operation_begin(); }
void asyncir_operation_end(void) { Pool::operation_end(); }
}
