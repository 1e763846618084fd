// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "coroutine.hpp"
#include "harness.hpp"

#include <atomic>
#include <thread>
#include <vector>

namespace {

Coroutine add(std::atomic<long> *sum, long value) {
  sum->fetch_add(value);
  co_return;
}

Coroutine wait_for(Token token, std::atomic<long> *sum) {
  co_await Awaited{token.get()};
  sum->fetch_add(1);
}

Coroutine spawn_and_await(std::atomic<long> *sum, long count) {
  Coroutine::promise_type &self = co_await Self{};
  std::vector<Token> tokens;
  for (long i = 0; i < count; ++i)
    tokens.push_back(add(sum, i).launch(self.worker()));
  for (const Token &token : tokens)
    co_await Awaited{token.get()};
  CHECK_EQUAL(sum->load(), count * (count - 1) / 2);
}

TEST(spawn_and_await) {
  std::atomic<long> sum = 0;
  const Token token = run([&](asyncir_worker *worker) { return spawn_and_await(&sum, 1000).launch(worker); });
  CHECK(asyncir_task_is_done(token.get()));
  CHECK(asyncir_task_error(token.get()) == nullptr);
}

TEST(a_null_task_is_ready) {
  CHECK(asyncir_task_is_done(nullptr));
  CHECK(asyncir_task_error(nullptr) == nullptr);
  CHECK(asyncir_task_block(nullptr));
  asyncir_task_retain(nullptr, 1);
  asyncir_task_release(nullptr, 1);
  std::atomic<long> sum = 0;
  run([&](asyncir_worker *worker) { return wait_for(Token(), &sum).launch(worker); });
  CHECK_EQUAL(sum.load(), 1);
  const Token nothing = run([](asyncir_worker *) { return Token(); });
  CHECK(nothing.get() == nullptr);
}

Coroutine many_waiters(std::atomic<long> *sum, long count) {
  Coroutine::promise_type &self = co_await Self{};
  const Token gate(asyncir_task_create(0, 1, 0));
  std::vector<Token> waiting;
  for (long i = 0; i < count; ++i)
    waiting.push_back(wait_for(gate, sum).launch(self.worker()));
  asyncir_task_set(gate.get(), nullptr, self.worker(), 0);
  for (const Token &token : waiting)
    co_await Awaited{token.get()};
}

TEST(ten_thousand_waiters_on_one_pending_token) {
  std::atomic<long> sum = 0;
  run([&](asyncir_worker *worker) { return many_waiters(&sum, 10000).launch(worker); });
  CHECK_EQUAL(sum.load(), 10000);
}

Coroutine await_twice(Token token, std::atomic<long> *sum) {
  co_await Awaited{token.get()};
  co_await Awaited{token.get()};
  sum->fetch_add(1);
}

Coroutine await_one_token_twice(std::atomic<long> *sum) {
  Coroutine::promise_type &self = co_await Self{};
  const Token gate(asyncir_task_create(0, 1, 0));
  const Token waiting = await_twice(gate, sum).launch(self.worker());
  asyncir_task_set(gate.get(), nullptr, self.worker(), 0);
  co_await Awaited{waiting.get()};
}

TEST(the_same_token_awaited_twice) {
  std::atomic<long> sum = 0;
  run([&](asyncir_worker *worker) { return await_one_token_twice(&sum).launch(worker); });
  CHECK_EQUAL(sum.load(), 1);
}

Coroutine chain(long length, std::atomic<long> *sum) {
  Coroutine::promise_type &self = co_await Self{};
  const Token gate(asyncir_task_create(0, 1, 0));
  Token last = gate;
  for (long i = 0; i < length; ++i)
    last = wait_for(last, sum).launch(self.worker());
  asyncir_task_set(gate.get(), nullptr, self.worker(), 0);
  co_await Awaited{last.get()};
}

TEST(a_chain_of_dependent_tasks_needs_no_stack) {
  const long length = harness::sanitized ? 20000 : 100000;
  std::atomic<long> sum = 0;
  run([&](asyncir_worker *worker) { return chain(length, &sum).launch(worker); });
  CHECK_EQUAL(sum.load(), length);
}

Coroutine hold(Token) { co_return; }

Coroutine nest(long depth) {
  Coroutine::promise_type &self = co_await Self{};
  // Each frame holds the only reference to the one before: dropping the last destroys them all.
  Token last;
  for (long i = 0; i < depth; ++i)
    last = hold(last).launch(self.worker());
  co_await Awaited{last.get()};
}

TEST(a_chain_of_last_references_needs_no_stack) {
  run([](asyncir_worker *worker) { return nest(harness::sanitized ? 20000 : 100000).launch(worker); });
}

Coroutine await_ready_often(long times) {
  const Token ready(asyncir_task_create(0, 1, 0));
  asyncir_task_set(ready.get(), nullptr, asyncir_worker_current(), 0);
  for (long i = 0; i < times; ++i)
    co_await Awaited{ready.get()};
}

TEST(awaiting_a_ready_token_often_needs_no_stack) {
  run([](asyncir_worker *worker) { return await_ready_often(1000000).launch(worker); });
}

Coroutine fill(asyncir_task *value, double *payload) {
  *payload = 42.0;
  asyncir_task_set(value, nullptr, asyncir_worker_current(), 0);
  co_return;
}

TEST(a_created_value_has_an_aligned_payload) {
  for (const std::int64_t alignment : {1, 8, 16, 64, 4096}) {
    const Token value(asyncir_task_create(64, alignment, 0));
    auto *payload = static_cast<double *>(asyncir_task_payload(value.get(), alignment));
    CHECK_EQUAL(reinterpret_cast<std::uintptr_t>(payload) % static_cast<std::uintptr_t>(alignment), 0);
    CHECK(reinterpret_cast<asyncir_task **>(payload)[-1] == value.get());
    fill(value.get(), payload).launch(nullptr);
    CHECK(asyncir_task_block(value.get()));
    CHECK(*payload == 42.0);
  }
}

Coroutine never_awaited(std::atomic<long> *sum) {
  sum->fetch_add(1);
  co_return;
}

TEST(stop_waits_for_tasks_that_nobody_awaits) {
  std::atomic<long> sum = 0;
  for (int i = 0; i < 100; ++i)
    never_awaited(&sum).launch(nullptr);
  asyncir_runtime_stop();
  CHECK_EQUAL(sum.load(), 100);
}

Coroutine count_resumes(std::atomic<long> *sum, const Token &gate) {
  Coroutine::promise_type &self = co_await Self{};
  for (int i = 0; i < 3; ++i) {
    struct Suspend {
      asyncir_task *task, *gate;
      int turn;
      bool await_ready() const { return false; }
      void await_suspend(Coroutine::Handle handle) const {
        if (turn == 0)
          asyncir_handle_resume(handle.address(), task->worker);
        else
          asyncir_handle_await_and_resume(gate, handle.address());
      }
      void await_resume() const {}
    };
    co_await Suspend{self.task(), i == 1 ? nullptr : gate.get(), i};
    self.task()->worker = asyncir_worker_current(); // a raw resume sets no header
    sum->fetch_add(1);
  }
}

Coroutine resume_raw_handles(std::atomic<long> *sum) {
  Coroutine::promise_type &self = co_await Self{};
  const Token gate(asyncir_task_create(0, 1, 0));
  const Token counting = count_resumes(sum, gate).launch(self.worker());
  asyncir_task_set(gate.get(), nullptr, self.worker(), 0);
  co_await Awaited{counting.get()};
}

TEST(raw_handles_are_resumed_and_await) {
  std::atomic<long> sum = 0;
  run([&](asyncir_worker *worker) { return resume_raw_handles(&sum).launch(worker); });
  CHECK_EQUAL(sum.load(), 3);
}

TEST(started_tasks_are_counted) {
  asyncir_counts before, after;
  asyncir_runtime_wait_idle();
  asyncir_runtime_counts(&before);
  std::atomic<long> sum = 0;
  run([&](asyncir_worker *worker) { return spawn_and_await(&sum, 10).launch(worker); });
  asyncir_runtime_wait_idle();
  asyncir_runtime_counts(&after);
  // The ten, the one that spawns, and perhaps its resumes.
  CHECK(after.started - before.started >= 11);
}

/// Until whoever launched it has gone on, which on this thread it cannot.
Coroutine computes_until(const std::atomic<int> &round, int number) {
  while (round.load(std::memory_order_relaxed) < number)
    std::this_thread::yield();
  co_return;
}

Coroutine goes_on_elsewhere(std::atomic<int> &round, int rounds) {
  for (int number = 1; number <= rounds; ++number) {
    const Token child = computes_until(round, number).token;
    co_await Forked{child.get()};
    round.store(number, std::memory_order_relaxed);
    co_await Awaited{child.get()};
  }
}

PARALLEL_TEST(a_task_goes_on_elsewhere_while_what_it_launched_computes) {
  if (asyncir_runtime_worker_count() == 1)
    return;
  std::atomic<int> round = 0;
  const int rounds = harness::sanitized ? 100 : 1000;
  run([&](asyncir_worker *worker) { return goes_on_elsewhere(round, rounds).launch(worker); });
  CHECK_EQUAL(round.load(), rounds);
}

} // namespace
