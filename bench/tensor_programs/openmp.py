"""The same programs as C with OpenMP tasks, compiled by gcc: their entries take and give MLIR's descriptors."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from asyncir.driver.forms import to_openmp
from bench.tensor_programs.beside import array_of, passed_to
from bench.tensor_programs.draw import Program

GCC = shutil.which("gcc")
FLAGS = ("-O1", "-std=gnu17", "-fopenmp", "-ffp-contract=off", "-shared", "-fPIC")


def build(text: str, folder: Path, name: str) -> Any:
    """A library of all functions. Raises `DiagnosticError` where something has no form in C."""
    source, library = folder / f"{name}.c", folder / f"{name}.so"
    source.write_text(to_openmp(text, f"{name}.mlir"))
    command = [str(GCC), *FLAGS, str(source), "-lm", "-o", str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"gcc: {done.stderr[:500]}")
    return ctypes.CDLL(str(library))


def run(library: Any, program: Program, arguments: Sequence[Any]) -> list[Any]:
    """What the program's entry comes to."""
    results: list[Any] = [(ctypes.c_int64 * (3 + 2 * len(value.shape or ())))() for value in program.results]
    passed, _held = passed_to(program, arguments)
    function = getattr(library, f"run_{program.name}")
    function.restype = None
    function(*map(ctypes.byref, results), *passed)
    return [array_of(result[:], value) for result, value in zip(results, program.results, strict=True)]
