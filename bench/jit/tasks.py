"""Fibonacci numbers by tasks: compiled, in asyncio, and as plain calls; and what a call from Python costs.

`python -m bench.jit.tasks`. Times are processor time of the process, of the shortest of several runs.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

import asyncir

LARGE, SMALL = 30, 17
CALLS = 200_000


@asyncir.jit
async def fib(n):
    if n < 2:
        return n
    a = asyncir.spawn(fib, n - 1)
    b = await fib(n - 2)
    return await a + b


async def plain_fib(n):
    if n < 2:
        return n
    a = asyncio.ensure_future(plain_fib(n - 1))
    b = await plain_fib(n - 2)
    return await a + b


@asyncir.jit
def calls(n):
    return n if n < 2 else calls(n - 1) + calls(n - 2)


@asyncir.jit
def plus(a, b):
    return a + b


@asyncir.jit
def first(a):
    return a[0]


def shortest(call: Callable[[], Any], runs: int = 5) -> float:
    """Seconds of the shortest run."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best


def spawns(n: int) -> int:
    """How many tasks `fib(n)` starts."""
    a, b = 0, 0
    for _ in range(2, n + 1):
        a, b = b, a + b + 1
    return b


def per_call(function: Callable[..., Any], *arguments: Any) -> float:
    """Nanoseconds of a call from Python, the loop around it not counted."""
    function(*arguments)
    turns = range(CALLS)

    def empty() -> None:
        for _ in turns:
            pass

    def full() -> None:
        for _ in turns:
            function(*arguments)

    return (shortest(full) - shortest(empty)) / CALLS * 1e9


def main() -> None:
    """Print both tables."""
    fib.run(5)
    calls(5)
    ours = shortest(lambda: fib.run(LARGE)) / spawns(LARGE)
    alone = shortest(lambda: calls(LARGE)) / spawns(LARGE)
    theirs = shortest(lambda: asyncio.run(plain_fib(SMALL)), 3) / spawns(SMALL)
    print(
        f"fib, ns for each task: asyncir {ours * 1e9:.1f}, asyncio {theirs * 1e9:.0f}, {theirs / ours:.0f} x"
    )
    print(f"fib without tasks, ns for each pair of calls: {alone * 1e9:.1f}")
    array = np.arange(3.0)
    numba_plus, numba_first = numba.njit(plus.__wrapped__), numba.njit(first.__wrapped__)
    print(
        f"a call with two numbers: {per_call(plus, 1, 2):.0f} ns, Numba {per_call(numba_plus, 1, 2):.0f} ns"
    )
    print(
        f"a call with an array: {per_call(first, array):.0f} ns, Numba {per_call(numba_first, array):.0f} ns"
    )


if __name__ == "__main__":
    main()
