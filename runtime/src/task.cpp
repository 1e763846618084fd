// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "task.hpp"

#include "cancel.hpp"
#include "created.hpp"
#include "disturb.hpp"
#include "pool.hpp"
#include "stuck.hpp"
#include "trace.hpp"
#include "worker.hpp"

namespace asyncir {
namespace {

/// Tasks of this thread whose last reference is gone, linked by `next`. Destroying one may drop the last
/// reference to the next; the list keeps that from recursing.
struct Doomed {
  asyncir_task *head = nullptr;
  bool sweeping = false;
};
thread_local Doomed doomed;

// Faults that only a test's build has, to show that the sanitizers see such ones.
#ifdef ASYNCIR_PLANT_RELAXED_COMPLETION
constexpr auto completes = std::memory_order_relaxed;
#else
constexpr auto completes = std::memory_order_acq_rel;
#endif
#ifdef ASYNCIR_PLANT_LATE_LOOK
constexpr bool looks_late = true;
#else
constexpr bool looks_late = false;
#endif

/// Nobody will ever complete the task. Who still waits has been told so, but could not be taken off the list.
void dismiss_waiters(asyncir_task &task) {
  auto link = state_of(task).load(std::memory_order_acquire) & ~ASYNCIR_TAKEN;
  while ((link & ASYNCIR_FOREIGN) != 0) {
    auto *waiter = reinterpret_cast<asyncir_waiter *>(link - ASYNCIR_FOREIGN);
    link = reinterpret_cast<std::uintptr_t>(waiter->next);
    waiter->notify(waiter, asyncir_worker_current());
  }
}

} // namespace

void destroy(asyncir_task *task) {
  if (!is_done(*task))
    dismiss_waiters(*task);
  if (has_failed(*task))
    asyncir_error_release(task->error);
  task->next = doomed.head;
  doomed.head = task;
  if (doomed.sweeping)
    return;
  doomed.sweeping = true;
  while (doomed.head != nullptr) {
    asyncir_task *next = doomed.head;
    doomed.head = static_cast<asyncir_task *>(next->next);
    next->destroy(next);
  }
  doomed.sweeping = false;
}

namespace {

/// Put what waits on the list of `task`; its link is `next`, and it is found under `link`.
bool push_link(asyncir_task &task, void *&next, std::uintptr_t link) {
  if (is_group(task))
    enlist_group(task);
  std::uintptr_t head = state_of(task).load(std::memory_order_acquire);
  do {
    if ((head & ASYNCIR_DONE) != 0)
      return false;
    next = reinterpret_cast<void *>(head & ~ASYNCIR_TAKEN);
    // release: the waiter's link and, if it is a task, its suspended frame. acquire on failure: the loop may end on
    // `done`, after which the caller reads the results.
  } while (!state_of(task).compare_exchange_weak(head, link | (head & ASYNCIR_TAKEN), std::memory_order_release,
                                                 std::memory_order_acquire));
  return true;
}

} // namespace

namespace {

bool push_task(asyncir_task &task, asyncir_task &waiting) {
  return push_link(task, waiting.next, reinterpret_cast<std::uintptr_t>(&waiting));
}

/// The same while a trace is recorded.
[[gnu::noinline]] bool push_traced(asyncir_task &task, asyncir_task &waiting, asyncir_worker *worker) {
  if (is_done(task) && trace::needed(worker, &waiting, &task))
    return false;
  trace::suspended(worker, &waiting, &task);
  const bool waits = push_task(task, waiting);
  if (!waits)
    trace::runs(worker, &waiting);
  return waits;
}

} // namespace

bool push_waiter(asyncir_task &task, asyncir_waiter &waiter) { return push_link(task, waiter.next, link_of(waiter)); }

void complete(asyncir_task &task, asyncir_error *error, asyncir_worker *worker) {
  trace::finished(worker, &task, error != nullptr);
  if (error != nullptr)
    task.error = error;
  const auto link = state_of(task).exchange(error != nullptr ? ASYNCIR_FAILED : ASYNCIR_DONE, completes);
  disturb();
  notify(link & ~ASYNCIR_TAKEN, task, worker);
}

namespace {

void *&next_of(std::uintptr_t link) {
  if ((link & ASYNCIR_FOREIGN) != 0)
    return reinterpret_cast<asyncir_waiter *>(link - ASYNCIR_FOREIGN)->next;
  return reinterpret_cast<asyncir_task *>(link)->next;
}

std::uintptr_t reversed(std::uintptr_t link) {
  std::uintptr_t before = 0;
  while (link != 0) {
    void *&next = next_of(link);
    const auto rest = reinterpret_cast<std::uintptr_t>(next);
    next = reinterpret_cast<void *>(before);
    before = link;
    link = rest;
  }
  return before;
}

} // namespace

/// In the order in which they began to wait, so that this worker goes on with the youngest: where a pipeline waits, that is who uses what has just
/// been made here; the others are for thieves.
void notify(std::uintptr_t link, asyncir_task &task, asyncir_worker *worker) {
  if (link != 0 && next_of(link) != nullptr)
    link = reversed(link);
  while (link != 0) { // once notified, the waiter may be gone
    if ((link & ASYNCIR_FOREIGN) != 0) {
      auto *waiter = reinterpret_cast<asyncir_waiter *>(link - ASYNCIR_FOREIGN);
      link = reinterpret_cast<std::uintptr_t>(waiter->next);
      waiter->notify(waiter, worker);
    } else {
      auto *waiting = reinterpret_cast<asyncir_task *>(link);
      link = reinterpret_cast<std::uintptr_t>(waiting->next);
      trace::woken(worker, waiting, &task);
      Pool::schedule(waiting, worker);
    }
  }
}

bool claim(asyncir_task &task) {
  if (is_created(task) && !take(task))
    return false;
  // relaxed: the claim publishes nothing; completion does.
  return (std::atomic_ref<std::uint32_t>(task.flags).fetch_or(ASYNCIR_CLAIMED, std::memory_order_relaxed) &
          ASYNCIR_CLAIMED) == 0;
}

void init_header(asyncir_task &task, asyncir_worker *worker, void (*resume)(asyncir_task *), void (*destroy)(asyncir_task *),
                 std::uint32_t references) {
  task.resume = resume;
  task.destroy = destroy;
  asyncir_task_init(&task, worker, references);
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

void asyncir_task_init(asyncir_task *task, asyncir_worker *worker, uint32_t references) {
  task->state = 0;
  task->next = nullptr;
  task->worker = worker;
  task->references = references;
  task->flags = worker == nullptr ? current_run() << ASYNCIR_RUN_SHIFT : static_cast<std::uint32_t>(worker->run >> 32);
}

void asyncir_task_schedule(asyncir_task *task, asyncir_worker *worker) {
  Pool::schedule(task, worker);
}

void asyncir_task_finish(asyncir_task *task, asyncir_error *error, asyncir_worker *worker) {
  complete(*task, error, worker);
  asyncir_task_release(task, 1);
}

bool asyncir_task_await(asyncir_task *task, asyncir_task *waiting) {
  if (task == nullptr)
    return false;
  asyncir_worker *worker = waiting->worker; // once it waits, it may be gone
  if (trace::tracing() ? !push_traced(*task, *waiting, worker) : !push_task(*task, *waiting))
    return false;
  if (worker != nullptr)
    bump(worker->suspended);
  disturb();
  return !looks_late || waiting->destroy != nullptr;
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
  std::atomic_ref<uint32_t> references(task->references);
  // Whoever holds all references there are need not tell anybody; of a pending task, somebody may be about to take one more (try_retain
  // in stuck.cpp). acquire: everybody else's use of the task comes before its end; release: so does ours.
  if ((is_done(*task) && references.load(std::memory_order_acquire) == count) ||
      references.fetch_sub(count, std::memory_order_acq_rel) == count)
    destroy(task);
}

asyncir_error *asyncir_task_error(const asyncir_task *task) { return task != nullptr && has_failed(*task) ? task->error : nullptr; }
}
