"""Values of several threads at once, and teams: the threads that are at the same place.

A value that all threads of a team share is as it is for one thread. Else it is a NumPy array with an element for each
thread, or a memref whose offset is such an array. Tokens have an element for each thread of the whole block.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

import numpy as np

from asyncir.ir import Attribute, IndexType
from asyncir.semantics.blocks.thread import ThreadRunner
from asyncir.semantics.core.memory import Buffer, MemRefView
from asyncir.semantics.core.program import Segment
from asyncir.semantics.core.values import Poison, Registers, Value, dtype_of, is_poison

Array = np.ndarray[Any, Any]

Types = Sequence[Attribute | None]
"""For each register the type of its value."""

DEAD = Poison(None)
"""What two teams do not agree on: it ends the vectorised run if it is looked at."""


def is_lanes(value: Value) -> TypeGuard[Array]:
    """Whether it has an element for each thread."""
    return type(value) is np.ndarray


def is_numeric(value: Value) -> bool:
    """Whether it is a number, or one for each thread."""
    return isinstance(value, int | float) or is_lanes(value)


class NotVectorised(Exception):
    """Something that is done thread by thread: what is rare, and all that is wrong with a program."""


@dataclass(slots=True, eq=False)
class LaneFifo:
    """The groups that each thread commits to one FIFO: how many, and up to which they have been waited for."""

    committed: Array
    read: Array
    retired: Array


@dataclass(slots=True, eq=False)
class LaneToken:
    """For each thread of the block the group that the token stands for; -1: complete from the start."""

    fifo: LaneFifo | None
    groups: Array

    def mixed(self, other: LaneToken, threads: Array) -> LaneToken | Poison:
        """A token that stands for the other's groups for these threads; groups of two FIFOs have none."""
        if self.fifo is not None and other.fifo is not None and self.fifo is not other.fifo:
            return DEAD
        groups = self.groups.copy()
        groups[threads] = other.groups[threads]
        return LaneToken(self.fifo or other.fifo, groups)


@dataclass(slots=True, eq=False)
class LaneTouch:
    """Elements of one object that an async op accesses: one row for each thread."""

    buffer: Buffer
    cells: Array
    writes: bool


@dataclass(slots=True, eq=False)
class LaneFlight:
    """An async op that several threads have issued together."""

    threads: Array
    touched: list[LaneTouch]
    groups: Array
    """For each thread of the block the group that its one is in; -1: none yet."""
    read_known: Array
    """For each thread of the block; those that have not issued it have nothing to learn."""
    done: Array
    fifo: LaneFifo | None = None


@dataclass(slots=True, eq=False, kw_only=True)
class Team(ThreadRunner):
    """Threads that are at the same place, in the same calls and iterations."""

    threads: Array
    commit: list[LaneFlight] | None = None

    def together(self, other: Team) -> bool:
        """Whether the two are at the same place."""
        return (
            self.segment is other.segment
            and self.status is other.status
            and self.iteration == other.iteration
            and [back for _, back, *_ in self.stack] == [back for _, back, *_ in other.stack]
            and (self.commit is None) == (other.commit is None)
        )

    def split(self, mask: Array) -> Team:
        """Keep the threads for which the mask is set; the others become a team of their own."""
        kept, gone = np.flatnonzero(mask), np.flatnonzero(~mask)
        other = replace(
            self,
            threads=self.threads[gone],
            registers=[take(value, gone) for value in self.registers],
            stack=[
                ([take(value, gone) for value in registers], back, results, _united(allocas, None), iteration)
                for registers, back, results, allocas, iteration in self.stack
            ],
            allocas=_united(self.allocas, None),
            commit=_united(self.commit, None),
        )
        self.threads = self.threads[kept]
        for registers in (self.registers, *(registers for registers, *_ in self.stack)):
            registers[:] = [take(value, kept) for value in registers]
        return other

    def join(self, other: Team, types: Mapping[Segment, Types]) -> None:
        """Take the other team's threads in; both are at the same place. The types are those of registers there."""
        pair = _Pair(self.threads, other.threads)
        self.registers[:] = pair.values(self.registers, other.registers, types[self.segment])
        self.stack = [
            (
                pair.values(mine, theirs, types[back]),
                back,
                results,
                _united(allocas, their_allocas),
                iteration,
            )
            for (mine, back, results, allocas, iteration), (theirs, _, _, their_allocas, _) in zip(
                self.stack, other.stack, strict=True
            )
        ]
        self.allocas = _united(self.allocas, other.allocas)
        self.commit = _united(self.commit, other.commit)
        self.threads = np.concatenate((self.threads, other.threads))[pair.order]


def _united(mine: list[Any] | None, theirs: list[Any] | None) -> list[Any] | None:
    """What is in one of the lists, in a new one."""
    return list(dict.fromkeys([*mine, *(theirs or ())])) if mine is not None else theirs


def take(value: Value, chosen: Array) -> Value:
    """The value for some of the threads."""
    if is_lanes(value):
        lanes: Array = value
        return lanes[chosen]
    if isinstance(value, MemRefView) and is_lanes(value.offset):
        return lane_view(value, take(value.offset, chosen))
    return value


def lane_view(view: MemRefView, offset: int | Array) -> MemRefView:
    """The same view at another offset, of each thread its own."""
    given: Any = offset
    return MemRefView(view.buffer, given, view.sizes, view.strides)


class _Pair:
    """Joins the values of two teams."""

    def __init__(self, first: Array, second: Array):
        self.first, self.second = first, second
        self.order = np.argsort(np.concatenate((first, second)))

    def values(self, first: Registers, second: Registers, types: Types) -> Registers:
        """The registers of both."""
        return [self._value(a, b, of) for a, b, of in zip(first, second, types, strict=True)]

    def _value(self, a: Value, b: Value, of: Attribute | None) -> Value:
        if a is b:
            return a
        if isinstance(a, MemRefView) and isinstance(b, MemRefView):
            same = a.buffer is b.buffer and a.sizes == b.sizes and a.strides == b.strides
            return lane_view(a, self._numbers(a.offset, b.offset, IndexType())) if same else DEAD
        if isinstance(a, LaneToken) and isinstance(b, LaneToken):
            return a.mixed(b, self.second)
        return self._numbers(a, b, of) if is_numeric(a) and is_numeric(b) else DEAD

    def _numbers(self, a: Value, b: Value, of: Attribute | None) -> Value:
        if not is_lanes(a) and not is_lanes(b):
            if type(a) is not type(b):
                return DEAD
            # Zeros may differ by their signs.
            if a == b and (a or repr(a) == repr(b)):
                return a
        # As memory has them: NumPy's own choice for a Python number is wider than most types are.
        dtype = dtype_of(of)
        parts = [
            np.broadcast_to(np.asarray(x, dtype), len(t)) for x, t in ((a, self.first), (b, self.second))
        ]
        return np.concatenate(parts)[self.order]


# ---- memory ----


def place_of(view: MemRefView, indices: Sequence[Value]) -> Value:
    """Where the elements are; all must be inside."""
    place: Value = view.offset
    for index, size, stride in zip(indices, view.sizes, view.strides, strict=True):
        if is_lanes(index):
            if index.size and (index.min() < 0 or index.max() >= size):
                raise NotVectorised
        elif not 0 <= index < size:
            raise NotVectorised
        place = place + index * stride
    return place


def fetch(buffer: Buffer, place: Value) -> Value:
    """The elements, which must be defined."""
    if buffer.defined is not None and not np.all(_defined(buffer)[place]):
        raise NotVectorised
    return buffer.array[place] if is_lanes(place) else buffer.data[place]


def put(buffer: Buffer, place: Value, value: Value) -> None:
    """Make the elements hold that."""
    if buffer.kind == "constant" or is_poison(value):
        raise NotVectorised
    if is_lanes(value) and not is_lanes(place):
        if len(value) > 1:
            raise NotVectorised
        value = value[0]
    buffer.array[place] = value
    if buffer.defined is not None:
        _defined(buffer)[place] = 1


def _defined(buffer: Buffer) -> Array:
    given: Any = buffer.defined
    return np.frombuffer(given, np.uint8)
