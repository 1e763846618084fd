// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A runtime: its workers, the threads that run them, the queue for work from outside, and who waits outside for it.
///
///   stopped     no workers
///   running     some worker is awake, or a thread that lent its worker goes on
///   quiescent   all workers are asleep, the injection queue is empty, and whoever lent a worker waits for a task: nothing of this
///               runtime can go on by itself. Where that is so of all runtimes and no operation is in flight, whoever waits for a
///               task that is still pending waits for ever: see deadlock.cpp.
///
/// `mutex_` guards everything that is not atomic here. No callback, and no resume, runs under it. Pools are never destroyed, so
/// that tasks may outlive them: one that is given back is used for the next that is made.
///
/// Waking: a worker that pushes a task and sees no searcher but a sleeper wakes one sleeper. A woken worker counts as a
/// searcher at once, so a burst of pushes wakes one; a searcher that finds work and was the last one wakes the next.
///
/// Which thread runs which worker: threads.cpp.
#pragma once

#include "asyncir/runtime.h"
#include "asyncir/trace.h"
#include "threads.hpp"
#include "worker.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace asyncir {

class Observer;

/// What a runtime is made with; zeros and `unset` stand for what the environment says.
struct Config {
  static constexpr int unset = -1;
  std::int64_t threads = 0;
  std::int64_t stack_bytes = 0;
  int pin = unset;
  int loan = unset;
};

/// First come, first served; linked through the tasks, whose `next` is free while they wait for nothing.
class TaskQueue {
public:
  bool empty() const { return first_ == nullptr; }
  std::int64_t size() const { return size_; }
  void push(asyncir_task *task) {
    task->next = nullptr;
    if (first_ == nullptr)
      first_ = task;
    else
      last_->next = task;
    last_ = task;
    ++size_;
  }
  /// Not of an empty one.
  asyncir_task *pop() {
    asyncir_task *task = first_;
    first_ = static_cast<asyncir_task *>(task->next);
    --size_;
    return task;
  }

private:
  asyncir_task *first_ = nullptr;
  asyncir_task *last_ = nullptr;
  std::int64_t size_ = 0;
};

class Pool {
public:
  /// The runtime that is there without being made.
  static Pool &instance();
  /// The one that the calling thread has selected; else, on a worker, the worker's; else the one that is always there.
  static Pool &current();
  /// Null, with the reason in start_error().
  static Pool *create(const Config &config);
  /// Its workers end when they have nothing more to do. False on one of its own threads.
  bool destroy();

  /// 0, or -1 with the reason in start_error().
  int start(std::int64_t threads);
  /// Of the calling thread's last start.
  static const char *start_error();
  /// Make it say that.
  static void refuse_start(const std::string &message);
  /// Start with its settings if nothing has started it yet. False: it cannot be, for the reason in start_error().
  bool try_to_start();
  /// The same where nobody can be told: a bad setting, or a system that gives no thread at all, ends the process.
  void ensure_started();
  /// Why it cannot be started, for start_error(); -1.
  static int refuse_start(const char *why);
  /// When the workers have nothing to do they end, and it is serial no longer; others start when they are used.
  void end_serial();
  std::int64_t worker_count();
  /// See serial.hpp. Changes only while there is no worker.
  bool is_serial() const { return serial_; }

  // ---- all runtimes together ----
  static void stop();
  static void wait_idle();
  /// Fail what is stuck, until nothing is. Whether anything was; `*why` is the first error (owned), if that is wanted.
  static bool end_stuck(asyncir_error **why);
  static void sum_counts(asyncir_counts &sum);
  /// What sleeping workers keep for reuse goes to the depot.
  static void take_frames_from_sleepers();
  /// See stats.cpp.
  static void sum_stats(asyncir_stats &sum);
  static std::vector<asyncir_trace_worker> list_workers();
  /// A trace begins: compiled programs have to tell it of what they start.
  static void tell_of_starts();
  /// Something outside may yet complete a task: while any such operation is in flight, no wait is a deadlock.
  static void operation_begin();
  static void operation_end();
  /// One of them begins to complete its task, and then has, and is at its end.
  static void operation_completes();
  static void operation_completed();

  /// Somebody asks, or (negative) no longer asks, that everything that starts is started by the runtime's functions, not inline.
  static void take_long_way(std::int64_t change);
  static bool long_way_is_taken();
  /// Have some worker look whether there is nothing left to do, which then frees the numbers of cancelled runs.
  static void look_whether_all_is_quiet();

  /// What asyncir_worker_front::sleepers points to.
  const std::int64_t *sleepers_word() const { return reinterpret_cast<const std::int64_t *>(&sleepers_); }
  /// Before a push: the worker's deque gets larger. Without memory for that its tasks go to the queue for work from outside, which needs none.
  void make_room(asyncir_worker &worker);
  /// A worker has pushed to its deque and seen a sleeper.
  void work_arrived();

  /// Queue `task` from `worker`, or from outside (null), in the runtime in which it has run before, if it has.
  static void schedule(asyncir_task *task, asyncir_worker *worker);

  /// `observer` waits from now on; `job`, if given, is queued.
  void observe(Observer &observer, asyncir_task *job);
  /// It waits no longer.
  void forget(Observer &observer);
  /// Have a worker look whether the pool is quiescent: it may have been so before there was somebody to tell.
  void look_for_deadlock();

  // ---- threads of the pool that block in a native frame, see threads.cpp ----
  /// Let another thread run the caller's worker. `awaited`: what the caller will wait for; null: it goes on by itself. False: that has
  /// been told already, and nothing was lent.
  bool lend(Thread &self, Observer *awaited);
  /// Wait until the worker is free again, and have it.
  void take_back(Thread &self);
  /// The same, for so long at most. False: it is not.
  bool take_back_within(Thread &self, std::int64_t nanoseconds);
  /// The thread, which has lent its worker, now waits for `awaited` too.
  void waits(Observer &awaited);
  /// It does no more.
  void goes_on(Observer &told);

  // ---- threads outside that run a worker while they wait, see loan.cpp ----
  /// Whether they may; a hint.
  bool loans() const { return loans_.load(std::memory_order_relaxed); }
  /// The least stack that such a thread must have left, in bytes.
  std::size_t least_stack() const { return least_stack_.load(std::memory_order_relaxed); }
  /// Hold a worker from now on. False: none is asleep.
  bool begin_visit(Thread &visitor);
  /// Run tasks, `first` before all others if it is not null, until told to leave, or until the worker has gone to somebody else.
  void visit(Thread &visitor, asyncir_task *first);
  /// Have it leave when it is between two tasks. By anybody.
  void tell_to_leave(Thread &visitor);
  /// It is time for it to look whether its call is to be cancelled. By anybody.
  void tell_to_look(Thread &visitor);
  /// Called by a callback that is resumed as `job`. True: the calling thread is a visitor, and leaves it to others.
  static bool leaves_to_others(asyncir_task &job);

  Counts outside; // counts of all threads outside the pool

private:
  friend struct ::asyncir_worker;
  friend class AllPools;

  // ---- called by workers ----
  void begin_search();
  void end_search();
  /// Called by a searcher that found nothing. True: it was woken, and searches again. False: the pool stops, or another thread has
  /// got the worker.
  bool sleep(asyncir_worker &worker);
  /// Between two tasks: another thread wants the worker back. True: it has got it.
  bool give_back(asyncir_worker &worker);
  asyncir_task *take_injected();

  // ---- under mutex_ ----
  bool inject(asyncir_task *task);
  void wake_one();
  bool wake(Seat &seat);
  void lie_down(Seat &seat);
  void get_up(Seat &seat);
  void rise(Seat &seat);
  bool anything_queued() const;
  bool quiescent() const;
  Seat &seat_of(const asyncir_worker &worker) { return *seats_[worker.index]; }
  bool hand_to_claimant(Seat &seat);
  void seat_down(Thread &thread, Seat &seat);
  void drain(asyncir_worker &worker);
  void take_from_sleeper(Thread &thread, Seat &seat);
  void ask_back(Thread &self);
  void go_on_with(Thread &self);
  bool is_taken(int cpu) const;
  void place(const Seat &sleeper) const;
  void give_up_visit(Thread &visitor);
  Thread *new_thread(asyncir_worker *worker);
  bool employ(Seat &seat);

  // ---- without it ----
  static void operations_have_changed();
  static bool anybody_waits();
  static void end_cancelled_outside();
  void queue_from_outside(asyncir_task *task);
  void end_visit(Thread &visitor);
  bool resolve_deadlock(const Seat &seat, const Thread &self);
  bool end_cancelled(const Seat &seat, const Thread &self);
  static void *run_thread(void *thread);
  asyncir_worker *next_worker(Thread &self);

  // ---- under lifecycle_ ----
  int start_locked(const Config &config);
  bool spawn_workers(std::int64_t threads, bool loan);
  void stop_threads();
  void retire_workers();
  void end_waits_of_threads();

  static_assert(sizeof(std::atomic<std::int64_t>) == sizeof(std::int64_t)); // compiled programs read sleepers_
  // Both are part of the wake-up protocol, see sleep() and work_arrived().
  alignas(64) std::atomic<std::int64_t> searching_{0};
  alignas(64) std::atomic<std::int64_t> sleepers_{0};
  std::atomic<std::int64_t> injected_count_{0}; // size of injected_; a hint, decided under the mutex
  std::atomic<bool> started_{false};            // release: the workers exist

  std::mutex mutex_;
  std::condition_variable idle_;           // threads in stop(), start() and wait_idle()
  TaskQueue injected_;
  std::vector<asyncir_worker *> workers_;  // changes only while no thread runs
  std::vector<std::unique_ptr<Seat>> seats_; // of all workers that there ever were: tasks may refer to them
  std::vector<Seat *> sleeping_;           // the youngest last
  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<Thread *> spares_;           // threads without a worker, the youngest last
  Thread *ended_ = nullptr;                // a thread that nobody has joined yet
  std::int64_t away_ = 0;                  // threads that have lent their worker
  std::int64_t waiting_ = 0;               // those among them that wait for a task
  std::int64_t visitors_ = 0;              // threads outside in visit(), or about to call it
  bool stopping_ = false;
  bool given_back_ = false;                // destroyed, and not made anew yet
  Observer *observers_ = nullptr;          // list, linked through the observers
  std::size_t stack_bytes_ = 0;
  bool pinned_ = false;
  std::atomic<bool> loans_{false};
  std::atomic<std::size_t> least_stack_{0};
  bool serial_ = false;
  std::int64_t workers_told_ = 0;          // of the serial runtime
  std::size_t number_ = 0;                 // 0: the one that is always there
  std::atomic<Pool *> next_{nullptr};      // the one that was made after it; release: it is whole

  std::mutex lifecycle_; // held by start() and stop(), which wait while they hold it
  Config config_;
};

/// Holds the locks of all pools, always in the same order.
class AllPools {
public:
  AllPools();
  ~AllPools();
  AllPools(const AllPools &) = delete;
  AllPools &operator=(const AllPools &) = delete;

  bool quiescent() const;
  /// Those who wait in vain, if all pools are quiescent.
  std::vector<Observer *> stuck_observers() const;
  bool any_started() const;

  class Iterator {
  public:
    explicit Iterator(Pool *pool) : pool_(pool) {}
    Pool *operator*() const { return pool_; }
    Iterator &operator++() {
      pool_ = pool_->next_.load(std::memory_order_acquire);
      return *this;
    }
    bool operator==(const Iterator &) const = default;

  private:
    Pool *pool_;
  };
  struct List {
    Pool *first;
    Iterator begin() const { return Iterator(first); }
    Iterator end() const { return Iterator(nullptr); }
  };
  /// The pools there are, in the order in which they were made, without their locks; none is ever destroyed. Needs no memory.
  static List list();
  static Pool &add();
};

} // namespace asyncir
