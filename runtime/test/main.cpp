// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness.hpp"

#include "asyncir/runtime.h"

#include <cstring>

namespace harness {

std::vector<Test> &tests() {
  static std::vector<Test> all;
  return all;
}

unsigned long seed() {
  const char *text = std::getenv("ASYNCIR_TEST_SEED");
  return text == nullptr ? 20260 : std::strtoul(text, nullptr, 10);
}

} // namespace harness

/// `runtime_tests [PART_OF_A_NAME …]`: each test on 1, 2 and 4 workers; with ASYNCIR_RUNTIME_KIND=serial, where one thread runs at a
/// time, programs are told of as many.
int main(int count, char **arguments) {
  int run = 0;
  const char *kind = std::getenv("ASYNCIR_RUNTIME_KIND");
  const bool serial = kind != nullptr && std::strcmp(kind, "serial") == 0;
  for (const harness::Test &test : harness::tests()) {
    bool wanted = count == 1;
    for (int i = 1; i < count; ++i)
      wanted |= std::strstr(test.name, arguments[i]) != nullptr;
    if (!wanted || (serial && test.parallel))
      continue;
    for (const int threads : {1, 2, 4}) {
      std::printf("%s (threads=%d seed=%lu)\n", test.name, threads, harness::seed());
      std::fflush(stdout);
      CHECK_EQUAL(asyncir_runtime_start(threads), 0);
      test.body();
      asyncir_runtime_stop(); // waits for what was launched and not awaited
      asyncir_counts alive;
      asyncir_runtime_counts(&alive);
      CHECK_EQUAL(alive.tasks, 0);
      CHECK_EQUAL(alive.errors, 0);
      ++run;
    }
  }
  std::printf("%d runtime tests passed\n", run);
  return run == 0;
}
