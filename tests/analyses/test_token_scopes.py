"""Where tokens come from: scopes are functions and loops, and what is carried inside them."""

from __future__ import annotations

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.token_scopes import TokenScopes, awaited, group_token, is_token
from tests.analyses.reading import module_of, only, ops, value

PROGRAM = """
func.func private @start() -> !async.token {
  %made = queue.commit(0) {} -> !async.token
  return %made : !async.token
}
func.func @main(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = func.call @start() : () -> !async.token
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%t = %first) -> !async.token {
    %next = func.call @start() : () -> !async.token
    %either = arith.select %c, %t, %next : !async.token
    queue.await %either : !async.token
    scf.yield %next : !async.token
  }
  queue.await %last : !async.token
  return
}
"""


def test_scopes_are_functions_and_loops() -> None:
    module = module_of(PROGRAM)
    scopes = TokenScopes(call_graph(module))
    loop = only(module, "scf.for")
    inner, main = scopes.of_function["main"]
    assert (inner.op, inner.parent, main.parent) == (loop, main, None)
    assert scopes.scope_of(value(module, "next")) is inner
    assert scopes.scope_of(value(module, "first")) is main


def test_callees_and_inner_loops_come_first() -> None:
    module = module_of(PROGRAM)
    scopes = TokenScopes(call_graph(module))
    inner, main = scopes.of_function["main"]
    (start,) = scopes.of_function["start"]
    assert scopes.callees_first([main, inner, start]) == [start, inner, main]


def test_what_is_carried_in_a_scope() -> None:
    module = module_of(PROGRAM)
    scopes = TokenScopes(call_graph(module))
    carried = scopes.carried(value(module, "either"))
    assert carried is not None
    assert {carry.value.name_hint for carry in carried} == {"t", "next"}


def test_what_ops_wait_for() -> None:
    module = module_of(PROGRAM)
    assert [[token.name_hint for token in awaited(op)] for op in ops(module, "queue.await")] == [
        ["either"],
        ["last"],
    ]
    assert is_token(value(module, "made"))
    assert not is_token(value(module, "n"))
    assert group_token(value(module, "made")) is value(module, "made")
