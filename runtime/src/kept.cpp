// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Large blocks that programs have freed are kept for what is allocated next. The system would take them back, and hand the next one
/// out page by page: that takes as long as to compute with what is in them.
///
/// What is kept was allocated by malloc, and whoever gets a block may give it back to free: memory crosses the border of a program
/// both ways. Nobody waits for the list: a thread that finds it in use allocates and frees without it, as does a process that was
/// forked while another thread used it.
#include "asyncir/runtime.h"

#include "owned.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <tuple>

namespace {

/// Smaller blocks are not given back to the system by free.
constexpr std::size_t least_kept = 64 << 10;
/// Of all blocks together. What a program with larger ones frees goes back.
constexpr std::size_t most_kept = 256 << 20;

struct Block {
  void *start;
  std::size_t size;
};

/// The oldest block comes first.
struct Kept {
  std::array<Block, 64> blocks;
  std::size_t count = 0;
  std::size_t bytes = 0;

  void *take(std::size_t index) {
    void *start = blocks[index].start;
    bytes -= blocks[index].size;
    for (--count; index < count; ++index)
      blocks[index] = blocks[index + 1];
    return start;
  }
};

Kept kept;
std::atomic_flag in_use = ATOMIC_FLAG_INIT;

/// Whether the list is the caller's, until `let_go`.
bool try_take() { return !in_use.test_and_set(std::memory_order_acquire); }

void let_go() { in_use.clear(std::memory_order_release); }

void *plain(std::size_t size, std::size_t alignment) {
  if (alignment <= alignof(std::max_align_t))
    return std::malloc(size);
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

/// The smallest block that is large enough, if not half of it would be unused.
void *find(std::size_t size, std::size_t alignment) {
  std::size_t best = kept.count;
  for (std::size_t i = kept.count; i-- > 0;) {
    const Block &block = kept.blocks[i];
    const bool fits = block.size >= size && block.size / 2 < size && reinterpret_cast<std::uintptr_t>(block.start) % alignment == 0;
    if (fits && (best == kept.count || block.size < kept.blocks[best].size))
      best = i;
  }
  return best == kept.count ? nullptr : kept.take(best);
}

/// Give everything back to the system.
void give_up() {
  if (!try_take())
    return;
  while (kept.count > 0)
    std::free(kept.take(kept.count - 1));
  let_go();
}

void *allocate(std::uint64_t size, std::uint64_t alignment) {
  if (size >= least_kept && try_take()) {
    void *found = find(size, alignment);
    let_go();
    if (found != nullptr)
      return found;
  }
  void *fresh = plain(size, alignment);
  if (fresh != nullptr || size == 0)
    return fresh;
  give_up();
  return plain(size, alignment);
}

} // namespace

extern "C" {

void *asyncir_memory_allocate(std::uint64_t size, std::uint64_t alignment) {
  void *start = allocate(size, alignment);
  if (asyncir::Owned *owned = asyncir::Owned::here)
    owned->allocated(start);
  return start;
}

void asyncir_memory_free(void *start) {
  if (asyncir::Owned *owned = asyncir::Owned::here)
    owned->freed(start);
  const std::size_t size = start == nullptr ? 0 : malloc_usable_size(start);
  if (size < least_kept || size > most_kept || !try_take()) {
    std::free(start);
    return;
  }
  std::array<void *, std::tuple_size_v<decltype(kept.blocks)>> gone;
  std::size_t going = 0;
  while (kept.count == kept.blocks.size() || kept.bytes + size > most_kept)
    gone[going++] = kept.take(0);
  kept.blocks[kept.count++] = {start, size};
  kept.bytes += size;
  let_go();
  while (going > 0)
    std::free(gone[--going]);
}
}
