"""Task programs on the serial runtime: many seeds, all orders where that is possible, compared with what their headers say.

    python bench/serial.py [--seeds 1000] [--tasks 6] [--orders 100000] [--processes 2] [PART_OF_A_NAME]

Each program of tests/programs with async ops runs under each seed, at -O2; those of at most `--tasks` tasks run in
all orders as well. A difference is printed with the seed or schedule that repeats it, and the exit code is then 1.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from asyncir.diagnostics import DiagnosticError
from asyncir.driver.compile import Lowered, lower
from asyncir.launch import jit, runtime, serial
from tests.differential import corpus, native
from tests.differential.outcome import Outcome
from tests.differential.test_corpus import call_of, check


@dataclass(frozen=True)
class Options:
    """How much to try."""

    seeds: int
    tasks: int
    orders: int


@dataclass
class Tried:
    """What was tried of one program, and what differed."""

    name: str
    seeds: int = 0
    orders: int = 0
    complete: int = 0
    """Calls of which all orders were tried."""
    calls: int = 0
    inexact: int = 0
    """Runs during which something came from outside, so that they could not be repeated."""
    seconds: float = 0.0
    differences: list[str] = field(default_factory=list[str])


def try_program(name: str, options: Options) -> Tried:
    """Run one program in all those orders."""
    os.nice(5)
    program = corpus.load(corpus.PROGRAMS / f"{name}.mlir")
    lowered = lower(program.text)
    code = jit.emit_object(lowered.text, opt_level=2)
    tried = Tried(name)
    began = time.monotonic()
    for run in program.runs:
        for how, outcome in _try_call(_runner(lowered, code, call_of(run)), options, tried):
            try:
                check(program, run, how, outcome)
            except AssertionError as error:
                tried.differences.append(str(error))
    tried.seconds = time.monotonic() - began
    return tried


def _runner(lowered: Lowered, code: jit.ObjectCode, call: corpus.Call) -> Callable[[], Outcome]:
    """What runs the call; a program with globals, which a run may change, is loaded each time."""
    if " global " in lowered.text:
        return lambda: native.run_code(lowered, code, None, call)
    loaded = native.load(lowered, code, None)
    return lambda: native.run_loaded(loaded, call)


def _try_call(run: Callable[[], Outcome], options: Options, tried: Tried) -> Iterator[tuple[str, Outcome]]:
    """The different outcomes of a call, each with what repeats it."""
    tasks = 0

    def once() -> Outcome:
        nonlocal tasks
        before = runtime.counts().started
        outcome = run()
        tasks = runtime.counts().started - before
        tried.inexact += not serial.is_exact()
        return outcome

    tried.calls += 1
    found = serial.try_seeds(once, range(options.seeds))
    tried.seeds += found.tried
    outcomes = [found.outcomes]
    if tasks <= options.tasks:
        try:
            explored = serial.explore(once, limit=options.orders)
            tried.orders += explored.tried
            tried.complete += explored.complete
            outcomes.append(explored.outcomes)
        except (
            DiagnosticError
        ) as error:  # R220: a run could not be repeated, on a busy machine because it took a second
            tried.differences.append(str(error))
    for each in outcomes:
        yield from ((str(how), outcome) for outcome, how in each.items())


def main() -> int:
    """Try all programs and print a line for each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--tasks", type=int, default=6)
    parser.add_argument("--orders", type=int, default=serial.MOST_ORDERS)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("part", nargs="?", default="")
    asked = parser.parse_args()
    options = Options(asked.seeds, asked.tasks, asked.orders)
    names = [p.name for p in corpus.programs() if "async." in p.text and asked.part in p.name]
    total = Tried("all")
    with ProcessPoolExecutor(asked.processes, max_tasks_per_child=1) as pool:
        for tried in pool.map(try_program, names, itertools.repeat(options)):
            show(tried)
            for key in ("seeds", "orders", "complete", "calls", "inexact", "seconds", "differences"):
                setattr(total, key, getattr(total, key) + getattr(tried, key))
    show(total)
    return 1 if total.differences else 0


def show(tried: Tried) -> None:
    """One line, and what differed."""
    print(
        f"{tried.name:40} {tried.seeds:7} seeds {tried.orders:7} orders, all of {tried.complete} of {tried.calls} calls"
        f" {tried.inexact:4} not exact {len(tried.differences):3} differences {tried.seconds:7.1f} s",
        flush=True,
    )
    for difference in tried.differences if tried.name != "all" else []:
        print(f"  {difference}")


if __name__ == "__main__":
    sys.exit(main())
