/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a program that looks for races reports while it runs (docs/detect-races.md).
 *
 * The library libasyncir_races has these functions. Only programs that were compiled for it call them; the runtime knows nothing of it. */
#ifndef ASYNCIR_RACES_H
#define ASYNCIR_RACES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
namespace asyncir::races {
struct Activation;
}
typedef asyncir::races::Activation asyncir_activation;
extern "C" {
#else
typedef struct asyncir_activation asyncir_activation;
#endif

#define ASYNCIR_RACES_API __attribute__((visibility("default")))

/* A place of the program that accesses memory: the op, the task that it is in, `file:line:column`. Others may be null. */
typedef struct asyncir_site {
  const char *op;
  const char *task;
  const char *location;
} asyncir_site;

/* ---- Activations: the entry, a task, a call of an `async.func`. */

/* A call from outside begins; `sites` is the table of the program's places. */
ASYNCIR_RACES_API asyncir_activation *asyncir_races_enter(const asyncir_site *sites);
ASYNCIR_RACES_API void asyncir_races_leave(asyncir_activation *activation);

/* A task, which is about to be launched. */
ASYNCIR_RACES_API asyncir_activation *asyncir_races_fork(asyncir_activation *parent);

/* The call of an `async.func`: until its first wait it is part of its caller. */
ASYNCIR_RACES_API asyncir_activation *asyncir_races_call(asyncir_activation *caller);

/* One of the two is about to complete. */
ASYNCIR_RACES_API void asyncir_races_finish(asyncir_activation *activation);

/* Who calls a function through a value hands its activation over; the function takes it. */
ASYNCIR_RACES_API void asyncir_races_hand(asyncir_activation *activation);
ASYNCIR_RACES_API asyncir_activation *asyncir_races_handed(void);

/* ---- Completions: tasks of the runtime (`asyncir_task`), which tokens, values and groups are. Null: complete from the start. */

ASYNCIR_RACES_API void asyncir_races_bind(asyncir_activation *activation, const void *completion);
ASYNCIR_RACES_API void asyncir_races_create(const void *completion);
ASYNCIR_RACES_API void asyncir_races_ask_host(asyncir_activation *caller, const void *completion);
ASYNCIR_RACES_API void asyncir_races_before_wait(asyncir_activation *waiter);
ASYNCIR_RACES_API void asyncir_races_after_wait(asyncir_activation *waiter, const void *completion);
ASYNCIR_RACES_API void asyncir_races_complete(asyncir_activation *activation, const void *completion);
ASYNCIR_RACES_API void asyncir_races_add(asyncir_activation *activation, const void *member, const void *group);

/* ---- Parallel loops. Where nothing in the loop launches or waits, iteration k has the epoch `first + k`, and no activation;
 * `first` is 0 for a loop of one iteration. Else each iteration is an activation. */

ASYNCIR_RACES_API uint64_t asyncir_races_loop(asyncir_activation *activation, uint64_t iterations);
ASYNCIR_RACES_API void asyncir_races_loop_end(asyncir_activation *activation, uint64_t first, uint64_t iterations);
ASYNCIR_RACES_API asyncir_activation *asyncir_races_task_loop(asyncir_activation *activation);
ASYNCIR_RACES_API asyncir_activation *asyncir_races_iteration(asyncir_activation *loop);
ASYNCIR_RACES_API void asyncir_races_iteration_end(asyncir_activation *iteration, asyncir_activation *loop);
ASYNCIR_RACES_API void asyncir_races_task_loop_end(asyncir_activation *activation, asyncir_activation *loop);

/* ---- Accesses. `epoch` is that of an iteration, or 0; an element has 2^size bytes, or that many divide its address. */

ASYNCIR_RACES_API void asyncir_races_read(asyncir_activation *activation, uint64_t epoch, const void *address, uint32_t size,
                                          uint32_t site);
ASYNCIR_RACES_API void asyncir_races_write(asyncir_activation *activation, uint64_t epoch, const void *address, uint32_t size,
                                           uint32_t site);
ASYNCIR_RACES_API void asyncir_races_atomic(asyncir_activation *activation, uint64_t epoch, const void *address, uint32_t size,
                                            uint32_t site);

/* Elements in a box: along each dimension their number, and how many bytes they are apart. `write`: 0 or 1. The epoch grows by one from
 * element to element along the first `stepped` dimensions, the last of these fastest: so the iterations of a loop touch an array. */
ASYNCIR_RACES_API void asyncir_races_box(asyncir_activation *activation, uint64_t epoch, uint32_t stepped, const void *address,
                                         uint32_t size, uint32_t site, uint32_t write, uint32_t rank, const int64_t *extents,
                                         const int64_t *strides);

/* So many bytes are new memory: what was done to what was there before is over. */
ASYNCIR_RACES_API void asyncir_races_fresh(const void *address, uint64_t bytes, uint32_t size);

/* Free memory, later: who accesses it in a race does no harm yet. */
ASYNCIR_RACES_API void asyncir_races_free(void *memory);

/* ---- The run. */

/* All that has been done happens before what follows, and no race has been found. No program may be running. */
ASYNCIR_RACES_API void asyncir_races_begin(void);

/* As if no race had been found yet; what happens before what stays as it is. */
ASYNCIR_RACES_API void asyncir_races_forget(void);

/* The races so far, a line each: the kind, then op, task and location of the one access and of the other, with tabs between. Valid until
 * the next call. */
ASYNCIR_RACES_API const char *asyncir_races_found(void);

#ifdef __cplusplus
}
#endif

#endif
