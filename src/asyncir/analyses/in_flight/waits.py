"""What waits let stay in flight, by count or by token, and how much older than that a group is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from asyncir.analyses.in_flight.exprs import Lin, constant
from asyncir.analyses.in_flight.lookup import value_of
from asyncir.analyses.in_flight.state import Condition, Entry, Lane, State, Token, decide
from asyncir.analyses.in_flight.world import World
from asyncir.ir import SSAValue

Say = Callable[[State, Condition, bool], None]
"""Notes what was decided, even where it follows."""


def limit_of(state: State, lane: Lane, fifo: Hashable, count: Lin, say: Say) -> int:
    """A count as a number; one that no group in flight can tell from a larger one is as good."""
    ages = ((lane.age(e), e.rank) for e in lane.entries if e.fifo == fifo)
    oldest = max((age - rank for age, rank in ages if age is not None), default=-1)
    if count.is_const:
        return count.const
    for value in range(oldest + 1):
        below = Condition("ge", constant(value) - count)
        enough = decide(state, below)
        say(state, below, enough)
        if enough:
            return value
    return oldest + 1


def slack_of(state: State, entry: Entry, least: int, count: Lin | None, say: Say) -> int:
    """By how much a wait is tighter than the group needs; of old groups, where it is not, whether it is."""
    if least >= 0 or entry.age is None or count is None:
        return least
    retired = Condition("ge", entry.age - count)
    truth = decide(state, retired)
    say(state, retired, truth)
    return 0 if truth else least


class TokenWait:
    """A wait of a thread for some tokens: in each FIFO, for the youngest of their groups and all older ones."""

    def __init__(self, world: World, lane: Lane, tokens: Sequence[SSAValue], looser: int):
        self.looser = looser
        self.ages = _ages(world, lane, tokens)
        ranks = {(e.fifo, lane.age(e)): e.rank for e in lane.entries if e.rank}
        self.ranks = {fifo: ranks.get((fifo, age), 0) for fifo, age in self.ages.items()}
        self.limits = {f: max(0, age - self.ranks[f] + looser) for f, age in self.ages.items()}
        """How many groups stay in flight; of old ones, at least so many."""

    def count(self, fifo: Hashable) -> Lin | None:
        """How many groups stay in flight, if that is known."""
        return None if self.ranks[fifo] else constant(self.limits[fifo])

    def slack(self, entry: Entry, age: int) -> int:
        """By how much a group is older than what stays in flight; of old ones, only the order is told."""
        limit, rank = self.ages[entry.fifo], self.ranks[entry.fifo]
        if not rank:
            return age - entry.rank - self.limits[entry.fifo]
        if not entry.rank and not entry.many:
            return age - (limit - rank) - self.looser
        return max(-1, min(1, age - limit)) - self.looser


def _ages(world: World, lane: Lane, tokens: Sequence[SSAValue]) -> dict[Hashable, int]:
    """For each FIFO, the age of the youngest group that these tokens stand for."""
    ages: dict[Hashable, int] = {}
    groups: set[tuple[Hashable, int]] = set()
    for token in tokens:
        found = value_of(world, lane, token)
        if isinstance(found, Token):
            groups |= found.groups
            groups |= {(e.fifo, e.seq) for e in lane.entries if e.uid in found.copies and e.seq is not None}
    for fifo, seq in groups:
        age = lane.totals.get(fifo, 0) - 1 - seq
        ages[fifo] = min(ages.get(fifo, age), age)
    return ages
