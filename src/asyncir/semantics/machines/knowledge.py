"""What is known to have arrived, and where: clocks, and the streams of entries that they count.

A *clock* is a list of numbers, one for each *slot*; a longer one begins like a shorter one. Each process has a slot,
which counts its *steps*: what it gives and signals. Each *stream*, which is what one process gives to one engine, has
a slot, too: the number there is the step of one of its entries, and says that this one and all works before it have
arrived, and that waits before it are over. A stream has a second slot for sources alone where the machine has waits
for these.

Clocks are shared, and are never changed in place.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncir.semantics.machines.processes import Process

Clock = list[int]
"""For each slot up to which step something has arrived."""


def joined(one: Clock, other: Clock) -> Clock:
    """What either knows."""
    if one is other:
        return one
    if len(one) < len(other):
        one, other = other, one
    found = [a if a > b else b for a, b in zip(one, other, strict=False)]
    return found + one[len(other) :] if len(one) > len(other) else found


def knows(clock: Clock, slot: int, step: int) -> bool:
    """Whether that step has been taken, as far as the clock tells."""
    return slot < len(clock) and clock[slot] >= step


def told(clock: Clock, marks: Sequence[tuple[int, int]]) -> Clock:
    """The clock, and these steps in these slots."""
    found = clock[:]
    for slot, step in marks:
        if slot >= len(found):
            found.extend([0] * (slot + 1 - len(found)))
        if found[slot] < step:
            found[slot] = step
    return found


class ClockSlots:
    """Hands out slots."""

    def __init__(self) -> None:
        self.count = 0

    def fresh(self) -> int:
        """A slot that nobody has."""
        self.count += 1
        return self.count - 1


class Stream:
    """What one process gives to one engine, and what is known where the engine has got to in it."""

    __slots__ = ("done", "dones", "giver", "known", "learned", "read_slot", "slot", "taken_from")

    def __init__(self, giver: Process, slots: ClockSlots, has_reads: bool):
        self.giver = giver
        self.slot = slots.fresh()
        self.read_slot = slots.fresh() if has_reads else self.slot
        self.known: Clock = giver.known
        self.taken_from: Clock = giver.known
        """The clock of the process that was taken over last."""
        self.done = 0
        """The step of the last work, signal or process that was taken up."""
        self.dones: list[int] = []
        self.learned: list[tuple[int, Clock]] = []
        """At which steps it has come to know more: behind waits and barriers."""

    def take(self, known: Clock) -> Clock:
        """What an entry that was given with this knowledge begins with."""
        if known is not self.taken_from:
            self.taken_from = known
            self.known = joined(self.known, known)
        return self.known

    def did(self, step: int) -> None:
        """A work, a signal or a process was taken up."""
        self.done = step
        self.dones.append(step)

    def learn(self, step: int, clock: Clock) -> None:
        """All that comes behind this step knows that."""
        self.known = joined(self.known, clock)
        self.learned.append((step, self.known))

    def arrived(self, step: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """That all up to this step has arrived."""
        return (self.slot, step), (self.read_slot, step)

    def as_of(self, step: int, with_arrivals: bool, clock: Clock) -> Clock:
        """The clock, and what another stream of the engine knows of this one if it comes behind this step."""
        at = bisect_right(self.learned, step, key=lambda pair: pair[0])
        if at:
            clock = joined(clock, self.learned[at - 1][1])
        at = bisect_right(self.dones, step) if with_arrivals else 0
        return told(clock, self.arrived(self.dones[at - 1])) if at else clock
