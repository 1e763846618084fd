// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Calls that compute on the thread of their caller, and wait for nothing: how they end early. Their loops look at one word,
/// `asyncir_attention`: 0 while nobody wants anything, so that a look is a load and a jump that is never taken.
///
///   a thread      counts where such a call begins, and where it ends
///   the ticker    one thread for all: a call that was there at the last tick, too, is told to look
///   asyncir_check asks what the call may be interrupted by, on its own thread
///   asyncir_poll  does so, too, and leaves the call's frames, in which nothing has to be tidied up
///
/// Also up is the word while a run is cancelled: workers run such code, too.
#pragma once

#include "asyncir/runtime.h"

#include <csetjmp>
#include <cstdint>
#include <mutex>

namespace asyncir {

/// Somebody wants code that waits for nothing to look, or no longer does.
void want_attention(std::int64_t change);

/// While it lives, the calling thread computes for a call with these options, which may be null or name nothing that ends it: then
/// it can be left only `always`, where its run is cancelled.
class Computing {
public:
  explicit Computing(const asyncir_call_options *options, bool always = false);
  ~Computing();
  Computing(const Computing &) = delete;
  Computing &operator=(const Computing &) = delete;

  /// Call it. What it returns, or what it was left with.
  asyncir_error *run(asyncir_error *(*entry)(void *), void *arguments);
  [[noreturn]] void leave(asyncir_error *error);

private:
  const asyncir_call_options *before_ = nullptr;
  Computing *around_ = nullptr;
  asyncir_error *left_with_ = nullptr;
  const bool here_;    // asyncir_poll may leave it
  const bool counted_; // the ticker sees it
  jmp_buf *place_ = nullptr;
};

/// The calling thread was told to look: whether its call is to end. It may be that of a call without a run.
bool computing_is_interrupted();

/// For whoever forks the process, in which there is no ticker any more, and no thread but the one that forks.
std::mutex &computing_mutex();
void forget_ticker();

} // namespace asyncir
