"""Entries with tasks and queues: what is said of the tasks that stand for operations is said of the program's own ops."""

from __future__ import annotations

from asyncir.analyses.mixed_tasks import has_queues, waits_for_groups
from asyncir.analyses.sync_report import FunctionReport, Standing, WaitReport
from asyncir.ir import Operation
from asyncir.source.text import parse_module
from asyncir.transforms._synchronisation import judge

CALLED = """\
func.func private @wait() {
  queue.wait(0, 0)
  return
}
func.func @main(%m: memref<2xi64>, %v: i64, %p: i1) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = async.execute {
    func.call @wait() : () -> ()
    async.yield
  }
  queue.commit(0) {
    queue.async {
      memref.store %v, %m[%c0] : memref<2xi64>
    }
  }
  SECOND
  async.await %t : !async.token
  %x = memref.load %m[%c0] : memref<2xi64>
  return %x : i64
}
"""


def judged(text: str) -> tuple[list[Operation], FunctionReport, dict[str, WaitReport]]:
    module = parse_module(text)
    report = judge(module)
    (function,) = report.functions
    ops = list(module.walk())
    assert all(wait.op in ops for wait in report.waits)
    return ops, function, {f"{wait.op.name} {ops.index(wait.op)}": wait for wait in report.waits}


def test_what_waits_for_groups() -> None:
    module = parse_module(CALLED.replace("SECOND", ""))
    assert [op.name for op in module.walk() if waits_for_groups(op)] == ["queue.wait"]
    assert has_queues([*module.ops])
    assert not has_queues([next(iter(parse_module("func.func @f() {\n  return\n}").ops))])


def test_a_wait_that_two_callers_share_is_needed_if_one_needs_it() -> None:
    _, function, waits = judged(CALLED.replace("SECOND", "func.call @wait() : () -> ()"))
    assert function.standing is Standing.PROVED
    assert [w.verdict.value for w in waits.values() if w.op.name == "queue.wait"] == ["needed"]
    _, function, waits = judged(CALLED.replace("SECOND", "queue.wait(0, 0)"))
    assert [w.verdict.value for w in waits.values() if w.op.name == "queue.wait"] == ["redundant", "needed"]


def test_races_are_between_the_program_s_own_ops() -> None:
    ops, function, _ = judged(CALLED.replace("SECOND", ""))
    assert function.standing is Standing.REFUTED
    (race,) = function.races
    assert {race.first.op.name, race.second.op.name} == {"memref.store", "memref.load"}
    assert race.first.op in ops
    assert race.second.op in ops
    assert race.witness is not None


def test_what_the_translation_does_not_follow_is_named() -> None:
    text = (
        CALLED.replace("%p: i1", "%q: index")
        .replace("queue.commit(0)", "queue.commit(%q)")
        .replace("SECOND", "")
    )
    ops, function, _ = judged(text)
    assert function.standing is Standing.UNKNOWN
    assert function.at in ops
    assert function.at.name == "queue.commit"
    assert "queue.commit" in function.reason


def test_a_wait_of_a_program_that_races_is_not_judged() -> None:
    two = "queue.commit(0) {\n queue.async {\n memref.store %v, %m[%c0] : memref<2xi64>\n }\n }\n queue.wait(0, 0)"
    _, function, waits = judged(CALLED.replace("SECOND", two))
    assert function.standing is Standing.REFUTED
    assert {w.verdict.value for w in waits.values() if w.op.name == "queue.wait"} == {"unknown"}


AT_THE_END = """\
func.func @main(%n: index, %A: memref<?xi64>, %C: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant 1 : i64
  %t = async.execute {
    %x = memref.load %A[%c0] : memref<?xi64>
    async.yield
  }
  %ready = async.ready : !async.token
  %l, %m = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %ready) -> (!async.token, !async.token) {
    %g = queue.commit(0) {
      queue.async {
        %from = arith.remui %i, %c3 : index
        %y = memref.load %A[%from] : memref<?xi64>
        %to = arith.remui %i, %c4 : index
        memref.store %y, %C[%to] : memref<?xi64>
      }
    } -> !async.token
    queue.await %a : !async.token
    scf.yield %b, %g : !async.token, !async.token
  }
  async.await %m : !async.token
  scf.for %i = %c0 to %n step %c1 {
    %to = arith.remui %i, %c4 : index
    %z = memref.load %C[%to] : memref<?xi64>
  }
  async.await %t : !async.token
  return
}
"""


def test_a_wait_that_one_path_needs_is_needed() -> None:
    """Where the loop does not run, nothing else waits for the task; on the other paths the loop does."""
    _, function, waits = judged(AT_THE_END)
    assert function.standing is Standing.PROVED
    assert [wait.verdict.value for wait in waits.values()][-1] == "needed"
