"""How many groups were committed so far: as a sum, or as a counter that has to be carried."""

from __future__ import annotations

import pytest

from asyncir.analyses.carried import Phi
from asyncir.analyses.commit_counts import CommitCounts, TripCount
from asyncir.analyses.fifo_changes import FifoChanges
from asyncir.analyses.integers.linear import Linear
from asyncir.ir import BlockArgument
from tests.analyses.reading import module_of, ops

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
  %c6 = arith.constant 6 : index
BODY
  return
}
"""
COMMIT, WAIT = "queue.commit(0) {\n}\n", "queue.wait(0, 0)\n"


def number(body: str) -> Linear:
    """The number of groups in front of the last wait."""
    module = module_of(HEAD.replace("BODY", body))
    counts = CommitCounts(FifoChanges(module))
    node = counts.before(ops(module, "queue.wait")[-1], 0)
    counts.carried.solve()
    return counts.number_of(node)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (WAIT, 0),
        (COMMIT * 2 + WAIT, 2),
        (f"scf.if %c {{\n{COMMIT}}} else {{\n{COMMIT}}}\n{WAIT}", 1),
        (f"scf.for %i = %c0 to %c6 step %c1 {{\n{COMMIT}}}\n{WAIT}", 6),
        (f"func.call @two() : () -> ()\n{WAIT}", 2),
        (f"queue.commit(1) {{\n}}\n{WAIT}", 0),
    ],
)
def test_where_every_way_commits_equally_many(body: str, expected: int) -> None:
    found = number(body)
    assert (found.constant, dict(found.terms)) == (expected, {})


def test_in_an_iteration_it_follows_from_the_induction_variable() -> None:
    found = number(f"{COMMIT}scf.for %i = %c0 to %n step %c1 {{\n{COMMIT}{COMMIT}{WAIT}}}")
    ((term, factor),) = found.terms.items()
    assert isinstance(term, BlockArgument)
    assert (found.constant, term.name_hint, factor) == (3, "i", 2)


def test_behind_a_loop_it_follows_from_the_number_of_iterations() -> None:
    found = number(f"scf.for %i = %c0 to %n step %c1 {{\n{COMMIT}}}\n{WAIT}")
    ((term, factor),) = found.terms.items()
    assert isinstance(term, TripCount)
    assert (found.constant, factor) == (0, 1)


def test_where_ways_differ_a_counter_is_carried() -> None:
    found = number(f"scf.if %c {{\n{COMMIT}}}\n{COMMIT}{WAIT}")
    ((term, factor),) = found.terms.items()
    assert isinstance(term, Phi)
    assert (found.constant, factor) == (1, 1)
