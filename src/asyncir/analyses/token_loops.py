"""What tokens become from iteration to iteration of a loop, counted iteration by iteration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from asyncir.analyses.ages import Ages, Root, merged, same
from asyncir.analyses.trip_counts import Trips
from asyncir.ir import SSAValue

_Key = TypeVar("_Key", bound=Root)

State = dict[Root, Ages]
"""The ages of what a loop carries at the start of an iteration, in terms of the scope around the loop."""

Compose = Callable[[Ages, State, int, int | None], Ages]
"""Ages at a place in the loop, in iterations from the first number to the last, seen from around the loop."""

KEPT = 8
"""States of single iterations are kept if these are no more than this."""


@dataclass(slots=True)
class LoopAges:
    """What a loop carries, and what it leaves."""

    trips: Trips
    always: State = field(default_factory=State)
    """In any iteration."""
    early: list[State] = field(default_factory=list[State])
    """In each of the first iterations, before what is carried becomes the same in all."""
    rest: State = field(default_factory=State)
    """In all others."""
    results: dict[SSAValue, Ages] = field(default_factory=dict[SSAValue, Ages])


def run_loop(
    trips: Trips,
    first: State,
    back: Mapping[Root, Ages],
    exits: Mapping[SSAValue, Ages],
    compose: Compose,
    settles: int,
    last: int | None,
) -> LoopAges:
    """Follow iterations until nothing changes any more, or the loop ends.

    `back` says what each carried value becomes in one iteration; `settles` is the iteration from which on the ages of
    what the loop does not carry no longer change; `last` the greatest number of an iteration of which something runs.
    """
    return _Run(LoopAges(trips), back, exits, compose).follow(first, settles, last)


@dataclass(slots=True)
class _Run:
    """One loop, and what is known of it so far."""

    loop: LoopAges
    back: Mapping[Root, Ages]
    exits: Mapping[SSAValue, Ages]
    compose: Compose

    def follow(self, first: State, settles: int, last: int | None) -> LoopAges:
        """Iteration by iteration, as long as these are told apart."""
        trips, states = self.loop.trips, [first]
        while True:
            k = len(states) - 1
            state = states[k]
            if trips.most is None and k > max(KEPT, trips.least):
                return self._endless(state, k)
            if k == 0 or last is None or k <= last:
                _widen(self.loop.always, state)
            if k >= trips.least:
                self._leave(state, k, k)
            if k == trips.most:
                return self._kept(states[: (last or 0) + 1], self.loop.always)
            following = self._seen(self.back, state, k, k)
            if k >= settles and _equal(state, following):
                self._leave(state, max(k, trips.least), trips.most)
                return self._kept(states[:k], state)
            period = _period(states, following, settles)
            if period is not None or k >= settles + 8 * (len(first) + 8):
                return self._cyclic(states, following, period)
            states.append(following)

    def _endless(self, state: State, k: int) -> LoopAges:
        """No iteration from `k` on is told apart from another, and there is no last: what is carried in any of them.

        Each step looks only at what became wider in the one before.
        """
        readers: dict[Root, list[Root]] = {}
        for argument, ages in self.back.items():
            for root in ages:
                readers.setdefault(root, []).append(argument)
        wide = dict(state)
        news = _widen(wide, self._seen(self.back, state, k, None))
        while news:
            reading = dict.fromkeys(reader for root in news for reader in readers.get(root, ()))
            changed = {a: {root: age for root, age in self.back[a].items() if root in news} for a in reading}
            news = _widen(wide, self._seen(changed, news, k, None))
        _widen(self.loop.always, wide)
        self._leave(wide, k, None)
        return self._kept([], self.loop.always)

    def _cyclic(self, states: list[State], following: State, period: int | None) -> LoopAges:
        """The states from the last `period` on come again and again; or nothing of the kind is known."""
        trips, last = self.loop.trips, len(states) - 1
        if period is not None and trips.least == trips.most:
            # The state in which the loop ends is one of those that were seen.
            at = trips.least if trips.least <= last else last + 1 - period + (trips.least - last - 1) % period
            self._leave(states[at], trips.least, trips.least)
        else:
            state: State = {}
            for seen in (*states[-(period or 1) :], following):
                _widen(state, seen)
            while period is None and _widen(state, self._seen(self.back, state, last, trips.most)):
                pass
            _widen(self.loop.always, state)
            self._leave(state, max(last, trips.least), trips.most)
        return self._kept([], self.loop.always)

    def _kept(self, early: list[State], rest: State) -> LoopAges:
        """Keep the states of the first iterations, if they are few."""
        self.loop.early, self.loop.rest = (early, rest) if len(early) <= KEPT else ([], self.loop.always)
        return self.loop

    def _seen(
        self, inside: Mapping[_Key, Ages], state: State, low: int, high: int | None
    ) -> dict[_Key, Ages]:
        """What is so old inside, in iterations `low` to `high`, seen from around the loop."""
        return {key: self.compose(ages, state, low, high) for key, ages in inside.items()}

    def _leave(self, state: State, low: int, high: int | None) -> None:
        _widen(self.loop.results, self._seen(self.exits, state, low, high))


def _widen(target: dict[_Key, Ages], state: Mapping[_Key, Ages]) -> dict[_Key, Ages]:
    """Widen the target; the ages that became wider."""
    found: dict[_Key, Ages] = {}
    for key, ages in state.items():
        known = target.get(key)
        if known is None:
            target[key] = found[key] = ages
            continue
        wide = merged((known, ages))
        # Where a known age is as wide as both, `merged` keeps that very age.
        news = {root: age for root, age in wide.items() if known.get(root) is not age}
        if news:
            target[key] = wide
            found[key] = news
    return found


def _period(states: list[State], following: State, settles: int) -> int | None:
    """After how many iterations `following` was seen before, where that was late enough to say something."""
    for back in range(1, min(len(states) - settles, 2 * KEPT) + 1):
        if _equal(states[-back], following):
            return back
    return None


def _equal(one: State, other: State) -> bool:
    return all(root in other and same(ages, other[root]) for root, ages in one.items())
