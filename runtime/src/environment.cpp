// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "environment.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sched.h>

namespace asyncir {
namespace {

Setting number_between(const char *name, const char *text, std::int64_t least, std::int64_t most) {
  char *end = nullptr;
  errno = 0;
  const long long value = std::strtoll(text, &end, 10);
  // strtoll skips leading blanks and accepts a sign; a setting is digits and nothing else.
  const bool whole = *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
  if (whole && value >= least && value <= most)
    return {value, {}};
  return {0, std::string(name) + " is '" + text + "', but must be a whole number from " +
                 std::to_string(least) + " to " + std::to_string(most)};
}

std::int64_t usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return 1;
  const int count = CPU_COUNT(&set);
  return count < 1 ? 1 : count > max_threads ? max_threads : count;
}

} // namespace

Setting threads_from_environment() {
  const char *text = std::getenv("ASYNCIR_NUM_THREADS");
  if (text == nullptr)
    return {usable_cpus(), {}};
  return number_between("ASYNCIR_NUM_THREADS", text, 1, max_threads);
}

Setting stack_bytes_from_environment() {
  const char *text = std::getenv("ASYNCIR_STACK_MB");
  if (text == nullptr)
    return {std::int64_t{64} << 20, {}};
  Setting megabytes = number_between("ASYNCIR_STACK_MB", text, 1, 65536);
  megabytes.value <<= 20;
  return megabytes;
}

bool leak_check_wanted() {
  const char *text = std::getenv("ASYNCIR_LEAK_CHECK");
  return text != nullptr && *text != '\0' && std::strcmp(text, "0") != 0;
}

} // namespace asyncir
