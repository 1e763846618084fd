"""What the groups in flight may touch: for each FIFO the youngest ages one by one, all others together."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from asyncir.analyses.aliasing import Root
from asyncir.ir import Operation

AGES = 16
"""Groups with at least so many younger ones are not told apart by age."""
ALL = (1 << AGES) - 1
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
    """For each FIFO, what its groups in flight may touch: by age as a set of bits, or older than all ages."""

    young: dict[Hashable, dict[MemoryTouch, int]] = field(
        default_factory=dict[Hashable, dict[MemoryTouch, int]]
    )
    old: dict[Hashable, dict[tuple[Root, bool], MemoryTouch]] = field(
        default_factory=dict[Hashable, dict[tuple[Root, bool], MemoryTouch]]
    )

    def copy(self) -> InFlight:
        """The same, to be changed."""
        return InFlight(
            {f: dict(ages) for f, ages in self.young.items()}, {f: dict(o) for f, o in self.old.items()}
        )

    def join(self, other: InFlight) -> bool:
        """Let what is in flight in `other` be in flight here, too; whether that is news."""
        news = False
        for fifo, ages in other.young.items():
            mine = self.young.setdefault(fifo, {})
            for touch, bits in ages.items():
                both = mine.get(touch, 0) | bits
                news = news or both != mine.get(touch, 0)
                mine[touch] = both
        for fifo, older in other.old.items():
            kept = self.old.setdefault(fifo, {})
            for key, touch in older.items():
                news = news or key not in kept
                kept.setdefault(key, touch)
        return news

    def make_old(self, fifo: Hashable, touch: MemoryTouch) -> None:
        """The touch may be of any age."""
        self.old.setdefault(fifo, {}).setdefault((touch.root, touch.reads), touch)

    def age(self, fifo: Hashable, maybe: bool) -> None:
        """One more group is committed, or may be."""
        ages = self.young.get(fifo, {})
        for touch, bits in list(ages.items()):
            shifted = bits << 1
            if shifted > ALL:
                self.make_old(fifo, touch)
            bits = (shifted & ALL) | (bits if maybe else 0)
            if bits:
                ages[touch] = bits
            else:
                del ages[touch]

    def widen(self) -> None:
        """Each age may be any larger one."""
        for fifo, ages in self.young.items():
            for touch, bits in ages.items():
                ages[touch] = ALL & ~((bits & -bits) - 1)
                self.make_old(fifo, touch)

    def from_age(self, fifo: Hashable, least: int) -> list[MemoryTouch]:
        """What groups with at least so many younger ones touch."""
        mask = ALL & ~((1 << min(least, AGES)) - 1)
        found = [touch for touch, bits in self.young.get(fifo, {}).items() if bits & mask]
        return found + list(self.old.get(fifo, {}).values()) + list(self.old.get(ANY_FIFO, {}).values())

    def retire(self, fifo: Hashable, least: int, reads_only: bool) -> None:
        """Groups with at least so many younger ones are complete, or only have read their sources."""
        if least >= AGES:
            return
        ages = self.young.get(fifo, {})
        for touch, bits in list(ages.items()):
            left = bits & ((1 << least) - 1)
            if reads_only and not touch.reads:
                continue
            if left:
                ages[touch] = left
            else:
                del ages[touch]
        older = self.old.get(fifo, {})
        for key in [key for key in older if key[1] or not reads_only]:
            del older[key]
