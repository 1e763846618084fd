// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "operations.hpp"

#include "cancel.hpp"
#include "frame.hpp"
#include "pool.hpp"
#include "serial.hpp"
#include "task.hpp"
#include "trace.hpp"

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <new>
#include <pthread.h>
#include <string>
#include <utility>
#include <vector>

namespace asyncir {
namespace {

/// Disks and processes gain nothing from more; what computes runs on workers.
constexpr std::int64_t most_threads = 64;
constexpr auto patience = std::chrono::seconds(5);

thread_local bool is_job_thread = false;

} // namespace

JobThreads &JobThreads::instance() {
  alignas(JobThreads) static std::byte storage[sizeof(JobThreads)];
  static JobThreads *threads = new (storage) JobThreads; // never destroyed: threads may outlive main()
  return *threads;
}

bool JobThreads::is_current() { return is_job_thread; }

void JobThreads::submit(Job *job) { serial::active() ? serial::submit(job) : start(job); }

void JobThreads::start(Job *job) {
  std::unique_lock lock(mutex_);
  if (is_cancelled(run_of(*job->task))) { // under the lock: else cancel() finds it
    lock.unlock();
    complete_cancelled(job->task, job->location);
    delete job;
    return;
  }
  (last_ != nullptr ? last_->next : first_) = job;
  last_ = job;
  ++queued_;
  if (idle_ >= queued_)
    changed_.notify_one();
  else if (!add_thread_if_needed())
    refuse_all(lock, errno);
}

/// Under the mutex. The reason is in errno.
bool JobThreads::add_thread_if_needed() {
  if (queued_ <= idle_ || threads_ - blocked_ >= most_threads)
    return true;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  const int failure = pthread_create(&thread, &attributes, run_thread, this);
  pthread_attr_destroy(&attributes);
  if (failure == 0)
    ++threads_;
  errno = failure;
  return failure == 0 || threads_ != blocked_; // the others come to it
}

void JobThreads::refuse_all(std::unique_lock<std::mutex> &lock, int failure) {
  Job *refused = std::exchange(first_, nullptr);
  last_ = nullptr;
  queued_ = 0;
  lock.unlock();
  while (refused != nullptr) {
    Job *job = std::exchange(refused, refused->next);
    asyncir_operation_complete(job->task, system_error("R001", "create a thread for an operation", failure, job->location));
    delete job;
  }
}

void *JobThreads::run_thread(void *threads) {
  is_job_thread = true;
  static_cast<JobThreads *>(threads)->loop();
  return nullptr;
}

void JobThreads::loop() {
  std::unique_lock lock(mutex_);
  for (;;) {
    const std::uint64_t dismissals = dismissals_;
    ++idle_;
    changed_.wait_for(lock, patience, [&] { return first_ != nullptr || dismissals != dismissals_; });
    --idle_;
    Job *job = first_;
    if (job == nullptr) {
      --threads_;
      return;
    }
    first_ = job->next;
    last_ = first_ == nullptr ? nullptr : last_;
    --queued_;
    job->previous = nullptr;
    job->next = running_;
    if (running_ != nullptr)
      running_->previous = job;
    running_ = job;
    lock.unlock();
    {
      const InRun in_run(job->run_number);
      job->run();
    }
    lock.lock();
    (job->previous != nullptr ? job->previous->next : running_) = job->next;
    if (job->next != nullptr)
      job->next->previous = job->previous;
    delete job;
  }
}

void JobThreads::cancel(std::uint32_t run) {
  Job *ended = nullptr;
  {
    const std::lock_guard lock(mutex_);
    for (Job *job = running_; job != nullptr; job = job->next)
      if (job->run_number == run)
        job->cancel();
    Job *left = std::exchange(first_, nullptr);
    last_ = nullptr;
    while (left != nullptr) {
      Job *job = std::exchange(left, left->next);
      job->next = nullptr;
      if (job->run_number == run) {
        job->next = std::exchange(ended, job);
        --queued_;
      } else {
        (last_ != nullptr ? last_->next : first_) = job;
        last_ = job;
      }
    }
  }
  while (ended != nullptr) {
    Job *job = std::exchange(ended, ended->next);
    complete_cancelled(job->task, job->location);
    delete job;
  }
}

void end_operations_of(std::uint32_t run) {
  JobThreads::instance().cancel(run);
  end_timers_of(run);
}

void complete_cancelled(asyncir_task *task, const char *location) {
  asyncir_operation_complete(task, cancelled_error(run_of(*task), location));
}

void JobThreads::blocked(bool begins) {
  std::unique_lock lock(mutex_);
  blocked_ += begins ? 1 : -1;
  if (!add_thread_if_needed())
    refuse_all(lock, errno);
}

void JobThreads::send_home() {
  const std::lock_guard lock(mutex_);
  ++dismissals_;
  changed_.notify_all();
}

WaitsForTask::WaitsForTask() {
  if (!is_job_thread)
    return;
  serial::job_waits();
  JobThreads::instance().blocked(true);
}

WaitsForTask::~WaitsForTask() {
  if (is_job_thread)
    JobThreads::instance().blocked(false);
}

asyncir_error *system_error(const char *code, const char *what, int number, const char *location) {
  char buffer[256];
  // GNU's strerror_r, which need not use the buffer.
  const std::string message = std::string("cannot ") + what + ": " + strerror_r(number, buffer, sizeof buffer);
  return asyncir_error_create_host(code, message.c_str(), location, 0);
}

namespace {

struct CallJob final : Job {
  CallJob(asyncir_task *completes, const char *asked_at, const asyncir_callback *called, void **its_places)
      : Job(completes, asked_at), callback(called), places(its_places) {}
  void run() override { callback->call(callback->context, task, places, location); }

  const asyncir_callback *callback;
  void **places;
};

} // namespace
} // namespace asyncir

using namespace asyncir;

extern "C" {

asyncir_task *asyncir_operation_create(int64_t size, int64_t alignment, uint32_t references) {
  auto *task = static_cast<asyncir_task *>(asyncir_frame_allocate(asyncir_worker_current(), size, alignment));
  if (task == nullptr)
    return nullptr;
  init_header(*task, nullptr, nullptr, free_plain_task, references + 1);
  task->flags |= size_class_flag(size, alignment);
  trace::made(asyncir_worker_current(), task, ASYNCIR_SORT_OPERATION);
  asyncir_operation_begin();
  return task;
}

void asyncir_operation_name(asyncir_task *task, const char *name, const char *location) {
  if (!is_exhausted(*task))
    trace::named(asyncir_worker_current(), task, name, location);
}

void asyncir_operation_complete(asyncir_task *task, asyncir_error *error) {
  Pool &pool = Pool::instance();
  pool.operation_completes();
  complete(*task, error, nullptr);
  asyncir_task_release(task, 1);
  // Only now: whoever waits has been queued, so that the pool is not quiescent.
  pool.operation_completed();
}

void asyncir_operation_call(asyncir_task *task, const asyncir_callback *callback, void **places, const char *location) {
  submit_job<CallJob>(task, location, callback, places);
}
}
