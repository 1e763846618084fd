"""A thread of a block while it is interpreted."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from asyncir.ir import Operation
from asyncir.semantics.blocks.flights import Fifo, Flight
from asyncir.semantics.blocks.phase_waits import Looks, Waiting
from asyncir.semantics.core.faults import RunError
from asyncir.semantics.core.machine import Machine, Runner
from asyncir.semantics.core.values import Value

if TYPE_CHECKING:
    from asyncir.semantics.blocks.parallel import Iterations


class ThreadStatus(Enum):
    """What a thread does."""

    READY = auto()
    AT_BARRIER = auto()
    AT_PHASE = auto()
    """It waits, or looks, at a barrier with phases."""
    DONE = auto()


@dataclass(slots=True, eq=False, kw_only=True)
class ThreadRunner(Runner):
    """A thread, or a team of threads."""

    status: ThreadStatus = ThreadStatus.READY
    results: list[Value] = field(default_factory=list[Value])


class ThreadMachine(Machine):
    """What the machine for one thread after the other and the one for all together have in common."""

    def __init__(self, extents: tuple[int, int, int], fifo_of: Callable[[int | str], Hashable]):
        self.extents = extents
        self.count = extents[0] * extents[1] * extents[2]
        self.fifo_of = fifo_of
        self.grid = (1, 1, 1)
        """How many blocks there are."""
        self.block_index = (0, 0, 0)
        """Which of them this is."""

    def returned(self, runner: ThreadRunner, values: list[Value]) -> None:
        """See `Machine`."""
        runner.results = values
        runner.status = ThreadStatus.DONE


@dataclass(slots=True, eq=False)
class Thread(ThreadRunner):
    """One thread: where it is, and what it has issued and committed."""

    number: int
    epoch: int = 0
    position: int = 0
    objects: int = 0
    barrier: Operation | None = None
    """The barrier that it waits at."""
    commit: list[Flight] | None = None
    """What is issued in the commit that is being executed; None outside."""
    fifos: dict[Hashable, Fifo] = field(default_factory=dict[Hashable, Fifo])
    loops: list[Iterations] = field(default_factory=list["Iterations"])
    """The parallel loops around the op at hand, through calls."""
    executions: dict[Operation, int] = field(default_factory=dict[Operation, int])
    """How often it has allocated memory of the block, for each op."""
    error: RunError | None = None
    waiting: Waiting | None = None
    """What it waits for at a barrier with phases."""
    looks: Looks | None = None
    """How often it has looked there in vain."""

    def place(self) -> object:
        """Where it is, so that two threads are together if this is the same: calls and iterations."""
        return [id(segment) for _, segment, _, _, _ in self.stack], self.iteration
