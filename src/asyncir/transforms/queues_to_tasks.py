"""`queues-to-tasks`: what queues have in flight becomes tasks, each behind the one before it in its FIFO."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from asyncir.analyses.call_graph import CallGraph
from asyncir.analyses.flow import yields
from asyncir.dialects import queue
from asyncir.dialects.effects import Effects, callee_name
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Context, ModuleOp, Operation, UnitAttr
from asyncir.ir.graphs import reached
from asyncir.ir.marks import DETECTS_RACES, DRAINS
from asyncir.ir.symbols import symbol_around
from asyncir.ir.walk import enclosing, walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder
from asyncir.transforms._fifo_numbers import CountedWait, FifoNumbers, check_count, is_counted, mark
from asyncir.transforms._passes import Pass
from asyncir.transforms._private_copies import drop_equal_copies, make_private_copies
from asyncir.transforms._queue_tasks import dissolve, do_at_once, launch, taken_before, wait_for_tasks
from asyncir.transforms._remarks import collect_remarks, remark
from asyncir.transforms._short_stages import remark_if_short
from asyncir.transforms.convert_wait_counts import ConvertWaitCounts
from asyncir.transforms.derive_tokens import DeriveTokens
from asyncir.transforms.queues_to_unordered_tasks import QueuesToUnorderedTasks


class QueuesToTasks(Pass):
    """Let each `queue.commit` launch a task that does what the group's operations do, and each wait await tasks.

    The task of a group starts when the one committed before it to the same FIFO is complete: an in-order queue. So
    waiting for a group is waiting for all older ones, and one token, that of the youngest group, is carried along with
    each FIFO. Whoever calls from outside gets control back when all is complete.

    Counts become tokens first (`derive-tokens`). Doing more in order, and waiting for more, is always right: a wait of
    which it cannot be told for which group it waits waits for all, and a FIFO whose youngest group cannot be told does
    its operations when they are issued, as do tasks. A remark says where (P120, P121), and which tasks are too short to gain
    (P122). A program that looks for its races is given no such order where that can be helped (`queues-to-unordered-tasks`).
    """

    max_tokens: int = 64

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite the whole module."""
        if not any(_is_ours(inner) for inner in walk(op)):
            return
        if DETECTS_RACES in op.attributes:
            QueuesToUnorderedTasks(self.max_tokens, to_run=True).apply(ctx, op)
        copies = make_private_copies(op, _is_ours)
        for wait in [inner for inner in walk(op) if is_counted(inner)]:
            check_count(wait)
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


class _InOrder:
    """The queues, each with the number of its FIFO.

    In front of each commit, and at the end of each function that is called from outside, is a wait for the youngest group,
    marked. Waits by count that are left wait for all.
    """

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        fifos = FifoNumbers(module)
        self.in_tasks = _reached_by_tasks(fifos.graph)
        for op in fifos.committing:
            fifos.join(op)
            mark(fifos.of_commit(op), op)
        for op in fifos.waiting:
            self._wait_for_all(op, fifos.of_wait(op))
        for function in fifos.graph.functions.values():
            changed = fifos.changed_in(function)
            if kind_of(function) is not OpKind.FUNCTION or not changed:
                continue
            function.attributes[DRAINS] = UnitAttr()
            if not fifos.is_called(function) and function.regions[0].blocks:
                for end, number in product(yields(function.regions[0]), changed):
                    mark(number, end)
        fifos.forget_names()

    def _wait_for_all(self, wait: CountedWait, numbers: Sequence[int]) -> None:
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
            if symbol_around(op) in self.in_tasks or _is_in_task(op):
                reason = "it is in a task"
            elif op.queue_id in unknown:
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


def _reached_by_tasks(graph: CallGraph) -> set[Operation]:
    """The functions that run as tasks, or are called by tasks."""
    called = {
        callee
        for name, function in graph.functions.items()
        for call in graph.calls[name]
        if (callee := callee_name(call)) is not None
        and (
            kind_of(function) is OpKind.TASK_FUNCTION
            or kind_of(call) is OpKind.TASK_CALL
            or _is_in_task(call)
        )
    }
    tasks = (name for name, function in graph.functions.items() if kind_of(function) is OpKind.TASK_FUNCTION)
    names = reached([*tasks, *(called & graph.functions.keys())], graph.may_call)
    return {graph.functions[name] for name in names}


def _is_in_task(op: Operation) -> bool:
    return any(kind_of(around) is OpKind.TASK for around in enclosing(op))
