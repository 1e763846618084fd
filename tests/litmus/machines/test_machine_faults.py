"""The litmus programs tell a right player of machines from wrong ones."""

from __future__ import annotations

import re

import pytest

from asyncir.semantics.machines.compiler import SYNC_HANDLERS
from tests.litmus.faults import Wrong
from tests.litmus.machines import test_machines
from tests.litmus.machines.faults import FAULTS
from tests.litmus.machines.judge import fails
from tests.litmus.test_faults import plant

PROGRAMS = test_machines.PROGRAMS


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says.replace(" ", "-"))
def test_a_wrong_machine_is_found_out(fault: Wrong, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(fault, monkeypatch, SYNC_HANDLERS)
    assert any(
        fails(p, test_machines.test_refused, test_machines.run_litmus)
        for p in PROGRAMS
        if p.rule == fault.killed_by
    )


def test_each_rule_has_a_fault() -> None:
    rules = {p.rule for p in PROGRAMS}
    assert {int(re.sub(r"\D", "", rule)) for rule in rules - {fault.killed_by for fault in FAULTS}} == set()
