// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Blocks that are kept for the next allocation.
#include "harness.hpp"

#include "asyncir/runtime.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

namespace {

constexpr std::uint64_t large = 1 << 20;

TEST(a_large_block_is_used_again) {
  void *first = asyncir_memory_allocate(large, 64);
  CHECK_EQUAL(reinterpret_cast<std::uintptr_t>(first) % 64, 0U);
  std::memset(first, 1, large);
  asyncir_memory_free(first);
  void *second = asyncir_memory_allocate(large - 100, 64);
  CHECK(second == first);
  std::free(second); // whoever gets it may do so
}

TEST(a_block_is_not_used_for_what_is_much_smaller_or_larger) {
  void *first = asyncir_memory_allocate(large, 64);
  asyncir_memory_free(first);
  void *smaller = asyncir_memory_allocate(large / 4, 64);
  void *larger = asyncir_memory_allocate(2 * large, 64);
  CHECK(smaller != first);
  CHECK(larger != first);
  std::memset(larger, 1, 2 * large);
  asyncir_memory_free(smaller);
  asyncir_memory_free(larger);
}

TEST(blocks_of_others_are_taken) {
  void *first = std::malloc(large);
  asyncir_memory_free(first);
  asyncir_memory_free(nullptr);
  asyncir_memory_free(std::malloc(8));
  void *second = asyncir_memory_allocate(large, 16);
  std::memset(second, 1, large);
  asyncir_memory_free(second);
}

TEST(more_blocks_than_are_kept) {
  std::set<void *> blocks;
  for (int i = 0; i < 200; ++i)
    blocks.insert(asyncir_memory_allocate(large, 64));
  CHECK_EQUAL(blocks.size(), 200U);
  for (void *block : blocks)
    asyncir_memory_free(block);
  for (int i = 0; i < 200; ++i)
    std::free(asyncir_memory_allocate(large, 64));
}

TEST(no_two_threads_get_one_block) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (int turn = 0; turn < 300; ++turn) {
        auto *block = static_cast<unsigned char *>(asyncir_memory_allocate(large >> (turn % 3), 64));
        const std::uint64_t size = large >> (turn % 3);
        block[0] = block[size - 1] = static_cast<unsigned char>(t);
        CHECK_EQUAL(static_cast<int>(block[0]), t);
        CHECK_EQUAL(static_cast<int>(block[size - 1]), t);
        asyncir_memory_free(block);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

void *of_the_call = nullptr;

asyncir_error *allocates(void *fails) {
  of_the_call = asyncir_memory_allocate(large, 64);
  return fails == nullptr ? nullptr : asyncir_error_create("T1", "failed", "", nullptr);
}

TEST(a_call_that_fails_leaves_no_memory_behind) {
  asyncir_error *error = asyncir_compute(allocates, &of_the_call);
  CHECK(error != nullptr);
  asyncir_error_release(error);
  void *again = asyncir_memory_allocate(large, 64); // the block was freed, and is used again
  CHECK(again == of_the_call);
  asyncir_memory_free(again);
}

TEST(a_call_that_ends_well_gives_its_memory_to_the_caller) {
  CHECK(asyncir_compute(allocates, nullptr) == nullptr);
  void *other = asyncir_memory_allocate(large, 64);
  CHECK(other != of_the_call);
  asyncir_memory_free(other);
  asyncir_memory_free(of_the_call);
}

/// Of 1000 blocks some are freed, in an odd order and several times at the same address; what a call within allocates is not its own.
asyncir_error *allocates_and_frees(void *seed) {
  auto state = *static_cast<std::uint64_t *>(seed);
  std::vector<void *> blocks;
  CHECK(asyncir_compute(allocates, nullptr) == nullptr);
  for (int i = 0; i < 1000; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    if (state >> 62 != 0 || blocks.empty()) {
      blocks.push_back(asyncir_memory_allocate(48, 16));
      std::memset(blocks.back(), 1, 48);
    } else {
      const std::size_t at = (state >> 32) % blocks.size();
      asyncir_memory_free(blocks[at]);
      blocks[at] = blocks.back();
      blocks.pop_back();
    }
  }
  return asyncir_error_create("T1", "failed", "", nullptr);
}

TEST(what_a_call_has_freed_is_not_freed_again) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    asyncir_error *error = asyncir_compute(allocates_and_frees, &seed);
    CHECK(error != nullptr);
    asyncir_error_release(error);
    std::memset(of_the_call, 1, large);
    asyncir_memory_free(of_the_call);
  }
}

} // namespace
