// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Who runs, and what happens before that.
///
/// A *strand* is a part of the run in which everything is ordered: the body of a task, an `async.func` from its first wait on, the
/// entry. An *activation* is what the program has a name for: the strand that it is on may change. What an `async.func` does before its
/// first wait is on its caller's strand; its activation is *hot*.
#pragma once

#include "clock.hpp"

#include <atomic>
#include <cstdint>
#include <vector>

namespace asyncir::races {

/// Kept while few things are done with what it guards.
class SpinLock {
public:
  void lock();
  void unlock() { held_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> held_{false};
};

struct Strand {
  Knowledge known;
  Epoch self = 0; // its own chain, and the count of its accesses now; 0: it has made none
  Epoch spare = 0; // the end of a chain that it may take over
  std::vector<Epoch> ended; // more of them

  /// The epoch of its accesses.
  Epoch now() { return self != 0 ? self : begin(); }
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
  bool follows(Epoch then, Epoch now) const {
    return then == now || (self != 0 && same_chain(then, self)) || known.covers(then);
  }

private:
  Epoch begin();
};

struct Activation {
  Strand *strand = &own; // what it is on
  Strand own;
  std::atomic<std::uint32_t> references{1};
  std::atomic<bool> finished{false};
  bool hot = false;
  bool bare = false; // no task: a token or value that somebody completes, a group, a loop
  bool host = false; // a call of the host
  SpinLock lock; // of what follows
  Knowledge done; // what happens before the completion
  std::vector<Activation *> members; // of a group, those that were not complete when they were added
};

} // namespace asyncir::races
