// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory.hpp"

#include "asyncir/runtime.h"
#include "environment.hpp"
#include "pool.hpp"

#include <atomic>
#include <mutex>

namespace asyncir {
namespace {

constexpr std::int64_t no_limit = INT64_MAX;

// relaxed, all of them: they bound a sum, and publish nothing.
std::atomic<std::int64_t> in_use{0};
std::atomic<std::int64_t> limit{no_limit};
std::atomic<std::uint64_t> changes{1};

/// Who has set the limit. The mutex guards all below, and changes of `limit`.
struct Wishes {
  std::mutex mutex;
  std::int64_t environment = no_limit;
  std::int64_t asked_for = 0; // 0: nothing
};
Wishes wishes;

/// Under the mutex.
void use_wishes() {
  const std::int64_t now = wishes.asked_for != 0 ? wishes.asked_for : wishes.environment;
  if (limit.exchange(now, std::memory_order_relaxed) != now)
    changes.fetch_add(1, std::memory_order_relaxed);
}

} // namespace

bool take_memory(std::int64_t bytes) {
  const std::int64_t before = in_use.fetch_add(bytes, std::memory_order_relaxed);
  if (bytes <= limit.load(std::memory_order_relaxed) - before)
    return true;
  in_use.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

void count_memory(std::int64_t bytes) { in_use.fetch_add(bytes, std::memory_order_relaxed); }
void give_memory(std::int64_t bytes) { in_use.fetch_sub(bytes, std::memory_order_relaxed); }

std::int64_t memory_in_use() { return in_use.load(std::memory_order_relaxed); }
std::int64_t memory_limit() { return limit.load(std::memory_order_relaxed); }
bool is_memory_limited() { return memory_limit() != no_limit; }
std::uint64_t memory_limit_changes() { return changes.load(std::memory_order_relaxed); }

std::mutex &memory_limit_mutex() { return wishes.mutex; }

void use_environments_memory_limit(std::int64_t bytes) {
  const std::lock_guard lock(wishes.mutex);
  wishes.environment = bytes;
  use_wishes();
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

int asyncir_runtime_limit_memory(const char *size) {
  Setting bytes{0, {}};
  if (size != nullptr)
    bytes = memory_size("the memory limit", size);
  if (!bytes.message.empty()) {
    Pool::refuse_start(bytes.message);
    return -1;
  }
  {
    const std::lock_guard lock(wishes.mutex);
    wishes.asked_for = bytes.value;
    use_wishes();
  }
  Pool::take_frames_from_sleepers();
  return 0;
}

void asyncir_runtime_memory(asyncir_memory *memory) {
  const std::int64_t most = memory_limit();
  *memory = {memory_in_use(), most == no_limit ? 0 : most};
}
}
