"""Traces for `verdicts.py`, from the events that the interpreter records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from asyncir.dialects.effects import Milestone
from asyncir.simulation.events import AccessEvent, Cell, CommitEvent, Event, IssueEvent, WaitEvent
from tests.queues.verdicts import Cells, Op, Trace, Waited


class _Cells:
    """Objects as numbers."""

    def __init__(self) -> None:
        self.objects: dict[Any, int] = {}

    def __call__(self, cells: Iterable[Cell]) -> Cells:
        number = self.objects.setdefault
        return frozenset((number(o, len(self.objects)), at) for o, at in cells)


def trace_of(events: Iterable[Event]) -> Trace:
    """The trace of a run."""
    trace, cells = Trace(), _Cells()
    groups: dict[int, CommitEvent] = {}
    ordered = list(events)
    for event in ordered:
        if isinstance(event, CommitEvent):
            groups.update((member, event) for member in event.members)
    for event in ordered:
        where = event.op, event.iteration, event.thread, event.position, event.epoch
        match event:
            case IssueEvent():
                group = groups.get(event.id)
                place = (group.fifo, group.group, group.position) if group else (None, None, 0)
                trace.ops.append(Op(*where, cells(event.reads), cells(event.writes), True, *place))
            case AccessEvent(kind=kind):
                touched = cells(event.cells)
                none: Cells = frozenset()
                reads = touched if kind in ("read", "atomic") else none
                writes = touched if kind != "read" else none
                trace.ops.append(Op(*where, reads, writes, atomic=kind == "atomic"))
            case WaitEvent() if event.fifo is not None:
                trace.waits.append(_waited(event))
            case _:
                pass
    written = {cell for event in ordered if isinstance(event, IssueEvent) for cell in event.writes}
    trace.callers = cells(cell for cell in written if cell[0].startswith("argument"))
    return trace


def _waited(event: WaitEvent) -> Waited:
    count = event.count if event.kind == "count" and event.count is not None else event.committed - event.upto
    return Waited(
        event.op,
        event.thread,
        event.position,
        event.epoch,
        event.fifo,
        event.committed,
        count,
        event.milestone is Milestone.SOURCE_READ,
        event.kind == "token",
    )
