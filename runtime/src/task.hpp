// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A task's one-way life, decided by the word `state` of its header:
///
///   0          pending, nobody waits
///   a waiter   pending; head of the list of waiters, youngest first: a task, or anything else that waits, with ASYNCIR_FOREIGN
///   1 (done)   complete, final
///
/// To one of the first two ASYNCIR_TAKEN is added where a created token is claimed by somebody who completes it later (created.cpp).
///
///   who                    step                          order
///   asyncir_task_await     0 or a waiter -> its waiter   release: its frame and its link; fails with acquire on done
///   asyncir_task_finish    anything -> done              release: the payloads and the error; acquire: the waiters
///   anyone that reads      done                          acquire: the payloads and the error
///
/// Waiters are notified after the exchange, by the thread that did it, with no lock held. A task that is notified is pushed to
/// that thread's deque: continuations never nest on a stack, however long the chain or the list.
///
/// A task that was started inside another (fork.cpp) and has not been suspended is known to nobody yet; it goes from 0 to done
/// without an exchange.
#pragma once

#include "asyncir/runtime.h"

#include <atomic>
#include <cstddef>

namespace asyncir {

inline std::atomic_ref<std::uintptr_t> state_of(asyncir_task &task) {
  return std::atomic_ref<std::uintptr_t>(task.state);
}

inline std::atomic_ref<std::uint64_t> counts_of(asyncir_task &task) { return std::atomic_ref<std::uint64_t>(task.counts); }

/// acquire: who sees that may read the payloads or the error.
inline bool is_done(const asyncir_task &task) {
  return (state_of(const_cast<asyncir_task &>(task)).load(std::memory_order_acquire) & ASYNCIR_DONE) != 0;
}

inline bool has_failed(const asyncir_task &task) {
  return state_of(const_cast<asyncir_task &>(task)).load(std::memory_order_acquire) == ASYNCIR_FAILED;
}

/// Whether it is pending and somebody is on its list.
inline bool is_waited_for(asyncir_task &task) {
  const std::uintptr_t state = state_of(task).load(std::memory_order_acquire);
  return (state & ~ASYNCIR_TAKEN) != 0 && (state & ASYNCIR_DONE) == 0;
}

static_assert(alignof(asyncir_waiter) > (ASYNCIR_DONE | ASYNCIR_FOREIGN | ASYNCIR_TAKEN));

/// The list of waiters as `state` and the links have it.
inline std::uintptr_t link_of(asyncir_waiter &waiter) {
  return reinterpret_cast<std::uintptr_t>(&waiter) | ASYNCIR_FOREIGN;
}

/// Put `waiter` on the list. False: `task` is already complete, and `waiter` was not published.
bool push_waiter(asyncir_task &task, asyncir_waiter &waiter);

/// Publish `error` (owned), the payloads and completion, then notify the waiters. Drops no reference; the caller
/// holds one while it calls.
void complete(asyncir_task &task, asyncir_error *error, asyncir_worker *worker);

/// Notify all of a list of waiters, which is no longer that of `task`; `task` may be gone, unless one of them looks at it.
void notify(std::uintptr_t link, asyncir_task &task, asyncir_worker *worker);

/// Claim the right to complete a task. False: somebody else has it.
bool claim(asyncir_task &task);

/// A task that nobody but its starter, the calling thread, knows of has ended well.
inline void complete_unseen(asyncir_task &task) {
  state_of(task).store(ASYNCIR_DONE, std::memory_order_relaxed);
  std::atomic_ref<std::uint32_t> references(task.references);
  references.store(references.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
}

/// The last reference is gone.
void destroy(asyncir_task *task);

/// Set a header of the runtime's own.
void init_header(asyncir_task &task, asyncir_worker *worker, void (*resume)(asyncir_task *),
                 void (*destroy)(asyncir_task *), std::uint32_t references);

} // namespace asyncir
