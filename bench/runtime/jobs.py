"""What the programs compute on, the same as in peers/inputs.h, and how to tell that what they computed is right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Argument = int | float | np.ndarray

LAUNCH_LENGTH = 1000
LARGE = 2 << 20
"""Arrays of so many bytes or more are in large pages where the system has some (NumPy asks for them), and start with one."""


@dataclass(frozen=True)
class Job:
    """The arguments of a call; what to do before each; what the calls have computed, given what the last one returned."""

    arguments: tuple[Argument, ...]
    result: Callable[[Any], int] = int
    before: Callable[[], object] = lambda: None


def aligned(count: int, value: float) -> np.ndarray:
    """An array of doubles, aligned as the peers' are: to a line of the cache, or to a large page."""
    alignment = LARGE if count * 8 >= LARGE else 64
    room = np.empty(count + 2 * alignment // 8)
    start = -room.ctypes.data % alignment // 8
    array = room[start : start + count]
    array.fill(value)
    return array


def number(size: int) -> Job:
    """The size goes in, and a number comes out."""
    return Job((size,))


def structured(size: int) -> Job:
    """Each task sets a byte."""
    data = np.full(size, 0, np.int8)  # written, so that its memory is there
    return Job((data,), lambda _: int(data.sum(dtype=np.int64)), lambda: data.fill(0))


def counted(size: int) -> Job:
    """Tasks increment a counter."""
    counter = np.zeros((), np.int64)
    return Job((size, counter), lambda _: int(counter), lambda: counter.fill(0))


def wavefront(size: int) -> Job:
    """Row 0 and column 0 are given; beyond the last row and column nothing is started."""
    cells = np.full((size + 2, size + 2), 0, np.int64)
    missing = np.full((size + 2, size + 2), 0, np.int32)

    def before() -> None:
        cells.fill(0)
        cells[0, :] = cells[:, 0] = 1
        missing.fill(3)
        missing[1 : size + 1, 1 : size + 1] = 2
        missing[1, 1 : size + 1] = missing[1 : size + 1, 1] = 1
        missing[1, 1] = 0

    return Job((cells, missing), lambda _: int(cells[size, size]) % 2**64, before)


def _arrays(length: int, times: int, first: tuple[int, ...]) -> Job:
    """Each call adds a x, which is all ones, to y, `times` times; the result is how many elements are right."""
    x, y = aligned(length, 1.0), aligned(length, 0.0)
    calls = [0]

    def before() -> None:
        calls[0] += 1

    return Job((*first, 1.0, x, y), lambda _: int((y == calls[0] * times).sum()), before)


def saxpy(size: int) -> Job:
    """One loop over long arrays."""
    return _arrays(size, 1, ())


def launch(size: int) -> Job:
    """As many loops over short arrays as the size says."""
    return _arrays(LAUNCH_LENGTH, size, (size,))


def reduction(size: int) -> Job:
    """The sum of an array."""
    x = aligned(size, 0.0)
    x[:] = np.arange(size) % 8
    return Job((x,))


JOBS: dict[str, Callable[[int], Job]] = {
    "fib": number,
    "spawn": number,
    "structured": structured,
    "chain": counted,
    "wavefront": wavefront,
    "depth_calls": number,
    "pingpong": counted,
    "saxpy": saxpy,
    "sum": reduction,
    "launch": launch,
}
