/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What happened to tasks, and when: recorded between asyncir_trace_begin and asyncir_trace_end, read afterwards.
 *
 * Off, it costs nothing: programs and the runtime look at it only where they leave their fast paths. On, an event costs a look
 * at the clock and 32 bytes.
 *
 * A task is known by its address, which a later task may get again: the events of one address up to its next ASYNCIR_CREATED belong
 * to one task. Times are nanoseconds of CLOCK_MONOTONIC; what happens to one task is in order by them. */
#ifndef ASYNCIR_TRACE_H
#define ASYNCIR_TRACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

enum asyncir_trace_kind {
  ASYNCIR_CREATED = 1,   /* `task`; `detail`: its origin, see asyncir_trace_origin_name; `flags`: asyncir_trace_sort */
  ASYNCIR_RUNS = 2,      /* `task` runs on `worker`, in place of what ran there, which goes on when `task` stops, unless LEFT */
  ASYNCIR_SUSPENDED = 3, /* `task` stops running until `other` is complete */
  ASYNCIR_LEFT = 4,      /* `task`, in whose place another ran that has stopped, does not go on on `worker` */
  ASYNCIR_FINISHED = 5,  /* `task` is complete; `flags` 1: with an error. One that runs stops running. */
  ASYNCIR_WOKEN = 6,     /* `task` may run again, or, if it is a group, comes nearer to completion, for `other` is complete */
  ASYNCIR_STOLEN = 7,    /* `task` was taken by `worker` from the worker `detail` */
  ASYNCIR_SLEEPS = 8,    /* `worker` finds nothing to do and goes to sleep */
  ASYNCIR_WAKES = 9,     /* and gets up */
  ASYNCIR_NEEDED = 12,   /* `task` would wait for `other`, which is complete already; said by programs compiled for it */
  ASYNCIR_LENT = 10,     /* thread `other`, with all that runs there, stops; another thread may run `worker` */
  ASYNCIR_TAKEN_BACK = 11, /* thread `other` goes on where it stopped */
  ASYNCIR_NAMED = 13,    /* the operation `task` is of the origin `detail`; said by programs compiled for it */
};

enum asyncir_trace_sort {
  ASYNCIR_SORT_TASK = 0,  /* a coroutine */
  ASYNCIR_SORT_TOKEN = 1, /* a token or value that somebody sets */
  ASYNCIR_SORT_GROUP = 2,
  ASYNCIR_SORT_CALL = 3, /* what a thread outside the pool had a worker call */
  ASYNCIR_SORT_OPERATION = 4, /* what no worker does (operations.h): it is in flight from here to ASYNCIR_FINISHED */
};

#define ASYNCIR_OUTSIDE 0xffffu /* `worker` of events on threads that are no workers */

typedef struct asyncir_trace_event {
  uint64_t time;   /* ns */
  uint64_t task;   /* an address */
  uint64_t other;  /* an address */
  uint32_t detail;
  uint16_t worker; /* its number among those of all runtimes, see asyncir_trace_workers */
  uint8_t kind;    /* asyncir_trace_kind */
  uint8_t flags;
} asyncir_trace_event;

/* Forget what was recorded, and record up to about `most` events (0: 4,194,304, which take 128 MiB), to the next 2048 and for
 * each thread 2048 more; later ones are counted but not kept. */
void asyncir_trace_begin(int64_t most);
void asyncir_trace_end(void);
/* How many events are kept, and how many were not. Exact once no task is running. */
int64_t asyncir_trace_size(void);
int64_t asyncir_trace_dropped(void);
/* All workers that there are or were: how many, of which the first `capacity` are copied. */
typedef struct asyncir_trace_worker {
  uint16_t worker;  /* as in events */
  uint16_t runtime; /* 0: the one that is always there */
  uint16_t index;   /* in its runtime */
  uint16_t active;  /* 1: it is there now */
} asyncir_trace_worker;
int64_t asyncir_trace_workers(asyncir_trace_worker *workers, int64_t capacity);
/* Copy at most `capacity` events, thread by thread, those of a thread in order; how many. */
int64_t asyncir_trace_read(asyncir_trace_event *events, int64_t capacity);
/* Give the memory of what was recorded back. */
void asyncir_trace_forget(void);
/* Where tasks come from in the program: each pair of a function and a place of it is an origin, numbered from 0. Null from the
 * number on that no origin has; empty where the program does not say. Valid until the next asyncir_trace_begin or asyncir_trace_forget. */
const char *asyncir_trace_origin_name(uint32_t origin);
const char *asyncir_trace_origin_location(uint32_t origin);

/* What workers count all the time. Sums since the library was loaded, but for the peaks. Exact while nothing runs. */
typedef struct asyncir_stats {
  int64_t tasks;       /* launched */
  int64_t steals;
  int64_t suspensions;
  int64_t wakeups;     /* of workers that slept */
  int64_t frames;      /* the most frames, groups and tokens alive at once; what workers keep for reuse counts as alive */
  int64_t frame_bytes; /* the most memory that they took at once */
  int64_t workers;     /* now, of all runtimes */
  int64_t idle;        /* ns for which workers had nothing to run */
} asyncir_stats;
void asyncir_runtime_stats(asyncir_stats *stats);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
