"""The litmus programs tell a right player of launches from wrong ones."""

from __future__ import annotations

import re

import pytest

from asyncir.semantics.machines.compiler import SYNC_HANDLERS
from tests.litmus.devices import test_devices
from tests.litmus.devices.faults import FAULTS
from tests.litmus.faults import Wrong
from tests.litmus.machines.judge import fails
from tests.litmus.test_faults import plant

PROGRAMS = test_devices.PROGRAMS


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says.replace(" ", "-"))
def test_a_wrong_machine_is_found_out(fault: Wrong, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(fault, monkeypatch, SYNC_HANDLERS)
    assert any(
        fails(p, test_devices.test_refused, test_devices.run_litmus)
        for p in PROGRAMS
        if p.rule == fault.killed_by
    )


def test_each_rule_has_a_fault() -> None:
    rules = {p.rule for p in PROGRAMS}
    assert {int(re.sub(r"\D", "", rule)) for rule in rules - {fault.killed_by for fault in FAULTS}} == set()
