"""A history as a trace for Perfetto (ui.perfetto.dev): one thread for each worker, a slice for each time that a task runs.

Flows, which Perfetto draws as arrows, lead from a slice in which a task was launched, or in which what it waited for
became complete, to the slice in which it goes on; and from the place on a worker where a task was stolen to where it
runs. What no worker does has lanes, and the critical path one of its own. Counters say how many workers run tasks and how
many tasks are alive. Slices carry the task's number and its place
in the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy
from numpy.typing import NDArray

from asyncir.tools.seeing.critical import CriticalPath, critical_path
from asyncir.tools.seeing.history import NOTHING, Ending, History
from asyncir.tools.seeing.labels import Label
from asyncir.tools.seeing.lanes import OutsideLanes, lanes_of
from asyncir.tools.seeing.packets import Packets
from asyncir.tools.seeing.totals import Totals

_PROCESS, _RUNNING, _ALIVE, _PATH, _FIRST_WORKER = 1, 2, 3, 4, 16
"""Identities of tracks."""

_MOST_LANES = 64

_MOST_VALUES = 20_000
"""Of one counter; a screen shows fewer."""

_HOW = {
    Ending.FINISHED: "complete",
    Ending.SUSPENDED: "suspended",
    Ending.CALLED: "another task in its place",
    Ending.OPEN: "end of the recording",
}


def perfetto_of(
    title: str, history: History, labels: Sequence[Label], totals: Totals, begin: int = 0
) -> bytes:
    """The trace; `begin` is added to all times."""
    names = _Names(history, labels, totals)
    lanes = lanes_of(history, labels, _MOST_LANES)
    path = critical_path(history, lanes)
    return _Writer(Packets(begin), names, history.workers, lanes, path).trace(title, history)


@dataclass(slots=True)
class _Names:
    """What tasks are called."""

    history: History
    labels: Sequence[Label]
    totals: Totals

    def of(self, task: int) -> tuple[str, str, str]:
        """Name, kind and place."""
        kind = int(self.totals.kind_of[task])
        said = self.totals.kinds[kind].kind if kind != NOTHING else "task"
        origin = int(self.history.tasks["origin"][task])
        if origin == NOTHING:
            return said, said, ""
        label = self.labels[origin]
        said = label.kind if kind == NOTHING else said
        return label.name.removeprefix("%") or said, said, label.place


@dataclass(slots=True)
class _Flows:
    """The numbers of the arrows that start and end at each span."""

    starts: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    ends: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    count: int = 0

    def add(self, sources: NDArray[Any], targets: NDArray[Any]) -> None:
        """Arrows between spans; nothing where one of them is NOTHING."""
        known = (sources != NOTHING) & (targets != NOTHING)
        for source, target in zip(sources[known].tolist(), targets[known].tolist(), strict=True):
            self.starts.setdefault(source, []).append(self.into(target))

    def into(self, target: int) -> int:
        """The number of a new arrow to a span."""
        self.count += 1
        self.ends.setdefault(target, []).append(self.count)
        return self.count


class _Spans:
    """Finds spans by worker or task and time."""

    def __init__(self, history: History):
        self._spans = history.spans
        self._size = history.duration + 2
        self._by_worker = self._sorted("worker")
        self._by_task = self._sorted("task")

    def _sorted(self, column: str) -> tuple[NDArray[Any], NDArray[Any]]:
        keys = self._keys(self._spans[column], self._spans["start"])
        order = numpy.argsort(keys)
        return keys[order], order

    def _keys(self, groups: NDArray[Any], times: NDArray[Any]) -> NDArray[Any]:
        return groups.astype(numpy.int64) * self._size + times

    def at(self, workers: NDArray[Any], times: NDArray[Any]) -> NDArray[Any]:
        """The span that each worker is in right before its time, NOTHING where it runs nothing."""
        keys, order = self._by_worker
        places = numpy.searchsorted(keys, self._keys(workers, times)) - 1
        found = numpy.where(places >= 0, order[places], NOTHING) if len(order) else places
        fits = (found != NOTHING) & (self._spans["worker"][found] == workers)
        return numpy.where(fits & (self._spans["end"][found] >= times), found, NOTHING)

    def following(self, tasks: NDArray[Any], times: NDArray[Any]) -> NDArray[Any]:
        """The first span of each task from its time on, NOTHING where there is none."""
        keys, order = self._by_task
        places = numpy.searchsorted(keys, self._keys(tasks, times))
        inside = places < len(order)
        found = order[numpy.where(inside, places, 0)]
        return numpy.where(inside & (self._spans["task"][found] == tasks), found, NOTHING)


@dataclass(slots=True)
class _Writer:
    packets: Packets
    names: _Names
    workers: tuple[str, ...]
    lanes: OutsideLanes
    path: CriticalPath

    def trace(self, title: str, history: History) -> bytes:
        """All packets, in the order of their times."""
        self._describe(title, history)
        flows, thefts = self._flows(history)
        steps = sorted(self._steps(history, flows, thefts), key=lambda step: step[:2])
        for time, _, write, arguments in steps:
            write(time, *arguments)
        return self.packets.encoded()

    # ---- tracks

    def _describe(self, title: str, history: History) -> None:
        self.packets.process(_PROCESS, 1, title)
        for worker, name in enumerate(self.lanes.with_workers(history)):
            self.packets.thread(_FIRST_WORKER + worker, _PROCESS, 1, worker + 2, name)
        if self.path.steps:
            self.packets.thread(_PATH, _PROCESS, 1, 1, "critical path")
        for track, name in ((_RUNNING, "workers that run tasks"), (_ALIVE, "tasks alive")):
            self.packets.values(track, _PROCESS, name)

    # ---- arrows

    def _flows(self, history: History) -> tuple[_Flows, list[tuple[int, int, int, int]]]:
        """The arrows, and for each steal its time, victim, thief and the number of its arrow."""
        flows = _Flows()
        if not len(history.spans):
            return flows, []
        spans = _Spans(history)
        numbers = numpy.arange(len(history.tasks))
        seen = history.tasks["created"] != NOTHING
        created, tasks = history.tasks["created"][seen], numbers[seen]
        flows.add(spans.at(history.tasks["worker"][seen], created), spans.following(tasks, created))
        wakes, steals = history.wakes, history.steals
        flows.add(spans.at(wakes["worker"], wakes["time"]), spans.following(wakes["task"], wakes["time"]))
        targets = spans.following(steals["task"], steals["time"])
        return flows, [
            (time, victim, thief, flows.into(target))
            for (time, _, thief, victim), target in zip(steals.tolist(), targets.tolist(), strict=True)
            if target != NOTHING
        ]

    # ---- what happens

    def _steps(
        self, history: History, flows: _Flows, thefts: list[tuple[int, int, int, int]]
    ) -> Iterator[tuple[int, int, Any, tuple[Any, ...]]]:
        """Time, rank among what happens at the same time, what to write: on a track a slice ends before the next begins."""
        event, end_slice = self.packets.event, self.packets.end
        columns = [history.spans[name].tolist() for name in ("start", "end", "task", "worker", "how")]
        for span, (start, end, task, worker, how) in enumerate(zip(*columns, strict=True)):
            if worker != NOTHING:
                yield start, 2, self._slice, (span, task, worker, flows, how)
                rank = 1 if end > start else 3
                yield max(start, end), rank, end_slice, (_FIRST_WORKER + worker,)
        for start, end, worker in history.sleeps.tolist():
            if end > start:
                yield start, 2, partial(event, "SLICE_BEGIN"), (_FIRST_WORKER + worker, "asleep", "idle")
                yield end, 1, end_slice, (_FIRST_WORKER + worker,)
        yield from self._others()
        for time, victim, thief, flow in thefts:
            name = f"stolen by {self.workers[thief]}"
            yield time, 4, partial(event, "INSTANT"), (_FIRST_WORKER + victim, name, "steal", (flow,))
        yield from self._counts(_RUNNING, history.spans["start"], history.spans["end"])
        tasks = history.tasks[history.tasks["sort"] == 0]
        born, gone = tasks["created"], tasks["finished"]
        yield from self._counts(_ALIVE, numpy.maximum(born, 0), gone[gone != NOTHING])

    def _others(self) -> Iterator[tuple[int, int, Any, tuple[Any, ...]]]:
        """Operations on their lanes, and the critical path. On one track, nothing begins before what is there has ended."""
        operations = [(row, start, end, task) for start, end, task, row, *_ in self.lanes.spans.tolist()]
        pieces = [(_PATH - _FIRST_WORKER, step.start, step.end, step.task) for step in self.path.steps]
        free: dict[int, int] = {}
        for row, start, end, task in operations + pieces:
            if start < free.get(row, 0):
                continue
            free[row] = end
            name, kind, place = self.names.of(task)
            notes = {"task": task, "place": place}
            what = (_FIRST_WORKER + row, name, kind, (), (), notes)
            yield start, 2, partial(self.packets.event, "SLICE_BEGIN"), what
            yield end, 1 if end > start else 3, self.packets.end, (_FIRST_WORKER + row,)

    def _counts(
        self, track: int, ups: NDArray[Any], downs: NDArray[Any]
    ) -> Iterator[tuple[int, int, Any, tuple[Any, ...]]]:
        """A counter's values after each change; of changes that are very near to each other after the last one."""
        times = numpy.concatenate([ups, downs])
        grain = int(times.max(initial=0)) // _MOST_VALUES + 1
        times = times // grain * grain
        changes = numpy.concatenate([numpy.ones(len(ups), int), numpy.full(len(downs), -1)])
        at, where = numpy.unique(times, return_inverse=True)
        sums = numpy.cumsum(numpy.bincount(where, changes, len(at))).astype(int)
        for time, value in zip(at.tolist(), sums.tolist(), strict=True):
            yield time, 5, self.packets.value, (track, value)

    def _slice(self, time: int, span: int, task: int, worker: int, flows: _Flows, how: int) -> None:
        name, kind, place = self.names.of(task)
        notes: dict[str, int | str] = {"task": task, "place": place, "then": _HOW[how]}
        arrows = flows.starts.get(span, ()), flows.ends.get(span, ())
        self.packets.event("SLICE_BEGIN", time, _FIRST_WORKER + worker, name, kind, *arrows, notes)
