"""`async def`: tasks, gather, groups, parallel loops; called by themselves, and in asyncio."""

from __future__ import annotations

import asyncio
import inspect

import numpy as np
import pytest

import asyncir
from asyncir.launch import runtime
from tests.jit.programs import defined


@asyncir.jit
async def fib(n):
    if n < 2:
        return n
    a = asyncir.spawn(fib, n - 1)
    b = await fib(n - 2)
    return await a + b


@asyncir.jit
async def both(n):
    if n < 2:
        return n
    a, b = await asyncir.gather(both(n - 1), both(n - 2))
    return a + b


@asyncir.jit
async def part(a, low, high):
    total = 0.0
    for i in range(low, high):
        total += a[i]
    return total


@asyncir.jit
async def fill(out, i, value):
    out[i] = value * i


@asyncir.jit
async def failing(x):
    if x > 2:
        raise ValueError("too large")
    return x


@pytest.fixture(autouse=True)
def _nothing_is_left():
    yield
    assert runtime.counts().tasks == 0
    assert runtime.counts().errors == 0


@pytest.mark.feature("S4-22", "N9")
@pytest.mark.parametrize("function", [fib, both])
def test_fibonacci(function) -> None:
    assert [function.run(n) for n in range(12)] == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89]


@pytest.mark.feature("N9")
def test_a_call_is_a_coroutine() -> None:
    call = fib(5)
    assert inspect.iscoroutine(call)
    assert asyncio.run(call) == 5


@pytest.mark.feature("N9")
def test_tasks_of_asyncio() -> None:
    async def main():
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(fib(n)) for n in range(8)]
        more = await asyncio.gather(fib(9), both(10))
        return [task.result() for task in tasks], more

    assert asyncio.run(main()) == ([0, 1, 1, 2, 3, 5, 8, 13], [34, 55])


@pytest.mark.feature("S4-22")
def test_the_program_is_in_the_async_dialect() -> None:
    text = fib.mlir(1)
    assert text.count("async.execute") == 1
    assert text.count("async.await") == 1
    assert asyncir.print_module(asyncir.parse(text))


GROUPS = {
    "a loop": """
async def f(n):
    out = np.zeros(n)
    async with asyncir.task_group() as g:
        for i in range(n):
            g.spawn(fill, out, i, 2.0)
    return out.sum()
""",
    "side by side": """
async def f(n):
    out = np.zeros(n)
    async with asyncir.task_group() as g:
        g.spawn(fill, out, 1, 2.0)
        h = g.spawn(part, out, 0, 0)
        if n > 100:
            out[0] = 1.0
    return out.sum() + await h
""",
    "by conditions": """
async def f(n):
    out = np.zeros(n)
    async with asyncir.task_group() as g:
        for i in range(n):
            if i % 3 == 1:
                g.spawn(fill, out, i, 1.0)
        i = 0
        while i < n:
            g.spawn(fill, out, i, 3.0) if False else None
            i += 2
        if n > 4:
            g.spawn(fill, out, 4, 10.0)
    return out.sum()
""",
    "nested": """
async def f(n):
    total = 0.0
    for k in range(3):
        out = np.zeros(n)
        async with asyncir.task_group() as g:
            for i in range(1, n, 2):
                g.spawn(fill, out, i, float(k))
        total += out.sum()
    return total
""",
}


@pytest.mark.feature("S4-22")
@pytest.mark.parametrize("name", GROUPS)
@pytest.mark.parametrize("n", [2, 5, 9])
def test_groups(name: str, n: int) -> None:
    """What compiled code gives is what the same function gives in asyncio, with plain functions in place of compiled ones."""
    text = GROUPS[name].replace("g.spawn(fill, out, i, 3.0) if False else None", "pass")
    compiled = asyncir.jit(defined(text, fill=fill, part=part))
    plain = defined(text, fill=fill.__wrapped__, part=part.__wrapped__)
    assert compiled.run(n) == asyncio.run(plain(n))


def test_tasks_hold_the_memory_that_they_work_on() -> None:
    text = """
async def f(n):
    total = 0.0
    for i in range(50):
        a = np.full(n, float(i))
        t = asyncir.spawn(part, a, 0, n)
        a = np.zeros(n)
        u = asyncir.spawn(part, a, 0, n)
        total += await t
    return total
"""
    assert asyncir.jit(defined(text, part=part)).run(1000) == sum(range(50)) * 1000


def test_tasks_that_nobody_awaits_end_before_the_function() -> None:
    text = """
async def f(out, n):
    t = asyncir.spawn(fill, out, 1, 5.0)
    if n > 1:
        u = asyncir.spawn(fill, out, 2, 5.0)
    for i in range(3, n):
        v = asyncir.spawn(fill, out, i, 5.0)
"""
    out = np.zeros(10)
    asyncir.jit(defined(text, fill=fill)).run(out, 10)
    assert out.tolist() == [0, *(5.0 * i for i in range(1, 10))]


def test_tasks_give_arrays_and_tuples() -> None:
    made = asyncir.jit(defined("async def made(n):\n    return np.arange(n), n, (1.5, n)\n", "made"))
    text = """
async def f(n):
    t = asyncir.spawn(made, n)
    (a, m, (x, k)), (b, _, _) = await asyncir.gather(made(n + 1), made(2))
    c, _, _ = await t
    return a, b, c.sum() + m + x + k
"""
    a, b, total = asyncir.jit(defined(text, made=made)).run(4)
    assert (a.tolist(), b.tolist(), total) == ([0, 1, 2, 3, 4], [0, 1], 6 + 5 + 1.5 + 5)


@pytest.mark.feature("S4-22")
def test_errors_come_through_tasks() -> None:
    text = """
async def f(x):
    t = asyncir.spawn(failing, x)
    await failing(1)
    return await t
"""
    function = asyncir.jit(defined(text, failing=failing))
    assert function.run(2) == 2
    with pytest.raises(ValueError, match="too large") as raised:
        function.run(3)
    assert "test_tasks.py:" in raised.value.__notes__[0]
    with pytest.raises(ValueError, match="too large"):
        asyncio.run(function(3))
    pending = function.task(2)
    assert pending.result() == 2


def test_functions_call_compiled_coroutines_of_others() -> None:
    text = "async def f(a):\n    return await part(a, 0, len(a)) + twice(2)\n"
    twice = asyncir.jit(defined("def twice(x):\n    return 2 * x\n", "twice"))
    assert asyncir.jit(defined(text, part=part, twice=twice)).run(np.arange(4.0)) == 10


REDUCTIONS = """
def f(a, n):
    total = 0.0
    product = 1
    least = 1e9
    most = 0
    odd = 0
    below = -100
    for i in asyncir.prange(n):
        x = a[i] * 2
        total += x
        product *= 1 + i % 2
        least = min(least, x)
        most = max(i % 7, most)
        below = max(below, i % 7 - 50)
        if i % 2 == 0:
            continue
        odd |= i
        a[i] = x
    return total, product, least, most, odd, below
"""


@pytest.mark.parametrize("n", [0, 1, 13, 40])
def test_parallel_loops(n: int) -> None:
    plain = defined(REDUCTIONS)
    one, other = np.arange(1.0, 41.0), np.arange(1.0, 41.0)
    assert asyncir.jit(plain)(one, n) == plain(other, n)
    assert one.tolist() == other.tolist()


def test_a_large_parallel_loop() -> None:
    text = """
def f(a):
    s = 0.0
    for i in asyncir.prange(0, len(a), 2):
        t = 0.0
        for k in range(20):
            t += a[i] / (k + 1)
        s += t
    return s
"""
    plain = defined(text)
    array = np.ones(200_000)
    compiled = asyncir.jit(threads=2)(plain)
    assert compiled(array) == pytest.approx(100_000 * sum(1 / k for k in range(1, 21)))
    assert "scf.parallel" in compiled.mlir()


def test_words_outside_of_compiled_functions() -> None:
    """They do the same in plain Python."""

    async def double(x):
        return 2 * x

    async def main():
        async with asyncir.task_group() as group:
            one = group.spawn(double, 1)
        return await one, await asyncir.spawn(double, 2), await asyncir.gather(double(3), double(4))

    assert asyncio.run(main()) == (2, 4, (6, 8))
    assert list(asyncir.prange(1, 7, 2)) == [1, 3, 5]
