"""Waits that a program does not have and could have: which token, in front of which op.

A wait in front of an op that touches nothing orders no more than one in front of the next op that does. So the spots are the
ops that touch memory, launch, wait, call, have regions, or end a block. A task's dependency is a wait in front of its body.
What a loop launches is out of reach behind the loop; there a group can be waited for that the loop's tasks are added to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from asyncir.analyses.tasks.activations import free_values
from asyncir.dialects.async_types import CompletionType, GroupType, TokenType
from asyncir.dialects.dominance import Dominance
from asyncir.dialects.effects import Effects
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, IndexType, IsTerminator, Operation, OpResult, Region, SSAValue

_ENTERED = frozenset(
    {OpKind.TASK, OpKind.IF, OpKind.SWITCH, OpKind.REGION, OpKind.STACK_REGION}
    | {OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP}
)
_LOOPS = frozenset({OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP})
_LAUNCHES = frozenset({OpKind.TASK, OpKind.TASK_CALL})


class AdditionKind(IntEnum):
    """What is added; of two that are as good, the one that comes first here."""

    DEPENDENCY = 0
    """One dependency more of an `async.execute`."""
    AWAIT = 1
    """An `async.await`, or an `async.await_all` for a group."""
    GROUP = 2
    """A group for all tasks that an op in a loop launches, and an `async.await_all`."""


@dataclass(frozen=True, slots=True)
class AddedWait:
    """One wait that could be added."""

    kind: AdditionKind
    before: Operation
    """In front of this; of a dependency the `async.execute`."""
    of: SSAValue
    """The token, value or group."""
    loop: Operation | None = None
    """The loop whose tasks become a group."""


@dataclass(slots=True)
class Additions:
    """All that could be added to some functions."""

    before: dict[Operation, list[AddedWait]] = field(default_factory=dict[Operation, "list[AddedWait]"])
    at_launch: dict[Operation, list[AddedWait]] = field(default_factory=dict[Operation, "list[AddedWait]"])
    """By task: the dependencies that it could have."""
    captured: dict[Operation, tuple[SSAValue, ...]] = field(
        default_factory=dict[Operation, "tuple[SSAValue, ...]"]
    )
    """By task: what its body takes from around it, with all that it could wait for."""
    gathered: dict[Operation, Operation] = field(default_factory=dict[Operation, Operation])
    """By launch: the loop whose tasks could become a group."""
    places: dict[Operation, int] = field(default_factory=dict[Operation, int])
    """The order of the text."""

    def all(self) -> Iterator[AddedWait]:
        """Each of them."""
        for found in (self.before, self.at_launch):
            for each in found.values():
                yield from each

    def add(self, wait: AddedWait) -> None:
        """One more."""
        where = self.at_launch if wait.kind is AdditionKind.DEPENDENCY else self.before
        where.setdefault(wait.before, []).append(wait)


def additions_to(functions: Iterable[Operation]) -> Additions:
    """What could be added to the functions."""
    found = Additions()
    collector = _Collector(found)
    for function in functions:
        for op in function.walk():
            found.places[op] = len(found.places)
        collector.region(function.regions[0], (), ())
    return found


_Gathered = tuple[Operation, SSAValue]


class _Collector:
    def __init__(self, found: Additions):
        self.found = found
        self.effects = Effects()

    def region(self, region: Region, known: tuple[SSAValue, ...], groups: tuple[_Gathered, ...]) -> None:
        """Look at the blocks of a region, in which some tokens are known, and some loops have launched tasks."""
        own: dict[Block, tuple[tuple[SSAValue, ...], tuple[_Gathered, ...]]] = {}
        dominance = Dominance(region)
        for block in dominance.preorder():
            above = [own[b] for b in own if dominance.dominates(b, block)]
            tokens = (*known, *(t for more, _ in above for t in more))
            loops = (*groups, *(g for _, more in above for g in more))
            own[block] = self._block(block, tokens, loops)

    def _block(
        self, block: Block, known: tuple[SSAValue, ...], groups: tuple[_Gathered, ...]
    ) -> tuple[tuple[SSAValue, ...], tuple[_Gathered, ...]]:
        """Look at a block; the tokens and loops of its own."""
        own: list[SSAValue] = [a for a in block.args if isinstance(a.type, CompletionType)]
        loops: list[_Gathered] = []
        for op in block.ops:
            tokens, gathered = (*known, *own), (*groups, *loops)
            if self._is_spot(op):
                self._in_front_of(op, tokens, gathered)
            if kind_of(op) in _ENTERED and self._is_entered(op):
                outside = () if kind_of(op) is OpKind.TASK else gathered
                for region in op.regions:
                    self.region(region, tokens, outside)
            if kind_of(op) is OpKind.COUNTED_LOOP and _has_a_length(op):
                loops += self._launched(op)
            own += _tokens(op.results)
        return tuple(own), tuple(loops)

    def _is_spot(self, op: Operation) -> bool:
        return bool(op.regions) or op.has_trait(IsTerminator) or not self.effects.is_pure(op)

    def _is_entered(self, op: Operation) -> bool:
        """A loop without tasks is one spot: to wait in front of it is as good as in it."""
        return kind_of(op) not in _LOOPS or any(
            isinstance(v.type, CompletionType) for each in op.walk() for v in (*each.operands, *each.results)
        )

    def _in_front_of(self, op: Operation, tokens: tuple[SSAValue, ...], loops: tuple[_Gathered, ...]) -> None:
        for token in tokens:
            self.found.add(AddedWait(AdditionKind.AWAIT, op, token))
            if kind_of(op) is OpKind.TASK and isinstance(token.type, TokenType) and token not in op.operands:
                self.found.add(AddedWait(AdditionKind.DEPENDENCY, op, token))
        for loop, token in loops:
            self.found.add(AddedWait(AdditionKind.GROUP, op, token, loop))
        if kind_of(op) is OpKind.TASK:
            self.found.captured[op] = tuple(dict.fromkeys((*free_values(op.regions[0]), *tokens)))

    def _launched(self, loop: Operation) -> Iterator[_Gathered]:
        """What each iteration launches once."""
        block = loop.regions[0].blocks.first
        for op in () if block is None else block.ops:
            if kind_of(op) in _LAUNCHES:
                for token in _tokens(op.results):
                    self.found.gathered[op] = loop
                    yield loop, token


def _has_a_length(loop: Operation) -> bool:
    """Whether how often the loop runs can be computed as the size of a group."""
    return isinstance(loop.operands[0].type, IndexType) and "unsignedCmp" not in loop.properties


def _tokens(results: Iterable[OpResult]) -> list[SSAValue]:
    """Of what one op gives, one token or value that stands for all, and the groups."""
    found = [v for v in results if isinstance(v.type, CompletionType)]
    groups = [v for v in found if isinstance(v.type, GroupType)]
    others = [v for v in found if not isinstance(v.type, GroupType)]
    launched = bool(others) and kind_of(others[0].op) in _LAUNCHES
    return [*(others[:1] if launched else others), *groups]
