// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The scheduler: how workers get tasks, from themselves and from each other.
///
/// A worker runs what it pushed last and is robbed of what it pushed first, as in Cilk. What it pushes is mostly itself: a coroutine that
/// launches a task lies in the deque as long as the task runs on its stack (fork.cpp). So nearly all that is pushed is taken back by whoever
/// pushed it, within nanoseconds, and that has to be cheap: plain stores, no fence, no exchange. Thieves pay for it, and they are told apart
/// by what they may touch.
///
/// States of an entry:
///
///   in the deque   pushed by the owner, private for all practical purposes: whoever else wants it needs a barrier on the owner's processor
///                  (deque.hpp), which costs both 15 to 50 us in a virtual machine
///   offered        the oldest one, in `offer_`, out of the deque: whoever exchanges that for null has it, the owner too
///   taken          by a thief, or taken back
///
/// States of a worker, as thieves see it:
///
///   quiet     `asked_` false, `shares_` 0      it starts things on the short ways and offers nothing
///   asked     `asked_` true                    the guard (`stack_limit`) is up: its next start goes the long way, and it shares
///   sharing   `shares_` n > 0                  at each of n starts to come it offers its oldest entry, unless an offer lies there still. Whoever
///                                              was robbed, or has stolen, shares anew: work that moved once will move again
///
///   and of a worker that has nothing: it looks at all offers; asks the first other one that is at work; then waits at that one's offer, which is on
///   a line of memory that its owner touches only to make an offer, for as long as 64 pauses, and looks around again. It goes to sleep after half a millisecond (worker.cpp).
///   An entry that lies in the deque of a worker that has started nothing for 30 us, as it computes or its thread is not running, is stolen
///   with the barrier.
///
/// So who is idle has asked before there is work, mostly, and the one that starts something hands the rest of itself over there and then. A pipeline
/// of two balanced stages needs that in each iteration: its first stage is launched by the loop that is its second. A thief that comes a moment too
/// late still finds the offer; it would find only a deque, and wait for the end of a computation that never looks, if workers shared only
/// where somebody waits at that very moment.
///
/// Invariants:
///
///   - Each entry is in one place: in its owner's deque, in its owner's offer, in the queue for work from outside, or in one worker's hands.
///   - Only its holder writes a worker's deque and fills its offer; thieves move `top` and empty the offer.
///   - An entry is known by the index at which it was pushed, never by what it is: a coroutine that was stolen, waited and was woken here may lie in
///     the same deque again, and an old activation must not take it back. The index goes with the offer (`offered_index_`). To offer an entry
///     moves `top` past its index, so that the index is not used again while the activation that pushed it goes on.
///   - A worker is asleep only with an empty deque and no offer: whoever runs dry takes its offer back first.
///   - Between two tasks a worker offers only if it has another entry for itself. To give its last one away would move work and share none.
///
/// Memory orders. Who offers publishes the frame with a release store, and who takes it acquires that in the exchange; the owner taking back its
/// own needs neither. A thief asks and then raises the guard, both seq_cst; the owner lowers the guard and then looks whether it is asked, both
/// seq_cst (choose_ways): one of the two is seen, and no request is lost. An offer is stored before its owner looks for sleepers, with a light barrier
/// between, and a sleeper announces itself before it looks at offers, with a heavy one between, as with pushes: an offer that nobody was woken for is
/// seen by who is about to sleep. While an entry is neither in the deque nor in the offer yet, a sleeper may miss it; its owner is awake
/// then, looks for sleepers behind the store, and would run it itself.
///
/// Why it ends, and wastes little. A search ends with a task or with sleep; each look is bounded by the number of workers. No thief waits for another:
/// an exchange or a barrier that comes to nothing is followed by the next look. Sharing ends after 16 starts that nobody made use of. Two
/// workers could hand each other one loop of tiny tasks for ever, which is slower than one worker alone: so thefts are judged by how long they kept
/// both busy (judge_thefts), and those that were not worth while make the next one wait, up to 8 us for a thief and 400 us for who was robbed.
/// Stages shorter than worth_stealing therefore run one after the other, at nearly their speed without tasks.
#include "disturb.hpp"
#include "idle.hpp"
#include "pool.hpp"
#include "spin.hpp"
#include "trace.hpp"
#include "worker.hpp"

#include <algorithm>
#include <utility>

namespace {

// All in nanoseconds.
/// A thief waits so long for an offer. In a virtual machine the barrier costs as much and more: at worst the theft takes twice as long as it must.
constexpr std::int64_t longest_wait = 30'000;
/// See asyncir_worker::judge_thefts.
constexpr std::int64_t worth_stealing = 1'000;
constexpr std::int64_t shortest_patience = 2'000;
constexpr std::int64_t patience_of_thief = 8'000;
constexpr std::int64_t patience_of_robbed = 400'000;

/// After a theft a worker offers its oldest entry at so many starts; after each that is taken, anew.
constexpr int shares_after_theft = 16;

} // namespace

using namespace asyncir;

/// One look at the others, by a worker that has nothing itself.
asyncir_task *asyncir_worker::steal(std::int64_t now) {
  asyncir_worker *victim = nullptr;
  for (std::size_t step = 1, workers = pool.workers_.size(); step < workers; ++step) {
    asyncir_worker &other = *pool.workers_[(index + step) % workers];
    if (asyncir_task *task = other.take_offer())
      return stolen_from(other, task, now);
    if (victim == nullptr && (!other.deque.looks_empty() || !other.idle.is_idle()))
      victim = &other;
  }
  if (victim != watched_) {
    watched_ = victim;
    sees_entry_since_ = 0;
  }
  if (victim == nullptr)
    return nullptr;
  if (!victim->sharing_.load(std::memory_order_relaxed))
    victim->ask();
  if (victim->deque.looks_empty()) {
    sees_entry_since_ = 0;
    return nullptr;
  }
  const std::int64_t done = victim->done();
  if (sees_entry_since_ == 0 || done != sees_done_) { // who starts things offers what others can do
    sees_entry_since_ = now;
    sees_done_ = done;
  }
  if (now - sees_entry_since_ < longest_wait)
    return nullptr;
  sees_entry_since_ = 0;
  asyncir_task *task = victim->deque.steal();
  if (task == nullptr)
    wait_with_theft(now, patience_of_thief);
  return task == nullptr ? nullptr : stolen_from(*victim, task, now);
}

/// How much it has started and taken up. By anybody.
std::int64_t asyncir_worker::done() { return counted(started) + turn_.load(std::memory_order_relaxed); }

asyncir_task *asyncir_worker::stolen_from(asyncir_worker &victim, asyncir_task *task, std::int64_t now) {
  stole_at_ = now;
  share();
  bump(stolen);
  trace::stolen(this, task, victim);
  return task;
}

/// By a thief: have it offer what it has from its next start on.
void asyncir_worker::ask() {
  if (asked_.load(std::memory_order_relaxed))
    return;
  asked_.store(true, std::memory_order_seq_cst); // before the guard is raised, as choose_ways() first lowers it and then looks here
  tell_of_starts();
  disturb();
}

/// By a thief. Most looks end without disturbing anybody.
asyncir_task *asyncir_worker::take_offer() {
  if (offer_.load(std::memory_order_relaxed) == nullptr)
    return nullptr;
  return offer_.exchange(nullptr, std::memory_order_acquire); // acquire: the task's frame
}

// ---- the owner's side ----

void asyncir_worker::share() {
  shares_ = shares_after_theft;
  if (!sharing_.load(std::memory_order_relaxed))
    sharing_.store(true, std::memory_order_relaxed);
  if (!takes_long_way())
    tell_of_starts();
}

/// Thieves find the oldest entry without a barrier from now on.
void asyncir_worker::offer() {
  if (shares_ == 0) {
    asked_.store(false, std::memory_order_relaxed);
    sharing_.store(true, std::memory_order_relaxed);
    shares_ = shares_after_theft;
  }
  if (--shares_ == 0)
    sharing_.store(false, std::memory_order_relaxed);
  if (offered_index_ >= 0) {
    if (offer_.load(std::memory_order_relaxed) != nullptr)
      return;
    take_back_offer(); // it was stolen
  }
  std::int64_t index = 0;
  asyncir_task *task = deque.take_oldest(index);
  if (task == nullptr)
    return;
  offered_index_ = index;
  offered_at_ = monotonic_time();
  offer_.store(task, std::memory_order_release); // publishes the task's frame
  light_barrier(); // see Pool::sleep
  if (pool.sleepers_.load(std::memory_order_relaxed) != 0)
    pool.work_arrived();
  disturb();
}

asyncir_task *asyncir_worker::take_back_offer() {
  if (offered_index_ < 0)
    return nullptr;
  offered_index_ = -1;
  asyncir_task *task = offer_.exchange(nullptr, std::memory_order_relaxed);
  if (task == nullptr) {
    robbed_at_ = offered_at_;
    share();
  }
  return task;
}

bool asyncir_worker::take_back(std::int64_t index) {
  // By the index and not by what it is, see Deque::take_back().
  return offered_index_ == index ? take_back_offer() != nullptr : deque.take_back(index);
}

/// This worker has run dry. What it stole was not worth while if that kept it busy for a moment only: the next theft has to wait, longer each
/// time. It has to wait much longer if this worker was robbed a moment ago, so that the theft has moved the work and not shared it: two
/// workers that take one loop of tiny tasks from each other all the time are slower than one.
void asyncir_worker::judge_thefts(std::int64_t now) {
  const std::int64_t stole_at = std::exchange(stole_at_, 0);
  const std::int64_t robbed_at = std::exchange(robbed_at_, 0);
  if (robbed_at != 0 && now - robbed_at < worth_stealing)
    wait_with_theft(now, patience_of_robbed);
  else if (stole_at != 0 && now - stole_at < worth_stealing)
    wait_with_theft(now, patience_of_thief);
  else if (robbed_at != 0 || stole_at != 0)
    patience_ /= 2;
}

void asyncir_worker::wait_with_theft(std::int64_t now, std::int64_t longest) {
  patience_ = std::clamp(2 * patience_, shortest_patience, std::max(patience_, longest));
  next_theft_ = now + patience_;
}
