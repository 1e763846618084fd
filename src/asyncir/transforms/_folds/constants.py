"""Constants as the folds see them: lists of numbers, with the type of their elements.

Integers are read with their sign. Floats are Python's, which hold every value of the types that are folded; results are
rounded to the type once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeGuard, cast

from asyncir.analyses.integers import widths
from asyncir.analyses.integers.widths import unsigned, wrapped
from asyncir.dialects.elementwise import element_type
from asyncir.dialects.interfaces.kinds import OpKind, kind_of, kind_of_class
from asyncir.ir import (
    DYNAMIC_INDEX,
    Attribute,
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    Operation,
    OpResult,
    SSAValue,
    TensorType,
    UnrankedTensorType,
    VectorType,
)
from asyncir.ir.dense import dense_of, is_splat

Number = int | float
FoldedFloat = Float16Type | BFloat16Type | Float32Type | Float64Type
Folded = Sequence[SSAValue | Attribute] | None
"""What replaces the results of an op: values that exist, or constants to make; None where it stays."""

Fold = Callable[[Operation], Folded]

Key = OpKind | type[Operation]
"""What folds and patterns are found by: the kind of an op, or its class where it is of no kind that anybody asks for."""


def key_of_class(cls: type[Operation]) -> Key:
    """What the folds and patterns of ops of the class are found by."""
    kind = kind_of_class(cls)
    return cls if kind is OpKind.OTHER else kind


class Constant(NamedTuple):
    """The elements of a constant; `splat` where one number stands for all of them."""

    numbers: tuple[Number, ...]
    splat: bool


def definition(value: SSAValue, *kinds: OpKind) -> Operation | None:
    """The op that computes `value`, if it is of one of these kinds."""
    return value.op if isinstance(value, OpResult) and kind_of(value.op) in kinds else None


def attribute_of(value: SSAValue) -> Attribute | None:
    """The attribute of the constant that `value` is, if it is one."""
    if isinstance(value, OpResult) and kind_of(value.op) is OpKind.CONSTANT:
        return value.op.properties["value"]
    return None


def width_of(type_: Attribute) -> int | None:
    """The bits of the integers in a value of this type; None where it holds none."""
    width = widths.width_of(type_)
    return widths.width_of(element_type(type_)) if width is None else width


def constant(value: SSAValue) -> Constant | None:
    """The constant that `value` is, of integers of any width or of floats that can be folded."""
    attribute = attribute_of(value)
    if attribute is None:
        return None
    width = width_of(value.type)
    if width is None and not can_round(element_type(value.type)):
        return None
    splat = True
    if isinstance(attribute, (IntegerAttr, FloatAttr)):
        numbers = (attribute.value.data,)
    elif isinstance(attribute, DenseIntOrFPElementsAttr):
        splat = is_splat(attribute)
        numbers = attribute.get_values()
    else:
        return None
    if width is not None:
        numbers = [wrapped(int(number), width) for number in numbers]
    return Constant(tuple(numbers), splat)


def elementwise(op: Operation, compute: Callable[[Sequence[Any]], Number | None]) -> Folded:
    """The constant whose elements are computed from those of the operands, if these are constants."""
    operands: list[Constant] = []
    for operand in op.operands:
        known = constant(operand)
        if known is None:
            return None
        operands.append(known)
    splat = all(operand.splat for operand in operands)
    # A constant without elements is no splat, and what is computed of one has none either.
    size = 1 if splat else min(len(operand.numbers) for operand in operands if not operand.splat)
    results: list[Number] = []
    for index in range(size):
        result = compute([o.numbers[0 if o.splat else index] for o in operands])
        if result is None:
            return None
        results.append(result)
    return [make(op.results[0].type, results, splat)]


def _same(value: SSAValue) -> Number | None:
    """The number that `value` is, or each element of it."""
    known = constant(value)
    return known.numbers[0] if known is not None and known.splat else None


def signed_integer(value: SSAValue) -> int | None:
    """The integer constant, or each element of a splat, that `value` is."""
    known = _same(value)
    return known if isinstance(known, int) else None


def integer(value: SSAValue) -> int | None:
    """The bits of that constant, read without a sign."""
    known = signed_integer(value)
    if known is None:
        return None
    width = width_of(value.type)
    return None if width is None else unsigned(known, width)


def number(value: SSAValue) -> float | None:
    """The float constant, or each element of a splat, that `value` is."""
    known = _same(value)
    return known if isinstance(known, float) else None


def make(type_: Attribute, numbers: Sequence[Number], splat: bool = True) -> Attribute:
    """The attribute of a constant of this type; integers wrap, floats are rounded to the type."""
    element = element_type(type_)
    width = width_of(type_)
    if width is not None:
        values: list[Number] = [wrapped(int(n), width) for n in numbers]
    else:
        values = [round_to(float(n), element) for n in numbers]
    if isinstance(type_, VectorType | TensorType):
        dense = cast("VectorType[IntegerType] | TensorType[IntegerType]", type_)
        return dense_of(dense, values[:1] if splat else values)
    if width is not None:
        return IntegerAttr(cast(int, values[0]), cast(IntegerType, element))
    return FloatAttr(values[0], cast(Float64Type, element))


def same_everywhere(type_: Attribute, number: Number) -> Folded:
    """The constant with this number for each element; None where only the running program knows how many there are."""
    return [make(type_, [number])] if has_constants(type_) else None


def has_constants(type_: Attribute) -> bool:
    """Whether there are constants of this type, which have a shape that is known."""
    if isinstance(type_, UnrankedTensorType):
        return False
    return not isinstance(type_, VectorType | TensorType) or DYNAMIC_INDEX not in type_.get_shape()


def can_round(type_: Attribute) -> TypeGuard[FoldedFloat]:
    """Whether floats of this type are folded."""
    return isinstance(type_, Float16Type | BFloat16Type | Float32Type | Float64Type)


def round_to(value: float, type_: Attribute) -> float:
    """The number of this type nearest to `value`, ties to even; infinity where it is too large."""
    if isinstance(type_, Float64Type) or not can_round(type_):
        return value
    try:
        return type_.unpack(type_.pack([value]), 1)[0]
    except OverflowError:
        return math.copysign(math.inf, value)


_PRECISION = {
    Float16Type: (11, -14),
    BFloat16Type: (8, -126),
    Float32Type: (24, -126),
    Float64Type: (53, -1022),
}


def precision_of(type_: Attribute) -> int | None:
    """How many bits an integer may have that each value of this type of floats, or of its elements, keeps exactly."""
    known = _PRECISION.get(type(element_type(type_)))  # pyright: ignore[reportArgumentType, reportCallIssue]
    return None if known is None else known[0]


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
