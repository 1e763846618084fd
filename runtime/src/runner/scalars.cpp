// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What vector.print is lowered to, and time, random numbers, sorting and memory.
#include "asyncir/runner.h"
#include "asyncir/runtime.h"
#include "elements.hpp"

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <pthread.h>
#include <random>
#include <utility>

namespace {

using namespace asyncir::runner;

/// A strided range of a one-dimensional memref, for the standard algorithms.
template <class T> class StridedIterator {
public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = T *;
  using reference = T &;

  StridedIterator() = default;
  StridedIterator(T *at, std::ptrdiff_t stride) : at_(at), stride_(stride) {}
  T &operator*() const { return *at_; }
  T &operator[](std::ptrdiff_t n) const { return at_[n * stride_]; }
  StridedIterator &operator+=(std::ptrdiff_t n) { return at_ += n * stride_, *this; }
  StridedIterator &operator-=(std::ptrdiff_t n) { return *this += -n; }
  StridedIterator &operator++() { return *this += 1; }
  StridedIterator &operator--() { return *this += -1; }
  StridedIterator operator++(int) { return std::exchange(*this, *this + 1); }
  StridedIterator operator--(int) { return std::exchange(*this, *this - 1); }
  friend StridedIterator operator+(StridedIterator i, std::ptrdiff_t n) { return i += n; }
  friend StridedIterator operator+(std::ptrdiff_t n, StridedIterator i) { return i += n; }
  friend StridedIterator operator-(StridedIterator i, std::ptrdiff_t n) { return i -= n; }
  friend std::ptrdiff_t operator-(StridedIterator a, StridedIterator b) { return (a.at_ - b.at_) / a.stride_; }
  friend bool operator==(StridedIterator a, StridedIterator b) { return a.at_ == b.at_; }
  friend auto operator<=>(StridedIterator a, StridedIterator b) { return (a - b) <=> 0; }

private:
  T *at_ = nullptr;
  std::ptrdiff_t stride_ = 1;
};

template <class T> StridedIterator<T> begin_of(void *descriptor) {
  const MemRef<T> memref(1, descriptor);
  // A stride of 0 is legal for a memref of one element and would never get to the end.
  return {memref.data + memref.offset, memref.strides[0] == 0 ? 1 : memref.strides[0]};
}

template <class T> void sort(std::uint64_t count, void *descriptor) {
  const auto begin = begin_of<T>(descriptor);
  std::sort(begin, begin + static_cast<std::ptrdiff_t>(count));
}

using Generator = std::mt19937;

} // namespace

extern "C" {

void printI64(int64_t value) { std::printf("%" PRId64, value); }
void printU64(uint64_t value) { std::printf("%" PRIu64, value); }
void printF16(uint16_t bits) { std::printf("%g", static_cast<double>(to_float(Half{bits}))); }
void printBF16(uint16_t bits) { std::printf("%g", static_cast<double>(to_float(BFloat{bits}))); }
void printF32(float value) { std::printf("%g", static_cast<double>(value)); }
void printF64(double value) { std::printf("%lg", value); }
void printString(const char *text) { std::fputs(text, stdout); }
void printOpen(void) { std::fputs("( ", stdout); }
void printClose(void) { std::fputs(" )", stdout); }
void printComma(void) { std::fputs(", ", stdout); }
void printNewline(void) { std::fputc('\n', stdout); }

double rtclock(void) {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

int64_t _mlir_ciface_nanoTime(void) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void printFlops(double flops) { std::fprintf(stderr, "%lf GFLOPS\n", flops / 1.0e9); }

void *rtsrand(uint64_t seed) { return new Generator(static_cast<Generator::result_type>(seed)); }
uint64_t rtrand(void *generator, uint64_t bound) {
  return std::uniform_int_distribution<uint64_t>(0, bound)(*static_cast<Generator *>(generator));
}
void rtdrand(void *generator) { delete static_cast<Generator *>(generator); }

void _mlir_ciface_shuffle(void *memref, void *generator) {
  const std::int64_t size = MemRef<std::uint64_t>(1, memref).sizes[0];
  const auto begin = begin_of<std::uint64_t>(memref), end = begin + size;
  std::iota(begin, end, std::uint64_t{0});
  std::shuffle(begin, end, *static_cast<Generator *>(generator));
}

void _mlir_ciface_stdSortI64(uint64_t count, void *memref) { sort<std::int64_t>(count, memref); }
void _mlir_ciface_stdSortF64(uint64_t count, void *memref) { sort<double>(count, memref); }
void _mlir_ciface_stdSortF32(uint64_t count, void *memref) { sort<float>(count, memref); }

void mlirAsyncRuntimePrintCurrentThreadId(void) {
  std::printf("Current thread id: %lu\n", static_cast<unsigned long>(pthread_self()));
  std::fflush(stdout);
}

void *mlirAlloc(uint64_t size) { return std::malloc(size); }
void *mlirAlignedAlloc(uint64_t alignment, uint64_t size) {
  // aligned_alloc wants a multiple of the alignment.
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
void mlirFree(void *memory) { std::free(memory); }
void mlirAlignedFree(void *memory) { std::free(memory); }
}
