// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the program reports of launches, waits and completions: SEM-24.
///
/// An activation is used by one thread at a time. What others see of it is `done`: of a task when it has ended, which the runtime orders
/// before whoever waits; of a group at any time, under its lock.
#include "strands.hpp"

#include "asyncir/races.h"
#include "reports.hpp"
#include "shadow.hpp"

#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

namespace asyncir::races {

void SpinLock::wait() {
  for (int tries = 0; held_.exchange(true, std::memory_order_acquire); ++tries)
    if (tries > 100)
      std::this_thread::yield();
}

namespace {

/// The most ended chains that a strand keeps.
constexpr std::size_t most_ended = 4096;
/// The most that a strand waits for before it learns what they know.
constexpr std::size_t most_joined = 1024;

/// What the host knows: each call of it comes behind those before, and so do the calls that it makes.
struct Host {
  std::mutex mutex;
  Strand strand;
};

Host &host() {
  static auto *only = new Host; // never destroyed: tasks may outlive the process's other objects
  return *only;
}

/// For the next function that is called through a value, by this thread.
thread_local Activation *handed = nullptr;

void retain(Activation *activation) { activation->references.fetch_add(1, std::memory_order_relaxed); }

/// Give up a reference. What goes with it may hold the last one to others: no recursion, for chains of them are long.
void release(Activation *activation) {
  if (activation == nullptr || activation->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  std::vector<Activation *> dead;
  while (activation != nullptr) {
    Activation *next = nullptr; // mostly there is one at most, and no list is needed
    activation->own.joined.for_each([&](Activation *joined) {
      if (joined->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
        return;
      if (next != nullptr)
        dead.push_back(next);
      next = joined;
    });
    delete activation;
    if (next == nullptr && !dead.empty()) {
      next = dead.back();
      dead.pop_back();
    }
    activation = next;
  }
}

Activation *owner_activation(const void *completion) {
  return static_cast<Activation *>(owner_of(completion)->load(std::memory_order_acquire));
}

/// From now on the completion stands for the activation, which takes the reference over.
void bind(Activation *activation, const void *completion) {
  if (completion == nullptr) // complete from the start
    release(activation);
  else if (std::atomic<void *> *owner = owner_of(completion)) { // nobody else knows of the completion yet
    auto *before = static_cast<Activation *>(owner->load(std::memory_order_relaxed));
    owner->store(activation, std::memory_order_release);
    release(before);
  }
}

/// The activation has come to its end. It keeps the chains that it has, for who waits.
void end(Activation &ended) {
  if (ended.hot) {
    ended.own.known = ended.strand->release();
    ended.hot = false;
    ended.strand = &ended.own;
  } else {
    Strand &strand = ended.own;
    strand.known.learn(strand.self);
    strand.keep_chain(std::exchange(strand.self, 0));
    strand.keep_chain(std::exchange(strand.spare, 0));
  }
  ended.finished.store(true, std::memory_order_release);
}

/// If it failed, it did not say so; but it is over, since somebody has waited for it.
void end_if_failed(Activation &complete) {
  if (!complete.finished.load(std::memory_order_acquire) && !complete.hot)
    end(complete);
}

/// What was waited for happens before what follows on the strand, which may take chains over.
void join(Strand &strand, Activation &complete) {
  {
    const std::lock_guard lock(complete.lock);
    end_if_failed(complete);
    strand.keep_chains(complete.own);
    if (complete.own.joined.empty() && strand.known.is_near(complete.own.known)) {
      strand.known.learn(complete.own.known);
      return;
    }
  }
  retain(&complete);
  strand.joined.push_back(&complete);
  if (strand.joined.size() >= most_joined)
    strand.settle();
}

/// A completion that no task completes: a token or a value, or a group.
Activation *bare() {
  auto *made = new Activation;
  made->bare = true;
  made->finished.store(true, std::memory_order_relaxed);
  return made;
}

/// Whether nothing is left that it joined and does not know; then the strand learns what it knows.
bool learn_if_settled(Strand &strand, Activation &complete) {
  const std::lock_guard lock(complete.lock);
  end_if_failed(complete);
  if (!complete.own.joined.empty())
    return false;
  strand.known.learn(complete.own.known);
  strand.keep_chains(complete.own);
  return true;
}

/// Let all that these have joined be known by those that joined it, what was joined first.
void settle_all(std::vector<Activation *> pending) {
  static std::mutex one_at_a_time;
  const std::lock_guard only(one_at_a_time);
  while (!pending.empty()) {
    Activation &last = *pending.back();
    std::size_t before = pending.size();
    {
      const std::lock_guard lock(last.lock);
      end_if_failed(last);
      last.own.joined.for_each([&](Activation *joined) {
        const std::lock_guard inner(joined->lock);
        if (!joined->own.joined.empty())
          pending.push_back(joined);
      });
      if (pending.size() > before)
        continue;
    }
    pending.pop_back();
    Short<Activation *> learnt;
    {
      const std::lock_guard lock(last.lock);
      learnt.swap(last.own.joined);
      learnt.for_each([&](Activation *joined) { learn_if_settled(last.own, *joined); });
    }
    learnt.for_each(release);
  }
}

} // namespace

Epoch Strand::take_chain() {
  Epoch end = give_chain();
  return end != 0 && count_of(end) < highest_count ? end + 1 : new_chain();
}

Epoch Strand::give_chain() {
  if (ended.empty())
    return std::exchange(spare, 0);
  Epoch end = ended.back();
  ended.pop_back();
  return end;
}

void Strand::keep_chain(Epoch end) {
  if (end != 0 && ended.size() < most_ended)
    ended.push_back(end);
}

void Strand::learn_joined() {
  Short<Activation *> learnt;
  learnt.swap(joined);
  std::vector<Activation *> open;
  learnt.for_each([&](Activation *complete) {
    if (!learn_if_settled(*this, *complete))
      open.push_back(complete);
  });
  if (!open.empty()) {
    settle_all(open);
    for (Activation *complete : open)
      learn_if_settled(*this, *complete);
  }
  learnt.for_each(races::release);
}

void Strand::keep_chains(Strand &other) {
  if (other.ended.empty())
    return;
  if (ended.size() < other.ended.size())
    ended.swap(other.ended);
  other.ended.for_each([this](Epoch chain) { keep_chain(chain); });
  other.ended.clear();
}

Epoch Strand::begin() { return self = take_chain(); }

Knowledge Strand::release() {
  settle();
  known.settle();
  Knowledge covered = known;
  if (self != 0) {
    covered.learn(self);
    self = count_of(self) < highest_count ? self + 1 : new_chain();
  }
  return covered;
}

void *Activation::operator new(std::size_t) { return Pool<sizeof(Activation)>::take(); }

void Activation::operator delete(void *memory) { Pool<sizeof(Activation)>::give(memory); }

} // namespace asyncir::races

using namespace asyncir::races;

// ---- activations

asyncir_activation *asyncir_races_enter(const asyncir_site *sites) {
  know_sites(sites);
  auto *entry = new Activation;
  const std::lock_guard lock(host().mutex);
  host().strand.settle();
  entry->own.known = host().strand.known;
  return entry;
}

void asyncir_races_leave(asyncir_activation *activation) {
  end(*activation);
  const std::lock_guard lock(host().mutex);
  join(host().strand, *activation);
  release(activation);
}

asyncir_activation *asyncir_races_fork(asyncir_activation *parent) {
  auto *child = new Activation;
  child->own.known = parent->strand->release();
  child->own.spare = parent->strand->give_chain();
  child->references.store(2, std::memory_order_relaxed); // the completion's, and that of who runs
  return child;
}

asyncir_activation *asyncir_races_call(asyncir_activation *caller) {
  auto *callee = new Activation;
  callee->strand = caller->strand;
  callee->hot = true;
  callee->references.store(2, std::memory_order_relaxed);
  return callee;
}

void asyncir_races_finish(asyncir_activation *activation) {
  end(*activation);
  release(activation);
}

void asyncir_races_hand(asyncir_activation *activation) { handed = activation; }

asyncir_activation *asyncir_races_handed(void) { return std::exchange(handed, nullptr); }

// ---- completions

void asyncir_races_bind(asyncir_activation *activation, const void *completion) { bind(activation, completion); }

void asyncir_races_create(const void *completion) { bind(bare(), completion); }

void asyncir_races_ask_host(asyncir_activation *caller, const void *completion) {
  auto *asked = bare();
  asked->host = true;
  bind(asked, completion);
  const std::lock_guard lock(host().mutex);
  host().strand.known.learn(caller->strand->release());
}

void asyncir_races_before_wait(asyncir_activation *waiter) {
  if (!waiter->hot)
    return;
  waiter->own.known = waiter->strand->release();
  waiter->own.spare = waiter->strand->give_chain();
  waiter->strand = &waiter->own;
  waiter->hot = false;
}

void asyncir_races_after_wait(asyncir_activation *waiter, const void *completion) {
  Activation *complete = completion == nullptr ? nullptr : owner_activation(completion);
  if (complete == nullptr)
    return;
  if (complete->host) {
    const std::lock_guard lock(host().mutex);
    host().strand.settle();
    waiter->strand->known.learn(host().strand.known);
  }
  join(*waiter->strand, *complete);
}

void asyncir_races_complete(asyncir_activation *activation, const void *completion) {
  Activation *completed = owner_activation(completion);
  if (completed == nullptr)
    return;
  Knowledge before = activation->strand->release();
  const std::lock_guard lock(completed->lock);
  completed->own.known.learn(before);
}

void asyncir_races_add(asyncir_activation *activation, const void *member, const void *group) {
  Activation *joined = owner_activation(group);
  if (joined == nullptr)
    return;
  Knowledge before = activation->strand->release();
  Activation *added = member == nullptr ? nullptr : owner_activation(member);
  const std::lock_guard lock(joined->lock);
  joined->own.known.learn(before);
  if (added == nullptr || (!added->bare && added->finished.load(std::memory_order_acquire) && learn_if_settled(joined->own, *added)))
    return;
  retain(added);
  joined->own.joined.push_back(added);
}

// ---- loops

uint64_t asyncir_races_loop(asyncir_activation *activation, uint64_t iterations) {
  if (iterations < 2)
    return 0;
  Strand &strand = *activation->strand;
  strand.settle(); // what the iterations share does not change
  Epoch first = strand.take_chain();
  if (count_of(first) + iterations > highest_count)
    first = new_chain();
  return first | iteration_mark;
}

void asyncir_races_loop_end(asyncir_activation *activation, uint64_t first, uint64_t iterations) {
  if (first == 0)
    return;
  Epoch last = (first & ~iteration_mark) + iterations - 1;
  activation->strand->known.learn(last);
  activation->strand->keep_chain(last);
}

asyncir_activation *asyncir_races_task_loop(asyncir_activation *activation) {
  Activation *loop = bare();
  loop->start = std::make_unique<Knowledge>(activation->strand->release());
  return loop;
}

asyncir_activation *asyncir_races_iteration(asyncir_activation *loop) {
  auto *iteration = new Activation;
  iteration->own.known = *loop->start;
  return iteration;
}

void asyncir_races_iteration_end(asyncir_activation *iteration, asyncir_activation *loop) {
  end(*iteration);
  const std::lock_guard lock(loop->lock);
  if (!learn_if_settled(loop->own, *iteration))
    loop->own.joined.push_back(iteration);
  else
    release(iteration);
}

void asyncir_races_task_loop_end(asyncir_activation *activation, asyncir_activation *loop) {
  activation->strand->joined.push_back(loop);
  activation->strand->settle();
}

// ---- the run

void asyncir_races_begin(void) {
  new_era();
  Strand &known = host().strand;
  known.joined.for_each(release);
  known.joined.clear();
  known.ended.clear();
  known.known = Knowledge();
  asyncir_races_forget();
}
