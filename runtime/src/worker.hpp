// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A thread of the pool, with its own deque of tasks that are ready to run.
///
///   running     runs a task, or takes the next one from its own deque
///   searching   has nothing of its own: looks into the injection queue and steals; counted in Pool::searching_
///   asleep      found nothing anywhere; counted in Pool::sleepers_, uses no processor until it gets a permit
///
/// A worker's deque is pushed to only by the worker itself, so a worker that is asleep has an empty deque.
#pragma once

#include "asyncir/runtime.h"
#include "counts.hpp"
#include "deque.hpp"
#include "frame.hpp"

#include <pthread.h>

namespace asyncir {
class Pool;
}

struct asyncir_worker : asyncir_worker_front {
  asyncir_worker(asyncir::Pool &owner, std::size_t number);

  /// Run tasks until the pool stops.
  void loop();

  asyncir::Deque deque{*this};
  asyncir::Counts counts;
  asyncir::FrameChunk chunk;
  asyncir::Pool &pool;
  const std::size_t index;
  pthread_t thread{};

private:
  asyncir_task *next();
  asyncir_task *search();
  asyncir_task *steal();
  void use_this_stack();

  std::uint32_t turn_ = 0;
};

namespace asyncir {

/// Not null, nor what a thread outside the pool has instead.
inline bool is_in_pool(const asyncir_worker *worker) { return worker != nullptr && worker->outside == 0; }

} // namespace asyncir
