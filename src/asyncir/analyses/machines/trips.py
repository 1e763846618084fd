"""How many iterations loops have, the ops that compute it, and after how many they come back to where they began."""

from __future__ import annotations

from math import lcm

from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import (
    IntegerAttr,
    MemRefType,
    Operation,
    OpResult,
    SSAValue,
)
from asyncir.ir.walk import walk

_MOST_PERIOD = 12


def is_trip_count(op: Operation, loop: Operation) -> bool:
    """Whether an op computes how many iterations a loop with a counter has."""
    if kind_of(loop) is not OpKind.COUNTED_LOOP:
        return False
    low, high, step = loop.operands[:3]
    if kind_of(op) is OpKind.DIVIDE_CEILING and op.operands[1] is step:
        span = _maker(op.operands[0], OpKind.SUBTRACT)
        most = (
            None if span is None or span.operands[1] is not low else _maker(span.operands[0], OpKind.MAXIMUM)
        )
        return most is not None and set(most.operands) == {low, high}
    ones = [constant_of(value) for value in (low, step)]
    return ones == [0, 1] and kind_of(op) is OpKind.MAXIMUM and high in op.operands and _has_zero(op)


def _maker(value: SSAValue, kind: OpKind) -> Operation | None:
    """The op of this kind whose result the value is."""
    return value.op if isinstance(value, OpResult) and kind_of(value.op) is kind else None


def _has_zero(op: Operation) -> bool:
    return any(constant_of(value) == 0 for value in op.operands)


def period_of(op: Operation) -> int | None:
    """After how many iterations of a loop what is taken in turn comes round; None where that is too many."""
    period = 1
    for inner in walk(op):
        kind = kind_of(inner)
        if kind in (OpKind.REMAINDER, OpKind.REMAINDER_UNSIGNED):
            by = literal(inner.operands[1])
            period = lcm(period, by) if by else period
        elif kind is OpKind.COMPARE:
            by = literal(inner.operands[1])
            period = lcm(period, by) if by and 0 < by <= 8 else period
        elif kind is OpKind.COUNTED_LOOP:
            memories = sum(isinstance(v.type, MemRefType) for v in inner.operands[3:])
            period = lcm(period, *range(1, memories + 1)) if memories < 5 else period
    return period if period <= _MOST_PERIOD else None


def reach_of(op: Operation) -> int:
    """How many iterations of a loop what is added to counters reaches back, or forward."""
    distance = 1
    for inner in walk(op):
        if kind_of(inner) in (OpKind.ADD, OpKind.SUBTRACT):
            by = literal(inner.operands[1])
            distance = max(distance, abs(by)) if by and abs(by) <= 8 else distance
    return distance


def literal(value: SSAValue) -> int | None:
    """The number that a value is, where it is written in the program."""
    if isinstance(value, OpResult) and kind_of(value.op) is OpKind.CONSTANT:
        data = value.op.properties.get("value")
        return data.value.data if isinstance(data, IntegerAttr) else None
    return None
