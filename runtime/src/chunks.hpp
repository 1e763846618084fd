// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Where frames' memory comes from: chunks from the system, and the depot of batches that workers gave away. Neither needs memory of its
/// own: a batch's place in the depot, and a chunk's in the list of all, are in themselves.
#pragma once

#include "asyncir/runtime.h"
#include "created.hpp"
#include "frame.hpp"

#include <cstdint>
#include <mutex>

namespace asyncir {

inline constexpr std::int64_t granule = 16; // a size class is so many bytes larger than the one before

inline std::int64_t bytes_of(std::int64_t size_class) {
  return size_class == ASYNCIR_TOKEN_CLASS ? created_bytes : size_class * granule;
}

/// Free frames of a size class, linked.
using FreeList = asyncir_free_frame *;

/// What a list ends in that may become so long: it is never written, and so one for all.
inline constexpr std::int64_t most_free = 1024;
inline asyncir_free_frame end_of_list{nullptr, {}, most_free};

inline std::int64_t length(const asyncir_free_frame *list) { return most_free - list->room; }

inline void push(FreeList &list, void *memory) {
  auto *frame = static_cast<asyncir_free_frame *>(memory);
  frame->next = list;
  frame->room = list->room - 1;
  list = frame;
}

/// An empty one if there is none.
FreeList take_from_depot(std::int64_t size_class);
void give_to_depot(std::int64_t size_class, FreeList batch);

/// Guards the depot and the list of chunks.
std::mutex &depot_mutex();

/// Whether memory may be taken beyond the limit.
enum class Limit : bool { kept, overstepped };

/// Leave the rest of this chunk and go on in a new one. False: there is none.
bool next_chunk(FrameChunk &chunk, Limit limit);

/// Never give this chunk back, whose memory is being carved: created tokens come to lie there. False: such chunks have half of the limit
/// already. The other half is for frames, which would have none in the end.
bool keep_chunk(const FrameChunk &chunk, Limit limit);

/// Memory has run out: give chunks back in which nothing is alive. False: there are none, or it has been looked for them lately.
bool give_chunks_back();

} // namespace asyncir
