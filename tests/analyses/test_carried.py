"""What control flow carries: here, the last number that was stored."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from asyncir.analyses.carried import (
    Carried,
    CarriedChange,
    Changes,
    Given,
    Node,
    Phi,
    Quantity,
    Unknown,
    Variable,
)
from asyncir.ir import Operation
from tests.analyses.reading import module_of, ops

CELL = Variable("cell")
NOTHING = Given("nothing")
STORE = "memref.store %c{}, %m[] : memref<index>\n"
PROGRAM = """
func.func private @store(%m: memref<index>, %c1: index) {
  memref.store %c1, %m[] : memref<index>
  return
}
func.func @main(%m: memref<index>, %p: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
BODY
  %last = memref.load %m[] : memref<index>
  return
}
"""


class LastStore(Quantity):
    """A store gives the cell the name of its value."""

    initial = NOTHING

    def __init__(self) -> None:
        self.given: dict[str | None, Given] = {}

    def changed_by(self, op: Operation, variable: Variable) -> CarriedChange | None:
        if op.name != "memref.store":
            return None
        name = op.operands[0].name_hint
        return self.given.setdefault(name, Given(name))


def last_store(body: str, load: int = -1) -> Node:
    module = module_of(PROGRAM.replace("BODY", body))
    functions = ops(module, "func.func")
    calls = dict.fromkeys(ops(module, "func.call"), functions[0])
    scopes: dict[Operation, frozenset[Hashable]] = {}
    for op in (*ops(module, "memref.store"), *calls):
        around: Operation | None = op
        while around is not None:
            scopes[around] = frozenset({CELL.scope})
            around = around.parent_op()
    changes = Changes(scopes, calls, {functions[0]: list(calls)})
    carried = Carried(module, changes, LastStore())
    node = carried.before(ops(module, "memref.load")[load], CELL)
    carried.solve()
    return carried.value(node)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("", "nothing"),
        (STORE.format(1) + STORE.format(2), "c2"),
        (f"scf.if %p {{\n{STORE.format(1)}}} else {{\n{STORE.format(1)}}}", "c1"),
        (f"{STORE.format(1)}scf.for %i = %c0 to %n step %c1 {{\n{STORE.format(1)}}}", "c1"),
        (STORE.format(1) + "scf.if %p {\n%x = memref.load %m[] : memref<index>\n}", "c1"),
        ("func.call @store(%m, %c2) : (memref<index>, index) -> ()", "c1"),
    ],
    ids=["never", "in a row", "alike on both ways", "alike in a loop", "changed nowhere", "by a callee"],
)
def test_one_value_on_all_ways(body: str, value: str) -> None:
    found = last_store(body)
    assert isinstance(found, Given)
    assert found.value == value


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (f"scf.if %p {{\n{STORE.format(1)}}}", "result"),
        (f"scf.for %i = %c0 to %n step %c1 {{\n{STORE.format(1)}}}", "result"),
        (f"cf.cond_br %p, ^a, ^b\n^a:\n{STORE.format(1)}cf.br ^b\n^b:", "block"),
    ],
    ids=["if", "loop", "blocks"],
)
def test_where_ways_join_there_is_a_phi(body: str, kind: str) -> None:
    found = last_store(body)
    assert isinstance(found, Phi)
    assert found.place.kind == kind
    assert {n.value for n in found.inputs if isinstance(n, Given)} == {"c1", "nothing"}


def test_an_iteration_begins_with_what_the_last_one_left() -> None:
    load = "%x = memref.load %m[] : memref<index>\n"
    found = last_store(f"scf.for %i = %c0 to %n step %c1 {{\n{load}{STORE.format(1)}}}", load=0)
    assert isinstance(found, Phi)
    assert found.place.kind == "argument"
    assert {n.value for n in found.inputs if isinstance(n, Given)} == {"c1", "nothing"}


def test_what_runs_at_an_unknown_time_is_unknown() -> None:
    found = last_store(f"%t = async.execute {{\n{STORE.format(1)}async.yield\n}}")
    assert isinstance(found, Unknown)
    assert "in which order its regions run" in found.reason
