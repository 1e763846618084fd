"""Ops put into blocks one after the other; branches that are made, and taken away again."""

from __future__ import annotations

from typing import TypeVar

from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects import arith, memref, scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.isolation import is_isolated
from asyncir.dialects.pipelining import counter_of
from asyncir.ir import (
    Block,
    Float64Type,
    IndexType,
    IntegerAttr,
    LocationAttr,
    MemRefType,
    Operation,
    Region,
    SSAValue,
)
from asyncir.ir.walk import block_of, first_of
from asyncir.transforms._blocks import at, erase

INDEX = IndexType()
CELL = MemRefType(INDEX, [])

OpT = TypeVar("OpT", bound=Operation)


def begin_branch(region: Region, like: Operation) -> Region | None:
    """Give a branch that is not there a block that only ends, as one of `like`; the branch, if it was made."""
    if region.blocks:
        return None
    region.add_block(Block([at(scf.YieldOp(), like.location)]))
    return region


def drop_branch(made: Region | None) -> None:
    """Take a branch that was made away again, if it does nothing."""
    if made is not None and made.blocks[0].first_op is made.blocks[0].last_op:
        block = made.blocks[0]
        for op in list(block.ops):
            erase(op)
        made.detach_block(block)


class Builder:
    """Puts ops to the end of a block, or in front of an op, one behind the other and all at one place of the source."""

    def __init__(self, place: Block | Operation, origin: Operation | LocationAttr | None = None):
        """Of an op, the origin is its own if none is given; of a block, it has to be given."""
        self.place = place
        if origin is None:
            assert isinstance(place, Operation)
            origin = place
        self.location: LocationAttr = origin.location if isinstance(origin, Operation) else origin
        self.made: list[Operation] = []
        """All that was put there."""

    @property
    def block(self) -> Block:
        """The block that ops are put into."""
        return self.place if isinstance(self.place, Block) else block_of(self.place)

    def add(self, op: OpT) -> OpT:
        """Put `op` behind what was added before."""
        at(op, self.location)
        if isinstance(self.place, Block):
            self.place.add_op(op)
        else:
            block_of(self.place).insert_op_before(op, self.place)
        self.made.append(op)
        return op

    def value(self, op: Operation) -> SSAValue:
        """Put `op` behind what was added before; its first result."""
        return self.add(op).results[0]

    def index(self, number: int) -> SSAValue:
        """A number."""
        return self.value(arith.ConstantOp(IntegerAttr(number, INDEX)))

    def shared_index(self, number: int) -> SSAValue:
        """A number, at the start of the function: one op for all that are equal."""
        attribute, block = IntegerAttr(number, INDEX), self.block
        while (outer := block.parent_op()) is not None and not is_isolated(outer):
            block = block_of(outer)
        first = block.parent.first_block if block.parent is not None else None
        assert first is not None
        op = first.first_op
        while op is not None and kind_of(op) is OpKind.CONSTANT:
            if op.properties["value"] == attribute:
                return op.results[0]
            op = op.next_op
        return Builder(first_of(first), self.location).value(arith.ConstantOp(attribute))

    def plus(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The sum of two integers, or of two f64."""
        return self.value((arith.AddfOp if isinstance(left.type, Float64Type) else arith.AddiOp)(left, right))

    def minus(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The difference of two integers, or of two f64."""
        return self.value((arith.SubfOp if isinstance(left.type, Float64Type) else arith.SubiOp)(left, right))

    def times(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The product of two integers, or of two f64."""
        return self.value((arith.MulfOp if isinstance(left.type, Float64Type) else arith.MuliOp)(left, right))

    def least(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The smaller of two signed numbers."""
        return self.value(arith.MinSIOp(left, right))

    def test(self, left: SSAValue, predicate: str, right: SSAValue) -> SSAValue:
        """A comparison of integers, or of f64."""
        compare = arith.CmpfOp if isinstance(left.type, Float64Type) else arith.CmpiOp
        return self.value(compare(left, right, predicate))

    def either(self, condition: SSAValue, left: SSAValue, right: SSAValue) -> SSAValue:
        """`left` if the condition holds, else `right`."""
        return self.value(arith.SelectOp(condition, left, right))

    def load(self, cell: SSAValue) -> SSAValue:
        """What a cell holds."""
        return self.value(memref.LoadOp(cell, []))

    def store(self, value: SSAValue, cell: SSAValue) -> None:
        """Let a cell hold the value."""
        self.add(memref.StoreOp(value, cell, []))


def iteration_of(loop: Operation, build: Builder) -> SSAValue:
    """The number of the iteration of a loop with a counter, from 0 on, as an index."""
    counter = counter_of(loop)
    assert counter is not None
    number = as_index(counter, build)
    if kind_of(loop) is OpKind.COUNTED_LOOP:
        lower, _, step = loop.operands[:3]
        number = number if constant_of(lower) == 0 else build.minus(number, as_index(lower, build))
        if constant_of(step) != 1:
            number = build.value(arith.DivUIOp(number, as_index(step, build)))
    return number


def as_index(number: SSAValue, build: Builder) -> SSAValue:
    """An integer as an index."""
    if isinstance(number.type, IndexType):
        return number
    known = constant_of(number)
    return build.value(arith.IndexCastOp(number, INDEX)) if known is None else build.index(known)
