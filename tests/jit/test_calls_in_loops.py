"""Calls that block in event loops that stand still meanwhile; and calls after many that failed."""

from __future__ import annotations

import asyncio
import gc
import threading
import warnings

import pytest

import asyncir
from asyncir.launch import callbacks, calls, runs

pytestmark = pytest.mark.feature("S4-22")


async def later(i: int) -> int:
    await asyncio.sleep(0.001)
    return i


@asyncir.jit
async def inner(n):
    return await later(n)


async def calls_inner(i: int) -> int:
    return inner.run(i) + 1


@asyncir.jit
async def middle(n):
    return await calls_inner(n)


async def calls_middle(i: int) -> int:
    return middle.run(i) + 1


@asyncir.jit
async def outer(n):
    return await calls_middle(n)


@asyncir.jit
async def limited(seconds: float):
    async with asyncio.timeout(0.001):
        await asyncio.sleep(seconds)
    return 1


async def calls_limited(i: int) -> int:
    try:
        return limited.run(60.0)
    except TimeoutError:
        return i


@asyncir.jit
async def with_limit(n):
    return await calls_limited(n)


def test_a_call_that_blocks_the_loop_it_is_in() -> None:
    async def main() -> tuple[int, ...]:
        return (
            inner.run(3),
            outer.run(3),
            with_limit.run(3),
            await outer(3),
            *await asyncio.gather(inner(1), inner(2)),
        )

    assert asyncio.run(main()) == (3, 5, 3, 5, 1, 2)


def test_calls_in_coroutines_of_calls() -> None:
    assert (middle.run(3), outer.run(3), with_limit.run(3)) == (4, 5, 3)
    found: list[int] = []
    threads = [threading.Thread(target=lambda k=k: found.append(outer.run(k))) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [2, 3, 4, 5]


async def fails(i: int) -> int:
    raise ValueError(str(i))


@asyncir.jit
async def failing(n):
    return await fails(n)


def test_nothing_is_kept_of_calls_that_failed() -> None:
    """A call looks at what failed calls may still use; it was all that ever did."""
    for number in range(300):
        with pytest.raises(TimeoutError):
            limited.run(60.0)
        with pytest.raises(ValueError, match=str(number)):
            failing.run(number)
    for _ in range(3):
        gc.collect()
        for _ in range(100):
            inner.run(1)
    assert len(runs._kept) < 50
    assert len(calls._calls) < 50


@asyncir.jit
async def odd(n):
    if n % 2 == 1:
        raise ValueError("odd")
    return n, n > 0, 1.5


@pytest.mark.parametrize(
    ("function", "argument", "kind"),
    [(odd, 3, ValueError), (limited, 60.0, TimeoutError), (failing, 5, ValueError)],
    ids=["odd", "limited", "failing"],
)
def test_a_call_that_is_begun_raises_what_the_function_raises(function, argument, kind) -> None:  # type: ignore[no-untyped-def]
    async def awaited() -> object:
        return await function.task(argument)

    assert type(function.task(argument).exception()) is kind
    for call in (function.task(argument).result, lambda: asyncio.run(awaited())):
        with pytest.raises(kind):
            call()


def test_a_call_that_is_begun_gives_what_the_function_gives() -> None:
    assert odd.task(4).result() == odd.run(4) == (4, True, 1.5)


async def slow(i: int) -> int:
    await asyncio.sleep(60)
    return i


@asyncir.jit
async def waits(n):
    return await slow(n)


class _Run:
    """A run of which nothing is known but its number."""

    number = 0


def test_a_coroutine_that_is_cancelled_before_it_began_warns_of_nothing() -> None:
    run = _Run()
    context = calls.CallContext(None, run)  # type: ignore[arg-type]
    context.cancel()
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        future = callbacks._launch(slow(1), context)
        with pytest.raises(asyncio.CancelledError):
            future.result(10)
        gc.collect()
    assert [str(one.message) for one in found] == []


async def shielded(n):
    return await asyncio.shield(waits(n))


async def in_a_thread(n):
    return await asyncio.to_thread(odd, n)


async def any_number(n):
    return await asyncio.gather(*[waits(i) for i in range(n)])


async def until(n):
    async with asyncio.timeout_at(n):
        await waits(n)


@pytest.mark.parametrize(
    ("function", "code", "help"),
    [
        (shielded, "J008", "start what must not be cancelled outside"),
        (in_a_thread, "J008", "it runs on a worker"),
        (any_number, "J014", "start any number of tasks in a group"),
        (until, "J014", r"asyncir.timeout\(seconds\)"),
    ],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_what_users_of_asyncio_try(function, code: str, help: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(TypeError, match=rf"{code}(.|\n)*help: .*{help}"):
        asyncir.jit(function).run(1)
