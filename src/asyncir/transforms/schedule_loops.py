"""`schedule-loops`: statements with engines and latencies get stages and places, by modulo scheduling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from asyncir.analyses.modulo.bounds import Bound
from asyncir.analyses.modulo.loop import engines_of, is_asynchronous, problem_of
from asyncir.analyses.modulo.optimal import Found, listed, optimal
from asyncir.analyses.modulo.problem import Problem
from asyncir.analyses.trip_counts import trips_of
from asyncir.diagnostics import Diagnostic, DiagnosticError, raise_all
from asyncir.diagnostics.words import counted
from asyncir.dialects.pipelining import loops_to_schedule, statements_of
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    DictionaryAttr,
    IntegerAttr,
    Operation,
    StringAttr,
    UnitAttr,
    i64,
)
from asyncir.ir.marks import (
    ASYNC,
    BUSY,
    ENGINE,
    ENGINES,
    LATENCY,
    MODULO_SCHEDULE,
    ORDERS,
    QUEUE,
    SCHEDULE,
    STAGES,
)
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import complaint, remark


class ScheduleLoops(ScopedPass):
    """Find stages and places for the statements of each loop with `software_pipeline_schedule`; those of asynchronous engines
    become asynchronous.

    `optimal` finds the shortest interval between iterations, then the fewest stages, then the least memory for copies, and
    proves it. After `time-limit` seconds of work, as CP-SAT counts them, it takes the best that it knows, at worst a list
    schedule; a remark says how far from the lower bound that may be (P133). `list` makes a list schedule at once. What a loop
    asks for comes before the option. No schedule has more stages than `max-stages`.
    """

    schedule: Literal["optimal", "list"] = "optimal"
    time_limit: int = 2
    max_stages: int = 8
    args_alias: bool = False

    def __post_init__(self) -> None:
        if self.time_limit < 0:
            raise ValueError("time-limit cannot be negative")
        if self.max_stages < 1:
            raise ValueError("max-stages has to be 1 or more")

    def run_on(self, root: Operation) -> None:
        """Look at all loops before the first is changed."""
        loops = loops_to_schedule(root)
        raise_all(fault for loop in loops for fault in _without_latency(loop))
        found = [(loop, self._problem(loop)) for loop in loops]
        for loop, problem in found:
            wish = loop.attributes[SCHEDULE]
            method = wish.data if isinstance(wish, StringAttr) else self.schedule
            schedule = self._find(loop, problem, method)
            _say(loop, schedule, method)
            _write(loop, problem, schedule)

    def _problem(self, loop: Operation) -> Problem:
        problem = problem_of(
            loop, statements_of(loop), most_stages=self.max_stages, arguments_alias=self.args_alias
        )
        most = trips_of(loop).most
        return problem if most is None else replace(problem, most_stages=max(1, min(self.max_stages, most)))

    def _find(self, loop: Operation, problem: Problem, method: str) -> Found:
        if method == "list":
            return listed(problem)
        try:
            return optimal(problem, self.time_limit)
        except ImportError:
            message = "an optimal schedule needs OR-Tools, which is not installed"
            help = "pip install 'asyncir[schedules]', or ask for a list schedule"
            raise DiagnosticError(complaint("P134", message, loop, help)) from None


def _without_latency(loop: Operation) -> list[Diagnostic]:
    """Statements that nobody has given a latency and an engine."""
    engines = engines_of(loop) or {}
    needed = (ENGINE, LATENCY, BUSY)
    message = "the statement has no engine or no latency, and cannot be scheduled"
    return [
        complaint("P131", message, statement, "run assign-latencies before schedule-loops")
        for statement in statements_of(loop)
        if not all(name in statement.attributes for name in needed) or not engines
    ]


def _say(loop: Operation, found: Found, asked: str) -> None:
    """A remark where the schedule is not known to be the best."""
    schedule = found.schedule
    if found.optimal:
        return
    gap = schedule.interval - found.least
    how = "a list schedule" if found.method == "list" else "the best schedule that was found"
    message = (
        f"{how} begins an iteration every {counted(schedule.interval, 'cycle')}; "
        f"the lower bound is {found.least}, the gap {100 * gap / found.least:.1f} %"
    )
    help = "ask for schedule=optimal" if asked == "list" else "give it more time-limit"
    remark("P133", message, loop, help=help)


def _write(loop: Operation, problem: Problem, found: Found) -> None:
    schedule, statements = found.schedule, statements_of(loop)
    slots = [(start % schedule.interval, n) for n, start in enumerate(schedule.starts)]
    places = {n: place for place, (_, n) in enumerate(sorted(slots))}
    queues: list[tuple[int, str]] = []
    for n, statement in enumerate(statements):
        stage, engine = schedule.starts[n] // schedule.interval, _engine_of(statement)
        statement.attributes[STAGES] = IntegerAttr(stage, i64)
        statement.attributes[ORDERS] = IntegerAttr(places[n], i64)
        if is_asynchronous(loop, engine):
            statement.attributes[ASYNC] = UnitAttr()
            queues.append((stage, engine))
    # A queue for each engine, so that no wait is for another one's work; and for each stage, so that counts are constant: the
    # prologue commits nothing for later stages.
    numbers = {queue: n for n, queue in enumerate(sorted(set(queues)))}
    for statement, queue in zip((s for s in statements if ASYNC in s.attributes), queues, strict=True):
        statement.attributes[QUEUE] = IntegerAttr(numbers[queue], i64)
    loop.attributes.pop(SCHEDULE)
    loop.attributes[MODULO_SCHEDULE] = _record(loop, statements, problem, found)
    loop.attributes.pop(ENGINES)


def _engine_of(statement: Operation) -> str:
    engine = statement.attributes[ENGINE]
    assert isinstance(engine, StringAttr)
    return engine.data


def _record(loop: Operation, statements: Sequence[Operation], problem: Problem, found: Found) -> Attribute:
    """The schedule for readers, in one attribute of the loop, which stays when the statements are gone."""
    schedule = found.schedule
    rows = [
        DictionaryAttr(
            {
                "name": StringAttr(task.name),
                "start": IntegerAttr(start, i64),
                "latency": IntegerAttr(task.latency, i64),
                "busy": statement.attributes[BUSY],
                "engine": statement.attributes[ENGINE],
            }
        )
        for task, start, statement in zip(problem.tasks, schedule.starts, statements, strict=True)
    ]
    record: dict[str, Attribute] = {
        "interval": IntegerAttr(schedule.interval, i64),
        "least": IntegerAttr(found.least, i64),
        "bound": _bound(found.bound),
        "method": StringAttr(found.method),
        "sequential": IntegerAttr(problem.sequential, i64),
        "engines": loop.attributes[ENGINES],
        "statements": ArrayAttr(rows),
    }
    return DictionaryAttr(record)


def _bound(bound: Bound) -> Attribute:
    """What the lower bound comes from."""
    said: dict[str, Attribute] = {
        "interval": IntegerAttr(bound.interval, i64),
        "kind": StringAttr(bound.kind),
        "statements": ArrayAttr([IntegerAttr(n, i64) for n in bound.tasks]),
        "cycles": IntegerAttr(bound.busy, i64),
    }
    if bound.kind == "engine":
        said["engine"] = StringAttr(bound.engine)
    if bound.kind == "recurrence":
        said["iterations"] = IntegerAttr(bound.distance, i64)
    return DictionaryAttr(said)
