"""Random programs by the thousand: natively, in the interpreter, and in mlir-runner where that can run them.

The programs are those of the Hypothesis tests in tests/differential, made from seeds here because about half of
what Hypothesis draws has been drawn before. Three kinds: "full" has everything, "mlir" what mlir-opt 22 can lower, "busy"
is mostly tasks. With `--orders` each program runs on the serial runtime too.
The first program of each process that does not come to the same in all ways is made small and printed. Prints a
progress line, the share of the programs in which each form occurs, and how many differ; exit status 1 if any does.
"""

from __future__ import annotations

import argparse
import multiprocessing
import queue
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.differential import mlir_runner  # noqa: E402
from tests.differential.compare import Ways, compare, rotating  # noqa: E402
from tests.differential.generator import BUSY, FULL, MLIR, Profile, Seeded, generate  # noqa: E402
from tests.differential.shrink import Recorded, shrink  # noqa: E402
from tests.differential.worker import Worker  # noqa: E402


@dataclass(frozen=True)
class Report:
    """What a process says of one program: how it ended, its forms, or the difference."""

    profile: str
    ended: str = ""
    mlir: str = ""
    forms: tuple[str, ...] = ()
    lines: int = 0
    difference: str = ""


@dataclass
class Tally:
    """The figures of one kind of program."""

    programs: int = 0
    lines: int = 0
    forms: Counter[str] = field(default_factory=Counter[str])
    ended: Counter[str] = field(default_factory=Counter[str])
    mlir: Counter[str] = field(default_factory=Counter[str])

    def add(self, report: Report) -> None:
        self.programs += 1
        self.lines += report.lines
        self.forms.update(report.forms)
        self.ended[report.ended] += 1
        if report.mlir:
            self.mlir[report.mlir] += 1


def shard(profile: Profile, seeds: range, all_ways: bool, orders: int, reports: Any) -> None:
    """Run the programs of these seeds; the first difference is shrunk, then this part ends."""
    worker = Worker()
    with_mlir = not profile.ours and mlir_runner.AVAILABLE
    for seed in seeds:
        choices = Recorded(Seeded(seed))
        program = generate(choices, profile)
        ways = rotating(seed, mlir=with_mlir, seeds=orders)
        if all_ways:
            ways = Ways(mlir=with_mlir, seeds=ways.seeds)
        found = compare(program, worker, ways)
        oracle = found.mlir.kind if found.mlir else ""
        lines = program.text.count("\n")
        difference = ""
        if found.differences:
            difference = f"seed {seed}: {found.report(program)}"
            small, tried = shrink(
                choices.made, profile, lambda p, w=ways: bool(compare(p, worker, w).differences)
            )
            again = compare(small, worker, ways)
            if again.differences:
                difference = f"seed {seed}, shrunk in {tried} tries: {again.report(small)}"
        forms = tuple(program.features)
        reports.put(Report(profile.name, found.outcome.kind, oracle, forms, lines, difference))
        if difference:
            break
    worker.close()
    reports.put(None)


def start(options: argparse.Namespace, reports: Any) -> list[SpawnProcess]:
    """Start the processes; each runs its part of both kinds."""
    context = multiprocessing.get_context("spawn")
    parts: list[SpawnProcess] = []
    oracle = options.programs * options.mlir_share // 100
    busy = options.programs * options.busy_share // 100
    for profile, total in ((FULL, options.programs - oracle - busy), (MLIR, oracle), (BUSY, busy)):
        for i in range(options.processes):
            count = total // options.processes + (i < total % options.processes)
            if count:
                first = options.seed * 1_000_000 + i * 100_000
                seeds = range(first, first + count)
                arguments = (profile, seeds, options.all_ways, options.orders, reports)
                parts.append(context.Process(target=shard, args=arguments))
    return parts


def collect(options: argparse.Namespace, tallies: dict[str, Tally]) -> list[str]:
    """Run all parts, as many at once as there are to be processes; the differences."""
    reports = multiprocessing.get_context("spawn").Queue()
    waiting = start(options, reports)
    running: list[SpawnProcess] = []
    differences: list[str] = []
    began, done, ended = time.monotonic(), 0, 0
    total = len(waiting)
    while ended < total:
        while waiting and len(running) - ended < options.processes:
            running.append(waiting.pop(0))
            running[-1].start()
        try:
            report = reports.get(timeout=5)
        except queue.Empty:
            crashed = [p for p in running if p.exitcode not in (None, 0)]
            if crashed:
                raise SystemExit(f"a process of the benchmark ended with {crashed[0].exitcode}") from None
            continue
        if report is None:
            ended += 1
            continue
        done += 1
        tallies[report.profile].add(report)
        if report.difference:
            differences.append(report.difference)
            print(f"\n{report.difference}\n", flush=True)
        if done % 20 == 0 or done == options.programs:
            spent = time.monotonic() - began
            line = f"{done}/{options.programs} programs, {len(differences)} differences, {spent:.0f} s"
            print(f"\r{line}", end="" if sys.stdout.isatty() else "\n", flush=True)
    return differences


def show(name: str, tally: Tally) -> None:
    """The table of one kind."""
    if not tally.programs:
        return
    print(f"\n{name}: {tally.programs} programs, {tally.lines / tally.programs:.0f} lines each")
    print("  ended in " + ", ".join(f"{kind}: {n}" for kind, n in tally.ended.most_common()))
    if tally.mlir:
        print("  mlir-opt and mlir-runner: " + ", ".join(f"{k}: {n}" for k, n in tally.mlir.most_common()))
    for form, count in tally.forms.most_common():
        print(f"  {form:<42}{100 * count / tally.programs:5.1f} %")


def main() -> int:
    """Parse the options, run, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--programs", type=int, default=5000, help="how many (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="at once (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the first process (default: %(default)s)")
    parser.add_argument(
        "--mlir-share", type=int, default=40, help="percent of programs of the kind that mlir-opt lowers"
    )
    parser.add_argument("--busy-share", type=int, default=0, help="percent of programs that are mostly tasks")
    parser.add_argument(
        "--orders", type=int, default=0, help="run each program in so many orders on the serial runtime too"
    )
    parser.add_argument(
        "--all-ways",
        action="store_true",
        help="run each program in 4 native configurations and under 4 schedules, not in 2 and 2 that take turns",
    )
    options = parser.parse_args()
    if options.mlir_share + options.busy_share > 100:
        parser.error("--mlir-share and --busy-share are more than 100 together")
    tallies = {profile.name: Tally() for profile in (FULL, MLIR, BUSY)}
    differences = collect(options, tallies)
    for name, tally in tallies.items():
        show(name, tally)
    total = sum(t.programs for t in tallies.values())
    print(f"\n{total} programs, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
