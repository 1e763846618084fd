// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A clock is a tree of nodes with sixteen places, by the digits of the chain's number. Nodes are counted and shared: whoever changes one
/// that others have, too, makes a copy. So to copy a clock costs nothing, and to merge two costs what they differ in.
#include "clock.hpp"

#include "pool.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

namespace asyncir::races {

struct Node {
  std::atomic<std::uint32_t> references{1};
  std::uint32_t level = 0; // 0: the places are counts
  union {
    Node *child[16];
    std::uint64_t count[16];
  };
};

namespace {

std::atomic<std::uint64_t> next_chain{1};
std::atomic<std::uint64_t> era_start{1};

Node *make_node(std::uint32_t level) {
  auto *node = new (Pool<sizeof(Node)>::take()) Node;
  node->level = level;
  std::fill(std::begin(node->count), std::end(node->count), 0);
  return node;
}

Node *shared(Node *node) {
  if (node != nullptr)
    node->references.fetch_add(1, std::memory_order_relaxed);
  return node;
}

void drop(Node *node) {
  if (node == nullptr || node->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  if (node->level > 0)
    for (Node *child : node->child)
      drop(child);
  Pool<sizeof(Node)>::give(node);
}

/// The node, or a copy if others have it too; takes the reference over.
Node *own(Node *node) {
  if (node->references.load(std::memory_order_acquire) == 1)
    return node;
  Node *copy = make_node(node->level);
  std::copy(std::begin(node->count), std::end(node->count), std::begin(copy->count));
  if (node->level > 0)
    for (Node *child : copy->child)
      shared(child);
  drop(node);
  return copy;
}

std::uint64_t digit(std::uint64_t key, std::uint32_t level) { return (key >> (4 * level)) & 15; }

bool fits(std::uint64_t key, std::uint32_t level) { return (key >> (4 * level) >> 4) == 0; }

/// The same, with levels above it up to that one; takes the reference over.
Node *lifted(Node *node, std::uint32_t level) {
  while (node->level < level) {
    Node *above = make_node(node->level + 1);
    above->child[0] = node;
    node = above;
  }
  return node;
}

Node *raised(Node *node, std::uint64_t key, std::uint64_t count, std::uint32_t level) {
  node = node == nullptr ? make_node(level) : own(node);
  std::uint64_t at = digit(key, level);
  if (level == 0)
    node->count[at] = std::max(node->count[at], count);
  else
    node->child[at] = raised(node->child[at], key, count, level - 1);
  return node;
}

/// Whether one of two covers all that the other does.
struct Comparison {
  bool first = true;
  bool second = true;
  void note(std::uint64_t a, std::uint64_t b) {
    first = first && a >= b;
    second = second && b >= a;
  }
};

/// Compare; goes on while it is not known that neither covers the other.
void compare(const Node *a, const Node *b, Comparison &found) {
  if (a == b)
    return;
  if (a == nullptr || b == nullptr) {
    found.note(a != nullptr, b != nullptr);
    return;
  }
  for (int i = 0; i < 16 && (found.first || found.second); ++i)
    if (a->level == 0)
      found.note(a->count[i], b->count[i]);
    else
      compare(a->child[i], b->child[i], found);
}

/// What covers both, which keep their references.
Node *merged(Node *a, Node *b) {
  if (b == nullptr || a == b)
    return shared(a);
  if (a == nullptr)
    return shared(b);
  if (a->level < b->level)
    std::swap(a, b);
  if (a->level > b->level) {
    Node *above = lifted(shared(b), a->level);
    Node *both = merged(a, above);
    drop(above);
    return both;
  }
  Comparison found;
  compare(a, b, found);
  if (found.first || found.second)
    return shared(found.first ? a : b);
  Node *both = make_node(a->level);
  for (int i = 0; i < 16; ++i)
    if (a->level == 0)
      both->count[i] = std::max(a->count[i], b->count[i]);
    else
      both->child[i] = merged(a->child[i], b->child[i]);
  return both;
}

} // namespace

Epoch new_chain() {
  std::uint64_t chain = next_chain.fetch_add(1, std::memory_order_relaxed);
  if (chain >= most_chains)
    std::abort();
  return (chain << count_bits) + 1;
}

void new_era() { era_start.store(next_chain.load(std::memory_order_relaxed), std::memory_order_relaxed); }

std::uint64_t first_chain() { return era_start.load(std::memory_order_relaxed); }

Clock::Clock(const Clock &other) : root_(shared(other.root_)) {}

Clock &Clock::operator=(Clock other) noexcept {
  std::swap(root_, other.root_);
  return *this;
}

Clock::~Clock() { drop(root_); }

std::uint64_t Clock::limit(Epoch epoch) const {
  std::uint64_t key = chain_of(epoch) - first_chain();
  const Node *node = root_;
  if (node == nullptr || !fits(key, node->level))
    return 0;
  for (; node->level > 0; node = node->child[digit(key, node->level)])
    if (node->child[digit(key, node->level)] == nullptr)
      return 0;
  return node->count[key & 15];
}

void Clock::raise(Epoch epoch) {
  std::uint64_t key = chain_of(epoch) - first_chain();
  std::uint32_t level = root_ == nullptr ? 0 : root_->level;
  while (!fits(key, level))
    ++level;
  if (root_ != nullptr)
    root_ = lifted(root_, level);
  root_ = raised(root_, key, count_of(epoch), level);
}

void Clock::merge(const Clock &other) {
  if (is(other) || other.is_empty())
    return;
  Node *before = root_;
  root_ = merged(before, other.root_);
  drop(before);
}

bool Knowledge::covers(Epoch epoch) const {
  if (chain_of(epoch) < first_chain())
    return true;
  for (Epoch known : recent_)
    if (same_chain(known, epoch) && count_of(known) >= count_of(epoch))
      return true;
  return clock_.limit(epoch) >= count_of(epoch);
}

std::uint64_t Knowledge::limit(Epoch epoch) const {
  if (chain_of(epoch) < first_chain())
    return highest_count;
  std::uint64_t found = clock_.limit(epoch);
  for (Epoch known : recent_)
    if (same_chain(known, epoch))
      found = std::max(found, count_of(known));
  return found;
}

void Knowledge::settle() {
  if (recent_[most_recent - 1] == 0)
    return;
  for (Epoch &known : recent_) {
    clock_.raise(known);
    known = 0;
  }
}

void Knowledge::learn(Epoch epoch) {
  epoch &= ~iteration_mark;
  if (epoch == 0 || covers(epoch))
    return;
  for (Epoch &known : recent_)
    if (same_chain(known, epoch)) {
      known = epoch;
      return;
    }
  settle();
  *std::find(std::begin(recent_), std::end(recent_), Epoch{0}) = epoch; // they fill up in order
}

void Knowledge::learn(const Knowledge &other) {
  clock_.merge(other.clock_);
  for (Epoch known : other.recent_)
    learn(known);
}

} // namespace asyncir::races
