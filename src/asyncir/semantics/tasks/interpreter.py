"""`interpret`: run a module's function under a schedule."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

from asyncir.diagnostics import Diagnostic, DiagnosticError, Severity
from asyncir.dialects.interfaces.completion import fifo_of
from asyncir.ir import ModuleOp, Operation
from asyncir.semantics.blocks.compiler import BlockCompiler
from asyncir.semantics.blocks.engine import BlockEngine, is_of_device, needs_block_engine
from asyncir.semantics.blocks.phases import numbered_barriers
from asyncir.semantics.blocks.race import Race
from asyncir.semantics.core.faults import InterpreterFault, RunError, error_diagnostic
from asyncir.semantics.core.outcome import Outcome, Outcomes, arguments_of, check_copies, exported
from asyncir.semantics.core.program import Program, ProgramFunction
from asyncir.semantics.core.world import Host
from asyncir.semantics.tasks.device_times import DeviceCosts
from asyncir.semantics.tasks.explore import OrderExplorer
from asyncir.semantics.tasks.kernels import DeviceGrid
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.schedules import (
    Earliest,
    EarliestPolicy,
    Exhaustive,
    InOrder,
    InOrderPolicy,
    Latest,
    LatestPolicy,
    Policy,
    Seeded,
    SeededPolicy,
    TaskSchedule,
)
from asyncir.semantics.tasks.tasks import Completion, Task


def interpret(
    module: ModuleOp,
    entry: str,
    args: Sequence[object],
    schedule: TaskSchedule | None = None,
    *,
    max_steps: int | None = None,
    record: bool = False,
    marks: Collection[Operation] = (),
    host: Host | None = None,
    costs: DeviceCosts | None = None,
) -> Outcome:
    """Run the function `entry`; arrays among the arguments are changed in place.

    `host` has the functions that `rt.call` calls, by name; a schedule that tries several orders calls them in each.
    With `record`, the outcome of a program with queues has the events of its run. With `marks`, so has that of any program
    without tasks, and there is an event for each execution of one of these ops.
    With `costs`, the outcome says when each work of a device was done (`works`), and when all was over (`time`).
    Errors of the program are in the outcome; a call that does not fit the program raises `DiagnosticError`.
    """
    run = prepare(module, entry, max_steps=max_steps, record=record, marks=marks, host=host, costs=costs)
    return run(args, schedule or Earliest())


def prepare(
    module: ModuleOp,
    entry: str,
    *,
    max_steps: int | None = None,
    record: bool = False,
    marks: Collection[Operation] = (),
    host: Host | None = None,
    costs: DeviceCosts | None = None,
) -> Callable[[Sequence[object], TaskSchedule], Outcome]:
    """What runs the function `entry` with arguments and under a schedule, any number of times: see `interpret`.

    The module is read here once, and must not change as long as it is run.
    """
    machine = TaskMachine()
    machine.max_steps = max_steps
    machine.host = host or {}
    machine.costs = costs
    program = Program(module, machine)
    if any(map(is_of_device, module.walk())):
        grid = DeviceGrid(machine.fifo_of)
        grid.numbered_barriers = numbered_barriers(module)
        program.device = Program(module, grid, BlockCompiler)
    function = program.functions.get(entry)
    if function is None or function.external:
        names = ", ".join(f"`@{name}`" for name, f in program.functions.items() if not f.external)
        message = f"there is no function `@{entry}`"
        raise DiagnosticError(Diagnostic("S015", message, help=f"one of {names}" if names else ""))
    try:
        engine: TaskEngine | BlockEngine = TaskEngine(machine, function)
        if needs_block_engine(module, function.op) or marks:
            engine = BlockEngine(module, function.op, max_steps=max_steps, record=record, marks=marks)
    except InterpreterFault as fault:
        failed = _failed(fault)
        return lambda args, schedule: failed
    return partial(_run, engine)


def _run(engine: TaskEngine | BlockEngine, args: Sequence[object], schedule: TaskSchedule) -> Outcome:
    try:
        return engine.run(args, schedule)
    except InterpreterFault as fault:
        return _failed(fault)


def _failed(fault: InterpreterFault) -> Outcome:
    return Outcome((), "", (fault.diagnostic,))


_MUCH_KNOWN = 300_000
"""Clocks with more entries together are not left to the collector, which counts objects and not what they hold."""


class TaskEngine:
    """The engine for tasks, with a function to run."""

    def __init__(self, machine: TaskMachine, function: ProgramFunction):
        self.machine = machine
        self.machine.fifo_of = partial(fifo_of, scope=function.op)
        self.function = function

    def run(self, args: Sequence[object], schedule: TaskSchedule) -> Outcome:
        """Run it under the schedule."""
        self.machine.max_tasks = None
        if isinstance(schedule, Exhaustive):
            return self._all_outcomes(args, schedule)
        makers: dict[type, Callable[[Task], Policy]] = {
            Earliest: lambda task: EarliestPolicy(),
            Latest: LatestPolicy,
            Seeded: lambda task: SeededPolicy(schedule.seed if isinstance(schedule, Seeded) else 0),
            InOrder: lambda task: InOrderPolicy(schedule if isinstance(schedule, InOrder) else InOrder(())),
        }
        outcome = self._run(args, makers[type(schedule)])
        if self.machine.known_at_issues > _MUCH_KNOWN:
            self.machine.reset(makers[type(schedule)])
            gc.collect()  # Tasks point at each other.
        return outcome

    def _run(self, args: Sequence[object], make_policy: Callable[[Task], Policy]) -> Outcome:
        machine, function = self.machine, self.function
        arguments = arguments_of(function, args)
        entry = machine.reset(make_policy)
        results: tuple[object, ...] = ()
        races: tuple[Race, ...] = ()
        try:
            entry.op = function.op
            entry.enter(function.code, arguments.values)
            machine.policy.enabled(entry)
            machine.run()
            results, error = _results(entry, function)
            diagnostics = [error_diagnostic(error)] if error is not None else []
            diagnostics += [_unseen(e) for e in machine.unseen if not e.seen]
        except InterpreterFault as fault:
            diagnostics = [fault.diagnostic]
            races = () if fault.race is None else (fault.race,)
        arguments.write_back()
        output, trace = "".join(machine.output), tuple(machine.trace)
        works = tuple(machine.works)
        time = max((work.end for work in works), default=0.0)
        outcome = Outcome(results, output, tuple(diagnostics), trace, races=races)
        return replace(outcome, works=works, time=time, host_time=entry.time) if works else outcome

    def _all_outcomes(self, args: Sequence[object], schedule: Exhaustive) -> Outcome:
        """Every outcome that some order of the tasks has."""
        check_copies(args)
        self.machine.max_tasks = schedule.max_tasks
        outcomes = Outcomes(args)

        def run(make_policy: Callable[[Task], Policy]) -> bool:
            outcomes.restore()
            outcome = self._run(args, make_policy)
            outcome = replace(outcome, order=tuple(t.task for t in explorer.transitions))
            if not explorer.redundant:
                outcomes.add(outcome, *((d.code, d.message, d.notes) for d in outcome.diagnostics))
            # A program that is wrong under one order is wrong; there is nothing more to find out.
            return explorer.redundant or not _is_wrong(outcome)

        explorer = OrderExplorer(self.machine, schedule)
        limit = explorer.explore(run)
        first, *others = outcomes.found.values()
        if any(o.diagnostics and o.diagnostics[0].code[0] == "S" and not o.ok for o, _ in others):
            others.sort(key=lambda pair: pair[0].ok)
            first, others = others[0], [first, *others[1:]]
        joined = outcomes.joined([first, *others], limit)
        return replace(joined, runs=explorer.runs, orders=explorer.orders)


def _results(entry: Task, function: ProgramFunction) -> tuple[tuple[object, ...], RunError | None]:
    """The entry's results, and its error: its own, or that of a completion which it returns."""
    if entry.error is not None or entry.results is None:
        return (), entry.error
    values = entry.results
    if function.is_async:
        values = [value.payload if isinstance(value, Completion) else value for value in values]
    for value in values:
        if isinstance(value, Completion) and value.failed is not None:
            value.failed.seen = True
            return (), RunError("R102", "the awaited task failed", function.op, value.failed)
    types = list(function.op.function_type.outputs.data)
    if function.is_async:
        types = [t for t in types if t.name != "async.token"]
    return exported(values, types, function.op), None


def _unseen(error: RunError) -> Diagnostic:
    shown = error_diagnostic(error, Severity.WARNING)
    message = f"a task failed and nobody waited for it: {shown.message}"
    return replace(shown, code="S008", message=message, help="`async.await` its token")


def _is_wrong(outcome: Outcome) -> bool:
    return any(d.severity is Severity.ERROR and d.code[0] == "S" for d in outcome.diagnostics)
