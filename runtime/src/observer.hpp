// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Somebody who wants to know when a task is complete and is no task: a blocked thread, or a callback. The thread may be one of a
/// pool that blocks in a native frame; it lends its worker meanwhile (threads.hpp). A callback that is due on a worker runs as a task
/// of its own, so that it too may block.
///
///   queued     its `job` is in the injection queue: start() has not run yet
///   waiting    start() has returned a task that is pending; the observer is on that task's list of waiters
///   told       the task is complete, or a deadlock was found; final
///
/// An observer has two owners: who waits, and the task's list of waiters (or the job, before). It cannot be taken off the
/// list, so after a deadlock it stays there until the task completes, if it ever does.
#pragma once

#include "asyncir/runtime.h"
#include "pool.hpp"
#include "serial.hpp"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

namespace asyncir {

using Start = asyncir_task *(*)(void *context, asyncir_worker *);
using Done = void (*)(void *context, asyncir_task *);

class Observer {
public:
  /// A thread waits; `detects`: it wants to be told of deadlocks.
  static Observer *blocking(bool detects);
  /// `done(context, task)` is to be called.
  static Observer *calling(Done done, void *context);

  /// The calling thread, which will wait, runs a worker meanwhile, if it may.
  void visit();
  /// Have `start` run on a worker and observe the task that it returns.
  void run(Start start, void *context);
  /// Observe `task`, borrowed.
  void watch(asyncir_task *task);
  /// Block until told; then the observer is the caller's no longer.
  struct Outcome {
    asyncir_task *task;
    bool deadlock;
  };
  Outcome wait();

  // ---- for the pool, under its mutex ----
  bool is_stuck() const;
  int mark_deadlock() { return deadlocks_.fetch_add(1, std::memory_order_relaxed) + 1; }
  serial::Waits waits; // while it is listed
  Observer *previous = nullptr;
  Observer *next = nullptr;
  bool listed = false;
  void retain() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void drop();

  // ---- for the pool of the thread that waits, if it is a pool's, under its mutex ----
  Thread *const thread;
  bool counted = false; // the thread has lent its worker and waits
  bool is_told() const { return claimed_.load(std::memory_order_relaxed); }

  /// Tell that the wait is over; without a lock, from the thread that runs `worker`, or from any other (null). The second time is
  /// ignored.
  void tell(asyncir_worker *worker);

private:
  explicit Observer(Thread *waiting) : thread(waiting), pool_(Pool::current()) {}
  static void job_resumed(asyncir_task *job);
  static void notified(asyncir_waiter *waiter, asyncir_worker *worker);
  static void call_resumed(asyncir_task *job);
  static void told_resumed(asyncir_task *job);
  void call_back();
  void sleep(std::unique_lock<std::mutex> &lock);
  asyncir_task *start(asyncir_worker *worker);
  void started(asyncir_task *task, asyncir_worker *worker);

  struct Job {
    asyncir_task task; // first: the job is found from its address
    Observer *observer;
  };
  struct Waiter {
    asyncir_waiter waiter; // first, likewise
    Observer *observer;
  };
  Job job_{{}, this}; // calls start_, and later perhaps done_, or tells
  Waiter waiter_{{nullptr, notified}, this};
  Pool &pool_;
  Start start_ = nullptr;
  void *start_context_ = nullptr;
  Done done_ = nullptr; // null: a thread waits
  void *done_context_ = nullptr;
  bool detects_ = true;
  bool of_job_ = false; // the thread of a job waits
  std::unique_ptr<Thread> visitor_; // the thread that waits, if it runs a worker meanwhile
  asyncir_task *first_ = nullptr;   // what it begins with
  std::optional<serial::Deadline> deadline_;
  std::atomic<asyncir_task *> task_{nullptr}; // release, acquire: the header of the task
  std::atomic<bool> waiting_{false};          // task_ is set
  std::atomic<int> deadlocks_{0};             // how often it was found stuck; published by telling
  std::atomic<bool> claimed_{false};          // somebody tells, or has told
  std::atomic<int> owners_{2};
  std::mutex mutex_;                          // guards told_
  std::condition_variable changed_;
  bool told_ = false;
};

} // namespace asyncir
