"""What no worker does, on rows of its own: timers, files and processes, calls of the host."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

import numpy
from numpy.typing import NDArray

from asyncir.launch.tracing import Sort
from asyncir.tools.seeing.history import NOTHING, SPAN, Ending, History
from asyncir.tools.seeing.labels import Label

MOST_LANES = 6
"""Of one sort. What does not fit is drawn on the last one, over others."""

_TIMERS = ("io.sleep", "io.sleep_until")
_SORTS = ("timers", "I/O", "calls of the host", "operations")
"""The last one is for those of programs that were not compiled to be traced: nothing tells what they are."""


@dataclass(frozen=True, slots=True)
class OutsideLanes:
    """Rows below those of the workers."""

    names: tuple[str, ...]
    spans: NDArray[Any]
    """As those of workers, whose numbers go on with the lanes: one for each operation, from its start to its end."""

    def with_workers(self, history: History) -> tuple[str, ...]:
        """The names of all rows."""
        return (*history.workers, *self.names)


def sort_of(kind: str) -> str:
    """On which lanes an operation is drawn."""
    if kind in _TIMERS:
        return _SORTS[0]
    if kind.startswith("io."):
        return _SORTS[1]
    return _SORTS[2] if kind.startswith("@") else _SORTS[3]


def lanes_of(history: History, labels: Sequence[Label], most: int = MOST_LANES) -> OutsideLanes:
    """A lane for what is in flight at the same time, at most so many of one sort; each operation is on the first free one."""
    tasks = history.tasks
    chosen = numpy.flatnonzero((tasks["sort"] == Sort.OPERATION) & (tasks["created"] != NOTHING))
    by_sort: dict[str, list[int]] = {}
    for task in chosen[numpy.argsort(tasks["created"][chosen], kind="stable")].tolist():
        origin = int(tasks["origin"][task])
        by_sort.setdefault(sort_of("" if origin == NOTHING else labels[origin].kind), []).append(task)
    names: list[str] = []
    rows: list[tuple[int, int, int, int, int, int, int]] = []
    for sort in _SORTS:
        mine = by_sort.get(sort, [])
        ends = [_end(history, task) for task in mine]
        lanes = _placed(
            [(int(tasks["created"][task]), end) for task, end in zip(mine, ends, strict=True)], most
        )
        count = max(lanes, default=-1) + 1
        for task, end, lane in zip(mine, ends, lanes, strict=True):
            how = Ending.FINISHED if tasks["finished"][task] != NOTHING else Ending.OPEN
            row = len(history.workers) + len(names) + lane
            rows.append((int(tasks["created"][task]), end, task, row, NOTHING, NOTHING, how))
        names += [sort if count == 1 else f"{sort} {n + 1}" for n in range(count)]
    return OutsideLanes(tuple(names), numpy.sort(numpy.array(rows, SPAN), order=("start", "end")))


def _end(history: History, task: int) -> int:
    end = int(history.tasks["finished"][task])
    return history.duration if end == NOTHING else end


def _placed(times: Sequence[tuple[int, int]], most: int) -> list[int]:
    """For each of these, which come in the order of their starts, a lane."""
    free: list[int] = []
    busy: list[tuple[int, int]] = []
    placed: list[int] = []
    used = 0
    for start, end in times:
        while busy and busy[0][0] <= start:
            heappush(free, heappop(busy)[1])
        if free:
            lane = heappop(free)
        elif used < most:
            lane, used = used, used + 1
        else:
            lane = most - 1
            placed.append(lane)
            continue
        heappush(busy, (end, lane))
        placed.append(lane)
    return placed
