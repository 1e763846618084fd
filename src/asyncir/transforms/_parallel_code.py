"""Arithmetic and branches of the code that parallel loops become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from asyncir.dialects import arith, scf
from asyncir.dialects.elementwise import element_type
from asyncir.ir import (
    Attribute,
    Block,
    ComplexType,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    LocationAttr,
    Operation,
    Region,
    SSAValue,
    VectorType,
    i1,
    i64,
)
from asyncir.transforms._building import INDEX, Builder

F64 = Float64Type()


class ParallelCode(Builder):
    """A builder that makes each number once."""

    def __init__(self, place: Block | Operation, origin: Operation | LocationAttr | None = None):
        super().__init__(place, origin)
        self._numbers: dict[Attribute, SSAValue] = {}

    def constant(self, value: Attribute) -> SSAValue:
        """`arith.constant`."""
        if value not in self._numbers:
            self._numbers[value] = self.value(arith.ConstantOp(value))
        return self._numbers[value]

    def index(self, number: int) -> SSAValue:
        """A constant index."""
        return self.constant(IntegerAttr(number, INDEX))

    def real(self, number: float) -> SSAValue:
        """A constant f64."""
        return self.constant(FloatAttr(float(number), F64))

    def flag(self, truth: bool) -> SSAValue:
        """A constant i1."""
        return self.constant(IntegerAttr(-1 if truth else 0, i1))

    def both(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """Whether both hold."""
        return self.value(arith.AndIOp(left, right))

    def over(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The quotient of two f64."""
        return self.value(arith.DivfOp(left, right))

    def larger(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The larger one of two f64."""
        return self.value(arith.MaximumfOp(left, right))

    def smaller(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The smaller one of two f64."""
        return self.value(arith.MinimumfOp(left, right))

    def signed_real(self, value: SSAValue) -> SSAValue:
        """An integer or index as f64."""
        wide = self.value(arith.IndexCastOp(value, i64)) if value.type == INDEX else value
        return self.value(arith.SIToFPOp(wide, F64))

    def count_real(self, value: SSAValue) -> SSAValue:
        """An index that is a count, as f64."""
        return self.value(arith.UIToFPOp(self.value(arith.IndexCastOp(value, i64)), F64))

    def count(self, value: SSAValue) -> SSAValue:
        """An f64 that is a count, as an index."""
        return self.value(arith.IndexCastOp(self.value(arith.FPToUIOp(value, i64)), INDEX))

    def branch(self, condition: SSAValue, types: Sequence[Attribute]) -> tuple[scf.IfOp, Self, Self]:
        """An `scf.if`, and the code of its two branches, each of which has to end with `yields`."""
        regions = Region([Block()]), Region([Block()])
        op = self.add(scf.IfOp(condition, types, *regions))
        then, other = (type(self)(region.block, self.location) for region in regions)
        return op, then, other

    def copy(self, op: Operation, mapping: dict[SSAValue, SSAValue]) -> None:
        """Write an op of another place again, under its own location; `mapping` is extended by its results."""
        clone = op.clone(mapping)
        location = clone.location
        self.add(clone).location = location

    def yields(self, values: Sequence[SSAValue]) -> None:
        """End the region of an scf op."""
        self.add(scf.YieldOp(*values))


def lanes_of(type_: Attribute) -> int:
    """How many elements a vector has; 1 for any other type."""
    return type_.element_count() if isinstance(type_, VectorType) else 1  # pyright: ignore[reportUnknownMemberType]


def bits_of(type_: Attribute) -> int:
    """The size of a number; that of a pointer for what is none."""
    element = element_type(type_)
    if isinstance(element, ComplexType):
        return 2 * bits_of(element.element_type) * lanes_of(type_)  # pyright: ignore
    return int(getattr(element, "bitwidth", 64)) * lanes_of(type_)
