"""The graph of a function of calls: where values come from, what only orders, what it is expected to cost."""

from __future__ import annotations

from asyncir.analyses.region_graph import CallArgument, CallResult, RegionGraph, region_graph
from asyncir.dialects import func
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline


def graph_of(text: str) -> RegionGraph:
    module = parse_module(text, "program.mlir")
    run_pipeline(module, "outline-regions{entry=main}")
    function = next(op for op in module.ops if isinstance(op, func.FuncOp) and op.sym_name.data == "main")
    return region_graph(function, module)


CHAIN = """func.func @main(%a: tensor<4x8xf32>, %n: index, %d: tensor<?xi8>) -> (tensor<4x8xf32>, index, tensor<?xi8>) {
  %t0, %x, %k = async.region -> (tensor<4x8xf32>, tensor<?xi8>) {
    %s = arith.addf %a, %a : tensor<4x8xf32>
    async.yield %s, %d : tensor<4x8xf32>, tensor<?xi8>
  }
  %t1 = async.region [%t0] {
    async.yield
  }
  %t2, %y = async.region [%t0, %t1] -> tensor<4x8xf32> {
    %s = arith.mulf %x, %x : tensor<4x8xf32>
    async.yield %s : tensor<4x8xf32>
  }
  async.await %t2 : !async.token
  return %y, %n, %k : tensor<4x8xf32>, index, tensor<?xi8>
}
"""


def test_sources_and_sizes() -> None:
    graph = graph_of(CHAIN)
    x, empty, y = graph.nodes
    assert [node.name for node in graph.nodes] == ["x", "t1", "y"]
    assert (x.inputs, x.sizes) == ((CallArgument(0), CallArgument(2)), (128, None))
    assert (empty.inputs, empty.after, empty.sizes) == ((), (0,), ())
    assert y.inputs == (CallResult(0, 0),)
    assert graph.results == (CallResult(2, 0), CallArgument(1), CallResult(0, 1))
    assert graph.awaited == (2, 0)
    assert [node.span.line for node in graph.nodes if node.span] == [2, 6, 9]


def test_a_token_that_another_edge_implies_is_left_out() -> None:
    _, _, y = graph_of(CHAIN).nodes
    assert y.after == (1,)  # it is behind the first by its value
    assert y.before() == [0, 1]
    implied = CHAIN.replace("async.region [%t0] {\n    async.yield", "async.region {\n    async.yield")
    assert graph_of(implied).nodes[2].after == (1,)
    behind = CHAIN.replace("[%t0, %t1]", "[%t1, %t0]").replace("%x, %x", "%a, %a")
    assert graph_of(behind).nodes[2].after == (1,)  # which is behind the first


def product(size: int) -> str:
    left, right = f"tensor<{size}x64xf32>", "tensor<64x64xf32>"
    return f"""func.func @main(%a: {left}, %b: {right}, %c: {left}) -> {left} {{
  %t, %x = async.region -> {left} {{
    %p = linalg.matmul ins(%a, %b : {left}, {right}) outs(%c : {left}) -> {left}
    async.yield %p : {left}
  }}
  async.await %t : !async.token
  return %x : {left}
}}"""


def test_costs_are_those_of_what_is_called() -> None:
    one, two = (graph_of(product(size)).nodes[0] for size in (64, 640))
    assert 9 < two.nanoseconds / one.nanoseconds < 11
