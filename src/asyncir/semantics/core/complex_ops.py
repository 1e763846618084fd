"""complex: arithmetic on pairs of floats."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import Any

from asyncir.ir import ComplexType, Operation
from asyncir.semantics.core.casts import from_bits, to_bits
from asyncir.semantics.core.lift import Function, attribute, compute
from asyncir.semantics.core.program import Compiler, handles
from asyncir.semantics.core.values import Value, bit_width, element_of, rounding


@handles("complex.constant")
def _constant(op: Any, c: Compiler) -> None:
    parts, fit = attribute(op, "value"), rounding(_part(op.results[0].type))
    real, imaginary = (fit(part.value.data) for part in parts.data)
    value = complex(real, imaginary)
    c.constant(value)


def _times(x: complex, y: complex) -> complex:
    return complex(x.real * y.real - x.imag * y.imag, x.real * y.imag + x.imag * y.real)


def _over(x: complex, y: complex) -> complex:
    try:
        return x / y
    except ZeroDivisionError:
        return complex(math.nan, math.nan)


def _sign(x: complex) -> complex:
    return x / abs(x) if x else x


def _less_one(x: complex) -> complex:
    """Where both are small the difference of e to the power of x and 1 would have no digits left."""
    real = math.expm1(x.real) * math.cos(x.imag) - 2 * math.sin(x.imag / 2) ** 2
    return complex(real, math.exp(x.real) * math.sin(x.imag))


def _arc_tangent(y: complex, x: complex) -> complex:
    return -1j * cmath.log((x + 1j * y) / cmath.sqrt(x * x + y * y))


_FUNCTIONS: dict[str, Function] = {
    "abs": abs,
    "add": lambda x, y: x + y,
    "angle": lambda x: math.atan2(x.imag, x.real),
    "conj": lambda x: complex(x.real, -x.imag),
    "atan2": _arc_tangent,
    "cos": cmath.cos,
    "create": complex,
    "div": _over,
    "exp": cmath.exp,
    "expm1": _less_one,
    "im": lambda x: x.imag,
    "log": cmath.log,
    "log1p": lambda x: cmath.log(1 + x),
    "mul": _times,
    "neg": lambda x: complex(-x.real, -x.imag),
    "pow": lambda x, y: x**y,
    "powi": lambda x, y: x**y,
    "re": lambda x: x.real,
    "rsqrt": lambda x: 1 / cmath.sqrt(x),
    "sign": _sign,
    "sin": cmath.sin,
    "sqrt": cmath.sqrt,
    "sub": lambda x, y: x - y,
    "tan": cmath.tan,
    "tanh": cmath.tanh,
}


@handles(*(f"complex.{name}" for name in _FUNCTIONS))
def _function(op: Operation, c: Compiler) -> None:
    function: Callable[..., Any] = _FUNCTIONS[op.name[8:]]
    fit = rounding(_part(op.results[0].type))

    def rounded(*operands: Value) -> Value:
        try:
            result = function(*operands)
        except (ValueError, OverflowError, ZeroDivisionError):
            result = complex(math.nan, math.nan)
        return complex(fit(result.real), fit(result.imag)) if isinstance(result, complex) else fit(result)

    compute(op, c, rounded)


@handles("complex.eq", "complex.neq")
def _equal(op: Operation, c: Compiler) -> None:
    wanted = op.name == "complex.eq"
    compute(op, c, lambda x, y: int((x == y) is wanted))


@handles("complex.bitcast")
def _bitcast(op: Operation, c: Compiler) -> None:
    source, target = op.operands[0].type, op.results[0].type
    parts = [_part(of) for of in (source, target)]
    if isinstance(target, ComplexType):
        width = bit_width(parts[1])
        encode, decode = to_bits(source), from_bits(parts[1])
        compute(op, c, lambda x: complex(decode(encode(x)), decode(encode(x) >> width)))
    else:
        width = bit_width(parts[0])
        encode, decode = to_bits(parts[0]), from_bits(target)
        mask = (1 << width) - 1
        compute(op, c, lambda x: decode((encode(x.real) & mask) | (encode(x.imag) << width)))


def _part(of: Any) -> Any:
    return element_of(of) if isinstance(of, ComplexType) else of
