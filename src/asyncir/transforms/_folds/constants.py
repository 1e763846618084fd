"""Constants as the folds see them: lists of numbers, with the type of their elements.

Integers are non-negative: the bits of the value, read without sign. Floats are Python's, which hold every
value of the types that are folded; results are rounded to the type once.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from asyncir.ir import (
    Attribute,
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Operation,
    OpResult,
    SSAValue,
    TensorType,
    VectorType,
)

Number = int | float
Folded = Sequence[SSAValue | Attribute] | None
"""What replaces the results of an op: values that exist, or constants to make; None where it stays."""

Fold = Callable[[Operation], Folded]

INDEX_WIDTH = 64


@dataclass(frozen=True, slots=True)
class Constant:
    """The elements of a constant; `splat` where one number stands for all of them."""

    type: Attribute
    numbers: tuple[Number, ...]
    splat: bool


def attribute_of(value: SSAValue) -> Attribute | None:
    """The attribute of the `arith.constant` that defines `value`, if one does."""
    if isinstance(value, OpResult) and value.op.name == "arith.constant":
        return value.op.properties["value"]
    return None


def element_type(type_: Attribute) -> Attribute:
    """The type of the elements of a vector or tensor; a scalar's own."""
    if isinstance(type_, VectorType | TensorType):
        return cast("VectorType[Attribute]", type_).element_type
    return type_


def width_of(type_: Attribute) -> int | None:
    """The bits of the integers in a value of this type; None where it holds none."""
    element = element_type(type_)
    if isinstance(element, IndexType):
        return INDEX_WIDTH
    return cast("IntegerType[int]", element).width.data if isinstance(element, IntegerType) else None


def constant(value: SSAValue) -> Constant | None:
    """The constant that `value` is, of integers of any width or of floats that can be folded."""
    attribute = attribute_of(value)
    if isinstance(attribute, IntegerAttr):
        width = width_of(value.type)
        return None if width is None else Constant(value.type, (attribute.value.data % (1 << width),), True)
    if isinstance(attribute, FloatAttr):
        return Constant(value.type, (attribute.value.data,), True) if can_round(value.type) else None
    if isinstance(attribute, DenseIntOrFPElementsAttr):
        width = width_of(value.type)
        if width is None and not can_round(element_type(value.type)):
            return None
        splat = attribute.is_splat()
        numbers = attribute.get_values()[:1] if splat else attribute.get_values()
        if width is not None:
            numbers = [int(number) % (1 << width) for number in numbers]
        return Constant(value.type, tuple(numbers), splat)
    return None


def integer(value: SSAValue) -> int | None:
    """The bits of the integer constant, or of each element of a splat, that `value` is."""
    known = constant(value)
    if known is None or not known.splat or not isinstance(known.numbers[0], int):
        return None
    return known.numbers[0]


def signed_integer(value: SSAValue) -> int | None:
    """The integer constant that `value` is, read with its sign."""
    bits, width = integer(value), width_of(value.type)
    return None if bits is None or width is None else to_signed(bits, width)


def number(value: SSAValue) -> float | None:
    """The float constant, or each element of a splat, that `value` is."""
    known = constant(value)
    if known is None or not known.splat or not isinstance(known.numbers[0], float):
        return None
    return known.numbers[0]


def to_signed(bits: int, width: int) -> int:
    """The bits read as a number in two's complement."""
    return bits - (1 << width) if width and bits >> (width - 1) else bits


def make(type_: Attribute, numbers: Sequence[Number], splat: bool = True) -> Attribute:
    """The attribute of a constant of this type; integers are bits, floats are rounded to the type."""
    element = element_type(type_)
    width = width_of(type_)
    if width is not None:
        values: list[Number] = [to_signed(int(n) % (1 << width), width) for n in numbers]
    else:
        values = [round_to(float(n), element) for n in numbers]
    if isinstance(type_, VectorType | TensorType):
        dense = cast("VectorType[IntegerType] | TensorType[IntegerType]", type_)
        return DenseIntOrFPElementsAttr.from_list(dense, cast("list[int]", values[:1] if splat else values))
    if width is not None:
        return IntegerAttr(cast(int, values[0]), cast(IntegerType, element))
    return FloatAttr(values[0], cast(Float64Type, element))


def can_round(type_: Attribute) -> bool:
    """Whether floats of this type are folded."""
    return isinstance(type_, Float16Type | BFloat16Type | Float32Type | Float64Type)


_FORMATS = {Float16Type: "<e", Float32Type: "<f"}


def round_to(value: float, type_: Attribute) -> float:
    """The number of this type nearest to `value`, ties to even; infinity where it is too large."""
    if isinstance(type_, BFloat16Type):
        return FloatAttr(value, type_).value.data
    format_ = _FORMATS.get(type(type_))  # pyright: ignore[reportArgumentType, reportCallIssue]
    if format_ is None:
        return value
    try:
        return struct.unpack(format_, struct.pack(format_, value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


_PRECISION = {
    Float16Type: (11, -14),
    BFloat16Type: (8, -126),
    Float32Type: (24, -126),
    Float64Type: (53, -1022),
}


def round_fraction(exact: Fraction, type_: Attribute) -> float:
    """The number of this type nearest to `exact`, which is not zero; ties to even."""
    precision, least = _PRECISION[type(type_)]  # pyright: ignore[reportArgumentType]
    magnitude = abs(exact)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < Fraction(2) ** exponent:
        exponent -= 1
    ulp = Fraction(2) ** (max(exponent, least) - precision + 1)
    steps = round(magnitude / ulp)  # Python rounds a Fraction half to even.
    try:
        rounded = float(steps * ulp)
    except OverflowError:
        rounded = math.inf
    return math.copysign(round_to(rounded, type_), 1 if exact > 0 else -1)
