"""What engines are given: works, signals, waits, barriers, processes."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from asyncir.ir import Operation
from asyncir.semantics.machines.knowledge import Clock, Stream

if TYPE_CHECKING:
    from asyncir.semantics.core.program import CompiledCode
    from asyncir.semantics.core.values import Registers
    from asyncir.semantics.machines.machine import SyncMachine
    from asyncir.semantics.machines.processes import GroupsWant, Process
    from asyncir.semantics.machines.resources import ResourceInstance


class EntryKind(IntEnum):
    """What an entry is."""

    WORK = 0
    SIGNAL = 1
    WAIT = 2
    BARRIER = 3
    PROCESS = 4


class EngineEntry:
    """An entry of an engine, from when it is given."""

    __slots__ = ("given_with", "giver", "iteration", "kind", "number", "op", "step", "stream", "time", "why")

    def __init__(self, kind: EntryKind, op: Operation, giver: Process, stream: Stream, machine: SyncMachine):
        self.kind = kind
        self.op = op
        self.giver = giver
        self.stream = stream
        self.iteration = giver.iteration
        self.given_with: Clock = giver.known
        """What its giver knew."""
        self.step = giver.giver_step
        """Its number among what the giver gives and signals."""
        machine.given += 1
        self.number = machine.given
        """Its number among all entries."""
        self.time = 0
        """When it was given, where time counts, and what its giver had waited for last."""
        self.why: Any = None


class Ordered(EngineEntry):
    """A signal, a wait or a barrier; a barrier has no instance."""

    __slots__ = ("amount", "instance", "known")

    instance: ResourceInstance
    amount: int | None
    known: Clock


class Phase(IntEnum):
    """How far a work has got in this run."""

    GIVEN = 0
    BEGUN = 1
    READ = 2
    """It has read, and not yet written."""
    ARRIVED = 3


class GivenWork(EngineEntry):
    """A work; an `AccessingActor` from when it begins. So is a process, until it begins."""

    is_work = True

    __slots__ = (
        "begun",
        "code",
        "cost",
        "giver_slot",
        "giver_step",
        "known",
        "listed",
        "name",
        "phase",
        "prev",
        "read_slot",
        "registers",
        "said",
        "slot",
        "watcher",
        "written",
    )

    def __init__(
        self,
        kind: EntryKind,
        op: Operation,
        giver: Process,
        stream: Stream,
        machine: SyncMachine,
        code: CompiledCode,
        registers: Registers,
        listed: Any,
        name: str,
    ):
        super().__init__(kind, op, giver, stream, machine)
        self.giver_slot = giver.slot_of_steps
        self.giver_step = self.step
        self.slot = stream.slot
        self.read_slot = stream.read_slot
        self.known: Clock = self.given_with
        self.prev = 0
        self.phase = Phase.GIVEN
        self.code = code
        self.registers = registers
        self.listed = listed
        """The views that it lists as read and as written."""
        self.name = name
        """The engine."""
        self.cost = 0.0
        """Its operations, where time counts."""
        self.said: tuple[float, int] | None = None
        """For how many cycles it keeps its engine, and how long it takes from then, where that is said of it."""
        self.watcher: GroupsWant | None = None
        """The wait for groups that counts on it."""
        self.written: Any = None
        """What it will write, if it has read but not written."""

    @property
    def rank(self) -> tuple[int, int]:
        """See `AccessingActor`."""
        return self.giver.number, 1
