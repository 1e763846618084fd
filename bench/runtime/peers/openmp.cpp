// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The programs with OpenMP's tasks and loops.
#include "inputs.h"

#include <atomic>
#include <omp.h>

namespace {

void prepare_threads() { omp_set_num_threads(threads); }

/// Runs `work` on one thread of a team, whose other threads run tasks.
template <class Work> void on_team(Work work) {
#pragma omp parallel
#pragma omp single
  work();
}

long fib(long n) {
  if (n < 2)
    return n;
  long left, right;
#pragma omp task shared(left) firstprivate(n)
  left = fib(n - 1);
  right = fib(n - 2);
#pragma omp taskwait
  return left + right;
}

void spawn() {
  on_team([] {
#pragma omp taskgroup
    for (counter = 0; counter < size; ++counter) {
#pragma omp task
      FORGET;
    }
  });
}

void structured() {
  on_team([] {
#pragma omp taskgroup
    for (long i = 0; i < size; ++i) {
#pragma omp task firstprivate(i)
      bytes[i] = 1;
    }
  });
}

void chain() {
  on_team([] {
    for (long i = 0; i < size; ++i) {
#pragma omp task depend(inout : counter)
      ++counter;
    }
#pragma omp taskwait
  });
}

void cell(long i, long j) {
  wavefront_cell(i, j);
  if (wavefront_arrived(i + 1, j)) {
#pragma omp task firstprivate(i, j)
    cell(i + 1, j);
  }
  if (wavefront_arrived(i, j + 1)) {
#pragma omp task firstprivate(i, j)
    cell(i, j + 1);
  }
}

void wavefront() {
  on_team([] {
#pragma omp taskgroup
    cell(1, 1);
  });
}

/// An event is a task that is detached: it ends when its event is fulfilled, and whoever launched it can wait for its end.
/// A thread that waits is blocked, so that there must be two.
std::atomic<omp_event_handle_t> ping, pong;

void first() {
  while (ping.load() == omp_event_handle_t{})
    ; // the other thread has not started
  for (long i = 0; i < size; ++i) {
    omp_event_handle_t event;
#pragma omp task detach(event)
    FORGET; // a task without a body would be left out, its event too
    pong.store(event);
    omp_fulfill_event(ping.load());
#pragma omp taskwait
    ++counter;
  }
}

void second() {
  for (long i = 0; i <= size; ++i) {
    omp_event_handle_t event;
#pragma omp task detach(event)
    FORGET; // a task without a body would be left out, its event too
    ping.store(event);
    if (i > 0)
      omp_fulfill_event(pong.load());
    if (i == size)
      omp_fulfill_event(event);
#pragma omp taskwait
  }
}

void pingpong() {
  ping.store(omp_event_handle_t{});
#pragma omp parallel sections
  {
#pragma omp section
    first();
#pragma omp section
    second();
  }
}

void saxpy() {
  const double factor = a, *from = x;
  double *to = y;
#pragma omp parallel for simd
  for (long i = 0; i < length; ++i)
    to[i] = factor * from[i] + to[i];
}

void sum() {
  double result = 0;
  const double *from = x;
#pragma omp parallel for simd reduction(+ : result)
  for (long i = 0; i < length; ++i)
    result += from[i];
  total = result;
}

} // namespace

int main(int count, char **arguments) {
  const program programs[] = {
      {"fib", prepare_threads, nullptr, [] { on_team([] { counter = fib(size); }); }, counter_result},
      {"spawn", prepare_threads, nullptr, spawn, counter_result},
      {"structured", [] { prepare_threads(); bytes_prepare(); }, bytes_before, structured, bytes_result},
      {"chain", prepare_threads, counter_before, chain, counter_result},
      {"wavefront", [] { prepare_threads(); wavefront_prepare(); }, wavefront_before, wavefront, wavefront_result},
      {"pingpong", prepare_threads, counter_before, pingpong, counter_result},
      {"saxpy", [] { prepare_threads(); saxpy_prepare(); }, saxpy_before, saxpy, arrays_result},
      {"launch", [] { prepare_threads(); launch_prepare(); }, launch_before,
       [] { for (long k = 0; k < size; ++k) saxpy(); }, arrays_result},
      {"sum", [] { prepare_threads(); sum_prepare(); }, nullptr, sum, sum_result},
      {nullptr, nullptr, nullptr, nullptr, nullptr},
  };
  return serve(count, arguments, programs);
}
