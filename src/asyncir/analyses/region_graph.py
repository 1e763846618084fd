"""A function that is only calls of regions (`outline-regions`) as a graph that knows nothing of IR.

A node is a call: what it calls, where its arguments come from, which nodes have to be over though it uses nothing of them,
what it is expected to cost and how large its results are. Tokens order; values say so, too, and then the token is left
out. Of tokens alone only those stay that no other edge implies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from asyncir.analyses.op_costs import costs_of
from asyncir.analyses.region_memory import static_bytes
from asyncir.diagnostics import Span
from asyncir.dialects import async_dialect
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import TokenType
from asyncir.dialects.effects import callee_name
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.verification import span_of
from asyncir.ir import Attribute, ModuleOp, SSAValue, TensorType
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import terminator_of


@dataclass(frozen=True, slots=True)
class CallArgument:
    """What the caller gives, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class CallResult:
    """What a node makes: the number of the node, and which of its results."""

    node: int
    result: int


Source = CallArgument | CallResult


@dataclass(frozen=True, slots=True)
class RegionNode:
    """One call."""

    name: str
    """What the program calls the first thing that it makes."""
    callee: str
    inputs: tuple[Source, ...]
    after: tuple[int, ...]
    """Nodes that come before it for another reason than its inputs."""
    nanoseconds: float
    """An estimate."""
    sizes: tuple[int | None, ...]
    """The bytes of each result; None where only the run tells."""
    span: Span | None

    def before(self) -> list[int]:
        """All nodes that have to be over."""
        made = (each.node for each in self.inputs if isinstance(each, CallResult))
        return list(dict.fromkeys([*made, *self.after]))


@dataclass(frozen=True, slots=True)
class RegionGraph:
    """The nodes, each behind those that it needs; what the function returns; what it waits for besides."""

    nodes: tuple[RegionNode, ...]
    results: tuple[Source, ...]
    awaited: tuple[int, ...]


def region_graph(function: FunctionOp, module: ModuleOp) -> RegionGraph:
    """The graph of a function that `outline-regions` has made."""
    costs = _Costs(module)
    sources: dict[SSAValue, Source] = {}
    for argument in function.body.block.args:
        sources[argument] = CallArgument(argument.index)
    makers: dict[SSAValue, int] = {}
    nodes: list[RegionNode] = []
    reaching: list[int] = []  # for each node those before it, a bit for each
    awaited: dict[int, None] = {}
    for op in function.body.block.ops:
        if isinstance(op, RegionOp):
            node, behind = _node(op, sources, makers, reaching, costs)
            values = [result for result in op.results if not isinstance(result.type, TokenType)]
            sources.update((value, CallResult(len(nodes), index)) for index, value in enumerate(values))
            makers.update((token, len(nodes)) for token, _ in op.parts())
            nodes.append(node)
            reaching.append(behind)
        elif isinstance(op, async_dialect.AwaitOp) and op.operand in makers:
            awaited[makers[op.operand]] = None
    results = tuple(sources[value] for value in terminator_of(function.body.block).operands)
    return RegionGraph(tuple(nodes), results, tuple(awaited))


def _node(
    op: RegionOp,
    sources: dict[SSAValue, Source],
    makers: dict[SSAValue, int],
    reaching: list[int],
    costs: _Costs,
) -> tuple[RegionNode, int]:
    call = op.body.block.first_op
    assert call is not None
    callee = callee_name(call)
    assert callee is not None
    inputs = tuple(sources[value] for value in call.operands)
    behind = 0
    for each in inputs:
        if isinstance(each, CallResult):
            behind |= reaching[each.node] | 1 << each.node
    after: list[int] = []
    for number in sorted({makers[token] for token in op.dependencies_ if token in makers}, reverse=True):
        if not behind >> number & 1:
            after.append(number)
            behind |= reaching[number] | 1 << number
    sizes = tuple(_bytes(value.type) for value in call.results)
    named = next((value.name_hint for value in (*op.results[1:], op.results[0]) if value.name_hint), "region")
    node = RegionNode(named, callee, inputs, tuple(sorted(after)), costs.of(callee), sizes, span_of(op))
    return node, behind


class _Costs:
    """What calls of functions cost, each computed once."""

    def __init__(self, module: ModuleOp):
        self._functions = {symbol_name(op): op for op in module.ops if isinstance(op, FunctionOp)}
        self._known: dict[str, float] = {}

    def of(self, name: str) -> float:
        if name not in self._known:
            self._known[name] = sum(_top(self._functions[name]), 0.0)
        return self._known[name]


def _top(function: FunctionOp) -> list[float]:
    costs = costs_of(function)
    return [costs[op] for block in function.body.blocks for op in block.ops]


def _bytes(type_: Attribute) -> int | None:
    return static_bytes(cast("TensorType[Attribute]", type_)) if isinstance(type_, TensorType) else 8
