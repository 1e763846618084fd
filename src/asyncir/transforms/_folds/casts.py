"""Folds of conversions and of `arith.select`."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from fractions import Fraction

from asyncir.ir import (
    Attribute,
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerAttr,
    Operation,
    OpResult,
    SSAValue,
)
from asyncir.transforms._folds.constants import (
    Constant,
    Fold,
    Folded,
    Number,
    attribute_of,
    can_round,
    constant,
    element_type,
    integer,
    make,
    round_fraction,
    round_to,
    to_signed,
    width_of,
)

Convert = Callable[[Number, Attribute, Attribute], Number | None]
"""The number converted from one element type to the other; None where that is not folded."""


def _cast(convert: Convert) -> Fold:
    def fold(op: Operation) -> Folded:
        known = constant(op.operands[0])
        source, target = element_type(op.operands[0].type), element_type(op.results[0].type)
        if known is None or (width_of(target) is None and not can_round(target)):
            return None
        converted = [convert(n, source, target) for n in known.numbers]
        numbers = [n for n in converted if n is not None]
        if len(numbers) < len(converted):
            return None
        return [make(op.results[0].type, numbers, known.splat)]

    return fold


def _width(type_: Attribute) -> int:
    width = width_of(type_)
    assert width is not None
    return width


def _keep_bits(n: Number, source: Attribute, target: Attribute) -> Number:
    return n


def _sign_extend(n: Number, source: Attribute, target: Attribute) -> Number:
    return to_signed(int(n), _width(source))


def _extend_float(n: Number, source: Attribute, target: Attribute) -> Number:
    return n


def _truncate_float(n: Number, source: Attribute, target: Attribute) -> Number | None:
    """Folded only where nothing is lost."""
    rounded = round_to(float(n), target)
    return rounded if struct.pack("<d", rounded) == struct.pack("<d", n) else None


def _from_integer(signed: bool) -> Convert:
    def convert(n: Number, source: Attribute, target: Attribute) -> Number | None:
        exact = to_signed(int(n), _width(source)) if signed else int(n)
        return round_fraction(Fraction(exact), target) if exact else 0.0

    return convert


def _to_integer(signed: bool) -> Convert:
    """Rounded towards zero; not folded where the integer does not fit."""

    def convert(n: Number, source: Attribute, target: Attribute) -> Number | None:
        if not math.isfinite(n):
            return None
        whole, width = int(n), _width(target)
        least, greatest = (-(1 << (width - 1)), 1 << (width - 1)) if signed else (0, 1 << width)
        return whole if least <= whole < greatest else None

    return convert


_FORMATS: dict[type[Attribute], str] = {Float16Type: "<e", Float32Type: "<f", Float64Type: "<d"}
_INTEGERS = {16: "<H", 32: "<I", 64: "<Q"}


def _reinterpret(n: Number, source: Attribute, target: Attribute) -> Number | None:
    """The same bits as another type of the same width; not folded where Python changes a signalling NaN."""
    bits = n if isinstance(n, int) else _bits_of(n, source)
    if bits is None or width_of(target) is not None:
        return bits
    if isinstance(target, BFloat16Type):
        result = struct.unpack("<f", struct.pack("<I", bits << 16))[0]
    elif type(target) in _FORMATS:
        format_ = _FORMATS[type(target)]
        result = struct.unpack(format_, struct.pack(_INTEGERS[struct.calcsize(format_) * 8], bits))[0]
    else:
        return None
    return result if _bits_of(result, target) == bits else None


def _bits_of(n: float, type_: Attribute) -> int | None:
    if isinstance(type_, BFloat16Type):
        return struct.unpack("<I", struct.pack("<f", n))[0] >> 16
    format_ = _FORMATS.get(type(type_))
    if format_ is None:
        return None
    return struct.unpack(_INTEGERS[struct.calcsize(format_) * 8], struct.pack(format_, n))[0]


def _source_op(op: Operation, *names: str) -> Operation | None:
    value = op.operands[0]
    return value.op if isinstance(value, OpResult) and value.op.name in names else None


def _round_trip(*inverse: str) -> Fold:
    """A conversion of a conversion back to where it came from."""

    def fold(op: Operation) -> Folded:
        inner = _source_op(op, *inverse)
        if inner is not None and inner.operands[0].type == op.results[0].type:
            return [inner.operands[0]]
        return None

    return fold


def _bitcast(op: Operation) -> Folded:
    if op.operands[0].type == op.results[0].type:
        return [op.operands[0]]
    return _round_trip("arith.bitcast")(op) or _cast(_reinterpret)(op)


def _first(*folds: Fold) -> Fold:
    def fold(op: Operation) -> Folded:
        for each in folds:
            folded = each(op)
            if folded is not None:
                return folded
        return None

    return fold


def _select(op: Operation) -> Folded:
    condition, then, other = op.operands
    if then is other:
        return [then]
    known = integer(condition)
    if known is not None:
        return [then if known else other]
    # `select %c, true, false` is %c.
    if condition.type == op.results[0].type and integer(then) == 1 and integer(other) == 0:
        return [condition]
    return _select_by_equality(condition, then, other) or _select_elements(op)


def _select_by_equality(condition: SSAValue, then: SSAValue, other: SSAValue) -> Folded:
    """Where the condition says that the values are equal, the one that is right in both cases."""
    if not isinstance(condition, OpResult) or condition.op.name != "arith.cmpi":
        return None
    predicate = condition.op.properties["predicate"]
    pair = tuple(condition.op.operands)
    if not isinstance(predicate, IntegerAttr) or {then, other} != set(pair):
        return None
    match predicate.value.data:
        case 0:
            return [other]
        case 1:
            return [then]
        case _:
            return None


def _select_elements(op: Operation) -> Folded:
    """A constant condition that is no splat picks from two constants element by element."""
    if not isinstance(attribute_of(op.operands[0]), DenseIntOrFPElementsAttr):
        return None
    known = [constant(operand) for operand in op.operands]
    operands: list[Constant] = [operand for operand in known if operand is not None]
    if len(operands) < 3:
        return None
    size = max(len(operand.numbers) for operand in operands)
    condition, then, other = (o.numbers * (size if o.splat else 1) for o in operands)
    picked = [t if c else f for c, t, f in zip(condition, then, other, strict=True)]
    return [make(op.results[0].type, picked, splat=False)]


FOLDS: dict[str, Fold] = {
    "arith.extui": _cast(_keep_bits),
    "arith.extsi": _cast(_sign_extend),
    "arith.trunci": _first(_round_trip("arith.extsi", "arith.extui"), _cast(_keep_bits)),
    "arith.extf": _cast(_extend_float),
    "arith.truncf": _first(_round_trip("arith.extf"), _cast(_truncate_float)),
    "arith.sitofp": _cast(_from_integer(signed=True)),
    "arith.uitofp": _cast(_from_integer(signed=False)),
    "arith.fptosi": _cast(_to_integer(signed=True)),
    "arith.fptoui": _cast(_to_integer(signed=False)),
    "arith.bitcast": _bitcast,
    "arith.index_cast": _first(_round_trip("arith.index_cast"), _cast(_sign_extend)),
    "arith.index_castui": _first(_round_trip("arith.index_castui"), _cast(_keep_bits)),
    "arith.select": _select,
}
