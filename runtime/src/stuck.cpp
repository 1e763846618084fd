// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stuck.hpp"

#include "cancel.hpp"
#include "task.hpp"

namespace asyncir {
namespace {

std::mutex mutex; // guards the list and its links
Stuck *first = nullptr;

bool is_waited_for(asyncir_task &task) {
  const std::uintptr_t state = state_of(task).load(std::memory_order_acquire);
  return state != 0 && state != ASYNCIR_DONE;
}

} // namespace

std::mutex &stuck_mutex() { return mutex; }

void enlist(Stuck &stuck) {
  const std::lock_guard lock(mutex);
  stuck.next = first;
  if (first != nullptr)
    first->previous = &stuck;
  first = &stuck;
}

void delist(Stuck &stuck) {
  const std::lock_guard lock(mutex);
  (stuck.previous != nullptr ? stuck.previous->next : first) = stuck.next;
  if (stuck.next != nullptr)
    stuck.next->previous = stuck.previous;
}

void fail(Stuck &stuck, asyncir_error *error, asyncir_worker *worker) {
  asyncir_task *task = stuck.task;
  std::uint32_t held = 1;
  if (claim(*task)) {
    held += stuck.held;
    complete(*task, error, worker);
  } else {
    asyncir_error_release(error);
  }
  asyncir_task_release(task, held);
}

namespace {

template <class Wanted> std::vector<Stuck *> take_if(Wanted wanted) {
  const std::lock_guard lock(mutex);
  std::vector<Stuck *> found;
  for (Stuck *stuck = first; stuck != nullptr; stuck = stuck->next)
    if (is_waited_for(*stuck->task) && wanted(*stuck) && try_retain(*stuck->task))
      found.push_back(stuck);
  return found;
}

} // namespace

std::vector<Stuck *> take_cancelled() {
  return take_if([](const Stuck &stuck) { return is_cancelled(run_of(*stuck.task)); });
}

void fail_stuck_of(std::uint32_t run) {
  for (Stuck *stuck : take_if([run](Stuck &one) { return run_of(*one.task) == run && one.blame(one) > 0; }))
    fail(*stuck, cancelled_error(run, ""), asyncir_worker_current());
}

void fail_if_stuck(asyncir_task &task) {
  Stuck *stuck = created_stuck(task);
  if (stuck == nullptr)
    stuck = group_stuck(task);
  if (stuck == nullptr || asyncir_task_is_done(&task) || stuck->blame(*stuck) == 0)
    return;
  asyncir_task_retain(&task, 1);
  fail(*stuck, cancelled_error(run_of(task), ""), asyncir_worker_current());
}

std::vector<Stuck *> take_most_to_blame() {
  const std::lock_guard lock(mutex);
  std::vector<Stuck *> found;
  int most = 0;
  for (Stuck *stuck = first; stuck != nullptr; stuck = stuck->next) {
    if (!is_waited_for(*stuck->task))
      continue;
    const int blame = stuck->blame(*stuck);
    if (blame > most)
      found.clear();
    most = blame > most ? blame : most;
    if (blame == most)
      found.push_back(stuck);
  }
  // try_retain: a thread outside may be about to destroy one, and waits for our mutex in delist().
  std::erase_if(found, [](Stuck *stuck) { return !try_retain(*stuck->task); });
  return found;
}

} // namespace asyncir
