"""Loop kernels without async: asyncir -O3 on one thread beside mlir-opt 22 and clang-22 -O3 on the same text.

    python bench/kernels/bench.py [--repeats N] [KERNEL ...]

Both compile each program for this machine's CPU and are called through ctypes with arguments that are set up
beforehand. Repeats alternate between the two, so that both meet the same disturbances; a repeat calls the
kernel as often as fills a few milliseconds. Their results must agree before anything is timed. The last line is the
geometric mean of the ratios of the least times, with the goal that this project has set itself.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from asyncir.driver.stages import compile_to_llvm
from asyncir.launch import jit
from asyncir.launch.runtime import symbols
from asyncir.source.text import parse_module

HERE = Path(__file__).parent
GOAL = 1.05
SLICE = 4e-3
"""How long one repeat should take, in seconds."""

Array = np.ndarray
Argument = float | Array
Call = Callable[[], float | None]

MLIR_PASSES = [
    "canonicalize",
    "cse",
    "convert-scf-to-cf",
    "expand-strided-metadata",
    "lower-affine",
    "convert-arith-to-llvm",
    "finalize-memref-to-llvm",
    "convert-func-to-llvm",
    "convert-cf-to-llvm",
    "reconcile-unrealized-casts",
]


@dataclass(frozen=True)
class Kernel:
    """A program of this folder: what to call it with, and whether it returns a number."""

    name: str
    arguments: Callable[[np.random.Generator], list[Argument]]
    returns: bool = False


def _matrices(*shapes: tuple[int, ...]) -> Callable[[np.random.Generator], list[Argument]]:
    return lambda rng: [rng.standard_normal(shape) for shape in shapes]


KERNELS = [
    Kernel("axpy", lambda rng: [1e-9, *_matrices((100_000,), (100_000,))(rng)]),
    Kernel("dot", _matrices((100_000,), (100_000,)), returns=True),
    Kernel("stencil", _matrices((500, 503), (500, 503))),
    Kernel("matmul", _matrices((200, 210), (210, 220), (200, 220))),
    Kernel("strided_sum", lambda rng: [rng.standard_normal((600, 900))[::2, ::3]], returns=True),
]


def tool(name: str) -> str:
    """The path of an LLVM 22 tool."""
    for candidate in (f"{name}-22", f"/usr/lib/llvm-22/bin/{name}"):
        if found := shutil.which(candidate):
            return found
    sys.exit(f"bench: {name} of LLVM 22 is needed for the comparison and was not found")


def rival(kernel: Kernel, arguments: Sequence[Argument], folder: Path) -> Call:
    """The kernel through mlir-opt 22, mlir-translate 22 and clang-22 -O3."""
    lowered, llvm, library = (folder / f"{kernel.name}{end}" for end in (".mlir", ".ll", ".so"))
    source = HERE / f"{kernel.name}.mlir"
    passes = [f"--{name}" for name in MLIR_PASSES]
    subprocess.run([tool("mlir-opt"), source, *passes, "-o", lowered], check=True)
    subprocess.run([tool("mlir-translate"), "--mlir-to-llvmir", lowered, "-o", llvm], check=True)
    flags = ["-O3", "-march=native", "-shared", "-fPIC", "-Wno-override-module"]
    subprocess.run([tool("clang"), *flags, "-x", "ir", llvm, "-o", library], check=True)
    function = getattr(ctypes.CDLL(str(library)), kernel.name)
    function.restype = ctypes.c_double if kernel.returns else None
    flat: list[object] = []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            pointer = ctypes.c_void_p(argument.ctypes.data)
            strides = [s // argument.itemsize for s in argument.strides]
            flat += [pointer, pointer, *map(ctypes.c_int64, (0, *argument.shape, *strides))]
        else:
            flat.append(ctypes.c_double(argument))
    return lambda: function(*flat)


def _descriptor(array: Array) -> ctypes.Array[ctypes.c_int64]:
    strides = [s // array.itemsize for s in array.strides]
    fields = [array.ctypes.data, array.ctypes.data, 0, *array.shape, *strides]
    return (ctypes.c_int64 * len(fields))(*fields)


def ours(kernel: Kernel, arguments: Sequence[Argument]) -> Call:
    """The kernel through asyncir -O3."""
    source = HERE / f"{kernel.name}.mlir"
    text, _ = compile_to_llvm(parse_module(source.read_text(encoding="utf-8"), str(source)))
    library = jit.load(jit.emit_object(text, opt_level=3), symbols())
    entry = library.entry(kernel.name)
    slots: list[ctypes.Array[ctypes.c_int64] | ctypes.c_double] = [
        _descriptor(a) if isinstance(a, np.ndarray) else ctypes.c_double(a) for a in arguments
    ]
    result = ctypes.c_double()
    if kernel.returns:
        slots.append(result)
    pointers = (ctypes.c_void_p * len(slots))(*(ctypes.addressof(s) for s in slots))

    def call() -> float | None:
        if entry(pointers):
            sys.exit(f"bench: {kernel.name} failed")
        return result.value if kernel.returns and slots else None

    return call


def check(kernel: Kernel, first: Call, second: Call, arguments: Sequence[Argument]) -> None:
    """Call both from the same state and compare what they return and what they leave behind."""
    arrays = [a for a in arguments if isinstance(a, np.ndarray)]
    before = [a.copy() for a in arrays]
    seen: list[list[Array | float | None]] = []
    for call in (first, second):
        for array, old in zip(arrays, before, strict=True):
            array[...] = old
        seen.append([call(), *(a.copy() for a in arrays)])
    for one, other in zip(*seen, strict=True):
        if one is not None and other is not None and not np.allclose(one, other, rtol=1e-9, atol=1e-12):
            sys.exit(f"bench: {kernel.name}: the two results differ")


def times(calls: Sequence[Call], repeats: int) -> list[list[float]]:
    """Seconds per call of each, over interleaved repeats."""
    start = time.perf_counter()
    calls[0]()
    inner = max(1, math.ceil(SLICE / max(time.perf_counter() - start, 1e-7)))
    result: list[list[float]] = [[] for _ in calls]
    for _ in range(repeats):
        for call, seconds in zip(calls, result, strict=True):
            start = time.perf_counter()
            for _ in range(inner):
                call()
            seconds.append((time.perf_counter() - start) / inner)
    return result


def main() -> None:
    """Compile, check, time and print the table."""
    parser = argparse.ArgumentParser(description="Time loop kernels against mlir-opt 22 and clang-22.")
    parser.add_argument("kernels", nargs="*", metavar="KERNEL", help="default: all")
    parser.add_argument("--repeats", type=int, default=40)
    options = parser.parse_args()
    chosen = [k for k in KERNELS if not options.kernels or k.name in options.kernels]
    print(
        f"{'kernel':12} {'asyncir min':>12} {'median':>9} {'clang min':>12} {'median':>9} {'ratio':>7}   (µs)"
    )
    ratios: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for kernel in chosen:
            arguments = kernel.arguments(np.random.default_rng(0))
            calls = [ours(kernel, arguments), rival(kernel, arguments, Path(folder))]
            check(kernel, *calls, arguments)
            mine, theirs = times(calls, options.repeats)
            ratios.append(min(mine) / min(theirs))
            figures = [f(t) * 1e6 for t in (mine, theirs) for f in (min, statistics.median)]
            print("{:12} {:12.1f} {:9.1f} {:12.1f} {:9.1f} {:7.3f}".format(kernel.name, *figures, ratios[-1]))
    print(f"geometric mean of the ratios: {statistics.geometric_mean(ratios):.3f} (goal: at most {GOAL})")


if __name__ == "__main__":
    main()
