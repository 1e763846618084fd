"""math: elementary functions. The platform's libm computes `f64`; narrower types are rounded from it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from asyncir.ir import Attribute, Operation
from asyncir.semantics.core.arith import compute_float, divide
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import compute
from asyncir.semantics.core.program import Compiler, handles
from asyncir.semantics.core.values import (
    FLOATS,
    Poison,
    Value,
    bit_width,
    element_type,
    round_exact,
    rounding,
    signed,
    wrap,
)

Unary = Callable[[float], float]


def _total(function: Unary, poles: Mapping[float, float] | None = None) -> Unary:
    """Python's function with C's results where Python raises: NaN outside the domain, infinite on overflow and at poles."""
    at_poles = poles or {}

    def total(x: float) -> float:
        if x in at_poles:
            return at_poles[x]
        try:
            return function(x)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.copysign(math.inf, x) if function in (math.sinh, math.expm1) and x < 0 else math.inf

    return total


def _integral(function: Callable[[float], int]) -> Unary:
    """Rounding to an integer, which keeps signed zeros, infinities and NaN."""
    return lambda x: math.copysign(float(function(x)), x) if math.isfinite(x) else x


def _half_away(x: float) -> int:
    whole = math.floor(abs(x))
    return whole + (1 if abs(x) - whole >= 0.5 else 0)


def _rsqrt(x: float) -> float:
    if x < 0 or math.isnan(x):
        return math.nan
    return divide(1.0, math.sqrt(x))


_UNARY: dict[str, Unary] = {
    "absf": abs,
    "acos": _total(math.acos),
    "acosh": _total(math.acosh),
    "asin": _total(math.asin),
    "asinh": math.asinh,
    "atan": math.atan,
    "atanh": _total(math.atanh, {1.0: math.inf, -1.0: -math.inf}),
    "cbrt": math.cbrt,
    "ceil": _integral(math.ceil),
    "cos": _total(math.cos),
    "cosh": _total(math.cosh),
    "erf": math.erf,
    "erfc": math.erfc,
    "exp": _total(math.exp),
    "exp2": _total(math.exp2),
    "expm1": _total(math.expm1),
    "floor": _integral(math.floor),
    "log": _total(math.log, {0.0: -math.inf}),
    "log10": _total(math.log10, {0.0: -math.inf}),
    "log1p": _total(math.log1p, {-1.0: -math.inf}),
    "log2": _total(math.log2, {0.0: -math.inf}),
    "round": _integral(_half_away),
    "roundeven": _integral(round),
    "rsqrt": _rsqrt,
    "sin": _total(math.sin),
    "sinh": _total(math.sinh),
    "sqrt": _total(math.sqrt),
    "tan": _total(math.tan),
    "tanh": math.tanh,
    "trunc": _integral(math.trunc),
}


@handles("math.sincos")
def _sincos(op: Operation, c: Compiler) -> None:
    fit = rounding(element_type(op.results[0].type))
    compute(op, c, lambda x: (fit(_UNARY["sin"](x)), fit(_UNARY["cos"](x))))


def power(x: float, y: float) -> float:
    """C's pow."""
    try:
        return math.pow(x, y)
    except OverflowError:
        odd = y == math.floor(y) and math.fmod(y, 2) != 0
        return -math.inf if x < 0 and odd else math.inf
    except ValueError:
        if x == 0 and y < 0:
            odd = math.isfinite(y) and math.fmod(y, 2) in (1.0, -1.0)
            return math.copysign(math.inf, x) if odd else math.inf
        return math.nan


def _clamp(x: float, low: float, high: float) -> float:
    """`math.clampf`, which is `minimumf(maximumf(x, low), high)`."""
    if math.isnan(x) or math.isnan(low) or math.isnan(high):
        return math.nan
    return min(max(x, low), high)


_FUNCTIONS: dict[str, Callable[..., float]] = {
    **_UNARY,
    "atan2": math.atan2,
    "copysign": math.copysign,
    "powf": power,
    "fpowi": power,
    "clampf": _clamp,
}


@handles(*(f"math.{kind}" for kind in _FUNCTIONS))
def _float_op(op: Operation, c: Compiler) -> None:
    """A function computed in `f64` and rounded to the op's type."""
    fit, function = rounding(element_type(op.results[0].type)), _FUNCTIONS[op.name[5:]]

    def rounded(*operands: Value) -> Value:
        return fit(function(*operands))

    compute_float(op, c, rounded)


def fused(of: Attribute) -> Callable[[float, float, float], float]:
    """x * y + z, rounded once to the type."""

    def function(x: float, y: float, z: float) -> float:
        if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(z)):
            return x * y + z
        exact = Fraction(x) * Fraction(y) + Fraction(z)
        # An exact zero has the sign that the sum of the signed terms has.
        return (
            round_exact(exact, of) if exact else math.copysign(0.0, x) * math.copysign(1.0, y) * 0.0 + z * 0.0
        )

    return function


@handles("math.fma", "vector.fma")
def _fma(op: Operation, c: Compiler) -> None:
    compute_float(op, c, fused(element_type(op.results[0].type)))


# ---- predicates ----


@handles("math.isfinite", "math.isinf", "math.isnan", "math.isnormal")
def _classify(op: Operation, c: Compiler) -> None:
    of = FLOATS[type(element_type(op.operands[0].type))]
    smallest = 2.0 ** (of.least + of.precision - 1)
    table: dict[str, Callable[[float], bool]] = {
        "isfinite": math.isfinite,
        "isinf": math.isinf,
        "isnan": math.isnan,
        "isnormal": lambda x: math.isfinite(x) and abs(x) >= smallest,
    }
    holds = table[op.name[5:]]
    compute(op, c, lambda x: int(holds(x)))


# ---- integers ----


@handles("math.absi", "math.ctlz", "math.cttz", "math.ctpop")
def _integer_unary(op: Operation, c: Compiler) -> None:
    width = bit_width(element_type(op.results[0].type))
    fit, mask, sign = wrap(width), (1 << width) - 1, signed(width)
    table: dict[str, Callable[[int], int]] = {
        "absi": lambda x: abs(sign(x)),
        "ctlz": lambda x: width - (x & mask).bit_length(),
        "cttz": lambda x: ((x & mask) & -(x & mask)).bit_length() - 1 if x & mask else width,
        "ctpop": lambda x: (x & mask).bit_count(),
    }
    function = table[op.name[5:]]
    compute(op, c, lambda x: fit(function(x)))


@handles("math.ipowi")
def _ipowi(op: Any, c: Compiler) -> None:
    width = bit_width(element_type(op.results[0].type))
    fit, sign = wrap(width), signed(width)

    def function(x: int, y: int) -> Value:
        base, exponent = sign(x), sign(y)
        if exponent >= 0:
            return fit(pow(base, exponent, 1 << width))
        if base == 0:
            raise fault("S005", "zero to a negative power", op, "divides by zero")
        if base in (1, -1):
            return fit(base if exponent % 2 else 1)
        return 0

    compute(op, c, function)


@handles("ub.poison")
def _poison(op: Operation, c: Compiler) -> None:
    c.constant(Poison(op))
