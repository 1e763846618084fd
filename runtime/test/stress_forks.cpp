// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Random trees of tasks that fork: a child starts inside its parent, the rest of which may be stolen meanwhile. A task forks or queues
/// children, awaits some, one by one or in a group, in any order, forgets others, waits for an elder sibling, and may fail.
/// What each must come to is known before anything runs.
#include "coroutine.hpp"
#include "harness.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <random>
#include <thread>
#include <vector>

namespace {

struct Node;

struct Step {
  enum class What { fork, launch, await, group, forget } what;
  std::vector<std::size_t> children;
};

struct Node {
  std::vector<Node *> children;
  std::vector<Step> steps;
  bool awaits_elder = false; // the child before it, if there is one
  bool fails = false;
  std::uint64_t value = 0; // written by the task, read by those that await it

  std::uint64_t expected = 0;
  bool expected_failure = false;
};

std::uint64_t mixed(std::uint64_t sum, std::uint64_t value) { return sum * 31 + value; }

/// What it comes to is found on the way.
class Tree {
public:
  explicit Tree(std::uint64_t seed) : random_(seed), root(node(nullptr, 0)) {}

private:
  std::mt19937_64 random_;
  std::deque<Node> nodes_;

  bool chance(unsigned percent) { return random_() % 100 < percent; }

  Node *node(const Node *elder, int depth) {
    Node &made = nodes_.emplace_back();
    made.fails = chance(2);
    made.awaits_elder = elder != nullptr && chance(20);
    made.expected = random_() % 1000;
    made.value = made.expected;
    made.expected_failure = made.fails;
    if (made.awaits_elder)
      awaited(made, *elder);
    const std::size_t count = depth > 6 || nodes_.size() > 300 ? 0 : random_() % 5;
    std::vector<std::size_t> pending;
    for (std::size_t i = 0; i < count; ++i) {
      made.children.push_back(node(i == 0 ? nullptr : made.children[i - 1], depth + 1));
      made.steps.push_back({chance(80) ? Step::What::fork : Step::What::launch, {i}});
      pending.push_back(i);
      if (chance(40))
        wait(made, pending);
    }
    while (!pending.empty())
      wait(made, pending);
    return &made;
  }

  /// Await or forget one of the pending children, or await several.
  void wait(Node &made, std::vector<std::size_t> &pending) {
    const std::size_t at = random_() % pending.size();
    const std::size_t child = pending[at];
    if (chance(15)) {
      made.steps.push_back({Step::What::forget, {child}});
      pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    }
    if (chance(25)) {
      made.steps.push_back({Step::What::group, pending});
      for (const std::size_t one : pending)
        awaited(made, *made.children[one]);
      pending.clear();
      return;
    }
    made.steps.push_back({Step::What::await, {child}});
    awaited(made, *made.children[child]);
    pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(at));
  }

  static void awaited(Node &by, const Node &other) {
    by.expected = mixed(by.expected, other.expected);
    by.expected_failure |= other.expected_failure;
  }

public:
  Node *const root; // last: it is made of the others
};

/// The first error of those that were awaited, and their values.
struct Seen {
  asyncir_error *cause = nullptr;
  std::uint64_t value;

  void add(const Node &other, asyncir_error *error) {
    value = mixed(value, other.value);
    CHECK_EQUAL(error != nullptr, other.expected_failure);
    if (error != nullptr && cause == nullptr)
      cause = asyncir_error_retain(error);
  }
};

// NOLINTNEXTLINE: what a coroutine takes by value lies in its frame
Coroutine task_of(Node *node, const Node *elder, Token elders_token) {
  Coroutine::promise_type &self = co_await Self{};
  Seen seen{nullptr, node->value};
  if (node->awaits_elder)
    seen.add(*elder, co_await Awaited{elders_token.get()});
  std::vector<Token> tokens(node->children.size());
  for (const Step &step : node->steps) {
    const std::size_t first = step.children[0];
    if (step.what == Step::What::fork || step.what == Step::What::launch) {
      const bool wants_elder = node->children[first]->awaits_elder;
      Coroutine child = task_of(node->children[first], wants_elder ? node->children[first - 1] : nullptr,
                                wants_elder ? tokens[first - 1] : Token());
      tokens[first] = child.token;
      if (step.what == Step::What::fork)
        co_await Forked{child.token.get()};
      else
        std::move(child).launch(self.worker());
    } else if (step.what == Step::What::await) {
      seen.add(*node->children[first], co_await Awaited{tokens[first].get()});
    } else if (step.what == Step::What::group) {
      const Token group(asyncir_group_create(static_cast<std::int64_t>(step.children.size()), "", self.worker()));
      bool fails = false;
      for (const std::size_t one : step.children) {
        CHECK(asyncir_group_add(group.get(), tokens[one].get(), self.worker()) >= 0);
        fails |= node->children[one]->expected_failure;
      }
      CHECK_EQUAL(co_await Awaited{group.get()} != nullptr, fails);
      for (const std::size_t one : step.children)
        seen.add(*node->children[one], asyncir_task_error(tokens[one].get()));
    } else if (first + 1 >= node->children.size() || !node->children[first + 1]->awaits_elder) {
      tokens[first] = Token(); // its last reference, perhaps, while it runs
    }
  }
  node->value = seen.value;
  if (node->fails || seen.cause != nullptr)
    self.failure = asyncir_error_create("T1", "failed", "", seen.cause);
}

Coroutine root_of(const Tree *tree) {
  Coroutine child = task_of(tree->root, nullptr, Token());
  co_await Forked{child.token.get()};
  const asyncir_error *error = co_await Awaited{child.token.get()};
  CHECK_EQUAL(error != nullptr, tree->root->expected_failure);
  CHECK(tree->root->value == tree->root->expected);
}

void run_trees(std::uint64_t seed, int count) {
  std::mt19937_64 random(seed);
  std::deque<Tree> trees; // forgotten tasks may still run when the root is complete
  for (int turn = 0; turn < count; ++turn) {
    const Tree &tree = trees.emplace_back(random());
    run([&](asyncir_worker *worker) { return root_of(&tree).launch(worker); });
  }
  asyncir_runtime_wait_idle();
}

TEST(random_trees_of_forks) { run_trees(harness::seed(), harness::sanitized ? 60 : 300); }

TEST(random_trees_of_forks_from_several_threads) {
  std::vector<std::thread> threads;
  for (unsigned long i = 1; i <= 3; ++i)
    threads.emplace_back([i] { run_trees(harness::seed() + 1000 * i, harness::sanitized ? 20 : 100); });
  for (std::thread &thread : threads)
    thread.join();
}

Coroutine nested(long depth, long *reached) {
  if (depth == 0) {
    *reached += 1;
    co_return;
  }
  Coroutine child = nested(depth - 1, reached);
  co_await Forked{child.token.get()};
  co_await Awaited{child.token.get()};
  *reached += 1;
}

/// Deeper than the stack may nest: there a child is queued.
TEST(forks_nest_deeper_than_the_stack) {
  long reached = 0;
  const long depth = harness::sanitized ? 5000 : 50000;
  run([&](asyncir_worker *worker) { return nested(depth, &reached).launch(worker); });
  CHECK_EQUAL(reached, depth + 1);
}

Coroutine lasts(std::chrono::nanoseconds time) {
  const auto until = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < until) {
  }
  co_return;
}

Coroutine forks(int times, unsigned long seed, std::atomic<int> *steps) {
  std::minstd_rand random(static_cast<std::minstd_rand::result_type>(seed));
  for (int i = 0; i < times; ++i) {
    Coroutine child = lasts(std::chrono::nanoseconds(5'000 + random() % 30'000));
    co_await Forked{child.token.get()};
    steps->fetch_add(1, std::memory_order_relaxed);
  }
}

/// Children end about when thieves, which were not answered for 10 µs, take the parent: the only entry of its deque.
PARALLEL_TEST(a_parent_is_taken_back_or_stolen_and_never_both) {
  const int times = harness::sanitized ? 2000 : 10'000;
  std::atomic<int> steps{0};
  run([&](asyncir_worker *worker) { return forks(times, harness::seed(), &steps).launch(worker); });
  CHECK_EQUAL(steps.load(), times);
}

} // namespace
