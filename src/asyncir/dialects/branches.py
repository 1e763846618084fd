"""Which values a branch passes to the arguments of its destinations."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects.cf import BranchOp, ConditionalBranchOp, SwitchOp
from asyncir.ir import Block, Operation, SSAValue


def forwarded_values(op: Operation) -> tuple[tuple[Block, Sequence[SSAValue]], ...]:
    """Each destination of `op` with the values that it gets; none for an op without destinations."""
    if not op.successors:
        return ()
    if isinstance(op, BranchOp):
        return ((op.successor, op.arguments),)
    if isinstance(op, ConditionalBranchOp):
        return ((op.then_block, op.then_arguments), (op.else_block, op.else_arguments))
    if isinstance(op, SwitchOp):
        cases = tuple(zip(op.case_blocks, op.case_operand, strict=True))
        return ((op.default_block, op.default_operands), *cases)
    return tuple((block, ()) for block in op.successors)
