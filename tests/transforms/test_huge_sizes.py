# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks of sizes hold for any numbers that a program computes, those too that wrap around in 64 bits."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret

MOST = 2**63 - 1
NUMBERS = (
    0,
    1,
    2,
    4,
    8,
    15,
    16,
    17,
    -1,
    -4,
    2**60,
    2**61 + 2,
    2**62,
    2**62 + 4,
    MOST - 1,
    MOST,
    -MOST,
    -MOST - 1,
)
EXTENT = 16

SLICE = """func.func @main(%t: tensor<?xf32>, %o: index, %n: index, %s: index) -> tensor<?xf32> {
  %r = tensor.extract_slice %t[%o] [%n] [%s] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}"""
INSERT = """func.func @main(%t: tensor<?xf32>, %o: index, %n: index, %s: index) -> tensor<?xf32> {
  %z = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %part = tensor.splat %z[%c1] : tensor<?xf32>
  %r = tensor.insert_slice %part into %t[%o] [%n] [%s] : tensor<?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}"""
EXPAND = """func.func @main(%t: tensor<?xf32>, %a: index, %b: index, %c: index) -> tensor<?x?x?xf32> {
  %r = tensor.expand_shape %t [[0, 1, 2]] output_shape [%a, %b, %c] : tensor<?xf32> into tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}"""
RESHAPE = """func.func @main(%t: tensor<?xf32>, %a: index, %b: index, %c: index) -> tensor<?x?x?xf32> {
  %s = tensor.from_elements %a, %b, %c : tensor<3xindex>
  %r = tensor.reshape %t(%s) : (tensor<?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}"""
PAD = """func.func @main(%t: tensor<?xf32>, %a: index, %b: index, %c: index) -> tensor<20xf32> {
  %z = arith.constant 0.0 : f32
  %n = arith.addi %b, %c : index
  %r = tensor.pad %t low[%a] high[%n] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<20xf32>
  return %r : tensor<20xf32>
}"""


def _in_it(offset: int, size: int, stride: int) -> bool:
    ends = (offset, offset + (size - 1) * stride)
    return size == 0 or (size > 0 and all(0 <= end < EXTENT for end in ends))


def _wrapped(number: int) -> int:
    return (number + 2**63) % 2**64 - 2**63


CASES: dict[str, tuple[str, Callable[[int, int, int], bool]]] = {
    "slice": (SLICE, _in_it),
    "insert": (INSERT, lambda o, n, s: n == 1 and _in_it(o, n, s)),
    "expand": (EXPAND, lambda a, b, c: min(a, b, c) >= 0 and a * b * c == EXTENT),
    "reshape": (RESHAPE, lambda a, b, c: min(a, b, c) >= 0 and a * b * c == EXTENT),
    "pad": (PAD, lambda a, b, c: a >= 0 and _wrapped(b + c) >= 0 and a + _wrapped(b + c) + EXTENT == 20),
}


@pytest.mark.parametrize("opt_level", [0, 2])
@pytest.mark.parametrize("name", CASES)
def test_each_number_with_each(name: str, opt_level: int) -> None:
    """What is wrong is an error, and only that: nothing is read or written beside an array. One element may be taken
    so often that no memory has the slice (`stride` 0).
    """
    text, right = CASES[name]
    main = asyncir.compile(text, opt_level=opt_level)["main"]
    wrong = 0
    for numbers in product(NUMBERS, repeat=3):
        given = np.arange(EXTENT, dtype=np.float32)
        if right(*numbers) and (name != "slice" or numbers[1] <= EXTENT + 1):
            main(given, *numbers)
            continue
        wrong += 1
        with pytest.raises(asyncir.ProgramError, match=r"elements|size|no memory"):
            main(given, *numbers)
    assert 0 < wrong < len(NUMBERS) ** 3


@pytest.mark.parametrize("name", CASES)
def test_the_interpreter_says_the_same(name: str) -> None:
    text, right = CASES[name]
    module = asyncir.parse(text)
    for numbers in list(product(NUMBERS, repeat=3))[::7]:
        if name == "slice" and numbers[1] > EXTENT + 1 and right(*numbers):
            continue
        outcome: Any = interpret(module, "main", [np.arange(EXTENT, dtype=np.float32), *numbers])
        assert (outcome.diagnostics == ()) == right(*numbers), numbers
        assert all(found.code in ("S004", "S010", "S016") for found in outcome.diagnostics), (
            outcome.diagnostics
        )


MADE = """func.func @main(%a: index, %b: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%a, %b) : tensor<?x?xf32>
  %z = arith.constant 0.0 : f32
  %r = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}"""


@pytest.mark.parametrize(
    ("sizes", "native", "interpreted"),
    [
        ((-4, 4), "R010", "S004"),
        ((-4, -4), "R010", "S004"),
        ((2**62, 4), "R011", "S010"),
        ((2**62, 0), "R007", "S010"),
        ((0, 4), "", ""),
    ],
)
def test_what_is_made(sizes: tuple[int, int], native: str, interpreted: str) -> None:
    main = asyncir.compile(MADE)["main"]
    if native:
        with pytest.raises((asyncir.ProgramError, asyncir.DiagnosticError)) as caught:
            main(*sizes)
        assert native in str(caught.value)
    else:
        assert main(*sizes).shape == sizes
    outcome = interpret(asyncir.parse(MADE), "main", list(sizes))
    assert [found.code for found in outcome.diagnostics] == ([interpreted] if interpreted else [])


def test_a_tensor_that_is_padded_too_much() -> None:
    text = PAD.replace("tensor<20xf32>", "tensor<?xf32>")
    outcome = interpret(asyncir.parse(text), "main", [np.zeros(4, np.float32), 0, 1 << 60, 0])
    assert [found.code for found in outcome.diagnostics] == ["S010"]
    with pytest.raises(asyncir.ProgramError, match="no memory"):
        asyncir.compile(text)["main"](np.zeros(4, np.float32), 0, 1 << 60, 0)
