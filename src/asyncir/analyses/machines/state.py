"""What is known at one point of a walk over a program on a machine.

Time is a *stamp*: a number that grows with each entry that a walk meets, in the order of the process. A *row* says what
somebody knows of each of E engines: `row[x] = s` that all works of engine x with stamps below s have arrived,
`row[E + x] = s` that at least their sources have been read, and `row[2 E + x] = s` that its waits with stamps below s are
over. Rows can say so because engines begin works in order and a signal speaks of all works before it (MAC-9): what is known
of an engine is always a beginning of its stream.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

from asyncir.analyses.machines.measures import Measured

Row = list[int]


def learn(row: Row, other: Row) -> None:
    """What `other` says is known, too."""
    for at, stamp in enumerate(other):
        if stamp > row[at]:
            row[at] = stamp


@dataclass(slots=True)
class Signals:
    """An instance of a semaphore: signals that nobody has taken, oldest first, and waits that took one."""

    pending: list[Row] = field(default_factory=list[Row])
    taken: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Engine and stamp of waits of which not everybody who signals knows that they are over."""
    givers: list[frozenset[Any]] = field(default_factory=list[frozenset[Any]])
    """Who may have given each signal that is pending, where that is of interest."""
    sources: frozenset[int] = frozenset()
    """The engines that have given signals."""
    waits: dict[int, int] = field(default_factory=dict[int, int])
    """By engine that has waited: the stamp of its youngest wait."""

    def copy(self) -> Signals:
        """One that changes for itself."""
        return Signals(
            [row[:] for row in self.pending], self.taken[:], self.givers[:], self.sources, dict(self.waits)
        )


@dataclass(slots=True)
class WalkState:
    """What is known, by whom, and what is on its way."""

    rows: list[Row]
    """By engine: what its next work knows when it begins."""
    thread: Row
    """What waits have told the issuer, and no barrier has told its works yet (MAC-8)."""
    last: list[int]
    """By engine: the stamp of its youngest work."""
    waited: list[int]
    """By engine: the stamp of its youngest wait."""
    given: dict[int, list[Any]] = field(default_factory=dict[int, list[Any]])
    """By engine whose queue has an end: its youngest works, as touches, youngest last."""
    signals: dict[Hashable, Signals] = field(default_factory=dict[Hashable, Signals])
    groups: dict[str, list[Row]] = field(default_factory=dict[str, list[Row]])
    """By resource: what the arrival of each group tells, youngest last."""
    lasting: dict[Hashable, Any] = field(default_factory=dict[Hashable, Any])
    """Phases and timelines (lasting.py), by instance."""
    carried: dict[Any, tuple[Row, ...]] = field(default_factory=dict[Any, tuple[Row, ...]])
    """By edge between iterations: what its signals tell that are still to be waited for. These rows never change."""
    fenced: dict[str, Row] = field(default_factory=dict[str, Row])
    """By fence: what the process had done or knew when it executed it last."""

    def copy(self) -> WalkState:
        """One that changes for itself."""
        return WalkState(
            [row[:] for row in self.rows],
            self.thread[:],
            self.last[:],
            self.waited[:],
            {engine: works[:] for engine, works in self.given.items()},
            {key: signals.copy() for key, signals in self.signals.items()},
            {key: rows[:] for key, rows in self.groups.items()},
            {key: one.copy() for key, one in self.lasting.items()},
            self.carried.copy(),
            {key: row[:] for key, row in self.fenced.items()},
        )


def as_it_is(stamp: int) -> int:
    """The stamp itself."""
    return stamp


@dataclass(frozen=True, slots=True)
class ExitWay:
    """One of the ways to a point where ways meet."""

    state: WalkState
    moved: Callable[[int], int] = as_it_is
    """Where a stamp of this way is on the way that the others are measured by."""
    start: int = 0
    """Behind which stamp stamps move: a loop began there."""
    before: tuple[int, ...] | None = None
    """What `last_of` said there; None where nothing moves."""
    handed: tuple[tuple[str, Measured], ...] = ()
    """By symbol of a result of the op that ends here: what it is on this way."""


@dataclass(frozen=True, slots=True)
class _Way(ExitWay):
    """The same while ways meet."""

    last: tuple[int, ...] = ()
    """By engine and what is known of it: the stamp of the youngest that there is to know."""


def last_of(state: WalkState) -> tuple[int, ...]:
    """By engine and what is known of it: the stamp of the youngest that there is to know."""
    return (*state.last, *state.last, *state.waited)


class Unbalanced(Exception):
    """A resource is not in the same state on two ways to a point."""

    def __init__(self, key: Hashable):
        super().__init__(key)
        self.key = key


def joined(paths: Sequence[ExitWay], now: int) -> WalkState:
    """What is known whichever way was taken. Raises `Unbalanced` where it has to be the same on all, and is not."""
    if len(paths) == 1:
        return paths[0].state
    every = [path.state for path in paths]
    paths = [
        _Way(path.state, path.moved, path.start, path.before, last=last_of(path.state)) for path in paths
    ]
    engines = len(every[0].rows)
    return WalkState(
        [_row(paths, [s.rows[e] for s in every], now) for e in range(engines)],
        _row(paths, [s.thread for s in every], now),
        [max(path.moved(path.state.last[e]) for path in paths) for e in range(engines)],
        [max(path.moved(path.state.waited[e]) for path in paths) for e in range(engines)],
        _given(paths),
        _signals(paths, now),
        _groups(paths, now),
        _lasting(paths, now),
        {
            key: _queue(paths, [s.carried.get(key, ()) for s in every], now)
            for key in dict.fromkeys(key for s in every for key in s.carried)
        },
        {
            key: _row(paths, [s.fenced.get(key) or [0] * len(s.thread) for s in every], now)
            for key in dict.fromkeys(key for s in every for key in s.fenced)
        },
    )


def _row(paths: Sequence[_Way], rows: Sequence[Row], now: int) -> Row:
    """On a way on which all of an engine is known, nothing of it can be missing.

    Who knows all that was before the stamps that move knows all up to there.
    """
    found = [now] * len(rows[0])
    for path, row in zip(paths, rows, strict=True):
        last, moved, start, before = path.last, path.moved, path.start, path.before
        if moved is as_it_is or before is None:
            for at, stamp in enumerate(row):
                if stamp < found[at] and stamp <= last[at]:
                    found[at] = stamp
        else:
            for at, stamp in enumerate(row):
                if stamp <= last[at]:
                    stamp = moved(start + 1) - 1 if before[at] < stamp <= start else moved(stamp)
                    if stamp < found[at]:
                        found[at] = stamp
    return found


def _given(paths: Sequence[ExitWay]) -> dict[int, list[Any]]:
    """Of each place in a queue the youngest work that may have it; as they are on the last way.

    A work that is over has begun, and so have all before it: on a way on which the process knows that, they have no place.
    """
    found: dict[int, list[Any]] = {}
    for engine in dict.fromkeys(engine for path in paths for engine in path.state.given):
        works = [
            [
                work if path.moved is as_it_is else replace(work, stamp=path.moved(work.stamp))
                for work in path.state.given.get(engine, [])
                if work.stamp >= path.state.rows[0][engine]
            ]
            for path in paths
        ]
        length = max(map(len, works))
        columns = [[each[-back] for each in works if len(each) >= back] for back in range(length, 0, -1)]
        found[engine] = [max(reversed(column), key=attrgetter("stamp")) for column in columns]
    return found


def _queue(paths: Sequence[_Way], queues: Sequence[tuple[Row, ...]], now: int) -> tuple[Row, ...]:
    """Queues of the same length; one that is empty was not there yet."""
    if all(queue is queues[0] for queue in queues):
        # Nothing has touched it since the ways parted, so its stamps are from before, and none is moved.
        return queues[0]
    lengths = {len(queue) for queue in queues if queue}
    length = max(lengths, default=0)
    nothing = [0] * len(paths[0].state.thread)
    padded = [(nothing,) * (length - len(queue)) + queue for queue in queues]
    return tuple(_row(paths, [queue[at] for queue in padded], now) for at in range(length))


def _groups(paths: Sequence[_Way], now: int) -> dict[str, list[Row]]:
    """Groups are told by how many came after them; where there are fewer on some way, a wait for one more tells nothing."""
    every = [path.state.groups for path in paths]
    found: dict[str, list[Row]] = {}
    for key in dict.fromkeys(key for groups in every for key in groups):
        queues = [groups.get(key, []) for groups in every]
        length = max(map(len, queues))
        padded = [[[0] * len(paths[0].state.thread)] * (length - len(queue)) + queue for queue in queues]
        found[key] = [_row(paths, [queue[at] for queue in padded], now) for at in range(length)]
    return found


def _lasting(paths: Sequence[_Way], now: int) -> dict[Hashable, Any]:
    """What was not used on a way is there as it was at first."""
    found: dict[Hashable, Any] = {}
    moves = [path.moved for path in paths]

    def meet(rows: list[Row]) -> Row:
        return _row(paths, rows, now)

    for key in dict.fromkeys(key for path in paths for key in path.state.lasting):
        there = [path.state.lasting.get(key) for path in paths]
        one = next(each for each in there if each is not None)
        ways = [one.fresh() if each is None else each for each in there]
        found[key] = ways[0].joined(ways, moves, meet)
    return found


def _signals(paths: Sequence[_Way], now: int) -> dict[Hashable, Signals]:
    found: dict[Hashable, Signals] = {}
    for key in dict.fromkeys(key for path in paths for key in path.state.signals):
        there = [path.state.signals.get(key) or Signals() for path in paths]
        if len({len(signals.pending) for signals in there}) > 1:
            raise Unbalanced(key)
        pending = [_row(paths, rows, now) for rows in zip(*(s.pending for s in there), strict=True)]
        taken = {
            (engine, path.moved(stamp)): None
            for path, signals in zip(paths, there, strict=True)
            for engine, stamp in signals.taken
        }
        givers = [frozenset[Any]().union(*each) for each in zip(*(s.givers for s in there), strict=True)]
        waits: dict[int, int] = {}
        for path, signals in zip(paths, there, strict=True):
            for engine, stamp in signals.waits.items():
                waits[engine] = max(path.moved(stamp), waits.get(engine, -1))
        sources = frozenset[int]().union(*(s.sources for s in there))
        found[key] = Signals([list(row) for row in pending], list(taken), givers, sources, waits)
    return found
