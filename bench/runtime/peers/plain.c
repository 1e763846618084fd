/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the work costs without a runtime: calls that are not inlined, and loops on one thread. */
#include "inputs.h"

static NOINLINE long fib(long n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static void fib_run(void) { counter = fib(size); }

static NOINLINE void empty(void) { FORGET; }
static void spawn_run(void) {
  for (counter = 0; counter < size; ++counter)
    empty();
}

static NOINLINE void set(long i) { bytes[i] = 1; }
static void structured_run(void) {
  for (long i = 0; i < size; ++i)
    set(i);
}

static NOINLINE void link_of_chain(void) { ++counter; }
static void chain_run(void) {
  for (long i = 0; i < size; ++i)
    link_of_chain();
}

static NOINLINE void one_cell(long i, long j) { wavefront_cell(i, j); }
static void wavefront_run(void) {
  for (long i = 1; i <= size; ++i)
    for (long j = 1; j <= size; ++j)
      one_cell(i, j);
}

static NOINLINE void add(long count) {
  const double factor = a, *from = x;
  double *to = y;
#pragma omp simd
  for (long i = 0; i < count; ++i)
    to[i] = factor * from[i] + to[i];
}
static void saxpy_run(void) { add(length); }
static void launch_run(void) {
  for (long k = 0; k < size; ++k) {
    add(length);
    FORGET;
  }
}
static void sum_run(void) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (long i = 0; i < length; ++i)
    sum += x[i];
  total = sum;
}

int main(int count, char **arguments) {
  static const program programs[] = {
      {"fib", 0, 0, fib_run, counter_result},
      {"spawn", 0, 0, spawn_run, counter_result},
      {"structured", bytes_prepare, bytes_before, structured_run, bytes_result},
      {"chain", 0, counter_before, chain_run, counter_result},
      {"wavefront", wavefront_prepare, wavefront_before, wavefront_run, wavefront_result},
      {"saxpy", saxpy_prepare, saxpy_before, saxpy_run, arrays_result},
      {"launch", launch_prepare, launch_before, launch_run, arrays_result},
      {"sum", sum_prepare, 0, sum_run, sum_result},
      {0, 0, 0, 0, 0},
  };
  return serve(count, arguments, programs);
}
