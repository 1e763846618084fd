// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Epochs, and clocks, which say of which epochs something comes behind.
///
/// A *chain* is a sequence of tasks, each of which happens before the next. An epoch names a chain and a count on it; the count goes up
/// where something is released, so that an access is known by the epoch in which it was made (FastTrack, Flanagan and Freund, 2009).
/// The iterations of a parallel loop share a chain too, but are not ordered: their epochs are marked.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace asyncir::races {

/// 0: none. Bit 63: an iteration; then the chain, then the count.
using Epoch = std::uint64_t;

constexpr int count_bits = 35;
constexpr Epoch iteration_mark = Epoch{1} << 63;
constexpr std::uint64_t most_chains = std::uint64_t{1} << (63 - count_bits);
constexpr Epoch highest_count = (Epoch{1} << count_bits) - 1;

constexpr std::uint64_t chain_of(Epoch epoch) { return (epoch & ~iteration_mark) >> count_bits; }
constexpr std::uint64_t count_of(Epoch epoch) { return epoch & highest_count; }
constexpr bool is_iteration(Epoch epoch) { return (epoch & iteration_mark) != 0; }
constexpr bool same_chain(Epoch a, Epoch b) { return chain_of(a) == chain_of(b); }

/// A chain that nothing has used, from its first count on.
Epoch new_chain();

/// All chains that there were are over, and happen before all that follows.
void new_era();

/// The first chain that is not over.
std::uint64_t first_chain();

struct Node;

/// For each chain up to which count everything is covered. Copies share what they have in common, and change without the others seeing it.
class Clock {
public:
  Clock() = default;
  Clock(const Clock &other);
  Clock(Clock &&other) noexcept : root_(other.root_) { other.root_ = nullptr; }
  Clock &operator=(Clock other) noexcept;
  ~Clock();

  /// Up to which count of the chain everything is covered; 0: nothing is.
  std::uint64_t limit(Epoch epoch) const;
  void raise(Epoch epoch);
  void merge(const Clock &other);
  bool is(const Clock &other) const { return root_ == other.root_; }
  bool is_empty() const { return root_ == nullptr; }

private:
  Node *root_ = nullptr;
};

/// A clock, and the epochs that it does not yet have: most tasks learn a few, and end.
class Knowledge {
public:
  bool covers(Epoch epoch) const;
  /// Up to which count of the epoch's chain everything is covered; 0: nothing is.
  std::uint64_t limit(Epoch epoch) const;
  /// Whether no clocks have to be merged to learn what the other one knows.
  bool is_near(const Knowledge &other) const { return other.clock_.is_empty() || clock_.is(other.clock_); }
  void learn(Epoch epoch);
  void learn(const Knowledge &other);
  /// Make room for an epoch, so that copies of this need not.
  void settle();

private:
  static constexpr std::size_t most_recent = 8;

  Clock clock_;
  Epoch recent_[most_recent] = {};
};

} // namespace asyncir::races
