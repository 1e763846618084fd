// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a program dies of by its own fault is said in words, see asyncir_crash_reports_begin.
#pragma once
#include <csignal>
#include <memory>

namespace asyncir {

/// A stack for signal handlers of this thread: one that has used up its own stack could not say so on it.
class SignalStack {
public:
  SignalStack();
  ~SignalStack();
  SignalStack(const SignalStack &) = delete;
  SignalStack &operator=(const SignalStack &) = delete;

private:
  std::unique_ptr<char[]> memory_;
  stack_t before_{};
};

} // namespace asyncir
