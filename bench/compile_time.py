"""How the compiler's time grows with the program, phase by phase, with LLVM's own time beside it.

    python bench/compile_time.py [--sizes 1000,6000,12000,24000,48000] [--shape one|many|both] [--llvm-up-to N]

The programs (`programs.py`) mix arithmetic, loops over memory, branches and chained tasks, in one function or in
functions of some eighty ops. A growth figure is the ratio of two neighbouring sizes' times per doubling of the
ops, so that sizes need not be powers of two. The goal is on our own phases; LLVM's are printed to compare.
"""

from __future__ import annotations

import argparse
import gc
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import programs
from llvmlite import binding as llvm

from asyncir.analyses.walk import walk
from asyncir.launch import jit

T = TypeVar("T")

GOAL = 2.3
OURS = ("parse", "verify", "canonicalize", "lower", "emit")
LLVMS = ("llvm parse", "llvm optimise", "llvm codegen")
SHAPES: dict[str, Callable[[int], str]] = {
    "one": programs.one_function,
    "many": programs.many_functions,
}


@dataclass(frozen=True)
class Sample:
    """One program's size and the seconds that each phase took."""

    ops: int
    seconds: dict[str, float]


class Stopwatch:
    """Seconds by phase."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def time(self, phase: str, run: Callable[[], T]) -> T:
        """Run and note how long it took, after what is garbage has been collected."""
        gc.collect()
        start = time.perf_counter()
        result = run()
        self.seconds[phase] = time.perf_counter() - start
        return result
