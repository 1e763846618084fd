"""From what the interpreter has met to when it would have happened: statements, groups and waits on one clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from asyncir.dialects.effects import Milestone
from asyncir.ir import MemRefType, Operation
from asyncir.ir.walk import enclosing
from asyncir.simulation import events
from asyncir.simulation.events import Cell, Event
from asyncir.simulation.model import (
    PipelineRun,
    PipelineStatement,
    SimulatedCommit,
    SimulatedWait,
    StatementInstance,
    Use,
)
from asyncir.simulation.probes import Role, mark_of, marks_of

_LOOPS = ("scf.for", "scf.while")


@dataclass(slots=True, eq=False)
class _Open(StatementInstance):
    """An instance while it is put together."""

    loop: _Execution = field(kw_only=True)
    reads: set[Cell] = field(default_factory=set[Cell])
    writes: set[Cell] = field(default_factory=set[Cell])
    touched: dict[tuple[int, int], tuple[bool, bool]] = field(
        default_factory=dict[tuple[int, int], tuple[bool, bool]]
    )
    """Of each memory and slot, whether it reads and whether it writes."""
    moved: bool = False
    """Whether a pipeline is inside, which takes its own time."""


@dataclass(slots=True)
class _Execution:
    """One execution of a loop."""

    loop: int
    begin: int
    end: int = 0
    trips: Counter[int] = field(default_factory=Counter[int])
    instances: list[_Open] = field(default_factory=list[_Open])
    groups: list[SimulatedCommit] = field(default_factory=list[SimulatedCommit])
    waits: list[SimulatedWait] = field(default_factory=list[SimulatedWait])

    def next_iteration(self, statement: int) -> int:
        """Statements of one iteration run before themselves in the next one."""
        self.trips[statement] += 1
        return self.trips[statement] - 1


class Simulation:
    """The clock of the thread, of the engines, and what each loop has done."""

    def __init__(
        self, statements: Sequence[Sequence[PipelineStatement]], memories: Mapping[int, tuple[int, int]]
    ):
        """The statements of each loop; by the number of an allocation which memory it is, and how many slots it has."""
        self.statements = statements
        self.memories = memories
        self.now = 0
        self.engines: dict[Hashable, list[int]] = {}
        """Of each name: when each of the engines can begin its next work."""
        self.ready: dict[Cell, int] = {}
        """When others can use what the thread itself has written there."""
        self.fifos: dict[Hashable, dict[int, SimulatedCommit]] = {}
        self.last: dict[Hashable, int] = {}
        """When the last group of each FIFO starts: the next one does not before."""
        self.loops: dict[int, _Execution] = {}
        """The execution of each loop that is under way."""
        self.ended: list[_Execution] = []
        self.stack: list[_Open] = []
        self.issued: dict[int, tuple[_Open | None, Operation]] = {}
        self.objects: dict[str, tuple[int, int, int]] = {}
        """By identity: the memory, how many slots it has, and how many elements."""

    def run(self, met: Sequence[Event]) -> None:
        """Go through the events of the first thread."""
        for event in met:
            if event.thread:
                continue
            match event:
                case events.ReachedEvent():
                    self._reached(event)
                case events.TouchedEvent():
                    self._touched(event)
                case events.AccessEvent():
                    for one in self.stack:
                        self._use(one, event.cells, event.kind == "read", event.kind != "read")
                case events.IssueEvent():
                    self._issue(event)
                case events.CommitEvent():
                    self._commit(event)
                case events.WaitEvent():
                    self._wait(event)
                case _:
                    pass

    def _reached(self, event: events.ReachedEvent) -> None:
        mark = mark_of(event.op)
        assert mark is not None
        if mark.role is Role.ENTER:
            self.loops[mark.loop] = _Execution(mark.loop, self.now)
        elif mark.role is Role.LEAVE:
            left = self.loops.pop(mark.loop)
            left.end = self.now
            self.ended.append(left)
            for around in self.stack:
                around.moved = True
        elif mark.role is Role.BEGIN:
            self.stack.append(self._instance(mark.loop, mark.statement, event.op))
        else:
            one = self.stack.pop()
            said = self._said(one)
            if one.moved:
                one.free = one.end = self.now
            else:
                one.start = max([self.now, *(self.ready.get(cell, 0) for cell in one.reads)])
                self.now = one.free = one.start + said.busy
                one.end = one.start + said.latency
                self.ready.update(dict.fromkeys(one.writes, one.end))

    def _instance(self, loop: int, statement: int, op: Operation) -> _Open:
        execution = self.loops[loop]
        number, now = execution.next_iteration(statement), self.now
        one = _Open(statement, number, now, now, now, now, _is_in_loop(op, loop), loop=execution)
        execution.instances.append(one)
        return one

    def _touched(self, event: events.TouchedEvent) -> None:
        mark = mark_of(event.op)
        known = self.memories.get(mark.loop) if mark is not None and mark.role is Role.MEMORY else None
        if known is not None:
            self.objects[event.object] = *known, event.size

    def _use(self, one: _Open, cells: frozenset[events.Cell], reads: bool, writes: bool) -> None:
        if reads:
            one.reads |= cells
        if writes:
            one.writes |= cells
        for identity, place in cells:
            if identity in self.objects:
                memory, slots, size = self.objects[identity]
                key = memory, place * slots // size
                before = one.touched.get(key, (False, False))
                one.touched[key] = before[0] or reads, before[1] or writes

    def _issue(self, event: events.IssueEvent) -> None:
        mark = mark_of(event.op)
        one = None
        if mark is not None and mark.role is Role.STATEMENT and mark.loop in self.loops:
            one = self._instance(mark.loop, mark.statement, event.op)
        for each in (*self.stack, *([] if one is None else [one])):
            self._use(each, event.reads, True, False)
            self._use(each, event.writes, False, True)
        self.issued[event.id] = one, event.op

    def _commit(self, event: events.CommitEvent) -> None:
        """The group goes to the engine of its queue, which does its members one after the other."""
        taken = [self.issued.pop(number)[0] for number in event.members]
        self.now += sum(self._said(one).issue for one in taken if one is not None)
        mark = mark_of(event.op)
        execution = None if mark is None else self.loops.get(mark.loop)
        members: list[StatementInstance] = [one for one in taken if one is not None]
        group = SimulatedCommit(str(event.queue), self.now, self.now, members)
        for one in taken:
            said = None if one is None else self._said(one)
            engine = said.engine if said is not None and said.engine else ("queue", event.fifo)
            alike = self.engines.setdefault(engine, [0] * (1 if said is None else said.engines))
            lane = alike.index(min(alike))
            start = max(self.now, alike[lane], self.last.get(event.fifo, 0))
            free, end = (start + 1, start + 1) if said is None else (start + said.busy, start + said.latency)
            alike[lane] = free
            self.last[event.fifo] = start
            group.done = max(group.done, end)
            if one is not None:
                one.start, one.free, one.end, one.group, one.lane = start, free, end, group, lane
        self.fifos.setdefault(event.fifo, {})[event.group] = group
        if execution is not None:
            execution.groups.append(group)

    def _said(self, one: _Open) -> PipelineStatement:
        return self.statements[one.loop.loop][one.statement]

    def _wait(self, event: events.WaitEvent) -> None:
        if event.milestone is not Milestone.WRITTEN:
            return
        known = self.fifos.get(event.fifo, {})
        retired = [known[number] for number in event.retired if number in known]
        mark = next((m for m in marks_of(event.op) if m.loop in self.loops), None)
        execution = None if mark is None else self.loops[mark.loop]
        before, self.now = self.now, max([self.now, *(group.done for group in retired)])
        statement = mark.statement if mark is not None and mark.statement >= 0 else None
        iteration = None
        if execution is not None and statement is not None:
            iteration = execution.trips[statement]
            if self.stack and (self.stack[-1].loop, self.stack[-1].statement) == (execution, statement):
                iteration = self.stack[-1].iteration
        stay = event.committed - event.upto
        wait = SimulatedWait(self._queue(event), statement, iteration, before, self.now, stay, retired)
        for group in retired:
            group.retired_by = wait
        if execution is not None:
            execution.waits.append(wait)

    def _queue(self, event: events.WaitEvent) -> str | None:
        if event.queue is not None:
            return str(event.queue)
        groups = self.fifos.get(event.fifo)
        return next(iter(groups.values())).queue if groups else None

    def runs(self, own: Mapping[int, Sequence[int]]) -> dict[int, PipelineRun]:
        """Of each loop, the first of its longest executions; `own` are the memories that its iterations have copies of."""
        found: dict[int, PipelineRun] = {}
        for loop in {execution.loop for execution in self.ended}:
            mine = [execution for execution in self.ended if execution.loop == loop]
            longest = max(mine, key=_trips)
            found[loop] = replace(_run_of(longest, own[loop]), executions=len(mine))
        return found


def _trips(execution: _Execution) -> int:
    return max(execution.trips.values(), default=0)


def _run_of(execution: _Execution, own: Sequence[int]) -> PipelineRun:
    """The execution by itself: its beginning is time 0, and it knows nothing of others."""
    began = execution.begin
    length = max([execution.end, *(one.end for one in execution.instances)]) - began
    instances, groups, waits = (
        set(those) for those in (execution.instances, execution.groups, execution.waits)
    )
    for one in execution.instances:
        one.issued, one.start, one.free, one.end = (
            time - began for time in (one.issued, one.start, one.free, one.end)
        )
        one.group = one.group if one.group in groups else None
        one.uses = tuple(
            Use(own.index(memory), slot, *how)
            for (memory, slot), how in sorted(one.touched.items())
            if memory in own
        )
    numbers = Counter[str]()
    for group in execution.groups:
        group.time, group.done = group.time - began, group.done - began
        group.members = [one for one in group.members if one in instances]
        group.retired_by = group.retired_by if group.retired_by in waits else None
        group.number = numbers[group.queue]
        numbers[group.queue] += 1
    for wait in execution.waits:
        wait.time, wait.until = wait.time - began, wait.until - began
        wait.commits = [group for group in wait.commits if group in groups]
    return PipelineRun(length, _trips(execution), [*execution.instances], execution.groups, execution.waits)


def _is_in_loop(op: Operation, loop: int) -> bool:
    """Whether the op is in the loop that the pipeline has left of its own."""
    marks = (mark_of(around) for around in enclosing(op) if around.name in _LOOPS)
    return any(mark is not None and mark.role is Role.LOOP and mark.loop == loop for mark in marks)


def slots_of(allocation: Operation, rank: int) -> int:
    """How many slots the memory has that was allocated with this rank before the passes."""
    type_ = allocation.results[0].type
    if not isinstance(type_, MemRefType) or len(type_.get_shape()) <= rank:
        return 1
    return type_.get_shape()[0]
