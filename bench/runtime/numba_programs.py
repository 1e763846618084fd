"""The loops with numba's prange: `python numba_programs.py PROGRAM THREADS SIZE`, see serve.py."""

from __future__ import annotations

import sys
from typing import Any

import numba
from jobs import JOBS
from serve import serve

PARALLEL: Any = numba.njit(parallel=True, fastmath=True)


@PARALLEL
def saxpy(a: Any, x: Any, y: Any) -> None:
    for i in numba.prange(len(x)):
        y[i] = a * x[i] + y[i]


@PARALLEL
def total(x: Any) -> Any:
    result = 0.0
    for i in numba.prange(len(x)):
        result += x[i]
    return result


@PARALLEL
def launch(times: Any, a: Any, x: Any, y: Any) -> None:
    for _ in range(times):
        for i in numba.prange(len(x)):
            y[i] = a * x[i] + y[i]


FUNCTIONS = {"saxpy": saxpy, "sum": total, "launch": launch}


def main(name: str, threads: int, size: int) -> None:
    """Compile, answer."""
    numba.set_num_threads(threads)
    job = JOBS[name](size)
    small = JOBS[name](2)
    FUNCTIONS[name](*small.arguments)
    returned: list[Any] = [None]

    def run() -> None:
        returned[0] = FUNCTIONS[name](*job.arguments)

    serve(run, lambda: job.result(returned[0]), job.before)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
