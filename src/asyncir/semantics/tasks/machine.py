"""The machine: runs tasks, one at a time, switching at scheduling points.

Its stack is explicit, so neither calls nor tasks nor nesting use Python's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from asyncir.diagnostics import Note
from asyncir.ir import Operation
from asyncir.semantics.core.faults import RunError, TaskFailure, fault, span_of
from asyncir.semantics.core.machine import Machine, check_bounds
from asyncir.semantics.core.memory import AccessKind, Buffer
from asyncir.semantics.core.program import End, Segment
from asyncir.semantics.core.values import Registers, Value
from asyncir.semantics.core.world import Host, HostWorld
from asyncir.semantics.tasks.device_times import DeviceCosts, TimedWork
from asyncir.semantics.tasks.races import Chain, Detector, Strand, merge
from asyncir.semantics.tasks.schedules import Policy
from asyncir.semantics.tasks.tasks import (
    Action,
    Completion,
    PartToken,
    QueueGroup,
    Task,
    TaskGroup,
    TaskStatus,
)

MAX_WAITS_SHOWN = 8

STEPS_OF_A_LAUNCH = 40
"""What it takes to launch a task, in steps: a run that may take so many does not launch as many tasks."""

MAX_KNOWN = 8_000_000
"""Tasks that launch tasks without end take memory with the square of their number: about 1 GB then."""


class TaskMachine(Machine):
    """One run at a time; `reset` begins the next."""

    def __init__(self) -> None:
        self.max_tasks: int | None = None
        self.host: Host = {}
        """The functions of the host that the program may call."""
        self.has_regions = False
        """Whether registers may have promises."""
        self.asks_for_errors = False
        """Whether the program has `async.runtime.is_error`, so that a completion can be noticed without a wait."""
        self.asks_for_reads = False
        """Whether it waits until the sources of operations have been read."""
        self.fifo_of: Callable[[int | str], Hashable] = lambda queue: queue
        """What tells the FIFO of a queue from others."""
        self.costs: DeviceCosts | None = None
        """How long works of devices take; None: no time."""

    def new_detector(self) -> Detector:
        """What finds the races of the next run."""
        return Detector()

    def reset(self, make_policy: Callable[[Task], Policy]) -> Task:
        """Forget the last run; the new run's entry task, not yet ready."""
        self.begin_run()
        self.detector = self.new_detector()
        self.unseen: list[RunError] = []
        self.tasks: dict[Task, None] = {}
        """Those that are not done."""
        self.issued = 0
        self.known_at_issues = 0
        """What tasks knew when they were issued, all together: that is memory."""
        self.works: list[TimedWork] = []
        """What devices have done, where that takes time."""
        self.world = HostWorld(self.host)
        self.trace: list[str] = []
        self.pending: Task | None = None
        self.transition = -1
        self.entry = Task("0", None, self.detector.strand)
        self.current = self.entry
        self.main_strand = self.entry.strand
        self.tasks[self.entry] = None
        self.policy = make_policy(self.entry)
        return self.entry

    # ---- running ----

    def run(self) -> None:
        """Run until every task is done, or nothing can go on."""
        running = TaskStatus.RUNNING
        while True:
            task, self.pending = self.pending, None
            if task is None:
                task = self.policy.pick()
            if task is None:
                break
            task.status = running
            self.current = task
            self.trace.append(task.identity)
            self.detector.strand = task.strand
            while task.status is running:
                try:
                    self.execute(task.segment, task.registers, task)
                except TaskFailure as failure:
                    self._failing(task, failure.error)
        if self.tasks and self.entry.error is None:
            self._report_deadlock()

    def _failing(self, task: Task, error: RunError) -> None:
        """Fail the task, at a scheduling point where somebody may ask whether it has failed."""
        if not self.asks_for_errors:
            self.fail(task, error)
            return
        task.segment = self.completing(lambda registers, task: self.fail(task, error), None)

    def _report_deadlock(self) -> None:
        """SEM-23: tasks wait, and nothing can complete what they wait for."""
        waits = [
            Note(_wait(task), span_of(task.waits_for.op)) for task in self.tasks if task.waits_for is not None
        ]
        if len(waits) > MAX_WAITS_SHOWN:
            more = len(waits) - MAX_WAITS_SHOWN
            waits = [*waits[:MAX_WAITS_SHOWN], Note(f"{more} more tasks wait")]
        one, *others = self.tasks
        who = f"{len(self.tasks)} tasks wait" if others else f"{one.name()} waits"
        message = f"deadlock: nothing can run any more, and {who}"
        raise fault("R104", message, None, notes=tuple(waits))

    def new_identity(self) -> str:
        """A name for a new object of the running task: the same in every schedule."""
        return self.current.object_identity()

    # ---- accesses ----

    def note(self, buffer: Buffer, places: Sequence[int], kind: AccessKind, op: Operation) -> None:
        """The running task accesses these elements now."""
        detector = self.detector
        for place in places if detector.active else ():
            if kind is AccessKind.READ:
                detector.read(buffer.accesses(), place, op)
            else:
                detector.write(buffer.accesses(), place, op, kind is AccessKind.ATOMIC)

    def end_alloca(self, buffer: Buffer, runner: Task) -> None:
        """See `Machine`: what is not ordered with the end is behind it in another order, which may not be tried."""
        late = None if buffer.cells is None else self.detector.unordered(buffer.cells)
        if late is not None:
            may = f"the memory that `{late.op.name}` accesses may be gone"
            message = f"{may}: what made it ends without waiting for {late.task}"
            notes = (Note("this memory", span_of(buffer.op)),)
            raise fault("S002", message, late.op, "may come behind its end", notes=notes)
        super().end_alloca(buffer, runner)

    # ---- scheduling points ----

    def stops_before(self, task: Task, again: Segment, action: Action) -> bool:
        """A scheduling point before an action: whether the task has stopped, to come back to `again`."""
        if not self.policy.switches_before:
            return False
        if task.granted:
            task.granted = False
            return False
        task.granted = True
        task.action = action
        task.segment = again
        self.stop(task)
        return True

    def completing(self, end: End, op: Operation | None) -> Segment:
        """For an end that completes the task: before that is a scheduling point."""

        def guarded(registers: Registers, task: Task) -> Segment | None:
            if self.stops_before(task, segment, Action(task.identity, completes=True)):
                return None
            return end(registers, task)

        segment = Segment(end=guarded, end_op=op)
        return segment

    def stops_after(self, task: Task, go_on: Segment) -> Segment | None:
        """A scheduling point after others were enabled: where to go on, or None if the task has stopped."""
        if not self.policy.switches_after:
            return go_on
        task.segment = go_on
        self.stop(task)
        return None

    def stop(self, task: Task) -> None:
        """The running task stops although it could go on."""
        task.status = TaskStatus.READY
        self.policy.yielded(task)

    def wait(self, task: Task, completion: Completion, again: Segment) -> None:
        """The running task waits, and comes back to `again`."""
        completion.waiters.append(task)
        task.waits_for = completion
        task.status = TaskStatus.WAITING
        task.segment = again

    def enable(self, task: Task) -> None:
        """What the task waited for is complete."""
        task.waits_for = None
        task.status = TaskStatus.READY
        task.enablers.append(self.transition)
        self.policy.enabled(task)

    # ---- tasks ----

    def new_task(
        self, parent: Task, op: Operation, promised: Sequence[tuple[int, bool]], registers: Registers
    ) -> Task:
        """A task issued by the running one; `begin` must be called before its body.

        The registers get the completions that are promised: for each its slot, and whether it is the task's token.
        """
        self.detector.active = True
        self.budget -= STEPS_OF_A_LAUNCH
        task = Task(parent.child_identity(), op, parent.strand, time=parent.time)
        task.issue_clock = parent.strand.release()
        if parent.known:
            task.known = dict(parent.known)
        self.known_at_issues += len(task.issue_clock)
        if self.known_at_issues > MAX_KNOWN:
            raise fault(
                "S011", "tasks are nested too deeply: each launches another one and waits for none", op
            )
        task.enablers.append(self.transition)
        self.tasks[task] = None
        for index, (slot, is_token) in enumerate(promised):
            completion = registers[slot] = Completion(op, f"{task.identity}/{index}", task)
            if is_token:
                task.token = completion
            else:
                task.values.append(completion)
        self._count_issue(op)
        return task

    def begin(self, task: Task, waited: Sequence[Completion], candidates: list[Chain]) -> None:
        """The body starts: it knows what its issuer knew at the issue, and what it has waited for."""
        clock = task.issue_clock
        for completion in waited:
            self.policy.goes_past(completion.done_at)
            task.enablers.append(completion.done_at)
            task.time = max(task.time, completion.time)
            for part in self._parts(task, completion):
                if part.clock is not None and part.era == self.detector.era:
                    merge(clock, part.clock)
                    if part.chain is not None:
                        candidates.append(part.chain)
        task.strand = self.detector.strand = self.detector.start(task.name(), clock, candidates)

    def _count_issue(self, op: Operation) -> None:
        self.issued += 1
        if self.max_tasks is not None:
            check_bounds("tasks", op, (self.issued, self.max_tasks, "issued"))

    def returned(self, runner: Task, values: list[Value]) -> None:
        """The task's body has come to its end."""
        if self._lets_end(runner, lambda: self.returned(runner, values)):
            return
        failed = next((flight.failed for flight in runner.in_flight if flight.failed is not None), None)
        if failed is not None:
            failed.seen = True
            why = "what the task had in flight at its end failed"
            self.fail(runner, RunError("R102", why, failed.op, failed))
            return
        self.end_allocas(runner)
        self.finish(runner, None, values)

    def fail(self, task: Task, error: RunError) -> None:
        """SEM-18: all calls of the task end, and it completes with the error."""
        if self._lets_end(task, lambda: self.fail(task, error)):
            return
        self.end_allocas(task)
        while task.stack:
            _, _, _, task.allocas, _ = task.stack.pop()
            self.end_allocas(task)
        self.finish(task, error, [])

    def _lets_end(self, task: Task, again: Callable[[], None]) -> bool:
        """QUE-47: whether the task waits for an operation that it has issued, and then does this again."""

        def end(registers: Registers, task: Task) -> Segment | None:
            again()
            return None

        if task.in_flight:
            self.release_hot(task)
        while task.ended < len(task.in_flight):
            flight = task.in_flight[task.ended]
            if not flight.done:
                self.wait(task, flight, Segment(end=end, end_op=task.segment.end_op))
                return True
            self.acquire_one(task, flight)
            task.ended += 1
        return False

    def finish(self, task: Task, error: RunError | None, values: list[Value]) -> None:
        """The running task is done: complete its token and its values, all at once."""
        reading = task.strand.reading
        if reading is not None and task.read is not None:
            self._settle(task.read, reading, reading.clock, error)
            reading.chain.busy = False
        task.status = TaskStatus.DONE
        task.error = error
        task.results = values
        del self.tasks[task]
        if error is not None and task is not self.entry:
            self.unseen.append(error)
        self.release_hot(task)
        task.strand.chain.busy = False
        for index, completion in enumerate(task.values):
            completion.payload = values[index] if error is None else None
        completions = task.values if task.token is None else [*task.values, task.token]
        for completion in completions:
            completion.producer = None
            completion.own_time = task.time
            self._settle(completion, task.strand, task.strand.clock, error)
        task.registers = []

    def release_hot(self, task: Task) -> None:
        """An `async.func` has come to its first wait, or its end: its caller may go on (SEM-24)."""
        hot = task.hot
        if hot is not None:
            task.hot = None
            self._settle(hot, task.strand, task.strand.release(), None)

    def complete(self, completion: Completion, task: Task, error: RunError | None) -> None:
        """The running task completes a token or value that belongs to no task."""
        completion.own_time = task.time
        self._settle(completion, task.strand, task.strand.release(), error)

    def _settle(
        self, completion: Completion, strand: Strand, clock: dict[int, int], error: RunError | None
    ) -> None:
        completion.done = True
        completion.done_at = self.transition
        completion.error = error
        completion.clock = clock
        completion.era = strand.era
        completion.chain = strand.chain
        completion.count = clock.get(strand.number, -1)
        waiters, completion.waiters = completion.waiters, []
        for waiter in waiters:
            if isinstance(waiter, TaskGroup):
                self.member_done(waiter)
            else:
                self.enable(waiter)

    # ---- groups and waits ----

    def member_done(self, group: TaskGroup) -> None:
        """One member less is open."""
        pending = [group]
        while pending:
            group = pending.pop()
            group.open -= 1
            if group.open:
                continue
            group.done_at = self.transition
            group.end()
            waiters, group.waiters = group.waiters, []
            for waiter in waiters:
                if isinstance(waiter, TaskGroup):
                    pending.append(waiter)
                else:
                    self.enable(waiter)

    def _parts(self, task: Task, completion: Completion) -> Sequence[Completion]:
        """What a completion is made of that the task does not know yet: of a queue's group its operations, and older ones."""
        if isinstance(completion, PartToken):
            return completion.leaves()
        if not isinstance(completion, QueueGroup):
            return (completion,)
        fifo, known = completion.fifo, task.known.get(completion.fifo, 0)
        task.known[fifo] = max(known, completion.upto)
        return fifo.flights[known : completion.upto]

    def joins(self, task: Task, group: TaskGroup) -> None:
        """What happens before an addition to a group happens before what follows a wait for the group."""
        clock = task.strand.release()
        if group.clock is None or group.era < task.strand.era:
            group.clock = clock
            group.era = task.strand.era
        else:
            merge(group.clock, clock)

    def goes_on(self, task: Task, hot: Completion) -> None:
        """What an `async.func` did up to its first wait happens before what its caller does next."""
        self.acquire_one(task, hot)

    def acquire(self, task: Task, completion: Completion, op: Operation) -> None:
        """What happens before a completion happens before what follows the wait `op` for it."""
        task.enablers.append(completion.done_at)
        task.time = max(task.time, completion.time)
        if isinstance(completion, TaskGroup) and not isinstance(completion, QueueGroup):
            for member in completion.members:
                self.acquire_one(task, member)
        self.acquire_one(task, completion)
        self.rest(task)

    def rest(self, task: Task) -> None:
        """Forget the past if the entry is all that is left, and comes after all that was."""
        if len(self.tasks) == 1 and task.strand is self.main_strand:
            self.detector.rest(task.strand)

    def acquire_one(self, task: Task, completion: Completion) -> None:
        """The same for one that is not a group of tasks, or for the additions to a group."""
        self.policy.goes_past(completion.done_at)
        for part in self._parts(task, completion):
            self._acquire(task, part)

    def _acquire(self, task: Task, completion: Completion) -> None:
        strand = task.strand
        if completion.clock is None or completion.era < self.detector.era:
            return
        chain = completion.chain
        strand.remember(chain)
        if chain is None or strand.clock.get(chain.number, -1) < completion.count:
            strand.acquire(completion.clock)


def _wait(task: Task) -> str:
    completion = task.waits_for
    if isinstance(completion, TaskGroup) and len(completion.members) < completion.size:
        return f"{task.name()} waits for a group with {len(completion.members)} of {completion.size} members"
    return f"{task.name()} waits for this"
