"""A program of this folder, compiled by asyncir: `python asyncir_programs.py PROGRAM THREADS SIZE`, see serve.py."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from jobs import JOBS, Argument
from serve import serve

from asyncir.launch import jit, runtime
from asyncir.pipeline import compile_to_llvm
from asyncir.source.text import parse_module

PROGRAMS = Path(__file__).parent / "programs"


def slot(argument: Argument) -> Any:
    """Where the entry of a compiled function finds an argument."""
    if isinstance(argument, np.ndarray):
        strides = [stride // argument.itemsize for stride in argument.strides]
        fields = [argument.ctypes.data, argument.ctypes.data, 0, *argument.shape, *strides]
        return (ctypes.c_int64 * len(fields))(*fields)
    return ctypes.c_double(argument) if isinstance(argument, float) else ctypes.c_int64(argument)


def load(name: str, arguments: tuple[Argument, ...]) -> Callable[[], float]:
    """The program at -O3, to be called on these arguments.

    What `asyncir.compile` makes takes some 50 µs to convert them in each call, which is a hundredth of some programs' time.
    """
    path = PROGRAMS / f"{name}.mlir"
    text, _ = compile_to_llvm(parse_module(path.read_text(encoding="utf-8"), path.name))
    entry = jit.load(jit.emit_object(text, opt_level=3), runtime.symbols()).entry("run")
    result = ctypes.c_double() if name == "sum" else ctypes.c_int64()
    slots = [*map(slot, arguments), result]
    pointers = (ctypes.c_void_p * len(slots))(*map(ctypes.addressof, slots))

    def run() -> float:
        if entry(pointers):
            raise RuntimeError(f"{name} has failed")
        assert slots  # the pointers do not keep them
        return result.value

    return run


def main(name: str, threads: int, size: int) -> None:
    """Compile, start the pool, answer."""
    job = JOBS[name](size)
    program = load(name, job.arguments)
    runtime.start(threads)
    returned = [0.0]

    def run() -> None:
        returned[0] = program()

    serve(run, lambda: job.result(returned[0]), job.before, lambda: runtime.counts().started)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
