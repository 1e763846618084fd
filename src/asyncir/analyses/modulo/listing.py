"""A modulo schedule quickly: iterative modulo scheduling (Rau, 1994).

Tasks are placed in the order of what still has to come behind them, each at the first moment with room; one that has none
takes its place by force, and what is in its way has to look for another. After too many of these the interval grows.
"""

from __future__ import annotations

from asyncir.analyses.modulo.bounds import Bound
from asyncir.analyses.modulo.occupancy import Occupancy
from asyncir.analyses.modulo.problem import Problem, Schedule, one_by_one, shifted

_TRIES = 12
"""So many placements for each task, before the interval grows."""
_STEPS = 128
"""The interval grows by at least one of so many parts of its lower bound."""


def list_schedule(problem: Problem, bound: Bound) -> Schedule:
    """The first schedule that is found, from the lower bound on; at worst, one task after the other."""
    last = one_by_one(problem)
    step = max(1, bound.interval // _STEPS)
    for interval in range(bound.interval, last.interval, step):
        found = _try(problem, interval)
        if found is not None and found.stages <= problem.most_stages:
            return found
    return last


def _try(problem: Problem, interval: int) -> Schedule | None:
    occupancy = Occupancy(problem, interval)
    if not all(occupancy.fits_alone(task) for task in range(len(problem.tasks))):
        return None
    heights = _heights(problem, interval)
    last: dict[int, int] = {}
    waiting = set(range(len(problem.tasks)))
    for _ in range(_TRIES * len(problem.tasks)):
        if not waiting:
            return shifted(interval, [occupancy.starts[n] for n in range(len(problem.tasks))])
        task = min(waiting, key=lambda n: (-heights[n], n))
        start = _place_of(problem, occupancy, task)
        if start is None:
            start = max(_earliest(problem, occupancy, task), last.get(task, -1) + 1)
        driven_out = occupancy.in_the_way(task, start)
        occupancy.remove(driven_out)
        occupancy.place(task, start)
        late = _too_early(problem, occupancy, task)
        occupancy.remove(late)
        last[task] = start
        waiting = (waiting - {task}) | driven_out | late
    return None if waiting else shifted(interval, [occupancy.starts[n] for n in range(len(problem.tasks))])


def _heights(problem: Problem, interval: int) -> list[int]:
    """For each task, the longest chain of delays behind it."""
    heights = [0] * len(problem.tasks)
    for _ in problem.tasks:
        for edge in problem.edges:
            reached = heights[edge.target] + edge.delay - interval * edge.distance
            heights[edge.source] = max(heights[edge.source], reached)
    return heights


def _earliest(problem: Problem, occupancy: Occupancy, task: int) -> int:
    """The first cycle at which all that it waits for, as far as placed, has happened."""
    starts = occupancy.starts
    return max(
        (
            starts[edge.source] + edge.delay - occupancy.interval * edge.distance
            for edge in problem.edges
            if edge.target == task and edge.source in starts and edge.source != task
        ),
        default=0,
    )


def _place_of(problem: Problem, occupancy: Occupancy, task: int) -> int | None:
    """The first moment with room."""
    moments = occupancy.moments(task, max(_earliest(problem, occupancy, task), 0))
    return next((moment for moment in moments if not occupancy.in_the_way(task, moment)), None)


def _too_early(problem: Problem, occupancy: Occupancy, task: int) -> set[int]:
    """The tasks whose start comes too soon behind that of this one."""
    starts = occupancy.starts
    return {
        edge.target
        for edge in problem.edges
        if edge.source == task
        and edge.target != task
        and edge.target in starts
        and starts[edge.target] < starts[task] + edge.delay - occupancy.interval * edge.distance
    }
