"""Gathers, scatters, and the ops between tensors and memory: the same on memory and natively as interpreted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline

ON_MEMORY = "one-shot-bufferize,convert-linalg-to-loops"


def _everywhere(text: str, given: Callable[[], list[Any]]) -> tuple[Any, ...]:
    """What `@main` gives, and what its arguments are afterwards: interpreted, on memory and natively the same."""
    found: list[tuple[Any, ...]] = []
    for pipeline in ("", ON_MEMORY):
        module = parse_module(text.encode(), "program.mlir")
        if pipeline:
            run_pipeline(module, pipeline)
            module.verify()
        arguments = given()
        outcome = interpret(module, "main", arguments)
        assert outcome.diagnostics == ()
        found.append((*outcome.results, *arguments))
    arguments = given()
    results = asyncir.compile(text)["main"](*arguments)
    results = results if isinstance(results, tuple) else () if results is None else (results,)
    found.append((*results, *arguments))
    for other in found[1:]:
        assert all(np.array_equal(a, b) for a, b in zip(found[0], other, strict=True))
    return found[0]


GATHER = """
func.func @main(%a: tensor<?x3xf32>, %p: tensor<2x2x1xindex>, %q: tensor<2x2xi32>)
    -> (tensor<2x2x1x3xf32>, tensor<2x2x3xf32>, tensor<2xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %g = tensor.gather %a[%p] gather_dims([0]) : (tensor<?x3xf32>, tensor<2x2x1xindex>) -> tensor<2x2x1x3xf32>
  %h = tensor.gather %a[%p] gather_dims([0]) : (tensor<?x3xf32>, tensor<2x2x1xindex>) -> tensor<2x2x3xf32>
  %k = tensor.gather %a[%q] gather_dims([0, 1]) : (tensor<?x3xf32>, tensor<2x2xi32>) -> tensor<2xf32>
  %b = linalg.add ins(%a, %a : tensor<?x3xf32>, tensor<?x3xf32>) outs(%a : tensor<?x3xf32>) -> tensor<?x3xf32>
  %s = tensor.scatter %k into %b[%q] scatter_dims([0, 1]) unique
      : (tensor<2xf32>, tensor<?x3xf32>, tensor<2x2xi32>) -> tensor<?x3xf32>
  %l = tensor.extract_slice %h[0, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<2x2x3xf32> to tensor<2x3xf32>
  %o = tensor.extract_slice %p[0, 0, 0] [1, 2, 1] [1, 1, 1] : tensor<2x2x1xindex> to tensor<2x1xindex>
  %t = tensor.scatter %l into %s[%o] scatter_dims([0]) unique
      : (tensor<2x3xf32>, tensor<?x3xf32>, tensor<2x1xindex>) -> tensor<?x3xf32>
  return %g, %h, %k, %s, %t
      : tensor<2x2x1x3xf32>, tensor<2x2x3xf32>, tensor<2xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}
"""


def test_gathers_and_scatters() -> None:
    a = np.arange(15, dtype=np.float32).reshape(5, 3)
    p, q = np.array([[[4], [0]], [[2], [2]]]), np.array([[1, 2], [3, 0]], np.int32)
    g, h, k, s, t, *_ = _everywhere(GATHER, lambda: [a.copy(), p.copy(), q.copy()])
    assert np.array_equal(h, a[p[..., 0]])
    assert np.array_equal(g, h[:, :, None])
    assert list(k) == [a[1, 2], a[3, 0]]
    scattered = 2 * a
    scattered[q[:, 0], q[:, 1]] = k
    assert np.array_equal(s, scattered)
    scattered[p[0, :, 0]] = h[0]
    assert np.array_equal(t, scattered)


BUFFERS = """
func.func @main(%m: memref<4xf32>, %out: memref<?xf32, strided<[2]>>, %x: f32) -> (f32, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  memref.store %x, %m[%c0] : memref<4xf32>
  %u = linalg.add ins(%t, %t : tensor<4xf32>, tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %b = bufferization.to_buffer %u : tensor<4xf32> to memref<4xf32>
  memref.store %x, %b[%c0] : memref<4xf32>
  %y = memref.load %b[%c0] : memref<4xf32>
  %v = tensor.insert %y into %u[%c0] : tensor<4xf32>
  bufferization.materialize_in_destination %v in writable %out : (tensor<4xf32>, memref<?xf32, strided<[2]>>) -> ()
  %w = bufferization.alloc_tensor() copy(%u) : tensor<4xf32>
  %e = bufferization.alloc_tensor() : tensor<4xf32>
  %r = bufferization.materialize_in_destination %v in %e : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.dealloc_tensor %v : tensor<4xf32>
  return %y, %w, %r : f32, tensor<4xf32>, tensor<4xf32>
}
"""


def test_tensors_of_memory_and_memory_of_tensors() -> None:
    m = np.arange(4, dtype=np.float32)
    y, w, r, after, out, _ = _everywhere(BUFFERS, lambda: [m.copy(), np.zeros(8, np.float32)[::2], 9.0])
    assert y == 9
    assert list(w) == [0, 2, 4, 6]
    assert list(r) == list(out) == [9, 2, 4, 6]
    assert list(after) == [9, 1, 2, 3]


DEALLOC = """
func.func @main(%c: i1, %d: i1, %same: i1) -> (i1, f32) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<2xf32>
  %b = memref.alloc() : memref<2xf32>
  memref.store %x, %b[%c0] : memref<2xf32>
  %r = bufferization.clone %b : memref<2xf32> to memref<2xf32>
  %k = arith.select %same, %b, %r : memref<2xf32>
  %0 = bufferization.dealloc (%a, %a, %b : memref<2xf32>, memref<2xf32>, memref<2xf32>) if (%c, %c, %d)
      retain (%k : memref<2xf32>)
  %y = memref.load %k[%c0] : memref<2xf32>
  return %0, %y : i1, f32
}
"""


@pytest.mark.parametrize("same", [0, 1])
@pytest.mark.parametrize("c", [0, 1])
def test_lives_end_once_unless_they_are_retained(c: int, same: int) -> None:
    module = parse_module(DEALLOC.encode(), "dealloc.mlir")
    before = interpret(module, "main", [c, 1, same])
    assert before.diagnostics == ()
    assert tuple(map(float, before.results)) == (same, 3.0)
    assert tuple(map(float, asyncir.compile(DEALLOC)["main"](c, 1, same))) == (same, 3.0)
