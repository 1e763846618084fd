// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Bad luck for tests: where something has just become visible to other threads, the thread that did it stands aside for a while,
/// so that they act on it first: a parent is stolen while its child runs, a waiter is resumed and freed before its suspension returns.
///
/// Only in builds with ASYNCIR_CHECKED, and there only with ASYNCIR_TEST_DISTURB=N in the environment: at every Nth such place
/// on average, at random. ASYNCIR_TEST_SEED is the seed.
#pragma once

#include <cstdint>

namespace asyncir {

#ifdef ASYNCIR_CHECKED
void disturb();

/// What asyncir_worker_front::sleepers points to: where threads are disturbed, always to a number that is not 0, so that compiled
/// programs call asyncir_wake behind each push.
const std::int64_t *disturbed_sleepers(const std::int64_t *real);
#else
inline void disturb() {}
inline const std::int64_t *disturbed_sleepers(const std::int64_t *real) { return real; }
#endif

} // namespace asyncir
