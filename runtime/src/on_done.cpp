// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A callback on a task: on the task's list of waiters until it is complete, then called by whoever completes it.
#include "task.hpp"

namespace asyncir {
namespace {

struct Callback {
  asyncir_waiter waiter; // first: found from the waiter's address
  asyncir_task *task;
  void (*done)(void *, asyncir_task *);
  void *context;
};

void call(asyncir_waiter *waiter, asyncir_worker *) {
  auto *callback = reinterpret_cast<Callback *>(waiter);
  callback->done(callback->context, callback->task);
  asyncir_task_release(callback->task, 1);
  delete callback;
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
  auto *callback = new Callback{{nullptr, call}, task, done, context};
  if (!push_waiter(*task, callback->waiter))
    call(&callback->waiter, nullptr);
}
