// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "environment.hpp"

#include "cpus.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

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

} // namespace

Setting threads_from_environment() {
  const char *text = std::getenv("ASYNCIR_NUM_THREADS");
  if (text == nullptr)
    return {std::min(usable_cpus(), max_threads), {}};
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

Setting pin_from_environment() {
  const char *text = std::getenv("ASYNCIR_PIN");
  return text == nullptr ? Setting{0, {}} : number_between("ASYNCIR_PIN", text, 0, 1);
}

bool leak_check_wanted() {
  const char *text = std::getenv("ASYNCIR_LEAK_CHECK");
  return text != nullptr && *text != '\0' && std::strcmp(text, "0") != 0;
}

} // namespace asyncir
