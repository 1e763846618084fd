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

/// What a free frame begins with.
struct Block {
  Block *next;
};

/// An empty one if there is none.
asyncir_free_list take_from_depot(std::int64_t size_class);
void give_to_depot(std::int64_t size_class, asyncir_free_list batch);

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
