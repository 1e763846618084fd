// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Memory of coroutine frames and of the runtime's own tasks.
///
///   on a worker's free list   taken and given back without a lock, by compiled programs inline
///   in the depot              batches that one worker had too many of, for others; under a lock, once for many frames
///   uncarved                  the rest of a worker's current chunk
///
/// Frames of up to 512 bytes are of a size class each (16 bytes apart) and have no header. Created tokens have a class of their own, whose
/// memory is used for nothing else (created.cpp). Larger frames, and ones of larger alignment, come from malloc. Chunks (chunks.cpp) are
/// kept: what a burst of tasks needed, the next one finds. Where memory runs out, those in which nothing is alive go back to the
/// system. Under a sanitizer all frames come from malloc, so that a use after the end is seen.
#include "frame.hpp"

#include "chunks.hpp"
#include "counts.hpp"
#include "created.hpp"
#include "memory.hpp"
#include "worker.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <mutex>
#include <utility>

namespace asyncir {
namespace {

/// So many bytes are carved at a time: few enough that a short program touches little memory. Not a page: the frames that are in use all the
/// time, the first of each size class, would lie at the same place of different pages, and CPUs that compare only the lower twelve bits of
/// addresses would make loads from one wait for stores to another. A loop that adds tasks to a group took a third longer.
constexpr std::int64_t carve_bytes = 4096 + 320;

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool reuse = false;
#else
constexpr bool reuse = true;
#endif

/// What is out of the depot, and the most that ever was. Changes once for a batch, and for each large frame; relaxed:
/// counts publish nothing.
struct OutCount {
  std::atomic<std::int64_t> now{0};
  std::atomic<std::int64_t> most{0};

  void change(std::int64_t by) {
    const std::int64_t sum = now.fetch_add(by, std::memory_order_relaxed) + by;
    std::int64_t before = most.load(std::memory_order_relaxed);
    while (before < sum && !most.compare_exchange_weak(before, sum, std::memory_order_relaxed)) {
    }
  }
};
OutCount frames_out;
OutCount bytes_out;

void out(std::int64_t frames, std::int64_t bytes_each) {
  frames_out.change(frames);
  bytes_out.change(frames * bytes_each);
}

std::int64_t class_of(std::int64_t size, std::int64_t alignment) {
  // A free frame needs four words.
  const std::int64_t size_class = size <= granule ? 2 : size / granule + (size % granule != 0);
  return reuse && alignment <= granule && size_class <= ASYNCIR_SIZE_CLASSES ? size_class : 0;
}

/// What malloc keeps of a frame without a class: who frees it need not know its size.
std::int64_t large_bytes(void *frame) { return static_cast<std::int64_t>(malloc_usable_size(frame)); }

void *malloc_large(std::int64_t size, std::int64_t alignment) {
  const auto aligned = static_cast<std::size_t>(alignment < granule ? granule : alignment);
  // aligned_alloc wants a multiple of the alignment.
  const std::size_t bytes = (static_cast<std::size_t>(size) + aligned - 1) / aligned * aligned;
  return aligned == granule ? std::malloc(bytes) : std::aligned_alloc(aligned, bytes);
}

/// Null: there is no memory, or the limit is reached, even when what is free has been given back.
void *allocate_large(std::int64_t size, std::int64_t alignment, Limit limit) {
  for (;;) {
    void *frame = malloc_large(size, alignment);
    const std::int64_t bytes = frame == nullptr ? size : large_bytes(frame);
    if (frame != nullptr && limit == Limit::overstepped)
      count_memory(bytes);
    if (frame != nullptr && (limit == Limit::overstepped || take_memory(bytes))) {
      count(&Counts::tasks, 1);
      out(1, bytes);
      return frame;
    }
    std::free(frame);
    if (!give_chunks_back())
      return nullptr;
  }
}

/// A batch from the depot, or an empty one.
FreeList take_batch(std::int64_t size_class) {
  FreeList batch = take_from_depot(size_class);
  out(length(batch), bytes_of(size_class));
  return batch;
}

void give_batch(std::int64_t size_class, FreeList batch) {
  out(-length(batch), bytes_of(size_class));
  give_to_depot(size_class, batch);
}

/// A new batch from memory that was never used; an empty one if there is none.
FreeList carve(FrameChunk &chunk, std::int64_t size_class, Limit limit) {
  const std::int64_t bytes = bytes_of(size_class);
  const bool tokens = size_class == ASYNCIR_TOKEN_CLASS;
  const auto pad = [&] { return tokens ? -reinterpret_cast<std::intptr_t>(chunk.next) & (bytes - 1) : 0; }; // each a line of the cache
  if (chunk.end - chunk.next < bytes + pad() && !next_chunk(chunk, limit))
    return &end_of_list;
  if (tokens && !keep_chunk(chunk, limit))
    return &end_of_list;
  chunk.next += pad();
  if (tokens)
    list_created(chunk.next, std::min(carve_bytes, chunk.end - chunk.next) / bytes);
  FreeList batch = &end_of_list;
  do {
    push(batch, chunk.next);
    chunk.next += bytes;
  } while (chunk.end - chunk.next >= bytes && length(batch) * bytes < carve_bytes);
  out(length(batch), bytes);
  return batch;
}

void *pop(FreeList &list) { return std::exchange(list, list->next); }

/// The younger half of a list that is full.
FreeList split(FreeList &list) {
  FreeList given = list;
  FreeList last = list;
  for (std::int64_t i = 1;; ++i, last = last->next) {
    last->room += most_free / 2; // the older half is not before it any more
    if (i == most_free / 2)
      break;
  }
  list = std::exchange(last->next, &end_of_list);
  return given;
}

/// Threads outside the pool share one chunk and have no lists.
struct Outside {
  std::mutex mutex;
  FrameChunk chunk{};
};
Outside outside;

void *allocate_outside(std::int64_t size_class, Limit limit) {
  const std::lock_guard lock(outside.mutex);
  FreeList batch = take_batch(size_class);
  if (batch == &end_of_list)
    batch = carve(outside.chunk, size_class, limit);
  if (batch == &end_of_list)
    return nullptr;
  void *frame = pop(batch);
  if (batch != &end_of_list)
    give_batch(size_class, batch);
  count(&Counts::tasks, 1);
  return frame;
}

void *allocate_of_class(asyncir_worker *worker, std::int64_t size_class) {
  if (!is_in_pool(worker))
    return allocate_outside(size_class, Limit::kept);
  FreeList &list = worker->free[size_class];
  if (list == &end_of_list) {
    list = take_batch(size_class);
    if (list == &end_of_list)
      list = carve(worker->chunk, size_class, Limit::kept);
    if (list == &end_of_list) { // with what it keeps of other sizes, chunks may be free
      give_frames_away(*worker);
      list = carve(worker->chunk, size_class, Limit::kept);
    }
    if (list == &end_of_list)
      return nullptr;
    bump(worker->counts.tasks, length(list)); // less what is on the lists: what is alive
  }
  return pop(list);
}

void free_of_class(void *frame, std::int64_t size_class) {
  asyncir_worker *worker = asyncir_worker_current();
  if (worker == nullptr) {
    count(&Counts::tasks, -1);
    FreeList batch = &end_of_list;
    push(batch, frame);
    give_batch(size_class, batch);
    return;
  }
  FreeList &list = worker->free[size_class];
  if (list->room == 0) {
    FreeList given = split(list);
    bump(worker->counts.tasks, -length(given));
    give_batch(size_class, given);
  }
  push(list, frame);
}

void free_counted(void *frame) {
  count(&Counts::tasks, -1);
  const std::int64_t bytes = large_bytes(frame);
  out(-1, bytes);
  give_memory(bytes);
  std::free(frame);
}

} // namespace

FramesHeld::FramesHeld() {
  outside.mutex.lock();
  depot_mutex().lock();
}

FramesHeld::~FramesHeld() {
  depot_mutex().unlock();
  outside.mutex.unlock();
}

std::uint32_t size_class_flag(std::int64_t size, std::int64_t alignment) {
  return static_cast<std::uint32_t>(class_of(size, alignment));
}

void free_plain_task(asyncir_task *task) {
  const std::int64_t size_class = task->flags & ASYNCIR_SIZE_CLASS;
  asyncir_frame_free(task, size_class == 0 ? INT64_MAX : size_class * granule, granule); // without a class: from malloc
}

void *allocate_created(asyncir_worker *worker) {
  if (reuse)
    return allocate_of_class(worker, ASYNCIR_TOKEN_CLASS);
  void *memory = allocate_large(created_bytes, granule, Limit::kept);
  if (memory != nullptr)
    list_created(memory, 1);
  return memory;
}

void free_created(void *memory) {
  if (reuse)
    return free_of_class(memory, ASYNCIR_TOKEN_CLASS);
  delist_created(memory);
  free_counted(memory);
}

void begin_lists(asyncir_worker_front &front, bool in_pool) {
  static asyncir_free_frame no_list{nullptr, {}, 0}; // never written, either
  std::ranges::fill(front.free, reuse && in_pool ? &end_of_list : &no_list);
  front.free[0] = &no_list;
}

void give_frames_away(asyncir_worker &worker) {
  if (!reuse)
    return;
  for (std::int64_t size_class = 1; size_class <= ASYNCIR_TOKEN_CLASS; ++size_class) {
    FreeList list = std::exchange(worker.free[size_class], &end_of_list);
    bump(worker.counts.tasks, -length(list));
    if (list != &end_of_list)
      give_batch(size_class, list);
  }
}

FramePeaks frame_peaks() {
  return {frames_out.most.load(std::memory_order_relaxed), bytes_out.most.load(std::memory_order_relaxed)};
}

std::int64_t free_frames(const asyncir_worker &worker) {
  // The worker may run: the first frame of a list may be in use by now, and then it says anything. It is not unmapped meanwhile.
  const std::lock_guard lock(depot_mutex());
  std::int64_t sum = 0;
  for (std::int64_t size_class = 1; reuse && size_class <= ASYNCIR_TOKEN_CLASS; ++size_class)
    sum += std::clamp<std::int64_t>(length(worker.free[size_class]), 0, most_free);
  return sum;
}

} // namespace asyncir

using namespace asyncir;

extern "C" {

void *asyncir_frame_allocate(asyncir_worker *worker, int64_t size, int64_t alignment) {
  const std::int64_t size_class = class_of(size, alignment);
  return size_class == 0 ? allocate_large(size, alignment, Limit::kept) : allocate_of_class(worker, size_class);
}

void *asyncir_handle_allocate(int64_t size, int64_t alignment) {
  const std::int64_t size_class = class_of(size, alignment);
  void *frame = size_class == 0 ? allocate_large(size, alignment, Limit::overstepped)
                                : allocate_outside(size_class, Limit::overstepped);
  if (frame != nullptr)
    return frame;
  // No token tells whoever called the coroutine, and it could not go on without its frame.
  std::fprintf(stderr, "error[R004]: no memory for a coroutine's frame of %lld bytes\n", static_cast<long long>(size));
  std::_Exit(2);
}

void asyncir_frame_free(void *frame, int64_t size, int64_t alignment) {
  const std::int64_t size_class = class_of(size, alignment);
  if (size_class == 0)
    free_counted(frame);
  else
    free_of_class(frame, size_class);
}
}
