"""What a history comes to: by kind of task, by worker, and for the whole. Times are in nanoseconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from asyncir.launch.tracing import Sort
from asyncir.tools.seeing.history import NOTHING, Ending, History, first_starts, own_times

CALLS = "calls from outside"
UNKNOWN = "older than the recording"


@dataclass(frozen=True, slots=True)
class KindTotal:
    """All tasks of one kind."""

    kind: str
    tasks: int
    running: int
    longest: int
    """The most that one of them ran."""
    queued: int
    """The mean time from a task's creation to its first run."""
    suspended: int
    """How often they were suspended."""
    stolen: int
    failed: int


@dataclass(frozen=True, slots=True)
class WorkerTotal:
    """One worker."""

    running: int
    asleep: int
    spans: int
    steals: int


@dataclass(frozen=True, slots=True)
class Totals:
    """What is said beside the picture."""

    kinds: tuple[KindTotal, ...]
    """Those that ran longest first."""
    workers: tuple[WorkerTotal, ...]
    kind_of: NDArray[Any]
    """By task: the number of its kind among `kinds`; NOTHING for what never runs, such as a group."""


def totals_of(history: History, kinds: Sequence[str]) -> Totals:
    """Sum up; `kinds` are the kinds of the origins."""
    names, kind_of = _kinds(history, kinds)
    running = own_times(history)
    queued = first_starts(history) - history.tasks["created"]
    in_time = (history.tasks["created"] != NOTHING) & (first_starts(history) != NOTHING)
    of_span = kind_of[history.spans["task"]]
    rows: list[KindTotal] = []
    for number, name in enumerate(names):
        mine = kind_of == number
        spans = history.spans[of_span == number]
        rows.append(
            KindTotal(
                kind=name,
                tasks=int(mine.sum()),
                running=int(running[mine].sum()),
                longest=int(running[mine].max(initial=0)),
                queued=int(queued[mine & in_time].mean()) if (mine & in_time).any() else 0,
                suspended=int((spans["how"] == Ending.SUSPENDED).sum()),
                stolen=int((spans["victim"] != NOTHING).sum()),
                failed=int(history.tasks["failed"][mine].sum()),
            )
        )
    shown = sorted((n for n, row in enumerate(rows) if row.tasks), key=lambda n: -rows[n].running)
    place = numpy.full(len(rows) + 1, NOTHING, numpy.int32)  # the last is that of NOTHING
    place[shown] = numpy.arange(len(shown))
    return Totals(tuple(rows[n] for n in shown), _workers(history), place[kind_of])


def _kinds(history: History, kinds: Sequence[str]) -> tuple[list[str], NDArray[Any]]:
    """The names of kinds, and for each task the number of its own."""
    numbers: dict[str, int] = {}
    of_origin = numpy.array([numbers.setdefault(kind, len(numbers)) for kind in (*kinds, UNKNOWN)])
    kind_of = of_origin[history.tasks["origin"]]  # NOTHING finds the last one
    sorts = history.tasks["sort"]
    kind_of[sorts == Sort.CALL] = numbers.setdefault(CALLS, len(numbers))
    ran = numpy.zeros(len(history.tasks), bool)
    ran[history.spans["task"]] = True
    kind_of[~ran & ((sorts != Sort.TASK) | (history.tasks["origin"] == NOTHING))] = NOTHING
    return list(numbers), kind_of


def _workers(history: History) -> tuple[WorkerTotal, ...]:
    def by_worker(rows: NDArray[Any], weights: NDArray[Any] | None = None) -> list[int]:
        inside = rows["worker"] >= 0
        weights = None if weights is None else weights[inside]
        counts = numpy.bincount(rows["worker"][inside], weights, len(history.workers))
        return counts.astype(numpy.int64).tolist()

    timed = (by_worker(rows, rows["end"] - rows["start"]) for rows in (history.spans, history.sleeps))
    columns = (*timed, by_worker(history.spans), by_worker(history.steals))
    return tuple(WorkerTotal(*row) for row in zip(*columns, strict=True))
