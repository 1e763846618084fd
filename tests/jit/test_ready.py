"""`async for r in asyncir.as_completed(...)`: results in the order in which they are ready."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.launch import runtime
from asyncir.semantics import interpret, parse_schedule
from tests.jit.programs import defined


@asyncir.jit
async def nap(i, seconds: float):
    await asyncio.sleep(seconds)
    if i == 7:
        raise ValueError("seven")
    return i


@asyncir.jit
async def filled(i, seconds: float):
    await asyncio.sleep(seconds)
    return np.full(3, i * 1.0)


@asyncir.jit
async def twice(i):
    return i * 2


@asyncir.jit
async def order(k):
    out, n = np.zeros(3, np.int64), 0
    async for r in asyncir.as_completed(nap(1, 0.06), nap(2, 0.0), nap(k, 0.03)):
        out[n] = r
        n += 1
    else:
        n += 10
    return out, n


@asyncir.jit
async def first_of_two():
    slow = asyncir.spawn(nap, 5, 0.02)
    async for r in asyncir.as_completed([slow, nap(3, 0.0)]):
        if r == 3:
            break
    return r


@asyncir.jit
async def arrays():
    total = 0.0
    async for r in asyncir.as_completed([filled(5, 0.01), filled(3, 0.0)]):
        total = total * 10 + r.sum()
    return total


@asyncir.jit
async def first_array():
    async for r in asyncir.as_completed(filled(5, 0.05), filled(3, 0.0)):
        return r
    return np.zeros(1)


@asyncir.jit
async def mixed(x: float):
    total = 0.0
    async for r in asyncir.as_completed(twice(3), twice(x)):
        total += r
    return total


@asyncir.jit
async def digits(k):
    total = 0
    async for r in asyncir.as_completed(twice(k), twice(2)):
        total = total * 10 + r
    return total


@asyncir.jit
async def spawned_before():
    task = asyncir.spawn(nap, 7, 0.0)
    total = 0
    async for r in asyncir.as_completed(task, nap(1, 60.0)):
        total += r
    return total


@asyncir.jit
async def endless():
    async for r in asyncir.as_completed(nap(1, 60.0), nap(2, 60.0)):
        return r
    return 0


@pytest.fixture(autouse=True)
def _nothing_is_left():
    yield
    assert runtime.counts().tasks == 0
    assert runtime.counts().errors == 0


@pytest.mark.feature("N9")
def test_results_come_in_the_order_in_which_they_are_ready() -> None:
    out, n = order.run(3)
    assert (out.tolist(), n) == ([2, 3, 1], 13)
    assert asyncio.run(order(4))[0].tolist() == [2, 4, 1]


def test_plain_python_does_the_same() -> None:
    out, n = asyncio.run(order.__wrapped__(3))
    assert (out.tolist(), n) == ([2, 3, 1], 13)
    with pytest.raises(ExceptionGroup) as caught:
        asyncio.run(order.__wrapped__(7))
    assert [repr(e) for e in caught.value.exceptions] == ["ValueError('seven')"]


def test_the_loop_is_left_early() -> None:
    assert first_of_two.run() == 3
    assert first_array.run().tolist() == [3.0, 3.0, 3.0]


def test_results_of_any_type() -> None:
    assert arrays.run() == 105.0
    assert mixed.run(0.5) == 7.0


def test_a_failure_cancels_the_others() -> None:
    with pytest.raises(ExceptionGroup) as caught:
        order.run(7)
    assert [repr(e) for e in caught.value.exceptions] == ["ValueError('seven')"]


def test_a_task_that_was_started_before_fails() -> None:
    with pytest.raises((ExceptionGroup, ValueError)):
        spawned_before.run()


def test_the_loop_is_cancelled() -> None:
    async def main() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(endless(), 0.02)

    asyncio.run(main())


@pytest.mark.parametrize("schedule", ["earliest", "latest", "exhaustive"])
def test_no_order_has_a_race(schedule: str) -> None:
    ran = interpret(asyncir.parse(digits.mlir(1)), "digits", (1,), parse_schedule(schedule))
    assert ran.diagnostics == ()
    assert tuple(ran.results) in [(24,), (42,)]


REFUSED = {
    "async for i in range(3):": "runs over something else",
    "async for i in asyncir.as_completed([twice(i) for i in range(k)]):": "needs to know its tasks",
    "async for i in asyncir.as_completed(*k):": "needs to know its tasks",
    "async for i in asyncir.as_completed(k):": "needs to know its tasks",
    "async for i in asyncir.as_completed(k + 1):": "cannot be ready",
    "async for i in asyncir.as_completed(twice(1), filled(1, 0.0)):": "what is ready is",
    "async for i in asyncir.as_completed(twice(1), timeout=3):": "needs to know its tasks",
}


@pytest.mark.parametrize("head", REFUSED)
def test_what_cannot_be_ready(head: str) -> None:
    text = f"async def f(k):\n    {head}\n        pass\n    return 0\n"
    known: dict[str, Any] = {"twice": twice, "filled": filled}
    with pytest.raises(TypeError, match=REFUSED[head]) as caught:
        asyncir.jit(defined(text, **known)).run(1)
    assert "J014" in str(caught.value)
