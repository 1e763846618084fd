"""Dependencies that save memory, for one order of the jobs and one limit: a greedy method.

Given an order of the jobs that respects all that they wait for, jobs are taken one
by one. When a job comes that is the first to use a buffer, the buffer gets its place, for good. At each place that it could
take within the limit there lie, perhaps, buffers that came earlier. Such a buffer

- blocks the place if a use of it comes in a job that has not been taken yet, or in this job without being over first;
- is no matter if it is over whenever the new one begins, by tokens or by edges that there are already;
- else costs an edge, from each job that uses it last to each job that uses the new buffer first, and so perhaps time: the
  new job begins when the old buffer's last user ends.

Of all places within the limit that one is taken where the job begins earliest; of these, where fewest edges are added; of
these, where the arena grows least; of these, the lowest. If there is none, this order cannot keep the limit (in this greedy
way), and another one is tried.

Invariants, by induction over the jobs that are taken: each two buffers that are placed and share a byte are over one before
the other in every order that the edges allow; each edge goes from a job that was taken earlier to one that is taken now or
later, so that the order itself is always a way to run the program, and nothing waits for ever. It ends because each step
takes a job. Whether it is right does not rest on how good the choices are: `problem.faults` judges the outcome from the
definition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from asyncir.analyses.memory.problem import Edge, MemoryPlan, MemoryProblem, path_of


def within(problem: MemoryProblem, order: Sequence[int], limit: int) -> MemoryPlan | None:
    """A plan with jobs in this order whose arena is no larger than that; None if none is found."""
    found = attempt(problem, order, limit)
    return found if isinstance(found, MemoryPlan) else None


def attempt(problem: MemoryProblem, order: Sequence[int], limit: int) -> MemoryPlan | int:
    """A plan, or how many jobs were taken before there was no place for a buffer."""
    greedy = _Greedy(problem, order, limit)
    for number, job in enumerate(order):
        if not greedy.take(job):
            return number
    return tidied(problem, greedy.plan())


class _Greedy:
    """The method of this file's head, step by step."""

    def __init__(self, problem: MemoryProblem, order: Sequence[int], limit: int):
        self.problem, self.order, self.limit = problem, order, limit
        count = len(problem.costs)
        self.place = [0] * count
        for number, job in enumerate(order):
            self.place[job] = number
        self.ends, self.ended = [0] * count, [0] * count
        self.edges: dict[Edge, None] = {}
        self.more: list[list[int]] = [[] for _ in range(count)]
        """For each job those that edges add to what it waits for."""
        self.offsets = [0] * len(problem.sizes)
        self.placed: list[tuple[int, int, int]] = []
        self.top = 0
        place = self.place
        self.mine: list[list[int]] = [[] for _ in range(count)]
        for buffer, jobs in enumerate(problem.jobs_of):
            if problem.sizes[buffer]:
                self.mine[min(jobs, key=place.__getitem__)].append(buffer)

    def plan(self) -> MemoryPlan:
        """What has come of it."""
        return MemoryPlan(tuple(self.offsets), self.top, 0, tuple(self.edges), tuple(self.order), "greedy")

    def take(self, job: int) -> bool:
        """Place what the job is the first to use, and say when it is over; false if there is no place."""
        problem = self.problem
        begin, over = 0, 0
        for each in (*problem.before[job], *self.more[job]):
            begin, over = max(begin, self.ends[each]), over | self.ended[each]
        for buffer in sorted(self.mine[job], key=lambda b: -problem.sizes[b]):
            chosen = self._put(buffer, job, begin, over)
            if chosen is None:
                return False
            for first, second in chosen:
                self.edges[first, second] = None
                self.more[second].append(first)
                if second == job:
                    begin, over = max(begin, self.ends[first]), over | self.ended[first]
        end, ended = begin + problem.costs[job], over | 1 << job
        for each in problem.late[job]:
            end, ended = max(end, self.ends[each]), ended | self.ended[each]
        self.ends[job], self.ended[job] = end, ended
        return True

    def _put(self, buffer: int, job: int, begin: int, over: int) -> list[Edge] | None:
        """Give the buffer its place; the edges that it costs, or None if there is no place within the limit."""
        size, limit = self.problem.sizes[buffer], self.limit
        near: list[tuple[int, int, int, list[Edge] | None]] = []
        starts = {0}
        for start, end, other in self.placed:
            edges = self._price(other, buffer, job, over)
            if edges is None or edges:
                late = max((self.ends[a] for a, b in edges or () if b == job), default=0)
                near.append((start, end, late, edges))
                starts.add(end)
                starts.add(start - size)
        best: tuple[int, int, int, int] | None = None
        chosen: list[Edge] = []
        for at in starts:
            behind = at + size
            if at < 0 or behind > limit:
                continue
            found: list[Edge] | None = []
            time = begin
            for start, end, late, edges in near:
                if start < behind and at < end:
                    if edges is None:
                        found = None
                        break
                    found += edges
                    time = max(time, late)
            if found is not None:
                key = (time, len(set(found)), max(self.top, behind), at)
                if best is None or key < best:
                    best, chosen = key, found
        if best is None:
            return None
        self.offsets[buffer] = best[3]
        self.top = best[2]
        self.placed.append((best[3], best[3] + size, buffer))
        return list(dict.fromkeys(chosen))

    def _price(self, other: int, buffer: int, job: int, over: int) -> list[Edge] | None:
        """The edges with which `other` is over when `buffer` begins: none at all, or None if no edge can do that."""
        edges = self.problem.turns(other, buffer)
        if not edges:
            return [] if edges is not None else None
        needed: list[Edge] = []
        for edge in edges:
            first, second = edge
            if self.place[first] >= self.place[second]:
                return None
            if not (over >> first & 1 if second == job else edge in self.edges):
                needed.append(edge)
        return needed


def tidied(problem: MemoryProblem, plan: MemoryPlan) -> MemoryPlan:
    """The same plan without edges that others imply."""
    waits: list[set[int]] = [set(before) for before in problem.before]
    more: list[list[int]] = [[] for _ in problem.costs]
    for first, second in plan.edges:
        more[second].append(first)
    over, ended = [0] * len(waits), [0] * len(waits)
    kept: list[Edge] = []
    place = {job: number for number, job in enumerate(plan.order)}
    for job in plan.order or range(len(waits)):
        for each in waits[job]:
            over[job] |= ended[each]
        for each in sorted(more[job], key=lambda other: -place.get(other, other)):
            if not over[job] >> each & 1:
                kept.append((each, job))
                over[job] |= ended[each]
        ended[job] = over[job] | 1 << job
        for each in problem.late[job]:
            ended[job] |= ended[each]
    order = plan.order if kept else ()
    return replace(plan, edges=tuple(kept), order=order, path=path_of(problem, kept, order))
