// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The end of a process, and a process forked from one whose workers run.
#include "asyncir/operations.h"
#include "coroutine.hpp"
#include "harness.hpp"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <future>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

Coroutine nothing() { co_return; }

/// The exit status of a forked process that runs `body`, which must not return; what it writes to standard error is in `said`.
template <class F> int in_child(F body, std::string &said) {
  int ends[2];
  CHECK_EQUAL(pipe(ends), 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(20); // a hang ends with a signal
    dup2(ends[1], STDERR_FILENO);
    body();
    _exit(99);
  }
  close(ends[1]);
  char buffer[256];
  for (ssize_t count; (count = read(ends[0], buffer, sizeof buffer)) > 0;)
    said.append(buffer, static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool is_refused(asyncir_task *task) {
  return asyncir_task_is_done(task) && asyncir_task_error(task) != nullptr &&
         std::strcmp(asyncir_error_code(asyncir_task_error(task)), "R008") == 0;
}

asyncir_task *start_nothing(void *, asyncir_worker *worker) { return nothing().launch(worker).take(); }

TEST(a_forked_process_is_told_that_it_has_no_workers) {
  run([](asyncir_worker *worker) { return nothing().launch(worker); });
  const Token pending(asyncir_task_create(0, 1, 0));
  CHECK(!asyncir_runtime_forked());
  std::string said;
  const int status = in_child(
      [] {
        bool deadlock = true;
        bool fine = asyncir_runtime_forked() && is_refused(asyncir_run(start_nothing, nullptr, &deadlock));
        fine &= is_refused(asyncir_run(start_nothing, nullptr, nullptr));
        asyncir_task *given = nullptr;
        asyncir_run_async(
            start_nothing, nullptr, [](void *to, asyncir_task *task) { *static_cast<asyncir_task **>(to) = task; },
            &given);
        fine &= is_refused(given) && asyncir_runtime_start(2) == -1;
        const asyncir_runtime_config config{1, 0, 0, 0};
        fine &= asyncir_runtime_create(&config) == nullptr;
        fine &= std::strstr(asyncir_runtime_start_error(), "forked") != nullptr;
        asyncir_runtime_wait_idle();
        fine &= !asyncir_runtime_end_stuck(nullptr);
        asyncir_runtime_stop();
        _exit(fine ? 0 : 1);
      },
      said);
  CHECK_EQUAL(status, 0);
  CHECK(said.empty());
  // The parent is as it was.
  run([](asyncir_worker *worker) { return nothing().launch(worker); });
  asyncir_task_set(pending.get(), nullptr, nullptr, 0);
}

TEST(where_nobody_could_be_told_a_forked_process_ends) {
  run([](asyncir_worker *worker) { return nothing().launch(worker); });
  const Token pending(asyncir_task_create(0, 1, 0));
  const auto ends = [](auto body) {
    std::string said;
    CHECK_EQUAL(in_child(body, said), 2);
    CHECK(said.starts_with("error[R008]: this process was forked"));
  };
  ends([&] { asyncir_task_block(pending.get()); });
  ends([&] { asyncir_task_watch(pending.get(), nullptr, nullptr); });
  ends([] { nothing().launch(nullptr); });
  ends([] { asyncir_runtime_worker_count(); });
  asyncir_task_set(pending.get(), nullptr, nullptr, 0);
}

TEST(a_process_forked_while_workers_are_busy_is_told_too) {
  std::atomic<bool> stop = false;
  std::thread busy([&] {
    while (!stop.load())
      run([](asyncir_worker *worker) { return nothing().launch(worker); });
  });
  for (int turn = 0; turn < 10; ++turn) {
    std::string said;
    const int status = in_child(
        [] {
          bool deadlock = false;
          _exit(is_refused(asyncir_run(start_nothing, nullptr, &deadlock)) ? 0 : 1);
        },
        said);
    CHECK_EQUAL(status, 0);
  }
  stop.store(true);
  busy.join();
}

#if !defined(__SANITIZE_ADDRESS__) // whose malloc another thread may hold when the process forks
/// What needs no worker, and a lock for a moment.
struct Action {
  const char *name;
  void (*act)();
};

void fail_for_want_of_memory() {
  alignas(16) static std::uint64_t room[2 + sizeof(asyncir_task) / 8];
  asyncir_task_release(asyncir_task_exhausted(reinterpret_cast<asyncir_task *>(room + 2), 1, "here"), 1);
}

constexpr Action actions[] = {
    {"no memory for a task", fail_for_want_of_memory},
    {"a run", [] { asyncir_run_close(asyncir_run_open()); }},
    {"a limit", [] { asyncir_runtime_limit_memory(nullptr); }},
    {"an error of the host",
     [] {
       asyncir_error_release(asyncir_error_create_host("T1", "failed", "", 7));
       asyncir_error_forgotten_host();
     }},
    {"a token",
     [] {
       const Token token(asyncir_task_create(0, 1, 0));
       asyncir_task_set(token.get(), nullptr, nullptr, 0);
     }},
    {"a group", [] { const Token group(new_group(1)); }},
};

TEST(what_needs_no_worker_works_in_a_forked_process_whoever_did_the_same_meanwhile) {
  run([](asyncir_worker *worker) { return nothing().launch(worker); });
  for (const Action &action : actions) {
    std::atomic<bool> stop = false;
    std::thread busy([&] {
      while (!stop.load(std::memory_order_relaxed))
        action.act();
    });
    for (int turn = 0; turn < (harness::sanitized ? 10 : 40); ++turn) {
      std::string said;
      const int status = in_child(
          [&] {
            action.act();
            _exit(0);
          },
          said);
      if (status != 0)
        std::fprintf(stderr, "%s: hangs in a forked process\n", action.name);
      CHECK_EQUAL(status, 0);
    }
    stop.store(true);
    busy.join();
  }
  while (asyncir_error_forgotten_host() != 0) {
  }
}
#endif

#if !defined(__SANITIZE_THREAD__) // which starts no threads in a forked process
TEST(a_process_forked_before_any_worker_runs_has_workers_of_its_own) {
  asyncir_runtime_stop();
  std::string said;
  const int status = in_child(
      [] {
        run([](asyncir_worker *worker) { return nothing().launch(worker); });
        asyncir_runtime_stop();
        _exit(asyncir_runtime_forked() ? 1 : 0);
      },
      said);
  CHECK_EQUAL(status, 0);
}
#endif

/// Waits for ever unless what it awaits fails.
Coroutine suspended(asyncir_task *awaited, std::atomic<long> *ended) {
  Coroutine::promise_type &self = co_await Self{};
  if (asyncir_error *cause = co_await Awaited{awaited})
    self.failure = asyncir_error_retain(cause);
  ended->fetch_add(1);
}

Coroutine blocked(asyncir_task *awaited, std::atomic<long> *ended) {
  asyncir_task_block(awaited);
  ended->fetch_add(1);
  co_return;
}

TEST(stop_ends_what_is_queued_suspended_blocked_or_in_flight) {
  std::atomic<long> ended = 0;
  const Token never(asyncir_task_create(0, 1, 0));
  const asyncir_runtime_config config{1, 0, 0, 0};
  asyncir_runtime *other = asyncir_runtime_create(&config);
  CHECK(other != nullptr);
  for (int i = 0; i < 10; ++i) {
    suspended(never.get(), &ended).launch(nullptr);
    blocked(never.get(), &ended).launch(nullptr);
    asyncir_runtime *before = asyncir_runtime_select(other);
    suspended(never.get(), &ended).launch(nullptr);
    blocked(never.get(), &ended).launch(nullptr);
    asyncir_runtime_select(before);
  }
  // An operation in flight is waited for, rather than what it will complete failed.
  const Token in_flight(asyncir_task_create(0, 1, 0));
  suspended(in_flight.get(), &ended).launch(nullptr);
  asyncir_operation_begin();
  std::promise<void> stopping;
  std::thread operation([&] {
    stopping.get_future().wait();
    CHECK(asyncir_task_set(in_flight.get(), nullptr, nullptr, 0));
    asyncir_operation_end();
  });
  stopping.set_value();
  asyncir_runtime_stop();
  operation.join();
  CHECK_EQUAL(ended.load(), 41);
  CHECK(asyncir_task_error(in_flight.get()) == nullptr);
  CHECK(asyncir_runtime_destroy(other));
}

/// Of a library of its own, say: nothing that the runtime could fail.
asyncir_task foreign;

TEST(stop_ends_waits_that_nothing_else_can_end) {
  std::atomic<bool> returned = false;
  const Token done = Token([&] {
    const auto wait = [](std::atomic<bool> *flag) -> Coroutine {
      // The wait does not ask for deadlocks: only the end can end it.
      asyncir_task *task = asyncir_run(
          [](void *, asyncir_worker *) -> asyncir_task * {
            asyncir_task_init(&foreign, nullptr, 3);
            return &foreign;
          },
          nullptr, nullptr);
      flag->store(!asyncir_task_is_done(task));
      co_return;
    };
    return wait(&returned).launch(nullptr).take();
  }());
  asyncir_runtime_stop();
  CHECK(asyncir_task_is_done(done.get()));
  CHECK(returned.load());
  asyncir_task_finish(&foreign, nullptr, nullptr);
}

} // namespace
