// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "process_fork.hpp"

#include "cancel.hpp"
#include "computing.hpp"
#include "created.hpp"
#include "error.hpp"
#include "exhausted.hpp"
#include "frame.hpp"
#include "loan.hpp"
#include "memory.hpp"
#include "pool.hpp"
#include "relay.hpp"
#include "stuck.hpp"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <pthread.h>

namespace asyncir {
namespace {

std::atomic<bool> forked{false};

// While the process forks; by the thread that forks. Who is refused in the child still gets a task with an error.
std::optional<AllPools> held;
std::optional<FramesHeld> frames;

/// Under which no other is taken.
std::array<std::mutex *, 6> innermost() {
  return {&created_mutex(),      &relays_mutex(),    &exhausted_mutex(),
          &memory_limit_mutex(), &forgotten_mutex(), &computing_mutex()};
}

void before() {
  watch_mutex().lock();
  runs_mutex().lock();
  held.emplace();
  lock_groups();
  frames.emplace();
  for (std::mutex *mutex : innermost())
    mutex->lock();
}

void after_in_parent() {
  for (std::mutex *mutex : innermost())
    mutex->unlock();
  frames.reset();
  unlock_groups();
  held.reset();
  runs_mutex().unlock();
  watch_mutex().unlock();
}

void after_in_child() {
  forget_watch();
  forget_ticker();
  if (held->any_started())
    forked.store(true, std::memory_order_relaxed);
  after_in_parent();
}

} // namespace

bool in_forked_child() { return forked.load(std::memory_order_relaxed); }

void end_if_forked() {
  if (!in_forked_child())
    return;
  std::fprintf(stderr, "error[R008]: %s\n", forked_message);
  std::_Exit(2);
}

void watch_forks() {
  static const bool watched = pthread_atfork(before, after_in_parent, after_in_child) == 0;
  (void)watched;
}

} // namespace asyncir

extern "C" bool asyncir_runtime_forked(void) { return asyncir::in_forked_child(); }
