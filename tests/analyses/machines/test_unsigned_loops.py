"""Loops that count without signs: a walk counts with signs, and follows those alone for which it is the same."""

from __future__ import annotations

import pytest

import asyncir
from asyncir.driver.machines import Standing, check_on_machine
from asyncir.ir import Context
from asyncir.source.text import parse_module
from asyncir.transforms.insert_sync import InsertSync

pytestmark = pytest.mark.feature("S3-12")

RACE = """
func.func @f() {
  %low = arith.constant LOW : i8
  %high = arith.constant HIGH : i8
  %step = arith.constant 100 : i8
  %b = memref.alloc() : memref<4xf32>
  scf.for unsigned %i = %low to %high step %step : i8 {
    sync.work on "mte2" writes(%b : memref<4xf32>) { sync.opaque "load" }
    sync.work on "v" reads(%b : memref<4xf32>) { sync.opaque "use" }
  }
  sync.barrier
  return
}
"""
DEADLOCK = """
func.func @f(%n: index) {
  %c1 = arith.constant 1 : index
  %t = arith.subi %n, %c1 : index
  scf.for unsigned %i = %t to %n step %c1 {
    sync.signal "lock"[0] on "s2mm0"
  }
  sync.wait "lock"[0] on "core"
  return
}
"""


def standing(text: str, machine: str) -> Standing:
    (answer,) = check_on_machine(parse_module(text, "p.mlir"), machine)
    return answer.standing


@pytest.mark.parametrize(("low", "high"), [(0, -6), (5, -6), (-100, -6)])
def test_a_loop_with_more_iterations_than_it_has_with_signs(low: int, high: int) -> None:
    text = RACE.replace("LOW", str(low)).replace("HIGH", str(high))
    assert standing(text, "ascend-a2") is Standing.REFUTED
    assert (
        standing(text.replace('sync.work on "v"', 'sync.work on "mte2"'), "ascend-a2") is not Standing.REFUTED
    )


def test_a_loop_that_does_not_run() -> None:
    assert standing(DEADLOCK, "aie2") is not Standing.PROVED
    assert standing(DEADLOCK.replace("unsigned ", ""), "aie2") is Standing.PROVED


def test_bounds_that_are_the_same_with_signs_and_without_are_followed() -> None:
    text = RACE.replace("LOW", "0").replace("HIGH", "120")
    assert standing(text, "ascend-a2") is Standing.REFUTED
    module = parse_module(text, "p.mlir")
    InsertSync(machine="ascend-a2").apply(Context(), module)
    assert standing(str(module), "ascend-a2") is Standing.PROVED


def test_nothing_is_inserted_where_it_is_not_followed() -> None:
    module = parse_module(RACE.replace("LOW", "0").replace("HIGH", "-6"), "p.mlir")
    with pytest.raises(asyncir.DiagnosticError, match="it counts without signs"):
        InsertSync(machine="ascend-a2").apply(Context(), module)
