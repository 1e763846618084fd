"""Whole commands beside LLVM 22's on programs of several sizes: `opt --canonicalize --cse`, and `compile --emit obj -O2`.

    python bench/beside_mlir.py [--sizes 6000,48000] [--shapes one,many,plain] [--rounds 3] [--kinds opt,compile]

Times are CPU seconds of processes that are started anew, the least of so many rounds in which the two take turns. The first
kind stands beside mlir-opt with the same passes; the second beside mlir-opt, mlir-translate and clang -O2 together. Goals:
at most 12 and 4 times as long, and that a doubling of the program costs at most 2.3 times as much.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import programs
from growth import GOAL, doublings

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.kernels.bench import tool

GOALS = {"opt": 12, "compile": 4}
LOWERING = (
    *("async-to-async-runtime", "async-runtime-ref-counting", "async-runtime-ref-counting-opt"),
    *(
        "convert-async-to-llvm",
        "convert-scf-to-cf",
        "expand-strided-metadata",
        "convert-math-to-llvm",
        "lower-affine",
    ),
    *("convert-arith-to-llvm", "finalize-memref-to-llvm", "convert-func-to-llvm", "convert-cf-to-llvm"),
    "reconcile-unrealized-casts",
)
OURS = (sys.executable, "-m", "asyncir")


def plain(ops: int) -> str:
    """Public functions of some ten ops, without tasks."""
    lines: list[str] = []
    for i in range(max(1, ops // 12)):
        lines += [
            f"func.func @f{i}(%A: memref<?xf64>, %n: index, %f: f64) -> f64 {{",
            f"  %c = arith.constant {i} : index",
            "  %i = arith.addi %n, %c : index",
            "  %j = arith.muli %i, %n : index",
            "  %x = memref.load %A[%i] : memref<?xf64>",
            "  %y = arith.mulf %x, %f : f64",
            "  %s = arith.cmpi slt, %i, %j : index",
            "  %z = arith.select %s, %x, %y : f64",
            "  memref.store %z, %A[%j] : memref<?xf64>",
            "  %w = arith.addf %y, %z : f64",
            "  return %w : f64",
            "}",
        ]
    return "\n".join(lines) + "\n"


SHAPES: dict[str, Callable[[int], str]] = {
    "one": programs.one_function,
    "many": programs.many_functions,
    "plain": plain,
}


def cpu_seconds(*commands: Sequence[str]) -> float:
    """The CPU time of the commands, one after the other."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for command in commands:
        subprocess.run(command, check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def commands(kind: str, source: str) -> tuple[list[Sequence[str]], list[Sequence[str]]]:
    """Ours, and theirs."""
    out = f"{source}.out"
    if kind == "opt":
        same = ("--canonicalize", "--cse", source, "-o", out)
        return [(*OURS, "opt", *same)], [(tool("mlir-opt"), *same)]
    lowered, text = f"{source}.lowered", f"{source}.ll"
    theirs: list[Sequence[str]] = [
        (tool("mlir-opt"), *(f"--{name}" for name in LOWERING), source, "-o", lowered),
        (tool("mlir-translate"), "--mlir-to-llvmir", lowered, "-o", text),
        (
            *(tool("clang"), "-O2", "-march=native", "-fPIC", "-c", "-Wno-override-module"),
            *("-x", "ir", text, "-o", out),
        ),
    ]
    return [(*OURS, "compile", "--emit", "obj", "-O2", source, "-o", out)], theirs


def measure(kind: str, sources: Sequence[str], rounds: int) -> list[tuple[float, float]]:
    """For each program the least times of both."""
    best = [(math.inf, math.inf)] * len(sources)
    for _ in range(rounds):
        for index, source in enumerate(sources):
            ours, theirs = commands(kind, source)
            found = cpu_seconds(*ours), cpu_seconds(*theirs)
            best[index] = min(best[index][0], found[0]), min(best[index][1], found[1])
    return best


def main() -> int:
    """Measure and print; 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sizes", default="6000,48000")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--kinds", default=",".join(GOALS))
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    sizes = [int(size) for size in asked.sizes.split(",")]
    met = True
    print(
        f"{'kind':8} {'shape':6} {'ops':>6} {'ours, s':>9} {'theirs, s':>9} {'ratio':>6}  growth per doubling"
    )
    with tempfile.TemporaryDirectory() as folder:
        for shape in asked.shapes.split(","):
            sources = [str(Path(folder, f"{shape}{size}.mlir")) for size in sizes]
            for source, size in zip(sources, sizes, strict=True):
                Path(source).write_text(SHAPES[shape](size))
            for kind in asked.kinds.split(","):
                found = measure(kind, sources, asked.rounds)
                growth = doublings(sizes, [ours for ours, _ in found])
                for index, (ours, theirs) in enumerate(found):
                    grown = f"{growth[index - 1]:.2f}" if 0 < index <= len(growth) else ""
                    line = (
                        f"{kind:8} {shape:6} {sizes[index]:6} {ours:9.2f} {theirs:9.2f} {ours / theirs:6.1f}"
                    )
                    print(f"{line}  {grown}", flush=True)
                    met = met and ours / theirs <= GOALS[kind]
                met = met and max(growth, default=0) <= GOAL
    print(f"goals: {'met' if met else 'missed'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
