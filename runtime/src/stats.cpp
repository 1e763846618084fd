// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What workers count all the time, summed up for whoever asks; and who they are.
#include "frame.hpp"
#include "pool.hpp"

#include <algorithm>

namespace asyncir {

void Pool::sum_stats(asyncir_stats &sum) {
  asyncir_counts counts;
  sum_counts(counts);
  const FramePeaks peaks = frame_peaks();
  sum = {};
  sum.tasks = counts.started;
  sum.frames = peaks.frames;
  sum.frame_bytes = peaks.bytes;
  for (Pool *pool : AllPools::list()) {
    const std::lock_guard lock(pool->mutex_);
    sum.workers += static_cast<std::int64_t>(pool->workers_.size());
    for (const auto &seat : pool->seats_) {
      sum.steals += counted(seat->worker->stolen);
      sum.suspensions += counted(seat->worker->suspended);
      sum.wakeups += seat->worker->idle.wakeups();
      sum.idle += seat->worker->idle.sum();
    }
  }
}

std::vector<asyncir_trace_worker> Pool::list_workers() {
  std::vector<asyncir_trace_worker> all;
  for (Pool *pool : AllPools::list()) {
    const std::lock_guard lock(pool->mutex_);
    for (const auto &seat : pool->seats_) {
      const asyncir_worker &worker = *seat->worker;
      const bool active = std::ranges::find(pool->workers_, &worker) != pool->workers_.end();
      all.push_back({worker.row, static_cast<std::uint16_t>(pool->number_), static_cast<std::uint16_t>(worker.index),
                     static_cast<std::uint16_t>(active)});
    }
  }
  return all;
}

void Pool::tell_of_starts() {
  for (Pool *pool : AllPools::list()) {
    const std::lock_guard lock(pool->mutex_);
    for (const auto &seat : pool->seats_)
      seat->worker->tell_of_starts();
  }
}

} // namespace asyncir

extern "C" void asyncir_runtime_stats(asyncir_stats *stats) { asyncir::Pool::sum_stats(*stats); }
