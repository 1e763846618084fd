"""Which values may refer to the same storage: allocations, globals, arguments, and what control flow makes of them."""

from __future__ import annotations

from itertools import combinations_with_replacement

from asyncir.analyses.aliasing import RootKind, may_alias, roots
from tests.analyses.reading import module_of, value

PROGRAM = """
memref.global "private" @table : memref<4xf32> = dense<0.0>
func.func @main(%a: memref<4xf32>, %b: memref<4xf32>, %own: memref<4xf32> {llvm.noalias}, %c: i1) {
  %x = memref.alloc() : memref<4xf32>
  %y = memref.alloc() : memref<4xf32>
  %t = memref.get_global @table : memref<4xf32>
  %view = memref.cast %x : memref<4xf32> to memref<?xf32>
  %either = arith.select %c, %x, %a : memref<4xf32>
  %branch = scf.if %c -> memref<4xf32> {
    scf.yield %x : memref<4xf32>
  } else {
    scf.yield %y : memref<4xf32>
  }
  return
}
"""

TOGETHER = {
    ("a", "b"),  # a caller may pass one array twice
    ("a", "t"),  # or a global
    ("b", "t"),
    ("x", "view"),
    ("x", "either"),
    ("a", "either"),
    ("b", "either"),
    ("t", "either"),
    ("view", "either"),
    ("x", "branch"),
    ("y", "branch"),
    ("view", "branch"),
    ("either", "branch"),
}


def test_each_pair() -> None:
    module = module_of(PROGRAM)
    names = ("a", "b", "own", "x", "y", "t", "view", "either", "branch")
    values = {name: value(module, name) for name in names}
    found = {
        (one, other)
        for one, other in combinations_with_replacement(names, 2)
        if one != other and may_alias(values[one], values[other])
    }
    assert found == TOGETHER
    assert all(may_alias(v, v) for v in values.values())


def test_roots_are_what_is_found_behind_views_and_branches() -> None:
    module = module_of(PROGRAM)
    x, y = value(module, "x"), value(module, "y")
    assert {root.identity for root in roots(value(module, "branch"))} == {x, y}
    assert {root.kind for root in roots(value(module, "either"))} == {RootKind.ALLOCATION, RootKind.ARGUMENT}
    assert {root.kind for root in roots(value(module, "own"))} == {RootKind.NOALIAS}


def test_memory_from_memory_is_anything() -> None:
    module = module_of("""
func.func private @make() -> memref<4xf32>
func.func @main(%a: memref<4xf32>) {
  %x = memref.alloc() : memref<4xf32>
  %made = call @make() : () -> memref<4xf32>
  return
}
""")
    made = value(module, "made")
    assert {root.kind for root in roots(made)} == {RootKind.UNKNOWN}
    assert may_alias(made, value(module, "x"))
    assert may_alias(made, value(module, "a"))
