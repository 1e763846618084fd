"""Where values come from when control flow carries them: branches, structured ops, tasks.

xDSL has no interface for branches that forward operands or for regions that exchange values with their op;
this is that interface, asked by name so that every class of an op answers alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, BlockArgument, DenseArrayBase, Operation, OpResult, Region, SSAValue

_FUNCTIONS = frozenset({OpKind.FUNCTION, OpKind.TASK_FUNCTION})


def sources(value: SSAValue) -> tuple[SSAValue, ...] | None:
    """The values that `value` may be a copy of.

    Empty where control flow does not carry it, so that it is defined where it stands; None where what it is a
    copy of cannot be told.
    """
    if isinstance(value, OpResult):
        return _sources_of_result(value.op, value.index)
    if isinstance(value, BlockArgument):
        return _sources_of_argument(value.block, value.index)
    return None


def handed_over(value: SSAValue) -> SSAValue:
    """What a region that is entered once yields, in place of its result."""
    while isinstance(value, OpResult) and kind_of(value.op) is OpKind.REGION:
        region = value.op.regions[0]
        end = region.first_block.last_op if region.first_block is not None else None
        if end is None or region.first_block is not region.last_block:
            break
        value = end.operands[value.index]
    return value


def successor_operands(op: Operation, successor: int) -> Sequence[SSAValue]:
    """The operands that branching to the successor with this index forwards."""
    return forwarded_values(op)[successor][1]


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


def _yielded(regions: Sequence[Region], index: int) -> tuple[SSAValue, ...] | None:
    ends = [last for region in regions for last in yields(region)]
    if any(len(last.operands) <= index for last in ends):
        return None
    return tuple(last.operands[index] for last in ends)


def _joined(*parts: tuple[SSAValue, ...] | None) -> tuple[SSAValue, ...] | None:
    joined: list[SSAValue] = []
    for part in parts:
        if part is None:
            return None
        joined.extend(part)
    return tuple(joined)


def _sources_of_result(op: Operation, index: int) -> tuple[SSAValue, ...] | None:
    match kind_of(op):
        case OpKind.IF | OpKind.SWITCH | OpKind.REGION:
            return _yielded(op.regions, index)
        case OpKind.COUNTED_LOOP:
            return _joined((op.operands[3 + index],), _yielded(op.regions, index))
        case OpKind.CONDITIONAL_LOOP:
            return _yielded(op.regions[:1], index + 1)
        case OpKind.SELECT:
            return (op.operands[1], op.operands[2])
        case OpKind.AWAIT:
            return payloads(op.operands[0])
        case _:
            return None if op.regions else ()


def payloads(value: SSAValue) -> tuple[SSAValue, ...] | None:
    """What awaiting the `!async.value` may yield; None where that cannot be told."""
    if isinstance(value, OpResult):
        if kind_of(value.op) is OpKind.TASK and value.index > 0:
            return _yielded(value.op.regions, value.index - 1)
        if kind_of(value.op) is OpKind.READY:
            return tuple(value.op.operands)
    return None


def _sources_of_argument(block: Block, index: int) -> tuple[SSAValue, ...] | None:
    region = block.parent
    op = region.parent if region is not None else None
    if region is None or op is None:
        return None
    branches = _branched(block, index)
    if block is not region.first_block:
        return branches
    if kind_of(op) in _FUNCTIONS:
        # An entry block may be branched to as well: MLIR forbids it, so that these are definitions.
        return ()
    return _joined(_entry_sources(op, region, index), branches)


def _entry_sources(op: Operation, region: Region, index: int) -> tuple[SSAValue, ...] | None:
    match kind_of(op):
        case OpKind.COUNTED_LOOP:
            if index == 0:
                return ()
            return _joined((op.operands[2 + index],), _yielded(op.regions, index - 1))
        case OpKind.CONDITIONAL_LOOP:
            before, after = op.regions
            if region is before:
                return _joined((op.operands[index],), _yielded((after,), index))
            return _yielded((before,), index + 1)
        case OpKind.PARALLEL_LOOP:
            return ()
        case OpKind.TASK:
            return payloads(op.operands[_segments(op)[0] + index])
        case _:
            return None


def _branched(block: Block, index: int) -> tuple[SSAValue, ...] | None:
    found: list[SSAValue] = []
    for use in block.uses:
        operands = successor_operands(use.operation, use.index)
        if len(operands) <= index:
            return None
        found.append(operands[index])
    return tuple(found)
