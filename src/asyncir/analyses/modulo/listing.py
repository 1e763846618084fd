"""A modulo schedule quickly: iterative modulo scheduling (Rau, 1994).

Tasks are placed in the order of what still has to come behind them, each at the first moment with room; one that has none
takes its place by force, and what is in its way has to look for another. After too many of these the interval grows.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from asyncir.analyses.modulo.bounds import Bound, earliest
from asyncir.analyses.modulo.occupancy import Occupancy
from asyncir.analyses.modulo.problem import Edge, ModuloSchedule, Problem, one_by_one, shifted

_TRIES = 6
"""So many placements for each task, before the interval grows."""


def list_schedule(problem: Problem, bound: Bound) -> ModuloSchedule:
    """The first schedule that is found, from the lower bound on; at worst, one task after the other."""
    last = one_by_one(problem)
    interval = bound.interval
    while interval < last.interval:
        found = _Attempt(problem, interval).run()
        if found is not None and found.stages <= problem.most_stages:
            return found
        # One longer at first; where many did not do, half of what it is above the bound.
        interval += max(1, (interval - bound.interval) // 2)
    return last


class _Attempt:
    """One interval."""

    def __init__(self, problem: Problem, interval: int):
        self.problem = problem
        self.interval = interval
        self.occupancy = Occupancy(problem, interval)
        self.before: list[list[Edge]] = [[] for _ in problem.tasks]
        self.behind: list[list[Edge]] = [[] for _ in problem.tasks]
        for edge in problem.edges:
            if edge.source != edge.target:
                self.before[edge.target].append(edge)
                self.behind[edge.source].append(edge)

    def run(self) -> ModuloSchedule | None:
        """A schedule; None where none is found."""
        count, occupancy = len(self.problem.tasks), self.occupancy
        if not all(occupancy.fits_alone(task) for task in range(count)):
            return None
        heights = self._heights()
        last: dict[int, int] = {}
        waiting = [(-heights[task], task) for task in range(count)]
        heapify(waiting)
        for _ in range(_TRIES * count):
            if not waiting:
                break
            _, task = heappop(waiting)
            start = self._place_of(task)
            if start is None:
                start = max(self._earliest(task), last.get(task, -1) + 1)
            driven_out = occupancy.in_the_way(task, start)
            occupancy.remove(driven_out)
            occupancy.place(task, start)
            late = self._too_early(task)
            occupancy.remove(late)
            last[task] = start
            for other in driven_out | late:
                heappush(waiting, (-heights[other], other))
        if waiting:
            return None
        return shifted(self.interval, [occupancy.starts[n] for n in range(count)])

    def _heights(self) -> list[int]:
        """For each task, the longest chain of delays behind it."""
        backwards = [Edge(e.target, e.source, e.delay, e.distance) for e in reversed(self.problem.edges)]
        return earliest(backwards, len(self.problem.tasks), self.interval)[0]

    def _earliest(self, task: int) -> int:
        """The first cycle at which all that it waits for, as far as placed, has happened."""
        starts = self.occupancy.starts
        placed = (edge for edge in self.before[task] if edge.source in starts)
        return max((starts[edge.source] + edge.lag(self.interval) for edge in placed), default=0)

    def _place_of(self, task: int) -> int | None:
        """The first moment with room."""
        moments = self.occupancy.moments(task, max(self._earliest(task), 0))
        return next((moment for moment in moments if not self.occupancy.in_the_way(task, moment)), None)

    def _too_early(self, task: int) -> set[int]:
        """The tasks whose start comes too soon behind that of this one."""
        starts = self.occupancy.starts
        return {
            edge.target
            for edge in self.behind[task]
            if edge.target in starts and starts[edge.target] < starts[task] + edge.lag(self.interval)
        }
