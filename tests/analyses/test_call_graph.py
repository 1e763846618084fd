"""Who calls whom, by name and by value; cycles of calls."""

from __future__ import annotations

from asyncir.analyses.call_graph import call_graph
from tests.analyses.reading import module_of

PROGRAM = """
func.func private @elsewhere()
func.func @leaf() {
  return
}
func.func @even() {
  call @odd() : () -> ()
  return
}
func.func @odd() {
  call @even() : () -> ()
  call @leaf() : () -> ()
  call @leaf() : () -> ()
  return
}
func.func @by_value(%f: () -> ()) {
  call_indirect %f() : () -> ()
  return
}
func.func @main() {
  %f = func.constant @leaf : () -> ()
  call @by_value(%f) : (() -> ()) -> ()
  call @elsewhere() : () -> ()
  return
}
"""


def test_calls_by_name_and_by_value() -> None:
    graph = call_graph(module_of(PROGRAM))
    assert graph.callees("odd") == ["even", "leaf"]
    assert graph.callees("by_value") == []
    assert graph.may_call("by_value") == ["leaf"]
    assert "leaf" not in graph.may_call("main")


def test_callees_come_before_callers_and_cycles_together() -> None:
    components = [set(each) for each in call_graph(module_of(PROGRAM)).components()]
    assert {"even", "odd"} in components
    assert components.index({"leaf"}) < components.index({"even", "odd"})
    assert components.index({"by_value"}) < components.index({"main"})
    assert sum(map(len, components)) == len(set().union(*components))
