// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Waits for tasks of other runs, which need not end when the run of the one that waits is cancelled. No waiter can be taken off a
/// task's list, so a relay is put there in its place.
///
///   waiting    on the list of the task that is awaited, and on that of all relays
///   passed     the task is complete, or the run was cancelled: who waits is queued, once
///   gone       it is on neither list
#pragma once

#include "asyncir/runtime.h"

#include <cstdint>
#include <mutex>

namespace asyncir {

/// asyncir_await, where the run of `task` is not `run`, that of `waiting`.
bool await_in_other_run(asyncir_task &task, asyncir_task &waiting, std::uint32_t run);

/// Whoever waits in that run, which is cancelled, waits no longer.
void end_relays_of(std::uint32_t run);

/// Guards the list of all relays; for whoever forks the process.
std::mutex &relays_mutex();

} // namespace asyncir
