"""Copies under a condition: their groups are committed in any case, so that one count is right for all iterations."""

from __future__ import annotations

import re

import pytest

from asyncir.analyses.in_flight.check import check_module
from asyncir.analyses.sync_report import Standing, Verdict
from asyncir.diagnostics import DiagnosticError
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.pipelines.programs import runs_as_before

pytestmark = pytest.mark.feature("S0-20", "S0-21")

PROGRAM = """func.func @main(%a: memref<8x8xf32>, %c: memref<8x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    CONDITION
    scf.if %p {
      %x = memref.load %a[%i, %c0] : memref<8x8xf32>
      memref.store %x, %b[%c0] : memref<1xf32>
    }ELSE
    CONSUMER
  } {software_pipeline_stage = [0, 3], software_pipeline_async_stages = [0]}
  return
}
"""
OTHERWISE = " else { memref.store %zero, %b[%c0] : memref<1xf32> }"
USE = """%y = memref.load %b[%c0] : memref<1xf32>
    memref.store %y, %c[%i, %c1] : memref<8x8xf32>"""
GUARDED = "scf.if %q { USE }".replace("USE", USE)
COUNTER = """%h = arith.subi %n, %c2 overflow<nsw> : index
    %p = arith.cmpi slt, %i, %h : index"""
LOADED = """%l = memref.load %a[%i, %c1] : memref<8x8xf32>
    %p = arith.cmpf ogt, %l, %zero : f32"""
OTHERS = {
    "several": """%h = arith.subi %n, %c2 : index
    %k = arith.remui %i, %c2 : index
    %s = arith.cmpi eq, %k, %c0 : index
    %t = arith.cmpi sge, %i, %h : index
    %p = arith.ori %s, %t : i1""",
    "computed twice": """%h = arith.divsi %n, %c2 : index
    %p = arith.cmpi slt, %i, %h : index""",
}


def text_of(condition: str, otherwise: str, consumer: str) -> str:
    text = PROGRAM.replace("CONDITION", condition).replace("ELSE", otherwise)
    return text.replace("CONSUMER", consumer)


def guarded(condition: str) -> tuple[str, str, str]:
    """The consumer under the same condition as the producer."""
    return condition, "", GUARDED.replace("%q", "%p")


PROGRAMS = {
    "both": guarded(COUNTER),
    "loaded once, for both": guarded(LOADED),
    "one or the other": (COUNTER, OTHERWISE, USE),
    "under what follows": (
        COUNTER,
        "",
        GUARDED.replace("%q", "%f").replace(
            "scf.if",
            "%k = arith.subi %h, %c1 overflow<nsw> : index\n    %f = arith.cmpi slt, %i, %k : index\n    scf.if",
        ),
    ),
}


@pytest.mark.feature("S0-20", "S0-21")
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_counts_of_a_predicated_copy_are_exact(name: str) -> None:
    """Three ahead in the body; 2, 1 and 0 in the epilogue, whatever the condition is."""
    text = text_of(*PROGRAMS[name])
    runs_as_before(text)
    module = parse_module(text.replace("%n step", "%c8 step"), "predicated.mlir")
    run_pipeline(module, "software-pipeline,canonicalize,cse")
    waits = re.findall(r"queue\.wait\(0, (\d+)\)", print_module(module))
    assert waits == ["3", "2", "1", "0"]
    assert "memref.alloca() : memref<4x1xf32>" in print_module(module)
    # The group is committed where the copy is left out, too.
    assert re.search(r"queue\.commit\(0\) \{\s*queue\.async \{[^}]*scf\.if", print_module(module))
    report = check_module(module)
    assert report.standing is Standing.PROVED
    assert {wait.verdict for wait in report.waits} == {Verdict.EXACT}


@pytest.mark.feature("S0-20", "S0-21")
@pytest.mark.parametrize("name", OTHERS)
def test_conditions_of_other_kinds(name: str) -> None:
    runs_as_before(text_of(*guarded(OTHERS[name])))
    runs_as_before(text_of(OTHERS[name], OTHERWISE, USE))


@pytest.mark.feature("S0-20", "S0-21")
@pytest.mark.parametrize(
    "consumer",
    [
        USE,
        GUARDED.replace("%q", "%f").replace("scf.if", "%f = arith.cmpi sle, %i, %c5 : index\n    scf.if"),
        GUARDED.replace("%q", "%f").replace("scf.if", "%f = arith.cmpi sge, %i, %c5 : index\n    scf.if"),
    ],
)
def test_what_may_be_read_without_having_been_written_has_no_copies(consumer: str) -> None:
    """It keeps what an earlier iteration wrote, so the schedule would break a dependence."""
    text = text_of(COUNTER, "", consumer)
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(parse_module(text, "kept.mlir"), "software-pipeline")
    assert {d.code for d in caught.value.diagnostics} == {"P107"}
