"""Too few flags, semaphores and room in FIFOs: what it costs, and what the best remedies would cost.

    python -m bench.sync_programs.scarce --kinds flags FIFOs --numbers 1 2 --programs 50 --works 12

Random programs (crowd.py) on machines made small. Each is synchronised for the machine with plenty, for the small one with
the remedy that delays least at each place, as `insert-sync` does it, and with every choice there is, up to `--most` attempts.
Of those for which the small machine has too few, the cycles are added up, by the estimate that chooses and as the interpreter
plays them. `--play` plays what comes of it in five orders; none may go wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from asyncir.analyses.machines.allocation import Allocated, attempted, coloured, searched
from asyncir.analyses.machines.counts import counts_of
from asyncir.analyses.machines.edges import OrderEdge
from asyncir.analyses.machines.program import MachineProgram
from asyncir.analyses.machines.redundant import edges_of
from asyncir.analyses.machines.remedies import Remedy, RemedyChoice
from asyncir.analyses.machines.room import TooFew
from asyncir.analyses.machines.times import cost_of
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel
from asyncir.transforms._sync_writer import SyncWriter
from bench.sync_programs.changing import program_of
from bench.sync_programs.crowd import SMALL, CrowdShape, crowded, small_machine
from bench.sync_programs.executed import cycles, faults

WAYS = ("plenty", "delay alone", "insert-sync", "all choices")
PLENTY = 15
_CALL = (4,)
_CALLS = ((0,), (1,), (4,))


@dataclass
class ScarceRow:
    """What came of the programs on one machine."""

    came: Counter[str] = field(default_factory=Counter[str])
    estimated: Counter[str] = field(default_factory=Counter[str])
    played: Counter[str] = field(default_factory=Counter[str])
    waits: Counter[str] = field(default_factory=Counter[str])
    attempts: int = 0

    def add(self, found: dict[str, tuple[float, int, int]]) -> None:
        """One program that the small machine makes slower: its time, waits and cycles by each way."""
        for way, (estimated, waits, played) in found.items():
            self.estimated[way] += int(estimated)
            self.waits[way] += waits
            self.played[way] += played

    def cells(self, ways: Sequence[str]) -> str:
        """The figures."""
        return " | ".join(f"{self.estimated[way]}, {self.played[way]}, {self.waits[way]}" for way in ways)


class _InTurn(RemedyChoice):
    """Takes the first of all remedies where nothing is forced."""

    def rank(self, remedy: Remedy) -> tuple[float, ...]:
        """All have the same."""
        return (0.0,)


def every_choice(program: MachineProgram, edges: list[OrderEdge], most: int) -> tuple[Allocated | None, int]:
    """The best of all choices, and how many there are; None where there are more than so many."""
    best: Allocated | None = None
    forced: list[int] | None = []
    tried = 0
    while forced is not None:
        if tried == most:
            return None, tried
        tried += 1
        choice = _InTurn(forced=forced)
        try:
            found = attempted(program, edges, coloured, choice)
        except TooFew:
            found = None
        if found is not None and (best is None or found.cost < best.cost):
            best = found
        forced = _next(choice.taken)
    return best, tried


def _next(taken: Sequence[tuple[int, int]]) -> list[int] | None:
    """The choices behind these, as those of a number that is counted up."""
    for at in range(len(taken) - 1, -1, -1):
        number, count = taken[at]
        if number + 1 < count:
            return [*(n for n, _ in taken[:at]), number + 1]
    return None


def look(text: str, small: MachineModel, plenty: MachineModel, row: ScarceRow, most: int, play: bool) -> None:
    """One program."""
    program = program_of(parse_module(text), small)
    edges = edges_of(program)
    try:
        ours = searched(program, edges, coloured)
    except TooFew:
        row.came["refused"] += 1
        return
    if not ours.choice.taken:
        row.came["enough"] += 1
        return
    found = {"plenty": _figures(text, plenty), "insert-sync": _figures(text, small, ours.choice)}
    if play:
        module = _written(text, small, ours.choice)
        row.came["wrong"] += bool(faults(module, parse_module(text), small, _CALLS))
    try:
        found["delay alone"] = _figures(text, small, RemedyChoice())
    except TooFew:
        found["delay alone"] = found["insert-sync"]
        row.came["refused by delay alone"] += 1
    if most:
        best, tried = every_choice(program, edges, most)
        row.attempts += tried
        if best is None:
            row.came["too many choices"] += 1
            return
        found["all choices"] = _figures(text, small, best.choice)
        row.came["worse than the best"] += best.cost[0] < ours.cost[0]
    row.came["too few"] += 1
    row.add(found)


def _figures(text: str, machine: MachineModel, choice: RemedyChoice | None = None) -> tuple[float, int, int]:
    """The estimate, the number of waits by it, and the cycles."""
    program, found = _chosen(text, machine, choice)
    cost = cost_of(program, found.edges)
    assert cost is not None
    return (*cost, cycles(_written(text, machine, choice), machine, _CALL))


def _chosen(
    text: str, machine: MachineModel, choice: RemedyChoice | None
) -> tuple[MachineProgram, Allocated]:
    program = program_of(parse_module(text), machine)
    again = RemedyChoice() if choice is None else RemedyChoice(choice.first, choice.numbers)
    return program, attempted(program, edges_of(program), coloured, again)


def _written(text: str, machine: MachineModel, choice: RemedyChoice | None) -> ModuleOp:
    program, found = _chosen(text, machine, choice)
    SyncWriter(program, found.plan, counts_of(program, found.edges)).write(found.edges)
    module = program.function.parent_op()
    assert isinstance(module, ModuleOp)
    module.verify()
    return module


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kinds", nargs="+", choices=SMALL, default=list(SMALL))
    parser.add_argument("--numbers", nargs="+", type=int, default=[1, 2, 3], help="instances, or room")
    parser.add_argument("--programs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--works", type=int, default=14, help="in a program")
    parser.add_argument("--most", type=int, default=0, help="attempts to find the best remedies; 0: none")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop with each machine after so many")
    parser.add_argument("--play", action="store_true", help="play what comes of it")
    options = parser.parse_args(arguments)
    ways = WAYS if options.most else WAYS[:-1]
    print("cycles by the estimate, cycles as played, waits")
    print(f"| machine | {' | '.join(ways)} | |\n| --- | {'--- | ' * len(ways)}--- |")
    wrong = 0
    for kind in options.kinds:
        for number in options.numbers:
            row, end = ScarceRow(), time.time() + options.seconds
            small, plenty = small_machine(kind, number), small_machine(kind, PLENTY)
            for seed in range(options.seed, options.seed + options.programs):
                text = crowded(seed, kind, CrowdShape(works=options.works))
                look(text, small, plenty, row, options.most, options.play)
                if time.time() > end:
                    break
            came = ", ".join(f"{n} {words}" for words, n in row.came.items() if n)
            print(f"| {kind}: {number} | {row.cells(ways)} | {came} |", flush=True)
            wrong += row.came["wrong"]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
