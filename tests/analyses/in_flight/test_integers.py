"""Whether inequalities have a solution in integers: elimination against isl."""

from __future__ import annotations

import itertools
import random

import pytest

from asyncir.analyses.in_flight.exprs import (
    Lin,
    constant,
    differing_bits,
    evaluated,
    floor_div,
    modulo,
    symbol,
    text_of,
)
from asyncir.analyses.in_flight.facts import isl
from asyncir.analyses.in_flight.finite import has_no_small_solution
from asyncir.analyses.in_flight.integers import System

A, B = symbol("a"), symbol("b")


def expression(rng: random.Random, depth: int = 0) -> Lin:
    """A random quasi-affine expression."""
    made = constant(rng.randint(-6, 6))
    for _ in range(rng.randint(1, 3)):
        atom = symbol(rng.choice("abcd"))
        if depth < 2 and rng.random() < 0.4:
            inner = expression(rng, depth + 1)
            size = rng.choice((2, 3, 4, 8))
            atom = modulo(inner, size) if rng.random() < 0.6 else floor_div(inner, size)
        made = made + atom.scaled(rng.choice((1, 1, -1, -1, 2, -2, 3)))
    return made


def has_one(lins: list[Lin]) -> bool:
    """What isl says."""
    conditions = " and ".join(f"{text_of(e)} >= 0" for e in lins)
    return not isl().BasicSet(f"[a, b, c, d] -> {{ [] : {conditions} }}").is_empty()


@pytest.mark.parametrize("seed", range(4))
def test_what_elimination_tells_is_true(seed: int) -> None:
    rng = random.Random(seed)
    told = 0
    for _ in range(150):
        lins = [expression(rng) for _ in range(rng.randint(1, 8))]
        if rng.random() < 0.5:
            lins.append(lins[0].scaled(-1) + rng.randint(-1, 2))
        answer = System(lins).may_be()
        told += answer is not None
        assert answer in (None, has_one(lins)), lins
    assert told > 100


@pytest.mark.parametrize("seed", range(4))
def test_what_is_asked_of_one_system_after_the_other_is_true(seed: int) -> None:
    rng = random.Random(seed)
    told = 0
    for _ in range(40):
        known = [expression(rng) for _ in range(rng.randint(0, 5))]
        if known and rng.random() < 0.7:
            known.append(known[0].scaled(-1) + rng.randint(-1, 1))
        system = System(known)
        for _ in range(4):
            asked = [expression(rng) for _ in range(rng.randint(1, 2))]
            answer = system.has_solution(asked)
            told += answer is not None
            if answer is False:
                assert not has_one([*known, *asked]), (known, asked)
            elif answer and has_one(known):
                assert has_one([*known, *asked]), (known, asked)
    assert told > 100


@pytest.mark.parametrize(
    ("lins", "expected"),
    [
        ([A - B, B - A - 1], False),
        ([A.scaled(2) - 1, A.scaled(-2) + 1], False),
        ([A.scaled(3) - B.scaled(3) - 1, B.scaled(3) - A.scaled(3) + 2], False),
        ([modulo(A, 2) - modulo(A + 1, 2), modulo(A + 1, 2) - modulo(A, 2)], False),
        ([modulo(A, 3) - modulo(A + 3, 3) - 1], False),
        ([modulo(A, 4) - 3, constant(3) - A, A - 3], True),
        ([floor_div(A, 4) - 2, constant(7) - A], False),
        ([floor_div(A, 4) - 2, constant(8) - A], True),
        ([], True),
        ([constant(-1)], False),
    ],
)
def test_questions_of_the_check_are_answered(lins: list[Lin], expected: bool) -> None:
    assert System(lins).may_be() is expected
    assert System(lins[1:]).has_solution(lins[:1]) is expected


@pytest.mark.parametrize("seed", range(3))
def test_numbers_of_few_values_are_tried(seed: int) -> None:
    rng = random.Random(seed)
    told = 0
    for _ in range(40):
        bounds = [
            x for name in "abc" for x in (symbol(name) + rng.randint(-1, 3), constant(5) - symbol(name))
        ]
        lins = [*bounds, *(expression(rng) for _ in range(rng.randint(1, 5)))]
        if has_no_small_solution(lins):
            told += 1
            assert not has_one(lins), lins
    assert told > 1


def test_numbers_that_are_too_large_are_not_tried() -> None:
    few = [A, constant(7) - A]
    below = [B + (1 << 63), constant(3 - (1 << 62)) - B]
    assert not has_no_small_solution([*few, *below, A - B])
    assert not has_no_small_solution([*few, B - (1 << 62), constant(3 + (1 << 62)) - B, B.scaled(2) - A - 5])
    assert has_no_small_solution([*few, modulo(A, 4) - 4])


def test_bits_that_differ() -> None:
    made = differing_bits(A, B, 4)
    for a, b in itertools.product(range(16), range(16)):
        assert evaluated(made, {"a": a, "b": b}) == a ^ b


@pytest.mark.parametrize(("m", "d"), [(8, 2), (8, 8), (12, 4), (6, 4)])
def test_quotients_of_remainders(m: int, d: int) -> None:
    for c, k in itertools.product((1, 3, 4, -2), (-5, 0, 4)):
        made = floor_div(modulo(A.scaled(c) + k, m) + d, d)
        for a in range(-30, 30):
            assert evaluated(made, {"a": a}) == ((c * a + k) % m + d) // d, (c, k, a)
