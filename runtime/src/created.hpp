// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Created tokens and values, and where they lie: see created.cpp.
#pragma once

#include "asyncir/runtime.h"

#include <cstdint>
#include <functional>
#include <mutex>

namespace asyncir {

/// What one takes, without a value's payload: a line of the cache.
inline constexpr std::int64_t created_bytes = 64;

/// From now on created tokens may lie in this memory, `count` of them side by side. None does yet.
void list_created(void *memory, std::int64_t count);
/// The memory, listed as a single one, is given back. Only where no memory is kept, see frame.cpp.
void delist_created(void *memory);
/// Guards the list; for whoever forks the process.
std::mutex &created_mutex();

bool is_created(const asyncir_task &task);

/// Decide that the calling thread completes a created token, later. False: somebody else has decided that, or has completed it.
bool take(asyncir_task &task);

/// Look at all created tokens that there are, and at memory where there was one, or will be. Under the mutex.
void visit_created(const std::function<void(asyncir_task &)> &visit);

} // namespace asyncir
