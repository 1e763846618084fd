// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "process_fork.hpp"

#include "created.hpp"
#include "frame.hpp"
#include "pool.hpp"
#include "stuck.hpp"

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

void before() {
  held.emplace();
  stuck_mutex().lock();
  frames.emplace();
  created_mutex().lock();
}

void after_in_parent() {
  created_mutex().unlock();
  frames.reset();
  stuck_mutex().unlock();
  held.reset();
}

void after_in_child() {
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
