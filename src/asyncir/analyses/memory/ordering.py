"""Dependencies that save memory: where tasks that might run at the same time take turns with some bytes.

The question. An arena of `limit` bytes is not enough for all orders that the tokens allow. Adding edges forbids some of them.
Which edges, so that the longest chain of jobs grows least? With as many cores as anybody wants this is a question of packing
rectangles, time by bytes, whose place in time is not fixed either; it is NP-hard, and `optimum` answers it for small graphs.

There are two methods, which both are given an *order* of all jobs and a limit: one finds times first and places then
(`timetable`), the other one both at once (`greedy`). They may be unable to keep the limit in one order, and be so in another
one; and orders differ in how much the chain grows.

Which orders. The text's own; two that are greedy for memory (the next job is the one that frees most, or the one that needs
least, of those that are ready), and one for time (the job with the longest chain behind it). What the function does itself
stays where it is among what it launches, since launches that moved across a wait would wait as well.

For each limit the best of these orders is changed at random, a limited number of times, and by numbers that are the same each
time.

The front. With no edges the path is shortest, and the arena as `packing` finds it. Below that, limits are tried, from large
to small; each search begins with what the last one found, too. Of the plans those stay that no other one beats in both
bytes and time. Sequential execution is among the candidates, so that no plan of the front is worse than it in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from itertools import pairwise
from random import Random

from asyncir.analyses.memory.greedy import tidied, within
from asyncir.analyses.memory.in_place import merged
from asyncir.analyses.memory.packing import clashes, packed
from asyncir.analyses.memory.problem import Edge, MemoryPlan, MemoryProblem, path_of, with_edges
from asyncir.analyses.memory.timetable import Timetables

_STEPS = 12
"""Limits that are tried between the least arena and that without edges."""

_MOST_TRIES = 4000
"""Changes of an order that are tried for one limit."""

_MOST_WORK = 10_000_000
"""Of jobs and uses of buffers, times tries, for all limits together; fewer tries are made where it would be more."""

_SMALLER = 4
"""Budgets that are tried for one limit, since buffers that are packed may take more."""


def unordered(problem: MemoryProblem) -> MemoryPlan:
    """The smallest arena that is found without any edges."""
    if not problem.sizes:
        return MemoryPlan((), 0, path_of(problem, ()), method="nothing to plan")
    return _in_place_too(problem, _packed)


def sequential(problem: MemoryProblem, order: Sequence[int]) -> MemoryPlan:
    """One job behind the other, in an order."""
    edges = tuple((a, b) for a, b in pairwise(order) if problem.tasks[a])
    return _in_place_too(problem, lambda of: tidied(of, _repacked(of, edges, order, "one behind the other")))


def _in_place_too(problem: MemoryProblem, method: Callable[[MemoryProblem], MemoryPlan]) -> MemoryPlan:
    """The smaller one of what the method finds where twins are one buffer, and where they lie apart."""
    joined = merged(problem)
    if joined is None:
        return method(problem)
    plan = joined.apart(problem, method(joined.problem))
    return plan if plan.peak <= problem.least else min(plan, method(problem), key=lambda p: p.peak)


def _packed(problem: MemoryProblem) -> MemoryPlan:
    offsets, peak, how = packed(problem, clashes(problem, problem.past), problem.least)
    return MemoryPlan(tuple(offsets), peak, path_of(problem, ()), method=how)


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
    ready: list[tuple[tuple[int, int], int]] = [
        (choice.key(job), job) for job, count in enumerate(open_) if not count
    ]
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


# ---- many ----


def front(problem: MemoryProblem, limit: int | None = None) -> list[MemoryPlan]:
    """Plans of which none beats another one in both bytes and time, the fastest first.

    With a limit they are within it, if any such plan is found; else the list is empty. Plans are looked for where twins are
    one buffer, and, if that is not as good as can be, where they lie apart: a buffer that lives for two needs one place.
    """
    joined = merged(problem)
    if joined is None:
        return _front(problem, limit)
    found = [joined.apart(problem, plan) for plan in _front(joined.problem, limit)]
    if not found or found[0].peak > problem.least or found[0].path > path_of(problem, ()):
        found += _front(replace(problem, twins=()), limit)
    return best_of(found)


def _front(problem: MemoryProblem, limit: int | None) -> list[MemoryPlan]:
    """The same without twins."""
    free = unordered(problem)
    found = [free]
    if not problem.is_fixed and free.peak > problem.least and (limit is None or free.peak > limit):
        found += _tried(problem, free, limit)
    if limit is not None:
        found = [plan for plan in found if plan.peak <= limit]
    return best_of(found)


def best_of(plans: Iterable[MemoryPlan]) -> list[MemoryPlan]:
    """Those that no other one beats, the fastest first."""
    found: list[MemoryPlan] = []
    for plan in sorted(plans, key=lambda p: (p.path, p.peak, len(p.edges))):
        if not found or plan.peak < found[-1].peak:
            found.append(plan)
    return found


def _tried(problem: MemoryProblem, free: MemoryPlan, limit: int | None) -> list[MemoryPlan]:
    """Plans with each order and several limits, the larger ones first; a search begins with what the last one found, too."""
    orders = list(job_orders(problem).values())
    found = [sequential(problem, order) for order in orders]
    low = min(plan.peak for plan in found)
    limits = [limit] if limit is not None else _limits(problem, low, free.peak)
    tables = Timetables(problem, _behind(problem))
    work = len(problem.costs) + sum(map(len, problem.jobs_of)) + 20
    tries = max(20, min(_MOST_TRIES, _MOST_WORK // work // len(limits)))
    shortest = path_of(problem, ())
    best: list[int] | None = None
    for number, each in enumerate(limits):
        random, budget = Random(number), each
        for _ in range(_SMALLER):
            starts = orders if best is None else [best, *orders]
            first = min(starts, key=lambda order: tables.quality(order, budget))
            best, _ = tables.searched(first, budget, tries, random, shortest)
            plan = tables.plan(best, budget)
            found += [] if plan is None else [plan]
            if plan is None or plan.peak <= each:
                break
            budget -= plan.peak - each
        for order in [*orders, best] if best is not None else orders:
            plan = within(problem, order, each)
            found += [] if plan is None else [plan]
    return found


def _limits(problem: MemoryProblem, low: int, high: int) -> list[int]:
    """Limits to try, from large to small: as many below what one job behind the other takes as above."""
    least = max(problem.least, 1)
    above = {high - 1 - (high - 1 - low) * n // _STEPS for n in range(_STEPS)} if high > low else set[int]()
    below = {low - (low - least) * n // (_STEPS // 2) for n in range(_STEPS // 2 + 1)}
    return sorted({each for each in (*above, *below) if each >= least}, reverse=True)
