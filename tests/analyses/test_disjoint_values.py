"""Which arrays of a new function are known to be disjoint."""

from __future__ import annotations

from asyncir.analyses.disjoint_values import alone_among, disjoint_pairs, touches_only_arguments
from asyncir.dialects.effects import Effects
from asyncir.ir import Operation, SSAValue
from asyncir.source.text import parse_module

TEXT = """
memref.global "private" @table : memref<4xf32> = dense<1.0>
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %n: index) {attributes} {
  %c0 = arith.constant 0 : index
  %c = memref.alloc() : memref<8xf32>
  %d = memref.alloc() : memref<4xf32>
  %v = memref.subview %c[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %w = memref.subview %c[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %x = memref.load %a[%c0] : memref<4xf32>
  memref.store %x, %d[%c0] : memref<4xf32>
  {more}
  return
}
"""


def function(attributes: str = "", more: str = "") -> Operation:
    text = TEXT.replace("{attributes}", attributes).replace("{more}", more)
    return list(parse_module(text, "t.mlir").ops)[1]


def values(of: Operation) -> dict[str, SSAValue]:
    block = of.regions[0].block
    return {
        v.name_hint: v for v in (*block.args, *(r for op in block.ops for r in op.results)) if v.name_hint
    }


def pairs(names: str, attributes: str = "") -> set[str]:
    known = values(function(attributes))
    return {names[i] + names[j] for i, j in disjoint_pairs([known[name] for name in names])}


def test_what_is_allocated_is_disjoint_from_all_else() -> None:
    assert pairs("abcdn") == {"ac", "ad", "bc", "bd", "cd"}


def test_views_of_one_allocation_may_be_the_same() -> None:
    assert pairs("vwd") == {"vd", "wd"}


BYTES = """
%raw = memref.alloc() : memref<64xi8>
%c8 = arith.constant 8 : index
%c16 = arith.constant 16 : index
%p = memref.view %raw[%c0][] : memref<64xi8> to memref<4xf32>
%q = memref.view %raw[%c16][] : memref<64xi8> to memref<2xi64>
%r = memref.view %raw[%c8][] : memref<64xi8> to memref<4xf32>
%s = memref.view %raw[%n][] : memref<64xi8> to memref<4xf32>
%t = memref.view %raw[%c16][%n] : memref<64xi8> to memref<?xf32>
%u = memref.subview %p[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
%y = memref.reinterpret_cast %p to offset: [4], sizes: [4], strides: [1]
  : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>
"""


def test_parts_of_a_row_of_bytes_are_disjoint() -> None:
    """At places that are known, and of sizes that are; what may leave its part is none."""
    known = values(function(more=BYTES))
    names = "pqrstuy"
    found = {names[i] + names[j] for i, j in disjoint_pairs([known[name] for name in names])}
    assert found == {"pq", "qu"}


def test_arguments_are_disjoint_where_their_function_says_so() -> None:
    for name in ("software_pipeline_distinct_args", "asyncir.disjoint_args"):
        assert pairs("ab", f"attributes {{{name} = [[0, 1]]}}") == {"ab"}
    assert pairs("ab", "attributes {software_pipeline_same_or_distinct_args = [[0, 1]]}") == set()


def test_alone_is_what_is_disjoint_from_every_other() -> None:
    known = values(function())
    assert alone_among([known[name] for name in "anbd"]) == {3}
    assert alone_among([known[name] for name in "cd"]) == {0, 1}


def test_globals_and_memory_that_is_freed_are_reached_by_no_argument() -> None:
    assert touches_only_arguments(function(), Effects())
    reads = "%t = memref.get_global @table : memref<4xf32>\n  %y = memref.load %t[%c0] : memref<4xf32>"
    assert not touches_only_arguments(function(more=reads), Effects())
    assert not touches_only_arguments(function(more="memref.dealloc %d : memref<4xf32>"), Effects())
