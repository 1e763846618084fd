// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "task.hpp"

#include "pool.hpp"

#include <cstddef>
#include <cstdio>

namespace asyncir {
namespace {

asyncir_task *task_of(asyncir_waiter *waiter) {
  return reinterpret_cast<asyncir_task *>(reinterpret_cast<char *>(waiter) - offsetof(asyncir_task, waiter));
}

void schedule_waiting_task(asyncir_waiter *waiter, asyncir_worker *worker) {
  asyncir_task_schedule(task_of(waiter), worker);
}

/// Tasks of this thread whose last reference is gone, linked by `waiter.next`. Destroying one may drop the last
/// reference to the next; the list keeps that from recursing.
struct Doomed {
  asyncir_task *head = nullptr;
  bool sweeping = false;
};
thread_local Doomed doomed;

void destroy(asyncir_task *task) {
  task->waiter.next = doomed.head == nullptr ? nullptr : &doomed.head->waiter;
  doomed.head = task;
  if (doomed.sweeping)
    return;
  doomed.sweeping = true;
  while (doomed.head != nullptr) {
    asyncir_task *next = doomed.head;
    doomed.head = next->waiter.next == nullptr ? nullptr : task_of(next->waiter.next);
    asyncir_error_release(next->error);
    next->destroy(next);
  }
  doomed.sweeping = false;
}

} // namespace

bool push_waiter(asyncir_task &task, asyncir_waiter &waiter) {
  std::uintptr_t head = state_of(task).load(std::memory_order_acquire);
  do {
    if (head == ASYNCIR_DONE)
      return false;
    waiter.next = reinterpret_cast<asyncir_waiter *>(head);
    // release: the waiter's link and, if it is a task, its suspended frame. acquire on failure: the loop may end on
    // `done`, after which the caller reads the results.
  } while (!state_of(task).compare_exchange_weak(head, reinterpret_cast<std::uintptr_t>(&waiter),
                                                 std::memory_order_release, std::memory_order_acquire));
  return true;
}

void complete(asyncir_task &task, asyncir_error *error, asyncir_worker *worker) {
  task.error = error;
  const std::uintptr_t head = state_of(task).exchange(ASYNCIR_DONE, std::memory_order_acq_rel);
  for (auto *waiter = reinterpret_cast<asyncir_waiter *>(head); waiter != nullptr;) {
    asyncir_waiter *next = waiter->next; // once notified, the waiter may be gone
    waiter->notify(waiter, worker);
    waiter = next;
  }
}

bool claim(asyncir_task &task) {
  // relaxed: the claim publishes nothing; completion does.
  return (std::atomic_ref<std::uint32_t>(task.flags).fetch_or(claimed_flag, std::memory_order_relaxed) &
          claimed_flag) == 0;
}

bool try_retain(asyncir_task &task) {
  std::atomic_ref<std::uint32_t> references(task.references);
  std::uint32_t count = references.load(std::memory_order_relaxed);
  while (count != 0)
    if (references.compare_exchange_weak(count, count + 1, std::memory_order_relaxed))
      return true;
  return false;
}

void init_header(asyncir_task &task, void (*resume)(asyncir_task *), void (*destroy)(asyncir_task *),
                 std::uint32_t references) {
  task.resume = resume;
  task.destroy = destroy;
  asyncir_task_init(&task, nullptr, references);
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

void asyncir_task_init(asyncir_task *task, asyncir_worker *worker, uint32_t references) {
  task->state = 0;
  task->waiter = {nullptr, schedule_waiting_task};
  task->worker = worker;
  task->references = references;
  task->flags = 0;
  task->error = nullptr;
}

void asyncir_task_schedule(asyncir_task *task, asyncir_worker *worker) {
  Pool::instance().schedule(task, worker);
}

void asyncir_task_finish(asyncir_task *task, asyncir_error *error, asyncir_worker *worker) {
  complete(*task, error, worker);
  asyncir_task_release(task, 1);
}

bool asyncir_task_await(asyncir_task *task, asyncir_task *waiting) {
  return task != nullptr && push_waiter(*task, waiting->waiter);
}

bool asyncir_task_is_done(const asyncir_task *task) { return task == nullptr || is_done(*task); }

void asyncir_task_retain(asyncir_task *task, uint32_t count) {
  // relaxed: who retains holds a reference already, so nothing is decided here.
  if (task != nullptr)
    std::atomic_ref<uint32_t>(task->references).fetch_add(count, std::memory_order_relaxed);
}

void asyncir_task_release(asyncir_task *task, uint32_t count) {
  if (task == nullptr || count == 0)
    return;
  // release: our use of the task comes before its end; acquire: everybody else's does.
  if (std::atomic_ref<uint32_t>(task->references).fetch_sub(count, std::memory_order_acq_rel) == count)
    destroy(task);
}

asyncir_error *asyncir_task_error(const asyncir_task *task) { return task == nullptr ? nullptr : task->error; }
}
