// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How a program runs on so many threads of oneTBB.
#pragma once

#include <cstdint>
#include <memory>
#include <oneapi/tbb.h>

using std::int64_t;

template <class F> inline auto in_arena(int64_t threads, F run) {
  static std::unique_ptr<tbb::global_control> limit;
  static std::unique_ptr<tbb::task_arena> arena;
  static int64_t have = 0;
  if (have != threads) {
    limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads);
    arena = std::make_unique<tbb::task_arena>(static_cast<int>(threads));
    have = threads;
  }
  return arena->execute(run);
}
