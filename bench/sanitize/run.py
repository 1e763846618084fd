"""Random task programs, compiled ahead of time with a sanitizer, on several workers, disturbed: reports, outcomes, leaks.

Programs are compiled in batches, at -O0 and -O2 in turn. Each batch runs on pools of 1, 2 and 4 workers with several
seeds and rates of disturbance: steals where a parent has just been pushed, pauses behind each publication. Every outcome is
compared with the interpreter's. A batch with a finding is kept in build/sanitize/findings. Exit status 1 if there is one.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from bench.sanitize.batches import batch  # noqa: E402
from bench.sanitize.instrumented import AVAILABLE, FLAGS, Case, Result, build, build_runtime, run  # noqa: E402

FOLDER = ROOT / "build" / "sanitize"
DISTURBANCES = (0, 30, 4)
"""One place in so many, on average, where a thread stands aside."""
DEADLINES = (0, 400)
"""In microseconds: some calls have a deadline at random below it."""


@dataclass
class Tally:
    """What has been done so far."""

    programs: int = 0
    runs: int = 0
    calls: int = 0
    tasks: int = 0
    steals: int = 0
    cancelled: int = 0
    findings: int = 0

    def add(self, result: Result) -> None:
        self.runs += 1
        self.calls += result.calls
        self.tasks += result.tasks
        self.steals += result.steals
        self.cancelled += result.cancelled
        self.findings += not result.good

    def __str__(self) -> str:
        done = f"{self.programs} programs, {self.runs} runs, {self.calls} calls, {self.tasks} tasks"
        return f"{done}, {self.steals} steals, {self.cancelled} cancelled, {self.findings} findings"


def results(options: argparse.Namespace, cases: list[Case], program: Path, seed: int) -> Iterator[Result]:
    """One result for each rate of disturbance and seed."""
    for disturb in DISTURBANCES:
        for turn in range(options.turns):
            deadline = DEADLINES[turn % len(DEADLINES)]
            yield run(
                program, cases, rounds=options.rounds, seed=seed + turn, disturb=disturb, deadline=deadline
            )


def show(result: Result, kept: Path) -> None:
    """A finding: the report, or what came out instead."""
    print(f"\nfinding, kept in {kept}:\n{result.report}")
    for case, came in result.wrong[:3]:
        print(f"program {case.number}: expected {case.expected}, but it came to {came}")


def main() -> int:
    """Parse the options, run, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("sanitizer", choices=sorted(FLAGS))
    parser.add_argument("--minutes", type=float, default=10, help="how long (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the first program (default: %(default)s)")
    parser.add_argument("--batch", type=int, default=24, help="programs in one executable")
    parser.add_argument(
        "--rounds", type=int, default=20, help="calls of each program in a run, times three pools"
    )
    parser.add_argument("--turns", type=int, default=2, help="runs for each rate of disturbance")
    options = parser.parse_args()
    if not AVAILABLE:
        print("clang-22 and clang++-22 are not installed", file=sys.stderr)
        return 2
    runtime = build_runtime(options.sanitizer, FOLDER / f"runtime-{options.sanitizer}")
    end = time.monotonic() + 60 * options.minutes
    tally, seed = Tally(), options.seed
    while time.monotonic() < end or not tally.programs:
        cases = batch(seed, options.batch)
        folder = FOLDER / f"batch-{options.sanitizer}"
        program = build(cases, options.sanitizer, 2 * (tally.programs // options.batch % 2), runtime, folder)
        tally.programs += len(cases)
        for result in results(options, cases, program, seed):
            tally.add(result)
            if not result.good:
                kept = FOLDER / "findings" / f"{options.sanitizer}-{seed}"
                shutil.copytree(folder, kept, dirs_exist_ok=True)
                show(result, kept)
        print(f"{options.sanitizer}: {tally}", flush=True)
        seed += options.batch
    return 1 if tally.findings else 0


if __name__ == "__main__":
    sys.exit(main())
