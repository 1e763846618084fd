"""Tensors that one of several regions gives: `scf.index_switch`, and `scf.execute_region`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret

SWITCH = """
func.func @main(%i: index, %a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7.0 : f32
  %d = arith.addf %a, %b : tensor<?xf32>
  %r, %n = scf.index_switch %i -> tensor<?xf32>, index
  case 0 {
    scf.yield %a, %c0 : tensor<?xf32>, index
  }
  case 3 {
    %s = tensor.insert %seven into %d[%c0] : tensor<?xf32>
    scf.yield %s, %i : tensor<?xf32>, index
  }
  case -1 {
    scf.yield %d, %i : tensor<?xf32>, index
  }
  default {
    %inner = scf.index_switch %i -> tensor<?xf32>
    case 5 {
      %s = arith.mulf %d, %b : tensor<?xf32>
      scf.yield %s : tensor<?xf32>
    }
    default {
      scf.yield %b : tensor<?xf32>
    }
    scf.yield %inner, %i : tensor<?xf32>, index
  }
  %x = arith.index_cast %n : index to i64
  %y = arith.sitofp %x : i64 to f32
  %z = tensor.insert %y into %r[%c0] : tensor<?xf32>
  return %z, %d : tensor<?xf32>, tensor<?xf32>
}
"""
REGION = """
func.func @main(%i: index, %a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7.0 : f32
  %r, %q = scf.execute_region -> (tensor<?xf32>, tensor<?xf32>) {
    %s = arith.addf %a, %b : tensor<?xf32>
    %t = tensor.insert %seven into %s[%c0] : tensor<?xf32>
    scf.yield %s, %t : tensor<?xf32>, tensor<?xf32>
  }
  %u = tensor.insert %seven into %r[%c0] : tensor<?xf32>
  %v = arith.addf %u, %r : tensor<?xf32>
  return %v, %q : tensor<?xf32>, tensor<?xf32>
}
"""
A = np.array([1, 2, 3], np.float32)
B = np.array([10, 20, 30], np.float32)
D = A + B


def _with_first(array: Any, value: float) -> Any:
    return np.array([value, *array[1:]], np.float32)


CASES = [
    (SWITCH, 0, (_with_first(A, 0), D)),
    (SWITCH, 3, (_with_first(D, 3), D)),
    (SWITCH, -1, (_with_first(D, -1), D)),
    (SWITCH, 5, (_with_first(D * B, 5), D)),
    (SWITCH, 4, (_with_first(B, 4), D)),
    (REGION, 0, (_with_first(D, 7) + D, _with_first(D, 7))),
]


@pytest.mark.parametrize("way", ["interpreted", "on memory", "-O0", "-O2"])
@pytest.mark.parametrize(("text", "which", "expected"), CASES)
def test_the_tensors_are_those_of_the_region(
    text: str, which: int, expected: tuple[Any, ...], way: str
) -> None:
    a, b = A.copy(), B.copy()
    if way.startswith("-O"):
        found = asyncir.compile(text, opt_level=int(way[2:]))["main"](which, a, b)
    else:
        module = asyncir.parse(text)
        if way == "on memory":
            asyncir.run_pipeline(module, "convert-elementwise-to-linalg,one-shot-bufferize")
            module.verify()
        outcome = interpret(module, "main", [which, a, b])
        assert outcome.diagnostics == ()
        found = outcome.results
    assert [np.asarray(each).tolist() for each in found] == [each.tolist() for each in expected]
    assert (a.tolist(), b.tolist()) == (A.tolist(), B.tolist())


def test_several_blocks_of_a_region_give_a_tensor() -> None:
    text = """
    func.func @main(%i: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
      %r = scf.execute_region -> tensor<4xf32> {
        cf.cond_br %i, ^a, ^b
      ^a:
        scf.yield %a : tensor<4xf32>
      ^b:
        scf.yield %b : tensor<4xf32>
      }
      return %r : tensor<4xf32>
    }
    """
    native = asyncir.compile(text)["main"]
    a, b = np.arange(4, dtype=np.float32), np.ones(4, np.float32)
    assert [native(i, a, b).tolist() for i in (True, False)] == [a.tolist(), b.tolist()]
