// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The runtime's own pending tasks (created tokens and values, groups), so that a deadlock has somewhere to be reported.
///
/// Coroutines that wait for ever wait, in the end, for one of these: a group that lacks members, or a token that nobody
/// sets. When the pool is quiescent and a thread outside waits, these are failed with an error (R104), which then travels
/// through the waiting tasks as any error does, frees them, and reaches the one who asked.
///
///   listed      pending; may be failed
///   unlisted    complete or destroyed
#pragma once

#include "asyncir/runtime.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace asyncir {

struct Stuck {
  asyncir_task *task;
  /// How much the task is to blame: 0 is not at all (it waits for members that are there), 2 is most.
  int (*blame)(Stuck &);
  asyncir_error *(*explain)(Stuck &);
  /// References that whoever completes the task drops.
  std::uint32_t held = 0;
  Stuck *previous = nullptr;
  Stuck *next = nullptr;
};

void enlist(Stuck &stuck);
void delist(Stuck &stuck);

/// Those that are waited for and are the most to blame, with a reference to the task of each.
std::vector<Stuck *> take_most_to_blame();

/// Complete it with the error (owned) unless somebody else does; a reference to the task is given up.
void fail(Stuck &stuck, asyncir_error *error, asyncir_worker *worker);

/// Those of cancelled runs that are waited for, with a reference to the task of each.
std::vector<Stuck *> take_cancelled();
/// Fail those of the run, which is cancelled, that only a task of the run could complete. Others complete when their members have ended.
void fail_stuck_of(std::uint32_t run);
/// The same for one task, of whatever kind it is.
void fail_if_stuck(asyncir_task &task);
/// If the task is of that kind.
Stuck *created_stuck(asyncir_task &task);
Stuck *group_stuck(asyncir_task &task);

/// Guards the list; for whoever forks the process.
std::mutex &stuck_mutex();

} // namespace asyncir
