"""Functions of complex numbers, natively beside NumPy and the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret


def _rsqrt(x: Any) -> Any:
    return 1 / np.sqrt(x)


def _sign(x: Any) -> Any:
    return x / np.abs(x)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "cos": np.cos,
    "exp": np.exp,
    "expm1": np.expm1,
    "log": np.log,
    "log1p": np.log1p,
    "rsqrt": _rsqrt,
    "sign": _sign,
    "sin": np.sin,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
    "angle": np.angle,
    "div": np.divide,
    "pow": np.power,
}
TOLERANCE = {"f32": 1e-5, "f64": 1e-12}


def _text(kind: str) -> str:
    of = f"complex<{kind}>"
    parts = [
        f"func.func @{name}(%x: {of}, %y: {of}) -> {kind if name == 'angle' else of} {{\n"
        f"  %r = complex.{name} %x{', %y' if name in ('div', 'pow') else ''} : {of}\n"
        f"  return %r : {kind if name == 'angle' else of}\n}}\n"
        for name in FUNCTIONS
    ]
    return "".join(parts)


@pytest.mark.parametrize("kind", ["f32", "f64"])
def test_functions_are_those_of_numpy(kind: str) -> None:
    text = _text(kind)
    module, native = asyncir.parse(text), asyncir.compile(text, opt_level=0)
    draw = np.random.default_rng(3)
    of = np.complex64 if kind == "f32" else np.complex128
    pairs = (draw.standard_normal((25, 2)) + 1j * draw.standard_normal((25, 2))).astype(of)
    for name, function in FUNCTIONS.items():
        for x, y in pairs:
            wanted = function(x, y) if name in ("div", "pow") else function(x)
            found = native[name](complex(x), complex(y))
            assert np.isclose(found, wanted, rtol=TOLERANCE[kind], atol=0), name
            outcome = interpret(module, name, [complex(x), complex(y)])
            assert outcome.diagnostics == ()
            given: Any = outcome.results[0]
            assert np.isclose(given, wanted, rtol=TOLERANCE[kind], atol=0), name


def test_numbers_at_the_edges() -> None:
    text = _text("f64")
    native = asyncir.compile(text)
    assert native["sign"](0j, 0j) == 0
    assert native["pow"](0j, 0j) == 1
    assert native["pow"](0j, 2 + 0j) == 0
    # The square of a part of the divisor is no number any more.
    assert native["div"](1e300 + 1e300j, 2e300 + 0j) == 0.5 + 0.5j
    assert native["div"](1e300 + 1e300j, 2e300j) == 0.5 - 0.5j
    small = native["expm1"](1e-12 + 1e-12j, 0j)
    assert np.isclose(small.real, 1e-12, rtol=1e-9)
    assert np.isnan(native["div"](1 + 1j, 0j).real)


def test_tensors_of_complex_numbers() -> None:
    text = """
    func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
      %e = tensor.empty() : tensor<4xcomplex<f32>>
      %r = linalg.map ins(%x : tensor<4xcomplex<f32>>) outs(%e : tensor<4xcomplex<f32>>)
          (%a: complex<f32>, %i: complex<f32>) {
        %0 = complex.exp %a : complex<f32>
        %1 = complex.div %0, %a : complex<f32>
        linalg.yield %1 : complex<f32>
      }
      return %r : tensor<4xcomplex<f32>>
    }
    """
    x = np.array([1 + 2j, -1j, 0.5, 3 - 1j], np.complex64)
    assert np.allclose(asyncir.compile(text)["main"](x), np.exp(x) / x, rtol=1e-5)
