// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Memory of coroutine frames and of the runtime's own tasks.
#include "asyncir/runtime.h"
#include "counts.hpp"

#include <cstdio>
#include <cstdlib>

extern "C" {

void *asyncir_frame_allocate(int64_t size, int64_t alignment) {
  const auto aligned = static_cast<std::size_t>(alignment < 16 ? 16 : alignment);
  // aligned_alloc wants a multiple of the alignment.
  const std::size_t bytes = (static_cast<std::size_t>(size) + aligned - 1) / aligned * aligned;
  void *frame = aligned == 16 ? std::malloc(bytes) : std::aligned_alloc(aligned, bytes);
  if (frame == nullptr) {
    // Generated code has no way to go on without a frame.
    std::fprintf(stderr, "error[R004]: no memory for a task's frame of %lld bytes\n",
                 static_cast<long long>(size));
    std::abort();
  }
  asyncir::count(&asyncir::Counts::tasks, 1);
  return frame;
}

void asyncir_frame_free(void *frame) {
  asyncir::count(&asyncir::Counts::tasks, -1);
  std::free(frame);
}
}
