"""`queues-to-tasks`: what queues have in flight becomes tasks, each behind the one before it in its FIFO."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import product
from typing import TypeGuard

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.fifo_changes import FifoChanges
from asyncir.analyses.flow import yields
from asyncir.analyses.integers.sets import possible_values
from asyncir.dialects import cf, queue
from asyncir.dialects.effects import Effects
from asyncir.dialects.interfaces.completion import FIFOS_ATTRIBUTE
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Context, IntegerAttr, ModuleOp, Operation, UnitAttr, i64
from asyncir.ir.marks import BEFORE, DRAINS
from asyncir.ir.symbols import ops_of
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import Pass
from asyncir.transforms._private_copies import drop_equal_copies, make_private_copies
from asyncir.transforms._queue_tasks import dissolve, do_at_once, launch, taken_before, wait_for_tasks
from asyncir.transforms._remarks import collect_remarks, remark
from asyncir.transforms._short_stages import remark_if_short
from asyncir.transforms.convert_wait_counts import ConvertWaitCounts
from asyncir.transforms.derive_tokens import DeriveTokens

_CountedWait = queue.WaitOp | queue.WaitReadOp | queue.WaitFinishedOp


class QueuesToTasks(Pass):
    """Let each `queue.commit` launch a task that does what the group's operations do, and each wait await tasks.

    The task of a group starts when the one committed before it to the same FIFO is complete: an in-order queue. So
    waiting for a group is waiting for all older ones, and one token, that of the youngest group, is carried along with
    each FIFO. Whoever calls from outside gets control back when all is complete.

    Counts become tokens first (`derive-tokens`). Doing more in order, and waiting for more, is always right: a wait of
    which it cannot be told for which group it waits waits for all, and a FIFO whose youngest group cannot be told does
    its operations when they are issued. A remark says where (P120, P121), and which tasks are too short to gain (P122).
    """

    max_tokens: int = 64

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite the whole module."""
        if not any(_is_ours(inner) for inner in walk(op)):
            return
        copies = make_private_copies(op, _is_ours)
        for wait in [inner for inner in walk(op) if _counts(inner)]:
            _check_count(wait)
        with collect_remarks():  # they say that waits by count stay, which none does here
            if any(isinstance(inner, queue.WaitFinishedOp) for inner in walk(op)):
                ConvertWaitCounts().apply(ctx, op)
            DeriveTokens(max_tokens=self.max_tokens).apply(ctx, op)
        fifos = _InOrder(op)
        with collect_remarks():
            DeriveTokens(max_tokens=self.max_tokens).apply(ctx, op)
        fifos.run()
        drop_equal_copies(op, copies)


def _is_ours(op: Operation) -> bool:
    return op.name.startswith("queue.")


def _counts(op: Operation) -> TypeGuard[_CountedWait]:
    return isinstance(op, _CountedWait)


def _check_count(wait: _CountedWait) -> None:
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


class _InOrder:
    """The FIFOs, as numbers from 0 on, each queue being that of its FIFO; FIFOs that a commit may both mean are one.

    In front of each commit, and at the end of each function that is called from outside, is a wait for the youngest group,
    marked. Waits by count that are left wait for all.
    """

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self.numbers: dict[tuple[int, Hashable], int] = {}
        """Of each FIFO, in each part of the module: functions that no call connects have FIFOs of their own."""
        self.part: dict[Operation, int] = {}
        """Of each function, commit and wait."""
        fifos, graph = FifoChanges(module), call_graph(module)
        parts = graph.parts()
        ours: list[queue.CommitOp | _CountedWait] = []
        for name, function in graph.functions.items():
            found = [op for op in walk(function) if isinstance(op, queue.CommitOp) or _counts(op)]
            self.part |= dict.fromkeys((function, *found), parts[name])
            ours += found
        self._number(fifos, [op for op in ours if isinstance(op, queue.CommitOp)])
        for op in ours:
            numbers = self._numbers_of(fifos, op)
            if isinstance(op, queue.CommitOp):
                self._join(op, numbers[0])
            else:
                self._wait_for_all(op, numbers)
        for function in graph.functions.values():
            changed = fifos.changes.scopes.get(function, frozenset[Hashable]())
            if kind_of(function) is not OpKind.FUNCTION or not changed:
                continue
            function.attributes[DRAINS] = UnitAttr()
            if function not in fifos.changes.callers and function.regions[0].blocks:
                numbers = self._numbers_in(self.part[function], changed)
                for end, number in product(yields(function.regions[0]), numbers):
                    _mark(number, end)
        for op in (self.module, *ops_of(self.module)):
            op.attributes.pop(FIFOS_ATTRIBUTE, None)

    def _number(self, fifos: FifoChanges, committing: Sequence[queue.CommitOp]) -> None:
        """Give each FIFO a number, and those that some commit may both mean the same."""
        merged: dict[int, list[set[Hashable]]] = {}
        for op in committing:
            known, ids = merged.setdefault(self.part[op], []), fifos.ids[op]
            together = set(fifos.scopes_of(op))
            unclear = ids is None or not ids.complete
            touched = [other for other in known if unclear or other & together]
            known[:] = [other for other in known if other not in touched] + [together.union(*touched)]
        all_of_them = [(part, group) for part, groups in merged.items() for group in groups]
        self.numbers = {(part, f): number for number, (part, group) in enumerate(all_of_them) for f in group}

    def _numbers_of(self, fifos: FifoChanges, op: Operation) -> list[int]:
        ids, part = fifos.ids[op], self.part[op]
        if ids is None or not ids.complete:
            return sorted({number for (where, _), number in self.numbers.items() if where == part})
        return self._numbers_in(part, fifos.scopes_of(op))

    def _numbers_in(self, part: int, fifos: Iterable[Hashable]) -> list[int]:
        return sorted({self.numbers[part, fifo] for fifo in fifos if (part, fifo) in self.numbers})

    def _join(self, commit: queue.CommitOp, number: int) -> None:
        """Let the commit be to the queue of this number, and be marked."""
        commit.operands = ()
        commit.properties["queue"] = IntegerAttr(number, i64)
        _mark(number, commit)

    def _wait_for_all(self, wait: _CountedWait, numbers: Sequence[int]) -> None:
        """Let a wait of which it cannot be told for which groups it waits wait for all of them."""
        if numbers:
            remark("P120", "this waits for all groups: for which ones it has to wait cannot be told", wait)
        for number in numbers:
            Builder(wait).add(queue.WaitOp(number, 0))
        erase(wait)

    def run(self) -> None:
        """Rewrite commits and waits, now that the youngest groups are known where they can be told."""
        effects = Effects()
        unknown = {op.queue_id for op in walk(self.module) if isinstance(op, queue.WaitOp)}
        for op in [op for op in walk(self.module) if isinstance(op, queue.CommitOp)]:
            remark_if_short(op, effects)
            before = taken_before(op)
            if op.queue_id in unknown:
                reason = "which group of the queue comes before it cannot be told"
            elif not launch(op, before, effects):
                reason = "what starts its operations does other things, too"
            else:
                continue
            remark("P121", f"the operations of this group are done when they are issued: {reason}", op)
            do_at_once(op, before)
        for op in list(walk(self.module)):
            if isinstance(op, queue.AsyncOp):
                dissolve(op)
            elif isinstance(op, queue.AwaitOp | queue.AwaitReadOp):
                wait_for_tasks(op)
            elif isinstance(op, queue.WaitOp):
                erase(op)


def _mark(number: int, before: Operation) -> None:
    Builder(before).add(queue.WaitOp(number, 0)).attributes[BEFORE] = UnitAttr()
