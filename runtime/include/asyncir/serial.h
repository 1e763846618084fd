/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The serial runtime: the same ABI (runtime.h, operations.h), one thread at a time, in an order that is chosen.
 *
 * The order is a sequence of choices. Wherever more than one thing can go on (a task and the one that it starts, what became ready,
 * the next timer, a job of an operation, a thread outside that was waited for) one of them is chosen: at random from
 * a seed, or as a schedule says. The same seed or schedule gives the same order each time. docs/serial-runtime.md says which orders there are.
 *
 * The environment variable ASYNCIR_RUNTIME_KIND=serial, with ASYNCIR_SEED=N (0 where not set), makes the process's own runtime serial from
 * its first start; asyncir_serial_begin does so at any time.
 */
#ifndef ASYNCIR_SERIAL_H
#define ASYNCIR_SERIAL_H

#include "asyncir/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct asyncir_serial_order {
  uint64_t seed;
  /* Not null: no seed, but these choices, copied, and behind them always the first that can go on. Threads outside go on as soon as they can,
   * which is no choice. */
  const uint32_t *schedule;
  int64_t length;
  /* As many workers as programs are told there are: 1 to 1024; 0: ASYNCIR_NUM_THREADS, else 4. */
  int64_t threads;
} asyncir_serial_order;

/* One choice: number `chosen` of `of` (at least 2). Number 0 is what became ready last. */
typedef struct asyncir_serial_choice {
  uint32_t chosen;
  uint32_t of;
} asyncir_serial_choice;

/* Wait until the process's own runtime is idle, make it serial if it is not, and let the order begin. 0: done; else
 * asyncir_runtime_start_error says why not. Not in a task. */
int asyncir_serial_begin(const asyncir_serial_order *order);
/* Wait until it is idle. The next that starts is what ASYNCIR_RUNTIME_KIND says, usually parallel. */
void asyncir_serial_end(void);
/* How many choices there were since the order began. The first of them, at most `most` of the first million, are written to `choices`. Exact
 * while the runtime is idle. */
int64_t asyncir_serial_choices(asyncir_serial_choice *choices, int64_t most);
/* Whether the order, up to now, can be repeated. It cannot where a thread outside queued something while others went on, where a job took
 * longer than a second, or where the schedule did not fit the program. */
bool asyncir_serial_exact(void);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
