"""What no modulo schedule can do better than, and why.

An engine cannot be busy for more cycles than there are (ResMII); what depends on itself, iterations later, cannot be sooner
than its own delays (RecMII); and tasks that wait for each other have to fit into the stages that are allowed. The three
are those of Rau, Iterative modulo scheduling (1994), but for the last one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from asyncir.analyses.modulo.problem import Edge, Problem


@dataclass(frozen=True, slots=True)
class Bound:
    """No schedule has a shorter interval."""

    interval: int
    kind: Literal["engine", "recurrence", "stages"]
    tasks: tuple[int, ...]
    """The tasks that make it: those of the engine, or in the order in which each waits for the one before."""
    engine: str = ""
    busy: int = 0
    """For how many cycles of an iteration the engine is busy; or how many the recurrence takes."""
    distance: int = 0
    """After how many iterations the recurrence comes back."""


def bounds_of(problem: Problem) -> list[Bound]:
    """All bounds that there are, the greatest first; of equal ones, engines first."""
    found = list(_engines(problem))
    recurrence = _recurrence(problem)
    if recurrence is not None:
        found.append(recurrence)
    found.append(_stages(problem, max((b.interval for b in found), default=1)))
    return sorted(found, key=lambda bound: -bound.interval)


def lower_bound(problem: Problem) -> Bound:
    """The greatest of them."""
    return bounds_of(problem)[0]


def _engines(problem: Problem) -> Iterator[Bound]:
    for engine, count in problem.engines.items():
        users = list(problem.on_engine(engine))
        busy = sum(cycles for _, cycles in users)
        if users:
            yield Bound(-(-busy // count), "engine", tuple(number for number, _ in users), engine, busy)


def _recurrence(problem: Problem) -> Bound | None:
    """The circle of dependences with the greatest delay for each iteration that it spans."""

    def too_long(interval: int) -> list[Edge] | None:
        return circle(problem.edges, len(problem.tasks), interval)

    longest = sum(max(edge.delay, 0) for edge in problem.edges)
    least = bisect_left(range(longest), True, key=lambda interval: too_long(interval) is None)
    around = too_long(least - 1) if least else None
    if around is None:
        return None
    delay, distance = sum(e.delay for e in around), sum(e.distance for e in around)
    return Bound(least, "recurrence", tuple(e.source for e in around), busy=delay, distance=distance)


def circle(edges: Sequence[Edge], count: int, interval: int) -> list[Edge] | None:
    """A circle that takes longer than this interval allows; None: there is none (Bellman and Ford)."""
    longest, through = [0] * count, dict[int, Edge]()
    last: int | None = None
    for _ in range(count + 1):
        last = None
        for edge in edges:
            reached = longest[edge.source] + edge.lag(interval)
            if reached > longest[edge.target]:
                longest[edge.target], through[edge.target], last = reached, edge, edge.target
        if last is None:
            return None
    assert last is not None
    for _ in range(count):
        last = through[last].source
    around = [through[last]]
    while around[-1].source != last:
        around.append(through[around[-1].source])
    return around[::-1]


def earliest(edges: Sequence[Edge], count: int, interval: int) -> tuple[list[int], list[Edge | None]]:
    """When each task can start at the earliest, and what it waits for then; there must be no circle."""
    times = [0] * count
    through: list[Edge | None] = [None] * count
    changed = True
    while changed:
        changed = False
        for edge in edges:
            reached = times[edge.source] + edge.lag(interval)
            if reached > times[edge.target]:
                times[edge.target], through[edge.target], changed = reached, edge, True
    return times, through


def _stages(problem: Problem, low: int) -> Bound:
    """The shortest interval, not below `low`, with which the longest chain of tasks has room in the stages."""
    count = len(problem.tasks)

    def has_room(interval: int) -> bool:
        times, _ = earliest(problem.edges, count, interval)
        return max(times, default=0) < problem.most_stages * interval

    high = low
    while not has_room(high):
        high *= 2
    high = bisect_left(range(high), True, low, key=has_room)
    # What does not fit is seen one below, unless a recurrence has no time at all there.
    below = high - 1 if high > 1 and circle(problem.edges, count, high - 1) is None else high
    times, through = earliest(problem.edges, count, below)
    chain = [max(range(count), key=times.__getitem__)] if count else []
    while chain and (edge := through[chain[-1]]) is not None:
        chain.append(edge.source)
    return Bound(high, "stages", tuple(reversed(chain)), busy=max(times, default=0))
