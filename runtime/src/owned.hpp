// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a call has allocated and not freed. A call that fails, or is left because of Ctrl-C, gives nothing to anybody: all of it goes.
#pragma once

#include <vector>

namespace asyncir {

/// While it lives, what the calling thread allocates is noted; that of calls within is not.
class Owned {
public:
  Owned() : around_(here) { here = this; }
  ~Owned() { here = around_; }
  Owned(const Owned &) = delete;
  Owned &operator=(const Owned &) = delete;

  void allocated(void *start);
  void freed(void *start);
  void free_all();

  inline static thread_local Owned *here = nullptr;

private:
  void forget_freed();

  Owned *around_;
  std::vector<void *> allocated_; // with those that are in `freed_`
  std::vector<void *> freed_;
};

} // namespace asyncir
