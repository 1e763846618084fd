// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "coroutine.hpp"
#include "harness.hpp"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace {

Coroutine add_one(std::atomic<long> *sum) {
  sum->fetch_add(1);
  co_return;
}

Coroutine fail(const char *message) {
  Coroutine::promise_type &self = co_await Self{};
  self.failure = asyncir_error_create("T1", message, "here", nullptr);
}

/// As compiled code does it: an error of what is awaited becomes the cause of the waiting task's own.
Coroutine pass_on(Token awaited, const char *message) {
  Coroutine::promise_type &self = co_await Self{};
  if (asyncir_error *cause = co_await Awaited{awaited.get()})
    self.failure = asyncir_error_create("T2", message, "there", asyncir_error_retain(cause));
}

Coroutine await_group(std::atomic<long> *sum, long size) {
  Coroutine::promise_type &self = co_await Self{};
  const Token group(new_group(size));
  for (long i = 0; i < size; ++i)
    CHECK_EQUAL(add_to_group(group.get(), add_one(sum).launch(self.worker()).get()), i);
  co_await Awaited{group.get()};
  CHECK_EQUAL(sum->load(), size);
}

TEST(a_group_completes_when_all_members_have) {
  for (const long size : {0, 1, 2, 1000}) {
    std::atomic<long> sum = 0;
    const Token token = run([&](asyncir_worker *worker) { return await_group(&sum, size).launch(worker); });
    CHECK(asyncir_task_error(token.get()) == nullptr);
  }
}

TEST(members_may_be_ready_when_they_are_added) {
  const Token group(new_group(3));
  for (int i = 0; i < 3; ++i)
    CHECK_EQUAL(add_to_group(group.get(), nullptr), i);
  CHECK(asyncir_task_is_done(group.get()));
}

TEST(too_many_members_are_refused) {
  const Token group(new_group(1));
  CHECK_EQUAL(add_to_group(group.get(), nullptr), 0);
  CHECK_EQUAL(add_to_group(group.get(), nullptr), -1);
  CHECK_EQUAL(add_to_group(group.get(), nullptr), -1);
}

TEST(a_negative_size_is_an_error) {
  const Token group(new_group(-2));
  CHECK(asyncir_task_is_done(group.get()));
  CHECK(std::strcmp(asyncir_error_code(asyncir_task_error(group.get())), "R013") == 0);
}

TEST(a_group_has_the_error_of_its_failed_member_of_lowest_rank) {
  const Token group(new_group(4));
  const Token first(asyncir_task_create(0, 1, 0)), second(asyncir_task_create(0, 1, 0));
  add_to_group(group.get(), nullptr);
  add_to_group(group.get(), first.get());
  add_to_group(group.get(), second.get());
  add_to_group(group.get(), nullptr);
  asyncir_task_set(second.get(), asyncir_error_create("T1", "second", "", nullptr), nullptr, 0);
  CHECK(!asyncir_task_is_done(group.get()));
  asyncir_task_set(first.get(), asyncir_error_create("T1", "first", "", nullptr), nullptr, 0);
  CHECK(asyncir_task_is_done(group.get()));
  CHECK(std::strcmp(asyncir_error_message(asyncir_task_error(group.get())), "first") == 0);
}

TEST(a_group_that_lacks_members_is_a_deadlock_with_an_error) {
  const Token group(new_group(3, "here.mlir:1:2"));
  std::atomic<long> sum = 0;
  add_to_group(group.get(), add_one(&sum).launch(nullptr).get());
  bool deadlock = false;
  const Token token =
      run([&](asyncir_worker *worker) { return pass_on(group, "outer").launch(worker); }, &deadlock);
  CHECK(deadlock);
  const asyncir_error *error = asyncir_task_error(token.get());
  CHECK(error != nullptr);
  CHECK(std::strcmp(asyncir_error_message(error), "outer") == 0);
  const asyncir_error *cause = asyncir_error_cause(error);
  CHECK(std::strcmp(asyncir_error_code(cause), "R104") == 0);
  CHECK(std::strcmp(asyncir_error_message(cause),
                    "deadlock: a group of size 3 is awaited, but only 1 member was added") == 0);
  CHECK(std::strcmp(asyncir_error_location(cause), "here.mlir:1:2") == 0);
}

Coroutine await_then_add_error(Token group) {
  Coroutine::promise_type &self = co_await Self{};
  if (asyncir_error *cause = co_await Awaited{group.get()})
    self.failure = asyncir_error_create("T2", "member", "", asyncir_error_retain(cause));
}

TEST(a_member_that_awaits_its_own_group_is_a_deadlock) {
  Token group(new_group(1, "here.mlir:5:6"));
  const Token member = await_then_add_error(group).launch(nullptr);
  add_to_group(group.get(), member.get());
  CHECK(!asyncir_task_block(group.get()));
  CHECK(std::strcmp(asyncir_error_code(asyncir_task_error(group.get())), "R104") == 0);
  CHECK(std::strcmp(asyncir_error_location(asyncir_task_error(group.get())), "here.mlir:5:6") == 0);
  CHECK(asyncir_task_block(member.get()));
}

TEST(a_token_that_nobody_sets_is_a_deadlock) {
  const Token token(asyncir_task_create(0, 1, 0));
  CHECK(!asyncir_task_block(token.get()));
  CHECK(std::strcmp(asyncir_error_code(asyncir_task_error(token.get())), "R104") == 0);
}

TEST(a_deadlock_without_anything_to_fail_is_reported) {
  // A task that the runtime knows nothing of, as a coroutine that was created and never queued.
  // Static, for frames hold references to it until a moment after their tasks are complete.
  static asyncir_task forgotten;
  asyncir_task_init(&forgotten, nullptr, 3);
  forgotten.destroy = [](asyncir_task *) {};
  bool deadlock = false;
  const Token token = run(
      [&](asyncir_worker *worker) { return pass_on(Token(&forgotten), "outer").launch(worker); }, &deadlock);
  CHECK(deadlock);
  CHECK(!asyncir_task_is_done(token.get()));
  CHECK(!asyncir_task_block(token.get()));
  // The same program goes on when the task is completed after all.
  asyncir_operation_begin();
  asyncir_task_finish(&forgotten, nullptr, nullptr);
  CHECK(asyncir_task_block(token.get()));
  asyncir_operation_end();
}

TEST(a_failed_member_does_not_wait_for_ever_for_the_others) {
  const Token group(new_group(2));
  const Token bad = fail("bad").launch(nullptr);
  add_to_group(group.get(), bad.get());
  const Token outer = pass_on(bad, "after bad").launch(nullptr);
  add_to_group(group.get(), outer.get());
  CHECK(asyncir_task_block(group.get()));
  CHECK(std::strcmp(asyncir_error_message(asyncir_task_error(group.get())), "bad") == 0);
}

Coroutine chain_of_errors(long length) {
  Coroutine::promise_type &self = co_await Self{};
  Token last = fail("root").launch(self.worker());
  for (long i = 0; i < length; ++i)
    last = pass_on(last, "link").launch(self.worker());
  asyncir_error *error = co_await Awaited{last.get()};
  self.failure = asyncir_error_retain(error);
}

TEST(a_chain_of_causes_needs_no_stack) {
  const long length = harness::sanitized ? 20000 : 100000;
  const Token token = run([&](asyncir_worker *worker) { return chain_of_errors(length).launch(worker); });
  long causes = 0;
  const asyncir_error *root = nullptr;
  for (const asyncir_error *e = asyncir_task_error(token.get()); e != nullptr; e = asyncir_error_cause(e), ++causes)
    root = e;
  CHECK_EQUAL(causes, length + 1);
  CHECK(std::strcmp(asyncir_error_message(root), "root") == 0);
  CHECK(std::strcmp(asyncir_error_location(root), "here") == 0);
}

bool stop_waiting;

Coroutine wait_for_one_thing_after_another() {
  while (!stop_waiting) {
    const Token never(asyncir_task_create(0, 1, 0));
    co_await Awaited{never.get()};
  }
}

TEST(a_program_that_goes_from_deadlock_to_deadlock_is_reported) {
  bool deadlock = false;
  stop_waiting = false;
  const Token token = run(
      [](asyncir_worker *worker) { return wait_for_one_thing_after_another().launch(worker); }, &deadlock);
  CHECK(deadlock);
  CHECK(!asyncir_task_is_done(token.get()));
  stop_waiting = true;
  CHECK(asyncir_runtime_end_stuck(nullptr));
  CHECK(asyncir_task_is_done(token.get()));
}

TEST(tasks_that_nobody_awaits_and_that_are_stuck_are_ended) {
  const Token group(new_group(1, "here.mlir:3:4"));
  const Token stuck = pass_on(group, "outer").launch(nullptr);
  asyncir_error *why = nullptr;
  CHECK(asyncir_runtime_end_stuck(&why));
  CHECK(std::strcmp(asyncir_error_code(why), "R104") == 0);
  CHECK(std::strcmp(asyncir_error_location(why), "here.mlir:3:4") == 0);
  asyncir_error_release(why);
  why = nullptr;
  CHECK(!asyncir_runtime_end_stuck(&why));
  CHECK(why == nullptr);
  CHECK(asyncir_task_is_done(stuck.get()));
  CHECK(std::strcmp(asyncir_error_message(asyncir_task_error(stuck.get())), "outer") == 0);
}

TEST(setting_a_token_twice_is_refused) {
  const Token token(asyncir_task_create(0, 1, 0));
  CHECK(asyncir_task_set(token.get(), nullptr, nullptr, 0));
  CHECK(!asyncir_task_set(token.get(), asyncir_error_create("T1", "late", "", nullptr), nullptr, 0));
  CHECK(asyncir_task_error(token.get()) == nullptr);
}

TEST(an_error_may_have_numbers_in_its_message) {
  const auto message = [](const char *format, std::int64_t first, std::int64_t second) {
    asyncir_error *error = asyncir_error_create_sizes("R010", format, "here", first, second);
    CHECK(std::strcmp(asyncir_error_code(error), "R010") == 0);
    CHECK(std::strcmp(asyncir_error_location(error), "here") == 0);
    CHECK(asyncir_error_cause(error) == nullptr);
    std::string found = asyncir_error_message(error);
    asyncir_error_release(error);
    return found;
  };
  CHECK(message("{1} is not {0}", 3, -4) == "-4 is not 3");
  CHECK(message("{0}{0} {2} { {1", 12, 5) == "1212 {2} { {1");
  CHECK(message("", INT64_MIN, 0).empty());
  CHECK(message("{0}", INT64_MIN, 0) == "-9223372036854775808");
}

} // namespace
