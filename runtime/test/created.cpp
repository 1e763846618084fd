// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Created tokens: their memory, which is used again and again, and what is found there when nothing can go on or a run is cancelled.
#include "asyncir/trace.h"
#include "coroutine.hpp"
#include "harness.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

Token new_token() { return Token(asyncir_task_create(0, 1, 0)); }

/// A runtime with one worker, for as long as this lives.
class Runtime {
public:
  Runtime() {
    const asyncir_runtime_config config{1, 0, 0, 0};
    runtime_ = asyncir_runtime_create(&config);
    CHECK(runtime_ != nullptr);
  }
  ~Runtime() { CHECK(asyncir_runtime_destroy(runtime_)); }
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;

  /// Launched here, and not waited for.
  Token launch(Coroutine task) const {
    asyncir_runtime *before = asyncir_runtime_select(runtime_);
    Token token = std::move(task).launch(nullptr);
    asyncir_runtime_select(before);
    return token;
  }

private:
  asyncir_runtime *runtime_;
};

std::int64_t most_bytes() {
  asyncir_stats stats;
  asyncir_runtime_wait_idle();
  asyncir_runtime_stats(&stats);
  return stats.frame_bytes;
}

/// What goes from one worker to another, round by round.
struct Relay {
  explicit Relay(long count) : tokens(static_cast<std::size_t>(count)) {}
  std::vector<Token> tokens;
  Token full = new_token(), empty = new_token();
};

Coroutine make_tokens(Relay *relay, long rounds) {
  Coroutine::promise_type &self = co_await Self{};
  for (long round = 0; round < rounds; ++round) {
    for (Token &token : relay->tokens)
      token = new_token();
    const Token empty = relay->empty;
    CHECK(asyncir_task_set(Token(relay->full).get(), nullptr, self.worker(), 0));
    CHECK(co_await Awaited{empty.get()} == nullptr);
  }
}

Coroutine drop_tokens(Relay *relay, long rounds) {
  Coroutine::promise_type &self = co_await Self{};
  for (long round = 0; round < rounds; ++round) {
    CHECK(co_await Awaited{Token(relay->full).get()} == nullptr);
    for (Token &token : relay->tokens) {
      CHECK(asyncir_task_set(token.get(), nullptr, self.worker(), 0));
      token = Token();
    }
    const Token empty = relay->empty;
    relay->full = new_token();
    relay->empty = new_token();
    CHECK(asyncir_task_set(empty.get(), nullptr, self.worker(), 0));
  }
}

Coroutine wait_for_both(Token one, Token other) {
  co_await Awaited{one.get()};
  co_await Awaited{other.get()};
}

/// Make that many times `count` tokens in the one runtime, and set and free them in the other.
void relay_tokens(const Runtime &here, const Runtime &there, long count, long rounds) {
  Relay relay(count);
  const Token maker = here.launch(make_tokens(&relay, rounds));
  const Token dropper = there.launch(drop_tokens(&relay, rounds));
  run([&](asyncir_worker *worker) { return wait_for_both(maker, dropper).launch(worker); });
  asyncir_task_release(relay.full.get(), 1); // those of whoever would set them
  asyncir_task_release(relay.empty.get(), 1);
  asyncir_runtime_wait_idle();
}

/// A million tokens in all: what one worker always makes and another always frees finds its way back.
TEST(tokens_that_are_made_here_and_freed_there_need_no_more_memory) {
  const Runtime here, there;
  const long count = harness::sanitized ? 50 : 1000;
  relay_tokens(here, there, count, 20);
  const std::int64_t warm = most_bytes();
  relay_tokens(here, there, count, harness::sanitized ? 20 : 1000);
  CHECK(most_bytes() <= warm + 64 * 1024);
}

Coroutine expect(Token token, const char *code, std::atomic<long> *met) {
  const asyncir_error *error = co_await Awaited{token.get()};
  CHECK((error == nullptr ? "" : asyncir_error_code(error)) == std::string(code));
  met->fetch_add(1);
}

Coroutine wait_for_all(std::vector<Token> tokens) {
  for (const Token &token : tokens)
    co_await Awaited{token.get()};
}

/// Among many that were freed or are set, and in several runtimes, just those are failed that somebody waits for.
TEST(a_deadlock_finds_all_tokens_that_are_waited_for) {
  const long count = harness::sanitized ? 100 : 5000;
  std::vector<std::unique_ptr<Runtime>> runtimes;
  for (int i = 0; i < 3; ++i)
    runtimes.push_back(std::make_unique<Runtime>());
  std::atomic<long> met = 0;
  std::vector<Token> set, idle, tasks;
  asyncir_operation_begin(); // not yet
  for (long i = 0; i < count; ++i) {
    const Runtime &runtime = *runtimes[static_cast<std::size_t>(i % 3)];
    const Token never = new_token();
    tasks.push_back(runtime.launch(expect(never, "R104", &met)));
    set.push_back(new_token());
    tasks.push_back(runtime.launch(expect(set.back(), "", &met)));
    CHECK(asyncir_task_set(Token(new_token()).get(), nullptr, nullptr, 0)); // freed at once
    idle.push_back(new_token());
  }
  for (const Token &token : set)
    CHECK(asyncir_task_set(token.get(), nullptr, nullptr, 0));
  asyncir_operation_end();
  bool deadlock = false;
  run([&](asyncir_worker *worker) { return wait_for_all(std::move(tasks)).launch(worker); }, &deadlock);
  CHECK(deadlock);
  CHECK_EQUAL(met.load(), 2 * count);
  for (const Token &token : idle) // nobody waits for them: they can still be set
    CHECK(asyncir_task_set(token.get(), nullptr, nullptr, 0));
}

void count_up(void *counter, asyncir_task *) { static_cast<std::atomic<long> *>(counter)->fetch_add(1); }

/// Threads outside that do something again and again, until the test has looked often enough and each has done it often enough.
class Threads {
public:
  explicit Threads(const std::function<void()> &step) : done_(3) {
    for (std::atomic<long> &done : done_)
      threads_.emplace_back([this, &done, step] {
        while (!stop_.load()) {
          step();
          done.fetch_add(1);
        }
      });
  }
  bool are_through() const {
    return std::ranges::all_of(done_, [](const std::atomic<long> &done) { return done.load() >= steps; });
  }
  /// How often it was done.
  long join() {
    stop_ = true;
    long sum = 0;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      threads_[i].join();
      sum += done_[i].load();
    }
    return sum;
  }

private:
  static constexpr long steps = harness::sanitized ? 100 : 500;
  std::atomic<bool> stop_ = false;
  std::vector<std::atomic<long>> done_;
  std::vector<std::thread> threads_;
};

/// Wait for a token of a run of its own, and set it a little later.
void wait_in_a_run(std::atomic<long> *told) {
  const uint32_t run = asyncir_run_open();
  asyncir_run_select(run);
  const Token awaited = new_token();
  asyncir_task_on_done(awaited.get(), count_up, told);
  std::this_thread::yield();
  CHECK(asyncir_task_set(awaited.get(), nullptr, nullptr, 0));
  CHECK(asyncir_task_error(awaited.get()) == nullptr);
  asyncir_run_select(0);
  asyncir_run_close(run);
}

/// Whoever cancels a run looks at the tokens of all, which others set and free meanwhile, and leaves those of other runs alone.
TEST(cancelling_leaves_tokens_of_other_runs_alone) {
  std::atomic<long> told = 0;
  Threads threads([&] { wait_in_a_run(&told); });
  long cancelled = 0;
  for (; cancelled < 200 || !threads.are_through(); ++cancelled) {
    const uint32_t run = asyncir_run_open();
    asyncir_run_select(run);
    const Token idle = new_token(), awaited = new_token();
    asyncir_task_on_done(awaited.get(), count_up, &told);
    asyncir_run_select(0);
    CHECK(asyncir_cancel(run, false));
    while (!asyncir_task_is_done(awaited.get())) // a worker may be about to fail it
      std::this_thread::yield();
    CHECK(std::strcmp(asyncir_error_code(asyncir_task_error(awaited.get())), "R107") == 0);
    CHECK(!asyncir_task_set(awaited.get(), nullptr, nullptr, 0));
    CHECK(asyncir_task_set(idle.get(), nullptr, nullptr, 0));
    asyncir_run_close(run);
  }
  const long others = threads.join();
  asyncir_runtime_wait_idle(); // a worker may still be telling of one that it has failed
  CHECK_EQUAL(told.load(), others + cancelled);
}

/// A token that somebody waits for, and, mostly where it was, one for which nobody does.
void use_memory_again() {
  std::atomic<long> told = 0;
  {
    const Token awaited = new_token();
    asyncir_task_on_done(awaited.get(), count_up, &told);
    std::this_thread::yield();
    if (!asyncir_task_set(awaited.get(), nullptr, nullptr, 0)) // it was found stuck, and is being failed
      while (told.load() == 0)
        std::this_thread::yield();
    CHECK_EQUAL(told.load(), 1);
  }
  const Token other = new_token();
  std::this_thread::yield();
  CHECK(asyncir_task_set(other.get(), nullptr, nullptr, 0));
}

/// Whoever looks for what is stuck may find a token that is freed, or another one in its place, the next moment.
TEST(what_is_looked_at_may_be_set_and_freed_meanwhile) {
  Threads threads(use_memory_again);
  while (!threads.are_through())
    asyncir_runtime_end_stuck(nullptr);
  threads.join();
}

/// A payload of any size and alignment is the value's own, and ends with it.
TEST(values_have_payloads_of_all_sizes) {
  std::vector<Token> values;
  for (std::int64_t size : {1, 8, 40, 500, 5000})
    for (std::int64_t alignment : {1, 8, 16, 64, 128}) {
      asyncir_task *task = asyncir_task_create(size, alignment, 0);
      auto *payload = static_cast<char *>(asyncir_task_payload(task, alignment));
      CHECK_EQUAL(reinterpret_cast<std::uintptr_t>(payload) % static_cast<std::uintptr_t>(alignment), 0);
      CHECK(reinterpret_cast<asyncir_task **>(payload)[-1] == task);
      std::memset(payload, 7, static_cast<std::size_t>(size));
      values.emplace_back(task);
    }
  asyncir_counts counts;
  asyncir_runtime_counts(&counts);
  CHECK_EQUAL(counts.tasks, static_cast<std::int64_t>(values.size()));
  for (const Token &value : values)
    CHECK(asyncir_task_set(value.get(), nullptr, nullptr, 0));
}

} // namespace
