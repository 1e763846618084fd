"""A loop that counts the parts of a pipeline inside, both with an asynchronous stage."""

from __future__ import annotations

import numpy
import pytest

import asyncir
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from asyncir.transforms._remarks import collect_remarks

TEXT = """func.func @main(%A: memref<64xf32>, %O: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %t = memref.alloc() : memref<8xf32>
  scf.for %k = %c0 to %c64 step %c8 {
    %r = memref.alloc() : memref<1xf32>
    %src = memref.subview %A[%k] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    memref.copy %src, %t : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32>
    scf.for %j = %c0 to %c8 step %c1 {
      %v = memref.load %t[%j] : memref<8xf32>
      memref.store %v, %r[%c0] : memref<1xf32>
      %w = memref.load %r[%c0] : memref<1xf32>
      %kj = arith.addi %k, %j : index
      memref.store %w, %O[%kj] : memref<64xf32>
    } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  } {software_pipeline_stage = [STAGES], software_pipeline_async_stages = [ASYNC]}
  return
}
"""


@pytest.mark.parametrize(
    ("stages", "asynchronous", "remarks"),
    [
        ("0, 0, 1, 1", "0", ["prologue"]),
        ("0, 1, 1, 2", "0", []),
        ("0, 1, 2, 2", "0, 1", ["prologue"]),
        ("0, 1, 1, 1", "1", ["prologue", "body", "epilogue"]),
        ("0, 0, 1, 1", "", []),
    ],
)
def test_parts_of_a_pipeline_inside_commit_and_wait_by_themselves(
    stages: str, asynchronous: str, remarks: list[str]
) -> None:
    module = parse_module(TEXT.replace("STAGES", stages).replace("ASYNC", asynchronous), "parts.mlir")
    with collect_remarks() as found:
        run_pipeline(module, "software-pipeline")
    assert [one.message.split()[1] for one in found if one.code == "P112"] == remarks
    assert "P108" not in {one.code for one in found}
    assert asyncir.check(print_module(module)).standing == "proved"
    given = numpy.arange(64, dtype=numpy.float32)
    for schedule in ("earliest", "latest", "seed:7"):
        got = numpy.zeros_like(given)
        end = interpret(module, "main", (given, got), parse_schedule(schedule))
        assert (end.diagnostics, end.races) == ((), ()), schedule
        assert got.tolist() == given.tolist()
