"""elide-waits: waits that never wait go, and no other, where it is least plain what may be in flight."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from asyncir.dialects.interfaces.completion import waits_by_count
from asyncir.dialects.verification import diagnose
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.analyses.drawing import some
from tests.queues.translated import count_source, judge_translation

CALLED_BY_VALUE = {
    "it commits, and its text comes first": """
func.func @f() {
  queue.commit(0) {}
  return
}
func.func @main() {
  %f = func.constant @f : () -> ()
  func.call_indirect %f() : () -> ()
  queue.wait(0, 0)
  return
}""",
    "it commits, and its text comes later": """
func.func @main() {
  %f = func.constant @f : () -> ()
  func.call_indirect %f() : () -> ()
  queue.wait(0, 0)
  return
}
func.func private @f() {
  queue.commit(0) {}
  return
}""",
    "it waits for its caller's group": """
func.func @f() {
  queue.wait(0, 0)
  return
}
func.func @main() {
  queue.commit(0) {}
  %f = func.constant @f : () -> ()
  func.call_indirect %f() : () -> ()
  return
}""",
    "it calls itself": """
func.func @main() {
  %f = func.constant @f : () -> ()
  func.call_indirect %f() : () -> ()
  return
}
func.func private @f() {
  queue.wait(0, 0)
  queue.commit(0) {}
  %f = func.constant @f : () -> ()
  func.call_indirect %f() : () -> ()
  return
}""",
}

WHERE_MORE_MAY_COME = {
    "a function that calls itself": """
func.func private @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  queue.wait(0, 0)
  %last = arith.cmpi eq, %n, %c0 : index
  scf.if %last {
  } else {
    %less = arith.subi %n, %c1 : index
    func.call @f(%less) : (index) -> ()
    queue.wait(0, 1)
    queue.commit(0) {}
    queue.commit(0) {}
  }
  return
}
func.func @main(%n: index) {
  queue.commit(0) {}
  func.call @f(%n) : (index) -> ()
  return
}""",
    "two functions that call each other": """
func.func private @f(%p: i1) {
  queue.wait(1, 0)
  func.call @g(%p) : (i1) -> ()
  queue.wait(1, 0)
  return
}
func.func private @g(%p: i1) {
  queue.commit(1) {}
  scf.if %p {
    func.call @f(%p) : (i1) -> ()
  }
  return
}
func.func @main(%p: i1) {
  func.call @f(%p) : (i1) -> ()
  return
}""",
    "iterations without an order": """
func.func private @f() {
  queue.wait(0, 0)
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  queue.commit(0) {}
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    func.call @f() : () -> ()
  }
  return
}""",
    "a loop that counts without signs": """
func.func @main() {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %many = arith.constant -1 : i8
  scf.for unsigned %i = %c0 to %many step %c1 : i8 {
    queue.commit(0) {}
  }
  queue.wait(0, 1)
  return
}""",
    "a while that counts without signs": """
func.func @main() {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %many = arith.constant -1 : i8
  scf.while (%k = %c0) : (i8) -> i8 {
    %go = arith.cmpi ult, %k, %many : i8
    scf.condition(%go) %k : i8
  } do {
  ^bb0(%l: i8):
    queue.commit(0) {}
    %next = arith.addi %l, %c1 : i8
    scf.yield %next : i8
  }
  queue.wait(0, 1)
  return
}""",
    "a bound that overflows": """
func.func @main(%n: i8) {
  %c1 = arith.constant 1 : i8
  %c3 = arith.constant 3 : i8
  %most = arith.constant 100 : i8
  %m = arith.remui %n, %most : i8
  %twice = arith.addi %m, %m : i8
  %end = arith.addi %twice, %c3 : i8
  scf.for %i = %end to %twice step %c1 : i8 {
    queue.commit(0) {}
  }
  queue.wait(0, 3)
  %before = arith.subi %twice, %most : i8
  scf.for %i = %twice to %before step %most : i8 {
    queue.commit(0) {}
  }
  queue.wait(0, 4)
  return
}""",
}


def _waits(module: ModuleOp) -> int:
    return sum(waits_by_count(op) is not None for op in walk(module))


@pytest.mark.feature("S0-14")
@pytest.mark.parametrize("pipeline", ["elide-waits", "derive-tokens", "convert-wait-counts{to=finished}"])
@pytest.mark.parametrize("name", CALLED_BY_VALUE)
def test_a_call_by_value_may_commit_and_is_entered_with_groups_in_flight(name: str, pipeline: str) -> None:
    module = parse_module(CALLED_BY_VALUE[name])
    run_pipeline(module, pipeline)
    assert diagnose(module) == []
    assert _waits(module) == 1


@pytest.mark.feature("S0-14")
@pytest.mark.parametrize("name", WHERE_MORE_MAY_COME)
def test_a_wait_stays_where_more_groups_may_be_in_flight(name: str) -> None:
    module = parse_module(WHERE_MORE_MAY_COME[name])
    before = _waits(module)
    run_pipeline(module, "elide-waits")
    assert _waits(module) == before


@pytest.mark.feature("S0-14", "S0-15")
@some(25)
@given(st.integers(0, 1 << 32))
def test_programs_with_any_counts_wait_for_the_same(seed: int) -> None:
    judgement = judge_translation(count_source(seed, runs=2), "elide-waits")
    assert set(judgement.runs) == {"same"}


TWO_MILESTONES = """
func.func @main() {{
  queue.commit(0) {{}}
  queue.commit(0) {{}}
  queue.commit(0) {{}}
  {first}
  {second}
  queue.commit(0) {{}}
  return
}}"""


@pytest.mark.feature("S0-14")
@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ("queue.wait_read(0, 0)", "queue.wait(0, 1)", 2),
        ("queue.wait_read(0, 1)", "queue.wait(0, 1)", 1),
        ("queue.wait_read(0, 2)", "queue.wait(0, 1)", 1),
        ("queue.wait(0, 2)", "queue.wait_read(0, 1)", 2),
        ("queue.wait(0, 1)", "queue.wait_read(0, 1)", 1),
        ("queue.wait(0, 1)", "queue.wait(0, 2)", 1),
        ("queue.wait(0, 2)", "queue.wait(0, 1)", 1),
    ],
)
def test_a_wait_goes_for_one_behind_it_that_asks_for_no_less(first: str, second: str, left: int) -> None:
    module = parse_module(TWO_MILESTONES.format(first=first, second=second))
    run_pipeline(module, "elide-waits")
    assert _waits(module) == left


FEWEST = """
func.func @main(%m: memref<f32>) {{
  queue.commit(0) {{}}
  queue.commit(0) {{}}
  queue.wait(0, 1)
  %x = memref.load %m[] : memref<f32>
  {between}
  queue.wait(0, 1)
  %y = memref.load %m[] : memref<f32>
  return
}}"""


@pytest.mark.feature("S0-14")
@pytest.mark.parametrize(("between", "counts"), [(1, [0]), (2, [1, 1])])
def test_with_fewest_the_first_wait_is_stronger_by_the_groups_between(
    between: int, counts: list[int]
) -> None:
    module = parse_module(FEWEST.format(between="queue.commit(0) {} " * between))
    run_pipeline(module, "elide-waits{fewest=true}")
    found = [trait.count(op) for op in walk(module) if (trait := waits_by_count(op)) is not None]
    assert found == counts
