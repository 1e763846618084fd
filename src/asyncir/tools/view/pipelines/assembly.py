"""From what the interpreter has met to when it would have happened: statements, groups and waits, put in time by `played`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

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
from asyncir.tools.view.pipelines.played import PlayedQueues

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

    def begun(self, now: int) -> None:
        """The thread has come to it."""
        self.issued = self.start = self.free = self.end = now

    def over(self, now: int) -> None:
        """What is inside is over."""
        self.free = self.end = now


@dataclass(slots=True)
class _Execution:
    """One execution of a loop."""

    loop: int
    begin: int = 0
    end: int = 0
    trips: Counter[int] = field(default_factory=Counter[int])
    instances: list[_Open] = field(default_factory=list[_Open])
    groups: list[SimulatedCommit] = field(default_factory=list[SimulatedCommit])
    waits: list[SimulatedWait] = field(default_factory=list[SimulatedWait])

    def enter(self, now: int) -> None:
        """It begins."""
        self.begin = now

    def leave(self, now: int) -> None:
        """It is over."""
        self.end = now

    def next_iteration(self, statement: int) -> int:
        """Statements of one iteration run before themselves in the next one."""
        self.trips[statement] += 1
        return self.trips[statement] - 1


class PipelineTrace:
    """What each loop has done, and when."""

    def __init__(
        self, statements: Sequence[Sequence[PipelineStatement]], memories: Mapping[int, tuple[int, int]]
    ):
        """The statements of each loop; by the number of an allocation which memory it is, and how many slots it has."""
        self.statements = statements
        self.memories = memories
        self.played = PlayedQueues()
        self._settle: list[Callable[[], None]] = []
        """What is to be done when it has been played, in order."""
        self._delivered: dict[Hashable, int] = {}
        """By statement: how many of its results were there only later."""
        self._late: dict[Cell, tuple[Hashable, int]] = {}
        """Of what the thread itself has written and was not there at once: which result it is."""
        self._lanes: dict[Hashable, list[int]] = {}
        """Of each name: until when each of its engines is busy."""
        self.fifos: dict[Hashable, dict[int, SimulatedCommit]] = {}
        self.loops: dict[int, _Execution] = {}
        """The execution of each loop that is under way."""
        self.ended: list[_Execution] = []
        self.stack: list[_Open] = []
        self.issued: dict[int, tuple[_Open | None, Operation]] = {}
        self.objects: dict[str, tuple[int, int, int]] = {}
        """By identity: the memory, how many slots it has, and how many elements."""

    def run(self, met: Sequence[Event]) -> None:
        """Go through the events of the first thread, and put them in time."""
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
        self.played.play()
        for settle in self._settle:
            settle()

    def _now(self, settle: Callable[[int], None]) -> None:
        """Do something with the time at which the thread is here."""
        point = self.played.here()
        self._settle.append(lambda: settle(self.played.time(point)))

    def _reached(self, event: events.ReachedEvent) -> None:
        mark = mark_of(event.op)
        assert mark is not None
        if mark.role is Role.ENTER:
            entered = self.loops[mark.loop] = _Execution(mark.loop)
            self._now(entered.enter)
        elif mark.role is Role.LEAVE:
            left = self.loops.pop(mark.loop)
            self._now(left.leave)
            self.ended.append(left)
            for around in self.stack:
                around.moved = True
        elif mark.role is Role.BEGIN:
            self.stack.append(self._instance(mark.loop, mark.statement, event.op))
        else:
            one = self.stack.pop()
            if one.moved:
                self._now(one.over)
            else:
                self._did(one)

    def _did(self, one: _Open) -> None:
        """The thread has done it itself, when all that it reads was there."""
        said, played = self._said(one), self.played
        late = dict(self._late[cell] for cell in one.reads if cell in self._late)
        for cell in one.reads & self._late.keys():
            statement, number = self._late[cell]
            late[statement] = max(late[statement], number)
        for statement, number in late.items():
            played.wait(statement, self._delivered[statement] - 1 - number)
        does = played.spend(said.busy)
        if said.latency > said.busy:
            statement = ("statement", one.loop.loop, one.statement)
            number = self._delivered.get(statement, 0)
            self._delivered[statement] = number + 1
            played.deliver(statement, said.latency - said.busy)
            self._late.update(dict.fromkeys(one.writes, (statement, number)))
        else:
            for cell in one.writes:
                self._late.pop(cell, None)

        def settle() -> None:
            span = played.span(does)
            one.start, one.free, one.end = span.begin, span.end, span.begin + said.latency

        self._settle.append(settle)

    def _instance(self, loop: int, statement: int, op: Operation) -> _Open:
        execution = self.loops[loop]
        number = execution.next_iteration(statement)
        one = _Open(statement, number, 0, 0, 0, 0, _is_in_loop(op, loop), loop=execution)
        execution.instances.append(one)
        self._now(one.begun)
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
        played = self.played
        if starting := sum(self._said(one).issue for one in taken if one is not None):
            played.spend(starting)
        mark = mark_of(event.op)
        execution = None if mark is None else self.loops.get(mark.loop)
        members: list[StatementInstance] = [one for one in taken if one is not None]
        group = SimulatedCommit(str(event.queue), 0, 0, members)
        self._now(group.committed)
        for one in taken:
            said = None if one is None else self._said(one)
            engine = said.engine if said is not None and said.engine else ("queue", event.fifo)
            count, busy, latency = (1, 1, 1) if said is None else (said.engines, said.busy, said.latency)
            does, arrives = played.give(engine, count, ("queue", event.fifo), busy, latency)
            self._settle.append(partial(self._arrived, engine, count, group, one, does, arrives))
        played.commit(("queue", event.fifo))
        self.fifos.setdefault(event.fifo, {})[event.group] = group
        if execution is not None:
            execution.groups.append(group)

    def _arrived(
        self,
        engine: Hashable,
        count: int,
        group: SimulatedCommit,
        one: _Open | None,
        does: Operation,
        arrives: Operation,
    ) -> None:
        """A member of a group has been played."""
        span, end = self.played.span(does), self.played.span(arrives).end
        lanes = self._lanes.setdefault(engine, [0] * count)
        lane = lanes.index(min(lanes))
        lanes[lane] = span.end
        group.done = max(group.done, end)
        if one is not None:
            one.start, one.free, one.end, one.group, one.lane = span.begin, span.end, end, group, lane

    def _said(self, one: _Open) -> PipelineStatement:
        return self.statements[one.loop.loop][one.statement]

    def _wait(self, event: events.WaitEvent) -> None:
        if event.milestone is not Milestone.WRITTEN:
            return
        known = self.fifos.get(event.fifo, {})
        retired = [known[number] for number in event.retired if number in known]
        mark = next((m for m in marks_of(event.op) if m.loop in self.loops), None)
        execution = None if mark is None else self.loops[mark.loop]
        statement = mark.statement if mark is not None and mark.statement >= 0 else None
        iteration = None
        if execution is not None and statement is not None:
            iteration = execution.trips[statement]
            if self.stack and (self.stack[-1].loop, self.stack[-1].statement) == (execution, statement):
                iteration = self.stack[-1].iteration
        stay = event.committed - event.upto
        wait = SimulatedWait(self._queue(event), statement, iteration, 0, 0, stay, retired)
        self._now(wait.begun)
        if event.fifo is not None and retired:
            self.played.wait(("queue", event.fifo), stay)
        self._now(wait.over)
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
