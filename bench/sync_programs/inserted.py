"""Random programs for a machine: what `insert-sync` makes of them is proved, and right under five orders.

    python -m bench.sync_programs.inserted --machine bismo --programs 1000 --seed 1

A line for each program that is wrong, refused or not proved; then how many there were, by machine.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence

from asyncir.targets.machine import known_machines, load_machine
from bench.sync_programs.draw import program
from bench.sync_programs.judge import judge


def outcome(machine: str, seed: int, branches: float | None = None) -> tuple[str, str]:
    """What came of a program, in a word, and why."""
    model = load_machine(machine)
    engines = [engine.name for engine in model.engines]
    try:
        found = judge(program(seed, engines, size=4, branches=branches), model, minimal=False, file=machine)
    except Exception:
        return "crashed", traceback.format_exc(limit=-2)
    if found.refused:
        return "refused", found.refused
    wrong = [fault for fault in found.faults if not fault.startswith("not proved")]
    if wrong:
        return "WRONG", "; ".join(wrong)
    return ("right", "") if found.proved else ("right, not proved", "; ".join(found.faults))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--machine", action="append", help="one of them, several times; without it all")
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--branches", type=float, help="how many parts of a block are branches, up to 0.7")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop with each machine after so many")
    options = parser.parse_args(arguments)
    bad = 0
    for machine in options.machine or known_machines():
        came: Counter[str] = Counter()
        start = time.time()
        for seed in range(options.seed, options.seed + options.programs):
            word, why = outcome(machine, seed, options.branches)
            came[word] += 1
            if word != "right":
                print(f"{machine} {seed}: {word}: {why[:400]}", flush=True)
            if time.time() - start > options.seconds:
                break
        bad += came["WRONG"] + came["crashed"]
        print(f"{machine}: {', '.join(f'{n} {word}' for word, n in sorted(came.items()))}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
