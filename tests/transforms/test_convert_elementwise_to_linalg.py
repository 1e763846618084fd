"""Arithmetic on whole tensors and the structured ops that it becomes give the same bits, natively, too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.dialects.arith import ConstantOp
from asyncir.ir import TensorType
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.transforms.elementwise_running import given, interpreted, program, same_bits

PASS = "convert-elementwise-to-linalg"


@pytest.mark.parametrize("seed", range(30))
def test_random_programs_give_the_same_bits(seed: int) -> None:
    one = program(seed, whole=True)
    text, arguments = one.text(), given(one)
    assert same_bits(interpreted(text, "", arguments), interpreted(text, PASS, arguments))


@pytest.mark.parametrize("seed", range(300, 306))
def test_random_programs_give_the_same_natively(seed: int) -> None:
    one = program(seed, whole=True)
    text, arguments = one.text(), given(one)
    found = asyncir.compile(text)["main"](*arguments)
    found = found if isinstance(found, tuple) else (found,)
    assert same_bits(interpreted(text, "", arguments), found)


OPS = """
func.func @main(%a: tensor<?x2xf32>, %n: tensor<?x2xi32>, %c: i1)
    -> (tensor<?x2xf64>, tensor<?x2xi32>, tensor<?x2xi1>, tensor<?x2xi32>) {
  %e = math.floor %a : tensor<?x2xf32>
  %w = arith.extf %e : tensor<?x2xf32> to tensor<?x2xf64>
  %s = arith.select %c, %a, %e : tensor<?x2xf32>
  %b = arith.bitcast %s : tensor<?x2xf32> to tensor<?x2xi32>
  %t = arith.cmpf olt, %a, %e : tensor<?x2xf32>
  %low, %high = arith.mulsi_extended %n, %n : tensor<?x2xi32>
  %x = arith.xori %low, %high : tensor<?x2xi32>
  return %w, %b, %t, %x : tensor<?x2xf64>, tensor<?x2xi32>, tensor<?x2xi1>, tensor<?x2xi32>
}
"""


@pytest.mark.parametrize("truth", [0, 1])
@pytest.mark.parametrize("rows", [0, 3])
def test_casts_comparisons_choices_and_ops_of_two_results(rows: int, truth: int) -> None:
    a = np.linspace(-2, 2, 2 * rows, dtype=np.float32).reshape(rows, 2)
    n = np.arange(2 * rows, dtype=np.int32).reshape(rows, 2) * 100_000
    arguments: tuple[Any, ...] = (a, n, truth)
    assert same_bits(interpreted(OPS, "", arguments), interpreted(OPS, PASS, arguments))
    native = asyncir.compile(OPS)["main"](*arguments)
    assert same_bits(interpreted(OPS, "", arguments)[1:], native[1:])


def test_no_op_on_whole_tensors_is_left() -> None:
    module = parse_module(OPS.encode(), "ops.mlir")
    run_pipeline(module, PASS)
    module.verify()
    left = [
        op for op in walk(module) if op.dialect_name() in ("arith", "math") and not isinstance(op, ConstantOp)
    ]
    assert not any(isinstance(value.type, TensorType) for op in left for value in op.results)


@pytest.mark.parametrize(
    ("source", "target"), [("f32", "i32"), ("i32", "f32"), ("f64", "i64"), ("i16", "f16")]
)
def test_the_bits_of_a_tensor(source: str, target: str) -> None:
    kinds = {"f16": "f2", "f32": "f4", "f64": "f8", "i16": "i2", "i32": "i4", "i64": "i8"}
    text = f"""
func.func @main(%a: tensor<?x3x{source}>) -> (tensor<?x3x{target}>, tensor<?x3x{source}>) {{
  %b = tensor.bitcast %a : tensor<?x3x{source}> to tensor<?x3x{target}>
  %c = tensor.bitcast %b : tensor<?x3x{target}> to tensor<?x3x{source}>
  return %b, %c : tensor<?x3x{target}>, tensor<?x3x{source}>
}}"""
    a = np.random.default_rng(1).integers(1, 100, (2, 3)).astype(kinds[source])
    for b, c in (asyncir.compile(text)["main"](a), interpreted(text, PASS, (a,))):
        assert np.array_equal(b, a.view(kinds[target]))
        assert np.array_equal(c, a)
