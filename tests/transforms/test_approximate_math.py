"""Functions as polynomials: as exact as is said, for every size of number, infinities and NaN."""

from __future__ import annotations

import math

import numpy as np
import pytest

import asyncir


def computed(name: str, x: np.ndarray) -> np.ndarray:
    of = "tensor<?xf32>"
    text = f"""func.func @main(%x: {of}) -> {of} {{
  %0 = linalg.map {{ math.{name} }} ins(%x : {of}) outs(%x : {of})
  return %0 : {of}
}}"""
    return asyncir.compile(text)["main"](x).astype(np.float64)


def of_all_sizes(largest: float) -> np.ndarray:
    sizes = np.geomspace(1e-38, largest, 200_000).astype(np.float32)
    return np.concatenate([sizes, -sizes])


@pytest.mark.parametrize(
    ("name", "largest", "error"), [("tanh", 100, 4e-7), ("erf", 100, 4e-7), ("exp", 87, 2e-7)]
)
def test_it_is_as_exact_as_is_said(name: str, largest: float, error: float) -> None:
    x = of_all_sizes(largest)
    exact = np.array([getattr(math, name)(each) for each in x.tolist()])
    assert np.abs(computed(name, x) / exact - 1).max() < error


@pytest.mark.parametrize("name", ["tanh", "erf"])
def test_it_is_never_more_than_one(name: str) -> None:
    near = np.linspace(2, 12, 2_000_000, dtype=np.float32)
    assert np.abs(computed(name, np.concatenate([near, -near]))).max() == 1


@pytest.mark.parametrize("name", ["tanh", "erf"])
def test_what_is_no_number_and_what_is_infinite(name: str) -> None:
    found = computed(name, np.array([np.nan, np.inf, -np.inf, 0.0, -0.0], np.float32))
    assert np.isnan(found[0])
    assert np.allclose(found[1:3], [1, -1], rtol=4e-7)
    assert found[3:].tolist() == [0, 0]
    assert np.signbit(found[3:]).tolist() == [False, True]


def test_exp_of_what_is_no_number_and_of_what_has_no_exp() -> None:
    x = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 88.73, 200, -104, -1e30], np.float32)
    found = computed("exp", x)
    assert np.isnan(found[0])
    assert found[1:].tolist() == [np.inf, 0, 1, 1, np.inf, np.inf, 0, 0]


def test_exp_of_the_largest_and_the_smallest() -> None:
    x = np.concatenate([np.linspace(-103.9, -87, 50_000), np.linspace(87, 88.72, 1_000)]).astype(np.float32)
    exact, found = np.exp(x.astype(np.float64)), computed("exp", x)
    assert (np.abs(found - exact) <= np.maximum(2 * 2.0**-149, 3e-7 * exact)).all()
