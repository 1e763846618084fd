"""Programs for an Ascend core: what `insert-sync` makes them execute, beside a forward scan (forward_sync.py).

    python -m bench.ascend_sync

Each program of tests/machines/ascend is called with all kinds of its arguments. What both make of it is played in several
orders; a row says how many waits for events, barriers of a pipe and barriers of all are executed in all calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from asyncir.ir import Context, ModuleOp
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.forward_sync import forward_sync
from bench.sync_programs.executed import Executed, executed, faults
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
        ours, theirs = Executed(), Executed()
        for call in self.program.calls:
            ours += executed(self.ours, MACHINE, call)
            theirs += executed(self.theirs, MACHINE, call)
        return ours, theirs

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


def _row(name: str, ours: Executed, theirs: Executed, wrong: str = "") -> str:
    counts = (f"{one.waits} + {one.engine_barriers} + {one.barriers}" for one in (ours, theirs))
    ratio = ours.blocking / theirs.blocking if theirs.blocking else 1.0
    return f"| {name} | {' | '.join(counts)} | {ratio:.2f} |{wrong}"


def main() -> None:
    """Print the table."""
    print("| program | ours: waits + barriers of a pipe + of all | forward scan | ratio |")
    print("| --- | --- | --- | --- |")
    ours, theirs, wrong = Executed(), Executed(), [0, 0]
    for program in ascend_programs():
        both = compared(program)
        one, other = both.counts
        found = [both.faults(module) for module in (both.ours, both.theirs)]
        ours, theirs = ours + one, theirs + other
        wrong = [count + bool(each) for count, each in zip(wrong, found, strict=True)]
        marks = [
            f" {who} wrong: {each[0]}" for who, each in zip(("ours", "theirs"), found, strict=True) if each
        ]
        print(_row(program.name, one, other, "".join(marks)))
    print(_row("all", ours, theirs))
    print(f"\nwrong: ours {wrong[0]}, forward scan {wrong[1]} of {len(ascend_programs())}")


if __name__ == "__main__":
    main()
