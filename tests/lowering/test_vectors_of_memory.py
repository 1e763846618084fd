"""`vector.type_cast`: memory that holds vectors of the elements that it has, where both have the same bytes."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module

TEXT = """
func.func @main(%m: memref<3xSHAPExTYPE>, %i: index, %j: index) -> vector<SHAPExTYPE> {
  %v = vector.type_cast %m : memref<3xSHAPExTYPE> to memref<3xvector<SHAPExTYPE>>
  %x = memref.load %v[%i] : memref<3xvector<SHAPExTYPE>>
  memref.store %x, %v[%j] : memref<3xvector<SHAPExTYPE>>
  return %x : vector<SHAPExTYPE>
}
"""


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.parametrize(
    ("shape", "element"),
    [("2x4", "f32"), ("8", "f64"), ("4x2", "i16"), ("2x2x2", "i64"), ("1", "i8"), ("16", "f32")],
)
def test_vectors_are_the_elements(shape: str, element: str, level: int) -> None:
    text = TEXT.replace("SHAPE", shape).replace("TYPE", element)
    sizes = [3, *map(int, shape.split("x"))]
    dtype = np.dtype(
        element.replace("f32", "f4").replace("f64", "f8").replace("i16", "i2").replace("i64", "i8")
    )
    dtype = np.dtype("i1") if element == "i8" else dtype
    count = int(np.prod(sizes))
    # Not where vectors are used to lie: one element behind where NumPy's arrays begin.
    memory = np.arange(count + 1).astype(dtype)[1:].reshape(sizes)
    expected, other = memory[2].copy(), memory.copy()
    other[1] = expected
    by_interpreter = memory.copy()
    found = asyncir.compile(text, opt_level=level).main(memory, 2, 1)
    outcome = interpret(parse_module(text), "main", [by_interpreter, 2, 1], parse_schedule("earliest"))
    for result, after in ((found, memory), (outcome.results[0], by_interpreter)):
        np.testing.assert_array_equal(result, expected)
        np.testing.assert_array_equal(after, other)


def test_a_copy_of_such_vectors_needs_no_alignment() -> None:
    text = """
func.func @main(%m: memref<16xf64>, %n: memref<16xf64>) {
  %v = vector.type_cast %m : memref<16xf64> to memref<vector<16xf64>>
  %w = vector.type_cast %n : memref<16xf64> to memref<vector<16xf64>>
  memref.copy %v, %w : memref<vector<16xf64>> to memref<vector<16xf64>>
  return
}
"""
    one, other = np.arange(17.0)[1:], np.zeros(17)[1:]
    asyncir.compile(text).main(one, other)
    assert other.tolist() == one.tolist()


@pytest.mark.parametrize(("shape", "element"), [("2x3", "f32"), ("8", "i1"), ("8", "i4"), ("3", "f64")])
def test_vectors_with_other_bytes_are_refused(shape: str, element: str) -> None:
    text = TEXT.replace("SHAPE", shape).replace("TYPE", element)
    with pytest.raises(asyncir.DiagnosticError, match=r"\[L001\] a cast to vectors whose rows have gaps"):
        asyncir.compile(text)


def test_rows_with_gaps_stay_as_they_are() -> None:
    """Memory has the gaps that rows of the vector have, if it has such rows already."""
    text = """
func.func @main(%a: vector<3xf32>) -> vector<2x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<2xvector<3xf32>>
  %b = arith.addf %a, %a : vector<3xf32>
  memref.store %a, %m[%c0] : memref<2xvector<3xf32>>
  memref.store %b, %m[%c1] : memref<2xvector<3xf32>>
  %v = vector.type_cast %m : memref<2xvector<3xf32>> to memref<vector<2x3xf32>>
  %r = memref.load %v[] : memref<vector<2x3xf32>>
  memref.dealloc %m : memref<2xvector<3xf32>>
  return %r : vector<2x3xf32>
}
"""
    given, expected = np.array([1, 2, 3], np.float32), [[1, 2, 3], [2, 4, 6]]
    assert asyncir.compile(text).main(given).tolist() == expected
    outcome = interpret(parse_module(text), "main", [given], parse_schedule("earliest"))
    assert outcome.results[0].tolist() == expected
