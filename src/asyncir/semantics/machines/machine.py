"""The machine for programs on a described machine: it plays one completion order, and finds races and misuses of all.

The question
------------
Given a program, its arguments and a machine: which accesses race, what is misused, what
waits for ever, and what does the program compute? The rules are those of docs/semantics-machines.md. *What happens
when* is chosen by an order (`orders.py`); *what is known to be over* is not, as far as synchronisation leaves no
choice: clocks (`knowledge.py`) decide races (`accesses.py`).

States
------
A *process* (`processes.py`) is READY, WAITING or DONE. It runs until it waits, or until the order wants
to choose again. An *engine* (`engines.py`) has a queue, works in flight and signals behind them. A *work* is GIVEN ->
BEGUN -> (READ ->) ARRIVED: its body runs at one moment, as it arrives; or it reads at one moment and writes at a
later one, if the order wants that.

    process --give--> queue --take--> in flight --arrive--> signals behind it act --> waits are over

Whoever cannot go on stands in the `waiters` of what it wants: an instance of a resource, room in a queue, groups,
everything. What changes wakes its waiters, which look again.

Invariants
----------
- What happens is allowed by the rules; what clocks say has happened. So what knows an access to be over comes behind
  it, and a race is found when the second of the two is noted (`accesses.py`).
- A clock never says more than each order makes sure of, unless the order of signals on one instance, or of what
  processes give to one engine, is open: then it says what this order made sure of.
- Memory holds what processes and works have written. A work that has read and not written has its values by itself.
- An engine or process that may be able to do something is known to the order (`woken`), or nothing it waits for has
  changed since it could not.

Why it ends: a process that goes on takes from `budget`; an engine takes and lets arrive what was given, once. If
nobody can do anything and something is left, that is a deadlock. What it does not do: a work reads all at one moment
and writes all at another; memory that is written by a work in flight is never half new in a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from asyncir.dialects.effects import Effects
from asyncir.ir import Operation
from asyncir.semantics.core.machine import Runner
from asyncir.semantics.core.memory import MemRefView
from asyncir.semantics.core.program import CompiledCode, Segment
from asyncir.semantics.core.values import Registers, Value
from asyncir.semantics.machines import launches
from asyncir.semantics.machines.accesses import AccessingActor
from asyncir.semantics.machines.deadlock import is_stuck, message_of
from asyncir.semantics.machines.engines import PlayedEngine
from asyncir.semantics.machines.entries import EngineEntry, GivenWork, Ordered, Phase
from asyncir.semantics.machines.groups import GroupFifo
from asyncir.semantics.machines.kept_writes import KeptWrites
from asyncir.semantics.machines.knowledge import ClockSlots, joined, told
from asyncir.semantics.machines.launches import Busy
from asyncir.semantics.machines.misuse import IN_SOME_ORDER, Misuse, Stopped
from asyncir.semantics.machines.processes import (
    Everything,
    GroupsWant,
    OwnWork,
    Process,
    Status,
    Want,
)
from asyncir.semantics.machines.race import CALLER
from asyncir.semantics.machines.resources import KINDS, Doing, ResourceInstance
from asyncir.semantics.machines.rooms import rooms_of
from asyncir.semantics.machines.visibility import PlayedFences
from asyncir.semantics.machines.watched_memory import WatchedMemory
from asyncir.semantics.tasks.tasks import Action
from asyncir.targets.machine import HOST, Engine as EngineModel, MachineModel
from asyncir.targets.resources import SyncResource, WhenFull

if TYPE_CHECKING:
    from asyncir.semantics.machines.orders import PlayOrder, Touched

_NEVER = 1 << 60


class BodyRunner(Runner):
    """Who executes the body of a work."""

    __slots__ = ("is_done",)

    is_done: bool


class _Caller:
    """Who may read and write arguments and results when the program is over; an `AccessingActor`."""

    name = CALLER
    rank = (1 << 60, 0)
    is_work = True
    iteration: tuple[int, ...] = ()

    def __init__(self, main: Process):
        self.known = main.release()
        self.giver_slot = self.slot = self.read_slot = main.slot_of_steps
        self.giver_step = self.prev = _NEVER


class SyncMachine(WatchedMemory):
    """One run at a time."""

    asks_for_errors = asks_for_reads = has_regions = False
    arguments: Sequence[Value] = ()

    def __init__(
        self,
        model: MachineModel,
        *,
        with_data: bool = True,
        stops_at_memory: bool = False,
        counts_cycles: bool = False,
    ):
        self.model = model
        self.counts_cycles = counts_cycles
        """Whether what works and processes do is counted."""
        self.effects = Effects()
        self.has_processes = False
        """Whether the program has more than the one that executes the entry."""
        super().__init__()
        self.fences = PlayedFences(model)
        if self.fences.there_are:
            self.accesses.fences = self.fences
        self.with_data = with_data
        self.stops_at_memory = stops_at_memory
        """Whether processes can stop before an access: only an exhaustive search wants that, and it takes time."""
        reads = [r.groups for r in model.resources if r.groups is not None and r.groups.reads]
        models = list(model.engines)
        if model.issued_by is None:
            models.append(EngineModel(HOST, frozenset()))
        self.engines = [
            PlayedEngine(self, one, any(one.name in groups.engines for groups in reads)) for one in models
        ]
        self.named = {engine.name: engine for engine in self.engines}
        self.groups_of: dict[str, list[tuple[int, SyncResource]]] = {
            engine.name: [
                (number, resource)
                for number, resource in enumerate(model.resources)
                if resource.groups is not None and engine.name in resource.groups.engines
            ]
            for engine in self.engines
        }

    def reset(self, order: PlayOrder) -> None:
        """Forget the last run."""
        self.begin_run()
        self.order = order
        self.slots = ClockSlots()
        self.accesses.forget()
        self.instances: dict[tuple[int, tuple[str, str] | None, int], ResourceInstance] = {}
        self.everything = Everything(0, 0)
        """What barriers of all and what is given have in common."""
        self.barriers: list[Everything] = []
        """The barriers of all that hold up a process."""
        self.has_met = False
        """Whether there was one."""
        self._busy: dict[PlayedEngine, Busy] = {}
        self.rooms = rooms_of(self.model)
        self.unfinished = 0
        """How many entries were given that are not over."""
        self.given = 0
        self.objects = 0
        self.misuses: dict[tuple[str, Operation | None, Operation | None], Misuse] = {}
        self.deadlock: Misuse | None = None
        for engine in self.engines:
            engine.reset()
            engine.guarded = engine.limit is not None or order.guards(engine)
        self.processes: list[Process] = []
        issuer = self.named[self.model.issuer]
        self.main = self._new_process(issuer, None)
        issuer.running += 1
        self.actor = self.runner = self.main
        self.kept = None
        self.listed: Any = None
        """What the work that is executed lists as read and written."""
        self.paused = False
        """Whether the running process has stopped although it can go on."""
        self._lost = False

    # ---- running ----

    def run(self, code: CompiledCode, arguments: Sequence[Value]) -> None:
        """Execute the entry, and all that it gives, to the end."""
        self.arguments = arguments
        types = code.op.regions[0].blocks[0].arg_types
        views = zip(arguments, types, strict=False)
        self.fences.forget({id(v.buffer): type_ for v, type_ in views if isinstance(v, MemRefView)})
        self.main.op = code.op
        self.main.enter(code, arguments)
        try:
            self.order.woken(self.main)
            self.order.run()
            if is_stuck(self):
                self.deadlock = message_of(self)
                return
            self._check_end()
        except Stopped:
            return

    def run_process(self, process: Process) -> None:
        """Run until it waits, is over, or the order wants to choose."""
        self.actor = self.runner = process
        while process.status is Status.READY:
            self.execute(process.segment, process.registers, process)
            if self.paused:
                self.paused = False
                self.order.woken(process)
                return

    def run_body(
        self,
        code: CompiledCode,
        registers: Registers,
        actor: AccessingActor,
        iteration: tuple[int, ...],
        listed: Any,
    ) -> None:
        """Do what a work does, whose views and what touches them are in `listed`, if it lists any."""
        before = self.actor, self.runner, self.listed
        runner = BodyRunner(registers=registers, segment=code.entry)
        runner.iteration, runner.is_done = iteration, False
        self.actor, self.runner, self.listed = actor, runner, listed
        try:
            if listed is not None:
                touch, reads, writes = listed
                touch(reads, writes)
            while not runner.is_done:
                self.execute(runner.segment, runner.registers, runner)
            if runner.allocas:
                self.end_allocas(runner)
        finally:
            self.actor, self.runner, self.listed = before

    def returned(self, runner: Any, values: list[Value]) -> None:
        """See `Machine`: a process is over."""
        process = cast(Process, runner)
        process.results = values
        process.status = Status.DONE
        if process.allocas:
            self.end_allocas(process)
        if process.launch is not None:
            launches.over(self, process, process.launch)
            return
        process.home.process_over(process)
        self.order.woken(process.home)

    def stops_before(self, task: object, again: Segment, action: Action) -> bool:
        """Processes are not stopped before what others can notice."""
        return False

    def busy(self, engine: PlayedEngine) -> Busy:
        """What launches wait in for the engine."""
        found = self._busy.get(engine)
        if found is None:
            found = self._busy[engine] = Busy(engine)
        return found

    def new_identity(self) -> str:
        """A name for a new object."""
        self.objects += 1
        return f"object {self.objects}"

    def _check_end(self) -> None:
        """What is in flight races with the caller; resources have to be as they were (MAC-4, MAC-17)."""
        main = self.main
        if not self.model.drains and self.with_data:
            self._caller_touches(main)
        doing = self.doing(main, cast(Operation, main.op))
        for (number, _, _), instance in self.instances.items():
            resource = self.model.resources[number]
            if resource.at_exit_clear and instance.resource.takes and not self._is_as_at_first(instance):
                text = f"at the end {instance.name} {instance.state()}"
                help = "let each signal be waited for" if not resource.initial else "leave it as it was found"
                instance.misused("M003", doing, text, help)
            if resource.freed and instance.active and instance.first is not None:
                help = f'put `sync.free "{resource.name}"` behind its last use'
                instance.misused("M006", doing, f"{instance.name} is not freed", help, instance.first.op)

    def _is_as_at_first(self, instance: ResourceInstance) -> bool:
        value: int = cast(Any, instance).value
        return value == instance.resource.initial

    def _caller_touches(self, main: Process) -> None:
        caller = _Caller(main)
        views = [view for view in (*self.arguments, *main.results) if isinstance(view, MemRefView)]
        buffers = [*(view.buffer for view in views), *self.globals.values()]
        outside = {id(buffer): buffer for buffer in buffers}
        op = cast(Operation, main.op).regions[0].blocks[-1].last_op or cast(Operation, main.op)
        for buffer in outside.values():
            self.accesses.against(buffer, caller, op)

    # ---- processes ----

    def _new_process(self, home: PlayedEngine, entry: GivenWork | None) -> Process:
        known = [0] * self.slots.count if entry is None else entry.known
        process = Process(len(self.processes), home, known, self.slots, entry)
        self.processes.append(process)
        return process

    def start(self, engine: PlayedEngine, entry: GivenWork) -> None:
        """An engine takes up a process."""
        process = self._new_process(engine, entry)
        process.op = entry.op
        process.registers, process.segment = entry.registers, entry.code.entry
        process.iteration = entry.iteration
        self.order.woken(process)

    def wake(self, want: Want) -> None:
        """Something has changed: all that wait for it look again."""
        waiters, want.waiters = want.waiters, []
        for one in waiters:
            if one.wake():
                self.order.woken(one)

    # ---- works ----

    def give(self, engine: PlayedEngine, entry: EngineEntry) -> None:
        """There is room for the entry."""
        engine.queue.append(entry)
        self.unfinished += 1
        giver = entry.giver
        giver.giver_step += 1
        if self.counts_cycles:
            self.order.gave(giver)
            entry.time, entry.why = giver.time, giver.last
        self.order.woken(engine)

    def give_work(self, engine: PlayedEngine, work: GivenWork) -> None:
        """There is room for the work."""
        engine.unarrived += 1
        if engine.limit is not None:
            engine.recent.append(work)
        giver = work.giver
        for number, resource in self.groups_of[engine.name]:
            fifo = self.fifo(giver, number, resource)
            fifo.open.append(work)
            assert resource.groups is not None
            if resource.groups.commits_each:
                fifo.commit()
        self.give(engine, work)

    def fifo(self, process: Process, number: int, resource: SyncResource) -> GroupFifo:
        """The process' groups of the resource of that number."""
        found = process.fifos.get(number)
        if found is None:
            found = process.fifos[number] = GroupFifo(resource)
        return found

    def perform(self, work: GivenWork) -> None:
        """A work in flight does what is left to do, and arrives."""
        if self.with_data:
            if work.phase is Phase.BEGUN:
                self._do(work)
            elif work.written is not None:
                work.written.apply()
                work.written = None
        self.named[work.name].arrive(work)

    def read(self, work: GivenWork) -> None:
        """A work in flight reads all, and keeps what it will write."""
        if self.with_data:
            before, self.kept = self.kept, KeptWrites()
            try:
                self._do(work)
            finally:
                work.written, self.kept = self.kept, before
                work.written.end()
        work.phase = Phase.READ
        self._tell_watcher(work, read=True)

    def _do(self, work: GivenWork) -> None:
        """Run the body."""
        self.run_body(work.code, work.registers, work, work.iteration, work.listed)
        work.registers = []

    def arrived(self, work: GivenWork) -> None:
        """A work has arrived: waits for groups and for everything may be over."""
        if work.watcher is not None:
            self._tell_watcher(work, read=False)
        self.over(work)

    def over(self, entry: EngineEntry) -> None:
        """An entry is over: barriers of all may be."""
        self.unfinished -= 1
        if self.barriers:
            self._end_barriers(entry)

    def _tell_watcher(self, work: GivenWork, *, read: bool) -> None:
        want = work.watcher
        if want is not None and (want.read or not read):
            work.watcher = None
            want.left -= 1
            if want.left <= 0 and want.waiters:
                self.wake(want)

    def _end_barriers(self, entry: EngineEntry) -> None:
        for want in list(self.barriers):
            want.left -= entry.number <= want.upto
            if not want.left:
                self.barriers.remove(want)
                self.wake(want)

    def do_at_once(self, process: Process, code: CompiledCode, registers: Registers, listed: Any) -> None:
        """A work that is given to the engine of its own process."""
        actor = OwnWork(process) if process.home.overlaps else process
        self.run_body(code, registers, actor, process.iteration, listed)

    def has_room(self, engine: PlayedEngine, process: Process, op: Operation, again: Segment) -> bool:
        """Whether one more work can be given; if not, the process waits there, or the work is lost."""
        if self.stops(process, engine, again):
            return False
        if not engine.is_full:
            engine.tell_of_room(process, op)
            return True
        if engine.blocks:
            process.wait(engine.room, again)
        else:
            self.queue_is_full(engine, process, op, None)
            self._lost = True
        return False

    def was_lost(self) -> bool:
        """Whether an entry has no room, and the process goes on without it; asked once."""
        lost, self._lost = self._lost, False
        return lost

    def stops(
        self,
        process: Process,
        thing: Touched,
        again: Segment,
    ) -> bool:
        """Whether the order wants to choose before the process does something to the thing."""
        if not self.order.careful or not self.order.stops_before(process, thing):
            return False
        process.segment = again
        self.paused = True
        return True

    def go_on(self, process: Process, go_on: Segment) -> Segment | None:
        """A process has done something that others notice: the order may want to choose."""
        if self.order.yields:
            process.segment = go_on
            self.paused = True
            return None
        return go_on

    # ---- signals and waits of processes ----

    def signal(
        self, process: Process, instance: ResourceInstance, amount: int, op: Operation, again: Segment
    ) -> bool:
        """A process gives a signal itself; False: it waits for room."""
        if self.stops(process, instance, again):
            return False
        if instance.blocks(amount):
            process.wait(instance, again)
            return False
        doing = self.doing(process, op)
        instance.use(doing)
        back = instance.signal(amount, doing)
        if back is not None:
            process.learn(back)
        process.next_step()
        self.order.waited(process, op, instance.resource)
        if instance.waiters:
            self.wake(instance)
        return True

    def wait(
        self, process: Process, instance: ResourceInstance, amount: int, op: Operation, again: Segment
    ) -> bool:
        """A process waits itself; False: it is not over."""
        if self.stops(process, instance, again):
            return False
        if not instance.met(amount, process.known):
            self.check_frozen(instance, amount, op, process.iteration)
            process.wait(instance, again)
            return False
        doing = self.doing(process, op)
        instance.use(doing)
        process.learn(instance.take(amount, doing))
        self.order.waited(process, op, instance.resource)
        if instance.waiters:
            self.wake(instance)
        return True

    # ---- waits of processes for works ----

    def must_wait_for_groups(
        self, process: Process, fifo: GroupFifo, stay: int, read: bool
    ) -> GroupsWant | None:
        """Wait until at most `stay` groups are in flight: what the process has to wait for; None if that is so."""
        missing = fifo.missing(stay, read)
        if missing:
            in_order = len(missing) if fifo.in_order or not stay else 1
            want = GroupsWant(fifo.resource.name, missing, stay, read, in_order)
            for work in missing:
                work.watcher = want
            return want
        told = fifo.tells(stay, read)
        if told:
            slots = max(max(work.slot, work.read_slot) for work in told) + 1
            clock = [0] * slots
            for work in told:
                clock[work.read_slot] = max(clock[work.read_slot], work.step)
                if not read:
                    clock[work.slot] = max(clock[work.slot], work.step)
                    clock = joined(clock, work.known)
            process.learn(clock)
        return None

    def must_wait_for_all(self, process: Process) -> Everything | None:
        """A barrier of all (MAC-7): what the process has to wait for; None if nothing."""
        self.has_met = True
        want = process.barrier
        if want is None:
            want = process.barrier = Everything(self.given, self.unfinished)
            if want.left:
                self.barriers.append(want)
        if want.left:
            return want
        process.barrier = None
        for engine in self.engines:
            for stream in engine.streams.values():
                slot = stream.giver.slot_of_steps
                step = process.giver_step - 1 if stream.giver is process else 0
                if not step and slot < len(process.known):
                    step = process.known[slot]
                if step:
                    process.learn(told(stream.as_of(step, True, process.known), stream.arrived(step)))
        if process.slot != process.slot_of_steps:
            process.meet()
        return None

    # ---- resources ----

    def instance(self, number: int, pair: tuple[str, str] | None, which: int) -> ResourceInstance:
        """An instance of the resource of that number."""
        key = number, pair, which
        found = self.instances.get(key)
        if found is None:
            resource = self.model.resources[number]
            name = f'"{resource.name}"[{which}]'
            if pair is not None:
                name += f' from "{pair[0]}" to "{pair[1]}"'
            found = self.instances[key] = KINDS[resource.kind](self, resource, name)
        return found

    def doing(self, process: Process, op: Operation) -> Doing:
        """An op that the process does itself."""
        mark = process.slot_of_steps, process.giver_step
        return Doing(op, process.iteration, process.release(), mark, mark, process)

    def can_pass(self, wait: Ordered, engine: PlayedEngine) -> bool:
        """Whether the wait, which is the engine's next entry, is over; if not, the engine will hear of it."""
        instance = wait.instance
        if instance.met(wait.amount or 0, wait.given_with):
            return True
        self.check_frozen(instance, wait.amount or 0, wait.op, wait.iteration)
        if engine not in instance.waiters:
            instance.waiters.append(engine)
        return False

    def check_frozen(
        self, instance: ResourceInstance, amount: int, op: Operation, iteration: tuple[int, ...]
    ) -> None:
        """A wait that is not over: on some machines a signal must have been given by now (MAC-18)."""
        if instance.resource.freezes and not instance.given:
            text = f"the wait for {instance.name} freezes the machine: no signal was given for it"
            help = "give the signal before the wait"
            self.add(Misuse("M008", op, iteration, text, help=help, stops=True, about=instance.name))

    def queue_is_full(
        self, engine: PlayedEngine, giver: Process, op: Operation, before: Operation | None
    ) -> None:
        """A work that is too many (MAC-6)."""
        full = f'the queue of "{engine.name}" is full: it has room for {engine.limit}'
        drops = engine.model.when_full is WhenFull.DROP
        text = f"{full}, and the work is lost" if drops else full
        if before is not None:
            text += f",{IN_SOME_ORDER}this work has arrived"
        help = "wait for what was given before giving more"
        stops = before is None and not drops
        at, about = giver.iteration, engine.name
        self.add(Misuse("M009", op, at, text, help=help, other=before, stops=stops, about=about))

    def add(self, misuse: Misuse) -> None:
        """One more misuse; those of the same ops are one."""
        self.misuses.setdefault((misuse.code, misuse.op, misuse.other), misuse)
        if misuse.stops:
            raise Stopped
