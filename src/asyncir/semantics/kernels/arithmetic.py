# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integer arithmetic of PTX over the lanes of a warp.

A register is an array with one element a lane: uint64 that holds the register's bits, zeros above its width, or bool for a
predicate. Source: PTX ISA 9.0, sections 9.7.1 (integer arithmetic), 9.7.8 (comparison), 9.7.9 (logic and shift), 9.7.10
(moves and conversions). What is not integer is *opaque*: its result is a number that depends on its inputs alone, so that
the same inputs give the same branch everywhere.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Lanes = NDArray[np.uint64]
Flags = NDArray[np.bool_]
Value = NDArray[np.uint64] | NDArray[np.bool_]
Function = Callable[..., Value]
Unary = Callable[[Lanes], Value]
Binary = Callable[[Lanes, Lanes], Value]
Ternary = Callable[[Lanes, Lanes, Lanes], Value]

WIDTHS = {
    **{f"{kind}{width}": width for kind in "bsu" for width in (8, 16, 32, 64, 128)},
    **{
        "pred": 1,
        "f16": 16,
        "f16x2": 32,
        "bf16": 16,
        "bf16x2": 32,
        "f32": 32,
        "f32x2": 64,
        "f64": 64,
        "tf32": 32,
    },
    **{"e4m3x2": 16, "e5m2x2": 16, "e4m3": 8, "e5m2": 8},
}
_FLOATS = {name for name in WIDTHS if name.startswith(("f", "bf", "tf", "e"))}


@lru_cache(maxsize=1 << 16)
def word(number: int) -> np.uint64:
    """An integer as 64 bits."""
    return np.uint64(number & (2**64 - 1))


def mask_of(width: int) -> np.uint64:
    """The bits of a width, at most 64."""
    return word((1 << min(width, 64)) - 1)


def signed(value: Lanes, width: int) -> NDArray[np.int64]:
    """The numbers that bits mean with a sign."""
    if width >= 64:
        return value.astype(np.int64)
    shift = np.int64(64 - width)
    return (value.astype(np.int64) << shift) >> shift


def unsigned(value: NDArray[np.int64], width: int) -> Lanes:
    """Their bits again."""
    return value.astype(np.uint64) & mask_of(width)


def types_of(modifiers: Sequence[str]) -> list[str]:
    """The types among an opcode's parts, in order."""
    return [part for part in modifiers if part in WIDTHS]


def is_float(modifiers: Sequence[str]) -> bool:
    """Whether an opcode computes with what is not an integer."""
    return any(part in _FLOATS for part in modifiers)


def mixed(*values: Value) -> Lanes:
    """A number that depends on all inputs: stands for what is not modelled."""
    total = np.full(32, word(0x9E3779B97F4A7C15), np.uint64)
    for value in values:
        total = (total ^ value.astype(np.uint64)) * word(0xBF58476D1CE4E5B9)
        total ^= total >> word(29)
    return total


def _one(function: Unary) -> Function:
    """A function of one source."""
    return function


def _two(function: Binary) -> Function:
    """A function of two sources."""
    return function


def _three(function: Ternary) -> Function:
    """A function of three sources."""
    return function


def _shift_left(width: int) -> Function:
    keep = mask_of(width)
    return _two(lambda a, b: np.where(b < word(width), (a << np.minimum(b, word(63))) & keep, word(0)))


def _shift_right(width: int, negative: bool) -> Function:
    if negative:
        most = word(min(width, 64) - 1)
        return _two(lambda a, b: unsigned(signed(a, width) >> np.minimum(b, most).astype(np.int64), width))
    return _two(lambda a, b: np.where(b < word(width), a >> np.minimum(b, word(63)), word(0)))


def _high(width: int, negative: bool) -> Function:
    """The upper half of a product."""
    if width <= 32:
        if negative:
            return _two(
                lambda a, b: unsigned((signed(a, width) * signed(b, width)) >> np.int64(width), width)
            )
        return _two(lambda a, b: (a * b) >> word(width))

    def wide(a: Lanes, b: Lanes) -> Lanes:
        if negative:
            pairs = zip(signed(a, width).tolist(), signed(b, width).tolist(), strict=True)
        else:
            pairs = zip(a.tolist(), b.tolist(), strict=True)
        return np.array([((x * y) >> width) & (2**64 - 1) for x, y in pairs], np.uint64)

    return wide


def _product(modifiers: Sequence[str], width: int, negative: bool) -> tuple[Function, int]:
    """A multiplication and the width of its result."""
    if "wide" in modifiers:
        if negative:
            return _two(lambda a, b: unsigned(signed(a, width) * signed(b, width), 2 * width)), 2 * width
        return _two(lambda a, b: a * b), 2 * width
    if "hi" in modifiers:
        return _high(width, negative), width
    keep = mask_of(width)
    return _two(lambda a, b: (a * b) & keep), width


def _product_24(high: bool, negative: bool) -> Binary:
    """`mul24`: 24 bits times 24 bits, the lower or the upper 32 of the 48 bits that come of it."""

    def times(a: Lanes, b: Lanes) -> Lanes:
        pairs = ((signed(v, 24) if negative else (v & mask_of(24)).astype(np.int64)) for v in (a, b))
        left, right = pairs
        product = (left * right).astype(np.uint64)
        return (product >> word(16) if high else product) & mask_of(32)

    return times


def _quotient(width: int, negative: bool, rest: bool) -> Function:
    """Division by zero gives all ones, its remainder the dividend (what GPUs do; PTX leaves it open)."""
    keep = mask_of(width)
    if not negative:

        def plain(a: Lanes, b: Lanes) -> Lanes:
            safe = np.where(b == 0, word(1), b)
            found = a % safe if rest else a // safe
            return np.where(b == 0, a if rest else keep, found)

        return plain

    def toward_zero(a: Lanes, b: Lanes) -> Lanes:
        # By magnitudes: the least number has one too, as bits without a sign.
        left, right = signed(a, width) < 0, signed(b, width) < 0
        x, y = np.where(left, word(0) - a, a) & keep, np.where(right, word(0) - b, b) & keep
        safe = np.where(b == 0, word(1), y)
        found = x % safe if rest else x // safe
        found = np.where(left if rest else left != right, word(0) - found, found) & keep
        return np.where(b == 0, a if rest else keep, found)

    return toward_zero


def _field(width: int, negative: bool) -> Function:
    """`bfe`."""

    def extract(a: Lanes, at: Lanes, length: Lanes) -> Lanes:
        at, length = at & word(255), length & word(255)
        kept = np.minimum(length, word(width))
        low = np.where(at < word(width), a >> np.minimum(at, word(63)), word(0))
        bits = np.where(kept >= word(64), word(2**64 - 1), (word(1) << np.minimum(kept, word(63))) - word(1))
        found = low & bits & mask_of(width)
        if not negative:
            return found
        top = np.minimum(at + length - word(1), word(width - 1))
        sign = ((a >> top) & word(1)).astype(np.bool_) & (length > 0)
        return np.where(sign, (found | ~bits) & mask_of(width), found)

    return extract


def _insert(width: int) -> Function:
    """`bfi`."""

    def insert(a: Lanes, b: Lanes, at: Lanes, length: Lanes) -> Lanes:
        at, length = at & word(255), np.minimum(length & word(255), word(width))
        ones = np.where(
            length >= word(64), word(2**64 - 1), (word(1) << np.minimum(length, word(63))) - word(1)
        )
        place = np.where(at < word(width), ones << np.minimum(at, word(63)), word(0)) & mask_of(width)
        return (b & ~place) | ((a << np.minimum(at, word(63))) & place)

    return insert


def _permuted(a: Lanes, b: Lanes, selector: Lanes) -> Lanes:
    """`prmt.b32` without a mode."""
    both = (a & mask_of(32)) | (b << word(32))
    found = np.zeros(32, np.uint64)
    for at in range(4):
        pick = (selector >> word(4 * at)) & word(15)
        byte = (both >> ((pick & word(7)) * word(8))) & word(255)
        byte = np.where(pick & word(8), np.where(byte & word(128), word(255), word(0)), byte)
        found |= byte << word(8 * at)
    return found


def _any_logic(a: Lanes, b: Lanes, c: Lanes, table: Lanes) -> Lanes:
    """`lop3.b32`."""
    found = np.zeros(32, np.uint64)
    for row in range(8):
        term = (a if row & 4 else ~a) & (b if row & 2 else ~b) & (c if row & 1 else ~c)
        found |= np.where((table >> word(row)) & word(1), term, word(0))
    return found & mask_of(32)


def _funnel(modifiers: Sequence[str]) -> Function:
    """`shf.l` and `shf.r`, clamped or wrapped."""

    def shift(a: Lanes, b: Lanes, by: Lanes) -> Lanes:
        by = by & word(31) if "wrap" in modifiers else np.minimum(by, word(32))
        both = a | (b << word(32))
        if "r" in modifiers:
            return (both >> by) & mask_of(32)
        return np.where(by == 0, b, (both >> (word(32) - by)) & mask_of(32))

    return shift


_COMPARISONS: dict[str, Callable[..., Flags]] = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
    "lo": np.less, "ls": np.less_equal, "hi": np.greater, "hs": np.greater_equal,
}  # fmt: skip
_LOGIC: dict[str, Callable[..., Value]] = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}


def _with_signs(compare: Callable[..., Flags], width: int) -> Binary:
    return lambda a, b: compare(signed(a, width), signed(b, width))


def _comparison(modifiers: Sequence[str], width: int, negative: bool) -> Function | None:
    compare = _COMPARISONS.get(modifiers[0])
    if compare is None:
        return None
    test: Binary = compare
    if negative:
        test = _with_signs(compare, width)
    joined = _LOGIC.get(modifiers[1]) if len(modifiers) > 2 else None
    if joined is None:
        return test
    return _three(lambda a, b, also: joined(test(a, b), also))


def _counted(name: str, width: int) -> Function:
    def leading(number: int) -> int:
        return width - number.bit_length()

    def reversed_bits(number: int) -> int:
        return int(f"{number:0{width}b}"[::-1], 2)

    def highest(number: int) -> int:
        return number.bit_length() - 1 if number else 2**32 - 1

    one: dict[str, Callable[[int], int]] = {
        "popc": int.bit_count, "clz": leading, "brev": reversed_bits, "bfind": highest,
    }  # fmt: skip
    return _one(lambda a: np.array([one[name](number) for number in a.tolist()], np.uint64))


def _converted(modifiers: Sequence[str]) -> Function | None:
    kinds = types_of(modifiers)
    if len(kinds) != 2:
        return None
    to, origin = kinds
    keep = mask_of(min(WIDTHS[to], WIDTHS[origin])) if origin[0] != "s" else mask_of(WIDTHS[to])
    if "sat" in modifiers:
        return None
    if origin[0] == "s":
        return _one(lambda a: signed(a, WIDTHS[origin]).astype(np.uint64) & keep)
    return _one(lambda a: a & keep)


def function_of(name: str, modifiers: Sequence[str]) -> Function | None:
    """What an opcode computes from its sources, or None if that is opaque."""
    kinds = types_of(modifiers)
    if name == "selp":
        return _three(lambda a, b, choose: np.where(choose, a, b))
    if name == "mapa":
        return _two(lambda a, rank: a)  # one block stands for all of its cluster
    if not kinds or is_float(modifiers):
        return None
    width, negative = WIDTHS[kinds[-1] if name == "setp" else kinds[0]], kinds[0].startswith("s")
    if "sat" in modifiers and name != "cvt":
        return None
    if name in ("mul24", "mad24"):
        short = _product_24("hi" in modifiers, negative)
        return short if name == "mul24" else _three(lambda a, b, c: (short(a, b) + c) & mask_of(32))
    if name in ("mul", "mad"):
        times, result = _product(modifiers, width, negative)
        if name == "mul":
            return times
        return _three(lambda a, b, c: (times(a, b) + c) & mask_of(result))
    if name == "setp":
        return _comparison(modifiers, width, negative)
    if name == "cvt":
        return _converted(modifiers)
    if name in ("popc", "clz", "brev", "bfind"):
        return (
            _counted(name, width)
            if "shiftamt" not in modifiers
            else _one(lambda a: word(width - 1) - _counted(name, width)(a))
        )
    return _simple(name, modifiers, width, negative, kinds[0] == "pred")


def _simple(name: str, modifiers: Sequence[str], width: int, negative: bool, flag: bool) -> Function | None:
    keep = mask_of(width)
    match name:
        case "mov" | "cvta":
            return _one(lambda a: a)
        case "add":
            return _two(lambda a, b: (a + b) & keep)
        case "sub":
            return _two(lambda a, b: (a - b) & keep)
        case "neg":
            return _one(lambda a: (word(0) - a) & keep)
        case "abs":
            return _one(lambda a: unsigned(np.abs(signed(a, width)), width))
        case "not":
            return _one(lambda a: ~a) if flag else _one(lambda a: ~a & keep)
        case "and" | "or" | "xor":
            return _LOGIC[name]
        case "min" | "max":
            pick = np.minimum if name == "min" else np.maximum
            if negative:
                return _two(lambda a, b: unsigned(pick(signed(a, width), signed(b, width)), width))
            return pick
        case "div" | "rem":
            return _quotient(width, negative, name == "rem")
        case "shl":
            return _shift_left(width)
        case "shr":
            return _shift_right(width, negative)
        case "shf":
            return _funnel(modifiers)
        case "bfe":
            return _field(width, negative)
        case "bfi":
            return _insert(width)
        case "prmt":
            return _permuted if modifiers[-1] == "b32" and len(modifiers) == 1 else None
        case "lop3":
            return _any_logic
        case _:
            return None
