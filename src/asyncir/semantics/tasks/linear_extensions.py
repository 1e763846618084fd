"""How many orders a partial order leaves: its linear extensions.

Counting them is #P-complete (Brightwell and Winkler, 1991), so this uses what the orders of programs have. Parts that have
nothing to do with each other interleave in as many ways as a multinomial coefficient says, and multiply. Parts of which
one is wholly before the other multiply. What is left is counted by its first elements, each set once, up to a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

MOST_SETS = 50_000
"""So many sets of elements are looked at in all."""


class LinearExtensions:
    """Counts the linear extensions of an order; `before[i]` has a bit for each element that comes before `i`."""

    def __init__(self, before: Sequence[int]):
        self.before = before
        self.after = [0] * len(before)
        for element, mask in enumerate(before):
            for earlier in elements_of(mask):
                self.after[earlier] |= 1 << element
        self.known: dict[int, int | None] = {}

    def count(self, without: int = 0) -> int | None:
        """How many there are of all elements but some; None if that takes too long."""
        return self._of((1 << len(self.before)) - 1 & ~without)

    def _of(self, those: int) -> int | None:
        if those & (those - 1) == 0:
            return 1
        if those not in self.known:
            if len(self.known) >= MOST_SETS:
                return None
            self.known[those] = self._counted(those)
        return self.known[those]

    def _counted(self, those: int) -> int | None:
        parts = self._parts(those, comparable=True)
        beside = len(parts) > 1
        if not beside:
            parts = self._parts(those, comparable=False)
        if len(parts) == 1:
            return self._by_first(those)
        total, size = 1, 0
        for part in parts:
            found = self._of(part)
            if found is None:
                return None
            size += part.bit_count()
            total *= found * (comb(size, part.bit_count()) if beside else 1)
        return total

    def _by_first(self, those: int) -> int | None:
        total = 0
        for element in elements_of(those):
            if self.before[element] & those:
                continue
            found = self._of(those & ~(1 << element))
            if found is None:
                return None
            total += found
        return total

    def _parts(self, those: int, comparable: bool) -> list[int]:
        """The connected parts of a set, where two elements are joined that have an order, or that have none."""
        parts: list[int] = []
        left = those
        while left:
            part, new = 0, left & -left
            while new:
                part |= new
                reached = 0
                for element in elements_of(new):
                    ordered = self.before[element] | self.after[element]
                    reached |= ordered if comparable else ~(ordered | (1 << element))
                new = reached & those & ~part
            parts.append(part)
            left &= ~part
        return parts


def elements_of(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    found: list[int] = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
