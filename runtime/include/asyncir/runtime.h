/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The C ABI between compiled programs and the asyncir runtime. Nothing else is promised.
 *
 * A task is a header at the start of one allocation. For a coroutine that allocation is its frame: LLVM's
 * switched-resume ABI puts `resume` and `destroy` first, and the coroutine's promise, which holds the rest
 * of the header and then the payloads of the task's values, at offset 16. A null task pointer is a token
 * that is complete and without error ("ready"): every function below that takes a task accepts it.
 *
 * `state` is the one word on which completion is decided:
 *
 *   0             pending, nobody waits
 *   ASYNCIR_DONE    complete without an error, final; the payloads may be read (acquire)
 *   ASYNCIR_FAILED  complete with an error, final; `error` may be read (acquire)
 *   else            pending; the youngest of the list of waiters: a task, or a waiter's address plus ASYNCIR_FOREIGN; of what is
 *                 nobody's coroutine also ASYNCIR_TAKEN, alone or in addition: somebody is about to complete it
 *
 * An `!async.token` is a pointer to the header. An `!async.value<T>` is a pointer to its payload, and the
 * word before the payload holds the pointer to the header of the task that fills it. An `!async.group` is
 * a pointer to a task of the runtime's own that completes when all members have.
 *
 * References: a running coroutine holds one reference to itself, dropped when it is finished. Whoever holds a
 * token holds one. The last drop frees the task.
 *
 * A task that has never been suspended is known to nobody but the code that started it, which is still on the stack below it. It
 * finishes without atomic operations; ASYNCIR_RESUMED in `flags` says that this is over, and a task that fails does not. Compiled programs have these
 * short ways inline; the functions of the same names here do all cases. docs/runtime.md has the state tables.
 */
#ifndef ASYNCIR_RUNTIME_H
#define ASYNCIR_RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#define ASYNCIR_ABI_VERSION 9
#define ASYNCIR_DONE ((uintptr_t)1) /* a bit that only complete tasks have */
#define ASYNCIR_FAILED ((uintptr_t)3)
#define ASYNCIR_FOREIGN ((uintptr_t)2)
#define ASYNCIR_TAKEN ((uintptr_t)4)

/* `flags` of a task. */
#define ASYNCIR_SIZE_CLASS 0xffu /* of the allocation, if freeing it is all that its end takes; else 0 */
#define ASYNCIR_RESUMED 0x100u   /* it was resumed from a deque, so others know of it */
#define ASYNCIR_FAILING 0x400u   /* it ends with the error that is in its place already */
#define ASYNCIR_CLAIMED 0x200u   /* somebody is completing it, or has; only for tasks that more than one party might complete */
#define ASYNCIR_RUN_SHIFT 12     /* from here on: the number of the run that it belongs to, see asyncir_cancel */

typedef struct asyncir_runtime asyncir_runtime; /* workers of their own; null: the one that is there without being made */
typedef struct asyncir_worker asyncir_worker; /* what runs tasks; null outside the pool */
typedef struct asyncir_error asyncir_error;   /* reference counted: code, message, location, cause */
typedef struct asyncir_waiter asyncir_waiter;
typedef struct asyncir_task asyncir_task;

/* What waits and is not a task. */
struct asyncir_waiter {
  void *next;
  /* Called once, when what it waits for is complete; the waiter may be gone when this returns. */
  void (*notify)(asyncir_waiter *, asyncir_worker *);
};

struct asyncir_task {                /* offset */
  void (*resume)(asyncir_task *);    /*  0  */
  void (*destroy)(asyncir_task *);   /*  8  */
  uintptr_t state;                   /* 16, atomic */
  union {
    void *next;                      /* 24, while it waits: the next in the list of waiters, as in `state` */
    asyncir_error *error;            /*     when it is finished: owned */
  };
  asyncir_worker *worker;            /* 32, the worker on which it runs, set before each resume */
  union {
    struct {
      uint32_t references;           /* 40, atomic */
      uint32_t flags;                /* 44; written by the task's own worker only, but for ASYNCIR_CLAIMED */
    };
    uint64_t counts;                 /* 40, both: `flags` is the upper half */
  };
};                                   /* 48 */

/* The part of a worker that compiled programs touch. Only the thread that runs the worker writes, but for `top`,
 * `no_thief` and `stack_limit`. */
#define ASYNCIR_SIZE_CLASSES 32 /* frames of up to 16 * 32 bytes are kept for reuse, each with others of as many times 16 bytes */
#define ASYNCIR_TOKEN_CLASS 33  /* so are created tokens, 64 bytes each, in memory that is used for nothing else */
/* What a free frame begins with. Its list ends in one that is no frame and has no `next`. */
typedef struct asyncir_free_frame {
  struct asyncir_free_frame *next;
  int64_t unused[2];
  int64_t room; /* so many frames may be put before this one; 0: asyncir_task_release or asyncir_frame_free give some away first */
} asyncir_free_frame;

typedef struct asyncir_worker_front { /* offset */
  uintptr_t stack_limit;     /*   0, atomic: while the stack is below it, nothing is started inside something else, but
                                     asyncir_fork and asyncir_start are called; all ones: they are always called */
  asyncir_task *finished;    /*   8, the task that has just finished inside the one that started it */
  int64_t bottom;            /*  16, atomic: the deque's younger end */
  asyncir_task **slots;      /*  24, the deque's ring: entry i is slots[i & mask], atomic */
  int64_t mask;              /*  32 */
  int64_t room;              /*  40, `bottom` may be pushed up to this before asyncir_deque_grow is needed */
  const int64_t *sleepers;   /*  48, atomic: not 0 where a push has to call asyncir_wake */
  uint64_t run;              /*  56, what a new task's `references` and `flags` begin with: the run in its place, else 0 */
  int64_t started;           /*  64, tasks launched */
  int64_t number;            /*  72, which of its runtime's workers it is, from 0 */
  int64_t stolen, suspended; /*  80, 88: counts */
  uintptr_t nesting_limit;   /*  96, `stack_limit` as it is where nothing asks for the long way */
  int64_t outside;           /* 104, 1: not a worker, but what asyncir_worker_here gives a thread outside the pool */
  int64_t no_thief;          /* 112, atomic, 1: no thief is at the deque, the last entry may be taken without an exchange */
  int64_t unused1;
  int64_t top;               /* 128, atomic: the deque's older end, which thieves move */
  int64_t unused2[7];
  asyncir_free_frame *free[ASYNCIR_TOKEN_CLASS + 1]; /* 192, by size class; there is no room for frames of class 0 */
} asyncir_worker_front;

/* What a coroutine is called in the program; for traces. */
typedef struct asyncir_descriptor {
  const char *name;
  const char *location; /* file:line:column; may be null */
} asyncir_descriptor;

/* ---- frames and tasks, called by coroutines ---- */

/* Memory for a coroutine's frame of `size` bytes; `alignment` is a power of two. `worker` is the calling worker, or null outside
 * the pool. Null: there is none. asyncir_frame_free takes the same size and alignment. */
void *asyncir_frame_allocate(asyncir_worker *worker, int64_t size, int64_t alignment);
void asyncir_frame_free(void *frame, int64_t size, int64_t alignment);
/* Where the first gives null, because the system has no more or the limit is reached, this is the task that there is instead: complete, with
 * an error (R004) that names `location`, and `references` more. Started or set, it does nothing. `task` is the caller's, lasts as long as
 * the program and is zero at first, as are the 16 bytes before it, which belong to the runtime; payloads behind it are the caller's. */
asyncir_task *asyncir_task_exhausted(asyncir_task *task, uint32_t references, const char *location);

/* Fill offsets 16..47 of a new frame: pending, no waiters, `references` references, of the worker's run. */
void asyncir_task_init(asyncir_task *task, asyncir_worker *worker, uint32_t references);

/* Queue a suspended task to be resumed. `worker` is the calling worker, or null outside the pool. */
void asyncir_task_schedule(asyncir_task *task, asyncir_worker *worker);

/* Start `child`, which is suspended at its very beginning, inside `parent`, whose coroutine state is saved and which meanwhile
 * may be stolen. True: `parent` was not, it goes on. False: it may already run elsewhere; touch nothing of its frame,
 * suspend. Where the stack is short the child is queued instead. */
bool asyncir_fork(asyncir_worker *worker, asyncir_task *parent, asyncir_task *child, const asyncir_descriptor *descriptor);
/* The second half of it, for code that has pushed the parent, at `index` of the deque, and resumed the child itself. `finished`: the
 * child said so. */
bool asyncir_fork_join(asyncir_worker *worker, int64_t index, asyncir_task *child, bool finished);
/* Whether a coroutine, whose state is saved, has to wait with its start for a worker with more stack. True: it is queued, suspend. */
bool asyncir_start(asyncir_worker *worker, asyncir_task *task, const asyncir_descriptor *descriptor);
/* Launch a task that nobody waits inside of: queue `child`, which is suspended at its very beginning. */
void asyncir_launch(asyncir_worker *worker, asyncir_task *child, const asyncir_descriptor *descriptor);
/* The same for code that waits for `child` next, so that nothing of its own could go on meanwhile. Compiled programs start the child
 * on the same stack, where it is long enough, without having the parent in the deque. */
void asyncir_launch_awaited(asyncir_worker *worker, asyncir_task *child, const asyncir_descriptor *descriptor);

/* Make room in the worker's deque; wake somebody for what was pushed. */
void asyncir_deque_grow(asyncir_worker *worker);
void asyncir_wake(asyncir_worker *worker);

/* Complete `task`: record `error` (owned, may be null), notify all waiters, drop the coroutine's own reference. The caller
 * has saved its coroutine state, touches nothing of the frame afterwards, and suspends finally. */
void asyncir_task_finish(asyncir_task *task, asyncir_error *error, asyncir_worker *worker);

/* Make `waiting`, whose coroutine state is saved, wait for `task`. False: already complete, go on at once.
 * True: `waiting` is published and may already run elsewhere; touch nothing of its frame, suspend. */
bool asyncir_task_await(asyncir_task *task, asyncir_task *waiting);

/* The same for a task that may be cancelled (see below) while it waits. False: do not suspend. Either way, behind it asyncir_check is
 * called, if the worker's guard is up, before `task` is looked at: it may be pending still. */
bool asyncir_await(asyncir_task *task, asyncir_task *waiting);

bool asyncir_task_is_done(const asyncir_task *task); /* acquire */
void asyncir_task_retain(asyncir_task *task, uint32_t count);
void asyncir_task_release(asyncir_task *task, uint32_t count);

/* The error of a complete task, borrowed; null if none. */
asyncir_error *asyncir_task_error(const asyncir_task *task);

/* ---- tokens and values that belong to no coroutine (async.runtime.create, async.ready) ---- */

/* A pending task with room for a payload: the payload's address is asyncir_task_payload, the word before it
 * points to the task. `payload_size` 0: a token. Two references, the caller's and that of whoever sets it, and `references` more. */
asyncir_task *asyncir_task_create(int64_t payload_size, int64_t payload_alignment, uint32_t references);
void *asyncir_task_payload(asyncir_task *task, int64_t payload_alignment);
/* Complete it: `error` (owned) or null; drops the reference made for that, and `references` more, which the caller holds. False: it is
 * complete already, and nothing has changed (the caller raises an error). */
bool asyncir_task_set(asyncir_task *task, asyncir_error *error, asyncir_worker *worker, uint32_t references);

/* What compiled programs touch of one, which they make in their own code where they find one that is free. */
typedef struct asyncir_created { /* offset */
  asyncir_task task;             /*  0  */
  void *payload;                 /* 48, where its memory begins; null: a token */
  int64_t payload_alignment;     /* 56 */
} asyncir_created;

/* What cannot be made for want of memory, of these and of groups, is a task that is complete and has failed (R004). Setting it changes nothing
 * and succeeds; its payload has no room, so that it must not be written or read where asyncir_task_is_exhausted says so. */
bool asyncir_task_is_exhausted(const asyncir_task *task);

/* ---- groups ---- */

/* `location`: where the program makes it, for errors that blame it; a constant, borrowed for ever. `worker`: the calling one, or null
 * outside the pool. */
asyncir_task *asyncir_group_create(int64_t size, const char *location, asyncir_worker *worker);
/* The rank of the new member; -1 if the group has all its members already (the caller raises an error). */
int64_t asyncir_group_add(asyncir_task *group, asyncir_task *member, asyncir_worker *worker);
/* Groups complete with the error of the member of lowest rank that failed. */

/* What compiled programs touch of a group. */
typedef struct asyncir_group { /* offset */
  asyncir_task task;           /*  0  */
  int64_t size;                /* 48 */
  uint64_t counts;             /* 56, atomic: members added, in the upper half, and ended */
} asyncir_group;

/* ---- raw coroutines (async.coro.* and async.runtime.* written out by hand), which have no header ---- */

/* As asyncir_frame_allocate, beyond the limit, too: no token tells whoever made it. If the system has no more, the process ends with R004. */
void *asyncir_handle_allocate(int64_t size, int64_t alignment);
void asyncir_handle_resume(void *handle, asyncir_worker *worker);
void asyncir_handle_await_and_resume(asyncir_task *task, void *handle);

/* ---- errors ---- */

/* Strings are borrowed for ever (constants of the program). `cause` is owned, may be null. One reference. */
asyncir_error *asyncir_error_create(const char *code, const char *message, const char *location,
                                    asyncir_error *cause);
/* One without a cause, whose message has numbers: `{0}` in `format` stands for `first`, `{1}` for `second`. */
asyncir_error *asyncir_error_create_sizes(const char *code, const char *format, const char *location, int64_t first, int64_t second);
asyncir_error *asyncir_error_retain(asyncir_error *error);
void asyncir_error_release(asyncir_error *error);
const char *asyncir_error_code(const asyncir_error *error);
const char *asyncir_error_message(const asyncir_error *error);
const char *asyncir_error_location(const asyncir_error *error);
const asyncir_error *asyncir_error_cause(const asyncir_error *error);

/* ---- runs and their cancellation: docs/errors-at-run-time.md ---- */

/* A run is all tasks that one call starts, and those that they start. A number for a new one, 1 to 2^20 - 1, which is cancelled with the
 * run that the calling thread is in; 0 if none is free. The number may be given out again after asyncir_run_close, by which time the
 * call must have returned. */
uint32_t asyncir_run_open(void);
void asyncir_run_close(uint32_t run);
/* Whether the number is free: nothing of a run that was closed can run any more, if it was cancelled. */
bool asyncir_run_is_over(uint32_t run);
/* What the calling thread starts from now on belongs to this run; 0: to that of the task that it is in, if any. The one selected before. */
uint32_t asyncir_run_select(uint32_t run);
/* Have all tasks of the run fail (R107; R108 with `deadline`) where they next look, and all that they wait for end early. From any
 * thread; returns at once. False: it is not open, or was cancelled already. */
bool asyncir_cancel(uint32_t run, bool deadline);
/* The error (owned) if the run of the task that the calling code belongs to is cancelled, else null. */
asyncir_error *asyncir_check(asyncir_worker *worker, const char *location);

/* A task of a nursery has failed with `error` (borrowed): its run keeps the error and is cancelled, so that its siblings end. An error that
 * itself comes of a cancellation is not kept. */
void asyncir_member_failed(asyncir_task *task, asyncir_error *error);
/* Take what a task of a nursery has failed with in an open run, the first first, with its reference. Null: there is nothing more. */
asyncir_error *asyncir_run_failure(uint32_t run);
/* Have `hook` called with the number of each run that is cancelled, from then on, on the thread that cancels it; null: no more. */
void asyncir_on_cancel(void (*hook)(uint32_t run));

/* How a call can end early. */
typedef struct asyncir_call_options {
  int64_t deadline;          /* by asyncir_clock; INT64_MAX: none */
  bool (*interrupted)(void); /* asked on the calling thread every `interval` nanoseconds while it waits; null: never.
                                A thread that runs tasks meanwhile asks where they look whether they are cancelled, and between them */
  int64_t interval;
  uint32_t run;              /* the run that the call is; 0: open one, and put it here. To be closed by the caller in any case */
} asyncir_call_options;
/* Call an entry of a program. At the deadline, or once `interrupted` says so, the run is cancelled; the calling thread waits on, until the
 * tasks that it waits for have ended. A function that waits for nothing ends where it next looks (asyncir_check, asyncir_poll). */
asyncir_error *asyncir_call(asyncir_error *(*entry)(void *), void *arguments, asyncir_call_options *options);
/* Not 0: code that waits for nothing, and looks at this word in its loops, is to call asyncir_poll. A look is one load. */
extern int64_t asyncir_attention;
/* Return, or leave the call that the calling thread computes for, as by longjmp: it ends with R107 or R108. */
void asyncir_poll(const char *location);
/* Call an entry that waits for nothing, as asyncir_call does, at little cost: without a deadline or a run of its own. On the process's
 * main thread it ends, with R107, once what asyncir_on_interrupt was given says so, which is asked every 40 ms or so. */
asyncir_error *asyncir_compute(asyncir_error *(*entry)(void *), void *arguments);
/* The same for a worker: the call ends once its run is cancelled. */
asyncir_error *asyncir_compute_task(asyncir_error *(*entry)(void *), void *arguments);
void asyncir_on_interrupt(bool (*interrupted)(void));
/* An entry: block until a task is complete. */
asyncir_error *asyncir_block(void *task);

/* ---- memory of programs ---- */

/* Random numbers of the calling thread, as the legacy functions of np.random draw them: by MT19937, which the system has seeded. A
 * number below 0 has it seeded anew; others have 32 bits. Whole numbers go from 0 to `most`, which has no sign. */
void asyncir_random_seed(int64_t seed);
double asyncir_random_fraction(void);
double asyncir_random_normal(void);
double asyncir_random_exponential(void);
int64_t asyncir_random_at_most(int64_t most);

/* Memory as malloc gives it, at a multiple of `alignment`, a power of two. Anybody may free it. */
void *asyncir_memory_allocate(uint64_t size, uint64_t alignment);
/* Free what malloc or the function above gave, or null. A large block is kept for what is allocated next. */
void asyncir_memory_free(void *start);

/* ---- the pool ---- */

/* ASYNCIR_ABI_VERSION of the library that is loaded. */
uint32_t asyncir_runtime_abi_version(void);
/* The names of all functions of the library, with blanks between them. */
const char *asyncir_runtime_symbols(void);
/* Start the process's own runtime with `threads` workers, 1 to 1024 (0: ASYNCIR_NUM_THREADS, else the number of CPUs). Again with
 * another number: wait until it is idle, then replace the workers. It also starts by itself on first use. 0: done;
 * else asyncir_runtime_start_error says why not, until this thread's next start. Not to be called on a worker. */
int asyncir_runtime_start(int64_t threads);
const char *asyncir_runtime_start_error(void);
/* Wait until no task is queued or running and no operation is in flight, fail what is stuck (asyncir_runtime_end_stuck), stop the
 * workers of all runtimes; they start again when they are used. Nothing on a worker. */
void asyncir_runtime_stop(void);
/* Wait until no task is queued or running in any runtime; then the counts are exact. Nothing on a worker. */
void asyncir_runtime_wait_idle(void);
/* Wait until no task is queued or running and no operation is in flight; if tasks still wait, complete what they wait for with an
 * error (R104), as after a deadlock, until none does. Whether any did; then `*why`, if `why` is not null, is the first such error, with one
 * reference. Nothing on a worker. */
bool asyncir_runtime_end_stuck(asyncir_error **why);
/* Bound the memory of tasks (frames, created tokens and values, groups, queues), of all runtimes together. `size`: bytes, or with a
 * suffix, as 512M or 2G, at least 1M; null: as ASYNCIR_MEMORY_LIMIT says, else none. 0: done; else asyncir_runtime_start_error says
 * why not. What is there already stays. At the limit, what would be launched is a task that has failed (R004). */
int asyncir_runtime_limit_memory(const char *size);
typedef struct asyncir_memory {
  int64_t in_use; /* bytes taken from the system and not given back; what is free for reuse is among them */
  int64_t limit;  /* 0: none */
} asyncir_memory;
void asyncir_runtime_memory(asyncir_memory *memory);
/* Workers of the runtime that the calling thread uses; 0: it cannot be started, and asyncir_runtime_start_error says why. */
int64_t asyncir_runtime_worker_count(void);

/* More runtimes in one process, each with workers of its own. A task may wait for one of another runtime; it goes on in its own. */
typedef struct asyncir_runtime_config {
  int64_t threads;     /* as for asyncir_runtime_start */
  int64_t stack_bytes; /* of a worker; 0: as ASYNCIR_STACK_MB says */
  int32_t pin;         /* 1: each worker stays on one CPU, of those that the process may use the one with the fewest pinned workers;
                          0: anywhere; -1: as ASYNCIR_PIN says */
  int32_t loan;        /* 1: a thread outside that waits for a task runs a worker meanwhile, and one thread less is started; 0: it sleeps;
                          -1: as ASYNCIR_LOAN says */
} asyncir_runtime_config;
/* Null: asyncir_runtime_start_error says why. */
asyncir_runtime *asyncir_runtime_create(const asyncir_runtime_config *config);
/* Wait until none of its tasks is queued or running, then end its workers. A task that still waits goes on in the process's own
 * runtime. False on one of its own workers, where nothing is done. No thread may have it selected afterwards. */
bool asyncir_runtime_destroy(asyncir_runtime *runtime);
/* What the calling thread hands to a runtime goes to this one from now on; null: on a worker to the worker's, else to the
 * process's own. The one that was selected before. */
asyncir_runtime *asyncir_runtime_select(asyncir_runtime *runtime);

/* Whether this process was made by fork from one with workers. It has none, so that nothing can run here: asyncir_run returns a
 * failed task (R008), asyncir_runtime_start and asyncir_runtime_create refuse, the process ends with status 2 where nobody could be told,
 * and waiting for idleness and stopping do nothing. */
bool asyncir_runtime_forked(void);

/* The calling thread's worker, or null outside the pool. Not for coroutines: they read it from their frame. */
asyncir_worker *asyncir_worker_current(void);
/* The same for code that is compiled for workers: outside the pool, something of the calling thread's own on which every task that is
 * started is queued, and which all functions here take for null. */
asyncir_worker *asyncir_worker_here(void);

/* Run `start(context, worker)` on a worker. It returns a task (one reference, taken over by the caller of this
 * function) or null; block the calling thread until that task is complete, and return it. (In a function that a task calls, a thread
 * of the pool is blocked: another takes its place meanwhile.)
 * If the pool goes idle while the task is pending, nothing can ever complete it: that is a deadlock. Then *deadlock is
 * set to true, and whatever belongs to no coroutine and is waited for (groups that lack members, created tokens and values that
 * nobody has set) is completed with an error (R104). The tasks that wait see it as any error, and end; the task is returned when it is
 * complete. Where nothing can be failed it is returned pending. `deadlock` may be null: then the wait goes on.
 * Where nothing can run (R001, R008), `start` is not called, and a task is returned that has failed. */
asyncir_task *asyncir_run(asyncir_task *(*start)(void *context, asyncir_worker *), void *context, bool *deadlock);
/* The same without blocking: `done(context2, task)` is called, mostly on a worker, when the task is complete, or, after
 * a deadlock, still pending. `done` takes over the reference. It may block. */
void asyncir_run_async(asyncir_task *(*start)(void *context, asyncir_worker *), void *context,
                       void (*done)(void *context2, asyncir_task *), void *context2);
/* Block the calling thread until `task` is complete. False: there was a deadlock, as above. */
bool asyncir_task_block(asyncir_task *task);
/* Call `done(context, task)` when `task` is complete, at once if it is. Holds a reference meanwhile. If it becomes complete on a
 * worker, the call is a task of its own on that worker. */
void asyncir_task_on_done(asyncir_task *task, void (*done)(void *context, asyncir_task *), void *context);

/* The same as somebody who waits: if the pool goes idle meanwhile, that is a deadlock, as for asyncir_run. (A callback alone is
 * no wait: its owner may be about to launch what completes the task.) `done` may be null; after a deadlock in which nothing can be
 * failed it gets the task pending. */
void asyncir_task_watch(asyncir_task *task, void (*done)(void *context, asyncir_task *), void *context);

/* Between begin and end something outside the pool (a thread, an event loop, a device) may complete a task or bring
 * new work: meanwhile no wait counts as a deadlock. Called outside the pool or on a worker. */
void asyncir_operation_begin(void);
void asyncir_operation_end(void);

/* Around what blocks for long (read, usleep, a lock that another task holds) in a function that a task calls: meanwhile another thread
 * runs the worker. Costs some microseconds if there is something else to do. Both are called on one thread, also outside the pool, where
 * they do nothing; `end` takes what `begin` gave, and may have to wait until the worker has finished a task. Between them the
 * thread has no worker; no wait counts as a deadlock. */
asyncir_worker *asyncir_blocking_begin(void);
void asyncir_blocking_end(asyncir_worker *worker);

/* From begin to end, both called on one thread: if the process dies of a signal that programs cause (SIGSEGV, SIGBUS, SIGFPE,
 * SIGILL, SIGABRT), say so on standard error as R006, remove `file` unless it is null, and exit with 1. For commands that
 * run one program; `file` must live until the end. */
void asyncir_crash_reports_begin(const char *file);
void asyncir_crash_reports_end(void);

/* Counts of what is alive now: a program that ended well leaves zeros. */
typedef struct asyncir_counts {
  int64_t tasks;  /* frames, created tokens and values, groups */
  int64_t errors;
  int64_t started; /* tasks scheduled since the pool started */
} asyncir_counts;
void asyncir_runtime_counts(asyncir_counts *counts);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
