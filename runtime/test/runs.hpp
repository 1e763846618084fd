// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Calls in runs of their own, which can be cancelled, and coroutines that look whether they are.
#pragma once

#include "coroutine.hpp"
#include "harness.hpp"

#include "asyncir/operations.h"

#include <atomic>
#include <cstring>
#include <functional>
#include <utility>

/// co_await Started{}: the coroutine's promise; it looks whether its run is cancelled, as compiled ones do when they begin.
struct Started : Self {
  Coroutine::promise_type &await_resume() const {
    promise->failure = asyncir_check(promise->worker(), "start");
    return *promise;
  }
};

/// co_await Checked{task, self}: as compiled programs await. True: done, and without error; else the failure is recorded.
struct Checked {
  asyncir_task *task;
  Coroutine::promise_type &self;
  bool await_ready() const { return false; }
  bool await_suspend(Coroutine::Handle waiting) const {
    return asyncir_await(task, waiting.promise().task());
  }
  bool await_resume() const {
    self.failure = asyncir_check(self.worker(), "await");
    if (self.failure == nullptr)
      self.failure = asyncir_error_retain(asyncir_task_error(task));
    return self.failure == nullptr;
  }
};

/// The code of the first cause of a task's error; "" if it has none.
inline const char *root_code(asyncir_task *task) {
  const asyncir_error *error = asyncir_task_error(task);
  while (error != nullptr && asyncir_error_cause(error) != nullptr)
    error = asyncir_error_cause(error);
  return error == nullptr ? "" : asyncir_error_code(error);
}

inline bool has_code(const Token &token, const char *code) { return std::strcmp(root_code(token.get()), code) == 0; }

struct Call {
  std::function<Token(asyncir_worker *)> start;
  Token result{};
};

/// asyncir_call with any callable that starts a task.
inline Token call(std::function<Token(asyncir_worker *)> start, asyncir_call_options &options) {
  Call it{std::move(start)};
  asyncir_call(
      [](void *context) -> asyncir_error * {
        auto *made = static_cast<Call *>(context);
        made->result = run([made](asyncir_worker *worker) { return made->start(worker); });
        return nullptr;
      },
      &it, &options);
  return it.result;
}

/// In a run of its own, which is closed behind it.
inline Token call(std::function<Token(asyncir_worker *)> start, int64_t deadline = INT64_MAX) {
  asyncir_call_options options{deadline, nullptr, 0, 0};
  Token token = call(std::move(start), options);
  asyncir_run_close(options.run);
  return token;
}

/// Counts itself, and waits until the token is set or its run is cancelled.
inline Coroutine wait_for(Token token, std::atomic<long> *begun) {
  Coroutine::promise_type &self = co_await Started{};
  if (self.failure != nullptr)
    co_return;
  begun->fetch_add(1);
  co_await Checked{token.get(), self};
}
