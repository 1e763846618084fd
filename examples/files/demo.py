"""Fetch the files of a data set and reduce each: tasks of compiled Python, beside asyncio with NumPy and Numba.

    make demo        # or: python examples/files/demo.py [--files N] [--rounds N]

The data set is made first: files of readings, one of which is cut short and one of which never comes. Each is fetched by a
coroutine of Python with a time limit; the rise and the fall of its readings are computed by compiled tasks while others
are still fetched. All three ways compute the same; times are the least over the rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

import asyncir

READINGS = 1 << 17
"""Numbers of a file; what is shorter is broken."""
LIMITS = {5: 0.02}
"""Seconds that a file may take, where that is not the usual time."""
USUAL = 30.0
FOLDER = Path()
LOST: dict[int, str] = {}
"""Files that could not be had, and why."""


def make(folder: Path, files: int) -> None:
    """The files: random walks. The third is cut short."""
    random = np.random.default_rng(7)
    for i in range(files):
        walk = np.cumsum(random.standard_normal(READINGS))
        walk[: READINGS // 2 if i == 2 else READINGS].tofile(folder / f"{i}.f64")


def read(i: int, into: Any) -> None:
    """Read a whole file into an array."""
    with (FOLDER / f"{i}.f64").open("rb", buffering=0) as file:
        count = file.readinto(memoryview(into).cast("B"))
    if count != into.nbytes:
        raise OSError(f"{count} bytes of {into.nbytes}")


async def fetch(i: int, into: Any) -> bool:
    """Whether file `i` is in the array now. What goes wrong is kept in `LOST`."""
    try:
        async with asyncio.timeout(LIMITS.get(i, USUAL)):
            if i == 5:
                await asyncio.sleep(60.0)  # a server that does not answer
            read(i, into)
    except (OSError, TimeoutError) as error:
        LOST[i] = repr(error)
        return False
    return True


# 1. asyncir: one task for each file; what is computed runs on threads, without the interpreter's lock.


@asyncir.jit
def extremes(a):
    """The largest rise and the largest fall from any reading to a later one."""
    low = high = a[0]
    rise = fall = 0.0
    for x in a:
        low, high = min(low, x), max(high, x)
        rise, fall = max(rise, x - low), max(fall, high - x)
    return rise, fall


@asyncir.jit
async def one(i, buffer, out):
    """File `i` in its row of `out`."""
    if await fetch(i, buffer):
        out[i, 0], out[i, 1] = extremes(buffer)


@asyncir.jit
async def compiled(buffers, out):
    """All files, side by side."""
    async with asyncir.task_group() as group:
        for i in range(len(out)):
            group.spawn(one, i, buffers[i], out)


# 2. asyncio and NumPy.


async def with_numpy(buffers: Any, out: Any) -> None:
    """The same by whole arrays."""

    async def task(i: int) -> None:
        if await fetch(i, buffers[i]):
            a = buffers[i]
            out[i] = (a - np.minimum.accumulate(a)).max(), (np.maximum.accumulate(a) - a).max()

    async with asyncio.TaskGroup() as group:
        for i in range(len(out)):
            group.create_task(task(i))


# 3. Numba: `prange` cannot await, so all files are fetched first.


@numba.njit(parallel=True)
def reduce_all(buffers, there, out):
    """Each row on some thread."""
    for i in numba.prange(len(out)):
        if there[i]:
            a = buffers[i]
            low = high = a[0]
            rise = fall = 0.0
            for x in a:
                low, high = min(low, x), max(high, x)
                rise, fall = max(rise, x - low), max(fall, high - x)
            out[i, 0], out[i, 1] = rise, fall


async def with_numba(buffers: Any, out: Any) -> None:
    """Fetched, then reduced."""
    there = await asyncio.gather(*(fetch(i, buffers[i]) for i in range(len(out))))
    reduce_all(buffers, np.array(there), out)


def timed(way: Callable[[Any, Any], Awaitable[None]], files: int, rounds: int) -> tuple[float, Any]:
    """The least seconds of a round, and what came out; the first round compiles, and does not count."""
    buffers, best = np.zeros((files, READINGS)), float("inf")
    out = np.zeros((files, 2))
    for turn in range(rounds + 1):
        out[:] = 0.0
        LOST.clear()
        start = time.perf_counter()
        asyncio.run(as_coroutine(way, buffers, out))
        if turn:
            best = min(best, time.perf_counter() - start)
    return best, out


async def as_coroutine(way: Callable[[Any, Any], Awaitable[None]], buffers: Any, out: Any) -> None:
    """What is awaitable as what `asyncio.run` takes."""
    await way(buffers, out)


def main() -> int:
    """Print what each way takes, and whether they agree."""
    global FOLDER
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=96)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        FOLDER = Path(folder)
        make(FOLDER, asked.files)
        size = asked.files * READINGS * 8 / 1e6
        print(f"{asked.files} files, {size:.0f} MB: the largest rise and fall of each")
        wanted: Any = None
        ways = (
            ("asyncir", compiled),
            ("asyncio + NumPy", with_numpy),
            ("asyncio + Numba prange", with_numba),
        )
        taken: dict[str, float] = {}
        for name, way in ways:
            taken[name], out = timed(way, asked.files, asked.rounds)
            wanted = out.copy() if wanted is None else wanted
            same = np.array_equal(out, wanted)
            ratio = taken[name] / taken["asyncir"]
            print(
                f"  {name:24}{taken[name] * 1e3:8.1f} ms {ratio:6.2f} x {'the same results' if same else 'WRONG'}"
            )
            if not same:
                return 1
        for i, why in sorted(LOST.items()):
            print(f"  file {i} is left out: {why}")
        return 0 if len(LOST) == 2 else 1


if __name__ == "__main__":
    sys.exit(main())
