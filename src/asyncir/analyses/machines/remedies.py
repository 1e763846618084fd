"""What can be done where instances do not suffice, and how one of several ways is chosen.

A *remedy* is a change of the orders: two signals become one, somebody waits earlier, who signals is told that waits are
over, a barrier stands in. Each has a *delay*: how much later somebody goes on for it, as the walk that found it keeps time
(times.py). The delay is of one place alone. What comes of a remedy, and of those that it makes needed or needless, only a
walk over the whole program says; so `allocated` (allocation.py) tries several `RemedyChoice`s and compares what comes of
them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum


class RemedyKind(IntEnum):
    """What is done, in the order in which it is tried where delays are equal."""

    MERGE = 0
    """Two signals become one: the later signal, with the earlier wait."""
    EARLY = 1
    """A signal is waited for where one more is given, and not only where that is needed; or that of a later iteration is."""
    CREDIT = 2
    """Who signals is told by who waits that waits are over."""
    REFILL = 3
    """Each time that a loop in a loop is over, its last signals are waited for, and those for the next time are given."""
    BARRIER = 4
    """A barrier of all engines."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """One of them."""

    kind: RemedyKind
    delay: float
    make: Callable[[], None]


@dataclass
class RemedyChoice:
    """Chooses the remedy with the least delay, of the kinds that come first; what is forced is chosen first of all.

    It keeps what it has chosen: which of how many. So all choices can be tried, one after the other.
    """

    first: tuple[RemedyKind, ...] = ()
    """Kinds that are preferred to others, whatever their delay; with none the delay alone decides."""
    forced: Sequence[int] = ()
    in_a_hurry: bool = False
    """Whether barriers come first: those make room for good, where others may undo each other."""
    taken: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    @property
    def numbers(self) -> tuple[int, ...]:
        """Which remedies it has chosen."""
        return tuple(number for number, _ in self.taken)

    def take(self, remedies: Sequence[Remedy]) -> bool:
        """Make one of them; False where there is none."""
        if not remedies:
            return False
        step = len(self.taken)
        if step < len(self.forced):
            number = min(self.forced[step], len(remedies) - 1)
        else:
            number = min(range(len(remedies)), key=lambda n: self.rank(remedies[n]))
        self.taken.append((number, len(remedies)))
        remedies[number].make()
        return True

    def rank(self, remedy: Remedy) -> tuple[float, ...]:
        """Remedies of the least rank are taken, the first of them."""
        first = (RemedyKind.REFILL, RemedyKind.BARRIER) if self.in_a_hurry else self.first
        rank = first.index(remedy.kind) if remedy.kind in first else len(first)
        return (rank, remedy.delay, remedy.kind)


CHOICES: tuple[tuple[RemedyKind, ...], ...] = (
    (),
    (RemedyKind.MERGE, RemedyKind.EARLY),
    (RemedyKind.CREDIT, RemedyKind.EARLY),
    (RemedyKind.BARRIER,),
)
"""The preferences that are tried."""
