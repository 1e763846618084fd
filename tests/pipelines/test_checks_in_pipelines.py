# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that compilation adds are no statements of a loop that is annotated: it compiles as it is read."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir

COPIES = """func.func @main(%a: memref<?xf32>, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %b = memref.alloc() : memref<2xf32>
  linalg.fill ins(%z : f32) outs(%o : memref<?xf32>)
  scf.for %i = %c0 to %c4 step %c2 {
    %s = memref.subview %a[%i] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: ?>>
    memref.copy %s, %b : memref<2xf32, strided<[1], offset: ?>> to memref<2xf32>
    %d = memref.subview %o[%i] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: ?>>
    memref.copy %b, %d : memref<2xf32> to memref<2xf32, strided<[1], offset: ?>>
  } {software_pipeline_stage = [0, 1]}
  memref.dealloc %b : memref<2xf32>
  return
}"""
ELEMENTS = """func.func @main(%a: memref<?xf32>, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = memref.alloca() : memref<f32>
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %t[] : memref<f32>
    %y = memref.load %t[] : memref<f32>
    memref.store %y, %o[%i] : memref<?xf32>
  } {software_pipeline_stage = [0, 1]}
  return
}"""


@pytest.mark.parametrize("text", [COPIES, ELEMENTS], ids=["copies", "elements"])
@pytest.mark.parametrize("how", [{"opt_level": 0}, {"opt_level": 2}, {"bounds": True}], ids=str)
def test_an_annotated_loop_compiles_with_checks(text: str, how: dict[str, int]) -> None:
    a, o = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    asyncir.compile(text, **how)["main"](a, o)
    assert o.tolist() == a.tolist()
