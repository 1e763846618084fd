"""Which functions may wait, and which may fail."""

from __future__ import annotations

from asyncir.analyses.suspension import analyse_suspension
from tests.analyses.reading import module_of, ops

PROGRAM = """
func.func @plain(%x: i32) -> i32 {
  return %x : i32
}
func.func @waits(%t: !async.token) {
  async.await %t : !async.token
  return
}
func.func @fails(%c: i1) {
  cf.assert %c, "no"
  return
}
func.func @calls_both(%t: !async.token, %c: i1) {
  call @waits(%t) : (!async.token) -> ()
  call @fails(%c) : (i1) -> ()
  return
}
func.func @launches(%t: !async.token) -> !async.token {
  %u = async.execute {
    async.await %t : !async.token
    async.yield
  }
  return %u : !async.token
}
func.func @by_value(%f: (i32) -> i32, %x: i32) -> i32 {
  %y = call_indirect %f(%x) : (i32) -> i32
  return %y : i32
}
func.func @endless(%n: i32) {
  call @endless(%n) : (i32) -> ()
  return
}
"""


def test_what_functions_do_directly_and_through_calls() -> None:
    found = analyse_suspension(module_of(PROGRAM))
    assert {"waits", "calls_both"} <= set(found.may_wait)
    assert {"fails", "calls_both"} <= set(found.may_fail)


def test_what_stays_plain() -> None:
    """A task that waits does so by itself: who launches it does not."""
    found = analyse_suspension(module_of(PROGRAM))
    assert not {"plain", "launches", "endless"} & set(found.may_wait)
    assert not {"plain", "launches", "endless"} & set(found.may_fail)


def test_ops_are_asked_without_their_regions() -> None:
    module = module_of(PROGRAM)
    found = analyse_suspension(module)
    (execute,) = ops(module, "async.execute")
    assert not found.waits(execute)
    assert all(found.waits(op) for op in ops(module, "async.await"))
    assert [found.waits(call) for call in ops(module, "func.call")] == [True, False, False]
    assert [found.fails(call) for call in ops(module, "func.call")] == [True, True, False]
