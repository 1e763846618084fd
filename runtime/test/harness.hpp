// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A test registry in a page: TEST(name) { … CHECK(…) … }. After each test nothing may be alive.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace harness {

struct Test {
  const char *name;
  void (*body)();
  bool parallel = false; // makes no sense where one thread runs at a time
};

std::vector<Test> &tests();

struct Registration {
  Registration(const char *name, void (*body)(), bool parallel) { tests().push_back({name, body, parallel}); }
};

[[noreturn]] inline void fail(const char *file, int line, const std::string &what) {
  std::fprintf(stderr, "%s:%d: check failed: %s\n", file, line, what.c_str());
  std::exit(1);
}

/// Smaller sizes where a sanitizer makes everything ten times slower.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// The seed of this run: ASYNCIR_TEST_SEED, or a fixed one.
unsigned long seed();

} // namespace harness

#define REGISTER(name, parallel)                                                                                       \
  static void test_##name();                                                                                           \
  static const harness::Registration registration_##name(#name, test_##name, parallel);                                \
  static void test_##name()
#define TEST(name) REGISTER(name, false)
/// A test that is left out on the serial runtime.
#define PARALLEL_TEST(name) REGISTER(name, true)

#define CHECK(condition)                                                                                               \
  do                                                                                                                   \
    if (!(condition))                                                                                                  \
      harness::fail(__FILE__, __LINE__, #condition);                                                                   \
  while (false)

#define CHECK_EQUAL(left, right)                                                                                       \
  do {                                                                                                                 \
    const long long left_value = static_cast<long long>(left), right_value = static_cast<long long>(right);            \
    if (left_value != right_value)                                                                                     \
      harness::fail(__FILE__, __LINE__,                                                                                \
                    std::string(#left " == " #right ": ") + std::to_string(left_value) + " and " +                     \
                        std::to_string(right_value));                                                                  \
  } while (false)
