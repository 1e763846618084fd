"""Repairs of random programs with tasks that lack a wait, before the interpreter.

    python -m bench.repairs --programs 200 --seed 1 [--family F]

Programs of the adversary of the check that are proved lose a wait or a dependency. Where the rest is refuted, it is repaired
as `asyncir check --diff` does, and the repaired text is run in all orders: there must be no race and no deadlock, and no
more waits than were lost. Printed is what came of it.
"""

import argparse
import random
import time
from collections import Counter

import asyncir
from asyncir.driver.repairing import repaired

from .task_adversary.judge import judge
from .task_adversary.mutants import drop_await, drop_dependency
from .task_adversary.programs import families, program

LOSSES = (drop_await, drop_dependency)


def lost(text, rng):
    """The program without one of its waits, if it is wrong without it."""
    changed = rng.choice(LOSSES)(text, rng)
    if changed is None or changed == text:
        return None
    try:
        return changed if asyncir.check(changed, entry="main").standing == "refuted" else None
    except asyncir.DiagnosticError:
        return None


def examine(family, seed):
    """What came of one program: a word, and of wrong results the text."""
    text = program(family, seed)
    if asyncir.check(text, entry="main").standing != "proved":
        return "not proved", ""
    racy = lost(text, random.Random(seed))
    if racy is None:
        return "nothing was lost that is needed", ""
    repair = repaired(racy, "p.mlir", ["main"])
    if repair.reason:
        return f"not repaired: {repair.reason}", racy
    found = judge(asyncir.parse(repair.text))
    if found.shows_a_fault():
        return "WRONG", repair.text
    size = "one wait" if repair.added == 1 else f"{repair.added} waits"
    return f"repaired with {size}{'' if repair.is_smallest else ', maybe not the fewest'}", ""


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", action="append", choices=families())
    parser.add_argument("--show", action="store_true", help="print the programs that are not repaired")
    options = parser.parse_args(arguments)
    chosen = options.family or families()
    counts, before = Counter(), time.process_time()
    for k in range(options.programs):
        family, seed = chosen[k % len(chosen)], options.seed + k // len(chosen)
        word, text = examine(family, seed)
        counts[word] += 1
        if text and (options.show or word == "WRONG"):
            print(f"// {family} {seed}: {word}\n{text}", flush=True)
    for word, count in sorted(counts.items(), key=lambda item: -item[1]):
        print(f"{count:6} {word}")
    print(f"{time.process_time() - before:.0f} s")
    return 1 if counts["WRONG"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
