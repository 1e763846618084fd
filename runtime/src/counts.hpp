// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What is alive. Each worker counts on its own, threads outside the pool count together, and the sum is right:
/// what one worker allocates and another frees is +1 in one place and -1 in the other.
#pragma once

#include <atomic>
#include <cstdint>

namespace asyncir {

struct Counts {
  std::atomic<std::int64_t> tasks{0};
  std::atomic<std::int64_t> errors{0};
  std::atomic<std::int64_t> started{0};
};

/// The field of this thread's counts goes up or down.
void count(std::atomic<std::int64_t> Counts::*field, std::int64_t change);

/// Only the thread that owns a worker writes its counts, so a plain load and store will do; relaxed: counts
/// publish nothing.
inline void bump(std::atomic<std::int64_t> &counter, std::int64_t change) {
  counter.store(counter.load(std::memory_order_relaxed) + change, std::memory_order_relaxed);
}

/// The same of a plain word, which compiled code counts up, too.
inline void bump(std::int64_t &counter) {
  const std::atomic_ref<std::int64_t> word(counter);
  word.store(word.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

/// Anybody's look at it.
inline std::int64_t counted(std::int64_t &counter) { return std::atomic_ref<std::int64_t>(counter).load(std::memory_order_relaxed); }

} // namespace asyncir
