"""`assign-latencies`: each statement of a loop that wants a schedule gets an engine, a latency, and how long it is busy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from asyncir.analyses.statement_work import why_not_in_flight, work_of
from asyncir.diagnostics import Diagnostic, raise_all
from asyncir.diagnostics.names import did_you_mean
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import loops_to_schedule, number, statements_of
from asyncir.ir import (
    Attribute,
    DictionaryAttr,
    IntegerAttr,
    Operation,
    StringAttr,
    UnitAttr,
    i64,
)
from asyncir.ir.marks import BUSY, ENGINE, ENGINES, LATENCY, SCHEDULE
from asyncir.ir.walk import walk
from asyncir.targets.machine import Engine, MachineModel, load_machine
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import complaint, remark
from asyncir.transforms.expand_pipeline import dissolve

_MOST = 1_000_000_000
"""No statement takes longer than so many cycles, here."""


class AssignLatencies(ScopedPass):
    """Say of each statement of a loop with `software_pipeline_schedule` where it runs and how long that takes.

    The machine is the name of a description or a file (docs/schedules.md). The first engine that takes the kind of work
    does it; what an op says of itself, by `software_pipeline_engine`, `_latency` and `_busy`, stays. A loop with a statement
    that no engine can do is left as it was, with a remark (P132).
    """

    machine: str = "cpu"

    def run_on(self, root: Operation) -> None:
        """Look at all loops before the first is changed."""
        loops = loops_to_schedule(root)
        if not loops and self.machine == "cpu":
            return  # what every compilation asks for has to be quick
        machine = load_machine(self.machine)
        effects, faults = Effects(), list[Diagnostic]()
        plans = {loop: [_plan(s, machine, effects, faults) for s in statements_of(loop)] for loop in loops}
        raise_all(faults)
        for loop, plan in plans.items():
            if all(plan):
                _write(loop, [one for one in plan if one is not None], machine)
            else:
                dissolve(loop)
                loop.attributes.pop(SCHEDULE)


@dataclass(frozen=True, slots=True)
class _Plan:
    engine: Engine
    latency: int
    busy: Mapping[str, int]


def _plan(
    statement: Operation, machine: MachineModel, effects: Effects, faults: list[Diagnostic]
) -> _Plan | None:
    """What the statement gets; None where no engine can do it."""
    amount = work_of(statement, effects, machine.operations, machine.unknown_trips)
    in_the_way = why_not_in_flight(statement)
    name = _said(statement, ENGINE)
    if name is not None:
        engine = _named(statement, name, machine, in_the_way, faults)
    else:
        engine = machine.engine_for(amount.work, synchronous=bool(in_the_way))
        if engine is None:
            reason = f", since {in_the_way}" if in_the_way else ""
            message = (
                f"the loop is not scheduled: no engine of '{machine.name}' can do this {amount.work} work"
            )
            help = f"let an engine take '{amount.work}', or name one by {ENGINE}"
            remark("P132", message + reason, statement, help=help)
    if engine is None:
        return None
    latency, busy = _number(statement, LATENCY, faults), _number(statement, BUSY, faults)
    computed = min(engine.busy(amount.operations), _MOST)
    if busy is None:
        busy = computed if latency is None else max(1, min(computed, latency))
    issues = machine.issued_by and machine.issue_cycles and engine.asynchronous
    issue = {machine.issuer: machine.issue_cycles} if issues else {}
    return _Plan(engine, latency or min(busy + engine.latency, _MOST), {**issue, engine.name: busy})


def _said(statement: Operation, name: str) -> Attribute | None:
    """What the statement, or the first op of it that does, says of itself."""
    return next((op.attributes[name] for op in walk(statement) if name in op.attributes), None)


def _named(
    statement: Operation, name: Attribute, machine: MachineModel, in_the_way: str, faults: list[Diagnostic]
) -> Engine | None:
    """The engine that an op asks for."""
    known = [engine.name for engine in machine.engines]
    engine = machine.engine(name.data) if isinstance(name, StringAttr) else None
    if engine is None:
        asked = name.data if isinstance(name, StringAttr) else str(name)
        message = f"the machine '{machine.name}' has no engine {name}"
        help = did_you_mean(asked, known) or f"it has {', '.join(known)}"
        faults.append(complaint("P131", message, statement, help))
    elif engine.asynchronous and in_the_way:
        message = f"engine '{engine.name}' is asynchronous, and the statement cannot be: {in_the_way}"
        help = "name a synchronous engine, or change the statement"
        faults.append(complaint("P131", message, statement, help))
        return None
    return engine


def _number(statement: Operation, name: str, faults: list[Diagnostic]) -> int | None:
    """A number of cycles that an op gives."""
    said = _said(statement, name)
    if isinstance(said, DictionaryAttr):  # from an earlier run
        engine = statement.attributes.get(ENGINE)
        return number(said.data, engine.data) if isinstance(engine, StringAttr) else None
    if said is None:
        return None
    value = said.value.data if isinstance(said, IntegerAttr) else 0
    if not 1 <= value <= _MOST:
        message = f"{name} is {said}, where a number of cycles from 1 to {_MOST} is needed"
        faults.append(complaint("P131", message, statement, f"write {name} = 8 : i64"))
        return None
    return value


def _write(loop: Operation, plans: list[_Plan], machine: MachineModel) -> None:
    loop.attributes[ENGINES] = DictionaryAttr({engine.name: _described(engine) for engine in machine.engines})
    for statement, plan in zip(statements_of(loop), plans, strict=True):
        statement.attributes[ENGINE] = StringAttr(plan.engine.name)
        statement.attributes[LATENCY] = IntegerAttr(plan.latency, i64)
        statement.attributes[BUSY] = DictionaryAttr({n: IntegerAttr(c, i64) for n, c in plan.busy.items()})
        for op in walk(statement):
            if op is not statement:
                for name in (ENGINE, LATENCY, BUSY):
                    op.attributes.pop(name, None)


def _described(engine: Engine) -> Attribute:
    asynchronous: dict[str, Attribute] = {"asynchronous": UnitAttr()} if engine.asynchronous else {}
    return DictionaryAttr({"count": IntegerAttr(engine.count, i64), **asynchronous})
