"""Does `asyncir check --machine` say of each wrong program that it is wrong, and of no right one?

    python -m bench.sync_programs.mutants --machine ascend-a2 --mutants 700 --seed 1 [--repair]

Right programs (drawn ones that `insert-sync` has synchronised, and some by hand) are changed a little (mutate.py). The oracle
says first which of them are harmful: in some call and order there is a race, a misuse or a deadlock. With `--repair` the
harmful ones are given to `repair-sync`, which has to make them right with no more changes than were made.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import asyncir.targets
from asyncir.analyses.sync_report import Standing
from asyncir.diagnostics import DiagnosticError
from asyncir.driver.machines import check_on_machine
from asyncir.ir import Context, ModuleOp
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.targets.verify_sync import verify_sync
from asyncir.transforms._sync_repairs import find_sync_repair
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.by_hand import by_hand
from bench.sync_programs.changing import calls_of, function_of, wrong_run
from bench.sync_programs.draw import program, small
from bench.sync_programs.judge import arguments, wrong
from bench.sync_programs.mutate import mutant, mutations

_MOST_RUNS = 300
_EXHAUSTIVE = 3
"""So many calls are played in all orders, where these are not too many."""


@dataclass
class Record:
    """One mutant."""

    kind: str
    text: str
    harmful: str = ""
    """What goes wrong, by the oracle."""
    answer: str = ""
    fault: str = ""
    repair: str = ""
    seconds: float = 0
    """For the repair."""


def bases(name: str, seed: int) -> Iterator[tuple[ModuleOp, str]]:
    """Right programs: by hand, small, and larger ones."""
    machine = load_machine(name)
    engines = [engine.name for engine in machine.engines if engine.name != machine.issuer]
    own = len(engines) < 2 or machine.drains
    hand = by_hand(name)
    while True:
        seed += 1
        which = seed % 5
        if which == 0 and hand:
            text = hand[seed // 5 % len(hand)]
        else:
            text = program(seed, engines, size=3, own=own) if which == 1 else small(seed, engines, own=own)
        module = parse_module(text, "drawn")
        if which or not hand:
            try:
                InsertSync(machine=name).apply(Context(), module)
            except DiagnosticError:
                continue
        yield module, text


def judged(module: ModuleOp, text: str, machine: MachineModel) -> str:
    """What goes wrong in some call and order; empty where nothing does."""
    some = calls_of(text)
    found = wrong_run(module, machine, some)
    if found is not None:
        return f"{found[0]} {found[1]}: {wrong(found[2])[:100]}"
    player = Player(module, "f", machine)
    for call in some[:_EXHAUSTIVE]:
        played = player.explore(arguments(*call), _MOST_RUNS)
        if wrong(played):
            return f"{call} exhaustive: {wrong(played)[:100]}"
    return ""


def examine(record: Record, module: ModuleOp, base: str, machine: MachineModel, name: str) -> None:
    """What the oracle and the check say of a mutant."""
    if verify_sync(module, machine):
        record.answer = "refused"
        return
    try:
        record.harmful = judged(module, base, machine)
        answer = check_on_machine(module.clone(), name)[0]
    except DiagnosticError as error:
        record.answer = f"refused: {str(error)[:60]}"
        return
    record.answer = answer.standing.value
    if answer.standing is Standing.PROVED and record.harmful:
        record.fault = "WRONG PROOF"
    elif answer.standing is Standing.REFUTED:
        if not answer.diagnostics:
            record.fault = "NO WITNESS"
        if not record.harmful:
            record.fault = f"FALSE REFUTATION {answer.call} {answer.diagnostics[0].message}"
    if answer.standing is Standing.UNKNOWN:
        record.answer = f"unknown: {answer.reason}"


def repair(record: Record, module: ModuleOp, machine: MachineModel, name: str) -> None:
    """What `repair-sync` makes of a harmful mutant, each of which was made with one change."""
    start = time.process_time()
    found = find_sync_repair(module, function_of(module), name, is_wrong=True)
    record.seconds = time.process_time() - start
    if found.copy is None:
        record.repair = f"not restored: {found.reason}"
        return
    few = "" if found.size == 1 else f" with {found.size} changes"
    record.repair = f"restored{few}{'' if found.shown else ', perhaps with too many'}"
    if found.size > 1 and found.shown and not record.kind.endswith("deeper than it is"):
        record.repair += ": TOO MANY"
    bad = wrong_run(found.copy.module, machine, calls_of(record.text))
    if bad is not None:
        record.fault = (
            f"REPAIRED AND WRONG: {bad[0]} {bad[1]} {wrong(bad[2])[:200]}\n{found.copy.module}\nwas"
        )


def shallower(name: str) -> list[tuple[str, str]]:
    """Machine files in which a queue, or what a semaphore holds, is one less than in the file of that name."""
    text = Path(asyncir.targets.__file__).with_name(f"{name}.toml").read_text()
    found: list[tuple[str, str]] = []
    for match in re.finditer(r"^(queue|capacity|most) = (\d+)$", text, re.MULTILINE):
        for less in {int(match[2]) - 1, 1}:
            if 0 < less < int(match[2]):
                new = f"{text[: match.start()]}{match[1]} = {less}{text[match.end() :]}"
                found.append((f"a {match[1]} deeper than it is", new))
    return found


def mutants_of(name: str, seed: int, each: int) -> Iterator[tuple[Record, ModuleOp, str, str]]:
    """Mutants of right programs, with the program that each comes from, and the machine."""
    less = shallower(name)
    with tempfile.TemporaryDirectory() as directory:
        for number, (module, text) in enumerate(bases(name, seed)):
            machine = load_machine(name)
            if judged(module, text, machine):
                yield Record("-", str(module), fault="THE PROGRAM IS WRONG"), module, text, name
                continue
            random = Random(seed + number)
            for mutation in mutations(module, machine, random, each):
                changed = mutant(module, mutation)
                yield Record(mutation.kind, str(changed)), changed, text, name
            if less:
                kind, file = less[number % len(less)]
                path = Path(directory, f"{name}.toml")
                path.write_text(file)
                yield Record(kind, str(module)), module, text, str(path)


class Table:
    """What came of all mutants."""

    def __init__(self) -> None:
        self.kinds: Counter[tuple[str, str, str]] = Counter()
        self.reasons: Counter[str] = Counter()
        self.repairs: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.seconds: list[float] = []

    def add(self, record: Record) -> None:
        """One more."""
        self.kinds[record.kind, "harmful" if record.harmful else "harmless", record.answer.split(":")[0]] += 1
        if record.answer.startswith(("unknown", "refused")):
            self.reasons[record.answer] += 1
        if record.fault:
            self.faults[record.fault.split(" with ")[0]] += 1
        if record.repair:
            self.repairs[record.repair] += 1
            self.seconds.append(record.seconds)

    def print(self) -> None:
        """Say what came."""
        words = ("proved", "refuted", "unknown", "refused")
        print(f"{'':32}{'harmful':>36}{'harmless':>36}")
        print(f"{'':32}" + 2 * "".join(f"{word:>9}" for word in words))
        for kind in sorted({kind for kind, *_ in self.kinds}):
            cells = [self.kinds[kind, harm, word] for harm in ("harmful", "harmless") for word in words]
            print(f"{kind:32}" + "".join(f"{cell:9}" for cell in cells))
        cells = [
            sum(count for (_, h, w), count in self.kinds.items() if (h, w) == (harm, word))
            for harm in ("harmful", "harmless")
            for word in words
        ]
        print(f"{'in all':32}" + "".join(f"{cell:9}" for cell in cells))
        if self.seconds:
            seconds = sorted(self.seconds)
            middle, late = (seconds[int(len(seconds) * part)] for part in (0.5, 0.95))
            print(
                f"seconds for a repair: {middle:.2f} median, {late:.2f} for 95 %, {seconds[-1]:.1f} at most"
            )
        for title, counts in (("unknown", self.reasons), ("repairs", self.repairs), ("FAULTS", self.faults)):
            if counts:
                print(f"{title}:")
                for text, count in counts.most_common(12):
                    print(f"{count:6} {text}")


def main(arguments_: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--machine", default="ascend-a2")
    parser.add_argument("--mutants", type=int, default=700)
    parser.add_argument("--each", type=int, default=5, help="mutants of one program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so many")
    parser.add_argument("--repair", action="store_true")
    options = parser.parse_args(arguments_)
    table, start = Table(), time.time()
    every = mutants_of(options.machine, options.seed, options.each)
    for number, (record, module, base, name) in enumerate(every):
        if number == options.mutants or time.time() - start > options.seconds:
            break
        if not record.fault:
            machine = load_machine(name)
            examine(record, module, base, machine, name)
            if options.repair and record.harmful and not record.answer.startswith("refused"):
                repair(record, module, machine, name)
        table.add(record)
        if record.repair.endswith("TOO MANY") or record.repair.startswith("not"):
            print(f"{record.repair}: {record.kind}: {record.harmful}\n{record.text}", flush=True)
        if record.harmful and record.answer.startswith("unknown"):
            print(f"harmful and {record.answer}: {record.kind}: {record.harmful}\n{record.text}", flush=True)
        if record.fault:
            print(f"{record.fault}: {record.kind}: {record.harmful}\n{record.text}", flush=True)
    table.print()
    return 1 if table.faults else 0


if __name__ == "__main__":
    sys.exit(main())
