"""`linalg.softmax`: interpreted, as what it is made of, and natively."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
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


@pytest.mark.parametrize("opt_level", [0, 2])
@pytest.mark.parametrize("of", ["memref<2x3x4xf32>", "memref<?x3x?xf32>"])
def test_softmax_of_memory(of: str, opt_level: int) -> None:
    """Also into the memory that it reads."""
    line = "linalg.softmax dimension(1) ins(%a : T) outs(%b : T)".replace("T", of)
    text = f"func.func @main(%a: {of}, %b: {of}) {{\n  {line}\n  return\n}}\n"
    a = np.random.default_rng(5).normal(size=(2, 3, 4)).astype(np.float32)
    raised = np.exp(a.astype(np.float64))
    expected = raised / raised.sum(axis=1, keepdims=True)
    behind = parse_module(text)
    run_pipeline(behind, PASS)

    def in_the_interpreter(*given: object) -> None:
        assert not interpret(behind, "main", list(given), parse_schedule("earliest")).diagnostics

    for run in (asyncir.compile(text, opt_level=opt_level)["main"], in_the_interpreter):
        into, kept = np.zeros_like(a), a.copy()
        run(kept, into)
        assert np.allclose(into, expected, rtol=1e-6)
        assert np.array_equal(kept, a)
        run(kept, kept)
        assert np.allclose(kept, expected, rtol=1e-6)
