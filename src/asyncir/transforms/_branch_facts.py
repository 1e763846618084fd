"""What a block knows of the conditions of the branches to it."""

from __future__ import annotations

from typing import cast

from asyncir.dialects import arith, cf
from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, IntegerAttr, IntegerType, Region, SSAValue, VectorType, i1
from asyncir.ir.dense import all_elements, dense_of
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder


def use_known_conditions(region: Region) -> bool:
    """In a block that only one edge of a conditional branch leads to, the condition is known."""
    known: dict[SSAValue, dict[Block, bool]] = {}
    for block in region.blocks:
        op = block.last_op
        if op is None or kind_of(op) is not OpKind.BRANCH or op.successors[0] is op.successors[1]:
            continue
        for number, destination in enumerate(op.successors):
            if destination.has_one_use() and destination is not region.first_block:
                known.setdefault(op.operands[0], {})[destination] = number == 0
    changed = False
    for condition, blocks in known.items():
        for use in list(condition.uses):
            value = blocks.get(use.operation.parent) if use.operation.parent is not None else None
            if value is not None:
                constant = Builder(use.operation).value(arith.ConstantOp(IntegerAttr(int(value), i1)))
                use.operation.operands[use.index] = constant
                changed = True
    return changed


def drop_cases(region: Region) -> bool:
    """Drop cases of `cf.switch` that go where the default goes, or that a switch in front of it has excluded."""
    changed = False
    for block in region.blocks:
        op = block.last_op
        if isinstance(op, cf.SwitchOp) and _drop_cases_of(op):
            changed = True
    return changed


def _values(op: cf.SwitchOp) -> list[int]:
    """The values of the cases, as they are written in the op."""
    return [] if op.case_values is None else [int(value) for value in all_elements(op.case_values)]


def _drop_cases_of(op: cf.SwitchOp) -> bool:
    edges = [(block, tuple(values)) for block, values in forwarded_values(op)]
    values = _values(op)
    only, excluded = _facts(op)
    if only is not None:
        block, arguments = edges[1 + values.index(only)] if only in values else edges[0]
        Builder(op).add(cf.BranchOp(block, *arguments))
        erase(op)
        return True
    kept = [
        index for index, value in enumerate(values, 1) if edges[index] != edges[0] and value not in excluded
    ]
    if len(kept) == len(values):
        return False
    flag = op.operands[0]
    type_ = cast(IntegerType, flag.type)
    numbers = [values[index - 1] for index in kept]
    cases = dense_of(VectorType(type_, (len(kept),)), numbers) if kept else None
    blocks, arguments = [edges[index][0] for index in kept], [edges[index][1] for index in kept]
    Builder(op).add(cf.SwitchOp(flag, *edges[0], cases, blocks, arguments, op.attributes))
    erase(op)
    return True


def _facts(op: cf.SwitchOp) -> tuple[int | None, frozenset[int]]:
    """The only value that the flag can have, if there is one, and those that it cannot have.

    That is what a switch on the same flag says that alone leads to the block.
    """
    block = op.parent
    nothing = (None, frozenset[int]())
    if block is None or not block.has_one_use():
        return nothing
    use = next(iter(block.uses))
    before = use.operation
    if not isinstance(before, cf.SwitchOp) or before.operands[0] is not op.operands[0] or before is op:
        return nothing
    values = _values(before)
    if use.index == 0:
        return None, frozenset(values)
    return values[use.index - 1], frozenset()
