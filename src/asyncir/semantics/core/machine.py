"""What the machines have in common: who runs, with which calls open, and the loop that executes segments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import length_hint
from typing import Any

from asyncir.ir import Operation
from asyncir.semantics.core.faults import InterpreterFault, fault
from asyncir.semantics.core.memory import Buffer
from asyncir.semantics.core.program import CompiledCode, Segment
from asyncir.semantics.core.values import Poison, PoisonMet, Registers, Value

MAX_DEPTH = 250_000

Frame = tuple[Registers, Segment, Sequence[int], list[Buffer] | None, tuple[int, ...]]
"""What a call comes back to: registers, segment, the slots of the results, its `alloca`s and its iteration."""


NOWHERE = Segment()
"""Where a runner is before it enters code."""


@dataclass(slots=True, eq=False, kw_only=True)
class Runner:
    """What runs: a task, a thread, or a team of threads; with its calls."""

    registers: Registers = field(default_factory=list[Any])
    segment: Segment = NOWHERE
    stack: list[Frame] = field(default_factory=list[Frame])
    allocas: list[Buffer] | None = None
    """What `memref.alloca` made in the running activation."""
    iteration: tuple[int, ...] = ()
    """With queues: for each loop around the op at hand, through calls, how many iterations came before this one."""

    def enter(self, code: CompiledCode, arguments: Sequence[Value]) -> None:
        """Begin to execute the code."""
        self.registers = code.activation(arguments)
        self.segment = code.entry

    def owns(self, buffer: Buffer) -> None:
        """The object ends with the running activation."""
        if self.allocas is None:
            self.allocas = []
        self.allocas.append(buffer)


class Machine:
    """One run at a time. Compiled code holds on to the machine, not to a run."""

    max_steps: int | None = None

    def begin_run(self, max_depth: int = MAX_DEPTH) -> None:
        """Forget the last run."""
        self.max_depth = max_depth
        self.output: list[str] = []
        self.globals: dict[str, Buffer] = {}
        self.clock_reads = 0
        self.budget = self.max_steps if self.max_steps is not None else 1 << 62

    @property
    def steps(self) -> int:
        """How many steps the run has taken."""
        return (self.max_steps if self.max_steps is not None else 1 << 62) - self.budget

    def execute(self, segment: Segment | None, registers: Registers, runner: Any) -> None:
        """Run segments until one does not say what is next."""
        steps = at_end
        while segment is not None:
            try:
                while segment is not None:
                    self.budget = budget = self.budget - segment.cost
                    if budget < 0:
                        message = f"the program takes more than {self.max_steps} steps"
                        raise fault("S010", message, segment.end_op)
                    steps = iter(segment.body)
                    for step in steps:
                        step(registers)
                    steps = at_end
                    segment = segment.end(registers, runner)
            except PoisonMet as met:
                assert segment is not None
                segment = after_poison(segment, None if steps is at_end else steps, met.poison, registers)

    # ---- calls ----

    def call(
        self,
        runner: Runner,
        code: CompiledCode,
        arguments: Sequence[Value],
        back: Segment,
        results: Sequence[int],
    ) -> None:
        """Push an activation; the runner goes on with the callee."""
        stack = runner.stack
        if len(stack) >= self.max_depth:
            raise fault("S011", f"calls are nested more than {self.max_depth} deep", code.op)
        stack.append((runner.registers, back, results, runner.allocas, runner.iteration))
        runner.allocas = None
        runner.registers = code.activation(arguments)
        runner.segment = code.entry

    def give_back(self, runner: Any, values: list[Value]) -> None:
        """Pop an activation with its results; at the last one the runner is done."""
        if not runner.stack:
            self.returned(runner, values)
            return
        if runner.allocas:
            self.end_allocas(runner)
        runner.registers, runner.segment, slots, runner.allocas, runner.iteration = runner.stack.pop()
        registers = runner.registers
        for slot, value in zip(slots, values, strict=True):
            registers[slot] = value

    def returned(self, runner: Any, values: list[Value]) -> None:
        """The runner's first activation has come to its end."""
        raise NotImplementedError

    def end_allocas(self, runner: Any) -> None:
        """The activation's `memref.alloca` memory ends."""
        for buffer in runner.allocas or ():
            self.end_alloca(buffer, runner)
        runner.allocas = None

    def end_alloca(self, buffer: Buffer, runner: Any) -> None:
        """One object of it ends."""
        buffer.end("alloca")


at_end: Iterator[Any] = iter(())
"""What the steps come from when the end of their segment is executed."""


def after_poison(
    segment: Segment, steps: Iterator[object] | None, poison: Poison, registers: Registers
) -> Segment:
    """An undefined value was met: make the results undefined and go on, or report it.

    `steps` is what the step that met it was taken from; None: the end of the segment met it.
    """
    if steps is None:
        raise undefined(poison, segment.end_op) from None
    # The iterator has moved past that step.
    index = len(segment.body) - length_hint(steps) - 1
    op, slots = segment.marks[index]
    if not slots:
        raise undefined(poison, op)
    for slot in slots:
        registers[slot] = poison
    rest = segment.body[index + 1 :]
    return Segment(rest, segment.marks[index + 1 :], segment.end, segment.end_op, len(rest) + 1)


def undefined(poison: Poison, op: Operation | None) -> InterpreterFault:
    """S006: an undefined value where it matters."""
    text = "the program depends on an undefined value"
    return fault("S006", text, op, "looks at it", notes=poison.made_here())


def check_bounds(what: str, op: Operation, *bounds: tuple[int, int | None, str]) -> None:
    """S009: more than the limit, which stands behind each number, are too many for an exhaustive search."""
    for number, limit, how in bounds:
        if limit is not None and number > limit:
            text = f"more than {limit} {what} are {how}, too many to try all orders"
            raise fault("S009", text, op, help="use `seed:N` with several N instead")
