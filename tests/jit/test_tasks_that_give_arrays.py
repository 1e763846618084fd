"""Tasks that give arrays: awaited as often as wanted, or by nobody; their memory is given back once."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asyncir

pytestmark = pytest.mark.feature("S4-22")


@asyncir.jit
async def numbered(n):
    a = np.zeros(n)
    a[0] = n
    return a


@asyncir.jit
async def in_a_loop(n):
    task = asyncio.create_task(numbered(n))
    total = 0.0
    for _ in range(3):
        a = await task
        total += a[0]
        other = np.full(n, -1.0)
        total += 0.0 * other[0]
    return total


@asyncir.jit
async def twice(n):
    task = asyncio.create_task(numbered(n))
    a = await task
    b = await task
    a[0] += 1
    return b[0]


@asyncir.jit
async def gathered(n):
    task = asyncio.create_task(numbered(n))
    a, b = await asyncio.gather(task, task)
    return a[0] + b[0]


@asyncir.jit
async def by_nobody(n):
    task = asyncio.create_task(numbered(n))  # noqa: F841, RUF006
    return 1


@asyncir.jit
async def in_a_group(n):
    async with asyncio.TaskGroup() as group:
        group.create_task(numbered(n))
        task = group.create_task(numbered(n))
        group.create_task(numbered(n))
    return (await task)[0]


@asyncir.jit
async def in_a_branch(n):
    task = asyncio.create_task(numbered(n))
    total = 0.0
    if n > 5:
        total = (await task)[0]
    a = await task
    return total + a[0]


@asyncir.jit
async def at_once(n):
    one = await asyncio.create_task(numbered(n))
    two, three = await asyncio.gather(numbered(n), numbered(n))
    return one[0] + two[0] + three[0]


@asyncir.jit
async def when_ready(n):
    task = asyncio.create_task(numbered(n))
    total = 0.0
    async for a in asyncir.as_completed(task, numbered(n), numbered(n)):
        total += a[0]
    return total


@asyncir.jit
async def one_after_the_other(n):
    total = 0.0
    for i in range(4):
        task = asyncir.spawn(numbered, n + i)
        other = asyncir.spawn(numbered, n)  # noqa: F841
        total += (await task)[0]
    return total


@asyncir.jit
async def in_a_tuple(n):
    tasks = (asyncir.spawn(numbered, n), asyncir.spawn(numbered, n))
    return (await tasks[0])[0]


CASES = [
    (in_a_loop, 30.0),
    (twice, 11.0),
    (gathered, 20.0),
    (by_nobody, 1),
    (in_a_group, 10.0),
    (in_a_branch, 20.0),
    (at_once, 30.0),
    (when_ready, 30.0),
    (one_after_the_other, 46.0),
    (in_a_tuple, 10.0),
]


@pytest.mark.parametrize(("function", "wanted"), CASES, ids=[f.__name__ for f, _ in CASES])
def test_each_await_gives_it(function: Callable[..., Any], wanted: float) -> None:
    for _ in range(50):
        assert function.run(10) == wanted


@pytest.mark.parametrize("function", [f for f, _ in CASES], ids=lambda f: f.__name__)
def test_its_memory_is_given_back(function: Callable[..., Any]) -> None:
    def most() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    for _ in range(200):
        function.run(1000)
    before = most()
    for _ in range(2000):
        function.run(1000)
    assert most() - before < 2000  # KB: an array each would be 16,000


async def under_two_names(n):
    task = asyncir.spawn(numbered, n)
    other = task
    return (await other)[0]


def test_such_a_task_has_one_name() -> None:
    with pytest.raises(TypeError, match=r"J014.*has one name"):
        asyncir.jit(under_two_names).run(3)
