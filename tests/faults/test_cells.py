"""What a private cell holds is forgotten with each write that may be of it."""

from __future__ import annotations

import pytest

import asyncir
from tests.faults.programs import program


@pytest.mark.parametrize(
    ("name", "standing"),
    [
        ("s1_cell_copy", "refuted"),
        ("s1b_cell_atomic", "refuted"),
        ("s52_cell_stale", "refuted"),
        ("s60_cell_in_async", "refuted"),
    ],
)
def test_cells_go_stale(name: str, standing: str) -> None:
    assert asyncir.check(program(name)).standing == standing


CELL = """
func.func @main(%A: memref<?xf32>, %v: index, %flag: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %B = memref.alloca() : memref<4xf32>
  %cell = memref.alloca() : memref<2xindex>
  memref.store %c0, %cell[%c0] : memref<2xindex>
  memref.store %c0, %cell[%c1] : memref<2xindex>
  {between}
  %i = memref.load %cell[%c0] : memref<2xindex>
  queue.commit(0) {{
    queue.async {{
      %x = memref.load %A[%c0] : memref<?xf32>
      memref.store %x, %B[%i] : memref<4xf32>
    }}
  }}
  %y = memref.load %B[%c1] : memref<4xf32>
  return
}}
"""


@pytest.mark.parametrize(
    ("between", "standing"),
    [
        ("", "proved"),
        ("memref.store %v, %cell[%c1] : memref<2xindex>", "proved"),
        ("memref.store %v, %cell[%c0] : memref<2xindex>", "refuted"),
        ("scf.if %flag { memref.store %c1, %cell[%c0] : memref<2xindex> }", "refuted"),
        (
            "%w = memref.subview %cell[0] [1] [1] : memref<2xindex> to memref<1xindex, strided<[1]>>\n"
            "memref.store %c1, %w[%c0] : memref<1xindex, strided<[1]>>",
            "refuted",
        ),
        (
            "%w = memref.reinterpret_cast %cell to offset: [0], sizes: [1], strides: [1] "
            ": memref<2xindex> to memref<1xindex>\n"
            "memref.store %c1, %w[%c0] : memref<1xindex>",
            "refuted",
        ),
        (
            "%w = vector.broadcast %c1 : index to vector<2xindex>\n"
            "vector.store %w, %cell[%c0] : memref<2xindex>, vector<2xindex>",
            "refuted",
        ),
        ("queue.async { memref.store %c1, %cell[%c0] : memref<2xindex> }", "refuted"),
        (
            "queue.commit(1) { queue.async { memref.store %c1, %cell[%c0] : memref<2xindex> } }\n"
            "queue.wait(1, 0)",
            "refuted",
        ),
        ("func.call @sets(%cell) : (memref<2xindex>) -> ()", "refuted"),
        (
            "%w = arith.select %flag, %cell, %cell : memref<2xindex>\n"
            "memref.store %c1, %w[%c0] : memref<2xindex>",
            "refuted",
        ),
    ],
    ids=["none", "other", "store", "if", "view", "cast", "vector", "open", "waited", "call", "select"],
)
def test_writes_between(between: str, standing: str) -> None:
    callee = """
func.func private @sets(%cell: memref<2xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %c1, %cell[%c0] : memref<2xindex>
  return
}
"""
    assert asyncir.check(CELL.format(between=between) + callee).standing == standing
