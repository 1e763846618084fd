// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Of the serial runtime: whose turn it is, the worker's or that of a thread outside; jobs; timers.
#include "serial.hpp"

#include "operations.hpp"
#include "task.hpp"
#include "timers.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <iterator>
#include <memory>
#include <mutex>
#include <sched.h>
#include <utility>
#include <vector>

namespace asyncir::serial {
namespace {

/// So long the worker waits for a job, and for a thread outside that has work queued and does not wait. Then it goes on beside them.
constexpr auto patience = std::chrono::seconds(1);

struct Turns {
  std::mutex mutex;
  std::condition_variable changed;
  std::int64_t jobs = 0;    // that run now
  std::int64_t waiting = 0; // threads and callbacks outside
  std::int64_t holds = 0;
  bool given_up = false;    // the worker has lost its patience; until what it waited for has come
};

Turns &turns() {
  static auto *the_turns = new Turns; // never destroyed, like the pool
  return *the_turns;
}

thread_local bool holds_here = false;

void change(std::int64_t Turns::*count, std::int64_t by) {
  const std::lock_guard lock(turns().mutex);
  turns().*count += by;
  turns().changed.notify_all();
}

} // namespace

void Waits::begin() {
  counts_ = active();
  if (counts_)
    change(&Turns::waiting, 1);
}

void Waits::end() {
  if (std::exchange(counts_, false))
    change(&Turns::waiting, -1);
}

Hold::Hold() : counts_(active()) {
  if (!counts_)
    return;
  comes_in_turn();
  holds_here = true;
  change(&Turns::holds, 1);
}

Hold::~Hold() {
  if (!counts_)
    return;
  holds_here = false;
  change(&Turns::holds, -1);
}

bool comes_in_turn() {
  if (holds_here || runs(asyncir_worker_current()))
    return true;
  const std::lock_guard lock(turns().mutex);
  const bool its_turn = JobThreads::is_current() ? turns().jobs == 1 : turns().jobs == 0 && turns().waiting == 0;
  if (!its_turn)
    not_exact();
  return its_turn;
}

void wait_for_turn() {
  Turns &all = turns();
  std::unique_lock lock(all.mutex);
  const auto mine = [&all] { return all.jobs == 0 && all.holds == 0 && all.waiting > 0; };
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
  if (!runs(worker))
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
    change(&Turns::jobs, -1);
  }
  void run() override { job->run(); }
  void cancel() override { job->cancel(); }

  std::unique_ptr<Job> job;
};

void chosen(asyncir_task *task) {
  begin_chosen(*task);
  auto *waiting = reinterpret_cast<Waiting *>(task);
  change(&Turns::jobs, 1); // the worker waits before it chooses again
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
    change(&Turns::jobs, -1);
}

void job_goes_on() {
  if (active())
    change(&Turns::jobs, 1);
}

// ---- timers ----

namespace {

struct Timers {
  std::mutex mutex; // a thread outside may add one
  TimerQueue queue;
  std::vector<const Deadline *> deadlines;
  std::atomic<std::int64_t> now{0};
  asyncir_task tick{}; // lies in the deque while there are timers: the first of them, to be chosen
  bool ticks = false;  // it does
};

Timers &timers() {
  static auto *the_timers = new Timers;
  return *the_timers;
}

/// Under the mutex. Let time pass until the first timer is due or a call is at its deadline: the runs of those that are.
std::vector<std::uint32_t> pass_time() {
  Timers &all = timers();
  std::vector<const Deadline *> open;
  std::ranges::copy_if(all.deadlines, std::back_inserter(open), [](const Deadline *one) { return !is_cancelled(one->run); });
  std::int64_t now = all.queue.first_due();
  for (const Deadline *one : open)
    now = std::min(now, one->time);
  all.now.store(std::max(now, clock()), std::memory_order_relaxed);
  std::vector<std::uint32_t> late;
  for (const Deadline *one : open)
    if (one->time <= now)
      late.push_back(one->run);
  return late;
}

void tick(asyncir_task *);

void queue_tick() { queue(timers().tick, tick); }

/// Calls are cancelled at their deadline, or, if none is before it, the first timer fires.
void tick(asyncir_task *task) {
  begin_chosen(*task);
  Timers &all = timers();
  asyncir_task *due = nullptr;
  std::vector<std::uint32_t> late;
  bool more;
  {
    const std::lock_guard lock(all.mutex);
    if (!all.queue.empty()) { // else they were cancelled
      late = pass_time();
      due = late.empty() ? all.queue.pop() : nullptr;
    }
    more = all.ticks = !all.queue.empty();
  }
  if (more)
    queue_tick();
  for (const std::uint32_t run : late)
    asyncir_cancel(run, true);
  if (due != nullptr)
    asyncir_operation_complete(due, nullptr);
}

} // namespace

void reset_clock() { timers().now.store(0, std::memory_order_relaxed); }

std::int64_t clock() { return timers().now.load(std::memory_order_relaxed); }

void sleep_until(asyncir_task *task, std::int64_t due) {
  Timers &all = timers();
  std::unique_lock lock(all.mutex);
  if (is_cancelled(run_of(*task))) { // under the lock: else end_timers_of() finds it
    lock.unlock();
    complete_cancelled(task, "");
    return;
  }
  all.queue.add(task, due);
  const bool first = !std::exchange(all.ticks, true);
  lock.unlock();
  if (first)
    queue_tick();
}

void end_timers_of(std::uint32_t run) {
  for (bool more = true; more;) {
    Few<asyncir_task *> ended;
    {
      const std::lock_guard lock(timers().mutex);
      timers().queue.take(run, ended);
    }
    for (asyncir_task *task : ended)
      complete_cancelled(task, "");
    more = ended.full();
  }
}

Deadline::Deadline(const asyncir_call_options &call) : time(call.deadline), run(call.run) {
  const std::lock_guard lock(timers().mutex);
  timers().deadlines.push_back(this);
}

Deadline::~Deadline() {
  const std::lock_guard lock(timers().mutex);
  std::erase(timers().deadlines, this);
}

} // namespace asyncir::serial
