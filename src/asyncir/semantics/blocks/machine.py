"""The machine for blocks of threads: it runs a program with queues, and finds every race of the run.

The question
------------
Given a program and its arguments, which pairs of accesses conflict, by the rules of docs/semantics-queues.md? And what
does the program compute, if nothing conflicts? The two are answered by one run, and by separate means: *races* do not
depend on when an asynchronous op does its work, *values* do.

States
------
A thread is READY, AT_BARRIER, AT_PHASE or DONE. Threads run one after the other, each from one barrier to the next; this is
enough, because two accesses of two threads in one such stretch are unordered whichever thread really came first. `epoch`
counts a thread's barriers. At a barrier with phases a thread waits alone (AT_PHASE); `phases.py` says for what, and why one
order of the threads is enough there, too.

An asynchronous op (`Flight`) is, in this run, PENDING -> READ -> WRITTEN: first it reads all of its sources, later it
writes all of its targets. When, the schedule decides (`timing.py`: at once, as late as possible, by a seed, or in every
way). Beside that stands what its own thread *knows* of it, by waits alone:

    in flight --wait for sources--> read_known --wait--> done

`Fifo` counts, for each thread and queue, the groups that are committed, known to be read, and retired. A group leaves
in order; the members of a group have none among themselves. So a wait for a count is one number, up to which all groups
are completed (`complete`).

How races are found (`conflicts.py`)
------------------------------------
1. When an op is issued it is *rehearsed*: its body runs once, each access is noted, and all that it wrote is taken back.
   That gives the elements that it touches. An op that touches no element touches nothing, and so is in no race.
2. From then until it is done it stands on the watch list of each such element. Each access of a thread, and each issue,
   looks there: two accesses of which one writes, of different threads or of one thread that does not know the flight to
   be over, are a race. This asks nothing of PENDING, READ or WRITTEN, so every schedule gives the same races.
3. Other threads learn of a wait only through a barrier. So with several threads a settled access stays on its list
   until the barrier behind the wait (`Conflicts.barrier`), and what threads access themselves is kept that long, too.
   Where they also learn of it through arrivals, `OrderedConflicts` knows who knows what.

Invariants
----------
- Memory holds what threads wrote and what WRITTEN flights wrote, and nothing else: a rehearsal puts back every element
  in `Rehearsal.end`, also when the body fails.
- A flight that is done is WRITTEN: a wait forces the schedule before it tells the thread.
- A flight is on the lists of exactly the elements that the rehearsal at its issue found. If a racing write changes an
  index that it loads, a later rehearsal may touch others; that program has been reported already.
- A race does not stop a run. Values behind it may be anything; an undefined value is then read as some value. A thread
  that stores an undefined value where the caller sees it goes on, and is blamed at the end. Other faults of one thread
  of several wait until all others have come to their next barrier, since a race may be their cause; the fault of the
  lowest thread is the one that is raised.

Why it ends: each step takes from `budget`, and `_meet` and `_go_on` let threads go on or raise. What it does not do: torn
reads (an op reads all its sources at one moment), threads of different blocks, tasks.

It takes the place of `TaskMachine` for the handlers that both engines share: what these ask of a machine has
the same names here. `lane_machine.py` runs all threads at once with NumPy, knows only *whether* there may be a race, and
hands over to this one if so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import zip_longest

from asyncir.diagnostics import Note
from asyncir.dialects.effects import Milestone
from asyncir.ir import Operation
from asyncir.semantics.blocks.conflicts import Conflicts
from asyncir.semantics.blocks.flights import (
    READY,
    Actor,
    AskedWait,
    Fifo,
    Flight,
    FlightState,
    GroupToken,
    Places,
    Rehearsal,
    content,
    put,
)
from asyncir.semantics.blocks.ordered_conflicts import OrderedConflicts
from asyncir.semantics.blocks.phase_waits import Waiting, deadlock, looks_again, those_that_go_on
from asyncir.semantics.blocks.phases import PhaseBarrier, Phases
from asyncir.semantics.blocks.recorder import Recorder
from asyncir.semantics.blocks.thread import Thread, ThreadMachine, ThreadStatus
from asyncir.semantics.blocks.timing import Timing
from asyncir.semantics.core.access import ended, out_of_bounds
from asyncir.semantics.core.faults import InterpreterFault, TaskFailure, fault, span_of
from asyncir.semantics.core.machine import check_bounds
from asyncir.semantics.core.memory import AccessKind, Buffer, MemRefView
from asyncir.semantics.core.program import CompiledCode, Segment
from asyncir.semantics.core.values import Registers
from asyncir.semantics.tasks.tasks import Action

MOST_STEPS_AFTER_A_RACE = 1_000_000
"""So many more show what the program prints, unless it is long; what it computes is worth nothing any more."""


class BlockMachine(ThreadMachine):
    """One run of a block of threads."""

    ready = READY

    def __init__(self, extents: tuple[int, int, int], fifo_of: Callable[[int | str], Hashable]):
        super().__init__(extents, fifo_of)
        self.max_flights: int | None = None
        self.max_in_flight: int | None = None
        self.notes_all = self.count > 1
        """Whether accesses count even where nothing in flight touches the object."""
        self.recorder: Recorder | None = None
        self.numbered_barriers: dict[Operation, range] = {}
        """The barriers with phases that the program has, by the ops that make them."""
        self.has_parallel_loops = False
        """Whether accesses have to be known of iterations that have no order."""
        self.covers: tuple[Operation, set[Buffer]] | None = None
        """The wait that is being executed, and the objects that it lists, if it lists any."""

    def reset(self, make_timing: Callable[[BlockMachine], Timing]) -> None:
        """Forget the last run."""
        self.begin_run()
        self.make_timing = make_timing
        self.phases = Phases(self.count, self.numbered_barriers)
        self.conflicts = Conflicts(self.count, self._race_found)
        if self.numbered_barriers and self.count > 1:
            self.conflicts = OrderedConflicts(self.count, self._race_found, self.phases.clocks)
        self.timing = make_timing(self)
        self.shared: dict[tuple[Operation, int], Buffer] = {}
        """The objects in workgroup memory, by the op and how often the thread had executed it before."""
        self.issued = 0
        self.uncovered: dict[Operation, None] = {}
        """The waits that retired what touches objects that they do not list."""
        self.rehearsal: Rehearsal | None = None
        self.faults: dict[int, InterpreterFault] = {}
        """The first fault of each thread that had one, while it or the others go on."""
        self.threads = [Thread(number) for number in range(self.count)]
        self.thread = self.threads[0]
        if self.recorder is not None:
            self.recorder.reset()

    @property
    def ends_early(self) -> bool:
        """Whether the run was ended because it raced, and for nothing else."""
        return self.max_steps is None and bool(self.conflicts.races) and self.budget < 0

    def _race_found(self) -> None:
        """A run without a bound ends soon after its race: it may loop without end, and would never tell of it."""
        if self.max_steps is None:
            self.budget = min(self.budget, MOST_STEPS_AFTER_A_RACE)

    # ---- running ----

    def run(self) -> None:
        """Run all threads to their ends; raises the fault or the error of the lowest that has one."""
        while True:
            for number in self.timing.order(range(self.count)):
                thread = self.threads[number]
                if thread.status is ThreadStatus.READY:
                    self._run_thread(thread)
            if all(thread.status is ThreadStatus.DONE for thread in self.threads):
                break
            if not self.numbered_barriers or not self._go_on():
                self._meet()
        self.timing.finish()
        if self.faults:
            raise self.faults[min(self.faults)]
        for thread in self.threads:
            if thread.error is not None:
                raise TaskFailure(thread.error)
        if self.phases.doubt is not None:
            raise self.phases.doubt

    def _run_thread(self, thread: Thread) -> None:
        """Run until the next barrier, or the end."""
        self.thread = thread
        while thread.status is ThreadStatus.READY:
            try:
                self.execute(thread.segment, thread.registers, thread)
            except TaskFailure as failure:
                thread.error = failure.error
                thread.status = ThreadStatus.DONE
            except InterpreterFault as found:
                self.postpone(found)
                if self.count == 1:
                    raise self.faults[thread.number] from None
                # The other threads go on to their next barrier, since a race may be the cause.
                thread.status = ThreadStatus.DONE

    def postpone(self, found: InterpreterFault) -> None:
        """Keep a fault of the running thread until the run's end, unless the thread has had one before."""
        self.faults.setdefault(self.thread.number, found)

    def stops_before(self, task: object, again: Segment, action: Action) -> bool:
        """Threads are not stopped before what others can notice."""
        return False

    @property
    def thread_number(self) -> int:
        """Which thread is running."""
        return self.thread.number

    def new_identity(self) -> str:
        """A name for a new object of the running thread."""
        self.thread.objects += 1
        return f"thread {self.thread.number} object {self.thread.objects}"

    # ---- objects ----

    def made(self, view: MemRefView, thread: Thread, of_block: bool, op: Operation) -> MemRefView:
        """The thread has a new object."""
        if self.rehearsal is not None:
            self.rehearsal.own.add(view.buffer)
            return view
        if of_block:
            view = self._shared(view, op)
        if view.buffer.kind == "alloca":
            thread.owns(view.buffer)
        return view

    def _shared(self, view: MemRefView, op: Operation) -> MemRefView:
        """The object that the first thread made when it came here as often as this one."""
        executions = self.thread.executions
        number = executions[op] = executions.get(op, -1) + 1
        buffer = self.shared.get((op, number))
        if buffer is None:
            buffer = self.shared[op, number] = view.buffer
            buffer.sharers = set()
            buffer.identity = f"block object {len(self.shared)}"
        elif buffer.size != view.buffer.size:
            message = "the threads of the block ask for different sizes of the memory that they share"
            raise fault("S018", message, op)
        return MemRefView(buffer, view.offset, view.sizes, view.strides)

    def free(self, buffer: Buffer, op: Operation) -> None:
        """The running thread frees the object."""
        if buffer.kind != "alloc":
            raise fault("S003", "the memory comes from no `memref.alloc`", op, "frees it")
        self.note(buffer, range(buffer.size), AccessKind.FREE, op)
        # What is in flight on it, which is a race, happens before.
        self.timing.force([f for f in list(self.timing.pending) if f.touches(buffer)], FlightState.WRITTEN)
        if buffer.ended is not None or not self.end(buffer, "dealloc"):
            raise fault("S003", "the memory was freed before, or is gone", op, "frees it again")

    def end_alloca(self, buffer: Buffer, runner: Thread) -> None:
        """See `Machine`: nothing may be in flight on it."""
        for flight in self.conflicts.in_flight:
            if flight.thread == runner.number and not flight.done and flight.touches(buffer):
                message = f"`{flight.op.name}` is in flight on memory that ends with its function"
                notes = (Note("this memory", span_of(buffer.op)),)
                raise fault("S020", message, flight.op, "may not be complete", notes=notes)
        self.end(buffer, "alloca")

    def end(self, buffer: Buffer, how: str) -> bool:
        """The thread ends the object's life; memory of the block lives until all threads have. False: too often."""
        if buffer.sharers is not None:
            if self.thread.number in buffer.sharers:
                return False
            buffer.sharers.add(self.thread.number)
            if len(buffer.sharers) < self.count:
                return True
        buffer.end(how)
        return True

    # ---- accesses ----

    def note(self, buffer: Buffer, places: Sequence[int], kind: AccessKind, op: Operation) -> None:
        """The running thread accesses these elements now."""
        buffer, places = buffer.in_root(places)
        thread = self.thread
        who = Actor(op, thread.iteration, thread.number, thread.epoch)
        for loop in thread.loops:
            self.conflicts.between_iterations(loop, buffer, places, kind, who)
        if self.rehearsal is not None:
            self.rehearsal.note(buffer, places, kind)
            return
        if self.recorder is not None:
            self.recorder.access(thread, op, kind, buffer, places)
        if self.timing.pending and buffer.watch is not None:
            self.timing.before({buffer: set(places)}, kind)
        self.conflicts.access(buffer, places, kind, who)

    # ---- async ops ----

    def issue(self, op: Operation, perform: Callable[[], None]) -> Flight:
        """The running thread starts an async op, which does `perform` at some moment."""

        def rehearse() -> Rehearsal:
            running, self.thread = self.thread, thread
            loops, thread.loops = thread.loops, []
            self.rehearsal = rehearsal = Rehearsal()
            try:
                perform()
            finally:
                self.thread, self.rehearsal, thread.loops = running, None, loops
                rehearsal.end()
            return rehearsal

        thread = self.thread
        effect = rehearse()
        flight = Flight(
            op,
            thread.iteration,
            thread.number,
            thread.epoch,
            self.issued,
            rehearse,
            effect.reads,
            effect.writes,
        )
        self.issued += 1
        self._check_bounds(op)
        if thread.commit is not None:
            thread.commit.append(flight)
        if self.recorder is not None:
            self.recorder.issue(thread, flight)
        self.conflicts.issue(flight)
        # If it gets to read at once, that is what it has just read.
        flight.effect = effect
        self.timing.issued(flight)
        if flight.state is FlightState.PENDING:
            flight.effect = None
        return flight

    def run_body(self, code: CompiledCode, registers: Registers) -> None:
        """Run the body of an async op."""
        self.execute(code.entry, registers, self.thread)

    def advance(self, flight: Flight, state: FlightState) -> None:
        """The async op reads its sources, or writes: when, the schedule has decided."""
        if flight.state is FlightState.PENDING:
            flight.effect = flight.effect or flight.rehearse()
            flight.state = FlightState.READ
        if state is FlightState.WRITTEN and flight.effect is not None:
            for entry in flight.effect.values:
                put(*entry)
            flight.effect = None
            flight.state = FlightState.WRITTEN

    def _check_bounds(self, op: Operation) -> None:
        """S009: too many for an exhaustive search."""
        if self.max_flights is None:
            return
        in_flight = sum(not flight.done for flight in self.conflicts.in_flight) + 1
        bounds = (
            (self.issued, self.max_flights, "issued"),
            (in_flight, self.max_in_flight, "in flight at once"),
        )
        check_bounds("async ops", op, *bounds)

    def begin_commit(self, op: Operation) -> None:
        """What is issued from now on is for one group."""
        if self.thread.commit is not None:
            raise fault("S019", "a commit is executed inside of another one", op, "inside")
        self.thread.commit = []

    def end_commit(self, queue: int | str, op: Operation) -> GroupToken:
        """That is all of the group."""
        members, self.thread.commit = self.thread.commit, None
        assert members is not None
        return self.commit(queue, members, op)

    def commit(self, queue: int | str, members: list[Flight], op: Operation) -> GroupToken:
        """Close a group."""
        fifo = self.fifo(queue)
        token = fifo.commit(members)
        if self.recorder is not None:
            self.recorder.commit(self.thread, op, queue, token, members)
        return token

    def fifo(self, queue: int | str) -> Fifo:
        """The running thread's FIFO for the queue."""
        name = self.fifo_of(queue)
        fifo = self.thread.fifos.get(name)
        if fifo is None:
            fifo = self.thread.fifos[name] = Fifo(name)
        return fifo

    def complete(self, fifo: Fifo, upto: int, milestone: Milestone) -> tuple[int, ...]:
        """The running thread has waited for the groups before `upto`, all committed; those not waited for before."""
        if milestone is Milestone.SOURCE_READ:
            known, fifo.read = fifo.read, max(fifo.read, upto)
            groups = range(max(known, fifo.retired), upto)
            flights = [flight for group in groups for flight in fifo.groups[group]]
            self.timing.force(flights, FlightState.READ)
            for flight in flights:
                self._cover(flight.reads)
                flight.read_known = True
                self.conflicts.settle(flight, AccessKind.READ)
            return tuple(groups)
        groups = range(fifo.retired, upto)
        flights = [flight for group in groups for flight in fifo.groups.pop(group)]
        self.timing.force(flights, FlightState.WRITTEN)
        for flight in flights:
            self._cover(flight.writes if flight.read_known else {**flight.reads, **flight.writes})
            flight.done = True
            if not flight.read_known:
                self.conflicts.settle(flight, AccessKind.READ)
            self.conflicts.settle(flight, AccessKind.WRITE)
        fifo.retired = max(fifo.retired, upto)
        return tuple(groups)

    def _cover(self, touched: Places) -> None:
        if self.covers is not None and not self.covers[1].issuperset(touched):
            self.uncovered[self.covers[0]] = None

    # ---- copies and waits ----

    def row(self, view: MemRefView, start: Sequence[int], count: int, op: Operation) -> list[int]:
        """Where elements in a row along the last dimension are."""
        if not start or not count:
            return [view.offset] * count
        for index in (start[-1], start[-1] + count - 1):
            point = [*start[:-1], index]
            if not all(0 <= i < size for i, size in zip(point, view.sizes, strict=True)):
                raise out_of_bounds(view, point, op)
        first = view.offset + sum(i * s for i, s in zip(start, view.strides, strict=True))
        return [first + i * view.strides[-1] for i in range(count)]

    def move(
        self, old: MemRefView, new: MemRefView, sources: Sequence[int], targets: Sequence[int], op: Operation
    ) -> None:
        """Copy elements; where no source is left, targets become zero."""
        self.note(old.buffer, sources, AccessKind.READ, op)
        self.note(new.buffer, targets, AccessKind.WRITE, op)
        for view in (old, new):
            if view.buffer.ended is not None:
                raise ended(view.buffer, op)
        zero = 0 if new.buffer.array.dtype.kind in "iub" else 0.0
        for source, target in zip_longest(sources, targets):
            put(new.buffer, target, *((zero, True) if source is None else content(old.buffer, source)))

    def wait_groups(
        self, op: Operation, queue: int | str, count: int, kind: str, milestone: Milestone
    ) -> None:
        """Wait for so many groups: of the first ones (`finished`), or of all but the youngest ones (`count`)."""
        if count < 0:
            help = "the count is the number of groups that may stay in flight: 0 at least"
            raise fault("S018", f"the count is {count}", op, "negative", help)
        fifo = self.fifo(queue)
        upto = min(count, fifo.committed) if kind == "finished" else max(fifo.committed - count, 0)
        self._wait(op, fifo, AskedWait(queue, kind, milestone, count), upto)

    def wait_tokens(self, op: Operation, tokens: Sequence[Flight | GroupToken], milestone: Milestone) -> None:
        """Wait for the groups that tokens stand for: of a copy, the one that it was committed in."""
        youngest: dict[Fifo, int] = {}
        for token in tokens:
            if isinstance(token, Flight) and token.fifo is None:
                raise fault("S021", "the copy is waited for, but is in no group", op, "waits for it")
            if token.fifo is not None:
                youngest[token.fifo] = max(youngest.get(token.fifo, -1), token.group)
        asked = AskedWait(None, "token", milestone, None)
        for fifo, group in youngest.items():
            self._wait(op, fifo, asked, group + 1)
        if not youngest:
            self._wait(op, None, asked, 0)

    def _wait(self, op: Operation, fifo: Fifo | None, asked: AskedWait, upto: int) -> None:
        retired = () if fifo is None else self.complete(fifo, upto, asked.milestone)
        self.covers = None
        if self.recorder is not None:
            self.recorder.wait(self.thread, op, fifo, asked, upto, retired)

    # ---- barriers with phases ----

    def waits_for_phase(
        self, op: Operation, barrier: PhaseBarrier, phase: int, go_on: Segment, looks: bool = False
    ) -> None:
        """The running thread lets the others go on until the phase is over, and then goes on there."""
        thread = self.thread
        thread.segment = go_on
        thread.waiting = Waiting(op, barrier, phase, looks)
        thread.status = ThreadStatus.AT_PHASE

    def looks_again(self, op: Operation, barrier: PhaseBarrier, phase: int, go_on: Segment) -> None:
        """The running thread has seen that the phase is not over, and lets the others go on."""
        self.waits_for_phase(op, barrier, phase, go_on, looks=True)
        looks_again(self.thread, self.phases)

    def _go_on(self) -> bool:
        """No thread can go on but some that wait for phases, if any do; raises S022 if these cannot either."""
        waiting = [thread for thread in self.threads if thread.status is ThreadStatus.AT_PHASE]
        going = those_that_go_on(waiting, self.phases)
        if not waiting:
            return False
        if not going and self.faults:
            raise self.faults[min(self.faults)]
        if not going and all(thread.error is None for thread in self.threads):
            raise self.phases.doubt or deadlock(self.threads, waiting)
        for thread in going:
            thread.status = ThreadStatus.READY
            thread.waiting = None
        # Where a thread has failed, the run has.
        for thread in () if going else self.threads:
            thread.status = ThreadStatus.DONE
        return True

    # ---- barriers ----

    def barrier(self, op: Operation, go_on: Segment) -> None:
        """The running thread waits for the others, and then goes on there."""
        thread = self.thread
        thread.segment = go_on
        thread.barrier = op
        thread.status = ThreadStatus.AT_BARRIER

    def _meet(self) -> None:
        """All threads wait at a barrier, or are done: they pass it if it is the same."""
        waiting = next(thread for thread in self.threads if thread.status is ThreadStatus.AT_BARRIER)
        for other in self.threads:
            if other.status is ThreadStatus.DONE:
                if self.faults:
                    raise self.faults[min(self.faults)]
                if other.error is None:
                    raise self._divergent(waiting, other)
                # It has failed, and so has the run.
                for thread in self.threads:
                    thread.status = ThreadStatus.DONE
                return
            if (other.barrier, other.place()) != (waiting.barrier, waiting.place()):
                raise self._divergent(waiting, other)
        self.conflicts.barrier()
        if self.numbered_barriers:
            self.phases.meet()
        for thread in self.threads:
            assert thread.barrier is not None
            if self.recorder is not None:
                self.recorder.barrier(thread, thread.barrier)
            thread.epoch += 1
            thread.status = ThreadStatus.READY
            thread.barrier = None

    def _divergent(self, waiting: Thread, other: Thread) -> Exception:
        if other.status is ThreadStatus.DONE:
            text, where = f"thread {other.number} is at its end", None
        elif other.barrier is waiting.barrier:
            text = f"thread {other.number} is at the same barrier in another iteration or call"
            where = other.barrier
        else:
            text, where = f"thread {other.number} is at this one", other.barrier
        return fault(
            "S017",
            "the threads of the block do not meet at one barrier",
            waiting.barrier,
            f"thread {waiting.number} waits here",
            notes=(Note(text, span_of(where)),),
        )
