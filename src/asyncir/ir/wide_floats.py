"""Floats of 80 and 128 bits by their bits: what numbers they are, and which are nearest to numbers."""

from __future__ import annotations

import math
from fractions import Fraction

from asyncir.ir import Attribute, Float80Type, Float128Type

WIDE_FLOATS = (Float80Type, Float128Type)

_EXPONENT_BITS = 15
_BIAS = 2 ** (_EXPONENT_BITS - 1) - 1
_TOP = 2**_EXPONENT_BITS - 1


def significand_bits(type: Attribute) -> int:
    """How many digits a number of that type has, in binary."""
    return 64 if isinstance(type, Float80Type) else 113


def _stored_bits(type: Attribute) -> int:
    """Those of the significand that are stored: f80 has no hidden one."""
    return 64 if isinstance(type, Float80Type) else 112


def number_of_bits(bits: int, type: Attribute) -> float | Fraction:
    """The number: a fraction, or a float where it is zero, infinite or none."""
    stored = _stored_bits(type)
    negative = bits >> (stored + _EXPONENT_BITS) & 1
    exponent, significand = bits >> stored & _TOP, bits & (2**stored - 1)
    sign = -1 if negative else 1
    hidden = 2**stored if stored == 112 and exponent else 0
    if exponent == _TOP:
        is_infinite = significand in (0, 2**63) if stored == 64 else significand == 0
        return math.copysign(math.inf if is_infinite else math.nan, sign)
    if not significand + hidden:
        return math.copysign(0.0, sign)
    scale = max(exponent, 1) - _BIAS - significand_bits(type) + 1
    return sign * (significand + hidden) * Fraction(2) ** scale


def bits_of_number(value: float | Fraction, type: Attribute) -> int:
    """The bits of the number of that type that is nearest to the value, ties to even."""
    stored, precision = _stored_bits(type), significand_bits(type)
    negative = math.copysign(1.0, value) < 0 if isinstance(value, float) else value < 0
    sign = int(negative) << (stored + _EXPONENT_BITS)
    one = 2**63 if stored == 64 else 0
    if isinstance(value, float) and not math.isfinite(value):
        quiet = 2 ** (precision - 2) if math.isnan(value) else 0
        return sign | _TOP << stored | one | quiet
    if value == 0:
        return sign
    exact = abs(Fraction(value))
    exponent = exact.numerator.bit_length() - exact.denominator.bit_length()
    if exact < Fraction(2) ** exponent:
        exponent -= 1
    exponent = max(exponent, 1 - _BIAS)
    steps = round(exact / Fraction(2) ** (exponent - precision + 1))  # Python rounds a Fraction half to even
    if steps >= 2**precision:
        steps, exponent = steps // 2, exponent + 1
    if exponent > _BIAS:
        return sign | _TOP << stored | one
    biased = exponent + _BIAS if steps >= 2 ** (precision - 1) else 0
    return sign | biased << stored | (steps if stored == 64 else steps & (2**stored - 1))
