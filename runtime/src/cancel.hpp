// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Runs and their cancellation. A run is what belongs together: the tasks that one call of a program starts, and all that these start.
///
///   unknown      the number is free; 0 is the run of what cannot be cancelled
///   open         it was given out
///   cancelled    tasks fail where they next look (asyncir_check) instead of going on; what they wait for ends early
///   closed       cancelled, and whoever opened it is through with it: free when nothing of it can run any more
///
/// What it is that ends early: operations that can be ended (timers, processes, jobs that have not begun), created tokens and values, groups
/// whose members will not come, and waits for tasks of other runs. Whoever waits for a task of the same run goes on waiting for it: it
/// ends soon itself, so that a function that waits for what it has launched is the last to end, cancelled or not.
///
/// Tasks look where they start, in each turn of a loop and behind each wait. While a run is cancelled everything that starts anywhere takes the
/// long way (`asyncir_worker_front::stack_limit`), which looks; else that costs nothing.
#pragma once

#include "asyncir/runtime.h"

#include <atomic>
#include <cstdint>
#include <mutex>

namespace asyncir {

inline std::uint32_t run_of(const asyncir_task &task) {
  // relaxed: the number never changes; other bits may.
  return std::atomic_ref<std::uint32_t>(const_cast<asyncir_task &>(task).flags).load(std::memory_order_relaxed) >>
         ASYNCIR_RUN_SHIFT;
}

/// Guards the numbers of runs; for whoever forks the process. Taken before the pools' locks.
std::mutex &runs_mutex();

/// The run of the task that the calling thread is in, or the one that it has selected.
std::uint32_t current_run();

/// Whether the run is cancelled; a look that costs two loads.
bool is_cancelled(std::uint32_t run);
/// Whether any run is; for those who hold no number.
bool any_cancelled();

/// The error of what ends because its run was cancelled; `location` as in asyncir_error_create.
asyncir_error *cancelled_error(std::uint32_t run, const char *location);

/// Tell the host that the run is cancelled (asyncir_on_cancel).
void tell_of_cancelled(std::uint32_t run);
/// Let go of what tasks of the run's nurseries have failed with.
void forget_failures(std::uint32_t run);

/// Every task of the process has ended or waits, and no operation is in flight: closed numbers are free again.
void free_closed_runs();

/// The thread's calls belong to this run while it lives.
class InRun {
public:
  explicit InRun(std::uint32_t run);
  ~InRun();
  InRun(const InRun &) = delete;
  InRun &operator=(const InRun &) = delete;

private:
  const std::uint32_t before_;
};

/// How the calling thread's waits end early, see asyncir_call; null: they do not.
const asyncir_call_options *call_options();
/// In how many nanoseconds to look next; INT64_MAX: never. Real ones: in the serial runtime timers see to deadlines.
std::int64_t until_next_look(const asyncir_call_options &options);
/// Cancel what the options say if the time has come.
void look_whether_to_cancel(const asyncir_call_options &options);

} // namespace asyncir
