"""Sums of values with constant factors: `2 - i`, `n + 3`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import cast

from asyncir.analyses.trip_counts import bounds_of, constant_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import OpResult, SSAValue

_DEEPEST = 16
"""Operands of operands are looked at no deeper: what lies below is a term."""


@dataclass(frozen=True, slots=True)
class Linear:
    """`constant` plus each term times its factor, which is not 0."""

    constant: int = 0
    terms: Mapping[Hashable, int] = field(default_factory=lambda: MappingProxyType({}))

    def __add__(self, other: Linear | int) -> Linear:
        if isinstance(other, int):
            return Linear(self.constant + other, self.terms)
        terms = dict(self.terms)
        for term, factor in other.terms.items():
            terms[term] = terms.get(term, 0) + factor
        return Linear(self.constant + other.constant, {t: f for t, f in terms.items() if f})

    def __mul__(self, factor: int) -> Linear:
        return Linear(self.constant * factor, {t: f * factor for t, f in self.terms.items() if factor})

    def __sub__(self, other: Linear | int) -> Linear:
        return self + other * -1

    def least(self) -> int | None:
        """A number that it is never below; terms that are no values are never negative."""
        low = self.constant
        for term, factor in self.terms.items():
            is_value = isinstance(term, SSAValue)
            bounds = bounds_of(cast("SSAValue", term)) if is_value else (0, None)
            bound = bounds[0] if factor > 0 else bounds[1]
            if bound is None:
                return None
            low += bound * factor
        return low


def linear_of(value: SSAValue, depth: int = _DEEPEST) -> Linear:
    """The value as a sum; its terms are values that are no sums."""
    known = constant_of(value)
    if known is not None:
        return Linear(known)
    if depth and isinstance(value, OpResult):
        op = value.op
        match kind_of(op):
            case OpKind.ADD:
                return linear_of(op.operands[0], depth - 1) + linear_of(op.operands[1], depth - 1)
            case OpKind.SUBTRACT:
                return linear_of(op.operands[0], depth - 1) - linear_of(op.operands[1], depth - 1)
            case OpKind.MULTIPLY:
                left, right = (linear_of(operand, depth - 1) for operand in op.operands)
                if not left.terms:
                    return right * left.constant
                if not right.terms:
                    return left * right.constant
            case _:
                pass
    return Linear(0, {value: 1})
