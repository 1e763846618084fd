// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "threads.hpp"

#include "barrier.hpp"
#include "cpus.hpp"
#include "crash.hpp"
#include "memory.hpp"
#include "observer.hpp"
#include "pool.hpp"
#include "serial.hpp"
#include "trace.hpp"

#include <algorithm>
#include <new>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <string>

namespace asyncir {
namespace {

/// So many threads without a worker are kept, and so long.
constexpr std::size_t most_spares = 16;
constexpr auto patience = std::chrono::seconds(2);

thread_local Thread *own_thread = nullptr;

/// All threads block, and the system has no more.
[[noreturn]] void no_thread(int failure) {
  std::fprintf(stderr, "error[R005]: no thread can be created for the worker of one that blocks: %s\n",
               std::strerror(failure));
  std::_Exit(2);
}

} // namespace

Thread *Thread::self() { return own_thread; }
void Thread::become(Thread *other) { own_thread = other; }

void Thread::dress(const asyncir_worker &as, std::size_t pool_number, int cpu) {
  if (dressed_as_ == &as)
    return;
  dressed_as_ = &as;
  const std::string runtime = pool_number == 0 ? "" : std::to_string(pool_number);
  const std::string name = "asyncir" + runtime + "-" + std::to_string(as.index);
  pthread_setname_np(handle, name.substr(0, 15).c_str()); // the system takes no more
  if (cpu >= 0 && cpu != cpu_)
    pin(handle, cpu_ = cpu);
}

// ---- a thread and the workers that it has one after the other ----

void *Pool::run_thread(void *argument) {
  const SignalStack for_crash_reports;
  Thread &self = *static_cast<Thread *>(argument);
  own_thread = &self;
  self.announce();
  while (asyncir_worker *worker = self.pool.next_worker(self)) {
    self.dress(*worker, self.pool.number_, self.pool.seat_of(*worker).cpu);
    worker->loop();
  }
  return nullptr;
}

/// Null: the thread ends.
asyncir_worker *Pool::next_worker(Thread &self) {
  std::unique_lock lock(mutex_);
  if (!stopping_ && self.worker == nullptr && spares_.size() < most_spares) {
    spares_.push_back(&self);
    self.changed.wait_for(lock, patience, [&] { return stopping_ || self.worker != nullptr; });
    std::erase(spares_, &self);
  }
  if (std::exchange(self.called_to_search, false))
    searching_.fetch_sub(1, std::memory_order_seq_cst); // it counts itself when it does search
  if (!stopping_ && self.worker != nullptr)
    return self.worker;
  if (stopping_)
    return nullptr; // stop_threads() joins it
  // Who ends joins who ended before, so that there is never more than one to be joined.
  Thread *before = std::exchange(ended_, &self);
  std::unique_ptr<Thread> gone;
  if (before != nullptr) {
    const auto place = std::ranges::find(threads_, before, &std::unique_ptr<Thread>::get);
    gone = std::move(*place);
    threads_.erase(place);
  }
  lock.unlock();
  if (gone != nullptr)
    pthread_join(gone->handle, nullptr);
  return nullptr;
}

/// Null, with the reason in errno.
Thread *Pool::new_thread(asyncir_worker *worker) {
  std::unique_ptr<Thread> thread(new (std::nothrow) Thread(*this)); // whoever wakes a worker may have found no memory, and others may be there
  if (thread == nullptr) {
    errno = ENOMEM;
    return nullptr;
  }
  thread->worker = worker;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes_);
  const int failure = pthread_create(&thread->handle, &attributes, run_thread, thread.get());
  pthread_attr_destroy(&attributes);
  errno = failure;
  if (failure != 0)
    return nullptr;
  thread->dress(*worker, number_, seat_of(*worker).cpu); // before anybody can find it otherwise
  return threads_.emplace_back(std::move(thread)).get();
}

/// A thread for a worker that has none.
bool Pool::employ(Seat &seat) {
  Thread *thread = nullptr;
  if (spares_.empty()) {
    thread = new_thread(seat.worker.get());
  } else {
    thread = spares_.back();
    spares_.pop_back();
    thread->worker = seat.worker.get();
  }
  seat.holder = thread;
  return thread != nullptr;
}

void Pool::seat_down(Thread &thread, Seat &seat) {
  seat.holder = &thread;
  thread.worker = seat.worker.get();
  thread.changed.notify_one();
}

// ---- lending a worker ----

/// Its tasks go to the injection queue, the oldest first. By its holder.
void Pool::drain(asyncir_worker &worker) {
  if (asyncir_task *offered = worker.take_back_offer())
    injected_.push(offered);
  worker.deque.take_all([this](asyncir_task *task) { injected_.push(task); });
  injected_count_.store(injected_.size(), std::memory_order_relaxed);
}

bool Pool::hand_to_claimant(Seat &seat) {
  if (seat.claimants.empty())
    return false;
  drain(*seat.worker);
  seat.holder->worker = nullptr;
  Thread &claimant = *seat.claimants.front();
  seat.claimants.pop_front();
  seat.worker->wanted.store(!seat.claimants.empty(), std::memory_order_relaxed);
  seat.worker->to_look.store(false, std::memory_order_relaxed);
  seat_down(claimant, seat);
  if (!injected_.empty())
    wake_one();
  return true;
}

bool Pool::give_back(asyncir_worker &worker) {
  {
    const std::lock_guard lock(mutex_);
    Seat &seat = seat_of(worker);
    if (seat.holder->leaves || hand_to_claimant(seat))
      return true;
    worker.wanted.store(false, std::memory_order_relaxed);
  }
  if (worker.to_look.load(std::memory_order_relaxed))
    worker.look();
  return false;
}

bool Pool::lend(Thread &self, Observer *awaited) {
  const std::lock_guard lock(mutex_);
  if (awaited != nullptr && awaited->is_told())
    return false;
  asyncir_worker &worker = *self.worker;
  Seat &seat = seat_of(worker);
  ++away_;
  self.lent = &worker;
  self.state_of_lent = worker.leave();
  if (awaited != nullptr) {
    ++waiting_;
    awaited->counted = true;
  }
  if (hand_to_claimant(seat))
    return true;
  drain(worker);
  self.worker = nullptr;
  seat.holder = nullptr;
  lie_down(seat);
  // Either there is something to do, or somebody has to see that there is nothing.
  if (anything_queued() || quiescent())
    wake(seat);
  return true;
}

void Pool::take_back(Thread &self) {
  if (self.looks)
    return; // whoever looks does it
  std::unique_lock lock(mutex_);
  ask_back(self);
  self.changed.wait(lock, [&] { return self.worker == self.lent; });
  go_on_with(self);
}

bool Pool::take_back_within(Thread &self, std::int64_t nanoseconds) {
  std::unique_lock lock(mutex_);
  ask_back(self);
  if (!self.changed.wait_for(lock, std::chrono::nanoseconds(nanoseconds), [&] { return self.worker == self.lent; })) {
    std::erase(seat_of(*self.lent).claimants, &self); // it could not run the worker while it does something else
    return false;
  }
  go_on_with(self);
  return true;
}

void Pool::ask_back(Thread &self) {
  Seat &seat = seat_of(*self.lent);
  if (seat.asleep) {
    take_from_sleeper(self, seat);
    return;
  }
  seat.claimants.push_back(&self);
  self.lent->wanted.store(true, std::memory_order_relaxed); // its holder looks between any two tasks
}

void Pool::go_on_with(Thread &self) {
  asyncir_worker &worker = *std::exchange(self.lent, nullptr);
  --away_;
  worker.enter(self.state_of_lent);
  if (self.leaves)
    worker.wanted.store(true, std::memory_order_relaxed);
}

/// It has the worker at once; who held it, if anybody did, has none.
void Pool::take_from_sleeper(Thread &thread, Seat &seat) {
  get_up(seat);
  if (seat.holder != nullptr) {
    seat.holder->worker = nullptr;
    seat.holder->changed.notify_one();
  }
  seat.worker->to_look.store(false, std::memory_order_relaxed);
  seat_down(thread, seat);
}

void Pool::waits(Observer &awaited) {
  const std::lock_guard lock(mutex_);
  if (awaited.is_told())
    return;
  ++waiting_;
  awaited.counted = true;
  if (quiescent())
    wake_one(); // to look for a deadlock
}

void Pool::goes_on(Observer &told) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(told.counted, false))
    --waiting_;
}

// ---- waking ----

/// No wake-up is lost: either the pusher's look (behind a light barrier) sees the sleeper's announcement, or the sleeper's last look
/// (behind a heavy one) sees the push. Of a pusher that does not wake because somebody searches, and that searcher, who
/// ends his search, likewise one sees the other.
void Pool::work_arrived() {
  full_fence();
  if (searching_.load(std::memory_order_seq_cst) > 0 || sleepers_.load(std::memory_order_seq_cst) == 0)
    return;
  const std::lock_guard lock(mutex_);
  wake_one();
}

/// The sleeper that went to sleep last, rather one that has a thread.
void Pool::wake_one() {
  if (sleeping_.empty())
    return;
  const auto held = std::find_if(sleeping_.rbegin(), sleeping_.rend(), [](Seat *seat) { return seat->holder != nullptr; });
  wake(held != sleeping_.rend() ? **held : *sleeping_.back());
}

bool Pool::wake(Seat &seat) {
  if (seat.holder == nullptr) {
    if (!employ(seat)) {
      // Others that are awake, or come back, do what is to be done; where there is nobody, nothing ever would be.
      if (sleeping_.size() == workers_.size() && away_ == waiting_)
        no_thread(errno);
      return false;
    }
    seat.holder->called_to_search = true;
  } else {
    place(seat);
  }
  rise(seat);
  seat.worker->idle.woken();
  seat.holder->changed.notify_one();
  return true;
}

// ---- search and sleep ----

void Pool::begin_search() { searching_.fetch_add(1, std::memory_order_seq_cst); }

/// A searcher has found work. Pushes that relied on it (they saw a searcher and woke nobody) are now its to pass on.
void Pool::end_search() {
  if (searching_.fetch_sub(1, std::memory_order_seq_cst) != 1 || sleepers_.load(std::memory_order_seq_cst) == 0)
    return;
  const std::lock_guard lock(mutex_);
  if (anything_queued())
    wake_one();
}

bool Pool::sleep(asyncir_worker &worker) {
  searching_.fetch_sub(1, std::memory_order_seq_cst);
  std::unique_lock lock(mutex_);
  Seat &seat = seat_of(worker);
  Thread &self = *seat.holder;
  if (self.leaves || hand_to_claimant(seat))
    return false;
  worker.wanted.store(false, std::memory_order_relaxed);
  lie_down(seat); // the announcement; the last look follows
  if (!stopping_ && anything_queued()) {
    rise(seat);
    return true;
  }
  if (!stopping_ && quiescent()) {
    lock.unlock();
    if (end_cancelled(seat, self) || resolve_deadlock(seat, self))
      return true;
    lock.lock();
  }
  if (quiescent())
    idle_.notify_all();
  if (is_memory_limited()) // others may need what it keeps
    give_frames_away(worker);
  trace::sleeps(&worker);
  const auto woken = [&] { return self.worker != &worker || !seat.asleep || stopping_ || self.leaves; };
  self.changed.wait(lock, [&] { return woken() || worker.to_look.load(std::memory_order_relaxed); });
  self.let_go();
  if (!woken())
    rise(seat);
  trace::wakes(&worker);
  return self.worker == &worker && !seat.asleep; // whoever woke it has counted it as a searcher
}

void Pool::lie_down(Seat &seat) {
  seat.asleep = true;
  sleeping_.push_back(&seat);
  sleepers_.fetch_add(1, std::memory_order_seq_cst);
  if (workers_.size() > 1)
    heavy_barrier(); // for the look at the others' deques that follows
}

void Pool::get_up(Seat &seat) {
  seat.asleep = false;
  std::erase(sleeping_, &seat);
  sleepers_.fetch_sub(1, std::memory_order_seq_cst);
}

void Pool::rise(Seat &seat) {
  get_up(seat);
  searching_.fetch_add(1, std::memory_order_seq_cst);
}

bool Pool::anything_queued() const {
  if (!injected_.empty() || (serial_ && serial::anything_kept()))
    return true;
  return std::ranges::any_of(workers_, [](const asyncir_worker *worker) { return worker->has_entries(); });
}

/// Exact: a deque is filled by its worker's holder only, the injection queue under the mutex.
bool Pool::quiescent() const {
  return injected_.empty() && !(serial_ && serial::anything_kept()) && away_ == waiting_ &&
         sleepers_.load(std::memory_order_relaxed) == static_cast<std::int64_t>(workers_.size());
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

asyncir_worker *asyncir_blocking_begin(void) {
  asyncir_worker *worker = asyncir_worker_current();
  if (worker != nullptr)
    Thread::self()->pool.lend(*Thread::self(), nullptr);
  return worker;
}

void asyncir_blocking_end(asyncir_worker *worker) {
  if (worker != nullptr)
    Thread::self()->pool.take_back(*Thread::self());
}
}
