"""What tokens become from iteration to iteration of a loop, counted iteration by iteration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from asyncir.analyses.ages import Ages, Root, equal, merged, same
from asyncir.analyses.trip_counts import Trips
from asyncir.ir import SSAValue

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
    loop = LoopAges(trips)
    states = [first]
    while True:
        k = len(states) - 1
        state = states[k]
        if trips.most is None and k > max(KEPT, trips.least):
            return _endless(loop, back, exits, compose, state, k)
        if k == 0 or last is None or k <= last:
            _widen(loop.always, state)
        if k >= trips.least:
            _leave(loop, exits, compose, state, k, k)
        if k == trips.most:
            return _keep(loop, states[: (last or 0) + 1], loop.always)
        following = _next(back, compose, state, k, k)
        if k >= settles and _equal(state, following):
            _leave(loop, exits, compose, state, max(k, trips.least), trips.most)
            return _keep(loop, states[:k], state)
        period = _period(states, following, settles)
        if period is not None or k >= settles + 8 * (len(first) + 8):
            return _cyclic(loop, back, exits, compose, states, following, period)
        states.append(following)


def _endless(
    loop: LoopAges,
    back: Mapping[Root, Ages],
    exits: Mapping[SSAValue, Ages],
    compose: Compose,
    state: State,
    k: int,
) -> LoopAges:
    """No iteration from `k` on is told apart from another, and there is no last: what is carried in any of them.

    Each step looks only at what became wider in the one before.
    """
    readers: dict[Root, list[Root]] = {}
    for argument, ages in back.items():
        for root in ages:
            readers.setdefault(root, []).append(argument)
    wide = dict(state)
    news = _widened(wide, _next(back, compose, state, k, None))
    while news:
        reading = dict.fromkeys(reader for root in news for reader in readers.get(root, ()))
        changed = {a: {root: age for root, age in back[a].items() if root in news} for a in reading}
        news = _widened(wide, _next(changed, compose, news, k, None))
    _widen(loop.always, wide)
    _leave(loop, exits, compose, wide, k, None)
    return _keep(loop, [], loop.always)


def _cyclic(
    loop: LoopAges,
    back: Mapping[Root, Ages],
    exits: Mapping[SSAValue, Ages],
    compose: Compose,
    states: list[State],
    following: State,
    period: int | None,
) -> LoopAges:
    """The states from the last `period` on come again and again; or nothing of the kind is known."""
    trips, last = loop.trips, len(states) - 1
    if period is not None and trips.least == trips.most:
        # The state in which the loop ends is one of those that were seen.
        at = trips.least if trips.least <= last else last + 1 - period + (trips.least - last - 1) % period
        _leave(loop, exits, compose, states[at], trips.least, trips.least)
    else:
        state: State = {}
        for seen in (*states[-(period or 1) :], following):
            _widen(state, seen)
        while period is None:
            wide: State = {}
            _widen(wide, state)
            _widen(wide, _next(back, compose, state, last, trips.most))
            if _equal(wide, state):
                break
            state = wide
        _widen(loop.always, state)
        _leave(loop, exits, compose, state, max(last, trips.least), trips.most)
    return _keep(loop, [], loop.always)


def _keep(loop: LoopAges, early: list[State], rest: State) -> LoopAges:
    """Keep the states of the first iterations, if they are few."""
    loop.early, loop.rest = (early, rest) if len(early) <= KEPT else ([], loop.always)
    return loop


def _next(back: Mapping[Root, Ages], compose: Compose, state: State, low: int, high: int | None) -> State:
    return {argument: compose(ages, state, low, high) for argument, ages in back.items()}


def _leave(
    loop: LoopAges,
    exits: Mapping[SSAValue, Ages],
    compose: Compose,
    state: State,
    low: int,
    high: int | None,
) -> None:
    for result, ages in exits.items():
        found = compose(ages, state, low, high)
        loop.results[result] = merged((loop.results[result], found)) if result in loop.results else found


def _widen(target: State, state: State) -> None:
    for root, ages in state.items():
        target[root] = merged((target[root], ages)) if root in target else ages


def _widened(target: State, state: State) -> State:
    """Widen the target; the ages that became wider."""
    found: State = {}
    for root, ages in state.items():
        known = target.get(root, {})
        wide = merged((known, ages))
        news = {r: age for r, age in wide.items() if r not in known or not equal(age, known[r])}
        if news:
            target[root] = wide
            found[root] = news
    return found


def _period(states: list[State], following: State, settles: int) -> int | None:
    """After how many iterations `following` was seen before, where that was late enough to say something."""
    for back in range(1, min(len(states) - settles, 2 * KEPT) + 1):
        if _equal(states[-back], following):
            return back
    return None


def _equal(one: State, other: State) -> bool:
    return all(root in other and same(ages, other[root]) for root, ages in one.items())
