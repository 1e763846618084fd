"""Completion: what an op issues, how that arrives, and what a wait waits for, declared by traits.

A thread *issues* async ops (`IssuesAsync`) and commits them in groups to queues (`Commits`); a group *arrives* when all of
it is complete. A wait has a *predicate*: these tokens (`WaitsByToken`), at most so many of the youngest groups of a queue in
flight (`WaitsByCount`), the first so many groups (`WaitsFinished`); and a milestone: sources are read, or all is written.
Queues that share a hardware FIFO count together: `fifo_of`.

The checker (`analyses/in_flight`), the interpreter (`semantics/blocks`) and the verifier (`certificates`) each read these
traits with code of their own. New hardware is a dialect with ops that carry them; a new predicate is a trait here, and one
function in each of the three.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, cast

from asyncir.dialects.effect_types import Milestone
from asyncir.dialects.pipelining import integers
from asyncir.ir import ArrayAttr, Attribute, Operation, OpTrait, Region, SSAValue

_Trait = TypeVar("_Trait", bound=OpTrait)

QueueId = int | str | SSAValue
"""A queue of the program's: a number, a computed number, or the name of one that the hardware has."""


class HardwareFifo(str):
    """The name of a FIFO that the hardware has, and how its dialect writes what becomes of it.

    Counts of such a queue are its author's: passes keep them unless they are asked to change them.
    """

    __slots__ = ()

    def token_type(self) -> Attribute:
        """The type of the tokens of its groups."""
        raise NotImplementedError

    def empty_group(self) -> Operation:
        """An op that commits a group without members."""
        return self.group_of(())

    def group_of(self, tokens: Sequence[SSAValue]) -> Operation:
        """An op that commits a group of what gave these tokens."""
        raise NotImplementedError

    def wait_for(self, token: SSAValue) -> Operation:
        """An op that waits for the token of a group."""
        raise NotImplementedError

    def count_text(self, count: int) -> str:
        """What a wait with this count has behind its name, in MLIR's text."""
        raise NotImplementedError


FIFOS_ATTRIBUTE = "queue.fifos"
"""On a function or module: `[[0, 1], [2]]`, the queues that share a FIFO; any other has one of its own."""

BLOCK_SIZE_ATTRIBUTE = "gpu.known_block_size"
"""On a function: the extents of the block of threads that executes it."""


class _HasRegionAndToken(OpTrait):
    """What ops that issue and ops that commit have, where their class does not say otherwise."""

    @classmethod
    def region(cls, op: Operation) -> Region | None:
        """The op's region, if it has one."""
        return op.regions[0] if op.regions else None

    @classmethod
    def token(cls, op: Operation) -> SSAValue | None:
        """The token of what the op starts or closes, where it is wanted."""
        return op.results[0] if op.results else None


@dataclass(frozen=True)
class IssuesAsync(_HasRegionAndToken):
    """The op starts an operation that is in flight from then on.

    The region says what is done in flight; without one the op's effects alone say it.
    """

    fifo: Callable[[], HardwareFifo | None] = lambda: None
    """The FIFO of the hardware that its group will be in, whoever commits it; None: the commit says which."""


@dataclass(frozen=True)
class Commits(_HasRegionAndToken):
    """The op closes a group of async ops and puts it at the end of a queue.

    The async ops of the region are the group; without one `members` lists them.
    """

    queue: Callable[[Any], QueueId]
    """The queue."""
    members: Callable[[Any], Sequence[SSAValue] | None]
    """The tokens of the group's members; None where they are what `region` issues."""


@dataclass(frozen=True, kw_only=True)
class _Waits(OpTrait):
    """What all waits have."""

    milestone: Callable[[Any], Milestone] = lambda _: Milestone.WRITTEN
    """What is known of the groups waited for: their sources have been read, or all is written."""
    covers: Callable[[Any], Sequence[SSAValue] | None] = lambda _: None
    """The memory that the groups waited for may touch, where the program lists it; None: any."""


@dataclass(frozen=True, kw_only=True)
class WaitsByCount(_Waits):
    """The op waits until at most so many of the youngest groups of a queue's FIFO are in flight."""

    queue: Callable[[Any], QueueId]
    """The queue."""
    count: Callable[[Any], int | SSAValue | None]
    """How many groups may stay in flight; None where this op waits by tokens instead."""


@dataclass(frozen=True, kw_only=True)
class WaitsByToken(_Waits):
    """The op waits for the groups that its tokens stand for, and so for all older ones of their FIFOs."""

    tokens: Callable[[Any], Sequence[SSAValue]]
    """The tokens; none where this op waits by a count instead."""


@dataclass(frozen=True, kw_only=True)
class WaitsFinished(_Waits):
    """The op waits until the first so many groups that were ever committed to a queue's FIFO are complete."""

    queue: Callable[[Any], QueueId]
    """The queue."""
    count: Callable[[Any], int | SSAValue]
    """How many groups, from the first on."""


class IsBarrier(OpTrait):
    """All threads of a block meet at the op, and what each has seen complete is visible to all behind it."""


@dataclass(frozen=True)
class _AlongDimension(OpTrait):
    """The op's result is of one dimension of the block."""

    dimension: Callable[[Any], int]
    """0, 1 or 2."""


class ThreadIndex(_AlongDimension):
    """The op's result is the index of the thread that executes it, along one dimension of the block."""


class BlockSize(_AlongDimension):
    """The op's result is the number of threads of the block along one dimension."""


@cache
def _of_class(kind: type[Operation], trait: type[OpTrait]) -> OpTrait | None:
    """The trait of a class of ops, if it has it; remembered, since every op of a program is asked."""
    return kind.get_trait(trait)


def _trait(kind: type[Operation], trait: type[_Trait]) -> _Trait | None:
    return cast("_Trait | None", _of_class(kind, trait))


def issues(op: Operation) -> IssuesAsync | None:
    """How `op` starts an async operation, if it does."""
    return _trait(type(op), IssuesAsync)


def commits(op: Operation) -> Commits | None:
    """How `op` commits a group, if it does."""
    return _trait(type(op), Commits)


def waits_by_count(op: Operation) -> WaitsByCount | None:
    """How `op` waits by a count, if it does."""
    trait = _trait(type(op), WaitsByCount)
    return trait if trait is not None and trait.count(op) is not None else None


def waits_by_token(op: Operation) -> WaitsByToken | None:
    """How `op` waits for tokens, if it does (and the program gives no count in their place)."""
    trait = _trait(type(op), WaitsByToken)
    return trait if trait is not None and trait.tokens(op) else None


def waits_finished(op: Operation) -> WaitsFinished | None:
    """How `op` waits for the first groups of a queue, if it does."""
    return _trait(type(op), WaitsFinished)


def fifo_of(queue: int | str, scope: Operation) -> Hashable:
    """What tells the FIFO of a queue from others, in programs that start at the function `scope`.

    The attribute of the function counts; where it has none, that of the module around it.
    """
    if isinstance(queue, str):
        return queue
    holder: Operation | None = scope
    while holder is not None:
        attribute = holder.attributes.get(FIFOS_ATTRIBUTE)
        if attribute is not None:
            shared = next((fifo for fifo in fifos_in(attribute) if queue in fifo), (queue,))
            return min(shared)
        holder = holder.parent_op()
    return queue


def fifos_in(attribute: Attribute) -> tuple[tuple[int, ...], ...]:
    """The lists of queues in a `queue.fifos`; raises `ValueError` where it is none."""
    lists = cast("ArrayAttr[Attribute]", attribute).data if isinstance(attribute, ArrayAttr) else (attribute,)
    if not all(isinstance(inner, ArrayAttr) for inner in lists):
        raise ValueError("it is a list of lists of queues, as in [[0, 1], [2]]")
    found = [tuple(ids) for inner in lists if (ids := integers(inner)) is not None]
    if len(found) != len(lists):
        raise ValueError("a queue is a number")
    return tuple(found)


def threads_of(function: Operation) -> tuple[int, int, int]:
    """The extents of the block of threads that executes `function`: as its attribute says, or one thread."""
    attribute = function.attributes.get(BLOCK_SIZE_ATTRIBUTE) or function.get_attr_or_prop("known_block_size")
    values = getattr(attribute, "get_values", None)
    if values is None:
        return (1, 1, 1)
    x, y, z = (*cast("tuple[int, ...]", values()), 1, 1, 1)[:3]
    return (x, y, z)
