"""How the compiler's time grows with the program, phase by phase, with LLVM's own time beside it.

    python bench/compile_time.py [--sizes 1000,6000,...] [--shape one|many|both] [--llvm-up-to OPS]

The programs (`programs.py`) mix arithmetic, loops over memory, branches and chained tasks, in one function or in
functions of some eighty ops. A growth figure is the ratio of two neighbouring sizes' times per doubling of the
ops, so that sizes need not be powers of two. The goal is on our own phases; LLVM's are there to compare.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import programs
from llvmlite import binding as llvm

from asyncir.driver.stages import prepare
from asyncir.ir.walk import walk
from asyncir.launch import jit
from asyncir.lowering.cpu.module import emit_llvm
from asyncir.source.text import parse_module
from asyncir.source.verify import ensure_valid
from asyncir.transforms import run_pipeline

T = TypeVar("T")

GOAL = 2.3
SHAPES: dict[str, Callable[[int], str]] = {"one": programs.one_function, "many": programs.many_functions}
OURS = ("parse", "verify", "canonicalize", "lower", "emit")
LLVMS = ("llvm parse", "llvm optimise", "llvm codegen")


@dataclass(frozen=True)
class Sample:
    """One program's size and the seconds that each phase took."""

    ops: int
    seconds: dict[str, float]


class Stopwatch:
    """CPU seconds by phase, which other programs on the machine disturb less than the clock on the wall."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def time(self, phase: str, run: Callable[[], T]) -> T:
        """Run and note how long it took, after what is garbage has been collected."""
        gc.collect()
        start = time.process_time()
        result = run()
        self.seconds[phase] = time.process_time() - start
        return result


def once(text: str, with_llvm: bool) -> Sample:
    """The phases on one program."""
    watch = Stopwatch()
    module = watch.time("parse", lambda: parse_module(text, verify=False))
    ops = sum(1 for _ in walk(module))
    watch.time("verify", lambda: ensure_valid(module))
    watch.time("canonicalize", lambda: run_pipeline(module, "canonicalize"))
    watch.time("lower", lambda: prepare(module))
    lowered, _ = watch.time("emit", lambda: emit_llvm(module))
    if with_llvm:
        through_llvm(watch, lowered)
    return Sample(ops, watch.seconds)


def sample(texts: Sequence[str], llvm_up_to: Sequence[bool], repeats: int) -> list[Sample]:
    """The phases on each program; of several rounds over all of them the least time of each.

    Rounds, not repeats of one program after the other: a minute in which something else runs on the machine then hits
    every size, and the least times still belong together.
    """
    best: list[Sample] = [once(text, llvm_too) for text, llvm_too in zip(texts, llvm_up_to, strict=True)]
    for _ in range(repeats - 1):
        for known, text in zip(best, texts, strict=True):
            # LLVM is only there to compare: once is enough.
            for phase, seconds in once(text, False).seconds.items():
                known.seconds[phase] = min(known.seconds[phase], seconds)
    return best


def through_llvm(watch: Stopwatch, text: str) -> None:
    """LLVM's part at -O2, as `asyncir.launch.jit` does it."""
    machine = jit.host()
    target: Any = llvm.Target.from_triple(machine.triple).create_target_machine(
        cpu=machine.cpu, features=machine.features, opt=2, reloc="pic"
    )
    module = watch.time("llvm parse", lambda: llvm.parse_assembly(text, llvm.create_context()))
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(target, options)
    watch.time("llvm optimise", lambda: builder.getModulePassManager().run(module, builder))
    watch.time("llvm codegen", lambda: target.emit_object(module))


def growth(samples: Sequence[Sample], phase: str) -> list[float]:
    """For neighbouring sizes the ratio of the times, per doubling of the ops."""
    return [
        (b.seconds[phase] / a.seconds[phase]) ** (1 / math.log2(b.ops / a.ops))
        for a, b in itertools.pairwise(samples)
        if phase in b.seconds
    ]


def report(shape: str, samples: Sequence[Sample]) -> bool:
    """Print the table; whether our phases grow as slowly as they should."""
    print(f"\n{shape} function{'s' * (shape == 'many')}: CPU seconds" + " " * 20 + "growth per doubling")
    print(f"{'ops':>14}", *(f"{s.ops:8}" for s in samples))
    fine = True
    for phase in (*OURS, *LLVMS):
        cells = [f"{s.seconds[phase]:8.3f}" if phase in s.seconds else f"{'-':>8}" for s in samples]
        ratios = growth(samples, phase)
        print(f"{phase:>14}", *cells, "  ", *(f"{ratio:5.2f}" for ratio in ratios))
        fine = fine and (phase in LLVMS or max(ratios) <= GOAL)
    total = [sum(s.seconds[phase] for phase in OURS) for s in samples]
    print(f"{'ours':>14}", *(f"{t:8.3f}" for t in total))
    return fine


def main() -> int:
    """Measure, print, and fail if a phase of ours grows too fast."""
    parser = argparse.ArgumentParser(description="Time the compiler's phases on growing programs.")
    parser.add_argument("--sizes", default="1000,6000,12000,24000,48000")
    parser.add_argument("--shape", choices=[*SHAPES, "both"], default="both")
    parser.add_argument("--llvm-up-to", type=int, default=12000, metavar="OPS")
    parser.add_argument("--repeats", type=int, default=3, help="take the least of so many rounds")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    fine = True
    for shape, program in SHAPES.items():
        if options.shape in (shape, "both"):
            with_llvm = [size <= options.llvm_up_to for size in sizes]
            samples = sample([program(size) for size in sizes], with_llvm, options.repeats)
            fine = report(shape, samples) and fine
    print(
        f"\ngoal: each doubling takes our phases at most {GOAL} times as long: {'met' if fine else 'missed'}"
    )
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
