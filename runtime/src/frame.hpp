// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a worker has of the frames' memory, see frame.cpp.
#pragma once

#include "asyncir/runtime.h"

#include <cstdint>

namespace asyncir {

/// The rest of a piece of memory that frames are carved from.
struct FrameChunk {
  char *next = nullptr;
  char *end = nullptr;
};

/// Set up the free lists of a worker; what stands for one outside the pool has none.
void begin_lists(asyncir_worker_front &front, bool in_pool);

/// While it lives no thread but its own is amid an allocation.
class FramesHeld {
public:
  FramesHeld();
  ~FramesHeld();
  FramesHeld(const FramesHeld &) = delete;
  FramesHeld &operator=(const FramesHeld &) = delete;
};

/// What `flags` of a task begin with that owns nothing but its memory.
std::uint32_t size_class_flag(std::int64_t size, std::int64_t alignment);

/// Free the memory of a task that has that flag; a `destroy`.
void free_plain_task(asyncir_task *task);

/// Memory of a created token or value: created_bytes, of the class ASYNCIR_TOKEN_CLASS. `worker`: the calling one, or null.
void *allocate_created(asyncir_worker *worker);
void free_created(void *memory);

/// The worker ends, or forgets what it does not use: all its lists go to the depot.
void give_frames_away(asyncir_worker &worker);

/// The most frames that were alive at once, and the most bytes, counting what workers keep for reuse as alive.
struct FramePeaks {
  std::int64_t frames;
  std::int64_t bytes;
};
FramePeaks frame_peaks();

/// How many frames lie on the worker's lists; exact where it does not run.
std::int64_t free_frames(const asyncir_worker &worker);

} // namespace asyncir
