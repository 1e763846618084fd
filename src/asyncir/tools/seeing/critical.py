"""The critical path of a run: the longest way through what tasks did, what launched them, and what they waited for.

With any number of workers, and no time between one thing and the next, the run takes as long as this. What hangs on
nothing but a free worker is no part of it: a launcher that goes on behind what it launched could have gone on at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from asyncir.launch.tracing import Sort
from asyncir.tools.seeing.history import NOTHING, History
from asyncir.tools.seeing.lanes import OutsideLanes

MOST_EVENTS = 2_000_000
"""Of longer recordings no path is looked for."""


@dataclass(frozen=True, slots=True)
class PathStep:
    """A piece of the path: a task runs, or an operation is in flight."""

    task: int
    start: int
    end: int
    row: int
    """A worker or a lane; NOTHING if it is on none."""


@dataclass(frozen=True, slots=True)
class CriticalPath:
    """The pieces, the first one first."""

    steps: tuple[PathStep, ...] = ()
    is_known: bool = True
    """False of recordings that are too long."""

    @property
    def length(self) -> int:
        """In nanoseconds."""
        return sum(step.end - step.start for step in self.steps)


def critical_path(history: History, lanes: OutsideLanes) -> CriticalPath:
    """The longest way to the end of a task or a call."""
    size = 2 * len(history.spans) + len(history.wakes) + len(history.needs) + len(history.tasks)
    if size > MOST_EVENTS:
        return CriticalPath(is_known=False)
    finder = _Finder(history, lanes)
    for time, what, _, task, other, row in sorted(_events(history)):
        if what == _END:
            finder.end(task, time, row)
        elif what == _START:
            finder.start(task, time, row)
        elif what == _CREATED:
            finder.created(task, other, time)
        else:
            finder.needs(task, other, time, row)
    return CriticalPath(tuple(finder.longest()))


_END, _WAKE, _NEED, _CREATED, _START = range(5)
"""In this order at the same time: what ends is complete before who waits for it is told."""

_Event = tuple[int, int, int, int, int, int]


def _events(history: History) -> Iterator[_Event]:
    """Time, what, its place among those of its sort, task, other task, worker."""
    for n, (start, end, task, worker, *_) in enumerate(history.spans.tolist()):
        if start < end:
            yield start, _START, n, task, NOTHING, worker
            yield end, _END, n, task, NOTHING, worker
    for n, (time, task, by, worker) in enumerate(history.wakes.tolist()):
        yield time, _WAKE, n, task, by, worker
    for n, (time, task, by) in enumerate(history.needs.tolist()):
        yield time, _NEED, n, task, by, NOTHING
    created = zip(history.tasks["created"].tolist(), history.tasks["parent"].tolist(), strict=True)
    for task, (time, parent) in enumerate(created):
        if time != NOTHING and parent != NOTHING:
            yield time, _CREATED, task, task, parent, NOTHING


class _Finder:
    """Of each task the length of the longest way to where it is, and the last piece of that."""

    def __init__(self, history: History, lanes: OutsideLanes):
        count = len(history.tasks)
        self.sorts = history.tasks["sort"].tolist()
        self.born = history.tasks["created"].tolist()
        self.finished = history.tasks["finished"].tolist()
        self.row_of = dict(zip(lanes.spans["task"].tolist(), lanes.spans["worker"].tolist(), strict=True))
        self.depth = [0] * count
        self.last = [NOTHING] * count
        self.since = [NOTHING] * count
        """When it began to run, or its last piece ended; NOTHING while it does not run."""
        self.row = [NOTHING] * count
        self.pieces: list[tuple[int, int, int, int, int]] = []
        """Task, start, end, row, the piece before."""
        self.running: dict[int, int] = {}
        """By worker."""
        self.done: dict[int, tuple[int, int]] = {}
        """Of operations that are complete: depth and piece."""

    def cut(self, task: int, time: int) -> None:
        """What runs up to now becomes a piece."""
        since = self.since[task]
        if since in (NOTHING, time):
            return
        self.pieces.append((task, since, time, self.row[task], self.last[task]))
        self.depth[task] += time - since
        self.last[task] = len(self.pieces) - 1
        self.since[task] = time

    def start(self, task: int, time: int, row: int) -> None:
        """It runs on a worker."""
        self.since[task], self.row[task] = time, row
        self.running[row] = task

    def end(self, task: int, time: int, row: int) -> None:
        """It runs no more."""
        self.cut(task, time)
        self.since[task] = NOTHING
        if self.running.get(row) == task:
            del self.running[row]

    def created(self, task: int, parent: int, time: int) -> None:
        """It comes behind what its launcher has done."""
        self.cut(parent, time)
        self.depth[task], self.last[task] = self.depth[parent], self.last[parent]

    def needs(self, task: int, other: int, time: int, row: int) -> None:
        """It goes on behind what it has waited for, or would have."""
        depth, last = self.completion(other, time, row)
        self.cut(task, time)
        if depth > self.depth[task]:
            self.depth[task], self.last[task] = depth, last

    def completion(self, task: int, time: int, row: int) -> tuple[int, int]:
        """The way to its completion; of a token, to who completes it."""
        sort = self.sorts[task]
        if sort == Sort.OPERATION:
            if task not in self.done:
                born, end = max(self.born[task], 0), self.finished[task]
                end = time if end == NOTHING else end
                self.pieces.append((task, born, end, self.row_of.get(task, NOTHING), self.last[task]))
                self.done[task] = self.depth[task] + end - born, len(self.pieces) - 1
            return self.done[task]
        if sort == Sort.TOKEN and row in self.running:
            setter = self.running[row]
            self.cut(setter, time)
            if self.depth[setter] > self.depth[task]:
                self.depth[task], self.last[task] = self.depth[setter], self.last[setter]
        else:
            self.cut(task, time)
        return self.depth[task], self.last[task]

    def longest(self) -> list[PathStep]:
        """The pieces of the longest way; what one task does at a stretch is one of them."""
        ends = [n for n, sort in enumerate(self.sorts) if sort in (Sort.TASK, Sort.CALL)]
        if not ends:
            return []
        piece = self.last[max(ends, key=lambda n: self.depth[n])]
        steps: list[PathStep] = []
        while piece != NOTHING:
            task, start, end, row, piece = self.pieces[piece]
            if steps and steps[-1].task == task and steps[-1].start == end and steps[-1].row == row:
                end = steps.pop().end
            steps.append(PathStep(task, start, end, row))
        return steps[::-1]
