"""Integers of any width: what ops make of numbers, what leaves a number as it is, and bounds that hold in every run."""

from __future__ import annotations

from itertools import product
from math import ceil, floor, trunc
from random import Random

import pytest

from asyncir.analyses.integers.arithmetic import BINARY, absorbing, cast, combined, compared, neutral
from asyncir.analyses.integers.ranges import range_of
from asyncir.analyses.integers.widths import limits, unsigned, wrapped
from asyncir.dialects.interfaces.kinds import OpKind
from tests.analyses.integer_programs import expression, function, outcomes
from tests.analyses.reading import module_of, value

WIDTHS = (1, 2, 3)
PAIRS = [(w, a, b) for w in WIDTHS for a, b in product(range(1 << w), repeat=2)]


def signed(bits: int, width: int) -> int:
    return bits - (1 << width) if bits >> (width - 1) else bits


def bits_of(kind: OpKind, a: int, b: int, w: int) -> int | float | None:
    """The result for the bits of two numbers, before it wraps; None where there is none."""
    x, y = signed(a, w), signed(b, w)
    match kind:
        case OpKind.DIVIDE | OpKind.DIVIDE_FLOOR | OpKind.DIVIDE_CEILING | OpKind.REMAINDER:
            if not y or (kind is not OpKind.REMAINDER and x / y >= 1 << (w - 1)):
                return None
            by = {OpKind.DIVIDE_FLOOR: floor, OpKind.DIVIDE_CEILING: ceil}.get(kind, trunc)(x / y)
            return x - y * by if kind is OpKind.REMAINDER else by
        case OpKind.DIVIDE_UNSIGNED | OpKind.DIVIDE_CEILING_UNSIGNED | OpKind.REMAINDER_UNSIGNED:
            if not b:
                return None
            by = (ceil if kind is OpKind.DIVIDE_CEILING_UNSIGNED else floor)(a / b)
            return a - b * by if kind is OpKind.REMAINDER_UNSIGNED else by
        case OpKind.SHIFT_LEFT | OpKind.SHIFT_RIGHT | OpKind.SHIFT_RIGHT_UNSIGNED:
            if b >= w:
                return None
            of = {OpKind.SHIFT_RIGHT: x}.get(kind, a)
            return of * 2**b if kind is OpKind.SHIFT_LEFT else floor(of / 2**b)
        case _:
            plain = {
                OpKind.ADD: a + b,
                OpKind.SUBTRACT: a - b,
                OpKind.MULTIPLY: a * b,
                OpKind.AND: a & b,
                OpKind.OR: a | b,
                OpKind.XOR: a ^ b,
                OpKind.MINIMUM: min(x, y),
                OpKind.MAXIMUM: max(x, y),
                OpKind.MINIMUM_UNSIGNED: min(a, b),
                OpKind.MAXIMUM_UNSIGNED: max(a, b),
            }
            return plain[kind]


@pytest.mark.parametrize("kind", sorted(BINARY, key=str))
def test_what_ops_make_of_two_numbers(kind: OpKind) -> None:
    for w, a, b in PAIRS:
        expected = bits_of(kind, a, b, w)
        found = combined(kind, signed(a, w), signed(b, w), w)
        assert found == (None if expected is None else signed(int(expected) % (1 << w), w)), (w, a, b)


@pytest.mark.parametrize("kind", sorted(BINARY, key=str))
def test_what_is_neutral_and_what_absorbs(kind: OpKind) -> None:
    for w in WIDTHS:
        numbers = range(limits(w)[0], limits(w)[1] + 1)
        results = {b: [combined(kind, a, b, w) for a in numbers] for b in numbers}
        for b in numbers:
            if b == neutral(kind, w):
                assert all(r in (a, None) for a, r in zip(numbers, results[b], strict=True)), (w, b)
            if b == absorbing(kind, w):
                assert set(results[b]) == {b}, (w, b)


def test_each_op_that_has_a_neutral_number_tells_it() -> None:
    for kind in BINARY - {OpKind.REMAINDER, OpKind.REMAINDER_UNSIGNED}:
        assert neutral(kind, 8) is not None, kind


@pytest.mark.parametrize("predicate", ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"])
def test_comparisons(predicate: str) -> None:
    for w, a, b in PAIRS:
        x, y = (a, b) if predicate[0] == "u" else (signed(a, w), signed(b, w))
        holds = {"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y}
        assert compared(predicate, signed(a, w), signed(b, w), w) is holds[predicate[-2:]]


def test_casts() -> None:
    assert cast(OpKind.EXTEND, -1, 2, 4) == -1
    assert cast(OpKind.EXTEND_UNSIGNED, -1, 2, 4) == 3
    assert cast(OpKind.TRUNCATE, 5, 4, 2) == 1
    assert cast(OpKind.ADD, 5, 4, 2) is None
    assert [wrapped(n, 2) for n in range(-3, 4)] == [1, -2, -1, 0, 1, -2, -1]
    assert [unsigned(n, 2) for n in (-2, -1, 0, 1)] == [2, 3, 0, 1]


@pytest.mark.parametrize("type_", ["i2", "i8", "i32", "index"])
def test_every_run_is_between_the_bounds(type_: str) -> None:
    random = Random(type_)
    for _ in range(30):
        text = function(expression(random, type_), "%r", type_)
        low, high = range_of(value(module_of(text), "r"))
        assert all(low <= result <= high for result in outcomes(text) if result is not None), text


@pytest.mark.parametrize(
    ("op", "bounds"),
    [
        ("arith.divsi %n, %c3 : i8", (-42, 42)),
        ("arith.remui %n, %c4 : i8", (0, 3)),
        ("arith.andi %n, %c4 : i8", (0, 4)),
        ("arith.minsi %n, %c4 : i8", (-128, 4)),
        ("arith.shrui %n, %c4 : i8", (0, 15)),
        ("arith.addi %n, %c4 : i8", (-128, 127)),
    ],
)
def test_bounds_that_ops_give(op: str, bounds: tuple[int, int]) -> None:
    text = f"func.func @main(%n: i8) {{\n%c3 = arith.constant 3 : i8\n%c4 = arith.constant 4 : i8\n%r = {op}\nreturn\n}}"
    assert range_of(value(module_of(text), "r")) == bounds
