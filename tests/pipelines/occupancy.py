"""Judges modulo schedules by playing them: every iteration of every statement on a line of time, cycle by cycle.

It shares no code with the schedulers, and none of their formulas: nothing here is taken modulo the interval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, product

from asyncir.analyses.modulo.problem import Problem


def iterations_for(interval: int, starts: Sequence[int], problem: Problem) -> int:
    """So many iterations that the middle one has all that can ever run beside it."""
    longest = max(starts) + max(max((*t.uses.values(), t.latency)) for t in problem.tasks)
    return longest // interval + 2 + max((e.distance for e in problem.edges), default=0)


def faults(problem: Problem, interval: int, starts: Sequence[int]) -> list[str]:
    """What is wrong with a schedule: dependences that are broken, engines of which there are not enough."""
    found: list[str] = []
    total = iterations_for(interval, starts, problem)
    begun = {(n, k): starts[n] + k * interval for n in range(len(starts)) for k in range(total)}
    if min(starts) != 0:
        found.append("the first statement does not start at 0")
    if max(starts) // interval >= problem.most_stages:
        found.append("there are too many stages")
    for edge in problem.edges:
        for k in range(total - edge.distance):
            if begun[edge.target, k + edge.distance] < begun[edge.source, k] + edge.delay:
                found.append(f"iteration {k}: {edge} is broken")
                break
    for engine, there in problem.engines.items():
        found += _overfull(problem, engine, there, begun)
    return found


def _overfull(problem: Problem, engine: str, there: int, begun: Mapping[tuple[int, int], int]) -> list[str]:
    """A sweep over the moments at which something begins or ends on the engine."""
    moments: list[tuple[int, int]] = []
    for (n, _), at in begun.items():
        cycles = problem.tasks[n].uses.get(engine, 0)
        moments += [(at, 1), (at + cycles, -1)] if cycles else []
    running = 0
    for at, change in sorted(moments):  # what ends comes before what begins
        running += change
        if running > there:
            return [f"{running} are busy on {there} {engine} at cycle {at}"]
    return []


def least_interval(problem: Problem, most: int) -> tuple[int, int] | None:
    """The shortest interval of any schedule, and its fewest stages, by trying all of them; None: none up to `most`."""
    for interval in range(1, most + 1):
        found = [
            max(starts) // interval + 1
            for starts in _all(problem, interval)
            if not faults(problem, interval, starts)
        ]
        if found:
            return interval, min(found)
    return None


def _all(problem: Problem, interval: int) -> list[tuple[int, ...]]:
    """Every choice of starts within the stages, one of them at 0."""
    times = range(problem.most_stages * interval)
    return [starts for starts in product(times, repeat=len(problem.tasks)) if min(starts) == 0]


def first_free(taken: set[int]) -> int:
    """The least number that is not taken."""
    return next(n for n in count() if n not in taken)


def assignment(problem: Problem, interval: int, starts: Sequence[int], engine: str) -> int:
    """How many engines are needed if each piece of work, when it begins, takes the first that is free."""
    total = iterations_for(interval, starts, problem)
    work = sorted(
        (starts[n] + k * interval, starts[n] + k * interval + t.uses[engine])
        for n, t in enumerate(problem.tasks)
        if engine in t.uses
        for k in range(total)
    )
    ends: dict[int, int] = {}
    for begin, end in work:
        unit = first_free({u for u, until in ends.items() if until > begin})
        ends[unit] = end
    return len(ends)
