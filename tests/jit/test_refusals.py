"""What cannot be compiled: an error with the line, the spot and what to write instead, never a traceback of the compiler."""

from __future__ import annotations

import asyncio
import math
import pickle
from dataclasses import dataclass, field

import numpy as np
import pytest

import asyncir
from asyncir.diagnostics.catalog import codes
from tests.jit.programs import defined

A = np.arange(4.0)


@asyncir.jit
async def work(x):
    return x


@asyncir.jit
def plain(x, y=1):
    return x + y


def not_compiled(x):
    return x


async def unknown(x):
    return x


async def listing(x) -> list[int]:
    return [x]


async def fetched(x) -> int:
    return x


class Thing:
    value = 3


@dataclass(frozen=True)
class Point:
    x: float


@dataclass
class Walker:
    n: int

    def go(self):
        self.n += 1


@dataclass
class Prepared:
    n: int

    def __post_init__(self):
        self.n += 1


@dataclass
class Made:
    items: list = field(default_factory=list)


TEXTS = [
    # code, what is underlined (by its first character), arguments, program; `f` is what is called
    ("J002", "def g", (1,), "def f(x):\n    def g(y):\n        return y\n    h = g\n    return h(x)\n"),
    ("J002", "class C", (1,), "def f(x):\n    class C:\n        pass\n    return x\n"),
    ("J002", "del x", (1,), "def f(x):\n    y = x\n    del x\n    return y\n"),
    (
        "J002",
        "try:",
        (1,),
        "def f(x):\n    try:\n        return 1 // x\n    except ZeroDivisionError:\n        return 0\n",
    ),
    ("J002", "with open", (1,), "def f(x):\n    with open('a') as g:\n        return x\n"),
    ("J002", "import os", (1,), "def f(x):\n    import os\n    return x\n"),
    ("J002", "from os", (1,), "def f(x):\n    from os import path\n    return x\n"),
    ("J002", "global y", (1,), "def f(x):\n    global y\n    y = x\n    return x\n"),
    (
        "J002",
        "match x",
        (1,),
        "def f(x):\n    match x:\n        case 1:\n            return 2\n    return 3\n",
    ),
    ("J006", '"a"', (1,), 'def f(x):\n    return "a" if x > 3 else "b"\n'),
    (
        "J009",
        "zip(x, x, strict=True)",
        (A,),
        "def f(x):\n    return [a * b for a, b in zip(x, x, strict=True)]\n",
    ),
    ("J009", "np.round(x, int(x))", (1.5,), "def f(x):\n    return np.round(x, int(x))\n"),
    (
        "J008",
        "asyncio.wait_for",
        (1,),
        "async def f(x):\n    return await asyncio.wait_for(asyncio.sleep(x), 1)\n",
    ),
    ("J014", "x", (1,), "async def f(x):\n    async for y in x:\n        pass\n"),
    ("J002", "rest", (1,), "def f(x, *rest):\n    return x\n"),
    ("J002", "more", (1,), "def f(x, **more):\n    return x\n"),
    ("J140", "[1", (1,), "def f(x):\n    return [1, (x, x)]\n"),
    ("J007", "y", (1,), "def f(x):\n    if x > 0 and (y := 2 * x) > 3:\n        return y\n    return 0\n"),
    ("J140", "y.append((x, x))", (1,), "def f(x):\n    y = []\n    y.append((x, x))\n    return y\n"),
    ("J140", "y.pop()", (1,), "def f(x):\n    y = [x]\n    return y.pop() if x > 3 else 0\n"),
    ("J140", "y", (1,), "def f(x):\n    y = [x]\n    for z in y:\n        y.append(z)\n    return y\n"),
    ("J140", "t[1].append", (1,), "def f(x):\n    t = (1, [x])\n    t[1].append(x)\n    return x\n"),
    ("J140", "[x] + x", (1,), "def f(x):\n    return [x] + x\n"),
    ("J140", "[x] * [x]", (1,), "def f(x):\n    return [x] * [x]\n"),
    ("J003", "[y.pop() for", (1,), "def f(x):\n    y = [x]\n    return [y.pop() for i in range(x)]\n"),
    ("J011", "y.appended", (1,), "def f(x):\n    y = [x]\n    y.appended(x)\n    return y\n"),
    ("J009", "y.append", (1,), "def f(x):\n    y = [x]\n    y.append()\n    return y\n"),
    ("J002", "del", (1,), "def f(x):\n    y = [x, x]\n    del y[:1]\n    return y\n"),
    (
        "J013",
        "for",
        (1,),
        "def f(x):\n    y = [x]\n    for i in asyncir.prange(x):\n        y.append(i)\n    return y\n",
    ),
    ("J140", "y[0]", (1,), "def f(x):\n    y = [x]\n    y[0] = 1.5\n    return y\n"),
    ("J140", "y[:1]", (1,), "def f(x):\n    y = [x]\n    y[:1] = [2]\n    return y\n"),
    ("J140", "[(i, i)", (1,), "def f(x):\n    return [(i, i) for i in range(x)]\n"),
    ("J140", "[[i", (1,), "def f(x):\n    return [[i, i] for i in range(x)]\n"),
    ("J003", "[y", (1,), "def f(x):\n    return [(y := i) for i in range(x)]\n"),
    ("J003", "{i for", (1,), "def f(x):\n    return {i for i in range(x)}\n"),
    ("J003", "{i: i", (1,), "def f(x):\n    return {i: i for i in range(x)}\n"),
    ("J141", "p.x", (Point(1.0),), "def f(p):\n    p.x = 2.0\n"),
    ("J141", "p.n", (Walker(1),), "def f(p):\n    p.n = 1.5\n"),
    ("J141", "p.n", (Walker(1),), "def f(p):\n    p.n = (1, 2)\n"),
    ("J141", "p.go", (Walker(1),), "def f(p):\n    return p.go()\n"),
    ("J141", "Prepared", (1,), "def f(x):\n    return Prepared(x)\n"),
    ("J141", "Made()", (1,), "def f(x):\n    return Made()\n"),
    ("J009", "Walker()", (1,), "def f(x):\n    return Walker()\n"),
    ("J011", "p.y", (Point(1.0),), "def f(p):\n    return p.y\n"),
    ("J006", "p < p", (Point(1.0),), "def f(p):\n    return p < p\n"),
    ("J006", "z < 1", (1j,), "def f(z):\n    return z < 1\n"),
    ("J006", "z // 2", (1j,), "def f(z):\n    return z // 2\n"),
    ("J006", "int(z)", (1j,), "def f(z):\n    return int(z)\n"),
    ("J006", "a[0]", (A,), "def f(a):\n    a[0] = 1j\n"),
    ("J009", "np.sin(z)", (1j,), "def f(z):\n    return np.sin(z)\n"),
    ("J006", "max(z, 1)", (1j,), "def f(z):\n    return max(z, 1)\n"),
    ("J009", "np.sort(z", (1j,), "def f(z):\n    return np.sort(np.full(2, z))\n"),
    ("J009", "a.reshape(-1, -1)", (A,), "def f(a):\n    return a.reshape(-1, -1)\n"),
    ("J009", "np.concatenate(a)", (A,), "def f(a):\n    return np.concatenate(a)\n"),
    ("J009", "np.stack((a, a[:, None]))", (A,), "def f(a):\n    return np.stack((a, a.reshape(2, 2)))\n"),
    ("J009", "np.sort(a, axis=k)", (A,), "def f(a):\n    k = len(a)\n    return np.sort(a, axis=k)\n"),
    ("J009", "a.transpose(0, 0)", (A,), "def f(a):\n    return a.reshape(2, 2).transpose(0, 0)\n"),
    ("J009", "np.linalg.norm(a, 3)", (A,), "def f(a):\n    return np.linalg.norm(a, 3)\n"),
    ("J012", "a[[0.5]]", (A,), "def f(a):\n    return a[np.array([0.5])]\n"),
    ("J012", "a[i, None]", (A,), "def f(a):\n    i = np.arange(2)\n    return a[i, None]\n"),
    ("J003", "{1: x}", (1,), "def f(x):\n    return {1: x}\n"),
    ("J003", "{1, x}", (1,), "def f(x):\n    return {1, x}\n"),
    ("J003", "(i for", (1,), "def f(x):\n    y = (i for i in range(x))\n    return 1\n"),
    ("J003", "lambda", (1,), "def f(x):\n    g = lambda y: y\n    h = g\n    return h(x)\n"),
    ("J003", "f'{x}'", (1,), "def f(x):\n    return f'{x}'\n"),
    ("J003", "yield", (1,), "def f(x):\n    yield x\n"),
    ("J003", "100000000000000000000", (1,), "def f(x):\n    return x + 100000000000000000000\n"),
    ("J003", "a, *b", (1,), "def f(x):\n    a, *b = (x, 1, 2)\n    return a\n"),
    ("J003", "{'x'", (1,), "def f(x):\n    return plain(**{'x': x, 'm}': 1})\n"),
    ("J004", "nothing", (1,), "def f(x):\n    return x + nothing\n"),
    ("J004", "math.sqroot", (1,), "def f(x):\n    return math.sqroot(x)\n"),
    ("J004", "listed", (1,), "def f(x):\n    return listed[x]\n"),
    ("J004", "thing", (1,), "def f(x):\n    return thing.value + x\n"),
    ("J006", "x + a", (A,), "def f(a):\n    x = (1, 2)\n    return x + a\n"),
    ("J006", "x < (", (1,), "def f(x):\n    return x < (1, 2)\n"),
    ("J006", "a", (A,), "def f(a):\n    if a:\n        return 1\n    return 2\n"),
    ("J006", "~x", (1.5,), "def f(x):\n    return ~x\n"),
    ("J006", "x & 1", (1.5,), "def f(x):\n    return x & 1\n"),
    ("J006", "(a > 1) - (a > 2)", (A,), "def f(a):\n    return (a > 1) - (a > 2)\n"),
    ("J006", "x is y", (1,), "def f(x):\n    y = 1\n    return x is y\n"),
    ("J006", "a in x", (1, A), "def f(x, a):\n    return a in x\n"),
    ("J006", "a, b", (1,), "def f(x):\n    a, b = x, 1, 2\n    return a\n"),
    ("J006", "a, b", (1,), "def f(x):\n    a, b = x\n    return a\n"),
    ("J006", "x:", (1,), "def f(x):\n    for i in x:\n        pass\n"),
    ("J006", "a / 2", (np.arange(3),), "def f(a):\n    a /= 2\n    return a\n"),
    ("J006", "a @ 1", (A,), "def f(a):\n    return a @ 1\n"),
    ("J008", "range(x)", (1,), "def f(x):\n    y = range(x)\n    return 1\n"),
    ("J007", "y", (1,), "def f(x):\n    return y\n    y = 1\n"),
    ("J007", "y", (1,), "def f(x):\n    for i in range(x):\n        x += y\n        y = 1\n    return x\n"),
    ("J007", "y", (1,), "def f(x):\n    if x:\n        y = 1\n    else:\n        y = (1, 2)\n    return y\n"),
    (
        "J007",
        "y",
        (1,),
        "def f(x):\n    y = 1\n    for i in range(x):\n        y = np.zeros(2)\n    return y\n",
    ),
    ("J007", "factor", (1,), "def f(x):\n    factor += x\n    return factor\n"),
    ("J008", "print(x)", (1,), "def f(x):\n    print(x)\n"),
    ("J008", "not_compiled(x)", (1,), "def f(x):\n    return not_compiled(x)\n"),
    ("J008", "Thing()", (1,), "def f(x):\n    return Thing()\n"),
    ("J009", "sorted(a, key=abs)", (A,), "def f(a):\n    return sorted(a, key=abs)\n"),
    ("J008", "x", (1,), "def f(x):\n    return x(1)\n"),
    ("J009", "plain()", (1,), "def f(x):\n    return plain()\n"),
    ("J009", "plain(x, z=1)", (1,), "def f(x):\n    return plain(x, z=1)\n"),
    ("J009", "len(x)", (1,), "def f(x):\n    return len(x)\n"),
    ("J009", "math.sqrt(x, 1)", (1,), "def f(x):\n    return math.sqrt(x, 1)\n"),
    ("J009", "np.zeros(x)", (1.5,), "def f(x):\n    return np.zeros(x)\n"),
    ("J009", "np.zeros(2, 'U5')", (1,), "def f(x):\n    return np.zeros(2, 'U5')\n"),
    ("J009", "x)", (1.5,), "def f(x):\n    for i in range(x):\n        pass\n"),
    ("J009", "range(0, x, 0)", (1,), "def f(x):\n    for i in range(0, x, 0):\n        pass\n"),
    ("J009", "a.sum(axis=3)", (A,), "def f(a):\n    return a.sum(axis=3)\n"),
    ("J009", "round(x, 2)", (1.5,), "def f(x):\n    return round(x, 2)\n"),
    ("J009", "a.astype('what')", (A,), "def f(a):\n    return a.astype('what')\n"),
    ("J010", "return 1", (1,), "def f(x):\n    if x:\n        return 1\n    return None\n"),
    ("J010", "return 1", (1,), "def f(x):\n    if x:\n        return 1\n    return (1, 2)\n"),
    ("J010", "return t", (1,), "async def f(x):\n    t = asyncir.spawn(work, x)\n    return t\n"),
    ("J011", "x.bits", (1,), "def f(x):\n    return x.bits\n"),
    ("J011", "a.shape", (A,), "def f(a):\n    a.shape = (2, 2)\n"),
    ("J012", "a[0, 1]", (A,), "def f(a):\n    return a[0, 1]\n"),
    ("J012", "0.5", (A,), "def f(a):\n    return a[0.5]\n"),
    ("J012", "x", (1,), "def f(x):\n    return x[0]\n"),
    ("J012", "t[x]", (1,), "def f(x):\n    t = (1, 2.5)\n    return t[x]\n"),
    ("J012", "t[2]", (1,), "def f(x):\n    t = (1, 2.5)\n    return t[2]\n"),
    ("J012", "t[0]", (1,), "def f(x):\n    t = (1, 2.5)\n    t[0] = x\n    return t\n"),
    ("J012", "::0", (A,), "def f(a):\n    return a[::0]\n"),
    ("J012", "a[..., ...]", (A,), "def f(a):\n    return a[..., ...]\n"),
    (
        "J013",
        "for i",
        (A,),
        "def f(a):\n    s = 0.0\n    for i in asyncir.prange(4):\n        s = s * 2 + a[i]\n    return s\n",
    ),
    (
        "J013",
        "for i",
        (A,),
        "def f(a):\n    for i in asyncir.prange(4):\n        if a[i] > 1:\n            break\n",
    ),
    ("J013", "for i", (A,), "def f(a):\n    for i in asyncir.prange(4):\n        return a[i]\n"),
    ("J013", "for i", (A,), "def f(a):\n    for i in asyncir.prange(4):\n        x = a[i]\n    return x\n"),
    ("J014", "work(x)", (1,), "async def f(x):\n    work(x)\n"),
    ("J014", "work(x) + 1", (1,), "async def f(x):\n    return work(x) + 1\n"),
    ("J014", "return work(x)", (1,), "async def f(x):\n    return work(x)\n"),
    ("J014", "await x", (1,), "async def f(x):\n    return await x\n"),
    ("J014", "asyncir.spawn(work, x)", (1,), "def f(x):\n    asyncir.spawn(work, x)\n"),
    ("J014", "asyncir.spawn(work, x)", (1,), "async def f(x):\n    asyncir.spawn(work, x)\n"),
    (
        "J014",
        "asyncir.spawn(not_compiled, x)",
        (1,),
        "async def f(x):\n    t = asyncir.spawn(not_compiled, x)\n",
    ),
    ("J014", "t + 1", (1,), "async def f(x):\n    t = asyncir.spawn(work, x)\n    return t + 1\n"),
    ("J014", "async with", (1,), "async def f(x):\n    async with asyncir.task_group():\n        pass\n"),
    (
        "J014",
        "async with",
        (1,),
        "async def f(x):\n    async with asyncir.task_group() as g:\n        return x\n",
    ),
    (
        "J014",
        "await work(i)",
        (1,),
        "async def f(x):\n    for i in asyncir.prange(x):\n        await work(i)\n",
    ),
    ("J014", "1)", (1,), "async def f(x):\n    await asyncir.gather(1)\n"),
    ("J015", "raise", (1,), "def f(x):\n    raise\n"),
    ("J015", "raise x", (1,), "def f(x):\n    raise x\n"),
    ("J015", "raise ValueError(x)", (1,), "def f(x):\n    raise ValueError(x)\n"),
    ("J015", "raise ValueError(1, 2)", (1,), "def f(x):\n    raise ValueError(1, 2)\n"),
    ("J017", "f(x)", (1,), "def f(x):\n    return f(x)\n"),
    ("J100", "unknown(x)", (1,), "async def f(x):\n    return await unknown(x)\n"),
    ("J101", "listing(x)", (1,), "async def f(x):\n    return await listing(x)\n"),
    ("J009", "fetched(x, 2)", (1,), "async def f(x):\n    return await fetched(x, 2)\n"),
    ("J102", "asyncio.sleep(x)", (A,), "async def f(x):\n    await asyncio.sleep(x)\n"),
    ("J102", "asyncio.timeout", (A,), "async def f(x):\n    async with asyncio.timeout(x):\n        pass\n"),
    (
        "J103",
        "async with",
        (1.0,),
        "async def f(x):\n    async with asyncir.timeout(x) as t:\n        pass\n",
    ),
    (
        "J103",
        "async with",
        (1.0,),
        "async def f(x):\n    while True:\n        async with asyncir.timeout(x):\n            break\n",
    ),
    ("J014", "asyncir.timeout(x)", (1.0,), "async def f(x):\n    asyncir.timeout(x)\n"),
    (
        "J105",
        "asyncir.pipelined",
        (1,),
        "def f(n):\n    for i in asyncir.pipelined(range(n)):\n        pass\n",
    ),
    (
        "J105",
        "[n]",
        (1,),
        "def f(n):\n    for i in asyncir.pipelined(range(n), stages=[n]):\n        pass\n",
    ),
    (
        "J105",
        "(1, 2)",
        (1,),
        "def f(n):\n    for i in asyncir.pipelined((1, 2), stages=[0]):\n        pass\n",
    ),
    (
        "J106",
        "for i",
        (A,),
        "def f(a):\n    for i in asyncir.pipelined(range(4), stages=[0]):\n        if a[i] > 1:\n            break\n",
    ),
]
TEXTS += [
    ("J153", "a + 300", (np.zeros(3, np.uint8),), "def f(a):\n    return a + 300\n"),
    ("J153", "np.int8", (1,), "def f(x):\n    return np.int8(200) + x\n"),
    ("J153", "a[0] = -1", (np.zeros(3, np.uint8),), "def f(a):\n    a[0] = -1\n"),
    ("J151", "rng", (1.0,), "def f(x):\n    return x + rng.normal()\n"),
    ("J151", "np.random", (1.0,), "def f(x):\n    return np.random.default_rng(5)\n"),
    ("J151", "normal", (1.0,), "def f(x):\n    return x + normal()\n"),
    ("J152", "np.random", (1.0,), "def f(x):\n    return np.random.poisson(x)\n"),
    ("J009", "np.random", (1,), "def f(x):\n    return np.random.choice(5, p=[0.1])\n"),
    ("J009", "np.random", (1,), "def f(x):\n    return np.random.randint(0, x, dtype=np.int8)\n"),
    ("J009", "np.random", (A,), "def f(x):\n    return np.random.normal(x)\n"),
    ("J009", "np.random", (1,), "def f(x):\n    np.random.shuffle(x)\n"),
    ("J009", "np.random", (A,), "def f(x):\n    return np.random.choice(x, replace=x[0] > 0)\n"),
]
KNOWN = {
    **{"rng": np.random.default_rng(1), "normal": np.random.RandomState(1).normal},
    **{"math": math, "work": work, "plain": plain, "not_compiled": not_compiled, "Thing": Thing},
    **{kind.__name__: kind for kind in (Point, Walker, Prepared, Made)},
    **{"listed": [1, 2], "thing": Thing()},
    **{"asyncio": asyncio, "unknown": unknown, "listing": listing, "fetched": fetched},
}


@pytest.mark.parametrize(
    ("code", "spot", "arguments", "text"), TEXTS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_refused(code: str, spot: str, arguments: tuple, text: str) -> None:
    function = defined(text, **KNOWN)
    if code == "J017":
        function.__globals__["f"] = asyncir.jit(function)
    with pytest.raises(TypeError) as raised:
        asyncir.jit(function).mlir(*arguments)
    error = raised.value
    assert isinstance(error, asyncir.DiagnosticError)
    (diagnostic,) = error.diagnostics
    assert diagnostic.code == code, str(error)
    assert diagnostic.help
    span = diagnostic.span
    assert span is not None
    line = text.splitlines()[span.line - 1]
    assert line[span.column - 1 :].startswith(spot[0]), (line, span, spot)
    assert line in str(error)
    assert "^" in str(error)


def test_there_are_enough() -> None:
    assert len({(code, text) for code, _, _, text in TEXTS}) >= 60


def test_each_code_is_explained() -> None:
    used = {code for code, *_ in TEXTS} | {"J001", "J005", "J016", "J104", "J150"}
    assert used == {code for code in codes() if code.startswith("J")}
    for code in used:
        assert asyncir.explain(code)


ARGUMENTS = [
    [1, 2],
    {"a": 1},
    Thing(),
    np.array(["a"]),
    np.zeros(2, ">f8"),
    np.ma.array([1.0]),
]


@pytest.mark.parametrize("value", ARGUMENTS, ids=lambda value: type(value).__name__)
def test_arguments_that_are_not_taken(value: object) -> None:
    with pytest.raises(asyncir.DiagnosticError) as raised:
        asyncir.jit(not_compiled)(value)
    assert raised.value.diagnostics[0].code == "J005"
    assert raised.value.diagnostics[0].help


def test_what_has_no_source() -> None:
    for thing in (len, Thing, lambda x: x):
        with pytest.raises(asyncir.DiagnosticError) as raised:
            asyncir.jit(thing)
        assert raised.value.diagnostics[0].code == "J001"
    space: dict = {}
    exec("def f(x):\n    return x\n", space)
    with pytest.raises(
        asyncir.DiagnosticError, match=r"source of 'f' cannot be read\n(.*\n)*.*help: define it in a file"
    ):
        asyncir.jit(space["f"])(1)


def test_misuse_of_what_jit_gives() -> None:
    with pytest.raises(asyncir.DiagnosticError, match="was not compiled yet"):
        asyncir.jit(not_compiled).mlir()

    class Holder:
        method = asyncir.jit(not_compiled)

    with pytest.raises(asyncir.DiagnosticError, match="is a method"):
        _ = Holder().method
    with pytest.raises(asyncir.DiagnosticError, match="optimisation level"):
        asyncir.jit(opt_level=7)
    with pytest.raises(asyncir.DiagnosticError):
        asyncir.jit(bounds=1)  # type: ignore[arg-type]


def test_an_error_can_be_pickled() -> None:
    with pytest.raises(TypeError) as raised:
        asyncir.jit(defined("def f(x):\n    return {x}\n"))(1)
    again = pickle.loads(pickle.dumps(raised.value))
    assert str(again) == str(raised.value)
    assert again.diagnostics == raised.value.diagnostics


def test_what_is_assigned_in_a_part_of_an_expression() -> None:
    function = defined("def f(x):\n    if x > 0 and (y := 2 * x) > 3:\n        return y\n    return 0\n")
    with pytest.raises(TypeError, match="assigned in a part of an expression that may not be evaluated"):
        asyncir.jit(function)(1)
