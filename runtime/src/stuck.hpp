// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The runtime's own pending tasks (created tokens and values, groups), so that a deadlock has somewhere to be reported.
///
/// Coroutines that wait for ever wait, in the end, for one of these: a group that lacks members, or a token that nobody
/// sets. When the pool is quiescent and a thread outside waits, these are failed with an error (R104), which then travels
/// through the waiting tasks as any error does, frees them, and reaches the one who asked.
///
///   listed      may be failed: groups are on a list from the first waiter on, created tokens lie in memory that is listed (created.hpp)
///   seized      claimed for that, while somebody waited for it: nobody else completes it any more
///   failed      complete
#pragma once

#include "asyncir/runtime.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace asyncir {

/// What a group is listed by.
struct Listed {
  /// By the worker that makes the group; null, or one outside: there is a list for these, too.
  explicit Listed(const asyncir_worker *worker);

  asyncir_task *task = nullptr;
  Listed *previous = nullptr;
  Listed *next = nullptr;
  std::size_t list; // on which list, of several
  bool linked = false;
};

/// Before somebody waits for the group: most complete before that, and are never listed.
void enlist(Listed &group);
void delist(Listed &group);

/// What was seized, with a reference to each.
struct Seizure {
  std::vector<asyncir_task *> found;
  std::vector<asyncir_task *> others; // were retained to be looked at, and turned out not to be wanted

  bool empty() const { return found.empty() && others.empty(); }
  /// Complete each with the error (owned) that `error` makes for it; all references are given up. With no lock held. `*first` is one of
  /// these errors (owned), if that is wanted and there is any.
  void fail(asyncir_error *(*error)(asyncir_task &), asyncir_worker *worker, asyncir_error **first = nullptr);
};

/// Those that are waited for and are the most to blame.
Seizure seize_most_to_blame();
/// Those of cancelled runs that are waited for.
Seizure seize_cancelled();

/// The error of one that is failed because of a deadlock, or because its run is cancelled.
asyncir_error *explain_deadlock(asyncir_task &task);
asyncir_error *explain_cancellation(asyncir_task &task);

/// Fail those of the run, which is cancelled, that only a task of the run could complete. Others complete when their members have ended.
void fail_stuck_of(std::uint32_t run);
/// The same for one task, of whatever kind it is, whether it is waited for or not.
void fail_if_stuck(asyncir_task &task);

// ---- groups, see group.cpp ----
bool is_group(const asyncir_task &task);
/// Somebody is about to wait for the group.
void enlist_group(asyncir_task &task);
/// Members are missing and all that are there are complete: nothing but a new member could complete it.
bool lacks_members(asyncir_task &group);
asyncir_error *explain_group(asyncir_task &group);

/// Nobody lists or delists groups meanwhile; for whoever forks the process.
void lock_groups();
void unlock_groups();

} // namespace asyncir
