"""What the machine tells whoever asked for an exploration."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from asyncir.analyses.in_flight.exprs import Lin
from asyncir.analyses.in_flight.facts import connected
from asyncir.analyses.in_flight.state import Condition, Entry, FlightAccess, Lane, State
from asyncir.analyses.in_flight.world import OWN
from asyncir.ir import Operation

_ITERATIONS = (*OWN, "k")
"""How symbols begin that hang on the iteration."""

_GUESSED = (*OWN, "b")
"""How those begin that may stand for what was computed."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """An access, and an entry in flight that touches the same elements under some conditions."""

    state: State
    op: Operation
    kind: str
    at: int
    place: tuple[Lin, ...]
    entry: Entry
    conditions: tuple[Lin, ...]
    lanes: tuple[int, int]
    """The thread of the entry, and that of the access."""
    exact: bool

    @property
    def is_vague(self) -> bool:
        """Whether it hangs on numbers of which too little is known: no execution may come to it."""
        if self.state.guessing or (self.state.vague and _speaks_of(self.conditions, _ITERATIONS)):
            return True
        return self.state.derived and _speaks_of(
            (*self.conditions, *connected(self.state.facts, self.conditions)), _GUESSED
        )

    @property
    def crosses(self) -> bool:
        """Whether two threads are in it."""
        return self.lanes[0] != self.lanes[1]

    @property
    def last(self) -> tuple[int, int] | None:
        """The last wait that lets the group stay in flight, and its slack."""
        if not self.crosses:
            return self.entry.last
        # Of what was waited for, another thread was not told: that is no wait's fault.
        return None if self.entry.done else self.entry.last_published

    @property
    def hazard(self) -> str:
        """RAW, WAR or WAW: the access against the entry."""
        if self.kind == "R":
            return "RAW"
        return "WAR" if self.entry.kind == "R" else "WAW"


Key = tuple[str, Operation, Operation, bool]
"""What tells a race from others: what it is, the two ops, and whether no wait lies between."""

Retired = dict[tuple[Hashable, int | None], bool]
"""The groups that a wait meets; whether it retires them."""


def is_guessed(condition: Condition | bool) -> bool:
    """Whether a truth hangs on a number that may stand for what was computed."""
    return isinstance(condition, Condition) and any(s[0] in _GUESSED for s in condition.symbols())


def _speaks_of(expressions: Iterable[Lin], kinds: Sequence[str]) -> bool:
    return any(s[0] in kinds for e in expressions for s in e.symbols)


class MeetingPolicy(Protocol):
    """What is done where a wait meets an entry, and where an access does."""

    def waited(self, state: State, entry: Entry, wait: int, slack: int) -> Entry | None:
        """The entry behind a wait that was tighter than needed by `slack` (negative: did not retire it)."""
        ...

    def published(self, state: State, entry: Entry) -> Entry | None:
        """The entry behind a barrier."""
        ...

    def met(self, meeting: Meeting) -> None:
        """An access meets the entry."""
        ...

    def reached(
        self, state: State, lane: Lane, wait: int, retired: Retired, limits: dict[Hashable, int]
    ) -> None:
        """A wait was executed, on these groups; whether it retires them; and how many it lets stay, per FIFO."""
        ...

    def left(self, meetings: Sequence[Meeting]) -> None:
        """The entry returns: this is what may still be writing memory of the caller's."""
        ...

    def dangling(self, meetings: Sequence[Meeting]) -> None:
        """Memory ends: this is what is in flight on it."""
        ...

    def touched(self, access: FlightAccess) -> None:
        """The program touches these elements."""
        ...

    def failed(self, state: State, wait: int, count: Lin) -> None:
        """The wait has a negative count, which ends the execution with an error."""
        ...
