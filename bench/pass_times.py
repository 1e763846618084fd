"""How each pass's time grows with the program, in one function and in many.

    python bench/pass_times.py [--sizes 1000,2000,4000,8000] [--passes canonicalize,cse,...]

The last figure of each row is the largest growth per doubling; the goal is at most 2.3.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import math
import time
from collections.abc import Callable

import programs

from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline

PASSES = ("canonicalize", "cse", "licm", "inline", "dce", "convert-scf-to-cf")


def straight(ops: int) -> str:
    """Arithmetic, loads and stores in one block."""
    lines = ["func.func @main(%A: memref<?xf64>, %B: memref<64xf64>, %n: index, %f: f64) {"]
    lines.append("  %c1 = arith.constant 1 : index")
    lines.append("  %i0 = arith.addi %n, %c1 : index")
    for i in range(ops // 5):
        lines.append(f"  %i{i + 1} = arith.addi %i{i}, %c1 : index")
        lines.append(f"  %p{i} = arith.addi %n, %i{i} : index")
        lines.append(f"  %x{i} = memref.load %A[%p{i}] : memref<?xf64>")
        lines.append(f"  %y{i} = arith.addf %x{i}, %f : f64")
        lines.append(f"  memref.store %y{i}, %A[%p{i}] : memref<?xf64>")
    return "\n".join([*lines, "  return", "}"]) + "\n"


def branches(ops: int) -> str:
    """A long graph of blocks."""
    lines = ["func.func @main(%a: i64, %c: i1) -> i64 {", "  cf.br ^b0(%a : i64)"]
    count = ops // 4
    for i in range(count):
        lines.append(f"^b{i}(%x{i}: i64):")
        lines.append(f"  %y{i} = arith.addi %x{i}, %a : i64")
        lines.append(f"  cf.cond_br %c, ^l{i}, ^b{i + 1}(%y{i} : i64)")
        lines.append(f"^l{i}:")
        lines.append(f"  %z{i} = arith.muli %y{i}, %y{i} : i64")
        lines.append(f"  cf.br ^b{i + 1}(%z{i} : i64)")
    return "\n".join([*lines, f"^b{count}(%r: i64):", "  return %r : i64", "}"]) + "\n"


def nested(ops: int) -> str:
    """Loops in loops, sixteen deep, side by side."""
    lines = ["func.func @main(%A: memref<?xf64>, %n: index, %f: f64) {", "  %c0 = arith.constant 0 : index"]
    lines.append("  %c1 = arith.constant 1 : index")
    for i in range(max(1, ops // 64)):
        for depth in range(16):
            lines.append(f"scf.for %i{depth} = %c0 to %n step %c1 {{")
            lines.append(f"  %s{depth} = arith.addi %i{depth}, %n : index")
        lines.append("  %x = memref.load %A[%s3] : memref<?xf64>")
        lines.append(f"  memref.store %x, %A[%s{i % 16}] : memref<?xf64>")
        lines.extend("}" for _ in range(16))
    return "\n".join([*lines, "  return", "}"]) + "\n"


def calls(ops: int) -> str:
    """A chain of small functions, each of which calls the one before it."""
    lines = ["func.func private @f0(%a: i64) -> i64 {", "  return %a : i64", "}"]
    for i in range(1, ops // 5):
        lines.append(f"func.func private @f{i}(%a: i64) -> i64 {{")
        lines.append(f"  %b = arith.addi %a, %a : i64\n  %c = func.call @f{i - 1}(%b) : (i64) -> i64")
        lines.append(f"  %d = arith.muli %c, %a : i64\n  return %{'d' if i % 8 else 'a'} : i64\n}}")
    lines.append("func.func @main(%a: i64) -> i64 {")
    lines.append(f"  %b = func.call @f{ops // 5 - 1}(%a) : (i64) -> i64\n  return %b : i64\n}}")
    return "\n".join(lines) + "\n"


SHAPES: dict[str, Callable[[int], str]] = {
    "one": programs.one_function,
    "many": programs.many_functions,
    "straight": straight,
    "branches": branches,
    "nested": nested,
    "calls": calls,
}


def seconds(text: str, name: str) -> tuple[int, float]:
    """The ops of the program, and the least CPU seconds of two runs of the pass on it."""
    best = math.inf
    ops = 0
    for _ in range(2):
        module = parse_module(text, verify=False)
        ops = sum(1 for _ in walk(module))
        gc.collect()
        start = time.process_time()
        run_pipeline(module, name)
        best = min(best, time.process_time() - start)
    return ops, best


def main() -> None:
    """Print a row for each shape and pass."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1000,2000,4000,8000")
    parser.add_argument("--passes", default=",".join(PASSES))
    parser.add_argument("--shapes", default=",".join(SHAPES))
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    print(f"{'shape':9} {'pass':18}", *(f"{size:>8}" for size in sizes), "  worst doubling")
    for shape in options.shapes.split(","):
        texts = [SHAPES[shape](size) for size in sizes]
        for name in options.passes.split(","):
            found = [seconds(text, name) for text in texts]
            growth = [
                (after / before) ** (1 / math.log2(more / fewer))
                for (fewer, before), (more, after) in itertools.pairwise(found)
                if more > fewer
            ]
            times = (f"{1000 * taken:8.1f}" for _, taken in found)
            print(f"{shape:9} {name:18}", *times, f"  {max(growth, default=1):.2f}", flush=True)


if __name__ == "__main__":
    main()
