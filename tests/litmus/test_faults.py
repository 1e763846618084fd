"""The litmus programs tell a right interpreter from wrong ones."""

from __future__ import annotations

from typing import Any

import pytest

from asyncir.semantics.blocks.compiler import BLOCK_HANDLERS, TRAIT_HANDLERS
from tests.litmus.extract import QUEUES, Litmus, litmus_programs
from tests.litmus.faults import FAULTS, Wrong
from tests.litmus.test_litmus import run_litmus

PROGRAMS = [p for p in litmus_programs(QUEUES) if not p.result.startswith("refused")]


def plant(fault: Wrong, monkeypatch: pytest.MonkeyPatch, *more: dict[Any, Any]) -> None:
    """Make the interpreter wrong until the test ends; `more` are tables of handlers."""
    right = getattr(fault.owner, fault.function)
    wrong = fault.planted()
    monkeypatch.setattr(fault.owner, fault.function, wrong)
    tables: list[dict[Any, Any]] = [BLOCK_HANDLERS, TRAIT_HANDLERS, *more]
    for handlers in tables:
        for key, handler in handlers.items():
            if handler is right:
                monkeypatch.setitem(handlers, key, wrong)


def fails(program: Litmus) -> bool:
    """Whether some schedule gives what the page does not state, or ends in the midst of it."""
    for schedule in ("earliest", "latest", "exhaustive"):
        if schedule in program.schedules:
            try:
                run_litmus(program, schedule)
            except Exception:
                return True
    return False


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says.replace(" ", "-"))
def test_a_wrong_interpreter_is_found_out(fault: Wrong, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = [p for p in PROGRAMS if p.rule == fault.killed_by]
    plant(fault, monkeypatch)
    assert any(fails(p) for p in programs)
