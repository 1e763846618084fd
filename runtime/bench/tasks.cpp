// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The cost of a task, by kind of work: `runtime_bench [THREADS [REPETITIONS]]`. The coroutines are C++'s, whose frames have the
/// form that compiled programs have; the least of the repetitions is shown.
#include "../test/coroutine.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace {

Coroutine empty() { co_return; }

Coroutine fork_join(long n, long *result) {
  if (n < 2) {
    *result = n;
    co_return;
  }
  Coroutine::promise_type &self = co_await Self{};
  long left = 0, right = 0;
  const Token first = fork_join(n - 1, &left).launch(self.worker());
  const Token second = fork_join(n - 2, &right).launch(self.worker());
  co_await Awaited{second.get()};
  co_await Awaited{first.get()};
  *result = left + right;
}

Coroutine spawn_into_group(long count) {
  Coroutine::promise_type &self = co_await Self{};
  const Token group(asyncir_group_create(count));
  for (long i = 0; i < count; ++i) {
    const Token token = empty().launch(self.worker());
    asyncir_group_add(group.get(), token.get());
  }
  co_await Awaited{group.get()};
}

Coroutine spawn_and_await_each(long count) {
  Coroutine::promise_type &self = co_await Self{};
  for (long i = 0; i < count; ++i) {
    const Token token = empty().launch(self.worker());
    co_await Awaited{token.get()};
  }
}

Coroutine after(Token token) { co_await Awaited{token.get()}; }

Coroutine chain(long count) {
  Coroutine::promise_type &self = co_await Self{};
  Token last;
  for (long i = 0; i < count; ++i)
    last = after(std::move(last)).launch(self.worker());
  co_await Awaited{last.get()};
}

struct Case {
  const char *name;
  long tasks;
  Coroutine (*make)();
};

long fibonacci;

const Case cases[] = {
    {"fork-join fib(25)", 242785, [] { return fork_join(25, &fibonacci); }},
    {"spawn 1e6, group await", 1000000, [] { return spawn_into_group(1000000); }},
    {"spawn and await, 1e6 times", 1000000, [] { return spawn_and_await_each(1000000); }},
    {"chain of 1e6", 1000000, [] { return chain(1000000); }},
    {"asyncir_run of an empty task", 1, [] { return empty(); }},
};

/// Time per task on the wall and on all processors together: the latter means something on a busy machine too.
struct Time {
  double wall = 1e300, processors = 1e300;
};

double now(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// The least of the repetitions.
Time measure(const Case &chosen, long repetitions, long runs) {
  Time least;
  for (long i = 0; i < repetitions; ++i) {
    const double wall = now(CLOCK_MONOTONIC), processors = now(CLOCK_PROCESS_CPUTIME_ID);
    for (long j = 0; j < runs; ++j)
      run([&](asyncir_worker *worker) { return chosen.make().launch(worker); });
    const double tasks = static_cast<double>(chosen.tasks * runs);
    least.wall = std::min(least.wall, (now(CLOCK_MONOTONIC) - wall) / tasks);
    least.processors = std::min(least.processors, (now(CLOCK_PROCESS_CPUTIME_ID) - processors) / tasks);
  }
  return least;
}

} // namespace

int main(int count, char **arguments) {
  const long threads = count > 1 ? std::atol(arguments[1]) : 1;
  const long repetitions = count > 2 ? std::atol(arguments[2]) : 5;
  if (asyncir_runtime_start(threads) != 0) {
    std::fprintf(stderr, "%s\n", asyncir_runtime_start_error());
    return 2;
  }
  for (const Case &chosen : cases) {
    const Time time = measure(chosen, repetitions, chosen.tasks == 1 ? 2000 : 1);
    std::printf("%-28s %2ld threads %8.1f ns/task %8.1f ns/task on all processors\n", chosen.name, threads, time.wall,
                time.processors);
  }
  return fibonacci != 75025;
}
