"""Functions of NumPy that are written in the language itself: they are translated as functions of a program are.

Each is called with arrays of any type of elements, and is translated for these. What is known of a type (`a.ndim`) is decided
when it is translated. All indices are in bounds here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_RUN = 24
"""So many elements are sorted by insertion, before runs are merged."""


def sort_in_place(a: Any) -> None:
    """Sort along the last axis; NaN comes last. Equal elements keep their order."""
    if a.ndim > 1:
        for i in range(len(a)):
            sort_in_place(a[i])
    else:
        _sort_all(a)


def turn_round(a: Any) -> None:
    """The elements of an array with one axis the other way round, in place."""
    last = len(a) - 1
    for i in range(len(a) // 2):
        a[i], a[last - i] = a[last - i], a[i]


def _sort_all(a: Any) -> None:
    n = len(a)
    end = _numbers_first(a)
    for start in range(0, end, _RUN):
        for i in range(start + 1, min(start + _RUN, end)):
            x = a[i]
            j = i
            while j > start and x < a[j - 1]:
                a[j] = a[j - 1]
                j -= 1
            a[j] = x
    if end > _RUN:
        other = np.empty_like(a)
        width = _RUN
        while width < end:
            for start in range(0, end, 2 * width):
                _merge(a, other, start, min(start + width, end), min(start + 2 * width, end))
            width *= 2
    assert end <= n


def _numbers_first(a: Any) -> Any:
    """Move what is NaN to the end; returns how many are not."""
    end = 0
    for i in range(len(a)):
        x = a[i]
        if x == x:
            if i != end:
                a[i] = a[end]
                a[end] = x
            end += 1
    return end


def _merge(a: Any, other: Any, start: Any, middle: Any, end: Any) -> None:
    if middle < end and a[middle] < a[middle - 1]:
        for i in range(start, middle):
            other[i] = a[i]
        i, j, k = start, middle, start
        while i < middle and j < end:
            x, y = other[i], a[j]
            if y < x:
                a[k] = y
                j += 1
            else:
                a[k] = x
                i += 1
            k += 1
        while i < middle:
            a[k] = other[i]
            i += 1
            k += 1


def argsort_into(a: Any, order: Any) -> None:
    """Indices that sort along the last axis; those of equal elements stay in order."""
    if a.ndim > 1:
        for i in range(len(a)):
            argsort_into(a[i], order[i])
    else:
        _argsort_all(a, order)


def _argsort_all(a: Any, order: Any) -> None:
    n = len(a)
    for i in range(n):
        order[i] = i
    other = np.empty(n, np.int64)
    for start in range(0, n, _RUN):
        for i in range(start + 1, min(start + _RUN, n)):
            at = order[i]
            j = i
            while j > start and _before(a[at], a[order[j - 1]]):
                order[j] = order[j - 1]
                j -= 1
            order[j] = at
    width = _RUN
    while width < n:
        for start in range(0, n, 2 * width):
            middle, end = min(start + width, n), min(start + 2 * width, n)
            for i in range(start, middle):
                other[i] = order[i]
            i, j, k = start, middle, start
            while i < middle and j < end:
                if _before(a[order[j]], a[other[i]]):
                    order[k] = order[j]
                    j += 1
                else:
                    order[k] = other[i]
                    i += 1
                k += 1
            while i < middle:
                order[k] = other[i]
                i += 1
                k += 1
        width *= 2


def _before(x: Any, y: Any) -> Any:
    return x < y or (y != y and x == x)


def sum_into(a: Any, out: Any, zero: Any) -> None:
    """Sums of the elements up to each one, along the last axis; `zero` has the type of the sums."""
    if a.ndim > 1:
        for i in range(len(a)):
            sum_into(a[i], out[i], zero)
    else:
        total = zero
        for i in range(len(a)):
            total = total + a[i]
            out[i] = total


def product_into(a: Any, out: Any, one: Any) -> None:
    """Products of the elements up to each one, along the last axis; `one` has the type of the products."""
    if a.ndim > 1:
        for i in range(len(a)):
            product_into(a[i], out[i], one)
    else:
        total = one
        for i in range(len(a)):
            total = total * a[i]
            out[i] = total


def rolled(a: Any, shift: Any) -> Any:
    """The elements of an array with one axis, moved by `shift` around its ends."""
    n = len(a)
    out = np.empty_like(a)
    if n > 0:
        k = shift % n
        out[k:] = a[: n - k]
        out[:k] = a[n - k :]
    return out


def interpolated(x: Any, xp: Any, fp: Any, left: Any, right: Any, out: Any) -> None:
    """Values of the polygon through the points (xp, fp) at each x; those beyond its ends are `left` and `right`."""
    for i in range(len(x)):
        out[i] = interpolated_one(float(x[i]), xp, fp, left, right)


def end_of(fp: Any, right: Any) -> Any:
    """What lies beyond the points where nothing else is said: the value of the last one."""
    n = len(fp)
    if n == 0:
        raise ValueError("array of sample points is empty")
    return float(fp[n - 1]) if right else float(fp[0])


def interpolated_one(at: Any, xp: Any, fp: Any, left: Any, right: Any) -> Any:
    """The same at one x."""
    n = len(xp)
    if n == 0:
        raise ValueError("array of sample points is empty")
    if len(fp) != n:
        raise ValueError("fp and xp are not of the same length.")
    result = float(fp[n - 1])
    if at != at:
        result = at
    elif at > xp[n - 1]:
        result = right
    elif at < xp[0]:
        result = left
    elif at != xp[n - 1]:
        low = 0
        high = n
        while high - low > 1:
            middle = (low + high) // 2
            if at >= xp[middle]:
                low = middle
            else:
                high = middle
        if xp[low] == at:
            result = float(fp[low])
        else:
            step = np.float64(xp[low + 1]) - xp[low]
            slope = (np.float64(fp[low + 1]) - fp[low]) / step
            result = float(slope * (at - xp[low]) + fp[low])
            if result != result:
                result = float(slope * (at - xp[low + 1]) + fp[low + 1])
                if result != result and fp[low] == fp[low + 1]:
                    result = float(fp[low])
    return result


def masked(a: Any, mask: Any) -> Any:
    """The elements where the mask is true, in order."""
    out = np.empty(count_true(mask), a.dtype)
    _masked_into(a, mask, out, 0)
    return out


def count_true(mask: Any) -> Any:
    """How many elements of the mask are true."""
    return int(np.count_nonzero(mask))


def _masked_into(a: Any, mask: Any, out: Any, k: Any) -> Any:
    if len(a) != len(mask):
        raise IndexError("boolean index did not match indexed array")
    if a.ndim > 1:
        for i in range(len(a)):
            k = _masked_into(a[i], mask[i], out, k)
    else:
        for i in range(len(a)):
            if mask[i]:
                out[k] = a[i]
                k += 1
    return k


def put_number(a: Any, mask: Any, value: Any) -> None:
    """Write a number where the mask is true."""
    if len(a) != len(mask):
        raise IndexError("boolean index did not match indexed array")
    if a.ndim > 1:
        for i in range(len(a)):
            put_number(a[i], mask[i], value)
    else:
        for i in range(len(a)):
            if mask[i]:
                a[i] = value


def put_elements(a: Any, mask: Any, values: Any) -> None:
    """Write the values, in order, where the mask is true."""
    if count_true(mask) != len(values):
        raise ValueError("cannot assign the values to the elements where the mask is true")
    _put_from(a, mask, values, 0)


def _put_from(a: Any, mask: Any, values: Any, k: Any) -> Any:
    if len(a) != len(mask):
        raise IndexError("boolean index did not match indexed array")
    if a.ndim > 1:
        for i in range(len(a)):
            k = _put_from(a[i], mask[i], values, k)
    else:
        for i in range(len(a)):
            if mask[i]:
                a[i] = values[k]
                k += 1
    return k


def places(mask: Any) -> Any:
    """The indices of the elements that are not zero, of an array with one axis."""
    out = np.empty(count_true(mask), np.int64)
    k = 0
    for i in range(len(mask)):
        if mask[i]:
            out[k] = i
            k += 1
    return out


def searched(a: Any, values: Any, right: Any, out: Any) -> None:
    """For each value the first index in front of which it can stand in the sorted array; if `right`, the last."""
    for i in range(len(values)):
        out[i] = searched_one(a, values[i], right)


def searched_one(a: Any, x: Any, right: Any) -> Any:
    """The same for one value."""
    low = 0
    high = len(a)
    while low < high:
        middle = (low + high) // 2
        if _before(a[middle], x) or (right and not _before(x, a[middle])):
            low = middle + 1
        else:
            high = middle
    return low


def unique(a: Any) -> Any:
    """The sorted elements, each once."""
    ordered = a.flatten()
    sort_in_place(ordered)
    n = 0
    for i in range(len(ordered)):
        x = ordered[i]
        if i == 0 or not (x == ordered[n - 1] or (x != x and ordered[n - 1] != ordered[n - 1])):
            ordered[n] = x
            n += 1
    return ordered[:n].copy()


def counted(a: Any, least: Any) -> Any:
    """How often each whole number is in the array."""
    most = least - 1
    for i in range(len(a)):
        if a[i] < 0:
            raise ValueError("'list' argument must have no negative elements")
        if a[i] > most:
            most = int(a[i])
    out = np.zeros(most + 1, np.int64)
    for i in range(len(a)):
        out[a[i]] += 1
    return out


def median(a: Any) -> Any:
    """The middle of the sorted elements, or the mean of the two in the middle; NaN if there is one."""
    ordered = a.flatten()
    sort_in_place(ordered)
    n = len(ordered)
    result = np.nan
    if n > 0 and ordered[n - 1] == ordered[n - 1]:
        result = float(ordered[n // 2])
        if n % 2 == 0:
            result = (float(ordered[n // 2 - 1]) + result) / 2.0
    return result


def grown(a: Any) -> Any:
    """An array with room for twice as many elements, of the same type, which begins with those of the array."""
    return np.concatenate((a, a))


def first_place(a: Any, x: Any) -> Any:
    """The place of the first element that equals x; -1: there is none."""
    for i in range(len(a)):
        if a[i] == x:
            return i
    return -1


def same(a: Any, b: Any) -> Any:
    """Whether two arrays have equal elements, as many in both."""
    return len(a) == len(b) and all(a[i] == b[i] for i in range(len(a)))


def how_often(a: Any, x: Any) -> Any:
    """How many elements equal x."""
    n = 0
    for i in range(len(a)):
        if a[i] == x:
            n += 1
    return n


def shuffle_in_place(a: Any) -> None:
    """Shuffle along the first axis, as NumPy draws."""
    for i in range(len(a) - 1, 0, -1):
        j = np.random.randint(0, i + 1)
        if i != j:
            if a.ndim > 1:
                exchange(a[i], a[j])
            else:
                x = a[i]
                a[i] = a[j]
                a[j] = x


def exchange(a: Any, b: Any) -> None:
    """Exchange the elements of two arrays."""
    if a.ndim > 1:
        for i in range(len(a)):
            exchange(a[i], b[i])
    else:
        for i in range(len(a)):
            x = a[i]
            a[i] = b[i]
            b[i] = x


def permuted_numbers(n: Any) -> Any:
    """The numbers below n, shuffled."""
    out = numbers_below(n)
    shuffle_in_place(out)
    return out


def permuted_rows(a: Any) -> Any:
    """The parts along the first axis, shuffled."""
    return a[permuted_numbers(len(a))]


def numbers_below(n: Any) -> Any:
    """The numbers from 0 to n - 1."""
    out = np.empty(max(n, 0), np.int64)
    for i in range(len(out)):
        out[i] = i
    return out


def one_chosen(pool: Any, again: Any) -> Any:
    """One element of an array."""
    n = len(pool)
    if n == 0:
        raise ValueError("a must be greater than 0 unless no samples are taken")
    return pool[np.random.randint(0, n) if again else permuted_numbers(n)[0]]


def chosen_again(pool: Any, many: Any) -> Any:
    """So many elements of an array, of which each may come more than once."""
    n = len(pool)
    if n == 0 and many > 0:
        raise ValueError("a must be greater than 0 unless no samples are taken")
    out = np.empty(many, pool.dtype)
    for i in range(many):
        out[i] = pool[np.random.randint(0, n)]
    return out


def chosen_once(pool: Any, many: Any) -> Any:
    """So many elements of an array, of which each comes at most once."""
    n = len(pool)
    if many > n:
        raise ValueError("Cannot take a larger sample than population when replace is False")
    order = permuted_numbers(n)
    out = np.empty(many, pool.dtype)
    for i in range(many):
        out[i] = pool[order[i]]
    return out
