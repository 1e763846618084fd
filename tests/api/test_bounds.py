"""Accesses out of bounds: an error at -O0 and -O1, in `run` without -O, and where it is asked for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import asyncir
from asyncir.tools.cli import invoke

LOAD = """
func.func @main(%a: memref<?xf64>, %i: index) -> f64 {
  %x = memref.load %a[%i] : memref<?xf64>
  return %x : f64
}
func.func @late(%n: index, %i: index) -> f64 {
  %c0 = arith.constant 0 : index
  %x = arith.constant 2.0 : f64
  %a = memref.alloc(%n) : memref<?xf64>
  memref.store %x, %a[%c0] : memref<?xf64>
  %t = async.execute {
    memref.store %x, %a[%i] : memref<?xf64>
    async.yield
  }
  async.await %t : !async.token
  %y = memref.load %a[%c0] : memref<?xf64>
  memref.dealloc %a : memref<?xf64>
  return %y : f64
}
"""


@pytest.mark.parametrize(
    ("options", "checked"),
    [
        *[({"opt_level": 0}, True), ({"opt_level": 1}, True), ({}, False), ({"bounds": True}, True)],
        ({"opt_level": 0, "bounds": False}, False),
    ],
)
def test_where_bounds_are_checked(options: dict, checked: bool) -> None:
    program = asyncir.compile(LOAD, **options)
    a = np.arange(8.0)
    assert program.main(a[:4], 3) == 3.0
    if not checked:
        assert program.main(a[:4], 5) == 5.0  # memory that is there, and no part of what was passed
        return
    for index, said in (
        (5, "index 5 of dimension 0 is out of bounds: the size is 4"),
        (-1, "index -1 of dimension 0 is below 0"),
    ):
        with pytest.raises(asyncir.ProgramError, match=said) as raised:
            program.main(a[:4], index)
        assert raised.value.diagnostics[0].code == "R010"
        assert raised.value.diagnostics[0].span.line == 3


def test_a_task_fails() -> None:
    late = asyncir.compile(LOAD, bounds=True).late
    assert late(4, 3) == 2.0
    with pytest.raises(asyncir.ProgramError) as raised:
        late(4, 4)
    assert (
        raised.value.causes[-1].message
        == "`memref.store`: index 4 of dimension 0 is out of bounds: the size is 4"
    )


@pytest.mark.parametrize(
    ("options", "fails"), [((), True), (("-O2",), False), (("-O1",), True), (("-C", "no-bounds"), False)]
)
def test_of_the_command(
    options: tuple[str, ...], fails: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "load.mlir"
    file.write_text(LOAD)
    status = invoke(["run", str(file), "--entry", "main", *options, "--no-cache", "[1.0,2.0]", "2"])
    assert ("R010" in capfd.readouterr().err, status != 0) == (fails, fails)


def test_jitted_functions() -> None:
    def at(a, i):  # type: ignore[no-untyped-def]
        return a[i]

    a = np.arange(8.0)
    with pytest.raises(IndexError):
        asyncir.jit(opt_level=1)(at)(a[:4], 5)
    assert asyncir.jit(at)(a[:4], 5) == 5.0
    assert asyncir.jit(opt_level=0, bounds=False)(at)(a[:4], 5) == 5.0


GATHER = """
func.func @main(%x: tensor<5x7xf32>, %i: tensor<2x1xindex>) -> tensor<2x7xf32> {
  %r = tensor.gather %x[%i] gather_dims([0]) : (tensor<5x7xf32>, tensor<2x1xindex>) -> tensor<2x7xf32>
  return %r : tensor<2x7xf32>
}
"""
SCATTER = """
func.func @main(%x: tensor<5x7xf32>, %i: tensor<2x1xi32>) -> tensor<5x7xf32> {
  %c = arith.constant dense<1.0> : tensor<2x7xf32>
  %r = tensor.scatter %c into %x[%i] scatter_dims([0]) unique
    : (tensor<2x7xf32>, tensor<5x7xf32>, tensor<2x1xi32>) -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}
"""
LOOKED_UP = """
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<?x7xf32>, %i: tensor<2x1xi64>) -> tensor<2x1xf32> {
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<2x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%i : tensor<2x1xi64>) outs(%e : tensor<2x1xf32>) {
  ^bb0(%a: i64, %b: f32):
    %k = arith.index_cast %a : i64 to index
    %v = tensor.extract %x[%k, %c3] : tensor<?x7xf32>
    linalg.yield %v : f32
  } -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}
"""


@pytest.mark.parametrize(
    ("text", "op", "dtype"),
    [
        (GATHER, "tensor.gather", np.int64),
        (SCATTER, "tensor.scatter", np.int32),
        (LOOKED_UP, "tensor.extract", np.int64),
    ],
)
def test_elements_at_computed_places_of_tensors(text: str, op: str, dtype: type) -> None:
    x = np.arange(35, dtype=np.float32).reshape(5, 7)
    call = asyncir.compile(text, opt_level=0)["main"]
    right = np.array([[4], [0]], dtype)
    assert call(x, right).tolist() == asyncir.compile(text)["main"](x, right).tolist()
    for wrong, message in ((9, "index 9 of dimension 0 is out of bounds: the size is 5"), (-1, "is below 0")):
        with pytest.raises(asyncir.DiagnosticError, match=message) as caught:
            call(x, np.array([[1], [wrong]], dtype))
        (said,) = caught.value.diagnostics
        assert said.code == "R010"
        assert f"`{op}`" in said.message
        assert said.span is not None
