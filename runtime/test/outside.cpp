// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Threads outside the pool: blocking, callbacks, many at once, other numbers of workers.
#include "coroutine.hpp"
#include "harness.hpp"

#include <atomic>
#include <cstring>
#include <future>
#include <thread>
#include <vector>

namespace {

Coroutine add(std::atomic<long> *sum, long value) {
  sum->fetch_add(value);
  co_return;
}

Coroutine fan_out(std::atomic<long> *sum, long count) {
  Coroutine::promise_type &self = co_await Self{};
  std::vector<Token> tokens;
  for (long i = 0; i < count; ++i)
    tokens.push_back(add(sum, 1).launch(self.worker()));
  for (const Token &token : tokens)
    co_await Awaited{token.get()};
}

TEST(many_threads_run_at_once) {
  std::atomic<long> sum = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i)
    threads.emplace_back([&] {
      for (int turn = 0; turn < 50; ++turn)
        run([&](asyncir_worker *worker) { return fan_out(&sum, 20).launch(worker); });
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK_EQUAL(sum.load(), 16 * 50 * 20);
}

TEST(on_done_is_called_once_pending_or_not) {
  std::atomic<long> sum = 0;
  const Token gate(asyncir_task_create(0, 1, 0));
  const auto done = [](void *context, asyncir_task *task) {
    CHECK(asyncir_task_is_done(task));
    static_cast<std::atomic<long> *>(context)->fetch_add(1);
  };
  asyncir_task_on_done(gate.get(), done, &sum);
  CHECK_EQUAL(sum.load(), 0);
  asyncir_task_set(gate.get(), nullptr, nullptr, 0);
  CHECK_EQUAL(sum.load(), 1);
  asyncir_task_on_done(gate.get(), done, &sum);
  asyncir_task_on_done(nullptr, done, &sum);
  CHECK_EQUAL(sum.load(), 3);
}

asyncir_task *start_fan_out(void *sum, asyncir_worker *worker) {
  return fan_out(static_cast<std::atomic<long> *>(sum), 10).launch(worker).take();
}

TEST(run_async_calls_back_with_the_task) {
  std::atomic<long> sum = 0;
  std::promise<asyncir_task *> answer;
  asyncir_run_async(
      start_fan_out, &sum,
      [](void *context, asyncir_task *task) { static_cast<std::promise<asyncir_task *> *>(context)->set_value(task); },
      &answer);
  const Token task(answer.get_future().get());
  CHECK(asyncir_task_is_done(task.get()));
  CHECK_EQUAL(sum.load(), 10);
}

Coroutine await_for_ever() {
  Coroutine::promise_type &self = co_await Self{};
  const Token never(asyncir_task_create(0, 1, 0));
  if (asyncir_error *cause = co_await Awaited{never.get()})
    self.failure = asyncir_error_retain(cause);
}

TEST(run_async_hears_of_a_deadlock) {
  std::promise<asyncir_task *> answer;
  asyncir_run_async([](void *, asyncir_worker *worker) { return await_for_ever().launch(worker).take(); }, nullptr,
                    [](void *context, asyncir_task *task) {
                      static_cast<std::promise<asyncir_task *> *>(context)->set_value(task);
                    },
                    &answer);
  const Token task(answer.get_future().get());
  CHECK(std::strcmp(asyncir_error_code(asyncir_task_error(task.get())), "R104") == 0);
}

TEST(a_watched_task_is_a_task_that_is_waited_for) {
  const auto answer = [](void *context, asyncir_task *task) {
    static_cast<std::promise<asyncir_task *> *>(context)->set_value(task);
  };
  std::promise<asyncir_task *> stuck, fine, ready;
  const Token never(asyncir_task_create(0, 1, 0));
  asyncir_task_watch(never.get(), answer, &stuck);
  CHECK(stuck.get_future().get() == never.get());
  CHECK(std::strcmp(asyncir_error_code(asyncir_task_error(never.get())), "R104") == 0);
  asyncir_operation_begin();
  const Token set(asyncir_task_create(0, 1, 0));
  asyncir_task_watch(set.get(), answer, &fine);
  asyncir_task_watch(set.get(), nullptr, nullptr);
  asyncir_task_set(set.get(), nullptr, nullptr, 0);
  CHECK(fine.get_future().get() == set.get());
  CHECK(asyncir_task_error(set.get()) == nullptr);
  asyncir_operation_end();
  asyncir_task_watch(nullptr, answer, &ready);
  CHECK(ready.get_future().get() == nullptr);
}

TEST(a_callback_alone_is_no_wait) {
  std::atomic<long> sum = 0;
  const Token token(asyncir_task_create(0, 1, 0));
  asyncir_task_on_done(
      token.get(), [](void *context, asyncir_task *) { static_cast<std::atomic<long> *>(context)->fetch_add(1); },
      &sum);
  run([&](asyncir_worker *worker) { return fan_out(&sum, 5).launch(worker); });
  asyncir_runtime_wait_idle();
  CHECK(!asyncir_task_is_done(token.get()));
  asyncir_task_set(token.get(), nullptr, nullptr, 0);
  CHECK_EQUAL(sum.load(), 6);
}

TEST(a_thread_outside_may_complete_a_token) {
  const Token gate(asyncir_task_create(0, 1, 0));
  asyncir_operation_begin();
  std::promise<void> blocked;
  std::thread setter([&] {
    blocked.get_future().wait();
    asyncir_task_set(gate.get(), nullptr, nullptr, 0);
    asyncir_operation_end();
  });
  blocked.set_value();
  CHECK(asyncir_task_block(gate.get()));
  CHECK(asyncir_task_error(gate.get()) == nullptr);
  setter.join();
}

TEST(a_deadlock_is_found_when_the_last_operation_ends) {
  const Token gate(asyncir_task_create(0, 1, 0));
  asyncir_operation_begin();
  std::promise<void> blocked;
  std::thread other([&] {
    blocked.get_future().wait();
    asyncir_operation_end();
  });
  blocked.set_value();
  CHECK(!asyncir_task_block(gate.get()));
  CHECK(std::strcmp(asyncir_error_code(asyncir_task_error(gate.get())), "R104") == 0);
  other.join();
}

TEST(the_pool_starts_anew_with_another_number_of_workers) {
  for (const int threads : {3, 1, 8, 2}) {
    CHECK_EQUAL(asyncir_runtime_start(threads), 0);
    CHECK_EQUAL(asyncir_runtime_worker_count(), threads);
    std::atomic<long> sum = 0;
    run([&](asyncir_worker *worker) { return fan_out(&sum, 100).launch(worker); });
    CHECK_EQUAL(sum.load(), 100);
  }
}

TEST(a_bad_number_of_workers_is_refused_with_a_reason) {
  CHECK(asyncir_runtime_start(-1) != 0);
  CHECK(std::strstr(asyncir_runtime_start_error(), "-1") != nullptr);
  CHECK(asyncir_runtime_start(1025) != 0);
  CHECK(std::strstr(asyncir_runtime_start_error(), "1025") != nullptr);
  CHECK_EQUAL(asyncir_runtime_start(2), 0);
  CHECK_EQUAL(std::strlen(asyncir_runtime_start_error()), 0);
}

TEST(a_bad_environment_is_refused_with_a_reason) {
  for (const char *text : {"0", "-3", "two", "", "1025", "1 ", " 1", "+1", "1e3", "99999999999999999999"}) {
    setenv("ASYNCIR_NUM_THREADS", text, 1);
    CHECK(asyncir_runtime_start(0) != 0);
    CHECK(std::strstr(asyncir_runtime_start_error(), "ASYNCIR_NUM_THREADS") != nullptr);
  }
  setenv("ASYNCIR_NUM_THREADS", "3", 1);
  CHECK_EQUAL(asyncir_runtime_start(0), 0);
  CHECK_EQUAL(asyncir_runtime_worker_count(), 3);
  unsetenv("ASYNCIR_NUM_THREADS");
  setenv("ASYNCIR_STACK_MB", "lots", 1);
  CHECK(asyncir_runtime_start(2) != 0);
  unsetenv("ASYNCIR_STACK_MB");
}

/// Frames of plain functions that need more than the usual eight megabytes together.
long deep(long depth) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(depth);
  return depth == 0 ? 0 : 1 + deep(depth - 1) + (frame[0] & 0);
}

Coroutine recurse(long depth) {
  CHECK_EQUAL(deep(depth), depth);
  co_return;
}

TEST(a_worker_has_a_deep_stack) {
  const Token done = recurse(harness::sanitized ? 5000 : 30000).launch(nullptr); // a thread that waited might run it
  asyncir_runtime_wait_idle();
  CHECK(asyncir_task_is_done(done.get()));
}

} // namespace
