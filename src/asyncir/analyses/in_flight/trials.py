"""What the count of a wait may be, where needs could not be told exactly: other counts are tried, proved or refuted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from asyncir.analyses.in_flight.relax import Change
from asyncir.analyses.sync_report import Standing

REMOVED = 1_000_000
"""So much more than a wait's count is as good as no wait; so much less is a wait for all."""

_MOST_STEPS = 8
"""Counts further from the one that is written are not tried."""
_MOST_TRIALS = 40

Prove = Callable[[Mapping[int, int]], Standing]
"""What is true of the program with counts of waits, by number, that are larger by so much."""


class _Enough(Exception):
    """So many trials were made, or one of them came to no answer."""


def settled(
    prove: Prove, known: Mapping[int, Change], open_: Sequence[int], proved: bool
) -> dict[int, Change]:
    """For each of the waits `open_`, in their order, what is to be added to its count, as far as trials tell.

    Each is relaxed as far as the others allow: these have the counts that are `known`, or were found before. `proved` says
    whether the program as it is written is right.
    """
    trials = _Trials(prove, {n: REMOVED if c.by is None else c.by for n, c in known.items()}, proved)
    try:
        return trials.run(open_)
    except _Enough:
        return {}


@dataclass
class _Trials:
    prove: Prove
    changes: dict[int, int]
    proved: bool
    made: int = 0

    def run(self, open_: Sequence[int]) -> dict[int, Change]:
        """Waits that are too weak first: the others can be relaxed only once nothing races."""
        found: dict[int, Change] = {}
        # As it is written it need not be tried.
        if not (self._holds({}) if any(self.changes.values()) else self.proved):
            if not self._holds(dict.fromkeys(open_, -REMOVED)):
                raise _Enough
            self.changes.update(dict.fromkeys(open_, -REMOVED))
            for wait in open_:
                by = self._repaired(wait)
                if by:
                    found[wait] = Change(by, weak=True)
        for wait in open_:
            if wait not in found:
                found[wait] = self._relaxed(wait)
        return found

    def _holds(self, more: Mapping[int, int]) -> bool:
        """Whether the program with these changes too is proved; that it is not is known from an execution."""
        self.made += 1
        standing = self.prove({**self.changes, **more})
        if standing is Standing.UNKNOWN or self.made > _MOST_TRIALS:
            raise _Enough
        return standing is Standing.PROVED

    def _repaired(self, wait: int) -> int:
        """By how much the wait has to be stronger, the open ones behind it as strong as can be."""
        for by in range(0, -_MOST_STEPS - 1, -1):
            if self._holds({wait: by}):
                self.changes[wait] = by
                return by
        raise _Enough

    def _relaxed(self, wait: int) -> Change:
        """How much weaker the wait could be."""
        if self._holds({wait: REMOVED}):
            self.changes[wait] = REMOVED
            return Change(None)
        for by in range(1, _MOST_STEPS + 1):
            if not self._holds({wait: by}):
                self.changes[wait] = by - 1
                return Change(by - 1)
        raise _Enough
