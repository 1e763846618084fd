// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shadow.hpp"

#include "asyncir/races.h"
#include "strands.hpp"

#include <cstdlib>
#include <deque>
#include <malloc.h>
#include <mutex>
#include <sys/mman.h>
#include <thread>

namespace asyncir::races {
namespace {

constexpr std::uint64_t region_bytes = std::uint64_t{1} << region_bits;
constexpr std::uint64_t most_regions = std::uint64_t{1} << (47 - region_bits);

/// Room that the system fills with zeros where it is touched.
void *reserve(std::uint64_t bytes, bool dense) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    std::abort();
  if (dense)
    madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

/// For each region of memory, something of a fixed size.
class Table {
public:
  constexpr Table(std::uint64_t bytes_each, bool dense) : bytes_each_(bytes_each), dense_(dense) {}

  char *find(std::uintptr_t address) {
    std::atomic<char *> *all = regions_.load(std::memory_order_acquire);
    std::uint64_t number = (address >> region_bits) & (most_regions - 1);
    if (all != nullptr) {
      char *found = all[number].load(std::memory_order_acquire);
      if (found != nullptr)
        return found;
    }
    return make(number);
  }

private:
  char *make(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    std::atomic<char *> *all = regions_.load(std::memory_order_relaxed);
    if (all == nullptr) {
      all = static_cast<std::atomic<char *> *>(reserve(most_regions * sizeof(std::atomic<char *>), false));
      regions_.store(all, std::memory_order_release);
    }
    char *found = all[number].load(std::memory_order_relaxed);
    if (found == nullptr) {
      found = static_cast<char *>(reserve(bytes_each_, dense_));
      all[number].store(found, std::memory_order_release);
    }
    return found;
  }

  std::uint64_t bytes_each_;
  bool dense_;
  std::atomic<std::atomic<char *> *> regions_{nullptr};
  std::mutex mutex_;
};

constexpr std::uint64_t blocks_bytes(int size) { return (region_bytes >> size) / block_size * sizeof(Block); }

Table blocks[most_sizes] = {
    Table(blocks_bytes(0), true), Table(blocks_bytes(1), true), Table(blocks_bytes(2), true), Table(blocks_bytes(3), true),
    Table(blocks_bytes(4), true), Table(blocks_bytes(5), true), Table(blocks_bytes(6), true),
};
Table owners(region_bytes / 16 * sizeof(std::atomic<void *>), false);

constexpr std::uint32_t chunk_size = 1024;
constexpr std::uint32_t most_chunks = 1 << 20;

/// All overflows, by number; those that are not in use are in a list.
struct Overflows {
  std::mutex mutex;
  std::vector<std::uint32_t> unused;
  std::uint32_t made = 1;
  std::atomic<Overflow *> chunks[most_chunks];
};

Overflows &overflows() {
  static auto *all = new Overflows; // never destroyed: tasks may outlive the process's other objects
  return *all;
}

Overflow &overflow(std::uint32_t number) {
  return overflows().chunks[number / chunk_size].load(std::memory_order_acquire)[number % chunk_size];
}

constexpr std::size_t most_kept = std::size_t{64} << 20;

/// Memory that is to be freed when there is more of it.
struct Kept {
  std::mutex mutex;
  std::deque<void *> memory;
  std::size_t bytes = 0;
};

/// Rooms for the cells of a block. What was one stays one: who looks without a lock sees a cell.
struct Rooms {
  SpinLock lock;
  std::vector<Cell *> unused;
};

Rooms &rooms() {
  static auto *all = new Rooms;
  return *all;
}

Cell *take_room() {
  Rooms &all = rooms();
  const std::lock_guard lock(all.lock);
  if (all.unused.empty()) {
    constexpr unsigned at_once = 64;
    auto *made = static_cast<Cell *>(std::calloc(at_once * block_size, sizeof(Cell)));
    if (made == nullptr)
      std::abort();
    for (unsigned i = 0; i < at_once; ++i)
      all.unused.push_back(made + i * block_size);
  }
  Cell *room = all.unused.back();
  all.unused.pop_back();
  return room;
}

void give_room(Cell *room) {
  Rooms &all = rooms();
  const std::lock_guard lock(all.lock);
  all.unused.push_back(room);
}

void put(Epoch &place, Epoch epoch) { std::atomic_ref<Epoch>(place).store(epoch, std::memory_order_relaxed); }

void put(Cell &cell, const Cell &other) {
  put(cell.write, other.write);
  put(cell.read, other.read);
  cell.other = other.other;
  cell.write_site = other.write_site;
  cell.read_site = other.read_site;
  cell.other_site = other.other_site;
  std::atomic_ref<std::uint32_t>(cell.more).store(0, std::memory_order_relaxed);
}

} // namespace

Place place_of(std::uintptr_t address, unsigned size) {
  std::uint64_t number = (address & (region_bytes - 1)) >> size;
  auto *first = reinterpret_cast<Block *>(blocks[size].find(address));
  return {first + number / block_size, static_cast<unsigned>(number % block_size)};
}

void Block::wait() {
  int tries = 0;
  do {
    while (held.load(std::memory_order_relaxed) != 0)
      if (++tries > 100)
        std::this_thread::yield();
  } while (held.exchange(1, std::memory_order_acquire) != 0);
}

Cell *spread(Block &block) {
  Cell *room = take_room();
  Alike alike = block.alike.load(std::memory_order_relaxed);
  for (unsigned i = 0; i < block_size; ++i) {
    Cell own{};
    if (alike.from <= i && i < alike.to) {
      own = block.all;
      own.write += own.write == 0 ? 0 : (i - alike.from) * alike.write_step;
      own.read += own.read == 0 ? 0 : (i - alike.from) * alike.read_step;
    }
    put(room[i], own);
    if (own.more != 0)
      overflow_of(room[i]) = overflow(own.more);
  }
  forget_overflow(block.all);
  put(block.all, Cell{});
  block.alike.store(Alike{}, std::memory_order_relaxed);
  block.cells.store(room, std::memory_order_release);
  return room;
}

void clear(Block &block) {
  if (Cell *room = block.cells.exchange(nullptr, std::memory_order_relaxed)) {
    for (unsigned i = 0; i < block_size; ++i) {
      forget_overflow(room[i]);
      put(room[i], Cell{});
    }
    give_room(room);
  }
  forget_overflow(block.all);
  put(block.all, Cell{});
  block.alike.store(Alike{}, std::memory_order_relaxed);
}

Overflow &overflow_of(Cell &cell) {
  if (cell.more != 0)
    return overflow(cell.more);
  Overflows &all = overflows();
  const std::lock_guard lock(all.mutex);
  if (all.unused.empty()) {
    std::uint32_t number = all.made++;
    std::atomic<Overflow *> &chunk = all.chunks[number / chunk_size % most_chunks];
    if (chunk.load(std::memory_order_relaxed) == nullptr)
      chunk.store(new Overflow[chunk_size], std::memory_order_release);
    std::atomic_ref<std::uint32_t>(cell.more).store(number, std::memory_order_relaxed);
  } else {
    std::atomic_ref<std::uint32_t>(cell.more).store(all.unused.back(), std::memory_order_relaxed);
    all.unused.pop_back();
  }
  return overflow(cell.more);
}

void forget_overflow(Cell &cell) {
  if (cell.more == 0)
    return;
  Overflow &old = overflow(cell.more);
  old.reads.clear();
  old.atomics.clear();
  Overflows &all = overflows();
  const std::lock_guard lock(all.mutex);
  all.unused.push_back(cell.more);
  std::atomic_ref<std::uint32_t>(cell.more).store(0, std::memory_order_relaxed);
}

std::atomic<void *> *owner_of(const void *completion) {
  auto address = reinterpret_cast<std::uintptr_t>(completion);
  std::uint64_t number = (address & (region_bytes - 1)) / 16;
  return reinterpret_cast<std::atomic<void *> *>(owners.find(address)) + number;
}

} // namespace asyncir::races

using namespace asyncir::races;

void asyncir_races_free(void *memory) {
  static auto *kept = new Kept;
  if (memory == nullptr)
    return;
  const std::lock_guard lock(kept->mutex);
  kept->memory.push_back(memory);
  kept->bytes += malloc_usable_size(memory);
  while (kept->bytes > most_kept && kept->memory.size() > 1) {
    void *oldest = kept->memory.front();
    kept->memory.pop_front();
    kept->bytes -= malloc_usable_size(oldest);
    std::free(oldest);
  }
}
