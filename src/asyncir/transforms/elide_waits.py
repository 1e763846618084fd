"""`elide-waits`: waits by count that never wait go away."""

from __future__ import annotations

from asyncir.analyses.call_graph import call_graph, function_around
from asyncir.analyses.commit_weights import CommitWeights
from asyncir.analyses.fifo_summaries import Fifo, is_computed
from asyncir.analyses.in_flight_bounds import InFlightBounds
from asyncir.dialects.effect_types import Milestone
from asyncir.dialects.effects import Effects
from asyncir.dialects.interfaces.completion import HardwareFifo, commits, waits_by_count
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.queue import WaitOp, WaitReadOp
from asyncir.ir import Block, Context, IntegerAttr, ModuleOp, Operation, i64
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._passes import Pass

_MOST_OPS = 256
"""How far behind a wait another is looked for to be merged with."""


class ElideWaits(Pass):
    """Remove each wait by a constant count in front of which no more groups than that can be in flight.

    What earlier waits have waited for, also those of the previous iteration or of a caller, does not have to be waited
    for again. A wait that is followed by a stronger one of its FIFO, with nothing in between that could need it, goes too.
    No execution blocks any longer than before, and none blocks earlier.

    With `fewest`, a wait is also merged into the one before it in its block, which becomes stronger: fewer waits, but
    what stands between the two blocks earlier than it has to. Waits of hardware dialects are their author's, and stay unless
    `hardware` says otherwise.
    """

    fewest: bool = False
    hardware: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Remove and merge in the whole module."""
        weights = CommitWeights(call_graph(op), 1)
        for milestone in (Milestone.WRITTEN, Milestone.SOURCE_READ):
            bounds = InFlightBounds(weights.graph, milestone)
            for wait, bound in bounds.at.items():
                count = self.count_of(wait)
                if count is not None and _milestone(wait) is milestone and bound <= count:
                    erase(wait)
        for block in [b for inner in walk(op) for region in inner.regions for b in region.blocks]:
            _Merge(self, weights, block).run()

    def count_of(self, op: Operation) -> int | None:
        """The constant count of a wait that may be changed."""
        trait = waits_by_count(op)
        if trait is None or (isinstance(trait.queue(op), HardwareFifo) and not self.hardware):
            return None
        count = trait.count(op)
        return count if isinstance(count, int) else None


def _milestone(op: Operation) -> Milestone | None:
    trait = waits_by_count(op)
    return None if trait is None else trait.milestone(op)


class _Merge:
    """Merges the waits of one block."""

    def __init__(self, options: ElideWaits, weights: CommitWeights, block: Block):
        self.options = options
        self.weights = weights
        self.block = block
        self.effects = Effects()

    def run(self) -> None:
        """Merge each wait with those behind it."""
        for wait in [op for op in self.block.ops if isinstance(op, WaitOp | WaitReadOp)]:
            fifo, count = self._fifo(wait), self.options.count_of(wait)
            if fifo is not None and count is not None:
                self._merge(wait, fifo, count)

    def _merge(self, wait: WaitOp | WaitReadOp, fifo: Fifo, count: int) -> None:
        """Merge `wait` with the next of its FIFO, as far as that may be."""
        committed: float = 0
        is_used = False
        op = wait.next_op
        for _ in range(_MOST_OPS):
            if op is None or kind_of(op) is OpKind.BARRIER:
                return
            following = op.next_op
            if not isinstance(op, WaitOp | WaitReadOp):
                is_used = is_used or bool(self.effects.of(op))  # it may need what the wait gives
                committed += self._committed(op, fifo)
            elif self._fifo(op) == fifo and (other := self.options.count_of(op)) is not None:
                if not is_used and other <= count and _says_as_much(op, wait):
                    erase(wait)
                    return
                if not self.options.fewest or committed > other or not _says_as_much(wait, op):
                    return
                count = min(count, int(other - committed))
                wait.count = IntegerAttr(count, i64)
                erase(op)
            if is_used and not self.options.fewest:
                return
            op = following

    def _fifo(self, op: WaitOp | WaitReadOp) -> Fifo | None:
        name = function_around(op)
        if name is None or name not in self.weights.graph.functions:
            return None
        fifo = self.weights.fifo(op.queue_id, name)
        return None if is_computed(fifo) else fifo

    def _committed(self, op: Operation, fifo: Fifo) -> float:
        """How many groups `op` commits to the FIFO, if that is certain."""
        own = self.weights.of.get(op)
        if own is None:
            return 0
        if commits(op) is not None and set(own) == {fifo}:
            return 1
        return 0 if fifo not in own and not any(map(is_computed, own)) else float("inf")


def _says_as_much(one: WaitOp | WaitReadOp, other: WaitOp | WaitReadOp) -> bool:
    """Whether `one` waits for the milestone of `other`, and for the memory that it lists."""
    if isinstance(one, WaitReadOp) and not isinstance(other, WaitReadOp):
        return False
    return not one.covered or (bool(other.covered) and set(other.covered) <= set(one.covered))
