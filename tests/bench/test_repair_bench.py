"""What bench/repairs.py counts is so: it sees programs that are repaired wrongly, or with too much."""

import random

import pytest

from asyncir.driver.repairing import TextRepair
from bench import repairs

pytestmark = pytest.mark.feature("N2")

RIGHT = """func.func @main(%n: index, %k: index, %A: memref<8xi64>, %B: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i64
  %t = async.execute {
    memref.store %x, %A[%c0] : memref<8xi64>
    async.yield
  }
  async.await %t : !async.token
  memref.store %x, %A[%c0] : memref<8xi64>
  return
}
"""
RACY = RIGHT.replace("  async.await %t : !async.token\n", "")


def test_a_program_loses_what_is_asked_for() -> None:
    assert repairs.lossy(RIGHT, random.Random(1), 1) == (RACY, 1)
    assert repairs.lossy(RIGHT, random.Random(1), 2) == (RACY, 1)


def test_a_repair_is_counted() -> None:
    record = repairs.examine(RACY, 1)
    assert (record["came"], record["lost"], record["added"], record["smallest"]) == ("repaired", 1, 1, True)
    assert (record["verdict"], record["faults"]) == ("clean", [])
    assert repairs.examine(RIGHT, 1)["came"] == "nothing needed was lost"
    repairs.fewer(record, RACY)
    assert (record["fewer"], record["faults"]) == (True, [])


def faults_of(monkeypatch: pytest.MonkeyPatch, text: str, added: int) -> list[str]:
    """What is said of a repair that is none."""
    wrong = TextRepair(text, "a diff", added, is_smallest=True)
    monkeypatch.setattr(repairs, "repaired", lambda *_, **__: wrong)
    return [kind for kind, _ in repairs.examine(RACY, 1)["faults"]]


def test_wrong_repairs_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults_of(monkeypatch, RIGHT, 1) == []
    assert faults_of(monkeypatch, RACY, 1) == ["a repaired program is wrong"]
    assert faults_of(monkeypatch, RIGHT, 2) == ["a repair is too large"]


def test_a_smaller_set_that_is_enough_is_seen() -> None:
    record = {"added": 2, "faults": []}
    repairs.fewer(record, RACY)
    assert [kind for kind, _ in record["faults"]] == ["fewer are enough"]
