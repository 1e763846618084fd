"""The litmus programs of the rules for launches on devices: each under every order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module
from asyncir.targets.machine import MachineModel, load_machine
from tests.litmus.machines.judge import check_played, check_refused
from tests.litmus.machines.programs import Litmus, programs_in

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


def module_of(program: Litmus) -> ModuleOp:
    """The program as a module."""
    prelude = (HERE / "prelude.mlir").read_text(encoding="utf-8")
    text = prelude.replace("ARGUMENTS", program.arguments).replace("BODY", program.text)
    return parse_module(text, f"{program.name}.mlir")


def machine_of(program: Litmus) -> MachineModel:
    """The machine for which it is."""
    return load_machine(str(HERE / f"{program.machine}.toml"))


def run_litmus(program: Litmus, order: str) -> None:
    """Play the program under an order."""
    check_played(program, module_of(program), machine_of(program), order)


@pytest.mark.parametrize(("program", "order"), PLAYED, ids=lambda x: getattr(x, "name", x))
def test_litmus(program: Litmus, order: str) -> None:
    run_litmus(program, order)


@pytest.mark.parametrize("program", REFUSED, ids=lambda p: p.name)
def test_refused(program: Litmus) -> None:
    check_refused(program, module_of(program), machine_of(program))


def test_every_rule_has_litmus_programs() -> None:
    rules = re.findall(r"^- \*\*(DEV-\d+)\*\* ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rules == [f"DEV-{n}" for n in range(1, len(rules) + 1)]
    assert [rule for rule in rules if sum(p.rule == rule for p in PROGRAMS) < 2] == []
