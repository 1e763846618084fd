"""Dependencies that save memory: where tasks that might run at the same time take turns with some bytes.

The question. An arena of `limit` bytes is not enough for all orders that the tokens allow. Adding edges forbids some of them.
Which edges, so that the longest chain of jobs grows least? With as many cores as anybody wants this is a question of packing
rectangles, time by bytes, whose place in time is not fixed either; it is NP-hard, and `optimum` answers it for small graphs.

The method is a greedy one over *orders*. Given an order of the jobs that respects all that they wait for, jobs are taken one
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

Which orders. The text's own; two that are greedy for memory (the next job is the one that frees most, or the one that needs
least, of those that are ready), and one for time (the job with the longest chain behind it). What the function does itself
stays where it is among what it launches, since launches that moved across a wait would wait as well.

The front. With no edges the path is shortest, and the arena as `packing` finds it; with the least limit that any order keeps,
the arena is smallest. Between the two, limits are tried, each with every order, and of the plans those stay that no other one
beats in both. Sequential execution is among the candidates, so that no plan of the front is worse than it in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heappush
from itertools import pairwise

from asyncir.analyses.memory.packing import clashes, packed
from asyncir.analyses.memory.problem import Edge, MemoryPlan, MemoryProblem, members, path_of, with_edges

_STEPS = 12
"""Limits that are tried between the least arena and that without edges."""

_MOST_WORK = 40_000_000
"""Of buffers times buffers times tries; fewer tries are made where it would be more."""


def unordered(problem: MemoryProblem) -> MemoryPlan:
    """The smallest arena that is found without any edges."""
    if not problem.sizes:
        return MemoryPlan((), 0, path_of(problem, ()), method="nothing to plan")
    offsets, peak, how = packed(problem, clashes(problem, problem.past), problem.least)
    return MemoryPlan(tuple(offsets), peak, path_of(problem, ()), method=how)


def sequential(problem: MemoryProblem, order: Sequence[int]) -> MemoryPlan:
    """One job behind the other, in an order."""
    edges = tuple((a, b) for a, b in pairwise(order) if problem.tasks[a])
    return tidied(problem, _repacked(problem, edges, order, "one behind the other"))


def _repacked(problem: MemoryProblem, edges: Sequence[Edge], order: Sequence[int], method: str) -> MemoryPlan:
    """The smallest arena that is found with these edges."""
    offsets, peak, how = packed(problem, clashes(problem, with_edges(problem, edges, order)), problem.least)
    path = path_of(problem, edges, order)
    return MemoryPlan(tuple(offsets), peak, path, tuple(edges), tuple(order), f"{method}, {how}")


# ---- orders ----


def job_orders(problem: MemoryProblem) -> dict[str, list[int]]:
    """Orders of all jobs in which each comes behind what it waits for."""
    text = list(range(len(problem.costs)))
    if problem.is_fixed:
        return {"text": text}
    behind = _behind(problem)
    tail = [0] * len(text)
    for job in reversed(text):
        tail[job] = problem.costs[job] + max((tail[each] for each in behind[job]), default=0)
    found = {
        "text": text,
        "memory": _sorted(problem, behind, _Freed(problem)),
        "chain": _depth_first(problem, behind),
        "time": _sorted(problem, behind, _Longest(tail)),
    }
    unique: dict[tuple[int, ...], str] = {}
    for name, order in found.items():
        unique.setdefault(tuple(order), name)
    return {name: list(order) for order, name in unique.items()}


def _behind(problem: MemoryProblem) -> list[list[int]]:
    """For each job those that cannot come before it: they wait for it, or the function launches or does them later."""
    behind: list[list[int]] = [[] for _ in problem.costs]
    segment: list[int] = []
    own = -1
    for job, is_task in enumerate(problem.tasks):
        waits = {*problem.before[job], *problem.late[job], *([own] if own >= 0 else [])}
        if not is_task:
            waits.update(segment)  # They are launched in front of it.
            segment, own = [], job
        else:
            segment.append(job)
        for each in waits:
            behind[each].append(job)
    return behind


class _Longest:
    """Take the job with the longest chain behind it."""

    def __init__(self, tail: Sequence[int]):
        self.tail = tail

    def key(self, job: int) -> tuple[int, int]:
        return -self.tail[job], job

    def take(self, job: int) -> None:
        """Nothing changes."""


class _Freed:
    """Take the job behind which most is free that was not before, counting what it is the first to use."""

    def __init__(self, problem: MemoryProblem):
        self.problem = problem
        self.users = [len(jobs) for jobs in problem.jobs_of]
        self.begun = [False] * len(problem.sizes)
        self.buffers: list[list[int]] = [[] for _ in problem.costs]
        for buffer, jobs in enumerate(problem.jobs_of):
            for job in jobs:
                self.buffers[job].append(buffer)

    def key(self, job: int) -> tuple[int, int]:
        grows = 0
        for buffer in self.buffers[job]:
            size = self.problem.sizes[buffer]
            grows += (0 if self.begun[buffer] else size) - (size if self.users[buffer] == 1 else 0)
        return grows, job

    def take(self, job: int) -> None:
        for buffer in self.buffers[job]:
            self.begun[buffer] = True
            self.users[buffer] -= 1


def _sorted(problem: MemoryProblem, behind: Sequence[Sequence[int]], choice: _Freed | _Longest) -> list[int]:
    """All jobs, the best of those that are ready first; keys of what waits in the heap are asked again when it comes up."""
    open_ = [0] * len(behind)
    for row in behind:
        for job in row:
            open_[job] += 1
    ready = [(choice.key(job), job) for job, count in enumerate(open_) if not count]
    heapify(ready)
    found: list[int] = []
    while ready:
        key, job = heappop(ready)
        now = choice.key(job)
        if now > key:
            heappush(ready, (now, job))
            continue
        found.append(job)
        choice.take(job)
        if isinstance(choice, _Freed) and len(ready) <= 64:
            ready = [(choice.key(each), each) for _, each in ready]
            heapify(ready)
        for each in behind[job]:
            open_[each] -= 1
            if not open_[each]:
                heappush(ready, (choice.key(each), each))
    return found


def _depth_first(problem: MemoryProblem, behind: Sequence[Sequence[int]]) -> list[int]:
    """What became ready last comes next: a chain is gone along to its end before another one is begun."""
    open_ = [0] * len(behind)
    for row in behind:
        for job in row:
            open_[job] += 1
    stack = [job for job in reversed(range(len(behind))) if not open_[job]]
    found: list[int] = []
    while stack:
        job = stack.pop()
        found.append(job)
        for each in reversed(behind[job]):
            open_[each] -= 1
            if not open_[each]:
                stack.append(each)
    return found


# ---- one order, one limit ----


@dataclass
class _Greedy:
    """The method of this file's head, for one order."""

    problem: MemoryProblem
    order: Sequence[int]
    limit: int
    offsets: list[int] = field(default_factory=list[int])
    edges: dict[Edge, None] = field(default_factory=dict[Edge, None])

    def run(self) -> MemoryPlan | None:
        """A plan within the limit; None if this order and these choices have none."""
        problem = self.problem
        count = len(problem.costs)
        self.place = [0] * count
        for number, job in enumerate(self.order):
            self.place[job] = number
        self.ends, self.over = [0] * count, [0] * count
        self.ended = [0] * count
        self.waits: list[dict[int, None]] = [dict.fromkeys(before) for before in problem.before]
        self.offsets = [-1] * len(problem.sizes)
        self.placed: list[tuple[int, int, int]] = []
        self.first = [min(jobs, key=self.place.__getitem__) for jobs in problem.jobs_of]
        self.last = [max(self.place[job] for job in jobs) for jobs in problem.jobs_of]
        mine: list[list[int]] = [[] for _ in range(count)]
        for buffer, job in enumerate(self.first):
            mine[job].append(buffer)
        for job in self.order:
            for buffer in sorted(mine[job], key=lambda b: -problem.sizes[b]):
                if not self._put(buffer, job):
                    return None
            self._take(job)
        peak = max(
            (offset + size for offset, size in zip(self.offsets, problem.sizes, strict=True)), default=0
        )
        path = path_of(problem, self.edges, self.order)
        return MemoryPlan(tuple(self.offsets), peak, path, tuple(self.edges), tuple(self.order), "greedy")

    def _take(self, job: int) -> None:
        """The job's time, and what is over when it begins and ends."""
        begin, over = 0, 0
        for each in self.waits[job]:
            begin, over = max(begin, self.ends[each]), over | self.ended[each]
        self.over[job], self.ended[job] = over, over | 1 << job
        end = begin + self.problem.costs[job]
        for each in self.problem.late[job]:
            end, self.ended[job] = max(end, self.ends[each]), self.ended[job] | self.ended[each]
        self.ends[job] = end

    def _put(self, buffer: int, job: int) -> bool:
        """Give the buffer its place; false if there is none within the limit."""
        size = self.problem.sizes[buffer]
        if not size:
            self.offsets[buffer] = 0
            return True
        begin = max((self.ends[each] for each in self.waits[job]), default=0)
        near: list[tuple[int, int, int, list[Edge] | None]] = []
        for start, end, other in self.placed:
            edges = self._price(other, buffer, job)
            if edges is None or edges:
                near.append((start, end, other, edges))
        best: tuple[int, int, int, int] | None = None
        chosen: dict[Edge, None] = {}
        top = max((end for _, end, _ in self.placed), default=0)
        starts = {0, *(end for _, end, _, _ in near)}
        starts |= {start - size for start, _, _, _ in near if start >= size}
        for at in sorted(starts):
            if at + size > self.limit:
                continue
            found: dict[Edge, None] | None = {}
            late = begin
            for start, end, _, edges in near:
                if start < at + size and at < end:
                    if edges is None:
                        found = None
                        break
                    found.update(dict.fromkeys(edges))
                    late = max(late, *(self.ends[a] for a, b in edges if b == job), begin)
            if found is None:
                continue
            key = (late, len(found), max(top, at + size), at)
            if best is None or key < best:
                best, chosen = key, found
        if best is None:
            return False
        self.offsets[buffer] = best[3]
        self.placed.append((best[3], best[3] + size, buffer))
        for first, second in chosen:
            self.edges[first, second] = None
            self.waits[second][first] = None
        return True

    def _price(self, other: int, buffer: int, job: int) -> list[Edge] | None:
        """The edges with which `other` is over when `buffer` begins: none at all, or None if no edge can do that."""
        problem = self.problem
        needed: dict[Edge, None] = {}
        if self.last[other] > self.place[job]:
            return None
        now = 0
        for each in self.waits[job]:
            now |= self.ended[each]
        for moment in problem.uses[buffer]:
            past, mine = problem.past[moment], problem.job_of[moment]
            for use in problem.uses[other]:
                if past >> use & 1:
                    continue
                theirs = problem.job_of[use]
                if theirs == mine or self.place[theirs] >= self.place[mine] or not problem.whole[theirs]:
                    return None
                over = now
                if mine != job:
                    for each in self.waits[mine]:
                        if self.place[each] < self.place[job]:
                            over |= self.ended[each]
                if not over >> theirs & 1:
                    if problem.is_fixed:
                        return None
                    needed[theirs, mine] = None
        return list(needed)


def within(problem: MemoryProblem, order: Sequence[int], limit: int) -> MemoryPlan | None:
    """A plan with jobs in this order whose arena is no larger than that; None if none is found."""
    plan = _Greedy(problem, order, limit).run()
    return None if plan is None else tidied(problem, plan)


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


# ---- many ----


def front(problem: MemoryProblem, limit: int | None = None) -> list[MemoryPlan]:
    """Plans of which none beats another one in both bytes and time, the fastest first.

    With a limit they are within it, if any such plan is found; else the list is empty.
    """
    free = unordered(problem)
    found = [free]
    if not problem.is_fixed and free.peak > problem.least:
        found += _tried(problem, free, limit)
    if limit is not None:
        found = [plan for plan in found if plan.peak <= limit]
    return best_of(found)


def _tried(problem: MemoryProblem, free: MemoryPlan, limit: int | None) -> Iterator[MemoryPlan]:
    """Plans with each order and several limits."""
    orders = job_orders(problem)
    work = max(1, len(problem.sizes)) ** 2
    steps = max(1, min(_STEPS, _MOST_WORK // (work * len(orders))))
    low: int | None = None
    for order in orders.values():
        one = sequential(problem, order)
        yield one
        low = one.peak if low is None else min(low, one.peak)
    assert low is not None
    least = _least(problem, orders.values(), max(problem.least, 1), low, steps)
    yield from least
    low = min([low, *(plan.peak for plan in least)])
    high = free.peak
    limits = {low + (high - low) * n // steps for n in range(steps)}
    if limit is not None:
        limits = {each for each in limits if each < limit} | {limit}
    for each in sorted(limits):
        for order in orders.values():
            plan = within(problem, order, each)
            if plan is not None:
                yield plan
                again = tidied(problem, _repacked(problem, plan.edges, plan.order, "greedy"))
                if again.peak < plan.peak:
                    yield again


def _least(
    problem: MemoryProblem, orders: Iterable[Sequence[int]], low: int, high: int, steps: int
) -> list[MemoryPlan]:
    """Plans with ever smaller limits, by bisection."""
    found: list[MemoryPlan] = []
    for _ in range(steps):
        if low >= high:
            break
        middle = (low + high) // 2
        plans = [plan for order in orders if (plan := within(problem, order, middle)) is not None]
        if plans:
            found += plans
            high = min(plan.peak for plan in plans)
        else:
            low = middle + 1
    return found


def best_of(plans: Iterable[MemoryPlan]) -> list[MemoryPlan]:
    """Those that no other one beats, the fastest first."""
    found: list[MemoryPlan] = []
    for plan in sorted(plans, key=lambda p: (p.path, p.peak, len(p.edges))):
        if not found or plan.peak < found[-1].peak:
            found.append(plan)
    return found


def jobs_at(problem: MemoryProblem, moments: int) -> list[int]:
    """The jobs of some moments."""
    return sorted({problem.job_of[m] for m in members(moments)})
