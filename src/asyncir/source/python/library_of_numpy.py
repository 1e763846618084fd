"""More functions of NumPy that are written in the language itself (library.py).

Here are those that compute with whole arrays, as users write them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from asyncir.source.python.library import searched_one, sort_in_place


def diagonal(a: Any) -> Any:
    """The diagonal of an array with two axes, as a copy; of one with one axis the array that has it as its diagonal."""
    if a.ndim == 1:
        n = len(a)
        square = np.zeros((n, n), a.dtype)
        for i in range(n):
            square[i, i] = a[i]
        return square
    out = np.empty(min(a.shape[0], a.shape[1]), a.dtype)
    for i in range(len(out)):
        out[i] = a[i, i]
    return out


def trace(a: Any, offset: Any) -> Any:
    """The sum of the diagonal that is so many columns to the right; of one below, to the left."""
    return diagonal(a[:, offset:] if offset >= 0 else a[-offset:]).sum()


def flipped(a: Any) -> Any:
    """The elements of all axes the other way round, as a view."""
    if a.ndim == 1:
        return a[::-1]
    if a.ndim == 2:
        return a[::-1, ::-1]
    return a[::-1, ::-1, ::-1]


def flipped_up(a: Any) -> Any:
    """The first axis the other way round."""
    return a[::-1]


def flipped_left(a: Any) -> Any:
    """The second axis the other way round."""
    return a[:, ::-1]


def sum_without_nan(a: Any) -> Any:
    """The sum of what is not NaN."""
    return np.where(a != a, 0, a).sum()


def mean_without_nan(a: Any) -> Any:
    """The mean of what is not NaN."""
    return np.where(a != a, 0, a).sum() / np.count_nonzero(a == a)


def least_without_nan(a: Any) -> Any:
    """The smallest element that is not NaN; NaN if there is none."""
    least = np.where(a != a, np.inf, a).min()
    return least if np.count_nonzero(a == a) > 0 else np.float64(np.nan)


def most_without_nan(a: Any) -> Any:
    """The largest element that is not NaN; NaN if there is none."""
    most = np.where(a != a, -np.inf, a).max()
    return most if np.count_nonzero(a == a) > 0 else np.float64(np.nan)


def close(a: Any, b: Any, relative: Any, absolute: Any) -> Any:
    """Whether numbers are equal but for a tolerance, element by element."""
    return (np.isfinite(b) & (np.abs(a * 1.0 - b) <= absolute + relative * np.abs(b * 1.0))) | (a == b)


def all_close(a: Any, b: Any, relative: Any, absolute: Any) -> Any:
    """Whether all are."""
    return bool(np.all(close(a, b, relative, absolute)))


def repeated(a: Any, times: Any) -> Any:
    """Each part along the first axis so many times."""
    if times < 0:
        raise ValueError("repeats may not contain negative values.")
    out = np.empty(len(a) * times, a.dtype)
    if a.ndim == 2:
        out = np.empty((len(a) * times, a.shape[1]), a.dtype)
    elif a.ndim == 3:
        out = np.empty((len(a) * times, a.shape[1], a.shape[2]), a.dtype)
    for i in range(len(a)):
        for k in range(times):
            out[i * times + k] = a[i]
    return out


def repeated_each(a: Any, times: Any) -> Any:
    """Each element of an array with one axis as many times as the other array says."""
    if len(times) != len(a):
        raise ValueError("operands could not be broadcast together")
    if np.any(times < 0):
        raise ValueError("repeats may not contain negative values.")
    out = np.empty(times.sum(), a.dtype)
    at = 0
    for i in range(len(a)):
        for _ in range(times[i]):
            out[at] = a[i]
            at += 1
    return out


def is_in(a: Any, test: Any) -> Any:
    """Whether each element of an array with one axis is in another one."""
    known = test.flatten()
    sort_in_place(known)
    out = np.zeros(len(a), np.bool_)
    for i in range(len(a)):
        at = searched_one(known, a[i], False)
        out[i] = at < len(known) and known[min(at, len(known) - 1)] == a[i]
    return out


def convolved(a: Any, b: Any, start: Any, count: Any) -> Any:
    """`count` sums of products of the one and the other array, reversed, from the one with this number on."""
    n, m = len(a), len(b)
    if n == 0 or m == 0:
        raise ValueError("a and v cannot be empty")
    out = np.zeros(count, (a[:1] * b[:1]).dtype)
    for k in range(count):
        at = k + start
        for i in range(max(0, at - m + 1), min(n, at + 1)):
            out[k] += a[i] * b[at - i]
    return out


def full_convolution(a: Any, b: Any) -> Any:
    """All sums of products."""
    return convolved(a, b, 0, len(a) + len(b) - 1)


def same_convolution(a: Any, b: Any) -> Any:
    """As many as the longer array has elements, in the middle."""
    return convolved(a, b, (min(len(a), len(b)) - 1) // 2, max(len(a), len(b)))


def valid_convolution(a: Any, b: Any) -> Any:
    """Those in which the shorter array has all its elements."""
    n, m = len(a), len(b)
    return convolved(a, b, min(n, m) - 1, max(n, m) - min(n, m) + 1)


def quantile_of_sorted(ordered: Any, q: Any) -> Any:
    """What so large a part of the sorted elements is below, between two of them in a straight line."""
    n = len(ordered)
    place = (n - 1) * q
    low = int(np.floor(place))
    high = min(low + 1, n - 1)
    part = place - low
    a, b = float(ordered[low]), float(ordered[high])
    step = b - a
    return b - step * (1.0 - part) if part >= 0.5 else a + step * part


def quantile(a: Any, q: Any) -> Any:
    """The same of an array; NaN if there is one."""
    if not 0.0 <= q <= 1.0:
        raise ValueError("Quantiles must be in the range [0, 1]")
    ordered = a.flatten()
    sort_in_place(ordered)
    n = len(ordered)
    result = np.nan
    if n > 0 and ordered[n - 1] == ordered[n - 1]:
        result = quantile_of_sorted(ordered, q)
    return result


def quantiles(a: Any, q: Any) -> Any:
    """The same for several parts."""
    ordered = a.flatten()
    sort_in_place(ordered)
    n = len(ordered)
    out = np.empty(len(q))
    for i in range(len(q)):
        if not 0.0 <= q[i] <= 1.0:
            raise ValueError("Quantiles must be in the range [0, 1]")
        out[i] = np.nan
        if n > 0 and ordered[n - 1] == ordered[n - 1]:
            out[i] = quantile_of_sorted(ordered, float(q[i]))
    return out


def percentile(a: Any, q: Any) -> Any:
    """The same in percent."""
    if not 0.0 <= q <= 100.0:
        raise ValueError("Percentiles must be in the range [0, 100]")
    return quantile(a, q / 100.0)


def percentiles(a: Any, q: Any) -> Any:
    """The same for several parts."""
    return quantiles(a, q / 100.0)


def histogram(a: Any, bins: Any) -> Any:
    """How many elements are in each of so many parts of equal length between the smallest and the largest one."""
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    least, most = 0.0, 1.0
    if a.size > 0:
        least, most = float(a.min()), float(a.max())
    if not (np.isfinite(least) and np.isfinite(most)):
        raise ValueError("autodetected range is not finite")
    return histogram_between(a, bins, least, most)


def histogram_between(a: Any, bins: Any, least: Any, most: Any) -> Any:
    """The same between two numbers; what is outside does not count."""
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    if least > most:
        raise ValueError("max must be larger than min in range parameter.")
    if least == most:
        least, most = least - 0.5, most + 0.5
    edges = np.empty(bins + 1)
    step = (most - least) / bins
    for i in range(bins):
        edges[i] = i * step + least
    edges[bins] = most
    counts = np.zeros(bins, np.int64)
    values = a.ravel()
    for k in range(len(values)):
        x = float(values[k])
        if least <= x <= most:
            i = int((x - least) / (most - least) * bins)
            if i >= bins:
                i = bins - 1
            if x < edges[i]:
                i -= 1
            elif x >= edges[i + 1] and i != bins - 1:
                i += 1
            counts[i] += 1
    return counts, edges


def places_of_least(a: Any, out: Any) -> None:
    """The index of the smallest element along the last axis."""
    for i in range(len(a)):
        if a.ndim > 2:
            places_of_least(a[i], out[i])
        else:
            out[i] = np.argmin(a[i])


def places_of_most(a: Any, out: Any) -> None:
    """The index of the largest element along the last axis."""
    for i in range(len(a)):
        if a.ndim > 2:
            places_of_most(a[i], out[i])
        else:
            out[i] = np.argmax(a[i])


def places_in_two_axes(mask: Any) -> Any:
    """The indices of the elements that are not zero, of an array with two axes."""
    n = int(np.count_nonzero(mask))
    rows, columns = np.empty(n, np.int64), np.empty(n, np.int64)
    k = 0
    for i in range(mask.shape[0]):
        for j in range(mask.shape[1]):
            if mask[i, j]:
                rows[k] = i
                columns[k] = j
                k += 1
    return rows, columns
