"""Graphs are cut into parts of neighbours: each node once, without cycles, and with work for all who can do it."""

from __future__ import annotations

import random

import pytest

from asyncir.analyses.region_cuts import WORK, cut_regions
from asyncir.analyses.region_graph import CallArgument, CallResult, RegionGraph, RegionNode

SMALL, LARGE = 1000.0, 2 * WORK


def graph(needs: list[list[int]], cost: float = SMALL, size: int = 8) -> RegionGraph:
    nodes = tuple(
        RegionNode(
            f"n_{i}",
            "f",
            tuple(CallResult(b, 0) for b in before) or (CallArgument(0),),
            (),
            cost,
            (size,),
            None,
        )
        for i, before in enumerate(needs)
    )
    return RegionGraph(nodes, (CallResult(len(nodes) - 1, 0),), ())


def parts_of(made: RegionGraph, slots: int = 2) -> list[list[int]]:
    parts = cut_regions(made, range(len(made.nodes)), slots)
    check(made, parts)
    return parts


def check(made: RegionGraph, parts: list[list[int]]) -> None:
    """Each node is in one part, behind what it needs; parts are in an order in which they can run."""
    assert sorted(node for part in parts for node in part) == list(range(len(made.nodes)))
    done = set[int]()
    for part in parts:
        for node in part:
            assert done.issuperset(made.nodes[node].before())
            done.add(node)


def layers(width: int, count: int) -> list[list[int]]:
    needs: list[list[int]] = [[] for _ in range(width)]
    for layer in range(1, count):
        before = (layer - 1) * width
        needs += [sorted({before + (i + d) % width for d in (-1, 0, 1)}) for i in range(width)]
    return needs


def test_a_chain_is_one_part_whatever_it_costs() -> None:
    assert parts_of(graph([[], [0], [1], [2]], LARGE)) == [[0, 1, 2, 3]]


def test_expensive_nodes_stay_alone() -> None:
    assert len(parts_of(graph(layers(40, 2), LARGE))) == 80


def test_nodes_that_make_much_stay_alone() -> None:
    assert len(parts_of(graph(layers(40, 2), SMALL, size=1 << 24))) == 80


def test_small_neighbours_are_joined() -> None:
    parts = parts_of(graph(layers(100, 50)))
    assert len(parts) < 500
    assert max(map(len, parts)) <= WORK / 20_000


def test_what_many_need_does_not_take_all_of_them() -> None:
    parts = parts_of(graph([[], *[[0]] * 2000]))
    assert len(parts) >= 4
    assert max(map(len, parts)) <= 1.1 * WORK / 20_000


def test_there_is_work_for_all_slots() -> None:
    for slots in (2, 4, 16):
        parts = parts_of(graph(layers(64, 1)), slots)
        assert slots <= len(parts) <= 3 * slots


def test_what_is_not_needed_is_left_out() -> None:
    made = graph([[], [], [0]])
    assert cut_regions(made, [0, 2], 2) == [[0, 2]]


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs(seed: int) -> None:
    draw = random.Random(seed)
    count = draw.randint(1, 120)
    needs = [sorted(draw.sample(range(i), min(i, draw.choice((0, 1, 1, 2, 3))))) for i in range(count)]
    made = graph(needs, draw.choice((SMALL, 1e6, LARGE)))
    parts_of(made, draw.choice((1, 2, 8)))
