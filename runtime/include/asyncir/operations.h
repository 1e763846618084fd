/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations that complete later, on threads that are no workers: timers, files, processes, calls of the host.
 *
 * An operation is a task like any other: awaited, added to groups, a dependency of other tasks. It is made by
 * asyncir_operation_create, which also gives room for the values that it yields; then one of the functions below starts it,
 * and returns at once. The addresses of its results lie in that room, or live at least as long as the task. Buffers belong to
 * the operation until it is complete.
 *
 * `location` is where the program asks for the operation, as in asyncir_error_create; errors carry it. Strings and structures
 * that are passed by pointer are borrowed until the operation is complete, unless said otherwise.
 *
 * While an operation is in flight no wait counts as a deadlock, and asyncir_runtime_stop and asyncir_runtime_end_stuck wait
 * for it; on the thread of an operation they do nothing.
 */
#ifndef ASYNCIR_OPERATIONS_H
#define ASYNCIR_OPERATIONS_H

#include "asyncir/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* A pending task of `size` bytes, its header included, with `references` references for whoever asks for it, and one for
 * the operation. The bytes behind the header are not initialised. Null: there is no memory; then asyncir_task_exhausted
 * gives another, on which whatever is started below does nothing. */
asyncir_task *asyncir_operation_create(int64_t size, int64_t alignment, uint32_t references);

/* Before it is started: what a trace calls it. `name` and `location` are constants. */
void asyncir_operation_name(asyncir_task *task, const char *name, const char *location);

/* Complete it, from any thread, once; `error` (owned) or null. */
void asyncir_operation_complete(asyncir_task *task, asyncir_error *error);

/* ---- timers ---- */

/* Nanoseconds of the clock that timers go by (CLOCK_MONOTONIC). */
int64_t asyncir_clock(void);
/* Complete when that much time has passed, not before; at once if it is not positive. */
void asyncir_operation_sleep(asyncir_task *task, int64_t nanoseconds);
/* Complete when the clock has reached `deadline`. */
void asyncir_operation_sleep_until(asyncir_task *task, int64_t deadline);

/* ---- files: a file is its descriptor. Errors are R301. ---- */

enum asyncir_file_mode {
  ASYNCIR_FILE_READ = 0,   /* must exist */
  ASYNCIR_FILE_WRITE = 1,  /* made, or emptied */
  ASYNCIR_FILE_UPDATE = 2, /* read and written; made if it does not exist */
};

/* `path` has `length` bytes and is copied. *file is the descriptor. */
void asyncir_operation_open(asyncir_task *task, const char *path, int64_t length, int32_t mode, int32_t *file,
                            const char *location);
void asyncir_operation_close(asyncir_task *task, int32_t file, const char *location);
/* *size is how many bytes the file has. */
void asyncir_operation_size(asyncir_task *task, int32_t file, int64_t *size, const char *location);
/* Read up to `bytes` bytes that lie `offset` bytes behind the file's start; *count is fewer than asked for only at its end. */
void asyncir_operation_read(asyncir_task *task, int32_t file, int64_t offset, void *buffer, int64_t bytes, int64_t *count,
                            const char *location);
/* Write all of them; *count is `bytes`. */
void asyncir_operation_write(asyncir_task *task, int32_t file, int64_t offset, const void *buffer, int64_t bytes,
                             int64_t *count, const char *location);

/* ---- processes ---- */

typedef struct asyncir_process {
  const char *const *arguments; /* the program, looked for on PATH, and what it is called with; null at the end */
  const void *input;            /* what it reads as standard input, or null */
  int64_t input_bytes;
  void *output; /* room for what it writes to standard output, or null */
  int64_t output_bytes;
  int32_t input_file;  /* instead of `input`, if not negative; without either it reads nothing (/dev/null) */
  int32_t output_file; /* instead of `output`, if not negative; without either it writes where this process does */
} asyncir_process;

/* Run it to its end. *status is its exit status, 0 to 255; *written, unless null, how many bytes of `output` it wrote. `process` is
 * copied, what it points to is not. R302: it cannot be started; R303: a signal ended it; R304: its output does not fit. */
void asyncir_operation_process(asyncir_task *task, const asyncir_process *process, int32_t *status, int64_t *written,
                               const char *location);

/* ---- calls of the host: a function of Python, say ---- */

typedef struct asyncir_callback {
  /* Called on a thread that is no worker and may be blocked. `places` points to pointers, one for each argument and then one for
   * each result. It has the operation completed, before it returns or later. */
  void (*call)(void *context, asyncir_task *task, void **places, const char *location);
  void *context;
} asyncir_callback;

void asyncir_operation_call(asyncir_task *task, const asyncir_callback *callback, void **places, const char *location);

/* ---- errors of the host ---- */

/* An error whose strings are copied. `host` is a number by which the host finds its own record of it, such as an exception;
 * 0: it has none. */
asyncir_error *asyncir_error_create_host(const char *code, const char *message, const char *location, uint64_t host);
/* That number. */
uint64_t asyncir_error_host(const asyncir_error *error);
/* A number whose error is gone, each told once; 0: no more. */
uint64_t asyncir_error_forgotten_host(void);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
