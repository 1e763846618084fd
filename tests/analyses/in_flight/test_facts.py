"""Facts of the check: what they are asked, and what isl has no time for."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

import pytest

from asyncir.analyses.in_flight import facts
from asyncir.analyses.in_flight.exprs import constant, modulo, symbol
from asyncir.analyses.in_flight.facts import Facts, feasible, highest, hull, sample, widened

A, B, K = symbol("a"), symbol("b"), symbol("k1")


def test_a_conjunction_implies_what_follows_in_integers() -> None:
    known = Facts().plus(A.scaled(2) - 3, K - A, B - K)
    assert known.implies(A - 2)  # 2a >= 3
    assert known.implies(B - A)
    assert not known.implies(A - 3)
    assert not known.is_empty()
    assert not feasible(known, (A - B - 1,))


def test_remainders_are_solved_with() -> None:
    ring = (modulo(K, 3) - 2, constant(2) - modulo(K, 3))
    assert feasible(Facts().plus(K, constant(5) - K), ring)
    assert not feasible(Facts().plus(K - 3, constant(4) - K), ring)


def test_a_sample_satisfies_all_that_is_known() -> None:
    known = Facts().plus(A - 7, B - A.scaled(3), constant(30) - B)
    found = sample(known, (modulo(A, 4) - 1,))
    assert found is not None
    assert found["a"] >= 7
    assert 30 >= found["b"] >= 3 * found["a"]
    assert found["a"] % 4 >= 1
    assert sample(known, (A - 11,)) is None


def test_a_sample_without_time_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the budget ends: where isl prints numbers, too."""
    known = Facts().plus(A - 7, B - A.scaled(3), constant(3000) - B, modulo(A + B, 5) - 2)
    whole = sample(known)
    assert whole is not None

    def sampled(operations: int) -> dict[Any, int] | None:
        monkeypatch.setattr(facts, "_MOST_OPERATIONS", operations)
        return sample(known)

    least = bisect_left(range(20_000), True, lo=1, key=lambda n: sampled(n) is not None)
    assert 1 < least < 20_000
    for operations in range(least - 20, least + 20):
        assert sampled(operations) in (None, whole)


def test_the_highest_value_where_there_is_one() -> None:
    assert highest(A + 1, (constant(5) - A, A), {}) == 6
    assert highest(A, (A,), {}) is None


def test_where_paths_meet_only_what_is_true_on_both_is_known() -> None:
    low, high = Facts().plus(A - 1, constant(3) - A), Facts().plus(A - 2, constant(9) - A)
    both = hull(low, high)
    assert both.implies(A - 1)
    assert both.implies(constant(9) - A)
    assert not both.implies(A - 2)
    assert not both.implies(constant(3) - A)
    assert widened(low, high).implies(A - 1)
    assert not widened(low, high).implies(constant(9) - A)
