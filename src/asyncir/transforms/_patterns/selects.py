"""Patterns on `arith.select`: conditions that are negated, nested or one of the values."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import arith
from asyncir.dialects.elementwise import element_type
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.ir import IntegerType, Operation, SSAValue
from asyncir.transforms._folds.constants import Key, definition, integer, make, width_of
from asyncir.transforms._rewriting import Pattern, Rewriter


def inverted(value: SSAValue) -> SSAValue | None:
    """The i1 whose negation `value` is."""
    inversion = definition(value, OpKind.XOR)
    if inversion is None or width_of(value.type) != 1 or integer(inversion.operands[1]) != 1:
        return None
    return inversion.operands[0]


def _negated_condition(op: Operation, rewriter: Rewriter) -> bool:
    """`select(not c, a, b)` is `select(c, b, a)`."""
    condition, then, other = op.operands
    positive = inverted(condition)
    if positive is None:
        return False
    rewriter.set_operands(op, (positive, other, then))
    return True


def _of_one_and_zero(op: Operation, rewriter: Rewriter) -> bool:
    """`select(c, 0, 1)` of an i1 is `not c`; `select(c, 1, 0)` of a wider integer is the extended condition."""
    condition, then, other = op.operands
    type_ = op.results[0].type
    ones = (integer(then), integer(other))
    if ones not in ((1, 0), (0, 1)) or not isinstance(element_type(type_), IntegerType):
        return False
    if width_of(type_) == 1:
        if condition.type != type_ or ones != (0, 1):
            return False
        rewriter.replace_with(op, arith.XOrIOp(condition, other))
        return True
    if (condition.type == element_type(condition.type)) != (type_ == element_type(type_)):
        return False  # One condition for all elements.
    if ones == (0, 1):
        true = rewriter.constant(make(condition.type, [1]), condition.type, op, op.location)
        inversion = arith.XOrIOp(condition, true)
        rewriter.insert(op, inversion)
        condition = inversion.results[0]
    rewriter.replace_with(op, arith.ExtUIOp(condition, type_))
    return True


def _same_condition_inside(op: Operation, rewriter: Rewriter) -> bool:
    """A select on the same condition in one of the values is decided."""
    for index in (1, 2):
        inner = definition(op.operands[index], OpKind.SELECT)
        if inner is not None and inner.operands[0] is op.operands[0]:
            operands = list(op.operands)
            operands[index] = inner.operands[index]
            rewriter.set_operands(op, operands)
            return True
    return False


PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.SELECT: (_negated_condition, _of_one_and_zero, _same_condition_inside),
}
