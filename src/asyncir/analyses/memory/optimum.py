"""The best plan, and how far the best that is known may be from it: CP-SAT, for programs of some hundred buffers.

The model has the start of each job and the offset of each buffer as variables. A job starts when those are over for which it
waits. Two buffers that clash lie one behind the other in memory, one way or the other, or one behind the other in time: all
jobs that use one are over when those start that use the other. The second pair of choices is an added edge. Twins have a
fifth choice, to lie at one place.

Why that is the question itself, and not an approximation: of a plan take, for each job, when it starts if everything starts
as early as it may; that fulfils the model, since two buffers that share bytes are over one before the other in every order,
and so in this one. And of a solution take, for each two buffers that share bytes, the edges between their jobs: the starts
fulfil them, so that the longest chain is no longer than the solution says, and, each job taking some time, no cycle is made.

Either the arena is made small with a given longest chain, or the chain short with a given arena; both are bounded from below
by what the solver proves. One worker, and a clock that counts work: what comes out depends on the program alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

from asyncir.analyses.memory.greedy import tidied
from asyncir.analyses.memory.ordering import front
from asyncir.analyses.memory.packing import clashes
from asyncir.analyses.memory.problem import ALIGNMENT, Edge, MemoryPlan, MemoryProblem, path_of, starts_of

MOST_PAIRS = 20_000
"""Of clashing pairs of buffers; of more no optimum is looked for."""


@dataclass(frozen=True)
class Optimum:
    """What is known of the best plan."""

    plan: MemoryPlan | None
    """The best that was found."""
    bound: int
    """What no plan can be below, in the bytes or nanoseconds that were asked for."""
    is_proved: bool
    """Whether the plan is the best, or that there is none."""


def has_solver() -> bool:
    """Whether OR-Tools is installed."""
    try:
        _cp()
    except ImportError:
        return False
    return True


def smallest(
    problem: MemoryProblem, path: int | None, seconds: float, known: MemoryPlan | None = None
) -> Optimum:
    """The smallest arena with no longer chain than that; with None, without any edges.

    Raises `ImportError` where OR-Tools is not installed.
    """
    return _solved(problem, seconds, known, path=path, limit=None, edges=path is not None)


def quickest(problem: MemoryProblem, limit: int, seconds: float, known: MemoryPlan | None = None) -> Optimum:
    """The shortest chain with no larger arena than that. Raises `ImportError` where OR-Tools is not installed."""
    return _solved(problem, seconds, known, path=None, limit=limit, edges=True)


def proved_front(problem: MemoryProblem, seconds: float, points: int = 12) -> list[Optimum]:
    """Plans of which none beats another one, the fastest first, each with the bound of its bytes for its chain.

    There are more where `points` is larger. Raises `ImportError` where OR-Tools is not installed.
    """
    known = front(problem)
    if problem.is_fixed:
        return [smallest(problem, None, seconds, known[0])]
    step = max(ALIGNMENT, (known[0].peak - problem.least) // points // ALIGNMENT * ALIGNMENT)
    found: list[Optimum] = []
    path = path_of(problem, ())
    while len(found) <= points:
        near = [plan for plan in known if plan.path <= path]
        best = smallest(problem, path, seconds, near[-1] if near else None)
        if best.plan is None:
            break
        found.append(best)
        limit = best.plan.peak - step
        if limit < problem.least <= best.plan.peak - ALIGNMENT:
            limit = best.plan.peak - ALIGNMENT
        quick = quickest(problem, limit, seconds, next((p for p in known if p.peak <= limit), None))
        if quick.plan is None:
            break
        path = quick.plan.path
    return found


@cache
def _cp() -> Any:
    """The library, which is installed on request and takes a while to be imported."""
    # late: an optional package
    from ortools.sat.python import cp_model

    return cp_model


class _Plans:
    """All plans of a problem, as a model."""

    def __init__(self, problem: MemoryProblem, *, path: int | None, limit: int | None, edges: bool):
        self.problem, self.model = problem, _cp().CpModel()
        self.matrix = clashes(problem, problem.past)
        self.twins = {(min(a, b), max(a, b)) for a, b, _ in problem.twins}
        top = limit if limit is not None else sum(problem.sizes)
        self.units = [size // ALIGNMENT for size in problem.sizes]
        self.peak: Any = self.model.new_int_var(-(-problem.least // ALIGNMENT), top // ALIGNMENT, "peak")
        room = [max(0, top // ALIGNMENT - size) for size in self.units]
        self.offsets = [self.model.new_int_var(0, most, f"offset {b}") for b, most in enumerate(room)]
        for offset, size in zip(self.offsets, self.units, strict=True):
            self.model.add(offset + size <= self.peak)
        shortest = path_of(problem, ())
        longest = path if path is not None else sum(problem.costs) if edges else shortest
        self.path: Any = self.model.new_int_var(shortest, max(shortest, longest), "path")
        self.starts: list[Any] = []
        self.ends: list[Any] = []
        self.turns: dict[tuple[int, int], Any] = {}
        if edges:
            self._jobs(max(shortest, longest))
        count = len(problem.sizes)
        for a in range(count):
            for b in range(a + 1, count):
                if self.matrix[a, b] and self.units[a] and self.units[b]:
                    self._apart(a, b, edges)

    def _jobs(self, horizon: int) -> None:
        problem, model = self.problem, self.model
        for job, cost in enumerate(problem.costs):
            start = model.new_int_var(0, horizon, f"start {job}")
            end: Any = start + cost
            if problem.late[job]:
                end = model.new_int_var(0, horizon, f"end {job}")
                model.add(end >= start + cost)
                for each in problem.late[job]:
                    model.add(end >= self.ends[each])
            for each in problem.before[job]:
                model.add(start >= self.ends[each])
            model.add(end <= self.path)
            self.starts.append(start)
            self.ends.append(end)

    def _apart(self, a: int, b: int, edges: bool) -> None:
        """Let two buffers lie one behind the other, in memory or in time."""
        model = self.model
        below, above = model.new_bool_var(""), model.new_bool_var("")
        model.add(self.offsets[a] + self.units[a] <= self.offsets[b]).only_enforce_if(below)
        model.add(self.offsets[b] + self.units[b] <= self.offsets[a]).only_enforce_if(above)
        choices = [below, above]
        if (a, b) in self.twins:
            same = model.new_bool_var("")
            model.add(self.offsets[a] == self.offsets[b]).only_enforce_if(same)
            choices.append(same)
        for first, second in ((a, b), (b, a)) if edges else ():
            between = self.problem.turns(first, second)
            if between is not None:
                turn = self.turns[first, second] = model.new_bool_var("")
                choices.append(turn)
                for one, other in between:
                    model.add(self.ends[one] <= self.starts[other]).only_enforce_if(turn)
        model.add_bool_or(choices)

    def hint(self, plan: MemoryPlan) -> None:
        """Let the search begin with this plan."""
        for variable, offset in zip(self.offsets, plan.offsets, strict=True):
            self.model.add_hint(variable, offset // ALIGNMENT)
        self.model.add_hint(self.peak, -(-plan.peak // ALIGNMENT))
        if self.starts:
            for variable, start in zip(self.starts, starts_of(self.problem, plan), strict=True):
                self.model.add_hint(variable, start)

    def plan(self, solver: Any) -> MemoryPlan:
        """What a solution says."""
        problem = self.problem
        offsets = [solver.value(each) * ALIGNMENT for each in self.offsets]
        peak = max((o + s for o, s in zip(offsets, problem.sizes, strict=True)), default=0)
        edges: dict[Edge, None] = {}
        for (a, b), turn in self.turns.items():
            share = offsets[a] < offsets[b] + problem.sizes[b] and offsets[b] < offsets[a] + problem.sizes[a]
            if share and solver.value(turn):
                edges.update(dict.fromkeys(problem.turns(a, b) or ()))
        order: list[int] = []
        if self.starts:
            begin = [solver.value(each) for each in self.starts]
            order = sorted(
                range(len(begin)),
                key=lambda j: (problem.segments[j], problem.tasks[j], begin[j], j),
            )
        plan = MemoryPlan(tuple(offsets), peak, 0, tuple(edges), tuple(order), "CP-SAT")
        return tidied(problem, plan)


def _solved(
    problem: MemoryProblem,
    seconds: float,
    known: MemoryPlan | None,
    *,
    path: int | None,
    limit: int | None,
    edges: bool,
) -> Optimum:
    cp = _cp()
    shortest = path_of(problem, ())
    bound = problem.least if limit is None else shortest
    if limit is not None and limit < problem.least:
        return Optimum(None, bound, True)
    if path is not None and path < shortest:
        return Optimum(None, bound, True)
    reached = known is not None and (known.peak if limit is None else known.path) <= bound
    if reached or not problem.sizes:
        return Optimum(known, bound, True)
    if int(clashes(problem, problem.past).sum()) > 2 * MOST_PAIRS:
        return Optimum(known, bound, False)
    model = _Plans(problem, path=path, limit=limit, edges=edges)
    if known is not None:
        model.hint(known)
    objective = model.peak if limit is None else model.path
    model.model.minimize(objective)
    solver = cp.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, 0
    solver.parameters.max_deterministic_time = seconds
    status = solver.solve(model.model)
    if status == cp.INFEASIBLE:
        return Optimum(None, bound, True)
    least = math.ceil(solver.best_objective_bound - 1e-6) * (ALIGNMENT if limit is None else 1)
    if status not in (cp.OPTIMAL, cp.FEASIBLE):
        return Optimum(known, max(bound, least), False)
    plan = model.plan(solver)
    if known is not None and _worse(plan, known, limit is None):
        plan = known
    return Optimum(plan, max(bound, least), status == cp.OPTIMAL)


def _worse(plan: MemoryPlan, known: MemoryPlan, by_bytes: bool) -> bool:
    key = (plan.peak, plan.path) if by_bytes else (plan.path, plan.peak)
    return key > ((known.peak, known.path) if by_bytes else (known.path, known.peak))
