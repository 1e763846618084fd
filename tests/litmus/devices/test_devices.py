"""The litmus programs of the rules for launches on devices: each under every order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.semantics.machines.engine import play
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from tests.litmus.machines.programs import Litmus, programs_in
from tests.litmus.machines.test_machines import check_result

pytestmark = pytest.mark.feature("S1-18", "S1-19", "S1-20", "S1-22", "S1-35")

HERE = Path(__file__).parent
PAGE = Path(__file__).parents[3] / "docs" / "semantics-devices.md"
PROGRAMS = [
    program
    for file in sorted(HERE.glob("dev-*.mlir"))
    for program in programs_in(file, f"DEV-{int(file.stem.removeprefix('dev-'))}")
]
REFUSED = [p for p in PROGRAMS if p.result.startswith("refused")]
PLAYED = [(p, order) for p in PROGRAMS if p not in REFUSED for order in (*p.orders, "timed")]


def text_of(program: Litmus) -> str:
    """The program as a module."""
    prelude = (HERE / "prelude.mlir").read_text(encoding="utf-8")
    return prelude.replace("ARGUMENTS", program.arguments).replace("BODY", program.text)


def run_litmus(program: Litmus, order: str) -> None:
    """Play the program and compare what comes of it with its header."""
    module = parse_module(text_of(program), f"{program.name}.mlir")
    machine = load_machine(str(HERE / f"{program.machine}.toml"))
    played = play(module, "main", program.values, machine, order)
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
    module = parse_module(text_of(program), f"{program.name}.mlir")
    with pytest.raises(DiagnosticError) as raised:
        play(module, "main", program.values, load_machine(str(HERE / f"{program.machine}.toml")))
    assert [d.code for d in raised.value.diagnostics] == program.result.split()[1:]
    assert all(d.help and d.span is not None for d in raised.value.diagnostics)


def test_every_rule_has_litmus_programs() -> None:
    rules = re.findall(r"^- \*\*(DEV-\d+)\*\* ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rules == [f"DEV-{n}" for n in range(1, len(rules) + 1)]
    assert [rule for rule in rules if sum(p.rule == rule for p in PROGRAMS) < 2] == []
