"""What each thread of a block knows of the others: vector clocks, for programs whose threads meet at barriers with phases.

Each thread has a time of its own, which goes on whenever it tells others what it has done: by an arrival, or at a barrier
of the block. What it does carries that time as its *stamp*. A thread knows a stamp of another one if what was done then
happens before all that it does from now on.
"""

from __future__ import annotations

from collections.abc import Sequence

Told = Sequence[int]
"""For each thread the greatest stamp of it that is known, then for each barrier how many of its phases are over.

One that is shared is never changed.
"""


class Clocks:
    """What the threads of a block know of each other, and of the block's barriers with phases."""

    def __init__(self, threads: int, barriers: int):
        self.threads = threads
        self.now = [1] * threads
        """The time of each thread."""
        nothing: Told = (0,) * (threads + barriers)
        self.nothing = nothing
        self.known: list[Told] = [nothing] * threads

    def knows(self, thread: int, other: int, stamp: int) -> bool:
        """Whether what `other` did with that stamp happens before what the thread does now."""
        return thread == other or self.known[thread][other] >= stamp

    def all_know(self, other: int, stamp: int) -> bool:
        """Whether all other threads know it."""
        return all(self.knows(thread, other, stamp) for thread in range(self.threads))

    def phases(self, thread: int, barrier: int) -> int:
        """Of how many phases of the barrier the thread has been told that they are over."""
        return self.known[thread][self.threads + barrier]

    def tells(self, thread: int) -> Told:
        """What the thread has done so far, and what it knows; what it does from now on is not in it."""
        told = list(self.known[thread])
        told[thread] = self.now[thread]
        self.now[thread] += 1
        return told

    def is_told(self, thread: int, told: Told) -> None:
        """The thread knows that, too, from now on."""
        self.known[thread] = joined(self.known[thread], told)

    def finds_out(self, thread: int, barrier: int, phases: int) -> None:
        """The thread knows, by what it knows of arrivals, that so many phases of the barrier are over."""
        self.known[thread] = self.with_phases(self.known[thread], barrier, phases)

    def with_phases(self, told: Told, barrier: int, phases: int) -> Told:
        """The same, and that so many phases of the barrier are over."""
        more = list(told)
        more[self.threads + barrier] = phases
        return more

    def meet(self, phases: Sequence[int]) -> None:
        """All threads are at a barrier of the block; so many phases of each barrier with phases are over."""
        self.known = [(*self.now, *phases)] * self.threads
        self.now = [time + 1 for time in self.now]


def joined(one: Told, other: Told) -> Told:
    """What is known by one or the other."""
    return [*map(max, one, other)]
