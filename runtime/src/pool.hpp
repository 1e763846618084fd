// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The process's workers, the queue for work from outside, and who waits outside for it.
///
///   stopped     no workers
///   running     some worker is awake
///   quiescent   all workers are asleep and the injection queue is empty: no task can run any more unless a thread
///               outside brings new work. Whoever waits outside for a task that is still pending waits for ever: see
///               Observer in observer.hpp.
///
/// `mutex_` guards everything that is not atomic here. No callback, and no resume, runs under it.
///
/// Waking: a worker that pushes a task and sees no searcher but a sleeper wakes one sleeper. A woken worker counts as a
/// searcher at once, so a burst of pushes wakes one; a searcher that finds work and was the last one wakes the next.
#pragma once

#include "asyncir/runtime.h"
#include "worker.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace asyncir {

class Observer;

class Pool {
public:
  /// The one pool. It is never destroyed: workers may still sleep in it while the process exits.
  static Pool &instance();

  /// 0, or -1 with the reason in `start_error()`.
  int start(std::int64_t threads);
  const char *start_error() const { return start_error_.c_str(); }
  void stop();
  void wait_idle();
  /// Fail what is stuck, until nothing is. Whether anything was.
  bool end_stuck();
  /// Start with the environment's settings if nothing has started the pool yet. A bad setting ends the process.
  void ensure_started();
  std::int64_t worker_count();

  /// Queue `task` from a worker of this pool, or from outside (null).
  void schedule(asyncir_task *task, asyncir_worker *worker);

  /// `observer` waits, outside, from now on; `job`, if given, is queued.
  void observe(Observer &observer, asyncir_task *job);
  /// It waits no longer.
  void forget(Observer &observer);
  /// Have a worker look whether the pool is quiescent: it may have been so before there was somebody to tell.
  void look_for_deadlock();

  /// Something outside the pool that may yet complete a task: while any is in flight, no wait is a deadlock.
  void operation_begin();
  void operation_end();
  /// One of them begins to complete its task, and then has, and is at its end.
  void operation_completes() { completing_.fetch_add(1, std::memory_order_relaxed); }
  void operation_completed();

  /// What asyncir_worker_front::sleepers points to.
  const std::int64_t *sleepers_word() const { return reinterpret_cast<const std::int64_t *>(&sleepers_); }
  /// A worker has pushed to its deque and seen a sleeper.
  void work_arrived();

  void sum_counts(asyncir_counts &sum);
  Counts outside; // counts of all threads outside the pool, and of workers that are gone

private:
  friend struct ::asyncir_worker;

  // ---- called by workers ----
  void begin_search();
  void end_search();
  /// Called by a searcher that found nothing. True: it was woken, and searches again. False: the pool stops.
  bool sleep(asyncir_worker &worker);
  asyncir_task *take_injected();

  // ---- under mutex_ ----
  void inject(asyncir_task *task);
  void wake_one();
  void rise();
  bool anything_queued() const;
  bool quiescent() const;
  bool resolve_deadlock(std::unique_lock<std::mutex> &lock, asyncir_worker &worker);
  std::vector<Observer *> stuck_observers() const;

  // ---- under lifecycle_ ----
  void retire_workers();
  bool spawn_workers(std::int64_t threads, std::size_t stack_bytes);
  int start_locked(std::int64_t threads);

  static_assert(sizeof(std::atomic<std::int64_t>) == sizeof(std::int64_t)); // compiled programs read sleepers_
  // Both are part of the wake-up protocol, see sleep() and work_arrived().
  alignas(64) std::atomic<std::int64_t> searching_{0};
  alignas(64) std::atomic<std::int64_t> sleepers_{0};
  std::atomic<std::int64_t> injected_count_{0}; // size of injected_; a hint, decided under the mutex
  std::atomic<bool> started_{false};            // release: the workers exist

  std::mutex mutex_;
  std::condition_variable wake_;      // sleepers
  std::condition_variable idle_;      // threads in stop() and start()
  std::deque<asyncir_task *> injected_;
  std::vector<std::unique_ptr<asyncir_worker>> workers_; // changes only while all workers are gone
  std::int64_t permits_ = 0;          // sleepers told to get up, not up yet
  std::int64_t operations_ = 0;       // asyncir_operation_begin without its end
  std::atomic<std::int64_t> completing_{0}; // those that complete their tasks now; ends under the mutex
  bool stopping_ = false;
  Observer *observers_ = nullptr;     // list, linked through the observers

  std::mutex lifecycle_;              // held by start() and stop(), which wait while they hold it
  std::string start_error_;
};

} // namespace asyncir
