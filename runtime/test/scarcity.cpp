// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What has to work where the system gives no memory at all.
#include "coroutine.hpp"
#include "harness.hpp"
#include "runs.hpp"

#include "asyncir/operations.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

thread_local bool scarce = false;

/// While it lives, this thread gets no memory from the system: an exception ends the process.
class Scarcity {
public:
  Scarcity() { scarce = true; }
  ~Scarcity() { scarce = false; }
  Scarcity(const Scarcity &) = delete;
  Scarcity &operator=(const Scarcity &) = delete;
};

} // namespace

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // these have a malloc of their own
extern "C" void *__libc_malloc(std::size_t size);
extern "C" void *malloc(std::size_t size) { return scarce ? nullptr : __libc_malloc(size); }
#endif

namespace {

/// A worker that is loaned may have no thread, and where there is no memory there will be none: then the process ends with R005.
bool may_lack_threads() { return std::getenv("ASYNCIR_LOAN") != nullptr; }

bool cancel(std::uint32_t run) {
  const Scarcity now;
  return asyncir_cancel(run, false);
}

PARALLEL_TEST(runs_are_cancelled_where_there_is_no_memory) {
  if (may_lack_threads())
    return;
  asyncir_operation_begin(); // without which this is a deadlock
  const Token gate(asyncir_task_create(0, 1, 0)); // of another run
  const std::uint32_t outer = asyncir_run_open();
  const std::uint32_t before = asyncir_run_select(outer);
  std::vector<std::uint32_t> inner;
  for (int i = 0; i < 600; ++i)
    inner.push_back(asyncir_run_open());
  asyncir_run_select(before);
  std::atomic<long> begun = 0;
  std::vector<std::thread> threads;
  for (const std::uint32_t run : {inner.front(), inner[300], inner.back()})
    threads.emplace_back([&, run] {
      asyncir_call_options options{INT64_MAX, nullptr, 0, run};
      const Token result = call([&](asyncir_worker *worker) { return wait_for(gate, &begun).launch(worker); }, options);
      CHECK(has_code(result, "R107"));
    });
  while (begun.load() < 3)
    std::this_thread::yield();
  CHECK(cancel(outer));
  for (std::thread &thread : threads)
    thread.join();
  for (const std::uint32_t run : inner) {
    CHECK(!asyncir_cancel(run, false)); // it is already
    asyncir_run_close(run);
  }
  asyncir_run_close(outer);
  asyncir_task_set(gate.get(), nullptr, nullptr, 0);
  asyncir_operation_end();
}

Coroutine sleep(int count, std::atomic<long> *begun) {
  Coroutine::promise_type &self = co_await Started{};
  std::vector<Token> timers;
  for (int i = 0; i < count; ++i) {
    timers.emplace_back(asyncir_operation_create(sizeof(asyncir_task), alignof(asyncir_task), 1));
    asyncir_operation_sleep(timers.back().get(), 3'600'000'000'000);
  }
  begun->fetch_add(1);
  for (const Token &timer : timers)
    if (!co_await Checked{timer.get(), self})
      break;
}

PARALLEL_TEST(timers_of_a_run_end_where_there_is_no_memory) {
  if (may_lack_threads())
    return;
  const std::uint32_t run = asyncir_run_open();
  std::atomic<long> begun = 0;
  std::thread thread([&] {
    asyncir_call_options options{INT64_MAX, nullptr, 0, run};
    const Token result = call([&](asyncir_worker *worker) { return sleep(1000, &begun).launch(worker); }, options);
    CHECK(has_code(result, "R107"));
  });
  while (begun.load() < 1)
    std::this_thread::yield();
  CHECK(cancel(run));
  thread.join();
  asyncir_run_close(run);
}

} // namespace
