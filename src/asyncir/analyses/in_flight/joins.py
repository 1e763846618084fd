"""States at a point that differ in what is in flight become one: n branches that each commit a group make 2^n of them.

What is in flight in any of them may be in flight in the joined one. An entry says then what may be so, with its age, and
not what is: a state stands for more executions, as where facts are forgotten. So what is proved of it is proved, and
nothing that is found in it is shown. Only who has followed the states one by one, and found them too many, asks for it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from asyncir.analyses.in_flight.facts import hull
from asyncir.analyses.in_flight.state import Entry, Lane, State, value_symbols
from asyncir.analyses.in_flight.world import OWN

MOST_APART = 8
"""So many states at a point are followed one by one."""


@dataclass(slots=True)
class Joined:
    """The joined states of one point, by what they have in common."""

    unions: dict[Hashable, State] = field(default_factory=dict[Hashable, State])
    waiting: dict[Hashable, State] = field(default_factory=dict[Hashable, State])
    """Those from which the exploration has not gone on yet: they may still grow."""

    def add(self, common: Hashable, state: State) -> State | None:
        """Let a state be one of those that are joined. Answers what has to be looked at, if that is another one."""
        union = self.unions.get(common)
        if union is None:
            union = self.unions[common] = state.copy()
            union.guessing = True
        elif not _grow(union, state):
            return None
        pending = self.waiting.get(common)
        if pending is None:
            pending = self.waiting[common] = union.copy()
            return pending
        pending.facts = union.facts
        for mine, its in zip(pending.lanes, union.lanes, strict=True):
            mine.entries, mine.uids = list(its.entries), its.uids
        return None

    def goes_on(self, state: State) -> None:
        """The exploration goes on from a state: it may not grow any more."""
        self.waiting = {common: other for common, other in self.waiting.items() if other is not state}


def common_to(state: State) -> Hashable | None:
    """What states have to have in common to be joined: all but entries and facts; None where a state cannot be.

    An unknown number is named by where it occurs in the state, and would be another one in the other state.
    """
    lanes = [_common(lane) for lane in state.lanes]
    return None if None in lanes else (tuple(lanes), frozenset(state.counters.items()))


def _common(lane: Lane) -> Hashable | None:
    # In most states entries have no names of copies, and are no group whose age is a number: these hang together.
    if any(e.uid != -1 or e.age is not None or _is_own(e.symbols) for e in (*lane.entries, *lane.epoch)):
        return None
    held = (*lane.env.values(), *lane.cells.values(), *lane.ever.values())
    if any(_is_own(value_symbols(value)) for value in held):
        return None
    return (
        lane.pc,
        lane.committing,
        frozenset(e.structure for e in lane.epoch),
        frozenset(lane.env.items()),
        frozenset(lane.cells.items()),
        frozenset(lane.ever.items()),
        lane.calls,
        lane.failed,
    )


def _is_own(symbols: Iterable[str]) -> bool:
    return any(s[0] in OWN for s in symbols)


def _grow(union: State, state: State) -> bool:
    """Let the union stand for the state too; whether it did not before."""
    grew = False
    for mine, its in zip(union.lanes, state.lanes, strict=True):
        known = {_named(e) for e in mine.entries}
        more = [e for e in its.entries if _named(e) not in known]
        if more:
            grew = True
            mine.entries = sorted([*mine.entries, *more], key=_by_age)
            mine.uids = max(mine.uids, its.uids)
    if not all(map(state.facts.implies, union.facts.lins())):
        grew = True
        union.facts = hull(union.facts, state.facts)
    return grew


def _named(e: Entry) -> Hashable:
    return (e.structure, e.fifo, e.seq, e.rank)


def _by_age(e: Entry) -> tuple[bool, int, int]:
    """The oldest groups first, then what is in none yet."""
    return (e.seq is None, e.seq or 0, e.at)
