// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A group is a task that completes when as many members as its size have been added and are complete.
///
///   added < size                         members are missing
///   added == size, ended < size         waits for members
///   both == size                         complete, with the error of its failed member of lowest rank
///
/// Both counts lie in one word, so that a member that is complete when it is added costs one atomic operation.
///
/// Each member that was pending when it was added has a waiter of its own on that member's list. While there are such, they hold one
/// reference to the group together. The member needs none: what is pending lives until it is complete, by the reference of whoever
/// completes it, who keeps that until such waiters are told.
#include "cancel.hpp"
#include "disturb.hpp"
#include "error.hpp"
#include "exhausted.hpp"
#include "stuck.hpp"
#include "task.hpp"
#include "trace.hpp"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <new>
#include <string>

namespace asyncir {
namespace {

struct Group : asyncir_group {
  explicit Group(const asyncir_worker *worker) : asyncir_group{}, listed(worker) {}

  Listed listed;
  const char *location = "";
  std::mutex error_mutex; // taken only where a member failed
  std::int64_t error_rank = -1;
  asyncir_error *error = nullptr; // of the lowest rank so far
};

std::atomic_ref<std::uint64_t> counts_of(Group &group) { return std::atomic_ref<std::uint64_t>(group.counts); }

struct Membership {
  asyncir_waiter waiter;
  Group *group;
  asyncir_task *member;
  std::int64_t rank;
};
static_assert(offsetof(Membership, waiter) == 0);

constexpr std::uint64_t one_added = std::uint64_t{1} << 32;
constexpr std::int64_t most_members = (std::int64_t{1} << 32) - 1;

std::int64_t added(std::uint64_t counts) { return static_cast<std::int64_t>(counts >> 32); }
std::int64_t ended(std::uint64_t counts) { return static_cast<std::int64_t>(counts & (one_added - 1)); }

void destroy_group(asyncir_task *task) {
  auto *group = reinterpret_cast<Group *>(task);
  delist(group->listed);
  asyncir_error_release(group->error); // of a group that was dropped before it was complete
  group->~Group();
  asyncir_frame_free(group, sizeof(Group), alignof(Group));
}

void record_error(Group &group, std::int64_t rank, asyncir_error *error) {
  const std::lock_guard lock(group.error_mutex);
  if (group.error != nullptr && group.error_rank < rank)
    return;
  asyncir_error_release(group.error);
  group.error = asyncir_error_retain(error);
  group.error_rank = rank;
}

/// All members have ended.
void all_ended(Group &group, asyncir_worker *worker) {
  if (!claim(group.task))
    return;
  asyncir_error *first = group.error;
  group.error = nullptr;
  complete(group.task, first, worker);
}

/// A member that was pending ended. `error` is the member's, borrowed.
void pending_member_ended(Group &group, std::int64_t rank, asyncir_error *error, asyncir_worker *worker) {
  if (error != nullptr)
    record_error(group, rank, error);
  const std::int64_t size = group.size;
  // release: this member's results and its recorded error; acquire, for the last one: all the others'.
  const std::uint64_t counts = counts_of(group).fetch_add(1, std::memory_order_acq_rel) + 1;
  if (added(counts) != ended(counts))
    return; // not the last of those that were pending: they have the reference, the group may be gone
  if (ended(counts) == size)
    all_ended(group, worker);
  else if (any_cancelled() && is_cancelled(run_of(group.task)))
    fail_if_stuck(group.task); // who would add the missing members is cancelled too
  asyncir_task_release(&group.task, 1); // that of the pending ones
}

void member_notifies(asyncir_waiter *waiter, asyncir_worker *worker) {
  auto *membership = reinterpret_cast<Membership *>(waiter);
  const Membership ending = *membership;
  trace::woken(worker, &ending.group->task, ending.member);
  asyncir_frame_free(membership, sizeof(Membership), alignof(Membership));
  pending_member_ended(*ending.group, ending.rank, asyncir_task_error(ending.member), worker);
}

std::string bad_size(std::int64_t size) {
  const std::string text = "the size of a group is " + std::to_string(size) + ", but must not be ";
  return text + (size < 0 ? "negative" : "more than " + std::to_string(most_members));
}

Group &group_of(asyncir_task &task) { return reinterpret_cast<Group &>(task); }

} // namespace

bool is_group(const asyncir_task &task) { return task.destroy == destroy_group; }

void enlist_group(asyncir_task &task) { enlist(group_of(task).listed); }

bool lacks_members(asyncir_task &task) {
  Group &group = group_of(task);
  const std::uint64_t counts = counts_of(group).load(std::memory_order_relaxed);
  return added(counts) < group.size && ended(counts) == added(counts);
}

asyncir_error *explain_group(asyncir_task &task) {
  Group &group = group_of(task);
  const std::int64_t there_are = added(counts_of(group).load(std::memory_order_relaxed));
  if (there_are >= group.size)
    return make_error("R104", "deadlock: the members of a group that is awaited wait for each other or for the group",
                      group.location);
  const std::string there = there_are == 0   ? "no member was"
                            : there_are == 1 ? "only 1 member was"
                                         : "only " + std::to_string(there_are) + " members were";
  return make_error("R104", "deadlock: a group of size " + std::to_string(group.size) + " is awaited, but " + there +
                                " added",
                    group.location);
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

asyncir_task *asyncir_group_create(int64_t size, const char *location, asyncir_worker *worker) {
  void *memory = asyncir_frame_allocate(worker, sizeof(Group), alignof(Group));
  if (memory == nullptr)
    return exhausted_group(1);
  auto *group = new (memory) Group(worker);
  init_header(group->task, worker, nullptr, destroy_group, 1);
  trace::made(worker, &group->task, ASYNCIR_SORT_GROUP);
  group->size = size; // the caller publishes the group
  group->location = location;
  group->listed.task = &group->task;
  if (size <= 0 || size > most_members) {
    const bool good = size == 0;
    claim(group->task);
    complete(group->task, good ? nullptr : make_error("R013", bad_size(size), location), worker);
  }
  return &group->task;
}

int64_t asyncir_group_add(asyncir_task *task, asyncir_task *member, asyncir_worker *worker) {
  if (is_exhausted(*task))
    return 0; // whoever waits for the group is told
  Group &group = *reinterpret_cast<Group *>(task);
  const bool done = member == nullptr || is_done(*member);
  asyncir_error *error = done ? asyncir_task_error(member) : nullptr;
  const bool ends = done && error == nullptr; // one that failed is recorded, with its rank, before it counts as ended
  // A compare-exchange, so that refused members leave no trace. acq_rel: as in pending_member_ended.
  std::uint64_t counts = counts_of(group).load(std::memory_order_relaxed);
  do {
    if (added(counts) >= group.size)
      return -1;
  } while (!counts_of(group).compare_exchange_weak(counts, counts + one_added + (ends ? 1 : 0), std::memory_order_acq_rel,
                                               std::memory_order_relaxed));
  const std::int64_t rank = added(counts);
  if (done && member != nullptr)
    trace::woken(worker, task, member);
  disturb();
  if (ends) {
    if (ended(counts) + 1 == group.size)
      all_ended(group, worker);
    return rank;
  }
  if (added(counts) == ended(counts)) // the first that is pending
    asyncir_task_retain(task, 1);
  if (done) {
    pending_member_ended(group, rank, error, worker);
    return rank;
  }
  void *memory = asyncir_frame_allocate(worker, sizeof(Membership), alignof(Membership));
  if (memory == nullptr) { // the member goes on; the group does not wait for it, as for one that has failed
    asyncir_error *no_memory = exhausted_error(group.location);
    pending_member_ended(group, rank, no_memory, worker);
    asyncir_error_release(no_memory);
    return rank;
  }
  auto *membership = new (memory) Membership{{nullptr, member_notifies}, &group, member, rank};
  if (!push_waiter(*member, membership->waiter))
    member_notifies(&membership->waiter, worker);
  return rank;
}
}
