"""Copies of as many elements as an iteration has: rows and tiles of dynamic sizes, the last tile with what is left.

Features: S0-3.
"""

from __future__ import annotations

import re

import pytest

from asyncir.analyses.in_flight.check import check_module
from asyncir.analyses.sync_report import Standing, Verdict
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.pipelines.programs import runs_as_before

pytestmark = pytest.mark.feature("S0-3")

STAGES = "{software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}"
ROW = "memref<?xf32, strided<[1], offset: ?>>"

BUFFER = """
  %t = memref.alloc(%c8) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.subview %a[%i, 0] [1, %c8] [1, 1] : memref<8x8xf32> to ROW
    memref.copy %row, %t : ROW to memref<?xf32>
    %x = memref.load %t[%c1] : memref<?xf32>
    memref.store %x, %c[%i, %c0] : memref<8x8xf32>
  } STAGES
"""

PART = """
  %t = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.subview %a[%i, 0] [1, %n] [1, 1] : memref<8x8xf32> to ROW
    %part = memref.subview %t[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
    memref.copy %row, %part : ROW to memref<?xf32, strided<[1]>>
    %x = memref.load %part[%c0] : memref<?xf32, strided<[1]>>
    memref.store %x, %c[%i, %c0] : memref<8x8xf32>
  } STAGES
"""

TILE = """
  %t = memref.alloc() : memref<3xf32>
  scf.for %i = %c0 to %n step %c3 {
    %rest = arith.subi %n, %i : index
    %size = arith.minsi %rest, %c3 : index
    %from = memref.subview %a[%c1, %i] [1, %size] [1, 1] : memref<8x8xf32> to ROW
    %part = memref.subview %t[0] [%size] [1] : memref<3xf32> to memref<?xf32, strided<[1]>>
    memref.copy %from, %part : ROW to memref<?xf32, strided<[1]>>
    scf.for %j = %c0 to %size step %c1 {
      %x = memref.load %t[%j] : memref<3xf32>
      %p = arith.addi %i, %j : index
      memref.store %x, %c[%c0, %p] : memref<8x8xf32>
    }
  } STAGES
"""


def text_of(body: str) -> str:
    return f"""
func.func @main(%a: memref<8x8xf32>, %c: memref<8x8xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  {body.replace("STAGES", STAGES).replace("ROW", ROW)}
  return
}}
"""


def pipelined(body: str) -> str:
    module = parse_module(text_of(body), "copies.mlir")
    run_pipeline(module, "software-pipeline,canonicalize")
    return print_module(module)


@pytest.mark.parametrize("body", [BUFFER, PART, TILE], ids=["buffer", "part", "tile"])
def test_they_are_proved_and_each_wait_is_exact(body: str) -> None:
    runs_as_before(text_of(body))
    report = check_module(parse_module(pipelined(body), "copies.mlir"))
    assert report.standing is Standing.PROVED
    assert [wait.verdict for wait in report.waits] == [Verdict.EXACT] * 2


@pytest.mark.parametrize("body", [BUFFER, PART, TILE], ids=["buffer", "part", "tile"])
@pytest.mark.parametrize(
    ("ahead", "standing", "verdict"),
    [(0, Standing.PROVED, Verdict.TOO_STRONG), (2, Standing.REFUTED, Verdict.TOO_WEAK)],
)
def test_other_counts_are_told_from_it(body: str, ahead: int, standing: Standing, verdict: Verdict) -> None:
    text, found = re.subn(r"queue\.wait\(0, 1\)", f"queue.wait(0, {ahead})", pipelined(body))
    assert found == 1
    report = check_module(parse_module(text, "copies.mlir"))
    assert (report.standing, report.waits[0].verdict) == (standing, verdict)


def test_of_two_iterations_that_share_a_slot_nothing_is_proved() -> None:
    """Every copy goes to the first slot."""
    text = re.sub(r"= arith\.remui (%\w+), (%\w+) : index", r"= arith.subi \1, \1 : index", pipelined(BUFFER))
    assert check_module(parse_module(text, "copies.mlir")).standing is Standing.REFUTED
