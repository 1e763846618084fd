// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What stands for a task, token or group for which there is no memory: a task that is complete and failed from the start (R004). It
/// is nobody's and never freed. The program makes one for each of its functions, so that the error says which; the runtime has
/// another for all else. References to it are counted as to any, from so far up that the count never gets to zero.
#pragma once

#include "asyncir/runtime.h"

#include <cstdint>
#include <mutex>

namespace asyncir {

void destroy_exhausted(asyncir_task *task);

/// Whether `task` is one of these. It is complete, so that most that can be done to a task needs no such look.
inline bool is_exhausted(const asyncir_task &task) { return task.destroy == destroy_exhausted; }

/// The runtime's own. It can be a value of any alignment up to 4096: the words around point to it, like the one before a payload.
asyncir_task *exhausted_task(std::uint32_t references);

/// The same for a group. It takes no members (asyncir.group_add in generated code looks at its size).
asyncir_task *exhausted_group(std::uint32_t references);

/// Guards the making of these tasks; for whoever forks the process.
std::mutex &exhausted_mutex();

/// An error like that of a task for which there is no memory, of what is at `location`.
asyncir_error *exhausted_error(const char *location);

} // namespace asyncir
