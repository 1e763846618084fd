"""Transfers with masks, permutations, broadcasts, and out of bounds: machine code does what the interpreter does."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

import asyncir
from tests.semantics.programs import run


def _transfer(random: Random) -> tuple[str, list[int], str]:
    """The map and flags of a transfer, the vector's shape, and its mask's."""
    rank = random.randint(1, 3)
    used = random.sample([0, 1, 2], rank)
    sizes = [random.randint(1, 4) for _ in used]
    bounds = ", ".join(random.choice(["true", "false", "false"]) for _ in used)
    results = ", ".join(f"d{dim}" for dim in used)
    attributes = f"{{in_bounds = [{bounds}], permutation_map = affine_map<(d0, d1, d2) -> ({results})>}}"
    masked = [size for _, size in sorted(zip(used, sizes, strict=True))]
    return attributes, sizes, "x".join(map(str, masked))


def _shaped(sizes: list[int], element: str) -> str:
    return "x".join([*map(str, sizes), element])


@pytest.mark.parametrize("element", ["f32", "i8"])
@pytest.mark.parametrize(
    "layout", ["", ", strided<[32, 8, 1], offset: ?>", ", strided<[?, ?, ?], offset: ?>"]
)
@pytest.mark.parametrize("seed", range(4))
def test_reads_and_writes(element: str, layout: str, seed: int) -> None:
    random = Random(seed)
    body: list[str] = []
    for number in range(3):
        attributes, sizes, mask = _transfer(random)
        vector, kind = f"vector<{_shaped(sizes, element)}>", f"vector<{mask}xi1>"
        counts = ", ".join(f"%c{random.randint(0, 4)}" for _ in mask.split("x"))
        given = ""
        if random.random() < 0.5:
            body.append(f"%mask{number} = vector.create_mask {counts} : {kind}")
            given = f", %mask{number}"
        read, write = (f"memref<4x4x8x{element}{of}>" for of in (layout, ""))
        body.append(
            f"%v{number} = vector.transfer_read %a[%i, %j, %k], %pad{given} {attributes} : {read}, {vector}"
        )
        body.append(
            f"vector.transfer_write %v{number}, %o[%k, %i, %j]{given} {attributes} : {vector}, {write}"
        )
    constants = [f"%c{n} = arith.constant {n} : index" for n in range(5)]
    pad = "-3.5" if element == "f32" else "-3"
    lines = "\n  ".join([*constants, f"%pad = arith.constant {pad} : {element}", *body, "return"])
    text = (
        f"func.func @main(%a: memref<4x4x8x{element}{layout}>, %o: memref<4x4x8x{element}>, "
        f"%i: index, %j: index, %k: index) {{\n  {lines}\n}}\n"
    )
    dtype: Any = {"f32": np.float32, "i8": np.int8}[element]
    compiled = asyncir.compile(text)
    tried = 0
    for _ in range(16):
        place = [random.choice([0, 0, 1, 2, random.randint(-2, 5)]) for _ in range(3)]
        given = [np.arange(128).astype(dtype).reshape(4, 4, 8), np.zeros((4, 4, 8), dtype)]
        expected = deepcopy(given)
        # What is said to be in bounds, and is not, is an error in the interpreter and anything in machine code.
        if run(text, *expected, *place).diagnostics:
            continue
        tried += 1
        compiled["main"](*given, *place)
        for found, wanted in zip(given, expected, strict=True):
            assert found.tobytes() == wanted.tobytes(), (text, place)
    assert tried > 0


def _outcomes(text: str, given: Any, out: Any) -> list[Any]:
    """What the interpreter and machine code leave in the second argument."""
    other = out.copy()
    assert run(text, given, out).diagnostics == ()
    asyncir.compile(text)["main"](given, other)
    return [out, other]


def test_a_broadcast_with_a_mask() -> None:
    text = """
func.func @main(%a: memref<8xi32>, %o: memref<2x4xi32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %pad = arith.constant -1 : i32
  %mask = vector.create_mask %c3 : vector<4xi1>
  %v = vector.transfer_read %a[%c6], %pad, %mask {in_bounds = [true, false], permutation_map = affine_map<(d0) -> (0, d0)>}
    : memref<8xi32>, vector<2x4xi32>
  vector.transfer_write %v, %o[%c0, %c0] : vector<2x4xi32>, memref<2x4xi32>
  return
}
"""
    for out in _outcomes(text, np.arange(8, dtype=np.int32), np.zeros((2, 4), np.int32)):
        assert out.tolist() == [[6, 7, -1, -1]] * 2


def test_one_element() -> None:
    text = """
func.func @main(%a: memref<f32>, %o: memref<f32>) {
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[], %pad : memref<f32>, vector<f32>
  vector.transfer_write %v, %o[] : vector<f32>, memref<f32>
  return
}
"""
    for out in _outcomes(text, np.full((), 2.5, np.float32), np.zeros((), np.float32)):
        assert out == 2.5
