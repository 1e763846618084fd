"""Runs random programs of structured ops before and after passes, and compares each bit."""

from __future__ import annotations

from typing import Any

import numpy as np

from asyncir.semantics import interpret
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.transforms.elementwise_programs import ElementwiseProgram

SIZES = ((3, 4), (0, 4), (1, 2))
"""Sizes of the dimensions; by turns none has any elements, or one."""


def program(seed: int, *, whole: bool = False) -> ElementwiseProgram:
    """The program of a seed; with `whole` there is arithmetic on whole tensors."""
    return ElementwiseProgram(seed, SIZES[seed % len(SIZES)], whole=whole)


def given(program: ElementwiseProgram) -> tuple[Any, ...]:
    """Arguments for a program: quarters, so that sums are not exact in another order of the same numbers."""
    random = np.random.default_rng(5)
    arrays: list[Any] = []
    for shape in program.ARGUMENTS:
        numbers = random.integers(-9, 9, [program.sizes[letter] for letter in shape])
        scaled: Any = np.asarray(numbers * 0.1 if program.element == "f32" else numbers)
        arrays.append(scaled.astype(np.float32 if program.element == "f32" else np.int32))
    return (*arrays, program.sizes["a"], program.sizes["b"])


def interpreted(text: str, pipeline: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The results, after the passes."""
    module = parse_module(text.encode(), "program.mlir")
    if pipeline:
        run_pipeline(module, pipeline)
        module.verify()
    mine = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    outcome = interpret(module, "main", mine)
    assert outcome.diagnostics == ()
    return outcome.results


def same_bits(first: tuple[Any, ...], second: tuple[Any, ...]) -> bool:
    """Whether all results are equal in each bit."""
    pairs = [(np.asarray(a), np.asarray(b)) for a, b in zip(first, second, strict=True)]
    return all(a.shape == b.shape and a.tobytes() == b.tobytes() for a, b in pairs)
