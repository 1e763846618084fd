"""What is asked of `insert-sync` with one program: it is right under every order, proved, and has no op too many."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.sync import BarrierOp, SignalOp, WaitOp
from asyncir.invariants.machines import proof_by_invariants
from asyncir.ir import Context, ModuleOp, Operation
from asyncir.ir.walk import walk
from asyncir.semantics.machines.engine import Played, Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.draw import ROWS

ORDERS = ("earliest", "latest", "seed:1", "seed:2", "seed:3")
CALLS = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 3), (3, 2), (4, 5), (5, 1), (8, 8))


@dataclass
class Judged:
    """What was found."""

    program: str
    inserted: str = ""
    faults: list[str] = field(default_factory=list[str])
    refused: str = ""
    proved: bool = False
    superfluous: list[str] = field(default_factory=list[str])


def arguments(n: int, m: int, a: bool, b: bool) -> list[Any]:
    """Arrays with numbers of their own, and the scalars."""
    x = np.arange(ROWS * 4, dtype=np.float32).reshape(ROWS, 4)
    return [x.copy(), x + 100, np.zeros(4, np.float32), n, m, a, b]


def calls(text: str) -> list[tuple[int, int, bool, bool]]:
    """Some calls of a program: every kind of loop, every branch.

    Of several calls that differ in nothing that the program looks at there is one.
    """
    ways = [(False, False)]
    if "scf.if" in text:
        ways += [(True, False), (False, True), (True, True)]
    used = [len(re.findall(rf"%{name}\b", text)) > 1 for name in "nmab"]
    found: dict[tuple[int, ...], tuple[int, int, bool, bool]] = {}
    for number, (n, m) in enumerate(CALLS):
        for k, (a, b) in enumerate(ways):
            if number in (3, 4, 5) or k == number % len(ways):
                call = n, m, a, b
                found.setdefault(tuple(int(v) for v, u in zip(call, used, strict=True) if u), call)
    return list(found.values())


def wrong(played: Played) -> str:
    """What is wrong with what was played, in one word."""
    if played.races:
        return f"race {played.races[0]}"
    if played.misuses:
        return f"misuse {played.misuses[0]}"
    return f"deadlock {played.deadlock}" if played.deadlock else ""


def play_all(
    module: ModuleOp,
    machine: MachineModel,
    some: Sequence[tuple[int, int, bool, bool]],
    orders: Sequence[str],
) -> Iterator[tuple[tuple[int, int, bool, bool], str, Played, list[Any]]]:
    """Play each call in each order."""
    player = Player(module, "f", machine)
    for call in some:
        for order in orders:
            given = arguments(*call)
            yield call, order, player.play(given, order), given


def judge(text: str, machine: MachineModel, *, minimal: bool = True, file: str = "") -> Judged:
    """Insert, prove, play, and take away one op after the other. `file` is that of the machine, if it is none of ours."""
    found = Judged(text)
    some = calls(text)
    module = parse_module(text, "drawn")
    wanted = [given for *_, given in play_all(module, machine, some, ("earliest",))]
    try:
        InsertSync(machine=file or machine.name).apply(Context(), module)
    except DiagnosticError as error:
        found.refused = str(error)
        return found
    module.verify()
    found.inserted = str(module)
    function = next(iter(module.ops))
    answer = checked(MachineProgram(function, machine))
    found.proved = answer.proved or by_invariants(module, machine)
    if not found.proved:
        doubts = [f"{race.first} .. {race.second}" for race in answer.races]
        doubts += [f"{misuse.why}: {misuse.op}" for misuse in answer.misuses]
        found.faults.append(f"not proved: {answer.unknown} {' | '.join(doubts)}")
    for number, (call, order, played, given) in enumerate(play_all(module, machine, some, ORDERS)):
        what = wrong(played)
        want = wanted[number // len(ORDERS)]
        if what:
            found.faults.append(f"{call} {order}: {what}")
        elif not all(np.array_equal(a, b) for a, b in zip(given[:3], want[:3], strict=True)):
            found.faults.append(f"{call} {order}: other numbers")
        if len(found.faults) > 3:
            return found
    if minimal and not found.faults:
        found.superfluous = list(superfluous(found.inserted, machine, some))
    return found


def by_invariants(module: ModuleOp, machine: MachineModel) -> bool:
    """Whether invariants prove what the walk does not, as `check --machine` asks."""
    return proof_by_invariants(module, "f", machine) is not None


def superfluous(
    text: str, machine: MachineModel, some: Sequence[tuple[int, int, bool, bool]]
) -> Iterator[str]:
    """The orders that are made and without which nothing goes wrong."""
    module = parse_module(text, "inserted")
    for number, group in enumerate(groups(module)):
        other = parse_module(text, "inserted")
        for op in groups(other)[number]:
            op.detach()
            op.erase()
        if not any(wrong(played) for *_, played, _ in play_all(other, machine, some, ("earliest", "latest"))):
            yield "\n".join(str(op) for op in group)


def groups(module: ModuleOp) -> list[list[Operation]]:
    """The ops of each order: a barrier, or the signals and waits of one instance that belong together."""
    found: list[list[Operation]] = []
    open_: dict[str, list[Operation]] = {}
    for op in walk(module):
        if isinstance(op, BarrierOp):
            found.append([op])
        elif isinstance(op, SignalOp | WaitOp):
            key = f"{op.resource} {op.source} {op.target} {op.instance or op.dynamic_instance}"
            if key not in open_:
                found.append([])
                open_[key] = found[-1]
            open_[key].append(op)
    return found
