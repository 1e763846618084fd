// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Timers in the order of their times; of two that are due at the same time, the one that was asked for first comes first.
#pragma once

#include "cancel.hpp"
#include "few.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace asyncir {

class TimerQueue {
public:
  void add(asyncir_task *task, std::int64_t due) {
    heap_.push_back({due, numbers_++, task});
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  bool empty() const { return heap_.empty(); }
  std::int64_t first_due() const { return heap_.front().due; }
  asyncir_task *first() const { return heap_.front().task; }

  asyncir_task *pop() {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    asyncir_task *task = heap_.back().task;
    heap_.pop_back();
    return task;
  }

  /// Take those of a run, as many as there is room for. Needs no memory.
  void take(std::uint32_t run, Few<asyncir_task *> &taken) {
    std::erase_if(heap_, [&](const Timer &timer) { return !taken.full() && run_of(*timer.task) == run && taken.add(timer.task); });
    std::make_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

private:
  struct Timer {
    std::int64_t due;
    std::uint64_t number;
    asyncir_task *task;

    bool operator>(const Timer &other) const { return due != other.due ? due > other.due : number > other.number; }
  };

  std::vector<Timer> heap_;
  std::uint64_t numbers_ = 0;
};

} // namespace asyncir
