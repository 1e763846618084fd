"""`sum`, `min`, `max`, `any` and `all` of generators: what Python computes, and nothing that it does not."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asyncir

pytestmark = pytest.mark.feature("S4-22")

A = np.array([1, 0, 2, 5])
F = np.array([2.5, math.nan, 1.0, 7.0])


def outcome(function: Callable[..., Any], *arguments: Any) -> Any:
    """What comes back, or the kind of exception."""
    try:
        return function(*arguments)
    except (ValueError, ZeroDivisionError, IndexError) as error:
        return type(error)


def agree(function: Callable[..., Any], *arguments: Any) -> None:
    found = outcome(asyncir.jit(function, bounds=True), *arguments)
    assert found == outcome(function, *arguments)


def guarded_sum(a):
    return sum(10 // int(x) for x in a if x != 0)


def guarded_max(a):
    return max(10 // int(x) for x in a if x != 0)


def guarded_any(a):
    return any(10 // int(x) > 20 for x in a if x != 0)


def guarded_guard(a):
    return sum(int(x) for x in a if x != 0 if 10 // int(x) > 1)


def guarded_index(a):
    return sum(a[i + 1] for i in range(len(a)) if i + 1 < len(a))


@pytest.mark.parametrize(
    "function",
    [guarded_sum, guarded_max, guarded_any, guarded_guard, guarded_index],
    ids=lambda f: f.__name__,
)
def test_what_a_condition_keeps_from_is_not_computed(function: Callable[..., Any]) -> None:
    agree(function, A)


def all_of_quotients(a):
    return all(10 // int(x) > 0 for x in a)


def any_zero(a, n):
    return any(a[i] == 0 for i in range(n))


def any_of_pairs(a, n):
    return any(a[i + j] == 0 for i in range(n) for j in range(n))


def any_of_a_tuple(a):
    return any(10 // x > 0 for x in (1, a))


@pytest.mark.parametrize("numbers", [[-1, 0], [1, 0], [1, 2], []])
def test_all_stops_at_the_first_that_does_not_hold(numbers: list[int]) -> None:
    agree(all_of_quotients, np.array(numbers, np.int64))


def test_any_stops_at_the_first_that_holds() -> None:
    agree(any_zero, np.array([1, 0]), 5)
    agree(any_zero, np.array([1, 1]), 5)
    agree(any_of_pairs, np.array([1, 1, 0]), 5)
    agree(any_of_pairs, np.array([1, 1, 1]), 5)
    agree(any_of_a_tuple, 0)


def of_pairs(n):
    return any(i * j == 12 for i in range(n) for j in range(n)), all(
        i + j < 2 * n for i in range(n) for j in range(i)
    )


def sum_of_pairs(n):
    return sum(i * j for i in range(n) if i % 2 for j in range(n) if j > i)


def names_of_their_own(n):
    i = 100
    return sum(i for i in range(n) if i > 1) + i


def inner(n):
    return sum(sum(j for j in range(i) if j % 2) for i in range(n) if i % 3)


def primes(n):
    return sum(x for x in range(2, n) if not any(x % d == 0 for d in range(2, x)))


def in_a_list(n):
    return [x for x in range(2, n) if all(x % d for d in range(2, int(math.sqrt(x)) + 1))]


def in_a_loop(n):
    k = 0
    while any(i > k for i in range(n)):
        k += 1
    return k


def never(n):
    return any(False for _ in range(n)), all(False for _ in range(n)), sum(1 for _ in range(n) if False)


def largest(n):
    return max(i * j for i in range(n) for j in range(n) if i != j)


def listed(n):
    return list(x * x for x in range(n)), list(x for x in range(n) if x % 2)  # noqa: C400


@pytest.mark.parametrize(
    "function",
    [of_pairs, sum_of_pairs, names_of_their_own, inner, primes, in_a_list, in_a_loop, never, largest, listed],
    ids=lambda f: f.__name__,
)
def test_loops_in_loops(function: Callable[..., Any]) -> None:
    for n in (0, 1, 5, 9):
        agree(function, n)


def least(a):
    return min(x for x in a if x > 0)


def mixed(a):
    return max(float(x) if x > 1 else 0 for x in a)


def nothing(a):
    return max(x for x in a if x > 100)


def neighbours(a):
    return any((x > 1 and y < 3) for x, y in zip(a, a[1:]))  # noqa: B905, RUF007


def parts(a):
    return max(a[i:].sum() for i in range(len(a)) if i > 0)


def tuples(t):
    return max(x for x in (1, 2.5, 3) if x > t)


@pytest.mark.parametrize("function", [least, mixed, nothing, neighbours], ids=lambda f: f.__name__)
def test_numbers_of_arrays(function: Callable[..., Any]) -> None:
    agree(function, A)
    agree(function, F)


def test_other_elements() -> None:
    agree(parts, A)
    agree(tuples, 1)
    agree(tuples, 5)


def with_defaults(a):
    return min((x for x in a if x > 100), default=-1), max((x for x in a), default=0.5), max(a, default=3)


def with_starts(a):
    return sum((x for x in a), 10), sum((x for x in a if x > 1), start=0.5), sum(range(len(a)), 5)


@pytest.mark.parametrize("function", [with_defaults, with_starts], ids=lambda f: f.__name__)
def test_what_there_is_for_nothing_and_what_a_sum_starts_with(function: Callable[..., Any]) -> None:
    for a in (np.array([3.0, 1.0, 2.0]), np.array([200.0]), np.array([])):
        agree(function, a)


def assigns_in_a_sum(n):
    return sum((y := i) for i in range(n))  # noqa: F841


def assigns_in_a_search(n):
    return any((y := i) > 3 for i in range(n))  # noqa: F841


@pytest.mark.parametrize("function", [assigns_in_a_sum, assigns_in_a_search], ids=lambda f: f.__name__)
def test_assignments_are_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match=r"J003.*assigns"):
        asyncir.jit(function)(3)
