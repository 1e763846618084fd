"""Kernels compiled by asyncir and by Numba, in one run: `python -m bench.jit.run [NAME ...]`.

Each is called in turns, and the shortest of the calls counts, in processor time of the thread, which what else the machine
does disturbs little. Nothing comes from a cache. Numba compiles with `nogil=True`, as asyncir's calls let other threads of
Python run.
"""

from __future__ import annotations

import copy
import math
import sys
import time
from collections.abc import Callable
from typing import Any

import numba

import asyncir
from bench.jit.kernels import KERNELS, Kernel

TURNS = 15


def _time(function: Callable[..., Any], arguments: tuple[Any, ...]) -> float:
    own = copy.deepcopy(arguments)
    start = time.thread_time()
    function(*own)
    return time.thread_time() - start


def measure(kernel: Kernel) -> tuple[float, float, float, float]:
    """Seconds of the first and of the shortest call: asyncir's, then Numba's."""
    ours = asyncir.jit(cached=False)(kernel.function)
    theirs: Any = numba.njit(nogil=True)(kernel.function)
    arguments = kernel.arguments(1)
    first = _time(ours, arguments), _time(theirs, arguments)
    shortest = [math.inf, math.inf]
    for _ in range(TURNS):
        for at, function in enumerate((ours, theirs)):
            shortest[at] = min(shortest[at], _time(function, arguments))
    return first[0], shortest[0], first[1], shortest[1]


def main(names: list[str]) -> None:
    """Print a table, and the geometric means of the ratios."""
    asyncir.jit(cached=False)(lambda_free)(1)
    numba.njit(lambda_free)(1)
    ratios: list[float] = []
    firsts: list[float] = []
    print(f"{'kernel':<16}{'asyncir ms':>12}{'Numba ms':>12}{'ratio':>8}{'first ms':>12}{'Numba first':>12}")
    for kernel in KERNELS:
        name = kernel.function.__name__
        if names and name not in names:
            continue
        first, ours, their_first, theirs = measure(kernel)
        ratios.append(ours / theirs)
        firsts.append(first / their_first)
        row = f"{ours * 1e3:>12.3f}{theirs * 1e3:>12.3f}{ratios[-1]:>8.2f}{first * 1e3:>12.0f}{their_first * 1e3:>12.0f}"
        print(f"{name:<16}{row}", flush=True)
    for what, values in (("time", ratios), ("first call", firsts)):
        print(f"{what}: geometric mean {math.exp(sum(map(math.log, values)) / len(values)):.2f} x Numba")


def lambda_free(x: int) -> int:
    """What both compile first, so that imports count for neither."""
    return x + 1


if __name__ == "__main__":
    main(sys.argv[1:])
