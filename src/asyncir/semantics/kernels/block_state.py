# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The state of one block while it runs: warps and their strands, barriers, what is in flight, what went wrong.

A *strand* is lanes of one warp that stand at the same instruction and go on together. A divergent branch makes two of one;
they become one again where they meet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from asyncir.semantics.kernels.adversary import Adversary
from asyncir.semantics.kernels.arithmetic import Flags, Lanes, Value
from asyncir.semantics.kernels.launch import BlockLaunch, CopyBox
from asyncir.semantics.kernels.shared_bytes import MemoryLog, Places, TrackedMemory

# What a strand waits for: a `phase` of the mbarrier at an address, `products` of a group of warps, lanes of its warp
# `together` at a step (a mask); each with two numbers.
Waits = tuple[str, int, int]


class NotModelledError(Exception):
    """The simulator does not know what an instruction does; it says nothing of the program."""


@dataclass(frozen=True)
class SimulatedFault:
    """Something that no schedule of a right program does.

    `kind` is `hang`, `proxy` (no proxy fence behind a write), `late read` (none behind a read), `register`, `barrier`,
    `bounds`, `trap`, or `exit`; `instruction` is its index in the body.
    """

    kind: str
    instruction: int
    thread: int
    text: str


@dataclass(frozen=True)
class SimulatorRules:
    """Readings of the manual that people dispute, each with its default.

    `reads_need_fence`: a read by hand and a later asynchronous write of the same bytes need a proxy fence between them
    (PTX ISA 9.0, section 8.5 "Memory proxies": accesses through different proxies need a proxy fence, which excepts no
    kind of access).

    `tensor_loads_need_wait`: registers that `tcgen05.ld` fills may not be touched before `tcgen05.wait::ld` (section
    9.7.16.8). LLVM and nvcc move arithmetic in front of that wait, which names no registers, and leave the order to ptxas:
    so it is off by default.
    """

    reads_need_fence: bool = True
    tensor_loads_need_wait: bool = False


RULES = SimulatorRules()


class LaneStrand:
    """Lanes of a warp that go on together."""

    __slots__ = ("at", "blocked", "failed_wait", "full", "joined", "lanes", "mask", "part", "turn", "warp")

    def __init__(self, warp: Warp, mask: Flags, at: int, part: int) -> None:
        self.warp = warp
        self.at = at
        self.part = part
        self.turn = 0
        self.blocked: NamedBarrier | Waits | None = None
        self.failed_wait: tuple[object, ...] | None = None
        self.joined: list[tuple[int, Flags]] | None = None
        self.mask = mask
        self.lanes: NDArray[np.intp] = np.flatnonzero(mask)
        self.full = len(self.lanes) == warp.width

    def takes(self, mask: Flags) -> None:
        """Have other lanes from now on."""
        self.mask = mask
        self.lanes = np.flatnonzero(mask)
        self.full = len(self.lanes) == self.warp.width

    def put(self, slot: int, value: Value) -> None:
        """Set a register of the strand's lanes."""
        registers = self.warp.registers
        registers[slot] = value if self.full else np.where(self.mask, value, registers[slot])

    def put_where(self, slot: int, value: Value, mask: Flags) -> None:
        """Set a register of some lanes."""
        registers = self.warp.registers
        registers[slot] = np.where(mask, value, registers[slot])

    def threads(self, lanes: NDArray[np.intp] | None = None) -> list[int]:
        """Thread numbers of the strand's lanes, or of some."""
        first = self.warp.number * 32
        return [first + int(lane) for lane in (self.lanes if lanes is None else lanes)]


@dataclass(eq=False)
class LaneCopies:
    """`cp.async` of one instruction: a row for each lane that has issued it and not yet waited."""

    lanes: NDArray[np.intp]
    places: Places
    names: Lanes
    groups: NDArray[np.int64]


@dataclass(eq=False)
class CopiesArrive:
    """`cp.async.mbarrier.arrive`: arrives when all earlier copies of these lanes have happened."""

    warp: Warp
    lanes: NDArray[np.intp]
    addresses: Places
    count: int


class Warp:
    """Registers of 32 threads, what they have in flight by themselves, and how many accesses they made."""

    def __init__(self, block: BlockState, number: int, width: int, registers: list[Value]) -> None:
        self.block = block
        self.number = number
        self.width = width
        self.registers = registers
        self.strands: list[LaneStrand] = []
        self.ordinal = np.zeros(32, np.uint64)
        self.sums = np.zeros(32, np.uint64)
        self.cluster_phases = np.zeros(32, np.int64)
        self.copies: list[LaneCopies] = []
        self.copy_groups = np.zeros(32, np.int64)
        self.instances: dict[int, Lanes] = {}
        self.products: list[tuple[int, ProxyFlight]] = []
        self.products_issued = 0
        self.product_groups: list[int] = []
        self.busy_registers: dict[str, int] = {}
        self.unfenced_registers: set[str] = set()
        self.loading_registers: set[str] = set()
        self.tensor_flights: list[ProxyFlight] = []
        self.tensor_loads: list[ProxyFlight] = []
        self.tensor_stores: list[ProxyFlight] = []

    def instance(self, instruction: int, lanes: NDArray[np.intp]) -> Lanes:
        """How often these lanes have carried an instruction out, this time included."""
        counts = self.instances.get(instruction)
        if counts is None:
            counts = self.instances[instruction] = np.zeros(32, np.uint64)
        counts[lanes] += np.uint64(1)
        return counts[lanes]

    def land_copies(self, lanes: Flags, most: int | None) -> None:
        """Let copies of these lanes happen, but for the `most` youngest groups; all, the open group too, if None."""
        kept: list[LaneCopies] = []
        for copies in self.copies:
            due = lanes[copies.lanes]
            if most is not None:
                due &= copies.groups < self.copy_groups[copies.lanes] - most
            if due.all():
                self.block.lands(copies.places, copies.names)
                continue
            if due.any():
                self.block.lands(copies.places[due], copies.names[due])
                rest = ~due
                copies = LaneCopies(
                    copies.lanes[rest], copies.places[rest], copies.names[rest], copies.groups[rest]
                )
            kept.append(copies)
        self.copies = kept

    def copies_to(self, places: Places) -> bool:
        """Whether copies in flight write some of these units."""
        return any(bool(np.isin(copies.places, places).any()) for copies in self.copies)

    def land_copies_to(self, places: Places) -> None:
        """Let those copies happen that write some of these units."""
        kept: list[LaneCopies] = []
        for copies in self.copies:
            due = np.isin(copies.places, places).any(axis=1)
            self.block.lands(copies.places[due], copies.names[due])
            rest = ~due
            if rest.any():
                kept.append(
                    LaneCopies(
                        copies.lanes[rest], copies.places[rest], copies.names[rest], copies.groups[rest]
                    )
                )
        self.copies = kept


@dataclass(eq=False)
class ProxyFlight:
    """An operation of the asynchronous proxy. `happens` does what it does to memory, once; then its barrier hears of it.

    `thread` issued it, `group` is the bulk group it is in. `before` are flights that happen first (a commit of tensor
    operations waits for those).
    """

    thread: int
    instruction: int
    happens: Callable[[], None]
    barrier: int | None = None
    bytes: int = 0
    arrivals: int = 0
    group: int = -1
    before: tuple[ProxyFlight, ...] = ()
    done: bool = False


@dataclass(eq=False)
class NamedBarrier:
    """`bar.sync ID`: who has arrived and who waits."""

    expected: int = 0
    arrived: int = 0
    phase: int = 0
    waiting: list[LaneStrand] = field(default_factory=list[LaneStrand])


@dataclass
class MbarrierState:
    """An mbarrier: arrivals and transaction bytes that its phase still waits for (PTX ISA 9.0, section 9.7.13.15)."""

    count: int
    pending: int
    transactions: int = 0
    phase: int = 0


class BlockState:
    """One run of one block."""

    def __init__(
        self,
        launch: BlockLaunch,
        adversary: Adversary,
        rules: SimulatorRules,
        shared: TrackedMemory,
        log: MemoryLog | None,
    ) -> None:
        self.launch = launch
        self.parameters = launch.parameter_bytes()
        self.adversary = adversary
        self.rules = rules
        self.shared = shared
        self.tensor = TrackedMemory(8 * 512, 1, bytes_matter=False)
        self.tensor_columns = 0
        self.log = log
        self.warps: list[Warp] = []
        self.named: dict[int, NamedBarrier] = {}
        self.phases: dict[int, MbarrierState] = {}
        self.flights: list[ProxyFlight] = []
        self.arrivals: list[CopiesArrive] = []
        self.bulk: dict[int, list[ProxyFlight]] = {}
        self.bulk_groups: dict[int, int] = {}
        self.boxes: dict[int, dict[str, int]] = {}
        self.faults: list[SimulatedFault] = []
        self.clock = 1
        self.fenced_at = 0
        self.generic_writes_matter = True
        self.parts: list[Flags] = []

    def fault(self, kind: str, instruction: int, thread: int, text: str) -> None:
        """Note what went wrong; a run notes a few at most."""
        if len(self.faults) < 20:
            self.faults.append(SimulatedFault(kind, instruction, thread, text))

    def lands(self, places: Places, names: Lanes) -> None:
        """A write by hand (or of `cp.async`) is there."""
        self.shared.holds[places] = names
        self.clock += 1
        self.shared.written_at[places] = self.clock

    def lands_behind(self, places: Places, names: Lanes) -> bool:
        """A write of bytes that copies in flight will write, too: it is there, and then they are. False where there are no
        such copies, or it goes otherwise in this run.
        """
        if self.adversary.order.copies != "behind":
            return False
        over = [warp for warp in self.warps if warp.copies_to(places)]
        if over:
            self.lands(places, names)
            for warp in over:
                warp.land_copies_to(places)
        return bool(over)

    # mbarriers

    def phase_of(self, address: int, instruction: int, thread: int) -> MbarrierState | None:
        """The mbarrier at an address; a fault if there is none."""
        barrier = self.phases.get(address)
        if barrier is None:
            self.fault(
                "barrier", instruction, thread, f"no mbarrier is initialised at shared address {address}"
            )
        return barrier

    def arrive(self, address: int, count: int, instruction: int, thread: int) -> int:
        """Arrivals at an mbarrier; the phase that they belong to."""
        barrier = self.phase_of(address, instruction, thread)
        if barrier is None:
            return 0
        phase = barrier.phase
        barrier.pending -= count
        if barrier.pending < 0:
            self.fault(
                "barrier", instruction, thread, f"more arrivals than the mbarrier at {address} expects"
            )
            barrier.pending = 0
        self.completes(address, barrier)
        return phase

    def transact(self, address: int, bytes: int, instruction: int, thread: int) -> None:
        """Bytes expected (more than 0) or arrived (less)."""
        barrier = self.phase_of(address, instruction, thread)
        if barrier is None:
            return
        barrier.transactions += bytes
        if abs(barrier.transactions) >= 1 << 20:
            self.fault(
                "barrier", instruction, thread, f"the bytes that the mbarrier at {address} waits for overflow"
            )
        self.completes(address, barrier)

    def completes(self, address: int, barrier: MbarrierState) -> None:
        """End the phase if nothing is missing, and wake who waits for it."""
        if barrier.pending or barrier.transactions:
            return
        barrier.phase += 1
        barrier.pending = barrier.count
        for warp in self.warps:
            for strand in warp.strands:
                if strand.blocked == ("phase", address, 0):
                    strand.blocked = None

    # what is in flight

    def issue(self, flight: ProxyFlight) -> None:
        """Start an operation that a barrier will hear of: it happens now or later."""
        if self.adversary.early():
            self.finish(flight)
        else:
            self.flights.append(flight)

    def finish(self, flight: ProxyFlight) -> None:
        """Let an operation happen, after those that come first."""
        if flight.done:
            return
        flight.done = True
        for earlier in flight.before:
            self.finish(earlier)
        flight.happens()
        if flight.barrier is not None:
            if flight.bytes:
                self.transact(flight.barrier, -flight.bytes, flight.instruction, flight.thread)
            if flight.arrivals:
                self.arrive(flight.barrier, flight.arrivals, flight.instruction, flight.thread)

    def force(self) -> bool:
        """Let one of the operations in flight happen, since nothing else can go on; False if there is none."""
        self.flights = [flight for flight in self.flights if not flight.done]
        choices: list[ProxyFlight | CopiesArrive] = [*self.flights, *self.arrivals]
        if not choices:
            return False
        chosen = self.adversary.happens(choices)
        if isinstance(chosen, ProxyFlight):
            self.finish(chosen)
        else:
            self.settle(chosen)
        return True

    def settle(self, pending: CopiesArrive) -> None:
        """The earlier copies of some lanes happen, then their arrival."""
        self.arrivals.remove(pending)
        mask = np.zeros(32, np.bool_)
        mask[pending.lanes] = True
        pending.warp.land_copies(mask, None)
        for lane, address in zip(pending.lanes.tolist(), pending.addresses.tolist(), strict=True):
            self.arrive(address, pending.count, -1, pending.warp.number * 32 + lane)

    def box_of(self, address: int) -> CopyBox | None:
        """The box of a tensor map: from the launch, or one that the kernel made itself."""
        made = self.boxes.get(address)
        if made is not None:
            rank = made.get("rank", -1) + 1
            sides = tuple(made.get(f"box_dim{k}", 1) for k in range(rank))
            return CopyBox(sides, made.get("elemtype", 2))
        return self.launch.box_at(address)
