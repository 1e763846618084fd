"""How many groups may be in flight in front of a wait, by the waits before it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, strategies as st

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.in_flight_bounds import BoundChange, InFlightBounds
from asyncir.dialects.effect_types import Milestone
from tests.analyses.reading import module_of, ops

CHANGES = st.builds(BoundChange, st.integers(0, 5), st.sampled_from([0, 1, 2, 7, math.inf]))


@given(CHANGES, CHANGES, st.integers(0, 9))
def test_one_change_after_the_other(first: BoundChange, second: BoundChange, bound: int) -> None:
    assert first.then(second).of(bound) == second.of(first.of(bound))


HEAD = """
func.func private @two() {
  queue.commit(0) {
  }
  queue.commit(0) {
  }
  return
}
func.func @main(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
BODY
  queue.wait(0, 0)
  return
}
"""
COMMIT = "queue.commit(0) {\n}\n"


@pytest.mark.parametrize(
    ("body", "bound"),
    [
        ("", 0),
        (COMMIT * 3, 3),
        (COMMIT * 3 + "queue.wait(0, 1)\n" + COMMIT, 2),
        (f"scf.if %c {{\n{COMMIT}}} else {{\n{COMMIT * 2}}}", 2),
        (f"scf.if %c {{\n{COMMIT * 2}queue.wait(0, 0)\n}} else {{\n{COMMIT}}}", 1),
        (f"scf.for %i = %c0 to %n step %c1 {{\n{COMMIT}}}", math.inf),
        (f"scf.for %i = %c0 to %n step %c1 {{\n{COMMIT}queue.wait(0, 2)\n}}", 2),
        ("func.call @two() : () -> ()", 2),
        ("queue.commit(1) {\n}", 0),
    ],
    ids=[
        "nothing",
        "three",
        "a wait",
        "if",
        "a wait in a branch",
        "loop",
        "a wait in a loop",
        "call",
        "another",
    ],
)
def test_the_last_wait(body: str, bound: float) -> None:
    module = module_of(HEAD.replace("BODY", body))
    graph = call_graph(module)
    found = InFlightBounds(graph, Milestone.WRITTEN)
    assert found.at[ops(module, "queue.wait")[-1]] == bound
