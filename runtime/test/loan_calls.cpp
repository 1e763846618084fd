// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Calls whose thread runs tasks meanwhile: they end early as any, at the deadline and when they are interrupted.
#include "loaning.hpp"
#include "runs.hpp"

#include <atomic>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

constexpr std::int64_t millisecond = 1'000'000;

/// Computes until its run is cancelled, and looks as compiled loops do: at the guard, and on from there only where it is up.
asyncir_error *compute(asyncir_worker *worker) {
  auto &guard = reinterpret_cast<asyncir_worker_front *>(worker)->stack_limit;
  for (;;)
    if (reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < std::atomic_ref(guard).load(std::memory_order_relaxed))
      if (asyncir_error *error = asyncir_check(worker, "loop"); error != nullptr)
        return error;
}

Coroutine compute_for_ever(pid_t *where) {
  Coroutine::promise_type &self = co_await Started{};
  *where = gettid();
  if (self.failure == nullptr)
    self.failure = compute(self.worker());
}

/// Never looks, but ends, as often as need be.
Coroutine launch_for_ever() {
  Coroutine::promise_type &self = co_await Started{};
  while (self.failure == nullptr) {
    const Token child = [](std::atomic<long> *) -> Coroutine { co_return; }(nullptr).launch(self.worker());
    co_await Checked{child.get(), self};
  }
}

Coroutine sleep_for_ever() {
  Coroutine::promise_type &self = co_await Started{};
  if (self.failure != nullptr)
    co_return;
  const Token timer(asyncir_operation_create(sizeof(asyncir_task), 16, 1));
  asyncir_operation_sleep(timer.get(), INT64_MAX);
  co_await Checked{timer.get(), self};
}

/// Waits in a native frame, so that the thread lends the worker that it was loaned.
Coroutine wait_for_ever() {
  Coroutine::promise_type &self = co_await Started{};
  if (self.failure != nullptr)
    co_return;
  const Token inner = run([](asyncir_worker *worker) { return sleep_for_ever().launch(worker); });
  self.failure = asyncir_check(self.worker(), "behind");
}

std::atomic<int> asked;
std::atomic<pid_t> asked_on;

bool at_the_third_time() {
  asked_on = gettid();
  return ++asked == 3;
}

/// The call is interrupted, and so are those who ask: on the thread that calls, and as often as they should.
template <class F> void check_interruption(F start) {
  asked = 0;
  asked_on = 0;
  asyncir_call_options options{INT64_MAX, at_the_third_time, millisecond / 10, 0};
  const Token token = call([&](asyncir_worker *worker) { return start(worker); }, options);
  asyncir_run_close(options.run);
  CHECK(has_code(token, "R107"));
  CHECK_EQUAL(asked.load(), 3);
  CHECK_EQUAL(asked_on.load(), gettid());
  CHECK(asyncir_worker_current() == nullptr);
}

template <class F> void check_deadline(F start) {
  const std::int64_t deadline = asyncir_clock() + 2 * millisecond;
  const Token token = call([&](asyncir_worker *worker) { return start(worker); }, deadline);
  CHECK(has_code(token, "R108"));
  CHECK(asyncir_clock() >= deadline);
}

/// Each way to go on for ever, on one worker and on several.
template <class F> void for_each(F check) {
  for (const int workers : {1, 2}) {
    const Loaning some(workers);
    pid_t where = 0;
    check([&](asyncir_worker *worker) { return compute_for_ever(&where).launch(worker); });
    if (workers == 1) // else it may be stolen
      CHECK_EQUAL(where, gettid());
    check([](asyncir_worker *worker) { return launch_for_ever().launch(worker); });
    check([](asyncir_worker *worker) { return sleep_for_ever().launch(worker); });
    check([](asyncir_worker *worker) { return wait_for_ever().launch(worker); });
  }
}

PARALLEL_TEST(a_call_whose_thread_runs_tasks_is_interrupted) {
  for_each([](auto start) { check_interruption(start); });
}

PARALLEL_TEST(a_call_whose_thread_runs_tasks_has_a_deadline) {
  for_each([](auto start) { check_deadline(start); });
}

/// The thread cannot see to its call: what it is in never looks.
PARALLEL_TEST(a_deadline_comes_while_the_thread_is_busy) {
  for (const int workers : {1, 2}) {
    const Loaning some(workers);
    const Token token = call(
        [](asyncir_worker *) {
          Token timer(asyncir_operation_create(sizeof(asyncir_task), 16, 1));
          asyncir_operation_sleep(timer.get(), INT64_MAX);
          while (!asyncir_task_is_done(timer.get())) // it ends with the run
            std::this_thread::yield();
          return timer;
        },
        asyncir_clock() + 2 * millisecond);
    CHECK(has_code(token, "R108"));
  }
}

/// What is asked may run programs itself, where there is another worker than the one that computes.
PARALLEL_TEST(who_is_asked_may_call_again) {
  const Loaning two(2);
  for (int turn = 0; turn < 5; ++turn) {
    asyncir_runtime_wait_idle(); // else the worker may still be with that thread
    asked = 0;
    const auto ask = [] {
      const pid_t own = gettid();
      bool fine = false;
      call([&](asyncir_worker *) { // a call of its own, which nobody interrupts
        fine = gettid() != own;    // the thread itself is in the midst of a look
        return Token();
      });
      return ++asked == 3 && fine;
    };
    asyncir_call_options options{INT64_MAX, ask, millisecond / 10, 0};
    pid_t where = 0;
    const Token token = call([&](asyncir_worker *worker) { return compute_for_ever(&where).launch(worker); }, options);
    asyncir_run_close(options.run);
    CHECK(has_code(token, "R107"));
    CHECK_EQUAL(asked.load(), 3);
  }
}

/// What it starts is of the call that waits, not of the task that it comes in the midst of.
PARALLEL_TEST(who_is_asked_is_in_the_run_of_the_call) {
  const Loaning one(1);
  static std::atomic<uint32_t> within;
  within = 0;
  const auto ask = [] {
    within = asyncir_run_select(0);
    asyncir_run_select(within);
    return true;
  };
  asyncir_call_options options{INT64_MAX, ask, millisecond / 10, 0};
  pid_t where = 0;
  const Token token = call([&](asyncir_worker *worker) { return compute_for_ever(&where).launch(worker); }, options);
  asyncir_run_close(options.run);
  CHECK_EQUAL(within.load(), options.run);
  CHECK_EQUAL(asyncir_run_select(0), 0);
}

/// As long as somebody keeps it, all look; but no thread is woken for it when a call ends.
PARALLEL_TEST(a_run_that_was_cancelled_and_is_kept_costs_no_thread) {
  const Loaning one(1);
  const uint32_t kept = asyncir_run_open();
  CHECK(asyncir_cancel(kept, false));
  asyncir_runtime_wait_idle(); // all workers are asleep
  for (int turn = 0; turn < 100; ++turn)
    run_one([own = gettid()](asyncir_worker *) { CHECK_EQUAL(gettid(), own); });
  asyncir_run_close(kept);
}

Coroutine wait_in_vain(std::atomic<bool> *over) {
  const Token never(asyncir_task_create(0, 1, 0));
  co_await Awaited{never.get()}; // does not look
  *over = true;
}

/// It made the last worker fall asleep.
PARALLEL_TEST(a_visitor_that_leaves_ends_what_waits_in_a_cancelled_run) {
  const Loaning one(1);
  for (int turn = 0; turn < 20; ++turn) {
    asyncir_runtime_wait_idle(); // all workers are asleep
    std::atomic<bool> over = false;
    asyncir_call_options options{INT64_MAX, nullptr, 0, asyncir_run_open()};
    const pid_t own = gettid();
    call(
        [&](asyncir_worker *worker) {
          CHECK_EQUAL(gettid(), own);
          CHECK(asyncir_cancel(options.run, false));
          Token last = task_of([](asyncir_worker *) {}).launch(worker);
          wait_in_vain(&over).launch(worker); // runs before that
          return last;
        },
        options);
    while (!over)
      std::this_thread::yield();
    asyncir_run_close(options.run);
  }
}

#if !defined(__SANITIZE_THREAD__) // which starts no threads in a forked process
/// Its parent's watch is not there; it has one of its own.
PARALLEL_TEST(a_process_forked_while_no_worker_runs_watches_its_calls) {
  const auto late_call = [] {
    setenv("ASYNCIR_LOAN", "1", 1);
    CHECK_EQUAL(asyncir_runtime_start(1), 0);
    check_deadline([where = pid_t()](asyncir_worker *worker) mutable { return compute_for_ever(&where).launch(worker); });
    unsetenv("ASYNCIR_LOAN");
    asyncir_runtime_stop();
  };
  late_call();
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(20); // a hang ends with a signal
    late_call();
    _exit(0);
  }
  int status = 0;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  CHECK_EQUAL(status, 0);
}
#endif

PARALLEL_TEST(many_short_calls_with_deadlines_and_one_that_is_late) {
  for (const int workers : {1, 2}) {
    const Loaning some(workers);
    std::vector<std::thread> callers;
    for (int i = 0; i < 4; ++i)
      callers.emplace_back([&, i] {
        asyncir_runtime_select(some.get());
        for (int turn = 0; turn < (harness::sanitized ? 10 : 50); ++turn) {
          pid_t where = 0;
          const bool late = turn % 10 == i;
          const Token token = call(
              [&](asyncir_worker *worker) { return late ? compute_for_ever(&where).launch(worker) : Token(); },
              asyncir_clock() + (late ? millisecond : 3'600'000 * millisecond));
          CHECK(has_code(token, late ? "R108" : ""));
        }
      });
    for (std::thread &caller : callers)
      caller.join();
  }
}

} // namespace
