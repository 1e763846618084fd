// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A runtime that loans workers to the threads that wait: where tasks run, and that all else is as it was.
#include "loaning.hpp"

#include "asyncir/operations.h"
#include "worker.hpp"

#include <atomic>
#include <cstring>
#include <filesystem>
#include <future>
#include <pthread.h>
#include <set>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

/// The thread on which a call begins. What it launches may be stolen.
pid_t where() {
  pid_t found = 0;
  run([&](asyncir_worker *) {
    found = gettid();
    return Token();
  });
  return found;
}

std::set<std::string> threads() {
  std::set<std::string> all;
  for (const auto &entry : std::filesystem::directory_iterator("/proc/self/task"))
    all.insert(entry.path().filename());
  return all;
}

std::size_t threads_since(const std::set<std::string> &before) {
  std::size_t count = 0;
  for (const std::string &thread : threads())
    count += before.count(thread) == 0;
  return count;
}

Coroutine fan_out(std::atomic<long> *sum, long depth) {
  Coroutine::promise_type &self = co_await Self{};
  sum->fetch_add(1);
  if (depth == 0)
    co_return;
  const Token left = fan_out(sum, depth - 1).launch(self.worker());
  Token right = fan_out(sum, depth - 1).token;
  co_await Forked{right.get()};
  co_await Awaited{left.get()};
  co_await Awaited{right.get()};
}

PARALLEL_TEST(a_call_runs_on_the_thread_that_waits_for_it) {
  for (const int workers : {1, 2, 3}) {
    const Loaning some(workers);
    CHECK_EQUAL(asyncir_runtime_worker_count(), workers);
    for (int turn = 0; turn < 100; ++turn)
      CHECK_EQUAL(where(), gettid());
    CHECK(asyncir_worker_current() == nullptr);
  }
}

PARALLEL_TEST(a_call_runs_there_though_another_worker_looks_for_work) {
  const Loaning two(2);
  for (int turn = 0; turn < 200; ++turn) {
    asyncir_runtime_wait_idle(); // its thread is asleep, and the other worker has none
    std::atomic<bool> over = false;
    const Token woke_it = task_of([&](asyncir_worker *) { over = true; }).launch(nullptr);
    while (!over)
      std::this_thread::yield();
    CHECK_EQUAL(where(), gettid());
  }
}

PARALLEL_TEST(without_a_loan_it_does_not) {
  const Loaning one(1, 0);
  for (int turn = 0; turn < 100; ++turn)
    CHECK(where() != gettid());
}

PARALLEL_TEST(the_environment_says_whether_workers_are_loaned) {
  setenv("ASYNCIR_LOAN", "1", 1);
  {
    const Loaning one(1, -1);
    CHECK_EQUAL(where(), gettid());
  }
  setenv("ASYNCIR_LOAN", "perhaps", 1);
  const asyncir_runtime_config config{1, 0, 0, -1};
  CHECK(asyncir_runtime_create(&config) == nullptr);
  CHECK(std::strstr(asyncir_runtime_start_error(), "ASYNCIR_LOAN") != nullptr);
  unsetenv("ASYNCIR_LOAN");
}

PARALLEL_TEST(the_thread_that_waits_is_one_of_as_many_as_there_are_workers) {
  for (const int workers : {1, 2, 3}) {
    const std::set<std::string> before = threads();
    const Loaning some(workers);
    for (int turn = 0; turn < 20; ++turn) {
      std::atomic<long> sum = 0;
      run([&](asyncir_worker *worker) { return fan_out(&sum, 7).launch(worker); });
      CHECK_EQUAL(sum.load(), 255);
      if (workers == 1)
        CHECK_EQUAL(threads_since(before), 0);
    }
    // One that takes a worker while nobody waits may have been needed.
    CHECK(threads_since(before) <= static_cast<std::size_t>(workers));
  }
}

PARALLEL_TEST(many_threads_wait_at_once) {
  for (const int workers : {1, 2, 4}) {
    const Loaning some(workers);
    std::atomic<long> sum = 0;
    std::vector<std::thread> callers;
    for (int i = 0; i < 8; ++i)
      callers.emplace_back([&] {
        asyncir_runtime_select(some.get());
        for (int turn = 0; turn < (harness::sanitized ? 20 : 100); ++turn)
          run([&](asyncir_worker *worker) { return fan_out(&sum, 3).launch(worker); });
      });
    for (std::thread &caller : callers)
      caller.join();
    CHECK_EQUAL(sum.load(), 8 * 15 * (harness::sanitized ? 20 : 100));
  }
}

PARALLEL_TEST(a_visitor_waits_again_inside_of_its_task) {
  const Loaning one(1);
  const pid_t own = gettid();
  for (int turn = 0; turn < 20; ++turn)
    run_one([&](asyncir_worker *worker) {
      CHECK_EQUAL(gettid(), own);
      run_one([&](asyncir_worker *inner) {
        CHECK(gettid() != own); // never on top of one that waits
        CHECK(inner == worker);
        run_one([&](asyncir_worker *) {});
      });
      CHECK_EQUAL(gettid(), own);
      CHECK(asyncir_worker_current() == worker);
    });
}

PARALLEL_TEST(what_nobody_waits_for_runs_all_the_same) {
  const Loaning one(1);
  std::promise<pid_t> answer;
  const Token token = task_of([&](asyncir_worker *) { answer.set_value(gettid()); }).launch(nullptr);
  CHECK(answer.get_future().get() != gettid());
  CHECK(asyncir_task_block(token.get()));
}

/// It took the place of a thread that was asleep, or of none; either way there are workers for others afterwards.
PARALLEL_TEST(what_a_call_leaves_behind_runs_without_it) {
  const Loaning one(1);
  for (int turn = 0; turn < 20; ++turn) {
    std::promise<void> said;
    Token left;
    run_one([&](asyncir_worker *worker) { left = task_of([&](asyncir_worker *) { said.set_value(); }).launch(worker); });
    said.get_future().get();
    CHECK(asyncir_task_block(left.get()));
  }
}

/// While that thread blocks, a visitor has its worker; it gets it back.
PARALLEL_TEST(a_worker_that_was_lent_and_loaned_goes_back) {
  const Loaning one(1);
  for (int turn = 0; turn < 20; ++turn) {
    std::promise<void> blocks, answer, back;
    const Token lender = task_of([&](asyncir_worker *worker) {
                           CHECK(asyncir_blocking_begin() == worker);
                           blocks.set_value();
                           answer.get_future().get();
                           asyncir_blocking_end(worker);
                           CHECK(asyncir_worker_current() == worker);
                           back.set_value();
                         }).launch(nullptr);
    blocks.get_future().get();
    asyncir_worker *worker = nullptr;
    const auto goes_back = [&](asyncir_worker *loaned, auto when) {
      worker = loaned;
      answer.set_value();
      while (!loaned->wanted.load()) // that thread is about to wait for it
        std::this_thread::yield();
      return when(loaned);
    };
    if (turn % 2 == 0) // when the visitor leaves
      run([&](asyncir_worker *loaned) { return goes_back(loaned, [](asyncir_worker *) { return Token(); }); });
    else // between two tasks
      run([&](asyncir_worker *loaned) {
        return goes_back(loaned, [](asyncir_worker *on) { return task_of([](asyncir_worker *) {}).launch(on); });
      });
    CHECK(worker != nullptr);
    back.get_future().get(); // nobody visits meanwhile
    CHECK(asyncir_task_block(lender.get()));
  }
}

PARALLEL_TEST(a_visitor_finds_deadlocks) {
  for (const int workers : {1, 2}) {
    const Loaning some(workers);
    for (int turn = 0; turn < 20; ++turn) {
      const Token never(asyncir_task_create(0, 1, 0));
      CHECK(!asyncir_task_block(never.get()));
      CHECK(std::strcmp(asyncir_error_code(asyncir_task_error(never.get())), "R104") == 0);
    }
  }
}

/// Two of them, and no thread of the pool is awake.
PARALLEL_TEST(a_visitor_that_sleeps_keeps_nobody_from_finding_deadlocks) {
  const Loaning some(2);
  for (int turn = 0; turn < 20; ++turn) {
    const Token gate(asyncir_task_create(0, 1, 0)), never(asyncir_task_create(0, 1, 0));
    std::atomic<int> deadlocks = 0;
    std::thread other([&] {
      asyncir_runtime_select(some.get());
      deadlocks += !asyncir_task_block(gate.get());
    });
    deadlocks += !asyncir_task_block(never.get());
    other.join();
    CHECK(deadlocks.load() > 0);
    CHECK(asyncir_task_is_done(gate.get()) && asyncir_task_is_done(never.get()));
  }
}

PARALLEL_TEST(a_visitor_sleeps_until_another_thread_completes_what_it_waits_for) {
  const Loaning one(1);
  for (int turn = 0; turn < 20; ++turn) {
    const Token gate(asyncir_task_create(0, 1, 0));
    asyncir_operation_begin();
    std::thread setter([&] {
      asyncir_task_set(gate.get(), nullptr, nullptr, 0);
      asyncir_operation_end();
    });
    CHECK(asyncir_task_block(gate.get()));
    setter.join();
    CHECK(asyncir_task_error(gate.get()) == nullptr);
  }
}

Coroutine await_then(asyncir_task *gate, std::promise<void> *begun) {
  begun->set_value();
  co_await Awaited{gate};
}

PARALLEL_TEST(a_runtime_may_end_while_a_visitor_waits) {
  for (int turn = 0; turn < 20; ++turn) {
    const asyncir_runtime_config config{1, 0, 0, 1};
    asyncir_runtime *one = asyncir_runtime_create(&config);
    const Token gate(asyncir_task_create(0, 1, 0));
    std::promise<void> begun;
    asyncir_operation_begin();
    std::thread waits([&] {
      asyncir_runtime_select(one);
      run([&](asyncir_worker *worker) { return await_then(gate.get(), &begun).launch(worker); });
    });
    begun.get_future().get();
    CHECK(asyncir_runtime_destroy(one));
    asyncir_task_set(gate.get(), nullptr, nullptr, 0);
    asyncir_operation_end();
    waits.join();
  }
}

PARALLEL_TEST(one_thread_visits_several_runtimes) {
  const Loaning first(1);
  const Loaning second(1);
  const pid_t own = gettid();
  for (int turn = 0; turn < 20; ++turn) {
    asyncir_runtime_wait_idle(); // all workers are asleep
    asyncir_runtime *const before = asyncir_runtime_select(turn % 2 == 0 ? first.get() : second.get());
    asyncir_worker *worker = nullptr;
    run_one([&](asyncir_worker *outer) {
      CHECK_EQUAL(gettid(), own);
      worker = outer;
      asyncir_runtime *const within = asyncir_runtime_select(turn % 2 == 0 ? second.get() : first.get());
      CHECK(within == nullptr); // a task's runtime is its worker's
      run_one([&](asyncir_worker *inner) { CHECK(inner != outer && gettid() != own); });
      asyncir_runtime_select(within);
    });
    CHECK(worker != nullptr && asyncir_worker_current() == nullptr);
    CHECK(asyncir_runtime_select(before) == (turn % 2 == 0 ? first.get() : second.get()));
  }
}

// ---- callbacks ----

/// What the callback opens is what the visitor waits for: it has to stop for it, and waits on.
void check_callback(void (*ask)(asyncir_task *, void (*)(void *, asyncir_task *), void *)) {
  const Loaning one(1);
  for (int turn = 0; turn < 20; ++turn) {
    const Token told(asyncir_task_create(0, 1, 0)), gate(asyncir_task_create(0, 1, 0));
    struct Opens {
      asyncir_task *gate;
      pid_t where = 0;
    } opens{gate.get()};
    asyncir_operation_begin();
    ask(
        told.get(),
        [](void *context, asyncir_task *) {
          auto *it = static_cast<Opens *>(context);
          it->where = gettid();
          asyncir_task_set(it->gate, nullptr, asyncir_worker_current(), 0);
        },
        &opens);
    std::promise<void> begun;
    asyncir_runtime_wait_idle(); // all workers are asleep
    pid_t began = 0;
    run([&](asyncir_worker *worker) {
      began = gettid();
      Token waits = await_then(gate.get(), &begun).launch(worker);
      asyncir_task_set(told.get(), nullptr, worker, 0);
      return waits;
    });
    asyncir_operation_end();
    CHECK_EQUAL(began, gettid());
    CHECK(opens.where != 0 && opens.where != gettid());
  }
}

PARALLEL_TEST(a_visitor_runs_no_callback) { check_callback(asyncir_task_on_done); }
PARALLEL_TEST(a_visitor_runs_no_callback_of_who_watches) { check_callback(asyncir_task_watch); }

// ---- the stack ----

/// On a thread with such a stack.
template <class F> void on_stack_of(std::size_t bytes, F body) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  CHECK_EQUAL(pthread_attr_setstacksize(&attributes, bytes), 0);
  pthread_t thread;
  const auto run = [](void *context) -> void * {
    (*static_cast<F *>(context))();
    return nullptr;
  };
  CHECK_EQUAL(pthread_create(&thread, &attributes, run, &body), 0);
  pthread_attr_destroy(&attributes);
  pthread_join(thread, nullptr);
}

PARALLEL_TEST(a_thread_with_a_short_stack_is_not_loaned_to) {
  const Loaning one(1);
  const Loaning deep(1, 1, std::int64_t{16} << 20);
  const auto visits = [](asyncir_runtime *runtime) {
    asyncir_runtime_wait_idle(); // all workers are asleep
    asyncir_runtime_select(runtime);
    return where() == gettid();
  };
  on_stack_of(1 << 20, [&] { CHECK(!visits(one.get())); });
  on_stack_of(4 << 20, [&] { CHECK(visits(one.get())); });
  on_stack_of(4 << 20, [&] { CHECK(!visits(deep.get())); }); // tasks were said to need more
  on_stack_of(32 << 20, [&] { CHECK(visits(deep.get())); });
}

Coroutine descend(long depth, std::uintptr_t *deepest) {
  *deepest = std::min(*deepest, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  if (depth == 0)
    co_return;
  Token next = descend(depth - 1, deepest).token;
  co_await Forked{next.get()};
  co_await Awaited{next.get()};
}

PARALLEL_TEST(starts_nest_within_the_stack_that_a_visitor_has) {
  const Loaning one(1);
  on_stack_of(4 << 20, [&] {
    asyncir_runtime_select(one.get());
    const auto top = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    std::uintptr_t deepest = top;
    run([&](asyncir_worker *worker) { return descend(20'000, &deepest).launch(worker); });
    CHECK(top - deepest > 128 << 10);
    CHECK(top - deepest < 1 << 20);
  });
}

} // namespace
