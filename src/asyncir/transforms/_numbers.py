"""Numbers of groups as values of the program."""

from __future__ import annotations

from collections.abc import Callable

from asyncir.analyses.carried import Node, Phi, Variable
from asyncir.analyses.commit_counts import IsCommittedTo, Iteration, TripCount
from asyncir.analyses.integers.linear import Linear
from asyncir.dialects import arith
from asyncir.ir import IndexType, IntegerAttr, Operation, SSAValue
from asyncir.ir.walk import block_of
from asyncir.transforms._blocks import at
from asyncir.transforms._carrying import Carrier
from asyncir.transforms._queue_tests import QueueTests


class NumberMaker:
    """Computes sums in front of the ops that need them."""

    def __init__(self, number_of: Callable[[Node], Linear], carrier: Carrier, tests: QueueTests) -> None:
        self._number_of = number_of
        self._carrier = carrier
        self._tests = tests
        self._flags: dict[IsCommittedTo, SSAValue] = {}

    @staticmethod
    def type_of(variable: Variable) -> IndexType:
        """The type of counters."""
        return IndexType()

    def value_of(self, node: Node, variable: Variable, before: Operation) -> SSAValue:
        """The number that the node is, as a value in front of an op."""
        made = self.make(self._number_of(node), before)
        return self._constant(made, before) if isinstance(made, int) else made

    def make(self, number: Linear, before: Operation) -> int | SSAValue:
        """The sum in front of an op, or 0 where it is less: a literal where it has no terms."""
        if not number.terms:
            return max(number.constant, 0)
        total: SSAValue | None = None
        constant = number.constant
        if all(factor < 0 for factor in number.terms.values()):
            total, constant = self._constant(constant, before), 0
        for term, factor in sorted(number.terms.items(), key=lambda item: item[1] < 0):
            part = self._term(term, before)
            if abs(factor) != 1:
                part = self._insert(arith.MuliOp(part, self._constant(abs(factor), before)), before)
            if total is None:
                total = part
            else:
                total = self._insert((arith.AddiOp if factor > 0 else arith.SubiOp)(total, part), before)
        assert total is not None
        if constant:
            add = arith.AddiOp if constant > 0 else arith.SubiOp
            total = self._insert(add(total, self._constant(abs(constant), before)), before)
        if number.least() < 0:
            total = self._insert(arith.MaxSIOp(total, self._constant(0, before)), before)
        return total

    def _term(self, term: object, before: Operation) -> SSAValue:
        match term:
            case SSAValue():
                return self._carrier.instead.get(term, term)  # pyright: ignore[reportUnknownArgumentType]
            case Phi():
                return self._carrier.values[term.place, term.variable]
            case Iteration():
                loop = self._carrier.current(term.loop)
                block = loop.regions[0].first_block
                assert block is not None
                distance = self._insert(arith.SubiOp(block.args[0], loop.operands[0]), before)
                return self._insert(arith.DivUIOp(distance, loop.operands[2]), before)
            case TripCount():
                return self._trip_count(self._carrier.current(term.loop), before)
            case IsCommittedTo():
                return self._flag(term)
            case _:
                raise AssertionError(f"{term} is no term of a number of groups")

    def _trip_count(self, loop: Operation, before: Operation) -> SSAValue:
        lower, upper, step = loop.operands[:3]
        distance = self._insert(arith.SubiOp(upper, lower), before)
        distance = self._insert(arith.MaxSIOp(distance, self._constant(0, before)), before)
        return self._insert(arith.CeilDivUIOp(distance, step), before)

    def _flag(self, term: IsCommittedTo) -> SSAValue:
        known = self._flags.get(term)
        if known is None:
            one, zero = (arith.ConstantOp(IntegerAttr(n, IndexType())) for n in (1, 0))
            meant = self._tests.is_meant(term.commit, term.fifo)
            select = arith.SelectOp(meant, one.results[0], zero.results[0])
            self._tests.insert_behind(term.commit, one, zero, select)
            known = self._flags[term] = select.results[0]
        return known

    def _constant(self, number: int, before: Operation) -> SSAValue:
        return self._insert(arith.ConstantOp(IntegerAttr(number, IndexType())), before)

    @staticmethod
    def _insert(op: Operation, before: Operation) -> SSAValue:
        block_of(before).insert_op_before(at(op, before.location), before)
        return op.results[0]
