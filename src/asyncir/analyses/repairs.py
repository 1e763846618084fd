"""The smallest repair of a wrong program: which of some changes make it right, at the least cost.

The search knows nothing of programs. It is given changes, each with a cost, and asks whether the program is right with some
of them. It is an implicit hitting set search (Moreno-Centeno and Karp, "The implicit hitting set approach", Operations
Research 2013), as in solvers for MaxSAT:

**States.** A list of *cores*. A core is a set of changes of which each repair has at least one. At first there are none.

**A step.** The cheapest set that has something of each core is asked about. If the program is right with it, it is the
answer. If not, it is made as large as it can be while the program stays wrong; what is left out then is a new core, for
whoever has nothing of it has at most what was found wrong.

**Why the answer is the cheapest.** Each repair has something of each core, so none is cheaper than the cheapest set that has.
This takes for granted that more changes never make a right program wrong: who offers changes leaves out those that might.

**Why it ends.** A new core has nothing of the set that was asked about, so that set is never asked about again, and there are
finitely many. Questions are counted; where there are too many, all changes are taken and as many as can be are dropped
again, the dear ones first: no change of the answer can be left out then, but another answer may be cheaper.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)

MOST_QUESTIONS = 200


@dataclass(frozen=True, slots=True)
class SmallestRepair(Generic[T]):
    """What was found."""

    chosen: tuple[T, ...] | None
    """The changes, in the order in which they were given; None: not all of them together make the program right."""
    is_smallest: bool
    """Whether no other set of changes is cheaper."""
    questions: int
    """How often it was asked whether the program is right."""


class _TooMany(Exception):
    """There are no questions left."""


def smallest_repair(
    costs: Mapping[T, int], is_right: Callable[[frozenset[T]], bool], most: int = MOST_QUESTIONS
) -> SmallestRepair[T]:
    """The cheapest of these changes with which the program is right; costs are positive."""
    search = _Search(costs, is_right, most)
    if not search.asks(frozenset(costs)):
        return SmallestRepair(None, False, search.questions)
    try:
        chosen, smallest = search.cheapest(), True
    except _TooMany:
        chosen, smallest = search.without_what_is_not_needed(), False
    return SmallestRepair(tuple(c for c in costs if c in chosen), smallest, search.questions)


class _Search(Generic[T]):
    def __init__(self, costs: Mapping[T, int], is_right: Callable[[frozenset[T]], bool], most: int):
        self.costs = costs
        self.is_right = is_right
        self.most = most
        self.questions = 0
        self.known: dict[frozenset[T], bool] = {}
        self.dear_first = sorted(costs, key=lambda c: -costs[c])

    def asks(self, changes: frozenset[T]) -> bool:
        """Whether the program is right with these; each set is asked about once."""
        if changes not in self.known:
            self.questions += 1
            self.known[changes] = self.is_right(changes)
        return self.known[changes]

    def cheapest(self) -> frozenset[T]:
        """The answer; raises `_TooMany`."""
        cores: list[frozenset[T]] = []
        while True:
            tried = cheapest_hitting_set(cores, self.costs)
            if self.asks(tried):
                return tried
            cores.append(self._core(tried))
            if self.questions > self.most:
                raise _TooMany

    def _core(self, wrong: frozenset[T]) -> frozenset[T]:
        """What is left out of a largest set around this one with which the program is wrong."""
        for change in self.dear_first:
            if change not in wrong and not self.asks(wrong | {change}):
                wrong |= {change}
        return frozenset(self.costs) - wrong

    def without_what_is_not_needed(self) -> frozenset[T]:
        """All changes but those that can be dropped one after the other."""
        kept = frozenset(self.costs)
        for change in self.dear_first:
            if self.asks(kept - {change}):
                kept -= {change}
        return kept


def cheapest_hitting_set(cores: Sequence[Set[T]], costs: Mapping[T, int]) -> frozenset[T]:
    """The cheapest set that has something of each core, by branch and bound; of equal ones the first that is found.

    Branches are the members of the smallest core that is not hit yet; so a branch is as deep as there are cores.
    """
    best: list[tuple[int, frozenset[T]]] = []

    def branch(chosen: frozenset[T], cost: int, open_cores: Sequence[Set[T]]) -> None:
        if best and cost + _least(open_cores, costs) >= best[0][0]:
            return
        if not open_cores:
            best[:] = [(cost, chosen)]
            return
        for each in sorted(min(open_cores, key=len), key=lambda c: costs[c]):
            branch(chosen | {each}, cost + costs[each], [core for core in open_cores if each not in core])

    branch(frozenset(), 0, cores)
    return best[0][1]


def _least(cores: Iterable[Set[T]], costs: Mapping[T, int]) -> int:
    """What it costs at least to hit all of these: those that share nothing need one each."""
    used: set[T] = set()
    cost = 0
    for core in cores:
        if used.isdisjoint(core):
            used |= core
            cost += min(costs[c] for c in core)
    return cost
