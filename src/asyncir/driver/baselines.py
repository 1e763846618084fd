# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What changed in synchronisation between two versions of a file, and whether anything got worse.

Entries are compared by name: how they stand, and how many sites of each kind have which verdict. Worse is: an entry
that was proved is not any more, one that was not refuted is; and more waits or barriers that are too weak, too strong,
redundant or unknown than before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from asyncir.diagnostics.words import counted

_RANK = {"proved": 0, "unknown": 1, "refuted": 2}
WORSE = ("too weak", "missing", "too strong", "redundant", "unknown")


@dataclass(frozen=True)
class SyncProfile:
    """One version: how entries stand; how many sites there are by entry, kind and verdict."""

    standings: Mapping[str, str]
    sites: Counter[tuple[str, str, str]] = field(default_factory=Counter[tuple[str, str, str]])


@dataclass(frozen=True, slots=True)
class VersionChange:
    """One difference in words; `worse` is a regression."""

    text: str
    worse: bool


def profile(standings: Mapping[str, str], sites: Iterable[tuple[str, str, str]]) -> SyncProfile:
    """From the standing of each entry, and (entry, kind, verdict) of each site."""
    return SyncProfile(dict(standings), Counter(sites))


def compare(old: SyncProfile, new: SyncProfile) -> list[VersionChange]:
    """All differences, entries first."""
    found: list[VersionChange] = []
    for name in sorted(old.standings.keys() | new.standings.keys()):
        before, now = old.standings.get(name), new.standings.get(name)
        if before is None:
            found.append(VersionChange(f"{name} is new: {now}", now == "refuted"))
        elif now is None:
            found.append(VersionChange(f"{name} is gone", worse=False))
        elif before != now:
            found.append(VersionChange(f"{name} was {before} and is {now}", _RANK[now] > _RANK[before]))
    for entry, kind, verdict in sorted(old.sites.keys() | new.sites.keys()):
        if entry not in old.standings or entry not in new.standings:
            continue
        before_count, count = old.sites[entry, kind, verdict], new.sites[entry, kind, verdict]
        if before_count != count:
            text = f"{entry}: {counted(before_count, kind)} {verdict} before, {count} now"
            found.append(VersionChange(text, verdict in WORSE and count > before_count))
    return found
