// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A limit for the memory of tasks, and what happens when it is reached.
#include "asyncir/operations.h"
#include "coroutine.hpp"
#include "harness.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

namespace {

asyncir_memory memory() {
  asyncir_memory now;
  asyncir_runtime_memory(&now);
  return now;
}

/// While it lives, tasks may take `spare` bytes more than they have.
class Limit {
public:
  explicit Limit(std::int64_t spare) {
    const std::string size = std::to_string(memory().in_use + spare);
    CHECK_EQUAL(asyncir_runtime_limit_memory(size.c_str()), 0);
  }
  ~Limit() { asyncir_runtime_limit_memory(nullptr); }
  Limit(const Limit &) = delete;
  Limit &operator=(const Limit &) = delete;
};

constexpr std::int64_t spare = (harness::sanitized ? 1 : 4) << 20;

/// All memory that there is for frames on this thread, until it dies.
class Filler {
public:
  Filler() {
    take(1 << 16, 16);
    for (std::int64_t size = 512; size > 0; size -= 16)
      take(size, 16);
    take(1 << 10, 64);
    take(64, 64);
  }
  ~Filler() {
    for (const Frame &frame : frames_)
      asyncir_frame_free(frame.address, frame.size, frame.alignment);
  }
  Filler(const Filler &) = delete;
  Filler &operator=(const Filler &) = delete;

private:
  struct Frame {
    void *address;
    std::int64_t size, alignment;
  };
  void take(std::int64_t size, std::int64_t alignment) {
    while (void *frame = asyncir_frame_allocate(asyncir_worker_current(), size, alignment))
      frames_.push_back({frame, size, alignment});
  }
  std::vector<Frame> frames_;
};

bool is(const asyncir_error *error, const char *code) {
  return error != nullptr && std::strcmp(asyncir_error_code(error), code) == 0;
}

Coroutine waits(Token gate) { co_await Awaited{gate.get()}; }

Coroutine counts(std::atomic<int> &ended) {
  ended.fetch_add(1);
  co_return;
}

/// Suspended tasks, until there is no memory for one more; its token is the last. On a worker, as most frames are made.
std::vector<Token> launch_until_exhausted(const Token &gate, asyncir_worker *worker) {
  std::vector<Token> tokens;
  do
    tokens.push_back(waits(gate).launch(worker));
  while (!asyncir_task_is_exhausted(tokens.back().get()));
  return tokens;
}

/// Calls `body` in a task, which itself has its frame before memory runs out.
template <class F> Coroutine call(F body) {
  Coroutine::promise_type &self = co_await Self{};
  body(self.worker());
}

template <class F> void on_worker(F body) {
  const Token done = run([&](asyncir_worker *worker) { return call(body).launch(worker); });
  CHECK(asyncir_task_error(done.get()) == nullptr);
}

} // namespace

TEST(memory_limit_fails_what_is_launched) {
  for (int round = 0; round < 3; ++round) {
    const Limit limit(spare);
    Token gate(asyncir_task_create(0, 1, 0));
    std::vector<Token> tokens;
    on_worker([&](asyncir_worker *worker) { tokens = launch_until_exhausted(gate, worker); });
    CHECK(tokens.size() > 100);
    CHECK(memory().in_use <= memory().limit);
    CHECK(is(asyncir_task_error(tokens.back().get()), "R004"));
    CHECK(std::strstr(asyncir_error_message(asyncir_task_error(tokens.back().get())), "the limit is") != nullptr);
    CHECK(asyncir_task_set(gate.get(), nullptr, nullptr, 0));
    tokens.pop_back();
    for (const Token &token : tokens) {
      asyncir_task_block(token.get());
      CHECK(asyncir_task_error(token.get()) == nullptr); // those that were there before are not disturbed
    }
  }
}

TEST(memory_that_sleeping_workers_kept_is_there_under_a_limit) {
  const auto take_and_free = [](asyncir_worker *worker, std::int64_t size, int count) {
    std::vector<void *> frames;
    for (int i = 0; i < count; ++i)
      frames.push_back(asyncir_frame_allocate(worker, size, 16));
    const bool all = std::find(frames.begin(), frames.end(), nullptr) == frames.end();
    for (void *frame : frames)
      if (frame != nullptr)
        asyncir_frame_free(frame, size, 16);
    return all;
  };
  const std::string limit = std::to_string(memory().in_use + (3 << 20));
  on_worker([&](asyncir_worker *worker) {
    for (std::int64_t size = 512; size > 16; size -= 16) // eight megabytes, too few of each size for the depot
      CHECK(take_and_free(worker, size, 1000));
  });
  asyncir_runtime_wait_idle();
  CHECK_EQUAL(asyncir_runtime_limit_memory(limit.c_str()), 0);
  on_worker([&](asyncir_worker *worker) { CHECK(take_and_free(worker, 496, 3000)); });
  CHECK_EQUAL(asyncir_runtime_limit_memory(nullptr), 0);
}

TEST(memory_limit_fails_what_is_forked) {
  const Limit limit(spare);
  Token gate(asyncir_task_create(0, 1, 0));
  std::vector<Token> tokens;
  std::atomic<bool> seen{false};
  const auto forks = [](const Token &awaited, std::vector<Token> &children, std::atomic<bool> &failed) -> Coroutine {
    do {
      children.push_back(waits(awaited).token);
      co_await Forked{children.back().get()};
    } while (!asyncir_task_is_exhausted(children.back().get()));
    failed = is(co_await Awaited{children.back().get()}, "R004");
  };
  const Token parent = run([&](asyncir_worker *worker) { return forks(gate, tokens, seen).launch(worker); });
  CHECK(asyncir_task_error(parent.get()) == nullptr);
  CHECK(seen.load());
  CHECK(tokens.size() > 100);
  CHECK(asyncir_task_set(gate.get(), nullptr, nullptr, 0));
  asyncir_runtime_wait_idle();
  for (const Token &token : tokens)
    CHECK(asyncir_task_is_done(token.get()));
}

TEST(memory_limit_fails_tokens_values_and_groups) {
  const Limit limit(spare);
  const Token pending(asyncir_task_create(0, 1, 0));
  const Token roomy(new_group(2, "here"));
  {
    const Filler filler;
    for (const std::int64_t alignment : {1, 16, 64, 4096}) {
      const Token value(asyncir_task_create(64, alignment, 0));
      CHECK(asyncir_task_is_exhausted(value.get()));
      const auto *payload = static_cast<asyncir_task **>(asyncir_task_payload(value.get(), alignment));
      CHECK(payload[-1] == value.get());
      const std::uint32_t references = value.get()->references;
      CHECK(asyncir_task_create(64, alignment, 3) == value.get());
      CHECK(asyncir_task_set(value.get(), nullptr, nullptr, 3)); // of no consequence
      CHECK_EQUAL(value.get()->references, references + 1);
      asyncir_task_release(value.get(), 1);
      CHECK(asyncir_task_set(value.get(), nullptr, nullptr, 0));
      CHECK(is(asyncir_task_error(value.get()), "R004"));
    }
    const Token group(new_group(1));
    CHECK(asyncir_task_is_exhausted(group.get()));
    CHECK_EQUAL(add_to_group(group.get(), pending.get()), 0);
    CHECK(is(asyncir_task_error(group.get()), "R004"));
    // A group that is there has no room to wait for a member that is pending.
    CHECK_EQUAL(add_to_group(roomy.get(), pending.get()), 0);
    CHECK_EQUAL(add_to_group(roomy.get(), nullptr), 1);
    CHECK(is(asyncir_task_error(roomy.get()), "R004"));
    CHECK(std::strcmp(asyncir_error_location(asyncir_task_error(roomy.get())), "here") == 0);
    CHECK(asyncir_operation_create(1 << 20, 16, 1) == nullptr);
  }
  CHECK(asyncir_task_set(pending.get(), nullptr, nullptr, 0));
  CHECK(asyncir_task_error(pending.get()) == nullptr);
}

TEST(memory_limit_starts_no_operation_without_a_task) {
  alignas(16) static std::uint64_t room[2 + sizeof(asyncir_task) / 8];
  const Token timer(asyncir_task_exhausted(reinterpret_cast<asyncir_task *>(room + 2), 1, "here"));
  asyncir_operation_sleep(timer.get(), 1'000'000'000'000);
  asyncir_operation_close(timer.get(), 0, "there");
  CHECK(is(asyncir_task_error(timer.get()), "R004"));
  CHECK(std::strcmp(asyncir_error_location(asyncir_task_error(timer.get())), "here") == 0);
}

TEST(memory_limit_needs_no_memory_for_a_full_deque) {
  constexpr int tasks = 10'000;
  std::atomic<int> ended{0};
  on_worker([&](asyncir_worker *worker) {
    std::vector<Coroutine> coroutines;
    for (int i = 0; i < tasks; ++i)
      coroutines.push_back(counts(ended));
    const Limit limit(spare);
    const Filler filler;
    for (Coroutine &coroutine : coroutines)
      std::move(coroutine).launch(worker);
  });
  asyncir_runtime_wait_idle();
  CHECK_EQUAL(ended.load(), tasks);
}

TEST(memory_of_one_size_serves_another_when_it_is_free) {
  asyncir_runtime_stop(); // what is on the list of a worker that sleeps is not
  {
    // The memory of tokens stays what it is, and however much there is, the rest is looked through.
    std::vector<Token> tokens;
    for (int i = 0; i < (harness::sanitized ? 30'000 : 300'000); ++i)
      tokens.emplace_back(asyncir_task_create(0, 8, 0));
    for (const Token &token : tokens)
      asyncir_task_set(token.get(), nullptr, nullptr, 0);
  }
  constexpr std::int64_t some = 1 << 20;
  const Limit limit(some);
  for (const std::int64_t size : {48, 96, 200, 512, 1 << 16, 64}) {
    std::vector<void *> frames;
    while (void *frame = asyncir_frame_allocate(nullptr, size, 16))
      frames.push_back(frame);
    CHECK(static_cast<std::int64_t>(frames.size()) * size > some / 2);
    for (void *frame : frames)
      asyncir_frame_free(frame, size, 16);
  }
}

TEST(memory_limit_is_a_size) {
  struct Case {
    const char *text;
    std::int64_t bytes;
  };
  for (const Case &one : {Case{"1048576", 1 << 20}, {"2M", 2 << 20}, {"1024k", 1 << 20}, {"3GiB", std::int64_t{3} << 30},
                          {"2TB", std::int64_t{2} << 40}}) {
    CHECK_EQUAL(asyncir_runtime_limit_memory(one.text), 0);
    CHECK_EQUAL(memory().limit, one.bytes);
  }
  for (const char *text : {"", "M", "-2M", " 2M", "2 M", "2X", "2MM", "2Bi", "1023K", "9999999T", "99999999999999999999", "1.5G"}) {
    CHECK_EQUAL(asyncir_runtime_limit_memory(text), -1);
    CHECK(std::strstr(asyncir_runtime_start_error(), "must be a size") != nullptr);
  }
  CHECK_EQUAL(memory().limit, std::int64_t{2} << 40);
  CHECK_EQUAL(asyncir_runtime_limit_memory(nullptr), 0);
  CHECK_EQUAL(memory().limit, 0);
}
