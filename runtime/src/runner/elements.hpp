// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Memrefs as MLIR's calling convention passes them, and how each element type is printed and compared.
#pragma once

#include "asyncir/runner.h"

#include <bit>
#include <cinttypes>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <string>
#include <type_traits>

namespace asyncir::runner {

struct Half {
  std::uint16_t bits;
};
struct BFloat {
  std::uint16_t bits;
};
struct Vector4x4 {
  float rows[4][4];
};

/// A view of a descriptor {allocated, aligned, offset, sizes[rank], strides[rank]}.
template <class T> struct MemRef {
  MemRef(std::int64_t rank, void *descriptor) : rank(rank) {
    auto *words = static_cast<std::int64_t *>(descriptor);
    data = *reinterpret_cast<T **>(words + 1);
    offset = words[2];
    sizes = words + 3;
    strides = sizes + rank;
  }
  std::int64_t rank;
  T *data;
  std::int64_t offset;
  const std::int64_t *sizes;
  const std::int64_t *strides;
};

inline float to_float(BFloat value) { return std::bit_cast<float>(std::uint32_t{value.bits} << 16); }

inline float to_float(Half value) {
  const std::uint32_t sign = std::uint32_t{value.bits & 0x8000u} << 16;
  const std::uint32_t exponent = (value.bits >> 10) & 0x1fu, mantissa = value.bits & 0x3ffu;
  if (exponent == 0) { // zero, or subnormal: mantissa × 2⁻²⁴
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
  }
  const std::uint32_t wide = exponent == 31 ? 255 : exponent + (127 - 15);
  return std::bit_cast<float>(sign | wide << 23 | mantissa << 13);
}

template <class... Arguments> void append(std::string &out, const char *format, Arguments... arguments) {
  char text[64];
  std::snprintf(text, sizeof text, format, arguments...);
  out += text;
}

inline void print(std::string &out, double value) { append(out, "%g", value); }
inline void print(std::string &out, float value) { print(out, static_cast<double>(value)); }
inline void print(std::string &out, Half value) { print(out, to_float(value)); }
inline void print(std::string &out, BFloat value) { print(out, to_float(value)); }
inline void print(std::string &out, std::int64_t value) { append(out, "%" PRId64, value); }
inline void print(std::string &out, std::uint64_t value) { append(out, "%" PRIu64, value); }
/// As in MLIR, where an int8_t is a character.
inline void print(std::string &out, std::int8_t value) { out += static_cast<char>(value); }
inline void print(std::string &out, std::int16_t value) { print(out, std::int64_t{value}); }
inline void print(std::string &out, std::int32_t value) { print(out, std::int64_t{value}); }
template <class T> void print(std::string &out, std::complex<T> value) {
  out += '(';
  print(out, value.real());
  out += ',';
  print(out, value.imag());
  out += ')';
}
inline void print(std::string &out, const Vector4x4 &value) {
  out += '(';
  for (int row = 0; row < 4; ++row) {
    out += row == 0 ? "(" : row == 3 ? " (" : "  (";
    for (int column = 0; column < 4; ++column) {
      print(out, value.rows[row][column]);
      out += column < 3 ? ", " : ")";
    }
    out += row < 3 ? ", " : ")";
  }
}

/// Equal, or, for floating point, closer than a small relative error; what is not finite is never close.
template <class T> bool close(T actual, T expected, T epsilon) {
  return std::isfinite(actual) && std::isfinite(expected) &&
         std::abs(actual - expected) <= epsilon * std::abs(expected);
}
inline bool same(float actual, float expected) { return close(actual, expected, 1e-6f); }
inline bool same(double actual, double expected) { return close(actual, expected, 1e-12); }
inline bool same(Half actual, Half expected) { return actual.bits == expected.bits; }
inline bool same(BFloat actual, BFloat expected) { return actual.bits == expected.bits; }
template <class T> bool same(T actual, T expected) { return actual == expected; }

} // namespace asyncir::runner
