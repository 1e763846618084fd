# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions in functions, and lambdas with a name: they do what they do in Python, or are refused where they stand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asyncir

pytestmark = pytest.mark.feature("S4-22")

# ruff: noqa: E731, PERF401, SIM108, C416 -- lambdas with names, and loops that could be written shorter, are compiled here

SCALE = 3


def sees_the_variable_as_it_is_at_the_call(n: int) -> int:
    k = 2

    def g(x: int, y: int = 3) -> int:
        return x * k + n + y

    def h(x: int) -> int:
        return g(x) + g(x, 1) + g(y=2, x=x)

    k = 5
    total = 0
    for i in range(3):
        total += h(i)
        k += 1
    return total


def calls_itself(n: int) -> int:
    def fib(i: int) -> int:
        if i < 2:
            return i
        return fib(i - 1) + fib(i - 2)

    return fib(n)


def call_each_other(n: int) -> bool:
    def even(i: int) -> bool:
        return True if i == 0 else odd(i - 1)

    def odd(i: int) -> bool:
        return False if i == 0 else even(i - 1)

    return even(n)


def lambdas(n: int) -> Any:
    square = lambda x: x * x + n
    both = lambda x, y=2: square(x) + y
    return [square(i) for i in range(4)], sum(both(i) for i in range(3)), both(1, y=n)


def deep(n: int) -> int:
    def g(x: int) -> int:
        def inner(y: int) -> int:
            return y + x + n * SCALE

        m = inner(1)
        return m + inner(2)

    return g(n) + g(1)


def names_of_its_own(n: int) -> int:
    i = 100

    def g(x: int) -> int:
        total = 0
        for i in range(x):
            total += i
        return total + sum(i * i for i in range(3))

    return g(n) + i


def writes_an_array(n: int) -> Any:
    a = np.zeros(n)

    def put(i: int, value: float) -> None:
        a[i] = value

    for i in range(n):
        put(i, i * 2.0)
    return a


def defined_in_a_branch(n: int) -> int:
    if n > 2:

        def g(x: int) -> int:
            return x + n

        return g(1)
    return 0


def beside_a_comprehension(n: int) -> Any:
    i = 100 + n

    def g(x: int) -> int:
        return x + i

    return [g(k) for k in range(3)], sum(g(k) for k in range(n)), [i for i in range(3)], g(i)


def of_several_types(n: int) -> Any:
    double = lambda x: x + x
    return double(n), double(0.5), double(1j), double(np.arange(3.0))


def with_growing_lists(n: int) -> Any:
    def divisors(m: int) -> Any:
        found = []
        for i in range(1, m + 1):
            if m % i == 0:
                found.append(i)
        return found

    return sum(len(divisors(i)) for i in range(1, n + 1)), divisors(12)


def closures_of_the_maker() -> Callable[[int], int]:
    outside = 1000

    def made(n: int) -> int:
        def g(x: int) -> int:
            return x + outside + n

        return g(1)

    return made


CASES = [
    sees_the_variable_as_it_is_at_the_call,
    calls_itself,
    call_each_other,
    lambdas,
    deep,
    names_of_its_own,
    writes_an_array,
    defined_in_a_branch,
    beside_a_comprehension,
    of_several_types,
    with_growing_lists,
    closures_of_the_maker(),
]


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
@pytest.mark.parametrize("n", [0, 1, 2, 7, 10])
def test_as_in_python(function: Callable[[int], Any], n: int) -> None:
    found, wanted = asyncir.jit(function)(n), function(n)
    if isinstance(wanted, tuple):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            np.testing.assert_array_equal(one, other)
    else:
        np.testing.assert_array_equal(found, wanted)


@asyncir.jit
async def tasks_of_nested_coroutines(n: int) -> int:
    k = 10

    async def work(i: int) -> int:
        return i * k + n

    twice = lambda x: 2 * x + k
    async with asyncio.TaskGroup() as group:
        t = group.create_task(work(n))
        u = group.create_task(work(n + 1))
    a, b = await asyncio.gather(work(1), work(2))
    return await t + await u + twice(a) + b


def test_coroutines() -> None:
    assert asyncio.run(tasks_of_nested_coroutines(3)) == (33 + 43) + (2 * 13 + 10) + 23


def handed_on(n: int) -> int:
    def g(x: int) -> int:
        return x + n

    h = g
    return h(n)


def bound_twice(n: int) -> int:
    if n > 2:
        g = lambda x: x
    else:
        g = lambda x: -x
    return g(n)


def assigns_around_it(n: int) -> int:
    count = 0

    def more() -> None:
        nonlocal count
        count += 1

    more()
    return count + n


def any_number(n: int) -> int:
    def g(*xs: int) -> int:
        return len(xs) + n

    return g(1, 2)


def computed_default(n: int) -> int:
    def g(x: int = n) -> int:
        return x

    return g()


def hidden_by_a_comprehension(n: int) -> Any:
    i = 100

    def g(x: int) -> int:
        return x + i

    return [g(n) for i in range(3)]


def as_a_key(n: int) -> Any:
    return sorted([n, 2], key=lambda x: -x)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (handed_on, "a function in a function that is not only called by its name"),
        (bound_twice, "a lambda cannot be compiled"),
        (assigns_around_it, "a function in a function that is not only called by its name"),
        (any_number, "a function in a function that is not only called by its name"),
        (computed_default, "a function in a function that is not only called by its name"),
        (hidden_by_a_comprehension, "a function in a function that is not only called by its name"),
        (as_a_key, "sorted: it takes what to sort"),
    ],
    ids=lambda f: getattr(f, "__name__", ""),
)
def test_what_stays_is_refused_at_its_place(function: Callable[[int], Any], message: str) -> None:
    with pytest.raises(asyncir.DiagnosticError) as caught:
        asyncir.jit(function)(3)
    assert message in str(caught.value)
    assert "test_nested.py:" in str(caught.value)


def test_an_error_in_a_nested_function_is_shown_there() -> None:
    def wrong(n: int) -> int:
        def g(x: int) -> int:
            return x.nothing + n

        return g(1)

    with pytest.raises(asyncir.DiagnosticError) as caught:
        asyncir.jit(wrong)(3)
    assert "x.nothing" in str(caught.value)


def test_a_failure_in_a_nested_function_has_its_line() -> None:
    def fails(n: int) -> int:
        def g(x: int) -> int:
            return 10 // x

        return g(n)

    with pytest.raises(ZeroDivisionError):
        asyncir.jit(fails)(0)
    assert asyncir.jit(fails)(3) == 3
