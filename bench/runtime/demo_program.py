"""The task graph of examples/cholesky on its data: `python demo_program.py cholesky THREADS SIZE`, see serve.py.

A size below that of the data takes the leading rows and columns of the matrix, so that a test is short.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
from serve import serve

import asyncir
from asyncir.launch import runtime

DEMO = Path(__file__).parents[2] / "examples" / "cholesky" / "demo.py"


def demo() -> ModuleType:
    """The demo, as a module."""
    spec = importlib.util.spec_from_file_location("demo", DEMO)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["demo"] = module
    spec.loader.exec_module(module)
    return module


def main(threads: int, size: int) -> None:
    """Compile, answer; the result is 1 where the residual is as small as the demo wants it."""
    source = demo()
    program = asyncir.compile(source.PROGRAM.read_text(encoding="utf-8"), opt_level=3, cached=True)
    matrix = np.ascontiguousarray(source.covariance()[:size, :size])
    work = matrix.copy()
    runtime.start(threads)
    serve(
        lambda: program.cholesky(work),
        lambda: int(source.residual(matrix, work) <= source.LARGEST_RESIDUAL),
        lambda: np.copyto(work, matrix),
    )


if __name__ == "__main__":
    main(int(sys.argv[2]), int(sys.argv[3]))
