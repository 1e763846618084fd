// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// On which CPU a worker is woken. Linux wakes a thread where it ran last or where its waker runs. For an idle CPU it looks among those
/// that share a cache, but not where these were busy lately (SIS_UTIL in kernel/sched/fair.c), and of two CPUs it may find none. So two
/// workers that once were on one CPU take turns there for milliseconds, while the other is idle.
///
/// Whoever wakes a worker that last ran where another one is awake therefore holds it on a free CPU until it runs. Else the system
/// decides. Workers that are pinned stay where they are.
///
/// Where a thread runs the kernel writes into its memory (rseq(2)), so that others can read it. What they read may be out of date, and then
/// nothing is gained.
#include "cpus.hpp"
#include "pool.hpp"

#include <dlfcn.h>
#include <sched.h>
#include <utility>

namespace asyncir {
namespace {

constexpr int unknown = -1;

/// The word of the calling thread that has its CPU; null: the C library has none.
const std::uint32_t *cpu_of_thread() {
  static const auto *offset = static_cast<const std::ptrdiff_t *>(dlsym(RTLD_DEFAULT, "__rseq_offset"));
  static const auto *size = static_cast<const unsigned *>(dlsym(RTLD_DEFAULT, "__rseq_size"));
  if (offset == nullptr || size == nullptr || *size == 0) // 0: not registered
    return nullptr;
  constexpr std::ptrdiff_t of_cpu_id = 4;
  return reinterpret_cast<const std::uint32_t *>(static_cast<const char *>(__builtin_thread_pointer()) + *offset + of_cpu_id);
}

} // namespace

void Thread::announce() { runs_on_.store(cpu_of_thread(), std::memory_order_release); }

int Thread::cpu() const {
  if (held_on_ != unknown)
    return held_on_;
  const std::uint32_t *word = runs_on_.load(std::memory_order_acquire);
  return word == nullptr ? unknown : static_cast<int>(__atomic_load_n(word, __ATOMIC_RELAXED));
}

template <class Wanted> void Thread::hold(Wanted wanted) {
  // On one CPU there is nothing to choose, and who has put it there may take it away before it is let go.
  if (pthread_getaffinity_np(handle, sizeof usable_, &usable_) != 0 || CPU_COUNT(&usable_) == 1)
    return;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &usable_) && wanted(cpu)) {
      held_on_ = cpu;
      pin(handle, cpu);
      return;
    }
}

void Thread::let_go() {
  const int held = std::exchange(held_on_, unknown);
  cpu_set_t now;
  // Unless somebody else has changed it meanwhile.
  if (held != unknown && pthread_getaffinity_np(handle, sizeof now, &now) == 0 && CPU_COUNT(&now) == 1 && CPU_ISSET(held, &now))
    pthread_setaffinity_np(handle, sizeof usable_, &usable_);
}

/// Whether an awake worker is there.
bool Pool::is_taken(int cpu) const {
  for (const auto &seat : seats_)
    if (seat->holder != nullptr && !seat->asleep && seat->holder->cpu() == cpu)
      return true;
  return false;
}

/// The sleeper, which has a thread, is about to be woken. Allocates nothing: whoever wakes it may have found no memory.
void Pool::place(const Seat &sleeper) const {
  Thread &thread = *sleeper.holder;
  const int last = thread.cpu();
  if (pinned_ || last == unknown || !is_taken(last))
    return;
  thread.hold([this](int cpu) { return !is_taken(cpu); });
}

} // namespace asyncir
