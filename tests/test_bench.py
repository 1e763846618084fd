"""What the benchmarks run is right: the kernels compute what they say, the programs have the size that is asked for."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import asyncir
from asyncir.ir.walk import walk

BENCH = Path(__file__).parent.parent / "bench"


def load(name: str) -> ModuleType:
    """A script of bench/ as a module."""
    spec = importlib.util.spec_from_file_location(name, BENCH / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their modules up
    spec.loader.exec_module(module)
    return module


def kernel(name: str) -> asyncir.Compiled:
    path = BENCH / "kernels" / f"{name}.mlir"
    return asyncir.compile(path.read_text(encoding="utf-8"), filename=path.name, opt_level=3)


def random(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape)


@pytest.mark.parametrize("n", [0, 1, 7, 1000])
def test_axpy_and_dot(n: int) -> None:
    x, y = random(n), random(n + 1)[:n].copy()
    expected = 2.5 * x + y
    np.testing.assert_allclose(kernel("dot").dot(x, y), x @ y, rtol=1e-12, atol=1e-12)
    kernel("axpy").axpy(2.5, x, y)
    np.testing.assert_allclose(y, expected, rtol=1e-15)


def test_stencil() -> None:
    u, v = random(9, 13), np.zeros((9, 13))
    kernel("stencil").stencil(u, v)
    c = u[1:-1, 1:-1]
    around = (u[:-2, 1:-1] + u[2:, 1:-1]) + (u[1:-1, :-2] + u[1:-1, 2:])
    np.testing.assert_allclose(v[1:-1, 1:-1], c + (around - 4 * c) * 0.1, rtol=1e-12, atol=1e-14)
    v[1:-1, 1:-1] = 0
    assert not v.any()  # the border is left alone


def test_matmul() -> None:
    a, b, c = random(5, 6), random(6, 7), random(5, 7)
    expected = c + a @ b
    kernel("matmul").matmul(a, b, c)
    np.testing.assert_allclose(c, expected, rtol=1e-12)


@pytest.mark.parametrize("view", [np.s_[:, :], np.s_[::2, ::3], np.s_[::-1, 1:], np.s_[:0, :]])
def test_strided_sum(view: tuple[slice, slice]) -> None:
    array = random(6, 9)[view]
    np.testing.assert_allclose(kernel("strided_sum").strided_sum(array), array.sum(), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("shape", ["one_function", "many_functions"])
@pytest.mark.parametrize("size", [700, 1500])
def test_programs_have_the_size_that_is_asked_for(shape: str, size: int) -> None:
    module = asyncir.parse(getattr(load("programs"), shape)(size))
    ops = sum(1 for _ in walk(module))
    assert abs(ops - size) <= 0.2 * size
    functions = len(list(module.ops))
    assert functions == (1 if shape == "one_function" else size // 77)
