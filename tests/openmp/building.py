"""C with OpenMP tasks is compiled by gcc, and its entries are called."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from asyncir.driver.forms import to_openmp
from bench.tensor_programs.beside import descriptor_of
from tests.oracle import needs

GCC = shutil.which("gcc")
needs_gcc = needs(GCC is not None, "gcc is not installed")
FLAGS = (
    "-O1",
    "-std=gnu17",
    "-Wall",
    "-Werror",
    "-Wno-unused",
    "-Wno-tautological-compare",
    "-fopenmp",
    "-ffp-contract=off",
)


def build(text: str, folder: Path, name: str = "program") -> Any:
    """A library with the entries of a program."""
    source, library = folder / f"{name}.c", folder / f"{name}.so"
    source.write_text(to_openmp(text, f"{name}.mlir"), encoding="utf-8")
    command = [str(GCC), *FLAGS, "-shared", "-fPIC", str(source), "-lm", "-o", str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return ctypes.CDLL(str(library))


def numbers(library: Any, count: int, *arguments: int | Any) -> list[int]:
    """What `@main` gives, which are so many numbers of 64 bits."""
    results = [ctypes.c_int64() for _ in range(count)]
    passed = [
        ctypes.byref(descriptor_of(a)) if isinstance(a, np.ndarray) else ctypes.c_int64(a) for a in arguments
    ]
    library.run_main.restype = None
    library.run_main(*map(ctypes.byref, results), *passed)
    return [result.value for result in results]


def floats(library: Any, results: Sequence[tuple[int, ...]], *arguments: Any) -> list[Any]:
    """What `@main` gives, which are arrays of f32 of these shapes."""
    given = [(ctypes.c_int64 * (3 + 2 * len(shape)))() for shape in results]
    library.run_main.restype = None
    library.run_main(*map(ctypes.byref, given), *(ctypes.byref(descriptor_of(a)) for a in arguments))
    found: list[Any] = []
    for raw, shape in zip(given, results, strict=True):
        data = ctypes.string_at(raw[1] + 4 * raw[2], 4 * int(np.prod(shape)))
        found.append(np.frombuffer(data, np.float32).reshape(shape).copy())
    return found
