// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The serial runtime: a pool with one worker, whose loop chooses what goes on next (serial.h). All else is as in the other: what is
/// here is called where that one would go its own way. docs/serial-runtime.md
///
///   where                     the other runtime                     this one
///   a worker's next task      the youngest of its deque             any of its deque: the choice
///   asyncir_fork              the child, inside the parent          both are queued
///   asyncir_launch, and       the child is queued, the caller goes  what is queued may run, on another
///   forks that start hot      on                                    thread, before the caller goes on
///   a thread outside is told  at once                               when that is chosen
///   a job of an operation     on a thread of its own, at once       when that is chosen; the worker waits for it
///   a timer                   when its time has come                when that is chosen, in the order of their times
///
/// Who runs is
///
///   the worker                while a thread outside waits for it and no job runs
///   a job                     until it ends or waits for a task
///   a thread outside          while it does not wait; after `patience` the worker no longer waits for it
#pragma once

#include "asyncir/operations.h"
#include "asyncir/serial.h"
#include "environment.hpp"
#include "pool.hpp"
#include "worker.hpp"

#include <atomic>
#include <cstdint>

namespace asyncir {

struct Job;

namespace serial {

/// Whether the process's own runtime is, or shall be, serial.
bool wanted();
/// Why the settings of the environment are no good; else empty.
std::string bad_setting();
/// How many workers programs are told there are, if they ask for `threads` (0: they do not).
Setting workers_told(std::int64_t threads);

/// The workers start: unless asyncir_serial_begin has said so, the order is what the environment says.
void begin_as_the_environment_says();

/// Whether it is serial now. relaxed: changes only while it is idle.
inline std::atomic<bool> active_now{false};
inline bool active() { return active_now.load(std::memory_order_relaxed); }
/// Whether it is its worker; may be null.
inline bool runs(const asyncir_worker *worker) { return active() && is_in_pool(worker) && worker->pool.is_serial(); }

/// Something of the runtime's own that is to be chosen; `chosen` begins with begin_chosen.
void queue(asyncir_task &task, void (*chosen)(asyncir_task *));
void begin_chosen(asyncir_task &task);

/// The order cannot be repeated.
void not_exact();

/// Wait until nobody else runs.
void wait_for_turn();
/// What goes on next on the worker: a task, taken from its deque or from those that tell threads outside; null if there is none.
asyncir_task *choose(asyncir_worker &worker);
bool anything_to_choose(const asyncir_worker &worker);
/// Whether something that does not lie in a deque can go on. Any thread may ask.
bool anything_kept();

/// asyncir_fork, asyncir_start, and what asyncir_launch does last; the worker may be null, or one outside.
bool fork(asyncir_worker &worker, asyncir_task &parent, asyncir_task &child);
void launched(asyncir_worker *worker);
bool start(asyncir_worker &worker, asyncir_task &task);
/// Meanwhile a function that waits is called from outside. It need not start hot.
class Entry {
public:
  Entry();
  ~Entry();
  Entry(const Entry &) = delete;
  Entry &operator=(const Entry &) = delete;
};

/// `told`, resumed, tells a thread outside that it may go on: to be chosen.
void postpone(asyncir_task &told);
/// A thread of the pool that blocks in a native frame has been told: wait until it wants its worker back.
void let_back(asyncir_worker *worker);

/// A wait of a thread or callback outside: while there is any the worker runs.
class Waits {
public:
  void begin();
  void end();

private:
  bool counts_ = false;
};

/// While it lives, its thread waits until nothing is left to do.
class WaitsForIdleness {
public:
  WaitsForIdleness() { waits_.begin(); }
  ~WaitsForIdleness() { waits_.end(); }
  WaitsForIdleness(const WaitsForIdleness &) = delete;
  WaitsForIdleness &operator=(const WaitsForIdleness &) = delete;

private:
  Waits waits_;
};

/// While it lives, the worker makes no choice: its thread begins to wait and queues what it waits for.
class Hold {
public:
  Hold();
  ~Hold();
  Hold(const Hold &) = delete;
  Hold &operator=(const Hold &) = delete;

private:
  const bool counts_;
};

/// The calling thread queues something. False: it is not its turn, and the order cannot be repeated.
bool comes_in_turn();

/// Run the job, which is owned from now on, on a thread of its own, when that is chosen.
void submit(Job *job);
/// The thread of a job begins to wait for a task, or has been told that it need not any more.
void job_waits();
void job_goes_on();

/// Virtual time, in nanoseconds: only timers make it pass.
std::int64_t clock();
void reset_clock();
/// Complete `task` when that time has come.
void sleep_until(asyncir_task *task, std::int64_t due);
void end_timers_of(std::uint32_t run);

/// While it lives a call is cancelled when a timer would fire at its deadline or later.
class Deadline {
public:
  explicit Deadline(const asyncir_call_options &call);
  ~Deadline();
  Deadline(const Deadline &) = delete;
  Deadline &operator=(const Deadline &) = delete;

  const std::int64_t time;
  const std::uint32_t run;
};

} // namespace serial
} // namespace asyncir
