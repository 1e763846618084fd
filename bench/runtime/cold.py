"""How wide the vectors of a loop should be that does little but read memory: the sum of arrays that no cache holds, in turns.

python bench/runtime/cold.py [--arrays N]
"""

from __future__ import annotations

import argparse
import ctypes
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from asyncir.driver.stages import compile_to_llvm
from asyncir.launch import jit, runtime
from asyncir.source.text import parse_module

LENGTH = 10_000_000
NARROW = ' "prefer-vector-width"="256"'
"""What says so in LLVM's text."""


def programs() -> dict[str, Callable[[np.ndarray], float]]:
    """The sum as it is compiled, and with vectors as wide as the CPU has."""
    path = Path(__file__).parent / "programs" / "sum.mlir"
    text, _ = compile_to_llvm(parse_module(path.read_text(encoding="utf-8"), path.name))
    if NARROW not in text:
        raise SystemExit("the loop is not said to stream")
    return {"half a line": entry(text), "a whole line": entry(text.replace(NARROW, ""))}


def entry(text: str) -> Callable[[np.ndarray], float]:
    """`run` of a program, to be called on an array."""
    run = jit.load(jit.emit_object(text, opt_level=3), runtime.symbols()).entry("run")

    def call(x: np.ndarray) -> float:
        array = (ctypes.c_int64 * 5)(x.ctypes.data, x.ctypes.data, 0, len(x), 1)
        result = ctypes.c_double()
        if run((ctypes.c_void_p * 2)(ctypes.addressof(array), ctypes.addressof(result))):
            raise RuntimeError("sum has failed")
        return result.value

    return call


def main() -> int:
    """Measure in turns, print nanoseconds an element."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--arrays", type=int, default=16, help="of 80 MB; more together than the caches hold")
    arrays = [np.ones(LENGTH) for _ in range(parser.parse_args().arrays)]
    runtime.start(1)
    sums = programs()
    times: dict[str, list[float]] = {name: [] for name in sums}
    turn = 0
    for _ in range(21):
        for name, run in sums.items():
            turn += 1
            start = time.perf_counter_ns()
            result = run(arrays[turn % len(arrays)])
            times[name].append((time.perf_counter_ns() - start) / LENGTH)
            assert result == LENGTH
    for name, taken in times.items():
        print(f"{name:12}  median {median(taken):.3f}  minimum {min(taken):.3f} ns an element")
    return 0


if __name__ == "__main__":
    sys.exit(main())
