"""Edits of blocks and ops, each in time proportional to what it moves and not to what is around it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from asyncir.ir import Attribute, Block, LocationAttr, Operation, SSAValue
from asyncir.ir.walk import behind, block_of, walk

OpT = TypeVar("OpT", bound=Operation)


def at(op: OpT, location: LocationAttr) -> OpT:
    """`op`, with its location set."""
    op.location = location
    return op


def split_after(op: Operation, arg_types: Iterable[Attribute] = ()) -> Block:
    """Move what follows `op` to a new block right behind its own; the new block's arguments are at `op`.

    xDSL's `split_before` looks up the index of the block in its region, which makes many splits quadratic.
    """
    block = block_of(op)
    region = block.parent
    assert region is not None
    tail = Block()
    region.insert_block_after(tail, block)
    for index, arg_type in enumerate(arg_types):
        tail.insert_arg(arg_type, index, op.location)
    move_ops(behind(op), tail)
    return tail


def move_ops(ops: Iterable[Operation], to: Block | Operation) -> None:
    """Move ops to the end of a block, or in front of an op."""
    for op in list(ops):
        op.detach()
        if isinstance(to, Block):
            to.add_op(op)
        else:
            block_of(to).insert_op_before(op, to)


def replace_all(olds: Iterable[SSAValue], news: Iterable[SSAValue]) -> None:
    """Let uses of each old value use the new one at its place, which takes the old name if it has none."""
    for old, new in zip(olds, news, strict=True):
        if old is new:
            continue
        if new.name_hint is None:
            new.name_hint = old.name_hint
        old.replace_all_uses_with(new)


def erase(op: Operation) -> None:
    """Detach `op` from its block and erase it with all below it; its results have no uses any more.

    xDSL's own `erase` recurses into regions.
    """
    op.detach()
    below = list(walk(op))
    for inner in below:
        inner.operands = ()
        inner.successors = ()
    for inner in below:
        inner.parent = None
    for result in op.results:
        assert result.first_use is None, f"a result of {op.name} is still in use"
