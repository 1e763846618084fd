"""Smallest repairs: the cheapest set of changes that makes something right, by counterexamples and hitting sets.

The question. There are *candidates*: changes that can be made or left out, each with a cost. A set of them makes the program
right or it does not, and an oracle tells which. Wanted is a cheapest right set. Of 40 candidates there are 10^12 sets, and
asking takes a proof, so that sets are not tried one after the other. Instead each wrong set teaches something of all sets.
This module knows nothing of programs: tasks, queues and machines each bring an oracle.

What a wrong set teaches (`WrongSet`):

    clause      a set K of candidates      every right set has at least one of K
    conflict    a set F of candidates      no right set has all of F

A race gives clauses: some order has to come from somewhere, and K is all from which it can come. A deadlock gives a conflict:
these waits together never end, whatever is added. An empty clause says that no set is right, and so does an empty conflict.

The loop (implicit hitting sets; also called counterexample-guided search):

    clauses, conflicts := {}, {}
    repeat
        S := a cheapest set that hits all clauses and contains no conflict        (`cheapest`; none: no set is right)
        ask the oracle about S
        right:    S is the answer
        wrong:    add what it teaches; each part excludes S (a clause without a member in S, a conflict inside of S)
        unknown:  put S aside

States. What is known is (clauses, conflicts, sets aside). It only grows.

Invariant. Each right set hits all clauses and contains no conflict: that is what the words mean, and the oracle answers for
it. So S costs no more than any right set, apart from those aside.

Why it ends. Each round excludes the set that was asked about, no set is asked about twice, and there are finitely many. In
practice rounds are few: what cuts one order of two accesses excludes all sets that do not restore it.

Why the result is smallest. When S is right, nothing cheaper was left but what is aside, of which nobody knows. With nothing
aside, S is a cheapest right set; and where there is no S, there is no right set. What an oracle teaches without being certain
(`certain=False`) may exclude too much, and then the same holds of no set: the result says so (`Repair.shown`).

`cheapest` is a branch and bound. It takes the clause with the fewest candidates that is not hit and tries each of them,
cheapest first; those tried before are left out in what follows, so that no set is met twice. The bound is the sum over
clauses without common candidates of their cheapest members. Candidates that hit no more clauses than another one and cost no
less are dropped first: usually a few are left, since of many spots for one wait all cut the same.

Costs are tuples that are added place by place and compared as tuples: the first place counts changes, the next break ties.
A last place is added to them: when a candidate was told for the first time. So what is found hangs on no order of a set.

Work is bounded (`RepairLimits`). Who runs out of it says that it gave up, not that there is no repair.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

C = TypeVar("C", bound=Hashable)
Cost = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RightSet:
    """With the set everything is right."""


@dataclass(frozen=True, slots=True)
class WrongSet(Generic[C]):
    """With the set something is wrong, and what that teaches of all sets."""

    clauses: tuple[Collection[C], ...] = ()
    """Of each of these a right set has one at least. Of candidates that cost the same the first that is told is taken."""
    conflicts: tuple[frozenset[C], ...] = ()
    """No right set has all of one of these."""
    certain: bool = True
    """Whether that is known; what is only likely guides the search, and nothing is claimed of its result."""
    reason: str = ""
    """What is wrong, for readers."""


@dataclass(frozen=True, slots=True)
class UnknownSet:
    """It could not be told whether the set makes everything right."""

    reason: str


SetAnswer = RightSet | WrongSet[C] | UnknownSet


MOST_NODES = 20_000


@dataclass(frozen=True, slots=True)
class RepairLimits:
    """How much work is done."""

    questions: int = 60
    """To the oracle."""
    nodes: int = MOST_NODES
    """Of the search for one cheapest set."""


@dataclass(frozen=True, slots=True)
class Repair(Generic[C]):
    """What was found."""

    chosen: frozenset[C] | None
    """A right set; None if there is none, or none was found."""
    cost: Cost = ()
    shown: bool = True
    """Whether nothing cheaper is right; where nothing was found: whether nothing is right."""
    reason: str = ""
    """Why nothing was found, or why it is not shown that nothing cheaper is right."""
    questions: int = 0
    """How often the oracle was asked."""


GAVE_UP = "the search for a smallest repair took too long"
NOTHING_HELPS = "no candidate does away with what is wrong"
UNCERTAIN = "what was learnt on the way is not certain"
TAUGHT_NOTHING = "the oracle's answer does not exclude the set that it was asked about"


class OutOfNodes(Exception):
    """The search for one cheapest set took too long."""


class OutOfWork(Exception):
    """What is asked has done all the work that it may do."""


def smallest_repair(
    ask: Callable[[frozenset[C]], SetAnswer[C]],
    cost: Callable[[C], Cost],
    limits: RepairLimits | None = None,
) -> Repair[C]:
    """A cheapest set of candidates of which the oracle says that it is right. `ask` may raise `OutOfWork`."""
    limits = limits or RepairLimits()
    clauses: dict[frozenset[C], None] = {}
    conflicts: dict[frozenset[C], None] = {}
    aside: set[frozenset[C]] = set()
    costs: dict[C, Cost] = {}
    doubt = wrong = ""
    for asked in range(limits.questions):
        try:
            proposal = cheapest(clauses, conflicts, costs, aside, limits.nodes)
        except OutOfNodes:
            return Repair(None, shown=False, reason=GAVE_UP, questions=asked)
        if proposal is None:
            return Repair(None, shown=not doubt, reason=doubt or wrong or NOTHING_HELPS, questions=asked)
        try:
            answer = ask(proposal)
        except OutOfWork:
            return Repair(None, shown=False, reason=GAVE_UP, questions=asked)
        if isinstance(answer, RightSet):
            total = added(costs[c] for c in proposal)
            return Repair(proposal, total[:-1], not doubt, doubt, asked + 1)
        if isinstance(answer, WrongSet):
            useful = [frozenset(k) for k in answer.clauses if proposal.isdisjoint(k)]
            for candidate in (c for clause in answer.clauses for c in clause if c not in costs):
                costs[candidate] = (*cost(candidate), len(costs))
            unless = [f for f in answer.conflicts if f <= proposal]
            clauses |= dict.fromkeys(useful)
            conflicts |= dict.fromkeys(unless)
            wrong = answer.reason or wrong
            doubt = doubt or ("" if answer.certain else UNCERTAIN)
            if not useful and not unless:
                aside.add(proposal)
                doubt = answer.reason or TAUGHT_NOTHING
        else:
            aside.add(proposal)
            doubt = answer.reason
    return Repair(None, shown=False, reason=GAVE_UP, questions=limits.questions)


def added(costs: Iterable[Cost]) -> Cost:
    """The sum, place by place."""
    total: Cost = ()
    for each in costs:
        total = _plus(total, each)
    return total


def _plus(one: Cost, other: Cost) -> Cost:
    return tuple(a + b for a, b in zip(one, other, strict=True)) if one and other else one or other


def cheapest(
    clauses: Collection[frozenset[C]],
    conflicts: Collection[frozenset[C]],
    costs: Mapping[C, Cost],
    aside: Collection[frozenset[C]] = (),
    nodes: int = MOST_NODES,
) -> frozenset[C] | None:
    """A cheapest set that hits all clauses, contains no conflict and is not aside; None if there is none.

    Of sets that only add to another one nothing is said: where that is aside, they are not looked for.
    """
    if frozenset() in conflicts or frozenset() in clauses:
        return None
    kept = [*clauses] if aside else _without_dominated(clauses, conflicts, costs)
    search = _CheapestSet(conflicts, costs, aside, nodes)
    search.visit(kept, frozenset(), ())
    return search.best


def _without_dominated(
    clauses: Collection[frozenset[C]], conflicts: Collection[frozenset[C]], costs: Mapping[C, Cost]
) -> list[frozenset[C]]:
    """The clauses without candidates that another one replaces at no higher cost, in no conflict."""
    clauses = [k for k in clauses if not any(other < k for other in clauses)]
    hits: dict[C, int] = {}
    for number, clause in enumerate(clauses):
        for c in clause:
            hits[c] = hits.get(c, 0) | 1 << number
    restricted = {c for conflict in conflicts for c in conflict}
    best: dict[int, C] = {}
    for c, found in hits.items():
        if c not in restricted and (found not in best or costs[c] < costs[best[found]]):
            best[found] = c
    useful = [
        c
        for found, c in best.items()
        if not any(
            found | more == more and found != more and costs[other] <= costs[c]
            for more, other in best.items()
        )
    ]
    allowed = restricted.union(useful)
    return [clause & allowed for clause in clauses]


class _CheapestSet(Generic[C]):
    """A branch and bound over the sets that hit all clauses."""

    def __init__(
        self,
        conflicts: Collection[frozenset[C]],
        costs: Mapping[C, Cost],
        aside: Collection[frozenset[C]],
        nodes: int,
    ):
        self.conflicts = conflicts
        self.costs = costs
        self.aside = aside
        self.nodes = nodes
        self.best: frozenset[C] | None = None
        self.spent: Cost = ()

    def visit(self, left: list[frozenset[C]], chosen: frozenset[C], spent: Cost) -> None:
        """Look at all sets that contain what was chosen, and else only what is in the clauses that are left."""
        self.nodes -= 1
        if self.nodes < 0:
            raise OutOfNodes
        if any(conflict <= chosen for conflict in self.conflicts):
            return
        if not left:
            if chosen not in self.aside and (self.best is None or spent < self.spent):
                self.best, self.spent = chosen, spent
            return
        if self.best is not None and _plus(spent, self._least(left)) >= self.spent:
            return
        rest = left
        for c in sorted(min(left, key=len), key=lambda c: self.costs[c]):
            self.visit([k for k in rest if c not in k], chosen | {c}, _plus(spent, self.costs[c]))
            rest = [k - {c} for k in rest]
            if not all(rest):
                return

    def _least(self, left: list[frozenset[C]]) -> Cost:
        """What the clauses cost at least: the cheapest members of some that have no member in common."""
        used: set[C] = set()
        total: Cost = ()
        for clause in sorted(left, key=len):
            if used.isdisjoint(clause):
                used |= clause
                total = _plus(total, min(self.costs[c] for c in clause))
        return total


# Changes that may do harm themselves


@dataclass(frozen=True, slots=True)
class Lacking(Generic[C]):
    """What a set of changes lacks."""

    clause: Iterable[C] = ()
    """Of these each right set has one that contains the set; likelier ones first. They are gone through once at most."""
    wrong: int = 0
    """How much is wrong still: of sets of the same size those with less are gone on with first."""
    finish: int | None = None
    """With so many changes of another kind it is right, and 0 where it is; None: not with these alone."""


@dataclass(frozen=True, slots=True)
class Grown(Generic[C]):
    """What was found."""

    chosen: frozenset[C] | None
    """The changes; None where nothing was found."""
    finish: int = 0
    """How many changes of the other kind come to them."""
    shown: bool = True
    """Whether it is known that fewer do not do; where nothing was found: that nothing does."""
    questions: int = 0


def smallest_growth(
    ask: Callable[[frozenset[C]], Lacking[C]], excludes: Callable[[C, C], bool], most: int
) -> Grown[C]:
    """A smallest set of changes, where what a wrong set teaches holds for the sets that contain it, and for no others.

    Who only adds waits takes no order away, so that an order that is missing is a clause for every set. Who removes or moves
    a signal may do harm: of what is wrong then, nothing is known for sets without that change. So sets are grown: by one
    change of the clause that they taught, all sets of one size before those of the next. A right set is reached, since each
    part of it that is wrong has a clause with another change of it. `ask` may raise `OutOfWork`: then the best counts so far.
    """
    nothing: Grown[C] = Grown(None)
    best: Grown[C] | None = None
    level: Iterator[frozenset[C]] = iter([frozenset[C]()])
    asked, size = 0, 0
    while best is None or size < _size(best):
        grown: list[tuple[int, frozenset[C], Iterable[C]]] = []
        for chosen in level:
            if asked == most:
                return replace(best or nothing, shown=False, questions=asked)
            try:
                answer = ask(chosen)
            except OutOfWork:
                return replace(best or nothing, shown=False, questions=asked)
            asked += 1
            if answer.finish is not None and (best is None or size + answer.finish < _size(best)):
                best = Grown(chosen, answer.finish)
                if answer.finish == 0:
                    return replace(best, questions=asked)
            grown.append((answer.wrong, chosen, answer.clause))
        if not grown:
            break
        size += 1
        level = _larger(sorted(grown, key=lambda each: each[0]), excludes)
    return replace(best or nothing, questions=asked)


def _size(found: Grown[C]) -> int:
    return len(found.chosen or ()) + found.finish


def _larger(
    grown: Iterable[tuple[int, frozenset[C], Iterable[C]]], excludes: Callable[[C, C], bool]
) -> Iterator[frozenset[C]]:
    """Each set with one change more of those that it taught."""
    found: set[frozenset[C]] = set()
    for _, chosen, clause in grown:
        for change in clause:
            larger = chosen | {change}
            if larger not in found and not any(excludes(change, other) for other in chosen):
                found.add(larger)
                yield larger
