// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// fork() copies a process with only the thread that called it: in the child no worker runs, and none of the parent's tasks ever
/// will. So there whatever needs a worker is refused (R008), rather than waited for.
///
/// The locks are held while the process forks, so that in the child what they guard is whole and they are free.
#pragma once

namespace asyncir {

inline constexpr const char *forked_message =
    "this process was forked from one whose workers were running, and has none of them";

/// Whether this is such a child.
bool in_forked_child();

/// Where nobody can be told otherwise: say so, and exit with 2.
void end_if_forked();

/// Watch for forks from now on.
void watch_forks();

} // namespace asyncir
