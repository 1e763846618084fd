"""Functions as polynomials: as exact as is said, for every size of number, infinities and NaN."""

from __future__ import annotations

import numpy as np

import asyncir

TANH = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.tanh ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


def test_tanh_is_as_exact_as_is_said() -> None:
    sizes = np.geomspace(1e-38, 100, 200_000).astype(np.float32)
    x = np.concatenate([sizes, -sizes])
    found = asyncir.compile(TANH)["main"](x).astype(np.float64)
    exact = np.tanh(x.astype(np.float64))
    assert np.abs(found / exact - 1).max() < 4e-7


def test_what_is_no_number_and_what_is_infinite() -> None:
    x = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0], np.float32)
    found = asyncir.compile(TANH)["main"](x)
    assert np.isnan(found[0])
    assert np.allclose(found[1:3], [1, -1], rtol=4e-7)
    assert found[3:].tolist() == [0, 0]
    assert np.signbit(found[3:]).tolist() == [False, True]
