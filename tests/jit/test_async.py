"""Compiled coroutines in asyncio: coroutines of Python that they await, cancellation, timeouts, groups that fail."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import os
import signal
import threading
import time

import anyio
import numpy as np
import pytest

import asyncir
from asyncir.launch import runtime
from tests.jit.programs import defined

factor = contextvars.ContextVar("factor", default=1)
LONG = 30.0
"""Seconds that no test waits for."""


class Odd(Exception):
    """What Python raises."""


async def scaled(x: float, by: float = 2.0) -> float:
    await asyncio.sleep(0)
    return x * by * factor.get()


async def pair(i: int) -> tuple[int, bool]:
    return i + 1, i > 2


async def narrow(i: int) -> np.uint8:
    return np.uint8(255 - i)


async def doubled(a) -> None:
    a *= 2


async def length(text: str) -> int:
    return len(text)


async def lying(i: int) -> float:
    return "no"  # type: ignore[return-value]


async def odd(i: int) -> int:
    await asyncio.sleep(0)
    raise Odd(i)


async def remembered(i: int) -> None:
    factor.set(factor.get() + i)


ends: list[str] = []


async def long(i: int) -> None:
    ends.append("began")
    try:
        await asyncio.sleep(LONG)
    except asyncio.CancelledError:
        ends.append("cancelled")
        raise


@asyncir.jit
async def nap(seconds: float):
    await asyncio.sleep(seconds)
    return 1


@asyncir.jit
async def fails(i):
    if i == 1:
        raise ValueError("one")
    await asyncio.sleep(LONG)


@pytest.fixture(autouse=True)
def _nothing_is_left():
    ends.clear()
    yield
    assert runtime.counts().tasks == 0
    assert runtime.counts().errors == 0


HOSTS = {
    **{"asyncio": asyncio, "scaled": scaled, "pair": pair, "narrow": narrow, "doubled": doubled, "odd": odd},
    **{"length": length, "lying": lying, "long": long, "nap": nap, "fails": fails, "remembered": remembered},
}


def compiled(text: str):
    return asyncir.jit(defined(text, **HOSTS))


@pytest.mark.feature("N9")
def test_coroutines_of_python_are_awaited() -> None:
    text = """
async def f(x, a):
    t = asyncir.spawn(scaled, x)
    n, big = await pair(3)
    u, v = await asyncir.gather(scaled(1.0), scaled(by=3.0, x=2.0))
    await doubled(a)
    m = await length("four")
    k = await narrow(1)
    return await t + n, big, u + v, m, k, a.sum()
"""
    function = compiled(text)
    a = np.arange(4.0)
    assert function.run(1.5, a) == (7.0, True, 8.0, 4, 254, 12.0)
    assert a.tolist() == [0, 2, 4, 6]

    async def main():
        factor.set(10)
        return await function(1.5, a)

    assert asyncio.run(main()) == (34.0, True, 80.0, 4, 254, 24.0)


@pytest.mark.feature("N9")
def test_coroutines_run_in_the_loop_of_the_caller_and_share_its_variables() -> None:
    seen: list[object] = []

    async def look(i: int) -> int:
        seen.append(asyncio.get_running_loop())
        return factor.get()

    text = "async def f(i):\n    await remembered(i)\n    await remembered(i)\n    return await look(i)\n"
    function = asyncir.jit(defined(text, look=look, **HOSTS))

    async def main():
        factor.set(5)
        seen.append(asyncio.get_running_loop())
        return await function(2), factor.get()

    assert asyncio.run(main()) == (9, 5)
    assert seen[0] is seen[1]


def test_what_a_coroutine_raises_arrives_as_it_is() -> None:
    function = compiled("async def f(i):\n    t = asyncir.spawn(odd, i)\n    return await t\n")
    with pytest.raises(Odd, match="3"):
        function.run(3)

    async def main():
        with pytest.raises(Odd, match="4"):
            await function(4)

    asyncio.run(main())


def test_what_a_coroutine_returns_is_what_it_declares() -> None:
    with pytest.raises(asyncir.DiagnosticError, match="'lying' returned a str, and declares float") as raised:
        compiled("async def f(i):\n    return await lying(i)\n").run(1)
    assert raised.value.diagnostics[0].code == "J104"


@pytest.mark.feature("N9")
def test_cancellation_reaches_tasks_and_coroutines() -> None:
    function = compiled(
        "async def f(i):\n    t = asyncir.spawn(long, i)\n    await asyncio.sleep(30.0)\n    await t\n"
    )

    async def main():
        task = asyncio.create_task(function(1))
        while not ends:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return task.cancelled()

    assert asyncio.run(main())
    assert ends == ["began", "cancelled"]


def test_tasks_are_not_started_any_more() -> None:
    """A loop that only starts tasks is ended, too."""
    function = compiled("async def f(n):\n    for i in range(n):\n        await nap(0.0)\n")

    async def main():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(function(1 << 60), 0.02)

    asyncio.run(nap(0.0))
    asyncio.run(main())


TIMEOUTS = {
    "sleep": "async with asyncir.timeout(s):\n        await asyncio.sleep(30.0)\n",
    "asyncio's": "async with asyncio.timeout(s):\n        await nap(30.0)\n",
    "python": "async with asyncir.timeout(s):\n        await long(1)\n",
    "at once": "async with asyncir.timeout(0.0 * s):\n        await asyncio.sleep(30.0)\n",
    "nested": "async with asyncir.timeout(30.0), asyncir.timeout(s):\n        await asyncio.sleep(30.0)\n",
}


@pytest.mark.feature("N9")
@pytest.mark.parametrize("name", TIMEOUTS)
def test_timeouts(name: str) -> None:
    function = compiled(f"async def f(s: float):\n    {TIMEOUTS[name]}    return 1\n")
    with pytest.raises(TimeoutError):
        function.run(0.01)

    async def main():
        with pytest.raises(TimeoutError):
            await function(0.01)

    asyncio.run(main())


def test_timeouts_that_are_not_over() -> None:
    text = """
async def f(n):
    total = 0
    for i in range(n):
        async with asyncir.timeout(30.0):
            total += await nap(0.0)
    async with asyncir.timeout(None), asyncir.timeout(30.0):
        if total == n:
            return total
        total = 0
    return total
"""
    assert compiled(text).run(5) == 5
    # late: what is looked at is the module's own
    from asyncir.launch import timeouts

    assert not timeouts._timers


@pytest.mark.feature("N9", "S4-22")
def test_a_failed_task_ends_its_siblings() -> None:
    text = """
async def f(n):
    async with asyncir.task_group() as g:
        for i in range(n):
            g.spawn(fails, i)
        if n > 100:
            g.spawn(odd, 1)
"""
    function = compiled(text)
    with pytest.raises(ExceptionGroup) as raised:
        function.run(3)
    (error,) = raised.value.exceptions
    assert repr(error) == "ValueError('one')"
    assert "test_async.py" in error.__notes__[0]

    async def main():
        with pytest.raises(ExceptionGroup) as raised:
            await function(3)
        assert [str(each) for each in raised.value.exceptions] == ["one"]

    asyncio.run(main())


def test_all_errors_of_a_group_arrive() -> None:
    """Two coroutines of Python fail before either is cancelled."""
    both = asyncio.Event()

    async def meets(i: int) -> None:
        ends.append("")
        while len(ends) < 2:
            await asyncio.sleep(0)
        raise Odd(i)

    text = """
async def f(i):
    async with asyncio.TaskGroup() as g:
        g.create_task(meets(i))
        g.create_task(meets(i + 1))
"""
    function = asyncir.jit(defined(text, asyncio=asyncio, meets=meets))
    with pytest.raises(ExceptionGroup) as raised:
        function.run(3)
    kinds = [type(each) for each in raised.value.exceptions]
    assert Odd in kinds
    assert not both.is_set()


@pytest.mark.feature("N9")
def test_names_of_asyncio() -> None:
    text = """
async def f(n):
    t = asyncio.create_task(nap(0.0))
    a, b = await asyncio.gather(nap(0.0), scaled(2.0))
    async with asyncio.TaskGroup() as g:
        g.create_task(nap(0.0))
    return a + b + await t + n
"""
    plain = defined(text, **HOSTS)
    assert asyncir.jit(plain).run(1) == asyncio.run(plain(1)) == 7


def test_others_see_a_coroutine_function() -> None:
    assert asyncio.iscoroutinefunction(nap)
    assert not asyncio.iscoroutinefunction(asyncir.jit(defined("def f(x):\n    return x\n")))
    if hasattr(inspect, "markcoroutinefunction"):
        assert inspect.iscoroutinefunction(nap)


@pytest.mark.feature("N9")
def test_anyio() -> None:
    got: list[int] = []

    async def add(i: int) -> None:
        got.append(await nap(0.001 * i))

    async def main():
        async with anyio.create_task_group() as group:
            for i in range(3):
                group.start_soon(add, i)
        with anyio.move_on_after(0.01) as scope:
            await nap(LONG)
        assert scope.cancelled_caught
        with pytest.raises(TimeoutError):
            with anyio.fail_after(0.01):
                await nap(LONG)

    anyio.run(main)
    assert got == [1, 1, 1]


def test_many_calls_at_once() -> None:
    async def main():
        return sum(await asyncio.gather(*(nap(0.0) for _ in range(500))))

    assert asyncio.run(main()) == 500


def test_other_threads_run_meanwhile() -> None:
    """A loop in the caller's thread goes on while compiled code computes, and so does the interpreter."""
    text = "async def f(n):\n    s = 0\n    for i in range(n):\n        s += i * i % 7\n    return s\n"
    function = compiled(text)

    async def main():
        task = asyncio.create_task(function(30_000_000))
        turns = 0
        while not task.done():
            await asyncio.sleep(0.001)
            turns += 1
        return turns

    asyncio.run(function(1))  # type: ignore[arg-type]
    assert asyncio.run(main()) > 1


ENDLESS = """
async def f(n):
    x = 1
    for i in range(n):
        for j in range(1000):
            x = x * 3 + j
    return x
"""


@pytest.mark.parametrize("text", [ENDLESS, ENDLESS.replace("for i in range(n)", "while x != n")])
def test_loops_that_only_compute_are_cancelled(text: str) -> None:
    function = compiled(text)
    assert function.run(1) != 0

    async def main():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(function(1 << 60), 0.02)

    asyncio.run(main())


def test_ctrl_c_ends_what_computes() -> None:
    function = compiled(ENDLESS)
    function.run(1)
    finger = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        finger.start()
        with pytest.raises(KeyboardInterrupt):
            function.run(1 << 60)
    finally:
        finger.join()
        signal.signal(signal.SIGINT, before)


PIPELINED = """
def f(a, c):
    t = np.empty(64)
    for i in asyncir.pipelined(range(a.shape[0]), {stages}):
        for j in range(64):
            t[j] = a[i, j]
        for j in range(64):
            c[i, j] = t[j] * 2.0 + 1.0
"""


@pytest.mark.feature("N9")
@pytest.mark.parametrize("stages", ["stages=[0, 1]", "stages=[0, 1], async_stages=[0]", 'stages="optimal"'])
def test_pipelined_loops(stages: str) -> None:
    plain = defined(PIPELINED.format(stages=stages))
    function = asyncir.jit(plain)
    a = np.arange(640.0).reshape(10, 64)
    c, d = np.zeros_like(a), np.zeros_like(a)
    function(a, c)
    plain(a, d)
    assert c.tolist() == d.tolist()
    assert "software_pipeline_s" in function.mlir()


def test_a_pipeline_that_overwrites_what_is_read_is_refused() -> None:
    text = """
def f(a, t, c):
    for i in asyncir.pipelined(range(a.shape[0]), stages=[0, 1]):
        t[0] = a[i]
        c[i] = t[0]
"""
    with pytest.raises(asyncir.DiagnosticError, match="overwrites what statement") as raised:
        asyncir.jit(defined(text))(np.zeros(4), np.zeros(1), np.zeros(4))
    assert ">:4:9" in str(raised.value)
    assert ">:5:" in str(raised.value)


@asyncir.jit
async def writes_late(out):
    await asyncio.sleep(0.2)
    out[0] = 1.0


@asyncir.jit
async def fails_in_a_group(out):
    async with asyncir.task_group() as group:
        group.spawn(writes_late, out)
        if out[1] == 0.0:
            raise ValueError("of the group's body")


@pytest.mark.parametrize("awaited", [False, True])
def test_a_failing_body_of_a_group_cancels_its_tasks(awaited: bool) -> None:
    out = np.zeros(2)
    with pytest.raises(ValueError, match="of the group's body"):
        asyncio.run(fails_in_a_group(out)) if awaited else fails_in_a_group.run(out)
    time.sleep(0.4)
    assert out[0] == 0.0
    out[1] = 1.0
    fails_in_a_group.run(out)
    assert out[0] == 1.0
