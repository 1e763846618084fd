// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cancel.hpp"

#include "asyncir/operations.h"
#include "barrier.hpp"
#include "computing.hpp"
#include "few.hpp"
#include "operations.hpp"
#include "pool.hpp"
#include "relay.hpp"
#include "serial.hpp"
#include "stuck.hpp"
#include "task.hpp"
#include "worker.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

namespace asyncir {
namespace {

constexpr std::uint32_t numbers = 1u << (32 - ASYNCIR_RUN_SHIFT);

constexpr std::uint8_t open_bit = 1;
constexpr std::uint8_t cancelled_bit = 2;
constexpr std::uint8_t deadline_bit = 4; // with cancelled_bit: that is why

/// A megabyte of which only the pages are there that were used.
std::atomic<std::uint8_t> states[numbers];
std::atomic<std::int64_t> cancelled_runs{0};

/// A run that was opened in a task of another: cancelled with it.
struct Nested {
  std::uint32_t run, within;
};

struct Runs {
  std::mutex mutex; // of what follows, and of changes of `states`
  std::uint32_t last = 0;
  std::vector<Nested> nested;
  std::vector<std::uint32_t> closed; // and cancelled
};

Runs &runs() {
  static auto *the_runs = new Runs; // threads may outlive static objects
  return *the_runs;
}

thread_local std::uint32_t selected = 0;
thread_local const asyncir_call_options *options = nullptr;

std::uint8_t state_of_run(std::uint32_t run) { return states[run].load(std::memory_order_acquire); }

/// The guard is up from the first cancelled run on.
void count_cancelled(std::int64_t change) {
  if (change != 0) {
    Pool::take_long_way(change);
    want_attention(change);
  }
  cancelled_runs.fetch_add(change, std::memory_order_relaxed);
}

/// Why the run is cancelled.
std::uint8_t cancellation_of(std::uint32_t run) { return state_of_run(run) & (cancelled_bit | deadline_bit); }

/// Under the mutex. Cancel the run.
void mark(std::uint32_t run, std::uint8_t bits) {
  // The guard first: who sees that a run is cancelled sees the guard up.
  count_cancelled(1);
  states[run].fetch_or(bits, std::memory_order_release);
}

/// Under the mutex. Cancel what was opened within cancelled runs, as much as there is room for.
void mark_nested(Few<std::uint32_t> &marked) {
  for (bool more = true; more && !marked.full();) {
    more = false;
    for (const Nested &nested : runs().nested)
      if (!marked.full() && is_cancelled(nested.within) && !is_cancelled(nested.run)) {
        mark(nested.run, cancellation_of(nested.within));
        more = marked.add(nested.run);
      }
  }
}

/// Whoever looked at the guard before it went up, and has begun to wait since, is found by this.
void end_what_is_waited_for(const Few<std::uint32_t> &cancelled) {
  heavy_barrier();
  for (const std::uint32_t run : cancelled) {
    tell_of_cancelled(run);
    fail_stuck_of(run);
    end_relays_of(run);
    end_operations_of(run);
  }
}

/// A task of the same run: if nothing but other tasks of the run could complete it, nothing will.
bool await_in_cancelled_run(asyncir_task &task, asyncir_task &waiting) {
  asyncir_task_retain(&task, 1);
  const bool waits = asyncir_task_await(&task, &waiting);
  if (waits) {
    heavy_barrier(); // a member that ends now and does not see the cancellation yet has ended before this look
    fail_if_stuck(task);
  }
  asyncir_task_release(&task, 1);
  return waits;
}

/// `waiting` is of a run that may be cancelled while it waits.
[[gnu::noinline]] bool await_in_run(asyncir_task &task, asyncir_task &waiting, std::uint32_t run) {
  if (run_of(task) != run)
    return await_in_other_run(task, waiting, run);
  if (is_cancelled(run))
    return await_in_cancelled_run(task, waiting);
  if (!asyncir_task_await(&task, &waiting))
    return false;
  // From here on both tasks may be gone. Either this look sees the cancellation, or that sees that somebody waits.
  light_barrier();
  if (is_cancelled(run))
    fail_stuck_of(run);
  return true;
}

} // namespace

std::mutex &runs_mutex() { return runs().mutex; }

bool any_cancelled() { return cancelled_runs.load(std::memory_order_relaxed) != 0; }

bool is_cancelled(std::uint32_t run) { return run != 0 && (state_of_run(run) & cancelled_bit) != 0; }

std::uint32_t current_run() {
  if (selected != 0)
    return selected;
  if (const asyncir_worker *worker = asyncir_worker_current())
    return static_cast<std::uint32_t>(worker->run >> (32 + ASYNCIR_RUN_SHIFT));
  if (const Thread *thread = Thread::self(); thread != nullptr && thread->lent != nullptr)
    return static_cast<std::uint32_t>(thread->state_of_lent.run >> (32 + ASYNCIR_RUN_SHIFT));
  return 0;
}

asyncir_error *cancelled_error(std::uint32_t run, const char *location) {
  if ((state_of_run(run) & deadline_bit) != 0)
    return asyncir_error_create("R108", "cancelled: the time for the call was over", location, nullptr);
  return asyncir_error_create("R107", "cancelled: the call was cancelled", location, nullptr);
}

/// Under the mutex. The number may be given out again: what was opened within the run is now within the one around it, if there is one.
void take_out(std::uint32_t run) {
  std::vector<Nested> &nested = runs().nested;
  const auto at = std::find_if(nested.begin(), nested.end(), [run](const Nested &one) { return one.run == run; });
  const std::uint32_t around = at == nested.end() ? 0 : at->within;
  for (Nested &one : nested)
    if (one.within == run)
      one.within = around;
  std::erase_if(nested, [run](const Nested &one) { return one.run == run || one.within == 0; });
}

void free_closed_runs() {
  std::int64_t freed = 0;
  {
    const std::lock_guard lock(runs().mutex);
    for (const std::uint32_t run : std::exchange(runs().closed, {})) {
      states[run].store(0, std::memory_order_relaxed);
      --freed;
    }
  }
  count_cancelled(freed);
}

InRun::InRun(std::uint32_t run) : before_(std::exchange(selected, run)) {}
InRun::~InRun() { selected = before_; }

const asyncir_call_options *call_options() { return options; }

std::int64_t until_next_look(const asyncir_call_options &of) {
  if (is_cancelled(of.run))
    return INT64_MAX;
  const std::int64_t interval = of.interrupted == nullptr ? INT64_MAX : of.interval;
  if (of.deadline == INT64_MAX || serial::active())
    return interval;
  return std::min(interval, std::max<std::int64_t>(0, of.deadline - asyncir_clock()));
}

void look_whether_to_cancel(const asyncir_call_options &of) {
  if (of.deadline <= asyncir_clock()) {
    asyncir_cancel(of.run, true);
  } else if (const InRun of_the_call(of.run); of.interrupted != nullptr && of.interrupted()) {
    if (serial::active())
      serial::not_exact();
    asyncir_cancel(of.run, false);
  }
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

uint32_t asyncir_run_open(void) {
  const std::uint32_t within = current_run();
  std::uint32_t run;
  {
    const std::lock_guard lock(runs().mutex);
    std::uint32_t looked = 0;
    do {
      run = runs().last = runs().last % (numbers - 1) + 1;
      if (++looked == numbers)
        return 0; // a million are open
    } while (state_of_run(run) != 0);
    states[run].store(open_bit, std::memory_order_relaxed);
    if (within != 0)
      runs().nested.push_back({run, within});
    if (is_cancelled(within))
      mark(run, cancellation_of(within));
  }
  return run;
}

void asyncir_run_close(uint32_t run) {
  if (run == 0)
    return;
  forget_failures(run);
  {
    const std::lock_guard lock(runs().mutex);
    take_out(run);
    if ((state_of_run(run) & cancelled_bit) == 0) {
      states[run].store(0, std::memory_order_relaxed);
      return;
    }
    runs().closed.push_back(run);
  }
  Pool::look_whether_all_is_quiet();
}

bool asyncir_run_is_over(uint32_t run) { return state_of_run(run) == 0; }

uint32_t asyncir_run_select(uint32_t run) { return std::exchange(selected, run); }

bool asyncir_cancel(uint32_t run, bool deadline) {
  Few<std::uint32_t> first;
  {
    const std::lock_guard lock(runs().mutex);
    if (run == 0 || run >= numbers || (state_of_run(run) & open_bit) == 0 || is_cancelled(run))
      return false;
    mark(run, deadline ? cancelled_bit | deadline_bit : cancelled_bit);
    first.add(run);
    mark_nested(first);
  }
  end_what_is_waited_for(first);
  for (bool more = first.full(); more;) {
    Few<std::uint32_t> others;
    {
      const std::lock_guard lock(runs().mutex);
      mark_nested(others);
    }
    end_what_is_waited_for(others);
    more = others.full();
  }
  return true;
}

asyncir_error *asyncir_check(asyncir_worker *worker, const char *location) {
  std::uint32_t run = current_run();
  if (is_in_pool(worker)) {
    worker->attend();
    run = static_cast<std::uint32_t>(worker->run >> (32 + ASYNCIR_RUN_SHIFT));
  } else if (computing_is_interrupted()) {
    return cancelled_error(0, location);
  }
  return is_cancelled(run) ? cancelled_error(run, location) : nullptr;
}

bool asyncir_await(asyncir_task *task, asyncir_task *waiting) {
  const std::uint32_t run = run_of(*waiting);
  if (run == 0 || asyncir_task_is_done(task))
    return asyncir_task_await(task, waiting);
  return await_in_run(*task, *waiting, run);
}

asyncir_error *asyncir_call(asyncir_error *(*entry)(void *), void *arguments, asyncir_call_options *how) {
  if (how->run == 0)
    how->run = asyncir_run_open();
  const asyncir_call_options *before = std::exchange(options, how->run == 0 ? nullptr : how);
  asyncir_error *error;
  {
    const InRun in_run(how->run);
    if (options != nullptr && how->deadline <= asyncir_clock())
      asyncir_cancel(how->run, true);
    Computing computing(options);
    error = computing.run(entry, arguments);
  }
  options = before;
  return error;
}

asyncir_error *asyncir_block(void *task) {
  asyncir_task_block(static_cast<asyncir_task *>(task));
  return nullptr;
}
}
