"""How many groups ops commit, at least and at most, over all paths through them."""

from __future__ import annotations

import pytest

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.commit_weights import CommitWeights
from tests.analyses.reading import module_of

HEAD = """
func.func private @two() {
  queue.commit(0) {
  }
  queue.commit(0) {
  }
  return
}
func.func private @itself(%c: i1) {
  scf.if %c {
    queue.commit(0) {
    }
    func.call @itself(%c) : (i1) -> ()
  }
  return
}
func.func @main(%c: i1, %n: index, %q: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
BODY
  return
}
"""
COMMIT = "queue.commit(0) {\n}\n"
LIMIT = 9


@pytest.mark.parametrize(
    ("body", "least", "most"),
    [
        ("", 0, 0),
        (COMMIT, 1, 1),
        ("queue.commit(1) {\n}", 0, 0),
        (f"scf.if %c {{\n{COMMIT}}}", 0, 1),
        (f"scf.if %c {{\n{COMMIT}}} else {{\n{COMMIT}{COMMIT}}}", 1, 2),
        (f"scf.for %i = %c0 to %c5 step %c1 {{\n{COMMIT}}}", 5, 5),
        (f"scf.for %i = %c0 to %n step %c1 {{\n{COMMIT}}}", 0, LIMIT),
        ("func.call @two() : () -> ()", 2, 2),
        ("func.call @itself(%c) : (i1) -> ()", 0, LIMIT),
        ("queue.commit(%q) {\n}", 0, 1),
    ],
    ids=[
        "nothing",
        "one",
        "another queue",
        "if",
        "else",
        "loop",
        "unknown loop",
        "call",
        "recursion",
        "computed",
    ],
)
def test_what_a_function_commits_to_queue_0(body: str, least: int, most: int) -> None:
    module = module_of(HEAD.replace("BODY", body))
    weights = CommitWeights(call_graph(module), LIMIT)
    *_, main = module.ops
    found = weights.weight(weights.of_region(main.regions[0]), weights.fifo(0, "main"))
    assert found == (least, most)
