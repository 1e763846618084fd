# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A trace in the order in which it is replayed: each class of threads as one, with its pieces and its synchronisation.

The executor lets each warp go on until it blocks, so that in the trace the threads of a class are at different places.
Here they go in step. Why that is an order that the machine allows too: let n be an event that synchronises class c, and
put n where the first thread of c did it. What n waits for (a barrier's other threads, the arrivals of a phase) was over
then, for that thread too had to wait for it. So each event comes after what it waits for. An access of a thread between
two such events of its class may be anywhere between them, for nothing else orders it.

A `Cut` of the trace cuts this order too: a node belongs before it when the first thread of the class did it before.
Per thread the sequence of events is A B^k C, with B the period's. The cut here may lie later in a thread's sequence than
in the trace, by part of B; A' (B')^k C' with B' a rotation of B is the same sequence, so that the statement of a `Period`
holds for these cuts as well. `window` checks what that takes: that each thread has as many events of each kind in the
window of the trace as its class has here.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.atoms import AtomTable, collide, reduce_atoms
from asyncir.analyses.kernels.pieces import (
    AccessPiece,
    AccessRows,
    FlightOfPiece,
    Numbers,
    PieceKind,
    ReplayItem,
    SyncNode,
)
from asyncir.analyses.kernels.thread_classes import SYNCHRONISING, held_by, thread_classes
from asyncir.analyses.kernels.trace import (
    MBARRIER_BYTES,
    TENSOR_BASE,
    Accessed,
    Arrived,
    BarrierArrived,
    BarrierMet,
    Cut,
    Expected,
    Fenced,
    Initialised,
    Invalidated,
    Issued,
    KernelTrace,
    PhaseCompleted,
    PhaseSeen,
    RegistersUsed,
    TouchedBytes,
    TraceEvent,
    Unjudged,
    WarpMet,
)

INITIALISED: Final = "mbarrier_init"
"""The queue of a class's initialisations of mbarriers that `fence.mbarrier_init` has released."""


@dataclass(frozen=True, eq=False)
class ReplayOrder:
    """The items of a trace in order; `classes` is each thread's class, `sizes` how many threads a class has.

    `mbarriers` gives an mbarrier of the trace its number here. `handed` is the column of a class's queue whose work
    arrives on mbarriers when it is done, and of its initialisations (`INITIALISED`). `windows` are the periods of the
    trace as pairs of places in `items`, or the reason why a period has none. `first_uses` is the first item at which
    an instruction synchronises.
    """

    trace: KernelTrace
    items: tuple[ReplayItem, ...]
    pieces: tuple[AccessPiece, ...]
    classes: Numbers
    warps: Numbers
    sizes: tuple[int, ...]
    class_warps: tuple[frozenset[int], ...]
    mbarriers: dict[int, int]
    handed: dict[tuple[int, str], int]
    table: AtomTable
    windows: tuple[tuple[int, int] | str, ...]
    first_uses: dict[int, int]
    work: int = 0
    """How many accesses of classes it was made of."""

    @property
    def columns(self) -> int:
        """Columns of a vector clock: one a class, one an mbarrier, one a queue of a class that is handed over."""
        return len(self.sizes) + len(self.mbarriers) + len(self.handed)

    @cached_property
    def has_tensor_memory(self) -> bool:
        """Whether anything is in the memory of the tensor cores."""
        return bool((self.table.first_bytes >= TENSOR_BASE).any())

    @cached_property
    def owners(self) -> tuple[int, ...]:
        """Whose each column of a clock is: a class's, also where it counts what that has handed over; -1 for mbarriers."""
        handed = sorted((column, group) for (group, _), column in self.handed.items())
        return (*range(len(self.sizes)), *(-1 for _ in self.mbarriers), *(group for _, group in handed))

    @cached_property
    def single_warps(self) -> frozenset[int]:
        """The classes that are one warp."""
        return frozenset(group for group, warps in enumerate(self.class_warps) if len(warps) == 1)

    @cached_property
    def arrivals(self) -> frozenset[int]:
        """The instructions that arrive at a barrier and do not wait there."""
        nodes = (item.event for item in self.items if isinstance(item, SyncNode))
        return frozenset(event.instruction for event in nodes if isinstance(event, BarrierArrived))

    def ends(self, group: int) -> tuple[int, int]:
        """The first and the last thread of a class."""
        threads = np.flatnonzero(self.classes == group)
        return int(threads[0]), int(threads[-1])

    def mbarrier_atoms(self) -> list[int]:
        """The atoms that are mbarriers."""
        uses = (item.use for item in self.items if isinstance(item, SyncNode) and item.use is not None)
        return sorted({atom for use in uses for atom in use.atoms.tolist()})


class _Alike:
    """The pieces of a segment that are the same work, each with its threads; a thread is in each of them once.

    Where there are many, `free` has for each thread the first piece that does not have it: the first one that has none of
    some threads is no earlier than the last of theirs. So threads that try again and again do not look at all tries.
    """

    FEW = 8

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.pieces: list[tuple[AccessPiece, NDArray[np.bool_]]] = []
        self.free: Numbers | None = None

    def open_to(self, threads: Numbers) -> int:
        """The first piece that has none of the threads; one behind the last if all have some."""
        number = 0 if self.free is None else int(self.free[threads].max())
        while number < len(self.pieces) and self.pieces[number][1][threads].any():
            number += 1
        return number

    def add(self, piece: AccessPiece) -> None:
        """One more piece, of no threads yet."""
        self.pieces.append((piece, np.zeros(self.threads, np.bool_)))
        if len(self.pieces) == self.FEW:  # the one just made has nobody
            self.free = np.argmin([mask for _, mask in self.pieces], axis=0).astype(np.int32)

    def join(self, number: int, threads: Numbers) -> None:
        """The threads are in this piece now."""
        self.pieces[number][1][threads] = True
        if self.free is None:
            return
        for thread in threads[self.free[threads] == number].tolist():
            first = number + 1
            while first < len(self.pieces) and self.pieces[first][1][thread]:
                first += 1
            self.free[thread] = first


@dataclass(slots=True, eq=False)
class _Segment:
    """What a class does between two events that synchronise it: pieces with their places, and the node at its end."""

    pieces: list[tuple[int, AccessPiece]] = field(default_factory=lambda: [])
    alike: dict[tuple[object, ...], _Alike] = field(default_factory=lambda: {})
    node: SyncNode | None = None
    place: float = float("inf")


_ONE: Final = np.ones(1, np.bool_)


def replay_order(trace: KernelTrace) -> ReplayOrder:
    """Puts a trace into the order of its classes, with atoms for bytes."""
    return _Builder(trace).order()


class _Builder:
    """Goes through the events once."""

    def __init__(self, trace: KernelTrace) -> None:
        self.trace = trace
        self.classes = thread_classes(trace.events, trace.threads, trace.block)
        self.sizes = np.bincount(self.classes)
        self.step = np.zeros(trace.threads, np.int64)
        self.segments: list[dict[int, _Segment]] = [defaultdict(_Segment) for _ in self.sizes]
        self.shared: dict[int, SyncNode] = {}
        self.completions: list[tuple[int, SyncNode]] = []
        self.addresses: dict[int, int] = {}
        self.trips: Counter[tuple[object, ...]] = Counter()
        self.done = np.zeros(len(self.sizes), np.int64)
        self.accesses = 0
        places = {p for period in trace.periods for p in (period.first, period.last)}
        self.borders = sorted(places)
        self.at_border: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        warp = np.arange(trace.threads) % trace.block // 32
        block = np.arange(trace.threads) // trace.block
        self.warps = (block * ((trace.block + 31) // 32) + warp).astype(np.int32)

    def order(self) -> ReplayOrder:
        """All items, sorted."""
        borders = set(self.borders)
        for place, event in enumerate(self.trace.events):
            if place in borders:
                self.at_border[place] = (self.step.copy(), self.done.copy())
            self.take(place, event)
        keyed = sorted(self.keyed(), key=lambda entry: entry[:2])
        items = tuple(item for _, _, item in keyed)
        pieces = tuple(piece for item in items for piece in _pieces_of(item))
        for number, piece in enumerate(pieces):
            piece.number = number
        table = reduce_atoms(pieces, self.warps)
        mbarriers = {number: k for k, number in enumerate(sorted(self.addresses))}
        places = [key for key, _, _ in keyed]
        queues = {
            (item.groups[0], item.event.queue)
            for item in items
            if isinstance(item, SyncNode) and isinstance(item.event, Arrived) and item.event.deferred
        }
        queues |= {
            (item.groups[0], INITIALISED)
            for item in items
            if isinstance(item, SyncNode) and isinstance(item.event, Fenced)
            if item.event.kind == "mbarrier_init" and self.sizes[item.groups[0]] == 1
        }
        first_column = len(self.sizes) + len(mbarriers)
        handed = {key: first_column + k for k, key in enumerate(sorted(queues))}
        windows = tuple(self.window(p.first, p.last, places, items) for p in self.trace.periods)
        first: dict[int, int] = {}
        for k, item in enumerate(items):
            if isinstance(item, SyncNode):
                for site in sites_of(item.event):
                    first.setdefault(site, k)
        sizes = tuple(int(n) for n in self.sizes)
        warps = tuple(frozenset(self.warps[self.classes == c].tolist()) for c in range(len(sizes)))
        return ReplayOrder(
            self.trace,
            items,
            pieces,
            self.classes,
            self.warps,
            sizes,
            warps,
            mbarriers,
            handed,
            table,
            windows,
            first,
            self.accesses,
        )

    def take(self, place: int, event: TraceEvent) -> None:
        """Puts one event where it belongs."""
        match event:
            case PhaseCompleted():
                self.completions.append((place, SyncNode(event, ())))
            case Accessed():
                for touched in event.touched:
                    shape = AccessPiece(touched.mode, event.instruction, touched.proxy)
                    self.access(place, shape, touched)
            case Issued():
                self.issue(place, event)
            case RegistersUsed():
                self.bare(place, event, "registers", event.names, None)
            case Expected():
                self.use(place, event, event.mbarrier, "generic")
            case Cut() | Unjudged():
                pass
            case _ if isinstance(event, SYNCHRONISING) and len(event.threads):
                self.node(place, event)
            case _:
                pass

    def groups(self, threads: Numbers) -> Iterator[tuple[int, int, np.ndarray]]:
        """The classes among threads with their steps: (class, step, which of the threads)."""
        if len(threads) == 1:
            thread = threads[0]
            yield int(self.classes[thread]), int(self.step[thread]), _ONE
            return
        key = self.classes[threads] * np.int64(1 << 32) + self.step[threads]
        if len(key) and key.min() == key.max():
            yield int(key[0] >> 32), int(key[0] & 0xFFFFFFFF), np.ones(len(threads), bool)
            return
        for value in np.unique(key):
            yield int(value >> 32), int(value & 0xFFFFFFFF), key == value

    def piece(self, place: int, shape: AccessPiece, group: int, step: int, threads: Numbers) -> AccessPiece:
        """The piece for an instruction's execution by these threads: that of other warps, if there is one yet."""
        segment = self.segments[group][step]
        self.accesses += 1
        key = shape.merge_key()
        alike = segment.alike.get((shape.instruction, *key))
        if alike is None:
            alike = segment.alike[shape.instruction, *key] = _Alike(self.trace.threads)
        number = alike.open_to(threads)
        if number == len(alike.pieces):
            made = replace(shape, group=group, members=0, rows=[])
            made.trip = self.trip(group, shape.instruction, *key)
            alike.add(made)
            segment.pieces.append((place, made))
        alike.join(number, threads)
        piece = alike.pieces[number][0]
        piece.members += len(threads)
        piece.names |= shape.names
        return piece

    def access(self, place: int, shape: AccessPiece, touched: TouchedBytes) -> None:
        """Accesses of one instruction, given to the classes of their threads."""
        for group, step, rows in self.groups(touched.threads):
            threads = touched.threads[rows]
            own = np.unique(threads) if len(threads) > 1 else threads
            self.done[group] += len(own)
            piece = self.piece(place, shape, group, step, own)
            addresses = touched.addresses[rows]
            piece.rows.append(AccessRows(shape.instruction, piece.trip, threads, addresses, touched.size))

    def trip(self, *key: object) -> int:
        """How often something of a class was here before."""
        self.trips[key] += 1
        return self.trips[key] - 1

    def issue(self, place: int, event: Issued) -> None:
        """What is in flight from here; a copy that ends with an mbarrier uses that."""
        info = FlightOfPiece(event.queue, event.mbarrier, event.phase)
        if event.mbarrier >= 0:
            self.use(place, event, event.mbarrier, "async")
        if event.registers or not event.touched:
            self.bare(place, event, "read", event.registers, info)
        for touched in event.touched:
            self.access(
                place, AccessPiece(touched.mode, event.instruction, touched.proxy, issue=info), touched
            )

    def bare(
        self,
        place: int,
        event: TraceEvent,
        kind: PieceKind,
        names: frozenset[str],
        info: FlightOfPiece | None,
    ) -> None:
        """A piece without memory."""
        for group, step, rows in self.groups(event.threads):
            self.done[group] += int(rows.sum())
            proxy = "async" if info else "generic"
            shape = AccessPiece(kind, event.instruction, proxy, issue=info, names=names)
            self.piece(place, shape, group, step, event.threads[rows])

    def use(self, place: int, event: TraceEvent, mbarrier: int, proxy: Literal["generic", "async"]) -> None:
        """An access to an mbarrier by what does not synchronise."""
        if mbarrier not in self.addresses:
            return
        where = np.full(len(event.threads), self.addresses[mbarrier], np.int64)
        touched = TouchedBytes("read", event.threads, where, MBARRIER_BYTES, proxy)
        self.access(place, AccessPiece("read", event.instruction, proxy, barrier=True), touched)

    def node(self, place: int, event: TraceEvent) -> None:
        """An event that synchronises, for each class of its threads; where classes meet, one node for all."""
        if isinstance(event, Initialised):
            self.addresses[event.mbarrier] = event.address
        who = held_by(event)
        if not len(who):  # All arrive and nobody waits.
            self.completions.append((place, SyncNode(event, ())))
        for group, step, rows in list(self.groups(who)):
            segment = self.segments[group][step]
            self.step[who[rows]] += 1
            if segment.node is not None:
                self.widen(segment.node, event, who[rows])
                continue
            trip = self.trip(group, event.instruction)
            if isinstance(event, (BarrierMet, WarpMet)):
                node = self.shared.setdefault(place, SyncNode(event, (), None, trip))
                node.groups += (group,)
            else:
                node = SyncNode(event, (group,), None, trip)
                node.use = self.use_of(event, group, who[rows], trip)
            segment.node, segment.place = node, place

    def widen(self, node: SyncNode, event: TraceEvent, threads: Numbers) -> None:
        """More threads of the class have come to a node: they use the mbarrier too."""
        mbarrier = getattr(event, "mbarrier", -1)
        if node.use is not None and mbarrier in self.addresses:
            self.use_rows(node.use, event, threads, self.addresses[mbarrier], node.trip)

    def use_of(self, event: TraceEvent, group: int, threads: Numbers, trip: int) -> AccessPiece | None:
        """The access to the mbarrier that an event synchronises by."""
        if not isinstance(event, (Arrived, PhaseSeen, Initialised, Invalidated)):
            return None
        if event.mbarrier not in self.addresses:
            return None
        kind: PieceKind = "write" if isinstance(event, (Initialised, Invalidated)) else "read"
        piece = AccessPiece(kind, event.instruction, group=group, barrier=True)
        self.use_rows(piece, event, threads, self.addresses[event.mbarrier], trip)
        return piece

    def use_rows(self, piece: AccessPiece, event: TraceEvent, threads: Numbers, at: int, trip: int) -> None:
        """Adds threads to the users of an mbarrier."""
        where = np.full(len(threads), at, np.int64)
        piece.rows.append(AccessRows(event.instruction, trip, threads, where, MBARRIER_BYTES))

    def keyed(self) -> Iterator[tuple[float, int, ReplayItem]]:
        """All items with their places; what has one place keeps the order of its class."""
        number = 0
        given: set[int] = set()
        for segments in self.segments:
            for _, segment in sorted(segments.items()):
                for place, piece in self.merged(segment):
                    number += 1
                    yield place, number, piece
                if segment.node is not None and id(segment.node) not in given:
                    given.add(id(segment.node))
                    number += 1
                    yield segment.place, number, segment.node
        for place, node in self.completions:
            yield place, 0, node

    def merged(self, segment: _Segment) -> Iterator[tuple[float, AccessPiece]]:
        """The pieces of a segment, those of one kind in a row as one."""
        last: AccessPiece | None = None
        place: float = 0
        for first, piece in segment.pieces:
            at = min(float(first), segment.place - 0.5)
            across = last is not None and self.border(place) != self.border(at)
            if last is None or across or last.merge_key() != piece.merge_key() or collide(last, piece):
                if last is not None:
                    yield place, last
                last, place = piece, at
                continue
            last.rows += piece.rows
            last.names |= piece.names
            last.members += piece.members
        if last is not None:
            yield place, last

    def border(self, place: float) -> int:
        """How many borders of periods lie at or before a place."""
        return bisect_left(self.borders, place)

    def window(
        self, first: int, last: int, places: list[float], items: Sequence[ReplayItem]
    ) -> tuple[int, int] | str:
        """The items of a period, where its threads go in step from its first cut to its last."""
        low, high = bisect_left(places, first), bisect_left(places, last)
        steps = self.at_border[last][0] - self.at_border[first][0]
        done = self.at_border[last][1] - self.at_border[first][1]
        nodes = np.zeros(len(self.sizes), np.int64)
        members = np.zeros(len(self.sizes), np.int64)
        for item in items[low:high]:
            if isinstance(item, SyncNode):
                nodes[list(item.groups)] += 1
            else:
                members[item.group] += item.members
        if not np.array_equal(nodes[self.classes], steps):
            return "threads of one class have different numbers of events in the period"
        if not np.array_equal(members, done):
            return "threads of one class are at different accesses at the two ends of the period"
        return low, high


def sites_of(event: TraceEvent) -> tuple[int, ...]:
    """The instructions that an event is at."""
    return event.sites if isinstance(event, BarrierMet) else (event.instruction,)


def _pieces_of(item: ReplayItem) -> tuple[AccessPiece, ...]:
    """The piece of an item that has one."""
    if isinstance(item, AccessPiece):
        return (item,)
    return () if item.use is None else (item.use,)
