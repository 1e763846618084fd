"""`canonicalize` finds nothing in what it has left: also where what is around an op that went has no effect any more."""

from __future__ import annotations

import pytest

from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from bench.memory_programs.draw import drawn
from bench.tensor_programs.draw import program


def _after(text: str, times: int) -> str:
    module = parse_module(text)
    for _ in range(times):
        run_pipeline(module, "canonicalize")
    return str(module)


# In each of these a loop or an `scf.forall` is empty once its last op has gone.
@pytest.mark.parametrize("seed", [75, 110, 114, 132, 145])
def test_tensor_programs(seed: int) -> None:
    text = program(seed).text
    assert _after(text, 1) == _after(text, 2)


@pytest.mark.parametrize("seed", range(8))
def test_memory_programs(seed: int) -> None:
    text = drawn(seed).text
    assert _after(text, 1) == _after(text, 2)


EMPTY = """
func.func private @writes(%m: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %m, %a : memref<4xf32> to memref<4xf32>
    memref.dealloc %a : memref<4xf32>
  }
  return
}
func.func @calls(%m: memref<4xf32>, %n: index) {
  func.call @writes(%m, %n) : (memref<4xf32>, index) -> ()
  return
}
"""


def test_calls_of_what_does_nothing_any_more_go() -> None:
    once = _after(EMPTY, 1)
    assert once == _after(EMPTY, 2)
    assert "scf.for" not in once
