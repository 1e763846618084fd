"""A thread of a block while it is interpreted."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from asyncir.ir import Operation
from asyncir.semantics.blocks.flights import Fifo, Flight
from asyncir.semantics.core.faults import RunError
from asyncir.semantics.core.memory import Buffer
from asyncir.semantics.core.program import Segment
from asyncir.semantics.core.values import Registers, Value

Frame = tuple[Registers, Segment, Sequence[int], list[Buffer] | None, tuple[int, ...]]
"""What a call comes back to: registers, segment, the slots of the results, its `alloca`s and its iteration."""


class ThreadStatus(Enum):
    """What a thread does."""

    READY = auto()
    AT_BARRIER = auto()
    DONE = auto()


@dataclass(slots=True, eq=False)
class Thread:
    """One thread: where it is, and what it has issued and committed."""

    number: int
    status: ThreadStatus = ThreadStatus.READY
    segment: Segment = field(default_factory=Segment)
    registers: Registers = field(default_factory=list[Any])
    stack: list[Frame] = field(default_factory=list[Frame])
    allocas: list[Buffer] | None = None
    iteration: tuple[int, ...] = ()
    """For each loop around the op at hand, through calls, how many iterations came before this one."""
    epoch: int = 0
    position: int = 0
    objects: int = 0
    barrier: Operation | None = None
    """The barrier that it waits at."""
    commit: list[Flight] | None = None
    """What is issued in the commit that is being executed; None outside."""
    fifos: dict[Hashable, Fifo] = field(default_factory=dict[Hashable, Fifo])
    executions: dict[Operation, int] = field(default_factory=dict[Operation, int])
    """How often it has allocated memory of the block, for each op."""
    results: list[Value] = field(default_factory=list[Value])
    error: RunError | None = None

    def place(self) -> object:
        """Where it is, so that two threads are together if this is the same: calls and iterations."""
        return [id(segment) for _, segment, _, _, _ in self.stack], self.iteration
