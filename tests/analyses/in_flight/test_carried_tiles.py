"""A number that runs on from tile to tile, through an inner loop whose trip count may be 0."""

from __future__ import annotations

import pytest

from asyncir.driver.check import check

_TILES = """
func.func @main(%a: memref<?xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %r = memref.alloca() : memref<4xf32>
  queue.commit(0) {{
    queue.async {{
      %x = memref.load %a[%c0] : memref<?xf32>
      memref.store %x, %r[%c0] : memref<4xf32>
    }}
  }}
  %end = scf.for %tile = %c0 to %c2 step %c1 iter_args(%first = %c0) -> (index) {{
    %done:2 = scf.while (%i = %c0, %k = %first) : (index, index) -> (index, index) {{
      %more = arith.cmpi ne, %i, %n : index
      scf.condition(%more) %i, %k : index, index
    }} do {{
    ^bb0(%i: index, %k: index):
      %next = arith.addi %k, %c1 : index
      %there = arith.remui %next, %c4 : index
      %here = arith.remui %k, %c4 : index
      queue.commit(0) {{
        queue.async {{
          %x = memref.load %a[%next] : memref<?xf32>
          memref.store %x, %r[%there] : memref<4xf32>
        }}
      }}
      queue.wait(0, {count})
      %y = memref.load %r[%here] : memref<4xf32>
      %following = arith.addi %i, %c1 : index
      scf.yield %following, %next : index, index
    }}
    scf.yield %done#1 : index
  }}
  return
}}
"""


@pytest.mark.parametrize(("count", "standing"), [(1, "proved"), (2, "refuted")])
def test_a_tile_without_iterations_moves_nothing_on(count: int, standing: str) -> None:
    assert check(_TILES.format(count=count)).standing == standing
