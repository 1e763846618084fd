"""Sums of products of bytes, for which CPUs have instructions that LLVM 22 uses wrongly."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir

TEXT = """func.func @main(%a: tensor<8xROWxi8>, %k: i8) -> (tensor<8xi32>, tensor<8xi32>) {
  %three = arith.constant 3 : i8
  %e = tensor.empty() : tensor<ROWxi8>
  %v = linalg.fill ins(%three : i8) outs(%e : tensor<ROWxi8>) -> tensor<ROWxi8>
  %w = linalg.fill ins(%k : i8) outs(%e : tensor<ROWxi8>) -> tensor<ROWxi8>
  %d = arith.constant dense<-5> : tensor<8xi32>
  %r = linalg.matvec ins(%a, %v : tensor<8xROWxi8>, tensor<ROWxi8>) outs(%d : tensor<8xi32>) -> tensor<8xi32>
  %s = linalg.matvec ins(%a, %w : tensor<8xROWxi8>, tensor<ROWxi8>) outs(%d : tensor<8xi32>) -> tensor<8xi32>
  return %r, %s : tensor<8xi32>, tensor<8xi32>
}"""


@pytest.mark.parametrize("opt_level", [0, 1, 2, 3])
@pytest.mark.parametrize("row", [4, 8, 16, 24, 32, 64])
def test_products_with_one_number(row: int, opt_level: int) -> None:
    a = np.random.default_rng(row).integers(-128, 128, (8, row)).astype(np.int8)
    sums = a.astype(np.int32).sum(axis=1)
    r, s = asyncir.compile(TEXT.replace("ROW", str(row)), opt_level=opt_level).main(a, -7)
    assert r.tolist() == (3 * sums - 5).tolist()
    assert s.tolist() == (-7 * sums - 5).tolist()
