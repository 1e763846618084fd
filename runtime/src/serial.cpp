// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "serial.hpp"

#include "operations.hpp"
#include "task.hpp"
#include "trace.hpp"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace asyncir::serial {
namespace {

constexpr std::int64_t most_recorded = 1 << 20;
constexpr int most_parked = 32;         // threads
constexpr std::int64_t most_ways = 10000; // to give way takes some 50 microseconds
/// Bit of `flags` of a task that has been called and not been suspended: its caller lies below it on the stack.
constexpr std::uint32_t hot_flag = 0x800;
constexpr std::int64_t default_workers = 4; // not the number of CPUs: a seed means the same everywhere

/// The order as it was asked for, and how far it has come. Written by the worker while it runs, and by threads outside while it is idle.
struct Order {
  std::mt19937_64 random{0}; // the same everywhere, unlike the distributions of the library
  std::vector<std::uint32_t> schedule;
  bool scheduled = false; // no seed
  std::vector<asyncir_serial_choice> choices;
  std::int64_t made = 0;
  std::int64_t threads = 0;         // as asyncir_serial_begin said
  std::atomic<bool> exact{true};
  asyncir_task *next = nullptr;     // has been chosen already
  bool entered = false;             // what starts now was called from outside
  int parked = 0;
  std::atomic<std::int64_t> ways{0}; // how often a native frame was asked to give way
  std::atomic<int> kept{0};         // `next` and `told`, for other threads
  std::vector<asyncir_task *> told; // threads outside that may go on, when that is chosen
};

Order &order() {
  static auto *the_order = new Order; // never destroyed, like the pool
  return *the_order;
}

std::atomic<bool> begun{false}; // asyncir_serial_begin without its end; else the environment decides

bool environment_says_serial() {
  const char *text = std::getenv("ASYNCIR_RUNTIME_KIND");
  return text != nullptr && std::strcmp(text, "serial") == 0;
}

bool read_seed(std::uint64_t &seed) {
  const char *text = std::getenv("ASYNCIR_SEED");
  if (text == nullptr)
    return true;
  char *end = nullptr;
  errno = 0;
  seed = std::strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

void begin(const asyncir_serial_order &asked) {
  Order &now = order();
  now.random.seed(asked.seed);
  now.scheduled = asked.schedule != nullptr;
  now.schedule.assign(asked.schedule, asked.schedule + (now.scheduled ? asked.length : 0));
  now.choices.clear();
  now.made = 0;
  now.ways = 0;
  now.exact.store(true, std::memory_order_relaxed);
  reset_clock();
}

/// One of `count`.
std::size_t pick(std::size_t count) {
  if (count < 2)
    return 0;
  Order &now = order();
  std::size_t chosen = 0;
  if (!now.scheduled) {
    chosen = static_cast<std::size_t>(now.random() % count);
  } else if (now.made < static_cast<std::int64_t>(now.schedule.size())) {
    chosen = now.schedule[static_cast<std::size_t>(now.made)];
    if (chosen >= count) {
      chosen = 0;
      not_exact();
    }
  }
  if (now.made++ < most_recorded)
    now.choices.push_back({static_cast<std::uint32_t>(chosen), static_cast<std::uint32_t>(count)});
  return chosen;
}

/// The number `chosen` of what lies in the deque, the youngest being 0. Nobody steals.
asyncir_task *take(asyncir_worker &worker, std::size_t chosen) {
  const std::int64_t youngest = worker.bottom - 1;
  asyncir_task **slots = worker.slots;
  std::swap(slots[youngest & worker.mask], slots[(youngest - static_cast<std::int64_t>(chosen)) & worker.mask]);
  asyncir_task *task = worker.deque.pop();
  task->flags &= ~hot_flag;
  return task;
}

/// A thread in a native frame, which cannot be suspended; it has lent its worker until this task is chosen.
struct Parked {
  asyncir_task task; // first: found from its address
  std::mutex mutex{};
  std::condition_variable changed{};
  bool chosen = false;
};

void go_on(asyncir_task *task) {
  begin_chosen(*task);
  auto &parked = *reinterpret_cast<Parked *>(task); // lives until the worker is given back
  {
    const std::lock_guard lock(parked.mutex);
    parked.chosen = true;
    parked.changed.notify_one();
  }
  let_back(task->worker);
}

/// Let what is queued go on before the caller does, a native frame on the worker's stack, if that is chosen. On a thread of its own, for
/// what goes on may block and need the caller.
void give_way(asyncir_worker &worker) {
  Order &now = order();
  now.entered = false;
  // Behind somebody who lost patience something may have been chosen already.
  if (now.parked == most_parked || now.ways == most_ways || now.next != nullptr)
    return;
  ++now.ways;
  const std::size_t chosen = pick(static_cast<std::size_t>(worker.bottom - worker.top) + 1);
  if (chosen == 0)
    return;
  now.next = take(worker, chosen - 1);
  now.kept.fetch_add(1, std::memory_order_relaxed);
  Parked here{};
  queue(here.task, go_on);
  ++now.parked;
  Thread &self = *Thread::self();
  self.pool.lend(self, nullptr);
  {
    std::unique_lock lock(here.mutex);
    here.changed.wait(lock, [&here] { return here.chosen; });
  }
  self.pool.take_back(self);
  --now.parked;
}

/// A thread outside that has launched something, until it is chosen.
struct ParkedOutside {
  Parked parked; // first, likewise
  const bool of_job = JobThreads::is_current();
  Waits waits{};
};

void go_on_outside(asyncir_task *task) {
  begin_chosen(*task);
  auto &here = *reinterpret_cast<ParkedOutside *>(task); // gone as soon as it is told
  if (here.of_job)
    job_goes_on();
  here.waits.end(); // so that the worker makes no choice before it waits again
  const std::lock_guard lock(here.parked.mutex);
  here.parked.chosen = true;
  here.parked.changed.notify_one();
}

/// The same for a thread outside. Where it is not its turn somebody may wait for it who would have to let it go on.
void give_way_outside() {
  if (!comes_in_turn() || order().ways.fetch_add(1) >= most_ways)
    return;
  ParkedOutside here{};
  {
    const Hold hold;
    here.waits.begin();
    queue(here.parked.task, go_on_outside);
    if (here.of_job)
      job_waits();
  }
  std::unique_lock lock(here.parked.mutex);
  here.parked.changed.wait(lock, [&here] { return here.parked.chosen; });
}

} // namespace

void queue(asyncir_task &task, void (*chosen)(asyncir_task *)) {
  asyncir_worker *worker = asyncir_worker_current();
  init_header(task, nullptr, chosen, nullptr, 1);
  trace::made(worker, &task, ASYNCIR_SORT_CALL);
  asyncir_task_schedule(&task, worker);
}

void begin_chosen(asyncir_task &task) { trace::finished(task.worker, &task, false); }

void not_exact() { order().exact.store(false, std::memory_order_relaxed); }

bool wanted() { return begun.load(std::memory_order_relaxed) || environment_says_serial(); }

std::string bad_setting() {
  const char *text = std::getenv("ASYNCIR_RUNTIME_KIND");
  if (text != nullptr && !environment_says_serial() && std::strcmp(text, "parallel") != 0)
    return std::string("ASYNCIR_RUNTIME_KIND is '") + text + "', but must be serial or parallel";
  std::uint64_t seed = 0;
  if (!read_seed(seed))
    return std::string("ASYNCIR_SEED is '") + std::getenv("ASYNCIR_SEED") +
           "', but must be a whole number from 0 to 18446744073709551615";
  return {};
}

Setting workers_told(std::int64_t threads) {
  if (threads == 0)
    threads = order().threads;
  if (threads == 0 && std::getenv("ASYNCIR_NUM_THREADS") != nullptr)
    return threads_from_environment();
  return {threads == 0 ? default_workers : threads, {}};
}

void begin_as_the_environment_says() {
  if (begun.load(std::memory_order_relaxed))
    return; // asyncir_serial_begin has begun it
  asyncir_serial_order asked{};
  read_seed(asked.seed);
  begin(asked);
}

bool anything_to_choose(const asyncir_worker &worker) { return worker.bottom > worker.top || anything_kept(); }

bool anything_kept() { return order().kept.load(std::memory_order_relaxed) > 0; }

asyncir_task *choose(asyncir_worker &worker) {
  if (asyncir_task *task = std::exchange(order().next, nullptr)) {
    order().kept.fetch_sub(1, std::memory_order_relaxed);
    return task;
  }
  std::vector<asyncir_task *> &told = order().told;
  const auto tasks = static_cast<std::size_t>(worker.bottom - worker.top);
  if (tasks + told.size() == 0)
    return nullptr;
  std::size_t chosen = tasks; // under a schedule a thread outside goes on as soon as it can
  if (told.empty() || !order().scheduled)
    chosen = pick(tasks + told.size());
  if (chosen < tasks)
    return take(worker, chosen);
  const auto place = told.begin() + static_cast<std::ptrdiff_t>(chosen - tasks);
  asyncir_task *task = *place;
  told.erase(place);
  order().kept.fetch_sub(1, std::memory_order_relaxed);
  return task;
}

bool fork(asyncir_worker &worker, asyncir_task &parent, asyncir_task &child) {
  // A function that is called starts in its caller (SEM-6).
  const bool hot = (parent.flags & hot_flag) != 0;
  if (!hot) {
    trace::left(&worker, &parent);
    asyncir_task_schedule(&parent, &worker);
  }
  asyncir_task_schedule(&child, &worker);
  if (hot)
    give_way(worker);
  return hot;
}

void launched(asyncir_worker *worker) {
  if (runs(worker))
    give_way(*worker);
  else if (Thread::self() == nullptr && Pool::current().is_serial())
    give_way_outside();
}

Entry::Entry() { order().entered = true; }
Entry::~Entry() { order().entered = false; }

bool start(asyncir_worker &worker, asyncir_task &task) {
  if (!std::exchange(order().entered, false)) {
    trace::starts(&worker, &task);
    task.flags |= hot_flag;
    return false;
  }
  asyncir_task_schedule(&task, &worker);
  return true;
}

void postpone(asyncir_task &told) {
  order().told.push_back(&told);
  order().kept.fetch_add(1, std::memory_order_relaxed);
}

} // namespace asyncir::serial

using namespace asyncir;

extern "C" {

int asyncir_serial_begin(const asyncir_serial_order *asked) {
  if (Thread::self() != nullptr)
    return Pool::refuse_start("a task cannot begin an order of tasks");
  Pool::wait_idle();
  const bool begun = serial::begun.exchange(true, std::memory_order_relaxed);
  const std::int64_t threads = std::exchange(serial::order().threads, asked->threads);
  const int failure = Pool::instance().start(asked->threads);
  if (failure == 0) {
    serial::begin(*asked);
  } else {
    serial::begun.store(begun, std::memory_order_relaxed);
    serial::order().threads = threads;
  }
  return failure;
}

void asyncir_serial_end(void) {
  if (!serial::active() || Thread::self() != nullptr)
    return;
  serial::begun.store(false, std::memory_order_relaxed);
  serial::order().threads = 0;
  Pool::instance().end_serial();
}

int64_t asyncir_serial_choices(asyncir_serial_choice *choices, int64_t most) {
  const serial::Order &order = serial::order();
  const auto count = std::min(most, static_cast<std::int64_t>(order.choices.size()));
  std::copy_n(order.choices.begin(), count, choices);
  return order.made;
}

bool asyncir_serial_exact(void) { return serial::order().exact.load(std::memory_order_relaxed); }
}
