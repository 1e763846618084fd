// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "worker.hpp"

#include "pool.hpp"

namespace {

/// Rounds of looking everywhere before a worker goes to sleep: some microseconds, much less than a wake-up costs twice.
constexpr int search_rounds = 32;
/// Every so many tasks a worker looks at the injection queue first, so that work from outside is not starved.
constexpr std::uint32_t injection_interval = 61;

thread_local asyncir_worker *current_worker = nullptr;

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

} // namespace

namespace asyncir {

void count(std::atomic<std::int64_t> Counts::*field, std::int64_t change) {
  if (current_worker != nullptr)
    bump(current_worker->counts.*field, change);
  else
    (Pool::instance().outside.*field).fetch_add(change, std::memory_order_relaxed);
}

} // namespace asyncir

extern "C" asyncir_worker *asyncir_worker_current(void) { return current_worker; }

void asyncir_worker::loop() {
  current_worker = this;
  while (asyncir_task *task = next()) {
    task->worker = this;
    task->resume(task);
  }
  current_worker = nullptr;
}

/// The next task to run; null: the pool stops.
asyncir_task *asyncir_worker::next() {
  if (++turn_ % injection_interval == 0)
    if (asyncir_task *task = pool.take_injected())
      return task;
  if (asyncir_task *task = deque.pop())
    return task;
  return search();
}

asyncir_task *asyncir_worker::search() {
  pool.begin_search();
  for (;;) {
    for (int round = 0; round < search_rounds; ++round) {
      asyncir_task *task = deque.pop(); // whoever resolves a deadlock fills its own deque
      if (task == nullptr)
        task = pool.take_injected();
      if (task == nullptr)
        task = steal();
      if (task != nullptr) {
        pool.end_search();
        return task;
      }
      relax();
    }
    if (!pool.sleep(*this))
      return nullptr;
  }
}

asyncir_task *asyncir_worker::steal() {
  const std::size_t workers = pool.workers_.size();
  for (std::size_t step = 1; step < workers; ++step)
    if (asyncir_task *task = pool.workers_[(index + step) % workers]->deque.steal())
      return task;
  return nullptr;
}
