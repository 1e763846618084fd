"""What the groups in flight may touch: for each FIFO the youngest ages one by one, all others together."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from asyncir.analyses.aliasing import Root
from asyncir.ir import Operation

AGES = 16
"""Groups with at least so many younger ones are not told apart by age."""
ALL = (1 << AGES) - 1
OLD = 1 << AGES
"""The bit of all that are older."""
ANY_FIFO = "any FIFO"
"""Where groups are whose queue is computed."""


@dataclass(frozen=True, slots=True)
class MemoryTouch:
    """Memory that groups touch; which commit they are of is evidence, and makes no difference."""

    group: Operation | None = field(compare=False)
    root: Root
    reads: bool


@dataclass
class InFlight:
    """For each FIFO, what its groups in flight may touch, and at which ages: a set of bits, the highest being `OLD`."""

    groups: dict[Hashable, dict[MemoryTouch, int]] = field(
        default_factory=dict[Hashable, dict[MemoryTouch, int]]
    )

    def copy(self) -> InFlight:
        """The same, to be changed."""
        return InFlight({fifo: dict(touches) for fifo, touches in self.groups.items()})

    def join(self, other: InFlight) -> bool:
        """Let what is in flight in `other` be in flight here, too; whether that is news."""
        news = False
        for fifo, touches in other.groups.items():
            for touch, bits in touches.items():
                news = self.add(fifo, touch, bits) or news
        return news

    def add(self, fifo: Hashable, touch: MemoryTouch, bits: int) -> bool:
        """Let groups of these ages have the touch; whether that is news."""
        touches = self.groups.setdefault(fifo, {})
        known = touches.get(touch, 0)
        touches[touch] = known | bits
        return touches[touch] != known

    def age(self, fifo: Hashable, maybe: bool) -> None:
        """One more group is committed, or may be."""
        touches = self.groups.get(fifo, {})
        for touch, bits in touches.items():
            older = (bits << 1) & ALL | (OLD if bits << 1 > ALL else 0)
            touches[touch] = older | (bits if maybe else 0)

    def widen(self) -> None:
        """Each age may be any larger one."""
        for touches in self.groups.values():
            for touch, bits in touches.items():
                touches[touch] = (ALL | OLD) & ~((bits & -bits) - 1)

    def from_age(self, fifo: Hashable, least: int) -> list[MemoryTouch]:
        """What groups with at least so many younger ones touch."""
        mask = (ALL | OLD) & ~((1 << min(least, AGES)) - 1)
        found = [touch for touch, bits in self.groups.get(fifo, {}).items() if bits & mask]
        return found + list(self.groups.get(ANY_FIFO, {}))

    def retire(self, fifo: Hashable, least: int, reads_only: bool) -> None:
        """Groups with at least so many younger ones are complete, or only have read their sources."""
        if least >= AGES:
            return
        kept = (1 << least) - 1
        touches = self.groups.get(fifo, {})
        self.groups[fifo] = {
            touch: bits if reads_only and not touch.reads else bits & kept
            for touch, bits in touches.items()
            if bits & kept or (reads_only and not touch.reads)
        }
