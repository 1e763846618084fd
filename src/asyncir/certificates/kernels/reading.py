# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Traces of kernels as certificates have them: plain data in, steps out. `docs/proofs.md` has the format.

What has another form than it should raises one of `MALFORMED`; the caller says that the certificate is none.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from asyncir.certificates.answers import Refused

Numbers = NDArray[np.int64]

NOBODY: Final[Numbers] = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class BytesOfStep:
    """Row k is `size` bytes from `addresses[k]` on, for thread `threads[k]`. `mode` is read, write or update."""

    mode: str
    threads: Numbers
    addresses: Numbers
    size: int
    proxy: str


@dataclass(frozen=True, slots=True, eq=False)
class CertifiedStep:
    """One event of a trace. `kind` is the name of its class in the trace; the other fields are as there."""

    kind: str
    instruction: int
    threads: Numbers
    touched: tuple[BytesOfStep, ...] = ()
    collective: bool = False
    operation: int = 0
    queue: str = ""
    mbarrier: int = -1
    phase: int = 0
    registers: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    count: int = 0
    milestone: str = "written"
    everything: bool = False
    address: int = 0
    over: bool = False
    bytes: int = 0
    release: bool = True
    deferred: bool = False
    by_parity: bool = True
    acquire: bool = True
    identity: int = 0
    synchronised: Numbers = field(default_factory=lambda: NOBODY)
    sites: tuple[int, ...] = ()
    round: int = 0
    arrived: tuple[int, ...] = ()
    fence: str = ""
    space: str = ""
    why: str = ""
    loop: int = 0
    visit: int = 0
    flag: int = 0


LAYOUT: Final[dict[str, tuple[str, ...]]] = {
    "Accessed": ("touched", "collective"),
    "Issued": ("operation", "queue", "touched", "mbarrier", "phase", "registers"),
    "Committed": ("queue",),
    "Waited": ("queue", "count", "milestone", "everything"),
    "RegistersUsed": ("names",),
    "Initialised": ("mbarrier", "address", "count", "over"),
    "Invalidated": ("mbarrier",),
    "Expected": ("mbarrier", "phase", "bytes"),
    "Arrived": ("mbarrier", "phase", "count", "release", "deferred", "queue"),
    "PhaseCompleted": ("mbarrier", "phase"),
    "PhaseSeen": ("mbarrier", "phase", "by_parity", "acquire"),
    "BarrierArrived": ("identity",),
    "BarrierMet": ("identity", "synchronised", "sites"),
    "WarpMet": (),
    "ClusterArrived": ("round", "release"),
    "ClusterMet": ("arrived", "release", "round"),
    "Fenced": ("fence", "space"),
    "FlagSet": ("flag",),
    "FlagSeen": ("flag",),
    "ThreadsEnded": (),
    "Unjudged": ("why",),
    "Cut": ("loop", "visit"),
}
"""The fields of each event, behind its instruction and its threads."""

_FLAGS = frozenset({"collective", "everything", "release", "deferred", "by_parity", "acquire", "over"})
_TEXTS = frozenset({"queue", "milestone", "fence", "space", "why"})


@dataclass(frozen=True)
class CertifiedPeriod:
    """The steps from `first` to `last` may come any number of times."""

    first: int
    last: int
    loop: int
    steps: int
    family: int


@dataclass(frozen=True)
class CertifiedRun:
    """One trace, with its periods, and the trips of its loops by head."""

    threads: int
    block: int
    steps: tuple[CertifiedStep, ...]
    periods: tuple[CertifiedPeriod, ...]
    trips: Mapping[int, int]
    blocked: tuple[str, ...]
    unknown: tuple[str, ...]


class CertificateReader:
    """Reads the runs of one certificate."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.arrays = [_array(text) for text in content["arrays"]]
        self.names = [frozenset(map(str, names)) for names in content["names"]]

    def run(self, entry: Mapping[str, Any]) -> CertifiedRun:
        """One run."""
        trace = entry["trace"]
        threads, block = whole(trace["threads"]), whole(trace["block"])
        if not 0 < threads <= 1 << 16 or block < 1 or threads % block:
            raise Refused("a run has no such number of threads")
        steps = tuple(self.step(data, threads) for data in trace["events"])
        periods = tuple(
            CertifiedPeriod(*(whole(p[name]) for name in ("first", "last", "loop", "steps", "family")))
            for p in entry["periods"]
        )
        trips = {int(loop): whole(count) for loop, count in entry["trips"].items()}
        blocked, unknown = tuple(map(str, trace["blocked"])), tuple(map(str, trace["unknown"]))
        return CertifiedRun(threads, block, steps, periods, trips, blocked, unknown)

    def step(self, data: Sequence[Any], threads: int) -> CertifiedStep:
        """One event."""
        kind, instruction, who, *rest = data
        layout = LAYOUT[kind]
        if len(layout) != len(rest):
            raise Refused(f"an event of kind {kind} has too many fields, or too few")
        values = {name: self.field(name, value, threads) for name, value in zip(layout, rest, strict=True)}
        return CertifiedStep(kind, whole(instruction), self.threads(who, threads), **cast("Any", values))

    def field(self, name: str, value: Any, threads: int) -> object:
        """One field of an event."""
        if name == "touched":
            return tuple(self.touched(part, threads) for part in value)
        if name in ("registers", "names"):
            return self.names[whole(value)]
        if name == "synchronised":
            return self.threads(value, threads)
        if name in ("sites", "arrived"):
            return tuple(whole(part) for part in value)
        if name in _TEXTS or name in _FLAGS:
            if not isinstance(value, str if name in _TEXTS else bool):
                raise TypeError(name)
            return value
        return whole(value)

    def threads(self, place: Any, threads: int) -> Numbers:
        """Numbers of threads, each once."""
        found = self.arrays[whole(place)]
        if found.size and (found.min() < 0 or found.max() >= threads or np.unique(found).size != found.size):
            raise Refused("threads that the run does not have, or one twice")
        return found

    def touched(self, part: Sequence[Any], threads: int) -> BytesOfStep:
        """Bytes that an event touches."""
        mode, who, where, size, proxy = part
        of, addresses = self.arrays[whole(who)], self.arrays[whole(where)]
        if mode not in ("read", "write", "update") or proxy not in ("generic", "async", "tensormap"):
            raise Refused("an access of a kind that there is not")
        if of.size != addresses.size or whole(size) < 1 or not of.size:
            raise Refused("an access of no bytes")
        if of.min() < 0 or of.max() >= threads or addresses.min() < 0:
            raise Refused("an access by a thread, or of bytes, that there are not")
        return BytesOfStep(mode, of, addresses, size, proxy)


def whole(value: Any) -> int:
    """A whole number; raises `TypeError` for anything else."""
    if type(value) is not int:
        raise TypeError("no whole number")
    return value


def _array(text: str) -> Numbers:
    kind, _, data = text.partition(":")
    if kind not in ("i4", "i8"):
        raise ValueError(kind)
    return np.frombuffer(base64.b64decode(data, validate=True), dtype="<" + kind).astype(np.int64)
