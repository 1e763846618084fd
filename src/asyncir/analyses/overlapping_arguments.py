"""Which functions a module itself calls with arrays that overlap: directly, or handed on from function to function."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import combinations

from asyncir.analyses.aliasing import Root, RootKind, roots
from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.analyses.loop_dependences import Passed, may_be_same
from asyncir.dialects.effects import Resource, callee_name, global_of
from asyncir.ir import MemRefType, ModuleOp, Operation, SSAValue, UnrankedMemRefType
from asyncir.ir.marks import GLOBALS
from asyncir.ir.walk import walk

_Fact = tuple[int, object]
"""An argument, and what it may overlap: the number of another argument, or the root that a global is."""


def given_overlapping_arrays(module: ModuleOp) -> dict[str, Passed]:
    """The functions of which two arrays may overlap: arguments, or one and a global that the function uses.

    Nothing is known of who calls a function by value, and of what that is given.
    """
    graph = call_graph(module)
    found: dict[str, Passed] = {}
    for name, known in _facts(graph).items():
        used = (
            {Root(RootKind.GLOBAL, named) for named in _globals(graph.functions[name])}
            if known
            else set[Root]()
        )
        pairs = {(n, other) for n, other in known if isinstance(other, int) and n < other}
        pairs |= {(n, GLOBALS) for n, other in known if other in used}
        if pairs:
            found[name] = Passed(frozenset(pairs))
    if graph.calling_values:
        found.update(dict.fromkeys(graph.values, Passed(every=True)))
    return found


def _facts(graph: CallGraph) -> dict[str, set[_Fact]]:
    facts: dict[str, set[_Fact]] = defaultdict(set)
    pending = dict.fromkeys(graph.functions)
    while pending:
        name, _ = pending.popitem()
        for call in graph.calls[name]:
            callee = callee_name(call)
            if callee not in graph.functions:
                continue
            more = set(_of_call(call.operands, facts[name])) - facts[callee]
            if more:
                facts[callee] |= more
                pending[callee] = None
    return facts


def _of_call(operands: Sequence[SSAValue], facts: Set[_Fact]) -> Iterator[_Fact]:
    """What holds in a function for its arguments, if that holds for those of the function that calls it."""
    arrays = {
        number: roots(value)
        for number, value in enumerate(operands)
        if isinstance(value.type, MemRefType | UnrankedMemRefType)
    }
    for number, own in arrays.items():
        for root in own:
            if root.kind is RootKind.GLOBAL:
                yield number, root
            argument = root.argument
            known = () if argument is None else [other for n, other in facts if n == argument.index]
            yield from ((number, other) for other in known if isinstance(other, Root))
    for (one, first), (other, second) in combinations(arrays.items(), 2):
        if may_be_same(first, second, Passed()) or any(_overlap(r, s, facts) for r in first for s in second):
            yield from ((one, other), (other, one))


def _overlap(one: Root, other: Root, facts: Set[_Fact]) -> bool:
    a, b = one.argument, other.argument
    if a is not None and b is not None:
        return (a.index, b.index) in facts
    return (a is not None and (a.index, other) in facts) or (b is not None and (b.index, one) in facts)


def _globals(function: Operation) -> Iterator[Resource]:
    for op in walk(function):
        for result in op.results:
            named = global_of(result)
            if named is not None:
                yield named
