"""Branches, loops, jumps, variables that may have no value, exceptions, calls."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from tests.jit.programs import agrees, defined

LOOPS = {
    "else of for": """
def f(n, k):
    s = 0
    for i in range(n):
        if i == k:
            s += 1000
            break
        s += i
    else:
        s = -s
    return s, i
""",
    "else of while": """
def f(n, k):
    while n > 0:
        n -= 3
        if n == k:
            break
    else:
        return n, "none" == "some"
    return n, True
""",
    "continue in both": """
def f(n, k):
    s = 0
    for i in range(n):
        if i % 2 == k % 2:
            continue
        j = 0
        while j < i:
            j += 1
            if j == 3:
                continue
            if j > k + 4:
                break
            s += i * j
        else:
            s += 100
    return s
""",
    "return from loops": """
def f(n, k):
    for i in range(n):
        for j in range(i):
            if i * j > k:
                return i, j
    return -1, -1
""",
    "steps": """
def f(n, k):
    s = 0
    for i in range(n, -n, -2):
        s = s * 3 + i
    for i in range(k, n, 3):
        s += i
    for i in range(0, n, k + 20):
        s -= i
    for i in range(n, 0, -(k + 20)):
        s -= i * 2
    return s
""",
    "swapped": """
def f(n, k):
    a, b, c = 0, 1, k
    for _ in range(n):
        a, b, c = b, c, a + b
    return a, b, c
""",
    "int becomes float": """
def f(n, k):
    x = 0
    for i in range(n):
        x = x + 0.5
        if i > k:
            x = 7
    return x * 1.0
""",
    "endless": """
def f(n, k):
    while True:
        n -= 1
        if n < k:
            return n
""",
    "loop over a tuple": """
def f(n, k):
    s = 0.0
    for x in (n, 1.5, k):
        if x == 3:
            continue
        if x == 4:
            break
        s += x
    else:
        s += 0.25
    return s
""",
    "nested choices": """
def f(n, k):
    if n > 3:
        if k > 2:
            r = 1
        elif k > 0:
            r = 2
        else:
            return 99
    elif n == 2:
        r = 3
    else:
        r = 4 if k else 5
    return r * 2
""",
    "walrus": """
def f(n, k):
    s = 0
    while (m := n // 2) > 0:
        s += m
        n = m
    return s
""",
    "pass and docstring": '''
def f(n, k):
    """Nothing."""
    if n:
        pass
    else:
        ...
    return None
''',
}


@pytest.mark.parametrize("name", LOOPS)
def test_control_flow(name: str) -> None:
    function = defined(LOOPS[name])
    for n in (0, 1, 2, 5, 9):
        for k in (-1, 0, 3, 4):
            if name == "else of for" and n == 0:
                continue
            agrees(function, n, k)


@pytest.mark.parametrize("bounds", [False, True])
def test_variables_without_a_value(bounds: bool) -> None:
    function = defined("def f(n):\n    for i in range(n):\n        x = i * 2\n    return x\n")
    assert agrees(function, 3, bounds=bounds) == 4
    assert isinstance(agrees(function, 0, bounds=bounds), UnboundLocalError)


def test_a_value_of_the_turn_before() -> None:
    text = """
def f(a):
    s = 0.0
    for i in range(len(a)):
        if i > 0:
            s += before * a[i]
        before = a[i]
    return s
"""
    agrees(defined(text), np.arange(6.0))


class Refused(Exception):
    """An exception of the program's own."""


def test_exceptions() -> None:
    text = """
def f(x):
    assert x != 5, "five"
    if x < 0:
        raise ValueError("negative")
    if x == 1:
        raise Refused
    if x == 2:
        raise KeyError("two")
    return 10 // (x - 3)
"""
    function = defined(text, Refused=Refused)
    kinds = [type(agrees(function, x)) for x in (5, -1, 1, 2, 3, 4)]
    assert kinds == [AssertionError, ValueError, Refused, KeyError, ZeroDivisionError, int]
    with pytest.raises(ValueError, match="negative") as raised:
        asyncir.jit(function)(-1)
    assert str(raised.value) == "negative"
    assert raised.value.__notes__[0].endswith(">:5")
    assert isinstance(raised.value.__cause__, asyncir.ProgramError)


def test_what_is_not_reached_does_not_fail() -> None:
    text = "def f(a, b):\n    return b != 0 and a // b > 1, (a // b if b else -1), b == 0 or a % b == 0\n"
    for a, b in ((6, 0), (6, 3), (1, 2)):
        agrees(defined(text), a, b)


def test_recursion() -> None:
    names = {}
    for text in (
        "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n",
        "def even(n):\n    if n == 0:\n        return True\n    return odd(n - 1)\n",
        "def odd(n):\n    if n == 0:\n        return False\n    return even(n - 1)\n",
        "def mean(n):\n    if n > 3:\n        return mean(n - 1) / 2\n    return n\n",
    ):
        name = text[4 : text.index("(")]
        names[name] = asyncir.jit(defined(text, name))
    for function in names.values():
        function.__wrapped__.__globals__.update(names)
    assert [names["fib"](n) for n in range(10)] == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
    assert [names["even"](10), names["odd"](10)] == [True, False]
    assert names["mean"](5) == 0.75


@asyncir.jit
def scaled(x, by=2.0, *, shift=1):
    return x * by + shift


def test_calls_with_names_and_defaults() -> None:
    assert [scaled(3), scaled(3, 4), scaled(3, by=0.5, shift=2), scaled(x=1)] == [7.0, 13, 3.5, 3.0]
    caller = asyncir.jit(
        defined("def f(x):\n    return scaled(x), scaled(x, shift=5), scaled(by=x, x=1)\n", scaled=scaled)
    )
    assert caller(3.0) == (7.0, 11.0, 4.0)


def test_closures_and_globals() -> None:
    factor, table = 3, (1, 2.5, 4)

    def f(i):
        return factor * i + table[1] + len(table)

    assert asyncir.jit(f)(2) == f(2)


def test_tuples() -> None:
    text = """
def f(a, t):
    x, (y, z) = t
    u = (x, a) + (y,) * 2
    b = u[1], u[-1], u[1:], len(u)
    return b, (a, z) == (1, 2.5), a in (1, 2), a not in t[1], max(u)
"""
    agrees(defined(text), 1, (4, (2, 2.5)))
    agrees(defined(text), 3, (4, (2, 2.5)))


def test_generators() -> None:
    text = """
def f(a, n):
    return (sum(x * x for x in a if x > 1), any(x > 3 for x in a), all(x < 100 for x in a), sum(i for i in range(n)),
            max(i * 7 % 5 for i in range(n)), min(x * y for x, y in zip(a, a[1:])))
"""
    agrees(defined(text), np.arange(5.0), 6)
    assert isinstance(agrees(defined("def f(n):\n    return max(i for i in range(n))\n"), 0), ValueError)


def test_enumerate_zip_reversed() -> None:
    text = """
def f(a, b, m):
    s = 0.0
    for i, x in enumerate(a):
        s = s * 2 + i * x
    for x, y, k in zip(a, reversed(b), range(3, 30, 2)):
        s += x * y * k
    for row in m:
        s = s * 0.5 + row[0] - row[-1]
    for k in reversed(range(1, 9, 3)):
        s = s * 3 + k
    return s
"""
    agrees(defined(text), np.arange(4.0), np.arange(5.0), np.arange(6.0).reshape(2, 3))


def test_what_is_augmented_is_read_first() -> None:
    unbound = defined("def f(n):\n    for i in range(n):\n        x = i\n    x += 1 // n\n    return x\n")
    assert isinstance(agrees(unbound, 0), UnboundLocalError)
    assert agrees(unbound, 3) == 2
    element = defined("def f(a, i):\n    a[i] += 1 // (i - 9)\n    return a[i]\n")
    assert isinstance(agrees(element, np.arange(4), 9, bounds=True), IndexError)
    assert isinstance(agrees(element, np.arange(10), 9, bounds=True), ZeroDivisionError)


def test_indices_that_fall_below_zero() -> None:
    """A number that loops change is not taken to stay above zero because it begins there."""
    loops = [
        ("for _ in range(5)", "i -= 1"),
        ("while i > -4", "i = i - 1"),
        ("for k in range(6)", "i, j = j, -k"),
    ]
    for head, step in loops:
        text = f"def f(a):\n    i, j, s = 2, 0, 0.0\n    {head}:\n        s = s * 2 + a[i]\n        {step}\n    return s\n"
        agrees(defined(text), np.arange(1.0, 7.0))
