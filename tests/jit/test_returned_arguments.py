"""Functions that return an argument on some ways and something new on others: nobody frees what somebody still sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asyncir
from tests.jit.test_memory_of_failures import resident

pytestmark = pytest.mark.feature("S4-22")

# ruff: noqa: RUF005, PERF402, SIM222 -- what is compiled here is to join lists, to append to them, and to choose one


@asyncir.jit
def scaled(a, k):
    if k != 1:
        a = a * k
    return a


@asyncir.jit
def scaled_through(a, k):
    return scaled(a, k)


@asyncir.jit
def halved(a):
    while len(a) > 4:
        a = a[::2] + 1.0
    return a


@asyncir.jit
def sorted_by_parts(xs):
    if len(xs) <= 1:
        return xs
    low, high = [], []
    for x in xs[1:]:
        if x < xs[0]:
            low.append(x)
        else:
            high.append(x)
    return sorted_by_parts(low) + [xs[0]] + sorted_by_parts(high)


def of_a_temporary(n):
    x = scaled(np.ones(n), 1)
    y = scaled(np.zeros(n), 1)
    z = scaled(np.ones(n) * 7.0, 2)
    return x, y, z


def through_another(n):
    x = scaled_through(np.ones(n), 1)
    y = scaled_through(np.zeros(n), 1)
    return x, y, x + y


def in_a_loop(n):
    x = halved(np.arange(float(n)))
    y = halved(np.zeros(n))
    return x, y


def of_lists(n):
    return sorted_by_parts([(i * 7) % 5 for i in range(n)])


@pytest.mark.parametrize(
    "function", [of_a_temporary, through_another, in_a_loop, of_lists], ids=lambda f: f.__name__
)
def test_what_comes_back_stays(function: Callable[..., Any]) -> None:
    plain = {"scaled": scaled, "scaled_through": scaled_through, "halved": halved}
    space = function.__globals__ | {name: _python(one) for name, one in plain.items()}
    expected = type(function)(function.__code__, space | {"sorted_by_parts": _sorted}, function.__name__)
    compiled = asyncir.jit(function)
    for n in (1, 4, 9, 40):
        for _ in range(3):
            found, wanted = compiled(n), expected(n)
            for one, other in (
                zip(np.atleast_1d(found), np.atleast_1d(wanted), strict=True)
                if isinstance(found, list)
                else zip(found, wanted, strict=True)
            ):
                np.testing.assert_array_equal(one, other)


def _python(compiled: Any) -> Callable[..., Any]:
    return compiled.__wrapped__


def _sorted(xs: list[int]) -> list[int]:
    return sorted(xs)


@asyncir.jit
async def scaled_async(a, k):
    if k != 1:
        a = a * k
    return a


@asyncir.jit
async def awaits(n):
    x = await scaled_async(np.ones(n), 1)
    y = await scaled_async(np.zeros(n), 1)
    return x + y, x


def test_the_same_of_coroutines() -> None:
    for _ in range(5):
        both, one = awaits.run(6)
        np.testing.assert_array_equal(both, np.ones(6))
        np.testing.assert_array_equal(one, np.ones(6))


@asyncir.jit
def digits(n):
    if n == 0:
        return []
    return digits(n // 10) + [n % 10]


@asyncir.jit
def counted_down(n):
    found = []
    if n == 0:
        return found
    for x in counted_down(n - 1):
        found.append(x)
    found.append(n)
    return found


def test_recursion_that_begins_with_an_empty_list() -> None:
    assert digits(90210) == [9, 0, 2, 1, 0]
    assert counted_down(5) == [1, 2, 3, 4, 5]


@asyncir.jit
def chosen(n):
    x = [0] * n if n > 3 else [1] * n
    x.append(n)
    y = [] or [2]
    z = (x and [3]) + y
    return len(x), x[-1], z


def test_lists_that_are_chosen() -> None:
    assert chosen(2) == (3, 2, [3, 2])
    chosen(100_000)
    before = resident()
    for _ in range(50):
        chosen(100_000)
    assert resident() - before < 15


@asyncir.jit
def inserted(n):
    found = []
    for i in range(n):
        x = (i * 7) % 5
        j = len(found)
        found.append(x)
        while j > 0 and found[j - 1] > x:
            found[j] = found[j - 1]
            j -= 1
        found[j] = x
    return found


@asyncir.jit
def row(n):
    costs = []
    for j in range(n):
        costs.append(j if j == 0 else min(costs[j - 1] + 1, 7))
    pairs = 0
    rest = []
    for a, b in zip(costs, rest, strict=False):
        pairs += a + b
    rest.append(1)
    return costs, pairs, [n] == (n,), [n] != (n,)


def test_a_list_that_is_read_in_front_of_its_first_element() -> None:
    assert inserted(7) == sorted((i * 7) % 5 for i in range(7))
    assert row(4) == ([0, 1, 2, 3], 0, False, True)
