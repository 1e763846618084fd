"""Folds of conversions and of `arith.select`."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from fractions import Fraction

from asyncir.analyses.integers import arithmetic
from asyncir.analyses.integers.widths import unsigned
from asyncir.dialects.arith import CmpiOp
from asyncir.dialects.elementwise import element_type
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.ub import PoisonOp
from asyncir.ir import (
    Attribute,
    DenseIntOrFPElementsAttr,
    Operation,
    OpResult,
    SSAValue,
)
from asyncir.transforms._folds.constants import (
    Fold,
    Folded,
    Number,
    attribute_of,
    can_round,
    definition,
    elementwise,
    integer,
    round_fraction,
    round_to,
    width_of,
)

Convert = Callable[[Number, Attribute, Attribute], Number | None]
"""The number converted from one element type to the other; None where that is not folded."""


def _cast(convert: Convert) -> Fold:
    def fold(op: Operation) -> Folded:
        source, target = element_type(op.operands[0].type), element_type(op.results[0].type)
        if width_of(target) is None and not can_round(target):
            return None
        return elementwise(op, lambda n: convert(n[0], source, target))

    return fold


def _width(type_: Attribute) -> int:
    width = width_of(type_)
    assert width is not None
    return width


def _integer_cast(op: Operation) -> Folded:
    """One of integers to integers; of one back to where it came from, there is the value itself."""
    kind = kind_of(op)
    convert = _cast(lambda n, source, target: arithmetic.cast(kind, int(n), _width(source), _width(target)))
    return _round_trip(*_INVERSE.get(kind, ()))(op) or convert(op)


_OF_INDEX = (OpKind.INDEX_CAST, OpKind.INDEX_CAST_UNSIGNED)
_INVERSE = {
    OpKind.TRUNCATE: (OpKind.EXTEND, OpKind.EXTEND_UNSIGNED),
    OpKind.INDEX_CAST: (OpKind.INDEX_CAST,),
    OpKind.INDEX_CAST_UNSIGNED: (OpKind.INDEX_CAST_UNSIGNED,),
}


def _truncated_float(n: Number, source: Attribute, target: Attribute) -> Number | None:
    """Folded only where nothing is lost."""
    rounded = round_to(float(n), target)
    return rounded if struct.pack("<d", rounded) == struct.pack("<d", n) else None


def _truncate_float(op: Operation) -> Folded:
    return _round_trip(OpKind.EXTEND_FLOAT)(op) or _cast(_truncated_float)(op)


def _from_integer(signed: bool) -> Convert:
    def convert(n: Number, source: Attribute, target: Attribute) -> Number | None:
        exact = int(n) if signed else unsigned(int(n), _width(source))
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


def _reinterpret(n: Number, source: Attribute, target: Attribute) -> Number | None:
    """The same bits as another type of the same width; not folded where Python changes a signalling NaN."""
    if can_round(source):
        bits = source.pack([n])
    else:
        bits = unsigned(int(n), _width(source)).to_bytes((_width(source) + 7) // 8, "little")
    if not can_round(target):
        return int.from_bytes(bits, "little")
    result = target.unpack(bits, 1)[0]
    return result if target.pack([result]) == bits else None


def _keeps_all(op: Operation) -> bool:
    """Whether a conversion does not cut bits off, as one of `index` may; mlir-opt 22 does not ask."""
    source, target = (width_of(element_type(value.type)) for value in (op.operands[0], op.results[0]))
    return source is None or target is None or target >= source or kind_of(op) not in _OF_INDEX


def _round_trip(*inverse: OpKind) -> Fold:
    """A conversion of a conversion back to where it came from."""

    def fold(op: Operation) -> Folded:
        inner = definition(op.operands[0], *inverse)
        if inner is not None and inner.operands[0].type == op.results[0].type and _keeps_all(inner):
            return [inner.operands[0]]
        return None

    return fold


def _bitcast(op: Operation) -> Folded:
    if op.operands[0].type == op.results[0].type:
        return [op.operands[0]]
    return _round_trip(OpKind.BITS)(op) or _cast(_reinterpret)(op)


def _select(op: Operation) -> Folded:
    condition, then, other = op.operands
    if then is other:
        return [then]
    known = integer(condition)
    if known is not None:
        return [then if known else other]
    # Poison may be anything, so also what the other value is.
    for value, instead in ((then, other), (other, then)):
        if isinstance(value.owner, PoisonOp):
            return [instead]
    # `select %c, true, false` is %c.
    if condition.type == op.results[0].type and integer(then) == 1 and integer(other) == 0:
        return [condition]
    return _select_by_equality(condition, then, other) or _select_elements(op)


def _select_by_equality(condition: SSAValue, then: SSAValue, other: SSAValue) -> Folded:
    """Where the condition says that the values are equal, the one that is right in both cases."""
    compare = condition.op if isinstance(condition, OpResult) else None
    if not isinstance(compare, CmpiOp) or {then, other} != set(compare.operands):
        return None
    return {"eq": [other], "ne": [then]}.get(compare.predicate_name)


def _select_elements(op: Operation) -> Folded:
    """A constant condition that is no splat picks from two constants element by element."""
    if not isinstance(attribute_of(op.operands[0]), DenseIntOrFPElementsAttr):
        return None
    return elementwise(op, lambda n: n[1] if n[0] else n[2])


FOLDS: dict[OpKind, Fold] = {
    **dict.fromkeys(arithmetic.SIGNED_CASTS | arithmetic.UNSIGNED_CASTS, _integer_cast),
    OpKind.EXTEND_FLOAT: _cast(lambda n, source, target: n),
    OpKind.TRUNCATE_FLOAT: _truncate_float,
    OpKind.FLOAT_OF: _cast(_from_integer(signed=True)),
    OpKind.FLOAT_OF_UNSIGNED: _cast(_from_integer(signed=False)),
    OpKind.INTEGER_OF: _cast(_to_integer(signed=True)),
    OpKind.UNSIGNED_INTEGER_OF: _cast(_to_integer(signed=False)),
    OpKind.BITS: _bitcast,
    OpKind.SELECT: _select,
}
