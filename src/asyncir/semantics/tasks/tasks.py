"""Tasks, completions and groups while a program is interpreted."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from asyncir.ir import Operation
from asyncir.semantics.core.faults import RunError
from asyncir.semantics.core.machine import Runner
from asyncir.semantics.core.values import Registers, Value
from asyncir.semantics.tasks.races import Cells, Chain, Clock, Strand


@dataclass(slots=True, eq=False)
class Completion:
    """A token or a value: pending, then complete for ever, with an error or without."""

    op: Operation | None
    identity: str
    producer: Task | None = None
    done: bool = False
    error: RunError | None = None
    payload: Value = None
    waiters: list[Task | TaskGroup] = field(default_factory=list[Any])
    clock: Clock | None = None
    """What happens before the completion; None: nothing that a waiter does not know."""
    era: int = 0
    chain: Chain | None = None
    count: int = -1
    cells: Cells | None = None
    """The accesses of `async.runtime.store` and `load` to the payload."""
    done_at: int = -1
    """The transition of the exhaustive search that completed it."""
    own_time: float = 0.0
    """When it is complete, where devices have costs."""

    @property
    def time(self) -> float:
        """When it is complete, as far as works of devices decide that."""
        return self.own_time

    @property
    def failed(self) -> RunError | None:
        """The error of a complete one."""
        return self.error


@dataclass(slots=True, eq=False)
class TaskGroup(Completion):
    """A group: complete when it has `size` members and all are complete."""

    size: int = 0
    members: list[Completion] = field(default_factory=list[Completion])
    open: int = field(init=False)
    """Members that are missing or not complete."""
    _scanned: int = 0

    def __post_init__(self) -> None:
        self.open = self.size

    @property
    def time(self) -> float:
        """When all of its members are complete."""
        return max((member.time for member in self.members), default=self.own_time)

    def first_pending(self) -> Completion | None:
        """The member of lowest rank that is not complete."""
        while self._scanned < len(self.members) and self.members[self._scanned].done:
            self._scanned += 1
        return self.members[self._scanned] if self._scanned < len(self.members) else None

    @property
    def failed(self) -> RunError | None:
        """Its own error (an impossible size), else that of the failed member of lowest rank."""
        if self.error is not None:
            return self.error
        for member in self.members:
            if member.failed is not None:
                return member.failed
        return None

    def end(self) -> None:
        """All is complete."""
        self.done = True


@dataclass(slots=True, eq=False, repr=False)
class Promised:
    """What is in a register until the value is there."""

    kept: tuple[()] | tuple[Value] = ()
    """The value, once it is there."""


def settle(registers: Registers) -> None:
    """Put values where there were promises of them that have been kept."""
    for slot, value in enumerate(registers):
        if value.__class__ is Promised:
            while value.__class__ is Promised and value.kept:
                (value,) = value.kept
            registers[slot] = value


@dataclass(slots=True, eq=False)
class PartToken(TaskGroup):
    """The token of a part of a region: complete when the body is over, and what the body yields for the part."""

    values: Sequence[Value] = ()
    """What the body yields for the part."""
    promises: Sequence[Promised] = ()
    """What registers have in place of these until then."""

    @classmethod
    def of(cls, op: Operation, identity: str, members: Sequence[Completion]) -> PartToken:
        """One that is complete when all of these are."""
        token = cls(op, identity)
        token.add(members)
        token.done = not token.open
        return token

    def add(self, members: Sequence[Completion]) -> None:
        """It is complete only when these are, too."""
        for member in members:
            self.members.append(member)
            if not member.done:
                self.open += 1
                member.waiters.append(self)

    def leaves(self) -> list[Completion]:
        """What it is made of, in the end."""
        found: list[Completion] = []
        for member in self.members:
            found += member.leaves() if isinstance(member, PartToken) else [member]
        return found

    def end(self) -> None:
        """All is complete, and so the values are there; after a failure nobody gets them."""
        self.done = True
        if self.failed is None:
            for promise, value in zip(self.promises, self.values, strict=True):
                promise.kept = (value,)


@dataclass(slots=True, eq=False)
class TaskFifo:
    """The operations that a task has committed to a queue's FIFO, in groups; each counts as over at the same milestone."""

    flights: list[Completion] = field(default_factory=list[Completion])
    groups: list[QueueGroup] = field(default_factory=list[Any])
    scanned: int = 0
    """So many operations, from the first on, are known to be over."""

    def commit(self, op: Operation, members: Sequence[Completion]) -> QueueGroup:
        """Close a group: it is complete when its operations are, and the group before it."""
        self.flights += members
        waited = [*self.groups[-1:], *members]
        group = QueueGroup(
            op, "queue group", size=len(waited), members=waited, fifo=self, upto=len(self.flights)
        )
        self.groups.append(group)
        for member in waited:
            if member.done:
                group.open -= 1
            else:
                member.waiters.append(group)
        if not group.open:
            group.end()
        return group


@dataclass(slots=True, eq=False)
class QueueGroup(TaskGroup):
    """A group of a queue, with all older ones."""

    fifo: TaskFifo = field(default_factory=TaskFifo)
    upto: int = 0
    """How many operations of the FIFO are in it, and in older ones."""
    read_first: QueueGroup | None = None
    """What is complete when the sources of these operations have been read."""

    def end(self) -> None:
        """All is complete: an error of the oldest group that has one is its own."""
        self.done = True
        errors = [member.failed for member in self.members if member.failed is not None]
        for error in errors:
            error.seen = True
        self.error = errors[0] if errors else None
        self.members = []

    @property
    def failed(self) -> RunError | None:
        """The error, once it is complete."""
        return self.error

    def first_pending(self) -> Completion | None:
        """The first operation of the FIFO that is not over."""
        fifo = self.fifo
        while fifo.scanned < self.upto and fifo.flights[fifo.scanned].done:
            fifo.scanned += 1
        return fifo.flights[fifo.scanned] if fifo.scanned < self.upto else None


class TaskStatus(Enum):
    """What a task is doing."""

    READY = auto()
    RUNNING = auto()
    WAITING = auto()
    DONE = auto()


@dataclass(slots=True, eq=False)
class Task(Runner):
    """One activation of a task body, an `async.func`, a resumed coroutine, or the entry; with its calls."""

    identity: str
    op: Operation | None
    strand: Strand
    issue_clock: Clock = field(default_factory=dict[int, int])
    status: TaskStatus = TaskStatus.READY
    waits_for: Completion | None = None
    token: Completion | None = None
    values: list[Completion] = field(default_factory=list[Completion])
    hot: Completion | None = None
    """What the caller of an `async.func` waits for: its first wait."""
    children: int = 0
    objects: int = 0
    error: RunError | None = None
    results: list[Value] | None = None
    granted: bool = False
    """It was picked at a scheduling point and goes on with the action it stopped before."""
    action: Action | None = None
    enablers: list[int] = field(default_factory=list[int])
    """The transitions of the exhaustive search because of which its next one can happen."""
    fifos: dict[tuple[Hashable, bool], TaskFifo] = field(default_factory=dict[Any, TaskFifo])
    """What it has committed to each FIFO; with `True`, when the sources have been read."""
    known: dict[TaskFifo, int] = field(default_factory=dict[Any, int])
    """How many operations of each FIFO happen before what it does next."""
    in_flight: list[Completion] = field(default_factory=list[Completion])
    """The operations that it has issued: it ends when they are complete."""
    ended: int = 0
    """So many of these were complete when it came to its end."""
    gathering: list[tuple[Completion, Completion]] | None = None
    """What was issued for the group that is to be committed: when its sources have been read, when it is complete."""
    read: Completion | None = None
    """Of an operation of a queue whose strand has a part for reads: completes when its sources have been read."""
    parts: list[PartToken] = field(default_factory=list[Any])
    """Of the body of a region: what it yields values and tokens for."""
    time: float = 0.0
    """Where it is in time, where devices have costs: the host takes none."""
    shield: bool = False
    """A resumed coroutine: it ends at `async.coro.end`."""

    def name(self) -> str:
        """How messages call it."""
        return "the entry" if self.identity == "0" else f"task {self.identity}"

    def object_identity(self) -> str:
        """The name of the next object that it makes: the same in every schedule."""
        self.objects += 1
        return f"{self.identity}#{self.objects}"

    def child_identity(self) -> str:
        """The name of its next child: the same in every schedule."""
        self.children += 1
        return f"{self.identity}.{self.children}"


@dataclass(slots=True, eq=False)
class Action:
    """What a task is about to do that other tasks can notice: see `explore`."""

    key: object
    reads: bool = False
    completes: bool = False
    """Whether it is about the completion that `key` names."""
    commutes: str = ""
    """With actions of this kind on the same, if any: integers are combined, and nobody looks at what was there before."""

    def conflicts(self, other: Action | None) -> bool:
        """Whether the order of the two can be noticed."""
        if (
            other is None
            or (self.reads and other.reads)
            or (self.commutes and self.commutes == other.commutes)
        ):
            return False
        if self.key == other.key:
            return True
        # Asking a group may notice any completion.
        return self.completes and other.completes and ANY_COMPLETION in (self.key, other.key)


ANY_COMPLETION = "any completion"

OUTPUT = Action("output")
