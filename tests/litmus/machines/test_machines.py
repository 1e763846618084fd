"""The litmus programs of the rules for machines: each under every order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.litmus.machines.judge import check_played, check_refused
from tests.litmus.machines.programs import Litmus, corner_programs, litmus_programs, machine_of, module_of

PAGE = Path(__file__).parents[3] / "docs" / "semantics-machines.md"
PROGRAMS = litmus_programs()
REFUSED = [p for p in PROGRAMS if p.result.startswith("refused")]
PLAYED = [(p, order) for p in (*PROGRAMS, *corner_programs()) if p not in REFUSED for order in p.orders]


def run_litmus(program: Litmus, order: str) -> None:
    """Play the program under an order."""
    check_played(program, module_of(program), machine_of(program.machine), order)


@pytest.mark.parametrize(("program", "order"), PLAYED, ids=lambda x: getattr(x, "name", x))
def test_litmus(program: Litmus, order: str) -> None:
    run_litmus(program, order)


@pytest.mark.parametrize("program", REFUSED, ids=lambda p: p.name)
def test_refused(program: Litmus) -> None:
    check_refused(program, module_of(program), machine_of(program.machine))


def test_every_rule_has_litmus_programs() -> None:
    rules = re.findall(r"^- \*\*(MAC-\d+)\*\* ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rules == [f"MAC-{n}" for n in range(1, len(rules) + 1)]
    assert [rule for rule in rules if sum(p.rule == rule for p in PROGRAMS) < 2] == []
