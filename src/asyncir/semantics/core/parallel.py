"""scf.parallel, and what its kin share: iterations run in order, but are not ordered (SEM-32)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Protocol

from asyncir.ir import Operation, Region
from asyncir.semantics.core.control import yields_to
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import operand_groups
from asyncir.semantics.core.program import (
    Before,
    Compiler,
    Handler,
    Program,
    Segment,
    Terminators,
    handles,
    reachable,
    transfer,
)
from asyncir.semantics.core.values import Registers
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.races import Clock, Strand, merge
from asyncir.semantics.tasks.tasks import Task


class IteratedLoop(Protocol):
    """One execution of a parallel loop, which hears of its iterations."""

    iterations: Iterator[tuple[int, ...]]

    def begin(self, runner: Any, point: tuple[int, ...]) -> None:
        """The next iteration begins."""

    def finish(self, runner: Any) -> None:
        """The iteration that ran, if any, is over."""

    def leave(self, runner: Any) -> None:
        """All iterations are over."""


class _Loop:
    """One execution of a parallel loop, by a task."""

    __slots__ = ("after", "iterations", "machine", "number", "parent", "quiet")

    def __init__(self, machine: TaskMachine, task: Task, ranges: list[range], quiet: bool):
        self.iterations: Iterator[tuple[int, ...]] = product(*ranges)
        self.machine = machine
        self.parent: Strand = task.strand
        self.quiet = quiet
        self.after: Clock = {}
        """What happens in the iterations, beyond what they do themselves; only the end of the loop knows it."""
        self.number = -1
        if sum(1 for _ in zip(range(2), product(*ranges), strict=False)) == 2:
            machine.detector.active = True
            self.number = machine.detector.number() if quiet else 0

    def begin(self, runner: Task, point: tuple[int, ...]) -> None:
        """The next iteration is on a strand of its own."""
        if self.number < 0:
            return
        machine, task = self.machine, runner
        name = f"{task.name()}, iteration {', '.join(map(str, point))}"
        detector = machine.detector
        if self.quiet:
            strand = detector.iteration(self.parent, self.number, name)
        else:
            strand = detector.start(name, self.parent.release())
        task.strand = detector.strand = strand

    def finish(self, runner: Task) -> None:
        """The iteration that ran happens before what follows the loop."""
        task, strand = runner, runner.strand
        if self.number < 0 or strand is self.parent:
            return
        if strand.clock is not self.parent.clock:
            merge(self.after, strand.clock)
        if not self.quiet:
            strand.chain.busy = False
        task.strand = self.machine.detector.strand = self.parent

    def leave(self, runner: Task) -> None:
        """All iterations happen before what follows."""
        if self.number >= 0:
            self.parent.own_clock()
            self.parent.acquire(self.after)
            if self.quiet:
                self.parent.clock[self.number] = 0
        self.machine.rest(runner)


@handles("scf.parallel")
def _parallel(op: Any, c: Compiler) -> None:
    parallel(op, c, by_task(op, c))


def by_task(op: Operation, c: Compiler) -> Callable[[Any, list[range]], IteratedLoop]:
    """What begins an execution of a parallel loop by a task."""
    machine, quiet = c.machine, is_quiet(op.regions[0], c.program)
    return lambda task, ranges: _Loop(machine, task, ranges, quiet)


def parallel(op: Any, c: Compiler, start: Callable[[Any, list[range]], IteratedLoop]) -> None:
    """Compile `scf.parallel`: its iterations in order, with its reductions; `start` begins one execution of the loop."""
    lower, upper, steps, initial = (c.uses(group) for group in operand_groups(op))
    results = c.slots(op.results)

    def ranges(registers: Registers) -> list[range]:
        found: list[range] = []
        for low, high, step in zip(lower, upper, steps, strict=True):
            if registers[step] <= 0:
                raise fault("S005", f"the loop's step is {registers[step]}; it must be positive", op)
            found.append(range(registers[low], registers[high], registers[step]))
        for slot, source in zip(results, initial, strict=True):
            registers[slot] = registers[source]
        return found

    # Without reductions it ends with a yield of nothing.
    names = ("scf.reduce", "scf.yield")
    iterate(op, c, ranges, lambda advance: dict.fromkeys(names, _reduce(results, advance)), start)


def iterate(
    op: Any,
    c: Compiler,
    ranges: Callable[[Registers], list[range]],
    terminators: Callable[[Segment], Terminators],
    start: Callable[[Any, list[range]], IteratedLoop],
    leave: Before | None = None,
) -> None:
    """Run the op's body once for each point of `ranges`; `terminators` end it and go to the segment that they are given.

    `leave` is done behind the last iteration. The body's first arguments are the point; what others hold, `ranges` says.
    """
    go_on, advance = Segment(), Segment()
    loop = c.code.fresh()
    body = c.region(op.regions[0], terminators(advance))
    variables = c.slots(op.regions[0].blocks[0].args)

    def enter(registers: Registers, runner: Any) -> Segment | None:
        registers[loop] = start(runner, ranges(registers))
        return advance

    def next_iteration(registers: Registers, runner: Any) -> Segment | None:
        run: IteratedLoop = registers[loop]
        run.finish(runner)
        point = next(run.iterations, None)
        if point is None:
            run.leave(runner)
            if leave is not None:
                leave(registers, runner)
            return go_on
        run.begin(runner, point)
        for slot, value in zip(variables, point, strict=False):
            registers[slot] = value
        return body

    advance.end, advance.end_op = next_iteration, op
    c.end(enter, go_on)


def _reduce(results: list[int], advance: Segment) -> Handler:
    """The loop's terminator: run each reduction's region on the value so far and the iteration's."""

    def end_body(op: Operation, c: Compiler) -> None:
        following = advance
        for region, value, result in reversed(
            list(zip(op.regions, c.uses(op.operands), results, strict=True))
        ):
            entry = c.region(region, yields_to([result], following, "scf.reduce.return"))
            begin = transfer([result, value], c.slots(region.blocks[0].args), entry)
            following = Segment(end=begin, end_op=op)
        c.end(transfer((), (), following))

    return end_body


def is_quiet(region: Region, program: Program) -> bool:
    """Whether nothing in it, or in what it calls, issues or waits: its iterations need no clocks of their own."""
    functions = {name: function.op for name, function in program.functions.items()}
    return not any(
        op.name.startswith("async.") or op.name == "func.call_indirect" for op in reachable(functions, region)
    )
