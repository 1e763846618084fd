"""`scf.forall`, on tensors and on memory, natively and interpreted."""

from __future__ import annotations

import numpy as np

import asyncir
from asyncir.semantics import interpret
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline

TILED = """
func.func @main(%a: tensor<?x64xf32>, %b: tensor<64x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x64xf32>
  %n = tensor.dim %b, %c1 : tensor<64x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = scf.forall (%i) = (0) to (%m) step (4) shared_outs(%o = %e) -> (tensor<?x?xf32>) {
    %left = arith.subi %m, %i : index
    %c4 = arith.constant 4 : index
    %size = arith.minsi %left, %c4 : index
    %x = tensor.extract_slice %a[%i, 0] [%size, 64] [1, 1] : tensor<?x64xf32> to tensor<?x64xf32>
    %t = tensor.extract_slice %o[%i, 0] [%size, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
    %f = linalg.fill ins(%zero : f32) outs(%t : tensor<?x?xf32>) -> tensor<?x?xf32>
    %p = linalg.matmul ins(%x, %b : tensor<?x64xf32>, tensor<64x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i, 0] [%size, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
    }
  }
  return %r : tensor<?x?xf32>
}
"""


def test_tiles_are_computed_in_place_and_in_parallel() -> None:
    random = np.random.default_rng(1)
    a, b = (
        random.integers(-3, 3, (301, 64)).astype(np.float32),
        random.integers(-3, 3, (64, 70)).astype(np.float32),
    )
    native = asyncir.compile(TILED)["main"]
    assert np.array_equal(native(a, b), a @ b)
    assert native(a[:0], b).shape == (0, 70)
    module = parse_module(TILED.encode(), "tiled.mlir")
    run_pipeline(module, "one-shot-bufferize,scf-forall-to-parallel")
    text = str(module)
    assert text.count("memref.alloc(") == 1
    assert "memref.copy" not in text
    assert text.count("scf.parallel") == 1


SWAP = """
func.func @main(%a: tensor<4x2xi32>, %b: tensor<4x2xi32>) -> (tensor<4x2xi32>, tensor<4x2xi32>) {
  %r:2 = scf.forall (%i) in (4) shared_outs(%x = %a, %y = %b) -> (tensor<4x2xi32>, tensor<4x2xi32>) {
    %p = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<4x2xi32> to tensor<2xi32>
    %q = tensor.extract_slice %y[%i, 0] [1, 2] [1, 1] : tensor<4x2xi32> to tensor<2xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %x[%i, 0] [1, 2] [1, 1] : tensor<2xi32> into tensor<4x2xi32>
      tensor.parallel_insert_slice %p into %y[%i, 0] [1, 2] [1, 1] : tensor<2xi32> into tensor<4x2xi32>
    }
  }
  return %r#0, %r#1 : tensor<4x2xi32>, tensor<4x2xi32>
}
"""


def test_two_tensors_are_exchanged_slice_by_slice() -> None:
    a, b = np.arange(8, dtype=np.int32).reshape(4, 2), np.arange(8, 16, dtype=np.int32).reshape(4, 2)
    first, second = asyncir.compile(SWAP)["main"](a, b)
    assert np.array_equal(first, b)
    assert np.array_equal(second, a)


ON_MEMORY = """
func.func @main(%m: memref<?x3xi64>, %n: index) {
  scf.forall (%i, %j) in (%n, 3) {
    %p = arith.index_cast %i : index to i64
    %q = arith.index_cast %j : index to i64
    %s = arith.addi %p, %q : i64
    memref.store %s, %m[%i, %j] : memref<?x3xi64>
  }
  return
}
"""


def test_a_loop_on_memory_gives_the_same_as_a_parallel_one() -> None:
    expected = np.add.outer(np.arange(5), np.arange(3))
    natively, before, after = (np.zeros((5, 3), np.int64) for _ in range(3))
    asyncir.compile(ON_MEMORY)["main"](natively, 5)
    module = parse_module(ON_MEMORY.encode(), "memory.mlir")
    interpret(module, "main", [before, 5])
    run_pipeline(module, "scf-forall-to-parallel")
    assert "scf.forall" not in str(module)
    interpret(module, "main", [after, 5])
    assert all(np.array_equal(found, expected) for found in (natively, before, after))
