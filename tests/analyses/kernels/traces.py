"""Traces by hand: a small builder, and kernels of the kinds that the tests need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from asyncir.analyses.kernels.trace import (
    Accessed,
    Arrived,
    BarrierArrived,
    BarrierMet,
    Committed,
    Cut,
    Expected,
    Fenced,
    Initialised,
    Issued,
    KernelTrace,
    Period,
    PhaseCompleted,
    PhaseSeen,
    RegistersUsed,
    TouchedBytes,
    TraceEvent,
    Waited,
    WarpMet,
)


class TraceBuilder:
    """Events one after the other. `who` is all threads unless it is said; addresses are one a thread, or one for all."""

    def __init__(self, threads: int = 64, block: int | None = None) -> None:
        self.threads = threads
        self.block = block or threads
        self.events: list[TraceEvent] = []
        self.periods: list[Period] = []
        self.operation = 0

    def who(self, who: Iterable[int] | None) -> np.ndarray:
        return np.array(range(self.threads) if who is None else list(who), np.int32)

    def touched(
        self, mode: Literal["read", "write", "update"], at: object, who: np.ndarray, size: int, proxy: str
    ) -> TouchedBytes:
        addresses = np.broadcast_to(np.asarray(at, np.int64), who.shape)
        return TouchedBytes(mode, who, np.ascontiguousarray(addresses), size, proxy)  # type: ignore[arg-type]

    def access(
        self,
        instruction: int,
        mode: Literal["read", "write", "update"],
        at: object,
        who: Iterable[int] | None = None,
        size: int = 4,
        proxy: str = "generic",
        collective: bool = False,
    ) -> None:
        threads = self.who(who)
        touched = self.touched(mode, at, threads, size, proxy)
        self.events.append(Accessed(instruction, threads, (touched,), collective))

    def read(self, instruction: int, at: object, who: Iterable[int] | None = None, **more: object) -> None:
        self.access(instruction, "read", at, who, **more)  # type: ignore[arg-type]

    def write(self, instruction: int, at: object, who: Iterable[int] | None = None, **more: object) -> None:
        self.access(instruction, "write", at, who, **more)  # type: ignore[arg-type]

    def issue(
        self,
        instruction: int,
        queue: str,
        mode: Literal["read", "write"],
        at: object,
        who: Iterable[int] | None = None,
        size: int = 16,
        proxy: str = "generic",
        mbarrier: int = -1,
        phase: int = -1,
        registers: Sequence[str] = (),
    ) -> None:
        threads = self.who(who)
        self.operation += 1
        parts = () if at is None else (self.touched(mode, at, threads, size, proxy),)
        names = frozenset(registers)
        self.events.append(Issued(instruction, threads, self.operation, queue, parts, mbarrier, phase, names))

    def commit(self, instruction: int, queue: str = "cp.async", who: Iterable[int] | None = None) -> None:
        self.events.append(Committed(instruction, self.who(who), queue))

    def wait(
        self,
        instruction: int,
        count: int,
        queue: str = "cp.async",
        who: Iterable[int] | None = None,
        milestone: Literal["read", "written"] = "written",
        everything: bool = False,
    ) -> None:
        self.events.append(Waited(instruction, self.who(who), queue, count, milestone, everything))

    def barrier(
        self,
        instruction: int,
        who: Iterable[int] | None = None,
        synchronised: Iterable[int] | None = None,
        sites: tuple[int, ...] = (),
        identity: int = 0,
    ) -> None:
        threads = self.who(who)
        held = threads if synchronised is None else self.who(synchronised)
        self.events.append(BarrierMet(instruction, threads, identity, held, sites or (instruction,)))

    def barrier_arrive(self, instruction: int, who: Iterable[int], identity: int = 0) -> None:
        self.events.append(BarrierArrived(instruction, self.who(who), identity))

    def warp(self, instruction: int, who: Iterable[int]) -> None:
        self.events.append(WarpMet(instruction, self.who(who)))

    def fence(self, instruction: int, kind: str = "proxy.async", who: Iterable[int] | None = None) -> None:
        self.events.append(Fenced(instruction, self.who(who), kind))

    def init(
        self, instruction: int, mbarrier: int, count: int = 1, thread: int = 0, at: int | None = None
    ) -> None:
        where = 0x8000 + 8 * mbarrier if at is None else at
        self.events.append(Initialised(instruction, self.who([thread]), mbarrier, where, count))

    def init_first(self, mbarrier: int) -> None:
        """An mbarrier that was initialised before all the rest."""
        self.events.insert(0, BarrierMet(0, self.who(None), 15, self.who(None), (0,)))
        where = 0x8000 + 8 * mbarrier
        self.events.insert(0, Initialised(0, self.who([0]), mbarrier, where, 1))
        self.events.insert(1, Fenced(0, self.who([0]), "mbarrier_init"))

    def init_quietly(self, mbarrier: int) -> None:
        """The same, for all threads, before there are other events."""
        self.init(mbarrier, mbarrier)
        self.fence(2, "mbarrier_init", [0])
        self.barrier(3, identity=15)

    def arrive(
        self,
        instruction: int,
        mbarrier: int,
        phase: int,
        who: Iterable[int] | None = None,
        deferred: bool = False,
        queue: str = "",
        release: bool = True,
    ) -> None:
        event = Arrived(instruction, self.who(who), mbarrier, phase, 1, release, deferred, queue)
        self.events.append(event)

    def expect(self, instruction: int, mbarrier: int, phase: int, count: int, thread: int) -> None:
        self.events.append(Expected(instruction, self.who([thread]), mbarrier, phase, count))

    def complete(self, instruction: int, mbarrier: int, phase: int) -> None:
        self.events.append(PhaseCompleted(instruction, self.who([]), mbarrier, phase))

    def see(
        self,
        instruction: int,
        mbarrier: int,
        phase: int,
        who: Iterable[int] | None = None,
        by_parity: bool = True,
    ) -> None:
        self.events.append(PhaseSeen(instruction, self.who(who), mbarrier, phase, by_parity))

    def registers(self, instruction: int, *names: str, who: Iterable[int] | None = None) -> None:
        self.events.append(RegistersUsed(instruction, self.who(who), frozenset(names)))

    def cut(self, instruction: int, visit: int) -> int:
        self.events.append(Cut(instruction, self.who(None), instruction, visit))
        return len(self.events) - 1

    def trace(self, **more: object) -> KernelTrace:
        periods = tuple(self.periods)
        return KernelTrace(
            self.threads,
            self.block,
            tuple(self.events),
            periods=periods,
            **more,  # type: ignore[arg-type]
        )


STAGE = 0x1000


def gemm(
    trips: int,
    stages: int = 3,
    threads: int = 64,
    count: int | None = None,
    second_barrier: bool = False,
    by_warps: bool = False,
    period: bool = False,
) -> KernelTrace:
    """The pipelined loop of a GEMM with cp.async: each thread copies 16 bytes, each warp reads all.

    Instructions: 1 copy and 2 commit of the prologue, 10 wait, 11 barrier, 12 read, 13 second barrier, 14 copy,
    15 commit. With `by_warps` each warp's part of a trip is a row of events of its own.
    """
    build = TraceBuilder(threads)
    parts = [range(w, w + 32) for w in range(0, threads, 32)] if by_warps else [range(threads)]
    count = stages - 2 if count is None else count
    cuts: list[int] = []

    def copy(instruction: int, k: int, who: range) -> None:
        if k < trips:
            at = (k % stages) * STAGE + 16 * np.array(who)
            build.issue(instruction, "cp.async", "write", at, who)
        build.commit(instruction + 1, who=who)

    for who in parts:
        for k in range(stages - 1):
            copy(1, k, who)
    for k in range(trips):
        if period:
            cuts.append(build.cut(9, k))
        for who in parts:
            build.wait(10, count, who=who)
        build.barrier(11)
        for who in parts:
            for half in range(threads // 32):
                at = (k % stages) * STAGE + half * 512 + 16 * np.arange(len(who)) % 512
                build.read(12, at, who, size=16)
        if second_barrier:
            build.barrier(13)
        for who in parts:
            copy(14, k + stages - 1, who)
    if period:
        build.periods.append(Period(cuts[1], cuts[1 + stages], 9, stages))
    return build.trace()


def ring(phases: int, slots: int, period: bool = False) -> KernelTrace:
    """A ring of slots between a producer (thread 0) and a consumer (warp 1), with an mbarrier each for full and empty.

    Instructions: 1 and 2 initialise, 3 is their fence, 4 a barrier; 5 waits for empty, 6 expects and arrives, 7 copies, 8
    waits for full, 9 reads, 10 is a proxy fence, 11 arrives at empty.
    """
    build = TraceBuilder()
    for slot in range(slots):
        build.init(1, 2 * slot)
        build.init(2, 2 * slot + 1, 32)
    build.fence(3, "mbarrier_init", [0])
    build.barrier(4)
    consumer = range(32, 64)
    cuts: list[int] = []
    for k in range(phases):
        if period:
            cuts.append(build.cut(20, k))
        slot, turn = k % slots, k // slots
        full, empty = 2 * slot, 2 * slot + 1
        if turn:
            build.see(5, empty, turn - 1, [0])
        build.expect(6, full, turn, 1024, 0)
        build.arrive(6, full, turn, [0])
        build.issue(7, "", "write", STAGE * slot, [0], size=1024, proxy="async", mbarrier=full, phase=turn)
        build.complete(7, full, turn)
        build.see(8, full, turn, consumer)
        build.read(9, STAGE * slot + 4 * np.arange(32), consumer)
        build.fence(10, who=consumer)
        build.arrive(11, empty, turn, consumer)
        build.complete(11, empty, turn)
    if period:
        build.periods.append(Period(cuts[slots], cuts[2 * slots], 20, slots))
    return build.trace()
