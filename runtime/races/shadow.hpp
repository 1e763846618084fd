// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// For each element of the program's memory, the accesses that a later one may race with.
///
/// The memory is cut into regions of 16 MB. For each region, and each size of elements, there is room for as many blocks as it can have
/// elements; the system gives pages of it as they are touched. An element's place is that of its first byte: a program in which one memory
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
  Epoch read;  // the latest
  Epoch other; // one more that is not ordered with it
  Site write_site;
  Site read_site;
  Site other_site;
  std::uint32_t more; // the number of an Overflow; 0: none
};
static_assert(sizeof(Cell) == 40);

/// How many elements share a block.
constexpr unsigned block_size = 32;

/// The elements of a block of which any was touched, where all of these are alike; from 0 to 0: none was.
struct Alike {
  std::uint8_t from;
  std::uint8_t to;
  std::uint8_t write_step; // what is added to the epoch of the write from one to the next
  std::uint8_t read_step;
  bool operator==(const Alike &) const = default;
};

/// Some elements in a row. Mostly they are touched together, and have one cell; else each has its own.
struct alignas(64) Block {
  std::atomic<std::uint32_t> held; // by who looks at it
  std::atomic<Alike> alike;
  Cell all; // as it is for the first of those that are alike
  std::atomic<Cell *> cells;

  void lock() {
    if (held.exchange(1, std::memory_order_acquire) != 0)
      wait();
  }
  void unlock() { held.store(0, std::memory_order_release); }

private:
  void wait();
};
static_assert(sizeof(Block) == 64);

constexpr int region_bits = 24;
constexpr unsigned most_sizes = 7; // elements of 1 to 64 bytes

/// An element's block, and its place there.
struct Place {
  Block *block;
  unsigned at;
};

/// The place of the element of 2^size bytes at an address.
Place place_of(std::uintptr_t address, unsigned size);

/// Whether that element is the first of its region: then its block does not lie behind that of the one before.
inline bool begins_region(std::uintptr_t address) { return (address & ((std::uintptr_t{1} << region_bits) - 1)) == 0; }

/// Give each element of a block its own cell.
Cell *spread(Block &block);
/// All elements of the block have none; what they had is forgotten.
void clear(Block &block);

/// The overflow of a cell whose block is locked; made if there is none.
Overflow &overflow_of(Cell &cell);
/// Let it go.
void forget_overflow(Cell &cell);

/// Where it is written which task a completion belongs to. Completions begin at multiples of 16 bytes.
std::atomic<void *> *owner_of(const void *completion);

} // namespace asyncir::races
