"""Lists that grow: what CPython makes of the same functions, aliases, types of empty lists, memory, tasks."""

# ruff: noqa: PERF401, RUF005 -- what is compiled here is to append, and to join lists

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.launch import runtime
from asyncir.semantics import interpret, parse_schedule
from tests.jit.programs import defined
from tests.jit.random_lists import Lists
from tests.jit.test_memory_of_failures import resident

pytestmark = pytest.mark.feature("S4-22")


def squares(n):
    found = []
    for i in range(n):
        if i % 3:
            found.append(i * i)
    return found


def depth_first(n):
    stack, seen = [n], 0
    while stack:
        x = stack.pop()
        seen += x
        if x > 1:
            stack.append(x // 2)
            stack.append(x - x // 2 - 1)
    return seen


def breadth_first(n):
    level, order = [1], []
    while level:
        following = []
        for u in level:
            order.append(u)
            for v in (2 * u, 2 * u + 1):
                if v < n:
                    following.append(v)
        level = following
    return order


def primes(n):
    found, i = [2], 3
    while len(found) < n:
        fine = True
        for p in found:
            if p * p > i:
                break
            if i % p == 0:
                fine = False
                break
        if fine:
            found.append(i)
        i += 2
    return found, found.index(2), found.count(3), sum(found), max(found)


def all_methods(n):
    a = []
    if n == 0:
        return a, [], 0
    a.append(1.5)
    a.extend([2.5, 3.5])
    a += [x * 1.0 for x in range(n)]
    a.extend(x + 0.5 for x in range(3))
    a.insert(0, -1.0)
    a.insert(-1, 7.0)
    a.insert(100, 8.0)
    a.insert(-100, 9.0)
    a.remove(2.5)
    del a[1], a[-1]
    first = a.pop(0)
    last = a.pop()
    b = a.copy()
    a.sort(reverse=True)
    b.reverse()
    b *= 2
    b += b
    a.extend(a)
    return a, b, first + last


def kept_in_a_pool(n):
    free, used, fresh = [], [], 0
    for i in range(n):
        if free and i % 3:
            j = free.pop()
        else:
            j = fresh
            fresh += 1
        used.append(j)
        if i % 2 and len(free) < 4:
            free.append(j)
    return used


def exchanged(n):
    a, b = [], []
    for i in range(n):
        a, b = b, a
        a.append(i)
    return a, b


def left_in_the_midst(n):
    a = []
    while True:
        a.append(n)
        n -= 1
        if n < 0:
            break
        if n == 2:
            continue
        a[-1] += 1
    return a


def of_operators(n):
    a = [0] * n + [n, 1]
    return a == [0] * n + [n, 1], a != [1], a + [True], 2 * [n], a[1:] + [], [] + a, [] == [], a == []


def change(n):
    ways = [0] * (n + 1)
    ways[0] = 1
    for coin in (1, 5, 10, 25):
        for i in range(coin, n + 1):
            ways[i] += ways[i - coin]
    return ways[n]


def only_on_some_ways(n):
    if n > 3:
        a = [1]
    a.append(n)
    return a


def longest_run(n):
    best, current = [], []
    for i in range(n):
        if i % 4 == 0:
            if len(current) > len(best):
                best = current
            current = []
        current.append(i)
    return best


PROGRAMS = [
    *(squares, depth_first, breadth_first, primes, all_methods, kept_in_a_pool, exchanged, left_in_the_midst),
    *(of_operators, change, longest_run),
]


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_what_python_gives(function: Callable[..., Any]) -> None:
    compiled = asyncir.jit(function)
    for n in (0, 1, 7, 60):
        assert compiled(n) == function(n)
    assert runtime.counts().errors == 0


@pytest.mark.parametrize("function", [squares, primes, all_methods, exchanged], ids=lambda f: f.__name__)
def test_the_interpreter_gives_the_same(function: Callable[..., Any]) -> None:
    compiled = asyncir.jit(function)
    compiled(7)
    for order in ("earliest", "latest"):
        ran = interpret(asyncir.parse(compiled.mlir(7)), function.__name__, (7,), parse_schedule(order))
        assert ran.ok
        given = [x.tolist() if isinstance(x, np.ndarray) else x for x in ran.results]
        expected = function(7)
        assert given == (list(expected) if isinstance(expected, tuple) else [expected])


# ---- types of elements


def int_then_float(n):
    a = [1]
    a.append(n)
    a.append(2.5)
    return a


def one_or_the_other(n):
    a = []
    if n:
        a.append(1)
    else:
        a.append(1.5)
    return a


def used_before(n):
    a = []
    b = a.copy()
    for i in range(n):
        b = b + a
        a.append(i * 0.5)
    return b, sum(a)


def begun_by_recursion(n):
    if n == 0:
        return []
    a = recursive(n - 1)
    a.append(n + 0.5)
    return a


recursive = asyncir.jit(begun_by_recursion)


def complex_at_last(n):
    a = [n]
    a.append(1j)
    return a


def never_filled(n):
    a = []
    return a, len(a), n


@pytest.mark.parametrize(
    "function",
    [int_then_float, one_or_the_other, used_before, begun_by_recursion, complex_at_last, never_filled],
    ids=lambda f: f.__name__,
)
def test_elements_have_the_type_that_holds_all(function: Callable[..., Any]) -> None:
    for n in (0, 1, 4):
        assert asyncir.jit(function)(n) == function(n)


@asyncir.jit
def length_of(xs):
    return len(xs)


def passed_on_before(n):
    a = []
    k = length_of(a)
    a.append(n > 1)
    return a, k


def test_an_empty_list_has_the_type_of_what_comes() -> None:
    truths, length = asyncir.jit(passed_on_before)(3)
    assert (truths, length) == ([True], 0)
    assert type(truths[0]) is bool


def of_an_array(v):
    a, b = [0.0], []
    for x in v:
        a.append(x)
        b.append(x)
    b.append(1)
    return a, b, np.array(a).sum()


def test_numbers_of_numpy_and_of_python() -> None:
    v = np.array([1.5, 2.5])
    assert asyncir.jit(of_an_array)(v) == ([0.0, 1.5, 2.5], [1.5, 2.5, 1.0], 4.0)


# ---- other names


def another_name(n):
    a = [1]
    b = a
    a.append(n)
    return b


def two_at_once(n):
    a = b = []
    a.append(n)
    return b


def held_by_a_tuple(n):
    a = [n]
    t = (a, 1)
    a.pop()
    return t


def swapped(n):
    a = [n]
    b = a
    a *= 2
    return b


@pytest.mark.parametrize(
    "function", [another_name, two_at_once, held_by_a_tuple, swapped], ids=lambda f: f.__name__
)
def test_a_list_with_another_name_does_not_grow(function: Callable[..., Any]) -> None:
    with pytest.raises(RuntimeError, match="another name"):
        asyncir.jit(function)(2)


def later_it_may(n):
    a = [1]
    b = a
    b = [2]
    a.append(n)
    return a, b


def test_a_name_that_is_given_up_is_none() -> None:
    assert asyncir.jit(later_it_may)(5) == later_it_may(5)


# ---- what is raised


def popped(n):
    a = [1]
    for _ in range(n):
        a.pop()
    return a


def popped_at(i):
    a = [1, 2, 3]
    return a.pop(i), a


def removed(x):
    a = [1, 2, 3]
    a.remove(x)
    return a


def found(x):
    a = [1, 2, 3]
    a.append(x)
    a.pop()
    return a.index(x)


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (popped, 2),
        *((popped_at, i) for i in (3, -4)),
        (removed, 4),
        (found, 4),
        (only_on_some_ways, 0),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_the_same_exception(function: Callable[..., Any], argument: int) -> None:
    with pytest.raises(Exception) as expected:  # noqa: PT011
        function(argument)
    with pytest.raises(type(expected.value)):
        asyncir.jit(function)(argument)


def test_the_same_element() -> None:
    for i in (0, 1, 2, -1, -3):
        assert asyncir.jit(popped_at)(i) == popped_at(i)
    assert asyncir.jit(removed)(2) == [1, 3]
    assert asyncir.jit(only_on_some_ways)(4) == [1, 4]


# ---- tasks and memory


@asyncir.jit
async def total(xs):
    return sum(xs)


@asyncir.jit
async def awaited(n):
    sums = []
    async with asyncir.task_group() as group:
        xs = []
        for i in range(n):
            xs.append(i)
            group.spawn(total, list(xs))
    for i in range(n):
        sums.append(await total([i, i]))
    return sums


@asyncir.jit
async def given_away(n):
    xs = [n]
    task = asyncir.spawn(total, xs)
    xs.append(n)
    return await task


def test_tasks() -> None:
    assert awaited.run(20) == [2 * i for i in range(20)]
    with pytest.raises(TypeError, match=r"a task is given 'xs', which grows"):
        given_away.run(2)


@asyncir.jit
def large(n):
    a, b = [], [0.0]
    for i in range(n):
        a.append(i)
        if i % 2:
            b.append(i * 0.5)
        else:
            b = [0.0] + b[-5:]
    return len(a) + len(b)


def test_memory_is_given_back() -> None:
    large(100_000)
    before = resident()
    for _ in range(60):
        large(100_000)
    assert resident() - before < 20


# ---- random functions


def differences(seed: int) -> tuple[list[str], int]:
    """What differs for that seed, and how often a list with two names would have grown."""
    others = seed % 3 == 0
    text = Lists(seed, others).text
    plain, function = defined(text), defined(text)
    compiled = asyncir.jit(bounds=True, cached=False, opt_level=seed % 3)(function)
    found, shared = list[str](), 0
    for a, b in ((0, 1), (3, -2), (5, 7)):
        expected, got = _outcome(plain, a, b), _outcome(compiled, a, b)
        if got == "RuntimeError" and others:
            shared += 1
        elif got != expected:
            found.append(f"seed {seed}, {a, b}: {expected} in Python, {got} compiled\n{text}")
    return found, shared


def _outcome(function: Callable[..., Any], a: int, b: int) -> Any:
    try:
        return function(a, b)
    except Exception as error:
        if isinstance(error, asyncir.DiagnosticError):
            return str(error)
        return type(error).__name__


@pytest.mark.parametrize("block", range(4))
def test_random_lists(block: int) -> None:
    # These have no number that does not fit 64 bits.
    for seed in range(block * 6, block * 6 + 6):
        assert differences(seed)[0] == []


@pytest.mark.long
def test_many_random_lists() -> None:
    shared = 0
    for seed in range(30, 230):
        if seed in (63, 74):  # of numbers that do not fit 64 bits
            continue
        found, aliases = differences(seed)
        assert found == []
        shared += aliases
    assert 0 < shared < 120
