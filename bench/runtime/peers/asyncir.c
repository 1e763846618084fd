/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program of ../programs that `asyncir compile --emit obj` has made, called as the peers call theirs. */
#include "asyncir/runtime.h"
#include "inputs.h"

/* What the function `run` of the program is called through: the addresses of its arguments, then that of its result. */
asyncir_error *_asyncir_entry_run(void **slots);

/* A memref of rank 1 or 2, as MLIR describes it. A scalar needs the first three members only. */
typedef struct {
  void *allocated, *aligned;
  int64_t offset, sizes_and_strides[4];
} memref;

static memref flat(void *data, long count) { return (memref){data, data, 0, {count, 1}}; }
static memref square(void *data, long width) { return (memref){data, data, 0, {width, width, width, 1}}; }

static memref first, second;
static void *slots[4];

static void run(void) {
  asyncir_error *error = _asyncir_entry_run(slots);
  if (error) {
    fprintf(stderr, "%s: %s\n", asyncir_error_code(error), asyncir_error_message(error));
    exit(1);
  }
}

static long long started(void) {
  asyncir_counts counts;
  asyncir_runtime_counts(&counts);
  return counts.started;
}

static void start(void) {
  if (asyncir_runtime_start(threads) != 0) {
    fprintf(stderr, "%s\n", asyncir_runtime_start_error());
    exit(1);
  }
}

/* ---- by what the function takes and returns ---- */

static void number_prepare(void) {
  slots[0] = &size;
  slots[1] = &counter;
  start();
}

static void counted_prepare(void) {
  first = flat(&counter, 1);
  slots[0] = &size;
  slots[1] = &first;
  start();
}

static void flags_prepare(void) {
  bytes_prepare();
  first = flat(bytes, size);
  slots[0] = &first;
  start();
}

static void cells_prepare(void) {
  wavefront_prepare();
  first = square(cells, size + 2);
  second = square(missing, size + 2);
  slots[0] = &first;
  slots[1] = &second;
  start();
}

static void vectors(void **factor) {
  first = flat(x, length);
  second = flat(y, length);
  factor[0] = &a;
  factor[1] = &first;
  factor[2] = &second;
  start();
}

static void one_loop_prepare(void) {
  saxpy_prepare();
  vectors(slots);
}

static void loops_prepare(void) {
  launch_prepare();
  slots[0] = &size;
  vectors(slots + 1);
}

static void reduction_prepare(void) {
  sum_prepare();
  first = flat(x, length);
  slots[0] = &first;
  slots[1] = &total;
  start();
}

int main(int count, char **arguments) {
  static const program programs[] = {
      {"fib", number_prepare, 0, run, counter_result},
      {"spawn", number_prepare, 0, run, counter_result},
      {"structured", flags_prepare, bytes_before, run, bytes_result},
      {"chain", counted_prepare, counter_before, run, counter_result},
      {"wavefront", cells_prepare, wavefront_before, run, wavefront_result},
      {"depth_calls", number_prepare, 0, run, counter_result},
      {"depth_tasks", number_prepare, 0, run, counter_result},
      {"alive", number_prepare, 0, run, counter_result},
      {"pingpong", counted_prepare, counter_before, run, counter_result},
      {"saxpy", one_loop_prepare, saxpy_before, run, arrays_result},
      {"launch", loops_prepare, launch_before, run, arrays_result},
      {"sum", reduction_prepare, 0, run, sum_result},
      {0, 0, 0, 0, 0},
  };
  tasks = started;
  return serve(count, arguments, programs);
}
