"""Which functions a module itself calls with arrays that overlap."""

from __future__ import annotations

import pytest

from asyncir.analyses.overlapping_arguments import given_overlapping_arrays
from tests.analyses.reading import module_of

HEAD = """
memref.global "private" @table : memref<4xf32> = dense<0.0>
func.func private @leaf(%a: memref<4xf32>, %b: memref<4xf32>) {
  return
}
func.func private @between(%a: memref<4xf32>, %b: memref<4xf32>) {
  call @leaf(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
func.func private @uses_table(%a: memref<4xf32>) {
  %t = memref.get_global @table : memref<4xf32>
  return
}
func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
  %own = memref.alloc() : memref<4xf32>
  %t = memref.get_global @table : memref<4xf32>
  BODY
  return
}
"""
TWO = ": (memref<4xf32>, memref<4xf32>) -> ()"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"call @leaf(%x, %y) {TWO}", {}),
        (f"call @leaf(%x, %own) {TWO}", {}),
        (f"call @leaf(%x, %x) {TWO}", {"leaf": {(0, 1)}}),
        (f"call @between(%own, %own) {TWO}", {"between": {(0, 1)}, "leaf": {(0, 1)}}),
        ("call @uses_table(%own) : (memref<4xf32>) -> ()", {}),
        ("call @uses_table(%t) : (memref<4xf32>) -> ()", {"uses_table": {(0, -1)}}),
    ],
    ids=["two arguments", "its own", "one twice", "handed on", "not the global", "the global"],
)
def test_one_call(body: str, expected: dict[str, set[tuple[int, int]]]) -> None:
    found = given_overlapping_arrays(module_of(HEAD.replace("BODY", body)))
    assert {name: passed.pairs for name, passed in found.items()} == expected
