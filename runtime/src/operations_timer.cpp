// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Timers: one thread that sleeps until the first of them is due, and for as long as there is none.
#include "operations.hpp"

#include "serial.hpp"
#include "timers.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <new>
#include <pthread.h>
#include <vector>

namespace asyncir {
namespace {

using Clock = std::chrono::steady_clock;

class Timers {
public:
  static Timers &instance() {
    alignas(Timers) static std::byte storage[sizeof(Timers)];
    static Timers *timers = new (storage) Timers; // never destroyed: its thread may outlive main()
    return *timers;
  }

  void add(asyncir_task *task, std::int64_t due) {
    if (serial::active()) {
      serial::sleep_until(task, due);
      return;
    }
    std::unique_lock lock(mutex_);
    if (is_cancelled(run_of(*task))) { // under the lock: else cancel() finds it
      lock.unlock();
      complete_cancelled(task, "");
      return;
    }
    if (const int failure = start(); failure != 0) {
      lock.unlock();
      asyncir_operation_complete(task, system_error("R001", "create a thread for timers", failure, ""));
      return;
    }
    queue_.add(task, due);
    if (queue_.first() == task)
      changed_.notify_one(); // the thread sleeps too long
  }

  void cancel(std::uint32_t run) {
    for (bool more = true; more;) {
      Few<asyncir_task *> ended;
      {
        const std::lock_guard lock(mutex_);
        queue_.take(run, ended);
      }
      for (asyncir_task *task : ended)
        complete_cancelled(task, "");
      more = ended.full();
    }
  }

private:
  /// Under the mutex. Why there is no thread; 0: there is one.
  int start() {
    if (started_)
      return 0;
    pthread_t thread;
    const int failure = pthread_create(&thread, nullptr, run, this);
    started_ = failure == 0;
    if (started_)
      pthread_detach(thread);
    return failure;
  }

  static void *run(void *timers) { static_cast<Timers *>(timers)->loop(); }

  [[noreturn]] void loop() {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (queue_.empty()) {
        changed_.wait(lock);
        continue;
      }
      if (const std::int64_t due = queue_.first_due(); due > asyncir_clock()) {
        changed_.wait_until(lock, Clock::time_point(std::chrono::nanoseconds(due)));
        continue;
      }
      asyncir_task *task = queue_.pop();
      lock.unlock();
      asyncir_operation_complete(task, nullptr);
      lock.lock();
    }
  }

  std::mutex mutex_; // guards everything below
  std::condition_variable changed_;
  TimerQueue queue_;
  bool started_ = false;
};

} // namespace

void end_timers_of(std::uint32_t run) { serial::active() ? serial::end_timers_of(run) : Timers::instance().cancel(run); }

} // namespace asyncir

using namespace asyncir;

extern "C" {

int64_t asyncir_clock(void) {
  if (serial::active())
    return serial::clock();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
}

void asyncir_operation_sleep(asyncir_task *task, int64_t nanoseconds) {
  if (is_exhausted(*task))
    return;
  if (nanoseconds <= 0) {
    asyncir_operation_complete(task, nullptr);
    return;
  }
  std::int64_t due;
  if (__builtin_add_overflow(asyncir_clock(), nanoseconds, &due))
    due = INT64_MAX;
  Timers::instance().add(task, due);
}

void asyncir_operation_sleep_until(asyncir_task *task, int64_t deadline) {
  if (is_exhausted(*task))
    return;
  if (deadline <= asyncir_clock())
    asyncir_operation_complete(task, nullptr);
  else
    Timers::instance().add(task, deadline);
}
}
