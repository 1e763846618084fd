"""Where values come from when control flow carries them: branches, structured ops, tasks.

xDSL has no interface for branches that forward operands or for regions that exchange values with their op;
this is that interface, asked by name so that every class of an op answers alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, BlockArgument, DenseArrayBase, Operation, OpResult, Region, SSAValue


def sources(value: SSAValue) -> tuple[SSAValue, ...] | None:
    """The values that `value` may be a copy of.

    Empty where control flow does not carry it, so that it is defined where it stands; None where what it is a
    copy of cannot be told.
    """
    if isinstance(value, OpResult):
        op = value.op
        if kind_of(op) is OpKind.SELECT:
            return (op.operands[1], op.operands[2])
        if kind_of(op) is OpKind.AWAIT:
            return payloads(op.operands[0])
        return _values(ways_out(op), value) if op.regions else ()
    if not isinstance(value, BlockArgument):
        return None
    around, is_first = value.block.parent_op(), value.block.prev_block is None
    if around is not None and is_first and kind_of(around) is OpKind.TASK:
        return payloads(around.operands[_segments(around)[0] + value.index])
    if around is not None and is_first and kind_of(around) is OpKind.COUNTED_LOOP and not value.index:
        return ()
    return _values(ways_into(value.block), value)


def handed_over(value: SSAValue) -> SSAValue:
    """What a region that is entered once yields, in place of its result."""
    while isinstance(value, OpResult) and kind_of(value.op) is OpKind.REGION:
        region = value.op.regions[0]
        end = region.first_block.last_op if region.first_block is not None else None
        if end is None or region.first_block is not region.last_block:
            break
        value = end.operands[value.index]
    return value


def _segments(op: Operation) -> list[int]:
    sizes = op.properties.get("operandSegmentSizes")
    assert isinstance(sizes, DenseArrayBase)
    return [int(size) for size in sizes.get_values()]


def yields(region: Region) -> Iterator[Operation]:
    """The terminators that end the region and hand its values to the op around it."""
    for block in region.blocks:
        last = block.last_op
        if last is not None and not last.successors:
            yield last


class Way(NamedTuple):
    """A way to where control flow joins: from the front of `at`, with these values for the last arguments or results."""

    at: Operation
    values: Sequence[SSAValue]

    def value_of(self, joined: SSAValue) -> SSAValue | None:
        """What an argument or result there is on this way; None where it gets nothing."""
        if isinstance(joined, BlockArgument):
            place = joined.index - len(joined.block.args)
        else:
            assert isinstance(joined, OpResult)
            place = joined.index - len(joined.op.results)
        return self.values[place] if -place <= len(self.values) else None


def ways_out(op: Operation) -> list[Way] | None:
    """How control comes to be behind an op with regions; None where that cannot be told."""
    match kind_of(op):
        case OpKind.IF | OpKind.SWITCH | OpKind.REGION:
            return _ends(*op.regions) + [Way(op, ()) for region in op.regions if not region.blocks]
        case OpKind.COUNTED_LOOP:
            return [Way(op, op.operands[3:]), *_ends(*op.regions)]
        case OpKind.CONDITIONAL_LOOP:
            return _handed_on(op)
        case _:
            return None


def ways_into(block: Block) -> list[Way] | None:
    """How control comes to the start of a block; None where that cannot be told. Callers of a function are not among them."""
    branches = [Way(use.operation, forwarded_values(use.operation)[use.index][1]) for use in block.uses]
    region, op = block.parent, block.parent_op()
    if region is None or op is None:
        return None
    if block is not region.first_block:
        return branches
    match kind_of(op):
        case OpKind.FUNCTION | OpKind.TASK_FUNCTION | OpKind.PARALLEL_LOOP:
            # An entry block may be branched to as well: MLIR forbids it, so that nothing comes here.
            return []
        case OpKind.COUNTED_LOOP:
            return [Way(op, op.operands[3:]), *_ends(*op.regions), *branches]
        case OpKind.CONDITIONAL_LOOP if region is op.regions[0]:
            return [Way(op, op.operands), *_ends(op.regions[1]), *branches]
        case OpKind.CONDITIONAL_LOOP:
            return _handed_on(op) + branches
        case _:
            return None


def _ends(*regions: Region) -> list[Way]:
    return [Way(last, last.operands) for region in regions for last in yields(region)]


def _handed_on(loop: Operation) -> list[Way]:
    """What the condition of a loop passes to its body, and to where the loop ends."""
    return [Way(end.at, end.values[1:]) for end in _ends(loop.regions[0])]


def payloads(value: SSAValue) -> tuple[SSAValue, ...] | None:
    """What awaiting the `!async.value` may yield; None where that cannot be told."""
    if isinstance(value, OpResult):
        if kind_of(value.op) is OpKind.TASK and value.index > 0:
            return _values(_ends(*value.op.regions), value)
        if kind_of(value.op) is OpKind.READY:
            return tuple(value.op.operands)
    return None


def _values(ways: Sequence[Way] | None, joined: SSAValue) -> tuple[SSAValue, ...] | None:
    """What a value is on each of the ways to it; None where that cannot be told of one."""
    values = None if ways is None else [way.value_of(joined) for way in ways]
    if values is None or None in values:
        return None
    return tuple(value for value in values if value is not None)
