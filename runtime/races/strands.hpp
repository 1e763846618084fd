// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Who runs, and what happens before that.
///
/// A *strand* is a part of the run in which everything is ordered: the body of a task, an `async.func` from its first wait on, the
/// entry. An *activation* is what the program has a name for: the strand that it is on may change. What an `async.func` does before its
/// first wait is on its caller's strand; its activation is *hot*.
#pragma once

#include "clock.hpp"
#include "pool.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace asyncir::races {

struct Activation;

/// Kept while few things are done with what it guards.
class SpinLock {
public:
  void lock() {
    if (held_.exchange(true, std::memory_order_acquire))
      wait();
  }
  void unlock() { held_.store(false, std::memory_order_release); }

private:
  void wait();
  std::atomic<bool> held_{false};
};

struct Strand {
  Knowledge known;
  Epoch self = 0; // its own chain, and the count of its accesses now; 0: it has made none
  Epoch spare = 0; // the end of a chain that it may take over
  Short<Epoch> ended; // more of them
  Short<Activation *> joined; // what was waited for, and is not yet in `known`: many who wait end before they need it

  /// The epoch of its accesses.
  Epoch now() { return self != 0 ? self : begin(); }
  /// Learn what was waited for.
  void settle() {
    if (!joined.empty())
      learn_joined();
  }
  /// What covers all up to now; what follows is not covered by it.
  Knowledge release();
  /// A chain that it comes behind, or a new one.
  Epoch take_chain();
  /// A chain that it comes behind, to hand on; 0: none.
  Epoch give_chain();
  void keep_chain(Epoch end);
  /// Those of another one, which has ended.
  void keep_chains(Strand &other);
  /// Whether what was done then happens before what this strand does now, in that epoch.
  bool follows(Epoch then, Epoch now) {
    if (then == now || (self != 0 && same_chain(then, self)) || known.covers(then))
      return true;
    if (joined.empty())
      return false;
    learn_joined();
    return known.covers(then);
  }

private:
  Epoch begin();
  void learn_joined();
};

/// Used by one thread at a time until it has finished. Then what its strand knows is what happens before its completion.
struct Activation {
  Strand *strand = &own; // what it is on
  Strand own;
  std::atomic<std::uint32_t> references{1};
  std::atomic<bool> finished{false};
  bool hot = false;
  bool bare = false; // no task: a token or value that somebody completes, a group (whose members it has joined), a loop
  bool host = false; // a call of the host
  SpinLock lock; // of `own`, once it has finished
  std::unique_ptr<Knowledge> start; // of a loop: what its iterations know at their start

  static void *operator new(std::size_t size);
  static void operator delete(void *memory);
};

} // namespace asyncir::races
