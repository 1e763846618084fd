# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What can be wrong between two instructions of a kernel, as data."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

ConflictKind = Literal[
    "read after write",
    "write after read",
    "write after write",
    "proxy read after write",
    "proxy write after read",
    "proxy write after write",
    "register",
    "register fence",
    "mbarrier",
    "mbarrier proxy",
    "mbarrier over another",
    "missed phase",
    "barrier again",
    "tensor fence",
    "exit",
]
NOT_OF_A_GROUP: frozenset[ConflictKind] = frozenset(
    {
        "register",
        "register fence",
        "exit",
        "missed phase",
        "barrier again",
        "proxy read after write",
        "proxy write after read",
        "proxy write after write",
        "mbarrier proxy",
        "tensor fence",
        "mbarrier over another",
    }
)
"""Conflicts that are not excused because both threads are of one warpgroup."""

NOT_HELD_AGAINST: frozenset[ConflictKind] = frozenset({"mbarrier proxy", "tensor fence"})
"""Conflicts of which no machine is known that shows them; who says more of a kernel says that it was assumed."""

ConflictKey = tuple[ConflictKind, int, int, bool]


@dataclass(frozen=True, slots=True)
class KernelConflict:
    """Two instructions that nothing orders, though one of them writes what the other one touches.

    `first` and `second` are indices in the kernel's body, `threads` who did them (-1: several, or the hardware), `byte`
    the address in the trace's numbering (-1: none), `trips` how often each instruction had been executed before.
    `in_flight`: the first one is asynchronous, and nobody has waited for it.`within_group`: both threads are of one
    warpgroup, and the first access is by wgmma, whose groups are those of all of its threads. Of proxies:
    the accesses are ordered, but no proxy fence is between them.
    """

    kind: ConflictKind
    first: int
    second: int
    threads: tuple[int, int]
    byte: int
    trips: tuple[int, int]
    in_flight: bool = False
    within_group: bool = False

    @property
    def key(self) -> ConflictKey:
        """What makes it another conflict: the kind, the two instructions, whether it is within a warpgroup."""
        return (self.kind, self.first, self.second, self.within_group)


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A trace with weaker synchronisation.

    `dropped`: instructions that do nothing: waits, fences, phase waits, barriers (a barrier at several places of the
    text only when all of them are dropped). `counts`: waits for groups with another count. `relaxed`: arrivals that
    count, but release nothing.
    """

    dropped: frozenset[int] = frozenset()
    counts: tuple[tuple[int, int], ...] = ()
    relaxed: frozenset[int] = frozenset()

    def touched(self) -> frozenset[int]:
        """The instructions that are different."""
        return self.dropped | self.relaxed | {site for site, _ in self.counts}

    def unlike(self, other: "Relaxation") -> frozenset[int]:
        """The instructions that are not the same in both."""
        counts = set(self.counts) ^ set(other.counts)
        return (self.dropped ^ other.dropped) | (self.relaxed ^ other.relaxed) | {site for site, _ in counts}

    def covers(
        self, other: "Relaxation", phase_waits: frozenset[int], written: Mapping[int, int] | None = None
    ) -> bool:
        """Whether the other one is as right as this one: this takes away all that it does, and more only of what orders.

        What is left of order grows with what is left of waits, barriers and fences. Waits for phases are left out: a thread
        that does not look cannot miss a phase, so that with more of them more may go wrong. `written` are the counts of
        waits in the text, which counts here that the other one does not have must not be below.
        """
        if not (other.dropped <= self.dropped and other.relaxed <= self.relaxed):
            return False
        if self.dropped & phase_waits != other.dropped & phase_waits:
            return False
        here, there = dict(self.counts), dict(other.counts)
        least = written or {}
        return all(
            site in self.dropped or here.get(site, -1) >= count for site, count in there.items()
        ) and all(site in there or count >= least.get(site, count + 1) for site, count in here.items())

    def without(self, sites: Iterable[int]) -> "Relaxation":
        """The same, with more sites dropped; a site that is dropped needs no count."""
        dropped = self.dropped | frozenset(sites)
        counts = tuple((site, count) for site, count in self.counts if site not in dropped)
        return Relaxation(dropped, counts, self.relaxed)

    def with_count(self, site: int, count: int) -> "Relaxation":
        """The same, with another count at one wait."""
        others = tuple(entry for entry in self.counts if entry[0] != site)
        return Relaxation(self.dropped, tuple(sorted((*others, (site, count)))), self.relaxed)


AS_WRITTEN = Relaxation()
