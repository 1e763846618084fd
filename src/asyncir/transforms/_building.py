"""Ops of index arithmetic, inserted one after the other; branches that are made, and taken away again."""

from __future__ import annotations

from typing import TypeVar

from asyncir.dialects import arith, memref, scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import (
    Block,
    IndexType,
    IntegerAttr,
    IsolatedFromAbove,
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
    """Inserts ops in front of one, at a place of the source."""

    def __init__(self, before: Operation, origin: Operation | None = None):
        self.before = before
        self.location = (origin or before).location

    def add(self, op: OpT) -> OpT:
        """Insert `op`."""
        block_of(self.before).insert_op_before(at(op, self.location), self.before)
        return op

    def constant(self, number: int) -> SSAValue:
        """A number, at the start of the function: one op for all that are equal."""
        attribute = IntegerAttr(number, INDEX)
        block = block_of(self.before)
        while (outer := block.parent_op()) is not None and not outer.has_trait(IsolatedFromAbove):
            assert outer.parent is not None
            block = outer.parent
        first = block.parent.first_block if block.parent is not None else None
        assert first is not None
        op = first.first_op
        while op is not None and kind_of(op) is OpKind.CONSTANT:
            if op.properties["value"] == attribute:
                return op.results[0]
            op = op.next_op
        constant = at(arith.ConstantOp(attribute), self.location)
        first.insert_op_before(constant, first_of(first))
        return constant.results[0]

    def sum(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """`left + right`."""
        return self.add(arith.AddiOp(left, right)).results[0]

    def difference(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """`left - right`."""
        return self.add(arith.SubiOp(left, right)).results[0]

    def least(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The smaller of two signed numbers."""
        return self.add(arith.MinSIOp(left, right)).results[0]

    def test(self, left: SSAValue, predicate: str, right: SSAValue) -> SSAValue:
        """A comparison."""
        return self.add(arith.CmpiOp(left, right, predicate)).results[0]

    def either(self, condition: SSAValue, left: SSAValue, right: SSAValue) -> SSAValue:
        """`left` if the condition holds, else `right`."""
        return self.add(arith.SelectOp(condition, left, right)).results[0]

    def load(self, cell: SSAValue) -> SSAValue:
        """What a cell holds."""
        return self.add(memref.LoadOp(cell, [])).results[0]

    def store(self, value: SSAValue, cell: SSAValue) -> None:
        """Let a cell hold the value."""
        self.add(memref.StoreOp(value, cell, []))
