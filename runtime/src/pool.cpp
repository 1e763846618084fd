// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pool.hpp"

#include "barrier.hpp"
#include "crash.hpp"
#include "disturb.hpp"
#include "environment.hpp"
#include "error.hpp"
#include "observer.hpp"
#include "operations.hpp"
#include "stuck.hpp"
#include "task.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace asyncir {
namespace {

void print_counts_at_exit() {
  asyncir_runtime_stop();
  asyncir_counts counts;
  asyncir_runtime_counts(&counts);
  std::fprintf(stderr, "asyncir: alive at exit: %lld tasks, %lld errors\n", static_cast<long long>(counts.tasks),
               static_cast<long long>(counts.errors));
}

/// So often is a deadlock resolved for one who waits; then it is told, as a program that runs into one after the other, handling
/// each as an error, would never end.
constexpr int most_deadlocks = 64;

/// Complete each with an error that says why it is stuck; gives up the references.
void fail_stuck(const std::vector<Stuck *> &stuck, asyncir_worker *worker) {
  for (Stuck *one : stuck) {
    asyncir_task *task = one->task;
    std::uint32_t held = 1;
    if (claim(*task)) {
      held += one->held;
      complete(*task, one->explain(*one), worker);
    }
    asyncir_task_release(task, held);
  }
}

void *run_worker(void *worker) {
  const SignalStack for_crash_reports;
  static_cast<asyncir_worker *>(worker)->loop();
  return nullptr;
}

} // namespace

Pool &Pool::instance() {
  alignas(Pool) static std::byte storage[sizeof(Pool)];
  static Pool *pool = new (storage) Pool; // in place and never destroyed
  return *pool;
}

// ---- start and stop ----

int Pool::start(std::int64_t threads) {
  const std::lock_guard lock(lifecycle_);
  start_error_.clear();
  return start_locked(threads);
}

int Pool::start_locked(std::int64_t threads) {
  if (asyncir_worker_current() != nullptr) {
    start_error_ = "a worker of the pool cannot start it anew";
    return -1;
  }
  if (threads < 0 || threads > max_threads) {
    start_error_ = "the number of threads is " + std::to_string(threads) +
                   ", but must be a whole number from 1 to " + std::to_string(max_threads);
    return -1;
  }
  const Setting stack = stack_bytes_from_environment();
  const Setting wanted = threads == 0 ? threads_from_environment() : Setting{threads, {}};
  start_error_ = stack.message.empty() ? wanted.message : stack.message;
  if (!start_error_.empty())
    return -1;
  if (started_.load(std::memory_order_relaxed)) {
    if (static_cast<std::int64_t>(workers_.size()) == wanted.value)
      return 0;
    retire_workers();
  }
  static const bool registered = leak_check_wanted() && std::atexit(print_counts_at_exit) == 0;
  (void)registered;
  return spawn_workers(wanted.value, static_cast<std::size_t>(stack.value)) ? 0 : -1;
}

bool Pool::spawn_workers(std::int64_t threads, std::size_t stack_bytes) {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = false;
    for (std::int64_t i = 0; i < threads; ++i)
      workers_.push_back(std::make_unique<asyncir_worker>(*this, static_cast<std::size_t>(i)));
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  std::size_t running = 0;
  int failure = 0;
  for (; running < workers_.size() && failure == 0; running += failure == 0)
    failure = pthread_create(&workers_[running]->thread, &attributes, run_worker, workers_[running].get());
  pthread_attr_destroy(&attributes);
  if (failure == 0) {
    started_.store(true, std::memory_order_release); // publishes the workers
    return true;
  }
  start_error_ = "thread " + std::to_string(running + 1) + " of " + std::to_string(threads) +
                 " cannot be created: " + std::strerror(failure);
  // The workers that do run look at workers_, so it may be changed only when they are gone.
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    wake_.notify_all();
  }
  for (std::size_t i = 0; i < running; ++i)
    pthread_join(workers_[i]->thread, nullptr);
  const std::lock_guard lock(mutex_);
  workers_.clear();
  sleepers_.store(0);
  searching_.store(0);
  return false;
}

void Pool::retire_workers() {
  {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return quiescent(); });
    stopping_ = true;
    started_.store(false, std::memory_order_relaxed);
    wake_.notify_all();
  }
  for (const auto &worker : workers_)
    pthread_join(worker->thread, nullptr);
  for (const auto &worker : workers_) {
    give_frames_away(*worker);
    bump(worker->counts.started, worker->started);
    for (auto field : {&Counts::tasks, &Counts::errors, &Counts::started})
      (outside.*field).fetch_add((worker->counts.*field).load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  const std::lock_guard lock(mutex_); // sum_counts() reads workers_
  workers_.clear();
  sleepers_.store(0);
  searching_.store(0);
  permits_ = 0;
}

void Pool::stop() {
  if (asyncir_worker_current() != nullptr)
    return;
  const std::lock_guard lock(lifecycle_);
  if (!started_.load(std::memory_order_relaxed))
    return;
  end_stuck();
  JobThreads::instance().send_home();
  retire_workers();
}

void Pool::wait_idle() {
  if (asyncir_worker_current() != nullptr)
    return;
  std::unique_lock lock(mutex_);
  // relaxed: whoever was woken by a completion comes after its start.
  idle_.wait(lock, [this] { return quiescent() && completing_.load(std::memory_order_relaxed) == 0; });
}

void Pool::ensure_started() {
  if (started_.load(std::memory_order_acquire))
    return;
  const std::lock_guard lock(lifecycle_);
  if (started_.load(std::memory_order_relaxed) || start_locked(0) == 0)
    return;
  // The program has no way to hear of it: it asked for no start.
  std::fprintf(stderr, "error[R001]: %s\n", start_error_.c_str());
  std::_Exit(2);
}

std::int64_t Pool::worker_count() {
  ensure_started();
  const std::lock_guard lock(mutex_);
  return static_cast<std::int64_t>(workers_.size());
}

void Pool::sum_counts(asyncir_counts &sum) {
  const std::lock_guard lock(mutex_);
  const auto total = [this](std::atomic<std::int64_t> Counts::*field) {
    std::int64_t value = (outside.*field).load(std::memory_order_relaxed);
    for (const auto &worker : workers_)
      value += (worker->counts.*field).load(std::memory_order_relaxed);
    return value;
  };
  sum = {total(&Counts::tasks), total(&Counts::errors), total(&Counts::started)};
  for (const auto &worker : workers_) {
    sum.tasks -= free_frames(*worker);
    sum.started += worker->started;
  }
}

// ---- work arrives ----

void Pool::schedule(asyncir_task *task, asyncir_worker *worker) {
  if (is_in_pool(worker)) {
#ifdef ASYNCIR_CHECKED
    if (worker != asyncir_worker_current()) {
      // Two threads would push to one deque: work would be lost, or run twice.
      std::fprintf(stderr, "asyncir: a task is scheduled with another thread's worker\n");
      std::abort();
    }
#endif
    worker->deque.push(task);
    if (sleepers_.load(std::memory_order_relaxed) != 0)
      work_arrived();
    disturb();
    return;
  }
  ensure_started();
  const std::lock_guard lock(mutex_);
  inject(task);
}

void Pool::inject(asyncir_task *task) {
  injected_.push_back(task);
  injected_count_.fetch_add(1, std::memory_order_relaxed);
  wake_one();
}

asyncir_task *Pool::take_injected() {
  // relaxed: a stale zero delays the work until the next look; sleep() looks under the mutex.
  if (injected_count_.load(std::memory_order_relaxed) == 0)
    return nullptr;
  const std::lock_guard lock(mutex_);
  if (injected_.empty())
    return nullptr;
  asyncir_task *task = injected_.front();
  injected_.pop_front();
  injected_count_.fetch_sub(1, std::memory_order_relaxed);
  return task;
}

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

void Pool::wake_one() {
  if (sleepers_.load(std::memory_order_relaxed) == 0) // changes only under the mutex, which we hold
    return;
  rise();
  ++permits_;
  wake_.notify_one();
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
  sleepers_.fetch_add(1, std::memory_order_seq_cst); // the announcement; the last look follows
  heavy_barrier();
  if (!stopping_ && anything_queued()) {
    rise();
    return true;
  }
  if (!stopping_ && quiescent() && resolve_deadlock(lock, worker))
    return true;
  if (quiescent())
    idle_.notify_all();
  wake_.wait(lock, [this] { return permits_ > 0 || stopping_; });
  if (permits_ == 0)
    return false;
  --permits_; // whoever gave it has counted us as a searcher
  return true;
}

/// Undo the announcement of sleep.
void Pool::rise() {
  sleepers_.fetch_sub(1, std::memory_order_seq_cst);
  searching_.fetch_add(1, std::memory_order_seq_cst);
}

bool Pool::anything_queued() const {
  if (!injected_.empty())
    return true;
  for (const auto &worker : workers_)
    if (!worker->deque.looks_empty())
      return true;
  return false;
}

/// Exact: a deque is filled by its own worker only, the injection queue under the mutex.
bool Pool::quiescent() const {
  return injected_.empty() && sleepers_.load(std::memory_order_relaxed) == static_cast<std::int64_t>(workers_.size());
}

// ---- who waits outside ----

void Pool::observe(Observer &observer, asyncir_task *job) {
  ensure_started();
  const std::lock_guard lock(mutex_);
  observer.listed = true;
  observer.next = observers_;
  if (observers_ != nullptr)
    observers_->previous = &observer;
  observers_ = &observer;
  if (job != nullptr)
    inject(job);
}

void Pool::forget(Observer &observer) {
  const std::lock_guard lock(mutex_);
  if (!observer.listed)
    return;
  observer.listed = false;
  (observer.previous != nullptr ? observer.previous->next : observers_) = observer.next;
  if (observer.next != nullptr)
    observer.next->previous = observer.previous;
}

void Pool::look_for_deadlock() {
  const std::lock_guard lock(mutex_);
  if (quiescent())
    wake_one(); // it finds nothing, and is the last to go back to sleep
}

void Pool::operation_begin() {
  const std::lock_guard lock(mutex_);
  ++operations_;
}

void Pool::operation_end() {
  {
    const std::lock_guard lock(mutex_);
    if (--operations_ == 0)
      idle_.notify_all();
  }
  look_for_deadlock();
}

void Pool::operation_completed() {
  {
    const std::lock_guard lock(mutex_);
    completing_.fetch_sub(1, std::memory_order_relaxed);
    --operations_;
    idle_.notify_all();
  }
  look_for_deadlock();
}

std::vector<Observer *> Pool::stuck_observers() const {
  std::vector<Observer *> stuck;
  for (Observer *observer = observers_; observer != nullptr; observer = observer->next)
    if (observer->is_stuck())
      stuck.push_back(observer);
  return stuck;
}

/// The pool is quiescent and `worker` was the last to fall asleep. If somebody outside waits in vain, fail what is stuck, which
/// wakes them in the end, or, where there is nothing to fail, tell them. True: something was done; the lock is released and `worker` is up again.
bool Pool::resolve_deadlock(std::unique_lock<std::mutex> &lock, asyncir_worker &worker) {
  if (operations_ > 0 || observers_ == nullptr)
    return false;
  const std::vector<Observer *> waiting = stuck_observers();
  if (waiting.empty())
    return false;
  bool patient = true;
  for (Observer *observer : waiting) {
    observer->retain(); // while it is listed it is alive
    patient &= observer->mark_deadlock() <= most_deadlocks;
  }
  const std::vector<Stuck *> stuck = patient ? take_most_to_blame() : std::vector<Stuck *>{};
  rise();
  lock.unlock();
  fail_stuck(stuck, &worker);
  for (Observer *observer : waiting) {
    if (stuck.empty())
      observer->tell();
    observer->drop();
  }
  return true;
}

bool Pool::end_stuck() {
  if (asyncir_worker_current() != nullptr)
    return false;
  bool any = false;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      idle_.wait(lock, [this] { return quiescent() && operations_ == 0; });
    }
    const std::vector<Stuck *> stuck = take_most_to_blame();
    if (stuck.empty())
      return any;
    fail_stuck(stuck, nullptr);
    any = true;
  }
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

int asyncir_runtime_start(int64_t threads) { return Pool::instance().start(threads); }
const char *asyncir_runtime_start_error(void) { return Pool::instance().start_error(); }
void asyncir_runtime_stop(void) { Pool::instance().stop(); }
void asyncir_runtime_wait_idle(void) { Pool::instance().wait_idle(); }
bool asyncir_runtime_end_stuck(void) { return Pool::instance().end_stuck(); }
int64_t asyncir_runtime_worker_count(void) { return Pool::instance().worker_count(); }
void asyncir_runtime_counts(asyncir_counts *counts) { Pool::instance().sum_counts(*counts); }
void asyncir_operation_begin(void) { Pool::instance().operation_begin(); }
void asyncir_operation_end(void) { Pool::instance().operation_end(); }
uint32_t asyncir_runtime_abi_version(void) { return ASYNCIR_ABI_VERSION; }
}
