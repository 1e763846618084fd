"""Resources of which a wait takes nothing, as a walk knows them: phases (MAC-15) and timelines (MAC-14).

Both are followed in the order in which the process gives their signals. That order is the only one if each signal acts behind
the one before, and, of phases, if each wait is over before the next phase ends: the walk asks for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from asyncir.analyses.machines.measures import Measured
from asyncir.targets.resources import SyncResource

Row = list[int]
Act = tuple[int, int]
"""Which engine does something, and the stamp."""
Move = Callable[[int], int]
Meet = Callable[[list[Row]], Row]
"""What is known on all of some ways, from what is known on each."""


def known(row: Row, acts: Sequence[Act], by: int, engines: int) -> bool:
    """Whether all that was done is known to be over, where an engine knows that much; the process has done it by then."""
    return all(x in (0, by) or stamp < row[2 * engines + x] for x, stamp in acts)


def _moved(acts: Sequence[Sequence[Act]], moves: Sequence[Move]) -> list[Act]:
    """What was done on some way."""
    pairs = zip(acts, moves, strict=True)
    return list(dict.fromkeys((x, move(stamp)) for own, move in pairs for x, stamp in own))


@dataclass(slots=True)
class PhasesState:
    """An instance whose signals end phases."""

    resource: SyncResource
    active: bool
    """Whether it is initialised, or need not be."""
    per_phase: int = 1
    ended: int = 0
    """How many phases have ended: 0, 1, 2, or 3, which stands for every odd number from there on as 2 does for even ones."""
    tells: Row = field(default_factory=list[int])
    """What the end of the newest one tells."""
    newest: list[Act] = field(default_factory=list[Act])
    """The signals of the newest one that has ended, and"""
    before: list[Act] = field(default_factory=list[Act])
    """of the one before that."""
    signals: list[Act] = field(default_factory=list[Act])
    """Those of the phase that has not ended, and"""
    row: Row = field(default_factory=list[int])
    """what they tell."""
    armed: bool = False
    waits: list[Act] = field(default_factory=list[Act])
    """Waits for the newest one; none of them is over on every way before the next one ends, unless that is known."""
    givers: frozenset[Any] = frozenset()
    """The ops that the newest one has ended by, and"""
    giving: frozenset[Any] = frozenset()
    """those of the phase that has not ended."""
    life: frozenset[Any] = frozenset()
    """The ops that began its use."""
    vague: bool = False
    """Whether it is not known in which phase it is."""
    settled: bool = True
    """Whether the process has waited for all signals, and no other waits are under way."""
    left: bool = False
    """Whether it may be active although that is not certain."""

    def copy(self) -> PhasesState:
        """One that changes for itself."""
        return PhasesState(
            *(self.resource, self.active, self.per_phase, self.ended, self.tells, self.newest[:]),
            *(self.before[:], self.signals[:], self.row, self.armed, self.waits[:]),
            *(self.givers, self.giving, self.life, self.vague, self.settled, self.left),
        )

    def fresh(self) -> PhasesState:
        """As it is before anything is done to it."""
        return PhasesState(self.resource, not self.resource.initialised)

    @property
    def parity(self) -> int:
        """Of the newest phase that has ended."""
        return (self.ended - 1) % 2

    def signature(self) -> object:
        """What has to be the same again before a loop repeats itself."""
        ended = self.ended if self.ended < 3 else 1
        return (
            self.active,
            self.per_phase,
            ended,
            len(self.signals),
            self.armed,
            self.vague,
            self.settled,
            self.left,
        )

    def end(self) -> None:
        """The phase is over."""
        self.ended = self.ended + 1 if self.ended < 3 else 2
        self.before, self.newest, self.signals = self.newest, self.signals, []
        self.tells, self.row = self.row, []
        self.waits, self.armed = [], False
        self.givers, self.giving = self.giving, frozenset()

    def joined(self, ways: Sequence[PhasesState], moves: Sequence[Move], meet: Meet) -> PhasesState:
        """What is known of it on all ways."""
        found = self.copy()
        found.ended = max(way.ended for way in ways)
        found.newest = _moved([way.newest for way in ways], moves)
        found.before = _moved([way.before for way in ways], moves)
        found.signals = _moved([way.signals for way in ways], moves)
        found.waits = _moved([way.waits for way in ways], moves)
        found.givers = frozenset[Any]().union(*(way.givers for way in ways))
        found.giving = frozenset[Any]().union(*(way.giving for way in ways))
        found.life = frozenset[Any]().union(*(way.life for way in ways))
        found.settled = all(way.settled for way in ways)
        same = {
            (w.active, w.per_phase, w.parity, bool(w.ended), len(w.signals), w.armed, w.vague) for w in ways
        }
        if len(same) > 1 or any(way.vague for way in ways):
            found.vague = True
            found.active = all(way.active for way in ways)
            found.left = any(way.active or way.left for way in ways)
            return found
        found.tells = meet([way.tells for way in ways]) if found.ended else []
        found.row = meet([way.row for way in ways]) if found.signals else []
        return found


@dataclass(slots=True)
class LifeState:
    """Whether a flag or a semaphore that has to be initialised is."""

    resource: SyncResource
    active: bool = False
    left: bool = False
    """Whether it may be active although that is not certain."""
    life: frozenset[Any] = frozenset()
    """The ops that began its use."""

    def copy(self) -> LifeState:
        """One that changes for itself."""
        return LifeState(self.resource, self.active, self.left, self.life)

    def fresh(self) -> LifeState:
        """As it is before anything is done to it."""
        return LifeState(self.resource)

    def signature(self) -> object:
        """What has to be the same again before a loop repeats itself."""
        return self.active, self.left

    def joined(self, ways: Sequence[LifeState], moves: Sequence[Move], meet: Meet) -> LifeState:
        """What is known of it on all ways."""
        active = all(way.active for way in ways)
        left = not active and any(way.active or way.left for way in ways)
        return LifeState(self.resource, active, left, frozenset[Any]().union(*(way.life for way in ways)))


@dataclass(frozen=True, slots=True)
class TimelineSignal:
    """A signal of a timeline."""

    value: int
    row: Row
    """What it tells."""
    givers: frozenset[Any]


_MOST_KEPT = 24


@dataclass(slots=True)
class TimelineState:
    """An instance with a value that grows: what it is in the iteration at hand, one of the first few.

    All values are measured from a symbol, where loops carry the number that the next signal sets it to (measures.py).
    """

    resource: SyncResource
    signals: list[TimelineSignal] = field(default_factory=list[TimelineSignal])
    """The last ones, in the order in which they act."""
    told_from: int | None = 0
    """Waits for no more than this tell nothing: nobody knows of which signal; None: no wait tells anything."""
    low: int = 0
    """Its value is no less than this."""
    high: int | None = 0
    """Its value is no more than this; None: nobody knows how great it may be."""
    last: list[Act] = field(default_factory=list[Act])
    """The signals that may be the last one."""
    grew: bool = False
    """Whether a loop has set it that may have had more iterations than were walked, and the ways out have not met."""
    base: str = ""
    """The symbol that its values are measured from; none where they are what they are."""
    floor: int = 0
    """Its value is no less than this, measured from nothing."""

    def copy(self) -> TimelineState:
        """One that changes for itself."""
        return TimelineState(
            *(self.resource, self.signals[:], self.told_from, self.low, self.high, self.last[:], self.grew),
            *(self.base, self.floor),
        )

    def fresh(self) -> TimelineState:
        """As it is before anything is done to it."""
        return TimelineState(self.resource)

    def signature(self) -> object:
        """What has to be the same again before a loop repeats itself: its values grow, which is looked at elsewhere."""
        return self.high is None, self.told_from is None, not self.base

    def measured(self, number: Measured | None) -> int | None:
        """A number, measured as its values are; None where it is not known how far it is from there."""
        return number[1] if number is not None and number[0] == self.base else None

    def behind(self, number: Measured) -> int | None:
        """How far the most that its value may be is behind a number; None where that is not known."""
        start = self.measured(number)
        return None if start is None or self.high is None else start - self.high

    def measure_from(self, base: str, start: int) -> None:
        """What was `start` so far is a symbol."""
        self.base, self.grew = base, False
        self.low -= start
        self.high = None if self.high is None else self.high - start
        self.told_from = None if self.told_from is None else self.told_from - start
        self.signals = [replace(signal, value=signal.value - start) for signal in self.signals]

    def is_negative(self, value: int) -> bool:
        """Whether a value may be less than nothing."""
        if not self.base:
            return value < 0
        return self.high is None or self.floor < self.high - value

    def signal(self, signal: TimelineSignal, act: Act) -> None:
        """It is set to a greater value."""
        if self.high is None:
            self.told_from = None
        more = signal.value - (self.low if self.high is None else self.high)
        self.floor = self.floor + max(0, more) if self.base else signal.value
        self.signals.append(signal)
        self.low = self.high = signal.value
        self.last = [act]
        self._forget()

    def _forget(self) -> None:
        while len(self.signals) > _MOST_KEPT:
            gone = self.signals.pop(0)
            if self.told_from is not None:
                self.told_from = gone.value

    def settle(self) -> None:
        """The ways out of a loop meet: nobody knows any more how great it is."""
        if self.grew:
            self.signals, self.told_from, self.high, self.grew = [], None, None, False

    def joined(self, ways: Sequence[TimelineState], moves: Sequence[Move], meet: Meet) -> TimelineState:
        """What is known of it on all ways."""
        found = self.copy()
        found.last = _moved([way.last for way in ways], moves)
        found.low = min(way.low for way in ways)
        found.grew = any(way.grew for way in ways)
        found.floor = min(way.floor for way in ways)
        if len({way.base for way in ways}) > 1:
            found.base, found.low, found.grew = "", found.floor, True
        highs, ends = [way.high for way in ways], [way.told_from for way in ways]
        is_one = all(way is self for way in ways)
        if is_one:
            signals = [(signal, meet([signal.row] * len(ways))) for signal in self.signals]
            found.signals = [replace(signal, row=row) for signal, row in signals]
        elif found.grew or None in highs or None in ends:
            found.grew = True
            found.settle()
        elif len({*highs}) == 1:
            found.signals = list(_on_all_ways(ways, meet))
            found.told_from = max((end for end in ends if end is not None), default=None)
            found._forget()
        else:
            found.high = found.told_from = max((high for high in highs if high is not None), default=None)
            found.signals = []
        return found


def _on_all_ways(ways: Sequence[TimelineState], meet: Meet) -> Iterator[TimelineSignal]:
    """By value: what a wait for it tells whichever way was taken, where no way ends with a greater value than another.

    On each way the first signal that is late enough for such a value is so for all from the next lower one on.
    """
    told_from = max(way.told_from or 0 for way in ways)
    for value in sorted({s.value for way in ways for s in way.signals}):
        if value > told_from:
            firsts = [next((s for s in way.signals if s.value >= value), None) for way in ways]
            found = [signal for signal in firsts if signal is not None]
            if len(found) == len(ways):
                givers = frozenset[Any]().union(*(signal.givers for signal in found))
                yield TimelineSignal(value, meet([signal.row for signal in found]), givers)
