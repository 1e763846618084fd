"""Which tensors that a loop carries keep their sizes."""

from __future__ import annotations

import pytest

from asyncir.analyses.carried_sizes import CarriedSizes
from asyncir.dialects import scf
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module

OF = "tensor<?xi32>"
PROGRAM = f"""
func.func @main(%a: {OF}, %b: {OF}, %k: tensor<3xi32>, %n: index, %t: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> {OF} {{
    BODY
  }}
  return
}}
"""


@pytest.mark.parametrize(
    ("body", "stays"),
    [
        (f"scf.yield %x : {OF}", True),
        (f"scf.yield %a : {OF}", True),
        (f"scf.yield %b : {OF}", False),
        (f"%y = tensor.insert %one into %x[%c0] : {OF}\nscf.yield %y : {OF}", True),
        (f"%y = tensor.insert %one into %b[%c0] : {OF}\nscf.yield %y : {OF}", False),
        (f"%y = tensor.concat dim(0) %x, %x : ({OF}, {OF}) -> {OF}\nscf.yield %y : {OF}", False),
        (
            f"%y = tensor.cast %x : {OF} to tensor<3xi32>\n%z = tensor.cast %y : tensor<3xi32> to {OF}\nscf.yield %z : {OF}",
            True,
        ),
        (
            f"%y = scf.if %t -> {OF} {{ scf.yield %x : {OF} }} else {{ scf.yield %a : {OF} }}\nscf.yield %y : {OF}",
            True,
        ),
        (
            f"%y = scf.if %t -> {OF} {{ scf.yield %x : {OF} }} else {{ scf.yield %b : {OF} }}\nscf.yield %y : {OF}",
            False,
        ),
        (
            f"%y = scf.for %j = %c0 to %n step %c1 iter_args(%z = %x) -> {OF} {{ scf.yield %z : {OF} }}\nscf.yield %y : {OF}",
            True,
        ),
        (
            f"%y = scf.for %j = %c0 to %n step %c1 iter_args(%z = %x) -> {OF} {{ scf.yield %b : {OF} }}\nscf.yield %y : {OF}",
            False,
        ),
    ],
)
def test_sizes_stay_if_what_is_yielded_is_made_of_what_was_given(body: str, *, stays: bool) -> None:
    module = parse_module(PROGRAM.replace("BODY", body).encode(), "loop.mlir")
    loop = next(op for op in walk(module) if isinstance(op, scf.ForOp))
    assert CarriedSizes().stay(loop, 3) == stays
