"""What a run keeps is not kept behind it."""

import gc

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret, parse_schedule

pytestmark = pytest.mark.feature("S4-26")

ENDLESS = """func.func private @again(%m: memref<4xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %more = arith.cmpi ne, %n, %c0 : index
  scf.if %more {
    %t = async.execute {
      func.call @again(%m, %n) : (memref<4xi64>, index) -> ()
      async.yield
    }
    %u = async.execute {
      func.call @again(%m, %c0) : (memref<4xi64>, index) -> ()
      async.yield
    }
    async.await %u : !async.token
    async.await %t : !async.token
  }
  return
}
func.func @main(%m: memref<4xi64>) {
  %c1 = arith.constant 1 : index
  func.call @again(%m, %c1) : (memref<4xi64>, index) -> ()
  return
}
"""


def test_clocks_of_deeply_nested_tasks_are_given_back() -> None:
    """They point at each other, and the collector counts objects, not what they hold: it left gigabytes."""
    module = asyncir.parse(ENDLESS, "p.mlir")
    gc.collect()
    gc.disable()
    try:
        before = len(gc.get_objects())
        outcome = interpret(
            module, "main", [np.zeros(4, dtype=np.int64)], parse_schedule("earliest"), max_steps=300_000
        )
        assert outcome.diagnostics
        assert len(gc.get_objects()) < before + 2_000
    finally:
        gc.enable()
