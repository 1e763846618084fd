"""The same programs as C with OpenMP tasks, compiled by gcc: their entries take and give MLIR's descriptors."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from asyncir.driver.forms import to_openmp
from bench.tensor_programs.beside import SCALARS, array_of, descriptor_of
from bench.tensor_programs.draw import Program
from bench.tensor_programs.running import copies

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
    held: list[Any] = []
    passed: list[Any] = []
    results: list[Any] = []
    for value in program.results:
        results.append((ctypes.c_int64 * (3 + 2 * len(value.shape or ())))())
        passed.append(ctypes.byref(results[-1]))
    for argument, given in zip(program.arguments, copies(arguments), strict=True):
        if argument.value.shape is None:
            passed.append(SCALARS[argument.value.element](given))
            continue
        descriptor = descriptor_of(given)
        held += [given, descriptor]
        passed.append(ctypes.byref(descriptor))
    function = getattr(library, f"run_{program.name}")
    function.restype = None
    function(*passed)
    return [array_of(result[:], value) for result, value in zip(results, program.results, strict=True)]
