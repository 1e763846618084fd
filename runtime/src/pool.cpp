// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pool.hpp"

#include "cpus.hpp"
#include "disturb.hpp"
#include "environment.hpp"
#include "memory.hpp"
#include "process_fork.hpp"
#include "operations.hpp"
#include "serial.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace asyncir {
namespace {

thread_local Pool *selected = nullptr;

/// Starts nest for half a megabyte; the last of them may call what needs some more.
constexpr std::size_t least_stack_of_visitors = std::size_t{2} << 20;

std::atomic<std::int64_t> asking_for_long_way{0}; // seq_cst: see asyncir_worker::choose_ways

std::string &last_start_error() {
  thread_local std::string message;
  return message;
}

void print_counts_at_exit() {
  if (in_forked_child())
    return;
  asyncir_runtime_stop();
  asyncir_counts counts;
  asyncir_runtime_counts(&counts);
  std::fprintf(stderr, "asyncir: alive at exit: %lld tasks, %lld errors\n", static_cast<long long>(counts.tasks),
               static_cast<long long>(counts.errors));
}

} // namespace

Pool &Pool::instance() {
  static Pool &pool = AllPools::add();
  return pool;
}

Pool &Pool::current() {
  if (selected != nullptr)
    return *selected;
  const Thread *thread = Thread::self();
  return thread != nullptr ? thread->pool : instance();
}

const char *Pool::start_error() { return last_start_error().c_str(); }
void Pool::refuse_start(const std::string &message) { last_start_error() = message; }

int Pool::refuse_start(const char *why) {
  last_start_error() = why;
  return -1;
}

// ---- start and stop ----

Pool *Pool::create(const Config &config) {
  last_start_error().clear();
  if (in_forked_child()) {
    last_start_error() = forked_message;
    return nullptr;
  }
  instance(); // it is the first
  if (serial::wanted()) // that one serves for all, as one thread at a time is to run
    return instance().start(0) == 0 ? &instance() : nullptr;
  Pool &pool = AllPools::add();
  const std::lock_guard lock(pool.lifecycle_);
  if (pool.start_locked(config) == 0) {
    pool.config_ = config;
    return &pool;
  }
  const std::lock_guard state(pool.mutex_);
  pool.given_back_ = true;
  return nullptr;
}

bool Pool::destroy() {
  const Thread *thread = Thread::self();
  if (in_forked_child() || (thread != nullptr && &thread->pool == this))
    return false;
  if (number_ == 0) { // see create()
    wait_idle();
    return true;
  }
  const std::lock_guard lock(lifecycle_);
  if (started_.load(std::memory_order_relaxed))
    retire_workers();
  const std::lock_guard state(mutex_);
  given_back_ = true;
  return true;
}

int Pool::start(std::int64_t threads) {
  last_start_error().clear();
  if (in_forked_child()) {
    last_start_error() = forked_message;
    return -1;
  }
  const std::lock_guard lock(lifecycle_);
  return start_locked({.threads = threads});
}

int Pool::start_locked(const Config &config) {
  std::string &error = last_start_error();
  if (const Thread *thread = Thread::self(); thread != nullptr && &thread->pool == this) {
    error = "a worker of the pool cannot start it anew";
    return -1;
  }
  if (config.threads < 0 || config.threads > max_threads) {
    error = "the number of threads is " + std::to_string(config.threads) +
            ", but must be a whole number from 1 to " + std::to_string(max_threads);
    return -1;
  }
  const Setting stack = config.stack_bytes == 0 ? stack_bytes_from_environment() : Setting{config.stack_bytes, {}};
  const bool serial = number_ == 0 && serial::wanted();
  const Setting told = serial ? serial::workers_told(config.threads) : Setting{1, serial::bad_setting()};
  const Setting threads = serial                ? Setting{1, serial::bad_setting()}
                          : config.threads == 0 ? threads_from_environment()
                                                : Setting{config.threads, {}};
  const Setting pin = config.pin == Config::unset ? pin_from_environment() : Setting{config.pin, {}};
  const Setting loan = config.loan == Config::unset ? loan_from_environment() : Setting{config.loan, {}};
  const Setting memory = memory_limit_from_environment();
  for (const Setting *setting : {&stack, &threads, &told, &pin, &loan, &memory})
    if (!setting->message.empty()) {
      error = setting->message;
      return -1;
    }
  use_environments_memory_limit(memory.value);
  const bool pinned = pin.value != 0;
  const bool loans = loan.value != 0 && !serial;
  workers_told_ = told.value;
  if (started_.load(std::memory_order_relaxed)) {
    if (static_cast<std::int64_t>(workers_.size()) == threads.value && pinned_ == pinned && serial_ == serial && loans_ == loans)
      return 0;
    retire_workers();
  }
  static const bool registered = leak_check_wanted() && std::atexit(print_counts_at_exit) == 0;
  (void)registered;
  watch_forks();
  stack_bytes_ = static_cast<std::size_t>(stack.value);
  least_stack_ = config.stack_bytes != 0 || stack_is_in_environment() ? stack_bytes_ : least_stack_of_visitors;
  pinned_ = pinned;
  {
    const std::lock_guard lock(mutex_); // an operation that has ended looks whether all is quiet
    serial_ = serial;
  }
  if (number_ == 0)
    serial::active_now.store(serial, std::memory_order_relaxed);
  if (serial)
    serial::begin_as_the_environment_says();
  return spawn_workers(threads.value, loans) ? 0 : -1;
}

bool Pool::spawn_workers(std::int64_t threads, bool loan) {
  int failure = 0;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = false;
    for (auto i = static_cast<std::size_t>(0); i < static_cast<std::size_t>(threads); ++i) {
      if (i == seats_.size())
        seats_.push_back(std::make_unique<Seat>(std::make_unique<asyncir_worker>(*this, i)));
      workers_.push_back(seats_[i]->worker.get());
      seats_[i]->cpu = pinned_ ? take_cpu() : -1;
    }
    loans_ = loan;
    if (loan) { // whoever comes to wait is its thread
      workers_.back()->idle.begin();
      lie_down(seat_of(*workers_.back()));
    }
    for (std::size_t i = 0; i < workers_.size() - (loan ? 1 : 0) && failure == 0; ++i) {
      seats_[i]->holder = new_thread(workers_[i]);
      failure = seats_[i]->holder == nullptr ? errno : 0;
    }
  }
  if (failure == 0) {
    started_.store(true, std::memory_order_release); // publishes the workers
    return true;
  }
  last_start_error() = "thread " + std::to_string(threads_.size() + 1) + " of " + std::to_string(threads) +
                       " cannot be created: " + std::strerror(failure);
  stop_threads();
  return false;
}

/// Nothing is queued, and no thread is away.
void Pool::stop_threads() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    started_.store(false, std::memory_order_relaxed);
    for (const auto &thread : threads_)
      thread->changed.notify_all();
    for (const auto &seat : seats_)
      if (seat->holder != nullptr && seat->holder->visits)
        seat->holder->changed.notify_all();
  }
  for (std::size_t i = 0;; ++i) {
    pthread_t thread;
    {
      const std::lock_guard lock(mutex_); // threads that end may still take others off the list
      if (i >= threads_.size())
        break;
      thread = threads_[i]->handle;
    }
    pthread_join(thread, nullptr);
  }
  std::unique_lock lock(mutex_); // sum_counts() reads workers_
  idle_.wait(lock, [this] { return visitors_ == 0; });
  loans_ = false;
  for (asyncir_worker *worker : workers_) {
    give_frames_away(*worker);
    worker->idle.end();
    Seat &seat = seat_of(*worker);
    give_cpu_back(std::exchange(seat.cpu, -1));
    seat.holder = nullptr;
    seat.asleep = false;
  }
  workers_.clear();
  threads_.clear();
  spares_.clear();
  sleeping_.clear();
  ended_ = nullptr;
  sleepers_.store(0);
  searching_.store(0);
}

void Pool::retire_workers() {
  const serial::WaitsForIdleness workers_go_on;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      idle_.wait(lock, [this] { return quiescent(); });
      if (away_ == 0) {
        stopping_ = true; // before the lock is released: nothing more is taken in
        started_.store(false, std::memory_order_relaxed);
        break;
      }
    }
    end_waits_of_threads();
  }
  stop_threads();
}

void Pool::end_serial() {
  const std::lock_guard lock(lifecycle_);
  if (started_.load(std::memory_order_relaxed))
    retire_workers();
  serial::active_now.store(false, std::memory_order_relaxed);
}

bool Pool::try_to_start() {
  if (started_.load(std::memory_order_acquire))
    return true;
  const std::lock_guard lock(lifecycle_);
  return started_.load(std::memory_order_relaxed) || start_locked(config_) == 0;
}

void Pool::ensure_started() {
  if (try_to_start())
    return;
  // A plain function, called outside, launches a task: what could tell of it is a task that runs.
  std::fprintf(stderr, "error[R001]: %s\n", start_error());
  std::_Exit(2);
}

std::int64_t Pool::worker_count() {
  end_if_forked();
  if (!try_to_start())
    return 0;
  if (serial_)
    return workers_told_;
  const std::lock_guard lock(mutex_);
  return static_cast<std::int64_t>(workers_.size());
}

void Pool::stop() {
  if (in_forked_child() || Thread::self() != nullptr || JobThreads::is_current())
    return; // it would wait for its caller
  end_stuck(nullptr);
  JobThreads::instance().send_home();
  for (Pool *pool : AllPools::list()) {
    const std::lock_guard lock(pool->lifecycle_);
    if (pool->started_.load(std::memory_order_relaxed))
      pool->retire_workers();
  }
}

void Pool::sum_counts(asyncir_counts &sum) {
  sum = {};
  const auto add = [&sum](const Counts &counts) {
    sum.tasks += counts.tasks.load(std::memory_order_relaxed);
    sum.errors += counts.errors.load(std::memory_order_relaxed);
    sum.started += counts.started.load(std::memory_order_relaxed);
  };
  for (Pool *pool : AllPools::list()) {
    const std::lock_guard lock(pool->mutex_);
    add(pool->outside);
    for (const auto &seat : pool->seats_) {
      add(seat->worker->counts);
      sum.tasks -= free_frames(*seat->worker);
      sum.started += counted(seat->worker->started);
    }
  }
}

void Pool::take_frames_from_sleepers() {
  for (Pool *pool : AllPools::list()) {
    const std::lock_guard lock(pool->mutex_);
    for (Seat *seat : pool->sleeping_)
      give_frames_away(*seat->worker);
  }
}

// ---- which way things start ----

bool Pool::long_way_is_taken() { return asking_for_long_way.load(std::memory_order_seq_cst) > 0; }

void Pool::take_long_way(std::int64_t change) {
  // Back to the short ways each worker goes by itself.
  if (asking_for_long_way.fetch_add(change, std::memory_order_seq_cst) == 0)
    tell_of_starts();
}

// ---- work arrives ----

void Pool::schedule(asyncir_task *task, asyncir_worker *worker) {
  // Where the task has run, or was launched.
  Pool *home = is_in_pool(task->worker) ? &task->worker->pool : is_in_pool(worker) ? &worker->pool : &current();
  if (!is_in_pool(worker) || home != &worker->pool) {
    home->queue_from_outside(task);
    return;
  }
#ifdef ASYNCIR_CHECKED
  if (worker != asyncir_worker_current()) {
    // Two threads would push to one deque: work would be lost, or run twice.
    std::fprintf(stderr, "asyncir: a task is scheduled with another thread's worker\n");
    std::abort();
  }
#endif
  if (worker->deque.is_full())
    home->make_room(*worker);
  worker->deque.push(task);
  if (home->sleepers_.load(std::memory_order_relaxed) != 0)
    home->work_arrived();
  disturb();
}

void Pool::make_room(asyncir_worker &worker) {
  if (worker.deque.make_room())
    return;
  {
    const std::lock_guard lock(mutex_);
    drain(worker);
    wake_one();
  }
  worker.deque.make_room(); // it is empty
}

void Pool::queue_from_outside(asyncir_task *task) {
  end_if_forked();
  Pool *pool = this;
  for (;;) {
    pool->ensure_started();
    if (pool->serial_)
      serial::comes_in_turn();
    const std::lock_guard lock(pool->mutex_);
    if (pool->inject(task))
      return;
    // Stopped meanwhile, or given back: then what still waits in it goes on elsewhere.
    if (pool->given_back_)
      pool = &instance();
  }
}

/// False: the pool stops, or has stopped.
bool Pool::inject(asyncir_task *task) {
  if (stopping_ || given_back_)
    return false;
  injected_.push(task);
  injected_count_.fetch_add(1, std::memory_order_relaxed);
  wake_one();
  return true;
}

asyncir_task *Pool::take_injected() {
  // relaxed: a stale zero delays the work until the next look; sleep() looks under the mutex.
  if (injected_count_.load(std::memory_order_relaxed) == 0)
    return nullptr;
  const std::lock_guard lock(mutex_);
  if (injected_.empty())
    return nullptr;
  asyncir_task *task = injected_.pop();
  injected_count_.fetch_sub(1, std::memory_order_relaxed);
  return task;
}

} // namespace asyncir

using namespace asyncir;

namespace {

asyncir_runtime *handle_of(Pool *pool) { return reinterpret_cast<asyncir_runtime *>(pool); }
Pool *pool_of(asyncir_runtime *runtime) { return reinterpret_cast<Pool *>(runtime); }

} // namespace

extern "C" {

int asyncir_runtime_start(int64_t threads) { return Pool::instance().start(threads); }
const char *asyncir_runtime_start_error(void) { return Pool::start_error(); }
void asyncir_runtime_stop(void) { Pool::stop(); }
int64_t asyncir_runtime_worker_count(void) { return Pool::current().worker_count(); }
void asyncir_runtime_counts(asyncir_counts *counts) { Pool::sum_counts(*counts); }
uint32_t asyncir_runtime_abi_version(void) { return ASYNCIR_ABI_VERSION; }

asyncir_runtime *asyncir_runtime_create(const asyncir_runtime_config *config) {
  return handle_of(Pool::create({config->threads, config->stack_bytes, config->pin, config->loan}));
}

bool asyncir_runtime_destroy(asyncir_runtime *runtime) { return pool_of(runtime)->destroy(); }

asyncir_runtime *asyncir_runtime_select(asyncir_runtime *runtime) {
  return handle_of(std::exchange(selected, pool_of(runtime)));
}
}
