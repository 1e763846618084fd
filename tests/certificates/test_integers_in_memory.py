"""Integers that a program keeps in memory: known where nothing else may have written them, and nowhere else."""

from __future__ import annotations

import pytest

from asyncir.certificates import Refused, accept
from asyncir.driver.check import check
from asyncir.source.text import parse_module

pytestmark = pytest.mark.feature("N14")

PROGRAM = """
func.func private @clear(%M: memref<2xi64>, %no: i64) {{
  %zero = arith.constant 0 : index
  memref.store %no, %M[%zero] : memref<2xi64>
  return
}}
func.func private @make() -> memref<2xi64> {{
  %M = memref.alloc() : memref<2xi64>
  return %M : memref<2xi64>
}}
func.func @main(%A: memref<2xi64>, %d: index, %c: i1) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %no = arith.constant 0 : i64
  %yes = arith.constant 1 : i64
  %M = memref.alloc() : memref<2xi64>
  %B = memref.alloc() : memref<2xi64>
  %P = func.call @make() : () -> memref<2xi64>
  %Q = func.call @make() : () -> memref<2xi64>
  memref.store %yes, %M[%zero] : memref<2xi64>
  memref.store %no, %P[%zero] : memref<2xi64>
  memref.store %yes, %Q[%zero] : memref<2xi64>
  {between}
  %number = memref.load %{of}[%zero] : memref<2xi64>
  %i = arith.index_cast %number : i64 to index
  queue.commit(0) {{
    queue.async {{
      %x = memref.load %A[%zero] : memref<2xi64>
      memref.store %x, %B[%zero] : memref<2xi64>
    }}
  }}
  %y = memref.load %B[%i] : memref<2xi64>
  return
}}
"""
CHANGES = {
    "stored": "memref.store %no, %M[%zero] : memref<2xi64>",
    "stored somewhere": "memref.store %no, %M[%d] : memref<2xi64>",
    "stored on one way": "scf.if %c { memref.store %no, %M[%zero] : memref<2xi64> }",
    "copied": "memref.copy %A, %M : memref<2xi64> to memref<2xi64>",
    "called": "func.call @clear(%M, %no) : (memref<2xi64>, i64) -> ()",
    "updated": "%r = memref.atomic_rmw assign %no, %M[%zero] : (i64, memref<2xi64>) -> i64",
    "through a view": """%V = memref.subview %M[0] [1] [1] : memref<2xi64> to memref<1xi64>
      memref.store %no, %V[%zero] : memref<1xi64>""",
    "in flight": """queue.commit(0) { queue.async { memref.store %no, %M[%zero] : memref<2xi64> } }
      queue.wait(0, 0)""",
}


def accepted(text: str) -> bool:
    try:
        accept(parse_module(text), "main", {"constant": [], "points": {}})
    except Refused:
        return False
    return True


@pytest.mark.parametrize("between", ["", "memref.store %no, %M[%one] : memref<2xi64>"])
def test_what_was_stored_is_known(between: str) -> None:
    assert accepted(PROGRAM.format(between=between, of="M"))


@pytest.mark.parametrize("what", CHANGES)
def test_what_may_have_changed_is_not_known(what: str) -> None:
    assert not accepted(PROGRAM.format(between=CHANGES[what], of="M"))


def test_of_what_is_made_twice_nothing_is_known() -> None:
    assert not accepted(PROGRAM.format(between="", of="P"))


def test_a_body_that_is_in_flight_reads_what_it_has_stored() -> None:
    text = """
    func.func @main() {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %M = memref.alloc() : memref<2xindex>
      %B = memref.alloc() : memref<2xindex>
      memref.store %one, %M[%zero] : memref<2xindex>
      queue.commit(0) {
        queue.async {
          memref.store %zero, %M[%zero] : memref<2xindex>
          %i = memref.load %M[%zero] : memref<2xindex>
          memref.store %i, %B[%i] : memref<2xindex>
        }
      }
      %y = memref.load %B[%zero] : memref<2xindex>
      return
    }
    """
    assert not accepted(text)


COUNTER = """
func.func @main(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %B = memref.alloc() : memref<2xf32>
  %M = memref.alloca() : memref<1xindex>
  memref.store %c0, %M[%c0] : memref<1xindex>
  scf.for %i = %c0 to %n step %c1 {
    %count = memref.load %M[%c0] : memref<1xindex>
    %slot = arith.remui %count, %c2 : index
    %next = arith.addi %count, %c1 : index
    memref.store %next, %M[%c0] : memref<1xindex>
    queue.commit(0) {
      queue.async {
        %x = memref.load %A[%i] : memref<?xf32>
        memref.store %x, %B[%slot] : memref<2xf32>
      }
    }
    queue.wait(0, COUNT)
  }
  return
}
"""


@pytest.mark.parametrize(("count", "standing"), [(1, "proved"), (2, "refuted")])
def test_a_counter_in_memory(count: int, standing: str) -> None:
    answer = check(COUNTER.replace("COUNT", str(count)))
    assert (answer.standing, answer.rechecked) == (standing, True if standing == "proved" else None)
