# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PTX's integer operations on values of `values.py`, by width: what the table in `arithmetic_table.py` is made of.

Each maker takes a width and gives a function. Numbers stay unsigned and within their width; arrays wrap by
themselves. Source: PTX ISA 9.0, 9.7.1 and 9.7.8.
"""

import operator
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.values import (
    DTYPES,
    MASKS,
    SIGNED,
    VARYING,
    Opaque,
    Value,
    as_signed,
    choose,
    is_array,
    unknown_of,
)

Operation = Callable[..., Value]


def known(function: Operation) -> Operation:
    """The operation with unknown operands left out: these give an unknown result."""

    def checked(*values: Value) -> Value:
        for value in values:
            if type(value) is Opaque:
                return unknown_of(*values)
        return function(*values)

    return checked


def wrapping(function: Callable[[Value, Value], Value], width: int) -> Operation:
    """Of add, sub, mul: the low bits."""
    mask = MASKS[width]

    def apply(a: Value, b: Value) -> Value:
        result = function(a, b)
        return result & mask if type(result) is int else result

    return apply


def negate(width: int) -> Operation:
    """0 - a."""
    mask = MASKS[width]

    def apply(a: Value) -> Value:
        return -a & mask if type(a) is int else (~a) + a.dtype.type(1)

    return known(apply)


def invert(width: int) -> Operation:
    """Each bit turned round; `not` of a predicate."""
    mask = MASKS[width]

    def turn(a: Value) -> Value:
        return ~a if is_array(a) else not a

    def apply(a: Value) -> Value:
        return ~a & mask if type(a) is int else ~a

    def predicate(a: Value) -> Value:
        return a.opposite() if type(a) is Opaque else turn(a)

    return predicate if width == 1 else known(apply)


def widened(value: Value, width: int, wide: int, signed: bool) -> Value:
    """The value in `wide` bits, by sign or by zeros."""
    if is_array(value):
        if signed:
            return value.view(SIGNED[width]).astype(SIGNED[wide]).view(DTYPES[wide])
        return value.astype(DTYPES[wide])
    return as_signed(value, width) & MASKS[wide] if signed else value


def multiply_wide(width: int, signed: bool) -> Operation:
    """The whole product of two numbers of half the width."""
    wide = 2 * width
    mask = MASKS[wide]

    def apply(a: Value, b: Value) -> Value:
        product = widened(a, width, wide, signed) * widened(b, width, wide, signed)
        return product & mask if type(product) is int else product

    return known(apply)


def saturated_sum(sign: int) -> Operation:
    """add.sat.s32, and with `sign` -1 sub.sat.s32: the result stays at the ends of its range."""

    def apply(a: Value, b: Value) -> Value:
        left, right = (_wide_signed(v) for v in (a, b))
        total = left + sign * right
        low, high = -(1 << 31), (1 << 31) - 1
        if is_array(total):
            return np.clip(total, low, high).astype(np.int32).view(np.uint32)
        return min(max(total, low), high) & MASKS[32]

    return known(apply)


def _wide_signed(value: Value) -> Value:
    return value.view(np.int32).astype(np.int64) if is_array(value) else as_signed(value, 32)


def absolute_difference(width: int, signed: bool) -> Operation:
    """sad: c plus the distance of a and b."""
    less = compare("lt", width, signed)

    def apply(a: Value, b: Value, c: Value) -> Value:
        total = choose(less(a, b), b - a, a - b, width) if is_array(a) or is_array(b) else None
        if total is None:
            total = b - a if less(a, b) else a - b
        total = total & MASKS[width] if type(total) is int else total
        result = total + c
        return result & MASKS[width] if type(result) is int else result

    return known(apply)


def is_zero(width: int) -> Operation:
    """cnot: 1 where a is 0, else 0."""

    def apply(a: Value) -> Value:
        return (a == 0).astype(DTYPES[width]) if is_array(a) else int(a == 0)

    return known(apply)


def multiply_24(signed: bool, high: bool) -> Operation:
    """mul24: of the product of the low 24 bits of both, 48 bits, the low 32 ones or the high 32 ones."""

    def side(value: Value) -> Value:
        low = _wide(value) & 0xFFFFFF
        return low | (low >> 23) * (MASKS[64] - 0xFFFFFF) if signed else low

    def apply(a: Value, b: Value) -> Value:
        product = (side(a) * side(b)) & MASKS[64]
        low = (product >> 16 if high else product) & MASKS[32]
        return low.astype(np.uint32) if is_array(low) else low

    return known(apply)


def multiply_high(width: int, signed: bool) -> Operation:
    """The upper half of the product."""
    if width < 64:
        whole = multiply_wide(width, signed)

        def upper(a: Value, b: Value) -> Value:
            product = whole(a, b)
            return product >> width if type(product) is int else (product >> width).astype(DTYPES[width])

        return known(upper)

    def exact(a: Value, b: Value) -> Value:
        left, right = as_signed(a, 64) if signed else a, as_signed(b, 64) if signed else b
        if is_array(left) or is_array(right):
            product = np.asarray(left, dtype=object) * np.asarray(right, dtype=object)
            return ((product >> 64) & MASKS[64]).astype(np.uint64)
        return (left * right >> 64) & MASKS[64]

    return known(exact)


def divide(width: int, signed: bool, remainder: bool) -> Operation:
    """Quotient or remainder, towards zero. By zero the result is not defined: all ones here."""
    mask = MASKS[width]

    def numbers(a: int, b: int) -> int:
        if b == 0:
            return mask
        x, y = (as_signed(a, width), as_signed(b, width)) if signed else (a, b)
        quotient = abs(x) // abs(y)
        if (x < 0) != (y < 0):
            quotient = -quotient
        return (x - quotient * y if remainder else quotient) & mask

    def apply(a: Value, b: Value) -> Value:
        if type(a) is int and type(b) is int:
            return numbers(a, b)
        dtype = DTYPES[width]
        x, y = np.broadcast_arrays(np.asarray(a, dtype), np.asarray(b, dtype))
        safe = np.where(y == 0, dtype(1), y)
        if not signed:
            result: NDArray[Any] = x % safe if remainder else x // safe
        else:
            p, q = x.view(SIGNED[width]), safe.view(SIGNED[width])
            result = (np.fmod(p, q) if remainder else (p - np.fmod(p, q)) // q).view(dtype)
        return np.where(y == 0, dtype(mask), result)

    return known(apply)


def shift_left(width: int) -> Operation:
    """By `width` or more: zero."""
    mask = MASKS[width]

    def apply(a: Value, b: Value) -> Value:
        if type(b) is int:
            if b >= width:
                return a & 0
            return (a << b) & mask if type(a) is int else a << b
        dtype = DTYPES[width]
        moved = np.asarray(a, dtype) << np.minimum(b, width - 1).astype(dtype)
        return np.where(b >= width, dtype(0), moved)

    return known(apply)


def shift_right(width: int, signed: bool) -> Operation:
    """By `width` or more: zero, or the sign."""
    mask = MASKS[width]
    dtype = DTYPES[width]

    def apply(a: Value, b: Value) -> Value:
        if type(b) is int:
            if b >= width:
                if not signed:
                    return a & 0
                b = width - 1
            if type(a) is int:
                return (as_signed(a, width) >> b) & mask if signed else a >> b
            return (a.view(SIGNED[width]) >> b).view(dtype) if signed else a >> b
        by = np.minimum(b, width - 1)
        values = np.asarray(a, dtype)
        if signed:
            return (values.view(SIGNED[width]) >> by.astype(SIGNED[width])).view(dtype)
        return np.where(b >= width, dtype(0), values >> by.astype(dtype))

    return known(apply)


def funnel(left: bool, wraps: bool) -> Operation:
    """shf: the upper (or lower) half of two registers shifted as one."""

    def apply(a: Value, b: Value, c: Value) -> Value:
        by = c & 31 if wraps else (min(c, 32) if type(c) is int else np.minimum(c, 32))
        both = _wide(a) | (_wide(b) << 32)
        by = _wide(by)
        result = ((both << by) >> 32) & MASKS[32] if left else (both >> by) & MASKS[32]
        return result if type(result) is int else result.astype(np.uint32)

    return known(apply)


def _wide(value: Value) -> Value:
    return value.astype(np.uint64) if is_array(value) else value


def extract_bits(width: int, signed: bool) -> Operation:
    """bfe: `length` bits from `start` on, the sign repeated where `signed`."""

    def numbers(a: int, start: int, length: int) -> int:
        start, length = start & 255, length & 255
        if not signed:
            return (a >> start) & ((1 << length) - 1) & MASKS[width]
        value = as_signed(a, width)
        if length == 0:
            return 0
        sign_at = min(start + length - 1, width - 1)
        sign = (value >> sign_at) & 1
        bits = (value >> start) & ((1 << min(length, sign_at - start + 1 if sign_at >= start else 0)) - 1)
        upper = max(0, min(length, sign_at - start + 1))
        return (bits | (-1 << upper if sign else 0)) & MASKS[width]

    return _each(numbers, width)


def insert_bits(width: int) -> Operation:
    """bfi: the low `length` bits of a at `start` in b."""

    def numbers(a: int, b: int, start: int, length: int) -> int:
        mask = (((1 << (length & 255)) - 1) << (start & 255)) & MASKS[width]
        return (b & ~mask) | ((a << (start & 255)) & mask)

    return _each(numbers, width)


def bit_mask(clamps: bool) -> Operation:
    """bmsk: `length` ones from `start` on."""

    def numbers(start: int, length: int) -> int:
        if not clamps:
            start, length = start & 31, length & 31
        return (((1 << min(length, 32)) - 1) << min(start, 32)) & MASKS[32]

    return _each(numbers, 32)


def permute_bytes(mode: str) -> Operation:
    """prmt: four bytes picked from eight."""
    if mode:
        return lambda *values: unknown_of(*values) or VARYING

    def apply(a: Value, b: Value, c: Value) -> Value:
        both = _wide(a) | (_wide(b) << 32)
        result: Value = 0
        for place in range(4):
            pick = _wide((c >> (4 * place)) & 15)
            byte = (both >> ((pick & 7) * 8)) & 255
            sign = (byte >> 7) * 255
            byte = choose(pick >= 8, sign, byte, 64)
            result = result | (byte << (8 * place))
        return result if type(result) is int else result.astype(np.uint32)

    return known(apply)


def look_up_3(table: int, width: int) -> Operation:
    """lop3: any function of three bits, by its truth table."""
    inverted = invert(width)
    terms = [(k >> 2 & 1, k >> 1 & 1, k & 1) for k in range(8) if table >> k & 1]
    simple = _simple_look_up(table)
    if simple is not None:
        return known(simple)

    def apply(a: Value, b: Value, c: Value) -> Value:
        result: Value = 0
        sides = [(inverted(v), v) for v in (a, b, c)]
        for x, y, z in terms:
            result = result | (sides[0][x] & sides[1][y] & sides[2][z])
        return result if terms else a & 0

    return known(apply)


_Pair = Callable[[Value, Value], Value]


def _and(a: Value, b: Value) -> Value:
    return a & b


def _or(a: Value, b: Value) -> Value:
    return a | b


def _xor(a: Value, b: Value) -> Value:
    return a ^ b


JOINS: Final[dict[str, _Pair]] = {"and": _and, "or": _or, "xor": _xor}
"""Bit by bit; of predicates too."""


def _simple_look_up(table: int) -> Operation | None:
    """The functions that compilers write most, in fewer steps: they are found by trying."""
    a, b, c = 0xF0, 0xCC, 0xAA
    for first in JOINS.values():
        for second in JOINS.values():
            if second(first(a, b), c) == table:
                return _composed(first, second, (0, 1, 2))
            if second(first(b, c), a) == table:
                return _composed(first, second, (1, 2, 0))
            if second(first(a, c), b) == table:
                return _composed(first, second, (0, 2, 1))
    return None


def _composed(first: _Pair, second: _Pair, order: tuple[int, int, int]) -> Operation:
    x, y, z = order

    def apply(*values: Value) -> Value:
        return second(first(values[x], values[y]), values[z])

    return apply


def _each(numbers: Callable[..., int], width: int) -> Operation:
    """The function of numbers, for each different tuple of an array once."""
    dtype = DTYPES[width]

    def apply(*values: Value) -> Value:
        if not any(is_array(v) for v in values):
            return numbers(*values)
        rows = np.stack([np.asarray(v, np.uint64) for v in np.broadcast_arrays(*values)])
        different, place = np.unique(rows, axis=1, return_inverse=True)
        results = np.array([numbers(*(int(v) for v in column)) for column in different.T], dtype)
        return results[place.reshape(-1)]

    return known(apply)


def bit_operation(name: str, width: int, signed: bool, as_shift: bool = False) -> Operation:
    """popc, clz, brev, bfind: of one number; `as_shift`: how far to the left its first bit would go."""

    def numbers(a: int) -> int:
        if name == "popc":
            return a.bit_count()
        if name == "clz":
            return width - a.bit_length()
        if name == "brev":
            return int(f"{a:0{width}b}"[::-1], 2)
        value = as_signed(a, width) if signed else a
        found = (~value if value < 0 else value).bit_length() - 1
        return (width - 1 - found if as_shift and found >= 0 else found) & MASKS[32]

    return _each(numbers, width if name == "brev" else 32)


def find_nth_set(mask: Value, base: Value, offset: Value) -> Value:
    """fns: the place of the n-th set bit from `base` on."""

    def numbers(m: int, start: int, n: int) -> int:
        n = as_signed(n, 32)
        if n == 0:
            return start if m >> start & 1 else MASKS[32]
        places = range(start, 32) if n > 0 else range(start, -1, -1)
        found = [p for p in places if m >> p & 1]
        return found[abs(n) - 1] if len(found) >= abs(n) else MASKS[32]

    return _each(numbers, 32)(mask, base, offset)


def extreme(width: int, signed: bool, largest: bool) -> Operation:
    """min and max."""
    pick = np.maximum if largest else np.minimum
    dtype = DTYPES[width]

    def apply(a: Value, b: Value) -> Value:
        if type(a) is int and type(b) is int:
            x, y = (as_signed(a, width), as_signed(b, width)) if signed else (a, b)
            return (a if x >= y else b) if largest else (a if x <= y else b)
        x, y = np.asarray(a, dtype), np.asarray(b, dtype)
        if signed:
            return pick(x.view(SIGNED[width]), y.view(SIGNED[width])).view(dtype)
        return pick(x, y)

    return known(apply)


def absolute(width: int) -> Operation:
    """|a|."""

    def apply(a: Value) -> Value:
        if type(a) is int:
            return abs(as_signed(a, width)) & MASKS[width]
        return np.abs(a.view(SIGNED[width])).view(DTYPES[width])

    return known(apply)


COMPARISONS: dict[str, tuple[Operation, bool]] = {
    "eq": (operator.eq, False),
    "ne": (operator.ne, False),
    "lt": (operator.lt, True),
    "le": (operator.le, True),
    "gt": (operator.gt, True),
    "ge": (operator.ge, True),
    "lo": (operator.lt, False),
    "ls": (operator.le, False),
    "hi": (operator.gt, False),
    "hs": (operator.ge, False),
}
"""By name: the comparison, and whether the sign of the type matters to it."""


def compare(name: str, width: int, signed: bool) -> Operation:
    """A predicate: a Python bool or an array of bools."""
    function, by_sign = COMPARISONS[name]
    signed = signed and by_sign
    dtype = DTYPES[width]

    def apply(a: Value, b: Value) -> Value:
        if is_array(a) or is_array(b):
            x, y = np.asarray(a, dtype), np.asarray(b, dtype)
            return function(x.view(SIGNED[width]), y.view(SIGNED[width])) if signed else function(x, y)
        return function(as_signed(a, width), as_signed(b, width)) if signed else function(a, b)

    return known(apply)


def convert(source: int, source_signed: bool, target: int, saturates: bool, target_signed: bool) -> Operation:
    """cvt between integers: the low bits of `source` width, widened or cut."""

    def apply(a: Value) -> Value:
        low = a.astype(DTYPES[source]) if is_array(a) else a & MASKS[source]
        if saturates:
            return _saturated(low, source, source_signed, target, target_signed)
        wide = max(source, target)
        value = widened(low, source, wide, source_signed) if wide > source else low
        return value.astype(DTYPES[target]) if is_array(value) else value & MASKS[target]

    return known(apply)


def _saturated(low: Value, source: int, source_signed: bool, target: int, target_signed: bool) -> Value:
    bounds = (-(1 << (target - 1)), (1 << (target - 1)) - 1) if target_signed else (0, MASKS[target])
    value = as_signed(low, source) if source_signed else low
    if is_array(value):
        numbers = [min(max(int(v), bounds[0]), bounds[1]) & MASKS[target] for v in value]
        return np.array(numbers, DTYPES[target])
    return min(max(value, bounds[0]), bounds[1]) & MASKS[target]
