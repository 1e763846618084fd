"""Whose completion a token, value or group stands for: the ops that may have made it, back through loops and branches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from asyncir.analyses.trip_counts import trips_of
from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.execution_traits import IsFunction
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from asyncir.ir.walk import predecessors, terminator_of


@dataclass(frozen=True, slots=True)
class TokenSource:
    """Where a completion may come from."""

    value: SSAValue
    """A result of what made it, or an argument of a function."""
    back: bool
    """Whether it is of an earlier iteration than its user."""


def sources_of(value: SSAValue) -> list[TokenSource]:
    """All that it may be, each once; what is complete from the start is left out."""
    found: dict[SSAValue, bool] = {}
    seen: dict[SSAValue, bool] = {}
    pending = [(value, False)]
    while pending:
        each, back = pending.pop()
        if each in seen and (back or not seen[each]):
            continue
        seen[each] = back
        further = _further(each)
        if further is None:
            if not (isinstance(each, OpResult) and kind_of(each.op) is OpKind.READY):
                found[each] = back
        else:
            pending += [(inner, back or carried) for inner, carried in further]
    return [TokenSource(each, back) for each, back in found.items()]


def _further(value: SSAValue) -> list[tuple[SSAValue, bool]] | None:
    """What the value is in turn, and whether from an iteration before; None if it is made here."""
    if isinstance(value, OpResult):
        return _of_result(value.op, value.index)
    assert isinstance(value, BlockArgument)
    block = value.block
    around = block.parent_op()
    if around is None or around.has_trait(IsFunction, value_if_unregistered=False):
        entering = list(_branches(block, value.index))
        return entering if entering else None
    if around.regions[0].blocks.first is block or kind_of(around) is OpKind.CONDITIONAL_LOOP:
        return _of_argument(around, block, value.index)
    return list(_branches(block, value.index)) or None


def _of_result(op: Operation, index: int) -> list[tuple[SSAValue, bool]] | None:
    match kind_of(op):
        case OpKind.COUNTED_LOOP:
            last = terminator_of(op.regions[0].blocks[0]).operands[index]
            first = [] if trips_of(op).least else [(op.operands[3 + index], False)]
            return [(last, False), *first]
        case OpKind.CONDITIONAL_LOOP:
            return [(terminator_of(op.regions[0].blocks[0]).operands[1 + index], False)]
        case OpKind.IF | OpKind.SWITCH | OpKind.REGION | OpKind.STACK_REGION:
            ends = (terminator_of(block) for region in op.regions for block in region.blocks)
            return [(end.operands[index], False) for end in ends if not end.successors]
        case OpKind.SELECT:
            return [(operand, False) for operand in op.operands[1:]]
        case _:
            return None


def _of_argument(loop: Operation, block: Block, index: int) -> list[tuple[SSAValue, bool]] | None:
    match kind_of(loop):
        case OpKind.COUNTED_LOOP if index:
            return [(loop.operands[2 + index], False), (terminator_of(block).operands[index - 1], True)]
        case OpKind.CONDITIONAL_LOOP:
            before, after = (region.blocks[0] for region in loop.regions)
            if block is after:
                return [(terminator_of(before).operands[1 + index], False)]
            return [(loop.operands[index], False), (terminator_of(after).operands[index], True)]
        case _:
            return None


def _branches(block: Block, index: int) -> Iterator[tuple[SSAValue, bool]]:
    """What branches hand to an argument; from a block behind, it is of an iteration before."""
    region = block.parent
    order = {each: n for n, each in enumerate(region.blocks)} if region is not None else {}
    for before in dict.fromkeys(predecessors(block)):
        for target, values in forwarded_values(terminator_of(before)):
            if target is block and index < len(values):
                yield values[index], order.get(before, 0) >= order.get(block, 0)
