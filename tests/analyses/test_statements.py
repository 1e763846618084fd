"""How the body of a loop falls into statements."""

from __future__ import annotations

import pytest

from asyncir.analyses.statements import LoopBody, cut, handed_over
from asyncir.dialects.effects import Effects
from tests.analyses.reading import module_of, ops

HEAD = """
func.func private @outside(%x: f32)
func.func @main(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%s = %v) -> f32 {
BODY
  }
  return
}
"""


def body_of(text: str) -> LoopBody:
    module = module_of(HEAD.replace("BODY", text))
    return cut(ops(module, "scf.for")[0], Effects())


def names(body: LoopBody) -> list[list[str]]:
    return [[op.name.partition(".")[2] for op in statement.ops] for statement in body.statements]


LOAD_STORE = """
    %x = memref.load %a[%i] : memref<8xf32>
    %y = arith.mulf %x, %v : f32
    memref.store %y, %b[%i] : memref<8xf32>
"""


def test_each_write_is_one_with_what_only_it_needs() -> None:
    body = body_of(LOAD_STORE + "    memref.store %v, %c[%i] : memref<8xf32>\n    scf.yield %s : f32")
    assert names(body) == [["load", "mulf", "store"], ["store"]]


def test_what_the_next_iteration_gets_is_one_at_its_last_op() -> None:
    body = body_of(LOAD_STORE + "    %t = arith.addf %s, %y : f32\n    scf.yield %t : f32")
    assert names(body) == [["load", "mulf", "store"], ["addf"]]
    first, second = body.statements
    assert [op.name for op in handed_over(first)] == ["memref.load", "arith.mulf"]
    assert second.anchor.name == "arith.addf"


def test_what_hangs_on_the_counter_alone_is_computed_where_it_is_used() -> None:
    body = body_of("""
    %j = arith.addi %i, %c1 : index
    memref.store %v, %b[%j] : memref<8xf32>
    memref.store %v, %c[%j] : memref<8xf32>
    scf.yield %s : f32""")
    assert names(body) == [["store"], ["store"]]
    assert [op.name for op in body.rematerialised] == ["arith.addi"]


@pytest.mark.parametrize(
    "text",
    [
        "    func.call @outside(%v) : (f32) -> ()\n",
        "    scf.for %j = %c0 to %n step %c1 {\n      memref.store %v, %b[%j] : memref<8xf32>\n    }\n",
    ],
    ids=["call", "regions"],
)
def test_calls_and_ops_with_regions_are_statements(text: str) -> None:
    assert len(body_of(text + "    scf.yield %s : f32").statements) == 1


def test_allocations_are_no_part_of_a_statement() -> None:
    body = body_of("""
    %t = memref.alloc() : memref<8xf32>
    memref.store %v, %t[%i] : memref<8xf32>
    memref.dealloc %t : memref<8xf32>
    scf.yield %s : f32""")
    assert names(body) == [["store"]]
    assert [op.name for op in body.memory] == ["memref.alloc", "memref.dealloc"]


def test_a_read_that_a_write_would_overtake_is_told() -> None:
    """The load belongs to the second store, and the first one writes what it reads."""
    body = body_of("""
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %v, %a[%i] : memref<8xf32>
    memref.store %x, %b[%i] : memref<8xf32>
    scf.yield %s : f32""")
    ((read, write),) = [(each.read.name, each.write.name) for each in body.overtaken]
    assert (read, write) == ("memref.load", "memref.store")
