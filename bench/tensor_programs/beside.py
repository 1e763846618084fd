"""The same programs through mlir-opt 22, mlir-translate and clang: their results are read out of memrefs that they return."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from bench.tensor_programs.draw import DTYPES, Program
from bench.tensor_programs.running import copies
from bench.tensor_programs.writer import Value

TOOLS = [shutil.which(name) for name in ("mlir-opt-22", "mlir-translate-22", "clang-22")]
PASSES = (
    "--convert-elementwise-to-linalg",
    "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map",
    "--convert-linalg-to-loops",
    "--scf-forall-to-for",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--arith-expand",
    "--llvm-request-c-wrappers",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-to-llvm",
    "--reconcile-unrealized-casts",
)
_SCALARS: dict[str, Any] = {"index": ctypes.c_int64, "i1": ctypes.c_bool}


def available() -> bool:
    """Whether all tools are there."""
    return None not in TOOLS


def _complaint(stderr: str) -> str:
    lines = [line for line in stderr.splitlines() if line.strip()]
    first = next((line for line in lines if "error:" in line), lines[0] if lines else "?")
    return first.split("error:")[-1].strip()[:160] if "PLEASE" not in first else "mlir-opt crashed"


def read(text: str) -> str | None:
    """What mlir-opt says against a text; None if it reads and verifies it."""
    done = subprocess.run(
        [str(TOOLS[0]), "-o", "/dev/null"], input=text, capture_output=True, text=True, check=False
    )
    return _complaint(done.stderr) if done.returncode else None


def build(text: str, folder: Path, name: str) -> tuple[Any, str]:
    """A library of all functions, or why there is none."""
    opt, translate, clang = map(str, TOOLS)
    lowered, llvm, library = (folder / f"{name}.{ending}" for ending in ("mlir", "ll", "so"))
    done = subprocess.run(
        [opt, *PASSES, "-o", lowered], input=text, capture_output=True, text=True, check=False
    )
    if done.returncode:
        return None, _complaint(done.stderr)
    for command in (
        [translate, "--mlir-to-llvmir", lowered, "-o", llvm],
        [clang, "-O1", "-shared", "-fPIC", "-Wno-everything", llvm, "-lm", *_helpers(), "-o", library],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return None, _complaint(done.stderr)
    return ctypes.CDLL(str(library)), ""


def _helpers() -> list[str]:
    library = Path("/usr/lib/llvm-22/lib/libmlir_c_runner_utils.so")
    return [str(library), f"-Wl,-rpath,{library.parent}"] if library.exists() else []


def descriptor_of(array: Any) -> Any:
    pointer = array.ctypes.data
    strides = [stride // array.itemsize for stride in array.strides]
    return (ctypes.c_int64 * (3 + 2 * array.ndim))(pointer, pointer, 0, *array.shape, *strides)


def array_of(raw: Sequence[int], value: Value) -> Any:
    """A copy of the array that a descriptor is of."""
    rank = len(value.shape or ())
    of = np.dtype(DTYPES[value.element])
    shape, strides = tuple(raw[3 : 3 + rank]), tuple(raw[3 + rank : 3 + 2 * rank])
    reach = 1 + sum((n - 1) * step for n, step in zip(shape, strides, strict=True)) if prod(shape) else 0
    data = ctypes.string_at(raw[1] + raw[2] * of.itemsize, reach * of.itemsize)
    flat = np.frombuffer(data, of)
    return np.lib.stride_tricks.as_strided(flat, shape, [step * of.itemsize for step in strides]).copy()


def passed_to(program: Program, arguments: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Copies of the arguments as MLIR's C interface takes them, and what has to live as long as the call."""
    held: list[Any] = []
    passed: list[Any] = []
    for argument, given in zip(program.arguments, copies(arguments), strict=True):
        if argument.value.shape is None:
            passed.append(_SCALARS[argument.value.element](given))
            continue
        descriptor = descriptor_of(given)
        held += [given, descriptor]
        passed.append(ctypes.byref(descriptor))
    return passed, held


def run(library: Any, program: Program, arguments: Sequence[Any]) -> list[Any]:
    """What the library's function comes to."""
    passed, _held = passed_to(program, arguments)
    counts = [3 + 2 * len(value.shape or ()) for value in program.results]
    result = (ctypes.c_int64 * sum(counts))()
    function = getattr(library, f"_mlir_ciface_{program.name}")
    function.restype = None
    function(ctypes.byref(result), *passed)
    found: list[Any] = []
    start = 0
    for count, value in zip(counts, program.results, strict=True):
        found.append(array_of(result[start : start + count], value))
        start += count
    return found
