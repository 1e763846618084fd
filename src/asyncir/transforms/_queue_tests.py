"""Tests, behind a commit to a computed queue, of which FIFO that was."""

from __future__ import annotations

from collections.abc import Hashable
from functools import reduce

from asyncir.analyses.fifo_changes import FifoChanges
from asyncir.dialects import arith
from asyncir.dialects.interfaces.completion import commits
from asyncir.ir import IntegerAttr, Operation, SSAValue
from asyncir.ir.walk import block_of
from asyncir.transforms._blocks import at
from asyncir.transforms._building import INDEX
from asyncir.transforms._carrying import Carrier


class QueueTests:
    """Makes each test once, and puts what depends on it behind it."""

    def __init__(self, fifos: FifoChanges, carrier: Carrier) -> None:
        self._fifos = fifos
        self._carrier = carrier
        self._last: dict[Operation, Operation] = {}
        self._made: dict[tuple[Operation, Hashable], SSAValue] = {}

    def is_meant(self, commit: Operation, fifo: Hashable) -> SSAValue:
        """Whether the computed queue of a commit has this FIFO."""
        known = self._made.get((commit, fifo))
        if known is not None:
            return known
        trait = commits(commit)
        ids = self._fifos.ids[commit]
        assert trait is not None
        assert ids is not None
        queue_id = trait.queue(self._carrier.current(commit))
        assert isinstance(queue_id, SSAValue)
        candidates = ids.fifos if ids.complete else self._fifos.universe
        tests: list[SSAValue] = []
        for number in sorted(n for n, f in candidates.items() if f == fifo and isinstance(n, int)):
            constant = arith.ConstantOp(IntegerAttr(number, INDEX))
            test = arith.CmpiOp(queue_id, constant.results[0], "eq")
            tests.append(self.insert_behind(commit, constant, test))
        meant = reduce(lambda one, other: self.insert_behind(commit, arith.OrIOp(one, other)), tests)
        self._made[commit, fifo] = meant
        return meant

    def insert_behind(self, commit: Operation, *ops: Operation) -> SSAValue:
        """Insert ops behind a commit and behind what was inserted there before; the result of the last one."""
        for op in ops:
            last = self._last.get(commit, self._carrier.current(commit))
            block_of(last).insert_op_after(at(op, last.location), last)
            self._last[commit] = op
        return ops[-1].results[0]
