// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "environment.hpp"

#include "cpus.hpp"

#include <algorithm>
#include <cctype>
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

bool stack_is_in_environment() { return std::getenv("ASYNCIR_STACK_MB") != nullptr; }

Setting pin_from_environment() {
  const char *text = std::getenv("ASYNCIR_PIN");
  return text == nullptr ? Setting{0, {}} : number_between("ASYNCIR_PIN", text, 0, 1);
}

Setting loan_from_environment() {
  const char *text = std::getenv("ASYNCIR_LOAN");
  return text == nullptr ? Setting{0, {}} : number_between("ASYNCIR_LOAN", text, 0, 1);
}

Setting memory_size(const char *name, const char *text) {
  constexpr std::int64_t least = std::int64_t{1} << 20;
  char *end = nullptr;
  errno = 0;
  const long long value = std::strtoll(text, &end, 10);
  bool good = *text >= '0' && *text <= '9' && errno == 0;
  const char *const suffixes = "KMGT";
  const char *suffix = *end == '\0' ? nullptr : std::strchr(suffixes, std::toupper(static_cast<unsigned char>(*end)));
  const int shift = suffix == nullptr ? 0 : 10 * static_cast<int>(suffix - suffixes + 1);
  end += suffix == nullptr ? 0 : 1;
  for (const char *unit : {"iB", "B"}) // as others write it: 512MiB
    if (std::strcmp(end, unit) == 0)
      end += std::strlen(unit);
  good = good && *end == '\0' && value <= INT64_MAX >> shift && value << shift >= least;
  if (good)
    return {value << shift, {}};
  return {0, std::string(name) + " is '" + text + "', but must be a size of at least 1M, such as 512M or 2G"};
}

Setting memory_limit_from_environment() {
  const char *text = std::getenv("ASYNCIR_MEMORY_LIMIT");
  return text == nullptr ? Setting{INT64_MAX, {}} : memory_size("ASYNCIR_MEMORY_LIMIT", text);
}

bool leak_check_wanted() {
  const char *text = std::getenv("ASYNCIR_LEAK_CHECK");
  return text != nullptr && *text != '\0' && std::strcmp(text, "0") != 0;
}

} // namespace asyncir
