// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The serial runtime. Each test here makes the runtime serial and parallel again; all others run on it too, with
/// ASYNCIR_RUNTIME_KIND=serial.
#include "asyncir/operations.h"
#include "asyncir/serial.h"
#include "coroutine.hpp"
#include "harness.hpp"
#include "runs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using Choices = std::vector<asyncir_serial_choice>;

/// While it lives the runtime is serial.
class Serial {
public:
  explicit Serial(std::uint64_t seed) { begin({.seed = seed, .schedule = nullptr, .length = 0, .threads = 0}); }
  explicit Serial(const std::vector<std::uint32_t> &schedule) {
    static const std::uint32_t none = 0;
    const std::uint32_t *first = schedule.empty() ? &none : schedule.data();
    begin({.seed = 0, .schedule = first, .length = static_cast<std::int64_t>(schedule.size()), .threads = 0});
  }
  ~Serial() { asyncir_serial_end(); }
  Serial(const Serial &) = delete;
  Serial &operator=(const Serial &) = delete;

private:
  static void begin(const asyncir_serial_order &order) { CHECK_EQUAL(asyncir_serial_begin(&order), 0); }
};

Choices choices() {
  Choices made(static_cast<std::size_t>(asyncir_serial_choices(nullptr, 0)));
  asyncir_serial_choices(made.data(), static_cast<std::int64_t>(made.size()));
  return made;
}

Coroutine say(std::string *said, char what) {
  said->push_back(what);
  co_return;
}

/// Starts two tasks, a and b, saying 1, 2, 3 before, between and after, and waits for both.
Coroutine two(std::string *said) {
  Coroutine::promise_type &self = co_await Self{};
  said->push_back('1');
  const Token a = say(said, 'a').launch(self.worker());
  said->push_back('2');
  const Token b = say(said, 'b').launch(self.worker());
  said->push_back('3');
  co_await Awaited{a.get()};
  co_await Awaited{b.get()};
}

std::string run_two() {
  std::string said;
  run([&](asyncir_worker *worker) { return two(&said).launch(worker); });
  return said;
}

const std::set<std::string> orders_of_two{"123ab", "123ba", "12a3b", "1a23b", "1a2b3", "12ab3", "12ba3", "12b3a"};

TEST(every_order_is_found_and_no_other) {
  std::set<std::string> found;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Serial serial(seed);
    found.insert(run_two());
  }
  CHECK(found == orders_of_two);
}

TEST(the_same_seed_gives_the_same_order) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::string first;
    Choices made;
    for (int turn = 0; turn < 3; ++turn) {
      const Serial serial(seed);
      const std::string said = run_two();
      CHECK(turn == 0 || said == first);
      first = said;
      const Choices now = choices();
      const auto same = [](const asyncir_serial_choice &a, const asyncir_serial_choice &b) {
        return a.chosen == b.chosen && a.of == b.of;
      };
      CHECK(turn == 0 || std::ranges::equal(made, now, same));
      made = now;
      CHECK(asyncir_serial_exact());
    }
  }
}

TEST(schedules_go_through_all_orders) {
  std::set<std::string> found;
  std::vector<std::uint32_t> schedule;
  int tried = 0;
  for (bool more = true; more; ++tried) {
    Choices made;
    {
      const Serial serial(schedule);
      found.insert(run_two());
      made = choices();
      CHECK(asyncir_serial_exact());
    }
    while (!made.empty() && made.back().chosen + 1 == made.back().of)
      made.pop_back();
    more = !made.empty();
    schedule.clear();
    for (const asyncir_serial_choice &choice : made)
      schedule.push_back(choice.chosen);
    if (more)
      ++schedule.back();
  }
  CHECK(found == orders_of_two);
  CHECK(tried >= static_cast<int>(orders_of_two.size()) && tried < 100);
}

TEST(a_schedule_that_does_not_fit_is_not_exact) {
  const Serial serial(std::vector<std::uint32_t>{1000});
  run_two();
  CHECK(!asyncir_serial_exact());
}

Coroutine sleep_then_say(std::int64_t nanoseconds, std::string *said, char what) {
  const Token timer(asyncir_operation_create(sizeof(asyncir_task), 16, 1));
  asyncir_operation_sleep(timer.get(), nanoseconds);
  co_await Awaited{timer.get()};
  said->push_back(what);
}

constexpr std::int64_t second = 1'000'000'000;

Coroutine sleepers(std::string *said) {
  Coroutine::promise_type &self = co_await Self{};
  const Token late = sleep_then_say(7200 * second, said, 'l').launch(self.worker());
  const Token early = sleep_then_say(3600 * second, said, 'e').launch(self.worker());
  const Token none = say(said, 'n').launch(self.worker());
  for (const Token *token : {&late, &early, &none})
    co_await Awaited{token->get()};
}

TEST(time_is_virtual) {
  std::set<std::string> found;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Serial serial(seed);
    std::string said;
    CHECK_EQUAL(asyncir_clock(), 0);
    run([&](asyncir_worker *worker) { return sleepers(&said).launch(worker); });
    CHECK(asyncir_clock() >= 7200 * second);
    CHECK(asyncir_serial_exact());
    found.insert(said);
  }
  // A timer fires not before those that are due earlier; what waits for it may go on later still.
  CHECK(found.contains("nel") && found.contains("eln") && found.contains("len"));
  CHECK_EQUAL(found.size(), 6);
}

Coroutine sleep_in_run(std::int64_t nanoseconds) {
  Coroutine::promise_type &self = co_await Self{};
  const Token timer(asyncir_operation_create(sizeof(asyncir_task), 16, 1));
  asyncir_operation_sleep(timer.get(), nanoseconds);
  co_await Checked{timer.get(), self};
}

Token call_sleeping(std::int64_t nanoseconds, std::int64_t deadline) {
  return call([=](asyncir_worker *worker) { return sleep_in_run(nanoseconds).launch(worker); }, deadline);
}

TEST(deadlines_are_in_virtual_time) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Serial serial(seed);
    CHECK(has_code(call_sleeping(1800 * second, 3600 * second), ""));
    CHECK(has_code(call_sleeping(7200 * second, 3600 * second), "R108"));
    CHECK_EQUAL(asyncir_clock(), 3600 * second);
    CHECK(has_code(call_sleeping(7200 * second, INT64_MAX), "")); // what was cancelled does not fire
    CHECK_EQUAL(asyncir_clock(), 10800 * second);
    CHECK(asyncir_serial_exact());
  }
}

Coroutine pipe_through_file(int file, std::string *said) {
  static const char text[] = "there";
  static char back[sizeof text];
  static std::int64_t moved;
  const Token written(asyncir_operation_create(sizeof(asyncir_task), 16, 1));
  asyncir_operation_write(written.get(), file, 0, text, sizeof text, &moved, "");
  co_await Awaited{written.get()};
  const Token read(asyncir_operation_create(sizeof(asyncir_task), 16, 1));
  asyncir_operation_read(read.get(), file, 0, back, sizeof back, &moved, "");
  co_await Awaited{read.get()};
  CHECK(std::strcmp(back, text) == 0);
  said->push_back('f');
}

Coroutine file_and_task(int file, std::string *said) {
  Coroutine::promise_type &self = co_await Self{};
  const Token moves = pipe_through_file(file, said).launch(self.worker());
  const Token task = say(said, 't').launch(self.worker());
  co_await Awaited{moves.get()};
  co_await Awaited{task.get()};
}

TEST(jobs_are_among_what_is_chosen) {
  std::set<std::string> found;
  std::FILE *file = std::tmpfile();
  CHECK(file != nullptr);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Serial serial(seed);
    std::string said;
    run([&](asyncir_worker *worker) { return file_and_task(fileno(file), &said).launch(worker); });
    CHECK(asyncir_serial_exact());
    found.insert(said);
  }
  std::fclose(file);
  CHECK((found == std::set<std::string>{"ft", "tf"}));
}

/// A call of the host that calls the program again.
void call_again(void *context, asyncir_task *task, void **, const char *) {
  auto *said = static_cast<std::string *>(context);
  run([&](asyncir_worker *worker) { return say(said, 'c').launch(worker); });
  asyncir_operation_complete(task, nullptr);
}

Coroutine call_host(std::string *said) {
  const asyncir_callback callback{call_again, said};
  const Token called(asyncir_operation_create(sizeof(asyncir_task), 16, 1));
  asyncir_operation_call(called.get(), &callback, nullptr, "");
  co_await Awaited{called.get()};
}

Coroutine host_and_task(std::string *said) {
  Coroutine::promise_type &self = co_await Self{};
  const Token calls = call_host(said).launch(self.worker());
  const Token task = say(said, 't').launch(self.worker());
  co_await Awaited{calls.get()};
  co_await Awaited{task.get()};
}

TEST(calls_of_the_host_that_call_again_are_in_order) {
  std::set<std::string> found;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Serial serial(seed);
    std::string said;
    run([&](asyncir_worker *worker) { return host_and_task(&said).launch(worker); });
    CHECK(asyncir_serial_exact());
    found.insert(said);
  }
  CHECK((found == std::set<std::string>{"ct", "tc"}));
}

Coroutine call_host_that(void (*does)(void *, asyncir_task *, void **, const char *), void *context) {
  const asyncir_callback callback{does, context};
  const Token called(asyncir_operation_create(sizeof(asyncir_task), 16, 1));
  asyncir_operation_call(called.get(), &callback, nullptr, "");
  co_await Awaited{called.get()};
  const Token later(asyncir_operation_create(sizeof(asyncir_task), 16, 1));
  asyncir_operation_sleep(later.get(), 1);
  co_await Awaited{later.get()};
}

std::string launch_from_outside() {
  std::string said;
  const Token a = say(&said, 'a').launch(nullptr);
  said.push_back('1');
  const Token b = say(&said, 'b').launch(nullptr);
  said.push_back('2');
  CHECK(asyncir_task_block(a.get()) && asyncir_task_block(b.get()));
  return said;
}

TEST(what_a_thread_outside_launches_may_run_at_once) {
  std::set<std::string> found;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Serial serial(seed);
    found.insert(launch_from_outside());
    CHECK(asyncir_serial_exact());
  }
  CHECK((found == std::set<std::string>{"a1b2", "a12b", "1ab2", "1ba2", "1a2b", "1b2a", "12ab", "12ba"}));
}

Coroutine wait_then_say(asyncir_task *gate, std::string *said, char what) {
  co_await Awaited{gate};
  said->push_back(what);
}

Coroutine open(asyncir_task *gate) {
  Coroutine::promise_type &self = co_await Self{};
  asyncir_task_set(gate, nullptr, self.worker(), 0);
}

TEST(when_a_thread_outside_is_told_is_chosen) {
  std::set<std::string> found;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Serial serial(seed);
    std::string said;
    const Token gate(asyncir_task_create(0, 1, 0));
    const Token task = wait_then_say(gate.get(), &said, 'a').launch(nullptr);
    run([&](asyncir_worker *worker) { return open(gate.get()).launch(worker); });
    said.push_back('1');
    CHECK(asyncir_task_block(task.get()));
    found.insert(said);
  }
  CHECK((found == std::set<std::string>{"a1", "1a"}));
}

TEST(what_a_job_launches_may_run_at_once) {
  std::set<std::string> found;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Serial serial(seed);
    std::string said;
    const auto launches = [](void *context, asyncir_task *task, void **, const char *) {
      *static_cast<std::string *>(context) = launch_from_outside();
      asyncir_operation_complete(task, nullptr);
    };
    run([&](asyncir_worker *worker) { return call_host_that(launches, &said).launch(worker); });
    found.insert(said);
    CHECK(asyncir_serial_exact());
  }
  CHECK_EQUAL(found.size(), 8);
}

TEST(a_thread_that_comes_while_tasks_run_is_not_exact) {
  const Serial serial(0);
  std::string said;
  const auto launches = [&](asyncir_worker *) {
    std::thread([&] { say(&said, 'x').launch(nullptr); }).join(); // which does not wait for who waits for it
    return Token();
  };
  run(launches);
  CHECK(!asyncir_serial_exact());
  asyncir_runtime_wait_idle();
  CHECK(said == "x");
}

TEST(a_job_that_asks_to_be_told_does_not_hold_up_others) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Serial serial(seed);
    std::atomic<int> seen = 0;
    const auto watch = [](void *context, asyncir_task *task, void **, const char *) {
      const Token timer(asyncir_operation_create(sizeof(asyncir_task), 16, 1));
      asyncir_operation_sleep(timer.get(), 1);
      asyncir_task_watch(timer.get(), [](void *count, asyncir_task *) { ++*static_cast<std::atomic<int> *>(count); }, context);
      asyncir_operation_complete(task, nullptr);
    };
    run([&](asyncir_worker *worker) { return call_host_that(watch, &seen).launch(worker); });
    asyncir_runtime_wait_idle();
    CHECK_EQUAL(seen.load(), 1);
    CHECK(asyncir_serial_exact());
  }
}

TEST(who_waits_asks_for_interrupts_in_real_time) {
  static std::atomic<int> asked;
  asked = 0;
  const Serial serial(0);
  std::atomic<int> seen = 0;
  const auto sleep = [](void *, asyncir_task *task, void **, const char *) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5)); // for who asks all the time to be seen
    asyncir_operation_complete(task, nullptr);
  };
  const auto interrupted = [] {
    ++asked;
    return false;
  };
  asyncir_call_options options{INT64_MAX, interrupted, 3600 * second, 0};
  call([&](asyncir_worker *worker) { return call_host_that(sleep, &seen).launch(worker); }, options);
  asyncir_run_close(options.run);
  CHECK_EQUAL(asked.load(), 0);
}

Coroutine wait_in_vain() {
  const Token never(asyncir_task_create(0, 1, 0));
  co_await Awaited{never.get()};
}

TEST(deadlocks_are_found) {
  const Serial serial(1);
  bool deadlock = false;
  run([](asyncir_worker *worker) { return wait_in_vain().launch(worker); }, &deadlock);
  CHECK(deadlock);
}

TEST(one_thread_runs_at_a_time) {
  const Serial serial(3);
  CHECK_EQUAL(asyncir_runtime_worker_count(), 4);
  CHECK_EQUAL(asyncir_runtime_start(7), 0); // so many workers programs are told of
  CHECK_EQUAL(asyncir_runtime_worker_count(), 7);
  std::atomic<int> at_once = 0;
  std::vector<Token> tasks;
  struct Count {
    static Coroutine once(std::atomic<int> *running) {
      CHECK_EQUAL(running->fetch_add(1), 0);
      std::this_thread::yield();
      running->fetch_sub(1);
      co_return;
    }
  };
  for (int i = 0; i < 100; ++i)
    tasks.push_back(Count::once(&at_once).launch(nullptr));
  for (const Token &task : tasks)
    CHECK(asyncir_task_block(task.get()));
}

TEST(a_bad_number_of_workers_is_refused) {
  const asyncir_serial_order order{.seed = 0, .schedule = nullptr, .length = 0, .threads = 5000};
  CHECK_EQUAL(asyncir_serial_begin(&order), -1);
  CHECK(std::strstr(asyncir_runtime_start_error(), "5000") != nullptr);
}

std::string run_two_behind(bool refused) {
  const Serial serial(11);
  const asyncir_serial_order bad{.seed = 3, .schedule = nullptr, .length = 0, .threads = 5000};
  const asyncir_serial_order good{.seed = 3, .schedule = nullptr, .length = 0, .threads = 0};
  if (refused)
    CHECK_EQUAL(asyncir_serial_begin(&bad), -1);
  run([&](asyncir_worker *) {
    if (refused)
      CHECK_EQUAL(asyncir_serial_begin(&good), -1);
    return Token();
  });
  CHECK_EQUAL(asyncir_runtime_worker_count(), 4);
  return run_two() + run_two() + run_two();
}

TEST(what_is_refused_leaves_the_order_as_it_was) { CHECK(run_two_behind(true) == run_two_behind(false)); }

} // namespace
