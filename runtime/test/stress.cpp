// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Random task graphs: each task awaits earlier ones, some directly and some through a group, adds up what they computed, and
/// some fail. The expected sums and failures are computed beside, one task after the other.
#include "coroutine.hpp"
#include "harness.hpp"

#include <cstdint>
#include <random>
#include <thread>
#include <vector>

namespace {

struct Node {
  std::vector<std::size_t> awaits;
  bool grouped = false; // awaits them through a group
  bool fails = false;
  Token token;
  std::uint64_t value = 0; // written by the task, read by those that await it
};

struct Graph {
  std::vector<Node> nodes;
};

Coroutine compute(Graph *graph, std::size_t index) {
  Coroutine::promise_type &self = co_await Self{};
  Node &node = graph->nodes[index];
  std::uint64_t sum = index;
  asyncir_error *cause = nullptr;
  if (node.grouped) {
    const Token group(new_group(static_cast<std::int64_t>(node.awaits.size())));
    for (const std::size_t other : node.awaits)
      CHECK(add_to_group(group.get(), graph->nodes[other].token.get()) >= 0);
    cause = asyncir_error_retain(co_await Awaited{group.get()});
  }
  for (const std::size_t other : node.awaits) {
    asyncir_error *error = co_await Awaited{graph->nodes[other].token.get()};
    if (error != nullptr && cause == nullptr)
      cause = asyncir_error_retain(error);
    sum = sum * 31 + graph->nodes[other].value;
  }
  node.value = sum;
  if (cause != nullptr || node.fails)
    self.failure = asyncir_error_create("T1", "failed", "", cause);
}

Coroutine launch_all(Graph *graph) {
  Coroutine::promise_type &self = co_await Self{};
  for (std::size_t i = 0; i < graph->nodes.size(); ++i)
    graph->nodes[i].token = compute(graph, i).launch(self.worker());
  for (const Node &node : graph->nodes)
    co_await Awaited{node.token.get()};
}

Graph random_graph(std::mt19937_64 &random) {
  Graph graph;
  graph.nodes.resize(1 + random() % 200);
  for (std::size_t i = 1; i < graph.nodes.size(); ++i) {
    Node &node = graph.nodes[i];
    for (std::size_t edges = random() % 5; edges > 0; --edges)
      node.awaits.push_back(random() % i);
    node.grouped = random() % 3 == 0;
    node.fails = random() % 64 == 0;
  }
  return graph;
}

void check(const Graph &graph) {
  std::vector<std::uint64_t> values(graph.nodes.size());
  std::vector<bool> failed(graph.nodes.size());
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    values[i] = i;
    failed[i] = graph.nodes[i].fails;
    for (const std::size_t other : graph.nodes[i].awaits) {
      values[i] = values[i] * 31 + values[other];
      failed[i] = failed[i] || failed[other];
    }
    CHECK(graph.nodes[i].value == values[i]);
    CHECK_EQUAL(asyncir_task_error(graph.nodes[i].token.get()) != nullptr, failed[i]);
  }
}

TEST(random_task_graphs) {
  std::mt19937_64 random(harness::seed());
  for (int turn = 0; turn < (harness::sanitized ? 40 : 200); ++turn) {
    Graph graph = random_graph(random);
    run([&](asyncir_worker *worker) { return launch_all(&graph).launch(worker); });
    check(graph);
  }
}

TEST(random_task_graphs_from_several_threads) {
  std::vector<std::thread> threads;
  for (unsigned long i = 0; i < 4; ++i)
    threads.emplace_back([i] {
      std::mt19937_64 random(harness::seed() + i);
      for (int turn = 0; turn < (harness::sanitized ? 10 : 50); ++turn) {
        Graph graph = random_graph(random);
        run([&](asyncir_worker *worker) { return launch_all(&graph).launch(worker); });
        check(graph);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
