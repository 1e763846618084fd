// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The check at each access: SEM-25 and SEM-31.
///
/// A cell keeps the last write; the last read, and further ones that are not ordered with it; and the atomic accesses, which conflict with all
/// others and not among each other. What happens before the access that is being made is not needed any more: who races with it races with
/// this one. Of the iterations of one loop two are as good as all.
#include "asyncir/races.h"
#include "reports.hpp"
#include "shadow.hpp"
#include "strands.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <sys/mman.h>

namespace asyncir::races {
namespace {

/// Who accesses, from where.
struct Access {
  Strand &strand;
  Epoch now;
  Site site;

  bool follows(Epoch then) const { return strand.follows(then, now); }
};

constexpr std::size_t looked_at = 8;

/// Drop what happens before the access, and of each chain all but the last; of the iterations of a loop, all but two.
void prune(std::vector<Mark> &marks, const Access &access) {
  std::erase_if(marks, [&](const Mark &mark) { return access.follows(mark.epoch); });
  std::sort(marks.begin(), marks.end(), [](const Mark &a, const Mark &b) { return a.epoch > b.epoch; });
  std::size_t kept = 0;
  for (const Mark &mark : marks) {
    std::size_t most = is_iteration(mark.epoch) ? 2 : 1;
    bool enough = kept >= most && same_chain(marks[kept - most].epoch, mark.epoch);
    if (!enough)
      marks[kept++] = mark;
  }
  marks.resize(kept);
}

/// Keep a mark beside those that are not ordered with it.
void keep(std::vector<Mark> &marks, Mark mark, const Access &access) {
  std::size_t start = marks.size() > looked_at ? marks.size() - looked_at : 0;
  bool seen = false;
  for (std::size_t i = start; i < marks.size(); ++i) {
    if (!same_chain(marks[i].epoch, mark.epoch))
      continue;
    if (!is_iteration(mark.epoch)) {
      marks[i] = mark;
      return;
    }
    if (seen || marks[i].epoch == mark.epoch)
      return; // there are two, or it is one of them
    seen = true;
  }
  if (marks.size() >= 32 && (marks.size() & (marks.size() - 1)) == 0)
    prune(marks, access);
  marks.push_back(mark);
}

void check(const std::vector<Mark> &marks, Kind kind, const Access &access) {
  for (const Mark &mark : marks)
    if (!access.follows(mark.epoch))
      report(kind, mark.site, access.site);
}

void read(Cell &cell, const Access &access) {
  if (cell.write != 0 && !access.follows(cell.write))
    report(Kind::read_after_write, cell.write_site, access.site);
  if (cell.more != 0)
    check(overflow_of(cell).atomics, Kind::read_after_write, access);
  if (cell.read == access.now)
    return;
  if (cell.read != 0 && !access.follows(cell.read))
    keep(overflow_of(cell).reads, {cell.read, cell.read_site}, access);
  cell.read = access.now;
  cell.read_site = access.site;
}

void check_reads(Cell &cell, const Access &access) {
  if (cell.read != 0 && !access.follows(cell.read))
    report(Kind::write_after_read, cell.read_site, access.site);
  if (cell.more != 0)
    check(overflow_of(cell).reads, Kind::write_after_read, access);
}

void write(Cell &cell, const Access &access) {
  if (cell.write != 0 && !access.follows(cell.write))
    report(Kind::write_after_write, cell.write_site, access.site);
  check_reads(cell, access);
  if (cell.more != 0) {
    check(overflow_of(cell).atomics, Kind::write_after_write, access);
    forget_overflow(cell);
  }
  cell.write = access.now;
  cell.write_site = access.site;
  cell.read = 0;
}

void update(Cell &cell, const Access &access) {
  if (cell.write != 0 && !access.follows(cell.write))
    report(Kind::write_after_write, cell.write_site, access.site);
  check_reads(cell, access);
  keep(overflow_of(cell).atomics, {access.now, access.site}, access);
}

Epoch now(asyncir_activation *activation, Epoch epoch) { return epoch != 0 ? epoch : activation->strand->now(); }

Epoch glance(Epoch &epoch) { return std::atomic_ref<Epoch>(epoch).load(std::memory_order_relaxed); }

/// Elements in a row: each block of cells is locked once.
struct Row {
  asyncir_activation *activation;
  Epoch epoch;
  Epoch step;
  unsigned size;
  Site site;
  bool writes;
  Epoch good = 0; // the last epoch that was found to come before

  void touch(std::uintptr_t address, std::uint64_t count) {
    while (count > 0) {
      Cell *cell = cell_of(address, size);
      std::uint64_t at = reinterpret_cast<std::uintptr_t>(cell) / sizeof(Cell) % block_size;
      std::uint64_t here = std::min(count, block_size - at);
      const BlockLock lock(cell);
      for (std::uint64_t i = 0; i < here; ++i, epoch += step)
        touch(cell[i]);
      address += here << size;
      count -= here;
    }
  }

  void touch(Cell &cell) {
    const bool plain = cell.more == 0 && is_good(cell.write) && is_good(cell.read);
    if (!plain) {
      const Access access{*activation->strand, epoch, site};
      writes ? write(cell, access) : read(cell, access);
    } else if (writes) {
      cell.write = epoch;
      cell.write_site = site;
      cell.read = 0;
    } else {
      cell.read = epoch;
      cell.read_site = site;
    }
  }

  bool is_good(Epoch then) {
    if (then == 0 || then == good)
      return true;
    if (!activation->strand->follows(then, epoch))
      return false;
    if (then != epoch || step == 0)
      good = then;
    return true;
  }
};

} // namespace
} // namespace asyncir::races

using namespace asyncir::races;

void asyncir_races_read(asyncir_activation *activation, uint64_t epoch, const void *address, uint32_t size, uint32_t site) {
  const Access access{*activation->strand, now(activation, epoch), site};
  Cell &cell = *cell_of(reinterpret_cast<std::uintptr_t>(address), size);
  if (glance(cell.read) == access.now || glance(cell.write) == access.now)
    return;
  const BlockLock lock(&cell);
  read(cell, access);
}

void asyncir_races_write(asyncir_activation *activation, uint64_t epoch, const void *address, uint32_t size, uint32_t site) {
  const Access access{*activation->strand, now(activation, epoch), site};
  Cell &cell = *cell_of(reinterpret_cast<std::uintptr_t>(address), size);
  if (glance(cell.write) == access.now) {
    Epoch read = glance(cell.read);
    if ((read == 0 || read == access.now) && std::atomic_ref<std::uint32_t>(cell.more).load(std::memory_order_relaxed) == 0)
      return;
  }
  const BlockLock lock(&cell);
  write(cell, access);
}

void asyncir_races_atomic(asyncir_activation *activation, uint64_t epoch, const void *address, uint32_t size, uint32_t site) {
  const Access access{*activation->strand, now(activation, epoch), site};
  Cell &cell = *cell_of(reinterpret_cast<std::uintptr_t>(address), size);
  const BlockLock lock(&cell);
  update(cell, access);
}

void asyncir_races_box(asyncir_activation *activation, uint64_t epoch, uint64_t step, const void *address, uint32_t size, uint32_t site,
                       uint32_t write, uint32_t rank, const int64_t *extents, const int64_t *strides) {
  auto start = reinterpret_cast<std::uintptr_t>(address);
  if (rank > 0 && extents[0] <= 0)
    return;
  Row row{activation, now(activation, epoch), step, size, site, write != 0};
  if (rank == 0) {
    row.touch(start, 1);
  } else if (rank == 1 && strides[0] == int64_t{1} << size) {
    row.touch(start, static_cast<std::uint64_t>(extents[0]));
  } else {
    for (int64_t i = 0; i < extents[0]; ++i) {
      std::uintptr_t at = start + static_cast<std::uintptr_t>(i * strides[0]);
      Epoch there = rank == 1 ? row.epoch + static_cast<Epoch>(i) * step : row.epoch;
      asyncir_races_box(activation, there, rank == 1 ? 0 : step, reinterpret_cast<const void *>(at), size, site, write, rank - 1,
                        extents + 1, strides + 1);
    }
  }
}

void asyncir_races_fresh(const void *address, uint64_t bytes, uint32_t size) {
  auto at = reinterpret_cast<std::uintptr_t>(address);
  for (std::uint64_t count = (bytes + (uint64_t{1} << size) - 1) >> size; count > 0;) {
    Cell *cell = cell_of(at, size);
    std::uint64_t offset = reinterpret_cast<std::uintptr_t>(cell) / sizeof(Cell) % block_size;
    std::uint64_t here = std::min(count, block_size - offset);
    const BlockLock lock(cell);
    for (std::uint64_t i = 0; i < here; ++i) {
      forget_overflow(cell[i]);
      cell[i].write = 0;
      cell[i].read = 0;
    }
    at += here << size;
    count -= here;
  }
}
