"""Functions by the names of their arguments, their signatures, and one call of a program or of a Python function."""

from __future__ import annotations

import inspect
import multiprocessing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import asyncir

TEXT = """
func.func @main(%x: f64, %a: memref<?xf64>, %n: index) -> f64 {
  %y = memref.load %a[%n] : memref<?xf64>
  %z = arith.addf %x, %y : f64
  return %z : f64
}
func.func @unnamed(%0: i1, %1: complex<f64>) -> (i1, complex<f64>) {
  return %0, %1 : i1, complex<f64>
}
func.func @started(%x: f64) -> !async.value<f64> {
  %t, %v = async.execute -> !async.value<f64> {
    async.yield %x : f64
  }
  return %v : !async.value<f64>
}
"""
PROGRAM = asyncir.compile(TEXT)


def test_signatures() -> None:
    assert str(inspect.signature(PROGRAM.main)) == "(x: 'float', a: 'numpy.ndarray', n: 'int') -> 'float'"
    unnamed = "(arg0: 'bool', arg1: 'complex') -> 'tuple[bool, complex]'"
    assert str(inspect.signature(PROGRAM.unnamed)) == unnamed
    assert str(inspect.signature(PROGRAM.started)) == "(x: 'float') -> 'asyncir.Pending'"


def test_arguments_by_name() -> None:
    a = np.arange(3.0)
    assert PROGRAM.main(n=2, a=a, x=1.0) == PROGRAM.main(1.0, n=2, a=a) == PROGRAM.main(1.0, a, 2) == 3.0
    assert PROGRAM.main.task(n=2, a=a, x=1.0).result() == 3.0
    assert PROGRAM.unnamed(arg1=1j, arg0=True) == (True, 1j)


@pytest.mark.parametrize(
    ("given", "named", "said"),
    [
        ((1.0,), {"y": 1}, "has no argument 'y'"),
        ((1.0,), {"x": 1.0}, "'x' of '@main' is given twice"),
        ((1.0,), {"n": 1}, "is called without a"),
        ((1.0, 2, 3, 4), {"n": 1}, "given twice"),
    ],
)
def test_wrong_names(given: tuple[Any, ...], named: dict[str, Any], said: str) -> None:
    with pytest.raises(TypeError, match=said) as raised:
        PROGRAM.main(*given, **named)
    assert raised.value.diagnostics[0].code == "C107"


def test_run_of_texts_and_files(tmp_path: Path) -> None:
    file = tmp_path / "f.mlir"
    file.write_text(TEXT)
    a = np.arange(3.0)
    for source in (TEXT, file, str(file), asyncir.parse(TEXT)):
        assert asyncir.run(source, 1.0, a, n=2) == 3.0
    assert asyncir.run(TEXT, 2.5, entry="started") == 2.5
    with pytest.raises(asyncir.ProgramError, match="out of bounds"):
        asyncir.run(TEXT, 1.0, a[:2], 2)
    assert asyncir.run(TEXT, 1.0, a[:2], 2, opt_level=2) == 3.0


def added(a: Any, n: Any = 1) -> Any:
    return a.sum() + n


async def later(n: Any) -> Any:
    return n + 1


def test_run_of_functions() -> None:
    assert asyncir.run(added, np.arange(3.0)) == 4.0
    assert asyncir.run(asyncir.jit(added), np.arange(3.0), n=2) == 5.0
    assert asyncir.run(later, 1) == 2
    with pytest.raises(asyncir.DiagnosticError, match="no other entries"):
        asyncir.run(added, np.arange(3.0), entry="main")


def _call(queue: Any, program: Any) -> None:
    queue.put(program.main(x=1.0, a=np.arange(3.0), n=1))


@pytest.mark.parametrize("how", ["fork", "spawn"])
def test_programs_in_other_processes(how: str) -> None:
    context = multiprocessing.get_context(how)
    queue = context.Queue()
    process = context.Process(target=_call, args=(queue, PROGRAM))
    process.start()
    assert queue.get(timeout=60) == 2.0
    process.join()
