"""The order that the costs of a machine file make: discrete events, in cycles.

Whoever can do something has an event; the earliest is done next. A process runs until it is about to do something
that others notice while somebody else has an earlier event. So all that is noticed is noticed in the order of time,
and of two things at one time what was known first comes first.

| what | takes |
| --- | --- |
| giving an entry | `issue-cycles` of the process |
| a signal or a wait | the resource's `cycles`, of the engine or the process |
| a work | `startup` + operations · `per-operation` of its engine, and `latency` until it has arrived |
| a work whose op has a table with times, or that has `sync.time` | what is said there, the rest as its engine |
| what a process does itself | operations · `per-operation` of its engine |

An engine in order begins the next entry when the work has arrived; others, when they are not busy any more.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

from asyncir.ir import Operation
from asyncir.semantics.core.memory import Buffer
from asyncir.semantics.machines.engines import PlayedEngine
from asyncir.semantics.machines.entries import EngineEntry, EntryKind, GivenWork, Ordered
from asyncir.semantics.machines.launches import Busy, Launch, LaunchEvent
from asyncir.semantics.machines.machine import SyncMachine
from asyncir.semantics.machines.occupied_memory import OccupiedMemory
from asyncir.semantics.machines.orders import Agent, PlayOrder, Touched
from asyncir.semantics.machines.processes import GroupsWant, Process, Room, Status, Want
from asyncir.semantics.machines.resources import ResourceInstance
from asyncir.semantics.machines.rooms import MemoryRoom
from asyncir.simulation.spans import EngineLanes, EngineSpan, MachineRun, SpanKind
from asyncir.targets.resources import CompletionOrder as EngineOrder, SyncResource

_Event = tuple[int, int, Any, Any]
"""When; which of those at one time; an engine, a work that arrives, or a process; and what made it possible."""

_HELD = 1 << 60
"""When an engine will be free that a launch holds."""

_OVER = {
    EntryKind.WAIT: SpanKind.WAIT,
    EntryKind.SIGNAL: SpanKind.SIGNAL,
    EntryKind.BARRIER: SpanKind.BARRIER,
}


class Timed(PlayOrder):
    """One run in time."""

    careful = True

    def __init__(self, machine: SyncMachine, *, with_spans: bool = True):
        super().__init__(machine)
        self.now = 0
        self._events: list[_Event] = []
        self._number = 0
        self._issue = machine.model.issue_cycles
        self._process: Process | None = None
        self._with_spans = with_spans
        self._cause: EngineSpan | None = None
        """What has just happened: what it makes possible happens because of it."""
        self._since: dict[Process, tuple[int, Operation | None, str]] = {}
        """The processes that wait: since when, at which op, for what."""
        lanes = [EngineLanes(engine.name, engine.count) for engine in machine.engines]
        self.run_of = MachineRun(machine.model.name, lanes)
        self._occupancy = OccupiedMemory(machine.model, self.run_of)

    # ---- events ----

    def run(self) -> None:
        """See `PlayOrder`."""
        events = self._events
        while events:
            self.now, _, what, cause = heappop(events)
            self._cause = cause
            if what.__class__ is GivenWork:
                self._arrive(what)
            elif what.__class__ is PlayedEngine:
                self._try(what)
            else:
                self._run_process(what)
        self.run_of.cycles = max(self.run_of.cycles, self.now)

    def _at(self, time: int, what: Any, cause: EngineSpan | None) -> None:
        self._number += 1
        heappush(self._events, (time, self._number, what, cause))

    def _time(self) -> int:
        return self.now if self._process is None else self._process.time

    def woken(self, agent: Agent) -> None:
        """See `PlayOrder`."""
        if agent.__class__ is PlayedEngine:
            assert isinstance(agent, PlayedEngine)
            time = self._time()
            if agent.try_at is None or agent.try_at > time:
                agent.try_at = time
                self._at(time, agent, self._cause)
            return
        assert isinstance(agent, Process)
        if agent is not self._process:
            agent.time = max(agent.time, self._time())
            self._at(agent.time, agent, self._cause)

    # ---- processes ----

    def _run_process(self, process: Process) -> None:
        if process.status is not Status.READY:
            return
        self._process = process
        if process.last is None:
            process.last = self._cause
        waited = self._since.pop(process, None)
        if waited is not None:
            self._waited(process, *waited)
        self._cause = process.last
        self.machine.run_process(process)
        self._process = None
        want = process.want
        if want is not None:
            self._since[process] = process.time, process.segment.end_op, _cause_of(want)
        self.run_of.cycles = max(self.run_of.cycles, process.time)

    def _waited(self, process: Process, since: int, op: Operation | None, cause: str) -> None:
        what = "process" if process.launch is None else "launch"
        self.run_of.stalls[f'{what} on "{process.name}"', cause] += process.time - since
        if self._with_spans and op is not None and (process.launch is None or process.launch.holds):
            engine = process.name
            times = since, since, process.time, process.time
            about = cause.removeprefix("waits for ")
            span = EngineSpan(SpanKind.WAIT, engine, 0, op, process.iteration, *times, about, self._cause)
            self.run_of.spans.append(span)
            process.last = span

    def guards(self, engine: PlayedEngine) -> bool:
        """See `PlayOrder`."""
        return self.machine.has_processes

    def stops_before(self, process: Process, thing: Touched) -> bool:
        """See `PlayOrder`."""
        if isinstance(thing, Operation):
            return False
        if self._events and self._events[0][0] < process.time:
            self._at(process.time, process, process.last)
            return True
        return False

    def gave(self, process: Process) -> None:
        """See `PlayOrder`."""
        process.time += self._issue

    def did(self, process: Process, operations: float) -> None:
        """See `PlayOrder`."""
        if operations:
            cost = int(process.home.model.per_operation * operations * 1024)
            if process.launch is not None:
                process.time += process.launch.takes(cost)
            else:
                self.spent(process, -(-cost // 1024))

    def spent(self, process: Process, cycles: float, op: Operation | None = None) -> None:
        """See `PlayOrder`."""
        begin, end = process.time, process.time + int(cycles)
        process.time = end
        self.run_of.busy[process.name] += int(cycles)
        if self._with_spans and op is not None:
            times = begin, begin, end, end
            span = EngineSpan(SpanKind.WORK, process.name, 0, op, process.iteration, *times, "", process.last)
            self.run_of.spans.append(span)

    def launched(self, process: Process, launch: Launch) -> None:
        """See `PlayOrder`."""
        launch.began = process.time
        if launch.devices:
            model = launch.devices[0].model
            process.time += model.startup
            launch.latency = model.latency
            process.last = self._launch_span(process, launch)

    def _launch_span(self, process: Process, launch: Launch) -> EngineSpan | None:
        engine, began = launch.devices[0], launch.began
        lanes = range(engine.count)
        launch.lane = next(lane for lane in lanes if engine.lane_free[lane] <= began)
        engine.lane_free[launch.lane] = _HELD
        if not self._with_spans:
            return None
        times = launch.given, began, began, began
        span = EngineSpan(
            SpanKind.WORK, engine.name, launch.lane, launch.op, process.iteration, *times, "", self._cause
        )
        self.run_of.spans.append(span)
        launch.span = span
        return span

    def finishing(self, process: Process, launch: Launch) -> None:
        """See `PlayOrder`."""
        process.time += launch.latency
        launch.latency = 0
        if not launch.devices or launch.is_finishing:
            return
        launch.is_finishing = True
        now = process.time
        launch.devices[0].lane_free[launch.lane] = now
        for engine in launch.devices:
            self.run_of.busy[engine.name] += now - launch.began
        if launch.span is not None:
            launch.span.free = launch.span.end = now
            process.last = launch.span

    def waited(self, process: Process, op: Operation, resource: SyncResource | None) -> None:
        """See `PlayOrder`."""
        if resource is not None:
            process.time += resource.cycles

    # ---- engines ----

    def _try(self, engine: PlayedEngine) -> None:
        """An engine may be able to take its next entry."""
        if engine.try_at is not None and engine.try_at > self.now:
            return  # a later event will look
        engine.try_at = None
        while engine.queue and engine.can_take():
            head, now = engine.queue[0], self.now
            if engine.free_at > now:
                self._look_again(engine, engine.free_at, engine.last)
                return
            if head.time > now:
                self._look_again(engine, head.time, head.why)
                return
            self._take(engine)

    def _look_again(self, engine: PlayedEngine, time: int, cause: EngineSpan | None) -> None:
        if engine.try_at is None or engine.try_at > time:
            engine.try_at = time
            self._at(time, engine, cause)

    def _take(self, engine: PlayedEngine) -> None:
        entry = engine.queue[0]
        start = entry.time if entry.time > engine.head_from else engine.head_from
        if start < self.now:
            self._held_up(engine, entry, start)
        engine.head_from = self.now
        engine.take()
        if entry.kind is EntryKind.WORK or entry.kind is EntryKind.PROCESS:
            return
        cycles = (
            entry.instance.resource.cycles
            if isinstance(entry, Ordered) and entry.kind is not EntryKind.BARRIER
            else 0
        )
        engine.free_at = self.now + cycles
        self.run_of.busy[engine.name] += cycles
        if self._with_spans and entry.kind is not EntryKind.SIGNAL:
            about = entry.instance.name if isinstance(entry, Ordered) and entry.kind is EntryKind.WAIT else ""
            begin = min(max(entry.time, engine.idle_from), self.now)
            times = entry.time, begin, engine.free_at, engine.free_at
            self._span(engine, _OVER[entry.kind], 0, entry, times, about)
        engine.idle_from = engine.free_at
        if engine.free_at > self.run_of.cycles:
            self.run_of.cycles = engine.free_at

    def _held_up(self, engine: PlayedEngine, entry: EngineEntry, start: int) -> None:
        """Since it was the first of the queue: the engine was busy, and then the entry waited for something."""
        name, now = engine.name, self.now
        busy = min(max(start, engine.idle_from), now)
        if busy > start:
            self.run_of.stalls[name, "engine busy"] += busy - start
        if busy < now:
            what = "waits for room for a signal"
            if isinstance(entry, Ordered) and entry.kind is EntryKind.WAIT:
                what = f'waits for "{entry.instance.resource.name}"'
            self.run_of.stalls[name, what] += now - busy

    def _span(
        self,
        engine: PlayedEngine,
        kind: SpanKind,
        lane: int,
        entry: EngineEntry,
        times: tuple[int, int, int, int],
        about: str,
    ) -> EngineSpan:
        span = EngineSpan(kind, engine.name, lane, entry.op, entry.iteration, *times, about, self._cause)
        self.run_of.spans.append(span)
        engine.last = self._cause = span
        return span

    def begun(self, engine: PlayedEngine, work: GivenWork) -> None:
        """See `PlayOrder`."""
        model, now = engine.model, self.now
        busy, latency = model.busy(work.cost), model.latency
        if work.said is not None:
            busy, latency = int(work.said[0]), work.said[1]
        free, lane = now + busy, 0
        if engine.count > 1:
            lane = min(range(engine.count), key=engine.lane_free.__getitem__)
        end = free + latency
        if engine.order is EngineOrder.OVERLAPPING:
            end = max(end, engine.last_arrival)
        engine.last_arrival = end
        engine.lane_free[lane] = end
        if engine.count == 1:
            engine.free_at = free
        self.run_of.busy[engine.name] += busy
        engine.idle_from = end if engine.in_order else engine.free_at
        span = None
        if self._with_spans:
            span = self._span(engine, SpanKind.WORK, lane, work, (work.time, now, free, end), "")
        self._at(end, work, span)

    def _arrive(self, work: GivenWork) -> None:
        engine = self.machine.named[work.name]
        self.machine.perform(work)
        if engine.queue:
            self.woken(engine)

    # ---- memory ----

    def made(self, buffer: Buffer) -> None:
        """See `PlayOrder`."""
        self._occupancy.made(buffer)

    def freed(self, buffer: Buffer) -> None:
        """See `PlayOrder`."""
        self._occupancy.freed(buffer)


def _cause_of(want: Want) -> str:
    """Why a process waits, in the words of a stall."""
    if isinstance(want, LaunchEvent | Busy | MemoryRoom):
        return want.stall
    if isinstance(want, Room):
        return f'queue of "{want.engine.name}" full'
    if isinstance(want, GroupsWant):
        return f'waits for "{want.name}"'
    if isinstance(want, ResourceInstance):
        return f'waits for "{want.resource.name}"'
    return "waits for all works"
