// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Of the serial runtime: whose turn it is, the worker's or that of a thread outside; jobs; timers.
#include "serial.hpp"

#include "operations.hpp"
#include "task.hpp"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <queue>
#include <sched.h>
#include <vector>

namespace asyncir::serial {
namespace {

/// So long the worker waits for a job, and for a thread outside that has work queued and does not wait. Then it goes on beside them.
constexpr auto patience = std::chrono::seconds(1);

struct Turns {
  std::mutex mutex;
  std::condition_variable changed;
  std::int64_t jobs = 0;  // that run now
  bool given_up = false;  // the worker has lost its patience; until what it waited for has come
};

Turns &turns() {
  static auto *the_turns = new Turns; // never destroyed, like the pool
  return *the_turns;
}

void change_jobs(std::int64_t change) {
  const std::lock_guard lock(turns().mutex);
  turns().jobs += change;
  turns().changed.notify_all();
}

} // namespace

void waits_changed() {
  if (!active())
    return;
  const std::lock_guard lock(turns().mutex); // the worker's look at it and its wait are under the lock
  turns().changed.notify_all();
}

void wait_for_turn() {
  Turns &all = turns();
  std::unique_lock lock(all.mutex);
  const auto mine = [&all] { return all.jobs == 0 && Pool::is_waited_for(); };
  if (mine()) {
    all.given_up = false;
    return;
  }
  if (all.given_up)
    return;
  all.given_up = !all.changed.wait_for(lock, patience, mine);
  if (all.given_up)
    not_exact();
}

/// It spins, as the other thread needs but a few microseconds.
void let_back(asyncir_worker *worker) {
  if (!is_in_pool(worker) || !runs(*worker))
    return;
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!worker->wanted.load(std::memory_order_relaxed)) {
    if (std::chrono::steady_clock::now() > until) {
      not_exact();
      return;
    }
    sched_yield();
  }
}

// ---- jobs ----

namespace {

/// A job that lies in the deque until it is chosen.
struct Waiting {
  asyncir_task task; // first: found from its address
  Job *job;
};

struct Serialised final : Job {
  explicit Serialised(Job *what) : Job(what->task, what->location), job(what) {}
  ~Serialised() override {
    job.reset();
    change_jobs(-1);
  }
  void run() override { job->run(); }
  void cancel() override { job->cancel(); }

  std::unique_ptr<Job> job;
};

void chosen(asyncir_task *task) {
  begin_chosen(*task);
  auto *waiting = reinterpret_cast<Waiting *>(task);
  change_jobs(1); // the worker waits before it chooses again
  JobThreads::instance().start(new Serialised(waiting->job));
  delete waiting;
}

} // namespace

void submit(Job *job) {
  auto *waiting = new Waiting{{}, job};
  queue(waiting->task, chosen);
}

void job_waits() {
  if (active())
    change_jobs(-1);
}

void job_goes_on() {
  if (active())
    change_jobs(1);
}

// ---- timers ----

namespace {

struct Timer {
  std::int64_t due;
  std::uint64_t number; // of two that are due at the same time, the one that was asked for first completes first
  asyncir_task *task;

  bool operator>(const Timer &other) const { return due != other.due ? due > other.due : number > other.number; }
};

struct Timers {
  std::mutex mutex; // a thread outside may add one
  std::priority_queue<Timer, std::vector<Timer>, std::greater<>> pending;
  std::uint64_t added = 0;
  std::atomic<std::int64_t> now{0};
  asyncir_task tick{}; // in the deque while there are timers: the first of them, to be chosen
};

Timers &timers() {
  static auto *the_timers = new Timers;
  return *the_timers;
}

void tick(asyncir_task *);

void queue_tick() { queue(timers().tick, tick); }

/// The time of the first timer has come.
void tick(asyncir_task *task) {
  begin_chosen(*task);
  Timers &all = timers();
  asyncir_task *due;
  bool more;
  {
    const std::lock_guard lock(all.mutex);
    due = all.pending.top().task;
    all.now.store(all.pending.top().due, std::memory_order_relaxed);
    all.pending.pop();
    more = !all.pending.empty();
  }
  if (more)
    queue_tick();
  asyncir_operation_complete(due, nullptr);
}

} // namespace

void reset_clock() { timers().now.store(0, std::memory_order_relaxed); }

std::int64_t clock() { return timers().now.load(std::memory_order_relaxed); }

void sleep_until(asyncir_task *task, std::int64_t due) {
  Timers &all = timers();
  bool first;
  {
    const std::lock_guard lock(all.mutex);
    first = all.pending.empty();
    all.pending.push({due, all.added++, task});
  }
  if (first)
    queue_tick();
}

} // namespace asyncir::serial
