// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A work-stealing deque (Chase and Lev 2005; Lê et al. 2013): its owner pushes and pops at the bottom, anyone
/// else steals at the top. Its fields lie in asyncir_worker_front, where compiled programs push and pop inline.
///
///   top == bottom       empty
///   top <  bottom       entries top … bottom-1, the youngest at bottom-1
///   top == bottom + 1   for a moment, while the owner pops from an empty deque
///
/// Where Lê et al. have a fence in the owner's pop there is a light barrier, and a heavy one in the thief's steal (barrier.hpp): the
/// owner pops a thousand times for each steal. If a thief, after its barrier, still sees the bottom from before a pop, the whole pop comes after the barrier
/// and sees the top that the thief saw, so that the two do not take the same entry without the exchange on `top`.
///
/// For the last entry the owner needs that exchange only while a thief is there, which `no_thief` tells: a thief clears it before its barrier.
/// If the owner, having lowered the bottom, reads 1, it did so before that barrier, and the thief sees the lower bottom; or after the thief
/// has gone, and then the top that is read next is what it left.
#pragma once

#include "asyncir/runtime.h"
#include "barrier.hpp"
#include "memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace asyncir {

class Deque {
public:
  explicit Deque(asyncir_worker_front &front) : front_(front) {
    use(new_ring(256, nullptr));
    front_.no_thief = 1;
  }
  Deque(const Deque &) = delete;
  Deque &operator=(const Deque &) = delete;
  ~Deque() {
    for (Ring *ring = ring_.load(std::memory_order_relaxed); ring != nullptr;) {
      give_memory(bytes_of(ring->capacity));
      delete std::exchange(ring, ring->smaller);
    }
  }

  /// Owner only: whether make_room() has to come before the next push.
  bool is_full() const { return bottom_().load(std::memory_order_relaxed) >= front_.room; }

  /// Owner only. Whatever the owner wrote before is visible to the thief that takes `entry`.
  void push(asyncir_task *entry) {
    const std::int64_t bottom = bottom_().load(std::memory_order_relaxed);
    slot(front_.slots, bottom & front_.mask).store(entry, std::memory_order_relaxed);
    bottom_().store(bottom + 1, std::memory_order_release); // publishes the entry
    light_barrier();                                        // the look at the sleepers follows, see Pool::sleep
  }

  /// Owner only: the youngest entry, or null.
  asyncir_task *pop() {
    const std::int64_t bottom = bottom_().load(std::memory_order_relaxed) - 1;
    // An owner's look at its empty deque need not be ordered with thieves: they can only take.
    if (top_().load(std::memory_order_relaxed) > bottom)
      return nullptr;
    bottom_().store(bottom, std::memory_order_relaxed);
    light_barrier();
    std::int64_t top = top_().load(std::memory_order_relaxed);
    asyncir_task *entry = nullptr;
    if (top <= bottom)
      entry = slot(front_.slots, bottom & front_.mask).load(std::memory_order_relaxed);
    if (top < bottom)
      return entry;
    if (top == bottom) {
      if (no_thief_() && top_().load(std::memory_order_relaxed) == bottom)
        return entry;
      if (!top_().compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
        entry = nullptr;
    }
    bottom_().store(bottom + 1, std::memory_order_release);
    return entry;
  }

  /// Owner only: take back the entry that was pushed at `index`, if it is the youngest and was not stolen. By its index and not by what it is:
  /// what was stolen may have been pushed again, higher up.
  bool take_back(std::int64_t index) {
    return bottom_().load(std::memory_order_relaxed) == index + 1 && pop() != nullptr;
  }

  /// Owner only: the oldest entry, and where it was pushed, or null. As a theft of its own, which needs no barrier.
  asyncir_task *take_oldest(std::int64_t &index) {
    std::int64_t top = top_().load(std::memory_order_acquire);
    const std::int64_t bottom = bottom_().load(std::memory_order_relaxed);
    while (top < bottom) {
      asyncir_task *entry = slot(front_.slots, top & front_.mask).load(std::memory_order_relaxed);
      if (top_().compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_acquire)) {
        index = top;
        return entry;
      }
    }
    return nullptr;
  }

  /// Anyone: the oldest entry, or null if there is none, or if another thief is there.
  asyncir_task *steal() {
    // Most looks end here, without disturbing anybody. acquire: what the thief before has left.
    if (looks_empty() || thief_.exchange(true, std::memory_order_acquire))
      return nullptr;
    std::atomic_ref<std::int64_t> no_thief(front_.no_thief);
    no_thief.store(0, std::memory_order_relaxed); // before the barrier
    asyncir_task *entry = steal_oldest();
    no_thief.store(1, std::memory_order_release); // who reads it sees the new top
    thief_.store(false, std::memory_order_release);
    return entry;
  }

  /// Owner only: all entries, the oldest first. They are stolen, as it were: no index at which one was pushed is used again, so that
  /// take_back() answers right afterwards.
  template <class F> void take_all(F take) {
    const std::int64_t bottom = bottom_().load(std::memory_order_relaxed);
    std::int64_t top = top_().load(std::memory_order_acquire);
    while (top < bottom &&
           !top_().compare_exchange_weak(top, bottom, std::memory_order_seq_cst, std::memory_order_acquire)) {
    }
    for (std::int64_t i = top; i < bottom; ++i) // only the owner writes the slots
      take(slot(front_.slots, i & front_.mask).load(std::memory_order_relaxed));
  }

  /// Anyone. After a heavy barrier: no entry that was pushed before it is missed.
  bool looks_empty() const {
    return top_().load(std::memory_order_acquire) >= bottom_().load(std::memory_order_acquire);
  }

  /// Owner only; others may take some meanwhile.
  bool has_several() const { return bottom_().load(std::memory_order_relaxed) - top_().load(std::memory_order_relaxed) > 1; }

  /// Owner only, when `bottom` has reached `room`: look where `top` is now, and take a ring of twice the size if it is full.
  /// False: there is no memory for one. Then take_all() makes room.
  bool make_room() {
    const std::int64_t bottom = bottom_().load(std::memory_order_relaxed);
    // acquire: a slot is reused only after the thief that freed it has read it.
    const std::int64_t top = top_().load(std::memory_order_acquire);
    Ring *ring = ring_.load(std::memory_order_relaxed);
    if (bottom - top >= ring->capacity) {
      Ring *larger = new_ring(2 * ring->capacity, ring);
      if (larger == nullptr)
        return false;
      for (std::int64_t i = top; i < bottom; ++i)
        slot(larger->slots.get(), i & (larger->capacity - 1))
            .store(slot(ring->slots.get(), i & (ring->capacity - 1)).load(std::memory_order_relaxed),
                   std::memory_order_relaxed);
      ring = larger;
      use(ring);
    }
    front_.room = top + ring->capacity;
    return true;
  }

private:
  struct Ring {
    const std::int64_t capacity; // a power of two
    const std::unique_ptr<asyncir_task *[]> slots;
    Ring *const smaller; // the one before: a slow thief may still read it
  };

  asyncir_task *steal_oldest() {
    std::int64_t top = top_().load(std::memory_order_acquire);
    heavy_barrier();
    // acquire: what the owner wrote before it pushed.
    if (top >= bottom_().load(std::memory_order_acquire))
      return nullptr;
    Ring *ring = ring_.load(std::memory_order_acquire); // acquire: the entries copied into a grown ring
    asyncir_task *entry = slot(ring->slots.get(), top & (ring->capacity - 1)).load(std::memory_order_relaxed);
    if (!top_().compare_exchange_strong(top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
      return nullptr;
    return entry;
  }

  static std::atomic_ref<asyncir_task *> slot(asyncir_task **slots, std::int64_t index) {
    return std::atomic_ref<asyncir_task *>(slots[index]);
  }
  std::atomic_ref<std::int64_t> top_() const { return std::atomic_ref<std::int64_t>(front_.top); }
  /// acquire: the top that the last thief has left.
  bool no_thief_() const { return std::atomic_ref<std::int64_t>(front_.no_thief).load(std::memory_order_acquire) != 0; }
  std::atomic_ref<std::int64_t> bottom_() const { return std::atomic_ref<std::int64_t>(front_.bottom); }

  static std::int64_t bytes_of(std::int64_t capacity) { return capacity * std::int64_t{sizeof(asyncir_task *)}; }

  /// Null: there is no memory.
  static Ring *new_ring(std::int64_t capacity, Ring *smaller) {
    if (smaller == nullptr)
      count_memory(bytes_of(capacity)); // a worker cannot be without
    else if (!take_memory(bytes_of(capacity)))
      return nullptr;
    std::unique_ptr<asyncir_task *[]> slots(new (std::nothrow) asyncir_task *[std::size_t(capacity)]());
    Ring *ring = slots == nullptr ? nullptr : new (std::nothrow) Ring{capacity, std::move(slots), smaller};
    if (ring == nullptr)
      give_memory(bytes_of(capacity));
    return ring;
  }

  void use(Ring *ring) {
    ring_.store(ring, std::memory_order_release); // publishes the copied entries
    front_.slots = ring->slots.get();
    front_.mask = ring->capacity - 1;
  }

  asyncir_worker_front &front_;
  std::atomic<Ring *> ring_{nullptr};
  std::atomic<bool> thief_{false}; // one at a time
};

} // namespace asyncir
