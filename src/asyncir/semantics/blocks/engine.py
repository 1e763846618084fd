"""Which programs this engine runs, and running them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import prod
from typing import Any

from asyncir.diagnostics import Diagnostic, Note
from asyncir.dialects.execution_traits import OfHost
from asyncir.dialects.interfaces.completion import fifo_of, threads_of
from asyncir.dialects.interfaces.device_work import DeviceWork, WorkKind, device_work
from asyncir.ir import ModuleOp, Operation, StringAttr
from asyncir.ir.walk import enclosing
from asyncir.semantics.blocks import (
    lane_memory as lane_memory,
    launches as launches,
    memory as memory,
    ops as ops,
    parallel as parallel,
    phase_ops as phase_ops,
)
from asyncir.semantics.blocks.compiler import TRAIT_HANDLERS, BlockCompiler
from asyncir.semantics.blocks.grid import GridMachine
from asyncir.semantics.blocks.lane_compiler import LaneCompiler
from asyncir.semantics.blocks.lane_machine import LaneMachine
from asyncir.semantics.blocks.lanes import NotVectorised
from asyncir.semantics.blocks.machine import BlockMachine
from asyncir.semantics.blocks.phases import numbered_barriers
from asyncir.semantics.blocks.race import diagnostic
from asyncir.semantics.blocks.recorder import Recorder
from asyncir.semantics.blocks.timing import AtOnce, Choices, Everywhere, Sometime, Timing
from asyncir.semantics.core.arguments import Arguments
from asyncir.semantics.core.faults import InterpreterFault, TaskFailure, error_diagnostic, fault, span_of
from asyncir.semantics.core.outcome import (
    MOST_COPIED,
    Outcome,
    Outcomes,
    arguments_of,
    bytes_of,
    check_copies,
    exported,
    texts,
    too_many_orders,
)
from asyncir.semantics.core.program import Program, ProgramFunction, reachable
from asyncir.semantics.core.values import PoisonMet
from asyncir.semantics.tasks.schedules import Earliest, Exhaustive, InOrder, Latest, Seeded, TaskSchedule

_OF_BOTH = frozenset({"async.await", "async.ready"})


def needs_block_engine(module: ModuleOp, entry: Operation) -> bool:
    """Whether the function uses queues or threads, itself or in what it calls, and nothing that only tasks have.

    Raises S012 if it has tasks, and of queues or threads what only a device has.
    """
    of_queues: Operation | None = None
    of_devices: Operation | None = None
    of_tasks: Operation | None = None
    ops = list(_reachable(module, entry))
    if any(map(_is_given_to_device, ops)) or (any(map(is_of_device, ops)) and any(map(_is_of_tasks, ops))):
        return False  # what is wrong with such a program, the engine for tasks says
    for op in ops:
        if op.name in _OF_BOTH:
            continue
        if _is_of_queues(type(op)):
            of_queues = of_queues or op
            if not op.name.startswith("queue."):
                of_devices = of_devices or op
        elif _is_of_tasks(op):
            of_tasks = of_tasks or op
    if of_queues is None:
        return threads_of(entry) != (1, 1, 1)
    if of_tasks is None:
        return True
    if of_devices is None and threads_of(entry) == (1, 1, 1):
        return False
    message = "the interpreter runs programs with tasks or for the threads of a device, not both"
    other = of_devices or entry
    notes = (
        Note(f"`{other.name}` is for a device" if of_devices else "this has several threads", span_of(other)),
    )
    label = "launches, waits or calls as tasks do"
    raise fault("S012", f"{message}: `{of_tasks.name}` is for tasks", of_tasks, label, notes=notes)


def _is_of_tasks(op: Operation) -> bool:
    of_tasks = op.name.startswith(("async.", "io.")) and op.name not in _OF_BOTH
    return of_tasks or _is_call_in_flight(op)


def is_of_device(op: Operation) -> bool:
    """Whether the op is about works of a device."""
    return op.has_trait(OfHost, value_if_unregistered=False)


def _is_given_to_device(op: Operation) -> bool:
    """Whether the op is about works of a device that are more than launches which the host waits for."""
    if not is_of_device(op) or kind_of_work(op) is not WorkKind.KERNEL:
        return is_of_device(op)
    return bool(DeviceWork.dependencies(op)) or DeviceWork.token(op) is not None


def kind_of_work(op: Operation) -> WorkKind | None:
    """What a device does; None for what is no work."""
    trait = device_work(op)
    return None if trait is None else trait.kind


def _is_call_in_flight(op: Operation) -> bool:
    return op.name.startswith("func.call") and any(around.name == "queue.async" for around in enclosing(op))


@cache
def _is_of_queues(op: type[Operation]) -> bool:
    """Whether ops of this class are for this engine only; remembered, since every op of a program is asked."""
    return op.name.startswith(("gpu.", "nvgpu.")) or any(op.has_trait(trait) for trait in TRAIT_HANDLERS)


def _reachable(module: ModuleOp, entry: Operation) -> Iterator[Operation]:
    """All ops of the function and of those that it refers to."""
    functions = {
        symbol.data: op
        for op in module.ops
        if op.name in ("func.func", "async.func")
        and isinstance(symbol := op.properties.get("sym_name"), StringAttr)
    }
    return reachable(functions, entry)


LEAST_LANES = 8
"""Blocks of so many threads are run as arrays first. For fewer, NumPy costs more than it saves."""


def run_lanes(module: ModuleOp, entry: Operation, args: Sequence[object]) -> Outcome | None:
    """Run all threads together; None, and nothing changed, where that is not possible or something is wrong."""
    machine = LaneMachine(threads_of(entry), lambda queue: fifo_of(queue, entry))
    kept = Outcomes(args)
    try:
        program = Program(module, machine, LaneCompiler)
        reached = {op for op in _reachable(module, entry) if op.name == "func.func"} | {entry}
        functions = [f for f in program.functions.values() if f.op in reached and not f.external]
        for function in functions:
            _ = function.code
        (main,) = [function for function in functions if function.op is entry]
        arguments = Arguments([a.type for a in main.op.body.blocks[0].args], args)
        results = machine.run(main.code, arguments.values)
        types = list(main.op.function_type.outputs.data)
        given_back = exported(results, types, entry)
    except (NotVectorised, InterpreterFault, TaskFailure, PoisonMet):
        kept.restore()
        return None
    arguments.write_back()
    return Outcome(given_back, "", ())


MOST_THREADS = 4096
"""In a block: four times as many as GPUs take."""


def _block_of(entry: Operation) -> tuple[int, int, int]:
    """The extents of the block of threads; S012 for one that is too large to be run."""
    extents = threads_of(entry)
    if prod(extents) > MOST_THREADS:
        most = f"the interpreter runs blocks of at most {MOST_THREADS} threads"
        message = f"{most}, and `gpu.known_block_size` says {prod(extents)}"
        help = "take a smaller block: GPUs run blocks of at most 1024 threads"
        raise fault("S012", message, entry, "too many threads", help)
    return extents


class BlockEngine:
    """A module's function, ready to be run."""

    def __init__(
        self,
        module: ModuleOp,
        entry: Operation,
        *,
        max_steps: int | None,
        record: bool,
        marks: Iterable[Operation] = (),
    ):
        def fifo(queue: int | str) -> Any:
            if isinstance(queue, int) and queue not in names:
                names[queue] = fifo_of(queue, entry)
            return names.get(queue, queue)

        names: dict[int | str, Any] = {}
        self.module = module
        self.machine = BlockMachine(_block_of(entry), fifo)
        self.machine.max_steps = max_steps
        self.machine.recorder = Recorder(marks) if record else None
        self.machine.has_parallel_loops = any(op.name == "scf.parallel" for op in module.walk())
        program = Program(module, self.machine, BlockCompiler)
        grid = GridMachine(fifo)
        self.machine.numbered_barriers = grid.numbered_barriers = numbered_barriers(module)
        program.device = Program(module, grid, BlockCompiler)
        self.function = next(f for f in program.functions.values() if f.op is entry)

    def run(self, args: Sequence[object], schedule: TaskSchedule) -> Outcome:
        """Run it."""
        self.machine.max_flights = self.machine.max_in_flight = None
        if isinstance(schedule, Exhaustive):
            return self._all_outcomes(args, schedule)
        if isinstance(schedule, InOrder):
            raise fault("S012", f"`{schedule}` is for tasks", self.function.op, help="use `seed:N`")
        machine = self.machine
        plain = machine.recorder is None and machine.max_steps is None
        if machine.count >= LEAST_LANES and plain and bytes_of(args) <= MOST_COPIED:
            outcome = run_lanes(self.module, self.function.op, args)
            if outcome is not None:
                return outcome
        seed = schedule.seed if isinstance(schedule, Seeded) else 0
        makers: dict[type, Callable[[BlockMachine], Timing]] = {
            Earliest: AtOnce,
            Latest: Timing,
            Seeded: lambda machine: Sometime(machine, seed),
        }
        return self._run(args, makers[type(schedule)])

    def _run(self, args: Sequence[object], make_timing: Callable[[BlockMachine], Timing]) -> Outcome:
        machine, function = self.machine, self.function
        arguments = arguments_of(function, args)
        machine.reset(make_timing)
        stopped: list[Diagnostic] = []
        results: tuple[object, ...] = ()
        try:
            for thread in machine.threads:
                thread.enter(function.code, arguments.values)
            machine.run()
            results = _results(machine, function)
        except InterpreterFault as found:
            stopped = [] if machine.ends_early else [found.diagnostic]
        except TaskFailure as failure:
            stopped = [error_diagnostic(failure.error)]
        arguments.write_back()
        races = tuple(machine.conflicts.races.values())
        shown = [diagnostic(races[0], machine.count)] if races else []
        events = () if machine.recorder is None else tuple(machine.recorder.events)
        uncovered, output = tuple(machine.uncovered), "".join(machine.output)
        return Outcome(results, output, (*shown, *stopped), races=races, uncovered=uncovered, events=events)

    def _all_outcomes(self, args: Sequence[object], schedule: Exhaustive) -> Outcome:
        """Every outcome that some moments of reading and writing have."""
        check_copies(args)
        self.machine.max_flights, self.machine.max_in_flight = schedule.max_flights, schedule.max_in_flight
        outcomes, choices, runs = Outcomes(args), Choices(), 0
        limit: Diagnostic | None = too_many_orders(f"{schedule.max_runs} runs")
        while runs < schedule.max_runs:
            runs += 1
            outcomes.restore()
            outcome = self._run(args, lambda machine: Everywhere(machine, choices))
            outcomes.add(outcome, *((d.code, d.message) for d in outcome.diagnostics))
            if any(d.code == "S009" for d in outcome.diagnostics) or not choices.next_run():
                limit = None
                break
        return replace(outcomes.joined([*outcomes.found.values()], limit), runs=runs, orders=None)


def _results(machine: BlockMachine, function: ProgramFunction) -> tuple[object, ...]:
    """What the entry returned; the threads of a block must return the same."""
    types = list(function.op.function_type.outputs.data)
    threads = machine.threads if types else machine.threads[:1]
    found = [exported(thread.results, types, function.op) for thread in threads]
    if any(texts(result) != texts(found[0]) for result in found):
        raise fault("S012", "the threads of the block return different results", function.op)
    return found[0]
