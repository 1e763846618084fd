// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What runs tasks, with its own deque of those that are ready. Some thread holds it, see threads.hpp.
///
///   running     runs a task, or takes the next one from its own deque
///   searching   has nothing of its own: looks into the injection queue and steals; counted in Pool::searching_
///   asleep      found nothing anywhere; counted in Pool::sleepers_, uses no processor until it gets a permit
///
/// A worker's deque is pushed to only by the worker itself, so a worker that is asleep has an empty deque.
#pragma once

#include "asyncir/runtime.h"
#include "counts.hpp"
#include "deque.hpp"
#include "frame.hpp"
#include "idle.hpp"

#include <atomic>
#include <cstdint>

namespace asyncir {

class Pool;

/// What a worker has of the thread that runs it, and of the task that the thread is in.
struct OfThread {
  std::uint64_t run = 0;
  std::uintptr_t nesting_limit = 0;
};

} // namespace asyncir

struct asyncir_worker : asyncir_worker_front {
  asyncir_worker(asyncir::Pool &owner, std::size_t number);

  /// Run tasks until the pool stops or another thread gets the worker; `first`, unless it is null, at once.
  void loop(asyncir_task *first = nullptr);

  /// The calling thread, which is in a task, gives the worker up, to go on later.
  asyncir::OfThread leave();
  /// It goes on.
  void enter(const asyncir::OfThread &state);

  /// Let compiled programs go their short ways, unless a trace is to hear of what they start, or a run is cancelled. By its holder.
  void choose_ways();
  /// A trace begins, or runs are cancelled. By anybody.
  void tell_of_starts();

  /// Owner only: take back what was pushed at `index`, from the deque or from what it offers. False: it was stolen.
  bool take_back(std::int64_t index);
  /// Owner only: what it offers and nobody has taken, or null.
  asyncir_task *take_back_offer();
  /// Anyone; as Deque::looks_empty().
  bool is_to_share() const { return shares_ > 0 || asked_.load(std::memory_order_relaxed); }
  bool has_entries() const { return !deque.looks_empty() || offer_.load(std::memory_order_acquire) != nullptr; }

  /// A compiled program has gone a long way: offer something to thieves that have asked, and let it go the short ways again if nothing else is against it. By the holder.
  void attend();
  /// A visitor holds the worker: let it look whether its call is to be cancelled.
  void look();

  asyncir::Deque deque{*this};
  asyncir::Counts counts;
  asyncir::FrameChunk chunk;
  asyncir::IdleCounts idle;
  asyncir::Pool &pool;
  const std::size_t index;
  const std::uint16_t row; // its number among those of all runtimes
  // Both relaxed: the pool's mutex decides.
  std::atomic<bool> wanted{false};  // a thread in a native frame waits to have it back, or the holder has something else to see to
  std::atomic<bool> to_look{false}; // a visitor has

private:
  static constexpr std::uintptr_t the_long_way = ~std::uintptr_t{0}; // as `stack_limit`

  template <asyncir_task *(asyncir_worker::*next_task)()> void run_all(asyncir_task *first);
  asyncir_task *next();
  asyncir_task *next_chosen();
  asyncir_task *search();
  asyncir_task *steal(std::int64_t now);
  asyncir_task *stolen_from(asyncir_worker &victim, asyncir_task *task, std::int64_t now);
  void ask();
  asyncir_task *take_offer();
  void offer();
  void share();
  std::int64_t done();
  bool takes_long_way() const { return std::atomic_ref(const_cast<std::uintptr_t &>(stack_limit)).load(std::memory_order_relaxed) == the_long_way; }
  void rest(std::int64_t searched) const;
  void judge_thefts(std::int64_t now);
  void wait_with_theft(std::int64_t now, std::int64_t longest);
  void use_stack(std::uintptr_t limit);

  std::atomic<std::uint32_t> turn_{0}; // tasks that it has taken up; written by its holder
  std::int64_t offered_index_ = -1; // of its deque, where what it offers was pushed; -1: that was taken back, or is known to be stolen
  std::int64_t offered_at_ = 0;
  int shares_ = 0;                 // at so many starts to come it offers what it has
  asyncir_worker *watched_ = nullptr;  // from whom it waits for an offer
  std::int64_t sees_entry_since_ = 0; // since when that one's deque is not empty while it starts nothing; 0: it is empty
  std::int64_t sees_done_ = 0;        // what that one had started by then
  std::int64_t stole_at_ = 0;  // when what it does now was stolen; 0: it was not
  std::int64_t robbed_at_ = 0; // when a thief was last given something since it last ran dry; 0: none was
  std::int64_t patience_ = 0; // nanoseconds before the next theft, if the last was not worth while
  std::int64_t next_theft_ = 0; // not before
  // A line that whoever waits looks at all the time.
  alignas(64) std::atomic<asyncir_task *> offer_{nullptr}; // for whoever comes first
  std::atomic<bool> sharing_{false}; // whether `shares_` is not 0; written when that changes only
  std::atomic<bool> asked_{false};   // by a thief, to share
};

namespace asyncir {

/// Not null, nor what a thread outside the pool has instead.
inline bool is_in_pool(const asyncir_worker *worker) { return worker != nullptr && worker->outside == 0; }

} // namespace asyncir
