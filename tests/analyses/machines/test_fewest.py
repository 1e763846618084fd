"""The fewest instances, against all plans that there are."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from random import Random

import pytest

from asyncir.analyses.machines.allocation import InstancePlan, allocated, coloured
from asyncir.analyses.machines.edges import OrderEdge
from asyncir.analyses.machines.fewest import FewestInstances
from asyncir.analyses.machines.program import MachineProgram
from asyncir.analyses.machines.redundant import edges_of
from asyncir.analyses.machines.uses import Uses, is_counted
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine

MEMORY = "memref<4xf32>"


def _uses(orders: int) -> tuple[list[OrderEdge], Uses]:
    """So many orders from one engine to another one."""
    lines = [f"%m{n} = memref.alloc() : {MEMORY}" for n in range(orders)]
    for engine, word in (("mte2", "writes"), ("v", "reads")):
        lines += [
            f'sync.work on "{engine}" {word}(%m{n} : {MEMORY}) {{ sync.opaque "{n}" }}' for n in range(orders)
        ]
    module = parse_module("\n".join(["func.func @f() {", *lines, "return", "}"]))
    (function,) = module.ops
    program = MachineProgram(function, load_machine("ascend-a2"))
    edges = edges_of(program)
    assert len(edges) == orders
    uses = Uses(program, edges)
    uses.run()
    return edges, uses


def _in_conflict(uses: Uses, pairs: set[tuple[OrderEdge, OrderEdge]]) -> None:
    uses.conflicts_of = defaultdict(set)
    for one, other in pairs:
        uses.conflicts_of[one].add(other)
        uses.conflicts_of[other].add(one)


def _is_plan(uses: Uses, edges: list[OrderEdge], places: tuple[int, ...]) -> bool:
    own = {
        edge: range(place, place + uses.most.get(edge, 1)) for edge, place in zip(edges, places, strict=True)
    }
    return all(
        set(own[one]).isdisjoint(own[other]) for one in edges for other in uses.conflicts_of.get(one, ())
    )


def _least(uses: Uses, edges: list[OrderEdge], most: int) -> int | None:
    """By looking at all plans."""
    sizes = [uses.most.get(edge, 1) for edge in edges]
    tops = [
        max(place + size for place, size in zip(places, sizes, strict=True))
        for places in product(*(range(most - size + 1) for size in sizes))
        if _is_plan(uses, edges, places)
    ]
    return min(tops, default=None)


def test_first_fit_is_not_always_the_best() -> None:
    """Two sides, each edge in conflict with all of the other side but its twin: first fit takes a pair after the other."""
    edges, uses = _uses(8)
    left, right = edges[::2], edges[1::2]
    _in_conflict(uses, {(a, b) for a in left for b in right if left.index(a) != right.index(b)})
    uses.most = dict.fromkeys(edges, 1)
    first = coloured(edges, uses, {})
    assert isinstance(first, InstancePlan)
    assert first.used() == 4
    fewest = FewestInstances(limit=2)
    plan = fewest(edges, uses, {})
    assert isinstance(plan, InstancePlan)
    assert (plan.used(), fewest.used, fewest.least) == (2, 2, 2)
    assert _is_plan(uses, edges, tuple(plan.first[edge] for edge in edges))


def test_without_time_the_bound_stays_below_the_plan() -> None:
    """Five in a ring need three; what nobody has searched for is bounded by two neighbours."""
    edges, uses = _uses(5)
    _in_conflict(uses, {(edges[n], edges[n - 1]) for n in range(5)})
    uses.most = dict.fromkeys(edges, 1)
    fewest = FewestInstances(limit=0)
    assert isinstance(fewest(edges, uses, {}), InstancePlan)
    assert (fewest.used, fewest.least) == (3, 2)
    fewest = FewestInstances(limit=2)
    fewest(edges, uses, {})
    assert (fewest.used, fewest.least) == (3, 3)


@pytest.mark.parametrize("seed", range(12))
def test_no_plan_has_fewer(seed: int) -> None:
    random = Random(seed)
    edges, uses = _uses(5)
    pairs = {(a, b) for a in edges for b in edges if a is not b and random.random() < 0.4}
    _in_conflict(uses, pairs)
    uses.most = {edge: random.choice((1, 1, 2, 3)) for edge in edges}
    fewest = FewestInstances(limit=5)
    plan = fewest(edges, uses, {})
    least = _least(uses, edges, 8)
    if least is None:
        assert isinstance(plan, list)
        assert plan
        return
    assert isinstance(plan, InstancePlan)
    assert (fewest.used, fewest.least) == (least, least)
    assert _is_plan(uses, edges, tuple(plan.first[edge] for edge in edges))


def test_what_all_engines_share_is_told_apart_by_who_waits() -> None:
    """Three pairs of engines that never signal at the same time: no wait may take another pair's signal."""
    engines = ("s2mm0", "core", "mm2s0", "s2mm0")
    works = [
        f'sync.work on "{engine}" reads(%m{n} : {MEMORY}) writes(%m{n + 1} : {MEMORY}) {{ sync.opaque "{n}" }}'
        for n, engine in enumerate(engines)
    ]
    memory = [f"%m{n} = memref.alloc() : {MEMORY}" for n in range(len(engines) + 1)]
    (function,) = parse_module("\n".join(["func.func @f() {", *memory, *works, "return", "}"])).ops
    program = MachineProgram(function, load_machine("aie2"))
    fewest = FewestInstances(limit=2)
    edges, plan = allocated(program, edges_of(program), fewest)
    pairs = {(edge.x, edge.y) for edge in edges if is_counted(edge)}
    assert len(pairs) >= 2
    assert fewest.used == fewest.least == plan.used() == len(pairs)
