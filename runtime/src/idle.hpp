// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How long a worker had nothing to run. Written by the worker, read by anybody; relaxed: counts publish nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

namespace asyncir {

/// Nanoseconds of CLOCK_MONOTONIC.
inline std::int64_t monotonic_time() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Whoever has the worker calls `begin` and `end`; either may be called again.
class IdleCounts {
public:
  void begin() {
    if (since_.load(std::memory_order_relaxed) == 0)
      since_.store(monotonic_time(), std::memory_order_relaxed);
  }
  void end() {
    const std::int64_t since = since_.load(std::memory_order_relaxed);
    if (since == 0)
      return;
    since_.store(0, std::memory_order_relaxed);
    sum_.store(sum_.load(std::memory_order_relaxed) + monotonic_time() - since, std::memory_order_relaxed);
  }
  /// A hint, to others.
  bool is_idle() const { return since_.load(std::memory_order_relaxed) != 0; }
  /// Under the pool's mutex.
  void woken() { wakeups_.store(wakeups() + 1, std::memory_order_relaxed); }

  /// Up to now, for a worker that is idle now, too.
  std::int64_t sum() const {
    const std::int64_t since = since_.load(std::memory_order_relaxed);
    return sum_.load(std::memory_order_relaxed) + (since == 0 ? 0 : monotonic_time() - since);
  }
  std::int64_t wakeups() const { return wakeups_.load(std::memory_order_relaxed); }

private:
  std::atomic<std::int64_t> sum_{0};
  std::atomic<std::int64_t> since_{0}; // 0: it is not idle
  std::atomic<std::int64_t> wakeups_{0};
};

} // namespace asyncir
