// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "chunks.hpp"

#include "memory.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <new>
#include <utility>
#include <sys/mman.h>

namespace asyncir {
namespace {

/// A chunk begins at a multiple of its size, so that a frame's address leads to it.
constexpr std::int64_t chunk_bytes = std::int64_t{1} << 18;

/// What a chunk begins with. Under the depot's mutex.
struct Chunk {
  Chunk *next;
  std::int64_t carved;  // bytes that frames were made of; 0: somebody is carving it
  std::int64_t in_depot; // bytes of free frames, while that is counted
  bool kept;             // there are created tokens in it, for which others look
};
constexpr std::int64_t chunk_head = 64;
static_assert(sizeof(Chunk) <= chunk_head);

Chunk *chunk_of(const void *memory) {
  return reinterpret_cast<Chunk *>(reinterpret_cast<std::uintptr_t>(memory) & ~static_cast<std::uintptr_t>(chunk_bytes - 1));
}

/// A batch in the depot, as its first frame tells it.
struct Batch {
  FreeList next;
  void *untouched; // `destroy` of a created token, see created.cpp
  Batch *below;
  std::int64_t room;
};
static_assert(offsetof(Batch, room) == offsetof(asyncir_free_frame, room));

struct Depot {
  std::mutex mutex;
  std::array<Batch *, ASYNCIR_TOKEN_CLASS + 1> batches{};
  Chunk *chunks = nullptr;
  std::int64_t kept = 0; // bytes of chunks in which there are created tokens
  // Of frames, in bytes; created tokens are kept where they are, and nobody goes through them.
  std::int64_t held = 0;  // what it has
  std::int64_t freed = 0; // what came in since it was last looked for free chunks
};

Depot &depot() {
  static auto *the_depot = new Depot; // never destroyed: workers may outlive static objects
  return *the_depot;
}

/// Free frames of `size_class` come or go.
void change_held(std::int64_t size_class, std::int64_t count) {
  if (size_class == ASYNCIR_TOKEN_CLASS)
    return;
  depot().held += count * bytes_of(size_class);
  depot().freed += std::max<std::int64_t>(count, 0) * bytes_of(size_class);
}

void push_batch(std::int64_t size_class, FreeList list) {
  auto *batch = reinterpret_cast<Batch *>(list);
  Batch *&top = depot().batches[static_cast<std::size_t>(size_class)];
  batch->below = top;
  top = batch;
}

void *map(std::int64_t bytes) {
  void *memory = mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

void unmap(void *memory, std::int64_t bytes) {
  if (bytes > 0)
    munmap(memory, static_cast<std::size_t>(bytes));
}

/// Mostly it lies beside the one before, and is aligned like it; else more is taken and cut to size.
void *map_chunk() {
  void *memory = map(chunk_bytes);
  if (memory == nullptr || chunk_of(memory) == memory)
    return memory;
  unmap(memory, chunk_bytes);
  auto *wide = static_cast<char *>(map(2 * chunk_bytes));
  if (wide == nullptr)
    return nullptr;
  auto *chunk = reinterpret_cast<char *>(chunk_of(wide + chunk_bytes - 1));
  unmap(wide, chunk - wide);
  unmap(chunk + chunk_bytes, wide + chunk_bytes - chunk);
  return chunk;
}

using Clock = std::chrono::steady_clock;
constexpr Clock::rep patience = std::chrono::duration_cast<Clock::duration>(std::chrono::milliseconds(1)).count();
Clock::rep now() { return Clock::now().time_since_epoch().count(); }

void *take_chunk(Limit limit) {
  if (limit == Limit::overstepped)
    count_memory(chunk_bytes);
  else if (!take_memory(chunk_bytes))
    return nullptr;
  // What launches on and on where the system has no more is not to ask it each time.
  static std::atomic<Clock::rep> refused{0};
  void *memory = nullptr;
  if (refused.load(std::memory_order_relaxed) == 0 || now() - refused.load(std::memory_order_relaxed) > patience) {
    memory = map_chunk();
    refused.store(memory == nullptr ? now() : 0, std::memory_order_relaxed);
  }
  if (memory == nullptr)
    give_memory(chunk_bytes);
  return memory;
}

// ---- giving back, under the depot's mutex ----

void count_free_frames() {
  for (Chunk *chunk = depot().chunks; chunk != nullptr; chunk = chunk->next)
    chunk->in_depot = 0;
  for (std::int64_t size_class = 1; size_class <= ASYNCIR_SIZE_CLASSES; ++size_class)
    for (Batch *batch = depot().batches[static_cast<std::size_t>(size_class)]; batch != nullptr; batch = batch->below)
      for (auto *frame = reinterpret_cast<FreeList>(batch); frame != &end_of_list; frame = frame->next)
        chunk_of(frame)->in_depot += bytes_of(size_class);
}

bool is_free(const Chunk &chunk) { return !chunk.kept && chunk.carved != 0 && chunk.in_depot == chunk.carved; }

/// Take the frames that lie in free chunks out of the depot.
void keep_others() {
  depot().held = 0;
  for (std::int64_t size_class = 1; size_class <= ASYNCIR_SIZE_CLASSES; ++size_class) {
    Batch *batch = std::exchange(depot().batches[static_cast<std::size_t>(size_class)], nullptr);
    while (batch != nullptr) {
      Batch *below = batch->below;
      FreeList kept = &end_of_list;
      for (auto *frame = reinterpret_cast<FreeList>(batch); frame != &end_of_list;) {
        FreeList next = frame->next;
        if (!is_free(*chunk_of(frame)))
          push(kept, frame);
        frame = next;
      }
      if (kept != &end_of_list)
        push_batch(size_class, kept);
      depot().held += length(kept) * bytes_of(size_class);
      batch = below;
    }
  }
}

bool unmap_free_chunks() {
  bool any = false;
  for (Chunk **link = &depot().chunks; *link != nullptr;) {
    Chunk *chunk = *link;
    if (!is_free(*chunk)) {
      link = &chunk->next;
      continue;
    }
    *link = chunk->next;
    unmap(chunk, chunk_bytes);
    give_memory(chunk_bytes);
    any = true;
  }
  return any;
}

} // namespace

std::mutex &depot_mutex() { return depot().mutex; }

FreeList take_from_depot(std::int64_t size_class) {
  const std::lock_guard lock(depot().mutex);
  Batch *&top = depot().batches[static_cast<std::size_t>(size_class)];
  if (top == nullptr)
    return &end_of_list;
  auto *batch = reinterpret_cast<FreeList>(top);
  top = top->below;
  change_held(size_class, -length(batch));
  return batch;
}

void give_to_depot(std::int64_t size_class, FreeList batch) {
  const std::lock_guard lock(depot().mutex);
  change_held(size_class, length(batch));
  push_batch(size_class, batch);
}

bool keep_chunk(const FrameChunk &chunk, Limit limit) {
  const std::lock_guard lock(depot().mutex);
  Chunk &of = *chunk_of(chunk.end - 1);
  if (of.kept)
    return true;
  if (limit == Limit::kept && depot().kept + chunk_bytes > memory_limit() / 2)
    return false;
  depot().kept += chunk_bytes;
  of.kept = true;
  return true;
}

bool next_chunk(FrameChunk &chunk, Limit limit) {
  void *memory = take_chunk(limit);
  if (memory == nullptr && give_chunks_back())
    memory = take_chunk(limit);
  if (memory == nullptr)
    return false;
  const std::lock_guard lock(depot().mutex);
  if (chunk.next != nullptr)
    chunk_of(chunk.end - 1)->carved = chunk.next - reinterpret_cast<char *>(chunk_of(chunk.end - 1)) - chunk_head;
  depot().chunks = new (memory) Chunk{depot().chunks, 0, 0, false};
  auto *begin = static_cast<char *>(memory);
  chunk = {begin + chunk_head, begin + chunk_bytes};
  return true;
}

/// To go through all that is free takes long; so it is done when a part of it was freed since the last time, and costs each free frame
/// little.
bool give_chunks_back() {
  const std::lock_guard lock(depot().mutex);
  if (depot().freed < std::max(chunk_bytes, depot().held / 16))
    return false;
  depot().freed = 0;
  count_free_frames();
  keep_others();
  return unmap_free_chunks();
}

} // namespace asyncir
