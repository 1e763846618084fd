"""A program of this folder on MLIR's own runtime: `python mlir_programs.py LIBRARY PROGRAM THREADS SIZE`, see serve.py.

The library is what mlir-opt 22 and clang-22 -O3 made of the program. MLIR's runtime has as many threads as the process may
use processors.
"""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any

import numpy as np
from jobs import JOBS, Argument
from serve import serve


def flattened(argument: Argument) -> list[Any]:
    """An argument as MLIR's calling convention passes it."""
    if isinstance(argument, np.ndarray):
        pointer = ctypes.c_void_p(argument.ctypes.data)
        strides = [stride // argument.itemsize for stride in argument.strides]
        return [pointer, pointer, *map(ctypes.c_int64, (0, *argument.shape, *strides))]
    return [ctypes.c_double(argument) if isinstance(argument, float) else ctypes.c_int64(argument)]


def main(library: str, name: str, threads: int, size: int) -> None:
    """Load, answer."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    function = ctypes.CDLL(library).run
    function.restype = ctypes.c_double if name == "sum" else ctypes.c_int64
    job = JOBS[name](size)
    arguments = [part for argument in job.arguments for part in flattened(argument)]
    returned = [0]

    def run() -> None:
        returned[0] = function(*arguments)

    serve(run, lambda: job.result(returned[0]), job.before)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
