"""From what the runtime recorded to what happened: tasks with numbers, and the spans of time in which they ran.

The runtime knows a task by its address, which is used again; here each gets a number of its own, in the order of
creation. All times are nanoseconds from the beginning of the recording.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy
from numpy.typing import NDArray

from asyncir.launch.tracing import OUTSIDE, EventKind, Origin, Sort, Trace

NOTHING = -1
"""Instead of the number of a task, an origin or a worker: there is none."""

TASK = numpy.dtype(
    [
        ("created", "i8"),  # NOTHING: before the recording
        ("finished", "i8"),  # NOTHING: not while it was recorded
        ("origin", "i4"),
        ("parent", "i4"),  # the task that ran where this one was created
        ("worker", "i4"),  # on which it was created
        ("sort", "u1"),
        ("failed", "?"),
    ]
)
SPAN = numpy.dtype(
    [
        ("start", "i8"),
        ("end", "i8"),
        ("task", "i4"),
        ("worker", "i4"),
        ("victim", "i4"),  # the worker that it was stolen from right before; else NOTHING
        ("awaited", "i4"),  # for what it was suspended at the end; else NOTHING
        ("how", "u1"),  # an Ending
    ]
)
WAKE = numpy.dtype([("time", "i8"), ("task", "i4"), ("by", "i4"), ("worker", "i4")])
NEED = numpy.dtype([("time", "i8"), ("task", "i4"), ("by", "i4")])
"""When a task would have waited for another one that was complete already."""
STEAL = numpy.dtype([("time", "i8"), ("task", "i4"), ("worker", "i4"), ("victim", "i4")])
SLEEP = numpy.dtype([("start", "i8"), ("end", "i8"), ("worker", "i4")])


class Ending:
    """How a span ends."""

    FINISHED = 0
    SUSPENDED = 1
    CALLED = 2
    """Another task runs in its place, which it launched or called: it goes on when that one stops, or elsewhere."""
    OPEN = 3
    """The recording ends."""


@dataclass(frozen=True, slots=True)
class History:
    """What happened, as arrays of the types above. Spans, wakes, steals and sleeps are in order of their times."""

    duration: int
    workers: tuple[str, ...]
    """What they are called."""
    origins: tuple[Origin, ...]
    tasks: NDArray[Any]
    spans: NDArray[Any]
    wakes: NDArray[Any]
    needs: NDArray[Any]
    steals: NDArray[Any]
    sleeps: NDArray[Any]
    dropped: int
    events: int


def history_of(trace: Trace) -> History:
    """Work out what happened."""
    order = numpy.argsort(trace.events["time"], kind="stable")
    events = trace.events[order]
    times = events["time"].astype(numpy.int64) - trace.begin
    threads = (events["kind"] == EventKind.LENT) | (events["kind"] == EventKind.TAKEN_BACK)
    numbers, others, total = _numbered(events, numpy.where(threads, 0, events["other"]))
    others = numpy.where(threads, events["other"].astype(numpy.int64), others)
    names, number_of = _workers(trace)
    workers = number_of[events["worker"]]
    end = max(trace.end - trace.begin, int(times[-1]) if len(times) else 0)
    tasks = _tasks(events, times, numbers, workers, total)
    runs = _Runs(tasks, end)
    stolen = events["kind"] == EventKind.STOLEN
    victims = number_of[numpy.where(stolen, events["detail"], OUTSIDE)]
    runs.replay(events["kind"], times, numbers, others, workers, victims)
    return History(
        duration=end,
        workers=names,
        origins=trace.origins,
        tasks=tasks,
        spans=numpy.sort(numpy.array(runs.spans, SPAN), order=("start", "end")),
        wakes=_rows(WAKE, events["kind"] == EventKind.WOKEN, times, numbers, others, workers),
        needs=_rows(NEED, events["kind"] == EventKind.NEEDED, times, numbers, others),
        steals=_rows(STEAL, stolen, times, numbers, workers, victims),
        sleeps=_sleeps(events, times, workers, end),
        dropped=trace.dropped,
        events=len(events),
    )


def _rows(type_: numpy.dtype[Any], chosen: NDArray[Any], *columns: NDArray[Any]) -> NDArray[Any]:
    rows = numpy.empty(int(chosen.sum()), type_)
    assert type_.names is not None
    for name, column in zip(type_.names, columns, strict=True):
        rows[name] = column[chosen]
    return rows


def _workers(trace: Trace) -> tuple[tuple[str, ...], NDArray[Any]]:
    """The names of the workers that are shown, and by a worker's number in events which of them it is.

    These are all of the runtimes of which anything is heard, of the one that is always there if nothing is.
    """
    numbers = numpy.full(OUTSIDE + 1, NOTHING, numpy.int32)
    heard = set(numpy.unique(trace.events["worker"]).tolist())
    runtimes = {worker.runtime for worker in trace.workers if worker.number in heard} or {0}
    shown = [w for w in trace.workers if w.number in heard or (w.active and w.runtime in runtimes)]
    shown.sort(key=lambda worker: (worker.runtime, worker.index))
    for place, worker in enumerate(shown):
        numbers[worker.number] = place
    names = [f"runtime {w.runtime} worker {w.index}" if w.runtime else f"worker {w.index}" for w in shown]
    return tuple(names), numbers


# ---- addresses to numbers


def _numbered(events: NDArray[Any], others: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], int]:
    """For each event the numbers of its `task` and of the one in `others`, NOTHING for none, and how many tasks there are.

    An address means the task that was last created there. One that was created before the recording comes behind the others.
    """
    addresses = numpy.unique(numpy.concatenate([events["task"], others]))
    created = numpy.flatnonzero(events["kind"] == EventKind.CREATED)
    size = len(events) + 1
    keys = numpy.searchsorted(addresses, events["task"][created]).astype(numpy.int64) * size + created
    by_key = numpy.argsort(keys)
    keys = keys[by_key]
    older: dict[int, int] = {}

    def look_up(column: NDArray[Any]) -> NDArray[Any]:
        ranks = numpy.searchsorted(addresses, column).astype(numpy.int64)
        queries = ranks * size + numpy.arange(len(column))
        found = numpy.searchsorted(keys, queries, side="right") - 1
        known = (found >= 0) & (keys[found] // size == ranks) if len(keys) else numpy.zeros(len(column), bool)
        numbers = numpy.full(len(column), NOTHING, numpy.int32)
        numbers[known] = by_key[found[known]]
        for at in numpy.flatnonzero(~known & (column != 0)):
            numbers[at] = older.setdefault(int(column[at]), len(created) + len(older))
        return numbers

    return look_up(events["task"]), look_up(others), len(created) + len(older)


def _tasks(
    events: NDArray[Any], times: NDArray[Any], numbers: NDArray[Any], workers: NDArray[Any], total: int
) -> NDArray[Any]:
    tasks = numpy.zeros(total, TASK)
    for name in ("created", "finished", "origin", "parent", "worker"):
        tasks[name] = NOTHING
    made = events["kind"] == EventKind.CREATED
    tasks["created"][numbers[made]] = times[made]
    tasks["origin"][numbers[made]] = events["detail"][made]
    tasks["worker"][numbers[made]] = workers[made]
    tasks["sort"][numbers[made]] = events["flags"][made]
    tasks["origin"][tasks["sort"] != Sort.TASK] = NOTHING
    named = events["kind"] == EventKind.NAMED
    tasks["origin"][numbers[named]] = events["detail"][named]
    ended = events["kind"] == EventKind.FINISHED
    tasks["finished"][numbers[ended]] = times[ended]
    tasks["failed"][numbers[ended]] = events["flags"][ended] & 1
    return tasks


def _sleeps(events: NDArray[Any], times: NDArray[Any], workers: NDArray[Any], end: int) -> NDArray[Any]:
    """When workers slept; one that slept already when the recording began is known by its waking up."""
    rows: list[tuple[int, int, int]] = []
    since: dict[int, int] = {}
    chosen = (events["kind"] == EventKind.SLEEPS) | (events["kind"] == EventKind.WAKES)
    awake: set[int] = set()
    for kind, time, worker in zip(
        events["kind"][chosen].tolist(), times[chosen].tolist(), workers[chosen].tolist(), strict=True
    ):
        if kind == EventKind.SLEEPS:
            since[worker] = time
        elif worker in since or worker not in awake:
            rows.append((since.pop(worker, 0), time, worker))
        awake.add(worker)
    rows += [(start, end, worker) for worker, start in since.items()]
    return numpy.array(sorted(rows), SLEEP)


# ---- spans


@dataclass(slots=True)
class _Stack:
    """What a thread has begun, one in the place of the other. The last one runs, if the thread has a worker."""

    worker: int
    tasks: list[int] = field(default_factory=list[int])
    since: int | None = None
    """When the last one began to run; None while the thread has no worker."""


@dataclass(slots=True)
class _Runs:
    """Goes through the events in the order of their times and keeps what each worker has begun.

    The last task of a stack runs. Those below wait for it to stop: it was called, or launched, in their place. One that
    runs on another worker meanwhile, or was left, is no longer among them.
    """

    tasks: NDArray[Any]
    end: int
    spans: list[tuple[int, int, int, int, int, int, int]] = field(default_factory=list[Any])
    stacks: dict[int, _Stack] = field(default_factory=dict[int, _Stack])  # by worker
    away: dict[int, _Stack] = field(default_factory=dict[int, _Stack])  # by thread
    place: dict[int, _Stack] = field(default_factory=dict[int, _Stack])  # by task
    stolen: dict[int, int] = field(default_factory=dict[int, int])  # by task: from whom, until it runs

    def replay(self, *columns: NDArray[Any]) -> None:
        """Do what the events say: their kinds, times, tasks, other tasks, workers and victims."""
        parents: list[tuple[int, int]] = []
        for kind, time, task, other, worker, victim in zip(*(c.tolist() for c in columns), strict=True):
            stack = self.stacks.get(worker)
            if stack is None:
                stack = self.stacks[worker] = _Stack(worker)
            match kind:
                case EventKind.RUNS:
                    self._run(time, task, stack)
                case EventKind.SUSPENDED:
                    self._stop(time, task, Ending.SUSPENDED, other)
                case EventKind.FINISHED:
                    self._stop(time, task, Ending.FINISHED, NOTHING)
                case EventKind.LEFT if self.place.get(task) is stack:
                    self._leave(time, task)
                case EventKind.CREATED if stack.tasks:
                    parents.append((task, stack.tasks[-1]))
                case EventKind.STOLEN:
                    self.stolen[task] = victim
                case EventKind.LENT:
                    self._close(time, stack, Ending.SUSPENDED, NOTHING)
                    stack.since = None
                    self.away[other] = self.stacks.pop(worker)
                case EventKind.TAKEN_BACK if other in self.away:
                    self._close(time, stack, Ending.SUSPENDED, NOTHING)
                    self.stacks[worker] = self.away.pop(other)
                    self.stacks[worker].since = time
                case _:
                    pass
        for stack in self.stacks.values():
            self._close(self.end, stack, Ending.OPEN, NOTHING)
        if parents:
            tasks, launchers = zip(*parents, strict=True)
            self.tasks["parent"][list(tasks)] = launchers

    def _run(self, time: int, task: int, stack: _Stack) -> None:
        if stack.tasks and stack.tasks[-1] == task:
            return  # it went on as soon as what it launched had stopped
        if task in self.place:  # elsewhere it waited to go on
            self._stop(time, task, Ending.CALLED, NOTHING)
        self._close(time, stack, Ending.CALLED, NOTHING)
        stack.tasks.append(task)
        stack.since = time
        self.place[task] = stack

    def _stop(self, time: int, task: int, how: int, awaited: int) -> None:
        stack = self.place.get(task)
        if stack is None:
            return  # a token or a group, or a task that was suspended
        if stack.tasks[-1] == task:
            self._close(time, stack, how, awaited)
        self._leave(time, task)

    def _leave(self, time: int, task: int) -> None:
        """Take the task, whose span is closed, from its stack; if it was the last there, the one below goes on."""
        stack = self.place.pop(task)
        if stack.tasks[-1] == task and stack.since is not None:
            stack.since = time
        stack.tasks.remove(task)

    def _close(self, time: int, stack: _Stack, how: int, awaited: int) -> None:
        """Note that the stack's last task has run until now."""
        if stack.tasks and stack.since is not None:
            task = stack.tasks[-1]
            victim = self.stolen.pop(task, NOTHING)
            self.spans.append((stack.since, time, task, stack.worker, victim, awaited, how))


def own_times(history: History) -> NDArray[Any]:
    """For each task, how long it ran, in nanoseconds."""
    lengths = history.spans["end"] - history.spans["start"]
    return numpy.bincount(history.spans["task"], lengths, len(history.tasks)).astype(numpy.int64)


def first_starts(history: History) -> NDArray[Any]:
    """For each task, when it first ran; NOTHING if it never did."""
    starts = numpy.full(len(history.tasks), NOTHING, numpy.int64)
    backwards = history.spans[::-1]
    starts[backwards["task"]] = backwards["start"]
    return starts


__all__ = ["SPAN", "TASK", "Ending", "History", "Sort", "first_starts", "history_of", "own_times"]
