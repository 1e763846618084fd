// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "owned.hpp"

#include "asyncir/runtime.h"

#include <algorithm>
#include <cstddef>

namespace asyncir {
namespace {

/// What was allocated last is freed first, mostly: so many are looked at.
constexpr std::size_t looked_at = 4;
/// Fewer that were freed are not worth a look at all.
constexpr std::size_t few = 64;

} // namespace

void Owned::allocated(void *start) {
  if (start != nullptr)
    allocated_.push_back(start);
}

void Owned::freed(void *start) {
  if (start == nullptr)
    return;
  const std::size_t count = allocated_.size();
  for (std::size_t i = count; i-- > 0 && count - i <= looked_at;)
    if (allocated_[i] == start) {
      allocated_[i] = allocated_.back();
      allocated_.pop_back();
      return;
    }
  freed_.push_back(start);
  if (freed_.size() > few && freed_.size() > count / 2)
    forget_freed();
}

/// An address can have been allocated and freed more than once; each time is one element in both.
void Owned::forget_freed() {
  std::sort(allocated_.begin(), allocated_.end());
  std::sort(freed_.begin(), freed_.end());
  std::size_t left = 0;
  auto gone = freed_.begin();
  for (void *start : allocated_) {
    while (gone != freed_.end() && *gone < start)
      ++gone;
    if (gone != freed_.end() && *gone == start)
      ++gone;
    else
      allocated_[left++] = start;
  }
  allocated_.resize(left);
  freed_.clear();
}

void Owned::free_all() {
  forget_freed();
  std::vector<void *> left;
  left.swap(allocated_);
  for (void *start : left)
    asyncir_memory_free(start);
  allocated_.clear();
  freed_.clear();
}

} // namespace asyncir
