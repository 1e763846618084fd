// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Room for some of what is found under a lock and used without it. Whoever looks comes again while it was full: so there need be no
/// memory for all of it where memory may be out.
#pragma once

#include <array>
#include <cstddef>

namespace asyncir {

template <class T> class Few {
public:
  bool full() const { return count_ == found_.size(); }
  /// True, for whoever counts it as taken.
  bool add(T one) {
    found_[count_++] = one;
    return true;
  }
  auto begin() const { return found_.begin(); }
  auto end() const { return found_.begin() + static_cast<std::ptrdiff_t>(count_); }

private:
  std::array<T, 256> found_;
  std::size_t count_ = 0;
};

} // namespace asyncir
