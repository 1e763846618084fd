// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A clock is a tree of nodes, by the digits of the chain's number. Nodes are counted and shared: whoever changes one
/// that others have, too, makes a copy. So to copy a clock costs nothing, and to merge two costs what they differ in.
#include "clock.hpp"

#include "pool.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

namespace asyncir::races {

struct Node {
  explicit Node(std::uint32_t its_level) : level(its_level) {}

  std::atomic<std::uint32_t> references{1};
  std::uint32_t level; // 0: a leaf
};

namespace {

/// Bits of a chain's number. To copy an inner node costs an atomic addition for each child, and later another one; to copy a leaf costs next
/// to nothing. So leaves are wide and inner nodes are narrow.
constexpr std::uint32_t leaf_bits = 5;
constexpr std::uint32_t inner_bits = 3;

struct Leaf : Node {
  Leaf() : Node(0) {}
  std::uint64_t count[std::size_t{1} << leaf_bits] = {};
};

struct Inner : Node {
  explicit Inner(std::uint32_t its_level) : Node(its_level) {}
  Node *child[std::size_t{1} << inner_bits] = {};
};

std::atomic<std::uint64_t> next_chain{1};
std::atomic<std::uint64_t> era_start{1};

Leaf *leaf(Node *node) { return static_cast<Leaf *>(node); }
const Leaf *leaf(const Node *node) { return static_cast<const Leaf *>(node); }
Inner *inner(Node *node) { return static_cast<Inner *>(node); }
const Inner *inner(const Node *node) { return static_cast<const Inner *>(node); }

Node *make_node(std::uint32_t level) {
  if (level == 0)
    return new (Pool<sizeof(Leaf)>::take()) Leaf;
  return new (Pool<sizeof(Inner)>::take()) Inner(level);
}

Node *shared(Node *node) {
  if (node != nullptr)
    node->references.fetch_add(1, std::memory_order_relaxed);
  return node;
}

void drop(Node *node) {
  if (node == nullptr || node->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  if (node->level == 0) {
    Pool<sizeof(Leaf)>::give(node);
    return;
  }
  for (Node *child : inner(node)->child)
    drop(child);
  Pool<sizeof(Inner)>::give(node);
}

/// The node, or a copy if others have it too; takes the reference over.
Node *own(Node *node) {
  if (node->references.load(std::memory_order_acquire) == 1)
    return node;
  Node *copy = make_node(node->level);
  if (node->level == 0)
    std::copy(std::begin(leaf(node)->count), std::end(leaf(node)->count), std::begin(leaf(copy)->count));
  else
    for (std::size_t i = 0; i < std::size(inner(node)->child); ++i)
      inner(copy)->child[i] = shared(inner(node)->child[i]);
  drop(node);
  return copy;
}

/// Where a key is in a node.
std::uint64_t digit(std::uint64_t key, std::uint32_t level) {
  if (level == 0)
    return key & ((std::uint64_t{1} << leaf_bits) - 1);
  return (key >> (leaf_bits + inner_bits * (level - 1))) & ((std::uint64_t{1} << inner_bits) - 1);
}

bool fits(std::uint64_t key, std::uint32_t level) { return key >> (leaf_bits + inner_bits * level) == 0; }

/// The same, with levels above it up to that one; takes the reference over.
Node *lifted(Node *node, std::uint32_t level) {
  while (node->level < level) {
    Node *above = make_node(node->level + 1);
    inner(above)->child[0] = node;
    node = above;
  }
  return node;
}

Node *raised(Node *node, std::uint64_t key, std::uint64_t count, std::uint32_t level) {
  node = node == nullptr ? make_node(level) : own(node);
  std::uint64_t at = digit(key, level);
  if (level == 0)
    leaf(node)->count[at] = std::max(leaf(node)->count[at], count);
  else
    inner(node)->child[at] = raised(inner(node)->child[at], key, count, level - 1);
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
  bool open = true;
  if (a->level == 0)
    for (std::size_t i = 0; i < std::size(leaf(a)->count) && open; ++i) {
      found.note(leaf(a)->count[i], leaf(b)->count[i]);
      open = found.first || found.second;
    }
  else
    for (std::size_t i = 0; i < std::size(inner(a)->child) && open; ++i) {
      compare(inner(a)->child[i], inner(b)->child[i], found);
      open = found.first || found.second;
    }
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
  if (a->level == 0)
    for (std::size_t i = 0; i < std::size(leaf(a)->count); ++i)
      leaf(both)->count[i] = std::max(leaf(a)->count[i], leaf(b)->count[i]);
  else
    for (std::size_t i = 0; i < std::size(inner(a)->child); ++i)
      inner(both)->child[i] = merged(inner(a)->child[i], inner(b)->child[i]);
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
  while (node->level > 0) {
    node = inner(node)->child[digit(key, node->level)];
    if (node == nullptr)
      return 0;
  }
  return leaf(node)->count[digit(key, 0)];
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
