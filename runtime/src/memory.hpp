// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How much memory tasks take, and how much they may: chunks and large frames (frame.cpp) and the deques' rings (deque.hpp), of all
/// runtimes of the process together. Looked at only when some of it is taken from the system or given back.
#pragma once

#include <cstdint>
#include <mutex>

namespace asyncir {

/// Count `bytes` as in use. False: that is beyond the limit, and nothing has changed.
bool take_memory(std::int64_t bytes);
/// The same, whatever the limit is: what a worker cannot be without.
void count_memory(std::int64_t bytes);
void give_memory(std::int64_t bytes);

std::int64_t memory_in_use();
/// Bytes; INT64_MAX: no limit.
std::int64_t memory_limit();
bool is_memory_limited();
/// Goes up with each change of the limit.
std::uint64_t memory_limit_changes();

/// Guards who has set the limit; for whoever forks the process.
std::mutex &memory_limit_mutex();

/// What ASYNCIR_MEMORY_LIMIT says; it counts as long as nothing else has been asked for.
void use_environments_memory_limit(std::int64_t bytes);

} // namespace asyncir
