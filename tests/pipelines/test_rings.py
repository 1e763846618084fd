"""Rings of memory that a program indexes itself, by remainders with and without a sign.

Features: S0-1.
"""

from __future__ import annotations

import pytest

from asyncir.analyses.in_flight.check import check_module
from asyncir.analyses.sync_report import Standing, Verdict
from asyncir.source.text import print_module
from tests.pipelines.programs import runs_as_before

pytestmark = pytest.mark.feature("S0-1")

# An iteration reads what the one before the last has written: two slots of four are in use.
RING = """
func.func @main(%a: memref<8x8xf32>, %c: memref<8x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m2 = arith.constant -2 : index
  %ring = memref.alloc() : memref<4xf32>
  scf.for %j = %c0 to %c4 step %c1 {
    %z = memref.load %a[%c0, %j] : memref<8x8xf32>
    memref.store %z, %ring[%j] : memref<4xf32>
  }
  scf.for %k = LOWER to %n step %c1 {
    %i = arith.addi %k, PLUS : index
    %s = arith.REM %i, %c4 : index
    %j = arith.addi %i, %c2 : index
    %t = arith.REM %j, %c4 : index
    %x = memref.load %a[%c1, %i] : memref<8x8xf32>
    memref.store %x, %ring[%s] : memref<4xf32>
    %y = memref.load %ring[%t] : memref<4xf32>
    memref.store %y, %c[%c0, %i] : memref<8x8xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  return
}
"""


def text_of(rem: str, lower: str = "%c0", plus: str = "%c0") -> str:
    return RING.replace("REM", rem).replace("LOWER", lower).replace("PLUS", plus)


@pytest.mark.parametrize(("lower", "plus"), [("%c0", "%c0"), ("%c1", "%c0"), ("%c2", "%m2")])
def test_a_sign_changes_nothing_where_no_number_has_one(lower: str, plus: str) -> None:
    made: list[str] = []
    for rem in ("remui", "remsi"):
        module = runs_as_before(text_of(rem, lower, plus))
        report = check_module(module)
        assert report.standing is Standing.PROVED
        assert Verdict.EXACT in [wait.verdict for wait in report.waits]
        assert Verdict.UNKNOWN not in [wait.verdict for wait in report.waits]
        made.append(print_module(module).replace(rem, "rem"))
    assert "memref.alloc() : memref<4xf32>" in made[0]  # no copies: it is a ring already
    # The counter of the second copy of the loop, and of slots, is without a sign in both.
    assert made[0].replace("remui", "rem") == made[1].replace("remui", "rem")


QUOTIENTS = """
func.func @main(%a: memref<8x8xf32>, %c: memref<8x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %last = arith.addi %n, %n : index
  %t = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %last step %c2 {
    %h = arith.DIV %i, %c2 : index
    %x = memref.load %a[%c1, %h] : memref<8x8xf32>
    memref.store %x, %t[%h] : memref<16xf32>
    %y = memref.load %t[%h] : memref<16xf32>
    memref.store %y, %c[%c0, %h] : memref<8x8xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  return
}
"""


@pytest.mark.parametrize("div", ["divui", "divsi", "floordivsi"])
def test_quotients(div: str) -> None:
    """Each iteration has an element of its own, so the next copy need not wait."""
    module = runs_as_before(QUOTIENTS.replace("DIV", div))
    assert "memref<16xf32>" in print_module(module)
    assert "queue.wait(0, 1)" in print_module(module)
    assert check_module(module).standing is Standing.PROVED


SIGNED = """
func.func @main(%a: memref<8x8xf32>, %c: memref<8x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m2 = arith.constant -2 : index
  %ring = memref.alloc() : memref<7xf32>
  %z = memref.load %a[%c0, %c0] : memref<8x8xf32>
  scf.for %j = %c0 to %c4 step %c1 {
    %at = arith.addi %j, %c3 : index
    memref.store %z, %ring[%j] : memref<7xf32>
    memref.store %z, %ring[%at] : memref<7xf32>
  }
  scf.for %k = %c0 to %n step %c1 {
    %i = arith.addi %k, %m2 : index
    %r = arith.remsi %i, %c4 : index
    %s = arith.addi %r, %c3 : index
    %j = arith.addi %i, %c2 : index
    %q = arith.remsi %j, %c4 : index
    %t = arith.addi %q, %c3 : index
    %x = memref.load %a[%c1, %k] : memref<8x8xf32>
    memref.store %x, %ring[%s] : memref<7xf32>
    %y = memref.load %ring[%t] : memref<7xf32>
    memref.store %y, %c[%c0, %k] : memref<8x8xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  return
}
"""


def test_a_remainder_of_a_negative_number_is_negative() -> None:
    """-2 rem 4 is -2: iterations 0 and 4 use other slots, as they do in the program."""
    assert check_module(runs_as_before(SIGNED)).standing is Standing.PROVED
