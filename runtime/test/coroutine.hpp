// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// C++20 coroutines in the form that compiled programs have: the frame's header is an asyncir_task, the promise being the
/// part from offset 16 on.
#pragma once

#include "asyncir/runtime.h"

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

/// A counted reference to a task.
class Token {
public:
  Token() = default;
  explicit Token(asyncir_task *owned) : task_(owned) {}
  Token(const Token &other) : task_(other.task_) { asyncir_task_retain(task_, 1); }
  Token(Token &&other) noexcept : task_(std::exchange(other.task_, nullptr)) {}
  Token &operator=(Token other) noexcept {
    std::swap(task_, other.task_);
    return *this;
  }
  ~Token() { asyncir_task_release(task_, 1); }
  asyncir_task *get() const { return task_; }
  asyncir_task *take() { return std::exchange(task_, nullptr); }

private:
  asyncir_task *task_ = nullptr;
};

/// Groups, from whatever thread calls.
inline asyncir_task *new_group(std::int64_t size, const char *location = "") {
  return asyncir_group_create(size, location, asyncir_worker_current());
}
inline std::int64_t add_to_group(asyncir_task *group, asyncir_task *member) {
  return asyncir_group_add(group, member, asyncir_worker_current());
}

/// What a coroutine returns: its token, with the coroutine not yet started.
struct Coroutine {
  struct promise_type;
  using Handle = std::coroutine_handle<promise_type>;

  struct promise_type {
    unsigned char header[sizeof(asyncir_task) - 16]; // offsets 16 to 47 of the frame
    asyncir_error *failure = nullptr;                // owned until the end

    static void *operator new(std::size_t size) noexcept {
      return asyncir_frame_allocate(asyncir_worker_current(), static_cast<std::int64_t>(size), 16);
    }
    static void operator delete(void *frame, std::size_t size) {
      asyncir_frame_free(frame, static_cast<std::int64_t>(size), 16);
    }

    /// As the ramps of compiled programs do.
    static Coroutine get_return_object_on_allocation_failure() {
      alignas(16) static std::uint64_t room[2 + sizeof(asyncir_task) / 8];
      return {Token(asyncir_task_exhausted(reinterpret_cast<asyncir_task *>(room + 2), 2, ""))};
    }

    asyncir_task *task() { return static_cast<asyncir_task *>(Handle::from_promise(*this).address()); }
    asyncir_worker *worker() { return task()->worker; }

    Coroutine get_return_object() {
      asyncir_task_init(task(), nullptr, 2); // the coroutine's own reference and the token
      return {Token(task())};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Finish {
      bool await_ready() noexcept { return false; }
      void await_suspend(Handle handle) noexcept {
        asyncir_task *task = handle.promise().task();
        asyncir_error *failure = handle.promise().failure;
        if ((task->flags & ASYNCIR_RESUMED) != 0 || failure != nullptr) {
          asyncir_task_finish(task, failure, task->worker);
          return;
        }
        // Started by a fork and never suspended: who forked completes it, see asyncir.finish_started in generated code.
        reinterpret_cast<asyncir_worker_front *>(task->worker)->finished = task;
      }
      void await_resume() noexcept {}
    };
    Finish final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
  };

  Token token;

  /// Queue it. `worker` is the caller's, or null outside the pool.
  Token launch(asyncir_worker *worker) && {
    asyncir_launch(worker, token.get(), nullptr);
    return std::move(token);
  }
};

/// co_await Forked{child}: the child starts at once, inside this coroutine, the rest of which may be stolen.
struct Forked {
  asyncir_task *child;
  bool await_ready() const { return false; }
  bool await_suspend(Coroutine::Handle parent) const {
    asyncir_task *task = parent.promise().task();
    if (!asyncir_task_is_exhausted(child)) // which many share
      child->worker = task->worker;
    return !asyncir_fork(task->worker, task, child, nullptr); // false: this object may be gone
  }
  void await_resume() const {}
};

/// co_await Awaited{task}: suspends until `task` is complete; gives its error, borrowed.
struct Awaited {
  asyncir_task *task;
  bool await_ready() const { return false; } // asyncir_task_await looks
  bool await_suspend(Coroutine::Handle waiting) const {
    return asyncir_task_await(task, waiting.promise().task());
  }
  asyncir_error *await_resume() const { return asyncir_task_error(task); }
};

/// co_await Self{}: the coroutine's own promise.
struct Self {
  Coroutine::promise_type *promise = nullptr;
  bool await_ready() const { return false; }
  bool await_suspend(Coroutine::Handle self) {
    promise = &self.promise();
    return false;
  }
  Coroutine::promise_type &await_resume() const { return *promise; }
};

/// asyncir_run with any callable `Token start(asyncir_worker *)`.
template <class F> Token run(F start, bool *deadlock) {
  return Token(asyncir_run(
      [](void *context, asyncir_worker *worker) { return (*static_cast<F *>(context))(worker).take(); }, &start,
      deadlock));
}

/// The same for what must end without deadlock.
template <class F> Token run(F start) {
  bool deadlock = false;
  Token token = run(std::move(start), &deadlock);
  if (deadlock)
    std::abort();
  return token;
}
