// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the environment says about the pool: ASYNCIR_NUM_THREADS, ASYNCIR_STACK_MB, ASYNCIR_PIN, ASYNCIR_LOAN,
/// ASYNCIR_MEMORY_LIMIT, ASYNCIR_LEAK_CHECK.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace asyncir {

inline constexpr std::int64_t max_threads = 1024;

/// The value of a whole-number setting, or why there is none. `message` is empty exactly when `value` is good.
struct Setting {
  std::int64_t value = 0;
  std::string message;
};

/// ASYNCIR_NUM_THREADS, or the number of CPUs this process may use where it is not set.
Setting threads_from_environment();

/// Bytes of a worker's stack: ASYNCIR_STACK_MB (64 where not set). Deep recursion of plain functions runs on it.
Setting stack_bytes_from_environment();

/// Whether that is set.
bool stack_is_in_environment();

/// 1: each worker stays on one CPU (ASYNCIR_PIN; 0 where not set).
Setting pin_from_environment();

/// 1: threads that wait run workers (ASYNCIR_LOAN; 0 where not set).
Setting loan_from_environment();

/// Bytes that tasks may take together (ASYNCIR_MEMORY_LIMIT; INT64_MAX where not set).
Setting memory_limit_from_environment();

/// The bytes that a text such as 512M stands for. `name` is what is said to have that value.
Setting memory_size(const char *name, const char *text);

bool leak_check_wanted();

} // namespace asyncir
