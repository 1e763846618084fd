"""A machine for tasks that writes down what it does, and goes on behind a race."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from asyncir.ir import ModuleOp, Operation
from asyncir.semantics.core.faults import InterpreterFault, RunError, fault
from asyncir.semantics.core.outcome import Outcome
from asyncir.semantics.core.program import Program
from asyncir.semantics.core.values import Registers
from asyncir.semantics.tasks.interpreter import TaskEngine
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.races import Cells, Chain, Detector, PastAccess
from asyncir.semantics.tasks.record import (
    RecordedBlock,
    RecordedConflict,
    RecordedEdge,
    RecordedRace,
    RecordedTask,
    TaskRecord,
)
from asyncir.semantics.tasks.schedules import Latest, Policy, TaskSchedule
from asyncir.semantics.tasks.tasks import Completion, QueueGroup, Task, TaskGroup

_MOST_RACES = 20


def record_tasks(
    module: ModuleOp,
    entry: str,
    args: Sequence[object],
    schedule: TaskSchedule | None = None,
    *,
    max_steps: int,
    max_tasks: int,
) -> tuple[TaskRecord, Outcome]:
    """Run `entry`, which has tasks and no queues, and keep what it did, up to so many steps and tasks.

    Races do not end the run: they are in the record. Raises `InterpreterFault` where the module cannot be run.
    """
    machine = RecordingMachine(max_tasks)
    machine.max_steps = max_steps
    function = Program(module, machine).functions[entry]
    outcome = TaskEngine(machine, function).run(args, schedule or Latest())
    return machine.record, outcome


class RecordingMachine(TaskMachine):
    """Writes down activations, waits and accesses."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.record = TaskRecord()

    def new_detector(self) -> Detector:
        """One that tells this machine of accesses."""
        return _RecordingDetector(self)

    def reset(self, make_policy: Callable[[Task], Policy]) -> Task:
        """The next run has a record of its own."""
        self.record = TaskRecord()
        self.segment_of_task: dict[Task, int] = {}
        self.ends: dict[Completion, int] = {}
        self.adders: dict[Completion, list[int]] = {}
        self.instances: dict[Operation, int] = {}
        self.touched: dict[tuple[Cells, int], tuple[int | None, list[int]]] = {}
        entry = super().reset(make_policy)
        self._begin_task(entry, None)
        return entry

    # ---- segments

    def at(self) -> int:
        """The segment of the running task."""
        return self._segment_of(self.current)

    def _segment_of(self, task: Task) -> int:
        known = self.segment_of_task.get(task)
        return self._begin_task(task, task.op) if known is None else known

    def _segment(self, block: int, before: Sequence[int]) -> int:
        self.record.block_of.append(block)
        self.record.before.append(list(dict.fromkeys(before)))
        return len(self.record.block_of) - 1

    def _begin_task(self, task: Task, op: Operation | None, before: Sequence[int] = ()) -> int:
        instance = 0
        if op is not None:
            instance = self.instances.get(op, 0)
            self.instances[op] = instance + 1
        recorded = RecordedTask(len(self.record.tasks), op, instance)
        self.record.tasks.append(recorded)
        return self._block(task, recorded, None, before)

    def _block(
        self, task: Task, recorded: RecordedTask, begun_by: Operation | None, before: Sequence[int]
    ) -> int:
        block = RecordedBlock(len(self.record.blocks), recorded, begun_by)
        self.record.blocks.append(block)
        segment = self.segment_of_task[task] = self._segment(block.number, before)
        return segment

    def _split(self, task: Task) -> int:
        """The segment ends, and the next one of the block begins; the one that ended."""
        ended = self._segment_of(task)
        block = self.record.block_of[ended]
        self.record.blocks[block].settled = True
        self.segment_of_task[task] = self._segment(block, (ended,))
        return ended

    def _edge(
        self, source: int, target: int, kind: str, op: Operation | None = None, operand: int = 0
    ) -> None:
        first, second = self.record.block_of[source], self.record.block_of[target]
        if first != second:
            self.record.edges[RecordedEdge(first, second, kind, op, operand)] = None

    def _sources(self, completion: Completion) -> Iterator[int]:
        """The segments behind which a completion is complete."""
        if completion in self.ends:
            yield self.ends[completion]
        yield from self.adders.get(completion, ())
        if isinstance(completion, QueueGroup):
            yield from (self.ends[flight] for flight in completion.fifo.flights[: completion.upto])
        elif isinstance(completion, TaskGroup):
            for member in completion.members:
                yield from self._sources(member)

    # ---- what the machine does

    def new_task(
        self, parent: Task, op: Operation, promised: Sequence[tuple[int, bool]], registers: Registers
    ) -> Task:
        """An activation, launched from the segment that ends here."""
        task = super().new_task(parent, op, promised, registers)
        if len(self.record.tasks) >= self.most:
            self.record.full = True
            raise fault("S010", f"the program launches more than {self.most} tasks", op)
        launched = self._split(parent)
        first = self._begin_task(task, op, (launched,))
        self._edge(launched, first, "launch")
        return task

    def begin(self, task: Task, waited: Sequence[Completion], candidates: list[Chain]) -> None:
        """Its body comes behind what it waited for."""
        super().begin(task, waited, candidates)
        segment = self._segment_of(task)
        for operand, completion in enumerate(waited):
            for source in self._sources(completion):
                self.record.before[segment].append(source)
                self._edge(source, segment, "wait", task.op, operand)

    def acquire(self, task: Task, completion: Completion, op: Operation) -> None:
        """A wait: a block begins, unless nothing was done since the last one."""
        super().acquire(task, completion, op)
        self._wait(task, list(self._sources(completion)), op)

    def goes_on(self, task: Task, hot: Completion) -> None:
        """The caller of an `async.func` goes on."""
        super().goes_on(task, hot)
        self._wait(task, list(self._sources(hot)), None)

    def _wait(self, task: Task, sources: list[int], op: Operation | None) -> None:
        last = self._segment_of(task)
        block = self.record.blocks[self.record.block_of[last]]
        if not (block.settled or block.reads or block.writes):
            now = self.segment_of_task[task] = self._segment(block.number, (last, *sources))
            block.begun_by = block.begun_by or op
        else:
            now = self._block(task, block.task, op, (last, *sources))
            self._edge(last, now, "next")
        for source in sources:
            self._edge(source, now, "wait" if op is not None else "call", op)

    def finish(self, task: Task, error: RunError | None, values: list[object]) -> None:
        """Its completions are behind its last segment."""
        last = self._segment_of(task)
        for completion in (*task.values, *((task.token,) if task.token is not None else ())):
            self.ends[completion] = last
        super().finish(task, error, values)

    def release_hot(self, task: Task) -> None:
        """What an `async.func` does up to its first wait."""
        if task.hot is not None:
            self.ends[task.hot] = self._split(task)
        super().release_hot(task)

    def complete(self, completion: Completion, task: Task, error: RunError | None) -> None:
        """A promise is kept, by the running task."""
        self.ends[completion] = self._split(task)
        super().complete(completion, task, error)

    def joins(self, task: Task, group: TaskGroup) -> None:
        """What was done before an addition is before what waits for the group."""
        super().joins(task, group)
        self.adders.setdefault(group, []).append(self._split(task))

    # ---- accesses

    def accessed(self, cells: Cells, place: int, writes: bool) -> None:
        """The running task touches an element."""
        segment = self.at()
        number = self.record.block_of[segment]
        block = self.record.blocks[number]
        (block.writes if writes else block.reads).setdefault(cells.made_by, set()).add(place)
        writer, readers = self.touched.get((cells, place), (None, []))
        for other in (*(() if writer is None else (writer,)), *(readers if writes else ())):
            if other != number:
                self.record.conflicts[RecordedConflict(other, number, cells.made_by)] = None
        if writes:
            self.touched[cells, place] = (number, [])
        elif number not in readers:
            self.touched[cells, place] = (writer, [*readers, number])

    def raced(self, found: InterpreterFault, cells: Cells, place: int, segments: tuple[int, int]) -> None:
        """Two accesses race; each pair of ops is kept once."""
        assert found.between is not None
        first, second = (access.op for access in found.between)
        known = any(race.first is first and race.second is second for race in self.record.races)
        if not known and len(self.record.races) < _MOST_RACES:
            kind = found.race.kind
            self.record.races.append(RecordedRace(kind, first, second, cells.made_by, place, segments))


class _RecordingDetector(Detector):
    """Tells the machine of each access, also of those before the first task, and of races, which end nothing."""

    def __init__(self, machine: RecordingMachine) -> None:
        self.machine = machine
        self.segments: dict[PastAccess, int] = {}
        super().__init__()

    @property
    def active(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Always: what is accessed before the first task is of interest, too."""
        return True

    @active.setter
    def active(self, value: bool) -> None:
        pass

    def read(self, cells: Cells, index: int, op: Operation) -> None:
        """A plain read of one element."""
        if cells.root is None:
            self.machine.accessed(cells, index, writes=False)
            self.segments.setdefault(self.strand.access(op), self.machine.at())
        try:
            super().read(cells, index, op)
        except InterpreterFault as found:
            self._raced(found, cells, index)

    def write(self, cells: Cells, index: int, op: Operation, atomic: bool = False) -> None:
        """A write of one element."""
        if cells.root is None:
            self.machine.accessed(cells, index, writes=True)
            self.segments.setdefault(self.strand.access(op, atomic), self.machine.at())
        try:
            super().write(cells, index, op, atomic)
        except InterpreterFault as found:
            self._raced(found, cells, index)

    def _raced(self, found: InterpreterFault, cells: Cells, index: int) -> None:
        if found.between is None:
            raise found
        now = self.machine.at()
        self.machine.raced(found, cells, index, (self.segments.get(found.between[0], now), now))
