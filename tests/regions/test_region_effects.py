"""What a region touches, seen from outside, and what the token of one of its parts says of it."""

from __future__ import annotations

import pytest

from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.effects import Access, Effects
from asyncir.ir.walk import walk
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
