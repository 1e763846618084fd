"""The programs, compiled from Python, beside the same with oneTBB: `python -m bench.jit.inncabs.run [NAME ...]`.

Both run in one process in turns, and the shortest of the turns counts, in seconds of wall clock. One thread and two have a
process each: where oneTBB had one worker first, it runs some of the programs on one for good. Each answer is compared with
what `inputs.py` computes in another way; a program with a wrong one has no time.
"""

from __future__ import annotations

import argparse
import copy
import ctypes
import math
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from asyncir.launch import runtime
from bench.jit.inncabs.inputs import CASES, Case
from bench.runtime.contestants import BUILD, made, onetbb_flags, tool

TURNS = 7


def library() -> ctypes.CDLL:
    """The programs in C++, built with `-O3 -march=native`."""
    sources = [Path(__file__).with_name(name) for name in ("onetbb.cpp", "simulations.cpp")]
    command = [tool("g++", "clang++"), "-shared", "-fPIC", *map(str, sources), *onetbb_flags()]
    parts = [*sources, sources[0].with_name("arena.hpp")]
    path = made("inncabs-onetbb.so", parts, lambda target: [[*command, "-o", str(target)]])
    return ctypes.CDLL(str(path))


def peer(case: Case, native: ctypes.CDLL, threads: int, arguments: tuple[Any, ...]) -> float:
    """Call the function of C++: of each array it takes the memory, and how long its first axis is."""
    function = getattr(native, case.name)
    function.restype = ctypes.c_double
    given: list[Any] = [ctypes.c_int64(threads)]
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            given += [ctypes.c_void_p(argument.ctypes.data), ctypes.c_int64(len(argument))]
        else:
            given.append(ctypes.c_int64(argument))
    return function(*given)


def is_right(answer: float, wanted: float) -> bool:
    """Whether a sum of floats is what it should be, however it was added up."""
    return math.isclose(answer, wanted, rel_tol=1e-9, abs_tol=1e-9)


def measure(case: Case, native: ctypes.CDLL, threads: int) -> tuple[float, float]:
    """Seconds of ours and of oneTBB's."""
    runtime.start(threads)
    arguments = case.arguments(1)
    wanted = case.answer(*copy.deepcopy(arguments))
    calls = (lambda of: case.function.run(*of)), (lambda of: peer(case, native, threads, of))
    best = [math.inf, math.inf]
    for turn in range(TURNS + 1):
        for at, call in enumerate(calls):
            own = copy.deepcopy(arguments)
            start = time.perf_counter()
            answer = call(own)
            seconds = time.perf_counter() - start
            if not is_right(answer, wanted):
                raise SystemExit(f"{case.name}: {answer} is not {wanted}")
            if turn:
                best[at] = min(best[at], seconds)
    return best[0], best[1]


def table(threads: int, names: list[str]) -> None:
    """Print the times on so many threads, and the geometric mean of the ratios."""
    native = library()
    ratios: list[float] = []
    print(f"\n{f'{threads} thread(s)':<14}{'asyncir ms':>12}{'oneTBB ms':>12}{'ratio':>8}")
    for case in CASES:
        if names and case.name not in names:
            continue
        ours, theirs = measure(case, native, threads)
        ratios.append(ours / theirs)
        print(f"{case.name:<14}{ours * 1e3:>12.2f}{theirs * 1e3:>12.2f}{ratios[-1]:>8.2f}", flush=True)
    print(f"geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}", flush=True)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--threads", type=int, help="only with so many")
    options = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    if options.threads:
        table(options.threads, options.names)
        return
    for threads in (1, 2):
        command = [sys.executable, "-m", "bench.jit.inncabs.run", "--threads", str(threads), *options.names]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        raise SystemExit(str(error)) from error
