/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inboxes: where an event loop of the host learns which calls are over, many at a time, without a lock of the host's on a worker. */
#ifndef ASYNCIR_INBOXES_H
#define ASYNCIR_INBOXES_H

#include "asyncir/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#define ASYNCIR_INBOX_SHIFT 48 /* the number of a call has that of its inbox above this bit */

/* A new inbox, 0 to 65535; -1: there are as many already, or the system has no descriptor left. */
int64_t asyncir_inbox_open(void);
/* Its file descriptor, which is readable while something is in it. It belongs to the inbox. */
int asyncir_inbox_descriptor(int64_t inbox);
/* `done` of asyncir_run_async: puts the call of that number, and its task, into its inbox. Into one that is closed: lets the task go. */
void asyncir_inbox_put(void *number, asyncir_task *task);
/* Take out `most` pairs of a number and a task at most, the oldest first; how many. */
int64_t asyncir_inbox_take(int64_t inbox, uint64_t *pairs, int64_t most);
/* Nobody will look into it any more. */
void asyncir_inbox_close(int64_t inbox);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
