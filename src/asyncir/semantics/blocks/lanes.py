"""Values of several threads at once, and teams: the threads that are at the same place.

A value that all threads of a team share is as it is for one thread. Else it is a NumPy array with an element for each
thread, or a memref whose offset is such an array. Tokens have an element for each thread of the whole block.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeGuard

import numpy as np

from asyncir.semantics.blocks.thread import ThreadStatus
from asyncir.semantics.core.memory import Buffer, MemRefView
from asyncir.semantics.core.program import Segment
from asyncir.semantics.core.values import Poison, Registers, Value

Array = np.ndarray[Any, Any]

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
    """For each of its threads the group that it is in; -1: none yet."""
    read_known: Array
    done: Array
    fifo: LaneFifo | None = None


@dataclass(slots=True, eq=False)
class LaneFrame:
    """What a call comes back to."""

    registers: Registers
    back: Segment
    results: list[int]
    allocas: list[Buffer] | None
    iteration: tuple[int, ...]


@dataclass(slots=True, eq=False)
class Team:
    """Threads that are at the same place, in the same calls and iterations."""

    threads: Array
    registers: Registers
    segment: Segment
    stack: list[LaneFrame] = field(default_factory=list[LaneFrame])
    allocas: list[Buffer] | None = None
    iteration: tuple[int, ...] = ()
    commit: list[LaneFlight] | None = None
    status: ThreadStatus = ThreadStatus.READY
    results: list[Value] = field(default_factory=list[Value])

    def together(self, other: Team) -> bool:
        """Whether the two are at the same place."""
        return (
            self.segment is other.segment
            and self.status is other.status
            and self.iteration == other.iteration
            and [frame.back for frame in self.stack] == [frame.back for frame in other.stack]
            and (self.commit is None) == (other.commit is None)
        )

    def split(self, mask: Array) -> Team:
        """Keep the threads for which the mask is set; the others become a team of their own."""
        kept, gone = np.flatnonzero(mask), np.flatnonzero(~mask)
        other = Team(
            self.threads[gone],
            [take(value, gone) for value in self.registers],
            self.segment,
            [
                LaneFrame(
                    [take(value, gone) for value in frame.registers],
                    frame.back,
                    frame.results,
                    None if frame.allocas is None else list(frame.allocas),
                    frame.iteration,
                )
                for frame in self.stack
            ],
            None if self.allocas is None else list(self.allocas),
            self.iteration,
            None if self.commit is None else list(self.commit),
        )
        self.threads = self.threads[kept]
        for registers in (self.registers, *(frame.registers for frame in self.stack)):
            registers[:] = [take(value, kept) for value in registers]
        return other

    def join(self, other: Team) -> None:
        """Take the other team's threads in; both are at the same place."""
        pair = _Pair(self.threads, other.threads)
        for mine, theirs in zip(
            (self.registers, *(frame.registers for frame in self.stack)),
            (other.registers, *(frame.registers for frame in other.stack)),
            strict=True,
        ):
            mine[:] = [pair.value(a, b) for a, b in zip(mine, theirs, strict=True)]
        for mine, theirs in zip((self, *self.stack), (other, *other.stack), strict=True):
            mine.allocas = _united(mine.allocas, theirs.allocas)
        self.commit = _united(self.commit, other.commit)
        self.threads = np.concatenate((self.threads, other.threads))[pair.order]


def _united(mine: list[Any] | None, theirs: list[Any] | None) -> list[Any] | None:
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

    def value(self, a: Value, b: Value) -> Value:
        """The value of both."""
        if a is b:
            return a
        if isinstance(a, MemRefView) and isinstance(b, MemRefView):
            same = a.buffer is b.buffer and a.sizes == b.sizes and a.strides == b.strides
            return lane_view(a, self._numbers(a.offset, b.offset)) if same else DEAD
        if isinstance(a, LaneToken) and isinstance(b, LaneToken):
            return self._token(a, b)
        return self._numbers(a, b) if is_numeric(a) and is_numeric(b) else DEAD

    def _numbers(self, a: Value, b: Value) -> Value:
        if not is_lanes(a) and not is_lanes(b):
            if type(a) is not type(b):
                return DEAD
            if a == b:
                return a
        dtype: Any = next((x.dtype for x in (a, b) if is_lanes(x)), None)
        parts = [
            np.broadcast_to(np.asarray(x, dtype), len(t)) for x, t in ((a, self.first), (b, self.second))
        ]
        return np.concatenate(parts)[self.order]

    def _token(self, a: LaneToken, b: LaneToken) -> Value:
        if a.fifo is not None and b.fifo is not None and a.fifo is not b.fifo:
            return DEAD
        groups = a.groups.copy()
        groups[self.second] = b.groups[self.second]
        return LaneToken(a.fifo or b.fifo, groups)
