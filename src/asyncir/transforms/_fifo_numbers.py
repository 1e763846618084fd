"""The FIFOs of a module as numbers from 0 on, each queue being that of its FIFO; for passes that make tasks of queues."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeGuard

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.fifo_changes import FifoChanges
from asyncir.analyses.integers.sets import possible_values
from asyncir.dialects import cf, queue
from asyncir.dialects.interfaces.completion import (
    FIFOS_ATTRIBUTE,
    commits,
    fifos_in,
    waits_by_count,
    waits_finished,
)
from asyncir.ir import IntegerAttr, ModuleOp, Operation, SSAValue, UnitAttr, i64
from asyncir.ir.marks import BEFORE
from asyncir.ir.symbols import ops_of
from asyncir.ir.walk import walk
from asyncir.transforms._building import Builder

CountedWait = queue.WaitOp | queue.WaitReadOp | queue.WaitFinishedOp


def is_counted(op: Operation) -> TypeGuard[CountedWait]:
    """Whether the op waits by a count of groups."""
    return isinstance(op, CountedWait)


def names_any_queue(op: Operation) -> bool:
    """Whether the op commits to, or waits for, a queue that is computed and may be any."""
    traits = (commits(op), waits_by_count(op), waits_finished(op))
    given = [trait.queue(op) for trait in traits if trait is not None]
    return any(isinstance(each, SSAValue) and possible_values(each) is None for each in given)


def free_queue(module: ModuleOp) -> int:
    """A number from which on none is that of a queue of the module, nor listed as one that shares a FIFO.

    A queue that may be any may be this one, too: see `names_any_queue`.
    """
    used = [0]
    for op in walk(module):
        number = op.properties.get("queue") if op.name.startswith("queue.") else None
        used += [number.value.data] if isinstance(number, IntegerAttr) else []
        shared = op.attributes.get(FIFOS_ATTRIBUTE)
        used += [] if shared is None else [queue for fifo in fifos_in(shared) for queue in fifo]
        used += _computed(op)
    return 1 + max(used)


def _computed(op: Operation) -> Iterable[int]:
    """The queues that a commit or wait may compute, where these are few."""
    for trait in (commits(op), waits_by_count(op), waits_finished(op)):
        queue_id = None if trait is None else trait.queue(op)
        yield from (possible_values(queue_id) or ()) if isinstance(queue_id, SSAValue) else ()


def mark(number: int, before: Operation) -> None:
    """Ask for the youngest group of a FIFO in front of an op: `derive-tokens` puts a wait for its token there."""
    Builder(before).add(queue.WaitOp(number, 0)).attributes[BEFORE] = UnitAttr()


def check_count(wait: CountedWait) -> None:
    """A computed count is not negative (QUE-7)."""
    count = wait.groups
    if isinstance(count, int):
        return
    possible = possible_values(count)
    if possible is not None and min(possible, default=0) >= 0:
        return
    build = Builder(wait)
    right = build.test(count, "sge", build.index(0))
    build.add(cf.AssertOp(right, "a wait leaves a negative number of groups in flight"))


class FifoNumbers:
    """The numbers; FIFOs that a commit may both mean have the same one."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self.fifos, self.graph = FifoChanges(module), call_graph(module)
        self.committing: list[queue.CommitOp] = []
        self.waiting: list[CountedWait] = []
        self._numbers: dict[tuple[int, Hashable], int] = {}
        """Of each FIFO, in each part of the module: functions that no call connects have FIFOs of their own."""
        self._part: dict[Operation, int] = {}
        """Of each function, commit and wait."""
        parts = self.graph.parts()
        for name, function in self.graph.functions.items():
            self._part[function] = parts[name]
            for op in walk(function):
                if isinstance(op, queue.CommitOp):
                    self.committing.append(op)
                elif is_counted(op):
                    self.waiting.append(op)
                else:
                    continue
                self._part[op] = parts[name]
        self._number()

    def _number(self) -> None:
        merged: dict[int, list[set[Hashable]]] = {}
        for op in self.committing:
            known, ids = merged.setdefault(self._part[op], []), self.fifos.ids[op]
            together = set(self.fifos.scopes_of(op))
            unclear = ids is None or not ids.complete
            touched = [other for other in known if unclear or other & together]
            known[:] = [other for other in known if other not in touched] + [together.union(*touched)]
        all_of_them = [(part, group) for part, groups in merged.items() for group in groups]
        self._numbers = {(part, f): number for number, (part, group) in enumerate(all_of_them) for f in group}

    def of_commit(self, op: queue.CommitOp) -> int:
        """The FIFO of a commit."""
        return self.of_wait(op)[0]

    def of_wait(self, op: queue.CommitOp | CountedWait) -> list[int]:
        """The FIFOs that a wait may mean, of those to which something is committed."""
        ids, part = self.fifos.ids[op], self._part[op]
        if ids is None or not ids.complete:
            return sorted({number for (where, _), number in self._numbers.items() if where == part})
        return self._numbers_in(part, self.fifos.scopes_of(op))

    def changed_in(self, function: Operation) -> list[int]:
        """The FIFOs to which a function commits, itself or in what it calls."""
        return self._numbers_in(self._part[function], self.fifos.changes.scopes.get(function, ()))

    def is_called(self, function: Operation) -> bool:
        """Whether only calls in this module enter the function."""
        return function in self.fifos.changes.callers

    def _numbers_in(self, part: int, fifos: Iterable[Hashable]) -> list[int]:
        return sorted({self._numbers[part, fifo] for fifo in fifos if (part, fifo) in self._numbers})

    def join(self, commit: queue.CommitOp) -> None:
        """Let the commit be to the queue with the number of its FIFO."""
        commit.operands = ()
        commit.properties["queue"] = IntegerAttr(self.of_commit(commit), i64)

    def forget_names(self) -> None:
        """Each FIFO is that of one queue now."""
        for op in (self.module, *ops_of(self.module)):
            op.attributes.pop(FIFOS_ATTRIBUTE, None)
