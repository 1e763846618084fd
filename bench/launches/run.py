"""Is the word of the check on random programs with launches right? Against all orders of runs with small arguments.

    python -m bench.launches.run --programs 3000 --seed 5000

A program is *wrong* if some order of some run races, is misused, or never ends; *right* if none does, and all were tried;
else *open*. The check may call no wrong program proved and no right one wrong. Exits with 1 where it does.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

import numpy as np

from asyncir.analyses.sync_report import Standing
from asyncir.driver.machines import MachineChecked, check_on_machine
from asyncir.semantics.machines.engine import Played, Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from bench.launches.draw import MACHINE, program

_MOST_RUNS = 300


def truth(text: str) -> tuple[str, list[Played]]:
    """`wrong`, `right` or `open`, and what the orders come to."""
    player = Player(parse_module(text), "main", load_machine(MACHINE))
    found: list[Played] = []
    is_open = False
    for n in (0, 1, 2):
        for k in (0, 1):
            arrays = [np.full(1, 5, np.int32) for _ in range(3)]
            played = player.explore([*arrays, n, k], _MOST_RUNS)
            is_open |= any(fault.code == "S009" for fault in played.faults)
            found += [played, *played.others]
    if any(map(_is_wrong, found)):
        return "wrong", found
    return "open" if is_open else "right", found


def _is_wrong(played: Played) -> bool:
    return bool(played.races or played.misuses or played.deadlock) or any(
        fault.code != "S009" for fault in played.faults
    )


def checked(text: str) -> MachineChecked:
    """What the check says."""
    (answer,) = check_on_machine(parse_module(text), MACHINE, entry="main")
    return answer


def is_mistaken(said: Standing, is_so: str) -> bool:
    """Whether the check is wrong."""
    return (said, is_so) in ((Standing.PROVED, "wrong"), (Standing.REFUTED, "right"))


def main() -> int:
    """Judge programs, and print how often the check says what."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    mistakes, begin = 0, time.perf_counter()
    for seed in range(options.seed, options.seed + options.programs):
        text = program(seed)
        is_so, _ = truth(text)
        answer = checked(text)
        counts[f"{is_so}, {answer.standing.value}"] += 1
        if is_mistaken(answer.standing, is_so):
            mistakes += 1
            print(f"seed {seed}: {is_so}, and the check says {answer.standing.value}\n{text}")
    for what, count in sorted(counts.items()):
        print(f"{count:6} {what}")
    print(f"{mistakes} mistakes in {options.programs} programs, {time.perf_counter() - begin:.0f} s")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
