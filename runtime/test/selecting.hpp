// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Runtimes that live as long as an object, and what runs on them.
#pragma once

#include "coroutine.hpp"
#include "harness.hpp"

/// A runtime that lives as long as this, selected on request.
class Runtime {
public:
  explicit Runtime(std::int64_t threads, bool pin = false) {
    const asyncir_runtime_config config{threads, 0, pin ? 1 : 0, 0};
    runtime_ = asyncir_runtime_create(&config);
    CHECK(runtime_ != nullptr);
  }
  ~Runtime() { CHECK(asyncir_runtime_destroy(runtime_)); }
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;
  asyncir_runtime *get() const { return runtime_; }

private:
  asyncir_runtime *runtime_;
};

class Selected {
public:
  explicit Selected(const Runtime &runtime) : before_(asyncir_runtime_select(runtime.get())) {}
  ~Selected() { asyncir_runtime_select(before_); }
  Selected(const Selected &) = delete;
  Selected &operator=(const Selected &) = delete;

private:
  asyncir_runtime *before_;
};

template <class F> Coroutine call(F body) {
  Coroutine::promise_type &self = co_await Self{};
  body(self.worker());
}

template <class F> Token run_on(const Runtime &runtime, F body) {
  const Selected selected(runtime);
  return run([&](asyncir_worker *worker) { return call(body).launch(worker); });
}
