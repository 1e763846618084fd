// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpus.hpp"

#include "threads.hpp"

#include <array>
#include <mutex>
#include <sched.h>
#include <unistd.h>

namespace asyncir {
namespace {

std::mutex mutex;
std::array<std::int64_t, CPU_SETSIZE> workers_on{}; // guarded by mutex

/// Empty if the system does not say.
cpu_set_t allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // A thread of a pool may be pinned itself; the main thread's are those of the process then.
  const pid_t thread = Thread::self() == nullptr ? 0 : getpid();
  if (sched_getaffinity(thread, sizeof set, &set) != 0)
    CPU_ZERO(&set);
  return set;
}

} // namespace

std::int64_t usable_cpus() {
  const cpu_set_t set = allowed();
  const int count = CPU_COUNT(&set);
  return count < 1 ? 1 : count;
}

int take_cpu() {
  const cpu_set_t set = allowed();
  const std::lock_guard lock(mutex);
  int best = -1;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    const auto at = static_cast<std::size_t>(cpu);
    if (CPU_ISSET(cpu, &set) && (best < 0 || workers_on[at] < workers_on[static_cast<std::size_t>(best)]))
      best = cpu;
  }
  if (best >= 0)
    ++workers_on[static_cast<std::size_t>(best)];
  return best;
}

void give_cpu_back(int cpu) {
  if (cpu < 0)
    return;
  const std::lock_guard lock(mutex);
  --workers_on[static_cast<std::size_t>(cpu)];
}

void pin(pthread_t thread, int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  pthread_setaffinity_np(thread, sizeof set, &set);
}

} // namespace asyncir
