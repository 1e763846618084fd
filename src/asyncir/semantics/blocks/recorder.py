"""Writes down the events of a run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from asyncir.ir import Operation
from asyncir.semantics.blocks.flights import AskedWait, Fifo, Flight, GroupToken, Places
from asyncir.semantics.blocks.thread import Thread
from asyncir.semantics.core.memory import AccessKind, Buffer
from asyncir.simulation.events import (
    AccessEvent,
    BarrierEvent,
    Cell,
    CommitEvent,
    Event,
    IssueEvent,
    ReachedEvent,
    TouchedEvent,
    WaitEvent,
)


class Recorder:
    """The events so far, in the order in which the interpreter met them."""

    def __init__(self, marks: Iterable[Operation] = ()) -> None:
        self.events: list[Event] = []
        self.marks = frozenset(marks)
        """Ops of which it is written down that they are executed."""
        self._known: set[str] = set()

    def reset(self) -> None:
        """A run begins."""
        self.events = []
        self._known.clear()

    def reached(self, thread: Thread, op: Operation) -> None:
        """A thread executes one of the marks."""
        self.events.append(ReachedEvent(*self._who(thread, op)))

    def access(
        self, thread: Thread, op: Operation, kind: AccessKind, buffer: Buffer, places: Sequence[int]
    ) -> None:
        """A thread accesses elements itself."""
        self._touch(thread, (buffer,))
        cells = _cells({buffer: set(places)})
        self.events.append(AccessEvent(*self._who(thread, op), kind.name.lower(), cells))

    def issue(self, thread: Thread, flight: Flight) -> None:
        """A thread starts an async op."""
        self._touch(thread, (*flight.reads, *flight.writes))
        cells = (_cells(flight.reads), _cells(flight.writes))
        self.events.append(IssueEvent(*self._who(thread, flight.op), flight.number, *cells))

    def commit(
        self, thread: Thread, op: Operation, queue: int | str, token: GroupToken, members: Iterable[Flight]
    ) -> None:
        """A thread closes a group."""
        assert token.fifo is not None
        numbers = tuple(flight.number for flight in members)
        self.events.append(CommitEvent(*self._who(thread, op), token.fifo.name, queue, token.group, numbers))

    def wait(
        self,
        thread: Thread,
        op: Operation,
        fifo: Fifo | None,
        asked: AskedWait,
        upto: int,
        retired: tuple[int, ...],
    ) -> None:
        """A thread has waited."""
        name, committed = (None, 0) if fifo is None else (fifo.name, fifo.committed)
        self.events.append(WaitEvent(*self._who(thread, op), name, *asked, committed, upto, retired))

    def barrier(self, thread: Thread, op: Operation) -> None:
        """A thread passes a barrier."""
        self.events.append(BarrierEvent(*self._who(thread, op)))

    def _touch(self, thread: Thread, buffers: Iterable[Buffer]) -> None:
        if not self.marks:
            return
        for buffer in buffers:
            if buffer.op is not None and buffer.identity not in self._known:
                self._known.add(buffer.identity)
                self.events.append(TouchedEvent(*self._who(thread, buffer.op), buffer.identity, buffer.size))

    def _who(self, thread: Thread, op: Operation) -> tuple[int, int, int, Operation, tuple[int, ...]]:
        thread.position += 1
        return thread.number, thread.position - 1, thread.epoch, op, thread.iteration


def _cells(places: Places) -> frozenset[Cell]:
    return frozenset((buffer.identity, place) for buffer, those in places.items() for place in those)
