// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Calls that compute on the thread of their caller: they are left at their deadline, where they are interrupted or cancelled.
#include "harness.hpp"

#include "asyncir/operations.h"

#include <atomic>
#include <cstring>
#include <thread>

namespace {

std::atomic<long> turns{0};

int64_t attention() { return std::atomic_ref<int64_t>(asyncir_attention).load(std::memory_order_relaxed); }

/// Computes until it is left.
asyncir_error *for_ever(void *) {
  for (;;) {
    turns.fetch_add(1, std::memory_order_relaxed);
    if (attention() != 0)
      asyncir_poll("here");
  }
}

asyncir_error *at_once(void *) { return nullptr; }

bool ends_with(asyncir_error *error, const char *code) {
  const bool same = error != nullptr && std::strcmp(asyncir_error_code(error), code) == 0;
  asyncir_error_release(error);
  return same;
}

PARALLEL_TEST(a_call_that_computes_ends_at_its_deadline) {
  asyncir_call_options options{asyncir_clock() + 1'000'000, nullptr, 0, asyncir_run_open()};
  CHECK(ends_with(asyncir_call(for_ever, nullptr, &options), "R108"));
  asyncir_run_close(options.run);
}

std::atomic<int> asked{0};

TEST(a_call_that_computes_ends_where_it_is_interrupted) {
  asked = 0;
  asyncir_call_options options{INT64_MAX, [] { return ++asked == 2; }, 1'000'000, asyncir_run_open()};
  CHECK(ends_with(asyncir_call(for_ever, nullptr, &options), "R107"));
  CHECK(asked == 2);
  asyncir_run_close(options.run);
}

PARALLEL_TEST(who_is_asked_may_call) {
  asked = 0;
  asyncir_call_options options{INT64_MAX, nullptr, 1'000'000, asyncir_run_open()};
  options.interrupted = [] {
    asyncir_call_options inner{asyncir_clock() + 1'000'000, nullptr, 0, asyncir_run_open()};
    const bool late = ends_with(asyncir_call(for_ever, nullptr, &inner), "R108");
    asyncir_run_close(inner.run);
    return late && ++asked == 1;
  };
  CHECK(ends_with(asyncir_call(for_ever, nullptr, &options), "R107"));
  asyncir_run_close(options.run);
}

TEST(a_call_is_cancelled_by_another_thread) {
  turns = 0;
  asyncir_call_options options{INT64_MAX, [] { return false; }, 1'000'000, asyncir_run_open()};
  std::thread other([run = options.run] {
    while (turns.load(std::memory_order_relaxed) == 0)
      std::this_thread::yield();
    asyncir_cancel(run, false);
  });
  CHECK(ends_with(asyncir_call(for_ever, nullptr, &options), "R107"));
  other.join();
  asyncir_run_close(options.run);
}

TEST(calls_without_options_are_interrupted_on_the_main_thread) {
  asked = 0;
  asyncir_on_interrupt([] { return ++asked == 1; });
  CHECK(ends_with(asyncir_compute(for_ever, nullptr), "R107"));
  for (int i = 0; i < 1000; ++i)
    CHECK(asyncir_compute(at_once, nullptr) == nullptr);
  asyncir_on_interrupt(nullptr);
  CHECK(asyncir_compute(at_once, nullptr) == nullptr);
}

TEST(a_call_after_a_long_pause_is_heard) {
  std::this_thread::sleep_for(std::chrono::milliseconds(harness::sanitized ? 100 : 1500)); // the ticker has stopped
  asked = 0;
  asyncir_on_interrupt([] { return ++asked == 1; });
  CHECK(ends_with(asyncir_compute(for_ever, nullptr), "R107"));
  asyncir_on_interrupt(nullptr);
}

TEST(a_place_to_look_without_a_call_does_nothing) {
  asyncir_poll("here");
  std::thread([] { asyncir_poll("there"); }).join();
}

} // namespace
