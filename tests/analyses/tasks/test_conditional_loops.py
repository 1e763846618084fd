"""Tasks in loops with a condition of their own, which run any number of times."""

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret, parse_schedule

pytestmark = pytest.mark.feature("N12")

UNTIL_ZERO = """func.func @main(%a: memref<4xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  scf.while : () -> () {
    %x = memref.load %a[%c0] : memref<4xi64>
    %go = arith.cmpi sgt, %x, %z : i64
    scf.condition(%go)
  } do {
    %t = async.execute {
      %y = memref.load %a[%c0] : memref<4xi64>
      %w = arith.subi %y, %one : i64
      memref.store %w, %a[%c0] : memref<4xi64>
      async.yield
    }
    async.await %t : !async.token
    scf.yield
  }
  return
}
"""
CHAIN = """func.func @main(%a: memref<4xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i64
  %r = async.ready : !async.token
  %k, %last = scf.while (%i = %n, %before = %r) : (index, !async.token) -> (index, !async.token) {
    %more = arith.cmpi sgt, %i, %c0 : index
    scf.condition(%more) %i, %before : index, !async.token
  } do {
  ^bb0(%i: index, %before: !async.token):
    %t = async.execute [%before] {
      memref.store %x, %a[%c0] : memref<4xi64>
      async.yield
    }
    %less = arith.subi %i, %c1 : index
    scf.yield %less, %t : index, !async.token
  }
  async.await %last : !async.token
  memref.store %x, %a[%c0] : memref<4xi64>
  return
}
"""
NESTED = """func.func @main(%a: memref<4xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 7 : i64
  %end = scf.while (%i = %n) : (index) -> index {
    %more = arith.cmpi sgt, %i, %c0 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %g = async.create_group %c4 : !async.group
    scf.for %j = %c0 to %c4 step %c1 {
      %t = async.execute {
        memref.store %x, %a[%j] : memref<4xi64>
        async.yield
      }
      %r = async.add_to_group %t, %g : !async.token
    }
    async.await_all %g
    %less = arith.shrsi %i, %c1 : index
    scf.yield %less : index
  }
  memref.store %x, %a[%c0] : memref<4xi64>
  return
}
"""
WRONG = [
    (UNTIL_ZERO, "    async.await %t : !async.token\n", ""),
    (CHAIN, "[%before] ", ""),
    (CHAIN, "  async.await %last : !async.token\n", ""),
    (CHAIN, "scf.yield %less, %t", "scf.yield %less, %before"),
    (NESTED, "    async.await_all %g\n", ""),
    (NESTED, "%a[%j]", "%a[%c1]"),
]


def races(text: str) -> bool:
    """Whether a run races."""
    module = asyncir.parse(text, "p.mlir")
    for schedule in ("latest", "earliest"):
        given = [np.array([3, 0, 0, 0]), 3]
        outcome = interpret(module, "main", given, parse_schedule(schedule), max_steps=3000)
        if any(d.code == "S001" for d in outcome.diagnostics):
            return True
    return False


@pytest.mark.parametrize("text", [UNTIL_ZERO, CHAIN, NESTED])
def test_what_is_ordered_in_each_iteration_is_proved(text: str) -> None:
    checked = asyncir.check(text, filename="p.mlir", recheck=False)
    assert checked.standing == "proved"
    assert {wait.verdict for wait in checked.waits} == {"needed"}
    assert not races(text)


@pytest.mark.parametrize(("text", "old", "new"), WRONG)
def test_what_is_not_is_not(text: str, old: str, new: str) -> None:
    assert old in text
    wrong = text.replace(old, new)
    assert races(wrong)
    assert asyncir.check(wrong, filename="p.mlir", recheck=False).standing != "proved"


@pytest.mark.parametrize(("text", "old", "new"), WRONG[1:])
def test_races_between_iterations_are_shown(text: str, old: str, new: str) -> None:
    assert asyncir.check(text.replace(old, new), filename="p.mlir", recheck=False).standing == "refuted"


def test_a_number_that_grows_in_each_iteration_tells_them_apart() -> None:
    text = CHAIN.replace("[%before] ", "").replace(
        "%a[%c0] : memref<4xi64>\n      async", "%a[%i] : memref<4xi64>\n      async"
    )
    text = text.replace("  memref.store %x, %a[%c0] : memref<4xi64>\n  return", "  return")
    assert asyncir.check(text, filename="p.mlir", recheck=False).standing == "proved"


def test_decisions_behind_a_loop_are_taken_both_ways() -> None:
    """Here a run shows the race as well, so this does not tell whether the path alone would have found it."""
    text = """func.func @main(%a: memref<4xi64>, %n: index, %p: i1, %q: i1) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %x = arith.constant 7 : i64
      %m = memref.alloc() : memref<4xi64>
      scf.for %i = %c0 to %n step %c1 iter_args(%v = %a) -> (memref<4xi64>) {
        %t = async.execute { memref.store %x, %v[%c0] : memref<4xi64>
          async.yield }
        async.await %t : !async.token
        scf.yield %m : memref<4xi64>
      }
      scf.if %p { memref.store %x, %a[%c0] : memref<4xi64> }
      scf.if %q { memref.store %x, %a[%c0] : memref<4xi64> } else {
        %t = async.execute { memref.store %x, %a[%c0] : memref<4xi64>
          async.yield }
        memref.store %x, %a[%c0] : memref<4xi64>
      }
      return
    }"""
    assert asyncir.check(text, filename="p.mlir", recheck=False).standing == "refuted"
