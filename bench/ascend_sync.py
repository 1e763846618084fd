"""Programs for an Ascend core: what `insert-sync` makes them execute, beside a forward scan (forward_sync.py).

    python -m bench.ascend_sync

Each program of tests/machines/ascend is called with all kinds of its arguments. What both make of it is played in several
orders. A row says how many waits for events, barriers of a pipe and barriers of all are executed in all calls, and how long
the greatest call takes by the costs of the machine's description.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from asyncir.diagnostics import DiagnosticError
from asyncir.ir import Context, ModuleOp
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.forward_sync import forward_sync
from bench.sync_programs.executed import Executed, cycles, executed, faults
from tests.machines.programs import AscendProgram, ascend_programs

MACHINE = load_machine("ascend-a2")


@dataclass(frozen=True)
class Compared:
    """One program, synchronised both ways."""

    program: AscendProgram
    ours: ModuleOp
    theirs: ModuleOp

    @cached_property
    def counts(self) -> tuple[Executed, Executed]:
        """What ours executes in all calls, and what theirs does."""
        ours, theirs = (self._all_calls(module) for module in (self.ours, self.theirs))
        return ours, theirs

    def _all_calls(self, module: ModuleOp) -> Executed:
        return sum((executed(module, MACHINE, call) for call in self.program.calls), Executed())

    @property
    def cycles(self) -> tuple[int, int]:
        """How long ours takes for the greatest call, and theirs."""
        call = self.program.calls[-1]
        return cycles(self.ours, MACHINE, call), cycles(self.theirs, MACHINE, call)

    def faults(self, module: ModuleOp) -> list[str]:
        """What is wrong with one of the two."""
        plain = parse_module(self.program.text, self.program.name)
        return faults(module, plain, MACHINE, self.program.calls)


@cache
def compared(program: AscendProgram) -> Compared:
    """Synchronise a program both ways."""
    ours = parse_module(program.text, program.name)
    InsertSync(machine=MACHINE.name).apply(Context(), ours)
    theirs = parse_module(program.text, program.name)
    forward_sync(theirs, MACHINE)
    for module in (ours, theirs):
        module.verify()
    return Compared(program, ours, theirs)


def _row(name: str, counts: Sequence[Executed], times: Sequence[int], wrong: str = "") -> str:
    ours, theirs = counts
    return (
        f"| {name} | {ours} | {theirs} | {ours.blocking / theirs.blocking:.2f} |"
        f" {times[0]} | {times[1]} | {times[0] / times[1]:.2f} |{wrong}"
    )


def main() -> None:
    """Print the table."""
    print(
        "| program | ours: waits + barriers of a pipe + of all | the scan | ratio | ours: cycles | the scan | ratio |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    counts, times, wrong = [Executed(), Executed()], [0, 0], [0, 0]
    for program in ascend_programs():
        try:
            both = compared(program)
        except (DiagnosticError, KeyError) as error:
            print(f"| {program.name} | fails: {type(error).__name__} | | | | | |")
            continue
        found = [both.faults(module) for module in (both.ours, both.theirs)]
        marks = [
            f" {who} wrong: {each[0]}" for who, each in zip(("ours", "the scan"), found, strict=True) if each
        ]
        print(_row(program.name, both.counts, both.cycles, "".join(marks)))
        counts = [all_ + one for all_, one in zip(counts, both.counts, strict=True)]
        times = [all_ + one for all_, one in zip(times, both.cycles, strict=True)]
        wrong = [all_ + bool(each) for all_, each in zip(wrong, found, strict=True)]
    print(_row("all", counts, times))
    print(
        f"\nwrong: ours {wrong[0]}, the scan {wrong[1]} of {len(ascend_programs())}; where ours fails is in no sum"
    )


if __name__ == "__main__":
    main()
