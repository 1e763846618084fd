"""Compare what a random program comes to, in all the ways in which it can run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.differential import mlir_runner
from tests.differential.corpus import Argument, Call
from tests.differential.generator import Program
from tests.differential.outcome import Outcome
from tests.differential.worker import Worker


@dataclass(frozen=True)
class Comparison:
    """The outcome of the interpreter's first run, and what differs from it: how it was run, and its outcome."""

    outcome: Outcome
    differences: tuple[tuple[str, Outcome], ...]
    mlir: Outcome | None = None

    def report(self, program: Program) -> str:
        """What to show to whoever has to find the fault."""
        lines = [f"{how}: {outcome}" for how, outcome in self.differences]
        return "\n".join(
            [f"arguments: {program.arguments}", f"expected: {self.outcome}", *lines, program.text]
        )


def call_of(program: Program) -> Call:
    """The call of a random program's `@main`."""
    a, b, c = program.arguments
    return Call("main", (Argument(str(a), "i64"), Argument(str(b), "f64"), Argument(str(c), "i32")), ("i64",))


# Optimisation levels with threads; schedules of the interpreter.
CONFIGURATIONS = ((0, 1), (2, 1), (0, 2), (2, 2))
SCHEDULES = ("earliest", "latest", "seed:1", "exhaustive")


@dataclass(frozen=True)
class Ways:
    """How to run a program: native configurations, schedules of the interpreter, whether in mlir-runner too, orders."""

    native: Sequence[tuple[int, int]] = CONFIGURATIONS
    interpreter: Sequence[str] = SCHEDULES
    mlir: bool = False
    seeds: Sequence[int] = ()
    """Of the serial runtime."""


def rotating(number: int, *, mlir: bool = False, seeds: int = 0) -> Ways:
    """Both optimisation levels and two schedules, which and with how many threads depending on the number; so many seeds."""
    threads = 1 + number % 2
    schedules = ("earliest", SCHEDULES[1 + number % 3])
    return Ways(((0, threads), (2, 3 - threads)), schedules, mlir, range(number, number + seeds))


def compare(program: Program, worker: Worker, ways: Ways) -> Comparison:
    """Run it in every way that is asked for; the first run decides what is expected."""
    call = call_of(program)
    runs: list[tuple[str, Outcome]] = []
    if ways.interpreter:
        found = worker.interpreted(program.text, call, ways.interpreter)
        runs += [(f"interpreter, {s}", o) for s, o in zip(ways.interpreter, found, strict=False)]
    if ways.native:
        found = worker.native(program.text, call, ways.native)
        shown = [f"native, -O{level}, threads: {n}" for level, n in ways.native]
        runs += list(zip(shown, found, strict=False))
    if ways.seeds:
        found = worker.serially(program.text, call, ways.seeds)
        runs += list(zip((f"serial, seed {seed}" for seed in ways.seeds), found, strict=False))
    oracle = mlir_runner.run_main(program.text, program.arguments) if ways.mlir else None
    if oracle is not None and oracle.kind == "values":
        runs.append(("mlir-runner", oracle))
    expected = runs[0][1]
    wrong = [(how, o) for how, o in runs if o.kind not in ("values", "error") or not o.same(expected)]
    return Comparison(expected, tuple(wrong), oracle)
