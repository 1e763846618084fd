// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Threads on which operations block, so that no worker does.
///
///   none        nothing was ever asked for, or all threads have gone home
///   idle        a thread waits for a job; after `patience` without one it ends
///   busy        it runs a job
///   blocked     its job itself waits for a task of the pool: it does not count, and another thread may take its place
///
/// There are at most `most_threads` that are not blocked. A job that waits for a task may wait for another job; as it does not count, that
/// one is never kept from running.
#pragma once

#include "asyncir/operations.h"
#include "cancel.hpp"
#include "exhausted.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>

namespace asyncir {

/// Something that blocks a thread for a while, then completes `task`.
struct Job {
  Job(asyncir_task *completes, const char *asked_at)
      : task(completes), location(asked_at), run_number(run_of(*completes)) {}
  Job(const Job &) = delete;
  Job &operator=(const Job &) = delete;
  virtual ~Job() = default;
  virtual void run() = 0;
  /// Make it end early, if it can; from another thread, under the lock of all jobs.
  virtual void cancel() {}

  asyncir_task *task;
  const char *location;
  const std::uint32_t run_number; // the task may be gone before the job
  Job *next = nullptr;     // queued behind it
  Job *previous = nullptr; // while it runs
};

class JobThreads {
public:
  static JobThreads &instance();

  /// Run the job, which is owned from now on.
  void submit(Job *job);
  /// The same, at once; the serial runtime chooses when it submits one.
  void start(Job *job);
  /// The thread of the caller, if it is one of these, begins or ends a wait for a task.
  void blocked(bool begins);
  /// Take the jobs of that run that have not begun, and have those end that do and can.
  void cancel(std::uint32_t run);
  /// Let idle threads end.
  void send_home();
  /// Whether the caller is one of these threads: its own operation is in flight.
  static bool is_current();

private:
  static void *run_thread(void *);
  void loop();
  /// False: nobody will ever run what is queued.
  bool add_thread_if_needed();
  /// Fail what is queued, with the lock released.
  void refuse_all(std::unique_lock<std::mutex> &lock, int failure);

  std::mutex mutex_;
  std::condition_variable changed_;
  Job *first_ = nullptr;
  Job *last_ = nullptr;
  Job *running_ = nullptr; // list
  std::int64_t queued_ = 0;
  std::int64_t threads_ = 0;
  std::int64_t idle_ = 0;
  std::int64_t blocked_ = 0;
  std::uint64_t dismissals_ = 0; // an idle thread ends when this changes
};

/// Make a job and run it. Where there is no memory for the task, nobody could be told of what it did; where there is none for the job, the
/// task fails.
template <class J, class... Arguments>
void submit_job(asyncir_task *task, const char *location, Arguments &&...arguments) {
  if (is_exhausted(*task))
    return;
  if (Job *job = new (std::nothrow) J(task, location, std::forward<Arguments>(arguments)...); job != nullptr)
    JobThreads::instance().submit(job);
  else
    asyncir_operation_complete(task, exhausted_error(location));
}

/// While it lives, the thread waits for a task of the pool.
class WaitsForTask {
public:
  WaitsForTask();
  ~WaitsForTask();
  WaitsForTask(const WaitsForTask &) = delete;
  WaitsForTask &operator=(const WaitsForTask &) = delete;
};

/// What operations of a cancelled run can end early does.
void end_operations_of(std::uint32_t run);
/// Complete a task of that run, with the error that says that it is cancelled.
void complete_cancelled(asyncir_task *task, const char *location);
/// The timers among them.
void end_timers_of(std::uint32_t run);

/// `cannot WHAT: REASON`, the reason being that of an errno.
asyncir_error *system_error(const char *code, const char *what, int number, const char *location);

} // namespace asyncir
