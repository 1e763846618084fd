"""Which functions may wait, and which may fail, directly or through what they call.

Functions that launch tasks and are called only by functions that may wait count as such, too: see `launchers`.

A function that may wait is lowered to a coroutine, so that its callers never block a worker (DESIGN.md, "Decided
now", 4). A function that may fail but never waits returns an error beside its results. Functions called through a value
are grouped by type: where one of them may wait (or fail), all whose address is taken and that have this type count as if
they did, since the caller cannot tell them apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set as AbstractSet
from dataclasses import dataclass, field

from asyncir.dialects import async_dialect, func
from asyncir.dialects.execution_traits import may_fail, may_wait
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import Attribute, ModuleOp, Operation
from asyncir.ir.graphs import reached
from asyncir.ir.walk import walk


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
    private: bool
    raw: bool
    """It makes a coroutine of itself."""
    waits: bool = False
    fails: bool = False
    launches: bool = False
    calls: set[str] = field(default_factory=set[str])
    indirect: set[Attribute] = field(default_factory=set[Attribute])


def analyse_suspension(module: ModuleOp) -> Suspension:
    """Find what may wait and what may fail by propagation from callees to callers; linear in calls."""
    program = _Program(module)
    waiters, waiting = program.spread({n for n, f in program.facts.items() if f.waits})
    waiters |= program.launchers(waiters)
    failers, failing = program.spread({n for n, f in program.facts.items() if f.fails} | waiters)
    return Suspension(waiters, failers, waiting, failing)


class _Program:
    """The functions of a module, who calls them, and which of them are values."""

    def __init__(self, module: ModuleOp):
        functions = [op for op in module.ops if isinstance(op, FunctionOp)]
        self.facts = {function.sym_name.data: _collect(function) for function in functions}
        self.taken: defaultdict[Attribute, set[str]] = defaultdict(set)
        """The functions whose address is taken, by type."""
        self.callers: defaultdict[str, set[str]] = defaultdict(set)
        self.callers_of_type: defaultdict[Attribute, set[str]] = defaultdict(set)
        for op in (op for function in functions for op in walk(function)):
            if isinstance(op, func.ConstantOp):
                self.taken[op.result.type].add(op.value.root_reference.data)
        for name, fact in self.facts.items():
            for callee in fact.calls:
                self.callers[callee].add(name)
            for function_type in fact.indirect:
                self.callers_of_type[function_type].add(name)

    def launchers(self, waiters: frozenset[str]) -> set[str]:
        """Functions that launch tasks and are called by functions that may wait alone, so that they may be suspended too.

        As coroutines they start a task at once, on their own stack, instead of queueing it.
        """
        by_value = {name for names in self.taken.values() for name in names}
        may = {n for n, f in self.facts.items() if f.private and f.launches and not f.raw}
        found: set[str] = set()
        while new := {n for n in may - waiters - by_value - found if self._is_suspended(n, waiters | found)}:
            found |= new
        return found

    def _is_suspended(self, name: str, waiters: AbstractSet[str]) -> bool:
        callers = self.callers[name]
        return bool(callers) and all(each in waiters and not self.facts[each].raw for each in callers)

    def spread(self, seeds: set[str]) -> tuple[frozenset[str], frozenset[Attribute]]:
        """The seeds and the functions that call one of them, by name or by value; and the types of those values."""
        found = reached((name for name in seeds if name in self.facts), self._affected)
        names = frozenset(each for each in found if isinstance(each, str))
        return names, frozenset(each for each in found if isinstance(each, Attribute))

    def _affected(self, node: str | Attribute) -> Iterator[str | Attribute]:
        """What a function, or values of a type, make like themselves."""
        if isinstance(node, Attribute):
            yield from (name for name in self.taken[node] if name in self.facts)
            yield from self.callers_of_type[node]
            return
        yield from self.callers[node]
        if node in self.taken.get(self.facts[node].type, ()):
            yield self.facts[node].type


def _collect(function: FunctionOp) -> _Facts:
    visibility = function.sym_visibility
    ops = list(own_ops(function))
    facts = _Facts(
        function.function_type,
        private=visibility is not None and visibility.data == "private",
        raw=any(isinstance(op, async_dialect.CoroBeginOp) for op in ops),
    )
    for op in ops:
        facts.waits |= may_wait(type(op)) and not facts.raw
        facts.fails |= may_fail(type(op)) and not facts.raw
        facts.launches |= isinstance(op, async_dialect.ExecuteOp | async_dialect.CallOp)
        if isinstance(op, func.CallOp):
            facts.calls.add(op.callee.root_reference.data)
        elif isinstance(op, func.CallIndirectOp):
            facts.indirect.add(op.callee.type)
    return facts


def own_ops(function: Operation) -> Iterable[Operation]:
    """The ops that a function or task executes itself: not those of tasks launched in it."""
    stack = [function]
    while stack:
        for block in (block for region in stack.pop().regions for block in region.blocks):
            for inner in block.ops:
                yield inner
                if inner.regions and not isinstance(inner, async_dialect.ExecuteOp):
                    stack.append(inner)
