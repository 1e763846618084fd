"""Happens-before by definition: a graph with a node for each event of each thread, and sets of what is behind a node.

No clocks, no classes, no atoms: each byte and each thread on its own, all pairs of accesses. It shares the trace with what
it judges, and nothing else. Proxies, registers and missed phases are not in it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from asyncir.analyses.kernels.trace import (
    Accessed,
    Arrived,
    BarrierArrived,
    BarrierMet,
    Committed,
    Issued,
    KernelTrace,
    PhaseCompleted,
    PhaseSeen,
    TouchedBytes,
    Waited,
    WarpMet,
)


@dataclass
class Access:
    instruction: int
    event: int
    thread: int
    mode: str
    places: frozenset[int]
    start: int
    end: int | None = None


@dataclass
class Graph:
    trace: KernelTrace
    dropped: frozenset[int] = frozenset()
    counts: dict[int, int] = field(default_factory=dict)
    before: list[int] = field(default_factory=list)
    last: dict[int, int] = field(default_factory=dict)
    accesses: list[Access] = field(default_factory=list)

    def node(self, *parents: int) -> int:
        number = len(self.before)
        mask = 1 << number
        for parent in parents:
            mask |= self.before[parent]
        self.before.append(mask)
        return number

    def step(self, thread: int, *parents: int) -> int:
        mine = [self.last[thread]] if thread in self.last else []
        self.last[thread] = self.node(*mine, *parents)
        return self.last[thread]

    def reaches(self, one: int, other: int) -> bool:
        return bool(self.before[other] >> one & 1)

    def touch(
        self, place: int, instruction: int, touched: TouchedBytes, nodes: dict[int, int]
    ) -> list[Access]:
        rows: dict[int, set[int]] = defaultdict(set)
        for thread, address in zip(touched.threads.tolist(), touched.addresses.tolist(), strict=True):
            rows[thread].update(range(address, address + touched.size))
        made = [Access(instruction, place, t, touched.mode, frozenset(b), nodes[t]) for t, b in rows.items()]
        self.accesses += made
        return made

    def conflicts(self) -> set[tuple[int, int]]:
        """Pairs of instructions with accesses that nothing orders."""
        self.build()
        found: set[tuple[int, int]] = set()
        for k, a in enumerate(self.accesses):
            for b in self.accesses[k + 1 :]:
                if a.places.isdisjoint(b.places) or (a.mode == "read" and b.mode == "read"):
                    continue
                if a.mode == b.mode == "update" or (a.mode == b.mode == "write" and a.event == b.event):
                    continue
                if not self.ordered(a, b) and not self.ordered(b, a):
                    found.add((a.instruction, b.instruction))
        return found

    def ordered(self, a: Access, b: Access) -> bool:
        return a.end is not None and a.end != b.start and self.reaches(a.end, b.start)

    def build(self) -> None:
        groups: dict[tuple[int, str], list[list[Access]]] = defaultdict(lambda: [[]])
        phases: dict[tuple[int, int], list[int]] = defaultdict(list)
        over: dict[tuple[int, int], int] = {}
        carried: dict[tuple[int, int], list[Access]] = defaultdict(list)
        left: dict[int, list[int]] = defaultdict(list)
        for place, event in enumerate(self.trace.events):
            threads = event.threads.tolist()
            gone = event.instruction in self.dropped
            match event:
                case Accessed():
                    nodes = {t: self.step(t) for t in threads}
                    for touched in event.touched:
                        for access in self.touch(place, event.instruction, touched, nodes):
                            access.end = access.start
                case Issued():
                    nodes = {t: self.step(t) for t in threads}
                    for touched in event.touched:
                        for access in self.touch(place, event.instruction, touched, nodes):
                            if event.queue:
                                groups[access.thread, event.queue][-1].append(access)
                            else:
                                carried[event.mbarrier, event.phase].append(access)
                case Committed():
                    for t in threads:
                        groups[t, event.queue].append([])
                case Waited() if not gone:
                    count = self.counts.get(event.instruction, event.count)
                    for t in threads:
                        pending = groups[t, event.queue]
                        done = [a for group in pending[: max(len(pending) - 1 - count, 0)] for a in group]
                        node = self.step(t)
                        for access in done:
                            access.end = node if access.end is None else access.end
                case BarrierArrived():
                    left[event.identity] += [self.step(t) for t in threads]
                case BarrierMet() | WarpMet() if not gone:
                    who = event.synchronised.tolist() if isinstance(event, BarrierMet) else threads
                    more = left.pop(event.identity, []) if isinstance(event, BarrierMet) else []
                    hub = self.node(*(self.step(t) for t in who), *more)
                    for t in who:
                        self.step(t, hub)
                case Arrived():
                    for t in threads:
                        node = self.step(t)
                        if event.release:
                            phases[event.mbarrier, event.phase].append(node)
                        if event.deferred:
                            for group in groups.pop((t, event.queue), []):
                                carried[event.mbarrier, event.phase] += group
                case PhaseCompleted():
                    m, p = event.mbarrier, event.phase
                    earlier = [over[m, p - 1]] if (m, p - 1) in over else []
                    over[m, p] = self.node(*phases[m, p], *earlier)
                    for access in carried[m, p]:
                        access.end = over[m, p] if access.end is None else access.end
                case PhaseSeen() if not gone:
                    for t in threads:
                        node = self.step(t)
                        knows = max(
                            (
                                p + 1
                                for (m, p), hub in over.items()
                                if m == event.mbarrier and self.reaches(hub, node)
                            ),
                            default=0,
                        )
                        fits = knows if (knows - 1 - event.phase) % 2 == 0 else knows + 1
                        if fits > knows and event.acquire:
                            self.step(t, over[event.mbarrier, fits - 1])
                case _:
                    pass
