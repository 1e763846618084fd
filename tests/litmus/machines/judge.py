"""How a litmus program is played, and what comes of it compared with its header; of machines, and of launches on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.ir import ModuleOp
from asyncir.semantics.machines.engine import Played, play
from asyncir.targets.machine import MachineModel
from tests.litmus.machines.programs import Litmus


def check_result(program: Litmus, played: Played) -> None:
    """Compare how a run ended with the header."""
    kind, *codes = program.result.split()
    races = sorted(race.kind for race in played.races)
    misuses = sorted({misuse.code for misuse in played.misuses})
    stuck = played.deadlock is not None
    faults = [fault.code for fault in played.faults]
    if kind == "race":
        # What comes behind a race may be anything: it may touch what is freed.
        assert (races, misuses, stuck) == (sorted(codes), [], False)
    else:
        wanted: dict[str, Any] = {"ok": ([], [], False, [])}
        wanted["misuse"] = ([], sorted(set(codes) - {"M013"}), "M013" in codes, [])
        wanted["deadlock"] = ([], [], True, [])
        wanted["error"] = ([], [], False, codes)
        assert (races, misuses, stuck, faults) == wanted[kind]
    for diagnostic in played.diagnostics:
        assert diagnostic.span is not None
        assert diagnostic.help or diagnostic.code.startswith("S")


def check_played(program: Litmus, module: ModuleOp, machine: MachineModel, order: str) -> None:
    """Play the program and compare what comes of it with its header."""
    played = play(module, "main", program.values, machine, order)
    for one in (played, *played.others):
        check_result(program, one)
    printed = {one.output for one in (played, *played.others)}
    if program.allowed is not None and order == "exhaustive":
        assert printed == program.allowed
    elif program.allowed is not None:
        assert printed <= program.allowed


def check_refused(program: Litmus, module: ModuleOp, machine: MachineModel) -> None:
    """The program does not fit the machine, as its header says."""
    with pytest.raises(DiagnosticError) as raised:
        play(module, "main", program.values, machine)
    assert [d.code for d in raised.value.diagnostics] == program.result.split()[1:]
    assert all(d.help and d.span is not None for d in raised.value.diagnostics)


def fails(program: Litmus, refused: Callable[[Litmus], object], run: Callable[[Litmus, str], object]) -> bool:
    """Whether some order gives what the program does not state, or ends in the midst of it."""
    for order in ("earliest", "latest", "exhaustive"):
        if order in program.orders:
            try:
                if program.result.startswith("refused"):
                    refused(program)
                    break
                run(program, order)
            except (Exception, pytest.fail.Exception):
                return True
    return False
