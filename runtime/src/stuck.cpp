// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stuck.hpp"

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
