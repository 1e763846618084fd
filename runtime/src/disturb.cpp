// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "disturb.hpp"

#ifdef ASYNCIR_CHECKED
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <sched.h>

namespace asyncir {
namespace {

std::uint64_t setting(const char *name) {
  const char *text = std::getenv(name);
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

/// Another sequence for each thread, the same ones in each process of that seed.
std::uint64_t first_state() {
  static std::atomic<std::uint64_t> threads{0};
  static const std::uint64_t seed = setting("ASYNCIR_TEST_SEED");
  const std::uint64_t thread = 1 + threads.fetch_add(1, std::memory_order_relaxed);
  return (seed * 1000003 + thread) * 0x9E3779B97F4A7C15u | 1;
}

/// xorshift64*: what the state is after it.
std::uint64_t draw() {
  thread_local std::uint64_t state = first_state();
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 0x2545F4914F6CDD1Du >> 32;
}

std::uint64_t interval() {
  static const std::uint64_t every = setting("ASYNCIR_TEST_DISTURB");
  return every;
}

} // namespace

void disturb() {
  if (interval() == 0 || draw() % interval() != 0)
    return;
  // Mostly a few turns of the others; sometimes as long as a sleeper needs to wake up, steal, and run a task.
  if (draw() % 4 != 0) {
    for (std::uint64_t turns = 1 + draw() % 8; turns > 0; --turns)
      sched_yield();
  } else {
    const timespec nap{0, static_cast<long>(draw() % 200'000)};
    nanosleep(&nap, nullptr);
  }
}

const std::int64_t *disturbed_sleepers(const std::int64_t *real) {
  static const std::int64_t always = 1;
  return interval() == 0 ? real : &always;
}

} // namespace asyncir
#endif
