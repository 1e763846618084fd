"""Software pipelines by the thousand: races, wrong results, crashes.

    python bench/pipelines.py --family [--statements 2,3]    every annotation of every loop of a family
    python bench/pipelines.py --samples 20000 [--seed 0]     loops of four and five statements, at random
    python bench/pipelines.py --scheduled 2000 [--seed 0]    the same loops, with schedules that are found
    python bench/pipelines.py --mutants 1000 [--seed 0]      pipelines with one thing wrong
    python bench/pipelines.py --in-flight 1000 [--seed 0]    what is in flight, beside what the annotation implies
    python bench/pipelines.py --wrapping 1000 [--seed 0]     loops whose indices are narrow integers that wrap
    python bench/pipelines.py --copies [--statements 2,3]    whether private memory has the fewest copies

tests/pipelines/family.py, samples.py, mutants.py and implied.py say what these are. Each pipelined loop runs with 0 to
7 iterations in the interpreter, which shares no code with the passes. A run that gets to its end decides whether there
are races, whatever the moments at which asynchronous operations complete; samples run under three schedules of
completion all the same. Of mutants, those that race have to be refuted by `check`, and no others. Prints a progress
line, counts, shares, and what is wrong; exit status 1 if anything is. Samples and mutants are numbered from --seed on,
so that a run can be split.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.pipelines.copies import judge_copies, of_interest  # noqa: E402
from tests.pipelines.family import family  # noqa: E402
from tests.pipelines.judging import Judged, judge_loop  # noqa: E402
from tests.pipelines.measured import judge_in_flight  # noqa: E402
from tests.pipelines.mutants import judge_mutants  # noqa: E402
from tests.pipelines.samples import judge_sample, judge_scheduled  # noqa: E402
from tests.pipelines.wrapping import judge_wrapping  # noqa: E402

Item = TypeVar("Item")


def judge_all(judge: Callable[[Item], Judged], items: Sequence[Item], processes: int) -> Judged:
    """Judge them in several processes, with a line about it now and then."""
    total, began, shown = Judged(), time.monotonic(), 0.0
    with multiprocessing.get_context("spawn").Pool(processes, gc.disable) as pool:
        for done, judged in enumerate(pool.imap_unordered(partial(_collected, judge), items, 4), 1):
            total.add(judged)
            for fault in judged.faults:
                print(f"\n{fault}\n", flush=True)
            spent = time.monotonic() - began
            if spent - shown > 20 or done == len(items):
                shown = spent
                programs = total.counts["pipelines"] or total.counts["mutants"]
                line = f"{done}/{len(items)}: {programs} programs, {len(total.faults)} faults, {spent:.0f}s"
                print(f"\r{line}", end="" if sys.stdout.isatty() else "\n", flush=True)
    return total


def _collected(judge: Callable[[Item], Judged], item: Item) -> Judged:
    """Cycles of IR are collected between loops: a collector that comes when it likes takes a third of the time."""
    found = judge(item)
    gc.collect()
    return found


def of_family(options: argparse.Namespace) -> Judged:
    """The loops of so many statements, with all their annotations."""
    total = Judged()
    for count in map(int, options.statements.split(",")):
        loops = family(count)[options.first :: options.every]
        print(f"{len(loops)} loops of {count} statements", flush=True)
        slots = ("enough", "fewest") if count == 2 else ("enough",)
        total.add(judge_all(partial(judge_loop, slots=slots), loops, options.processes))
    return total


def of_copies(options: argparse.Namespace) -> Judged:
    """The loops of so many statements whose private memory matters."""
    total = Judged()
    for count in map(int, options.statements.split(",")):
        loops = of_interest(count)[options.first :: options.every]
        total.add(judge_all(judge_copies, loops, options.processes))
    return total


def of_samples(options: argparse.Namespace) -> Judged:
    """Random loops, and which share of them has what."""
    seeds = range(options.seed, options.seed + options.samples)
    total = judge_all(judge_sample, seeds, options.processes)
    for name, number in sorted(total.counts.items()):
        if name.startswith("pipelines with"):
            print(f"{name:58}{100 * number / total.counts['pipelines']:5.1f} %")
    return total


def main() -> int:
    """Parse the options, run, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--family", action="store_true", help="all of the family")
    parser.add_argument("--copies", action="store_true", help="the fewest copies")
    parser.add_argument("--samples", type=int, default=0, metavar="N", help="so many random loops")
    parser.add_argument(
        "--scheduled", type=int, default=0, metavar="N", help="so many of them, with schedules that are found"
    )
    parser.add_argument(
        "--mutants", type=int, default=0, metavar="N", help="mutants of so many random pipelines"
    )
    parser.add_argument(
        "--in-flight", type=int, default=0, metavar="N", help="pipelines of so many random loops"
    )
    parser.add_argument("--wrapping", type=int, default=0, metavar="N", help="loops with indices that wrap")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the first of them")
    parser.add_argument("--statements", default="2,3", metavar="N,...", help="default: %(default)s")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="default: %(default)s")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only one of so many loops")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="from that one on")
    options = parser.parse_args()
    wanted = ("family", "copies", "samples", "scheduled", "mutants", "in_flight", "wrapping")
    if not any(getattr(options, name) for name in wanted):
        parser.error(
            "one of --family, --copies, --samples, --scheduled, --mutants, --in-flight and --wrapping says what to try"
        )
    judged = Judged()
    if options.family:
        judged.add(of_family(options))
    if options.copies:
        judged.add(of_copies(options))
    if options.samples:
        judged.add(of_samples(options))
    for judge, number in (
        (judge_scheduled, options.scheduled),
        (judge_mutants, options.mutants),
        (judge_in_flight, options.in_flight),
        (judge_wrapping, options.wrapping),
    ):
        if number:
            judged.add(judge_all(judge, range(options.seed, options.seed + number), options.processes))
    for name, number in sorted(judged.counts.items()):
        print(f"{name:58}{number:9}")
    print(f"{'faults':58}{len(judged.faults):9}")
    return 1 if judged.faults else 0


if __name__ == "__main__":
    sys.exit(main())
