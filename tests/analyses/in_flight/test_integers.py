"""Whether inequalities have a solution in integers: elimination against isl."""

from __future__ import annotations

import random

import pytest

from asyncir.analyses.in_flight.exprs import Lin, constant, floor_div, modulo, symbol, text_of
from asyncir.analyses.in_flight.facts import isl
from asyncir.analyses.in_flight.integers import has_solution

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
        answer = has_solution(lins)
        told += answer is not None
        assert answer in (None, has_one(lins)), lins
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
    assert has_solution(lins) is expected
