"""Stretches of steps, of which some are taken."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable


class Stretches:
    """Those that are taken; none of them overlap."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def are_free(self, windows: Iterable[tuple[int, int]]) -> bool:
        """Whether all of these lie apart from those that are taken."""
        for start, end in windows:
            place = bisect_right(self._starts, end)
            if place and self._ends[place - 1] >= start:
                return False
        return True

    def take(self, windows: Iterable[tuple[int, int]]) -> None:
        """Take some, with those between which they close a gap."""
        for start, end in windows:
            first = bisect_right(self._starts, start)
            if first and self._ends[first - 1] >= start:
                first -= 1
            last = bisect_right(self._starts, end)
            if first < last:
                start, end = min(start, self._starts[first]), max(end, self._ends[last - 1])
            self._starts[first:last] = [start]
            self._ends[first:last] = [end]
