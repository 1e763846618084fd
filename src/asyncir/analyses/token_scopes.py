"""Where tokens come from, function by function and loop by loop.

A scope is a function, or one iteration of an `scf.for` or `scf.while`. Values that control flow carries inside a scope
are followed by `carried`; what a scope gets from outside (arguments, what earlier iterations left) are its roots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.call_graph import CallGraph
from asyncir.analyses.carried import BRANCHING, LOOPS
from asyncir.analyses.flow import Way, ways_into, ways_out, yields
from asyncir.dialects.async_types import CompletionType, GroupType
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.completion import commits, issues, waits_by_token
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from asyncir.ir.symbols import ops_of, symbol_name
from asyncir.ir.walk import home_of

_TRANSPARENT = LOOPS | BRANCHING | {OpKind.COMMIT, OpKind.ISSUE}


@dataclass(eq=False, slots=True)
class Scope:
    """A function, or an iteration of a loop."""

    op: Operation
    function: str
    parent: Scope | None = None
    nodes: list[SSAValue | Operation] = field(default_factory=list[SSAValue | Operation])
    """The token values defined in it, and the loops directly in it, in an order that follows the data."""

    @property
    def start(self) -> Block:
        """The block with which it starts."""
        return self.op.regions[0].blocks[0]


@dataclass(frozen=True, slots=True)
class Carry:
    """A value that another may be a copy of, read in front of `at`."""

    value: SSAValue
    at: Operation


def is_token(value: SSAValue) -> bool:
    """Whether the value stands for a completion and nothing else."""
    type = value.type
    return isinstance(type, CompletionType) and type.payload() is None and not isinstance(type, GroupType)


def awaited(op: Operation) -> tuple[SSAValue, ...]:
    """The tokens that `op` waits for, if it waits by tokens."""
    trait = waits_by_token(op)
    if trait is not None:
        return tuple(trait.tokens(op))
    return tuple(op.operands) if kind_of(op) is OpKind.AWAIT and is_token(op.operands[0]) else ()


def group_token(value: SSAValue) -> SSAValue:
    """The token of the group for a token of one of its members, else the value itself."""
    if not isinstance(value, OpResult) or issues(value.op) is None:
        return value
    for use in value.uses:
        trait = commits(use.operation)
        token = trait.token(use.operation) if trait is not None else None
        if token is not None:
            return token
    return value


class TokenScopes:
    """The scopes of a module's functions, and the ops in them that matter to tokens."""

    def __init__(self, graph: CallGraph):
        self.graph = graph
        self.of_function: dict[str, list[Scope]] = {}
        """The scopes of each function, inner before outer: the function itself is last."""
        self.of_loop: dict[Operation, Scope] = {}
        """What a loop's regions are."""
        self.of_value: dict[SSAValue, Scope] = {}
        """Where each token value is defined."""
        self.around: dict[Operation, Scope] = {}
        """Where loops, calls and waits stand."""
        self.waits: list[Operation] = []
        self.hidden: set[Operation] = set()
        """Ops inside others that may run them on other threads, or in an order that is not known."""
        self.callers: dict[str, list[Operation]] = {}
        self.returns: dict[str, list[Operation]] = {}
        names = [name for component in graph.components() for name in component]
        functions = {n: f for n, f in graph.functions.items() if f.regions[0].first_block is not None}
        for name, function in functions.items():
            self.of_function[name] = []
            if kind_of(function) is OpKind.FUNCTION:
                self.callers[name] = []
                self.returns[name] = list(yields(function.regions[0]))
            else:
                self.hidden.update(ops_of(function))
        for name, function in functions.items():
            outermost = Scope(function, name)
            self._collect(function, outermost)
            self.of_function[name].append(outermost)
        ordered = (scope for name in names for scope in self.of_function.get(name, ()))
        self._rank = {scope: rank for rank, scope in enumerate(ordered)}

    def function(self, name: str) -> Scope:
        """The scope that a function is."""
        return self.of_function[name][-1]

    def callee(self, op: Operation) -> str | None:
        """The function that `op` calls, where the call can be looked into."""
        name = callee_name(op) if kind_of(op) is OpKind.CALL else None
        return name if name in self.callers else None

    def callees_first(self, scopes: Iterable[Scope]) -> list[Scope]:
        """The scopes in an order in which a callee comes before those that call it, and a loop before what is around."""
        return sorted(scopes, key=self._rank.__getitem__)

    def scope_of(self, value: SSAValue) -> Scope | None:
        """The scope in an iteration of which the value is defined once; None where that is not plain."""
        block = home_of(value)
        while block is not None:
            region, around = block.parent, block.parent_op()
            if region is None or around is None or region.first_block is not block:
                return None
            if around in self.of_loop:
                return self.of_loop[around]
            if around.parent_op() is None or kind_of(around) not in _TRANSPARENT:
                name = symbol_name(around)
                return self.function(name) if name in self.of_function else None
            block = around.parent
        return None

    def _collect(self, around: Operation, scope: Scope) -> None:
        """Take in what is below the op, in whose regions the scope is."""
        for block in (block for region in around.regions for block in region.blocks):
            self._define(block.args, scope)
            for op in block.ops:
                inner = scope
                if kind_of(op) in LOOPS:
                    inner = self.of_loop[op] = Scope(op, scope.function, scope)
                if op.regions:
                    if op in self.hidden or kind_of(op) not in _TRANSPARENT:
                        self.hidden.update(ops_of(op))
                    self._collect(op, inner)
                self._leave(op, scope)

    def _define(self, values: tuple[SSAValue, ...], scope: Scope) -> None:
        for value in values:
            if is_token(value):
                self.of_value[value] = scope
                scope.nodes.append(value)

    def _leave(self, op: Operation, scope: Scope) -> None:
        if op in self.of_loop:
            self.around[op] = scope
            self.of_function[scope.function].append(self.of_loop[op])
            if any(is_token(value) for value in (*op.results, *self.of_loop[op].start.args)):
                scope.nodes.append(op)
        if awaited(op):
            self.around[op] = scope
            self.waits.append(op)
        callee = self.callee(op)
        if callee is not None:
            self.around[op] = scope
            self.callers[callee].append(op)
        self._define(tuple(op.results), scope)

    def carried(self, value: SSAValue) -> tuple[Carry, ...] | None:
        """What `value` may be a copy of, inside its scope; None where control flow of the scope does not carry it."""
        ways: Sequence[Way] | None = None
        if isinstance(value, OpResult):
            if kind_of(value.op) is OpKind.SELECT:
                return tuple(Carry(operand, value.op) for operand in value.op.operands[1:])
            ways = ways_out(value.op) if kind_of(value.op) in BRANCHING else None
        elif isinstance(value, BlockArgument) and not self._is_entered(value.block):
            ways = ways_into(value.block)
        return None if ways is None else tuple(_carry(way, value) for way in ways)

    def _is_entered(self, block: Block) -> bool:
        """Whether it is the first block of a scope, or of an op of which nothing is known."""
        region, around = block.parent, block.parent_op()
        if region is None or around is None:
            return True
        is_condition = kind_of(around) is not OpKind.CONDITIONAL_LOOP or region is around.regions[0]
        return block is region.first_block and is_condition


def _carry(way: Way, joined: SSAValue) -> Carry:
    value = way.value_of(joined)
    assert value is not None
    return Carry(value, way.at)


def carries_of_loop(loop: Operation) -> Iterator[tuple[SSAValue, SSAValue, Carry]]:
    """For each token that a loop carries: its argument, what it is at first, what the next iteration gets."""
    start = loop.regions[0].blocks[0]
    ways = ways_into(start)
    assert ways is not None
    first, again, *_ = ways
    for argument in start.args:
        if is_token(argument):
            yield argument, _carry(first, argument).value, _carry(again, argument)


def exits_of_loop(loop: Operation) -> Iterator[tuple[SSAValue, Carry | SSAValue]]:
    """For each result of a loop that is a token: what it is after the last iteration; an argument, or read at the end."""
    for result in filter(is_token, loop.results):
        if kind_of(loop) is OpKind.COUNTED_LOOP:
            yield result, loop.regions[0].blocks[0].args[result.index + 1]
        else:
            yield result, next(_carry(way, result) for way in ways_out(loop) or ())
