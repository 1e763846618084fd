// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Several runtimes in one process; pinned workers; names of threads.
#include "coroutine.hpp"
#include "harness.hpp"
#include "selecting.hpp"

#include <atomic>
#include <cstring>
#include <future>
#include <pthread.h>
#include <sched.h>
#include <string>
#include <thread>
#include <vector>

namespace {

/// Launched there, and not waited for.
Token launch_on(const Runtime &runtime, Coroutine task) {
  const Selected selected(runtime);
  return std::move(task).launch(nullptr);
}

PARALLEL_TEST(a_runtime_has_workers_of_its_own) {
  const std::int64_t usual = asyncir_runtime_worker_count();
  const Runtime three(3), five(5);
  for (const auto &[runtime, count] : {std::pair{&three, 3}, std::pair{&five, 5}})
    run_on(*runtime, [expected = count](asyncir_worker *) { CHECK_EQUAL(asyncir_runtime_worker_count(), expected); });
  CHECK_EQUAL(asyncir_runtime_worker_count(), usual);
}

Coroutine await_from(asyncir_task *awaited, std::int64_t workers) {
  CHECK_EQUAL(asyncir_runtime_worker_count(), workers);
  co_await Awaited{awaited};
  CHECK_EQUAL(asyncir_runtime_worker_count(), workers); // it goes on where it was
}

Coroutine alternate(const Runtime *own, const Runtime *other, long depth, std::atomic<long> *sum) {
  if (depth == 0)
    co_return;
  const Token below = launch_on(*other, alternate(other, own, depth - 1, sum));
  co_await Awaited{below.get()};
  sum->fetch_add(1);
}

PARALLEL_TEST(a_task_waits_for_one_of_another_runtime) {
  const Runtime three(3), five(5);
  for (int turn = 0; turn < 50; ++turn) {
    const Token gate(asyncir_task_create(0, 1, 0));
    const Token there = launch_on(five, await_from(gate.get(), 5));
    const Token here = launch_on(three, await_from(there.get(), 3));
    const Token usual = await_from(here.get(), asyncir_runtime_worker_count()).launch(nullptr);
    asyncir_task_set(gate.get(), nullptr, nullptr, 0);
    CHECK(asyncir_task_block(usual.get()));
  }
  std::atomic<long> sum = 0;
  const Token deep = launch_on(three, alternate(&three, &five, 200, &sum));
  CHECK(asyncir_task_block(deep.get()));
  CHECK_EQUAL(sum.load(), 200);
}

PARALLEL_TEST(a_native_frame_waits_for_another_runtime) {
  const Runtime one(1), other(1);
  run_on(one, [&](asyncir_worker *) {
    run_on(other, [&](asyncir_worker *) {
      run_on(one, [&](asyncir_worker *) { CHECK_EQUAL(asyncir_runtime_worker_count(), 1); });
    });
  });
}

Coroutine pass_error_on(asyncir_task *awaited) {
  Coroutine::promise_type &self = co_await Self{};
  if (asyncir_error *cause = co_await Awaited{awaited})
    self.failure = asyncir_error_retain(cause);
}

TEST(a_deadlock_across_runtimes_is_found) {
  const Runtime one(1), other(2);
  for (int turn = 0; turn < 20; ++turn) {
    const Token never(asyncir_task_create(0, 1, 0));
    const Token there = launch_on(other, pass_error_on(never.get()));
    const Token here = launch_on(one, pass_error_on(there.get()));
    CHECK(!asyncir_task_block(here.get()));
    CHECK(std::strcmp(asyncir_error_code(asyncir_task_error(here.get())), "R104") == 0);
  }
}

PARALLEL_TEST(waiting_for_a_busy_runtime_is_no_deadlock) {
  const Runtime one(1), other(1);
  for (int turn = 0; turn < 20; ++turn) {
    std::promise<void> started;
    std::atomic<bool> may_end = false;
    const Token busy = launch_on(other, call([&](asyncir_worker *) {
                                   started.set_value();
                                   while (!may_end.load())
                                     std::this_thread::yield();
                                 }));
    const Token here = launch_on(one, pass_error_on(busy.get()));
    started.get_future().wait();
    std::thread later([&] { may_end.store(true); });
    CHECK(asyncir_task_block(here.get()));
    CHECK(asyncir_task_error(here.get()) == nullptr);
    later.join();
  }
}

PARALLEL_TEST(a_task_that_outlives_its_runtime_goes_on_in_the_usual_one) {
  const std::int64_t usual = asyncir_runtime_worker_count();
  const Token gate(asyncir_task_create(0, 1, 0));
  std::atomic<std::int64_t> seen = 0;
  const auto look = [](asyncir_task *awaited, std::atomic<std::int64_t> *workers) -> Coroutine {
    co_await Awaited{awaited};
    workers->store(asyncir_runtime_worker_count());
  };
  Token task;
  {
    const Runtime nine(9);
    task = launch_on(nine, look(gate.get(), &seen));
  }
  CHECK(!asyncir_task_is_done(task.get()));
  asyncir_task_set(gate.get(), nullptr, nullptr, 0);
  CHECK(asyncir_task_block(task.get()));
  CHECK_EQUAL(seen.load(), usual);
}

TEST(runtimes_come_and_go) {
  std::atomic<long> sum = 0;
  for (int turn = 0; turn < 30; ++turn) {
    const Runtime runtime(1 + turn % 4);
    std::vector<Token> tokens;
    for (int i = 0; i < 50; ++i)
      tokens.push_back(launch_on(runtime, call([&](asyncir_worker *) { ++sum; })));
  } // which waits for what was launched
  CHECK_EQUAL(sum.load(), 30 * 50);
}

TEST(a_worker_destroys_no_runtime_of_its_own) {
  const Runtime one(1);
  run_on(one, [&](asyncir_worker *) { CHECK(!asyncir_runtime_destroy(one.get())); });
}

PARALLEL_TEST(bad_settings_of_a_runtime_are_refused_with_a_reason) {
  const asyncir_runtime_config config{2000, 0, 0, 0};
  CHECK(asyncir_runtime_create(&config) == nullptr);
  CHECK(std::strstr(asyncir_runtime_start_error(), "2000") != nullptr);
  setenv("ASYNCIR_PIN", "yes", 1);
  const asyncir_runtime_config as_environment{1, 0, -1, 0};
  CHECK(asyncir_runtime_create(&as_environment) == nullptr);
  CHECK(std::strstr(asyncir_runtime_start_error(), "ASYNCIR_PIN") != nullptr);
  unsetenv("ASYNCIR_PIN");
}

int cpus_of_this_thread() {
  cpu_set_t set;
  CPU_ZERO(&set);
  CHECK_EQUAL(sched_getaffinity(0, sizeof set, &set), 0);
  return CPU_COUNT(&set);
}

int lowest_cpu_of_this_thread() {
  cpu_set_t set;
  CPU_ZERO(&set);
  CHECK_EQUAL(sched_getaffinity(0, sizeof set, &set), 0);
  int cpu = 0;
  while (!CPU_ISSET(cpu, &set))
    ++cpu;
  return cpu;
}

PARALLEL_TEST(workers_are_pinned_on_request_each_to_a_cpu_of_its_own_if_there_are_enough) {
  const int usable = cpus_of_this_thread();
  {
    const Runtime free(1);
    run_on(free, [&](asyncir_worker *) { CHECK_EQUAL(cpus_of_this_thread(), usable); });
  }
  const Runtime first(1, true), second(1, true);
  int cpus[2] = {-1, -1};
  run_on(first, [&](asyncir_worker *) {
    CHECK_EQUAL(cpus_of_this_thread(), 1);
    cpus[0] = lowest_cpu_of_this_thread();
    run_on(second, [&](asyncir_worker *) {
      CHECK_EQUAL(cpus_of_this_thread(), 1);
      cpus[1] = lowest_cpu_of_this_thread();
    });
    // The thread that takes the place of one that blocks is pinned where that was.
    run_on(first, [&](asyncir_worker *) {
      CHECK_EQUAL(cpus_of_this_thread(), 1);
      CHECK_EQUAL(lowest_cpu_of_this_thread(), cpus[0]);
    });
  });
  CHECK(usable == 1 || cpus[0] != cpus[1]);
  CHECK_EQUAL(cpus_of_this_thread(), usable);
}

std::string name_of_this_thread() {
  char name[16];
  CHECK_EQUAL(pthread_getname_np(pthread_self(), name, sizeof name), 0);
  return name;
}

TEST(threads_have_names) {
  const Runtime one(1);
  std::string inner, outer;
  run_on(one, [&](asyncir_worker *) {
    outer = name_of_this_thread();
    run_on(one, [&](asyncir_worker *) { inner = name_of_this_thread(); });
  });
  CHECK(outer.starts_with("asyncir") && outer.ends_with("-0"));
  CHECK(outer == inner); // it runs the same worker
  const Token done = call([&](asyncir_worker *) { outer = name_of_this_thread(); }).launch(nullptr); // a thread that waited might run it
  asyncir_runtime_wait_idle();
  CHECK(asyncir_task_is_done(done.get()));
  CHECK(outer.starts_with("asyncir-"));
}

} // namespace
