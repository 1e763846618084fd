// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "crash.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <optional>

#include "asyncir/runtime.h"

namespace {

constexpr std::size_t signal_stack_bytes = 64 << 10;

struct Crash {
  int signal;
  const char *message;
};
constexpr std::array<Crash, 5> crashes{{
    {SIGSEGV, "it used memory that is not its own, or its calls are nested too deep (SIGSEGV)"},
    {SIGBUS, "it used memory that is not there (SIGBUS)"},
    {SIGFPE, "a division by zero, or one whose quotient does not fit its type (SIGFPE)"},
    {SIGILL, "it reached what it must not reach (SIGILL)"},
    {SIGABRT, "its memory is in disorder: something was freed twice, or written out of bounds (SIGABRT)"},
}};

std::array<struct sigaction, crashes.size()> handlers_before;
std::optional<asyncir::SignalStack> callers_stack;
const char *file_to_remove = nullptr;

/// Only what may be called in a signal handler is called from here on.
void say(const char *text) {
  const auto written = write(STDERR_FILENO, text, std::strlen(text));
  (void)written; // there is nobody else to be told
}

[[noreturn]] void report(int signal) {
  static std::atomic_flag reported;
  while (reported.test_and_set())
    pause(); // another thread is about to end the process
  say("error[R006]: the program was stopped: ");
  for (const Crash &crash : crashes)
    if (crash.signal == signal)
      say(crash.message);
  say("\n   = help: `asyncir run --interpret latest` finds the place of what is undefined\n");
  if (file_to_remove != nullptr)
    unlink(file_to_remove);
  _exit(1);
}

} // namespace

namespace asyncir {

SignalStack::SignalStack() : memory_(new char[signal_stack_bytes]) {
  stack_t mine{};
  mine.ss_sp = memory_.get();
  mine.ss_size = signal_stack_bytes;
  sigaltstack(&mine, &before_);
}

SignalStack::~SignalStack() { sigaltstack(&before_, nullptr); }

} // namespace asyncir

extern "C" void asyncir_crash_reports_begin(const char *file) {
  file_to_remove = file;
  callers_stack.emplace();
  struct sigaction action{};
  action.sa_handler = report;
  action.sa_flags = SA_ONSTACK;
  for (std::size_t i = 0; i < crashes.size(); ++i)
    sigaction(crashes[i].signal, &action, &handlers_before[i]);
}

extern "C" void asyncir_crash_reports_end(void) {
  for (std::size_t i = 0; i < crashes.size(); ++i)
    sigaction(crashes[i].signal, &handlers_before[i], nullptr);
  callers_stack.reset();
  file_to_remove = nullptr;
}
