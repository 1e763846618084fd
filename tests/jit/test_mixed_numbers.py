"""Numbers of Python beside numbers of NumPy that have fewer bits, or no sign: what fits, and what does not."""

from __future__ import annotations

import math

import numpy as np
import pytest

import asyncir

pytestmark = pytest.mark.feature("S4-22")

TYPES = [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64]
NUMBERS = [0, -1, 1, 44, 127, 128, 255, 300, -300, 2**31, 2**32 - 1, 2**40, 2**63 - 1, -(2**63)]


@asyncir.jit
def compared(a, n):
    one = a == n, a != n, a < n, a <= n, a > n, a >= n
    return one, (n == a, n != a, n < a, n <= a, n > a, n >= a)


@asyncir.jit
def compared_with_constants(a):
    one = a == 300, a != -1, a < 1000, a <= -5, a > -1, a >= 70000
    return one, (a == 300, a != -1, a > 5, a > -1, a < 1000, a <= 1 << 40)


@asyncir.jit
def compared_elements(a, n):
    x = a[2]
    return x < n, n < x, x == n, x > -1, x != 300


@pytest.mark.parametrize("dtype", TYPES, ids=lambda t: t.__name__)
def test_comparisons_are_exact(dtype: type) -> None:
    least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
    a = np.array([0, 1, 44, most, least, most - 1, least + 1], dtype)
    for n in NUMBERS:
        got, expected = compared(a, n), compared.__wrapped__(a, n)
        assert np.array_equal(np.array(got), np.array(expected)), n
        assert compared_elements(a, n) == compared_elements.__wrapped__(a, n)
    assert np.array_equal(
        np.array(compared_with_constants(a)), np.array(compared_with_constants.__wrapped__(a))
    )


@asyncir.jit
def converted(n):
    return np.int8(n) + np.int8(0)


@asyncir.jit
def without_sign(n):
    return np.uint8(n) + np.uint8(0)


@asyncir.jit
def of_64_bits(n):
    return np.uint64(n) + np.uint64(0)


@pytest.mark.parametrize("function", [converted, without_sign, of_64_bits], ids=lambda f: f.__name__)
def test_conversions_raise_as_in_numpy(function: asyncir.Jitted) -> None:
    for n in NUMBERS:
        try:
            expected = function.__wrapped__(n)
        except OverflowError:
            with pytest.raises(OverflowError, match="out of bounds"):
                function(n)
        else:
            assert function(n) == expected


def test_numbers_of_numpy_are_converted_as_ever() -> None:
    @asyncir.jit
    def wraps(a, x: float):
        return np.int8(a[0]), a.astype(np.uint8), np.int64(200).astype(np.int8), np.uint8(x)

    a = np.array([300, -1, 77])
    got = wraps(a, 3.7)
    assert (got[0], got[2], got[3]) == (44, -56, 3)
    assert np.array_equal(got[1], a.astype(np.uint8))


@asyncir.jit
def new_axes(a, b):
    none = None
    products = a[:, np.newaxis] * a[np.newaxis, :]
    return products, a[none, :], b[..., np.newaxis], b[np.newaxis, ..., 1], b[:, np.newaxis, 1:]


@asyncir.jit
def by_tuples(b, ij: tuple):
    k = 1, 2
    b[k] = 50.0
    b[0, 0] = 7.0
    return b[ij], b[k], b[(0, 1)], b[()]


def test_new_axes_and_tuples_as_indices() -> None:
    a, b = np.arange(3.0), np.arange(12.0).reshape(3, 4)
    for one, other in zip(new_axes(a, b), new_axes.__wrapped__(a, b), strict=True):
        assert np.array_equal(one, other)
    got, expected = by_tuples(b.copy(), (2, 3)), by_tuples.__wrapped__(b.copy(), (2, 3))
    for one, other in zip(got, expected, strict=True):
        assert np.array_equal(one, other)


def test_arrays_without_axes_are_numbers() -> None:
    @asyncir.jit
    def numbers(a):
        return float(a), int(a), a[()] + 1, abs(a), any((a > 3,))

    a = np.array(-5.0)
    assert numbers(a) == numbers.__wrapped__(a)


def test_any_and_all_of_arrays() -> None:
    @asyncir.jit
    def both(a):
        return any(a > 8), all(a > -9), any(a), all(a)

    for a in (np.array([3.0, 0.0, 9.0]), np.array([1.0]), np.array([-10.0, 0.0]), np.zeros(0)):
        assert both(a) == both.__wrapped__(a)


def test_zeros_have_a_sign() -> None:
    @asyncir.jit
    def zeros(x, a):
        negative = -0.0
        signs = math.copysign(1.0, -0.0), math.copysign(1.0, negative), math.copysign(2.0, x * -0.0)
        return signs, np.float64(1.0) / -0.0, complex(1.0, -0.0).imag, np.copysign(a, -0.0), a * 0.0

    with np.errstate(all="ignore"):
        got, expected = zeros(1.0, np.array([3.0])), zeros.__wrapped__(1.0, np.array([3.0]))
    assert repr(np.array(got[0])) == repr(np.array(expected[0]))
    assert [repr(float(one)) for one in got[1:3]] == [repr(float(one)) for one in expected[1:3]]
    assert np.array_equal(got[3], expected[3])


def test_nan_beside_numbers() -> None:
    @asyncir.jit
    def all_of(a, b):
        one = np.fmax(a, 0), np.fmin(a, 1.0), np.fmax(0, a), np.fmax(a, b), np.fmin(b, a)
        return one, np.sign(a), np.maximum(a, b), np.minimum(a, b), np.fmax(b[0], a[0])

    a = np.array([np.nan, 1.0, -1.0, np.inf, -np.inf, 0.0, -0.0, 2.0])
    b = np.array([3.0, np.nan, np.nan, -2.0, np.nan, 1.0, 5.0, 2.0])
    got, expected = all_of(a, b), all_of.__wrapped__(a, b)
    for one, other in zip((*got[0], *got[1:]), (*expected[0], *expected[1:]), strict=True):
        assert np.array_equal(one, other, equal_nan=True)
    assert np.array_equal(np.signbit(got[1]), np.signbit(expected[1]) & (a == a))
