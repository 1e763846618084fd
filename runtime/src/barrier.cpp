// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "barrier.hpp"

#include <cstdlib>
#if defined(__linux__)
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace asyncir {
namespace {

bool registered() {
  const char *off = std::getenv("ASYNCIR_NO_MEMBARRIER"); // for tests of the other way
  if (off != nullptr && *off != '\0')
    return false;
#if defined(__linux__) && defined(SYS_membarrier)
  return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
#else
  return false;
#endif
}

} // namespace

std::atomic<bool> fences_are_left_out{false};

bool has_membarrier() {
  static const bool answer = [] {
    const bool works = registered();
    fences_are_left_out.store(works, std::memory_order_relaxed);
    return works;
  }();
  return answer;
}

void heavy_barrier() {
#if defined(__linux__) && defined(SYS_membarrier)
  if (has_membarrier()) {
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    return;
  }
#endif
  full_fence();
}

} // namespace asyncir
