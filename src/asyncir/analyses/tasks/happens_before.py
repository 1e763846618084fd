"""Happens-before on one path, as sets of segments.

A *segment* is a part of an activation's execution between two ops that order it: launches, waits, completions. Segments
are numbered as they begin. A *strand* is what an activation is in the middle of: its current segment, and the set of
segments that happen before it, as the bits of a number. So "does that access happen before this one" is one bit,
joining what two strands know is one `or`, and a set is never changed, only replaced.

Edges are kept beside the sets: which segments come directly before a segment, and which wait of the program says so.
Without the edges of one wait the sets can be computed again, which tells whether the wait is needed (`needs.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from asyncir.ir import Operation

Edge = tuple[Operation, int]
"""A wait of the program, and which of the operands it waits for."""


@dataclass(slots=True, eq=False)
class TaskStrand:
    """Where an activation is: its segment, and all that happens before."""

    segment: int
    known: int
    task: int
    """The number of the activation; what it does in order is one line."""
    used: bool = False
    """Whether something was done in the segment, or hangs on it."""

    @property
    def whole(self) -> int:
        """What happens before whoever waits for all that was done up to now."""
        return self.known | 1 << self.segment


class SegmentOrder:
    """The segments of a path."""

    def __init__(self) -> None:
        self.known: list[int] = []
        """By segment: those that happen before it."""
        self.before: list[list[tuple[int, Edge | None]]] = []
        """By segment: those directly before it, each with the wait that says so, if one does."""
        self.line: list[int] = []
        """By segment: the strand that it is of. Along a strand ever more is known."""
        self.tasks = 0

    def first(self) -> TaskStrand:
        """The strand of the entry."""
        return self._begin(0, ())

    def fork(self, strand: TaskStrand) -> TaskStrand:
        """A strand that begins behind all that was done on this one up to now."""
        self.tasks += 1
        direct = [(strand.segment, None)] if strand.used else self.before[strand.segment]
        child = self._begin(strand.known | (1 << strand.segment if strand.used else 0), direct)
        child.task = self.tasks
        if strand.used:
            self._next(strand)
        return child

    def publish(self, strand: TaskStrand) -> tuple[int, int]:
        """What those know who wait for what the strand completes now, and the segment that they wait for."""
        at, whole = strand.segment, strand.whole
        strand.used = True
        self._next(strand)
        return whole, at

    def join(self, strand: TaskStrand, sources: Iterable[tuple[int, int, Edge | None]]) -> None:
        """All of these (what is known, by which segment, by which wait) happens before what follows."""
        found = [(known, (at, edge)) for known, at, edge in sources]
        self._next(strand)  # Segments are in an order in which edges go forward.
        for known, direct in found:
            strand.known |= known
            self.before[strand.segment] = [*self.before[strand.segment], direct]
        self.known[strand.segment] = strand.known

    def mark(self, strand: TaskStrand) -> int:
        """Begin a segment, so that what follows on the strand can be told from what was before; its number."""
        self._next(strand)
        strand.used = True
        return strand.segment

    def stand_in(self) -> int:
        """A segment that stands for others, which are not known to be behind anything."""
        return self._begin(0, ()).segment

    def assume(self, strand: TaskStrand, known: int) -> None:
        """All of these segments happen before what follows on the strand."""
        self._next(strand)
        strand.known |= known
        self.known[strand.segment] = strand.known

    def _begin(self, known: int, direct: Iterable[tuple[int, Edge | None]]) -> TaskStrand:
        self.known.append(known)
        self.before.append(list(direct))
        self.line.append(len(self.line))
        return TaskStrand(len(self.known) - 1, known, 0)

    def _next(self, strand: TaskStrand) -> None:
        last = strand.segment
        strand.known |= 1 << last
        self.known.append(strand.known)
        self.before.append([(last, None)])
        self.line.append(self.line[last])
        strand.segment, strand.used = len(self.known) - 1, False
