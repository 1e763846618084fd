/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How a peer in C or C++ is asked to run: `PEER PROGRAM THREADS SIZE`. It says "ready", then answers each line on standard
 * input, which holds a number of runs, with one line of JSON: nanoseconds on the wall and on all processors together, what
 * the last run computed, by how many bytes the first answer's runs let the process's memory grow at most, and how many tasks the
 * runtime counted in the last of them. */
#ifndef ASYNCIR_BENCH_HARNESS_H
#define ASYNCIR_BENCH_HARNESS_H

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))
/* The compiler may neither know nor forget what lies in memory here. */
#define FORGET __asm__ volatile("" ::: "memory")

typedef struct {
  const char *name;
  void (*prepare)(void);              /* once */
  void (*before)(void);               /* before each run, not timed; may be null */
  void (*run)(void);
  unsigned long long (*result)(void); /* of the last run */
} program;

static long size;
static int threads;
static long long (*tasks)(void); /* how many the runtime has launched up to now; may be null */

static long long clock_ns(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

/* A line of /proc/self/status in bytes: VmRSS, what the process has in memory; VmHWM, the most that it had. */
static long long memory(const char *line_name) {
  char line[256];
  long long kilobytes = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    if (strncmp(line, line_name, strlen(line_name)) == 0)
      kilobytes = atoll(line + strlen(line_name) + 1);
  if (status)
    fclose(status);
  return kilobytes * 1024;
}

/* Give free memory back and let VmHWM start again from what is in use. */
static void forget_peak(void) {
  malloc_trim(0);
  FILE *file = fopen("/proc/self/clear_refs", "w");
  if (file) {
    fputs("5", file);
    fclose(file);
  }
}

/* Memory as NumPy's: large arrays in large pages where the system has some. */
static void *allocate(size_t bytes) {
  const size_t page = 2u << 20;
  const size_t whole = (bytes + page - 1) / page * page;
  void *memory = aligned_alloc(bytes < page ? 64 : page, bytes < page ? (bytes + 63) / 64 * 64 : whole);
  if (!memory)
    exit(3);
  if (bytes >= page)
    madvise(memory, whole, MADV_HUGEPAGE);
  return memory;
}

static int serve(int count, char **arguments, const program *programs) {
  if (count != 4)
    return 2;
  threads = atoi(arguments[2]);
  size = atol(arguments[3]);
  while (programs->name && strcmp(programs->name, arguments[1]) != 0)
    ++programs;
  if (!programs->name)
    return 2;
  if (programs->prepare)
    programs->prepare();
  puts("ready");
  fflush(stdout);
  char line[64];
  long long start = 0, growth = -1;
  while (fgets(line, sizeof line, stdin)) {
    if (growth < 0) {
      forget_peak();
      start = memory("VmRSS:");
    }
    long long wall = 0, processors = 0, launched = 0;
    const int counts = growth < 0 && tasks; /* not later: who counts waits until all is quiet */
    for (long i = atol(line); i > 0; --i) {
      if (programs->before)
        programs->before();
      if (counts)
        launched = tasks();
      const long long w = clock_ns(CLOCK_MONOTONIC), p = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
      programs->run();
      processors += clock_ns(CLOCK_PROCESS_CPUTIME_ID) - p;
      wall += clock_ns(CLOCK_MONOTONIC) - w;
      if (counts)
        launched = tasks() - launched;
    }
    if (growth < 0)
      growth = memory("VmHWM:") - start;
    printf("{\"wall\": %lld, \"cpu\": %lld, \"result\": %llu, \"growth\": %lld, \"tasks\": %lld}\n", wall, processors,
           programs->result(), growth, launched);
    fflush(stdout);
  }
  return 0;
}

#endif
