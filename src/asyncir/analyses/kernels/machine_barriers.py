# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mbarriers, barriers of the block and of the cluster while a kernel runs.

An mbarrier counts arrivals and bytes of its current phase; when none is missing the phase ends, and the next has the
count that it was initialised with. Copies are over as soon as they are issued here (the trace says that they are in
flight); so the bytes of a phase may be negative for a while, as in hardware. Barriers count threads: what more arrive
than one round needs begin the next. Threads that ended count as arrived where a barrier is for the whole block.
Source: PTX ISA 9.0, 9.7.14.15 and 9.7.13.1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.trace import (
    MBARRIER_BYTES,
    SHARED_STRIDE,
    WARP,
    Arrived,
    BarrierArrived,
    BarrierMet,
    ClusterArrived,
    ClusterMet,
    Expected,
    Initialised,
    Invalidated,
    Issued,
    PhaseCompleted,
    PhaseSeen,
    Threads,
    TouchedBytes,
)
from asyncir.analyses.kernels.warp_rounds import WarpRounds

if TYPE_CHECKING:
    from asyncir.analyses.kernels.execute import KernelMachine
    from asyncir.analyses.kernels.thread_groups import ThreadGroup


LAST_BARRIER: Final = 15
NOBODY: Final[Threads] = np.zeros(0, np.int32)
MOST_ARRIVALS: Final = (1 << 20) - 1
"""The largest count of an mbarrier (PTX ISA 9.0, mbarrier.init)."""


@dataclass(slots=True)
class MbarrierNow:
    """An mbarrier: `number` is its own in the trace; `pending` arrivals and `missing` bytes of phase `phase`."""

    number: int
    address: int
    count: int
    pending: int
    phase: int = 0
    missing: int = 0
    parts: set[int] = field(default_factory=set[int])
    """Threads whose last arrival in this phase said `.noComplete`."""
    foreign: bool = False
    """Whether a thread of another block of the cluster has arrived."""


@dataclass(slots=True)
class Round:
    """A barrier of a block that is filling up: who arrived, and which instructions.

    `places` has the instruction of each part of `threads`. `aligned`: all are for whole warps that come together.
    """

    threads: list[NDArray[np.int32]] = field(default_factory=list[NDArray[np.int32]])
    places: list[int] = field(default_factory=list[int])
    aligned: bool = True
    waiting: list[NDArray[np.int32]] = field(default_factory=list[NDArray[np.int32]])
    sites: set[int] = field(default_factory=set[int])
    arrived: int = 0
    needs: int = 0
    all_threads: bool = False


@dataclass(slots=True)
class ClusterRound:
    """The barrier of the cluster: arrivals of this round and how many rounds are over."""

    arrived: list[NDArray[np.int32]] = field(default_factory=list[NDArray[np.int32]])
    sites: set[int] = field(default_factory=set[int])
    count: int = 0
    release: bool = True
    over: int = 0
    last_sites: tuple[int, ...] = ()
    last_release: bool = True


def _in_order(parts: list[NDArray[np.int32]]) -> NDArray[np.int32]:
    """The threads of some groups, in order; each group's are."""
    if len(parts) == 1:
        return parts[0]
    return np.sort(np.concatenate(parts)) if parts else np.zeros(0, np.int32)


class Barriers:
    """All of them, of one run."""

    def __init__(self, machine: KernelMachine, ignore_bytes: bool) -> None:
        self.machine = machine
        self.ignore_bytes = ignore_bytes
        self.mbarriers: dict[int, MbarrierNow] = {}
        self.rounds: dict[tuple[int, int], Round] = {}
        self.cluster = ClusterRound()
        self.cluster_arrivals: NDArray[np.int32] = np.zeros(machine.count, np.int32)
        self.cluster_waits: NDArray[np.int32] = np.zeros(machine.count, np.int32)
        self.ended: NDArray[np.bool_] = np.zeros(machine.count, np.bool_)
        self.warps = WarpRounds(machine)
        self.numbers = 0
        self.last_expected: dict[int, int] = {}
        self.absent_in: dict[int, int] = {}
        """Lanes that the last warp of a block lacks, once its last thread has ended."""

    # mbarriers.

    def initialise(self, site: int, thread: Threads, address: int, count: int) -> None:
        """mbarrier.init."""
        over = address in self.mbarriers
        if address % MBARRIER_BYTES:
            why = f"makes an mbarrier at an address that is no multiple of {MBARRIER_BYTES}"
            self.machine.misuse(site, thread, why)
        if not 0 < count <= MOST_ARRIVALS:
            why = f"makes an mbarrier for {count} arrivals, and it may be for 1 to {MOST_ARRIVALS}"
            self.machine.misuse(site, thread, why)
        self.mbarriers[address] = MbarrierNow(self.numbers, address, count, count)
        self.machine.emit(Initialised(site, thread, self.numbers, address, count, over))
        self.numbers += 1

    def invalidate(self, site: int, thread: Threads, address: int) -> None:
        """mbarrier.inval."""
        found = self.mbarriers.pop(address, None)
        if found is not None:
            self.machine.emit(Invalidated(site, thread, found.number))

    def find(self, site: int, threads: Threads, address: int) -> MbarrierNow | None:
        """The mbarrier at an address; that there is none is not defined."""
        found = self.mbarriers.get(address)
        if found is None:
            place = f"{address % SHARED_STRIDE:#x}"
            self.machine.misuse(site, threads, f"uses an mbarrier at {place}, where none is initialised")
        return found

    def expect(self, site: int, threads: Threads, mbarrier: MbarrierNow, size: int) -> None:
        """Bytes more (or fewer) are missing; `size` is that of each thread."""
        mbarrier.missing += size * len(threads)
        self.last_expected[mbarrier.number] = mbarrier.phase
        self.machine.emit(Expected(site, threads, mbarrier.number, mbarrier.phase, size))
        self._end_phase(site, mbarrier)

    def copied(
        self, site: int, threads: Threads, mbarrier: MbarrierNow, touched: tuple[TouchedBytes, ...], size: int
    ) -> None:
        """A copy whose bytes the phase counts."""
        machine = self.machine
        machine.operations += 1
        event = Issued(site, threads, machine.operations, "", touched, mbarrier.number, mbarrier.phase)
        machine.emit(event)
        mbarrier.missing -= size
        self._end_phase(site, mbarrier)

    def arrive(
        self,
        site: int,
        threads: Threads,
        mbarrier: MbarrierNow,
        count: int,
        release: bool = True,
        deferred: bool = False,
        queue: str = "",
        drop: bool = False,
        adds: bool = False,
        part: bool = False,
    ) -> list[int]:
        """`count` arrivals of each thread; the phase that each arrived at. With `adds` they raise the count first.
        With `part` another arrival has to complete the phase (PTX ISA 9.0, mbarrier.arrive: `.noComplete`).
        """
        phases: list[int] = []
        rest = threads
        mbarrier.foreign = mbarrier.foreign or self._is_foreign(threads, mbarrier)
        while len(rest):
            if adds:
                mbarrier.pending += count * len(rest)
            fits = len(rest) if count <= 0 else min(len(rest), max(1, mbarrier.pending // count))
            now, rest = rest[:fits], rest[fits:]
            phases += [mbarrier.phase] * fits
            mbarrier.pending -= count * fits
            if drop:
                mbarrier.count -= count * fits
            event = Arrived(site, now, mbarrier.number, mbarrier.phase, count, release, deferred, queue)
            self.machine.emit(event)
            if mbarrier.pending < 0:
                self.machine.misuse(site, now, "arrives at an mbarrier more often than that counts")
                mbarrier.pending = 0
            if part:
                mbarrier.parts |= set(now.tolist())
            elif mbarrier.parts:
                mbarrier.parts -= set(now.tolist())
            self._end_phase(site, mbarrier)
        return phases

    def _is_foreign(self, threads: Threads, mbarrier: MbarrierNow) -> bool:
        """Whether one of the threads is of another block than the mbarrier."""
        owner = mbarrier.address // SHARED_STRIDE
        if self.machine.launch.blocks == 1:
            return owner != 0
        return bool((threads // self.machine.block != owner).any())

    def _end_phase(self, site: int, mbarrier: MbarrierNow) -> None:
        if mbarrier.pending != 0 or (mbarrier.missing != 0 and not self.ignore_bytes):
            return
        if mbarrier.parts:
            self.machine.note(f"{self.machine.spot(site)}: an arrival that says `.noComplete` may come last")
            mbarrier.parts = set()
        self.machine.emit(PhaseCompleted(site, NOBODY, mbarrier.number, mbarrier.phase))
        mbarrier.phase += 1
        mbarrier.pending = mbarrier.count
        mbarrier.missing = 0
        for group in self.machine.groups:
            if group.waits == ("mbarrier", mbarrier.address):
                group.waits = None

    def saw(self, site: int, threads: Threads, mbarrier: MbarrierNow, by_parity: bool, acquire: bool) -> None:
        """Threads found the phase before the current one over."""
        event = PhaseSeen(site, threads, mbarrier.number, mbarrier.phase - 1, by_parity, acquire)
        self.machine.emit(event)

    # Barriers of a block.

    def counted(self, threads: Threads) -> int:
        """How many threads a barrier counts for these: a last warp that is not full counts as a whole one."""
        absent = -self.machine.block % WARP
        return len(threads) + (
            absent if absent and bool(np.any((threads + 1) % self.machine.block == 0)) else 0
        )

    def meet(
        self, group: ThreadGroup, pc: int, identity: int, needs: int | None, waits: bool, aligned: bool
    ) -> bool:
        """The whole group arrives; False where it now waits."""
        threads = group.frame.threads
        if waits:
            self.warps.wait(pc, threads)
        rank = int(threads[0]) // self.machine.block
        key = (rank, identity)
        current = self.rounds.setdefault(key, Round())
        count = self._whole if needs is None else needs
        if count % WARP:
            self.machine.misuse(pc, threads, f"counts {count} threads, and that is no multiple of {WARP}")
        if identity > LAST_BARRIER:
            self.machine.misuse(pc, threads, f"is of barrier {identity}, and {LAST_BARRIER} is the last")
        if current.threads and current.needs != count:
            why = f"comes to barrier {identity} with {count} threads, and others come to it with {current.needs}"
            self.machine.misuse(pc, threads, why)
        current.threads.append(threads)
        current.places.append(pc)
        current.aligned = current.aligned and aligned
        current.sites.add(pc)
        current.arrived += self.counted(threads)
        current.all_threads = needs is None
        current.needs = count
        if waits:
            current.waiting.append(threads)
            group.waits = (f"barrier {rank} {identity}", pc)
        else:
            self.machine.emit(BarrierArrived(pc, threads, identity))
        if self._complete(key, current):
            return not waits or group.waits is None
        return not waits

    @property
    def _whole(self) -> int:
        """What the barrier of all threads of a block counts."""
        return self.machine.block + -self.machine.block % WARP

    def room(self, thread: int, identity: int, needs: int | None) -> int:
        """How many threads a round still takes."""
        rank = thread // self.machine.block
        current = self.rounds.get((rank, identity))
        total = self._whole if needs is None else needs
        return total - (current.arrived if current else 0)

    def _complete(self, key: tuple[int, int], current: Round) -> bool:
        present = current.arrived + (self._ended_in(key[0]) if current.all_threads else 0)
        if present < current.needs or not current.threads:
            return False
        del self.rounds[key]
        self._by_warps(key, current)
        arrived, waiting = _in_order(current.threads), _in_order(current.waiting)
        sites = tuple(sorted(current.sites))
        self.machine.emit(BarrierMet(sites[-1], arrived, key[1], waiting, sites))
        name = f"barrier {key[0]} {key[1]}"
        for group in self.machine.groups:
            if group.waits is not None and group.waits[0] == name:
                group.pc = group.waits[1] + 1
                group.waits = None
        return True

    def _by_warps(self, key: tuple[int, int], current: Round) -> None:
        """A warp arrives as a whole: its lanes in one round and, where the barrier is aligned, at one instruction."""
        if current.arrived == self._whole and len(set(current.places)) == 1:
            return
        arrived = np.concatenate(current.threads)
        first = key[0] * self.machine.block
        warps = (arrived - first) // WARP
        there = np.arange(first, first + self.machine.block, dtype=np.int32)
        absent = there[~self.ended[there]]
        absent = absent[np.isin((absent - first) // WARP, warps)]
        absent = absent[~np.isin(absent, arrived)]
        site = current.places[-1]
        if len(absent):
            why = f"is for whole warps, and thread {absent[0]} of one that comes does not come"
            self.machine.misuse(site, arrived, why)
        elif current.aligned and len(set(current.places)) > 1:
            places = np.repeat(current.places, [len(part) for part in current.threads])
            if len(np.unique(np.stack([warps, places]), axis=1).T) > len(np.unique(warps)):
                why = "is for whole warps, and lanes of one come to the barrier at different instructions"
                self.machine.misuse(site, arrived, why)

    def _ended_in(self, rank: int) -> int:
        return self.machine.ended_in.get(rank, 0) + self.absent_in.get(rank, 0)

    def threads_ended(self, threads: Threads) -> None:
        """Barriers of the whole block need no longer wait for these."""
        machine = self.machine
        self.ended[threads] = True
        for rank, count in zip(*np.unique(threads // machine.block, return_counts=True), strict=True):
            machine.ended_in[int(rank)] = machine.ended_in.get(int(rank), 0) + int(count)
            last = (int(rank) + 1) * machine.block - 1
            if bool(np.any(threads == last)):
                self.absent_in[int(rank)] = -machine.block % WARP
        for key, current in list(self.rounds.items()):
            if current.all_threads:
                self._complete(key, current)
        self._complete_cluster()

    # The cluster's barrier.

    def cluster_arrive(self, site: int, threads: Threads, release: bool) -> None:
        """barrier.cluster.arrive: each thread arrives and waits in turns (PTX ISA 9.0, 9.7.13.4)."""
        current = self.cluster
        if (self.cluster_arrivals[threads] > self.cluster_waits[threads]).any():
            why = "arrives again at the cluster's barrier, before it has waited there"
            self.machine.misuse(site, threads, why)
        current.arrived.append(threads)
        current.sites.add(site)
        current.count += len(threads)
        current.release = current.release and release
        self.cluster_arrivals[threads] += 1
        self.machine.emit(ClusterArrived(site, threads, current.over, release))
        self._complete_cluster()

    def _complete_cluster(self) -> None:
        current = self.cluster
        ended = sum(self.machine.ended_in.values())
        if not current.arrived or current.count + ended < self.machine.count:
            return
        sites = tuple(sorted(current.sites))
        self.cluster = ClusterRound(over=current.over + 1, last_sites=sites, last_release=current.release)
        for group in self.machine.groups:
            if group.waits is not None and group.waits[0] == "cluster":
                group.waits = None

    def cluster_wait(self, site: int, threads: Threads) -> bool:
        """barrier.cluster.wait: whether the round in which the threads arrived last is over."""
        current = self.cluster
        self.warps.wait(site, threads)
        if (self.cluster_arrivals[threads] <= self.cluster_waits[threads]).any():
            self.machine.misuse(site, threads, "waits at the cluster's barrier, and has not arrived there")
            return True
        if int(self.cluster_arrivals[threads].max()) > current.over:
            return False
        self.cluster_waits[threads] += 1
        self.machine.emit(
            ClusterMet(site, threads, current.last_sites, current.last_release, current.over - 1)
        )
        return True

    def describe(self, waits: tuple[str, int]) -> str:
        """What a group waits for, in words."""
        kind, what = waits
        if kind == "mbarrier":
            found = self.mbarriers.get(what)
            if found is None:
                return "a phase of an mbarrier that is not there"
            return (
                f"phase {found.phase} of the mbarrier at {what % SHARED_STRIDE:#x}: {found.pending} of"
                f" {found.count} arrivals and {found.missing} bytes are missing"
            )
        if kind == "cluster":
            return "the barrier of the cluster"
        _, rank, identity = kind.split()
        current = self.rounds.get((int(rank), int(identity)), Round())
        return f"barrier {identity}: {current.arrived} of {current.needs} threads are there"

    def state(self) -> tuple[Any, ...]:
        """All that decides the future, but for the numbers of phases, of which the parity stays."""
        mbarriers = tuple(
            (a, m.number, m.count, m.pending, m.phase & 1, m.missing)
            for a, m in sorted(self.mbarriers.items())
        )
        rounds = tuple(
            (
                key,
                r.arrived,
                r.needs,
                r.all_threads,
                tuple(int(t[0]) for t in r.threads),
                tuple(sorted(r.sites)),
            )
            for key, r in sorted(self.rounds.items())
        )
        current = self.cluster
        behind = (self.cluster_arrivals - current.over).tobytes()
        waits = (self.cluster_arrivals - self.cluster_waits).tobytes()
        return mbarriers, rounds, (current.count, behind, waits)
