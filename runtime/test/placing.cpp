// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// On which CPUs workers are woken. Where they run in the end depends on what else runs on the machine, so what is tested is what the
/// runtime asks the system for.
#include "selecting.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <thread>
#include <vector>

namespace {

/// A thread that a worker held on one CPU.
struct Held {
  pthread_t by, who;
  int from, to; // the CPU of who held it, and the one chosen
};

constexpr std::size_t most = 1000;
Held held[most];
std::atomic<std::size_t> count = 0;
std::atomic<bool> listening = false;
std::atomic<const cpu_set_t *> pretended = nullptr;

int lowest_of(const cpu_set_t &set) {
  int cpu = 0;
  while (!CPU_ISSET(cpu, &set))
    ++cpu;
  return cpu;
}

} // namespace

extern "C" int pthread_setaffinity_np(pthread_t thread, std::size_t size, const cpu_set_t *set) noexcept {
  using Function = int (*)(pthread_t, std::size_t, const cpu_set_t *);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "pthread_setaffinity_np"));
  if (listening && CPU_COUNT(set) == 1)
    if (const std::size_t place = count.fetch_add(1); place < most)
      held[place] = {pthread_self(), thread, sched_getcpu(), lowest_of(*set)};
  return real(thread, size, set);
}

/// A thread that may run on one CPU only may run on all that are pretended: so it does not leave, and the runtime takes it for free.
extern "C" int pthread_getaffinity_np(pthread_t thread, std::size_t size, cpu_set_t *set) noexcept {
  using Function = int (*)(pthread_t, std::size_t, cpu_set_t *);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "pthread_getaffinity_np"));
  const int error = real(thread, size, set);
  const cpu_set_t *all = pretended.load();
  if (error == 0 && all != nullptr && CPU_COUNT(set) == 1 && CPU_ISSET(lowest_of(*all), set))
    *set = *all;
  return error;
}

namespace {

cpu_set_t cpus_of(pthread_t thread) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CHECK_EQUAL(pthread_getaffinity_np(thread, sizeof set, &set), 0);
  return set;
}

/// Waits until the other one runs too, so that two workers are needed.
Coroutine meet(std::atomic<int> *arrived, pthread_t *thread) {
  co_await Self{};
  *thread = pthread_self();
  arrived->fetch_add(1);
  while (arrived->load() < 2)
    std::this_thread::yield();
}

struct Workers {
  pthread_t threads[2];
};

Workers meet_on(const Runtime &runtime) {
  Workers workers{};
  std::atomic<int> arrived = 0;
  std::vector<Token> tasks;
  run_on(runtime, [&](asyncir_worker *worker) {
    for (pthread_t &thread : workers.threads)
      tasks.push_back(meet(&arrived, &thread).launch(worker));
  });
  while (arrived.load() < 2)
    std::this_thread::yield();
  asyncir_runtime_wait_idle();
  return workers;
}

void put(const Workers &workers, const cpu_set_t &where) {
  for (const pthread_t thread : workers.threads)
    CHECK_EQUAL(pthread_setaffinity_np(thread, sizeof where, &where), 0);
}

/// Both are on one CPU: whoever wakes the other one puts it on another.
PARALLEL_TEST(a_worker_is_woken_on_a_cpu_where_none_is_awake) {
  const cpu_set_t all = cpus_of(pthread_self());
  if (CPU_COUNT(&all) == 1)
    return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(lowest_of(all), &one);
  const Runtime two(2);
  std::size_t seen = 0, apart = 0;
  // A worker that has not fallen asleep yet needs not be woken.
  for (int round = 0; round < 1000 && seen < 20; ++round) {
    const Workers workers = meet_on(two);
    put(workers, one);
    meet_on(two); // both have run there
    std::this_thread::sleep_for(std::chrono::milliseconds(2)); // and fall asleep
    count = 0;
    pretended = &all;
    listening = true;
    meet_on(two);
    listening = false;
    pretended = nullptr;
    for (std::size_t i = 0; i < count.load(); ++i, ++seen) {
      apart += held[i].from != held[i].to;
      const cpu_set_t now = cpus_of(held[i].who);
      CHECK(CPU_EQUAL(&now, &all)); // it was let go
    }
    put(workers, all);
  }
  CHECK(seen >= 20);
  CHECK(apart > seen / 2);
}

} // namespace
