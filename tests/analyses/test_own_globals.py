"""Globals that one op alone names."""

from __future__ import annotations

import pytest

from asyncir.analyses.own_globals import own_global
from tests.analyses.reading import module_of, value

PROGRAM = """
memref.global "private" @own : memref<4xf32> = uninitialized
memref.global "private" @twice : memref<4xf32> = uninitialized
memref.global "private" constant @constant : memref<4xf32> = dense<0.0>
memref.global "private" @elsewhere : memref<4xf32>
memref.global @public : memref<4xf32> = uninitialized
func.func @main(%argument: memref<4xf32>) {
  %g = memref.get_global @NAME : memref<4xf32>
  %other = memref.get_global @twice : memref<4xf32>
  return
}
"""


@pytest.mark.parametrize("name", ["own", "twice", "constant", "elsewhere", "public"])
def test_only_what_nobody_else_can_name_is_its_own(name: str) -> None:
    module = module_of(PROGRAM.replace("NAME", name))
    assert (own_global(value(module, "g")) is not None) is (name == "own")
    assert own_global(value(module, "argument")) is None
