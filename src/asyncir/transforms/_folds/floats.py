"""Folds of float arithmetic: IEEE 754, rounded to nearest even, as MLIR's; and of math where that is exact.

A NaN operand is the result, the left one first, as in LLVM's software floats; a NaN made of numbers is
positive.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from asyncir.dialects.arith import CmpfOp
from asyncir.dialects.elementwise import element_type
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Attribute, Float32Type, Float64Type, Operation
from asyncir.transforms._folds.constants import (
    Fold,
    Folded,
    can_round,
    definition,
    elementwise,
    make,
    number,
    round_fraction,
)

Kernel = Callable[[float, float], float]

QUIET_NAN: float = struct.unpack("<d", struct.pack("<Q", 0x7FF8 << 48))[0]
"""The NaN that an operation on numbers makes: positive, quiet, no payload."""


def _arithmetic(kernel: Kernel) -> Kernel:
    """The kernel with LLVM's rules for NaN around it."""

    def apply(a: float, b: float) -> float:
        if math.isnan(a):
            return a
        if math.isnan(b):
            return b
        result = kernel(a, b)
        return QUIET_NAN if math.isnan(result) else result

    return apply


def _divide(a: float, b: float) -> float:
    if b != 0:
        return a / b
    if a == 0:
        return math.nan
    return math.copysign(math.inf, math.copysign(1, a) * math.copysign(1, b))


def _remainder(a: float, b: float) -> float:
    return math.nan if math.isinf(a) or b == 0 else math.fmod(a, b)


def _place(a: float) -> tuple[float, float]:
    """Where a number comes in order: -0.0 before 0.0."""
    return a, math.copysign(1, a)


_maximum: Kernel = partial(max, key=_place)
_minimum: Kernel = partial(min, key=_place)


def _number_first(kernel: Kernel) -> Kernel:
    """The `num` forms: of a NaN and a number, the number."""

    def apply(a: float, b: float) -> float:
        if math.isnan(a):
            return b
        return a if math.isnan(b) else kernel(a, b)

    return apply


KERNELS: dict[OpKind, Kernel] = {
    OpKind.ADD_FLOAT: _arithmetic(operator.add),
    OpKind.SUBTRACT_FLOAT: _arithmetic(operator.sub),
    OpKind.MULTIPLY_FLOAT: _arithmetic(operator.mul),
    OpKind.DIVIDE_FLOAT: _arithmetic(_divide),
    OpKind.REMAINDER_FLOAT: _arithmetic(_remainder),
    OpKind.MAXIMUM_FLOAT: _arithmetic(_maximum),
    OpKind.MINIMUM_FLOAT: _arithmetic(_minimum),
    OpKind.MAXIMUM_NUMBER: _number_first(_maximum),
    OpKind.MINIMUM_NUMBER: _number_first(_minimum),
}

NEUTRAL: dict[OpKind, float] = {
    OpKind.ADD_FLOAT: -0.0,
    OpKind.SUBTRACT_FLOAT: 0.0,
    OpKind.MULTIPLY_FLOAT: 1.0,
    OpKind.DIVIDE_FLOAT: 1.0,
    OpKind.MAXIMUM_FLOAT: -math.inf,
    OpKind.MINIMUM_FLOAT: math.inf,
    OpKind.MAXIMUM_NUMBER: math.nan,
    OpKind.MINIMUM_NUMBER: math.nan,
}
"""The second number that leaves the first one as it is, whatever that is."""

EXTREMES = frozenset(kind for kind, number in NEUTRAL.items() if not math.isfinite(number))


def _binary(op: Operation) -> Folded:
    a, b = op.operands
    kind = kind_of(op)
    # Zeros differ by their sign; all NaNs are alike.
    if (a is b and kind in EXTREMES) or repr(number(b)) == repr(NEUTRAL.get(kind, "")):
        return [a]
    return elementwise(op, lambda n: KERNELS[kind](n[0], n[1]))


def _negf(op: Operation) -> Folded:
    inner = definition(op.operands[0], OpKind.NEGATE_FLOAT)
    return elementwise(op, lambda n: -n[0]) if inner is None else [inner.operands[0]]


_RELATIONS: dict[str, Callable[[float, float], bool]] = {
    "eq": operator.eq,
    "gt": operator.gt,
    "ge": operator.ge,
    "lt": operator.lt,
    "le": operator.le,
    "ne": operator.ne,
    "ord": lambda a, b: True,
    "uno": lambda a, b: False,
    "true": lambda a, b: True,
    "false": lambda a, b: False,
}


def _holds(predicate: str, a: float, b: float) -> bool:
    """Whether a predicate of `arith.cmpf` holds: `o...` of no NaN, `u...` of each."""
    unordered = math.isnan(a) or math.isnan(b)
    if unordered and predicate[0] in "ou":
        return predicate[0] == "u"
    return _RELATIONS[predicate if predicate in _RELATIONS else predicate[1:]](a, b)


def _cmpf(op: Operation) -> Folded:
    assert isinstance(op, CmpfOp)
    predicate = op.predicate_name
    a, b = (number(operand) for operand in op.operands)
    # With one NaN the other operand does not matter.
    if predicate in ("false", "true") or any(known is not None and math.isnan(known) for known in (a, b)):
        if a is not None or b is not None:
            return [make(op.result.type, [_holds(predicate, math.nan, math.nan)])]
        return None
    return elementwise(op, lambda n: _holds(predicate, n[0], n[1]))


def _unary(kernel: Callable[[float], float | None], *, of_all: bool = False) -> Fold:
    """Folded for f32 and f64 alone, as MLIR does, unless it is said to be for all floats."""

    def fold(op: Operation) -> Folded:
        if not of_all and not isinstance(element_type(op.results[0].type), Float32Type | Float64Type):
            return None
        return elementwise(op, lambda n: n[0] if math.isnan(n[0]) else kernel(n[0]))

    return fold


def _integral(rounding: Callable[[float], int]) -> Callable[[float], float]:
    """A rounding to an integral number that keeps infinities and the sign of zero."""
    return lambda a: a if math.isinf(a) else math.copysign(float(rounding(a)), a)


def _away_from_zero(a: float) -> int:
    return math.floor(abs(a) + 0.5) if abs(a) < 2**52 and abs(a) != 0.49999999999999994 else int(abs(a))


def _sqrt(a: float) -> float | None:
    return None if math.copysign(1, a) < 0 else math.sqrt(a)


def _fma(op: Operation) -> Folded:
    element = element_type(op.results[0].type)
    return elementwise(op, lambda n: _fused(n[0], n[1], n[2], element)) if can_round(element) else None


def _fused(a: float, b: float, c: float, type_: Attribute) -> float | None:
    """`a * b + c`, rounded once; None where an operand is no finite number."""
    if not all(math.isfinite(x) for x in (a, b, c)):
        return None
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        product_sign = math.copysign(1, a) * math.copysign(1, b)
        return -0.0 if product_sign < 0 and math.copysign(1, c) < 0 and (a == 0 or b == 0) else 0.0
    return round_fraction(exact, type_)


FOLDS: dict[OpKind, Fold] = {
    **dict.fromkeys(KERNELS, _binary),
    OpKind.NEGATE_FLOAT: _negf,
    OpKind.COMPARE_FLOAT: _cmpf,
    OpKind.MAGNITUDE_FLOAT: lambda op: elementwise(op, lambda n: abs(n[0])),
    OpKind.ROUND_UP: _unary(_integral(math.ceil), of_all=True),
    OpKind.ROUND_DOWN: _unary(_integral(math.floor), of_all=True),
    OpKind.ROUND_TO_ZERO: _unary(_integral(int)),
    OpKind.ROUND_HALF_AWAY: _unary(_integral(_away_from_zero)),
    OpKind.ROUND_HALF_EVEN: _unary(_integral(round)),
    OpKind.SQUARE_ROOT: _unary(_sqrt),
    OpKind.COPY_SIGN: lambda op: elementwise(op, lambda n: math.copysign(n[0], n[1])),
    OpKind.MULTIPLY_ADD: _fma,
}
