// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Runtimes that loan workers to the threads that wait, and calls of them.
#pragma once

#include "coroutine.hpp"
#include "harness.hpp"

#include <cstdint>
#include <utility>

/// Selected for the calling thread as long as this lives.
class Loaning {
public:
  explicit Loaning(std::int64_t threads, std::int32_t loan = 1, std::int64_t stack_bytes = 0) {
    const asyncir_runtime_config config{threads, stack_bytes, 0, loan};
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

/// A task that calls `body(worker)`, a plain function.
template <class F> Coroutine task_of(F body) {
  Coroutine::promise_type &self = co_await Self{};
  asyncir_worker *worker = self.worker();
  body(worker);
  CHECK(self.worker() == worker);
}

template <class F> void run_one(F body) {
  run([&](asyncir_worker *worker) { return task_of(body).launch(worker); });
}
