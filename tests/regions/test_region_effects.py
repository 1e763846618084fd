"""What a region touches, seen from outside, and what the token of one of its parts says of it."""

from __future__ import annotations

import pytest

from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.effects import Access, Effects
from asyncir.ir.walk import walk
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline

PARTS = """
func.func @main(%x: f32, %m: memref<f32> {llvm.noalias}, %k: memref<f32> {llvm.noalias}) -> (f32, f32) {
  %t, %u = async.region -> !async.token {
    %v = async.region {
      memref.store %x, %m[] : memref<f32>
    }
    %w = async.region {
      memref.store %x, %k[] : memref<f32>
    }
    async.yield %v, %w : !async.token, !async.token {token_counts = array<i64: 1, 1>}
  }
  async.await %t : !async.token
  %first = memref.load %m[] : memref<f32>
  async.await %u : !async.token
  %second = memref.load %m[] : memref<f32>
  return %first, %second : f32, f32
}
"""
LOCAL = """
func.func @main(%x: f32, %m: memref<4xf32>, %n: memref<4xf32>) {
  %i = arith.constant 0 : index
  %t = async.region {
    %own = memref.alloc() : memref<4xf32>
    memref.store %x, %own[%i] : memref<4xf32>
    %u = async.region {
      %y = memref.load %m[%i] : memref<4xf32>
      memref.store %y, %own[%i] : memref<4xf32>
    }
    async.await %u : !async.token
    memref.dealloc %own : memref<4xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}
"""
DEAD = """
func.func @main(%x: f32, %m: memref<4xf32>, %c: i1) {
  %i = arith.constant 0 : index
  %t0, %a = async.region -> f32 {
    %s = arith.addf %x, %x : f32
    async.yield %s : f32
  }
  %t1 = async.region {
    %v = memref.load %m[%i] : memref<4xf32>
  }
  %t2 = async.region [%t0, %t1] {
    %l = memref.alloc() : memref<4xf32>
    memref.store %x, %l[%i] : memref<4xf32>
    memref.dealloc %l : memref<4xf32>
  }
  %kept0 = async.region {
    memref.store %x, %m[%i] : memref<4xf32>
  }
  %kept1 = async.region {
    cf.assert %c, "no"
  }
  %kept2, %b = async.region [%kept0] -> f32 {
    %w = async.region {
      memref.store %x, %m[%i] : memref<4xf32>
    }
    async.yield %x : f32
  }
  %kept3 = async.region {
    func.call @unknown() : () -> ()
  }
  return
}
func.func private @unknown()
"""


@pytest.mark.feature("S1-24")
def test_what_is_the_regions_own_is_not_seen() -> None:
    """Of the region around, nothing but the load of the region inside is seen from outside."""
    module = parse_module(LOCAL, "local.mlir")
    outer = next(op for op in walk(module) if isinstance(op, RegionOp))
    seen = {(effect.access, getattr(effect.root, "name_hint", None)) for effect in Effects().of(outer)}
    assert (Access.READ, "m") in seen
    assert not any(name in ("own", "n") for _, name in seen)
    assert (Access.WRITE, "m") not in seen


@pytest.mark.feature("S1-24")
def test_the_token_of_a_part_says_what_that_part_does() -> None:
    """Behind `split-regions` the wait for the second part is known not to concern what the first part wrote."""
    loads: list[int] = []
    for pipeline in ("cse", "split-regions,cse"):
        module = parse_module(PARTS, "parts.mlir")
        run_pipeline(module, pipeline)
        loads.append(print_module(module).count("memref.load"))
    assert loads == [2, 1]


@pytest.mark.feature("S1-25")
@pytest.mark.parametrize("pipeline", ["canonicalize", "cse", "canonicalize,cse"])
def test_a_dead_region_goes_where_no_effect_is_lost(pipeline: str) -> None:
    module = parse_module(DEAD, "dead.mlir")
    run_pipeline(module, pipeline)
    text = print_module(module)
    kept = [f"%kept{n}" in text for n in range(4)]
    assert kept == [True] * 4
    assert not any(f"%t{n}" in text for n in range(3)) or pipeline == "cse"
    if pipeline != "cse":
        assert text.count("async.region") == 5


LATER = """
func.func @main(%n: index, %x: i64, %b: i1) -> (i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i64
  %t, %v = async.region -> i64 {
    %s = arith.addi %x, %x : i64
    async.yield %s : i64
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> i64 {
    async.await %t : !async.token
    %y = arith.muli %v, %v : i64
    %k = arith.addi %a, %y : i64
    scf.yield %k : i64
  }
  %w = scf.if %b -> i64 {
    async.await %t : !async.token
    scf.yield %v : i64
  } else {
    scf.yield %x : i64
  }
  %u, %q = scf.if %b -> (!async.token, i64) {
    scf.yield %t, %v : !async.token, i64
  } else {
    %e = async.ready : !async.token
    scf.yield %e, %x : !async.token, i64
  }
  async.await %u : !async.token
  %sum = arith.addi %w, %q : i64
  return %r, %sum : i64, i64
}
"""


@pytest.mark.parametrize(
    "pipeline", ["licm", "canonicalize", "cse", "dce", "canonicalize,licm,cse,canonicalize"]
)
def test_passes_move_no_value_in_front_of_the_wait_for_it(pipeline: str) -> None:
    """What needs no wait otherwise, a product in a loop or a choice of two values, stays behind it."""
    module = parse_module(LATER, "later.mlir")
    run_pipeline(module, pipeline)
    again = parse_module(print_module(module), "again.mlir")
    for truth, expected in ((1, (108, 12)), (0, (108, 6))):
        outcome = interpret(again, "main", [3, 3, truth], parse_schedule("latest"))
        assert outcome.diagnostics == ()
        assert tuple(outcome.results) == expected
