"""The fewest instances of resources for the signals of edges, by CP-SAT.

Edges that must not share an instance are those of `Uses` (uses.py). Of two engines with instances of their own, and of
each resource that all engines share, this is a problem for itself: each edge takes so many instances that follow each other,
edges in conflict take others, and as few as can be are in use. First fit gives a plan, and edges that are all in conflict
with each other give a lower bound. Where these are equal nobody has to search. Else CP-SAT does, within a limit of work, so
that the answer depends on the program alone; what it leaves open is the gap.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from asyncir.analyses.machines.allocation import (
    InstancePlan,
    coloured,
    keeps_last,
    places_for,
    with_lasting,
)
from asyncir.analyses.machines.edges import OrderEdge, pair_of
from asyncir.analyses.machines.used_instances import used_instances
from asyncir.analyses.machines.uses import Uses, is_counted

_MOST_EDGES = 400
"""Of two engines with more edges than this only the lower bound is looked for."""


@dataclass
class FewestInstances:
    """Chooses instances as `allocated` asks for them, and keeps what it has found of the last plan."""

    limit: float
    used: int = 0
    """How many instances are in use of what does harm if it is signalled too early."""
    least: int = 0
    """So many there have to be."""

    def __call__(
        self, edges: list[OrderEdge], uses: Uses, queued: Mapping[OrderEdge, int]
    ) -> InstancePlan | list[OrderEdge]:
        """A plan with the fewest instances that are found; or the edges for which there is none."""
        first = coloured(edges, uses, queued)
        plan = InstancePlan(dict(queued), dict.fromkeys(queued, 1))
        self.used = self.least = 0
        for group in _groups(edges, uses):
            places = [first.first[edge] for edge in group.edges] if isinstance(first, InstancePlan) else None
            group.start(places)
            if group.used is None or group.least < group.used:
                group.search(self.limit)
            if group.used is None:
                return [edge for edge in group.edges if not isinstance(first, list) or edge in first] or first
            self.used += group.used
            self.least += group.least
            plan.first.update(zip(group.edges, group.places, strict=True))
            plan.count.update(zip(group.edges, group.sizes, strict=True))
        return with_lasting(edges, uses.program, plan)


@dataclass
class _Group:
    """Edges whose signals may be given on the same instances."""

    edges: list[OrderEdge]
    sizes: list[int]
    """How many instances each takes."""
    ends: list[int]
    """In front of which instance its last one has to be."""
    others: list[set[int]]
    """Which edges must not share one with it."""
    taken: set[int]
    """The instances that the program uses already."""
    places: list[int] = field(default_factory=list[int])
    used: int | None = None
    least: int = 0

    def start(self, places: Sequence[int] | None) -> None:
        """Begin with a plan, if there is one, and a lower bound."""
        self.least = max(self._all_apart(n) for n in range(len(self.edges)))
        if places is not None:
            self.places = list(places)
            self.used = max(place + size for place, size in zip(places, self.sizes, strict=True))

    def _all_apart(self, number: int) -> int:
        """How many instances an edge and others need that are all in conflict with each other."""
        found, left = self.sizes[number], set(self.others[number])
        while left:
            best = max(left, key=lambda n: (len(self.others[n] & left), self.sizes[n], -n))
            found += self.sizes[best]
            left &= self.others[best]
        return found

    def _free(self, end: int, size: int) -> list[int]:
        """On which instances so many may begin."""
        return [at for at in range(end - size + 1) if self.taken.isdisjoint(range(at, at + size))]

    def search(self, limit: float) -> None:
        """Look for a better plan, and a better bound. Raises `ImportError` where OR-Tools is not installed."""
        if len(self.edges) > _MOST_EDGES or not all(map(self._free, self.ends, self.sizes)):
            return
        cp = _cp()
        model = cp.CpModel()
        starts = [
            model.new_int_var_from_domain(cp.Domain.from_values(self._free(end, size)), f"edge {n}")
            for n, (end, size) in enumerate(zip(self.ends, self.sizes, strict=True))
        ]
        top = model.new_int_var(self.least, max(self.ends) if self.used is None else self.used, "top")
        for start, size in zip(starts, self.sizes, strict=True):
            model.add(start + size <= top)
        spans = [
            model.new_fixed_size_interval_var(start, size, "instances")
            for start, size in zip(starts, self.sizes, strict=True)
        ]
        for one, others in enumerate(self.others):
            for other in others:
                if one < other:
                    model.add_no_overlap([spans[one], spans[other]])
        for start, place in zip(starts, self.places, strict=False):
            model.add_hint(start, place)
        model.minimize(top)
        solver = cp.CpSolver()
        # One worker and a clock that counts work: the answer depends on the program alone.
        solver.parameters.num_workers, solver.parameters.random_seed = 1, 0
        solver.parameters.max_deterministic_time = limit
        status = solver.solve(model)
        if status in (cp.OPTIMAL, cp.FEASIBLE):
            self.places = [solver.value(start) for start in starts]
            self.used = solver.value(top)
            self.least = max(self.least, math.ceil(solver.best_objective_bound - 1e-6))


@cache
def _cp() -> Any:
    """The library, which is installed on request and takes a while to be imported."""
    # late: an optional package
    from ortools.sat.python import cp_model

    return cp_model


def _groups(edges: list[OrderEdge], uses: Uses) -> list[_Group]:
    by_pair: dict[object, list[OrderEdge]] = defaultdict(list)
    for edge in filter(is_counted, edges):
        by_pair[pair_of(edge)].append(edge)
    return [_group(together, edges, uses) for together in by_pair.values()]


def _group(together: list[OrderEdge], edges: list[OrderEdge], uses: Uses) -> _Group:
    numbers = {edge: number for number, edge in enumerate(together)}
    sizes = [uses.most.get(edge, 1) for edge in together]
    others = [
        {numbers[one] for one in uses.conflicts_of.get(edge, ()) if one in numbers} for edge in together
    ]
    for number, edge in enumerate(together):
        # One's wait could take the other's signal, where all engines share the instances.
        others[number].update(n for one, n in numbers.items() if (one.x, one.y) != (edge.x, edge.y))
    kept = keeps_last(edges, uses.program)
    places = [places_for(edge, size, kept) for edge, size in zip(together, sizes, strict=True)]
    ends = [len(each) + size - 1 for each, size in zip(places, sizes, strict=True)]
    in_use = used_instances(uses.program).get(pair_of(together[0]), set())
    return _Group(together, sizes, ends, others, in_use)
