/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls the cases of a batch (cases.c, written by instrumented.py) on pools of several sizes, again and again, one after the other and
 * from two threads at once, and prints each outcome that a case has not had before:
 *
 *   CASE ok BITS…                      the results, each as the bits of 8 bytes
 *   CASE error CODE|MESSAGE <- …       the chain of causes
 *   CASE leak TASKS ERRORS             what was alive afterwards
 *
 * and in the end `calls N tasks M steals K cancelled C`. Arguments: rounds, the longest deadline in microseconds, then the numbers
 * of workers. Where that is not 0, every other call that comes from one of two threads has a deadline at random below it; it may come to
 * the usual outcome, or fail because of that (R108). */
#include "asyncir/operations.h"
#include "asyncir/runtime.h"
#include "asyncir/trace.h"
#include "cases.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 4096, CALLERS = 2 };

static char *outcomes[CASE_COUNT]; /* the last one of each case */
static pthread_mutex_t outcomes_mutex = PTHREAD_MUTEX_INITIALIZER;
static long calls, cancelled;
static long longest_deadline;

static void add(char *text, size_t *length, const char *more) {
  const size_t size = strlen(more);
  if (*length + size >= SHOWN)
    abort();
  memcpy(text + *length, more, size + 1);
  *length += size;
}

static void show_error(char *text, asyncir_error *error) {
  size_t length = 0;
  add(text, &length, "error ");
  for (const asyncir_error *link = error; link != NULL; link = asyncir_error_cause(link)) {
    if (link != error)
      add(text, &length, " <- ");
    add(text, &length, asyncir_error_code(link));
    add(text, &length, "|");
    add(text, &length, asyncir_error_message(link));
  }
  asyncir_error_release(error);
}

static void record(int number, const char *text, int has_deadline) {
  const int was_cancelled = has_deadline && strstr(text, "R108|") != NULL;
  pthread_mutex_lock(&outcomes_mutex);
  ++calls;
  cancelled += was_cancelled;
  if (!was_cancelled && (outcomes[number] == NULL || strcmp(outcomes[number], text) != 0)) {
    free(outcomes[number]);
    outcomes[number] = strdup(text);
    printf("%d %s\n", cases[number].number, text);
    fflush(stdout); /* whatever happens next */
  }
  pthread_mutex_unlock(&outcomes_mutex);
}

/* The state of a thread's deadlines; 0: it sets none. */
static _Atomic uint64_t callers_started;
static _Thread_local uint64_t deadlines;

/* At random, a time that is soon over, or never. */
static int64_t next_deadline(void) {
  if (deadlines == 0 || longest_deadline == 0)
    return INT64_MAX;
  deadlines = deadlines * 6364136223846793005u + 1442695040888963407u;
  if ((deadlines >> 40) % 2 == 0)
    return INT64_MAX;
  return asyncir_clock() + (int64_t)((deadlines >> 33) % (uint64_t)(1000 * longest_deadline));
}

static void call(int number) {
  const struct sanitized_case *one = &cases[number];
  uint64_t slots[MOST_SLOTS] = {0};
  void *places[MOST_SLOTS];
  for (int i = 0; i < MOST_SLOTS; ++i)
    places[i] = &slots[i];
  memcpy(slots, one->arguments, sizeof one->arguments);
  asyncir_call_options options = {next_deadline(), NULL, 0, 0};
  asyncir_error *error = asyncir_call(one->entry, places, &options);
  asyncir_run_close(options.run);
  char text[SHOWN] = "ok";
  if (error != NULL) {
    show_error(text, error);
  } else {
    size_t length = 2;
    for (int i = 0; i < one->results; ++i) {
      char bits[32];
      snprintf(bits, sizeof bits, " %llx", (unsigned long long)slots[one->argument_count + i]);
      add(text, &length, bits);
    }
  }
  record(number, text, options.deadline != INT64_MAX);
}

/* Each caller goes through the cases from another place on. */
static void *call_all(void *start) {
  deadlines = ++callers_started; /* other ones each time */
  for (int i = 0; i < CASE_COUNT; ++i)
    call((int)(((size_t)start + (size_t)i) % CASE_COUNT));
  return NULL;
}

static void look_for_leaks(int number) {
  asyncir_runtime_wait_idle();
  asyncir_counts alive;
  asyncir_runtime_counts(&alive);
  if (alive.tasks != 0 || alive.errors != 0) {
    printf("%d leak %lld %lld\n", number, (long long)alive.tasks, (long long)alive.errors);
    exit(3);
  }
}

static void round_of_calls(void) {
  for (int number = 0; number < CASE_COUNT; ++number) {
    call(number);
    look_for_leaks(cases[number].number);
  }
  pthread_t callers[CALLERS];
  for (size_t i = 0; i < CALLERS; ++i)
    if (pthread_create(&callers[i], NULL, call_all, (void *)(i * CASE_COUNT / CALLERS)) != 0)
      abort();
  for (size_t i = 0; i < CALLERS; ++i)
    pthread_join(callers[i], NULL);
  look_for_leaks(-1);
}

int main(int count, char **arguments) {
  const int rounds = atoi(arguments[1]);
  longest_deadline = atol(arguments[2]);
  for (int i = 3; i < count; ++i) {
    if (asyncir_runtime_start(atoi(arguments[i])) != 0)
      return 4;
    for (int round = 0; round < rounds; ++round)
      round_of_calls();
  }
  asyncir_runtime_stop();
  asyncir_stats total;
  asyncir_runtime_stats(&total);
  for (int number = 0; number < CASE_COUNT; ++number)
    free(outcomes[number]);
  printf("calls %ld tasks %lld steals %lld cancelled %ld\n", calls, (long long)total.tasks, (long long)total.steals,
         cancelled);
  return 0;
}
