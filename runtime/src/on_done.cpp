// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A callback on a task: on the task's list of waiters until it is complete, then called by whoever completes it. On a worker it
/// is called as a task of its own: what else waits for the task is ready then, so that the callback may wait for that.
#include "pool.hpp"
#include "task.hpp"
#include "trace.hpp"
#include "worker.hpp"

#include <cstddef>

namespace asyncir {
namespace {

struct Callback {
  asyncir_task job; // first: found from its address
  asyncir_waiter waiter;
  asyncir_task *task;
  void (*done)(void *, asyncir_task *);
  void *context;
};

void call(Callback *callback) {
  callback->done(callback->context, callback->task);
  asyncir_task_release(callback->task, 1);
  delete callback;
}

void resumed(asyncir_task *job) {
  if (Pool::leaves_to_others(*job))
    return;
  auto *callback = reinterpret_cast<Callback *>(job);
  asyncir_worker *worker = job->worker;
  callback->done(callback->context, callback->task);
  trace::finished(worker, job, false); // before its address is another's
  asyncir_task_release(callback->task, 1);
  delete callback;
}

void notified(asyncir_waiter *waiter, asyncir_worker *worker) {
  auto *callback = reinterpret_cast<Callback *>(reinterpret_cast<char *>(waiter) - offsetof(Callback, waiter));
  if (!is_in_pool(worker)) {
    call(callback);
    return;
  }
  trace::made(worker, &callback->job, ASYNCIR_SORT_CALL);
  asyncir_task_schedule(&callback->job, worker);
}

} // namespace
} // namespace asyncir

using namespace asyncir;

extern "C" void asyncir_task_on_done(asyncir_task *task, void (*done)(void *context, asyncir_task *), void *context) {
  if (asyncir_task_is_done(task)) {
    done(context, task);
    return;
  }
  asyncir_task_retain(task, 1);
  auto *callback = new Callback{{}, {nullptr, notified}, task, done, context};
  init_header(callback->job, nullptr, resumed, nullptr, 1);
  if (!push_waiter(*task, callback->waiter))
    call(callback);
}
