"""The reductions of a parallel loop: how two values are combined, and what a block of iterations starts with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from asyncir.dialects import scf, ub
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.elementwise import NO_FASTMATH
from asyncir.ir import (
    AnyFloat,
    Attribute,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Operation,
    Region,
    SSAValue,
    VectorType,
    i1,
)
from asyncir.transforms._parallel_code import Code, bits_of, element_type, lanes_of

Values = Sequence[SSAValue]

_FLOATS = {"arith.addf": -0.0, "arith.mulf": 1.0}
_EXTREMES = {
    "arith.maximumf": -float("inf"),
    "arith.minimumf": float("inf"),
    "arith.maxnumf": float("nan"),
    "arith.minnumf": float("nan"),
}
"""They are neutral only where no flag of the op promises that they never occur."""


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

    def start(self, code: Code) -> list[SSAValue]:
        """What a block of iterations carries at first."""
        if self.neutral is not None:
            return [code.constant(n) for n in self.neutral]
        return [code.flag(False), *(code.add(ub.PoisonOp(t)).result for t in self.types)]

    def resume(self, code: Code, values: Values) -> list[SSAValue]:
        """What a loop carries that goes on from `values`."""
        return [code.flag(True), *values] if self.flagged else list(values)

    def step(
        self, code: Code, carried: Values, values: Values, mapping: Mapping[SSAValue, SSAValue]
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
        self, code: Code, left: Values, right: Values, mapping: Mapping[SSAValue, SSAValue]
    ) -> list[SSAValue]:
        """`left` and `right` combined, each by the code of its reduction, in which `mapping` replaces values from outside."""
        found: list[SSAValue] = []
        for region, first, second in zip(self.regions, left, right, strict=True):
            mapper = {**mapping, region.block.args[0]: first, region.block.args[1]: second}
            for op in region.block.ops:
                if isinstance(op, scf.ReduceReturnOp):
                    found.append(mapper.get(op.result, op.result))
                else:
                    clone = op.clone(mapper)
                    location = clone.location
                    code.add(clone).location = location
        return found


def _neutral(region: Region) -> Attribute | None:
    """The neutral element, if the region does one op on its two arguments, and it is one of those that have one."""
    op, last = region.block.first_op, region.block.last_op
    if op is None or op.next_op is not last or not isinstance(last, scf.ReduceReturnOp):
        return None
    if set(op.operands) != set(region.block.args) or list(op.results) != [last.result]:
        return None
    type_: Attribute = last.result.type
    element = element_type(type_)
    if isinstance(element, AnyFloat):
        number = _neutral_float(op)
    elif isinstance(element, IntegerType | IndexType):
        find = _INTEGERS.get(op.name)
        number = None if find is None else find(bits_of(type_) // lanes_of(type_))
    else:
        number = None
    if number is None:
        return None
    if isinstance(type_, VectorType):
        return DenseIntOrFPElementsAttr.from_list(type_, [number])  # pyright: ignore
    return IntegerAttr(number, type_) if isinstance(number, int) else FloatAttr(number, type_)  # pyright: ignore


def _neutral_float(op: Operation) -> float | None:
    number = _FLOATS.get(op.name)
    if number is None and op.properties.get("fastmath", NO_FASTMATH) == NO_FASTMATH:
        number = _EXTREMES.get(op.name)
    return number


def _zero(width: int) -> int:
    return 0


def _one(width: int) -> int:
    return 1 if width > 1 else -1  # i1 has 0 and -1


def _ones(width: int) -> int:
    return -1


def _lowest(width: int) -> int:
    return -(1 << (width - 1))


def _highest(width: int) -> int:
    return (1 << (width - 1)) - 1


_INTEGERS: dict[str, Callable[[int], int]] = {
    **dict.fromkeys(("arith.addi", "arith.ori", "arith.xori", "arith.maxui"), _zero),
    "arith.muli": _one,
    "arith.andi": _ones,
    "arith.minui": _ones,
    "arith.maxsi": _lowest,
    "arith.minsi": _highest,
}
