"""Arrays whose parts get names, and arrays in which a number is looked for."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir

pytestmark = pytest.mark.feature("S4-22")

M = np.arange(12.0).reshape(3, 4)
A = np.array([3.0, -1.0, 4.0, np.nan, -0.0])


@asyncir.jit
def unpacked(m):
    (a, b, c), n = m, 0.0
    x, y = m[0, 1:3] * 2.0
    p, q = m[1, :2]
    p, q = q, p
    for i in range(len(m)):
        r, s, t, u = m[i]
        n = n * 3.0 + r - s * t + u
    for d, e, f, g in m:
        n += d * e - f * g
    return a, b[1:], c, x, y, p, q, n


@asyncir.jit
def written(m):
    one, other = m[:2]
    one[0] = 50.0
    other += 1.0
    m[0, 1], m[0, 2] = m[2, 2:]
    return one


def test_parts_of_arrays_get_names() -> None:
    for one, other in zip(unpacked(M), unpacked.__wrapped__(M), strict=True):
        assert np.array_equal(one, other)
    a, b = M.copy(), M.copy()
    assert np.array_equal(written(a), written.__wrapped__(b))
    assert np.array_equal(a, b)


@asyncir.jit
def two(a):
    x, y = a
    return x + y


@pytest.mark.parametrize(("count", "message"), [(1, "not enough"), (3, "too many"), (0, "not enough")])
def test_others_than_there_are_names_are_an_error(count: int, message: str) -> None:
    for function in (two, two.__wrapped__):
        with pytest.raises(ValueError, match=message):
            function(np.ones(count))
    assert two(np.ones(2)) == 2.0


@asyncir.jit
def contained(a, m, n, whole):
    one = 4.0 in a, 5.0 not in a, 0 in a, n in m, n not in m, n in a[1:], -1 in a * 1.0
    return one, n in whole, 300 in whole, 7 in m[1], np.nan in a


def test_numbers_are_looked_for_in_arrays() -> None:
    whole = np.array([1, 44, 255], np.uint8)
    for n in (0, 1, 4, 44, -1, 300, 11, 255):
        assert contained(A, M, n, whole) == contained.__wrapped__(A, M, n, whole)
