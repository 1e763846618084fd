// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stuck.hpp"

#include "cancel.hpp"
#include "created.hpp"
#include "disturb.hpp"
#include "error.hpp"
#include "task.hpp"
#include "worker.hpp"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <utility>

namespace asyncir {
namespace {

/// A list of groups with its mutex. The groups that a worker makes come on a list of its own: a line of memory that all wrote would
/// cost more than most groups.
struct alignas(128) List {
  std::mutex mutex; // guards the list and its links
  Listed *first = nullptr;
};

constexpr std::size_t lists_of_workers = 16; // all are locked at once by who forks; ThreadSanitizer follows 64 locks of a thread
List lists[lists_of_workers + 1]; // the last one for threads outside

std::size_t list_of(const asyncir_worker *worker) {
  return is_in_pool(worker) ? worker->row % lists_of_workers : lists_of_workers;
}

/// A reference to a task that is alive and unclaimed, and so not about to be freed (asyncir_task_release): if it is complete, whoever
/// has set it still has a reference.
bool try_retain(asyncir_task &task) {
  constexpr std::uint64_t claimed = std::uint64_t{ASYNCIR_CLAIMED} << 32;
  auto word = counts_of(task);
  std::uint64_t before = word.load(std::memory_order_acquire);
  do {
    if ((before & claimed) != 0 || static_cast<std::uint32_t>(before) == 0)
      return false;
    // acquire: all of a token that was just made.
  } while (!word.compare_exchange_weak(before, before + 1, std::memory_order_acq_rel, std::memory_order_acquire));
  return true;
}

/// Claim the task if it is waited for and `wanted`. A created token may end at any time before it is retained, and another one begin in
/// its place: only then what is asked has a meaning.
template <class Wanted> void seize(Seizure &seizure, asyncir_task &task, Wanted wanted) {
  if (!is_waited_for(task) || !wanted(task)) // most of them
    return;
  disturb();
  if (!try_retain(task))
    return;
  const bool seized = is_waited_for(task) && wanted(task) && claim(task);
  (seized ? seizure.found : seizure.others).push_back(&task);
}

template <class Wanted> void seize_groups(Seizure &seizure, Wanted wanted) {
  for (List &list : lists) {
    const std::lock_guard lock(list.mutex);
    for (Listed *group = list.first; group != nullptr; group = group->next)
      seize(seizure, *group->task, wanted);
  }
}

template <class Wanted> void seize_created(Seizure &seizure, Wanted wanted) {
  visit_created([&](asyncir_task &task) { seize(seizure, task, wanted); });
}

bool anything(asyncir_task &) { return true; }

} // namespace

void lock_groups() {
  for (List &list : lists)
    list.mutex.lock();
}

void unlock_groups() {
  for (List &list : lists)
    list.mutex.unlock();
}

Listed::Listed(const asyncir_worker *worker) : list(list_of(worker)) {}

void enlist(Listed &group) {
  const std::atomic_ref<bool> linked(group.linked);
  if (linked.load(std::memory_order_acquire)) // whoever has linked it, so that it is found
    return;
  List &list = lists[group.list];
  const std::lock_guard lock(list.mutex);
  if (linked.load(std::memory_order_relaxed))
    return;
  group.next = list.first;
  if (list.first != nullptr)
    list.first->previous = &group;
  list.first = &group;
  linked.store(true, std::memory_order_release);
}

void delist(Listed &group) {
  if (!group.linked) // nobody else has it any more
    return;
  List &list = lists[group.list];
  const std::lock_guard lock(list.mutex);
  (group.previous != nullptr ? group.previous->next : list.first) = group.next;
  if (group.next != nullptr)
    group.next->previous = group.previous;
}

asyncir_error *explain_deadlock(asyncir_task &task) {
  if (is_group(task))
    return explain_group(task);
  return make_error("R104", "deadlock: a token or value is awaited, but nothing is left to run that could set it");
}

asyncir_error *explain_cancellation(asyncir_task &task) { return cancelled_error(run_of(task), ""); }

namespace {

/// A claimed task; a reference is given up, and of a created token also that of whoever would have set it.
void fail_claimed(asyncir_task &task, asyncir_error *error, asyncir_worker *worker) {
  const std::uint32_t held = is_created(task) ? 2 : 1;
  complete(task, error, worker);
  asyncir_task_release(&task, held);
}

} // namespace

void Seizure::fail(asyncir_error *(*error)(asyncir_task &), asyncir_worker *worker, asyncir_error **first) {
  for (asyncir_task *task : found) {
    asyncir_error *made = error(*task);
    if (first != nullptr)
      *std::exchange(first, nullptr) = asyncir_error_retain(made);
    fail_claimed(*task, made, worker);
  }
  for (asyncir_task *task : others)
    asyncir_task_release(task, 1);
}

Seizure seize_most_to_blame() {
  Seizure seizure;
  seize_groups(seizure, lacks_members);
  if (seizure.found.empty())
    seize_created(seizure, anything);
  if (seizure.found.empty())
    seize_groups(seizure, anything);
  return seizure;
}

Seizure seize_cancelled() {
  const auto wanted = [](asyncir_task &task) { return is_cancelled(run_of(task)); };
  Seizure seizure;
  seize_groups(seizure, wanted);
  seize_created(seizure, wanted);
  return seizure;
}

void fail_stuck_of(std::uint32_t run) {
  const auto of_run = [run](asyncir_task &task) { return run_of(task) == run; };
  Seizure seizure;
  seize_groups(seizure, [&](asyncir_task &group) { return of_run(group) && lacks_members(group); });
  seize_created(seizure, of_run);
  seizure.fail(explain_cancellation, asyncir_worker_current());
}

void fail_if_stuck(asyncir_task &task) {
  const bool stuck = is_created(task) || (is_group(task) && lacks_members(task));
  if (!stuck || !claim(task))
    return;
  asyncir_task_retain(&task, 1);
  fail_claimed(task, explain_cancellation(task), asyncir_worker_current());
}

} // namespace asyncir
