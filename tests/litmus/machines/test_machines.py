"""The litmus programs of the rules for machines: each under every order."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.semantics.machines.engine import Played, play
from tests.litmus.machines.programs import Litmus, corner_programs, litmus_programs, machine_of, module_of

PAGE = Path(__file__).parents[3] / "docs" / "semantics-machines.md"
PROGRAMS = litmus_programs()
REFUSED = [p for p in PROGRAMS if p.result.startswith("refused")]
PLAYED = [(p, order) for p in (*PROGRAMS, *corner_programs()) if p not in REFUSED for order in p.orders]


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


def run_litmus(program: Litmus, order: str) -> None:
    """Play the program and compare what comes of it with its header."""
    played = play(module_of(program), "main", program.values, machine_of(program.machine), order)
    for one in (played, *played.others):
        check_result(program, one)
    printed = {one.output for one in (played, *played.others)}
    if program.allowed is not None and order == "exhaustive":
        assert printed == program.allowed
    elif program.allowed is not None:
        assert printed <= program.allowed


@pytest.mark.parametrize(("program", "order"), PLAYED, ids=lambda x: getattr(x, "name", x))
def test_litmus(program: Litmus, order: str) -> None:
    run_litmus(program, order)


@pytest.mark.parametrize("program", REFUSED, ids=lambda p: p.name)
def test_refused(program: Litmus) -> None:
    with pytest.raises(DiagnosticError) as raised:
        play(module_of(program), "main", program.values, machine_of(program.machine))
    assert [d.code for d in raised.value.diagnostics] == program.result.split()[1:]
    assert all(d.help and d.span is not None for d in raised.value.diagnostics)


def test_every_rule_has_litmus_programs() -> None:
    rules = re.findall(r"^- \*\*(MAC-\d+)\*\* ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rules == [f"MAC-{n}" for n in range(1, len(rules) + 1)]
    assert [rule for rule in rules if sum(p.rule == rule for p in PROGRAMS) < 2] == []
