"""Conditions under which the ops in an iteration of a loop run, as text for isl."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from asyncir.analyses.flow import handed_over
from asyncir.analyses.trip_counts import constant_of
from asyncir.dialects.arith import CmpiOp
from asyncir.ir import BlockArgument, IntegerType, Operation, OpResult, SSAValue
from asyncir.ir.walk import is_below

_DEEPEST = 32
"""Operands of operands are looked at no deeper."""

_COMPARISONS = {
    "eq": "{} = {}",
    "ne": "{} != {}",
    "slt": "{} < {}",
    "sle": "{} <= {}",
    "sgt": "{} > {}",
    "sge": "{} >= {}",
}
_NARROW = 32
"""Arithmetic of fewer bits may overflow, and then says something else."""

_CONNECTIVES = {
    "arith.andi": "{0} and {1}",
    "arith.ori": "{0} or {1}",
    "arith.xori": "({0} and not {1}) or (not {0} and {1})",
}


@dataclass(frozen=True)
class Guards:
    """Conditions in one iteration of a loop, where all that is compared happens in the same one."""

    loop: Operation
    expression: Callable[[SSAValue], str | None]
    """An integer in this iteration; None where it is no affine expression."""
    parameter: Callable[[SSAValue], str]
    """A name for a value that is the same wherever it is used in the iteration."""

    def text_of(self, value: SSAValue, *, negated: bool = False, depth: int = _DEEPEST) -> str | None:
        """That the `i1` is true in this iteration, or false; None where it is not computed once in it."""
        found = self._condition(handed_over(value), depth)
        return None if found is None else f"not ({found})" if negated else f"({found})"

    def _condition(self, value: SSAValue, depth: int) -> str | None:
        known = constant_of(value)
        if known is not None:
            return "1 = 1" if known else "1 = 0"
        op = value.op if isinstance(value, OpResult) else None
        if isinstance(op, CmpiOp) and op.predicate_name in _COMPARISONS and not _is_narrow(op.operands[0]):
            left, right = (self.expression(operand) for operand in op.operands)
            if left is not None and right is not None:
                return _COMPARISONS[op.predicate_name].format(left, right)
        if op is not None and op.name in _CONNECTIVES and depth:
            left, right = (self.text_of(operand, depth=depth - 1) for operand in op.operands)
            if left is not None and right is not None:
                return _CONNECTIVES[op.name].format(left, right)
        return f"{self.parameter(value)} = 1" if is_computed_once(value, self.loop) else None


def _is_narrow(value: SSAValue) -> bool:
    type_: Any = value.type
    return isinstance(value.type, IntegerType) and type_.bitwidth < _NARROW


def is_computed_once(value: SSAValue, loop: Operation) -> bool:
    """Whether the value is the same wherever it is used in an iteration."""
    around = value.owner.parent_op() if not isinstance(value, BlockArgument) else value.block.parent_op()
    while around is not None and around is not loop and is_below(around, loop):
        if around.name not in ("scf.execute_region", "scf.if"):
            return False
        around = around.parent_op()
    return True


__all__ = ["Guards", "is_computed_once"]
