"""Which group is the n-th youngest, at points of a program."""

from __future__ import annotations

import pytest

from asyncir.analyses.carried import Given, Phi, Unknown
from asyncir.analyses.fifo_changes import FifoChanges
from asyncir.analyses.youngest_groups import READY, YoungestGroups
from tests.analyses.reading import module_of, ops

HEAD = """
func.func @main(%c: i1, %n: index, %q: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
BODY
  queue.wait(0, 0)
  return
}
"""
COMMIT = "queue.commit(0) {\n}\n"


def asked(body: str, age: int) -> tuple[object, list[object]]:
    """The value behind the body, and what ops gave it; groups by their place in the text."""
    module = module_of(HEAD.replace("BODY", body))
    commits = ops(module, "queue.commit")
    groups = YoungestGroups(FifoChanges(module), most=4)
    node = groups.before(ops(module, "queue.wait")[-1], 0, age)
    groups.carried.solve()
    node = groups.carried.value(node)
    reached = [groups.carried.value(n) for n in groups.carried.reachable([node])]
    given = [n.value for n in reached if isinstance(n, Given)]
    told = [commits.index(v) if v in commits else v for v in dict.fromkeys(given)]
    return node, sorted(told, key=str)


@pytest.mark.parametrize(("age", "group"), [(0, 2), (1, 1), (2, 0)])
def test_in_a_straight_line(age: int, group: int) -> None:
    node, given = asked(COMMIT * 3, age)
    assert isinstance(node, Given)
    assert given == [group]


def test_where_there_are_not_so_many() -> None:
    assert asked(COMMIT, 1)[0] is READY


def test_other_queues_change_nothing() -> None:
    assert asked(COMMIT + "queue.commit(1) {\n}", 0)[1] == [0]


def test_where_ways_join_it_has_to_be_carried() -> None:
    node, given = asked(f"{COMMIT}scf.if %c {{\n{COMMIT}}}", 0)
    assert isinstance(node, Phi)
    assert given == [0, 1]


def test_the_group_of_the_last_iteration_is_carried() -> None:
    node, given = asked(f"scf.for %i = %c0 to %n step %c1 {{\n{COMMIT}}}", 1)
    assert isinstance(node, Phi)
    assert given == [0, "ready"]


def test_a_computed_queue_may_be_this_one() -> None:
    node, given = asked(f"{COMMIT}queue.commit(%q) {{\n}}", 0)
    assert not isinstance(node, Given)
    assert 0 in given


def test_only_so_many_are_carried() -> None:
    node, _ = asked(f"scf.for %i = %c0 to %n step %c1 {{\n{COMMIT}}}", 5)
    assert isinstance(node, Unknown)
    assert "more than 4 tokens" in node.reason
