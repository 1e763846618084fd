"""The API beside what Python's own objects do: mappings, pickles, paths, buffers, errors."""

from __future__ import annotations

import array
import copy
import multiprocessing
import pickle
from pathlib import Path

import numpy as np
import pytest

import asyncir

PROGRAM = """func.func @square(%x: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
func.func @first(%x: memref<2xf64>) -> f64 {
  %c = arith.constant 0 : index
  %0 = memref.load %x[%c] : memref<2xf64>
  return %0 : f64
}
func.func @sum(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = arith.addf %x, %x : tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func @holds(%x: i1) {
  cf.assert %x, "it does not"
  return
}
"""


@pytest.fixture(scope="module")
def program() -> asyncir.Compiled:
    return asyncir.compile(PROGRAM)


def test_a_program_is_a_mapping(program: asyncir.Compiled) -> None:
    assert program.get("nothing", 5) == 5
    assert program.get("square") is program["square"]
    assert "square" in program
    assert list(program) == ["square", "first", "sum", "holds"]
    with pytest.raises(KeyError, match="did you mean 'square'"):
        program["sqare"]


def test_a_program_is_pickled_as_text_and_options(program: asyncir.Compiled) -> None:
    assert pickle.loads(pickle.dumps(program))["square"](3.0) == 9.0
    assert copy.deepcopy(program) is program
    assert copy.copy(program) is program
    made_of_a_module = asyncir.compile(asyncir.parse(PROGRAM), opt_level=0, threads=2)
    assert pickle.loads(pickle.dumps(made_of_a_module))["square"](4.0) == 16.0


def call(program: asyncir.Compiled) -> float:
    return program["square"](5.0)


@pytest.mark.slow
def test_a_program_travels_to_a_spawned_process(program: asyncir.Compiled) -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(call, (program,)) == 25.0


def test_a_path_is_read(tmp_path: Path) -> None:
    file = tmp_path / "p.mlir"
    file.write_text(PROGRAM)
    assert asyncir.compile(file)["square"](3.0) == 9.0
    assert asyncir.compile(str(file))["square"](3.0) == 9.0
    assert asyncir.check(file).standing == asyncir.check(PROGRAM).standing
    file.write_text("func.func @f( {")
    with pytest.raises(ValueError, match=r"p\.mlir:1:15"):
        asyncir.compile(file)
    with pytest.raises(asyncir.DiagnosticError, match=r"C001.*no\.mlir") as missing:
        asyncir.compile("no.mlir")
    assert "give the path of a file, or the program itself" in str(missing.value)


class Exported:
    """An array that is known by DLPack alone."""

    def __init__(self, data: np.ndarray) -> None:
        self.data = data

    def __dlpack__(self, **options: object) -> object:
        return self.data.__dlpack__(**options)  # type: ignore[arg-type]

    def __dlpack_device__(self) -> object:
        return self.data.__dlpack_device__()


class Convertible:
    """What can be made an array of, and may be a copy."""

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        return np.array([1.0, 2.0])


def test_memory_of_others_is_shared(program: asyncir.Compiled) -> None:
    assert program["first"](array.array("d", [3.0, 4.0])) == 3.0
    assert program["first"](memoryview(np.array([5.0, 6.0]))) == 5.0
    assert program["first"](Exported(np.array([7.0, 8.0]))) == 7.0
    assert program["sum"](Convertible()).tolist() == [2.0, 4.0]
    with pytest.raises(TypeError, match="where an array for"):
        program["first"](Convertible())


@pytest.mark.parametrize("value", [np.ma.masked_array([1.0, 2.0], [True, False]), [1.0, 2.0], "xy", None])
def test_what_is_no_array(program: asyncir.Compiled, value: object) -> None:
    with pytest.raises(TypeError, match="C101"):
        program["first"](value)


def test_an_error_at_run_time_shows_its_line(program: asyncir.Compiled) -> None:
    with pytest.raises(asyncir.ProgramError) as failed:
        program["holds"](False)
    assert '15 |   cf.assert %x, "it does not"' in str(failed.value)
    again = pickle.loads(pickle.dumps(failed.value))
    assert (str(again), type(again)) == (str(failed.value), type(failed.value))
