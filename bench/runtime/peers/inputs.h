/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the programs of all peers compute on, and how their results are told; the same as in jobs.py. */
#ifndef ASYNCIR_BENCH_INPUTS_H
#define ASYNCIR_BENCH_INPUTS_H

#include "harness.h"

#include <stdint.h>

enum { LAUNCH_LENGTH = 1000 };

/* ---- a byte for each task ---- */

static uint8_t *bytes;

static void bytes_before(void) { memset(bytes, 0, (size_t)size); }
static void bytes_prepare(void) {
  bytes = (uint8_t *)allocate((size_t)size);
  bytes_before();
}
static unsigned long long bytes_result(void) {
  unsigned long long sum = 0;
  for (long i = 0; i < size; ++i)
    sum += bytes[i];
  return sum;
}

/* ---- a number that tasks or calls increment ---- */

static long counter;

static void counter_before(void) { counter = 0; }
static unsigned long long counter_result(void) { return (unsigned long long)counter; }

/* ---- a wavefront: row 0 and column 0 are given; beyond the last row and column nothing is started ---- */

static uint64_t *cells;
static int32_t *missing;

static void wavefront_before(void) {
  const long width = size + 2;
  for (long i = 0; i < width; ++i)
    for (long j = 0; j < width; ++j) {
      cells[i * width + j] = i == 0 || j == 0;
      missing[i * width + j] = i > size || j > size ? 3 : (i > 1) + (j > 1);
    }
}
static void wavefront_prepare(void) {
  cells = (uint64_t *)allocate((size_t)((size + 2) * (size + 2)) * sizeof *cells);
  missing = (int32_t *)allocate((size_t)((size + 2) * (size + 2)) * sizeof *missing);
  wavefront_before();
}
static inline void wavefront_cell(long i, long j) {
  const long width = size + 2;
  cells[i * width + j] = 3 * cells[(i - 1) * width + j] + cells[i * width + j - 1];
}
/* Whether the cell has got the last thing that it needs. */
static inline int wavefront_arrived(long i, long j) {
  return __atomic_fetch_sub(&missing[i * (size + 2) + j], 1, __ATOMIC_ACQ_REL) == 1;
}
static unsigned long long wavefront_result(void) { return cells[size * (size + 2) + size]; }

/* ---- arrays of doubles: each run adds a x, which is all ones, to y ---- */

static double *x, *y, a = 1, total;
static long length, applied;

static void arrays_of(long count) {
  length = count;
  x = (double *)allocate((size_t)length * sizeof *x);
  y = (double *)allocate((size_t)length * sizeof *y);
  for (long i = 0; i < length; ++i) {
    x[i] = 1;
    y[i] = 0;
  }
}
static void saxpy_prepare(void) { arrays_of(size); }
static void saxpy_before(void) { ++applied; }
static void launch_prepare(void) { arrays_of(LAUNCH_LENGTH); }
static void launch_before(void) { applied += size; }
/* How many elements are right. */
static unsigned long long arrays_result(void) {
  unsigned long long right = 0;
  for (long i = 0; i < length; ++i)
    right += y[i] == (double)applied;
  return right;
}
static void sum_prepare(void) {
  arrays_of(size);
  for (long i = 0; i < length; ++i)
    x[i] = (double)(i % 8);
}
static unsigned long long sum_result(void) { return (unsigned long long)total; }

#endif
