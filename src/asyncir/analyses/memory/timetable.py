"""Dependencies that save memory: first when each job runs, then where each buffer lies, then the edges.

A timetable is made for an order of the jobs and a budget of bytes. Jobs begin in that order, each when those are over for
which it waits, and when the buffers that it is the first to use fit into what the budget leaves; a buffer counts from the
beginning of its first job to the end of its last one. If one job after the other keeps the budget in that order, so does the
timetable: whoever waits for memory waits until some job ends, and when all have ended, what is alive is what would be if they
had run one after the other. This takes a moment, so that many orders can be tried: one job at a time is moved to another
place, as far as what it waits for allows, and what is no worse stays.

Of the best timetable the buffers are packed as if it were the truth: two clash only if the timetable has both alive at once
(or if no edges could make one wait for the other). Those that share bytes, and that could be in use together in other orders,
get the edges that say what the timetable says. So edges are added only where bytes are shared; they all agree with one order,
so that nothing waits for ever; and the longest chain is no longer than the timetable. Packing may need more than the budget:
then it is tried again with a smaller one.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from random import Random
from typing import Any

from asyncir.analyses.memory.greedy import tidied
from asyncir.analyses.memory.packing import clashes, packed
from asyncir.analyses.memory.problem import Edge, MemoryPlan, MemoryProblem

Quality = tuple[int, int, int]
"""How good an order is; smaller is better."""


class Timetables:
    """The timetables of one problem."""

    def __init__(self, problem: MemoryProblem, behind: Sequence[Sequence[int]]):
        self.problem, self.behind = problem, behind
        self.ahead: list[list[int]] = [[] for _ in behind]
        for job, row in enumerate(behind):
            for each in row:
                self.ahead[each].append(job)
        self.shared: list[list[int]] = [[] for _ in behind]
        """For each job the buffers that others use, too."""
        self.own = [0] * len(behind)
        """Bytes of those that only this job uses."""
        alone: list[list[int]] = [[] for _ in behind]
        for buffer, jobs in enumerate(problem.jobs_of):
            if len(jobs) == 1:
                alone[jobs[0]].append(buffer)
            else:
                for job in jobs:
                    self.shared[job].append(buffer)
        for job, buffers in enumerate(alone):
            self.own[job] = _height(problem, buffers)
        self.users = [len(jobs) for jobs in problem.jobs_of]
        self._static: Any = None

    def times(self, order: Sequence[int], budget: int) -> tuple[list[int], list[int]] | int:
        """When jobs begin and end; or how many have begun before one did not fit, whatever ended."""
        problem, sizes = self.problem, self.problem.sizes
        starts, ends = [0] * len(order), [0] * len(order)
        left, begun = list(self.users), [False] * len(sizes)
        running: list[tuple[int, int]] = []
        now = used = 0
        for number, job in enumerate(order):
            for each in problem.before[job]:
                now = max(now, ends[each])
            need = self.own[job]
            for buffer in self.shared[job]:
                if not begun[buffer]:
                    begun[buffer] = True
                    need += sizes[buffer]
            while running and (running[0][0] <= now or used + need > budget):
                end, ended = heappop(running)
                now = max(now, end)
                used -= self.own[ended]
                for buffer in self.shared[ended]:
                    left[buffer] -= 1
                    if not left[buffer]:
                        used -= sizes[buffer]
            if used + need > budget:
                return number
            used += need
            starts[job] = now
            end = now + problem.costs[job]
            for each in problem.late[job]:
                end = max(end, ends[each])
            ends[job] = end
            heappush(running, (end, job))
        return starts, ends

    def quality(self, order: Sequence[int], budget: int) -> Quality:
        """How long it takes, and how early jobs are over on the whole."""
        found = self.times(order, budget)
        return (1, -found, 0) if isinstance(found, int) else (0, max(found[1]), sum(found[1]))

    def searched(
        self, order: Sequence[int], budget: int, tries: int, random: Random, shortest: int
    ) -> tuple[list[int], Quality]:
        """Move jobs about in the order."""
        order = list(order)
        quality = self.quality(order, budget)
        place = {job: number for number, job in enumerate(order)}
        for _ in range(tries):
            if quality[0] == 0 and quality[1] <= shortest:
                break
            job = random.choice(order)
            low = max((place[each] for each in self.ahead[job]), default=-1) + 1
            high = min((place[each] for each in self.behind[job]), default=len(order)) - 1
            to = random.randint(low, high) if high > low else place[job]
            if to == place[job]:
                continue
            changed = [each for each in order if each != job]
            changed.insert(to, job)
            now = self.quality(changed, budget)
            if now <= quality:
                order, quality = changed, now
                place = {each: number for number, each in enumerate(order)}
        return order, quality

    def plan(self, order: Sequence[int], budget: int) -> MemoryPlan | None:
        """The plan of a timetable; None if the order does not keep the budget."""
        found = self.times(order, budget)
        if isinstance(found, int):
            return None
        problem, (starts, ends) = self.problem, found
        matrix = self._clashes(starts, ends)
        offsets, peak, how = packed(problem, matrix)
        edges: dict[Edge, None] = {}
        for first, second in self._sharing(offsets):
            turns = problem.turns(first, second)
            if turns is None or any(ends[a] > starts[b] for a, b in turns):
                turns = problem.turns(second, first)
            edges.update(dict.fromkeys(turns or ()))
        place = {job: number for number, job in enumerate(order)}
        jobs = sorted(order, key=lambda j: (problem.segments[j], problem.tasks[j], starts[j], place[j]))
        plan = MemoryPlan(tuple(offsets), peak, 0, tuple(edges), tuple(jobs), f"timetable, {how}")
        return tidied(problem, plan)

    def _clashes(self, starts: Sequence[int], ends: Sequence[int]) -> Any:
        """Which buffers clash, if everything happens at these times."""
        problem = self.problem
        if self._static is None:
            self._static = clashes(problem, problem.past)
        matrix = self._static.copy()
        rows, columns = matrix.nonzero()
        for a, b in zip(rows.tolist(), columns.tolist(), strict=True):
            turns = problem.turns(a, b)
            if turns and all(ends[first] <= starts[second] for first, second in turns):
                matrix[a, b] = matrix[b, a] = False
        return matrix

    def _sharing(self, offsets: Sequence[int]) -> list[tuple[int, int]]:
        """The pairs that share bytes, and clash in some order."""
        sizes, found = self.problem.sizes, list[tuple[int, int]]()
        open_: list[tuple[int, int]] = []
        for at, buffer in sorted((at, b) for b, at in enumerate(offsets) if sizes[b]):
            open_ = [(end, other) for end, other in open_ if end > at]
            found += [(other, buffer) for _, other in open_ if self._static[other, buffer]]
            open_.append((at + sizes[buffer], buffer))
        return found


def _height(problem: MemoryProblem, buffers: Sequence[int]) -> int:
    """The most bytes of buffers of one job that are alive at one of its moments."""
    return max(
        (
            sum(problem.sizes[b] for b in buffers if problem.uses[b][0] <= m <= problem.uses[b][-1])
            for m in {m for b in buffers for m in problem.uses[b]}
        ),
        default=0,
    )
