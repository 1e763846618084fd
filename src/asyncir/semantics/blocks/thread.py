"""A thread of a block while it is interpreted."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from enum import Enum, auto

from asyncir.ir import Operation
from asyncir.semantics.blocks.flights import Fifo, Flight
from asyncir.semantics.core.faults import RunError
from asyncir.semantics.core.memory import Buffer
from asyncir.semantics.core.program import Segment
from asyncir.semantics.core.values import Registers, Value

Frame = tuple[Registers, Segment, Sequence[int], list[Buffer] | None, tuple[int, ...]]
"""What a call comes back to: registers, segment, the slots of the results, its `alloca`s and its iteration."""


class Status(Enum):
    """What a thread does."""

    READY = auto()
    AT_BARRIER = auto()
    DONE = auto()


class Thread:
    """One thread: where it is, and what it has issued and committed."""

    __slots__ = (
        "allocas",
        "barrier",
        "commit",
        "epoch",
        "error",
        "executions",
        "fifos",
        "iteration",
        "number",
        "objects",
        "position",
        "registers",
        "results",
        "segment",
        "stack",
        "status",
    )

    def __init__(self, number: int):
        self.number = number
        self.status = Status.READY
        self.segment = Segment()
        self.registers: Registers = []
        self.stack: list[Frame] = []
        self.allocas: list[Buffer] | None = None
        self.iteration: tuple[int, ...] = ()
        """For each loop around the op at hand, through calls, how many iterations came before this one."""
        self.epoch = 0
        self.position = 0
        self.barrier: Operation | None = None
        """The barrier that it waits at."""
        self.commit: list[Flight] | None = None
        """What is issued in the commit that is being executed; None outside."""
        self.fifos: dict[Hashable, Fifo] = {}
        self.objects = 0
        self.executions: dict[Operation, int] = {}
        """How often it has allocated memory of the block, for each op."""
        self.results: list[Value] = []
        self.error: RunError | None = None

    def place(self) -> object:
        """Where it is, so that two threads are together if this is the same: calls and iterations."""
        return [id(segment) for _, segment, _, _, _ in self.stack], self.iteration
