"""Whose completion a token stands for: through branches, loops, selects, and from iterations before."""

from __future__ import annotations

from asyncir.analyses.completion_sources import sources_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import OpResult
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module

TOKENS = """func.func @main(%p: !async.token, %c: i1, %n: index) {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %k = arith.constant 4 : index
  %r = async.ready : !async.token
  %a = async.execute {
    async.yield
  }
  %b = async.region {
    async.yield
  }
  SOURCE
  async.await %s : !async.token
  return
}
"""


def sources(text: str) -> set[tuple[str, bool]]:
    module = parse_module(TOKENS.replace("SOURCE", text))
    (wait,) = (op for op in walk(module) if kind_of(op) is OpKind.AWAIT)
    found = sources_of(wait.operands[0])
    assert len({each.value for each in found}) == len(found)
    return {(each.value.name_hint or "?", each.back) for each in found}


def test_branches_and_selects_are_either() -> None:
    branch = "%s = scf.if %c -> !async.token {\nscf.yield %a : !async.token\n} else {\nscf.yield %p : !async.token\n}"
    assert sources(branch) == {("a", False), ("p", False)}
    assert sources("%s = arith.select %c, %a, %b : !async.token") == {("a", False), ("b", False)}


def test_what_is_ready_is_left_out() -> None:
    assert sources("%s = arith.select %c, %a, %r : !async.token") == {("a", False)}


def loop(to: str, handed: str) -> str:
    return (
        f"%s = scf.for %i = %z to {to} step %o iter_args(%q = %b) -> !async.token {{\n"
        f"%l = async.execute [%q] {{\nasync.yield\n}}\nscf.yield {handed} : !async.token\n}}"
    )


def test_loops_that_may_not_run_hand_on_what_came_in() -> None:
    assert sources(loop("%n", "%l")) == {("l", False), ("b", False)}
    assert sources(loop("%k", "%l")) == {("l", False)}


def test_what_a_loop_carries_is_of_an_iteration_before() -> None:
    module = parse_module(TOKENS.replace("SOURCE", loop("%n", "%l")))
    (task,) = (op for op in walk(module) if kind_of(op) is OpKind.TASK and op.operands)
    found = {(each.value.name_hint, each.back) for each in sources_of(task.operands[0])}
    assert found == {("l", True), ("b", False)}
    assert all(isinstance(each.value, OpResult) for each in sources_of(task.operands[0]))
