// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Tests of libasyncir_races: what random programs report is held against all orders that they have, by a model that knows each step's
/// predecessors; and threads that report at once are watched by the sanitizers.
#include "asyncir/races.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

int failures = 0;

void expect(bool holds, const char *what, unsigned long seed = 0) {
  if (holds)
    return;
  ++failures;
  std::printf("FAILED: %s (seed %lu)\n", what, seed);
}

const std::array<asyncir_site, 2> sites{{{"first", "a task", "p.mlir:1:1"}, {"second", "a task", "p.mlir:2:2"}}};

bool has_race() { return std::strlen(asyncir_races_found()) > 0; }

/// A completion: the library only needs its address.
struct alignas(16) Token {
  std::array<char, 64> room;
};

/// What a step comes behind, as bits; the model of the order.
using Past = std::vector<bool>;

void learn(Past &past, const Past &other) {
  if (past.size() < other.size())
    past.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i)
    past[i] = past[i] || other[i];
}

struct Done {
  std::unique_ptr<Token> token = std::make_unique<Token>();
  Past past;
  std::vector<std::size_t> members; // of a group
  bool is_task = false;
  bool is_complete = false;
};

struct Running {
  asyncir_activation *activation;
  Past past;
  std::size_t done; // the number of its completion
};

struct Made {
  std::size_t step;
  int kind; // 0: read, 1: write, 2: atomic
};

/// A random program, one step after the other, in an order that its tasks could have.
class Model {
public:
  explicit Model(unsigned long seed) : seed_(seed), random_(seed) {}

  void run(int steps) {
    asyncir_races_begin();
    running_.push_back({asyncir_races_enter(sites.data()), {}, 0});
    done_.emplace_back();
    for (int i = 0; i < steps && !wrong_; ++i)
      step();
    expect(!wrong_, "a race is reported where the model has one, and nowhere else", seed_);
    while (running_.size() > 1)
      finish(running_.size() - 1);
    asyncir_races_leave(running_[0].activation);
  }

private:
  static constexpr std::size_t narrow = 8; // elements that are mostly touched one by one
  static constexpr std::size_t wide = 70;  // and others, mostly all at once

  std::size_t pick(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }

  void step() {
    if (pick(2) == 0 || last_ >= running_.size())
      last_ = pick(running_.size());
    std::size_t who = last_;
    switch (pick(12)) {
    case 0:
    case 1:
    case 2:
      fork(who);
      break;
    case 3:
      if (who != 0)
        finish(who);
      break;
    case 4:
    case 5:
      if (!complete_.empty())
        wait(running_[who], complete_[pick(complete_.size())]);
      break;
    case 6:
      group(running_[who]);
      break;
    case 7:
    case 8:
      loop(running_[who]);
      break;
    default:
      access(running_[who], pick(narrow), pick(4) == 0 ? 4 : 1);
    }
  }

  void fork(std::size_t who) {
    done_.emplace_back();
    done_.back().is_task = true;
    Running &parent = running_[who];
    Running child{asyncir_races_fork(parent.activation), parent.past, done_.size() - 1};
    asyncir_races_bind(child.activation, done_.back().token.get());
    running_.push_back(std::move(child));
  }

  void finish(std::size_t who) {
    Running &ended = running_[who];
    done_[ended.done].past = ended.past;
    done_[ended.done].is_complete = true;
    complete_.push_back(ended.done);
    asyncir_races_finish(ended.activation);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(who));
  }

  void wait(Running &who, std::size_t number) {
    for (std::size_t member : done_[number].members)
      if (!done_[member].is_complete)
        return;
    asyncir_races_before_wait(who.activation);
    asyncir_races_after_wait(who.activation, done_[number].token.get());
    learn(who.past, done_[number].past);
    for (std::size_t member : done_[number].members)
      learn(who.past, done_[member].past);
  }

  /// A group of tasks, complete or not.
  void group(Running &who) {
    done_.emplace_back();
    Done &group = done_.back();
    asyncir_races_create(group.token.get());
    for (std::size_t i = 0; i < 3; ++i) {
      std::size_t member = pick(done_.size() - 1);
      if (!done_[member].is_task)
        continue;
      asyncir_races_add(who.activation, done_[member].token.get(), group.token.get());
      group.members.push_back(member);
    }
    learn(group.past, who.past);
    if (!group.members.empty())
      complete_.push_back(done_.size() - 1);
  }

  /// Iterations that each touch an element: of one another, or of their own.
  void loop(Running &who) {
    std::size_t count = 1 + pick(4);
    bool own = pick(2) == 0;
    bool many = pick(2) == 0;
    int kind = static_cast<int>(pick(2));
    if (many)
      count = wide - pick(2);
    Past before = who.past;
    Past after = who.past;
    uint64_t first = asyncir_races_loop(who.activation, count);
    if (many || (own && pick(2) == 0)) {
      std::size_t start = many ? narrow : 0;
      iterations_.assign(count, {});
      for (std::size_t i = 0; i < count; ++i)
        note_of(before, after, start + i, kind, i);
      box(who, first, 1, start, count, kind);
      compare();
      if (pick(2) == 0) { // each iteration once more, there or beside it
        std::size_t shift = pick(2);
        int again = static_cast<int>(pick(2));
        for (std::size_t i = 0; i + shift < count; ++i)
          note_of(before, after, start + i + shift, again, i);
        box(who, first, 1, start + shift, count - shift, again);
        compare();
      }
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        std::size_t at = own ? i : 5;
        note(before, after, at, kind);
        tell(who, first == 0 ? 0 : first + i, at, kind);
        compare();
      }
    }
    asyncir_races_loop_end(who.activation, first, count);
    who.past = after;
  }

  void access(Running &who, std::size_t at, std::size_t count) {
    int kind = static_cast<int>(pick(count == 1 ? 3 : 2));
    if (pick(6) == 0) {
      at = narrow;
      count = wide - pick(2);
    } else if (pick(12) == 0) {
      at = narrow + pick(wide);
      count = 1;
    } else {
      count = std::min(count, narrow - at);
    }
    if (count > 1)
      kind %= 2;
    for (std::size_t i = 0; i < count; ++i)
      note(who.past, who.past, at + i, kind);
    if (count == 1)
      tell(who, 0, at, kind);
    else
      box(who, 0, 0, at, count, kind);
    compare();
  }

  void box(Running &who, uint64_t epoch, uint32_t stepped, std::size_t at, std::size_t count, int kind) {
    auto extent = static_cast<int64_t>(count);
    int64_t stride = sizeof(double);
    asyncir_races_box(who.activation, epoch, stepped, &memory_[at], 3, 0, kind == 1, 1, &extent, &stride);
  }

  void tell(Running &who, uint64_t epoch, std::size_t at, int kind) {
    auto *report = kind == 0 ? asyncir_races_read : kind == 1 ? asyncir_races_write : asyncir_races_atomic;
    report(who.activation, epoch, &memory_[at], 3, 1);
  }

  /// A step that comes behind `before`, and that `after` is to come behind.
  void note(const Past &before, Past &after, std::size_t at, int kind) {
    Past known = before;
    for (const Made &made : made_[at])
      if ((made.kind | kind) != 0 && !(made.kind == 2 && kind == 2) && !(made.step < known.size() && known[made.step]))
        race_ = true;
    made_[at].push_back({steps_, kind});
    if (after.size() <= steps_)
      after.resize(steps_ + 1);
    after[steps_++] = true;
  }

  /// A step of an iteration, which comes behind those that it made before.
  void note_of(const Past &before, Past &after, std::size_t at, int kind, std::size_t iteration) {
    Past known = before;
    learn(known, iterations_[iteration]);
    std::size_t step = steps_;
    note(known, after, at, kind);
    Past &own = iterations_[iteration];
    own.resize(step + 1);
    own[step] = true;
  }

  /// After the first race, what is known of the element may be less: the memory is new then.
  void compare() {
    if (has_race() != race_)
      wrong_ = true;
    if (!race_)
      return;
    race_ = false;
    asyncir_races_fresh(memory_.data(), sizeof(memory_), 3);
    for (auto &made : made_)
      made.clear();
    asyncir_races_forget();
  }

  unsigned long seed_;
  std::mt19937_64 random_;
  std::vector<Running> running_;
  std::vector<Done> done_;
  std::vector<std::size_t> complete_;
  alignas(64) std::array<double, narrow + wide> memory_{};
  std::array<std::vector<Made>, narrow + wide> made_;
  std::vector<Past> iterations_; // of the loop that runs: what each has done
  std::size_t last_ = 0; // who took the step before
  std::size_t steps_ = 0;
  bool race_ = false;
  bool wrong_ = false;
};

/// An `async.func` is part of its caller until it waits.
void test_hot() {
  asyncir_races_begin();
  double x = 0;
  std::array<Token, 2> tokens;
  auto *entry = asyncir_races_enter(sites.data());
  auto *callee = asyncir_races_call(entry);
  asyncir_races_write(callee, 0, &x, 3, 0);
  asyncir_races_bind(callee, &tokens[0]);
  asyncir_races_before_wait(callee);
  asyncir_races_read(entry, 0, &x, 3, 1);
  expect(!has_race(), "what an async.func does before its first wait is part of its caller");
  asyncir_races_write(callee, 0, &x, 3, 0);
  expect(has_race(), "what it does behind its first wait is not");
  asyncir_races_finish(callee);
  asyncir_races_leave(entry);
}

/// Threads with subtrees of one tree of tasks, each of which writes a part of an array, and reads what is below it.
void subtree(asyncir_activation *own, std::vector<double> &data, std::size_t from, std::size_t to) {
  auto part = static_cast<int64_t>(to - from);
  int64_t stride = sizeof(double);
  asyncir_races_box(own, 0, 0, &data[from], 3, 0, 1, 1, &part, &stride);
  if (to - from > 4) {
    std::size_t middle = (from + to) / 2;
    Token left;
    Token right;
    auto *below = asyncir_races_fork(own);
    asyncir_races_bind(below, &left);
    auto *above = asyncir_races_fork(own);
    asyncir_races_bind(above, &right);
    auto work = [&](asyncir_activation *who, std::size_t a, std::size_t b) {
      subtree(who, data, a, b);
      asyncir_races_finish(who);
    };
    if (to - from >= data.size() / 2) {
      std::thread other(work, below, from, middle);
      work(above, middle, to);
      other.join();
    } else {
      work(below, from, middle);
      work(above, middle, to);
    }
    asyncir_races_before_wait(own);
    asyncir_races_after_wait(own, &left);
    asyncir_races_after_wait(own, &right);
  }
  for (std::size_t i = from; i < to; ++i)
    asyncir_races_read(own, 0, &data[i], 3, 1);
}

void test_threads() {
  std::vector<double> data(1024);
  for (int i = 0; i < 20; ++i) {
    asyncir_races_begin();
    auto *entry = asyncir_races_enter(sites.data());
    subtree(entry, data, 0, data.size());
    asyncir_races_leave(entry);
    expect(!has_race(), "a tree of tasks that wait for those below has no race");
  }
}

/// All read one element at once, and all write it: the race is found whoever comes first.
void test_a_race_of_threads() {
  for (int i = 0; i < 200; ++i) {
    asyncir_races_begin();
    double x = 0;
    std::array<Token, 2> tokens;
    auto *entry = asyncir_races_enter(sites.data());
    std::vector<std::thread> threads;
    for (Token &token : tokens) {
      auto *child = asyncir_races_fork(entry);
      asyncir_races_bind(child, &token);
      threads.emplace_back([child, &x] {
        asyncir_races_write(child, 0, &x, 3, 0);
        asyncir_races_finish(child);
      });
    }
    for (std::thread &thread : threads)
      thread.join();
    asyncir_races_leave(entry);
    expect(has_race(), "two writes at once are a race");
  }
}

} // namespace

int main() {
  const char *chosen = std::getenv("ASYNCIR_TEST_SEED");
  unsigned long first = chosen == nullptr ? std::random_device{}() : std::strtoul(chosen, nullptr, 10);
  std::printf("seed %lu\n", first);
  test_hot();
  test_threads();
  test_a_race_of_threads();
  for (unsigned long seed = first; seed < first + (chosen == nullptr ? 600 : 1) && failures == 0; ++seed)
    Model(seed).run(300);
  std::printf(failures == 0 ? "all passed\n" : "%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
