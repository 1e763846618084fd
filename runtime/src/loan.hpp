// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a thread must have to run tasks while it waits.
#pragma once

namespace asyncir {

/// Whether the calling thread's stack is deep enough from here on. Workers have more of their own.
bool has_room_for_tasks();

} // namespace asyncir
