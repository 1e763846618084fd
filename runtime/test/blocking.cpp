// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Native frames, called by tasks, that block: another thread runs the worker meanwhile.
#include "coroutine.hpp"
#include "harness.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <future>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace {

Token gate() { return Token(asyncir_task_create(0, 1, 0)); }

void open(const Token &token, asyncir_worker *worker) { CHECK(asyncir_task_set(token.get(), nullptr, worker, 0)); }

/// A task that calls `body(worker)`, a plain function.
template <class F> Coroutine call(F body) {
  Coroutine::promise_type &self = co_await Self{};
  asyncir_worker *worker = self.worker();
  body(worker);
  // What the frame says of its worker is true again, whatever the body waited for.
  CHECK(self.worker() == worker);
  CHECK(asyncir_worker_current() == worker);
}

template <class F> Token launch(asyncir_worker *worker, F body) { return call(std::move(body)).launch(worker); }

/// Whether there was a deadlock meanwhile.
template <class F> bool run_through(F body) {
  bool deadlock = false;
  const Token done = run([&](asyncir_worker *worker) { return launch(worker, body); }, &deadlock);
  CHECK(asyncir_task_is_done(done.get()));
  CHECK(asyncir_task_error(done.get()) == nullptr);
  return deadlock;
}

template <class F> void run_one(F body) { CHECK(!run_through(std::move(body))); }

long descend(long depth) {
  if (depth == 0)
    return 0;
  long below = 0;
  run_one([&](asyncir_worker *) { below = descend(depth - 1); });
  return below + 1;
}

TEST(waits_in_native_frames_nest) { CHECK_EQUAL(descend(harness::sanitized ? 20 : 100), harness::sanitized ? 20 : 100); }

TEST(a_frame_that_blocks_may_wait_for_what_its_task_has_queued) {
  std::atomic<long> sum = 0;
  run_one([&](asyncir_worker *worker) {
    std::vector<Token> tokens;
    for (int i = 0; i < 100; ++i)
      tokens.push_back(launch(worker, [&](asyncir_worker *) { ++sum; }));
    for (const Token &token : tokens)
      CHECK(asyncir_task_block(token.get()));
    CHECK_EQUAL(sum.load(), 100);
  });
}

/// Whoever helped by running the first waiting task on top of the one that blocks would never come back to it.
TEST(what_could_be_helped_with_needs_the_one_that_waits) {
  for (int turn = 0; turn < 20; ++turn) {
    std::vector<Token> gates;
    for (int i = 0; i < 10; ++i)
      gates.push_back(gate());
    run_one([&](asyncir_worker *worker) {
      std::vector<Token> tasks;
      for (std::size_t i = 0; i + 1 < gates.size(); ++i)
        tasks.push_back(launch(worker, [&gates, i](asyncir_worker *own) {
          CHECK(asyncir_task_block(gates[i + 1].get())); // which the next task opens
          open(gates[i], own);
        }));
      tasks.push_back(launch(worker, [&](asyncir_worker *own) { open(gates.back(), own); }));
      CHECK(asyncir_task_block(gates.front().get()));
      for (const Token &task : tasks)
        CHECK(asyncir_task_block(task.get()));
    });
  }
}

TEST(frames_go_on_in_any_order) {
  std::mt19937_64 random(harness::seed());
  for (int turn = 0; turn < 10; ++turn) {
    std::vector<Token> gates;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < 12; ++i) {
      gates.push_back(gate());
      order.push_back(i);
    }
    std::shuffle(order.begin(), order.end(), random);
    std::atomic<long> done = 0;
    run_one([&](asyncir_worker *worker) {
      std::vector<Token> tasks;
      for (const Token &each : gates)
        tasks.push_back(launch(worker, [&done, &each](asyncir_worker *) {
          CHECK(asyncir_task_block(each.get()));
          ++done;
        }));
      for (const std::size_t which : order) {
        open(gates[which], worker);
        CHECK(asyncir_task_block(tasks[which].get()));
      }
    });
    CHECK_EQUAL(done.load(), 12);
  }
}

Coroutine await_never() {
  Coroutine::promise_type &self = co_await Self{};
  const Token never = gate();
  if (asyncir_error *cause = co_await Awaited{never.get()})
    self.failure = asyncir_error_retain(cause);
}

bool is_deadlock(const Token &task) {
  asyncir_error *error = asyncir_task_error(task.get());
  return error != nullptr && std::strcmp(asyncir_error_code(error), "R104") == 0;
}

/// Launches itself again until it may end.
Coroutine go_on_until(std::atomic<bool> *may_end, asyncir_task *opens) {
  Coroutine::promise_type &self = co_await Self{};
  if (opens != nullptr)
    asyncir_task_set(opens, nullptr, self.worker(), 0);
  if (!may_end->load())
    go_on_until(may_end, nullptr).launch(self.worker());
}

TEST(a_frame_gets_its_worker_back_from_one_that_always_has_something_to_do) {
  static std::atomic<bool> may_end; // the last of those that look at it may end after the run
  may_end.store(false);
  run_one([](asyncir_worker *worker) {
    const Token ready = gate();
    go_on_until(&may_end, ready.get()).launch(worker);
    CHECK(asyncir_task_block(ready.get()));
    may_end.store(true);
  });
  asyncir_runtime_wait_idle(); // the last of them still looks
}

TEST(a_native_frame_that_waits_in_vain_is_told) {
  const bool outer = run_through([](asyncir_worker *) {
    const Token never = gate();
    CHECK(!asyncir_task_block(never.get()));
    CHECK(is_deadlock(never));
    bool deadlock = false;
    const Token task = run([](asyncir_worker *own) { return await_never().launch(own); }, &deadlock);
    CHECK(deadlock);
    CHECK(is_deadlock(task));
  });
  CHECK(outer); // it waited for the one that waited
}

TEST(frames_that_wait_for_each_other_are_told) {
  Token tasks[2];
  std::atomic<long> told = 0;
  run_through([&](asyncir_worker *worker) {
    const Token ready = gate();
    for (std::size_t i = 0; i < 2; ++i)
      tasks[i] = launch(worker, [&, i, ready](asyncir_worker *) {
        CHECK(asyncir_task_block(ready.get()));
        told += !asyncir_task_block(tasks[1 - i].get());
      });
    open(ready, worker);
  });
  for (const Token &task : tasks)
    while (!asyncir_task_block(task.get())) // this thread may be told of the same deadlock
      ;
  // Nothing can be failed here, so both waits end at once, each with the other still pending.
  CHECK_EQUAL(told.load(), 2);
}

TEST(what_is_told_of_a_deadlock_may_block_too) {
  std::promise<void> answered;
  const Token never = gate();
  asyncir_task_watch(
      never.get(),
      [](void *context, asyncir_task *) {
        CHECK_EQUAL(descend(3), 3);
        static_cast<std::promise<void> *>(context)->set_value();
      },
      &answered);
  answered.get_future().wait();
}

/// The task on which the callback waits is on the same list of waiters, behind the callback.
TEST(a_callback_may_wait_for_what_waits_with_it) {
  const Token first = gate();
  Token second;
  std::promise<bool> answer;
  run_one([&](asyncir_worker *worker) {
    second = launch(worker, [first](asyncir_worker *) { CHECK(asyncir_task_block(first.get())); });
    std::pair<Token *, std::promise<bool> *> context{&second, &answer};
    const auto done = [](void *given, asyncir_task *) {
      auto &[token, promise] = *static_cast<std::pair<Token *, std::promise<bool> *> *>(given);
      promise->set_value(asyncir_task_block(token->get()));
    };
    asyncir_task_on_done(first.get(), done, &context);
    open(first, worker);
    CHECK(asyncir_task_block(second.get()));
    asyncir_worker *lent = asyncir_blocking_begin();
    CHECK(answer.get_future().get());
    asyncir_blocking_end(lent);
  });
}

TEST(the_worker_runs_while_its_thread_blocks_elsewhere) {
  CHECK(asyncir_blocking_begin() == nullptr); // outside there is nothing to lend
  asyncir_blocking_end(nullptr);
  std::vector<std::promise<void>> promises(8);
  run_one([&](asyncir_worker *worker) {
    std::vector<Token> tasks;
    for (std::size_t i = 0; i < promises.size(); ++i)
      tasks.push_back(launch(worker, [&, i](asyncir_worker *) {
        asyncir_worker *lent = asyncir_blocking_begin();
        CHECK(lent != nullptr);
        CHECK(asyncir_blocking_begin() == nullptr); // the thread has no worker meanwhile
        asyncir_blocking_end(nullptr);
        promises[i].get_future().wait();
        asyncir_blocking_end(lent);
        if (i > 0)
          promises[i - 1].set_value();
      }));
    const Token last = launch(worker, [&](asyncir_worker *) { promises.back().set_value(); });
    for (const Token &task : tasks)
      CHECK(asyncir_task_block(task.get()));
    CHECK(asyncir_task_block(last.get()));
  });
}

TEST(a_thread_without_its_worker_may_wait_for_tasks) {
  run_through([](asyncir_worker *) {
    asyncir_worker *lent = asyncir_blocking_begin();
    CHECK_EQUAL(descend(3), 3);
    const Token never = gate();
    CHECK(!asyncir_task_block(never.get()));
    CHECK(is_deadlock(never));
    asyncir_blocking_end(lent);
  });
}

TEST(a_thread_that_blocks_elsewhere_is_no_deadlock) {
  const Token set = gate();
  std::promise<void> blocked, go_on;
  std::thread other([&] {
    blocked.get_future().wait();
    go_on.set_value();
  });
  const Token task = run([&](asyncir_worker *worker) {
    return launch(worker, [&](asyncir_worker *own) {
      asyncir_worker *lent = asyncir_blocking_begin();
      blocked.set_value();
      go_on.get_future().wait();
      asyncir_blocking_end(lent);
      open(set, own);
    });
  });
  CHECK(asyncir_task_block(set.get()));
  CHECK(asyncir_task_error(set.get()) == nullptr);
  other.join();
}

Coroutine tree(long depth, std::uint64_t path, std::atomic<long> *sum) {
  if (depth == 0) {
    if (path % 3 == 0)
      CHECK_EQUAL(descend(2), 2);
    sum->fetch_add(1);
    co_return;
  }
  std::vector<Token> below;
  for (const std::uint64_t side : {0u, 1u}) {
    below.push_back(tree(depth - 1, 2 * path + side, sum).token);
    co_await Forked{below.back().get()};
  }
  for (const Token &token : below)
    co_await Awaited{token.get()};
}

/// To the frame that blocks, what lies below it on the stack was stolen: what it forked inside must not be taken back by a position in
/// the deque that others have used meanwhile.
TEST(frames_block_in_the_midst_of_forks) {
  for (int turn = 0; turn < (harness::sanitized ? 3 : 20); ++turn) {
    std::atomic<long> sum = 0;
    run([&](asyncir_worker *worker) { return tree(7, 1, &sum).launch(worker); });
    CHECK_EQUAL(sum.load(), 128);
  }
}

struct Graph {
  struct Node {
    std::vector<std::size_t> awaits;
    Token token;
    std::uint64_t value = 0;
  };
  std::vector<Node> nodes;
};

std::uint64_t value_of(const Graph &graph, std::size_t index) {
  std::uint64_t value = index;
  for (const std::size_t other : graph.nodes[index].awaits)
    value = value * 31 + graph.nodes[other].value;
  return value;
}

Coroutine compute(Graph *graph, std::size_t index) {
  for (const std::size_t other : graph->nodes[index].awaits)
    co_await Awaited{graph->nodes[other].token.get()};
  graph->nodes[index].value = value_of(*graph, index);
}

/// Launched youngest first, so that most tasks find that what they wait for has not even started.
TEST(random_graphs_of_tasks_that_block_and_tasks_that_await) {
  std::mt19937_64 random(harness::seed());
  for (int turn = 0; turn < (harness::sanitized ? 5 : 30); ++turn) {
    Graph graph;
    graph.nodes.resize(1 + random() % 100);
    std::vector<bool> blocks;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      for (std::size_t edges = i == 0 ? 0 : random() % 4; edges > 0; --edges)
        graph.nodes[i].awaits.push_back(random() % i);
      blocks.push_back(random() % 3 == 0);
    }
    run_one([&](asyncir_worker *worker) {
      std::vector<Coroutine> made;
      for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        made.push_back(blocks[i] ? call([&graph, i](asyncir_worker *) {
          for (const std::size_t other : graph.nodes[i].awaits)
            CHECK(asyncir_task_block(graph.nodes[other].token.get()));
          graph.nodes[i].value = value_of(graph, i);
        })
                                 : compute(&graph, i));
        graph.nodes[i].token = made.back().token;
      }
      for (std::size_t i = made.size(); i > 0; --i)
        std::move(made[i - 1]).launch(worker);
      for (const Graph::Node &node : graph.nodes)
        CHECK(asyncir_task_block(node.token.get()));
    });
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
      CHECK(graph.nodes[i].value == value_of(graph, i));
  }
}

TEST(threads_outside_and_frames_within_block_at_once) {
  std::vector<std::thread> threads;
  std::atomic<long> sum = 0;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int turn = 0; turn < (harness::sanitized ? 5 : 20); ++turn)
        sum += descend(4);
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK_EQUAL(sum.load(), 8 * 4 * (harness::sanitized ? 5 : 20));
}

} // namespace
