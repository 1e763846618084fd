// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a thread outside must have to run a worker while it waits; and who watches the clock for it meanwhile.
#pragma once

#include "asyncir/runtime.h"

#include <cstddef>
#include <cstdint>
#include <mutex>

namespace asyncir {

struct Thread;

/// Whether the calling thread has so many bytes of stack left.
bool has_stack(std::size_t bytes);

/// Whether there is somebody to watch the clock for a call with such options, which may be null.
bool can_be_watched(const asyncir_call_options *options);

/// For whoever forks the process, in which the watch has no thread any more.
std::mutex &watch_mutex();
void forget_watch();

/// While it lives, the call whose thread is the visitor is cancelled at its deadline, and the visitor is told when it is to look whether
/// something else has interrupted it. `options` may be null.
class Watched {
public:
  Watched(Thread &visitor, const asyncir_call_options *options);
  ~Watched();
  Watched(const Watched &) = delete;
  Watched &operator=(const Watched &) = delete;

private:
  friend class Watch;
  std::int64_t due() const;

  Thread &visitor_;
  const asyncir_call_options *const options_;
  // Guarded by the watch's mutex.
  std::int64_t next_look_ = INT64_MAX;
  bool in_time_ = true;     // the deadline, if there is one, is to come
  bool cancelling_ = false; // it is over, and somebody sees to it
};

} // namespace asyncir
