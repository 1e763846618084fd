"""Axes of one element, which repeat beside longer ones: those that None and `keepdims` make, in variables, too."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir

pytestmark = pytest.mark.feature("S4-22")

M = np.arange(12.0).reshape(3, 4)


def same(one: object, other: object) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return np.array_equal(np.asarray(one), np.asarray(other))


@asyncir.jit
def kept(m):
    one = (
        m.mean(axis=1, keepdims=True),
        m.sum(0, keepdims=True),
        m.max(keepdims=True),
        np.prod(m, keepdims=False),
    )
    two = (
        np.min(m, axis=-1, keepdims=True),
        np.any(m > 5, axis=1, keepdims=True),
        np.argmax(m, axis=0, keepdims=True),
    )
    return (
        one,
        two,
        m - m.mean(axis=1, keepdims=True),
        m / m.sum(axis=0, keepdims=True),
        m * m.max(keepdims=True),
    )


@asyncir.jit
def in_variables(m):
    middle = m.mean(axis=1, keepdims=True)
    column, row = m[:, 0][:, None], m[0][None, :]
    away = m - middle
    away /= column + 1.0
    away *= row
    return away, column * row, middle + row, (column + 1.0) * m, -column + m, m == column


@asyncir.jit
def assigned(m):
    column = m[:, 1][:, None]
    z, y, x = np.zeros(m.shape), np.zeros((2, 3, 4)), np.zeros((3, 3))
    z[:] = column
    y[:] = m.sum(0, keepdims=True)
    x[...] = column + 1.0
    z[:, 1:] += column
    return z, y, x


@asyncir.jit
def rearranged(a):
    v = a[:, None]
    if a[0] > 0:
        v = v + 1
    one = v.T, v[1:], v.sum(axis=1), np.concatenate((v, v), axis=1), np.diff(v, axis=0), np.diff(v)
    two = np.roll(v, 1, axis=1), v.reshape(-1), v.copy(), np.sort(v, axis=0), np.cumsum(v, axis=1), v @ v.T
    return one, two, v.max(axis=1), v.shape, v == v


@pytest.mark.parametrize("function", [kept, in_variables, assigned], ids=lambda f: f.__name__)
def test_axes_of_one_element_repeat(function: asyncir.Jitted) -> None:
    assert same(function(M.copy()), function.__wrapped__(M.copy()))


def test_such_an_array_is_one_like_others() -> None:
    for row in M:
        assert same(rearranged(row), rearranged.__wrapped__(row))


def test_where_they_came_another_way_they_do_not_repeat() -> None:
    @asyncir.jit
    def product(a, b):
        return a * b

    assert same(product(M, M), M * M)
    with pytest.raises(ValueError, match="None or keepdims"):
        product(M, M[:, :1])
