// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Tasks are started inside the one that launches them, which meanwhile lies in the deque for others to steal (continuation
/// stealing, as in Cilk). Compiled programs have this inline; here are all the cases.
///
///   the child           the parent          then
///   finished            taken back          the child is complete without an exchange, the parent goes on
///   finished            stolen              the child is completed, which may wake the parent where it waits for it
///   suspended           taken back          the parent goes on
///   suspended           stolen              this thread goes back to its loop
///   failed              either              as suspended: it has completed itself
///   finished, suspended under other work    as stolen: the loop takes the other work first, the parent stays in the deque
///
/// Where little of the stack is left the child is queued, so that no chain of launches overflows it.
#include "disturb.hpp"
#include "exhausted.hpp"
#include "pool.hpp"
#include "serial.hpp"
#include "task.hpp"
#include "trace.hpp"
#include "worker.hpp"

using namespace asyncir;

namespace {

/// Whether the calling function's frame is too near the stack's end for something to be started in it.
bool stack_is_short(const asyncir_worker_front &worker) {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < worker.nesting_limit;
}

void count_launch(asyncir_worker *worker) {
  if (is_in_pool(worker))
    bump(worker->started);
  else
    count(&Counts::started, 1);
}

} // namespace

extern "C" {

bool asyncir_fork(asyncir_worker *worker, asyncir_task *parent, asyncir_task *child, const asyncir_descriptor *descriptor) {
  count_launch(worker);
  if (is_exhausted(*child)) {
    asyncir_task_release(child, 1); // as if it had run to its end
    return true;
  }
  trace::created(worker, child, descriptor);
  if (serial::runs(worker))
    return serial::fork(*worker, *parent, *child);
  if (worker->outside != 0 || stack_is_short(*worker)) {
    asyncir_task_schedule(child, worker);
    if (serial::active())
      serial::launched(worker);
    return true;
  }
  const std::int64_t index = worker->bottom;
  trace::starts(worker, child);
  asyncir_task_schedule(parent, worker);
  worker->attend();
  child->resume(child);
  const bool finished = worker->finished == child;
  worker->finished = nullptr;
  const bool own = asyncir_fork_join(worker, index, child, finished);
  if (!own)
    trace::left(worker, parent);
  return own;
}

bool asyncir_fork_join(asyncir_worker *worker, int64_t index, asyncir_task *child, bool finished) {
  const bool own = worker->take_back(index);
  if (finished && own) {
    complete_unseen(*child);
    if (child->references == 0) // the program has dropped its token already
      destroy(child);
  } else if (finished) {
    asyncir_task_finish(child, nullptr, worker);
  }
  return own;
}

bool asyncir_start(asyncir_worker *worker, asyncir_task *task, const asyncir_descriptor *descriptor) {
  trace::created(worker, task, descriptor);
  if (serial::runs(worker))
    return serial::start(*worker, *task);
  if (!stack_is_short(*worker)) {
    if (worker->outside == 0)
      worker->attend();
    trace::starts(worker, task);
    return false;
  }
  asyncir_task_schedule(task, worker);
  return true;
}

void asyncir_launch(asyncir_worker *worker, asyncir_task *child, const asyncir_descriptor *descriptor) {
  if (is_exhausted(*child)) {
    asyncir_task_release(child, 1); // as if it had run to its end
    return;
  }
  trace::created(worker, child, descriptor);
  count_launch(worker);
  asyncir_task_schedule(child, worker);
  if (serial::active())
    serial::launched(worker);
}

void asyncir_launch_awaited(asyncir_worker *worker, asyncir_task *child, const asyncir_descriptor *descriptor) {
  count_launch(worker);
  if (is_exhausted(*child)) {
    asyncir_task_release(child, 1); // as if it had run to its end
    return;
  }
  trace::created(worker, child, descriptor);
  if (worker->outside != 0 || serial::runs(worker) || stack_is_short(*worker)) {
    asyncir_task_schedule(child, worker);
    return;
  }
  worker->attend();
  trace::starts(worker, child);
  child->resume(child);
  if (worker->finished == child)
    complete_unseen(*child);
  worker->finished = nullptr;
}

void asyncir_deque_grow(asyncir_worker *worker) { worker->pool.make_room(*worker); }
void asyncir_wake(asyncir_worker *worker) {
  worker->pool.work_arrived();
  disturb();
}
}
