"""Orders: what happens next, where several things can.

| order | what it chooses |
| --- | --- |
| earliest | engines do at once what they are given; processes wait until they have |
| latest | processes first; an engine does only what somebody who waits, a full queue or the end makes it do |
| seeded | anything, by a generator; works may read long before they write |
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from asyncir.ir import Operation
from asyncir.semantics.core.memory import Buffer
from asyncir.semantics.machines.engines import PlayedEngine
from asyncir.semantics.machines.entries import EntryKind, GivenWork, Ordered, Phase
from asyncir.semantics.machines.launches import Busy, Launch, LaunchEvent
from asyncir.semantics.machines.processes import Everything, GroupsWant, Process, Room, Status, Want
from asyncir.semantics.machines.resources import ResourceInstance
from asyncir.semantics.machines.rooms import MemoryRoom
from asyncir.targets.resources import SyncResource

if TYPE_CHECKING:
    from asyncir.semantics.machines.machine import SyncMachine

Agent = PlayedEngine | Process

Touched = (
    PlayedEngine
    | ResourceInstance
    | Everything
    | Operation
    | LaunchEvent
    | MemoryRoom
    | Sequence[PlayedEngine]
)
"""What a process is about to do something to; engines in a row are those that a launch is about to hold."""

_MOST_CHOICES = 64
"""Of so many works in flight on one engine, the oldest ones, a generator picks the next."""


class PlayOrder:
    """What the machine asks and tells while it plays."""

    yields = False
    """Whether a process that has done something others notice stops, so that the order can choose."""

    careful = False
    """Whether the order wants to choose before what makes a difference: see `explore.py`."""

    def __init__(self, machine: SyncMachine):
        self.machine = machine

    def guards(self, engine: PlayedEngine) -> bool:
        """Whether it wants to choose before something is given to the engine."""
        return self.careful

    def stops_before(self, process: Process, thing: Touched) -> bool:
        """Whether a process stops before it does something to the thing, or an op that accesses memory."""
        return False

    def run(self) -> None:
        """Play until nobody can do anything."""
        raise NotImplementedError

    def woken(self, agent: Agent) -> None:
        """An engine or a process may be able to do something now."""
        raise NotImplementedError

    # ---- what has happened, for those who count or draw it ----

    def begun(self, engine: PlayedEngine, work: GivenWork) -> None:
        """A work is in flight."""

    def gave(self, process: Process) -> None:
        """A process gives an entry."""

    def did(self, process: Process, operations: float) -> None:
        """A process has done so much itself."""

    def launched(self, process: Process, launch: Launch) -> None:
        """A launch begins."""

    def finishing(self, process: Process, launch: Launch) -> None:
        """A launch is about to be over; it is asked again each time the order stops it there."""

    def spent(self, process: Process, cycles: float, op: Operation | None = None) -> None:
        """A process has worked for so many cycles itself, in a work of its own engine."""

    def waited(self, process: Process, op: Operation, resource: SyncResource | None) -> None:
        """A process has executed an op on a resource."""

    def made(self, buffer: Buffer) -> None:
        """There is a new object."""

    def freed(self, buffer: Buffer) -> None:
        """An object is gone."""


class EarliestOrder(PlayOrder):
    """Engines do at once what they can."""

    def __init__(self, machine: SyncMachine):
        super().__init__(machine)
        self._ready: deque[Process] = deque()
        self._engines: list[PlayedEngine] = []
        self._driving = False

    def woken(self, agent: Agent) -> None:
        """See `PlayOrder`."""
        if isinstance(agent, Process):
            self._ready.append(agent)
            return
        self._engines.append(agent)
        if not self._driving:
            self._drive()

    def run(self) -> None:
        """See `PlayOrder`."""
        while self._ready:
            self.machine.run_process(self._ready.popleft())

    def _drive(self) -> None:
        self._driving = True
        while self._engines:
            engine = self._engines.pop()
            while engine.queue and engine.can_take():
                engine.take()
                for work in list(engine.flying.values()):
                    self.machine.perform(work)
        self._driving = False


class LatestOrder(PlayOrder):
    """An engine does only what it has to."""

    def __init__(self, machine: SyncMachine):
        super().__init__(machine)
        self._ready: deque[Process] = deque()
        self._tried: set[object] = set()

    def woken(self, agent: Agent) -> None:
        """See `PlayOrder`."""
        if isinstance(agent, Process):
            self._ready.append(agent)

    def run(self) -> None:
        """See `PlayOrder`."""
        machine = self.machine
        goes_on = True
        while goes_on:
            while self._ready:
                machine.run_process(self._ready.popleft())
            wants = [p.want for p in machine.processes if p.status is Status.WAITING]
            goes_on = False
            while not self._ready and self._goes_on(wants):
                goes_on = True

    def _goes_on(self, wants: Sequence[Want | None]) -> bool:
        """Do one thing that somebody waits for; if there is none, one that is left to do."""
        tried = self._tried
        tried.clear()
        if any(want is not None and self._force(want, tried) for want in wants):
            return True
        tried.clear()
        return self._push_any(tried)

    def _push_any(self, tried: set[object]) -> bool:
        for engine in self.machine.engines:
            if (engine.queue or engine.flying or engine.blocked) and self._push(engine, tried):
                return True
        return False

    def _force(self, want: Want, tried: set[object]) -> bool:
        """Do one thing that brings about what is wanted, if there is one."""
        if isinstance(want, Room):
            return self._push(want.engine, tried)
        if isinstance(want, GroupsWant):
            return self._force_groups(want, tried)
        if isinstance(want, Everything):
            return self._push_any(tried)
        if isinstance(want, LaunchEvent | Busy | MemoryRoom):
            return False  # who makes it happen is a process, and has gone on
        assert isinstance(want, ResourceInstance)
        return any(self._push(engine, tried) for engine in want.sources)

    def _force_groups(self, want: GroupsWant, tried: set[object]) -> bool:
        work = next(work for work in want.works if work.phase < (Phase.READ if want.read else Phase.ARRIVED))
        engine = self.machine.named[work.name]
        if want.read and work.phase is Phase.BEGUN:
            self.machine.read(work)
            return True
        if work.phase is not Phase.GIVEN and engine.can_arrive(work):
            self.machine.perform(work)
            return True
        return self._push(engine, tried)

    def _push(self, engine: PlayedEngine, tried: set[object]) -> bool:
        """One step of the engine, or of what it waits for."""
        if engine in tried:
            return False
        tried.add(engine)
        if engine.blocked is not None:
            return self._push_any(tried)
        if engine.pending and engine.flying:
            return self._arrive(engine)
        if engine.can_take():
            engine.take()
            return True
        head = engine.queue[0] if engine.queue else None
        if head is not None and head.kind is EntryKind.WAIT and not (engine.in_order and engine.flying):
            assert isinstance(head, Ordered)
            if self._force(head.instance, tried):
                return True
        return bool(engine.flying) and self._arrive(engine)

    def _arrive(self, engine: PlayedEngine) -> bool:
        self.machine.perform(next(iter(engine.flying.values())))
        return True


class SeededOrder(PlayOrder):
    """Anything that can happen, by a generator."""

    def __init__(self, machine: SyncMachine, seed: int):
        super().__init__(machine)
        self._random = random.Random(seed)
        self._agents: list[Agent] = []

    @property
    def yields(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        """See `PlayOrder`."""
        return self._random.random() < 0.5

    def woken(self, agent: Agent) -> None:
        """See `PlayOrder`."""
        if isinstance(agent, PlayedEngine):
            if agent.awake:
                return
            agent.awake = True
        self._agents.append(agent)

    def run(self) -> None:
        """See `PlayOrder`."""
        agents, draw = self._agents, self._random.random
        while agents:
            at = int(draw() * len(agents))
            agents[at], agents[-1] = agents[-1], agents[at]
            agent = agents[-1]
            if isinstance(agent, Process):
                agents.pop()
                self.machine.run_process(agent)
            elif not self._act(agent):
                agents.remove(agent)
                agent.awake = False

    def _act(self, engine: PlayedEngine) -> bool:
        takes = engine.can_take()
        flying = engine.flying
        count = min(len(flying), _MOST_CHOICES)
        at = int(self._random.random() * (count + takes))
        if takes and at == count:
            engine.take()
            return True
        if not flying:
            return False
        work = next(islice(flying.values(), at, None))
        if work.phase is Phase.BEGUN and self._random.random() < 0.4:
            self.machine.read(work)
        else:
            # Where works arrive in order, the oldest is next.
            self.machine.perform(work if engine.can_arrive(work) else next(iter(flying.values())))
        return True
