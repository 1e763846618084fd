// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A runtime that loans a worker to the threads that wait: where tasks run, and that all else is as it was.
#include "coroutine.hpp"
#include "harness.hpp"

#include <atomic>
#include <cstring>
#include <future>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

/// Selected for the calling thread as long as this lives.
class Loaning {
public:
  explicit Loaning(std::int64_t threads, std::int32_t loan = 1) {
    const asyncir_runtime_config config{threads, 0, 0, loan};
    runtime_ = asyncir_runtime_create(&config);
    CHECK(runtime_ != nullptr);
    before_ = asyncir_runtime_select(runtime_);
  }
  ~Loaning() {
    asyncir_runtime_select(before_);
    CHECK(asyncir_runtime_destroy(runtime_));
  }
  Loaning(const Loaning &) = delete;
  Loaning &operator=(const Loaning &) = delete;
  asyncir_runtime *get() const { return runtime_; }

private:
  asyncir_runtime *runtime_;
  asyncir_runtime *before_;
};

template <class F> Coroutine call(F body) {
  Coroutine::promise_type &self = co_await Self{};
  body(self.worker());
}

template <class F> void run_one(F body) {
  run([&](asyncir_worker *worker) { return call(body).launch(worker); });
}

pid_t where() {
  pid_t found = 0;
  run_one([&](asyncir_worker *) { found = gettid(); });
  return found;
}

Coroutine fan_out(std::atomic<long> *sum, long depth) {
  Coroutine::promise_type &self = co_await Self{};
  sum->fetch_add(1);
  if (depth == 0)
    co_return;
  const Token left = fan_out(sum, depth - 1).launch(self.worker());
  const Token right = fan_out(sum, depth - 1).launch(self.worker());
  co_await Awaited{left.get()};
  co_await Awaited{right.get()};
}

PARALLEL_TEST(a_task_runs_on_the_thread_that_waits_for_it) {
  const Loaning one(1);
  CHECK_EQUAL(asyncir_runtime_worker_count(), 1);
  for (int turn = 0; turn < 100; ++turn)
    CHECK_EQUAL(where(), gettid());
  CHECK(asyncir_worker_current() == nullptr);
}

PARALLEL_TEST(without_a_loan_it_does_not) {
  const Loaning one(1, 0);
  for (int turn = 0; turn < 100; ++turn)
    CHECK(where() != gettid());
}

PARALLEL_TEST(several_workers_and_a_loaned_one) {
  for (const int threads : {1, 2, 3}) {
    const Loaning some(threads);
    for (int turn = 0; turn < 20; ++turn) {
      std::atomic<long> sum = 0;
      run([&](asyncir_worker *worker) { return fan_out(&sum, 7).launch(worker); });
      CHECK_EQUAL(sum.load(), 255);
    }
  }
}

PARALLEL_TEST(many_threads_want_the_loaned_worker) {
  for (const int workers : {1, 2}) {
    const Loaning some(workers);
    std::atomic<long> sum = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        asyncir_runtime_select(some.get());
        for (int turn = 0; turn < 50; ++turn)
          run([&](asyncir_worker *worker) { return fan_out(&sum, 3).launch(worker); });
      });
    for (std::thread &thread : threads)
      thread.join();
    CHECK_EQUAL(sum.load(), 8 * 50 * 15);
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
  const Token token = call([&](asyncir_worker *) { answer.set_value(gettid()); }).launch(nullptr);
  CHECK(answer.get_future().get() != gettid());
  CHECK(asyncir_task_block(token.get()));
}

PARALLEL_TEST(a_visitor_finds_deadlocks) {
  const Loaning one(1);
  for (int turn = 0; turn < 20; ++turn) {
    const Token never(asyncir_task_create(0, 1));
    CHECK(!asyncir_task_block(never.get()));
    CHECK(std::strcmp(asyncir_error_code(asyncir_task_error(never.get())), "R104") == 0);
  }
}

PARALLEL_TEST(a_visitor_sleeps_until_another_thread_completes_what_it_waits_for) {
  const Loaning one(1);
  for (int turn = 0; turn < 20; ++turn) {
    const Token gate(asyncir_task_create(0, 1));
    asyncir_operation_begin();
    std::thread setter([&] {
      asyncir_task_set(gate.get(), nullptr, nullptr);
      asyncir_operation_end();
    });
    CHECK(asyncir_task_block(gate.get()));
    setter.join();
    CHECK(asyncir_task_error(gate.get()) == nullptr);
  }
}

} // namespace
