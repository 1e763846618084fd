// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A created token is set by one thread while others let go of it, wait for it, or end it because its run is cancelled: it is
/// completed once, freed once, and whoever sets it does not look at it once it may be gone.
#include "coroutine.hpp"
#include "harness.hpp"

#include <atomic>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

namespace {

constexpr long rounds = harness::sanitized ? 300 : 5000;

/// A thread that does what it is told while the test does something else.
class Other {
public:
  Other() : thread_([this] { serve(); }) {}
  ~Other() {
    stop_ = true;
    thread_.join();
  }
  void begin(std::function<void()> step) {
    step_ = std::move(step);
    busy_ = true;
  }
  void wait() const {
    while (busy_)
      std::this_thread::yield();
  }

private:
  void serve() {
    while (!stop_) {
      if (!busy_) {
        std::this_thread::yield();
        continue;
      }
      step_();
      busy_ = false;
    }
  }
  std::function<void()> step_;
  std::atomic<bool> busy_ = false, stop_ = false;
  std::thread thread_;
};

std::int64_t alive() {
  asyncir_counts counts;
  asyncir_runtime_counts(&counts);
  return counts.tasks;
}

/// Mostly while it is being set, and also right after others can see that it is.
TEST(the_last_reference_may_go_while_a_token_is_being_set) {
  Other other;
  for (long round = 0; round < rounds; ++round) {
    asyncir_task *task = asyncir_task_create(round % 2 * 8, 8, 1);
    other.begin([task] { CHECK(asyncir_task_set(task, nullptr, nullptr, 1)); });
    while (round % 3 == 0 && !asyncir_task_is_done(task))
      std::this_thread::yield();
    asyncir_task_release(task, 1);
    other.wait();
    CHECK_EQUAL(alive(), 0);
  }
}

Coroutine read(asyncir_task *value, std::atomic<long> *sum) {
  const Token owned(value);
  CHECK(co_await Awaited{value} == nullptr);
  *sum += *static_cast<const long *>(asyncir_task_payload(value, 8));
}

void add_up(void *sum, asyncir_task *value) {
  *static_cast<std::atomic<long> *>(sum) += *static_cast<const long *>(asyncir_task_payload(value, 8));
}

Coroutine wait_for_all(std::vector<Token> tasks) {
  for (const Token &task : tasks)
    co_await Awaited{task.get()};
}

/// Tasks and callbacks, none of them, one or several: each has a reference of its own, and mostly one of them has the last.
TEST(who_waits_may_free_what_is_still_being_set) {
  for (long round = 0; round < rounds / 10; ++round) {
    const long tasks = round % 3, callbacks = round / 3 % 3;
    std::atomic<long> sum = 0;
    asyncir_task *value = asyncir_task_create(8, 8, static_cast<std::uint32_t>(tasks));
    std::vector<Token> launched;
    for (long i = 0; i < tasks; ++i)
      launched.push_back(read(value, &sum).launch(nullptr));
    for (long i = 0; i < callbacks; ++i)
      asyncir_task_on_done(value, add_up, &sum);
    *static_cast<long *>(asyncir_task_payload(value, 8)) = round;
    CHECK(asyncir_task_set(value, nullptr, nullptr, 1));
    run([&](asyncir_worker *worker) { return wait_for_all(std::move(launched)).launch(worker); });
    asyncir_runtime_wait_idle();
    CHECK_EQUAL(sum.load(), round * (tasks + callbacks));
    CHECK_EQUAL(alive(), 0);
  }
}

/// A group has no reference to its members, but asks each one how it has ended.
TEST(a_group_looks_at_a_member_that_nobody_else_has) {
  for (const bool fails : {false, true}) {
    const Token group(new_group(1));
    asyncir_task *member = asyncir_task_create(0, 1, 0);
    CHECK_EQUAL(add_to_group(group.get(), member), 0);
    asyncir_error *error = fails ? asyncir_error_create("R105", "set to an error", "", nullptr) : nullptr;
    CHECK(asyncir_task_set(member, error, nullptr, 1));
    CHECK(asyncir_task_is_done(group.get()));
    CHECK((asyncir_task_error(group.get()) != nullptr) == fails);
  }
}

TEST(what_was_set_before_keeps_all_references) {
  for (const bool fails : {false, true}) {
    const Token token(asyncir_task_create(0, 1, 3));
    CHECK_EQUAL(token.get()->references, 5);
    CHECK(asyncir_task_set(token.get(), nullptr, nullptr, 1));
    CHECK_EQUAL(token.get()->references, 3);
    asyncir_error *error = fails ? asyncir_error_create("R105", "set to an error", "", nullptr) : nullptr;
    CHECK(!asyncir_task_set(token.get(), error, nullptr, 1));
    CHECK_EQUAL(token.get()->references, 3);
    CHECK(asyncir_task_error(token.get()) == nullptr);
    asyncir_task_release(token.get(), 2);
  }
  CHECK(!asyncir_task_set(nullptr, nullptr, nullptr, 0)); // the token that is ready always
}

Coroutine meet(Token token, std::atomic<long> *met) {
  const asyncir_error *error = co_await Awaited{token.get()};
  *met += error == nullptr ? 1 : 1'000'000;
}

/// Either it is set, or it fails because its run is cancelled; and who was too late has changed nothing.
PARALLEL_TEST(a_token_is_set_or_ended_by_a_cancellation) {
  Other other;
  for (long round = 0; round < rounds / 10; ++round) {
    std::atomic<long> met = 0;
    const uint32_t number = asyncir_run_open();
    asyncir_run_select(number);
    const Token token(asyncir_task_create(0, 1, 1));
    Token task = meet(token, &met).launch(nullptr);
    asyncir_run_select(0);
    while (round % 2 == 0 && std::atomic_ref(token.get()->state).load() == 0)
      std::this_thread::yield();
    other.begin([number] { CHECK(asyncir_cancel(number, false)); });
    if (round % 5 == 0)
      std::this_thread::yield();
    const bool is_set = asyncir_task_set(token.get(), nullptr, nullptr, 1);
    if (!is_set)
      asyncir_task_release(token.get(), 1);
    other.wait();
    run([&](asyncir_worker *) { return std::move(task); });
    asyncir_run_close(number);
    CHECK_EQUAL(met.load(), is_set ? 1 : 1'000'000);
    asyncir_runtime_wait_idle();
    CHECK_EQUAL(token.get()->references, 1);
  }
}

} // namespace
