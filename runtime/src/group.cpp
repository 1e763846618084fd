// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A group is a task that completes when as many members as its size have been added and are complete.
///
///   added < size                    members are missing
///   added == size, remaining > 0    waits for members
///   remaining == 0                  complete, with the error of its failed member of lowest rank
///
/// Each member that was pending when it was added has a waiter of its own on that member's list, which holds a reference to
/// the group and one to the member.
#include "error.hpp"
#include "stuck.hpp"
#include "task.hpp"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <new>
#include <string>

namespace asyncir {
namespace {

struct Group {
  asyncir_task task{};
  Stuck stuck{};
  std::int64_t size = 0;
  std::atomic<std::int64_t> added{0};
  std::atomic<std::int64_t> remaining{0};
  std::mutex error_mutex; // taken only where a member failed
  std::int64_t error_rank = -1;
  asyncir_error *error = nullptr; // of the lowest rank so far
};
static_assert(offsetof(Group, task) == 0);

struct Membership {
  asyncir_waiter waiter;
  Group *group;
  asyncir_task *member;
  std::int64_t rank;
};
static_assert(offsetof(Membership, waiter) == 0);

void destroy_group(asyncir_task *task) {
  auto *group = reinterpret_cast<Group *>(task);
  delist(group->stuck);
  asyncir_error_release(group->error); // of a group that was dropped before it was complete
  group->~Group();
  asyncir_frame_free(group);
}

void record_error(Group &group, std::int64_t rank, asyncir_error *error) {
  const std::lock_guard lock(group.error_mutex);
  if (group.error != nullptr && group.error_rank < rank)
    return;
  asyncir_error_release(group.error);
  group.error = asyncir_error_retain(error);
  group.error_rank = rank;
}

/// `error` is the member's, borrowed.
void member_is_complete(Group &group, std::int64_t rank, asyncir_error *error, asyncir_worker *worker) {
  if (error != nullptr)
    record_error(group, rank, error);
  // release: this member's results and its recorded error; acquire, for the last one: all the others'.
  if (group.remaining.fetch_sub(1, std::memory_order_acq_rel) != 1 || !claim(group.task))
    return;
  asyncir_error *first = group.error;
  group.error = nullptr;
  complete(group.task, first, worker);
}

void member_notifies(asyncir_waiter *waiter, asyncir_worker *worker) {
  auto *membership = reinterpret_cast<Membership *>(waiter);
  member_is_complete(*membership->group, membership->rank, membership->member->error, worker);
  asyncir_task_release(membership->member, 1);
  asyncir_task_release(&membership->group->task, 1);
  delete membership;
}

Group &group_of(Stuck &stuck) { return *reinterpret_cast<Group *>(stuck.task); }

/// Members are missing and all that are there are complete: nothing but a new member could complete it.
int blame_group(Stuck &stuck) {
  Group &group = group_of(stuck);
  const std::int64_t missing = group.size - group.added.load(std::memory_order_relaxed);
  return missing > 0 && group.remaining.load(std::memory_order_relaxed) == missing ? 2 : 0;
}

asyncir_error *explain_group(Stuck &stuck) {
  Group &group = group_of(stuck);
  const std::int64_t added = group.added.load(std::memory_order_relaxed);
  if (added >= group.size)
    return make_error("R104", "deadlock: the members of a group that is awaited wait for each other or for the group");
  const std::string there = added == 0   ? "no member was"
                            : added == 1 ? "only 1 member was"
                                         : "only " + std::to_string(added) + " members were";
  return make_error("R104", "deadlock: a group of size " + std::to_string(group.size) + " is awaited, but " + there +
                                " added");
}

} // namespace
} // namespace asyncir

using namespace asyncir;

extern "C" {

asyncir_task *asyncir_group_create(int64_t size) {
  auto *group = new (asyncir_frame_allocate(sizeof(Group), alignof(Group))) Group;
  init_header(group->task, nullptr, destroy_group, 1);
  group->size = size;
  group->remaining.store(size, std::memory_order_relaxed); // the caller publishes the group
  group->stuck = {&group->task, blame_group, explain_group};
  enlist(group->stuck);
  if (size <= 0) {
    claim(group->task);
    complete(group->task,
             size == 0 ? nullptr
                       : make_error("R013", "the size of a group is " + std::to_string(size) + ", but must not be negative"),
             asyncir_worker_current());
  }
  return &group->task;
}

int64_t asyncir_group_add(asyncir_task *task, asyncir_task *member) {
  Group &group = *reinterpret_cast<Group *>(task);
  // A compare-exchange, so that refused members leave no trace. relaxed: a rank publishes nothing.
  std::int64_t rank = group.added.load(std::memory_order_relaxed);
  do {
    if (rank >= group.size)
      return -1;
  } while (!group.added.compare_exchange_weak(rank, rank + 1, std::memory_order_relaxed));

  asyncir_worker *worker = asyncir_worker_current();
  if (asyncir_task_is_done(member)) {
    member_is_complete(group, rank, asyncir_task_error(member), worker);
    return rank;
  }
  asyncir_task_retain(member, 1);
  asyncir_task_retain(task, 1);
  auto *membership = new Membership{{nullptr, member_notifies}, &group, member, rank};
  if (!push_waiter(*member, membership->waiter))
    member_notifies(&membership->waiter, worker);
  return rank;
}
}
