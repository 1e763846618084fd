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
