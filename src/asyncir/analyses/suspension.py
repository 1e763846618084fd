"""Which functions may wait, and which may fail, directly or through what they call.

Functions that launch tasks and are called only by functions that may wait count as such, too: see `_launchers`.

A function that may wait is lowered to a coroutine, so that its callers never block a worker (DESIGN.md, "Decided
now", 4). A function that may fail but never waits returns an error beside its results. Functions called through a value
are grouped by type: where one of them may wait (or fail), all whose address is taken and that have this type count as if
they did, since the caller cannot tell them apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set as AbstractSet
from dataclasses import dataclass

from asyncir.dialects import async_dialect, func
from asyncir.dialects.execution_traits import may_fail, may_wait
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import Attribute, ModuleOp, Operation


@dataclass(frozen=True, slots=True)
class Suspension:
    """The answer: names of the functions that may wait and may fail, and the function types whose values may."""

    may_wait: frozenset[str]
    may_fail: frozenset[str]
    waiting_types: frozenset[Attribute]
    failing_types: frozenset[Attribute]

    def waits(self, op: Operation) -> bool:
        """Whether the op itself (its regions not counted) may suspend the function that it is in."""
        if may_wait(type(op)):
            return True
        if isinstance(op, func.CallOp):
            return op.callee.root_reference.data in self.may_wait
        if isinstance(op, func.CallIndirectOp):
            return op.callee.type in self.waiting_types
        return False

    def fails(self, op: Operation) -> bool:
        """Whether the op itself may make the function that it is in fail."""
        if isinstance(op, func.CallOp):
            return op.callee.root_reference.data in self.may_fail
        if isinstance(op, func.CallIndirectOp):
            return op.callee.type in self.failing_types
        return may_fail(type(op))


@dataclass(slots=True)
class _Facts:
    """What one function does by itself."""

    type: Attribute
    private: bool = False
    raw: bool = False
    """It makes a coroutine of itself."""
    waits: bool = False
    fails: bool = False
    launches: bool = False
    calls: set[str] | None = None
    indirect: set[Attribute] | None = None


def analyse_suspension(module: ModuleOp) -> Suspension:
    """Find what may wait and what may fail by propagation from callees to callers; linear in calls."""
    facts: dict[str, _Facts] = {}
    taken: defaultdict[Attribute, set[str]] = defaultdict(set)
    for op in module.ops:
        if isinstance(op, FunctionOp):
            facts[op.sym_name.data] = _collect(op, taken)
    waiters, waiting = _spread(facts, taken, {n for n, f in facts.items() if f.waits})
    waiters |= _launchers(facts, taken, waiters)
    failing_seeds = {n for n, f in facts.items() if f.fails} | waiters
    failers, failing = _spread(facts, taken, failing_seeds)
    return Suspension(waiters, failers, waiting, failing)


def _launchers(
    facts: dict[str, _Facts], taken: dict[Attribute, set[str]], waiters: frozenset[str]
) -> set[str]:
    """Functions that launch tasks and are called by functions that may wait alone, so that they may be suspended too.

    As coroutines they start a task at once, on their own stack, instead of queueing it.
    """
    callers: defaultdict[str, set[str]] = defaultdict(set)
    for name, fact in facts.items():
        for callee in fact.calls or ():
            callers[callee].add(name)
    by_value = {name for names in taken.values() for name in names}
    found: set[str] = set()
    candidates = {n for n, f in facts.items() if f.private and f.launches and not f.raw} - waiters - by_value
    rest = sorted(candidates)
    while True:
        new = [n for n in rest if callers[n] and _may_all_suspend(callers[n], facts, waiters | found)]
        if not new:
            return found
        found.update(new)
        rest = [n for n in rest if n not in found]


def _may_all_suspend(names: set[str], facts: dict[str, _Facts], waiters: AbstractSet[str]) -> bool:
    return all(name in waiters and not facts[name].raw for name in names)


def _collect(function: FunctionOp, taken: defaultdict[Attribute, set[str]]) -> _Facts:
    facts = _Facts(function.function_type, calls=set(), indirect=set())
    assert facts.calls is not None
    assert facts.indirect is not None
    visibility = function.sym_visibility
    facts.private = visibility is not None and visibility.data == "private"
    raw = facts.raw = any(isinstance(op, async_dialect.CoroBeginOp) for op in own_ops(function))
    for op in own_ops(function):
        facts.waits |= may_wait(type(op)) and not raw
        facts.fails |= may_fail(type(op)) and not raw
        facts.launches |= isinstance(op, async_dialect.ExecuteOp | async_dialect.CallOp)
        if isinstance(op, func.CallOp):
            facts.calls.add(op.callee.root_reference.data)
        elif isinstance(op, func.CallIndirectOp):
            facts.indirect.add(op.callee.type)
    for op in function.walk():
        if isinstance(op, func.ConstantOp):
            taken[op.result.type].add(op.value.root_reference.data)
    return facts


def own_ops(function: Operation) -> Iterable[Operation]:
    """The ops that a function or task executes itself: not those of tasks launched in it."""
    stack = [function]
    while stack:
        op = stack.pop()
        for region in op.regions:
            for block in region.blocks:
                for inner in block.ops:
                    yield inner
                    if inner.regions and not isinstance(inner, async_dialect.ExecuteOp):
                        stack.append(inner)


def _spread(
    facts: dict[str, _Facts], taken: dict[Attribute, set[str]], seeds: set[str]
) -> tuple[frozenset[str], frozenset[Attribute]]:
    callers: defaultdict[str, list[str]] = defaultdict(list)
    indirect_callers: defaultdict[Attribute, list[str]] = defaultdict(list)
    for name, fact in facts.items():
        for callee in fact.calls or ():
            callers[callee].append(name)
        for function_type in fact.indirect or ():
            indirect_callers[function_type].append(name)
    types: set[Attribute] = set()
    reached: set[str] = set()
    work = list(seeds)
    while work:
        name = work.pop()
        if name in reached or name not in facts:
            continue
        reached.add(name)
        work.extend(callers[name])
        function_type = facts[name].type
        if name in taken.get(function_type, ()) and function_type not in types:
            types.add(function_type)
            work.extend(taken[function_type])
            work.extend(indirect_callers[function_type])
    return frozenset(reached), frozenset(types)
