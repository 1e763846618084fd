"""The machine for blocks whose threads run together, as NumPy arrays, as long as nothing is wrong with the program.

A program without a race has the same outcome whenever its async ops do their work, so they do it at their issue here. A run
that meets a race, an error, or anything that is not written for arrays, ends with `NotVectorised`: it is repeated
thread by thread, which finds the evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import numpy as np

from asyncir.dialects.effects import Milestone
from asyncir.ir import Operation
from asyncir.semantics.blocks.lane_shadow import Shadows
from asyncir.semantics.blocks.lanes import (
    Array,
    LaneFifo,
    LaneFlight,
    LaneToken,
    LaneTouch,
    NotVectorised,
    Team,
    Types,
    fetch,
    is_lanes,
    is_numeric,
    lane_view,
    place_of,
    put,
)
from asyncir.semantics.blocks.thread import ThreadMachine, ThreadStatus
from asyncir.semantics.core.memory import Buffer, MemRefView
from asyncir.semantics.core.program import CompiledCode, End, Segment
from asyncir.semantics.core.values import Registers, Value

MOST_PRIVATE = 1 << 24
"""How many elements the objects may have that each thread has its own of, for all threads together."""


class LaneMachine(ThreadMachine):
    """One run of a block of threads."""

    recorder = None
    """Who asks for events gets them of threads one by one."""

    def __init__(self, extents: tuple[int, int, int], fifo_of: Callable[[int | str], Hashable]):
        super().__init__(extents, fifo_of)
        self.begin_run(max_depth=1000)
        self.ready = LaneToken(None, np.full(self.count, -1))
        self.order: dict[Segment, int] = {}
        """Where segments are in the text: of several teams, the one that is behind goes on."""
        self.types: dict[Segment, Types] = {}
        """Those of the registers at each of these segments."""
        self.shared: dict[tuple[Operation, int], Buffer] = {}
        self.executions: dict[Operation, Array] = {}
        self.private: set[Buffer] = set()
        self.shadows = Shadows(self.count)
        self.fifos: dict[Hashable, LaneFifo] = {}
        self.body: list[LaneTouch] | None = None
        """What the async op that is being issued touches."""
        self.objects = 0
        self.teams: list[Team] = []
        self.team: Team = None  # pyright: ignore[reportAttributeAccessIssue]

    @property
    def thread_number(self) -> Array:
        """Which threads are running."""
        return self.team.threads

    def new_identity(self) -> str:
        """A name for a new object."""
        self.objects += 1
        return f"object {self.objects}"

    # ---- running ----

    def run(self, code: CompiledCode, arguments: Sequence[Value]) -> list[Value]:
        """Run all threads; what they return."""
        threads = np.arange(self.count, dtype=np.int64)
        self.teams = [Team(threads=threads)]
        self.teams[0].enter(code, arguments)
        while True:
            ready = [team for team in self.teams if team.status is ThreadStatus.READY]
            if not ready:
                if all(team.status is ThreadStatus.DONE for team in self.teams):
                    break
                self._meet()
                continue
            self._run_team(min(ready, key=self._progress) if len(ready) > 1 else ready[0])
        return _agreed([team.results for team in self.teams])

    def _run_team(self, team: Team) -> None:
        """Run until it stops; one of several teams only to the end of its segment."""
        self.team = team
        segment: Segment | None = team.segment
        while segment is not None:
            registers = team.registers
            for step in segment.body:
                step(registers)
            following: Segment | None = segment.end(registers, team)  # pyright: ignore[reportArgumentType]
            if following is None and team.status is ThreadStatus.READY:
                following = team.segment
            segment = following
            if segment is not None and len(self.teams) > 1:
                team.segment = segment
                self._join(team)
                return

    def _join(self, team: Team) -> None:
        """Take in the teams at the same place."""
        for other in [other for other in self.teams if other is not team and team.together(other)]:
            team.join(other, self.types)
            self.teams.remove(other)

    def _progress(self, team: Team) -> tuple[float, ...]:
        """How far it is in the text; in a call it is not as far as behind it."""
        order = self.order
        return (*(order[back] for _, back, *_ in team.stack), order[team.segment], float("inf"))

    def run_body(self, code: CompiledCode, registers: Registers) -> None:
        """Run the body of an async op; all threads go the same way."""
        self.execute(code.entry, registers, self.team)

    def decide(self, condition: Value, registers: Registers, team: Team, yes: End, no: End) -> Segment | None:
        """Go on with `yes` or `no`; where the threads do not agree, they become two teams."""
        if not is_lanes(condition):
            return yes(registers, team) if condition else no(registers, team)
        mask: Array = condition.astype(bool)
        if mask.all():
            return yes(registers, team)
        if not mask.any():
            return no(registers, team)
        if self.body is not None:
            raise NotVectorised
        other = team.split(mask)
        segment = no(other.registers, other)
        assert segment is not None
        other.segment = segment
        self.teams.append(other)
        return yes(registers, team)

    # ---- objects ----

    def made(self, view: MemRefView, team: Team, of_block: bool, op: Operation) -> MemRefView:
        """The team's threads have a new object each, or one together."""
        if self.body is not None:
            raise NotVectorised
        view = (self._shared if of_block else self._private)(view, op)
        if view.buffer.kind == "alloca":
            team.owns(view.buffer)
        return view

    def _shared(self, view: MemRefView, op: Operation) -> MemRefView:
        executions = self.executions.setdefault(op, np.zeros(self.count, np.int64))
        threads = self.team.threads
        number = int(executions[threads[0]])
        if (executions[threads] != number).any():
            raise NotVectorised
        executions[threads] += 1
        buffer = self.shared.setdefault((op, number), view.buffer)
        if buffer.size != view.buffer.size:
            raise NotVectorised
        return MemRefView(buffer, view.offset, view.sizes, view.strides)

    def _private(self, view: MemRefView, op: Operation) -> MemRefView:
        """One object that has room for the object of each thread."""
        size = view.buffer.size
        if size * self.count > MOST_PRIVATE:
            raise NotVectorised
        array = np.zeros((size * self.count, *view.buffer.shape), view.buffer.array.dtype)
        buffer = Buffer(array, view.buffer.kind, op, self.new_identity(), is_defined=False)
        self.private.add(buffer)
        return lane_view(
            MemRefView(buffer, 0, view.sizes, view.strides), view.offset + self.team.threads * size
        )

    def free(self, buffer: Buffer, op: Operation) -> None:
        """All threads free the object."""
        private = buffer in self.private
        of_all = len(self.team.threads) == self.count
        if buffer.kind != "alloc" or buffer.ended is not None or not of_all or self.body is not None:
            raise NotVectorised
        if not private and buffer not in self.shared.values():
            raise NotVectorised
        self.shadows.ends(buffer, private)
        buffer.end("dealloc")

    def end_alloca(self, buffer: Buffer, runner: Team) -> None:
        """See `Machine`. Objects of the block end when the last thread has left: only the slower engine keeps that."""
        if buffer not in self.private:
            raise NotVectorised
        self.shadows.ends(buffer, private=True)
        buffer.end("alloca")

    # ---- accesses ----

    def note(self, buffer: Buffer, cells: Value, writes: bool) -> None:
        """The running team's threads access an element each."""
        if buffer.ended is not None or buffer.root is not None:
            raise NotVectorised
        threads = self.team.threads
        lanes: Array = cells if is_lanes(cells) else np.full(len(threads), cells)
        if self.body is not None:
            self.body.append(LaneTouch(buffer, lanes.reshape(len(threads), -1), writes))
        elif writes:
            self.shadows.write(buffer, lanes, threads)
        else:
            self.shadows.read(buffer, lanes, threads)

    # ---- async ops ----

    def issue(self, op: Operation, perform: Callable[[], None]) -> LaneFlight:
        """The running team's threads start an async op each."""
        threads, touched = self.team.threads, list[LaneTouch]()
        self.body = touched
        perform()
        self.body = None
        others = np.ones(self.count, bool)
        others[threads] = False
        flight = LaneFlight(threads, touched, np.full(self.count, -1), others, others.copy())
        if self.team.commit is not None:
            self.team.commit.append(flight)
        self.shadows.issue(flight)
        return flight

    def fifo(self, queue: Value) -> LaneFifo:
        """The FIFOs for a queue, of all threads."""
        if is_lanes(queue):
            raise NotVectorised
        name = self.fifo_of(queue)
        found = self.fifos.get(name)
        if found is None:
            none = np.zeros(self.count, np.int64)
            found = self.fifos[name] = LaneFifo(none, none.copy(), none.copy())
        return found

    def begin_commit(self, op: Operation) -> None:
        """What is issued from now on is for one group of each thread."""
        if self.team.commit is not None:
            raise NotVectorised
        self.team.commit = []

    def end_commit(self, queue: Value, op: Operation) -> LaneToken:
        """That is all of the groups."""
        members, self.team.commit = self.team.commit, None
        assert members is not None
        return self.commit(queue, members, op)

    def commit(self, queue: Value, members: Sequence[Value], op: Operation) -> LaneToken:
        """The running team's threads close a group each."""
        fifo, threads = self.fifo(queue), self.team.threads
        for flight in members:
            if not isinstance(flight, LaneFlight) or flight.fifo not in (None, fifo):
                raise NotVectorised
            own = flight.threads[np.isin(flight.threads, threads)]
            flight.fifo = fifo
            flight.groups[own] = fifo.committed[own]
        groups = np.full(self.count, -1)
        groups[threads] = fifo.committed[threads]
        fifo.committed[threads] += 1
        return LaneToken(fifo, groups)

    def complete(self, fifo: LaneFifo, upto: Array, milestone: Milestone) -> None:
        """The running team's threads have waited for the groups before `upto`."""
        threads = self.team.threads
        known = fifo.read if milestone is Milestone.SOURCE_READ else fifo.retired
        known[threads] = np.maximum(known[threads], np.minimum(upto, fifo.committed[threads]))
        for flight in self.shadows.flights:
            if flight.fifo is fifo:
                over = (flight.groups >= 0) & (flight.groups < known)
                if milestone is Milestone.SOURCE_READ:
                    flight.read_known |= over
                else:
                    flight.done |= over

    # ---- copies and waits ----

    def row(self, view: MemRefView, start: Sequence[Value], count: int, op: Operation) -> Array:
        """Where elements in a row along the last dimension are, for each thread."""
        team = len(self.team.threads)
        if not count:
            return np.zeros((team, 0), np.int64)
        if not start:
            raise NotVectorised
        place_of(view, [*start[:-1], start[-1] + count - 1])
        first = np.broadcast_to(np.asarray(place_of(view, start)), team)
        return first[:, None] + np.arange(count) * view.strides[-1]

    def move(self, old: MemRefView, new: MemRefView, sources: Array, targets: Array, op: Operation) -> None:
        """Copy elements; where no source is left, targets become zero."""
        values = np.zeros(targets.shape, old.buffer.array.dtype)
        if sources.size:
            self.note(old.buffer, sources, False)
            values[:, : sources.shape[1]] = fetch(old.buffer, sources)
        self.note(new.buffer, targets, True)
        put(new.buffer, targets, values)

    def wait_groups(self, op: Operation, queue: Value, count: Value, kind: str, milestone: Milestone) -> None:
        """See `BlockMachine`."""
        fifo, number = self.fifo(queue), np.asarray(count)
        if number.min() < 0:
            raise NotVectorised
        upto = number if kind == "finished" else fifo.committed[self.team.threads] - number
        self.complete(fifo, upto, milestone)

    def wait_tokens(self, op: Operation, tokens: Sequence[Value], milestone: Milestone) -> None:
        """See `BlockMachine`."""
        threads = self.team.threads
        for token in tokens:
            if not isinstance(token, LaneToken | LaneFlight):
                raise NotVectorised
            groups = token.groups[threads]
            if isinstance(token, LaneFlight) and (groups < 0).any():
                raise NotVectorised
            if token.fifo is not None:
                self.complete(token.fifo, groups + 1, milestone)

    # ---- barriers ----

    def barrier(self, op: Operation, go_on: Segment) -> None:
        """The running team waits for the others, and then goes on there."""
        self.team.segment = go_on
        self.team.status = ThreadStatus.AT_BARRIER

    def _meet(self) -> None:
        first = self.teams[0]
        if any(team.status is not ThreadStatus.AT_BARRIER for team in self.teams):
            raise NotVectorised
        self._join(first)
        if len(self.teams) > 1:
            raise NotVectorised
        first.status = ThreadStatus.READY
        self.shadows.barrier()


def _agreed(results: Sequence[list[Value]]) -> list[Value]:
    """What all threads return; where they differ, that is for the other engine to say."""
    agreed: list[Value] = []
    for column in zip(*results, strict=True):
        if not all(is_numeric(value) for value in column):
            raise NotVectorised
        values = [number for value in column for number in np.ravel(value).tolist()]
        if len(set(map(repr, values))) > 1:
            raise NotVectorised
        agreed.append(values[0])
    return agreed
