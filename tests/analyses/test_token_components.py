"""Which tokens control flow and calls may turn into each other."""

from __future__ import annotations

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.commit_weights import CommitWeights
from asyncir.analyses.token_components import components_of
from asyncir.analyses.token_scopes import TokenScopes
from tests.analyses.reading import module_of, value

PROGRAM = """
func.func private @same(%in: !async.token) -> !async.token {
  return %in : !async.token
}
func.func @main(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = queue.commit(0) {} -> !async.token
  %b = queue.commit(0) {} -> !async.token
  %d = queue.commit(0) {} -> !async.token
  %e = queue.commit(0) {} -> !async.token
  %either = arith.select %c, %a, %b : !async.token
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%t = %d) -> !async.token {
    scf.yield %t : !async.token
  }
  %back = func.call @same(%d) : (!async.token) -> !async.token
  return
}
"""


def test_selects_loops_and_calls_unite() -> None:
    module = module_of(PROGRAM)
    graph = call_graph(module)
    found = components_of(TokenScopes(graph), CommitWeights(graph, 64))
    groups = [{"a", "b", "either"}, {"d", "t", "last", "back", "in"}, {"e"}]
    for group in groups:
        (component,) = {id(found[value(module, name)]) for name in group}
        members = found[value(module, next(iter(group)))].members
        assert {member.name_hint for member in members} == group, component
