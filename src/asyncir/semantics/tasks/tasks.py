"""Tasks, completions and groups while a program is interpreted."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

from asyncir.ir import Operation
from asyncir.semantics.core.faults import RunError
from asyncir.semantics.core.program import Segment
from asyncir.semantics.core.values import Registers, Value
from asyncir.semantics.tasks.races import Cells, Chain, Clock, Strand


class Completion:
    """A token or a value: pending, then complete for ever, with an error or without."""

    __slots__ = (
        "cells",
        "chain",
        "clock",
        "count",
        "done",
        "done_at",
        "era",
        "error",
        "identity",
        "op",
        "payload",
        "producer",
        "waiters",
    )

    def __init__(self, op: Operation | None, identity: str, producer: Task | None = None):
        self.op = op
        self.identity = identity
        self.producer = producer
        self.done = False
        self.error: RunError | None = None
        self.payload: Value = None
        self.waiters: list[Task | Group] = []
        self.clock: Clock | None = None
        """What happens before the completion; None: nothing that a waiter does not know."""
        self.era = 0
        self.chain: Chain | None = None
        self.count = -1
        self.cells: Cells | None = None
        """The accesses of `async.runtime.store` and `load` to the payload."""
        self.done_at = -1
        """The transition of the exhaustive search that completed it."""

    @property
    def failed(self) -> RunError | None:
        """The error of a complete one."""
        return self.error


class Group(Completion):
    """A group: complete when it has `size` members and all are complete."""

    __slots__ = ("_scanned", "members", "open", "size")

    def __init__(self, op: Operation, identity: str, size: int):
        super().__init__(op, identity)
        self.size = size
        self.members: list[Completion] = []
        self.open = size
        """Members that are missing or not complete."""
        self._scanned = 0

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


class Status(Enum):
    """What a task is doing."""

    READY = auto()
    RUNNING = auto()
    WAITING = auto()
    DONE = auto()


class Task:
    """One activation of a task body, an `async.func`, a resumed coroutine, or the entry; with its calls."""

    __slots__ = (
        "action",
        "allocas",
        "children",
        "enablers",
        "error",
        "granted",
        "hot",
        "identity",
        "issue_clock",
        "objects",
        "op",
        "registers",
        "results",
        "segment",
        "shield",
        "stack",
        "status",
        "strand",
        "token",
        "values",
        "waits_for",
    )

    def __init__(self, identity: str, op: Operation | None, strand: Strand):
        self.identity = identity
        self.op = op
        self.strand = strand
        self.issue_clock: Clock = {}
        self.registers: Registers = []
        self.segment: Segment = Segment()
        self.stack: list[tuple[Registers, Segment, Sequence[int], list[Any] | None]] = []
        self.allocas: list[Any] | None = None
        """What `memref.alloca` made in the running activation."""
        self.status = Status.READY
        self.waits_for: Completion | None = None
        self.token: Completion | None = None
        self.values: list[Completion] = []
        self.hot: Completion | None = None
        """What the caller of an `async.func` waits for: its first wait."""
        self.children = 0
        self.objects = 0
        self.error: RunError | None = None
        self.results: list[Value] | None = None
        self.granted = False
        """It was picked at a scheduling point and goes on with the action it stopped before."""
        self.action: Action | None = None
        self.enablers: list[int] = []
        """The transitions of the exhaustive search because of which its next one can happen."""
        self.shield = False
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


class Action:
    """What a task is about to do that other tasks can notice: see `explore`."""

    __slots__ = ("completes", "key", "reads")

    def __init__(self, key: object, reads: bool = False, completes: bool = False):
        self.key = key
        self.reads = reads
        self.completes = completes
        """Whether it is about the completion that `key` names."""

    def conflicts(self, other: Action | None) -> bool:
        """Whether the order of the two can be noticed."""
        if other is None or (self.reads and other.reads):
            return False
        if self.key == other.key:
            return True
        # Asking a group may notice any completion.
        return self.completes and other.completes and ANY_COMPLETION in (self.key, other.key)


ANY_COMPLETION = "any completion"

OUTPUT = Action("output")
