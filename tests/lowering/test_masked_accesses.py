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


_BITS = "memref<20xi1>"
BITS = f"""
func.func @main(%m: {_BITS}, %o: {_BITS}, %i: index, %n: index) {{
  %c3 = arith.constant 3 : index
  %at = arith.constant dense<[0, 5, 1, 2]> : vector<4xindex>
  %spare = arith.constant dense<[true, false, true, false]> : vector<4xi1>
  %off = arith.constant false
  %mask = vector.create_mask %n : vector<4xi1>
  %plain = vector.load %m[%i] : {_BITS}, vector<4xi1>
  %loaded = vector.maskedload %m[%i], %mask, %spare : {_BITS}, vector<4xi1>, vector<4xi1> into vector<4xi1>
  %expanded = vector.expandload %m[%c3], %mask, %spare : {_BITS}, vector<4xi1>, vector<4xi1> into vector<4xi1>
  %gathered = vector.gather %m[%i] [%at], %mask, %spare
    : {_BITS}, vector<4xindex>, vector<4xi1>, vector<4xi1> into vector<4xi1>
  %read = vector.transfer_read %m[%i], %off, %mask : {_BITS}, vector<4xi1>
  %0 = arith.xori %plain, %loaded : vector<4xi1>
  %1 = arith.xori %0, %expanded : vector<4xi1>
  %2 = arith.xori %1, %gathered : vector<4xi1>
  %3 = arith.xori %2, %read : vector<4xi1>
  WRITE
  return
}}
"""


@pytest.mark.parametrize(
    "write",
    [
        f"vector.store %3, %o[%c3] : {_BITS}, vector<4xi1>",
        f"vector.maskedstore %o[%c3], %mask, %3 : {_BITS}, vector<4xi1>, vector<4xi1>",
        f"vector.compressstore %o[%c3], %mask, %3 : {_BITS}, vector<4xi1>, vector<4xi1>",
        f"vector.scatter %o[%i] [%at], %mask, %3 : {_BITS}, vector<4xindex>, vector<4xi1>, vector<4xi1>",
        f"vector.transfer_write %3, %o[%i], %mask : vector<4xi1>, {_BITS}",
    ],
)
def test_each_bit_of_memory_has_a_byte(write: str) -> None:
    text = BITS.replace("WRITE", write)
    bits = np.random.default_rng(0).integers(0, 2, 20).astype(bool)
    compiled = asyncir.compile(text)
    for first, count in ((0, 4), (7, 2), (11, 0)):
        given = [bits.copy(), ~bits]
        expected = deepcopy(given)
        assert run(text, *expected, first, count).diagnostics == ()
        compiled["main"](*given, first, count)
        for found, wanted in zip(given, expected, strict=True):
            assert found.tolist() == wanted.tolist()
