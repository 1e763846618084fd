// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "coroutine.hpp"
#include "harness.hpp"

#include "asyncir/operations.h"
#include "asyncir/trace.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

using Events = std::vector<asyncir_trace_event>;

Events recorded() {
  Events events(static_cast<std::size_t>(asyncir_trace_size()));
  CHECK_EQUAL(asyncir_trace_read(events.data(), static_cast<std::int64_t>(events.size())), events.size());
  return events;
}

/// And whoever is recording something meanwhile has done so.
void end_trace() {
  asyncir_trace_end();
  asyncir_runtime_wait_idle();
}

long count(const Events &events, asyncir_trace_kind kind) {
  return std::count_if(events.begin(), events.end(), [kind](const auto &event) { return event.kind == kind; });
}

Coroutine add(std::atomic<long> *sum, long value) {
  sum->fetch_add(value);
  co_return;
}

Coroutine add_all(std::atomic<long> *sum, long tasks) {
  Coroutine::promise_type &self = co_await Self{};
  std::vector<Token> tokens;
  for (long i = 0; i < tasks; ++i)
    tokens.push_back(add(sum, 1).launch(self.worker()));
  for (const Token &token : tokens)
    co_await Awaited{token.get()};
}

void run_tasks(long tasks) {
  std::atomic<long> sum = 0;
  run([&](asyncir_worker *worker) { return add_all(&sum, tasks).launch(worker); });
  CHECK_EQUAL(sum.load(), tasks);
}

/// What happens to one task is in order, whichever threads tell of it: created, runs and is suspended in turns, finished.
void check_lives(Events events) {
  std::stable_sort(events.begin(), events.end(), [](const auto &a, const auto &b) { return a.time < b.time; });
  std::map<std::uint64_t, int> last;
  for (const auto &event : events) {
    const int before = last[event.task];
    switch (event.kind) {
    case ASYNCIR_CREATED:
      CHECK(before == 0 || before == ASYNCIR_FINISHED);
      break;
    case ASYNCIR_RUNS:
      CHECK(before == ASYNCIR_CREATED || before == ASYNCIR_SUSPENDED);
      break;
    case ASYNCIR_SUSPENDED:
    case ASYNCIR_FINISHED:
      CHECK_EQUAL(before, ASYNCIR_RUNS);
      break;
    default:
      continue;
    }
    last[event.task] = event.kind;
  }
  last.erase(0);
  for (const auto &[task, kind] : last)
    CHECK_EQUAL(kind, ASYNCIR_FINISHED);
}

PARALLEL_TEST(a_trace_tells_the_life_of_each_task) {
  run_tasks(1); // the workers are there
  asyncir_trace_begin(0);
  run_tasks(300);
  end_trace();
  const Events events = recorded();
  check_lives(events);
  CHECK_EQUAL(count(events, ASYNCIR_CREATED), 302); // and who launches them, and the call
  CHECK_EQUAL(count(events, ASYNCIR_FINISHED), 302);
  CHECK_EQUAL(asyncir_trace_dropped(), 0);
  asyncir_stats stats;
  asyncir_runtime_stats(&stats);
  CHECK_EQUAL(count(events, ASYNCIR_STOLEN) <= stats.steals, true);
  run_tasks(10);
  CHECK_EQUAL(asyncir_trace_size(), events.size()); // it has ended
  asyncir_trace_forget();
  CHECK_EQUAL(asyncir_trace_size(), 0);
}

TEST(a_trace_that_is_full_counts_what_it_does_not_keep) {
  asyncir_trace_begin(100);
  run_tasks(10'000);
  end_trace();
  const std::int64_t kept = asyncir_trace_size();
  CHECK(kept >= 100);
  CHECK(kept <= 2048 * 6); // a chunk, and one for each thread
  CHECK(asyncir_trace_dropped() > 5000);
  asyncir_trace_begin(0); // and it starts anew
  run_tasks(10);
  end_trace();
  CHECK_EQUAL(asyncir_trace_dropped(), 0);
  check_lives(recorded());
  asyncir_trace_forget();
}

Coroutine named(asyncir_worker *, int) { co_return; }

TEST(origins_are_numbered_by_what_they_say) {
  static const char first[] = "f", again[] = "f"; // two constants with the same text
  const asyncir_descriptor descriptors[] = {{first, "a:1:1"}, {again, "a:1:1"}, {first, nullptr}};
  asyncir_trace_begin(0);
  for (int i = 0; i < 6; ++i) {
    Token token = std::move(named(nullptr, i).token);
    run([&](asyncir_worker *worker) {
      asyncir_launch(worker, token.get(), &descriptors[i % 3]);
      return token;
    });
  }
  end_trace();
  std::map<std::string, int> named_so;
  for (const auto &event : recorded())
    if (event.kind == ASYNCIR_CREATED && event.flags == ASYNCIR_SORT_TASK)
      ++named_so[std::string(asyncir_trace_origin_name(event.detail)) + " " + asyncir_trace_origin_location(event.detail)];
  CHECK_EQUAL(named_so.size(), 2);
  CHECK_EQUAL(named_so["f a:1:1"], 4);
  CHECK_EQUAL(named_so["f "], 2);
  CHECK(asyncir_trace_origin_name(1000) == nullptr);
  asyncir_trace_forget();
}

/// What is traced of a sleep of a millisecond.
Events of_a_sleep() {
  asyncir_trace_begin(0);
  asyncir_task *timer = asyncir_operation_create(sizeof(asyncir_task), 16, 0);
  asyncir_operation_name(timer, "io.sleep", "a:3:1");
  asyncir_operation_sleep(timer, 1'000'000);
  Events events;
  // The timer's thread tells of its end. A worker may tell of another's end: a task of an earlier test that ends late.
  const auto ended = [timer](const asyncir_trace_event &event) {
    return event.task == reinterpret_cast<std::uintptr_t>(timer) && event.kind == ASYNCIR_FINISHED;
  };
  do {
    std::this_thread::yield();
    events.resize(static_cast<std::size_t>(asyncir_trace_size()));
    events.resize(static_cast<std::size_t>(asyncir_trace_read(events.data(), static_cast<std::int64_t>(events.size()))));
  } while (std::none_of(events.begin(), events.end(), ended));
  end_trace();
  Events mine;
  for (const auto &event : events)
    if (event.task == reinterpret_cast<std::uintptr_t>(timer))
      mine.push_back(event);
  std::stable_sort(mine.begin(), mine.end(), [](const auto &a, const auto &b) { return a.time < b.time; });
  return mine;
}

TEST(operations_are_in_flight_from_their_creation_and_have_names) {
  const Events mine = of_a_sleep();
  CHECK_EQUAL(mine.size(), 3);
  CHECK_EQUAL(mine[0].kind, ASYNCIR_CREATED);
  CHECK_EQUAL(mine[0].flags, ASYNCIR_SORT_OPERATION);
  CHECK_EQUAL(mine[1].kind, ASYNCIR_NAMED);
  CHECK(std::string(asyncir_trace_origin_name(mine[1].detail)) == "io.sleep");
  CHECK(std::string(asyncir_trace_origin_location(mine[1].detail)) == "a:3:1");
  CHECK_EQUAL(mine[2].kind, ASYNCIR_FINISHED);
  asyncir_trace_forget();
}

// On one thread time is virtual: the sleep ends when there is nothing else to do.
PARALLEL_TEST(an_operation_is_in_flight_as_long_as_it_takes) {
  const Events mine = of_a_sleep();
  CHECK_EQUAL(mine.size(), 3);
  CHECK(mine[2].time - mine[0].time >= 1'000'000);
  asyncir_trace_forget();
}

TEST(a_trace_may_be_read_and_begun_anew_while_tasks_run) {
  std::atomic<bool> over = false;
  std::thread other([&] {
    while (!over.load()) {
      asyncir_trace_begin(10'000);
      const Events events = recorded();
      CHECK(static_cast<std::int64_t>(events.size()) <= asyncir_trace_size());
      asyncir_trace_end();
    }
  });
  for (int i = 0; i < (harness::sanitized ? 20 : 100); ++i)
    run_tasks(200);
  over = true;
  other.join();
  asyncir_trace_forget();
}

PARALLEL_TEST(what_is_counted_is_counted_always) {
  asyncir_stats before, after;
  asyncir_runtime_wait_idle();
  asyncir_runtime_stats(&before);
  run_tasks(500);
  std::atomic<long> sum = 0;
  const Token woke_somebody = add(&sum, 1).launch(nullptr);
  asyncir_runtime_wait_idle();
  asyncir_runtime_stats(&after);
  CHECK_EQUAL(after.tasks - before.tasks, 502);
  CHECK(after.frames >= 501); // all are alive when the first one is awaited
  CHECK(after.frame_bytes >= 501 * 64);
  CHECK_EQUAL(after.workers, asyncir_runtime_worker_count());
  CHECK(after.wakeups > before.wakeups);
  CHECK(after.idle >= before.idle);
}

} // namespace
