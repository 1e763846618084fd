// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace asyncir {

/// Between two looks of a thread that spins: tells the processor so.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

} // namespace asyncir
