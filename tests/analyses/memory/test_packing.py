"""Buffers that clash lie apart, and which clash is what trying all orders says."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.analyses.memory.ordering import unordered
from asyncir.analyses.memory.packing import clashes, crowd_of, fitted
from asyncir.analyses.memory.problem import MemoryPlan, faults
from tests.analyses.memory.problems import clashing, layered, problem_of


@pytest.mark.parametrize("seed", range(12))
def test_two_clash_if_neither_is_over_first_in_all_orders(seed: int) -> None:
    problem = layered(seed, 6)
    matrix = clashes(problem, problem.past)
    found = {(a, b) for a, b in np.argwhere(matrix).tolist() if a < b}
    assert found == clashing(problem)


@pytest.mark.parametrize("seed", range(20))
def test_the_plan_without_edges_is_right(seed: int) -> None:
    problem = layered(seed, 25)
    plan = unordered(problem)
    assert faults(problem, plan) == []
    assert plan.edges == ()
    assert problem.least <= plan.peak <= sum(problem.sizes)


def test_a_gap_is_used() -> None:
    """A small buffer fits under a large one that begins above what it does not clash with."""
    near = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], bool)
    assert fitted([128, 64, 64], near, [0, 1, 2], tight=False) == ([0, 128, 0], 192)


def test_the_tightest_gap_is_found() -> None:
    """Of a gap of 192 bytes and one of 64 the second one."""
    near = np.ones((6, 6), bool) & ~np.eye(6, dtype=bool)
    near[5, [0, 3]] = near[[0, 3], 5] = False
    sizes, order = [192, 64, 64, 64, 64, 64], [0, 1, 2, 3, 4, 5]
    assert fitted(sizes, near, order, tight=False)[0][5] == 0
    near[5, 0] = near[0, 5] = False
    assert fitted(sizes, near, order, tight=True)[0][5] == 320


def test_all_that_clash_are_a_bound() -> None:
    near = np.array([[0, 1, 1, 0], [1, 0, 1, 0], [1, 1, 0, 1], [0, 0, 1, 0]], bool)
    assert crowd_of([64, 64, 64, 640], near) == 704


def test_a_chain_needs_two_neighbours() -> None:
    """Each job reads what the one before it made: two buffers are alive at a time."""
    before = [[], [0], [1], [2]]
    problem = problem_of(before, [1] * 4, [64, 128, 64, 256], [[0, 1], [1, 2], [2, 3], [3]])
    plan = unordered(problem)
    assert (problem.least, plan.peak) == (320, 320)
    assert faults(problem, plan) == []


def test_faults_are_found() -> None:
    problem = problem_of([[], [], [0, 1]], [1, 1, 1], [64, 64, 64], [[0, 2], [1, 2], [2]])
    assert faults(problem, MemoryPlan((0, 64, 128), 192, 2)) == []
    shared = faults(problem, MemoryPlan((0, 0, 128), 192, 2))
    assert shared == ["buffers 0 and 1 share bytes, and may be in use together"]
    assert faults(problem, MemoryPlan((0, 64, 128), 128, 2)) == ["a buffer ends behind the arena"]
    assert faults(problem, MemoryPlan((0, 65, 129), 256, 2)) == ["an offset is not aligned"]
    assert faults(problem, MemoryPlan((0, 64, 128), 192, 2, ((1, 0),))) == ["job 0 comes before job 1"]
    assert faults(problem, MemoryPlan((0, 64, 128), 192, 2, (), (0, 0, 1))) == [
        "the order has not each job once"
    ]
