"""Async ops in flight, the groups that they are committed in, and the FIFOs of these."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from asyncir.dialects.effects import Milestone
from asyncir.ir import Operation
from asyncir.semantics.core.memory import AccessKind, Buffer
from asyncir.semantics.core.values import Value

Places = dict[Buffer, set[int]]
"""Elements of several objects."""


class FlightState(IntEnum):
    """How far an async op has got in this run, by the choice of the schedule."""

    PENDING = 0
    READ = 1
    WRITTEN = 2


class Rehearsal:
    """What an async op does when it is done at some moment: it is tried out, and all that it writes is taken back."""

    def __init__(self) -> None:
        self.reads: Places = {}
        self.writes: Places = {}
        self.before: list[tuple[Buffer, int, Value, bool]] = []
        self.values: list[tuple[Buffer, int, Value, bool]] = []
        """What it writes: where, what, and whether that is a defined value."""
        self.own: set[Buffer] = set()
        """Objects that the op makes for itself."""

    def note(self, buffer: Buffer, places: Sequence[int], kind: AccessKind) -> None:
        """The op accesses these elements now."""
        if buffer in self.own:
            return
        if kind is not AccessKind.WRITE:
            self.reads.setdefault(buffer, set()).update(places)
        if kind is not AccessKind.READ:
            written = self.writes.setdefault(buffer, set())
            for place in places:
                if place not in written:
                    self.before.append((buffer, place, *content(buffer, place)))
                    written.add(place)

    def end(self) -> None:
        """Memory is as before."""
        self.values = [(buffer, place, *content(buffer, place)) for buffer, place, _, _ in self.before]
        for entry in self.before:
            put(*entry)


def content(buffer: Buffer, place: int) -> tuple[Value, bool]:
    """What an element holds, and whether it is a defined value."""
    return buffer.data[place], buffer.defined is None or bool(buffer.defined[place])


def put(buffer: Buffer, place: int, value: Value, defined: bool) -> None:
    """Make the element hold that."""
    buffer.data[place] = value
    if buffer.defined is not None:
        buffer.defined[place] = int(defined)


@dataclass(slots=True, eq=False)
class Actor:
    """Who accesses: an op in one of its executions by a thread."""

    op: Operation
    iteration: tuple[int, ...]
    thread: int
    epoch: int


@dataclass(slots=True, eq=False)
class Flight(Actor):
    """An async op, from its issue on."""

    number: int
    rehearse: Callable[[], Rehearsal]
    """What it would do now; does not do it."""
    reads: Places
    writes: Places
    fifo: Fifo | None = None
    group: int = -1
    """Which one of the FIFO's it was committed in; -1: not yet."""
    state: FlightState = FlightState.PENDING
    effect: Rehearsal | None = None
    """What it read, if it has not written yet."""
    read_known: bool = False
    """Whether a wait of its thread has made sure that its sources have been read."""
    done: bool = False
    """Whether a wait of its thread has made sure that it is complete."""

    def touches(self, buffer: Buffer) -> bool:
        """Whether it accesses some of the object."""
        return buffer in self.reads or buffer in self.writes

    def known(self, kind: AccessKind) -> bool:
        """Whether its thread knows that its accesses of this kind are over."""
        return self.done or (kind is AccessKind.READ and self.read_known)


@dataclass(slots=True, eq=False)
class Fifo:
    """The groups that one thread commits to one FIFO."""

    name: Hashable
    committed: int = 0
    read: int = 0
    """So many groups, from the first on, are known to have read their sources."""
    retired: int = 0
    """So many groups, from the first on, are known to be complete."""
    groups: dict[int, list[Flight]] = field(default_factory=dict[int, list[Flight]])
    """The members of those not retired."""

    def commit(self, members: list[Flight]) -> GroupToken:
        """Close a group."""
        group = self.committed
        self.committed += 1
        self.groups[group] = members
        for flight in members:
            flight.fifo, flight.group = self, group
        return GroupToken(self, group)


@dataclass(slots=True, eq=False)
class GroupToken:
    """Stands for a group; without a FIFO it is complete from the start."""

    fifo: Fifo | None
    group: int


READY = GroupToken(None, -1)


class AskedWait(NamedTuple):
    """What a wait says: see `WaitEvent`, which has the number as its count."""

    queue: int | str | None
    kind: str
    milestone: Milestone
    number: int | None
