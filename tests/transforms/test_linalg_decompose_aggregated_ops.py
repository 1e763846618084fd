"""`linalg.softmax`: interpreted, as what it is made of, and natively."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from tests.transforms.elementwise_running import interpreted, same_bits

PASS = "linalg-decompose-aggregated-ops"


def _text(of: str, dimension: int) -> str:
    return (
        f"func.func @main(%a: {of}, %b: {of}) -> {of} {{\n"
        f"  %r = linalg.softmax dimension({dimension}) ins(%a : {of}) outs(%b : {of}) -> {of}\n  return %r : {of}\n}}\n"
    )


@pytest.mark.parametrize("dimension", range(3))
@pytest.mark.parametrize(
    "of", ["tensor<2x3x4xf32>", "tensor<?x?x?xf32>", "tensor<2x3x?xf64>", "tensor<2x3x4xf16>"]
)
def test_softmax_is_the_quotient_of_powers_and_their_sum(of: str, dimension: int) -> None:
    element = {"f16": np.float16, "f32": np.float32, "f64": np.float64}[of[-4:-1]]
    a = np.random.default_rng(3).normal(size=(2, 3, 4)).astype(element)
    text, arguments = _text(of, dimension), (a, np.zeros_like(a))
    found = interpreted(text, "", arguments)
    raised = np.exp(a.astype(np.float64))
    expected = raised / raised.sum(axis=dimension, keepdims=True)
    assert np.allclose(found[0].astype(np.float64), expected, rtol=1e-2 if element is np.float16 else 1e-6)
    assert same_bits(found, interpreted(text, PASS, arguments))


@pytest.mark.parametrize("rows", [0, 3])
def test_softmax_natively_is_as_interpreted(rows: int) -> None:
    text = _text("tensor<?x4xf32>", 1)
    rest = np.zeros((3, 4), np.float32)
    a = np.array([[1, 2, 3, 4], [np.inf, 0, 0, 0], [-np.inf] * 4], np.float32)[:rows]
    with np.errstate(all="ignore"):
        (expected,) = interpreted(text, "", (a, rest[:rows]))
    assert np.allclose(asyncir.compile(text)["main"](a, rest[:rows]), expected, equal_nan=True, rtol=1e-6)
