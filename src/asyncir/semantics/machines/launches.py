"""Launches: regions that wait for events and devices, and the events that they make (MAC-22 and on).

A launch is a process from when its op is executed. It waits for its events, then for its devices, and then executes its
region; so any of those that are ready may be the next on a device.

    waiting for events -> for devices -> for room -> running, its devices held -> over: devices free, its event happens

What is known where an event has happened is what was known at the end of the launch that made it. That a device does one
launch after the other makes nothing known: either may be first.

Clocks have a slot for each launch; one that waits for another, and is the first to do so, goes on in the other's slot. So a
chain of launches has one slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from asyncir.ir import Operation
from asyncir.semantics.core.values import Value
from asyncir.semantics.machines.knowledge import Clock, joined, told
from asyncir.semantics.machines.processes import Process, Want

if TYPE_CHECKING:
    from asyncir.semantics.core.memory import Buffer
    from asyncir.semantics.core.program import Segment
    from asyncir.semantics.core.values import Registers
    from asyncir.semantics.machines.engines import PlayedEngine
    from asyncir.semantics.machines.machine import SyncMachine
    from asyncir.semantics.machines.rooms import MemoryRoom
    from asyncir.simulation.spans import EngineSpan


class LaunchEvent(Want):
    """What happens once."""

    __slots__ = ("clock", "happened", "launch", "payload")

    def __init__(self, launch: Launch | None):
        super().__init__()
        self.launch = launch
        self.happened = launch is None
        self.clock: Clock = []
        self.payload: Value = None
        """The value that comes with it."""

    def words(self) -> str:
        """See `Want`."""
        return "an event" if self.launch is None else f"an event of `{self.launch.op.name}`"

    @property
    def stall(self) -> str:
        """See `Want`."""
        return "waits for events"

    def missing(self) -> LaunchEvent | None:
        """An event that has to happen first; None if it has happened."""
        return None if self.happened else self

    def happens(self, machine: SyncMachine, clock: Clock, payload: Value = None) -> None:
        """It happens, for the first time."""
        if not self.happened:
            self.happened, self.clock, self.payload = True, clock, payload
            machine.wake(self)


class AllOf:
    """What happens when several have."""

    __slots__ = ("_left", "clock", "payload")

    def __init__(self, events: Sequence[LaunchEvent | AllOf]):
        self._left = list(events)
        self.clock: Clock = []
        self.payload: Value = None

    def missing(self) -> LaunchEvent | None:
        """An event that has to happen first; None if all have happened."""
        while self._left:
            found = self._left[-1].missing()
            if found is not None:
                return found
            self.clock = joined(self.clock, self._left.pop().clock)
        return None


AnyEvent = LaunchEvent | AllOf


class Busy(Want):
    """That an engine is done with a launch."""

    __slots__ = ("engine",)

    def __init__(self, engine: PlayedEngine):
        super().__init__()
        self.engine = engine

    def words(self) -> str:
        """See `Want`."""
        return f'"{self.engine.name}", which is held by another'

    @property
    def stall(self) -> str:
        """See `Want`."""
        return f'"{self.engine.name}" busy'


@dataclass(frozen=True, slots=True)
class NewBuffer:
    """A buffer that there will be, and where."""

    buffer: Buffer
    size: int
    """Its bytes."""
    room: MemoryRoom | None
    """The memory; None: it has no end."""


class Launch:
    """One execution of an op that launches."""

    __slots__ = (
        "began",
        "behind",
        "cost",
        "devices",
        "done",
        "events",
        "extended",
        "given",
        "giver",
        "holds",
        "is_finishing",
        "label",
        "lane",
        "latency",
        "makes",
        "op",
        "parts",
        "process",
        "results",
        "span",
        "step",
        "values",
    )

    def __init__(
        self,
        op: Operation,
        giver: Process,
        events: Sequence[AnyEvent],
        devices: Sequence[PlayedEngine],
        flags: int,
        values: int,
    ):
        giver.launches += 1
        self.op = op
        self.giver, self.step = giver.number, giver.giver_step
        """Who gave it, and at which of its steps."""
        self.label = (*giver.label, giver.launches)
        self.events = events
        self.devices = devices
        """It holds them while it runs; the first is where it is placed. None: it is on no device."""
        self.done = LaunchEvent(self)
        self.parts = [LaunchEvent(self) for _ in range(flags)]
        self.values = [LaunchEvent(self) for _ in range(values)]
        self.results: list[Value] = []
        self.makes: NewBuffer | None = None
        """The buffer that is made when it begins."""
        self.holds = False
        self.extended = False
        """Whether another launch goes on in its slot."""
        self.behind = _chain(events)
        self.process: Process
        self.given = self.began = 0
        """When it was given and when it began, where time counts."""
        self.latency = self.lane = self.cost = 0
        self.is_finishing = False
        self.span: EngineSpan | None = None

    def takes(self, cost: int) -> int:
        """How many more cycles it has begun when it has done that; costs are in parts of a cycle, 1024 to one."""
        before, self.cost = -(-self.cost // 1024), self.cost + cost
        return -(-self.cost // 1024) - before


def _chain(events: Sequence[AnyEvent]) -> Process | None:
    """The process of a launch that ends in one of the events, and in whose slot nobody goes on yet."""
    for event in events:
        launch = event.launch if isinstance(event, LaunchEvent) else None
        if launch is not None and event is launch.done and not launch.extended:
            launch.extended = True
            return launch.process
    return None


def start(
    machine: SyncMachine, launch: Launch, giver: Process, registers: Registers, prologue: Segment
) -> None:
    """The launch is given by a process."""
    home = launch.devices[0] if launch.devices else giver.home
    process = Process(len(machine.processes), home, giver.release(), machine.slots, launch=launch)
    giver.next_step()
    machine.processes.append(process)
    launch.process = process
    process.op = launch.op
    process.registers, process.segment = registers, prologue
    process.iteration = giver.iteration
    for engine in launch.devices:
        engine.launched += 1
    if machine.counts_cycles:
        machine.order.gave(giver)
        process.time = launch.given = giver.time
    machine.order.woken(process)


def may_begin(machine: SyncMachine, process: Process, again: Segment) -> bool:
    """Whether its events have happened and its devices are free, which it then holds; if not, it waits there."""
    launch = process.launch
    assert launch is not None
    for event in launch.events:
        missing = event.missing()
        if missing is not None:
            process.wait(missing, again)
            return False
    busy = next((one for one in launch.devices if one.running + len(one.flying) >= one.count), None)
    if busy is not None:
        process.wait(machine.busy(busy), again)
        return False
    if launch.devices and machine.stops(process, launch.devices, again):
        return False
    if launch.makes is not None and not _finds_room(machine, process, launch.makes, again):
        return False
    _begin(machine, process, launch)
    return True


def _finds_room(machine: SyncMachine, process: Process, made: NewBuffer, again: Segment) -> bool:
    """Whether there is room for the buffer, which it then takes; if not, the process waits there (DEV-13)."""
    room = made.room
    if room is not None:
        if not room.has(made.size):
            process.wait(room, again)
            return False
        if machine.stops(process, room, again):
            return False
        room.take(made.buffer, made.size)
    machine.order.made(made.buffer)
    return True


def _begin(machine: SyncMachine, process: Process, launch: Launch) -> None:
    for event in launch.events:
        process.known = joined(process.known, event.clock)
    if launch.behind is not None:
        process.giver_step = launch.behind.giver_step + 1
        process.known = told(process.known, ((process.slot_of_steps, launch.behind.giver_step),))
    for engine in launch.devices:
        engine.running += 1
    launch.holds = True
    if machine.counts_cycles:
        machine.order.launched(process, launch)


def flag(machine: SyncMachine, process: Process, event: LaunchEvent) -> None:
    """A part of the result of the process' launch is there."""
    event.happens(machine, process.release())
    process.next_step()


def over(machine: SyncMachine, process: Process, launch: Launch) -> None:
    """Its region has come to its end."""
    launch.holds = False
    for engine in launch.devices:
        engine.running -= 1
        machine.wake(machine.busy(engine))
    clock = process.release()
    for event in (*launch.parts, launch.done):
        event.happens(machine, clock)
    for event, value in zip(launch.values, launch.results, strict=True):
        event.happens(machine, clock, value)
