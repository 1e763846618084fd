"""What is written on the statements of a loop: a schedule, or not."""

from __future__ import annotations

import pytest

from asyncir.analyses.written_schedules import faults_of_schedule
from tests.analyses.reading import module_of, only

PROGRAM = """
func.func @main(%a: memref<8xf32>, %b: memref<8xf32>, %v: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.execute_region no_inline {
      memref.store %v, %a[%i] : memref<8xf32>
      scf.yield
    } {software_pipeline_statement = "x"FIRST}
    scf.execute_region no_inline {
      memref.store %v, %b[%i] : memref<8xf32>
      scf.yield
    } {software_pipeline_statement = "y"SECOND}
  }
  return
}
"""
STAGE, ORDER = ", software_pipeline_stage = {} : i64", ", software_pipeline_order = {} : i64"


def faults(first: str, second: str) -> list[str]:
    module = module_of(PROGRAM.replace("FIRST", first).replace("SECOND", second))
    return [fault.code for fault in faults_of_schedule(only(module, "scf.for"))]


@pytest.mark.parametrize(
    ("first", "second", "codes"),
    [
        ("", "", []),
        (STAGE.format(0), STAGE.format(1), []),
        (STAGE.format(0) + ORDER.format(1), STAGE.format(1) + ORDER.format(0), []),
        (STAGE.format(0), "", ["P101"]),
        (STAGE.format(-1), STAGE.format(1), ["P103"]),
        (STAGE.format(0), STAGE.format(100000), ["P103"]),
        (STAGE.format(0) + ORDER.format(0), STAGE.format(1) + ORDER.format(0), ["P103"]),
        (STAGE.format(0) + ORDER.format(0), STAGE.format(1), ["P103"]),
    ],
)
def test_stages_and_places(first: str, second: str, codes: list[str]) -> None:
    assert faults(first, second) == codes
