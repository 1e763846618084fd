"""Modulo schedules: every one that is found holds, the best is the best of all there are, and bounds are right (S0-31)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from math import ceil

import pytest

from asyncir.analyses.modulo.bounds import bounds_of, lower_bound
from asyncir.analyses.modulo.optimal import listed, optimal
from asyncir.analyses.modulo.problem import (
    Edge,
    ModuloBuffer,
    ModuloSchedule,
    ModuloTask,
    Problem,
    one_by_one,
)
from tests.pipelines.occupancy import assignment, faults, least_interval

pytestmark = pytest.mark.feature("S0-31")


def at_random(rng: random.Random, count: int, longest: int, stages: int) -> Problem:
    """A problem with two or three engines, dependences forward, and some that come back."""
    engines = {"core": 1, "dma": rng.choice((1, 2)), "tensor": 1}
    tasks: list[ModuloTask] = []
    for n in range(count):
        engine = rng.choice(list(engines))
        busy = rng.randint(1, longest)
        uses = {engine: busy} if engine == "core" or rng.random() < 0.5 else {engine: busy, "core": 1}
        tasks.append(ModuloTask(f"s{n}", busy + rng.randrange(longest), uses))
    edges = [
        Edge(p, q, rng.choice((tasks[p].latency, 1)), 0)
        for q in range(count)
        for p in range(q)
        if rng.random() < 0.5
    ]
    for _ in range(rng.randrange(3)):
        p, q = rng.randrange(count), rng.randrange(count)
        edges.append(Edge(p, q, tasks[p].latency, rng.randint(1, 2)))
    return Problem(tasks, edges, engines, stages)


def problems(seed: int, number: int, count: int, longest: int, stages: int) -> Iterator[Problem]:
    rng = random.Random(seed)
    for _ in range(number):
        yield at_random(rng, count, longest, stages)


def test_no_schedule_is_better_than_the_best() -> None:
    above_the_bound = shorter_than_a_list = 0
    small = [*problems(2, 40, 2, 3, 3), *problems(3, 40, 3, 3, 2)]
    for problem in small:
        found = optimal(problem, 5.0)
        assert found.optimal
        assert found.fewest
        least = least_interval(problem, one_by_one(problem).interval)
        assert (found.schedule.interval, found.schedule.stages) == least, problem
        above_the_bound += found.schedule.interval > found.bound.interval
        shorter_than_a_list += found.schedule.interval < listed(problem).schedule.interval
    assert above_the_bound  # the solver had something to prove,
    assert shorter_than_a_list  # and something to find


@pytest.mark.parametrize(("count", "longest"), [(4, 6), (7, 10), (10, 30)])
def test_schedules_hold_and_the_best_is_not_worse_than_a_list(count: int, longest: int) -> None:
    shorter = 0
    for problem in problems(10 * count, 12, count, longest, 4):
        quick, best = listed(problem), optimal(problem, 1.0)
        for found in (quick, best):
            starts = found.schedule.starts
            assert faults(problem, found.schedule.interval, starts) == [], problem
            for engine, there in problem.engines.items():
                assert assignment(problem, found.schedule.interval, starts, engine) <= there
            assert found.bound.interval <= found.least <= found.schedule.interval
        assert best.schedule.interval <= quick.schedule.interval
        shorter += best.schedule.interval < quick.schedule.interval
    assert shorter


def test_the_judge_sees_what_is_wrong() -> None:
    problem = Problem(
        [ModuloTask("a", 4, {"dma": 3}), ModuloTask("b", 2, {"core": 2}), ModuloTask("c", 1, {"core": 1})],
        [Edge(0, 1, 4, 0), Edge(1, 2, 2, 0), Edge(2, 0, 1, 2)],
        {"dma": 1, "core": 1},
        3,
    )
    right = (0, 4, 6)
    assert faults(problem, 4, right) == []
    assert faults(problem, 4, (0, 3, 6)), "a dependence"
    assert faults(problem, 2, right), "an engine, and a recurrence"
    assert faults(problem, 4, (0, 4, 9)), "the core is busy with the next iteration"
    assert faults(replace(problem, most_stages=1), 4, right), "stages"
    assert faults(problem, 4, (1, 5, 7)), "not from 0 on"


def _by_enumeration(problem: Problem) -> int:
    """RecMII: every circle, one by one."""
    best = 0
    leaving: dict[int, list[Edge]] = {}
    for edge in problem.edges:
        leaving.setdefault(edge.source, []).append(edge)

    def follow(path: list[Edge], first: int) -> None:
        nonlocal best
        for edge in leaving.get(path[-1].target if path else first, []):
            if edge.target == first:
                around = [*path, edge]
                best = max(best, ceil(sum(e.delay for e in around) / sum(e.distance for e in around)))
            elif edge.target > first and edge.target not in [e.source for e in path]:
                follow([*path, edge], first)

    for first in range(len(problem.tasks)):
        follow([], first)
    return best


def test_each_bound_is_what_it_says() -> None:
    circles = 0
    for problem in problems(5, 150, 5, 9, 3):
        for bound in bounds_of(problem):
            if bound.kind == "recurrence":
                circles += 1
                pairs = list(zip(bound.tasks, (*bound.tasks[1:], bound.tasks[0]), strict=True))
                assert all(any((e.source, e.target) == pair for e in problem.edges) for pair in pairs)
                assert bound.interval == ceil(bound.busy / bound.distance) == _by_enumeration(problem)
            if bound.kind == "engine":
                busy = [problem.tasks[n].uses[bound.engine] for n in bound.tasks]
                assert bound.interval == ceil(sum(busy) / problem.engines[bound.engine])
        if not any(bound.kind == "recurrence" for bound in bounds_of(problem)):
            assert _by_enumeration(problem) == 0
    assert circles > 50


def test_a_chain_has_to_fit_into_the_stages() -> None:
    chain = Problem(
        [ModuloTask(name, 10, {name: 1}) for name in "abc"],
        [Edge(0, 1, 10, 0), Edge(1, 2, 10, 0)],
        dict.fromkeys("abc", 1),
        2,
    )
    bound = lower_bound(chain)
    assert (bound.kind, bound.interval, bound.tasks) == ("stages", 11, (0, 1, 2))
    assert optimal(chain, 1.0).schedule.interval == 11
    assert optimal(replace(chain, most_stages=30), 1.0).schedule.interval == 1


def test_two_engines_take_turns_with_work_longer_than_the_interval() -> None:
    problem = Problem([ModuloTask("copy", 12, {"dma": 10})], [], {"dma": 2}, 8)
    best = optimal(problem, 1.0)
    assert best.schedule.interval == listed(problem).schedule.interval == 5
    assert assignment(problem, 5, best.schedule.starts, "dma") == 2


def test_of_schedules_that_are_as_short_the_one_with_least_memory_is_taken() -> None:
    tasks = [
        ModuloTask("copy", 2, {"dma": 2}),
        ModuloTask("wait", 6, {"core": 1}),
        ModuloTask("use", 4, {"vector": 4}),
    ]
    edges = [Edge(0, 2, 2, 0), Edge(1, 2, 6, 0)]
    buffer = ModuloBuffer("tile", 64, (0, 2), (0,))
    problem = Problem(tasks, edges, {"dma": 1, "core": 1, "vector": 1}, 8, (buffer,))
    best = optimal(problem, 5.0).schedule
    assert best.interval == 4
    assert best.copies(buffer, problem) == 2
    eager = ModuloSchedule(4, (0, 0, 6))  # the copy as early as it may be
    assert faults(problem, 4, eager.starts) == []
    assert eager.copies(buffer, problem) == 3


def test_fewer_stages_come_before_earlier_starts() -> None:
    tasks = [
        ModuloTask("a", 6, {"dma": 4}),
        ModuloTask("b", 5, {"core": 4}),
        ModuloTask("c", 6, {"dma": 3, "core": 1}),
        ModuloTask("d", 4, {"dma": 2}),
        ModuloTask("e", 7, {"core": 3}),
    ]
    edges = [Edge(0, 1, 1, 0), Edge(2, 3, 1, 0), Edge(0, 4, 1, 0), Edge(1, 4, 5, 0)]
    problem = Problem(tasks, edges, {"core": 1, "dma": 2}, 6)
    earlier = ModuloSchedule(8, (0, 4, 0, 3, 9))
    assert faults(problem, 8, earlier.starts) == []
    best = optimal(problem, 5.0).schedule
    assert (best.interval, best.stages, earlier.stages) == (8, 1, 2)
    assert sum(best.starts) > sum(earlier.starts)


def test_past_its_limit_it_is_a_list_schedule_with_a_gap() -> None:
    gaps = 0
    for problem in problems(7, 30, 8, 40, 3):
        found, quick = optimal(problem, 1e-9), listed(problem)
        assert found.schedule.interval <= quick.schedule.interval
        if quick.schedule.interval > quick.bound.interval:
            assert found == quick
            assert not found.optimal
            gaps += 1
    assert gaps


def test_the_same_again() -> None:
    for problem in problems(11, 4, 8, 40, 3):
        assert optimal(problem, 0.5) == optimal(problem, 0.5)
