// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// For each element of the program's memory, the accesses that a later one may race with.
///
/// The memory is cut into regions of 16 MB. For each region, and each size of elements, there is room for as many cells as it can have
/// elements; the system gives pages of it as they are touched. An element's cell is that of its first byte: a program in which one memory
/// is seen as elements of several sizes is compiled to touch each byte.
#pragma once

#include "clock.hpp"

#include <atomic>
#include <cstdint>
#include <vector>

namespace asyncir::races {

using Site = std::uint32_t;

struct Mark {
  Epoch epoch;
  Site site;
};

/// What does not fit into a cell: further reads of which none happens before the others, and atomic accesses.
struct Overflow {
  std::vector<Mark> reads;
  std::vector<Mark> atomics;
};

struct Cell {
  Epoch write;
  Epoch read; // the latest
  Site write_site;
  Site read_site;
  std::uint32_t more; // the number of an Overflow; 0: none
  std::atomic<std::uint32_t> lock; // of the first cell of a block: held by who looks at one of them
};
static_assert(sizeof(Cell) == 32);

constexpr std::uint64_t block_size = 16;
constexpr int region_bits = 24;
constexpr int most_sizes = 7; // elements of 1 to 64 bytes

/// The cell for the element of 2^size bytes at an address; null where the system has no room.
Cell *cell_of(std::uintptr_t address, unsigned size);

/// How many cells from this one on lie behind each other: up to the end of the region.
std::uint64_t cells_left(std::uintptr_t address, unsigned size);

/// While it exists, nobody else looks at the block of cells that this one is in.
class BlockLock {
public:
  explicit BlockLock(Cell *cell);
  ~BlockLock() { first_->lock.store(0, std::memory_order_release); }
  BlockLock(const BlockLock &) = delete;
  BlockLock &operator=(const BlockLock &) = delete;

private:
  Cell *first_;
};

/// The overflow of a cell whose block is locked; made if there is none.
Overflow &overflow_of(Cell &cell);
/// Let it go.
void forget_overflow(Cell &cell);

/// Where it is written which task a completion belongs to. Completions begin at multiples of 16 bytes.
std::atomic<void *> *owner_of(const void *completion);

} // namespace asyncir::races
