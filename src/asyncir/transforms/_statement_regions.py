"""Ops of a block become a statement: a region, which hands over what others use."""

from __future__ import annotations

from collections.abc import Sequence, Set

from asyncir.dialects import scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, Region, StringAttr, UnitAttr
from asyncir.ir.marks import PARTS, STATEMENT
from asyncir.ir.walk import block_of
from asyncir.transforms._blocks import at, move_ops
from asyncir.transforms._building import Builder


def put_into_statement(ops: Sequence[Operation], name: str, anchor: Operation) -> Operation:
    """Put ops of the block of `anchor` into a statement in front of it, or in its place if it is one of them."""
    block = block_of(anchor)
    inside = set(ops)
    above = block.find_ancestor_op_in_block
    used = [r for op in ops for r in op.results if any(above(use.operation) not in inside for use in r.uses)]
    inner = Block()
    region = Builder(anchor).add(scf.ExecuteRegionOp([value.type for value in used], Region(inner)))
    region.properties["no_inline"] = UnitAttr()
    region.attributes[STATEMENT] = StringAttr(name)
    move_ops(ops, inner)
    for old, new in zip(used, region.results, strict=True):
        new.name_hint = old.name_hint
        old.replace_uses_with_if(new, lambda use: above(use.operation) not in (region, None))
    inner.add_op(at(scf.YieldOp(*used), anchor.location))
    return region


def is_part_of_another(loop: Operation) -> bool:
    """Whether the loop around it is still to be pipelined, with the prologue, body and epilogue of this one."""
    around = loop.parent_op()
    return around is not None and kind_of(around) is OpKind.COUNTED_LOOP and PARTS in around.attributes


def group_parts(ops: Sequence[Operation], loop: Operation, apart: Set[Operation]) -> None:
    """Let what stands in front of the expanded `loop`, the loop, and what stands behind it be a statement each.

    `ops` stand in one block, in this order. Those that lie `apart` belong to none.
    """
    own = [op for op in ops if op not in apart]
    place = own.index(loop)
    anchor = ops[-1].next_op
    assert anchor is not None  # a body has a terminator
    for name, part in (("prologue", own[:place]), ("body", [loop]), ("epilogue", own[place + 1 :])):
        put_into_statement(part, name, anchor)
