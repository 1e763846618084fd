// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Raw coroutines, written out with async.coro.* ops: they have no header, so one is lent to each resume.
///
///   waiting    on a task's list of waiters
///   queued     as a task of its own
///   running    until the handle, which may be gone by then, suspends
#include "serial.hpp"
#include "task.hpp"
#include "trace.hpp"

#include <cstddef>

namespace asyncir {
namespace {

struct HandleJob {
  asyncir_task task;
  void *handle;
};

void resume_handle(asyncir_task *task) {
  auto *job = reinterpret_cast<HandleJob *>(task);
  // LLVM's switched-resume ABI: the first word of a coroutine's frame is its resume function.
  (*static_cast<void (**)(void *)>(job->handle))(job->handle);
  trace::finished(task->worker, task, false);
  delete job;
}

HandleJob *new_job(void *handle) {
  auto *job = new HandleJob{{}, handle};
  init_header(job->task, nullptr, resume_handle, nullptr, 1);
  static constexpr asyncir_descriptor descriptor{"coroutine written out by hand", nullptr};
  trace::created(asyncir_worker_current(), &job->task, &descriptor);
  return job;
}

} // namespace
} // namespace asyncir

using namespace asyncir;

extern "C" {

void asyncir_handle_resume(void *handle, asyncir_worker *worker) {
  asyncir_task_schedule(&new_job(handle)->task, worker);
  if (serial::active())
    serial::launched(worker);
}

void asyncir_handle_await_and_resume(asyncir_task *task, void *handle) {
  HandleJob *job = new_job(handle);
  if (!asyncir_task_await(task, &job->task))
    asyncir_task_schedule(&job->task, asyncir_worker_current());
}
}
