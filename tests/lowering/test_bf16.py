"""Numbers of bf16 that are too small to be normal are numbers, whatever instructions the CPU has."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir

BITS = np.array([1, 2, 109, 127, 128, 0x8001, 0x807F, 0, 0x8000, 0x7F80, 0x3F80, 0x0300], np.uint16)
LOOP = """func.func @main(%a: memref<12xbf16>, %b: memref<12xbf16>, %r: memref<12xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c12 step %c1 {
    %x = memref.load %a[%i] : memref<12xbf16>
    %y = memref.load %b[%i] : memref<12xbf16>
    %z = arith.addf %x, %y : bf16
    memref.store %z, %r[%i] : memref<12xbf16>
  }
  return
}"""
WHOLE = """func.func @main(%a: tensor<12xbf16>, %b: tensor<12xbf16>) -> tensor<12xbf16> {
  %r = arith.addf %a, %b : tensor<12xbf16>
  return %r : tensor<12xbf16>
}"""


@pytest.mark.parametrize("opt_level", [0, 2])
def test_small_numbers_stay(opt_level: int) -> None:
    nothing, result = np.zeros_like(BITS), np.ones_like(BITS)
    asyncir.compile(LOOP, opt_level=opt_level).main(BITS, nothing, result)
    expected = np.where(BITS == 0x8000, 0, BITS)  # -0 + 0
    assert np.array_equal(result, expected)
    assert np.array_equal(asyncir.compile(WHOLE, opt_level=opt_level).main(BITS, nothing), expected)
