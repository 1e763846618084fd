"""Accesses of some elements of a vector: machine code does what the interpreter does."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import asyncir
from tests.semantics.programs import run

HEAD = """
func.func @main(%m: memref<4x9xTYPE>, %o: memref<1x4xTYPE>, %i: index, %j: index, %n: index) {
  %c0 = arith.constant 0 : index
  %spare = arith.constant dense<[70, 71, 72, 73]> : vector<4xINT>
  %at = arith.constant dense<[0, 5, 1, 2]> : vector<4xINDEX>
  %mask = vector.create_mask %n : vector<4xi1>
"""
_LOADS_AND_STORES = {
    "maskedload": "memref<4x9xTYPE>, vector<4xi1>, vector<4xTYPE> into vector<4xTYPE>",
    "gather": "memref<4x9xTYPE>, vector<4xINDEX>, vector<4xi1>, vector<4xTYPE> into vector<4xTYPE>",
    "maskedstore": "memref<4x9xTYPE>, vector<4xi1>, vector<4xTYPE>",
    "scatter": "memref<4x9xTYPE>, vector<4xINDEX>, vector<4xi1>, vector<4xTYPE>",
}
TYPES = {
    **_LOADS_AND_STORES,
    "expandload": _LOADS_AND_STORES["maskedload"],
    "compressstore": _LOADS_AND_STORES["maskedstore"],
}


def _text(op: str, element: str, index: str) -> str:
    far = "[%at]" if op in ("gather", "scatter") else ""
    result = "%v = " if op in ("maskedload", "gather", "expandload") else ""
    lines = [f"{result}vector.{op} %m[%i, %j]{far}, %mask, %pass : {TYPES[op]}"]
    if result:
        lines.append("vector.store %v, %o[%c0, %c0] : memref<1x4xTYPE>, vector<4xTYPE>")
    cast = "%pass = arith.sitofp %spare : vector<4xINT> to vector<4xTYPE>"
    if element.startswith("i"):
        cast = "%pass = arith.addi %spare, %spare : vector<4xTYPE>"
    text = HEAD + "\n".join(["  " + each for each in (cast, *lines)]) + "\n  return\n}\n"
    integer = element if element.startswith("i") else "i32"
    return text.replace("TYPE", element).replace("INT", integer).replace("INDEX", index)


@pytest.mark.parametrize("op", TYPES)
@pytest.mark.parametrize(
    ("element", "index"), [("f32", "i32"), ("f64", "index"), ("i8", "i64"), ("i32", "index")]
)
def test_machine_code_does_what_the_interpreter_does(op: str, element: str, index: str) -> None:
    text = _text(op, element, index)
    dtype: Any = {"f32": np.float32, "f64": np.float64, "i8": np.int8, "i32": np.int32}[element]
    compiled = asyncir.compile(text)
    for row, column, count in ((0, 0, 4), (2, 3, 2), (3, 3, 1), (1, 2, 0)):
        given = [np.arange(36, dtype=dtype).reshape(4, 9), np.zeros((1, 4), dtype)]
        expected = deepcopy(given)
        assert run(text, *expected, row, column, count).diagnostics == ()
        compiled["main"](*given, row, column, count)
        for found, wanted in zip(given, expected, strict=True):
            assert found.tolist() == wanted.tolist()
