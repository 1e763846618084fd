"""Numbers of groups as values of the program."""

from __future__ import annotations

from collections.abc import Callable

from asyncir.analyses.carried import Node, Phi, Variable
from asyncir.analyses.commit_counts import IsCommittedTo, Iteration, TripCount
from asyncir.analyses.integers.linear import Linear
from asyncir.dialects import arith
from asyncir.ir import IndexType, IntegerAttr, Operation, SSAValue
from asyncir.transforms._building import INDEX, Builder
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
        return INDEX

    def value_of(self, node: Node, variable: Variable, before: Operation) -> SSAValue:
        """The number that the node is, as a value in front of an op."""
        made = self.make(self._number_of(node), before)
        return Builder(before).index(made) if isinstance(made, int) else made

    def make(self, number: Linear, before: Operation) -> int | SSAValue:
        """The sum in front of an op, or 0 where it is less: a literal where it has no terms."""
        if not number.terms:
            return max(number.constant, 0)
        build = Builder(before)
        total: SSAValue | None = None
        constant = number.constant
        if all(factor < 0 for factor in number.terms.values()):
            total, constant = build.index(constant), 0
        for term, factor in sorted(number.terms.items(), key=lambda item: item[1] < 0):
            part = self._term(term, build)
            if abs(factor) != 1:
                part = build.times(part, build.index(abs(factor)))
            if total is None:
                total = part
            elif factor > 0:
                total = build.plus(total, part)
            else:
                total = build.minus(total, part)
        assert total is not None
        if constant:
            part = build.index(abs(constant))
            total = build.plus(total, part) if constant > 0 else build.minus(total, part)
        if number.least() < 0:
            total = build.value(arith.MaxSIOp(total, build.index(0)))
        return total

    def _term(self, term: object, build: Builder) -> SSAValue:
        match term:
            case SSAValue():
                return self._carrier.instead.get(term, term)  # pyright: ignore[reportUnknownArgumentType]
            case Phi():
                return self._carrier.values[term.place, term.variable]
            case Iteration():
                loop = self._carrier.current(term.loop)
                distance = build.minus(loop.regions[0].blocks[0].args[0], loop.operands[0])
                return build.value(arith.DivUIOp(distance, loop.operands[2]))
            case TripCount():
                lower, upper, step = self._carrier.current(term.loop).operands[:3]
                distance = build.minus(upper, lower)
                distance = build.value(arith.MaxSIOp(distance, build.index(0)))
                return build.value(arith.CeilDivUIOp(distance, step))
            case IsCommittedTo():
                return self._flag(term)
            case _:
                raise AssertionError(f"{term} is no term of a number of groups")

    def _flag(self, term: IsCommittedTo) -> SSAValue:
        known = self._flags.get(term)
        if known is None:
            one, zero = (arith.ConstantOp(IntegerAttr(n, INDEX)) for n in (1, 0))
            meant = self._tests.is_meant(term.commit, term.fifo)
            select = arith.SelectOp(meant, one.results[0], zero.results[0])
            known = self._flags[term] = self._tests.insert_behind(term.commit, one, zero, select)
        return known
