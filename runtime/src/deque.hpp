// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A work-stealing deque (Chase and Lev 2005; Lê et al. 2013): its owner pushes and pops at the bottom, anyone
/// else steals at the top.
///
///   top == bottom       empty
///   top <  bottom       entries top … bottom-1, the youngest at bottom-1
///   top == bottom + 1   for a moment, while the owner pops from an empty deque
///
/// Orders are put on the operations themselves, never on fences: ThreadSanitizer does not see fences. Where Lê et al.
/// have a fence, both sides are sequentially consistent operations on `top` and `bottom`.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace asyncir {

template <class T> class Deque {
public:
  Deque() : ring_(new_ring(256)) {}

  /// Owner only. Whatever the owner wrote before is visible to the thief that takes `entry`.
  void push(T *entry) {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    // acquire: a slot is reused only after the thief that freed it has read it.
    const std::int64_t top = top_.load(std::memory_order_acquire);
    Ring *ring = ring_.load(std::memory_order_relaxed);
    if (bottom - top >= ring->capacity)
      ring = grow(ring, top, bottom);
    ring->put(bottom, entry);
    // seq_cst: publishes the entry, and comes before the owner's look at the sleepers (see Pool::work_arrived).
    bottom_.store(bottom + 1, std::memory_order_seq_cst);
  }

  /// Owner only: the youngest entry, or null.
  T *pop() {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
    // An owner's look at its empty deque need not be ordered with thieves: they can only take.
    if (top_.load(std::memory_order_relaxed) > bottom)
      return nullptr;
    Ring *ring = ring_.load(std::memory_order_relaxed);
    // seq_cst on this store and the load below: of a thief and the owner that go for the last entry, at least one
    // sees the other, and the exchange on `top_` decides.
    bottom_.store(bottom, std::memory_order_seq_cst);
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    if (top > bottom) {
      bottom_.store(bottom + 1, std::memory_order_release);
      return nullptr;
    }
    T *entry = ring->get(bottom);
    if (top == bottom) {
      if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
        entry = nullptr;
      bottom_.store(bottom + 1, std::memory_order_release);
    }
    return entry;
  }

  /// Anyone: the oldest entry, or null if there is none or another thread took it.
  T *steal() {
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    // seq_cst, which acquires what the owner wrote before it pushed.
    const std::int64_t bottom = bottom_.load(std::memory_order_seq_cst);
    if (top >= bottom)
      return nullptr;
    Ring *ring = ring_.load(std::memory_order_acquire); // acquire: the entries copied into a grown ring
    T *entry = ring->get(top);
    if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
      return nullptr;
    return entry;
  }

  /// Anyone. Sequentially consistent: a worker that announced its sleep and then sees no entry here is woken for
  /// any entry that is pushed later.
  bool looks_empty() const {
    return top_.load(std::memory_order_seq_cst) >= bottom_.load(std::memory_order_seq_cst);
  }

private:
  struct Ring {
    explicit Ring(std::int64_t slots) : capacity(slots), slots(new std::atomic<T *>[std::size_t(slots)]) {}
    T *get(std::int64_t index) const {
      return slots[std::size_t(index & (capacity - 1))].load(std::memory_order_relaxed);
    }
    void put(std::int64_t index, T *entry) {
      slots[std::size_t(index & (capacity - 1))].store(entry, std::memory_order_relaxed);
    }
    const std::int64_t capacity; // a power of two
    const std::unique_ptr<std::atomic<T *>[]> slots;
  };

  Ring *new_ring(std::int64_t capacity) {
    rings_.push_back(std::make_unique<Ring>(capacity));
    return rings_.back().get();
  }

  Ring *grow(Ring *old, std::int64_t top, std::int64_t bottom) {
    Ring *ring = new_ring(2 * old->capacity);
    for (std::int64_t i = top; i < bottom; ++i)
      ring->put(i, old->get(i));
    ring_.store(ring, std::memory_order_release); // publishes the copied entries
    return ring;
  }

  // Thieves write `top_` and the owner writes `bottom_`: each has a cache line of its own.
  alignas(64) std::atomic<std::int64_t> top_{0};
  alignas(64) std::atomic<std::int64_t> bottom_{0};
  std::vector<std::unique_ptr<Ring>> rings_; // the old ones too: a slow thief may still read them
  std::atomic<Ring *> ring_;
};

} // namespace asyncir
