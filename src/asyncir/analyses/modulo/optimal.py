"""The best modulo schedule, by constraint programming (OR-Tools CP-SAT), with a proof that it is.

The question
------------
Given are tasks with latencies, edges `source -> target` with a delay and a distance in iterations, and engines, of which
there are a few of each kind. A schedule is an interval I and a start t for each task of iteration 0; the task of
iteration k starts at t + k * I. It is *legal* if

    t(target) + I * distance >= t(source) + delay          for each edge, and
    at no cycle more tasks are busy on an engine than there are engines of its kind.

Wanted is the legal schedule with the least interval; of those one with the fewest stages; then the least memory for
copies; then the earliest starts. The order is the order of what a user loses: time of all iterations, length of prologue
and epilogue and copies of memory, bytes, and nothing at all.

The model
---------
A start is split as t = stage * I + slot with 0 <= slot < I. The stage decides who waits for whom; the slot alone decides
who is in whose way, since all iterations do the same, I cycles apart. A task that is busy for c cycles from its slot on
is joined by itself of one, two, ... ceil(c / I) iterations before, as far as something of those reaches into this
interval. These copies of one busy time are intervals of CP-SAT, and *no overlap* (one engine) or *cumulative* (several)
over them says exactly what "at no cycle" says over all iterations: the picture repeats every I cycles, so one period is
enough. While I is one number, everything is linear. If I is a variable, stage * I is the one product, and its own
constraint.

What is known at each moment (`Found`)
--------------------------------------
    lower bound <= least <= interval of the best schedule found so far

*least* means: no legal schedule has a shorter interval, by proof. It begins as the greatest of three bounds
(`bounds.py`) and grows by one with each interval that the solver refutes. The best schedule begins as a list schedule
(`listing.py`), which always exists: one task after the other is legal. *Optimal* is said where the two meet, and only
there; what is merely found is called a search.

The steps
---------
1. Intervals from `least` on, one by one, each as a model of its own with a constant I. Most loops end here in
   milliseconds, as their least interval is the bound or close to it.
2. If neither a schedule nor a refutation comes within a part of the limit, or sixteen intervals are refuted, one model
   with I as a variable between `least` and what was found, I being minimised. Its bound raises `least`, too.
3. Where I is proved, three more models at this I, one for each further wish; what one has proved is a constraint of the
   next, so that a later wish never costs an earlier one. The first that is not proved within the limit ends the chain.

Why it ends, and always says the same
-------------------------------------
Steps 1 and 3 are loops over fixed numbers of models, and each model may take what is left of one limit. The limit is
counted by CP-SAT's deterministic clock, with one worker and a fixed seed: the answer depends on the problem alone, not on
how busy the machine is. Infeasible at one I does not mean infeasible below: a shorter interval can be legal where a
longer one is not (busy times fall differently), so step 1 goes upwards from the proved bound and never skips.

What it does not do: it believes latencies, and knows no registers and no cache. Tasks do not move from one engine to
another kind.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from asyncir.analyses.modulo.bounds import Bound, lower_bound
from asyncir.analyses.modulo.listing import list_schedule
from asyncir.analyses.modulo.problem import ModuloBuffer, ModuloSchedule, ModuloTask, Problem, shifted

_ONE_BY_ONE = 16
"""So many intervals are tried one by one,"""
_PARTS = 16
"""each within this part of the limit."""


@dataclass(frozen=True)
class Found:
    """A schedule, and what is known of others."""

    schedule: ModuloSchedule
    bound: Bound
    """Why none is shorter than that, whatever its method."""
    least: int
    """No schedule has a shorter interval than this; that of the schedule, where that is proved."""
    fewest: bool = False
    """Whether it is proved that fewer stages do not do."""
    method: Literal["optimal", "search", "list"] = "list"
    """How it was found: proved to be the best, by a search that was not finished, or as a list schedule."""

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no shorter interval is possible."""
        return self.least == self.schedule.interval


def listed(problem: Problem) -> Found:
    """A list schedule, and the lower bound."""
    bound = lower_bound(problem)
    return Found(list_schedule(problem, bound), bound, bound.interval)


def optimal(problem: Problem, limit: float) -> Found:
    """The best schedule, if it is found within so many seconds of CP-SAT's deterministic clock; else a list schedule.

    Raises `ImportError` where OR-Tools is not installed.
    """
    search = _Search(problem, limit)
    found = listed(problem)
    if not found.optimal:
        found = _with_shortest(found, search)
    return _refined(found, search) if found.optimal else found


def _with_shortest(found: Found, search: _Search) -> Found:
    """With the shortest interval."""
    for interval in range(found.least, min(found.least + _ONE_BY_ONE, found.schedule.interval)):
        model = _Model(search.problem, interval, interval)
        answer = search.solve(model, None, search.limit / _PARTS)
        if answer in ("proved", "found"):
            return replace(found, schedule=search.schedule(model), method="search")
        if answer == "unknown":
            break
        found = replace(found, least=interval + 1)
    if found.optimal:
        return found
    model = _Model(search.problem, found.least, found.schedule.interval - 1)
    answer = search.solve(model, model.interval, search.left)
    if answer == "none":
        return replace(found, least=found.schedule.interval)
    if answer != "unknown":
        found = replace(found, schedule=search.schedule(model), method="search")
    return replace(found, least=max(found.least, search.bound))


def _refined(found: Found, search: _Search) -> Found:
    """At this interval, with the fewest stages; of these, with the least memory, then with the earliest starts."""
    interval = found.schedule.interval
    model = _Model(search.problem, interval, interval)
    found = replace(found, method="optimal")
    for number, objective in enumerate((model.stages, model.memory(search.problem), model.starts)):
        model.hint(found.schedule)
        answer = search.solve(model, objective, search.left)
        if answer in ("proved", "found"):
            found = replace(found, schedule=search.schedule(model))
        if answer != "proved":
            break
        found = replace(found, fewest=True)
        if number < 2:
            model.model.add(objective <= search.value(objective))
    return found


@cache
def _cp() -> Any:
    """The library, which is installed on request and takes a while to be imported."""
    # late: an optional package
    from ortools.sat.python import cp_model

    return cp_model


class _Model:
    """All schedules with an interval from `low` to `high`."""

    def __init__(self, problem: Problem, low: int, high: int):
        self.model: Any = _cp().CpModel()
        self.high = high
        self.interval: Any = low if low == high else self.model.new_int_var(low, high, "interval")
        self.stages: Any = self.model.new_int_var(1, problem.most_stages, "stages")
        self._slots: list[Any] = []
        self.times = [self._time(task, problem.most_stages) for task in problem.tasks]
        self.starts: Any = sum(self.times)
        for edge in problem.edges:
            source, target = self.times[edge.source], self.times[edge.target]
            self.model.add(target + self.interval * edge.distance >= source + edge.delay)
        for engine, count in problem.engines.items():
            users = list(problem.on_engine(engine))
            active = [busy for n, c in users for busy in self._busy(self._slots[n], c, -(-c // low))]
            if count == 1:
                self.model.add_no_overlap(active)
            else:
                self.model.add_cumulative(active, [1] * len(active), count)

    def _time(self, task: ModuloTask, most: int) -> Any:
        """When a task starts."""
        slot = self.model.new_int_var(0, self.high - 1, f"slot of {task.name}")
        stage = self.model.new_int_var(0, most - 1, f"stage of {task.name}")
        self.model.add(slot < self.interval)
        self.model.add(stage < self.stages)
        self._slots.append(slot)
        if isinstance(self.interval, int):
            return stage * self.interval + slot
        begin = self.model.new_int_var(0, most * self.high, "begin of the stage")
        self.model.add_multiplication_equality(begin, [stage, self.interval])
        return begin + slot

    def _busy(self, slot: Any, cycles: int, most: int) -> list[Any]:
        """When this iteration, and those before of which something is left, keep an engine busy."""
        found: list[Any] = []
        for age in range(most + 1):
            start = self.model.new_int_var(-age * self.high, self.high, "start")
            self.model.add(start == slot - age * self.interval)
            found.append(self.model.new_fixed_size_interval_var(start, cycles, "busy"))
        return found

    def memory(self, problem: Problem) -> Any:
        """What all copies cost together; of a model with one interval."""
        assert isinstance(self.interval, int)
        return sum(buffer.size * self._copies(buffer, problem) for buffer in problem.buffers)

    def _copies(self, buffer: ModuloBuffer, problem: Problem) -> Any:
        copies = self.model.new_int_var(1, 1 << 20, f"copies of {buffer.name}")
        for access in buffer.accesses:
            end = self.times[access] + problem.tasks[access].duration
            for writer in buffer.writers:
                self.model.add(self.interval * copies >= end - self.times[writer])
        return copies

    def hint(self, schedule: ModuloSchedule) -> None:
        """Let the search begin with this schedule."""
        self.model.clear_hints()
        for slot, start in zip(self._slots, schedule.starts, strict=True):
            self.model.add_hint(slot, start % schedule.interval)


Answer = Literal["proved", "found", "none", "unknown"]
"""The best, a solution, proved that there is none, or nothing within the limit."""


class _Search:
    """Solves models, one after the other, within one limit."""

    def __init__(self, problem: Problem, limit: float):
        self.problem = problem
        self.limit = limit
        self.left = limit
        self._solver: Any = None

    def solve(self, model: _Model, objective: Any, limit: float) -> Answer:
        """Look for the solution with the least objective; for any one, if that is None."""
        cp = _cp()
        limit = min(limit, self.left)
        if limit <= 0:
            return "unknown"
        if objective is not None:
            model.model.minimize(objective)
        self._solver = cp.CpSolver()
        parameters = self._solver.parameters
        # One worker and a clock that counts work: the answer depends on the program alone.
        parameters.num_workers, parameters.random_seed = 1, 0
        parameters.max_deterministic_time = limit
        status = self._solver.solve(model.model)
        self.left -= self._solver.response_proto.deterministic_time
        answers: dict[Any, Answer] = {cp.OPTIMAL: "proved", cp.FEASIBLE: "found", cp.INFEASIBLE: "none"}
        return answers.get(status, "unknown")

    @property
    def bound(self) -> int:
        """What the last objective cannot be less than."""
        return 0 if self._solver is None else math.ceil(self._solver.best_objective_bound - 1e-6)

    def value(self, expression: Any) -> int:
        """What an expression is in the last solution."""
        return self._solver.value(expression)

    def schedule(self, model: _Model) -> ModuloSchedule:
        """The last solution."""
        starts = [self.value(time) for time in model.times]
        return shifted(self.value(model.interval), starts)
