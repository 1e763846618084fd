"""Lists: of numbers of several types, and in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asyncir

pytestmark = pytest.mark.feature("S4-22")


def of_a_tuple(n):
    return [x for x in (n, 2.5, 1)]  # noqa: C416


def of_a_list(n):
    return [2 * x for x in [True, n, 2.5]]


def complex_too(n):
    return [x for x in (1j, n)]  # noqa: C416


def in_pairs(n):
    return [x + y for x in (1, 2.5) for y in (n, 1)]


def made_of_a_tuple(n):
    return list((n, 2.5, 1))  # noqa: C410


@pytest.mark.parametrize(
    "function", [of_a_tuple, of_a_list, complex_too, in_pairs, made_of_a_tuple], ids=lambda f: f.__name__
)
def test_elements_of_several_types_have_one_that_holds_all(function: Callable[..., Any]) -> None:
    found, wanted = asyncir.jit(function)(4), function(4)
    assert found == wanted
    assert len({type(x) for x in found}) == 1


def in_order(a):
    return sorted(a)


def backwards(a):
    return sorted([x * x for x in a], reverse=True)


def of_a_generator(a):
    return sorted(x for x in a if x > 0), sorted((3, 1, 2)), sorted(range(5), reverse=True)


def left_alone(a):
    ordered = sorted(a)
    ordered[0] += 1
    return ordered[0] + ordered[-1], len(ordered), a.sum()


def in_a_loop(a):
    total = 0
    for i in range(len(a)):
        for x in sorted([a[i], i, 2 * i]):
            total = total * 3 + x
    return total


@pytest.mark.parametrize(
    "function", [in_order, backwards, of_a_generator, left_alone, in_a_loop], ids=lambda f: f.__name__
)
def test_sorted(function: Callable[..., Any]) -> None:
    for a in (np.array([3, -1, 7, 2, 3]), np.array([2.5, -0.0, 1e9]), np.array([1], np.int8)):
        assert asyncir.jit(function)(a.copy()) == function(a.copy())


def by_a_key(a):
    return sorted(a, key=abs)


def either_way(a, reverse):
    return sorted(a, reverse=reverse)


def complex_numbers(a):
    return sorted(a * 1j)


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (by_a_key, (), "it takes what to sort"),
        (either_way, (True,), "'reverse' is no constant"),
        (complex_numbers, (), "complex numbers have no order"),
    ],
)
def test_what_sorted_does_not_take(
    function: Callable[..., Any], arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(TypeError, match=f"J009.*{message}"):
        asyncir.jit(function)(np.arange(3.0), *arguments)
