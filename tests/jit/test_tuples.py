"""Tuples of numbers: an index that is computed."""

from __future__ import annotations

import pytest

import asyncir

pytestmark = pytest.mark.feature("S4-22")


def weighted(n):
    weights = (3, 5, 7)
    total = 0
    for i in range(len(weights)):
        total += weights[i] * n
    return total, weights[n % 3]


def chosen(t, k):
    return t[k]


def test_an_index_that_is_computed() -> None:
    assert asyncir.jit(weighted)(4) == weighted(4)
    compiled = asyncir.jit(chosen)
    for k in (0, 1, 2, -1, -3):
        assert compiled((1.5, 2.5, 3.5), k) == chosen((1.5, 2.5, 3.5), k)
    assert compiled((True, False, True), 2) is True


@pytest.mark.parametrize("k", [3, -4, 1 << 62])
def test_an_index_beyond_the_tuple(k: int) -> None:
    for opt_level in (0, 3):
        with pytest.raises(IndexError, match="tuple index out of range"):
            asyncir.jit(chosen, opt_level=opt_level)((1, 2, 3), k)


def test_items_of_several_types_need_a_constant() -> None:
    with pytest.raises(TypeError, match=r"J012.*numbers of one type"):
        asyncir.jit(chosen)((1, 2.5), 0)
