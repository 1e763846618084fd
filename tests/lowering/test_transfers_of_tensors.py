"""Vectors read from tensors and written to them: machine code does what the interpreter does."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from tests.semantics.programs import run

OF = "tensor<?x5xf32>"
PROGRAM = f"""
func.func @main(%a: {OF}, %i: index, %j: index, %n: index) -> ({OF}, vector<4xf32>, {OF}) {{
  %z = arith.constant 7.0 : f32
  %c0 = arith.constant 0 : index
  %mask = vector.create_mask %n : vector<4xi1>
  %v = vector.transfer_read %a[%i, %j], %z : {OF}, vector<4xf32>
  %m = vector.transfer_read %a[%j, %i], %z, %mask
    {{permutation_map = affine_map<(d0, d1) -> (d0)>}} : {OF}, vector<4xf32>
  %s = arith.addf %v, %m : vector<4xf32>
  %w = vector.transfer_write %s, %a[%i, %j] : vector<4xf32>, {OF}
  %u = vector.transfer_write %v, %w[%j, %i], %mask : vector<4xf32>, {OF}
  %at = arith.constant dense<[0, 3, 1, 2]> : vector<4xindex>
  %g = vector.gather %u[%i, %c0] [%at], %mask, %v
    : {OF}, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %x = vector.scatter %u[%i, %c0] [%at], %mask, %g
    : {OF}, vector<4xindex>, vector<4xi1>, vector<4xf32> -> {OF}
  return %w, %g, %x : {OF}, vector<4xf32>, {OF}
}}
"""


@pytest.mark.parametrize("given", [(0, 0, 4), (2, 3, 2), (3, 4, 0), (1, 1, 3)])
def test_machine_code_does_what_the_interpreter_does(given: tuple[int, int, int]) -> None:
    a = np.arange(20, dtype=np.float32).reshape(4, 5)
    outcome = run(PROGRAM, a, *given)
    assert outcome.diagnostics == ()
    for found, wanted in zip(asyncir.compile(PROGRAM).main(a, *given), outcome.results, strict=True):
        assert np.asarray(found).tolist() == np.asarray(wanted).tolist()
    assert a.tolist() == np.arange(20).reshape(4, 5).tolist()


def test_what_is_said_to_be_inside_has_to_be() -> None:
    text = f"""func.func @main(%a: {OF}, %i: index) -> vector<4xf32> {{
  %z = arith.constant 7.0 : f32
  %v = vector.transfer_read %a[%i, %i], %z {{in_bounds = [true]}} : {OF}, vector<4xf32>
  return %v : vector<4xf32>
}}"""
    a = np.zeros((4, 5), np.float32)
    assert run(text, a, 1).diagnostics == ()
    (wrong,) = run(text, a, 2).diagnostics
    assert (wrong.code, wrong.span.line if wrong.span else 0) == ("S004", 3)
