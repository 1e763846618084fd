// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Runs that are cancelled: while their tasks are queued, wait, launch, or have ended; others that go on meanwhile.
#include "coroutine.hpp"
#include "harness.hpp"
#include "runs.hpp"

#include "asyncir/operations.h"

#include <atomic>
#include <cstring>
#include <functional>
#include <random>
#include <thread>
#include <vector>

namespace {

/// The same on a thread of its own, to be cancelled meanwhile.
class Background {
public:
  explicit Background(std::function<Token(asyncir_worker *)> start) : run(asyncir_run_open()) {
    thread_ = std::thread([this, start = std::move(start)] {
      asyncir_call_options options{INT64_MAX, nullptr, 0, run};
      result_ = call(start, options);
      asyncir_run_close(run);
    });
  }
  Token join() {
    thread_.join();
    return std::move(result_);
  }
  const uint32_t run;

private:
  Token result_;
  std::thread thread_;
};

Coroutine count_up(std::atomic<long> *counter) {
  const Coroutine::promise_type &self = co_await Started{};
  if (self.failure == nullptr)
    counter->fetch_add(1);
}

/// Launches for ever, and looks in each turn.
Coroutine launch_for_ever(std::atomic<long> *counter) {
  Coroutine::promise_type &self = co_await Started{};
  Token last;
  while (self.failure == nullptr) {
    last = count_up(counter).launch(self.worker());
    self.failure = asyncir_check(self.worker(), "loop");
  }
}

/// `count` tasks that wait for one token that nobody sets, which belongs to this run.
Coroutine wait_for_own_token(long count, std::atomic<long> *begun) {
  Coroutine::promise_type &self = co_await Started{};
  if (self.failure != nullptr)
    co_return;
  const Token never(asyncir_task_create(0, 1, 0));
  std::vector<Token> tokens;
  for (long i = 0; i < count; ++i)
    tokens.push_back(wait_for(never, begun).launch(self.worker()));
  for (const Token &token : tokens)
    if (!co_await Checked{token.get(), self})
      break;
}

/// What is launched and not awaited may still count when the call is over.
struct Counter : std::atomic<long> {
  ~Counter() { asyncir_runtime_wait_idle(); }
};

void wait_until(const std::atomic<long> &value, long least) {
  while (value.load() < least)
    std::this_thread::yield();
}

TEST(what_is_queued_does_not_start) {
  Counter counter{};
  Background it([&](asyncir_worker *worker) { return launch_for_ever(&counter).launch(worker); });
  // On one worker what is launched is queued, and starts when the launching task has ended.
  if (asyncir_runtime_worker_count() > 1)
    wait_until(counter, 1);
  CHECK(asyncir_cancel(it.run, false));
  CHECK(has_code(it.join(), "R107"));
}

TEST(a_deadline_that_is_over_lets_nothing_begin) {
  Counter counter{};
  const Token token = call([&](asyncir_worker *worker) { return count_up(&counter).launch(worker); }, 0);
  CHECK(has_code(token, "R108"));
  CHECK_EQUAL(counter.load(), 0);
}

PARALLEL_TEST(a_deadline_ends_a_loop_that_launches) {
  Counter counter{};
  const int64_t deadline = asyncir_clock() + 2'000'000;
  CHECK(has_code(call([&](asyncir_worker *worker) { return launch_for_ever(&counter).launch(worker); }, deadline), "R108"));
  CHECK(asyncir_clock() >= deadline);
}

TEST(who_waits_is_asked_whether_to_go_on) {
  static std::atomic<int> asked;
  asked = 0;
  Counter counter{};
  asyncir_call_options options{INT64_MAX, [] { return ++asked == 3; }, 100'000, 0};
  const Token token = call([&](asyncir_worker *worker) { return launch_for_ever(&counter).launch(worker); }, options);
  asyncir_run_close(options.run);
  CHECK(has_code(token, "R107"));
  CHECK_EQUAL(asked.load(), 3);
}

TEST(tasks_that_wait_for_a_token_of_their_run_end) {
  const long count = harness::sanitized ? 500 : 10000;
  Counter begun{};
  // Before the cancellation nothing is left to run, which would be a deadlock. An operation keeps it from being one.
  asyncir_operation_begin();
  Background it([&](asyncir_worker *worker) { return wait_for_own_token(count, &begun).launch(worker); });
  wait_until(begun, count / 2);
  CHECK(asyncir_cancel(it.run, false));
  asyncir_operation_end();
  const Token token = it.join();
  CHECK(has_code(token, "R107"));
}

/// A token of nobody's: cancelled runs leave it alone.
TEST(waits_for_a_foreign_token_end_and_the_token_lives_on) {
  asyncir_operation_begin();
  const Token gate(asyncir_task_create(0, 1, 0));
  Counter begun{};
  Background cancelled([&](asyncir_worker *worker) { return wait_for(gate, &begun).launch(worker); });
  Background other([&](asyncir_worker *worker) { return wait_for(gate, &begun).launch(worker); });
  wait_until(begun, 2);
  CHECK(asyncir_cancel(cancelled.run, false));
  CHECK(has_code(cancelled.join(), "R107"));
  CHECK(!asyncir_task_is_done(gate.get()));
  asyncir_task_set(gate.get(), nullptr, nullptr, 0);
  CHECK(has_code(other.join(), ""));
  asyncir_operation_end();
}

TEST(a_foreign_token_may_go_with_waits_that_have_ended) {
  asyncir_operation_begin();
  Token gate(asyncir_task_create(0, 1, 0));
  Counter begun{};
  Background it([&](asyncir_worker *worker) { return wait_for(gate, &begun).launch(worker); });
  wait_until(begun, 1);
  asyncir_cancel(it.run, false);
  it.join();
  asyncir_task_release(gate.get(), 1); // that of whoever would set it
  gate = Token();
  asyncir_operation_end();
}

Coroutine wait_for_group(int64_t size, long members, std::atomic<long> *begun) {
  Coroutine::promise_type &self = co_await Started{};
  const Token group(asyncir_group_create(size, "", self.worker()));
  for (long i = 0; i < members; ++i) {
    const Token member = count_up(begun).launch(self.worker());
    asyncir_group_add(group.get(), member.get(), self.worker());
  }
  begun->fetch_add(1);
  co_await Checked{group.get(), self};
}

TEST(a_group_that_lacks_members_ends) {
  asyncir_operation_begin();
  Counter begun{};
  Background it([&](asyncir_worker *worker) { return wait_for_group(3, 2, &begun).launch(worker); });
  wait_until(begun, 3);
  CHECK(asyncir_cancel(it.run, false));
  CHECK(has_code(it.join(), "R107"));
  asyncir_operation_end();
}

Coroutine sleep_long(std::atomic<long> *begun) {
  Coroutine::promise_type &self = co_await Started{};
  const Token timer(asyncir_operation_create(sizeof(asyncir_task), 16, 1));
  asyncir_operation_sleep(timer.get(), INT64_MAX);
  begun->fetch_add(1);
  co_await Checked{timer.get(), self};
}

PARALLEL_TEST(a_timer_ends) {
  Counter begun{};
  Background it([&](asyncir_worker *worker) { return sleep_long(&begun).launch(worker); });
  wait_until(begun, 1);
  CHECK(asyncir_cancel(it.run, false));
  CHECK(has_code(it.join(), "R107"));
}

Coroutine run_process(std::atomic<long> *begun) {
  Coroutine::promise_type &self = co_await Started{};
  constexpr std::int64_t size = sizeof(asyncir_task) + 16;
  const Token process(asyncir_operation_create(size, 16, 1));
  static const char *const arguments[] = {"sleep", "1000", nullptr};
  const asyncir_process what{arguments, nullptr, 0, nullptr, 0, -1, -1};
  auto *status = reinterpret_cast<std::int32_t *>(process.get() + 1);
  asyncir_operation_process(process.get(), &what, status, nullptr, "process");
  begun->fetch_add(1);
  co_await Checked{process.get(), self};
}

TEST(a_process_is_ended) {
  Counter begun{};
  Background it([&](asyncir_worker *worker) { return run_process(&begun).launch(worker); });
  wait_until(begun, 1);
  CHECK(asyncir_cancel(it.run, false));
  CHECK(has_code(it.join(), "R107"));
}

TEST(another_run_goes_on) {
  Counter counter{};
  Background cancelled([&](asyncir_worker *worker) { return launch_for_ever(&counter).launch(worker); });
  CHECK(asyncir_cancel(cancelled.run, false));
  const Token other = call([&](asyncir_worker *worker) { return wait_for_group(2, 2, &counter).launch(worker); });
  CHECK(has_code(other, ""));
  CHECK(has_code(cancelled.join(), "R107"));
}

TEST(cancelling_twice_or_too_late_does_nothing) {
  Counter counter{};
  asyncir_call_options options{INT64_MAX, nullptr, 0, asyncir_run_open()};
  CHECK(has_code(call([&](asyncir_worker *worker) { return count_up(&counter).launch(worker); }, options), ""));
  CHECK(asyncir_cancel(options.run, false)); // the call is over, the run is still open
  CHECK(!asyncir_cancel(options.run, false));
  asyncir_run_close(options.run);
  asyncir_runtime_wait_idle();
  CHECK(!asyncir_cancel(options.run, false));
  CHECK(!asyncir_cancel(0, false));
  CHECK_EQUAL(counter.load(), 1);
}

TEST(a_run_within_a_run_is_cancelled_with_it) {
  asyncir_call_options outer{INT64_MAX, nullptr, 0, 0};
  asyncir_call(
      [](void *context) -> asyncir_error * {
        const uint32_t before = asyncir_run_open();
        CHECK(asyncir_cancel(*static_cast<uint32_t *>(context), false));
        const uint32_t behind = asyncir_run_open();
        for (const uint32_t inner : {before, behind}) {
          CHECK(!asyncir_cancel(inner, false)); // it is already
          asyncir_run_close(inner);
        }
        return nullptr;
      },
      &outer.run, &outer);
  asyncir_run_close(outer.run);
}

/// A tree of tasks that launch, wait for each other, for tokens and timers.
Coroutine tree(unsigned long seed, int depth, std::atomic<long> *begun) {
  Coroutine::promise_type &self = co_await Started{};
  std::minstd_rand random(static_cast<unsigned>(seed));
  begun->fetch_add(1);
  std::vector<Token> children;
  for (unsigned i = 0; depth > 0 && i < 1 + random() % 4 && self.failure == nullptr; ++i) {
    children.push_back(tree(random(), depth - 1, begun).launch(self.worker()));
    self.failure = asyncir_check(self.worker(), "loop");
  }
  if (depth == 0 && self.failure == nullptr && random() % 4 == 0) {
    const Token timer(asyncir_operation_create(sizeof(asyncir_task), 16, 1));
    asyncir_operation_sleep(timer.get(), static_cast<int64_t>(random() % 1'000'000));
    co_await Checked{timer.get(), self};
  }
  for (const Token &child : children)
    if (self.failure != nullptr || !co_await Checked{child.get(), self})
      break;
}

TEST(random_trees_are_cancelled_at_any_time) {
  std::minstd_rand random(static_cast<unsigned>(harness::seed()));
  for (int turn = 0; turn < (harness::sanitized ? 30 : 150); ++turn) {
    std::atomic<long> begun = 0;
    const unsigned long seed = random();
    const long when = static_cast<long>(random() % 60);
    Background it([&](asyncir_worker *worker) { return tree(seed, 5, &begun).launch(worker); });
    Background other([&](asyncir_worker *worker) { return tree(seed, 3, &begun).launch(worker); });
    for (long i = 0; i < 1000 && begun.load() < when; ++i)
      std::this_thread::yield();
    asyncir_cancel(it.run, turn % 2 == 0);
    const Token token = it.join();
    CHECK(has_code(token, "") || has_code(token, turn % 2 == 0 ? "R108" : "R107"));
    CHECK(has_code(other.join(), ""));
    asyncir_runtime_wait_idle(); // a task that is cancelled may leave children behind that still count themselves
  }
}

uint32_t open_within(uint32_t run) {
  const uint32_t before = asyncir_run_select(run);
  const uint32_t opened = asyncir_run_open();
  asyncir_run_select(before);
  return opened;
}

bool is_cancelled(uint32_t run) {
  const uint32_t before = asyncir_run_select(run);
  asyncir_error *error = asyncir_check(nullptr, "here");
  asyncir_run_select(before);
  asyncir_error_release(error);
  return error != nullptr;
}

TEST(a_run_outlives_the_one_that_it_was_opened_in) {
  const uint32_t outer = asyncir_run_open();
  const uint32_t middle = open_within(outer);
  const uint32_t inner = open_within(middle);
  asyncir_run_close(middle);
  uint32_t again = asyncir_run_open();
  while (again != middle) { // numbers come again
    asyncir_run_close(again);
    again = asyncir_run_open();
  }
  CHECK(asyncir_cancel(again, false));
  CHECK(!is_cancelled(inner));
  CHECK(asyncir_cancel(outer, false));
  CHECK(is_cancelled(inner));
  for (const uint32_t run : {again, inner, outer})
    asyncir_run_close(run);
}

} // namespace
