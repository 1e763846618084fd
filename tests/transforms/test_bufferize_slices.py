"""Slices that lack dimensions of size 1, of which there are many: interpreted and natively what NumPy says."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline

TOGETHER = 20
"""Functions of one module."""


@dataclass(frozen=True)
class _Case:
    text: str
    whole: Any
    part: Any
    numbers: tuple[int, ...]
    expected: Any


def _shape(sizes: list[int], shown: list[bool]) -> str:
    return "x".join([*(str(size) if show else "?" for size, show in zip(sizes, shown, strict=True)), "i32"])


class _Drawn:
    """A random slice of a random tensor."""

    def __init__(self, seed: int):
        self.random = draw = random.Random(seed)
        rank = draw.randint(1, 5)
        self.sizes = [1 if draw.random() < 0.6 else draw.randint(2, 3) for _ in range(rank)]
        self.strides = [draw.randint(1, 2) for _ in range(rank)]
        self.offsets = [draw.randint(0, 1) for _ in range(rank)]
        least = [
            at + (n - 1) * by + 1 for at, n, by in zip(self.offsets, self.sizes, self.strides, strict=True)
        ]
        self.extents = [n if draw.random() < 0.7 else n + 1 for n in least]
        self.shown = [draw.random() < 0.5 for _ in range(rank)]
        # A size of 1 that is only known when it runs is never dropped.
        self.known = [draw.random() < 0.7 for _ in range(rank)]
        self.kept = [
            d
            for d in range(rank)
            if self.sizes[d] != 1 or not self.known[d] or draw.random() < draw.choice([0.2, 0.5, 0.8])
        ]
        self.numbers: list[int] = []

    def _mixed(self, values: list[int], known: list[bool], constants: list[str]) -> str:
        shown: list[str] = []
        for value, is_known in zip(values, known, strict=True):
            if is_known:
                shown.append(str(value))
            elif self.random.random() < 0.2:
                shown.append(f"%k{len(constants)}")
                constants.append(f"  {shown[-1]} = arith.constant {value} : index\n")
            else:
                shown.append(f"%n{len(self.numbers)}")
                self.numbers.append(value)
        return f"[{', '.join(shown)}]"

    def case(self, name: str) -> _Case:
        """Taken out, put in, or put in by an iteration of a parallel loop."""
        draw, rank = self.random, len(self.sizes)
        whole = f"tensor<{_shape(self.extents, self.shown)}>"
        reduced = [self.sizes[d] for d in self.kept]
        part = f"tensor<{_shape(reduced, [self.known[d] for d in self.kept])}>"
        constants: list[str] = []
        lists = [self._mixed(self.offsets, [draw.random() < 0.5 for _ in range(rank)], constants)]
        lists.append(self._mixed(self.sizes, self.known, constants))
        lists.append(self._mixed(self.strides, [draw.random() < 0.5 for _ in range(rank)], constants))
        place = " ".join(lists)
        whole_data = np.arange(prod(self.extents), dtype=np.int32).reshape(self.extents)
        part_data = (np.arange(prod(reduced), dtype=np.int32) - 99).reshape(reduced)
        where = tuple(
            slice(at, at + (n - 1) * by + 1, by)
            for at, n, by in zip(self.offsets, self.sizes, self.strides, strict=True)
        )
        kind = draw.randrange(3)
        if kind == 0:
            result, expected = part, whole_data[where].reshape(reduced)
            body = f"  %r = tensor.extract_slice %x{place} : {whole} to {part}\n"
        else:
            result, expected = whole, whole_data.copy()
            expected[where] = part_data.reshape(self.sizes)
            body = f"  %r = tensor.insert_slice %v into %x{place} : {part} into {whole}\n"
        if kind == 2:
            body = (
                f"  %r = scf.forall (%i) in (1) shared_outs(%o = %x) -> ({whole}) {{\n"
                "    scf.forall.in_parallel {\n"
                f"      tensor.parallel_insert_slice %v into %o{place} : {part} into {whole}\n    }}\n  }}\n"
            )
        numbers = "".join(f", %n{n}: index" for n in range(len(self.numbers)))
        head = f"func.func @{name}(%x: {whole}, %v: {part}{numbers}) -> {result} {{\n{''.join(constants)}"
        text = f"{head}{body}  return %r : {result}\n}}\n"
        return _Case(text, whole_data, part_data, tuple(self.numbers), expected)


@pytest.mark.parametrize("batch", range(25))
def test_reduced_slices_are_what_numpy_says(batch: int) -> None:
    cases = [_Drawn(batch * TOGETHER + n).case(f"f{n}") for n in range(TOGETHER)]
    text = "".join(case.text for case in cases)
    ways: list[Any] = []
    for pipeline in (
        "",
        "canonicalize",
        "one-shot-bufferize",
        "canonicalize,one-shot-bufferize,canonicalize",
    ):
        module = parse_module(text.encode(), "slices.mlir")
        if pipeline:
            run_pipeline(module, pipeline)
            module.verify()
        ways.append(lambda name, *given, module=module: interpret(module, name, list(given)).results[0])
    for level in (0, 2):
        program = asyncir.compile(text, opt_level=level)
        ways.append(lambda name, *given, program=program: program[name](*given))
    for number, case in enumerate(cases):
        for way, run in enumerate(ways):
            found = run(f"f{number}", case.whole.copy(), case.part.copy(), *case.numbers)
            assert np.shape(found) == np.shape(case.expected), (way, case.text)
            assert np.array_equal(found, case.expected), (way, case.text)


def test_a_subview_drops_what_leaves_the_sizes_of_its_result() -> None:
    """mlir-opt 22 goes by how often each stride is there, and here drops the one dimension that is not of size 1."""
    whole, part = "memref<?x3x?xi32, strided<[?, ?, ?]>>", "memref<1x3xi32, strided<[?, ?]>>"
    text = f"""
func.func @main(%x: memref<2x3x2xi32>, %s: index) -> i32 {{
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %w = memref.cast %x : memref<2x3x2xi32> to {whole}
  %p = memref.subview %w[0, 0, 1] [1, 3, 1] [%s, 1, %s] : {whole} to {part.replace("]>>", "], offset: ?>>")}
  %r = memref.load %p[%c0, %c2] : {part.replace("]>>", "], offset: ?>>")}
  return %r : i32
}}
"""
    whole_data = np.arange(12, dtype=np.int32).reshape(2, 3, 2)
    assert (
        asyncir.compile(text.replace("[0, 0, 1]", "[0, 0, %s]"))["main"](whole_data, 1) == whole_data[0, 2, 1]
    )
