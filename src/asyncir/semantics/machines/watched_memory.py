"""Memory that is watched: who accesses what is noted, and what a work writes can be kept for later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from asyncir.ir import Operation
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.machine import Machine, Runner
from asyncir.semantics.core.memory import AccessKind, Buffer
from asyncir.semantics.machines.accesses import Accesses, AccessingActor, Accessor, NotedAccess
from asyncir.semantics.machines.kept_writes import KeptWrites

if TYPE_CHECKING:
    from asyncir.semantics.machines.orders import PlayOrder
    from asyncir.semantics.machines.processes import Want
    from asyncir.semantics.machines.rooms import MemoryRoom

_MOST_STEPS_AFTER_A_RACE = 1_000_000
"""So many more show other races; what the program computes is worth nothing any more."""


class WatchedMemory(Machine):
    """What a machine does when memory is accessed."""

    order: PlayOrder
    with_data: bool
    actor: AccessingActor
    """The work or the process that is executed."""
    runner: Runner
    """Who executes it."""
    rooms: dict[str, MemoryRoom]
    """The memories that have an end, by name."""
    kept: KeptWrites | None = None
    """Where what is written is kept, while a work only reads."""

    def wake(self, want: Want) -> None:
        """What is wanted has changed: who waits for it looks again."""
        raise NotImplementedError

    def __init__(self) -> None:
        self.accesses = Accesses(self._race_found)

    @property
    def ends_early(self) -> bool:
        """Whether the run was ended because it raced, and for nothing else."""
        return self.max_steps is None and bool(self.accesses.races) and self.budget < 0

    def _race_found(self) -> None:
        """A run without a bound ends soon after its race: it may loop without end, and would never tell of it."""
        if self.max_steps is None:
            self.budget = min(self.budget, _MOST_STEPS_AFTER_A_RACE)

    def access(self, buffer: Buffer, place: int, accessor: Accessor) -> None:
        """An element is accessed."""
        if self.kept is not None and accessor.kind is not AccessKind.READ:
            self.kept.note(buffer, place)
        self.accesses.one(buffer, place, accessor())

    def access_rows(self, buffer: Buffer, rows: Sequence[slice], accessor: Accessor) -> None:
        """Rows of elements are accessed."""
        if self.kept is not None and accessor.kind is not AccessKind.READ:
            for row in rows:
                self.kept.note(buffer, row)
        self.accesses.rows(buffer, rows, accessor())

    def note(self, buffer: Buffer, places: Sequence[int], kind: AccessKind, op: Operation) -> None:
        """Elements are accessed, as the handlers say that all engines share."""
        if not self.with_data:
            return
        if self.kept is not None and kind is not AccessKind.READ:
            for place in places:
                self.kept.note(buffer, place)
        access = NotedAccess(self.actor, kind, op, self.runner.iteration)
        if isinstance(places, range):
            self.accesses.rows(buffer, (slice(places.start, places.stop, 1),) if places else (), access)
        else:
            self.accesses.several(buffer, places, access)

    def made(self, buffer: Buffer, runner: Runner) -> None:
        """There is a new object."""
        if buffer.kind == "alloca":
            runner.owns(buffer)
        self.order.made(buffer)

    def free(self, buffer: Buffer, op: Operation) -> None:
        """`memref.dealloc`."""
        if buffer.kind != "alloc":
            raise fault("S003", "the memory comes from no `memref.alloc`", op, "frees it")
        self.note(buffer, range(buffer.size), AccessKind.FREE, op)
        if buffer.ended is not None:
            raise fault("S003", "the memory was freed before, or is gone", op, "frees it again")
        buffer.end("dealloc")
        self.order.freed(buffer)
        for room in self.rooms.values():
            if room.give_back(buffer):
                self.wake(room)

    def end_alloca(self, buffer: Buffer, runner: Runner) -> None:
        """See `Machine`: the end of memory is a write of all of it."""
        if self.with_data and isinstance(buffer.op, Operation):
            self.note(buffer, range(buffer.size), AccessKind.FREE, buffer.op)
        buffer.end("alloca")
        self.order.freed(buffer)
