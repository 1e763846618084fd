// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Timers, files, processes, calls of the host; their errors; that nothing takes them for a deadlock or forgets them.
#include "asyncir/operations.h"
#include "coroutine.hpp"
#include "harness.hpp"

#include <atomic>
#include <cstring>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

/// A task with room for two numbers.
struct Operation {
  Token token{asyncir_operation_create(sizeof(asyncir_task) + 16, 16, 1)};
  std::int64_t &number(int index = 0) { return reinterpret_cast<std::int64_t *>(token.get() + 1)[index]; }
  std::int32_t &small() { return reinterpret_cast<std::int32_t &>(number()); }
};

/// Waits for the token, from outside; the code of its error.
std::string outcome(const Token &token) {
  CHECK(asyncir_task_block(token.get()));
  const asyncir_error *error = asyncir_task_error(token.get());
  return error == nullptr ? "" : asyncir_error_code(error);
}

std::string message(const Token &token) { return asyncir_error_message(asyncir_task_error(token.get())); }

Coroutine sleep_in_turn(std::vector<std::int64_t> *times, int turns) {
  for (int i = 0; i < turns; ++i) {
    Operation sleep;
    const std::int64_t before = asyncir_clock();
    asyncir_operation_sleep(sleep.token.get(), 1000 * i);
    CHECK(co_await Awaited{sleep.token.get()} == nullptr);
    times->push_back(asyncir_clock() - before);
  }
}

TEST(a_timer_is_never_early) {
  std::vector<std::int64_t> times;
  run([&](asyncir_worker *worker) { return sleep_in_turn(&times, 20).launch(worker); });
  for (std::size_t i = 0; i < times.size(); ++i)
    CHECK(times[i] >= 1000 * static_cast<std::int64_t>(i));
}

/// The order in which timers complete.
struct Order {
  std::vector<int> numbers;
  std::mutex mutex;
  std::shared_ptr<std::promise<void>> all = std::make_shared<std::promise<void>>();
  struct Entry {
    Order *order;
    int number;
  } entries[5];

  static void completed(void *context, asyncir_task *) {
    const Entry *entry = static_cast<Entry *>(context);
    const auto all = entry->order->all; // the last one lets the order go
    bool last;
    {
      const std::lock_guard lock(entry->order->mutex); // one that is due already completes on the thread that asks
      entry->order->numbers.push_back(entry->number);
      last = entry->order->numbers.size() == 5;
    }
    if (last)
      all->set_value();
  }
};

TEST(timers_complete_in_the_order_in_which_they_are_due) {
  const int due[] = {3, 1, 2, 1, 0};
  // Again with more time, if this thread was kept from asking for all before the first was due.
  for (std::int64_t delay = 1'000'000;; delay *= 2) {
    Order order;
    Operation sleeps[5];
    const std::int64_t start = asyncir_clock() + delay;
    for (int i = 0; i < 5; ++i) {
      order.entries[i] = {&order, i};
      asyncir_task_on_done(sleeps[i].token.get(), Order::completed, &order.entries[i]);
      asyncir_operation_sleep_until(sleeps[i].token.get(), start + due[i]);
    }
    const bool in_time = asyncir_clock() < start;
    order.all->get_future().wait();
    if (!in_time)
      continue;
    CHECK((order.numbers == std::vector<int>{4, 1, 3, 2, 0}));
    return;
  }
}

TEST(a_timer_that_is_due_later_keeps_no_other_waiting) {
  Operation past;
  asyncir_operation_sleep_until(past.token.get(), -1);
  CHECK(asyncir_task_is_done(past.token.get()));
  // On a machine so slow that the later one may be done, too, nothing is shown: again.
  for (int turn = 0; turn < 20; ++turn) {
    Operation later, soon;
    asyncir_operation_sleep(later.token.get(), 50'000'000);
    asyncir_operation_sleep(soon.token.get(), 1);
    CHECK(outcome(soon.token).empty());
    const bool shown = !asyncir_task_is_done(later.token.get());
    CHECK(outcome(later.token).empty());
    if (shown)
      return;
  }
  CHECK(!"a timer waits for one that is due later");
}

Coroutine sleep_all(int count) {
  std::vector<Operation> sleeps(static_cast<std::size_t>(count));
  const Token group(new_group(count));
  for (Operation &sleep : sleeps) {
    asyncir_operation_sleep(sleep.token.get(), 100);
    asyncir_task_retain(sleep.token.get(), 1);
    CHECK(add_to_group(group.get(), sleep.token.get()) >= 0);
    asyncir_task_release(sleep.token.get(), 1);
  }
  CHECK(co_await Awaited{group.get()} == nullptr);
}

TEST(operations_join_groups) {
  run([](asyncir_worker *worker) { return sleep_all(harness::sanitized ? 200 : 5000).launch(worker); });
}

std::string temporary_file() { return "/tmp/asyncir_operations_" + std::to_string(getpid()); }

void open(Operation &file, const std::string &path, int mode) {
  asyncir_operation_open(file.token.get(), path.c_str(), static_cast<std::int64_t>(path.size()), mode, &file.small(), "here:1:2");
}

TEST(what_is_written_at_an_offset_is_read_back) {
  const std::string path = temporary_file();
  Operation file;
  open(file, path, ASYNCIR_FILE_WRITE);
  CHECK(outcome(file.token).empty());
  std::vector<Operation> writes(8);
  std::vector<std::string> texts;
  for (int i = 0; i < 8; ++i)
    texts.push_back(std::string(1000, static_cast<char>('a' + i)));
  for (std::size_t i = 0; i < 8; ++i)
    asyncir_operation_write(writes[i].token.get(), file.small(), static_cast<std::int64_t>(1000 * (7 - i)), texts[i].data(), 1000,
                            &writes[i].number(), "");
  for (Operation &write : writes) {
    CHECK(outcome(write.token).empty());
    CHECK_EQUAL(write.number(), 1000);
  }
  Operation closed, again, size, read, end;
  asyncir_operation_close(closed.token.get(), file.small(), "");
  CHECK(outcome(closed.token).empty());
  open(again, path, ASYNCIR_FILE_READ);
  CHECK(outcome(again.token).empty());
  unlink(path.c_str());
  asyncir_operation_size(size.token.get(), again.small(), &size.number(), "");
  CHECK(outcome(size.token).empty());
  CHECK_EQUAL(size.number(), 8000);
  std::string buffer(2500, '.');
  asyncir_operation_read(read.token.get(), again.small(), 6500, buffer.data(), 2500, &read.number(), "");
  CHECK(outcome(read.token).empty());
  CHECK_EQUAL(read.number(), 1500); // the file ends there
  CHECK(buffer == std::string(500, 'b') + std::string(1000, 'a') + std::string(1000, '.'));
  asyncir_operation_close(end.token.get(), again.small(), "");
  CHECK(outcome(end.token).empty());
}

TEST(a_failure_says_what_and_where) {
  Operation missing, bad;
  open(missing, "/nowhere/at/all", ASYNCIR_FILE_READ);
  CHECK(outcome(missing.token) == "R301");
  CHECK(message(missing.token) == "cannot open '/nowhere/at/all': No such file or directory");
  CHECK(std::strcmp(asyncir_error_location(asyncir_task_error(missing.token.get())), "here:1:2") == 0);
  char byte = 0;
  asyncir_operation_read(bad.token.get(), -1, 0, &byte, 1, &bad.number(), "");
  CHECK(outcome(bad.token) == "R301");
  CHECK(message(bad.token) == "cannot read from the file: Bad file descriptor");
}

Operation process(std::vector<const char *> arguments, const std::string &input, std::string &output) {
  Operation operation;
  arguments.push_back(nullptr);
  const asyncir_process asked{arguments.data(), input.empty() ? nullptr : input.data(), static_cast<std::int64_t>(input.size()),
                              output.empty() ? nullptr : output.data(), static_cast<std::int64_t>(output.size()), -1, -1};
  asyncir_operation_process(operation.token.get(), &asked, &operation.small(), &operation.number(1), "here:3:4");
  asyncir_task_block(operation.token.get());
  return operation;
}

TEST(a_process_reads_writes_and_has_a_status) {
  std::string output(1 << 20, '.'), input(1 << 20, 'x'), small(4, '.'), none;
  Operation cat = process({"cat"}, input, output);
  CHECK(outcome(cat.token).empty());
  CHECK_EQUAL(cat.small(), 0);
  CHECK_EQUAL(cat.number(1), 1 << 20);
  CHECK(output == input);
  Operation seven = process({"sh", "-c", "exit 7"}, none, none);
  CHECK(outcome(seven.token).empty());
  CHECK_EQUAL(seven.small(), 7);
  Operation much = process({"printf", "123456"}, none, small);
  CHECK(outcome(much.token) == "R304");
  CHECK(message(much.token) == "'printf' wrote 6 bytes, and there is room for 4");
  CHECK(small == "1234");
}

TEST(a_process_may_leave_its_input_unread) {
  const std::string input(1 << 20, 'x');
  std::string none;
  Operation operation = process({"true"}, input, none);
  CHECK(outcome(operation.token).empty());
  CHECK_EQUAL(operation.small(), 0);
}

TEST(a_process_that_cannot_start_or_is_killed_is_an_error) {
  std::string none;
  Operation missing = process({"/nowhere/program"}, none, none);
  CHECK(outcome(missing.token) == "R302");
  CHECK(message(missing.token) == "cannot start '/nowhere/program': No such file or directory");
  Operation killed = process({"sh", "-c", "kill -9 $$"}, none, none);
  CHECK(outcome(killed.token) == "R303");
  CHECK(message(killed.token) == "'sh' was ended by signal 9 (Killed)");
}

/// A host's function that calls the program again, and waits, `depth` times.
struct Nested {
  std::atomic<int> calls = 0;
  int depth = 0;
  asyncir_callback callback{call, this};

  static void call(void *context, asyncir_task *task, void **places, const char *) {
    auto *self = static_cast<Nested *>(context);
    self->calls.fetch_add(1);
    const std::intptr_t level = reinterpret_cast<std::intptr_t>(places);
    if (level > 0)
      run([&](asyncir_worker *worker) { return wait_for_calls(self, level - 1).launch(worker); });
    asyncir_operation_complete(task, nullptr);
  }

  static Coroutine wait_for_calls(Nested *self, std::intptr_t level) {
    std::vector<Operation> calls(level == self->depth ? 100 : 1); // more than there are threads
    for (Operation &operation : calls)
      asyncir_operation_call(operation.token.get(), &self->callback, reinterpret_cast<void **>(level), "");
    for (Operation &operation : calls)
      CHECK(co_await Awaited{operation.token.get()} == nullptr);
  }
};

TEST(the_host_may_call_the_program_again_however_deep) {
  Nested nested;
  nested.depth = 3;
  run([&](asyncir_worker *worker) { return Nested::wait_for_calls(&nested, 3).launch(worker); });
  CHECK_EQUAL(nested.calls.load(), 400);
}

TEST(a_call_may_be_completed_later_by_another_thread) {
  struct Later {
    std::promise<std::thread> thread;
    static void call(void *context, asyncir_task *task, void **, const char *location) {
      static_cast<Later *>(context)->thread.set_value(
          std::thread([=] { asyncir_operation_complete(task, asyncir_error_create_host("R305", "no", location, 42)); }));
    }
  } later;
  const asyncir_callback callback{Later::call, &later};
  {
    Operation operation;
    asyncir_operation_call(operation.token.get(), &callback, nullptr, "place:5:6");
    CHECK(outcome(operation.token) == "R305");
    CHECK_EQUAL(asyncir_error_host(asyncir_task_error(operation.token.get())), 42);
    later.thread.get_future().get().join();
    CHECK_EQUAL(asyncir_error_forgotten_host(), 0);
  }
  CHECK_EQUAL(asyncir_error_forgotten_host(), 42);
  CHECK_EQUAL(asyncir_error_forgotten_host(), 0);
}

Coroutine await_gate(asyncir_task *gate) {
  Coroutine::promise_type &self = co_await Self{};
  if (asyncir_error *cause = co_await Awaited{gate})
    self.failure = asyncir_error_retain(cause);
}

Coroutine sleep_then_set(asyncir_task *gate) {
  Coroutine::promise_type &self = co_await Self{};
  Operation sleep;
  asyncir_operation_sleep(sleep.token.get(), 3'000'000);
  CHECK(co_await Awaited{sleep.token.get()} == nullptr);
  asyncir_task_set(gate, nullptr, self.worker(), 0);
}

TEST(the_end_of_a_run_waits_for_operations) {
  const Token gate(asyncir_task_create(0, 1, 0));
  Token waiting = await_gate(gate.get()).launch(nullptr);
  sleep_then_set(gate.get()).launch(nullptr);
  CHECK(!asyncir_runtime_end_stuck(nullptr)); // nothing was stuck: the gate was set in the end
  CHECK(asyncir_task_is_done(waiting.get()));
  CHECK(asyncir_task_error(waiting.get()) == nullptr);
}

TEST(the_end_of_the_runtime_waits_for_what_nobody_awaits) {
  {
    Operation sleep; // its token is dropped at once
    asyncir_operation_sleep(sleep.token.get(), 3'000'000);
  }
  const std::int64_t before = asyncir_clock();
  asyncir_runtime_stop();
  asyncir_counts alive;
  asyncir_runtime_counts(&alive);
  CHECK_EQUAL(alive.tasks, 0);
  CHECK(asyncir_clock() - before > 0);
  CHECK_EQUAL(asyncir_runtime_start(0), 0);
}

} // namespace
