"""Bounds and steps that nobody knows, and the most that they may be."""

from __future__ import annotations

import numpy
import pytest

import asyncir
from asyncir.analyses.in_flight.check import check_module
from asyncir.analyses.sync_report import Standing, Verdict
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline

pytestmark = pytest.mark.feature("S0-1", "S0-16")

COPY = """func.func @main(%a: memref<?xf32>, %c: memref<?xf32>, %lower: index, %n: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = LOWER to %n step STEP {
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    memref.store %y, %c[%i] : memref<?xf32>
  } {software_pipeline_stage = [0, 2], software_pipeline_async_stages = [0]}
  return
}
"""


def pipelined(lower: str, step: str) -> ModuleOp:
    """Each copy is used two iterations later."""
    module = parse_module(COPY.replace("LOWER", lower).replace("STEP", step), "copy.mlir")
    run_pipeline(module, "software-pipeline")
    return module


@pytest.mark.feature("S0-1", "S0-16")
@pytest.mark.parametrize("lower", ["%c0", "%c3", "%lower"])
@pytest.mark.parametrize("step", ["%c1", "%c3", "%step"])
def test_counts_are_exact_wherever_the_loop_begins(lower: str, step: str) -> None:
    module = pipelined(lower, step)
    report = check_module(module)
    assert report.standing is Standing.PROVED
    assert [wait.verdict for wait in report.waits] == [Verdict.EXACT] * 3
    assert "memref<3x1xf32>" in print_module(module)


@pytest.mark.feature("S0-1", "S0-16")
def test_a_loop_that_does_not_run_may_have_any_step() -> None:
    program = asyncir.compile(COPY.replace("LOWER", "%lower").replace("STEP", "%step"))
    given, got = numpy.ones(4, numpy.float32), numpy.zeros(4, numpy.float32)
    for lower, upper, step in ((0, 0, 0), (3, 3, -1), (4, 2, 0), ((1 << 63) - 8, -(1 << 63) + 8, 1)):
        program.main(given, got, lower, upper, step)
    assert not got.any()
    program.main(given, got, 1, 4, 2)
    assert got.tolist() == [0, 1, 0, 1]


@pytest.mark.feature("S0-1", "S0-16")
def test_bounds_whose_difference_wraps_are_those_of_no_iteration() -> None:
    program = asyncir.compile(COPY.replace("LOWER", "%lower").replace("STEP", "%c1"))
    given, got = numpy.ones(4, numpy.float32), numpy.zeros(4, numpy.float32)
    program.main(given, got, (1 << 63) - 8, -(1 << 63) + 8, 1)
    assert not got.any()
    program.main(given, got, 0, 4, 1)
    assert got.all()


@pytest.mark.feature("S0-1", "S0-16")
def test_bounds_that_are_far_apart_are_counted_without_a_sign() -> None:
    text = """func.func @main(%lower: index, %n: index, %step: index, %a: memref<4xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %r = scf.for %i = %lower to %n step %step iter_args(%s = %one) -> i64 {
    memref.store %one, %a[%c0] : memref<4xi64>
    %t = arith.addi %s, %one : i64
    scf.yield %t : i64
  } {software_pipeline_stage = [1, 0]}
  return %r : i64
}
"""
    program = asyncir.compile(text)
    assert program.main(-9 * 10**18, 9 * 10**18, 6 * 10**18, numpy.zeros(4, numpy.int64)) == 4
