// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Workers and threads. A worker is what tasks know: a deque, counts, free lists. A thread runs one worker at a time, its holder.
///
/// A thread:
///
///   holds a worker   runs its tasks, or sleeps with it
///   away             a task of its worker blocks in a native frame (C, Python); the worker is lent
///   claimant         that is over; it wants the worker back, to go on inside the frame
///   spare            has no worker; after `patience` without one it ends
///   visitor          is none of the pool's: it waits for a task and holds a worker meanwhile, as any thread that holds one (loan.cpp)
///
/// A worker:
///
///   held             by a thread that is awake
///   asleep           as in worker.hpp, with a holder or, if its thread went away or its visitor left and nothing was to do, vacant
///
/// Who wants a worker back that is asleep has it at once. Else its holder gives it up at its next task boundary, or when it goes away
/// itself, to the one who has waited longest. Then the thread in the native frame is alone with the worker, as it was before: what
/// frames and registers say of it is still so. Whoever gives a worker up moves its tasks to the injection queue: to the
/// native frame, which may be in the midst of a fork, they are stolen.
#pragma once

#include "asyncir/runtime.h"
#include "worker.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <pthread.h>
#include <sched.h>

namespace asyncir {

class Pool;

struct Thread {
  explicit Thread(Pool &owner) : pool(owner) {}

  /// The calling thread, if it is one of a pool.
  static Thread *self();
  /// The calling thread is `other` from now on. For visitors, who are nobody before and after.
  static void become(Thread *other);
  /// Give it the name and the CPU of the worker that it holds; by the thread itself, or before it runs.
  void dress(const asyncir_worker &worker, std::size_t pool_number, int cpu);

  /// The calling thread is this one; from then on others can tell where it runs.
  void announce();
  // All under the pool's mutex, see placing.cpp.
  /// Where it ran last; -1: unknown.
  int cpu() const;
  /// It runs on the first CPU next that it may use and that is wanted, and nowhere else until let_go(), which it calls itself.
  template <class Wanted> void hold(Wanted wanted);
  void let_go();

  Pool &pool;
  pthread_t handle{};
  // The rest is guarded by the pool's mutex.
  std::condition_variable changed; // the worker, or whether it is asleep
  asyncir_worker *worker = nullptr;
  asyncir_worker *lent = nullptr; // while it is away
  OfThread state_of_lent;         // what of that worker was the thread's
  bool called_to_search = false;  // it has been counted as a searcher already
  bool leaves = false;            // a visitor does, when it is between two tasks
  bool visits = false;            // it is a visitor; never changes
  bool looks = false;             // a visitor does, see asyncir_worker::look(); its own

private:
  const asyncir_worker *dressed_as_ = nullptr;
  int cpu_ = -1; // pinned to
  std::atomic<const std::uint32_t *> runs_on_{nullptr};
  int held_on_ = -1;
  cpu_set_t usable_{}; // while it is held: what it may use else
};

struct Seat {
  std::unique_ptr<asyncir_worker> worker;
  Thread *holder = nullptr;
  bool asleep = false;
  std::deque<Thread *> claimants; // who wants it back, the oldest first
  int cpu = -1;                   // pinned to; -1: anywhere
};

} // namespace asyncir
