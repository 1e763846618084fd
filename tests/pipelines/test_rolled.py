"""Prologues and epilogues that are loops: the same results, the same exact counts, and code that does not grow."""

from __future__ import annotations

import random
import re

import numpy
import pytest

from asyncir.analyses.in_flight.check import check_module
from asyncir.analyses.sync_report import Standing, Verdict
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.pipelines import loops as made
from tests.pipelines.family import subsets
from tests.pipelines.loop_text import annotated, text_of
from tests.pipelines.programs import runs_as_before
from tests.pipelines.test_expansion import legal, seen
from tests.pipelines.test_rfc import GEMM

pytestmark = pytest.mark.feature("S0-1", "S0-19")

ROLLED = "{prologue=rolled epilogue=rolled}"
PASSES = f"form-statements,verify-schedule,size-buffers,expand-pipeline{ROLLED}"


@pytest.mark.feature("S0-1", "S0-19")
@pytest.mark.parametrize(("count", "number"), [(2, 14), (3, 8)])
def test_results_stay(count: int, number: int) -> None:
    rng, ran = random.Random(count), 0
    for loop in map(made.defined, made.loops(300 + count, number, count)):
        expected = seen(text_of(loop, ""), loop, "")
        for times in legal(loop, rng, 3):
            text = text_of(loop, annotated(times))
            assert seen(text, loop, PASSES) == expected, text
            ran += 1
    assert ran > number


@pytest.mark.feature("S0-1", "S0-19")
@pytest.mark.parametrize(("count", "number"), [(2, 5), (3, 4)])
def test_nothing_races(count: int, number: int) -> None:
    rng, ran = random.Random(count), 0
    for loop in map(made.defined, made.loops(400 + count, number, count)):
        expected = seen(text_of(loop, ""), loop, "")
        for times in legal(loop, rng, 2):
            for stages in subsets(loop, times)[-1:]:
                text = text_of(loop, annotated(times, stages))
                for schedule in ("latest", "seed:1"):
                    got = seen(text, loop, f"software-pipeline{ROLLED}", parse_schedule(schedule))
                    assert got == expected, f"{text}\n{schedule}"
                ran += 1
    assert ran > number


CARRIED = """func.func @main(%a: memref<8x8xf32>, %c: memref<8x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 3.0 : f32
  %y = arith.constant 5.0 : f32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %t = %y, %u = %x) -> (f32, f32, f32) {
    %v = memref.load %a[%i, %c0] : memref<8x8xf32>
    %w = arith.addf %v, %u : f32
    memref.store %w, %c[%i, %c1] : memref<8x8xf32>
    %v2 = memref.load %a[%i, %c0] : memref<8x8xf32>
    %k = arith.addf %v2, %s : f32
    scf.yield %k, %s, %t : f32, f32, f32
  } {software_pipeline_stage = [STAGES], software_pipeline_order = [ORDER]}
  memref.store %r#0, %c[%c0, %c0] : memref<8x8xf32>
  memref.store %r#1, %c[%c1, %c0] : memref<8x8xf32>
  %c2 = arith.constant 2 : index
  memref.store %r#2, %c[%c2, %c0] : memref<8x8xf32>
  return
}
"""


@pytest.mark.feature("S0-1", "S0-19")
@pytest.mark.parametrize("options", ["", "{prologue=rolled}", "{epilogue=rolled}", ROLLED])
@pytest.mark.parametrize(
    ("stages", "order"),
    [
        ("0, 0", "0, 1"),
        ("3, 0", "0, 1"),
        ("0, 3", "1, 0"),
        ("2, 3", "0, 1"),
        ("3, 1", "1, 0"),
        ("1, 3", "0, 1"),
    ],
)
def test_what_three_iterations_hand_on(stages: str, order: str, options: str) -> None:
    """The last value is read three iterations after it was computed; before that, what the loop is entered with is."""
    passes = f"form-statements,verify-schedule,size-buffers,expand-pipeline{options}"
    runs_as_before(CARRIED.replace("STAGES", stages).replace("ORDER", order), passes)


TILES = """func.func @main(%a: memref<64xf32>, %c: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    memref.store %y, %c[%i] : memref<64xf32>
  } {software_pipeline_stage = [0, STAGE], software_pipeline_async_stages = [0]}
  return
}
"""


@pytest.mark.feature("S0-1", "S0-19")
def test_counts_are_two_less_the_number_of_the_iteration() -> None:
    """The RFC's form of the epilogue, and proved."""
    module = parse_module(TILES.replace("STAGE", "3"), "tiles.mlir")
    run_pipeline(module, f"software-pipeline{ROLLED},canonicalize,cse")
    text = print_module(module)
    found = re.search(r"(%\w+) = arith\.subi (%\w+), %time : index\n\s*queue\.wait\(0, \1\)", text)
    assert found is not None
    assert f"{found[2]} = arith.constant 2 : index" in text
    report = check_module(module)
    assert report.standing is Standing.PROVED
    assert [wait.verdict for wait in report.waits] == [Verdict.EXACT, Verdict.EXACT]


@pytest.mark.feature("S0-1", "S0-19")
def test_a_switch_where_counts_have_to_be_constants() -> None:
    module = parse_module(TILES.replace("STAGE", "3"), "tiles.mlir")
    passes = "form-statements,verify-schedule,size-buffers,make-async,expand-pipeline{epilogue=rolled}"
    run_pipeline(module, f"{passes},assign-wait-counts,elide-waits,canonicalize,cse")
    counts = re.findall(r"queue\.wait\(0, (\d)\)", print_module(module))
    assert counts == ["3", "2", "1", "0"]
    report = check_module(module)
    assert report.standing is Standing.PROVED
    assert {wait.verdict for wait in report.waits} == {Verdict.EXACT}


@pytest.mark.feature("S0-1", "S0-19")
@pytest.mark.parametrize("stage", [2, 5, 9])
def test_the_code_does_not_grow_with_the_stages(stage: int) -> None:
    module = parse_module(TILES.replace("STAGE", str(stage)), "tiles.mlir")
    run_pipeline(module, f"software-pipeline{ROLLED},canonicalize,cse")
    text = print_module(module)
    assert (text.count("queue.commit"), text.count("queue.wait")) == (2, 2)
    report = check_module(module)
    assert report.standing is Standing.PROVED
    assert {wait.verdict for wait in report.waits} == {Verdict.EXACT}


@pytest.mark.feature("S0-1", "S0-19")
@pytest.mark.feature("S0-11")
def test_the_parts_of_an_inner_pipeline_in_rolled_ones() -> None:
    """The outer loop counts prologue, body and epilogue of the inner one: all of them run under conditions."""
    module = parse_module(GEMM, "gemm.mlir")
    run_pipeline(module, f"software-pipeline{ROLLED},canonicalize,cse")
    assert print_module(module).count("queue.commit") == 2
    report = check_module(module)
    assert report.standing is Standing.PROVED
    assert not {wait.verdict for wait in report.waits} - {Verdict.EXACT, Verdict.REDUNDANT}
    module = parse_module(GEMM.replace("constant 128", "constant 7"), "gemm.mlir")
    run_pipeline(module, f"software-pipeline{ROLLED}")
    rng = numpy.random.default_rng(1)
    a, b = rng.integers(0, 9, (8, 256)).astype("f4"), rng.integers(0, 9, (256, 8)).astype("f4")
    c = numpy.zeros((8, 8), "f4")
    end = interpret(module, "main", (a, b, c), parse_schedule("latest"))
    assert (end.diagnostics, end.races) == ((), ())
    assert (c == a[:, :14] @ b[:14]).all()
