"""Functions of NumPy that compute with whole arrays, beside NumPy."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np
import pytest

import asyncir
from tests.jit.programs import defined

pytestmark = pytest.mark.feature("S4-22")

A = np.array([3.0, -1.0, 4.0, 1.0, -5.0, 9.0, 2.0])
GAPS = np.array([3.0, np.nan, 4.0, np.nan, -5.0])
NONE = np.array([np.nan, np.nan])
M = np.arange(12.0).reshape(3, 4)
CUBE = np.array([3, 1, 2, 2, 7, 0, 0, 9, 5, 5, 1, 4]).reshape(2, 3, 2)
WHOLE = np.array([5, 3, -2, 8, 0, 7])


def same(one: object, other: object) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    one, other = np.asarray(one), np.asarray(other)
    return one.shape == other.shape and one.dtype == other.dtype and np.allclose(one, other, 1e-13, 0, True)


def diagonals(a, v):
    return np.diag(a), np.trace(a), np.diag(v), np.diag(a[1:])


def flips(a, v):
    return np.flip(a), np.flip(v), np.flipud(a), np.fliplr(a), np.flipud(v), np.swapaxes(a, 0, 1), np.ptp(a)


def without_nan(a):
    return np.nansum(a), np.nanmin(a), np.nanmax(a), np.nanmean(a)


def close(a, b):
    one = np.isclose(a, b), np.allclose(a, b), np.allclose(a, a), np.isclose(a, b, 0.5)
    return one, np.isclose(a, 3.0, atol=1.0), np.allclose(2.0, 2.0 + 1e-9)


def repeats(a, n):
    return np.repeat(a, n), np.repeat(a[1:], 2), np.repeat(np.stack((a, a)), n)


def members(a, b):
    return np.isin(a, b), np.isin(a, b[:0]), np.isin(a[:0], b)


def convolutions(a, b):
    one = np.convolve(a, b), np.convolve(a, b, "full"), np.convolve(b, a)
    return one, np.convolve(a, b, "same"), np.convolve(b, a, mode="same"), np.convolve(a, b, "valid")


def parts(a, q):
    one = np.percentile(a, 30), np.percentile(a, 0), np.percentile(a, 100), np.percentile(a, 50.5)
    return one, np.quantile(a, 0.25), np.quantile(a, q), np.percentile(a, q * 100.0), np.quantile(a, 1.0)


def histograms(a):
    counts, edges = np.histogram(a)
    return (
        counts,
        edges,
        np.histogram(a, 3),
        np.histogram(a, bins=4, range=(-1.0, 4.0)),
        np.histogram(a, 2, None),
    )


def digits(a, bins):
    return np.digitize(a, bins), np.digitize(a, bins, right=True), np.digitize(a, bins, False)


def places(a):
    return np.argmin(a, axis=0), a.argmax(axis=1), a.argmin(), np.argmax(a), a.argmin(-1), np.argmax(a, None)


def nonzero(a):
    return np.where(a > 2), np.nonzero(a), (a > 5).nonzero()


def rounded(a):
    x = a[0]
    return (
        np.round(a, 2),
        np.round(a, -1),
        np.around(a, 1),
        np.round(x, 3),
        np.round(a),
        np.round(a, decimals=4),
    )


def along_axes(m):
    flips = np.flip(m, 0), np.flip(m, axis=1), np.flip(m, axis=-1), np.flip(m, axis=None)
    times = np.repeat(m, 2, axis=0), np.repeat(m, 3, 1), np.repeat(m, 0, axis=0)
    return flips, times, np.ptp(m, axis=0), np.ptp(m, axis=1)


def as_many(a, times):
    return np.repeat(a, times), np.repeat(a, np.array([0, 1]))


def beside_the_diagonal(m):
    return np.trace(m, 1), np.trace(m, offset=-1), np.trace(m, 100)


def without_the_end(x):
    return (
        np.linspace(0.0, x, 5, endpoint=False),
        np.linspace(1, 2, 1, endpoint=False),
        np.linspace(1, 2, 0, endpoint=False),
        np.linspace(0.0, x, 5, True),
    )


def spreads(m):
    standard = (m - m.mean(axis=0, keepdims=True)) / m.std(axis=0, keepdims=True)
    return (
        standard,
        np.std(m, axis=1, keepdims=True),
        np.var(m, axis=0, ddof=1, keepdims=True),
        m.var(keepdims=True),
    )


def of_lists(a):
    return np.sum([1, 2]), np.percentile(a, [10, 50.0]), np.sort([3, 1, 2]), np.maximum(a[:3], [1, 2, 3])


def along_two(m):
    return (
        m.sum(axis=(0, 1)),
        np.max(m, axis=(1, 2)),
        m.mean(axis=(-1, 0)),
        np.any(m > 3, axis=(0, 2)),
        np.prod(m, axis=(2, 0)),
    )


def counted_nonzero(m):
    return (
        np.count_nonzero(m),
        np.count_nonzero(m, axis=0),
        np.count_nonzero(m > 3, axis=1),
        np.flatnonzero(m),
    )


def kept_axes(m):
    return m - m.sum(axis=(0, 1), keepdims=True)


def close_truths(a):
    return np.isclose(a > 1, a > 2), np.allclose(a > 1, a > 1)


CASES: list[tuple[Callable, tuple]] = [
    (of_lists, (A,)),
    (close_truths, (A,)),
    *((along_two, (m,)) for m in (CUBE, CUBE * 0.5, CUBE.transpose(2, 0, 1))),
    *((counted_nonzero, (m,)) for m in (M, M.T, CUBE[0])),
    (kept_axes, (CUBE * 1.0,)),
    *((along_axes, (m,)) for m in (M, M.T, np.asfortranarray(M), CUBE)),
    (as_many, (A[:2], np.array([2, 0]))),
    *((beside_the_diagonal, (m,)) for m in (M, M.T, CUBE[0])),
    (without_the_end, (3.5,)),
    *((spreads, (m,)) for m in (M * 1.5, M.T, CUBE[0])),
    (diagonals, (M, A)),
    (diagonals, (M.T.copy(), WHOLE)),
    (flips, (M, A)),
    *((without_nan, (a,)) for a in (A, GAPS, M, WHOLE)),
    (close, (A, A + 1e-9)),
    (close, (A, np.array([3.0, -1.1, np.inf, np.nan, -5.0, 9.00001, 2.0]))),
    (repeats, (A, 3)),
    (repeats, (WHOLE, 0)),
    (members, (WHOLE, np.array([8, 3, 3, 100]))),
    (members, (A, A[2:5])),
    (convolutions, (A, np.array([0.5, 1.0, -1.0]))),
    (convolutions, (WHOLE, np.array([2, -1]))),
    (convolutions, (WHOLE[:1], A[:1])),
    *((parts, (a, np.array([0.0, 0.1, 0.5, 0.75, 1.0]))) for a in (A, M, WHOLE, GAPS, A[:1])),
    *((histograms, (a,)) for a in (A, M, WHOLE, A[:1], A[:0], np.linspace(0.0, 1.0, 101))),
    (digits, (A, np.array([0.0, 2.0, 4.0]))),
    (digits, (WHOLE, np.array([0, 3, 3, 8]))),
    *((places, (a,)) for a in (M, -M, WHOLE.reshape(2, 3), np.array([[1.0, np.nan], [0.0, 2.0]]))),
    *((nonzero, (a,)) for a in (A, M, WHOLE.reshape(3, 2))),
    (rounded, (A / 7,)),
    (rounded, (np.array([0.5, 1.5, 2.675, 1234.5678, -0.125]),)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_as_in_numpy(function: Callable, arguments: tuple) -> None:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        expected = function(*arguments)
    got = asyncir.jit(function)(*arguments)
    assert same(got, expected), (got, expected)


def test_without_any_number() -> None:
    @asyncir.jit
    def numbers(a):
        return np.nansum(a), np.nanmean(a), np.nanmin(a), np.nanmax(a), np.percentile(a, 5.0)

    total, *others = numbers(NONE)
    assert total == 0.0
    assert all(map(np.isnan, others))


def test_places_in_three_axes() -> None:
    @asyncir.jit
    def three(a):
        return a.argmin(axis=0), a.argmax(axis=1), a.argmin(axis=2), a.argmax()

    for one, other in zip(three(CUBE), three.__wrapped__(CUBE), strict=True):
        assert np.array_equal(one, other)


def test_a_flipped_array_is_a_view() -> None:
    @asyncir.jit
    def writes(a):
        np.flip(a)[0] = 7.0
        return np.swapaxes(np.fliplr(a[None, :]), 0, 1)

    a = A.copy()
    assert np.array_equal(writes(a)[:, 0], np.flip(a))
    assert a[-1] == 7.0


WRONG = {
    "np.quantile(a, 1.5)": ValueError,
    "np.percentile(a, -1)": ValueError,
    "np.histogram(a, 0)": ValueError,
    "np.histogram(a, 3, (2.0, 1.0))": ValueError,
    "np.histogram(a * np.inf, 3)": ValueError,
    "np.convolve(a, a[:0])": ValueError,
    "np.repeat(a, -1)": ValueError,
    "a.argmin(axis=0) if len(a) > 9 else a[:0].argmin()": ValueError,
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_arguments(text: str) -> None:
    function = defined(f"def f(a):\n    return {text}\n")
    for one in (function, asyncir.jit(function)):
        with pytest.raises(WRONG[text]), np.errstate(all="ignore"):
            one(A)


def test_what_lies_on_the_edge_of_a_part() -> None:
    @asyncir.jit
    def counted(a, bins, low: float, high: float):
        return np.histogram(a, bins, (low, high))

    for bins in (3, 7, 10, 49, 100):
        for low, high in ((0.0, 1.0), (-0.3, 0.7), (0.1, 1.3), (-5.0, 2.0), (1e-3, 1e3)):
            edges = np.linspace(low, high, bins + 1)
            a = np.concatenate((edges, np.nextafter(edges, -9e9), np.nextafter(edges, 9e9)))
            for one, other in zip(
                counted(a, bins, low, high), np.histogram(a, bins, (low, high)), strict=True
            ):
                assert np.array_equal(one, other), (bins, low, high)
