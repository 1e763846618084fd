// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The CPUs that the process may use, and which of them pinned workers have.
#pragma once

#include <cstdint>
#include <pthread.h>

namespace asyncir {

/// At least 1.
std::int64_t usable_cpus();

/// A CPU for a worker: of those that the calling thread may use, the first among those that the fewest workers have. -1: none is known.
int take_cpu();
void give_cpu_back(int cpu);

/// The thread runs on that CPU only. Where the system refuses, it runs where it ran.
void pin(pthread_t thread, int cpu);

} // namespace asyncir
