"""Random loops, random legal schedules, any stages asynchronous: races, wrong results, crashes; what the waits are.

    python bench/pipelines.py [--statements 2,3] [--loops 100] [--schedules 4] [--seed 0] [--check]

Each pipelined loop runs with 0 to 7 iterations under several schedules of completion, in the interpreter, which shares no
code with the passes. With --check, `asyncir check` judges every wait, too. Exit status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from asyncir.analyses.in_flight.check import check_module  # noqa: E402
from asyncir.semantics import parse_schedule  # noqa: E402
from asyncir.source.text import parse_module  # noqa: E402
from asyncir.transforms import run_pipeline  # noqa: E402
from tests.pipelines import loops as made  # noqa: E402
from tests.pipelines.test_expansion import annotated, outcome, subsets  # noqa: E402

SCHEDULES = ("latest", "earliest", "seed:1")


def times_of(
    rng: random.Random, found: set[tuple[int, int, int]], count: int
) -> list[tuple[int, int]] | None:
    """A legal schedule, by trying; None where none is found."""
    for _ in range(400):
        stages = [rng.randrange(4) for _ in range(count)]
        times = list(zip(stages, rng.sample(range(count), count), strict=True))
        if made.is_legal(found, times):
            return times
    return None


def try_one(loop: made.Loop, text: str, expected: list[object], options: str, seen: Counter[str]) -> str:
    """What is wrong with the pipelined loop; nothing, if all is well."""
    module = parse_module(text, "loop.mlir")
    run_pipeline(module, f"software-pipeline{options}")
    for schedule in SCHEDULES:
        for trips in made.TRIPS:
            seen["runs"] += 1
            got = outcome(module, loop, trips, parse_schedule(schedule))
            if got != expected[trips]:
                return f"{trips} iterations, {schedule}: {'a race' if got[3] else 'a wrong result'}"
    return ""


def judge(text: str, options: str, seen: Counter[str]) -> None:
    """Count the verdicts on the waits."""
    module = parse_module(text, "loop.mlir")
    run_pipeline(module, f"software-pipeline{options}")
    report = check_module(module)
    seen[f"check: {report.standing.value}"] += 1
    for wait in report.waits:
        seen[f"wait: {wait.verdict.value}"] += 1


def run(options: argparse.Namespace) -> int:
    """Try all; the number of faults."""
    rng, seen, faults = random.Random(options.seed), Counter[str](), 0
    for count in map(int, options.statements.split(",")):
        for loop in map(made.defined, made.loops(rng.randrange(1 << 30), options.loops, count)):
            found = made.dependences(loop)
            plain = parse_module(made.text_of(loop, ""), "loop.mlir")
            expected: list[object] = [outcome(plain, loop, trips) for trips in made.TRIPS]
            seen["loops"] += 1
            seen["loops with predicates"] += any(statement.guarded for statement in loop.statements)
            seen["loops with sums"] += any(statement.write is None for statement in loop.statements)
            seen["loops with steps"] += loop.step != 1
            for _ in range(options.schedules):
                times = times_of(rng, found, count)
                if times is None:
                    continue
                choice = [[], *subsets(loop, times)]
                text = made.text_of(loop, annotated(times, rng.choice(choice)))
                how = rng.choice(("", "{slots=fewest}"))
                seen["pipelines"] += 1
                seen["pipelines with asynchronous stages"] += "async" in text
                try:
                    wrong = try_one(loop, text, expected, how, seen)
                    if not wrong and options.check and "async" in text:
                        judge(text, how, seen)
                except Exception as error:
                    wrong = f"{type(error).__name__}: {error}"
                if wrong:
                    faults += 1
                    print(f"{wrong}\n{how}\n{text}", flush=True)
    for name, number in sorted(seen.items()):
        print(f"{name:40}{number:9}")
    print(f"{'faults':40}{faults:9}")
    return faults


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--statements", default="2,3", metavar="N,...", help="default: %(default)s")
    parser.add_argument("--loops", type=int, default=100, metavar="N", help="of each size")
    parser.add_argument("--schedules", type=int, default=4, metavar="N", help="of each loop")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--check", action="store_true", help="judge the waits, too")
    sys.exit(1 if run(parser.parse_args()) else 0)
