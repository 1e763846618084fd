"""Arrays: elements, views, new arrays, computations on all elements, memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.launch import runtime
from asyncir.semantics import interpret, parse_schedule
from tests.jit.programs import agrees, defined, same

VECTOR = np.arange(1.0, 8.0)
MATRIX = np.arange(20.0).reshape(4, 5)
CUBE = np.arange(24.0).reshape(2, 3, 4)

INDICES = [
    "a[1, 2]", "a[-1, -2]", "a[1]", "a[-1][0]", "a[1:3]", "a[::2, 1::2]", "a[:, 1]", "a[::-1]", "a[:, ::-1]", "a[..., 0]",
    "a[3:1]", "a[1:100, -3:-1]", "a[-100:2]", "a[2, ...]", "a.T[1, 2]", "a.T[1:3, ::2]", "a[::-2, 3:0:-1]", "a[1:][1:, 2:]",
    "a[k]", "a[k - 4:, k]", "a[k:]", "a[:k - 3]", "a[k::k]",
]  # fmt: skip


@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("bounds", [False, True])
def test_indices(index: str, bounds: bool) -> None:
    function = defined(f"def f(a, k):\n    return {index}\n")
    for array in (MATRIX, np.asfortranarray(MATRIX), MATRIX[::-1, ::-1], MATRIX.astype(np.int32)):
        agrees(function, array, 2, bounds=bounds)


def test_axes_of_three() -> None:
    text = "def f(a):\n    return a[1, :, 2].copy(), a[0, 1:, ::2].copy(), a[:, 1].copy(), a.T.copy(), a[1, 2, 3], a.shape, a.ndim, a.size\n"  # noqa: E501
    agrees(defined(text), CUBE)


@pytest.mark.parametrize(
    "statement",
    ["b = a[1:3]; b[0, 0] = 9.0", "a[1] = 7", "a[:, 2] = a[:, 3] * 2", "a[1:3, ::2] += 1", "a *= 2", "a -= a[0]", "a[0, 1] **= 2",  # noqa: E501
     "a[1:] = a[:-1] * 2", "a[:] = a[::-1]", "a[2] //= 3", "a.T[0] = 5", "a[-1, -1] = a[0, 1]", "a.fill(3)", "a += a.T[:4, :4].sum()"],  # noqa: E501
)  # fmt: skip
def test_views_share_memory(statement: str) -> None:
    function = defined(f"def f(a):\n    {statement}\n")
    agrees(function, MATRIX)
    agrees(function, MATRIX.astype(np.int64)) if "//" not in statement else None


NEW = [
    "np.zeros(n)", "np.ones((n, 2))", "np.empty(0)", "np.full(n, 2.5)", "np.full((2, n), 7)", "np.arange(n)", "np.arange(2, n, 2)",  # noqa: E501
    "np.arange(n, -3, -2)", "np.arange(0.5, n, 0.5)", "np.linspace(0, 1, n)", "np.eye(n)", "np.zeros(n, np.int32)", "np.zeros_like(a)",  # noqa: E501
    "np.full_like(a, 3)", "np.array((1, 2.5, n))", "np.array(((1, 2), (3, n)))", "a.copy()", "a.astype(np.float32)", "np.array(a)",  # noqa: E501
    "np.zeros(n, dtype=np.bool_)", "np.array((1, 2), np.uint8)", "np.ones(n, dtype=int)", "a.astype(np.int8)", "np.asarray(a)",  # noqa: E501
]  # fmt: skip


@pytest.mark.parametrize("expression", NEW)
def test_new_arrays(expression: str) -> None:
    function = defined(f"def f(a, n):\n    return {expression}\n")
    for n in (5, 1):
        agrees(function, MATRIX, n, exact=False)


WHOLE = [
    "a + b", "a * 2 - b / 3", "-a", "abs(a - 5)", "a // 3", "a % 3", "a ** 2", "a > b", "(a > 2) & (b < 5)", "~(a > 2)", "np.sqrt(a)",  # noqa: E501
    "np.where(a > 3, a, -b)", "np.maximum(a, b)", "np.minimum(a, 3)", "np.clip(a, 1, 4)", "np.sign(a - 3)", "np.floor(a / 2)",
    "a + a[0]", "a[:, 1:] - a[:, :-1]", "a[0][:, None] * a[1][None, :]", "np.hypot(a, b)", "np.isnan(a / b)", "np.exp(-a)",
    "np.logical_and(a > 1, b > 1)", "np.square(a) + 1", "a.T + b.T", "np.rint(a / 2)", "np.add(a, b)", "np.equal(a, b)",
]  # fmt: skip


@pytest.mark.parametrize("expression", WHOLE)
def test_all_elements(expression: str) -> None:
    function = defined(f"def f(a, b):\n    return {expression}\n")
    agrees(function, MATRIX, MATRIX[::-1] % 7, exact=False)
    agrees(function, MATRIX.astype(np.float32), np.asfortranarray(MATRIX.astype(np.float32)), exact=False)


REDUCED = [
    "a.sum()", "a.mean()", "a.min()", "a.max()", "a.prod()", "(a > 3).any()", "(a >= 0).all()", "np.sum(a * b)", "np.max(a - b)",  # noqa: E501
    "a.sum(axis=0)", "a.max(axis=1)", "a.mean(axis=0)", "np.min(a, axis=-1)", "np.any(a > 8, axis=0)", "a[0].argmax()",
    "np.argmin(b[1])", "np.dot(a[0], b[0])", "a @ b.T", "a @ b[0]", "a[0] @ b.T", "np.count_nonzero(a > 3)", "sum(a[0])",
    "max(a[1])", "min(a[1])",
]  # fmt: skip


@pytest.mark.parametrize("expression", REDUCED)
def test_reductions(expression: str) -> None:
    function = defined(f"def f(a, b):\n    return {expression}\n")
    agrees(function, MATRIX % 5 + 1, MATRIX[::-1] % 7, exact=False)
    agrees(function, (MATRIX % 5).astype(np.int32), MATRIX.astype(np.int32), exact=False)


def test_reductions_of_nothing() -> None:
    nothing = np.zeros(0)
    assert agrees(defined("def f(a):\n    return a.sum()\n"), nothing) == 0
    assert isinstance(agrees(defined("def f(a):\n    return a.max()\n"), nothing), ValueError)
    assert isinstance(agrees(defined("def f(a):\n    return a.argmin()\n"), nothing), ValueError)


def test_nan_is_the_extreme() -> None:
    holey = np.array([1.0, np.nan, 3.0])
    agrees(defined("def f(a):\n    return a.max(), a.min(), a.argmax(), a.argmin()\n"), holey)


def test_shapes_that_do_not_fit() -> None:
    add = defined("def f(a, b):\n    return a + b\n")
    assert isinstance(agrees(add, VECTOR, VECTOR[1:]), ValueError)
    store = defined("def f(a, b):\n    a[:] = b\n")
    assert isinstance(agrees(store, VECTOR, VECTOR[1:]), ValueError)
    with pytest.raises(ValueError, match="negative dimensions"):
        asyncir.jit(defined("def f(n):\n    return np.zeros(n)\n"))(-1)


def test_bounds_are_checked_if_asked() -> None:
    function = defined("def f(a, i):\n    return a[i]\n")
    for i in (0, 6, -7, 7, -8, 1000):
        agrees(function, VECTOR, i, bounds=True)
    store = defined("def f(a, i, j):\n    a[i, j] = 1.0\n")
    for i, j in ((3, 4), (4, 0), (0, 5), (-4, -5), (-5, 0)):
        agrees(store, MATRIX, i, j, bounds=True)


@pytest.mark.parametrize(
    "dtype", [np.bool_, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]
)
def test_elements_of_all_types(dtype: type) -> None:
    text = "def f(a):\n    b = a.copy()\n    b[0] = a[1]\n    s = 0\n    for x in a:\n        s += x\n    return b, a[2], s, a[0] < a[1]\n"  # noqa: E501
    agrees(defined(text), np.array([0, 1, 200, 3]).astype(dtype))


def test_results_keep_their_memory() -> None:
    text = "def f(n):\n    a = np.arange(n)\n    return a, a[1:], a[::2]\n"
    a, b, c = asyncir.jit(defined(text))(1000)
    b[0] = 77
    assert a[1] == 77
    del a, b
    assert c[3] == 6


def test_arguments_that_come_back_are_the_same_memory() -> None:
    part = asyncir.jit(defined("def f(a):\n    return a[1:]\n"))
    array = np.arange(5.0)
    part(array)[0] = 9
    assert array[1] == 9


def test_read_only_arrays() -> None:
    """They are taken where nothing is written."""
    frozen = np.arange(5.0)
    frozen.flags.writeable = False
    assert asyncir.jit(defined("def f(a):\n    return a.sum()\n"))(frozen) == 10
    with pytest.raises(asyncir.DiagnosticError, match="read-only"):
        asyncir.jit(defined("def f(a):\n    a[0] = 1.0\n"))(frozen)


def test_constant_arrays() -> None:
    table = np.array([[1, 2], [3, 4]])
    assert agrees(defined("def f(i):\n    return table[i, 1] + table.sum()\n", table=table), 1) == 14
    with pytest.raises(TypeError, match="constant of the compiled function"):
        asyncir.jit(defined("def f(i):\n    table[0, 0] = i\n", table=table))(1)


MEMORY = {
    "swapped": """
def f(n):
    u = np.zeros(n)
    v = np.ones(n)
    for _ in range(7):
        v[1:] = u[:-1] + 1
        u, v = v, u
    return u
""",
    "made in a loop": """
def f(n):
    total = 0.0
    for i in range(n):
        a = np.full(n, float(i))
        b = a[1:]
        if i % 3 == 0:
            continue
        if i > n - 2:
            break
        total += (a + 1).sum() + b[0]
        a = b * 2
        total += a[0]
    return total
""",
    "by a condition": """
def f(n):
    a = np.zeros(n)
    if n > 4:
        b = np.ones(n)
    else:
        b = a
    c = b if n % 2 else a
    c[0] = 5
    return b[0] + a[0] * 10, c
""",
    "in tuples": """
def f(n):
    t = np.zeros(n), np.arange(n), n
    x, y, _ = t
    t = y, x, 0
    return t[0], t
""",
    "returned early": """
def f(n):
    a = np.zeros(n)
    for i in range(n):
        b = a + i
        if i == 3:
            return b
    return a
""",
    "unbound": """
def f(n):
    for i in range(n - 4):
        kept = np.full(3, i)
        if i == 2:
            kept = kept[1:]
    a = 0
    if n > 4:
        a = kept.sum()
    return a
""",
}


@pytest.mark.parametrize("name", MEMORY)
@pytest.mark.parametrize("n", [3, 5, 8])
def test_memory(name: str, n: int) -> None:
    agrees(defined(MEMORY[name]), n)


@asyncir.jit
def _part(a, k):
    return a[k:]


@asyncir.jit
def _made(n):
    return np.arange(n) * 2.0


def test_memory_goes_through_calls() -> None:
    text = """
def f(n):
    a = part(made(n), 1)
    b = part(part(a, 1), 1)
    for _ in range(3):
        b = part(made(n), 2)
    part(made(n), 2)
    return a, b, part(np.ones(n), n - 1)[0]
"""
    result = asyncir.jit(defined(text, part=_part, made=_made))(6)
    expected = np.arange(6) * 2.0
    np.testing.assert_array_equal(result[0], expected[1:])
    np.testing.assert_array_equal(result[1], expected[2:])
    assert result[2] == 1


LEAKING = """
def f(n, turns):
    total = 0.0
    kept = np.zeros(n)
    for i in range(turns):
        a = made(n)
        b = a + kept
        if i % 2:
            kept = b[1:][::-1].copy()
            kept = part(made(n), 0)
        total += part(b, 1).sum() + (a * b).max()
    return total
"""


def test_memory_is_given_back() -> None:
    """A hundred thousand arrays of 64 KB would be 6 GB: the process would have grown by far more than it may."""
    function = asyncir.jit(defined(LEAKING, part=_part, made=_made))
    function(8192, 10)
    before = _resident()
    function(8192, 20_000)
    assert _resident() - before < 64 << 20
    assert runtime.counts().tasks == 0


def _resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def _reassigns(v):
    w, s = v * 1.0, 0.0
    for k, z in enumerate(w):
        w = v[np.array([0, 1, 2])]
        s += z + w[0] * k
    return s


def _breaks(v):
    w, s = v * 1.0, 0.0
    for z in w:
        w = np.zeros(3)
        if z > 3.0:
            break
        s += z
    return s, w.sum()


def _in_a_tuple(v):
    w, u, s = v * 2.0, v + 1.0, 0.0
    for p in (w, u):
        w, u = np.ones(2), np.ones(3)
        s += p.sum()
    return s


def _returns(v):
    for z in v * 3.0:
        if z > 4:
            return z
    return 0.0


def _nested(v):
    w, s = v * 1.0, 0.0
    for a, b in zip(w, v * 2.0, strict=False):
        for c in w:
            w = v + c
            s += a * b + c
    return s


def _list(v):
    numbers, s = [q * 2.0 for q in v], 0.0
    for q in numbers:
        numbers = [q, q + 1.0, s]
        s += sum(numbers)
    return s


def _perhaps(v):
    if v[0] > -100:
        w = v * 2.0
    s = 0.0
    for q in w:
        w = v * 0.5
        s += q
    return s


@pytest.mark.parametrize(
    "function",
    [_reassigns, _breaks, _in_a_tuple, _returns, _nested, _list, _perhaps],
    ids=lambda f: f.__name__,
)
def test_a_loop_may_assign_what_it_runs_over(function: Any) -> None:
    """The array lives on, which the interpreter sees: none is read after its end."""
    array = np.arange(6.0) - 1
    expected = agrees(function, array)
    module = asyncir.parse(asyncir.jit(function).mlir(array))
    found = interpret(module, function.__name__, (array,), parse_schedule("latest"))
    assert found.diagnostics == ()
    assert same(expected, found.results[0] if len(found.results) == 1 else tuple(found.results))
