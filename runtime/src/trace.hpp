// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the runtime tells the trace (asyncir/trace.h). Each function returns at once unless a trace is being recorded.
///
/// A call comes before the step that it tells of is published to other threads (a task before it is pushed to a deque, a waiter
/// before it is put on a list, completion before the state word says so): what other threads do next has a later time.
#pragma once

#include "asyncir/runtime.h"
#include "asyncir/trace.h"

#include <atomic>
#include <cstddef>

namespace asyncir::trace {

/// Whether events are recorded. relaxed: what is told a little too early or late is lost or kept, never half recorded.
extern std::atomic<bool> on;

inline bool tracing() { return on.load(std::memory_order_relaxed); }

/// For a new worker, its number among those of all runtimes; the last ones share a number.
std::uint16_t next_row();

/// Slow paths; `worker` is null outside the pool.
void record(asyncir_trace_kind kind, const asyncir_worker *worker, const void *task, const void *other = nullptr,
            std::uint32_t detail = 0, std::uint8_t flags = 0);
void record_created(const asyncir_worker *worker, const asyncir_task *task, const asyncir_descriptor *descriptor,
                    asyncir_trace_sort sort);

inline void created(const asyncir_worker *worker, const asyncir_task *task, const asyncir_descriptor *descriptor) {
  if (tracing()) [[unlikely]]
    record_created(worker, task, descriptor, ASYNCIR_SORT_TASK);
}

/// A new token, value or group, which no code runs for.
inline void made(const asyncir_worker *worker, const asyncir_task *task, asyncir_trace_sort sort) {
  if (tracing()) [[unlikely]]
    record_created(worker, task, nullptr, sort);
}

void record_named(const asyncir_worker *worker, const asyncir_task *task, const char *name, const char *location);

/// What an operation is called.
inline void named(const asyncir_worker *worker, const asyncir_task *task, const char *name, const char *location) {
  if (tracing()) [[unlikely]]
    record_named(worker, task, name, location);
}

/// It runs now, for the first time or again.
inline void runs(const asyncir_worker *worker, const asyncir_task *task) {
  if (tracing()) [[unlikely]]
    record(ASYNCIR_RUNS, worker, task);
}

/// It runs for the first time, inside another one, and will tell of its end.
inline void starts(const asyncir_worker *worker, asyncir_task *task) {
  if (tracing()) [[unlikely]] {
    // relaxed, but atomic: see asyncir_worker::loop.
    std::atomic_ref<std::uint32_t>(task->flags).store(task->flags | ASYNCIR_RESUMED, std::memory_order_relaxed);
    record(ASYNCIR_RUNS, worker, task);
  }
}

/// It waits for `awaited` and stops running. Where that turns out to be complete, `runs` follows.
inline void suspended(const asyncir_worker *worker, const asyncir_task *task, const asyncir_task *awaited) {
  if (tracing()) [[unlikely]]
    record(ASYNCIR_SUSPENDED, worker, task, awaited);
}

/// It does not have to wait for `awaited`, which is complete. False: nobody wants to know.
inline bool needed(const asyncir_worker *worker, const asyncir_task *task, const asyncir_task *awaited) {
  if (!tracing()) [[likely]]
    return false;
  record(ASYNCIR_NEEDED, worker, task, awaited);
  return true;
}

/// What ran in its place has stopped, and it does not go on: it was stolen, or stays in the deque. It may be gone already.
inline void left(const asyncir_worker *worker, const asyncir_task *task) {
  if (tracing()) [[unlikely]]
    record(ASYNCIR_LEFT, worker, task);
}

inline void finished(const asyncir_worker *worker, const asyncir_task *task, bool failed) {
  if (tracing()) [[unlikely]]
    record(ASYNCIR_FINISHED, worker, task, nullptr, 0, failed);
}

/// `waiter` has waited for `completed`, or is a group with that member.
inline void woken(const asyncir_worker *worker, const asyncir_task *waiter, const asyncir_task *completed) {
  if (tracing()) [[unlikely]]
    record(ASYNCIR_WOKEN, worker, waiter, completed);
}

void record_stolen(const asyncir_worker *worker, const asyncir_task *task, const asyncir_worker &victim);

inline void stolen(const asyncir_worker *worker, const asyncir_task *task, const asyncir_worker &victim) {
  if (tracing()) [[unlikely]]
    record_stolen(worker, task, victim);
}

/// The calling thread blocks in a native frame, and another one may run the worker; and goes on.
void record_thread(asyncir_trace_kind kind, const asyncir_worker *worker);

inline void lent(const asyncir_worker *worker) {
  if (tracing()) [[unlikely]]
    record_thread(ASYNCIR_LENT, worker);
}

inline void taken_back(const asyncir_worker *worker) {
  if (tracing()) [[unlikely]]
    record_thread(ASYNCIR_TAKEN_BACK, worker);
}

inline void sleeps(const asyncir_worker *worker) {
  if (tracing()) [[unlikely]]
    record(ASYNCIR_SLEEPS, worker, nullptr);
}

inline void wakes(const asyncir_worker *worker) {
  if (tracing()) [[unlikely]]
    record(ASYNCIR_WAKES, worker, nullptr);
}

} // namespace asyncir::trace
