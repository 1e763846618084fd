"""Added dependencies: plans are right, keep their limits, and none of a front is beaten by what is simple."""

from __future__ import annotations

import pytest

from asyncir.analyses.memory.greedy import attempt, within
from asyncir.analyses.memory.optimum import proved_front, quickest, smallest
from asyncir.analyses.memory.ordering import best_of, front, job_orders, sequential, unordered
from asyncir.analyses.memory.problem import MemoryPlan, MemoryProblem, faults, path_of
from tests.analyses.memory.problems import layered, problem_of

PARALLEL = problem_of(
    [[], [], [0], [1], [2, 3]],
    [10, 20, 10, 20, 5],
    [256, 256, 64, 64, 64],
    [[0, 2], [1, 3], [2, 4], [3, 4], [4]],
)
"""Two chains, each of which holds a large buffer at its beginning."""


def test_a_chain_waits_for_another_one() -> None:
    """All at once needs both large buffers; one chain behind the other one of them, and the small ones."""
    free = unordered(PARALLEL)
    assert (free.peak, free.path) == (640, 45)
    short = within(PARALLEL, [0, 2, 1, 3, 4], 448)
    assert short is not None
    assert faults(PARALLEL, short) == []
    assert short.peak <= 448
    assert short.path > free.path
    assert short.edges


def test_what_no_order_keeps_is_said() -> None:
    assert within(PARALLEL, [0, 2, 1, 3, 4], 300) is None
    assert attempt(PARALLEL, [0, 1, 2, 3, 4], 320) == 1


@pytest.mark.parametrize("seed", range(8))
def test_plans_of_a_front_are_right(seed: int) -> None:
    problem = layered(seed, 6 + 2 * seed)
    found = front(problem)
    for plan in found:
        assert faults(problem, plan) == []
        assert plan.path == path_of(problem, plan.edges, plan.order)
        assert plan.peak >= problem.least
    assert found == best_of(found)
    for simple in (unordered(problem), *(sequential(problem, o) for o in job_orders(problem).values())):
        assert faults(problem, simple) == []
        assert any(plan.peak <= simple.peak and plan.path <= simple.path for plan in found)


@pytest.mark.parametrize("seed", range(4))
def test_a_limit_holds(seed: int) -> None:
    problem = layered(seed, 20)
    free = unordered(problem)
    for limit in (free.peak, (problem.least + 3 * free.peak) // 4, problem.least - 64):
        for plan in front(problem, limit):
            assert plan.peak <= limit
            assert faults(problem, plan) == []
    assert front(problem, problem.least - 64) == []


def test_who_is_fixed_gets_no_edges() -> None:
    fixed = MemoryProblem(
        PARALLEL.sizes,
        PARALLEL.uses,
        PARALLEL.past,
        PARALLEL.job_of,
        PARALLEL.costs,
        PARALLEL.before,
        is_fixed=True,
    )
    assert [plan.edges for plan in front(fixed)] == [()]
    wrong = MemoryPlan((0, 256, 512, 576, 640), 704, 45, ((0, 1),))
    assert faults(fixed, wrong) == ["edges are added to a program whose waits are not known"]


def test_what_a_job_waits_for_in_its_middle_comes_earlier() -> None:
    """A job that waits in its middle for another one cannot come before that, nor end before it."""
    problem = MemoryProblem(
        sizes=(64, 64),
        uses=((0,), (2,)),
        past=(0, 0, 0),
        job_of=(0, 1, 2),
        costs=(10, 1, 5),
        before=((), (), ()),
        late=((), (0,), ()),
    )
    assert path_of(problem, ()) == 10
    for order in job_orders(problem).values():
        assert order.index(0) < order.index(1)
    wrong = MemoryPlan((0, 64), 128, 10, ((1, 0),), (1, 0, 2))
    assert "job 1 comes before job 0" in faults(problem, wrong)


def test_edges_go_from_where_all_is_over() -> None:
    """A job of which something goes on behind its token is nobody to wait for."""
    problem = MemoryProblem(
        sizes=(64, 64),
        uses=((0,), (1,)),
        past=(0, 0),
        job_of=(0, 1),
        costs=(1, 1),
        before=((), ()),
        whole=(False, True),
    )
    plans = front(problem)
    assert all((0, 1) not in plan.edges for plan in plans)
    assert faults(problem, MemoryPlan((0, 0), 64, 2, ((0, 1),))) != []


def best_by_enumeration(problem: MemoryProblem, limit: int) -> int | None:
    """The shortest chain with an arena of the limit: all sets of edges among pairs of jobs, with a packing by the solver."""
    jobs = len(problem.costs)
    pairs = [(a, b) for a in range(jobs) for b in range(jobs) if a != b]
    best: int | None = None
    for chosen in range(1 << len(pairs)):
        edges = [pair for n, pair in enumerate(pairs) if chosen >> n & 1]
        waits = [{*before} for before in problem.before]
        for a, b in edges:
            waits[b].add(a)
        order: list[int] = []
        while ready := [j for j in range(jobs) if j not in order and waits[j] <= {*order}]:
            order += ready
        if len(order) < jobs:
            continue
        path = path_of(problem, edges, order)
        if best is not None and path >= best:
            continue
        found = smallest(_with(problem, edges, order), None, 5)
        if found.plan is not None and found.plan.peak <= limit:
            best = path
    return best


def _with(problem: MemoryProblem, edges: list[tuple[int, int]], order: list[int]) -> MemoryProblem:
    """The problem in which these edges are there from the start."""
    over, ended = [0] * len(order), [0] * len(order)
    for job in order:
        for each in (*problem.before[job], *(a for a, b in edges if b == job)):
            over[job] |= ended[each]
        ended[job] = over[job] | 1 << job
    return MemoryProblem(
        problem.sizes, problem.uses, tuple(over), problem.job_of, problem.costs, problem.before, is_fixed=True
    )


@pytest.mark.feature("N7")
@pytest.mark.parametrize("seed", range(3))
def test_the_optimum_is_that_of_all_sets_of_edges(seed: int) -> None:
    problem = layered(seed + 40, 4, width=3)
    free = smallest(problem, None, 5).plan
    assert free is not None
    for limit in {free.peak, (problem.least + free.peak) // 2, problem.least}:
        expected = best_by_enumeration(problem, limit)
        answer = quickest(problem, limit, 5)
        assert answer.is_proved
        assert (None if answer.plan is None else answer.plan.path) == expected
        if answer.plan is not None:
            assert faults(problem, answer.plan) == []


@pytest.mark.parametrize("seed", range(3))
def test_what_is_proved_is_right_and_no_worse(seed: int) -> None:
    problem = layered(seed, 14)
    fast, proved = front(problem), proved_front(problem, 5)
    for each in proved:
        assert each.plan is not None
        assert faults(problem, each.plan) == []
        assert each.bound <= each.plan.peak
    for plan in fast:
        first = next(p.plan for p in reversed(proved) if p.plan is not None and p.plan.path <= plan.path)
        assert first.peak <= plan.peak


def test_bounds_without_a_plan() -> None:
    assert quickest(PARALLEL, 100, 5).is_proved
    assert quickest(PARALLEL, 100, 5).plan is None
    assert smallest(PARALLEL, 10, 5).plan is None
    unlimited = smallest(PARALLEL, 10_000, 5)
    assert unlimited.plan is not None
    assert unlimited.plan.peak == unlimited.bound == 384
