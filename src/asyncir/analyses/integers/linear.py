"""Sums of values with constant factors: `2 - i`, `n + 3`."""

from __future__ import annotations

from collections.abc import Hashable
from typing import cast

from asyncir.analyses.flow import handed_over
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.forms import Sum
from asyncir.analyses.integers.ranges import MANY, range_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import OpResult, SSAValue

_DEEPEST = 16
"""Operands of operands are looked at no deeper: what lies below is a term."""


class Linear(Sum[Hashable]):
    """A sum of values, and of numbers of which there are no values yet."""

    __slots__ = ()

    def least(self) -> int:
        """A number that it is never below; terms that are no values are never negative."""
        low = self.constant
        for term, factor in self.terms.items():
            least, most = range_of(cast("SSAValue", term)) if isinstance(term, SSAValue) else (0, MANY)
            low += (least if factor > 0 else most) * factor
        return low


def linear_of(value: SSAValue, depth: int = _DEEPEST) -> Linear:
    """The value as a sum; its terms are values that are no sums."""
    known = constant_of(value)
    if known is not None:
        return Linear(known)
    kind = kind_of(value.op) if depth and isinstance(value, OpResult) else None
    if kind in (OpKind.ADD, OpKind.SUBTRACT, OpKind.MULTIPLY) and isinstance(value, OpResult):
        left, right = (linear_of(operand, depth - 1) for operand in value.op.operands)
        if kind is not OpKind.MULTIPLY:
            return left + right if kind is OpKind.ADD else left - right
        if not left.terms:
            return right * left.constant
        if not right.terms:
            return left * right.constant
    return Linear(0, {value: 1})


def offset_of(value: SSAValue) -> tuple[SSAValue, int]:
    """The value as another one with a constant added, modulo 2 to the power of its width."""
    offset = 0
    for _ in range(_DEEPEST):
        value = handed_over(value)
        if not isinstance(value, OpResult) or kind_of(value.op) not in (OpKind.ADD, OpKind.SUBTRACT):
            break
        left, right = value.op.operands
        addend = constant_of(right)
        if addend is None and kind_of(value.op) is OpKind.ADD:
            left, addend = right, constant_of(left)
        if addend is None:
            break
        offset += addend if kind_of(value.op) is OpKind.ADD else -addend
        value = left
    return value, offset
