"""Arithmetic of numbers: Python's rules for Python's numbers, NumPy's for NumPy's."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import asyncir
from tests.jit.programs import agrees, defined

WHOLE = (7, -7, 3, -3, 1, -1, 0)
FLOATS = (7.5, -7.5, 2.0, -2.0, 0.5, 0.0, -0.0, math.inf, -math.inf, math.nan)

BINARY = ("a + b", "a - b", "a * b", "a // b", "a % b", "a / b", "divmod(a, b)")
COMPARISONS = ("a < b", "a <= b", "a == b", "a != b", "a >= b", "a > b", "a < b < 3", "a == b == a")


@pytest.mark.parametrize(
    "expression", [*BINARY, *COMPARISONS, "a & b", "a | b", "a ^ b", "min(a, b)", "max(a, b)"]
)
@pytest.mark.parametrize("wide", [int, np.int64, np.int32])
def test_whole_numbers(expression: str, wide: type) -> None:
    function = defined(f"def f(a, b):\n    return {expression}\n")
    for a, b in itertools.product(WHOLE, repeat=2):
        agrees(function, wide(a), wide(b))


@pytest.mark.parametrize("expression", [*BINARY, *COMPARISONS, "min(a, b)", "max(a, b)"])
@pytest.mark.parametrize("wide", [float, np.float64])
def test_floats(expression: str, wide: type) -> None:
    function = defined(f"def f(a, b):\n    return {expression}\n")
    for a, b in itertools.product(FLOATS, repeat=2):
        agrees(function, wide(a), wide(b))


@pytest.mark.parametrize(
    "expression", ["a + b", "a * b", "a & b", "a | b", "a ^ b", "a and b", "a or b", "not a", "a == b"]
)
def test_truth_values(expression: str) -> None:
    function = defined(f"def f(a, b):\n    return {expression}\n")
    for a, b in itertools.product((True, False), repeat=2):
        agrees(function, a, b)


@pytest.mark.parametrize(
    "expression", ["-a", "+a", "~a", "abs(a)", "not a", "bool(a)", "float(a)", "int(a)", "round(a)"]
)
def test_one_number(expression: str) -> None:
    function = defined(f"def f(a):\n    return {expression}\n")
    for a in (*WHOLE, True, False):
        agrees(function, a)
    if "~" not in expression:
        for x in FLOATS:
            agrees(function, x)
        for x in (0.5, 1.5, 2.5, -0.5, 2.4999999999999996):
            agrees(function, x)


@pytest.mark.parametrize("exponent", ["0", "1", "2", "3", "7", "-1", "-2", "0.5", "2.0", "-1.5"])
def test_powers(exponent: str) -> None:
    function = defined(f"def f(a):\n    return a ** {exponent}\n")
    for a in (5, -3, 1, 2.5):
        if not (a == -3 and "." in exponent):
            agrees(function, a, exact=False)


def test_powers_of_variables() -> None:
    power = defined("def f(a, b):\n    return a ** b\n")
    for a, b in itertools.product((2, -2, 3, 0, 1), (0, 1, 2, 5, 30)):
        agrees(power, a, b)
    assert isinstance(agrees(power, 0.0, -1.0), ZeroDivisionError)
    compiled = asyncir.jit(power)
    with pytest.raises(ValueError, match="no integer"):
        compiled(2, -1)
    with pytest.raises(ValueError, match="complex"):
        compiled(-8.0, 1 / 3)


@pytest.mark.parametrize("shift", ["a << b", "a >> b"])
def test_shifts(shift: str) -> None:
    function = defined(f"def f(a, b):\n    return {shift}\n")
    for a, b in itertools.product((1, -5, 1000), (0, 1, 5, 40)):
        agrees(function, a, b)
    assert isinstance(agrees(function, 1, -1), ValueError)
    right = asyncir.jit(defined("def f(a, b):\n    return a >> b\n"))
    assert [right(-5, 64), right(5, 100)] == [-1, 0]


def test_integers_wrap_around() -> None:
    """What is documented: 64 bits, as in NumPy."""
    add = asyncir.jit(defined("def f(a, b):\n    return a + b\n"))
    assert add((1 << 63) - 1, 1) == -(1 << 63)
    divide = asyncir.jit(defined("def f(a, b):\n    return a // b, a % b\n"))
    assert divide(-(1 << 63), -1) == (-(1 << 63), 0)
    multiply = asyncir.jit(defined("def f(a):\n    return a * 6364136223846793005\n"))
    assert multiply(12345) == (12345 * 6364136223846793005 + (1 << 63)) % (1 << 64) - (1 << 63)


PAIRS = [
    (np.int8, np.int8), (np.int8, np.uint8), (np.int16, np.int32), (np.uint8, np.uint16), (np.int32, np.float32),
    (np.int16, np.float32), (np.float32, np.float64), (np.int64, np.float32), (np.uint32, np.int32), (np.bool_, np.int8),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), PAIRS)
@pytest.mark.parametrize("op", ["+", "*", "-", "/"])
def test_promotion_of_arrays(one: type, other: type, op: str) -> None:
    """The result has the type that NumPy gives it."""
    function = defined(f"def f(a, b):\n    return a {op} b\n")
    a, b = np.array([1, 0, 1, 1], one), np.array([1, 3, 2, 5], other)
    agrees(function, a, b)
    agrees(function, b, a)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.int64, np.float32, np.float64])
@pytest.mark.parametrize(
    "expression", ["a + 1", "a * 1.5", "2 - a", "a // 2", "a % 3", "a / 2", "a ** 2", "a > 2", "-a"]
)
def test_numbers_of_python_take_the_type_of_arrays(dtype: type, expression: str) -> None:
    agrees(defined(f"def f(a):\n    return {expression}\n"), np.array([1, 2, 3, 100], dtype))


@pytest.mark.parametrize(
    "name", ["sqrt", "exp", "log", "sin", "cos", "tan", "atan", "sinh", "tanh", "log2", "log10", "log1p"]
)
def test_functions_of_math(name: str) -> None:
    function = defined(
        f"def f(x):\n    return math.{name}(x), np.{name.replace('atan', 'arctan')}(x)\n", math=math
    )
    for x in (0.5, 1.0, 2.75):
        agrees(function, x, exact=False)


def test_more_functions_of_math() -> None:
    text = """
def f(x, y):
    return (math.floor(x), math.ceil(x), math.trunc(x), math.atan2(x, y), math.hypot(x, y), math.copysign(x, -y),
            math.fmod(x, y), math.isnan(x), math.isfinite(y), math.degrees(x), math.radians(y), math.gcd(12, 18),
            math.pi, math.log(y, 2.0), math.fabs(x), math.pow(y, x), math.erf(x))
"""
    for x, y in ((2.5, 1.5), (-2.5, 3.0)):
        agrees(defined(text, math=math), x, y, exact=False)


def test_types_of_parameters() -> None:
    """A number that is given for a parameter with a type is one of that type."""
    text = "def f(x: float, n: int):\n    return x / 2, n\n"
    compiled = asyncir.jit(defined(text))
    assert compiled(3, 4) == (1.5, 4)
    assert len(compiled.signatures) == 1
    assert compiled(3.0, True) == (1.5, 1)
    assert compiled.signatures == ("(float, int) -> tuple[float, int]",)


def test_each_type_has_its_own_code() -> None:
    compiled = asyncir.jit(defined("def f(a):\n    return a + a\n"))
    assert [compiled(1), compiled(1.5), compiled(True), compiled(np.float32(0.5))] == [2, 3.0, 2, 1.0]
    assert len(compiled.signatures) == 4


def test_nothing_is_wrong_with_numbers_that_do_not_fit() -> None:
    compiled = asyncir.jit(defined("def f(a):\n    return a\n"))
    assert compiled((1 << 63) - 1) == (1 << 63) - 1
    for number in (1 << 63, (1 << 64) - 1, 1 << 80, -(1 << 63) - 1):
        with pytest.raises(asyncir.DiagnosticError, match="does not fit 64 bits"):
            compiled(number)
        with pytest.raises(asyncir.DiagnosticError, match="does not fit 64 bits"):
            compiled((1, number))
    small = asyncir.jit(defined("def f(a: np.int8):\n    return a\n"))
    assert [small(127), small(-128)] == [127, -128]
    unsigned = asyncir.jit(defined("def f(a: np.uint64):\n    return a\n"))
    assert unsigned((1 << 64) - 1) == (1 << 64) - 1
    for function, number, bits in (
        (small, 128, "8 bits"),
        (small, -129, "8 bits"),
        (unsigned, -1, "without a sign"),
    ):
        with pytest.raises(asyncir.DiagnosticError, match=bits):
            function(number)
