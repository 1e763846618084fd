"""Folds of float arithmetic: IEEE 754, rounded to nearest even, as MLIR's; and of math where that is exact.

A NaN operand is the result, the left one first, as in LLVM's software floats; a NaN made of numbers is
positive.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from asyncir.ir import Attribute, Float32Type, Float64Type, IntegerAttr, Operation, OpResult, SSAValue
from asyncir.transforms._folds.constants import (
    Fold,
    Folded,
    can_round,
    constant,
    element_type,
    make,
    number,
    round_fraction,
    width_of,
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


def _maximum(a: float, b: float) -> float:
    if a == b == 0:
        return a if math.copysign(1, a) > 0 else b
    return max(a, b)


def _minimum(a: float, b: float) -> float:
    if a == b == 0:
        return a if math.copysign(1, a) < 0 else b
    return min(a, b)


def _number_first(kernel: Kernel) -> Kernel:
    """The `num` forms: of a NaN and a number, the number."""

    def apply(a: float, b: float) -> float:
        if math.isnan(a):
            return b
        return a if math.isnan(b) else kernel(a, b)

    return apply


KERNELS: dict[str, Kernel] = {
    "addf": _arithmetic(operator.add),
    "subf": _arithmetic(operator.sub),
    "mulf": _arithmetic(operator.mul),
    "divf": _arithmetic(_divide),
    "remf": _arithmetic(_remainder),
    "maximumf": _arithmetic(_maximum),
    "minimumf": _arithmetic(_minimum),
    "maxnumf": _number_first(_maximum),
    "minnumf": _number_first(_minimum),
}


def _is_zero(value: float | None, sign: int) -> bool:
    return value == 0 and math.copysign(1, value) == sign


def _identity(name: str, op: Operation) -> SSAValue | None:
    """The operand that the op equals whatever the other values are."""
    a, b = op.operands
    known = number(b)
    match name:
        case "addf" if _is_zero(known, -1):
            return a
        case "subf" if _is_zero(known, 1):
            return a
        case "mulf" | "divf" if known == 1:
            return a
        case "maximumf" if a is b or known == -math.inf:
            return a
        case "minimumf" if a is b or known == math.inf:
            return a
        case "maxnumf" | "minnumf" if a is b or (known is not None and math.isnan(known)):
            return a
        case _:
            return None


def _binary(name: str, kernel: Kernel) -> Fold:
    def fold(op: Operation) -> Folded:
        same = _identity(name, op)
        return [same] if same is not None else _elementwise(op, lambda n: kernel(n[0], n[1]))

    return fold


def _elementwise(op: Operation, kernel: Callable[[Sequence[Any]], float | int | None]) -> Folded:
    """The constant whose elements are the kernel of the operands' elements."""
    known = [constant(operand) for operand in op.operands]
    operands = [operand for operand in known if operand is not None]
    if len(operands) < len(known):
        return None
    splat = all(operand.splat for operand in operands)
    size = 1 if splat else max(len(operand.numbers) for operand in operands)
    results: list[float | int] = []
    for index in range(size):
        result = kernel([o.numbers[0 if o.splat else index] for o in operands])
        if result is None:
            return None
        results.append(result)
    return [make(op.results[0].type, results, splat)]


def _negf(op: Operation) -> Folded:
    operand = op.operands[0]
    if isinstance(operand, OpResult) and operand.op.name == "arith.negf":
        return [operand.op.operands[0]]
    return _elementwise(op, lambda n: -n[0])


CMPF: tuple[Callable[[float, float], bool], ...] = (
    lambda a, b: False,
    lambda a, b: a == b,
    lambda a, b: a > b,
    lambda a, b: a >= b,
    lambda a, b: a < b,
    lambda a, b: a <= b,
    lambda a, b: a < b or a > b,
    lambda a, b: not _unordered(a, b),
    lambda a, b: a == b or _unordered(a, b),
    lambda a, b: a > b or _unordered(a, b),
    lambda a, b: a >= b or _unordered(a, b),
    lambda a, b: a < b or _unordered(a, b),
    lambda a, b: a <= b or _unordered(a, b),
    lambda a, b: a != b,
    lambda a, b: _unordered(a, b),
    lambda a, b: True,
)
"""The predicates of `arith.cmpf`, by their numbers."""


def _unordered(a: float, b: float) -> bool:
    return math.isnan(a) or math.isnan(b)


def _cmpf(op: Operation) -> Folded:
    predicate = op.properties["predicate"]
    assert isinstance(predicate, IntegerAttr)
    holds = CMPF[predicate.value.data]
    a, b = (number(operand) for operand in op.operands)
    # With one NaN the other operand does not matter.
    if predicate.value.data in (0, 15) or any(known is not None and math.isnan(known) for known in (a, b)):
        if a is not None or b is not None:
            return [make(op.results[0].type, [int(holds(math.nan, math.nan))])]
        return None
    return _elementwise(op, lambda n: int(holds(n[0], n[1])))


def _float_unary(kernel: Callable[[float], float | None]) -> Fold:
    """As MLIR, which folds these for f32 and f64 alone."""

    def fold(op: Operation) -> Folded:
        if not isinstance(element_type(op.results[0].type), Float32Type | Float64Type):
            return None
        return _elementwise(op, lambda n: n[0] if math.isnan(n[0]) else kernel(n[0]))

    return fold


def _any_float(kernel: Callable[[float], float]) -> Fold:
    return lambda op: _elementwise(op, lambda n: n[0] if math.isnan(n[0]) else kernel(n[0]))


def _integral(rounding: Callable[[float], int]) -> Callable[[float], float]:
    """A rounding to an integral number that keeps infinities and the sign of zero."""
    return lambda a: a if math.isinf(a) else math.copysign(float(rounding(a)), a)


def _away_from_zero(a: float) -> int:
    return math.floor(abs(a) + 0.5) if abs(a) < 2**52 and abs(a) != 0.49999999999999994 else int(abs(a))


def _sqrt(a: float) -> float | None:
    return None if math.copysign(1, a) < 0 else math.sqrt(a)


def _copysign(op: Operation) -> Folded:
    return _elementwise(op, lambda n: math.copysign(n[0], n[1]))


def _fma(op: Operation) -> Folded:
    element = element_type(op.results[0].type)
    return _elementwise(op, lambda n: _fused(n[0], n[1], n[2], element)) if can_round(element) else None


def _fused(a: float, b: float, c: float, type_: Attribute) -> float | None:
    """`a * b + c`, rounded once; None where an operand is no finite number."""
    if not all(math.isfinite(x) for x in (a, b, c)):
        return None
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        product_sign = math.copysign(1, a) * math.copysign(1, b)
        return -0.0 if product_sign < 0 and math.copysign(1, c) < 0 and (a == 0 or b == 0) else 0.0
    return round_fraction(exact, type_)


def _integer_unary(kernel: Callable[[int, int], int]) -> Fold:
    def fold(op: Operation) -> Folded:
        width = width_of(op.results[0].type)
        return None if width is None else _elementwise(op, lambda n: kernel(n[0], width))

    return fold


def _absi(a: int, width: int) -> int:
    return (1 << width) - a if a >> (width - 1) else a


def _cttz(a: int, width: int) -> int:
    return (a & -a).bit_length() - 1 if a else width


def _power(base: int, exponent: int, width: int) -> int | None:
    """Defined for every base where the exponent is not negative."""
    return None if exponent >> (width - 1) else pow(base, exponent, 1 << width)


def _ipowi(op: Operation) -> Folded:
    width = width_of(op.results[0].type)
    return None if width is None else _elementwise(op, lambda n: _power(n[0], n[1], width))


FOLDS: dict[str, Fold] = {
    **{f"arith.{name}": _binary(name, kernel) for name, kernel in KERNELS.items()},
    "arith.negf": _negf,
    "arith.cmpf": _cmpf,
    "math.absf": lambda op: _elementwise(op, lambda n: abs(n[0])),
    "math.ceil": _any_float(_integral(math.ceil)),
    "math.floor": _any_float(_integral(math.floor)),
    "math.trunc": _float_unary(_integral(int)),
    "math.round": _float_unary(_integral(_away_from_zero)),
    "math.roundeven": _float_unary(_integral(round)),
    "math.sqrt": _float_unary(_sqrt),
    "math.copysign": _copysign,
    "math.fma": _fma,
    "math.absi": _integer_unary(_absi),
    "math.ctlz": _integer_unary(lambda a, w: w - a.bit_length()),
    "math.cttz": _integer_unary(_cttz),
    "math.ctpop": _integer_unary(lambda a, w: a.bit_count()),
    "math.ipowi": _ipowi,
}
