"""What bench/repairs.py counts is so: it sees programs that are repaired wrongly, or with too much."""

import random

import pytest

from asyncir.driver.repairing import TextRepair
from bench import repairs
from tests.adversary.task_programs import ORDERED, RACING

pytestmark = pytest.mark.feature("N2")


def test_a_program_loses_what_is_asked_for() -> None:
    assert repairs.lossy(ORDERED, random.Random(1), 1) == (RACING, 1)
    assert repairs.lossy(ORDERED, random.Random(1), 2) == (RACING, 1)


def test_a_repair_is_counted() -> None:
    record = repairs.examine(RACING, 1)
    assert (record["came"], record["lost"], record["added"], record["smallest"]) == ("repaired", 1, 1, True)
    assert (record["verdict"], record["faults"]) == ("clean", [])
    assert repairs.examine(ORDERED, 1)["came"] == "nothing needed was lost"
    repairs.fewer(record, RACING)
    assert (record["fewer"], record["faults"]) == (True, [])


def faults_of(monkeypatch: pytest.MonkeyPatch, text: str, added: int) -> list[str]:
    """What is said of a repair that is none."""
    wrong = TextRepair(text, "a diff", added, is_smallest=True)
    monkeypatch.setattr(repairs, "repaired", lambda *_, **__: wrong)
    return [kind for kind, _ in repairs.examine(RACING, 1)["faults"]]


def test_wrong_repairs_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults_of(monkeypatch, ORDERED, 1) == []
    assert faults_of(monkeypatch, RACING, 1) == ["a repaired program is wrong"]
    assert faults_of(monkeypatch, ORDERED, 2) == ["a repair is too large"]


def test_a_smaller_set_that_is_enough_is_seen() -> None:
    record = {"added": 2, "faults": []}
    repairs.fewer(record, RACING)
    assert [kind for kind, _ in record["faults"]] == ["fewer are enough"]
