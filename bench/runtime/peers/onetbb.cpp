// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The programs with oneTBB's task groups, loops and resumable tasks.
#include "inputs.h"

#include <atomic>
#include <memory>
#include <oneapi/tbb.h>

namespace {

std::unique_ptr<tbb::global_control> limit;
std::unique_ptr<tbb::task_arena> arena;

void prepare_threads() {
  limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads);
  arena = std::make_unique<tbb::task_arena>(threads);
}

long fib(long n) {
  if (n < 2)
    return n;
  long left, right;
  tbb::task_group group;
  group.run([&left, n] { left = fib(n - 1); });
  right = fib(n - 2);
  group.wait();
  return left + right;
}

void spawn() {
  tbb::task_group group;
  for (counter = 0; counter < size; ++counter)
    group.run([] { FORGET; });
  group.wait();
}

void structured() {
  tbb::task_group group;
  for (long i = 0; i < size; ++i)
    group.run([i] { bytes[i] = 1; });
  group.wait();
}

/// Each task launches the next.
void link_of_chain(tbb::task_group &group) {
  if (++counter < size)
    group.run([&group] { link_of_chain(group); });
}

void chain() {
  tbb::task_group group;
  group.run([&group] { link_of_chain(group); });
  group.wait();
}

void cell(tbb::task_group &group, long i, long j) {
  wavefront_cell(i, j);
  if (wavefront_arrived(i + 1, j))
    group.run([&group, i, j] { cell(group, i + 1, j); });
  if (wavefront_arrived(i, j + 1))
    group.run([&group, i, j] { cell(group, i, j + 1); });
}

void wavefront() {
  tbb::task_group group;
  group.run([&group] { cell(group, 1, 1); });
  group.wait();
}

/// Set by one task, waited for by one other, then clear again.
class Event {
public:
  void wait() {
    int set = Set;
    if (state.compare_exchange_strong(set, Clear))
      return;
    tbb::task::suspend([this](tbb::task::suspend_point here) {
      point = here;
      int clear = Clear;
      if (!state.compare_exchange_strong(clear, Waiting)) {
        state.store(Clear);
        tbb::task::resume(here);
      }
    });
  }

  void set() {
    int clear = Clear;
    if (state.compare_exchange_strong(clear, Set))
      return;
    const tbb::task::suspend_point waiting = point;
    state.store(Clear);
    tbb::task::resume(waiting);
  }

private:
  enum { Clear, Set, Waiting };
  std::atomic<int> state{Clear};
  tbb::task::suspend_point point{};
};

void pingpong() {
  Event ping, pong;
  tbb::task_group group;
  group.run([&] {
    for (long i = 0; i < size; ++i) {
      ping.set();
      pong.wait();
      ++counter;
    }
  });
  group.run([&] {
    for (long i = 0; i < size; ++i) {
      ping.wait();
      pong.set();
    }
  });
  group.wait();
}

using Range = tbb::blocked_range<long>;

void saxpy() {
  tbb::parallel_for(Range(0, length), [factor = a, from = x, to = y](const Range &range) {
#pragma omp simd
    for (long i = range.begin(); i < range.end(); ++i)
      to[i] = factor * from[i] + to[i];
  });
}

double sum_of(const Range &range, double result) {
  const double *from = x;
#pragma omp simd reduction(+ : result)
  for (long i = range.begin(); i < range.end(); ++i)
    result += from[i];
  return result;
}

void sum() { total = tbb::parallel_reduce(Range(0, length), 0.0, sum_of, std::plus<>()); }

void launch() {
  for (long k = 0; k < size; ++k)
    saxpy();
}

template <void work()> void in_arena() { arena->execute(work); }
template <void more()> void prepare() {
  prepare_threads();
  more();
}

} // namespace

int main(int count, char **arguments) {
  const program programs[] = {
      {"fib", prepare_threads, nullptr, [] { arena->execute([] { counter = fib(size); }); }, counter_result},
      {"spawn", prepare_threads, nullptr, in_arena<spawn>, counter_result},
      {"structured", prepare<bytes_prepare>, bytes_before, in_arena<structured>, bytes_result},
      {"chain", prepare_threads, counter_before, in_arena<chain>, counter_result},
      {"wavefront", prepare<wavefront_prepare>, wavefront_before, in_arena<wavefront>, wavefront_result},
      {"pingpong", prepare_threads, counter_before, in_arena<pingpong>, counter_result},
      {"saxpy", prepare<saxpy_prepare>, saxpy_before, in_arena<saxpy>, arrays_result},
      {"launch", prepare<launch_prepare>, launch_before, in_arena<launch>, arrays_result},
      {"sum", prepare<sum_prepare>, nullptr, in_arena<sum>, sum_result},
      {nullptr, nullptr, nullptr, nullptr, nullptr},
  };
  return serve(count, arguments, programs);
}
