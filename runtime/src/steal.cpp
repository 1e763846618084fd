// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How workers get tasks from each other. A thief asks: it writes its name into the victim and raises the victim's guard (`stack_limit`), and the
/// victim hands over its oldest entry where it next launches something. That costs both some hundred nanoseconds. A victim that launches
/// nothing for some microseconds is robbed with a barrier on its processor, which costs both ten times as much (deque.hpp).
///
///   the victim's asked_by_   the thief's answer_
///   null                     whatever              nobody asks
///   the thief                pending               it asks; either side may take it back by exchange
///   null                     pending               the victim has seen it, and takes an entry
///   null                     a task or null        answered
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
/// A thief waits so long for an answer. In a virtual machine the barrier costs as much and more: at worst the theft takes twice as long as it must.
constexpr std::int64_t longest_wait = 30'000;
/// See asyncir_worker::judge_thefts.
constexpr std::int64_t worth_stealing = 1'000;
constexpr std::int64_t shortest_patience = 2'000;
constexpr std::int64_t patience_of_thief = 8'000;
constexpr std::int64_t patience_of_robbed = 400'000;

constexpr std::uintptr_t pending = 1; // no task's address

} // namespace

using namespace asyncir;

asyncir_task *asyncir_worker::steal(std::int64_t now) {
  const std::size_t workers = pool.workers_.size();
  for (std::size_t step = 1; step < workers; ++step) {
    asyncir_worker &victim = *pool.workers_[(index + step) % workers];
    // Most looks end here, without disturbing anybody. One thief at a time asks.
    if (victim.deque.looks_empty() || victim.asked_by_.load(std::memory_order_relaxed) != nullptr)
      continue;
    if (asyncir_task *task = steal_from(victim)) {
      stole_at_ = monotonic_time();
      bump(stolen);
      trace::stolen(this, task, victim);
      return task;
    }
    wait_with_theft(now, patience_of_thief);
  }
  return nullptr;
}

asyncir_task *asyncir_worker::steal_from(asyncir_worker &victim) {
  asyncir_task *task = nullptr;
  return ask(victim, task) ? task : victim.deque.steal();
}

/// False: the victim has not answered.
bool asyncir_worker::ask(asyncir_worker &victim, asyncir_task *&got) {
  answer_.store(pending, std::memory_order_relaxed);
  asyncir_worker *nobody = nullptr;
  // seq_cst: before the guard is raised, as choose_ways() first lowers it and then looks here. It publishes `answer_` too.
  if (!victim.asked_by_.compare_exchange_strong(nobody, this, std::memory_order_seq_cst, std::memory_order_relaxed))
    return true; // another thief is there already
  victim.tell_of_starts();
  disturb();
  const auto answered = [this] { return answer_.load(std::memory_order_acquire) != pending; }; // acquire: the task's frame
  for (const std::int64_t until = monotonic_time() + longest_wait; !answered() && monotonic_time() < until;)
    relax();
  asyncir_worker *self = this;
  if (!answered() && victim.asked_by_.compare_exchange_strong(self, nullptr, std::memory_order_relaxed))
    return false;
  while (!answered()) // the victim is about to
    relax();
  got = reinterpret_cast<asyncir_task *>(answer_.load(std::memory_order_relaxed));
  return true;
}

/// While there is nothing to give the thief waits on, if this worker has something to do itself.
void asyncir_worker::answer_thief() {
  if (deque.looks_empty())
    return;
  // acquire: `answer_` is pending by now. Whoever loses this exchange against the thief has nobody to answer.
  asyncir_worker *thief = asked_by_.exchange(nullptr, std::memory_order_acquire);
  if (thief == nullptr)
    return;
  disturb();
  asyncir_task *task = deque.take_oldest();
  if (task != nullptr)
    robbed_at_ = monotonic_time();
  thief->answer_.store(reinterpret_cast<std::uintptr_t>(task), std::memory_order_release);
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
