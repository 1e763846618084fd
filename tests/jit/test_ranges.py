"""Ranges in compiled functions have the turns that they have in Python, near the largest numbers, too."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir

pytestmark = [pytest.mark.feature("S4-22"), pytest.mark.usefixtures("loops_end")]


def test_a_range_that_ends_where_numbers_end() -> None:
    @asyncir.jit
    def turns(start: int, stop: int):
        n = 0
        for _ in range(start, stop):
            n += 1
        return n

    last = 2**63 - 1
    assert turns(last - 5, last) == 5
    assert turns(-last - 1, -last + 4) == 5
    assert turns(last, -last) == 0


def test_ranges_with_large_steps_have_the_turns_that_they_have_in_python() -> None:
    @asyncir.jit
    def by(start: int, stop: int, step: int):
        n, x = 0, 0
        for i in range(start, stop, step):
            n += 1
            x ^= i
        return n, x

    last = 2**63 - 1
    for start, stop in ((-last - 1, last), (last, -last - 1), (0, last), (last, 0), (5, 5)):
        for step in (2**61, 2**62, last, -(2**61), -last - 1, 2**60 + 3):
            assert by(start, stop, step) == by.__wrapped__(start, stop, step)
    assert by(last - 10, last, 4) == by.__wrapped__(last - 10, last, 4)


@asyncir.jit
def by_3(start: int, stop: int):
    n, x = 0, 0
    for i in range(start, stop, 3):
        n += 1
        x ^= i
    return n, x


@asyncir.jit
def by_3_until(start: int, stop: int, last: int):
    n = 0
    for i in range(start, stop, 3):
        n += 1
        if i == last:
            break
    else:
        n = -n
    return n


@asyncir.jit
def by_3_from_far(stop: int):
    return sum(1 for i in range(9_223_372_036_854_775_000, stop, 3) if i > 5)


@asyncir.jit
def by_3_in_parallel(start: int, stop: int):
    n = 0
    for i in asyncir.prange(start, stop, 3):
        n ^= i
    return n


@asyncir.jit
def by_3_with_others(start: int, stop: int):
    n = 0
    for i, j in zip(range(start, stop, 3), range(5), strict=False):
        n += i * j
    return n


def test_ranges_with_small_steps_end_where_numbers_end() -> None:
    last = 2**63 - 1
    ranges = [(last - n, last - m) for n in (0, 1, 2, 3, 9, 10, 11) for m in (0, 1, 2, 3)]
    ranges += [(-n, m) for n in (0, 1, 2, 3, 10) for m in (-3, 0, 1, 11)]
    ranges += [(-last - 1, -last + n) for n in (-1, 0, 1, 7)]
    for n, (start, stop) in enumerate(ranges, -1):
        assert by_3(start, stop) == by_3.__wrapped__(start, stop)
        for end in (e for e in (start, start + 3, start + 4) if e <= last):
            assert by_3_until(start, stop, end) == by_3_until.__wrapped__(start, stop, end)
        assert by_3_until(-last + n, stop, -last + n) == by_3_until.__wrapped__(-last + n, stop, -last + n)
        assert by_3_from_far(stop) == by_3_from_far.__wrapped__(stop)
        # A prange is no range in Python.
        assert by_3_in_parallel(start, stop) == by_3.__wrapped__(start, stop)[1]
        assert (by_3_with_others(start, stop) - by_3_with_others.__wrapped__(start, stop)) % 2**64 == 0


def test_a_pipelined_range_with_a_step() -> None:
    @asyncir.jit
    def halves(a, out):
        row = np.empty(8)
        for i in asyncir.pipelined(range(0, a.shape[0], 2), stages=[0, 1], async_stages=[0]):
            for j in range(8):
                row[j] = a[i, j]
            for j in range(8):
                out[i, j] = row[j] * 0.5

    a = np.arange(88.0).reshape(11, 8)
    out = np.zeros_like(a)
    halves(a, out)
    a[1::2] = 0.0
    assert np.array_equal(out, a * 0.5)
