"""Longest chains and plans on lanes, beside what trying everything says."""

from __future__ import annotations

from random import Random

import pytest

from asyncir.analyses.chain_costs import begins, chains_behind, lanes, longest

Graph = tuple[list[list[int]], list[float]]


def graph(seed: int) -> Graph:
    random = Random(seed)
    count = random.randint(1, 12)
    needs = [sorted(random.sample(range(n), min(n, random.randint(0, 3)))) for n in range(count)]
    return needs, [float(random.randint(0, 9)) for _ in range(count)]


def chains(needs: list[list[int]], end: int) -> list[list[int]]:
    """All chains that end with an element, from their first one on."""
    return [[end], *([*chain, end] for each in needs[end] for chain in chains(needs, each))]


@pytest.mark.parametrize("seed", range(30))
def test_chains_are_the_longest_ones(seed: int) -> None:
    needs, costs = graph(seed)
    every = [chain for end in range(len(needs)) for chain in chains(needs, end)]
    cost = {tuple(chain): sum(costs[each] for each in chain) for chain in every}
    assert longest(needs, costs) == max(cost.values())
    for number in range(len(needs)):
        behind = max(c for chain, c in cost.items() if chain[0] == number)
        before = max(c for chain, c in cost.items() if chain[-1] == number)
        assert chains_behind(needs, costs)[number] == behind
        assert begins(needs, costs)[number] == before - costs[number]


@pytest.mark.feature("S1-27")
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("seed", range(20))
def test_plans_keep_the_order_and_are_short(seed: int, count: int) -> None:
    """Nothing begins before what it needs is over, no lane has two at once, and Graham's bound holds."""
    needs, costs = graph(seed)
    plan = lanes(needs, costs, count)
    ends = [begin + cost for (_, begin), cost in zip(plan, costs, strict=True)]
    for number, (lane, begin) in enumerate(plan):
        assert 0 <= lane < count
        assert all(ends[each] <= begin for each in needs[number])
        others = [n for n, (other, _) in enumerate(plan) if other == lane and n != number]
        assert all(ends[n] <= begin or ends[number] <= plan[n][1] for n in others)
    assert max(ends) <= sum(costs) / count + longest(needs, costs) * (1 - 1 / count) + 1e-9


def test_what_the_longest_chain_hangs_on_comes_first() -> None:
    """Two are ready and there is one lane: the second one has more behind it."""
    assert lanes([[], [], [1]], [5.0, 1.0, 9.0], 1) == [(0, 10.0), (0, 0.0), (0, 1.0)]
