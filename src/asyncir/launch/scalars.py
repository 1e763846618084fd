"""Numbers to the bytes that a program reads, and back. Nothing is converted silently."""

from __future__ import annotations

import numbers
import operator
import struct
from collections.abc import Callable
from typing import Any

from asyncir.diagnostics import failure
from asyncir.diagnostics.parameters import describe_value
from asyncir.launch.signatures import Complex, Scalar, Type


def encode_number(type_: Scalar | Complex, value: Any, what: str) -> bytes:
    """The bytes that stand for a number of that type; `what` names it in diagnostics."""
    match type_:
        case Complex(element):
            number: complex = _number(value, numbers.Complex, complex, type_, what)
            return b"".join(_encode_float(element, part, what) for part in (number.real, number.imag))
        case Scalar() if type_.is_float:
            return _encode_float(type_, _number(value, numbers.Real, float, type_, what), what)
        case Scalar():
            return _encode_int(type_, value, what)


def _number(value: Any, kind: type, convert: Callable[[Any], Any], type_: Type, what: str) -> Any:
    value = _unwrap(value)
    if not isinstance(value, kind):
        raise failure("C101", f"{what} is {describe_value(value)}, where {type_} is needed")
    return convert(value)


def _unwrap(value: Any) -> Any:
    """NumPy's scalars and arrays without dimensions as Python's numbers."""
    return value.item() if getattr(value, "shape", None) == () and hasattr(value, "item") else value


_FORMATS = {"f16": "<e", "f32": "<f", "f64": "<d"}


def _encode_float(type_: Scalar, value: float, what: str) -> bytes:
    try:
        if type_.name == "bf16":
            return round_to_bf16(value)
        return struct.pack(_FORMATS[type_.name], value)
    except OverflowError:
        raise failure("C106", f"{what} is {value!r}, which does not fit {type_}") from None


def round_to_bf16(value: float) -> bytes:
    """The two bytes of the nearest bf16, ties to even."""
    bits = int.from_bytes(struct.pack("<f", value), "little")
    if value == value:  # to nearest, ties to even; a NaN's payload must not round up to infinity
        bits += 0x7FFF + (bits >> 16 & 1)
    return (bits >> 16 & 0xFFFF).to_bytes(2, "little")


def _encode_int(type_: Scalar, value: Any, what: str) -> bytes:
    value = _unwrap(value)
    try:
        number = operator.index(value)
    except TypeError:
        raise failure("C101", f"{what} is {describe_value(value)}, where {type_} is needed") from None
    if not -(1 << type_.bits - 1) <= number < 1 << type_.bits:
        raise failure("C106", f"{what} is {number}, which does not fit {type_}")
    return (number & (1 << type_.bits) - 1).to_bytes(type_.size, "little")


def decode_number(type_: Scalar | Complex, data: bytes) -> Any:
    """A number as a Python bool (i1), int (signed), float or complex."""
    if isinstance(type_, Complex):
        half = type_.element.size
        return complex(decode_number(type_.element, data[:half]), decode_number(type_.element, data[half:]))
    if type_.name == "bf16":
        return struct.unpack("<f", b"\0\0" + data[:2])[0]
    if type_.is_float:
        return struct.unpack(_FORMATS[type_.name], data[: type_.size])[0]
    number = int.from_bytes(data, "little") & (1 << type_.bits) - 1
    if type_.bits == 1:
        return bool(number)
    return number - (1 << type_.bits) if number >> type_.bits - 1 else number
