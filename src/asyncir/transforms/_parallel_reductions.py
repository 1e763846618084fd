"""The reductions of a parallel loop: how two values are combined, and what a block of iterations starts with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from asyncir.analyses.integers.arithmetic import neutral
from asyncir.dialects import scf, ub
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.elementwise import NO_FASTMATH
from asyncir.dialects.interfaces.kinds import kind_of
from asyncir.ir import (
    Attribute,
    Operation,
    Region,
    SSAValue,
    i1,
)
from asyncir.transforms._folds.constants import make, width_of
from asyncir.transforms._folds.floats import EXTREMES, NEUTRAL
from asyncir.transforms._parallel_code import ParallelCode

Values = Sequence[SSAValue]


@dataclass(frozen=True)
class Reductions:
    """What an `scf.reduce` does, kept beside the loop that it came from."""

    regions: tuple[Region, ...]
    types: tuple[Attribute, ...]
    neutral: tuple[Attribute, ...] | None
    """For each reduction a constant that changes nothing it is combined with; None where that is not known of one of them."""
    flagged: bool
    """A flag is carried in front of the values: whether there are values so far."""

    @staticmethod
    def of(loop: scf.ParallelOp, *, always_started: bool = False) -> Reductions:
        """The reductions of a loop, which stay its own; with `always_started`, all loops begin with values."""
        reduce = loop.body.block.last_op
        assert isinstance(reduce, scf.ReduceOp)
        regions = tuple(reduce.reductions)
        neutral = [_neutral(region) for region in regions]
        known = tuple(n for n in neutral if n is not None)
        all_known = len(known) == len(neutral)
        types = tuple(reduce.args.types)
        return Reductions(regions, types, known if all_known else None, not all_known and not always_started)

    @property
    def carried_types(self) -> tuple[Attribute, ...]:
        """The types of what a loop carries."""
        return (i1, *self.types) if self.flagged else self.types

    @property
    def can_split(self) -> bool:
        """Whether blocks can be reduced apart: there is a value to start them with."""
        return not any(isinstance(t, CompletionType) for t in self.types)

    def start(self, code: ParallelCode) -> list[SSAValue]:
        """What a block of iterations carries at first."""
        if self.neutral is not None:
            return [code.constant(n) for n in self.neutral]
        return [code.flag(False), *(code.add(ub.PoisonOp(t)).result for t in self.types)]

    def resume(self, code: ParallelCode, values: Values) -> list[SSAValue]:
        """What a loop carries that goes on from `values`."""
        return [code.flag(True), *values] if self.flagged else list(values)

    def step(
        self, code: ParallelCode, carried: Values, values: Values, mapping: Mapping[SSAValue, SSAValue]
    ) -> Values:
        """What is carried behind an iteration that gives `values`."""
        if not self.types:
            return ()
        if not self.flagged:
            return self.combine(code, carried, values, mapping)
        merged, then, otherwise = code.branch(carried[0], self.types)
        then.yields(self.combine(then, carried[1:], values, mapping))
        otherwise.yields(values)
        return (code.flag(True), *merged.results)

    def reduced(self, carried: Values) -> Values:
        """The values in what is carried."""
        return carried[1:] if self.flagged else carried

    def combine(
        self, code: ParallelCode, left: Values, right: Values, mapping: Mapping[SSAValue, SSAValue]
    ) -> list[SSAValue]:
        """`left` and `right` combined, each by the code of its reduction, in which `mapping` replaces values from outside."""
        found: list[SSAValue] = []
        for region, first, second in zip(self.regions, left, right, strict=True):
            mapper = {**mapping, region.block.args[0]: first, region.block.args[1]: second}
            for op in region.block.ops:
                if isinstance(op, scf.ReduceReturnOp):
                    found.append(mapper.get(op.result, op.result))
                else:
                    code.copy(op, mapper)
        return found


def _neutral(region: Region) -> Attribute | None:
    """The neutral element, if the region does one op on its two arguments, and it is one of those that have one."""
    op, last = region.block.first_op, region.block.last_op
    if op is None or op.next_op is not last or not isinstance(last, scf.ReduceReturnOp):
        return None
    if set(op.operands) != set(region.block.args) or list(op.results) != [last.result]:
        return None
    return neutral_of(op)


def neutral_of(op: Operation) -> Attribute | None:
    """What the op of two operands leaves the other one as it is for, if there is such a number."""
    type_: Attribute = op.results[0].type
    width = width_of(type_)
    number = _neutral_float(op) if width is None else neutral(kind_of(op), width)
    return None if number is None else make(type_, [number])


def _neutral_float(op: Operation) -> float | None:
    """What is neutral only where no flag of the op promises that it never occurs."""
    if kind_of(op) in EXTREMES and op.properties.get("fastmath", NO_FASTMATH) != NO_FASTMATH:
        return None
    return NEUTRAL.get(kind_of(op))
