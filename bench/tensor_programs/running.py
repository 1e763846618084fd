"""Runs programs in every way that there is, and says where two ways come to different numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

import asyncir
from asyncir.semantics import interpret
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from bench.tensor_programs.draw import DTYPES, Program
from bench.tensor_programs.numbers import is_float, ulp
from bench.tensor_programs.writer import Value

BUFFERS = "linalg-decompose-aggregated-ops,convert-elementwise-to-linalg,linalg-fuse-elementwise-ops,one-shot-bufferize"
REGIONS = (
    "linalg-decompose-aggregated-ops,convert-elementwise-to-linalg,form-regions{least-work=1 longest=100},"
    "split-regions,regions-to-execute,one-shot-bufferize"
)
APART = (
    "linalg-decompose-aggregated-ops,convert-elementwise-to-linalg,one-shot-bufferize{apart},"
    "form-regions{least-work=1 longest=100}"
)
ON_TENSORS = (
    "canonicalize",
    "cse",
    "canonicalize,cse,canonicalize",
    "convert-elementwise-to-linalg",
    "generate-runtime-verification",
    "linalg-decompose-aggregated-ops",
    "linalg-generalize-named-ops",
    "linalg-fuse-elementwise-ops",
    "convert-elementwise-to-linalg,linalg-generalize-named-ops,linalg-fuse-elementwise-ops,canonicalize",
)
ON_MEMORY = (
    "linalg-decompose-aggregated-ops,convert-elementwise-to-linalg,one-shot-bufferize",
    "linalg-decompose-aggregated-ops,convert-elementwise-to-linalg,one-shot-bufferize,canonicalize,cse",
    f"{BUFFERS},outline-structured{{more-than=0}}",
    f"{BUFFERS},convert-linalg-to-loops{{order=given}}",
    f"{BUFFERS},convert-linalg-to-loops{{order=contiguous}},scf-forall-to-parallel",
    f"{BUFFERS},convert-linalg-to-parallel-loops",
    f"{BUFFERS},convert-linalg-to-kernels{{least-points=1}}",
    f"{BUFFERS},convert-linalg-to-vector-loops",
    f"{BUFFERS},collapse-linalg-dimensions,convert-linalg-to-loops{{order=contiguous parallel-from=1}}",
    f"{BUFFERS},plan-memory",
    f"{REGIONS},plan-memory",
    f"{REGIONS},plan-memory,convert-linalg-to-loops",
    f"{APART},plan-memory",
    f"{APART},split-regions,regions-to-execute,plan-memory,convert-linalg-to-loops",
)


class Unlike(Exception):
    """Two ways to run a program come to different things."""


def numbers(element: str, array: Any) -> Any:
    """An array as one of its element type, whatever stands for that type."""
    found = np.asarray(array)
    wanted = np.dtype(DTYPES[element])
    if element == "bf16" and found.dtype == np.float32:
        return found
    if element == "bf16":
        return np.asarray(np.asarray(found.view(np.uint16), np.uint32) << 16, np.uint32).view(np.float32)
    if found.dtype == wanted:
        return found
    if found.dtype.kind != "f" and found.dtype.itemsize == wanted.itemsize:
        return found.view(wanted) if found.ndim else found.reshape(1).view(wanted).reshape(())
    return found.astype(wanted)


def compare(values: Sequence[Value], expected: Sequence[Any], found: Sequence[Any]) -> None:
    """Integers and exact floats have to be equal, other floats close to each other."""
    if len(expected) != len(found):
        raise Unlike(f"{len(found)} results, not {len(expected)}")
    for place, (value, first, second) in enumerate(zip(values, expected, found, strict=True)):
        one, two = numbers(value.element, first), numbers(value.element, second)
        if one.shape != two.shape or one.shape != value.shape:
            raise Unlike(f"result {place} has the shape {two.shape}, not {one.shape} or {value.shape}")
        if not is_float(value.element):
            if not np.array_equal(one, two):
                raise Unlike(f"result {place}: {two.ravel()[:12]}, not {one.ravel()[:12]}")
            continue
        one, two = one.astype(np.float64), two.astype(np.float64)
        if not (np.isfinite(one).all() and np.isfinite(two).all()):
            raise Unlike(f"result {place} is not finite: {one.ravel()[:12]} {two.ravel()[:12]}")
        largest = float(np.abs(one).max(initial=0.0))
        slack = (
            0.0
            if value.range.exact
            else max(2 * value.range.error, max(1e-5, 4 * ulp(value.element)) * largest)
        )
        off = float(np.abs(one - two).max(initial=0.0))
        if off > slack:
            raise Unlike(f"result {place} is off by {off:.3g}, of {largest:.3g}, allowed {slack:.3g}")


def copies(arguments: Iterable[Any]) -> list[Any]:
    """The same arguments, in memory of their own."""
    return [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]


def interpreted(program: Program, pipeline: str, arguments: Sequence[Any]) -> tuple[Any, ...]:
    """What the interpreter comes to after the passes."""
    module = parse_module(program.text, f"seed-{program.seed}.mlir")
    if pipeline:
        run_pipeline(module, pipeline)
        module.verify()
    mine = copies(arguments)
    outcome = interpret(module, program.name, mine)
    if outcome.diagnostics:
        raise Unlike(f"{outcome.diagnostics[0].code} {outcome.diagnostics[0].message}")
    _unchanged(arguments, mine)
    return outcome.results


def _unchanged(before: Sequence[Any], after: Sequence[Any]) -> None:
    for place, (one, two) in enumerate(zip(before, after, strict=True)):
        if isinstance(one, np.ndarray) and one.tobytes() != two.tobytes():
            raise Unlike(f"argument {place} was changed")


def natively(compiled: Any, program: Program, arguments: Sequence[Any]) -> tuple[Any, ...]:
    """What machine code comes to."""
    mine = copies(arguments)
    found = compiled[program.name](*mine)
    _unchanged(arguments, mine)
    return found if isinstance(found, tuple) else (found,)


def printed(program: Program) -> dict[str, str]:
    """The program as it was drawn, and as it is printed in both forms; both have to be read as the same program."""
    module = parse_module(program.text, "given.mlir")
    texts = {
        "drawn": program.text,
        "pretty": print_module(module),
        "generic": print_module(module, generic=True),
    }
    for name in ("pretty", "generic"):
        again = print_module(parse_module(texts[name], f"{name}.mlir"), generic=name == "generic")
        if again != texts[name]:
            raise Unlike(f"printed ({name}) and read, it is another program")
    return texts


def compile_all(programs: Sequence[Program]) -> Any:
    """One module of all programs, compiled."""
    return asyncir.compile("".join(program.text for program in programs))
