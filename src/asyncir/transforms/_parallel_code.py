"""Ops appended to a block one after the other, all at one place of the source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from asyncir.dialects import arith, scf
from asyncir.ir import (
    Attribute,
    Block,
    ComplexType,
    Float64Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    LocationAttr,
    Operation,
    Region,
    SSAValue,
    VectorType,
    i1,
    i64,
)
from asyncir.transforms._blocks import at

INDEX = IndexType()
F64 = Float64Type()

OpT = TypeVar("OpT", bound=Operation)


class ParallelCode:
    """Appends to `block`, or inserts in front of `before`; numbers are made once for each block."""

    def __init__(self, block: Block, location: LocationAttr, before: Operation | None = None):
        self.block = block
        self.location = location
        self._before = before
        self._numbers: dict[Attribute, SSAValue] = {}

    def add(self, op: OpT) -> OpT:
        """Put `op` behind what was added before."""
        at(op, self.location)
        if self._before is None:
            self.block.add_op(op)
        else:
            self.block.insert_op_before(op, self._before)
        return op

    def constant(self, value: Attribute) -> SSAValue:
        """`arith.constant`."""
        if value not in self._numbers:
            self._numbers[value] = self.add(arith.ConstantOp(value)).result
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

    def plus(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The sum of two indices, or of two f64."""
        op = arith.AddiOp if isinstance(left.type, IndexType) else arith.AddfOp
        return self.add(op(left, right)).results[0]

    def minus(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The difference of two indices, or of two f64."""
        op = arith.SubiOp if isinstance(left.type, IndexType) else arith.SubfOp
        return self.add(op(left, right)).results[0]

    def times(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The product of two indices, or of two f64."""
        op = arith.MuliOp if isinstance(left.type, IndexType) else arith.MulfOp
        return self.add(op(left, right)).results[0]

    def both(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """Whether both hold."""
        return self.add(arith.AndIOp(left, right)).results[0]

    def test(self, left: SSAValue, predicate: str, right: SSAValue) -> SSAValue:
        """A comparison of indices, or of f64."""
        if isinstance(left.type, Float64Type):
            return self.add(arith.CmpfOp(left, right, predicate)).results[0]
        return self.add(arith.CmpiOp(left, right, predicate)).results[0]

    def larger(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The larger one of two f64."""
        return self.add(arith.MaximumfOp(left, right)).result

    def smaller(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The smaller one of two f64."""
        return self.add(arith.MinimumfOp(left, right)).result

    def either(self, condition: SSAValue, left: SSAValue, right: SSAValue) -> SSAValue:
        """`left` if the condition holds, else `right`."""
        return self.add(arith.SelectOp(condition, left, right)).results[0]

    def signed_real(self, value: SSAValue) -> SSAValue:
        """An integer or index as f64."""
        wide = self.add(arith.IndexCastOp(value, i64)).results[0] if value.type == INDEX else value
        return self.add(arith.SIToFPOp(wide, F64)).results[0]

    def count_real(self, value: SSAValue) -> SSAValue:
        """An index that is a count, as f64."""
        wide = self.add(arith.IndexCastOp(value, i64)).results[0]
        return self.add(arith.UIToFPOp(wide, F64)).results[0]

    def count(self, value: SSAValue) -> SSAValue:
        """An f64 that is a count, as an index."""
        whole = self.add(arith.FPToUIOp(value, i64)).results[0]
        return self.add(arith.IndexCastOp(whole, INDEX)).results[0]

    def branch(
        self, condition: SSAValue, types: Sequence[Attribute]
    ) -> tuple[scf.IfOp, ParallelCode, ParallelCode]:
        """An `scf.if`, and the code of its two branches, each of which has to end with `yields`."""
        regions = Region([Block()]), Region([Block()])
        op = self.add(scf.IfOp(condition, types, *regions))
        return (
            op,
            ParallelCode(regions[0].block, self.location),
            ParallelCode(regions[1].block, self.location),
        )

    def yields(self, values: Sequence[SSAValue]) -> None:
        """End the region of an scf op."""
        self.add(scf.YieldOp(*values))


def element_type(type_: Attribute) -> Attribute:
    """The type of a vector's elements; any other type itself."""
    return type_.get_element_type() if isinstance(type_, VectorType) else type_  # pyright: ignore


def lanes_of(type_: Attribute) -> int:
    """How many elements a vector has; 1 for any other type."""
    return type_.element_count() if isinstance(type_, VectorType) else 1  # pyright: ignore[reportUnknownMemberType]


def bits_of(type_: Attribute) -> int:
    """The size of a number; that of a pointer for what is none."""
    element = element_type(type_)
    if isinstance(element, ComplexType):
        return 2 * bits_of(element.element_type) * lanes_of(type_)  # pyright: ignore
    return int(getattr(element, "bitwidth", 64)) * lanes_of(type_)
