"""scf.parallel, and what its kin share: iterations run in order, but are not ordered (SEM-32)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from asyncir.ir import Operation, Region
from asyncir.semantics.core.control import yields_to
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import operand_groups
from asyncir.semantics.core.program import (
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


class _Loop:
    """One execution of a parallel loop."""

    __slots__ = ("after", "iterations", "number", "parent", "quiet")

    def __init__(self, machine: TaskMachine, task: Task, ranges: list[range], quiet: bool):
        self.iterations: Iterator[tuple[int, ...]] = product(*ranges)
        self.parent: Strand = task.strand
        self.quiet = quiet
        self.after: Clock = {}
        """What happens in the iterations, beyond what they do themselves; only the end of the loop knows it."""
        self.number = -1
        if sum(1 for _ in zip(range(2), product(*ranges), strict=False)) == 2:
            machine.detector.active = True
            self.number = machine.detector.number() if quiet else 0

    def begin(self, machine: TaskMachine, task: Task, point: tuple[int, ...]) -> None:
        """The next iteration is on a strand of its own."""
        if self.number < 0:
            return
        name = f"{task.name()}, iteration {', '.join(map(str, point))}"
        detector = machine.detector
        if self.quiet:
            strand = detector.iteration(self.parent, self.number, name)
        else:
            strand = detector.start(name, self.parent.release())
        task.strand = detector.strand = strand

    def finish(self, machine: TaskMachine, task: Task) -> None:
        """The iteration that ran happens before what follows the loop."""
        strand = task.strand
        if self.number < 0 or strand is self.parent:
            return
        if strand.clock is not self.parent.clock:
            merge(self.after, strand.clock)
        if not self.quiet:
            strand.chain.busy = False
        task.strand = machine.detector.strand = self.parent

    def leave(self, machine: TaskMachine, task: Task) -> None:
        """All iterations happen before what follows."""
        if self.number >= 0:
            self.parent.own_clock()
            self.parent.acquire(self.after)
            if self.quiet:
                self.parent.clock[self.number] = 0
        machine.rest(task)


@handles("scf.parallel")
def _parallel(op: Any, c: Compiler) -> None:
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
    iterate(op, c, ranges, lambda advance: dict.fromkeys(names, _reduce(results, advance)))


def iterate(
    op: Any,
    c: Compiler,
    ranges: Callable[[Registers], list[range]],
    terminators: Callable[[Segment], Terminators],
) -> None:
    """Run the op's body once for each point of `ranges`; `terminators` end it and go to the segment that they are given."""
    machine, go_on, advance = c.machine, Segment(), Segment()
    loop = c.code.fresh()
    quiet = is_quiet(op.regions[0], c.program)
    body = c.region(op.regions[0], terminators(advance))
    variables = c.slots(op.regions[0].blocks[0].args)

    def enter(registers: Registers, task: Task) -> Segment | None:
        registers[loop] = _Loop(machine, task, ranges(registers), quiet)
        return advance

    def next_iteration(registers: Registers, task: Task) -> Segment | None:
        run: _Loop = registers[loop]
        run.finish(machine, task)
        point = next(run.iterations, None)
        if point is None:
            run.leave(machine, task)
            return go_on
        run.begin(machine, task, point)
        for slot, value in zip(variables, point, strict=True):
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
