"""What the language has beyond numbers and loops: lists, comprehensions, objects, complex numbers, arrays as indices."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
import pytest

import asyncir
from asyncir.launch import runtime
from tests.jit.programs import agrees, defined, outcome

VECTOR = np.array([3.0, 1.0, 2.0, 5.0, 4.0, -1.0])
WHOLE = np.array([3, 1, 2, 2, 7, 0])
MATRIX = np.arange(12.0).reshape(3, 4)[:, ::-1]
COMPLEX = np.array([1 + 2j, 3 - 1j, 0.5j])
INDEX = np.array([3, 0, -1, 2, 2])
TABLE = np.arange(20.0).reshape(5, 4)

OF_VECTOR = [
    "np.sort(a)",
    "np.argsort(a)",
    "np.cumsum(a)",
    "np.cumprod(a)",
    "np.diff(a)",
    "np.diff(a, 2)",
    "np.roll(a, 2)",
    "np.roll(a, -7)",
    "a.reshape(2, 3)",
    "a.reshape(-1, 2)",
    "a.reshape((3, -1))",
    "np.reshape(a, (2, 3)).T",
    "a.ravel()",
    "a.std()",
    "a.var()",
    "np.std(a)",
    "a.var(ddof=1)",
    "np.concatenate((a, a * 2))",
    "np.stack((a, a + 1))",
    "np.stack([a, a + 1], axis=1)",
    "np.hstack((a, a))",
    "np.vstack((a, a))",
    "np.outer(a, a)",
    "np.dot(a, a)",
    "np.linalg.norm(a)",
    "np.linalg.norm(a, 1)",
    "np.linalg.norm(a, np.inf)",
    "np.interp(a, np.arange(6.0), a)",
    "np.interp(2.5, np.arange(6.0), a)",
    "np.interp(a, np.arange(3.0), a[:3], left=-9.0)",
    "np.searchsorted(np.sort(a), a)",
    "np.searchsorted(np.sort(a), 2.0, side='right')",
    "np.unique(a)",
    "np.median(a)",
    "np.flatnonzero(a > 2)",
    "np.nonzero(a > 2)",
    "(a > 2).nonzero()",
    "a[::2].reshape(3, 1)",
    "np.median(a[1:])",
    "np.cumsum(a[a > 9])",
]
OF_WHOLE = [
    "np.sort(a)",
    "np.argsort(a, kind='stable')",
    "np.cumsum(a)",
    "np.diff(a)",
    "np.bincount(a)",
    "np.unique(a)",
    "a.std()",
    "np.bincount(a, minlength=12)",
    "np.linalg.norm(a)",
    "np.median(a)",
    "np.diff(a > 1)",
    "np.cumprod(a)",
]
OF_MATRIX = [
    "np.sort(a)",
    "np.sort(a, axis=0)",
    "np.sort(a, axis=None)",
    "np.argsort(a, axis=0)",
    "np.cumsum(a)",
    "np.cumsum(a, axis=0)",
    "a.cumsum(axis=1)",
    "np.diff(a)",
    "np.diff(a, axis=0)",
    "np.roll(a, 1, axis=0)",
    "np.roll(a, 3)",
    "np.roll(a, -1, axis=1)",
    "a.reshape(4, 3)",
    "a.reshape(2, 2, 3)",
    "a.ravel()",
    "a.T.ravel()",
    "np.transpose(a)",
    "np.transpose(a, (1, 0))",
    "a.transpose(1, 0)",
    "a.transpose()",
    "a.std(axis=0)",
    "a.var(axis=1)",
    "np.std(a, 0)",
    "np.concatenate((a, a))",
    "np.concatenate((a, a), axis=1)",
    "np.concatenate((a, a), axis=None)",
    "np.stack((a, a, a), axis=-1)",
    "np.dot(a, a.T)",
    "np.dot(a, np.arange(4.0))",
    "np.dot(np.arange(3.0), a)",
    "a @ a.T",
    "np.linalg.norm(a)",
    "np.linalg.norm(a, axis=0)",
    "np.dot(a, 2)",
    "np.dot(np.arange(24.0).reshape(2, 3, 4), np.arange(24.0).reshape(2, 4, 3))",
    "a.flatten()",
    "np.arange(24.0).reshape(2, 3, 4) @ np.arange(24.0).reshape(2, 4, 3)",
    "np.arange(24.0).reshape(2, 3, 4).transpose(2, 0, 1)",
    "np.vstack((a, a[0:1]))",
]
OF_COMPLEX = [
    "a + 1",
    "a * a",
    "a / (1 + 1j)",
    "a / a",
    "np.abs(a)",
    "a.real",
    "a.imag",
    "a.conj()",
    "np.exp(a)",
    "np.sqrt(a)",
    "np.log(a)",
    "a.sum()",
    "a.mean()",
    "a.prod()",
    "a @ a",
    "a**2",
    "-a",
    "a == a",
    "a[0]",
    "abs(a[0])",
    "a[0].real",
    "np.angle(a)",
    "a.std()",
    "np.linalg.norm(a)",
    "np.vdot(a, a)",
    "np.cumsum(a)",
    "np.real(a)",
    "np.conj(a)",
    "a * 2.5",
    "2 / a",
    "a.astype(np.complex64)",
    "np.zeros(3, complex)",
    "np.zeros(3, np.complex128) + a",
    "np.where(a.real > 1, a, 0)",
    "a[::-1]",
]
OF_NUMBERS = [
    "z * w",
    "z / w",
    "z + w",
    "z - w",
    "z**2",
    "z**w",
    "abs(z)",
    "z.real",
    "z.imag",
    "z.conjugate()",
    "cmath.exp(z)",
    "cmath.sqrt(z)",
    "cmath.phase(z)",
    "cmath.log(z)",
    "z == w",
    "z != w",
    "complex(z)",
    "complex(1, 2)",
    "complex(z.real, 2.0)",
    "1j * z",
    "z if z else w",
    "-z",
    "+z",
    "bool(z)",
    "z + 1",
    "2.5 - z",
    "z**0.5",
    "sum(z * i for i in range(3))",
    "z**-1",
    "cmath.sqrt(-z)",
    "0j**2",
    "np.exp(z)",
    "np.sqrt(w)",
]
GATHERED = [
    "a[i]",
    "a[:, i % 4]",
    "a[i, 1]",
    "a[i, i % 4]",
    "a[i[:, None], i % 4]",
    "a[1:, i % 4]",
    "a[a > 3]",
    "a[a[:, 0] > 3]",
    "a[i, 1:3]",
    "a[a[:, 0] > 3, 1]",
    "a[0, i % 4]",
    "a[:, a[0] > 1]",
    "a.T[i % 4]",
    "a[i].sum()",
    "a[a > 3].sum()",
    "a[0][i % 4]",
    "a[0][(a[0] > 0) & (a[0] < 3)]",
    "np.arange(24.0).reshape(2, 3, 4)[i % 2, :, i % 4]",
    "np.arange(24.0).reshape(2, 3, 4)[:, i % 3, i % 4]",
]
SCATTERED = [
    "a[i] = 7",
    "a[i] = a[0]",
    "a[i, 1] = i",
    "a[:, i % 4] *= 2",
    "a[a > 3] = 1",
    "a[a > 3] -= 2",
    "a[a[:, 0] > 3] = 0",
    "a[i, i % 4] += 1",
    "a[1:, i % 4] = 3",
    "a[a[:, 0] > 3, 1] = 9",
    "a[0][a[0] > 2] = -a[0][a[0] > 2]",
    "a[i] = a[i - 1]",
    "a[a > 17] = np.arange(2.0)",
    "a[a > 17] = np.arange(3.0)",
    "a[i[:3] > 0] = 1",
    "a[i, 0] = np.arange(2.0)",
]
LISTS = [
    "[i * i for i in range(n)]",
    "[i for i in range(n) if i % 2]",
    "[i * j for i in range(n) for j in range(i)]",
    "[i * j for i in range(n) for j in range(i) if (i + j) % 2]",
    "[1, 2, n]",
    "len([i for i in range(n)])",
    "[i for i in range(0)]",
    "sum([i for i in range(n)])",
    "max([i for i in range(n)])",
    "min([float(x) * 2 for x in a])",
    "np.array([i * 0.5 for i in range(n)])",
    "np.array([1, 2, n])",
    "np.array([[1, 2], [3, n]])",
    "np.zeros([2, n])",
    "[i for i in (1, n, 3)]",
    "[i > 2 for i in range(n)]",
    "n in [1, n]",
    "n in [1, 2]",
    "sum(i * j for i in range(n) for j in range(3))",
    "[i for i in range(n, 0, -2)]",
    "any(i > 3 for i in range(n) if i != 2 for j in range(2))",
    "all(x > 0 for x in (1, n))",
    "sum([float(x) for x in a if x > 2])",
    "[i // 2 for i in range(n)][-1]",
    "[i for i in range(n)][1:3]",
    "[1j * i for i in range(n)]",
    "np.concatenate([a, a])",
    "[[i for i in range(3)][j] for j in range(2)]",
    "bool([i for i in range(n) if i > 9])",
    "[y for x, y in zip(a, range(n))]",
]


def batched(items: list[str], size: int) -> list[tuple[str, ...]]:
    """The items in pieces: one function computes several, which spares time."""
    return [tuple(items[at : at + size]) for at in range(0, len(items), size)]


def _checked(expressions: list[str], names: str, *arguments: object, exact: bool = True) -> None:
    for some in batched(expressions, 12):
        text = f"import cmath\n\n\ndef f({names}):\n    return ({', '.join(some)},)\n"
        agrees(defined(text), *arguments, exact=exact, opt_level=0)


def test_functions_of_arrays() -> None:
    _checked(OF_VECTOR, "a", VECTOR, exact=False)
    _checked(OF_WHOLE, "a", WHOLE, exact=False)


def test_functions_along_axes() -> None:
    _checked(OF_MATRIX, "a", MATRIX, exact=False)


def test_complex_arrays() -> None:
    _checked(OF_COMPLEX, "a", COMPLEX, exact=False)


def test_complex_numbers() -> None:
    _checked(OF_NUMBERS, "z, w", 1.5 + 2j, 0.25 - 1j, exact=False)
    agrees(defined("def f(z, w):\n    return z * w\n"), np.complex64(1 + 2j), 2.0)
    agrees(defined("def f(z, w):\n    return z / w\n"), 1j, 0j)


def test_arrays_as_indices() -> None:
    _checked(GATHERED, "a, i", TABLE, INDEX)


@pytest.mark.parametrize("some", batched(SCATTERED, 8), ids=["first", "second"])
def test_assigned_by_arrays_as_indices(some: tuple[str, ...]) -> None:
    lines = "".join(f"    if k == {k}:\n        {statement}\n" for k, statement in enumerate(some))
    function = defined(f"def f(a, i, k):\n{lines}    return a.sum()\n")
    for k in range(len(some)):
        agrees(function, TABLE, INDEX, k)


def test_an_index_in_an_array_is_checked() -> None:
    agrees(defined("def f(a, i):\n    return a[i]\n"), VECTOR, np.array([7]), bounds=True)


def test_a_sorted_array_has_nan_at_its_end() -> None:
    a = np.random.default_rng(3).integers(0, 50, 200).astype(float)
    a[[3, 77, 199]] = np.nan
    agrees(defined("def f(a):\n    a[20:].sort()\n    return np.sort(a), a[np.argsort(a)]\n"), a)


def test_lists() -> None:
    for some in batched(LISTS, 10):
        function = defined(f"def f(a, n):\n    return ({', '.join(some)},)\n")
        expected, compiled = (
            outcome(function, VECTOR, 5),
            outcome(asyncir.jit(opt_level=0)(function), VECTOR, 5),
        )
        assert repr(expected) == repr(compiled)


@pytest.mark.parametrize(
    "body",
    [
        "l = [i for i in range(n)]; l[2] = 7; l[-1] += 3; m = l; m[0] = 9; return l, m, len(l)",
        "l = [0.0, 1.0]\n    for i in range(n):\n        l = [x + 1 for x in l]\n    return l",
        "s = 0.0\n    for i in range(n):\n        s += sum([x * i for x in (0.5, 1.5) if x > i])\n    return s",
        "if n > 3:\n        l = [1, 2]\n    else:\n        l = [3]\n    return l",
        "i = 3; l = [i for i in range(n)]; return i, l",
        "t = 0\n    for x in [n, 2]:\n        t = t * 10 + x\n    return t",
    ],
)
def test_lists_in_variables(body: str) -> None:
    function = defined(f"def f(n):\n    {body}\n")
    assert repr(asyncir.jit(function)(5)) == repr(function(5))


@dataclass
class Walker:
    x: float
    y: float = 2.0
    n: int = 0


@dataclass(frozen=True)
class Point:
    x: float
    y: float


@dataclass(frozen=True)
class Field:
    scale: float
    a: np.ndarray
    t: tuple = (1, 2.5)


@dataclass
class Both:
    w: Walker
    a: np.ndarray
    k: int


CONSTANT = Point(1.0, 2.0)
OBJECTS = [
    ("return p.x + p.y", lambda: (Walker(1.0),)),
    ("p.x = 5.0; p.n += 3; return p.x * p.n", lambda: (Walker(1.0),)),
    ("q = p; q.x = 7.5; return p.x", lambda: (Walker(1.0),)),
    ("q = Walker(p.x, n=4); q.y += 1.0; return q.x, q.y, q.n, p.y", lambda: (Walker(1.0),)),
    ("return Walker(p.x + 1, 3.0)", lambda: (Walker(1.0),)),
    (
        "for i in range(10):\n        p.x += i\n        if p.x > 20:\n            p.n = i\n    return p",
        lambda: (Walker(1.0),),
    ),
    ("return float(p.a[0]) * p.scale + p.t[1]", lambda: (Field(2.0, np.arange(3.0)),)),
    ("return Field(p.scale, p.a * 2)", lambda: (Field(2.0, np.arange(3.0)),)),
    ("p.a[1] = 9; return float(p.a.sum())", lambda: (Field(2.0, np.arange(3.0)),)),
    ("p.w.x += p.k; p.k = 7; p.a[0] = p.w.x; return p.w.x", lambda: (Both(Walker(1.0), np.zeros(2), 3),)),
    (
        "v = Point(1.0, 2.0); w = dataclasses.replace(v, x=5.0); return v == w, v == Point(1.0, 2.0), v != w, w",
        lambda: (1,),
    ),
    ("return CONSTANT.x + CONSTANT.y * p", lambda: (1.5,)),
    ("v = Point(p, 1.0)\n    if p > 0:\n        v = Point(2.0, p)\n    return v.x, v.y", lambda: (1.5,)),
    (
        "s = 0.0\n    for v in (Point(1.0, p), Point(2.0, p)):\n        s += v.x * v.y\n    return s",
        lambda: (1.5,),
    ),
    ("p.x = 3.0; assert p.n > 5, 'no'; return 1", lambda: (Walker(1.0),)),
]


@pytest.mark.parametrize(("body", "arguments"), OBJECTS, ids=[str(i) for i in range(len(OBJECTS))])
def test_objects(body: str, arguments) -> None:  # type: ignore[no-untyped-def]
    known = {kind.__name__: kind for kind in (Walker, Point, Field, Both)}
    function = defined(f"def f(p):\n    {body}\n", dataclasses=dataclasses, CONSTANT=CONSTANT, **known)
    assert repr(outcome(asyncir.jit(function), *arguments())) == repr(outcome(function, *arguments()))


def test_an_object_that_is_passed_twice_is_one() -> None:
    p = Walker(1.0)
    function = asyncir.jit(defined("def f(p, q):\n    p.x = q.x + 1\n    q.x += 9.0\n    return p.x, q\n"))
    x, same = function(p, p)
    assert (x, p.x) == (11.0, 11.0)
    assert same is p


def test_objects_of_a_task_are_refused() -> None:
    function = asyncir.jit(defined("async def f(p):\n    p.x = 2.0\n"))
    with pytest.raises(asyncir.DiagnosticError, match="whose fields can be assigned"):
        function.task(Walker(1.0))


def test_texts_are_constants() -> None:
    function = asyncir.jit(
        defined("def f(how, x):\n    if how == 'up':\n        return x + 1\n    return x - 1\n")
    )
    assert [function("up", 1), function("down", 1)] == [2, 0]
    assert "cmpi" not in function.mlir("up", 1)


def test_memory_is_given_back() -> None:
    test_lists_in_variables(
        "s = 0.0\n    for i in range(n):\n        s += sum([x * i for x in (0.5, 1.5)])\n    return s"
    )
    assert runtime.counts().errors == 0


REPORTED = {
    "enumerate(a, 1)": "    s = 0\n    for i, x in enumerate(a, k):\n        s = s * 3 + i * x\n    return s",
    "enumerate(a, start=k)": "    return [i + x for i, x in enumerate(a, start=k)]",
    "enumerate((1, 2), k)": "    s = 0\n    for i, x in enumerate((5, 7), k):\n        s = s * 3 + i * x\n    return s",
    "sum(range())": "    return sum(range(k)), min(range(1, k)), max(range(k, 0, -1)), any(range(k)), all(range(k))",
    "sum(reversed())": "    return sum(reversed(a)), max(reversed(range(k)))",
    "list()": "    return list(range(k)), list(reversed(a)), list(a)",
    "a list as an index": "    return a[[0, 2]], a[[k - 1, -1]]",
    "a list of a comprehension as an index": "    places = [i for i in range(k) if i % 2]\n    return a[places]",
    "dtype": "    return a.dtype == np.int64, a.dtype == np.float64, (a * 1.5).dtype == np.float64, a.dtype == a.dtype",
    "np.round": "    return np.round(a * 0.5), np.round(a), np.around(k * 0.5)",
    "abs of complex": "    return abs((a + 1j * a)), abs(complex(k, k))",
    "zip(strict=False)": "    return [x * y for x, y in zip(a, a[::-1], strict=False)]",
}


@pytest.mark.parametrize("name", REPORTED)
def test_what_users_of_numba_tried(name: str) -> None:
    function = defined(f"def f(a, k):\n{REPORTED[name]}\n")
    array = np.array([3, 1, 4, 1, 5])
    expected, got = function(array, 3), asyncir.jit(bounds=True)(function)(array, 3)
    if isinstance(expected, list):
        expected = tuple(expected)
    if isinstance(got, list):
        got = tuple(got)
    expected, got = (v if isinstance(v, tuple) else (v,) for v in (expected, got))
    assert len(expected) == len(got)
    for one, other in zip(expected, got, strict=True):
        assert type(one) is type(other) or not isinstance(one, list | np.ndarray)
        assert np.allclose(one, other, rtol=1e-15, atol=0)
        assert np.asarray(one).dtype == np.asarray(other).dtype
