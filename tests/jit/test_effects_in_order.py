"""What one part of a statement writes, another one reads before or behind, as in Python; and what lies in the same memory."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asyncir

pytestmark = pytest.mark.feature("S4-22")


def agree(function: Callable[..., Any], *arguments: Any) -> None:
    """The same result, and the same arguments behind it."""
    ours, theirs = copy.deepcopy(arguments), copy.deepcopy(arguments)
    found, wanted = asyncir.jit(function)(*ours), function(*theirs)
    assert same(found, wanted), (found, wanted)
    assert same(ours, theirs), (ours, theirs)


def same(one: Any, other: Any) -> bool:
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if one is None or other is None:
        return one is other
    return np.asarray(one).dtype == np.asarray(other).dtype and np.array_equal(one, other, equal_nan=True)


@asyncir.jit
def bumped(a):
    a[0] += 1
    return 1.0


@asyncir.jit
def total(a, x):
    return a.sum() + x


def assigned(a):
    x, y = a * 2, bumped(a)
    return x, y


def added(a):
    return a * 2 + bumped(a)


def in_a_tuple(a):
    return -a, bumped(a), (a + 1, bumped(a))


def clipped(a):
    return np.clip(a, 0, 1) * bumped(a)


def compared(a):
    return (a < 0.5) | (bumped(a) > 5), a * 2 < bumped(a)


def passed(a):
    return total(a * 2, bumped(a)), np.maximum(a * 2, bumped(a)), np.where(a > 1, a * 3, bumped(a))


def stored(a):
    b = np.zeros(len(a))
    b[:] = a * 2 + bumped(a)
    return b


def with_new_axes(a):
    return a[:, None] * 2 + bumped(a)


def augmented(a):
    a[np.array([2, 0])] += a[1:3] * bumped(a)
    a[[1, 0]] -= bumped(a)


@pytest.mark.parametrize(
    "function",
    [augmented, assigned, added, in_a_tuple, clipped, compared, passed, stored, with_new_axes],
    ids=lambda f: f.__name__,
)
def test_elements_are_computed_before_a_later_call_changes_them(function: Callable[..., Any]) -> None:
    agree(function, np.arange(4.0))


def shifted(a):
    a[np.array([1, 2, 3])] = a[:3]


def by_itself(a):
    a[a] = 0


def counted(a):
    a[a] += 1


def far_away(a):
    a[a] = np.array([10**12, 10**9, 3, 0])


def reordered(a):
    a[np.argsort(-a)] = a


def rows(m):
    m[[1, 2, 3]] = m[:3]
    m[:, [1, 2]] = m[:, :2]
    m[[0, 1, 2, 3], [1, 2, 0, 1]] = m[0, 0]
    m[[0, 1], :] = m[2]


def two_arrays(a, i, b):
    a[i] = b


@pytest.mark.parametrize("function", [by_itself, counted, far_away], ids=lambda f: f.__name__)
def test_an_index_that_is_written_to(function: Callable[..., Any]) -> None:
    agree(function, np.array([1, 2, 3, 0]))


def test_values_that_are_written_to() -> None:
    agree(shifted, np.arange(6.0))
    agree(reordered, np.array([3.0, 1.0, 2.0]))
    agree(rows, np.arange(12.0).reshape(4, 3))
    a = np.arange(6.0)
    both = asyncir.jit(two_arrays)
    both(a, np.array([1, 2, 3]), a[:3])
    assert a.tolist() == [0, 0, 1, 2, 4, 5]


def square(n):
    return np.zeros((n, n)).size


def cube(n):
    return np.ones((n, n, 4)).size


def test_sizes_whose_product_does_not_fit() -> None:
    for function, n in ((square, 1 << 40), (square, 1 << 33), (cube, 1 << 31)):
        with pytest.raises(ValueError, match="array is too big"):
            asyncir.jit(function)(n)
    assert asyncir.jit(square)(3) == 9


def means(a):
    return a.mean(), a.std(), a.mean(axis=0), a.var(axis=1)


def test_means_of_whole_numbers_do_not_wrap() -> None:
    agree(means, np.full((4, 2), 2**62))
    agree(means, np.full((2, 2), 2**63, np.uint64))


def of_python(a):
    return float(min(a)), float(max(a))


def test_min_and_max_of_python_compare_as_python() -> None:
    for numbers in ([1.0, np.nan, 2.0], [np.nan, 1.0], [2.0, 3.0, 1.0]):
        agree(of_python, np.array(numbers))


def rounded(a):
    return np.floor(a), np.ceil(a), np.trunc(a), np.reciprocal(a)


def left_over(a, b):
    return np.fmod(a, b), np.fmod(a, 3)


@pytest.mark.parametrize("dtype", ["i1", "i4", "i8", "u2", "u8", "f8"])
def test_whole_numbers_stay_whole(dtype: str) -> None:
    with np.errstate(all="ignore"):
        agree(rounded, np.array([1, 2, 5, 0], dtype))
        agree(left_over, np.array([7, 100, 5], dtype), np.array([3, 7, 0], dtype))
        if dtype[0] == "i":
            least = np.iinfo(dtype).min
            agree(rounded, np.array([-1, -7, least], dtype))
            agree(left_over, np.array([-7, 7, least], dtype), np.array([3, -3, -1], dtype))
