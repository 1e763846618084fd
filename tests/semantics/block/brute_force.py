"""Races straight from their definition: all pairs of accesses in the events of a run. Shares nothing with the engine."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from asyncir.dialects.effects import Milestone
from asyncir.ir import Operation
from asyncir.simulation.events import AccessEvent, Cell, CommitEvent, Event, IssueEvent, WaitEvent

Found = tuple[str, Operation, Operation]


@dataclass(frozen=True)
class Instance:
    """One access: at once, or at any moment between two positions of its thread."""

    thread: int
    source: object
    op: Operation
    kind: str
    cells: frozenset[Cell]
    position: int
    epoch: int
    last: tuple[float, float]
    """Position and epoch at which it is over; at once: those of the access."""
    asynchronous: bool


def races(events: Sequence[Event]) -> set[Found]:
    """The kind and the two ops of each."""
    threads: dict[int, list[Event]] = defaultdict(list)
    for event in events:
        threads[event.thread].append(event)
    instances: list[Instance] = []
    for of_thread in threads.values():
        assert [event.position for event in of_thread] == list(range(len(of_thread)))
        instances += _instances(of_thread)
    return {_named(*pair) for pair in combinations(instances, 2) if _race(*pair)}


def _instances(events: Sequence[Event]) -> Iterator[Instance]:
    group: dict[int, tuple[Hashable, int]] = {}
    for event in events:
        if isinstance(event, CommitEvent):
            group.update(dict.fromkeys(event.members, (event.fifo, event.group)))
    for event in events:
        if isinstance(event, AccessEvent):
            at = (event.position, event.epoch)
            yield Instance(
                event.thread,
                event,
                event.op,
                event.kind,
                event.cells,
                *at,
                (float(at[0]), float(at[1])),
                False,
            )
        elif isinstance(event, IssueEvent):
            for kind, cells in (("read", event.reads), ("write", event.writes)):
                over = _over(events, group.get(event.id), kind)
                yield Instance(
                    event.thread, event, event.op, kind, cells, event.position, event.epoch, over, True
                )


def _over(events: Sequence[Event], group: tuple[Hashable, int] | None, kind: str) -> tuple[float, float]:
    """Where the thread's first wait for the group is."""
    committed: dict[Hashable, int] = defaultdict(int)
    for event in events:
        if isinstance(event, CommitEvent):
            committed[event.fifo] += 1
        if isinstance(event, WaitEvent) and group is not None and event.fifo == group[0]:
            upto = event.upto
            if event.kind == "count":
                assert event.count is not None
                upto = committed[event.fifo] - event.count
            elif event.kind == "finished":
                assert event.count is not None
                upto = event.count
            enough = kind == "read" or event.milestone is Milestone.WRITTEN
            if enough and group[1] < min(upto, committed[event.fifo]):
                return event.position, event.epoch
    return math.inf, math.inf


def _race(one: Instance, other: Instance) -> bool:
    if one.source is other.source or one.cells.isdisjoint(other.cells):
        return False
    if one.kind == other.kind and one.kind != "write":
        return False
    if one.thread == other.thread:
        first, second = sorted((one, other), key=lambda i: i.position)
        return first.asynchronous and second.position < first.last[0]
    return one.epoch <= other.last[1] and other.epoch <= one.last[1]


def _named(one: Instance, other: Instance) -> Found:
    if one.thread == other.thread:
        first, second = sorted((one, other), key=lambda i: i.position)
    else:
        first, second = sorted((one, other), key=lambda i: (i.epoch, i.thread))
    if second.kind == "read":
        return "RAW", first.op, second.op
    return "WAR" if first.kind == "read" else "WAW", first.op, second.op
