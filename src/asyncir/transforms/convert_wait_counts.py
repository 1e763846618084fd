"""`convert-wait-counts`: waits count the groups that may stay in flight, or those that are finished."""

from __future__ import annotations

from typing import Literal

from asyncir.analyses.carried import Node, Unknown
from asyncir.analyses.commit_counts import CommitCounts
from asyncir.analyses.fifo_changes import FifoChanges
from asyncir.analyses.integers.linear import Linear, linear_of
from asyncir.dialects import queue
from asyncir.dialects.interfaces.completion import commits
from asyncir.ir import Context, ModuleOp, Operation
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder
from asyncir.transforms._carrying import Carrier, plan
from asyncir.transforms._numbers import NumberMaker
from asyncir.transforms._passes import Pass
from asyncir.transforms._private_copies import drop_equal_copies, make_private_copies
from asyncir.transforms._queue_tests import QueueTests
from asyncir.transforms._remarks import remark

_Counted = queue.WaitOp | queue.WaitFinishedOp


class ConvertWaitCounts(Pass):
    """Rewrite `queue.wait(q, N)` to `queue.wait_finished(q, C - N)`, or back, C being the groups committed so far.

    C is a sum of constants, induction variables and trip counts where each way through the program commits equally
    many groups: in an epilogue, `C = 128` makes of "until the first i + 126 are finished" the count `2 - i`. Elsewhere
    a counter is carried through loops, branches and private functions. Counts that would be negative are 0: no wait
    can wait for groups that are not there yet.
    """

    to: Literal["in-flight", "finished"] = "in-flight"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Rewrite the waits of the module."""
        copies = make_private_copies(op, lambda o: commits(o) is not None or isinstance(o, self._source))
        waits: list[_Counted] = []
        for wait in walk(op):
            if isinstance(wait, queue.WaitReadOp) and self.to == "finished":
                _keep(wait, "no wait for finished groups is one for sources that have been read")
            elif isinstance(wait, self._source):
                waits.append(wait)
        if waits:
            _Conversion(op, self.to).run(waits)
        drop_equal_copies(op, copies)

    @property
    def _source(self) -> type[_Counted]:
        return queue.WaitOp if self.to == "finished" else queue.WaitFinishedOp


class _Conversion:
    """One run of the pass."""

    def __init__(self, module: ModuleOp, to: str) -> None:
        self.module = module
        self.new = queue.WaitFinishedOp if to == "finished" else queue.WaitOp
        self.fifos = FifoChanges(module)
        self.counts = CommitCounts(self.fifos)

    def run(self, waits: list[_Counted]) -> None:
        """Count, carry what has to be carried, replace the waits."""
        asked = {wait: node for wait in waits if (node := self._ask(wait)) is not None}
        carried = self.counts.carried
        carried.solve()
        told = {wait: node for wait, node in asked.items() if self._is_told(wait, node)}
        live = carried.reachable(told.values())
        found = plan(carried, live)
        passed = [n for nodes in found.operands.values() for n, _ in nodes]
        for node in (*live, *passed):
            self.counts.number_of(node)
        numbers = {wait: self._converted(wait, node) for wait, node in told.items()}
        carrier = Carrier(found, NumberMaker.type_of, "committed")
        maker = NumberMaker(self.counts.number_of, carrier, QueueTests(self.fifos, carrier))
        carrier.make_room()
        carrier.pass_on(maker.value_of)
        for wait, number in numbers.items():
            self._replace(wait, number, maker)

    def _ask(self, wait: _Counted) -> Node | None:
        ids = self.fifos.ids[wait]
        if ids is None or not ids.complete or len(set(ids.fifos.values())) != 1:
            _keep(wait, "its queue is not one that can be told")
            return None
        return self.counts.before(wait, next(iter(ids.fifos.values())))

    def _is_told(self, wait: _Counted, node: Node) -> bool:
        unknown = next((n for n in self.counts.carried.reachable([node]) if isinstance(n, Unknown)), None)
        if unknown is not None:
            _keep(wait, unknown.reason)
        return unknown is None

    def _converted(self, wait: _Counted, node: Node) -> Linear:
        """The other count: all groups so far without those of this one."""
        count = wait.groups
        return self.counts.number_of(node) - (count if isinstance(count, int) else linear_of(count))

    def _replace(self, wait: _Counted, number: Linear, maker: NumberMaker) -> None:
        if self.new is queue.WaitFinishedOp and not number.terms and number.constant <= 0:
            erase(wait)  # so many groups may stay in flight as there are
            return
        new = self.new(wait.queue_id, maker.make(number, wait), wait.covered)
        new.attributes.update(wait.attributes)
        Builder(wait).add(new)
        erase(wait)


def _keep(op: Operation, reason: str) -> None:
    remark("Q027", f"the count of a wait stays as it is: {reason}", op)
