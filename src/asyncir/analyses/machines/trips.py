"""How many iterations loops have, and the ops that compute it; how far they reach back."""

from __future__ import annotations

from collections.abc import Iterable

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.machines.periods import literal
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import (
    Operation,
    OpResult,
    SSAValue,
)


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


def reach_of(inside: Iterable[Operation]) -> int:
    """How many iterations of a loop what its ops add to counters reaches back, or forward."""
    distance = 1
    for inner in inside:
        if kind_of(inner) in (OpKind.ADD, OpKind.SUBTRACT):
            by = literal(inner.operands[1])
            distance = max(distance, abs(by)) if by and abs(by) <= 8 else distance
    return distance
