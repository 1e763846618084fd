"""How MLIR writes floating-point numbers: LLVM's `APFloat::toString`, step by step."""

from __future__ import annotations

import math
from fractions import Fraction

from asyncir.ir import (
    AnyFloat,
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    Float80Type,
    Float128Type,
)
from asyncir.ir.wide_floats import WIDE_FLOATS, bits_of_number

_SHORT = 6
"""The digits of the short form, which is used where they are exact."""

_DIGITS: tuple[tuple[type[AnyFloat], int], ...] = (
    (Float64Type, 17),
    (Float32Type, 9),
    (Float16Type, 5),
    (BFloat16Type, 4),
    (Float80Type, 21),
    (Float128Type, 36),
)
"""Digits that tell all values of a type apart: 2 + 59/196 of the significand's bits, as LLVM computes it."""


Number = float | Fraction
"""A number of any type; where its type is wide, it may be a fraction that no float is equal to."""


def float_text(value: Number, type: AnyFloat) -> str:
    """The number as mlir-opt prints it: six digits if they are exact, else enough digits, else the bits."""
    if isinstance(value, Fraction) or math.isfinite(value):
        short = _short(value)
        if _same(short, value, type):
            return short
        text = _long(value, next((n for t, n in _DIGITS if isinstance(type, t)), 17))
        if "." in text:
            return text
    if isinstance(type, WIDE_FLOATS):
        return f"0x{bits_of_number(value, type):0{type.bitwidth // 4}X}"
    return "0x" + type.pack((float(value),))[::-1].hex().upper()


def _same(short: str, value: Number, type: AnyFloat) -> bool:
    if isinstance(type, WIDE_FLOATS):
        return value == 0 or bits_of_number(Fraction(short), type) == bits_of_number(value, type)
    parsed = float(short)
    try:
        return type.unpack(type.pack((parsed,)), 1)[0] == value
    except (OverflowError, ValueError, NotImplementedError):
        return parsed == value


def _decimal(value: Number, precision: int) -> tuple[str, int]:
    """At most `precision` digits and a power of ten; LLVM cuts digits off before it rounds, and so must we."""
    numerator, denominator = abs(value).as_integer_ratio()
    exponent = 1 - denominator.bit_length()  # the denominator is a power of two
    significand = numerator * 5**-exponent
    required = (precision * 196 + 58) // 59
    excess = (significand.bit_length() - required) * 59 // 196
    if excess > 0:
        exponent += excess
        significand //= 10**excess
    digits = str(significand)
    digits, exponent = _strip(digits, exponent)
    if len(digits) > precision:
        exponent += len(digits) - precision
        up = digits[precision] >= "5"
        digits = str(int(digits[:precision]) + up)
        digits, exponent = _strip(digits, exponent)
    return digits, exponent


def _strip(digits: str, exponent: int) -> tuple[str, int]:
    stripped = digits.rstrip("0")
    return stripped, exponent + len(digits) - len(stripped)


def _short(value: Number) -> str:
    minus = "-" if value < 0 or (value == 0 and math.copysign(1.0, value) < 0) else ""
    if value == 0:
        return f"{minus}0.000000e+00"
    digits, exponent = _decimal(value, _SHORT)
    leading = exponent + len(digits) - 1
    zeros = "0" * (_SHORT - len(digits) + 1)
    return f"{minus}{digits[0]}.{digits[1:]}{zeros}e{'-' if leading < 0 else '+'}{abs(leading):02d}"


def _long(value: Number, precision: int) -> str:
    digits, exponent = _decimal(value, precision)
    minus = "-" if value < 0 else ""
    leading = exponent + len(digits) - 1
    many_zeros = exponent > 3 or -leading > 3
    too_precise = exponent >= 0 and len(digits) + exponent > precision
    if many_zeros or too_precise:
        return f"{minus}{digits[0]}.{digits[1:] or '0'}E{'-' if leading < 0 else '+'}{abs(leading)}"
    if exponent >= 0:
        return minus + digits + "0" * exponent
    if leading >= 0:
        return f"{minus}{digits[: leading + 1]}.{digits[leading + 1 :]}"
    return f"{minus}0.{'0' * (-leading - 1)}{digits}"
