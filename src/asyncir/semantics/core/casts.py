"""arith's conversions."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from asyncir.ir import Attribute, Float64Type, MemRefType, Operation, VectorType
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import attribute, compute, flags, lanes_of
from asyncir.semantics.core.program import Compiler, handles
from asyncir.semantics.core.values import (
    Poison,
    Registers,
    Value,
    bit_width,
    element_type,
    is_integer,
    round_exact,
    rounding,
    signed,
    vector,
    wrap,
)


def _ends(op: Operation) -> tuple[Attribute, Attribute]:
    """The element types of operand and result."""
    return element_type(op.operands[0].type), element_type(op.results[0].type)


@handles("arith.extui", "arith.extsi", "arith.trunci", "arith.index_cast", "arith.index_castui")
def _integer_cast(op: Operation, c: Compiler) -> None:
    if isinstance(op.operands[0].type, MemRefType):
        raise fault("S012", f"the interpreter does not know `{op.name}` on memrefs", op)
    source, target = _ends(op)
    old, new = bit_width(source), bit_width(target)
    fit, sign, mask = wrap(new), signed(old), (1 << old) - 1
    zero_extends = op.name in ("arith.extui", "arith.index_castui")
    non_negative = attribute(op, "nonNeg") is not None
    overflow = flags(op, "overflowFlags")
    back_signed, new_mask = signed(new), (1 << new) - 1

    def function(x: int) -> Value:
        if non_negative and sign(x) < 0:
            return Poison(op)
        result = fit(x & mask if zero_extends else sign(x))
        if overflow:
            lost_sign = "nsw" in overflow and back_signed(result) != sign(x)
            if lost_sign or ("nuw" in overflow and result & new_mask != x & mask):
                return Poison(op)
        return result

    def keep(x: int) -> Value:
        return x

    plain = not zero_extends and not overflow and not non_negative and 1 < old <= new
    # An undefined value passes through `keep`, as it should.
    compute(op, c, keep if plain else function)


@handles("arith.sitofp", "arith.uitofp")
def _to_float(op: Operation, c: Compiler) -> None:
    source, target = _ends(op)
    sign, mask, fit = signed(bit_width(source)), (1 << bit_width(source)) - 1, rounding(target)
    unsigned = op.name == "arith.uitofp"

    def function(x: int) -> Value:
        number = x & mask if unsigned else sign(x)
        if isinstance(target, Float64Type):
            return float(number)
        exact = -(1 << 53) <= number <= 1 << 53
        return fit(float(number)) if exact else round_exact(Fraction(number), target)

    compute(op, c, function)


@handles("arith.fptosi", "arith.fptoui")
def _to_integer(op: Operation, c: Compiler) -> None:
    width = bit_width(_ends(op)[1])
    fit = wrap(width)
    least, most = (0, (1 << width) - 1)
    if op.name == "arith.fptosi":
        least, most = -(1 << (width - 1)), (1 << (width - 1)) - 1

    def function(x: float) -> Value:
        if not math.isfinite(x) or not least <= math.trunc(x) <= most:
            return Poison(op)
        return fit(math.trunc(x))

    compute(op, c, function)


@handles("arith.extf", "arith.truncf")
def _float_cast(op: Operation, c: Compiler) -> None:
    if attribute(op, "roundingmode") is not None and attribute(op, "roundingmode").data != "to_nearest_even":
        raise fault("S012", "the interpreter only rounds to nearest, ties to even", op)
    compute(op, c, rounding(_ends(op)[1]))


# ---- bits ----

_CODES = {16: "h", 32: "i", 64: "q"}
_FLOAT_CODES = {16: "e", 32: "f", 64: "d"}


def to_bits(of: Attribute) -> Callable[[Value], int]:
    """The bits of a number of the type, as a signed integer of its width."""
    if is_integer(of):
        return lambda x: x
    width = bit_width(of)
    if of.name == "bf16":
        fit = wrap(16)
        return lambda x: fit(struct.unpack("<I", struct.pack("<f", x))[0] >> 16)
    encode, decode = f"<{_FLOAT_CODES[width]}", f"<{_CODES[width]}"
    return lambda x: struct.unpack(decode, struct.pack(encode, x))[0]


def from_bits(of: Attribute) -> Callable[[int], Value]:
    """The number of the type with these bits."""
    width = bit_width(of)
    if is_integer(of):
        return wrap(width)
    fit = wrap(width)
    if of.name == "bf16":
        return lambda x: struct.unpack("<f", struct.pack("<I", (x & 0xFFFF) << 16))[0]
    encode, decode = f"<{_CODES[width]}", f"<{_FLOAT_CODES[width]}"
    return lambda x: struct.unpack(decode, struct.pack(encode, fit(x)))[0]


@handles("arith.bitcast")
def _bitcast(op: Operation, c: Compiler) -> None:
    source, target = _ends(op)
    encode, decode = to_bits(source), from_bits(target)
    compute(op, c, lambda x: decode(encode(x)))


@handles("vector.bitcast")
def _vector_bitcast(op: Any, c: Compiler) -> None:
    source, target = _ends(op)
    encode, decode = to_bits(source), from_bits(target)
    old, new = bit_width(source), bit_width(target)
    operand, result, of = c.use(op.operands[0]), c.slot(op.results[0]), op.results[0].type
    assert isinstance(of, VectorType)

    def step(registers: Registers) -> None:
        rows = np.array(lanes_of(registers[operand]), dtype=object)
        inner = registers[operand].shape[-1] if registers[operand].ndim else 1
        values: list[Value] = []
        for row in rows.reshape(-1, inner).tolist():
            bits = sum((encode(x) & ((1 << old) - 1)) << (i * old) for i, x in enumerate(row))
            values += [decode((bits >> (i * new)) & ((1 << new) - 1)) for i in range(inner * old // new)]
        registers[result] = vector(values, of)

    c.pure(step)
