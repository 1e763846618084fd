"""All orders of a program, where these are few: each that can make a difference is played once.

What makes a difference
-----------------------
Most programs synchronise so that nothing is left to chance: each instance has one engine that signals and one that
waits, nothing races. All their orders come to the same, and one is played. Only what is done to *open* things is
chosen: instances which several signal or wait for, or of which a clock says that they are misused in some order;
engines to which several processes give, or whose queue may overflow; each pair of ops that races; where there are
several processes, what barriers of all wait for. Which things are open is found while playing. When something turns
out to be open that was thought closed, the search begins anew; it can only find finitely many.

A *visible* step does something to an open thing: a wait, a signal, an entry, the reading or writing of a work that
races. All other steps are done as soon as they can be. They only touch what is closed, so they commute with all
visible ones.

The search
----------
At a node every visible step that can be done is tried, depth first, each time playing the program from its beginning.
What a node is like depends only on the steps that each open thing has seen, in their order: steps on different things
commute. So a node whose open things have seen the same as in one before is not searched again.

Why it ends: a run is finite, or stops at `MOST_STEPS`; the search stops after `most_runs` runs with S009.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from asyncir.ir import Operation
from asyncir.semantics.machines.engines import PlayedEngine
from asyncir.semantics.machines.entries import EntryKind, GivenWork, Ordered, Phase
from asyncir.semantics.machines.launches import LaunchEvent
from asyncir.semantics.machines.machine import SyncMachine
from asyncir.semantics.machines.orders import Agent, PlayOrder, Touched
from asyncir.semantics.machines.processes import Everything, Process, Status
from asyncir.semantics.machines.resources import ResourceInstance
from asyncir.semantics.machines.rooms import MemoryRoom

Label = tuple[object, ...]
"""A visible step: who does what, for which time."""

EVERYTHING = "everything"
"""The open thing that barriers of all look at, and that is given to, where there are several processes."""


class SearchedBefore(Exception):
    """The node was searched before."""


@dataclass
class Search:
    """What is open, and what has been searched with that."""

    open: set[str] = field(default_factory=set[str])
    racy: dict[Operation, Racing] = field(default_factory=dict[Operation, "Racing"])
    """For each op that races, and each work with such an op, its races."""
    races: dict[object, str] = field(default_factory=dict[object, str])
    """The names of the races: each is an open thing."""
    nodes: set[object] = field(default_factory=set[object])
    path: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    at: int = 0

    def choose(self, count: int) -> int:
        """One of so many possibilities."""
        if self.at == len(self.path):
            self.path.append((0, count))
        chosen, _ = self.path[self.at]
        self.at += 1
        return chosen

    @property
    def is_new(self) -> bool:
        """Whether the run has left what it repeats."""
        return self.at == len(self.path)

    def next_run(self) -> bool:
        """Begin another run with other decisions, if there is one."""
        self.at = 0
        while self.path:
            chosen, count = self.path.pop()
            if chosen + 1 < count:
                self.path.append((chosen + 1, count))
                return True
        return False

    def learn(self, machine: SyncMachine) -> bool:
        """Whether the run has shown that more is open than was thought; then the search begins anew."""
        names = {m.about for m in machine.misuses.values() if m.about}
        names |= {one.name for one in machine.instances.values() if one.is_open}
        names |= {engine.name for engine in machine.engines if len(engine.streams) > 1 or engine.launched > 1}
        names |= {room.name for room in machine.rooms.values() if room.is_open}
        if machine.has_met and len(machine.processes) > 1:
            names.add(EVERYTHING)
        races = machine.accesses.races
        if names <= self.open and races.keys() <= self.races.keys():
            return False
        self.open |= names
        for key, race in races.items():
            if key not in self.races:
                name = self.races[key] = f"race {len(self.races)}"
                self._add(race.first.op, race.kind != "WAR", name)
                self._add(race.second.op, race.kind != "RAW", name)
        self.nodes.clear()
        self.path, self.at = [], 0
        return True

    def _add(self, op: Operation, writes: bool, name: str) -> None:
        for one in (op, _work_around(op)):
            if one is not None:
                racing = self.racy.setdefault(one, Racing())
                (racing.writes if writes else racing.reads).add(name)


@dataclass
class Racing:
    """The names of the races of an op, or of a work: those in which it reads, and those in which it writes."""

    reads: set[str] = field(default_factory=set[str])
    writes: set[str] = field(default_factory=set[str])


_NOT_RACING = Racing()


def _work_around(op: Operation) -> Operation | None:
    around: Operation | None = op
    while around is not None and around.name != "sync.work":
        around = around.parent_op()
    return around


class EveryOrder(PlayOrder):
    """One run of a search."""

    careful = True

    def __init__(self, machine: SyncMachine, search: Search):
        super().__init__(machine)
        self._search = search
        self._ready: list[Process] = []
        self._stopped: dict[Process, list[str]] = {}
        """The processes that stand before a visible step, and the open things that they will do it to."""
        self._allowed: Process | None = None
        self._history: dict[str, list[Label]] = {}

    # ---- what the machine tells ----

    def woken(self, agent: Agent) -> None:
        """See `PlayOrder`."""
        if isinstance(agent, Process) and agent not in self._stopped:
            self._ready.append(agent)

    def stops_before(self, process: Process, thing: Touched) -> bool:
        """See `PlayOrder`."""
        things = self._things(thing)
        if not things:
            return False
        if self._allowed is process:
            self._allowed = None
            return False
        self._stopped[process] = things
        return True

    def _things(self, thing: Touched) -> list[str]:
        """The open things that something is done to when a process does it to this."""
        search = self._search
        if isinstance(thing, Operation):
            racing = search.racy.get(thing, _NOT_RACING)
            return [*(racing.reads | racing.writes)]
        if isinstance(thing, LaunchEvent):
            return []
        if isinstance(thing, Sequence):
            return [engine.name for engine in thing if engine.name in search.open]
        if isinstance(thing, Everything):
            return [EVERYTHING] if EVERYTHING in search.open else []
        names = [thing.name] if isinstance(thing, ResourceInstance | MemoryRoom) else [thing.name, EVERYTHING]
        return [name for name in names if name in search.open]

    # ---- the run ----

    def run(self) -> None:
        """See `PlayOrder`."""
        while True:
            while self._go_on():
                pass
            steps = self._steps()
            if not steps:
                return
            self._do(steps[self._choose(len(steps)) if len(steps) > 1 else 0])

    def _choose(self, count: int) -> int:
        search = self._search
        if search.is_new:
            node = frozenset((name, tuple(labels)) for name, labels in self._history.items())
            if node in search.nodes:
                raise SearchedBefore
            search.nodes.add(node)
        return search.choose(count)

    def _do(self, step: Step) -> None:
        label, things, does = step
        self._note(things, label)
        does()

    def _note(self, things: Sequence[str], label: Label) -> None:
        for name in things:
            self._history.setdefault(name, []).append(label)

    # ---- steps that commute with all others ----

    def _go_on(self) -> bool:
        if self._ready:
            process = self._ready.pop()
            if process.status is Status.READY:
                self.machine.run_process(process)
            return True
        return self._engines_go_on()

    def _engines_go_on(self) -> bool:
        return any(self._engine_goes_on(engine) for engine in self.machine.engines)

    def _engine_goes_on(self, engine: PlayedEngine) -> bool:
        if engine.can_take() and not self._taken(engine):
            engine.take()
            return True
        for work in engine.flying.values():
            if engine.can_arrive(work) and not self._is_visible(engine, work):
                self.machine.perform(work)
                return True
        return False

    def _is_visible(self, engine: PlayedEngine, work: GivenWork) -> bool:
        return bool(self._reading(work) or self._arriving(engine, work))

    def _reading(self, work: GivenWork) -> list[str]:
        """The open things that the work reads, if it has not."""
        return [*self._search.racy.get(work.op, _NOT_RACING).reads] if work.phase is Phase.BEGUN else []

    def _taken(self, engine: PlayedEngine) -> list[str]:
        """The open things that the engine does something to when it takes its next entry."""
        head = engine.queue[0]
        things: list[str] = []
        if isinstance(head, Ordered) and head.kind is not EntryKind.BARRIER:
            is_now = head.kind is EntryKind.WAIT or not (engine.flying or engine.pending)
            if is_now and head.instance.name in self._search.open:
                things.append(head.instance.name)
        return things

    def _arriving(self, engine: PlayedEngine, work: GivenWork) -> list[str]:
        """The open things that are changed when the work arrives: memory, and what signals behind it change."""
        things = [*self._search.racy.get(work.op, _NOT_RACING).writes]
        if engine.limit is not None and engine.name in self._search.open:
            things.append(engine.name)
        first = next(iter(engine.flying))
        if work.number != first:
            return things
        rest = (number for number in engine.flying if number != first)
        after = next(rest, None)
        for signal in engine.pending:
            if after is not None and after < signal.number:
                break
            if signal.instance.name in self._search.open:
                things.append(signal.instance.name)
        return things

    # ---- visible steps ----

    def _steps(self) -> list[Step]:
        steps: list[Step] = []
        for process, things in self._stopped.items():
            steps.append((("process", process.label), things, self._resuming(process)))
        return steps + self._of_engines()

    def _resuming(self, process: Process) -> Callable[[], None]:
        def resume() -> None:
            del self._stopped[process]
            self._allowed = process
            self.machine.run_process(process)
            self._allowed = None

        return resume

    def _of_engines(self) -> list[Step]:
        steps: list[Step] = []
        for engine in self.machine.engines:
            if engine.can_take():
                head = engine.queue[0]
                label = "take", engine.name, head.giver.number, head.step
                steps.append((label, self._taken(engine), engine.take))
            for work in engine.flying.values():
                steps += self._of_work(engine, work)
        return [step for step in steps if step[1]]

    def _of_work(self, engine: PlayedEngine, work: GivenWork) -> list[Step]:
        name = work.giver.number, work.step
        machine = self.machine
        reading = self._reading(work)
        if reading:
            return [(("read", *name), reading, lambda: machine.read(work))]
        if engine.can_arrive(work):
            return [(("arrive", *name), self._arriving(engine, work), lambda: machine.perform(work))]
        return []


Step = tuple[Label, list[str], Callable[[], None]]
"""A visible step: its label, the names of the open things that it touches, and what does it."""
