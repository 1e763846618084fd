// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A store by one thread and a later load by it, against the same by another (Dekker's pattern), made cheap for one of the two:
///
///   often: store a; light_barrier(); load b          rarely: store b; heavy_barrier(); load a
///
/// At least one of the two loads sees the other's store. heavy_barrier is Linux's membarrier(2), MEMBARRIER_CMD_PRIVATE_EXPEDITED: a
/// full fence on every CPU that runs a thread of this process. Where the kernel has none, both are full fences; compiled programs have
/// no fence inline, so they are sent the long way then (asyncir_worker_front::stack_limit).
#pragma once

#include <atomic>

namespace asyncir {

/// Whether membarrier works in this process; asked for once, before the first worker starts.
bool has_membarrier();

void heavy_barrier();

/// Not std::atomic_thread_fence, which ThreadSanitizer does not know and GCC therefore refuses to compile for it.
inline void full_fence() { __sync_synchronize(); }

/// What has_membarrier() has answered; before it is asked, full fences do for both.
extern std::atomic<bool> fences_are_left_out;

inline void light_barrier() {
  // relaxed: it changes before there is a worker, and a thread that sees it late has more of a fence than it needs.
  if (fences_are_left_out.load(std::memory_order_relaxed)) [[likely]]
    std::atomic_signal_fence(std::memory_order_seq_cst);
  else
    full_fence();
}

} // namespace asyncir
