// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Printing, comparing and copying whole memrefs.
#include "elements.hpp"

#include <cstring>

namespace {

using namespace asyncir::runner;

void print_list(std::string &out, const std::int64_t *values, std::int64_t count) {
  out += '[';
  for (std::int64_t i = 0; i < count; ++i) {
    out += i == 0 ? "" : ", ";
    print(out, values[i]);
  }
  out += ']';
}

template <class T> void print_shape(std::string &out, const MemRef<T> &memref) {
  append(out, "base@ = %#" PRIxPTR " rank = ", reinterpret_cast<std::uintptr_t>(memref.data));
  print(out, memref.rank);
  out += " offset = ";
  print(out, memref.offset);
  out += " sizes = ";
  print_list(out, memref.sizes, memref.rank);
  out += " strides = ";
  print_list(out, memref.strides, memref.rank);
}

/// Dimension `dimension` and those inside it. A row begins on a line of its own, one blank further in for each bracket that
/// is open; scalars of one row share a line.
template <class T>
void print_data(std::string &out, const MemRef<T> &memref, std::int64_t dimension, std::int64_t offset) {
  if (dimension == memref.rank) {
    print(out, memref.data[offset]);
    return;
  }
  out += '[';
  for (std::int64_t i = 0; i < memref.sizes[dimension]; ++i) {
    if (i > 0) {
      out += dimension + 1 < memref.rank ? ", \n" : ", ";
      out.append(static_cast<std::size_t>(dimension) + 1, ' ');
    }
    print_data(out, memref, dimension + 1, offset + i * memref.strides[dimension]);
  }
  out += ']';
}

/// One write for each memref, so that what several tasks print is not mixed within a memref; flushed, for MLIR's is too.
void write_out(const std::string &text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

template <class T> void print_memref(const char *title, std::int64_t rank, void *descriptor) {
  const MemRef<T> memref(rank, descriptor);
  std::string out = title;
  print_shape(out, memref);
  out += " data = \n";
  if (rank == 0)
    out += '[';
  print_data(out, memref, 0, memref.offset);
  out += rank == 0 ? "]\n" : "\n";
  write_out(out);
}

template <class T> void print_memref_shape(std::int64_t rank, void *descriptor) {
  std::string out = "Unranked Memref ";
  print_shape(out, MemRef<T>(rank, descriptor));
  out += '\n';
  write_out(out);
}

template <class T> struct Verifier {
  static constexpr std::int64_t most_printed = 10;
  const MemRef<T> actual, expected;
  std::int64_t printed = 0;
  std::string out{};

  bool same_shape() const {
    if (actual.rank != expected.rank)
      return false;
    const auto bytes = static_cast<std::size_t>(actual.rank) * sizeof(std::int64_t);
    return actual.rank == 0 || (actual.offset == expected.offset &&
                                std::memcmp(actual.sizes, expected.sizes, bytes) == 0 &&
                                std::memcmp(actual.strides, expected.strides, bytes) == 0);
  }

  std::int64_t compare(std::int64_t dimension, std::int64_t offset) {
    std::int64_t errors = 0;
    if (dimension < actual.rank) {
      for (std::int64_t i = 0; i < actual.sizes[dimension]; ++i)
        errors += compare(dimension + 1, offset + i * actual.strides[dimension]);
      return errors;
    }
    if (same(actual.data[offset], expected.data[offset]))
      return 0;
    if (printed++ < most_printed) {
      print(out, actual.data[offset]);
      out += " != ";
      print(out, expected.data[offset]);
      out += " offset = ";
      print(out, offset);
      out += '\n';
    }
    return 1;
  }

  /// The number of elements that differ; -1: the shapes do.
  std::int64_t run() {
    std::int64_t errors = -1;
    if (same_shape()) {
      errors = compare(0, actual.offset);
    } else {
      print_shape(out, actual);
      print_shape(out, expected);
    }
    std::fwrite(out.data(), 1, out.size(), stderr);
    return errors;
  }
};

template <class T>
std::int64_t verify(std::int64_t rank, void *actual, std::int64_t expected_rank, void *expected) {
  return Verifier<T>{MemRef<T>(rank, actual), MemRef<T>(expected_rank, expected)}.run();
}

/// Copies dimension by dimension, whole rows where both sides are contiguous.
struct Copy {
  std::int64_t element_size;
  const MemRef<char> &source, &target;

  void run(std::int64_t dimension, const char *from, char *to) const {
    if (dimension == source.rank) {
      std::memcpy(to, from, static_cast<std::size_t>(element_size));
      return;
    }
    const std::int64_t size = source.sizes[dimension];
    const std::int64_t from_step = source.strides[dimension], to_step = target.strides[dimension];
    if (dimension + 1 == source.rank && from_step == 1 && to_step == 1) {
      std::memcpy(to, from, static_cast<std::size_t>(size * element_size));
      return;
    }
    for (std::int64_t i = 0; i < size; ++i)
      run(dimension + 1, from + i * from_step * element_size, to + i * to_step * element_size);
  }
};

using index_type = std::uint64_t;

} // namespace

// Names ending in _mlir_ciface_… take pointers to unranked memrefs, or to the descriptor where the name has the rank in it.
#define PRINT(suffix, type)                                                                                            \
  extern "C" __attribute__((visibility("default"))) void _mlir_ciface_printMemref##suffix(                             \
      asyncir_unranked_memref *memref) {                                                                               \
    print_memref<type>("Unranked Memref ", memref->rank, memref->descriptor);                                          \
  }                                                                                                                    \
  extern "C" __attribute__((visibility("default"))) void printMemref##suffix(std::int64_t rank, void *descriptor) {    \
    print_memref<type>("Unranked Memref ", rank, descriptor);                                                          \
  }                                                                                                                    \
  extern "C" __attribute__((visibility("default"))) void _mlir_ciface_printMemrefShape##suffix(                        \
      asyncir_unranked_memref *memref) {                                                                               \
    print_memref_shape<type>(memref->rank, memref->descriptor);                                                        \
  }                                                                                                                    \
  extern "C" __attribute__((visibility("default"))) std::int64_t _mlir_ciface_verifyMemRef##suffix(                    \
      asyncir_unranked_memref *actual, asyncir_unranked_memref *expected) {                                            \
    return verify<type>(actual->rank, actual->descriptor, expected->rank, expected->descriptor);                       \
  }                                                                                                                    \
  extern "C" __attribute__((visibility("default"))) std::int64_t verifyMemRef##suffix(                                 \
      std::int64_t rank, void *actual, void *expected) {                                                               \
    return verify<type>(rank, actual, rank, expected);                                                                 \
  }
#define PRINT_RANKED(rank, suffix, type)                                                                               \
  extern "C" __attribute__((visibility("default"))) void _mlir_ciface_printMemref##rank##d##suffix(                    \
      void *descriptor) {                                                                                              \
    print_memref<type>("Memref ", rank, descriptor);                                                                   \
  }

PRINT(I8, std::int8_t)
PRINT(I16, std::int16_t)
PRINT(I32, std::int32_t)
PRINT(I64, std::int64_t)
PRINT(Ind, index_type)
PRINT(F16, Half)
PRINT(BF16, BFloat)
PRINT(F32, float)
PRINT(F64, double)
PRINT(C32, std::complex<float>)
PRINT(C64, std::complex<double>)

PRINT_RANKED(0, F32, float)
PRINT_RANKED(1, F32, float)
PRINT_RANKED(2, F32, float)
PRINT_RANKED(3, F32, float)
PRINT_RANKED(4, F32, float)
PRINT_RANKED(1, I8, std::int8_t)
PRINT_RANKED(1, I32, std::int32_t)
PRINT_RANKED(1, I64, std::int64_t)
PRINT_RANKED(1, Ind, index_type)
PRINT_RANKED(1, F64, double)
PRINT_RANKED(1, C32, std::complex<float>)
PRINT_RANKED(1, C64, std::complex<double>)

extern "C" __attribute__((visibility("default"))) void _mlir_ciface_printMemrefVector4x4xf32(void *descriptor) {
  print_memref<Vector4x4>("Memref ", 2, descriptor);
}

extern "C" void memrefCopy(std::int64_t element_size, asyncir_unranked_memref *source_memref,
                           asyncir_unranked_memref *target_memref) {
  const MemRef<char> source(source_memref->rank, source_memref->descriptor);
  const MemRef<char> target(target_memref->rank, target_memref->descriptor);
  Copy{element_size, source, target}.run(0, source.data + source.offset * element_size,
                                         target.data + target.offset * element_size);
}
