"""How old the group of a token may be where it is waited for."""

from __future__ import annotations

import pytest

from asyncir.analyses.ages import BEGIN, COMMIT
from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.commit_distance import Distances
from asyncir.analyses.commit_weights import CommitWeights
from asyncir.analyses.token_ages import TokenAges
from asyncir.analyses.token_components import components_of
from asyncir.analyses.token_scopes import TokenScopes, awaited
from tests.analyses.reading import module_of, ops

HEAD = """
func.func @main(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = queue.commit(0) {} -> !async.token
BODY
  return
}
"""
COMMIT_ONE = "queue.commit(0) {\n}\n"
LIMIT = 9


def ages(body: str) -> dict[object, tuple[int, int]]:
    """At least and at most so many groups of queue 0 since the token's, at the last wait."""
    module = module_of(HEAD.replace("BODY", body))
    graph = call_graph(module)
    weights = CommitWeights(graph, LIMIT)
    scopes = TokenScopes(graph)
    wait = ops(module, "queue.await")[-1]
    (token,) = awaited(wait)
    component = components_of(scopes, weights)[token]
    found = TokenAges(scopes, Distances(weights), component, weights.fifo(0, "main"))
    return {root: (age.least, age.most) for root, age in found.absolute(token, wait).items()}


@pytest.mark.parametrize(
    ("body", "least", "most"),
    [
        ("queue.await %a : !async.token", 0, 0),
        (f"{COMMIT_ONE * 2}queue.await %a : !async.token", 2, 2),
        (f"scf.if %c {{\n{COMMIT_ONE}}}\nqueue.await %a : !async.token", 0, 1),
        (f"scf.for %i = %c0 to %n step %c1 {{\n{COMMIT_ONE}}}\nqueue.await %a : !async.token", 0, LIMIT),
        (
            "%b = queue.commit(0) {} -> !async.token\n%e = arith.select %c, %a, %b : !async.token\n"
            "queue.await %e : !async.token",
            0,
            1,
        ),
    ],
    ids=["at once", "two later", "a branch", "a loop", "one of two"],
)
def test_commits_behind_the_token(body: str, least: int, most: int) -> None:
    assert ages(body) == {COMMIT: (least, most)}


def test_the_token_of_the_iteration_before() -> None:
    """A peer counts a loop on the way as if it committed nothing."""
    body = """
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> !async.token {
    %next = queue.commit(0) {} -> !async.token
    queue.await %t : !async.token
    scf.yield %next : !async.token
  }
"""
    assert ages(body) == {COMMIT: (1, 1)}


def test_a_ready_token_is_of_no_group() -> None:
    assert ages("%r = async.ready : !async.token\nqueue.await %r : !async.token") == {BEGIN: (1, 1)}
