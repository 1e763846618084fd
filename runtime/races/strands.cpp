// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the program reports of launches, waits and completions: SEM-24.
///
/// An activation is used by one thread at a time. What others see of it is `done`: of a task when it has ended, which the runtime orders
/// before whoever waits; of a group at any time, under its lock.
#include "strands.hpp"

#include "asyncir/races.h"
#include "reports.hpp"
#include "shadow.hpp"

#include <mutex>
#include <thread>
#include <utility>

namespace asyncir::races {

void SpinLock::lock() {
  for (int tries = 0; held_.exchange(true, std::memory_order_acquire); ++tries)
    if (tries > 100)
      std::this_thread::yield();
}

namespace {

/// The most ended chains that a strand keeps.
constexpr std::size_t most_ended = 4096;

/// What the host knows: each call of it comes behind those before, and so do the calls that it makes.
struct Host {
  SpinLock lock;
  Knowledge known;
};
Host host;

/// For the next function that is called through a value, by this thread.
thread_local Activation *handed = nullptr;

void retain(Activation *activation) { activation->references.fetch_add(1, std::memory_order_relaxed); }

void release(Activation *activation) {
  if (activation == nullptr || activation->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  for (Activation *member : activation->members)
    release(member);
  delete activation;
}

Activation *owner_activation(const void *completion) {
  return static_cast<Activation *>(owner_of(completion)->load(std::memory_order_acquire));
}

/// From now on the completion stands for the activation, which takes the reference over.
void bind(Activation *activation, const void *completion) {
  if (completion == nullptr) // complete from the start
    release(activation);
  else
    release(static_cast<Activation *>(owner_of(completion)->exchange(activation, std::memory_order_acq_rel)));
}

/// The activation has come to its end. It keeps the chains that it has, for who waits.
void end(Activation &ended) {
  if (ended.hot) {
    ended.done = ended.strand->release();
    ended.hot = false;
    ended.strand = &ended.own;
  } else {
    Strand &strand = ended.own;
    ended.done = std::move(strand.known);
    ended.done.learn(strand.self);
    strand.keep_chain(std::exchange(strand.self, 0));
    strand.keep_chain(std::exchange(strand.spare, 0));
  }
  ended.finished.store(true, std::memory_order_release);
}

/// What has happened before the activation's completion becomes known; the strand may take its chains over.
void absorb(Knowledge &known, Strand &strand, Activation &complete) {
  const std::lock_guard lock(complete.lock);
  // It failed, and so did not say so; but it is over.
  if (!complete.finished.load(std::memory_order_acquire) && !complete.hot)
    end(complete);
  known.learn(complete.done);
  strand.keep_chains(complete.own);
  for (Activation *member : complete.members)
    absorb(known, strand, *member);
}

/// It happens before what follows on the strand.
void acquire(Strand &strand, Activation &complete) { absorb(strand.known, strand, complete); }

/// A completion that no task completes: a token or a value, or a group.
Activation *bare() {
  auto *made = new Activation;
  made->bare = true;
  made->finished.store(true, std::memory_order_relaxed);
  return made;
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

void Strand::keep_chains(Strand &other) {
  if (ended.size() < other.ended.size())
    ended.swap(other.ended);
  for (Epoch chain : other.ended)
    keep_chain(chain);
  other.ended.clear();
}

Epoch Strand::begin() { return self = take_chain(); }

Knowledge Strand::release() {
  known.settle();
  Knowledge covered = known;
  if (self != 0) {
    covered.learn(self);
    self = count_of(self) < highest_count ? self + 1 : new_chain();
  }
  return covered;
}

} // namespace asyncir::races

using namespace asyncir::races;

// ---- activations

asyncir_activation *asyncir_races_enter(const asyncir_site *sites) {
  know_sites(sites);
  auto *entry = new Activation;
  const std::lock_guard lock(host.lock);
  entry->own.known = host.known;
  return entry;
}

void asyncir_races_leave(asyncir_activation *activation) {
  const std::lock_guard lock(host.lock);
  host.known.learn(activation->strand->release());
}

asyncir_activation *asyncir_races_fork(asyncir_activation *parent) {
  auto *child = new Activation;
  child->own.known = parent->strand->release();
  child->own.spare = parent->strand->give_chain();
  retain(child); // the completion's, beside that of who runs
  return child;
}

asyncir_activation *asyncir_races_call(asyncir_activation *caller) {
  auto *callee = new Activation;
  callee->strand = caller->strand;
  callee->hot = true;
  retain(callee);
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
  const std::lock_guard lock(host.lock);
  host.known.learn(caller->strand->release());
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
    const std::lock_guard lock(host.lock);
    waiter->strand->known.learn(host.known);
  }
  acquire(*waiter->strand, *complete);
}

void asyncir_races_complete(asyncir_activation *activation, const void *completion) {
  Activation *completed = owner_activation(completion);
  if (completed == nullptr)
    return;
  Knowledge before = activation->strand->release();
  const std::lock_guard lock(completed->lock);
  completed->done.learn(before);
}

void asyncir_races_add(asyncir_activation *activation, const void *member, const void *group) {
  Activation *joined = owner_activation(group);
  if (joined == nullptr)
    return;
  Knowledge before = activation->strand->release();
  Activation *added = member == nullptr ? nullptr : owner_activation(member);
  const std::lock_guard lock(joined->lock);
  joined->done.learn(before);
  if (added == nullptr)
    return;
  if (!added->bare && added->finished.load(std::memory_order_acquire)) {
    absorb(joined->done, joined->own, *added);
    return;
  }
  retain(added);
  joined->members.push_back(added);
}

// ---- loops

uint64_t asyncir_races_loop(asyncir_activation *activation, uint64_t iterations) {
  if (iterations < 2)
    return 0;
  Strand &strand = *activation->strand;
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
  loop->own.known = activation->strand->release();
  return loop;
}

asyncir_activation *asyncir_races_iteration(asyncir_activation *loop) {
  auto *iteration = new Activation;
  iteration->own.known = loop->own.known;
  return iteration;
}

void asyncir_races_iteration_end(asyncir_activation *iteration, asyncir_activation *loop) {
  end(*iteration);
  {
    const std::lock_guard lock(loop->lock);
    loop->done.learn(iteration->done);
    loop->own.keep_chains(iteration->own);
  }
  release(iteration);
}

void asyncir_races_task_loop_end(asyncir_activation *activation, asyncir_activation *loop) {
  acquire(*activation->strand, *loop);
  release(loop);
}

// ---- the run

void asyncir_races_begin(void) {
  new_era();
  host.known = Knowledge();
  forget_reports();
}
