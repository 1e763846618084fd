"""Engines: a queue of entries, works in flight, and signals that wait for works.

An engine takes the first entry of its queue when it can (`can_take`), and lets works arrive (`can_arrive`); an order
chooses among these. What follows from it happens at once: signals act whose works have arrived, waiters are woken.

In the queue -> taken: a work is `flying`, until it arrives; a signal is `pending` behind the works in flight, until
it acts; a wait, a barrier, is over; a process runs. An engine that works in order takes nothing while a work is in
flight.

A signal for which there is no room is `blocked`, and so is the engine, until there is.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, cast

from asyncir.ir import Operation
from asyncir.semantics.machines.entries import EngineEntry, EntryKind, GivenWork, Ordered, Phase
from asyncir.semantics.machines.knowledge import Clock, Stream, knows, told
from asyncir.semantics.machines.processes import Process, Room
from asyncir.semantics.machines.resources import Doing
from asyncir.targets.machine import Engine as EngineModel
from asyncir.targets.resources import CompletionOrder, WhenFull

if TYPE_CHECKING:
    from asyncir.semantics.machines.machine import SyncMachine

_MOST_GONE = 256


class PlayedEngine:
    """One engine of a run, or several of one name."""

    def __init__(self, machine: SyncMachine, model: EngineModel, has_reads: bool):
        self.machine = machine
        self.model = model
        self.name = model.name
        self.count = model.count
        self.limit = model.queue
        self.has_reads = has_reads
        """Whether some wait tells of its sources alone."""
        self.order = CompletionOrder.OUT_OF_ORDER if model.count > 1 else model.order
        self.in_order = self.order is CompletionOrder.IN_ORDER
        self.overlaps = model.order is CompletionOrder.OVERLAPPING
        self.guarded = False
        """Whether an entry may find no room, or the order may want to choose before it is given."""
        self.blocks = model.when_full is WhenFull.BLOCK
        self.reset()

    def reset(self) -> None:
        """A run begins."""
        self.queue: deque[EngineEntry] = deque()
        self.flying: dict[int, GivenWork] = {}
        self._gone = 0
        """So many have left it: a dictionary finds its first member by going past those that were there."""
        self.pending: deque[Ordered] = deque()
        self.blocked: Ordered | None = None
        self.running = 0
        """So many processes, and launches."""
        self.launched = 0
        """So many launches were given that want it."""
        self.streams: dict[int, Stream] = {}
        self.room = Room(self)
        self.unarrived = 0
        """How many works were given that have not arrived."""
        self.recent: deque[GivenWork] = deque(maxlen=0 if self.limit is None else self.limit + self.count)
        """The last works that were given, where the queue has a limit."""
        self.awake = False
        """Whether the order knows that it may be able to do something."""
        # Where time counts:
        self.lane_free: list[int] = [0] * self.count
        """When each of several can begin its next work."""
        self.free_at = 0
        """When it can take the next entry."""
        self.idle_from = 0
        """Since when it has nothing to do but what hangs on others."""
        self.last_arrival = 0
        self.try_at: int | None = None
        """When it will look at its queue; None: when something changes."""
        self.head_from = 0
        """When the entry before the first of its queue was taken."""
        self.last: Any = None
        """What it did last."""

    def stream(self, process: Process) -> Stream:
        """What the process gives to it."""
        found = self.streams.get(process.number)
        if found is None:
            found = self.streams[process.number] = Stream(process, self.machine.slots, self.has_reads)
        return found

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing left to do."""
        return not (self.queue or self.flying or self.pending or self.blocked or self.running)

    # ---- waiting for an instance ----

    @property
    def is_to_signal(self) -> bool:
        """Whether it waits with a signal for room, and not with a wait for a signal."""
        return self.blocked is not None

    @property
    def who(self) -> object:
        """Who waits: see `Doing`."""
        return self.queue[0].stream if self.blocked is None else self.blocked.stream

    # ---- giving ----

    @property
    def is_full(self) -> bool:
        """Whether there is no room for one more work."""
        return self.limit is not None and self.unarrived >= self.limit + self.count

    def tell_of_room(self, giver: Process, op: Operation) -> None:
        """There is room for one more only because the work that is as far back as there are places has arrived."""
        if self.limit is None or len(self.recent) < self.limit + self.count or len(self.streams) > 1:
            return
        work = self.recent[0]
        if self.blocks:
            giver.learn(told(work.known, ((work.slot, work.step), (work.read_slot, work.step))))
        elif not knows(giver.known, work.slot, work.step):
            self.machine.queue_is_full(self, giver, op, work.op)

    # ---- taking ----

    def can_take(self) -> bool:
        """Whether it can take the first entry of its queue."""
        if not self.queue or self.blocked is not None:
            return False
        head = self.queue[0]
        kind = head.kind
        if self.count == 1 and (self.running or (self.in_order and self.flying)):
            return False
        if kind is EntryKind.WORK or kind is EntryKind.PROCESS:
            return self.count == 1 or len(self.flying) + self.running < self.count
        if kind is EntryKind.WAIT:
            wait = cast(Ordered, head)
            return self.machine.can_pass(wait, self)
        return kind is EntryKind.SIGNAL or not self.flying

    def take(self) -> None:
        """Take the first entry."""
        entry = self.queue.popleft()
        machine = self.machine
        stream, kind = entry.stream, entry.kind
        known = stream.take(entry.given_with)
        if len(self.streams) > 1:
            known = self._with_others(entry, known)
        if kind is EntryKind.WORK:
            work = cast(GivenWork, entry)
            work.known = known
            work.prev = stream.done if self.in_order else 0
            work.phase = Phase.BEGUN
            stream.did(work.step)
            self.flying[work.number] = work
            if machine.counts_cycles:
                machine.order.begun(self, work)
        elif kind is EntryKind.SIGNAL:
            signal = cast(Ordered, entry)
            signal.known = known
            stream.did(signal.step)
            self.pending.append(signal)
            self.settle()
        elif kind is EntryKind.WAIT:
            wait = cast(Ordered, entry)
            self._pass(wait, known)
        elif kind is EntryKind.BARRIER:
            barrier = cast(Ordered, entry)
            barrier.known = told(known, stream.arrived(stream.done))
            stream.learn(entry.step, barrier.known)
            machine.over(barrier)
        else:
            self._run(cast(GivenWork, entry), known)

    def _with_others(self, entry: EngineEntry, known: Clock) -> Clock:
        """What it knows besides of what other processes have given to the engine before, if it is known that they have."""
        kind = entry.kind
        arrivals = kind in (EntryKind.SIGNAL, EntryKind.BARRIER) or (
            self.in_order and kind is not EntryKind.WAIT
        )
        for stream in self.streams.values():
            slot = stream.giver.slot_of_steps
            step = known[slot] if slot < len(known) else 0
            if stream is not entry.stream and step:
                known = stream.as_of(step, arrivals, known)
        return known

    def _pass(self, wait: Ordered, known: Clock) -> None:
        stream, given = wait.stream, (wait.giver.slot_of_steps, wait.step)
        wait.known = clock = told(known, (given,))
        doing = Doing(wait.op, wait.iteration, clock, (stream.slot, wait.step), given, stream)
        instance = wait.instance
        instance.use(doing)
        stream.learn(wait.step, instance.take(wait.amount or 0, doing))
        if instance.waiters:
            self.machine.wake(instance)
        self.machine.over(wait)

    def _run(self, entry: GivenWork, known: Clock) -> None:
        stream = entry.stream
        marks = [(entry.giver_slot, entry.step)]
        if self.in_order:
            entry.prev = stream.done
            marks += stream.arrived(stream.done)
        entry.known = told(known, marks)
        self.running += 1
        self.machine.start(self, entry)
        stream.did(entry.step)

    def process_over(self, process: Process) -> None:
        """A process on it has come to the end of its region."""
        self.running -= 1
        entry = process.entry
        if entry is not None:
            if self.count == 1:
                entry.stream.learn(entry.step, process.release())
            self.machine.over(entry)
        self.settle()

    # ---- arriving ----

    def can_arrive(self, work: GivenWork) -> bool:
        """Whether the work in flight may arrive now."""
        return self.order is not CompletionOrder.OVERLAPPING or next(iter(self.flying)) == work.number

    def arrive(self, work: GivenWork) -> None:
        """A work has read and written all."""
        del self.flying[work.number]
        self._gone += 1
        if self._gone > _MOST_GONE:
            self.flying, self._gone = dict(self.flying), 0
        work.phase = Phase.ARRIVED
        self.unarrived -= 1
        if self.room.waiters:
            self.machine.wake(self.room)
        self.machine.arrived(work)
        if self.pending:
            self.settle()

    def settle(self) -> None:
        """Signals act whose works have arrived."""
        pending = self.pending
        while pending and self.blocked is None:
            signal = pending[0]
            if self.flying and next(iter(self.flying)) < signal.number:
                return
            pending.popleft()
            self.act(signal)

    def act(self, signal: Ordered) -> bool:
        """A signal acts, if there is room for it; else it blocks the engine."""
        amount = 1 if signal.amount is None else signal.amount
        instance, machine = signal.instance, self.machine
        if instance.blocks(amount):
            if self.blocked is None:
                self.blocked = signal
            instance.waiters.append(self)
            return False
        self.blocked = None
        stream, given = signal.stream, (signal.giver.slot_of_steps, signal.step)
        clock = told(signal.known, (given, *stream.arrived(signal.step)))
        doing = Doing(signal.op, signal.iteration, clock, (stream.slot, signal.step), given, stream)
        instance.retract(self)
        instance.use(doing)
        back = instance.signal(amount, doing)
        if back is not None and self.in_order:
            stream.learn(signal.step, back)
        if instance.waiters:
            machine.wake(instance)
        machine.over(signal)
        return True

    def wake(self) -> bool:
        """What it waits for has changed."""
        if self.blocked is not None and self.act(self.blocked):
            self.settle()
        return True
