// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observer.hpp"

#include "cancel.hpp"
#include "disturb.hpp"
#include "error.hpp"
#include "loan.hpp"
#include "process_fork.hpp"
#include "operations.hpp"
#include "serial.hpp"
#include "task.hpp"
#include "trace.hpp"

#include <chrono>
#include <optional>

namespace asyncir {

Observer *Observer::blocking(bool detects) {
  auto *observer = new Observer(Thread::self());
  observer->detects_ = detects;
  observer->of_job_ = JobThreads::is_current();
  if (const asyncir_call_options *options = call_options(); options != nullptr && options->deadline != INT64_MAX && serial::active())
    observer->deadline_.emplace(*options);
  return observer;
}

Observer *Observer::calling(Done done, void *context) {
  auto *observer = new Observer(nullptr);
  observer->done_ = done;
  observer->done_context_ = context;
  return observer;
}

void Observer::visit() {
  if (!pool_.loans() || done_ != nullptr || thread != nullptr || of_job_ || !has_stack(pool_.least_stack()) || !can_be_watched(call_options()))
    return;
  visitor_ = std::make_unique<Thread>(pool_);
  visitor_->visits = true;
  visitor_->handle = pthread_self();
  visitor_->announce();
  if (!pool_.begin_visit(*visitor_))
    visitor_.reset();
}

void Observer::run(Start start, void *context) {
  start_ = start;
  start_context_ = context;
  init_header(job_.task, nullptr, job_resumed, nullptr, 1);
  trace::made(nullptr, &job_.task, ASYNCIR_SORT_CALL);
  visit();
  if (visitor_ != nullptr)
    first_ = &job_.task;
  pool_.observe(*this, visitor_ == nullptr ? &job_.task : nullptr);
}

void Observer::watch(asyncir_task *task) {
  pool_.ensure_started(); // workers see deadlocks
  visit();
  pool_.observe(*this, nullptr);
  Pool &pool = pool_;
  started(task, asyncir_worker_current());
  // Only now, and whatever became of this observer: the pool may have been quiescent all along, and nobody would look again.
  pool.look_for_deadlock();
}

void Observer::job_resumed(asyncir_task *job) {
  Observer *observer = reinterpret_cast<Job *>(job)->observer;
  asyncir_task *task = observer->start(job->worker);
  trace::finished(job->worker, job, false);
  observer->started(task, asyncir_worker_current());
}

asyncir_task *Observer::start(asyncir_worker *worker) {
  std::optional<serial::Entry> entry;
  if (detects_ && serial::runs(worker)) // else the caller waits for the start only, which is hot
    entry.emplace();
  return start_(start_context_, worker);
}

void Observer::started(asyncir_task *task, asyncir_worker *worker) {
  task_.store(task, std::memory_order_release);
  waiting_.store(true, std::memory_order_release);
  disturb();
  if (task == nullptr || !push_waiter(*task, waiter_.waiter))
    notified(&waiter_.waiter, worker);
}

void Observer::notified(asyncir_waiter *waiter, asyncir_worker *worker) {
  Observer *observer = reinterpret_cast<Waiter *>(waiter)->observer;
  if (observer->done_ == nullptr && serial::runs(worker)) {
    init_header(observer->job_.task, nullptr, told_resumed, nullptr, 1);
    trace::made(worker, &observer->job_.task, ASYNCIR_SORT_CALL);
    serial::postpone(observer->job_.task);
    return;
  }
  observer->tell(worker);
  observer->drop();
}

/// In the serial runtime: that the thread goes on has been chosen.
void Observer::told_resumed(asyncir_task *job) {
  asyncir_worker *worker = job->worker;
  trace::finished(worker, job, false);
  Observer *observer = reinterpret_cast<Job *>(job)->observer;
  observer->tell(worker);
  if (observer->thread != nullptr)
    serial::let_back(worker);
  observer->drop();
}

void Observer::tell(asyncir_worker *worker) {
  if (claimed_.exchange(true, std::memory_order_acq_rel))
    return;
  if (of_job_)
    serial::job_goes_on();
  if (thread != nullptr)
    thread->pool.goes_on(*this);
  pool_.forget(*this);
  if (visitor_ != nullptr)
    pool_.tell_to_leave(*visitor_);
  if (done_ == nullptr) {
    {
      const std::lock_guard lock(mutex_);
      told_ = true;
    }
    changed_.notify_one(); // without the lock, for which a thread that is awake at once would sleep again; who tells is an owner, too
  } else if (worker == nullptr) {
    call_back();
  } else {
    init_header(job_.task, nullptr, call_resumed, nullptr, 1);
    trace::made(worker, &job_.task, ASYNCIR_SORT_CALL);
    asyncir_task_schedule(&job_.task, worker);
  }
}

void Observer::call_resumed(asyncir_task *job) {
  if (Pool::leaves_to_others(*job))
    return;
  asyncir_worker *worker = job->worker;
  Observer *observer = reinterpret_cast<Job *>(job)->observer;
  observer->retain(); // its address is the job's name: no other may have it yet
  observer->call_back();
  trace::finished(worker, job, false);
  observer->drop();
}

void Observer::call_back() {
  done_(done_context_, task_.load(std::memory_order_acquire));
  drop();
}

/// Until told, or until it is time to look whether the call that waits is to be cancelled.
void Observer::sleep(std::unique_lock<std::mutex> &lock) {
  const asyncir_call_options *options = call_options();
  const std::int64_t left = options == nullptr ? INT64_MAX : until_next_look(*options);
  if (left == INT64_MAX) {
    changed_.wait(lock);
    return;
  }
  if (changed_.wait_for(lock, std::chrono::nanoseconds(left), [this] { return told_; }))
    return;
  lock.unlock();
  look_whether_to_cancel(*options);
  lock.lock();
}

Observer::Outcome Observer::wait() {
  const bool away = thread != nullptr && thread->lent != nullptr; // between asyncir_blocking_begin and end
  const bool lent = thread != nullptr && !away && thread->pool.lend(*thread, this);
  if (away)
    thread->pool.waits(*this);
  if (visitor_ != nullptr)
    pool_.visit(*visitor_, first_);
  {
    const WaitsForTask others_may_take_its_place;
    std::unique_lock lock(mutex_);
    while (!told_)
      sleep(lock);
  }
  if (lent)
    thread->pool.take_back(*thread);
  const Outcome outcome{task_.load(std::memory_order_acquire), deadlocks_.load(std::memory_order_relaxed) > 0};
  drop();
  return outcome;
}

void Observer::drop() {
  if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) // acq_rel: both owners are through with it
    delete this;
}

bool Observer::is_stuck() const {
  if (!detects_ || !waiting_.load(std::memory_order_acquire))
    return false;
  asyncir_task *task = task_.load(std::memory_order_acquire);
  // Before it is on the list, nothing would be found that could be failed; once it is, someone looks again.
  return task != nullptr && is_waited_for(*task);
}

namespace {

/// What asyncir_task_watch leaves with its observer.
struct Watch {
  Done done; // may be null
  void *context;
};

void watch_ends(void *context, asyncir_task *task) {
  const Watch watch = *static_cast<Watch *>(context);
  delete static_cast<Watch *>(context);
  if (watch.done != nullptr)
    watch.done(watch.context, task);
  asyncir_task_release(task, 1);
}

/// Null if the runtime works; else a task that has failed, for who asks for one where none can run.
asyncir_task *refused() {
  asyncir_error *error = nullptr;
  if (in_forked_child())
    error = make_error("R008", forked_message);
  else if (!Pool::current().try_to_start())
    error = make_error("R001", Pool::start_error());
  if (error == nullptr)
    return nullptr;
  asyncir_task *task = asyncir_task_create(0, 1, 0);
  asyncir_task_set(task, error, nullptr, 0);
  return task;
}

} // namespace
} // namespace asyncir

using namespace asyncir;

extern "C" {

asyncir_task *asyncir_run(Start start, void *context, bool *deadlock) {
  if (asyncir_task *task = refused(); task != nullptr)
    return task;
  Observer *observer = Observer::blocking(deadlock != nullptr);
  observer->run(start, context);
  const Observer::Outcome outcome = observer->wait();
  if (deadlock != nullptr)
    *deadlock = outcome.deadlock;
  return outcome.task;
}

void asyncir_run_async(Start start, void *context, Done done, void *context2) {
  if (asyncir_task *task = refused(); task != nullptr)
    done(context2, task);
  else
    Observer::calling(done, context2)->run(start, context);
}

void asyncir_task_watch(asyncir_task *task, Done done, void *context) {
  if (!asyncir_task_is_done(task))
    end_if_forked();
  asyncir_task_retain(task, 1);
  auto *watch = new Watch{done, context};
  if (asyncir_task_is_done(task))
    watch_ends(watch, task);
  else
    Observer::calling(watch_ends, watch)->watch(task);
}

bool asyncir_task_block(asyncir_task *task) {
  if (asyncir_task_is_done(task))
    return true;
  end_if_forked();
  Observer *observer = Observer::blocking(true);
  observer->watch(task);
  return !observer->wait().deadlock;
}
}
