"""The fewest chains that cover an order, beside the width by its definition; the transitive reduction by its own."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from asyncir.analyses.chain_covers import chain_cover, partial_order, width
from tests.streams.dags import Dag, ancestors, random_dag, reduced_edges, widest


def random_dags(count: int) -> list[Dag]:
    rng = random.Random(7)
    return [random_dag(rng, rng.randrange(0, 11), rng.choice([0.1, 0.2, 0.4, 0.7])) for _ in range(count)]


@pytest.mark.parametrize(
    ("dag", "expected"),
    [
        ([], []),
        ([[]], [0]),
        ([[], [], []], [0, 1, 2]),
        ([[], [0], [1]], [0, 0, 0]),
        # A greedy matching gives 1 to 0 and leaves 2 and 3 alone; that of 2 behind 0 and 3 behind 1 is larger.
        ([[], [], [0, 1], [1]], [0, 1, 0, 1]),
        # The cover passes by: 0 < 2 < 3 and 1 < 2 < 4, where only one chain goes through 2.
        ([[], [], [0, 1], [2], [2]], [0, 1, 0, 0, 1]),
    ],
)
def test_chains_of_small_orders(dag: Dag, expected: list[int]) -> None:
    assert chain_cover(partial_order(dag)) == expected


@pytest.mark.feature("S1-27")
def test_there_are_as_many_chains_as_the_order_is_wide() -> None:
    for dag in random_dags(300):
        assert width(partial_order(dag)) == widest(dag), dag


def test_elements_of_a_chain_come_one_behind_the_other() -> None:
    for dag in random_dags(300):
        chains, before = chain_cover(partial_order(dag)), ancestors(dag)
        assert all(i in before[n] for i, n in combinations(range(len(dag)), 2) if chains[i] == chains[n]), dag


def test_what_is_not_counted_needs_no_chain_and_still_orders() -> None:
    for dag in random_dags(200):
        rng = random.Random(len(dag))
        counted = [rng.random() < 0.6 for _ in dag]
        chains, before = chain_cover(partial_order(dag), counted), ancestors(dag)
        kept = [n for n in range(len(dag)) if counted[n]]
        assert [n for n in range(len(dag)) if chains[n] >= 0] == kept
        # The same order of those that count, with its edges drawn out.
        own: Dag = [[kept.index(i) for i in before[n] if counted[i]] for n in kept]
        assert max(chains, default=-1) + 1 == widest(own), (dag, counted)


def test_the_order_keeps_no_edge_that_others_imply() -> None:
    for dag in random_dags(300):
        order = partial_order(dag)
        assert sorted((i, n) for n, needs in enumerate(order.needs) for i in needs) == sorted(
            reduced_edges(dag)
        )
        before = ancestors(dag)
        assert all(order.before[n] == sum(1 << i for i in before[n]) for n in range(len(dag)))
