// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The check at each access: SEM-25 and SEM-31.
///
/// A cell keeps the last write; the last read, one that is not ordered with it, and elsewhere further ones; and the atomic accesses, which
/// conflict with all others and not among each other. What happens before the access that is being made is not needed any more: who races
/// with it races with this one. Of the iterations of one loop two are as good as all.
#include "asyncir/races.h"
#include "reports.hpp"
#include "shadow.hpp"
#include "strands.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace asyncir::races {
namespace {

/// Who accesses, from where.
struct Access {
  Strand &strand;
  Epoch now;
  Site site;

  bool follows(Epoch then) const { return strand.follows(then, now); }
};

/// Who looks without holding the block sees the old or the new one.
template <typename T> void put(T &place, T value) { std::atomic_ref<T>(place).store(value, std::memory_order_relaxed); }
template <typename T> T glance(T &place) { return std::atomic_ref<T>(place).load(std::memory_order_relaxed); }

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

/// Whether all of them are of runs that are over.
bool are_past(const std::vector<Mark> &marks) { return !marks.empty() && chain_of(marks.back().epoch) < first_chain(); }

/// Keep a mark beside those that are not ordered with it.
void keep(std::vector<Mark> &marks, Mark mark, const Access &access) {
  if (are_past(marks))
    marks.clear();
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
  if (are_past(marks))
    return;
  for (const Mark &mark : marks)
    if (!access.follows(mark.epoch))
      report(kind, mark.site, access.site);
}

/// Keep the latest read beside the one that is being made.
void keep_read(Cell &cell, const Access &access) {
  const Mark latest{cell.read, cell.read_site};
  if (cell.other != 0 && !access.follows(cell.other)) {
    if (is_iteration(latest.epoch) && same_chain(latest.epoch, cell.other))
      return; // there are two iterations
    keep(overflow_of(cell).reads, {cell.other, cell.other_site}, access);
  }
  cell.other = latest.epoch;
  cell.other_site = latest.site;
}

void read(Cell &cell, const Access &access) {
  if (cell.write != 0 && !access.follows(cell.write))
    report(Kind::read_after_write, cell.write_site, access.site);
  if (cell.more != 0)
    check(overflow_of(cell).atomics, Kind::read_after_write, access);
  if (cell.read == access.now)
    return;
  if (cell.read != 0 && !access.follows(cell.read))
    keep_read(cell, access);
  put(cell.read, access.now);
  cell.read_site = access.site;
}

void check_reads(Cell &cell, const Access &access) {
  if (cell.read != 0 && !access.follows(cell.read))
    report(Kind::write_after_read, cell.read_site, access.site);
  if (cell.other != 0 && !access.follows(cell.other))
    report(Kind::write_after_read, cell.other_site, access.site);
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
  put(cell.write, access.now);
  cell.write_site = access.site;
  put(cell.read, Epoch{0});
  cell.other = 0;
}

void update(Cell &cell, const Access &access) {
  if (cell.write != 0 && !access.follows(cell.write))
    report(Kind::write_after_write, cell.write_site, access.site);
  check_reads(cell, access);
  keep(overflow_of(cell).atomics, {access.now, access.site}, access);
}

enum class Touch : std::uint8_t { read, write, atomic };

void touch(Cell &cell, Touch how, const Access &access) {
  if (how == Touch::read)
    read(cell, access);
  else if (how == Touch::write)
    write(cell, access);
  else
    update(cell, access);
}

/// Elements in a row, which one access touches, or each iteration of a loop one: then the epoch grows from one to the next.
struct Row {
  Strand &strand;
  Epoch epoch;
  std::uint8_t step;
  Site site;
  Touch how;
  std::uint64_t good_chain = 0; // up to that count everything on the chain is known to come before
  std::uint64_t good_count = 0;

  /// At least one.
  void touch(std::uintptr_t address, unsigned size, std::uint64_t count) {
    auto [block, from] = place_of(address, size);
    while (true) {
      auto to = static_cast<unsigned>(std::min<std::uint64_t>(block_size, from + count));
      {
        const std::lock_guard lock(*block);
        touch(*block, from, to);
      }
      count -= to - from;
      if (count == 0)
        return;
      epoch += step * (to - from);
      address += std::uintptr_t{to - from} << size;
      from = 0;
      block = begins_region(address) ? place_of(address, size).block : block + 1;
    }
  }

  void touch(Block &block, unsigned from, unsigned to) {
    Cell *cells = block.cells.load(std::memory_order_relaxed);
    if (cells == nullptr && touch_alike(block, from, to))
      return;
    if (cells == nullptr)
      cells = spread(block);
    for (unsigned i = from; i < to; ++i)
      races::touch(cells[i], how, {strand, epoch + (i - from) * step, site});
    if (how == Touch::write && to - from == block_size) { // all are alike again
      clear(block);
      touch_alike(block, from, to);
    }
  }

  /// The same where all elements that are touched have one cell; false if they cannot have one any more.
  bool touch_alike(Block &block, unsigned from, unsigned to) {
    Alike alike = block.alike.load(std::memory_order_relaxed);
    if (alike.to != 0 && (alike.from != from || alike.to != to))
      return false;
    Cell &all = block.all;
    const bool alone = to - from == 1;
    const bool same = alone || (step == 0 && (all.write == 0 || alike.write_step == 0) && (all.read == 0 || alike.read_step == 0));
    if (same) {
      races::touch(all, how, {strand, epoch, site});
      block.alike.store(Alike{std::uint8_t(from), std::uint8_t(to), 0, 0}, std::memory_order_relaxed);
      return true;
    }
    const unsigned count = to - from;
    if (how == Touch::atomic || all.more != 0 || all.other != 0 || !is_good(all.write, alike.write_step, count) ||
        !is_good(all.read, alike.read_step, count))
      return false;
    if (how == Touch::write) {
      put(all.write, epoch);
      all.write_site = site;
      put(all.read, Epoch{0});
      alike.write_step = step;
    } else {
      put(all.read, epoch);
      all.read_site = site;
      alike.read_step = step;
    }
    block.alike.store(Alike{std::uint8_t(from), std::uint8_t(to), alike.write_step, alike.read_step}, std::memory_order_relaxed);
    return true;
  }

  /// Whether what was done to each of some elements in a row, in that epoch of the first, happens before this, or is by the same iteration.
  bool is_good(Epoch then, std::uint8_t then_step, unsigned count) {
    if (then == 0 || (then == epoch && then_step == step))
      return true;
    Epoch last = then + (count - 1) * then_step;
    if (chain_of(last) == good_chain && count_of(last) <= good_count)
      return true;
    if (!strand.follows(last, 0))
      return false;
    good_chain = chain_of(last);
    good_count = same_chain(last, strand.self) ? count_of(strand.self) : strand.known.limit(last);
    return true;
  }
};

Epoch now(asyncir_activation *activation, Epoch epoch) { return epoch != 0 ? epoch : activation->strand->now(); }

void touch_one(asyncir_activation *activation, Epoch epoch, const void *address, unsigned size, Site site, Touch how) {
  Strand &strand = *activation->strand;
  Epoch current = now(activation, epoch);
  auto [block, at] = place_of(reinterpret_cast<std::uintptr_t>(address), size);
  Cell *cells = block->cells.load(std::memory_order_acquire);
  Alike alike = block->alike.load(std::memory_order_relaxed);
  if (cells != nullptr || (alike.from == at && alike.to == at + 1)) {
    // What this strand has just done it need not do again.
    Cell &cell = cells != nullptr ? cells[at] : block->all;
    Epoch read = glance(cell.read);
    Epoch write = glance(cell.write);
    if (how == Touch::read ? read == current || write == current
                           : how == Touch::write && write == current && (read == 0 || read == current) && glance(cell.more) == 0)
      return;
  }
  const std::lock_guard lock(*block);
  Row{strand, current, 0, site, how}.touch(*block, at, at + 1);
}

/// `stepped`: along how many of the dimensions, from the first on, the epoch grows.
void touch_box(Row row, std::uintptr_t start, unsigned size, std::uint32_t stepped, std::uint32_t rank, const int64_t *extents,
               const int64_t *strides) {
  if (rank == 0) {
    row.touch(start, size, 1);
    return;
  }
  for (std::uint32_t i = 0; i < rank; ++i)
    if (extents[i] <= 0)
      return;
  if (rank == 1 && strides[0] == int64_t{1} << size) {
    row.step = stepped != 0;
    row.touch(start, size, static_cast<std::uint64_t>(extents[0]));
    return;
  }
  Epoch each = stepped != 0;
  for (std::uint32_t i = 1; i < stepped; ++i)
    each *= static_cast<Epoch>(extents[i]);
  for (int64_t i = 0; i < extents[0]; ++i, row.epoch += each)
    touch_box(row, start + static_cast<std::uintptr_t>(i * strides[0]), size, stepped == 0 ? 0 : stepped - 1, rank - 1, extents + 1,
              strides + 1);
}

/// Forget some elements of a block.
void forget(Block &block, unsigned from, unsigned to) {
  Cell *cells = block.cells.load(std::memory_order_relaxed);
  Alike alike = block.alike.load(std::memory_order_relaxed);
  if (cells == nullptr && (alike.to <= from || to <= alike.from))
    return;
  if (to - from == block_size || (cells == nullptr && from <= alike.from && alike.to <= to)) {
    clear(block);
    return;
  }
  cells = cells == nullptr ? spread(block) : cells;
  for (unsigned i = from; i < to; ++i) {
    forget_overflow(cells[i]);
    put(cells[i].write, Epoch{0});
    put(cells[i].read, Epoch{0});
    cells[i].other = 0;
  }
}

} // namespace
} // namespace asyncir::races

using namespace asyncir::races;

void asyncir_races_read(asyncir_activation *activation, uint64_t epoch, const void *address, uint32_t size, uint32_t site) {
  touch_one(activation, epoch, address, size, site, Touch::read);
}

void asyncir_races_write(asyncir_activation *activation, uint64_t epoch, const void *address, uint32_t size, uint32_t site) {
  touch_one(activation, epoch, address, size, site, Touch::write);
}

void asyncir_races_atomic(asyncir_activation *activation, uint64_t epoch, const void *address, uint32_t size, uint32_t site) {
  touch_one(activation, epoch, address, size, site, Touch::atomic);
}

void asyncir_races_box(asyncir_activation *activation, uint64_t epoch, uint32_t stepped, const void *address, uint32_t size, uint32_t site,
                       uint32_t write, uint32_t rank, const int64_t *extents, const int64_t *strides) {
  const Row row{*activation->strand, now(activation, epoch), 0, site, write != 0 ? Touch::write : Touch::read};
  // A loop of one iteration has no epochs of its own.
  touch_box(row, reinterpret_cast<std::uintptr_t>(address), size, epoch != 0 ? stepped : 0, rank, extents, strides);
}

void asyncir_races_fresh(const void *address, uint64_t bytes, uint32_t size) {
  auto at = reinterpret_cast<std::uintptr_t>(address);
  for (std::uint64_t count = (bytes + (uint64_t{1} << size) - 1) >> size; count > 0;) {
    auto [block, from] = place_of(at, size);
    auto to = static_cast<unsigned>(std::min<std::uint64_t>(block_size, from + count));
    // Memory that nobody has touched before is left as it is.
    if (block->cells.load(std::memory_order_relaxed) != nullptr || block->alike.load(std::memory_order_relaxed).to != 0) {
      const std::lock_guard lock(*block);
      forget(*block, from, to);
    }
    at += std::uintptr_t{to - from} << size;
    count -= to - from;
  }
}
