"""The machine for blocks whose threads run together, as NumPy arrays, as long as nothing is wrong with the program.

A program without a race has the same outcome whenever its async ops do their work, so they do it at their issue here. A run
that meets a race, an error, or anything that is not written for arrays, ends with `NotVectorised`: it is repeated
thread by thread, which finds the evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from asyncir.dialects.effects import Milestone
from asyncir.ir import Operation
from asyncir.semantics.blocks.lane_shadow import Shadows
from asyncir.semantics.blocks.lanes import (
    Array,
    LaneFifo,
    LaneFlight,
    LaneFrame,
    LaneToken,
    LaneTouch,
    NotVectorised,
    Team,
    is_lanes,
)
from asyncir.semantics.blocks.thread import ThreadStatus
from asyncir.semantics.core.memory import Buffer
from asyncir.semantics.core.program import CompiledCode, Segment
from asyncir.semantics.core.values import Registers, Value

End = Callable[[Registers, Any], Segment | None]

MAX_CALLS = 1000


class LaneMachine:
    """One run of a block of threads."""

    def __init__(self, extents: tuple[int, int, int], fifo_of: Callable[[int | str], Hashable]):
        self.extents = extents
        self.count = extents[0] * extents[1] * extents[2]
        self.fifo_of = fifo_of
        self.order: dict[Segment, int] = {}
        """Where segments are in the text: of several teams, the one that is behind goes on."""
        self.output: list[str] = []
        self.globals: dict[str, Buffer] = {}
        self.shared: dict[tuple[Operation, int], Buffer] = {}
        self.recorder: None = None
        """Who asks for events gets them of threads one by one."""
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
        self.teams = [Team(threads, code.activation(arguments), code.entry)]
        while True:
            ready = [team for team in self.teams if team.status is ThreadStatus.READY]
            if not ready:
                if all(team.status is ThreadStatus.DONE for team in self.teams):
                    break
                self._meet()
                continue
            self._run_team(min(ready, key=self._progress) if len(ready) > 1 else ready[0])
        results = [self.teams[0].results, *(team.results for team in self.teams[1:])]
        return _agreed(results)

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
            team.join(other)
            self.teams.remove(other)

    def _progress(self, team: Team) -> tuple[float, ...]:
        """How far it is in the text; in a call it is not as far as behind it."""
        order = self.order
        return (*(order[frame.back] for frame in team.stack), order[team.segment], float("inf"))

    def run_body(self, code: CompiledCode, registers: Registers) -> None:
        """Run the body of an async op; all threads go the same way."""
        segment: Segment | None = code.entry
        while segment is not None:
            for step in segment.body:
                step(registers)
            segment = segment.end(registers, self.team)  # pyright: ignore[reportArgumentType]

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

    # ---- calls ----

    def call(
        self,
        team: Team,
        code: CompiledCode,
        arguments: Sequence[Value],
        back: Segment,
        results: Sequence[int],
    ) -> None:
        """Push an activation."""
        if len(team.stack) >= MAX_CALLS:
            raise NotVectorised
        team.stack.append(LaneFrame(team.registers, back, list(results), team.allocas, team.iteration))
        team.allocas = None
        team.registers = code.activation(arguments)
        team.segment = code.entry

    def give_back(self, team: Team, values: list[Value]) -> None:
        """Pop an activation; at the last one the team is done."""
        if not team.stack:
            team.results = values
            team.status = ThreadStatus.DONE
            return
        for buffer in team.allocas or ():
            # Objects of the block end when the last thread has left: that is kept by the slower engine only.
            if buffer not in self.private:
                raise NotVectorised
            self.shadows.ends(buffer, private=True)
            buffer.end("alloca")
        frame = team.stack.pop()
        team.registers, team.segment = frame.registers, frame.back
        team.allocas, team.iteration = frame.allocas, frame.iteration
        for slot, value in zip(frame.results, values, strict=True):
            frame.registers[slot] = value

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

    def issue(self, touched: list[LaneTouch]) -> LaneFlight:
        """The running team's threads have started an async op each."""
        threads = self.team.threads
        count = len(threads)
        flight = LaneFlight(
            threads, touched, np.full(count, -1), np.zeros(count, bool), np.zeros(count, bool)
        )
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
            of_team = np.isin(flight.threads, threads)
            flight.fifo = fifo
            flight.groups[of_team] = fifo.committed[flight.threads[of_team]]
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
                over = (flight.groups >= 0) & (flight.groups < known[flight.threads])
                if milestone is Milestone.SOURCE_READ:
                    flight.read_known |= over
                else:
                    flight.done |= over

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


def _agreed(results: list[list[Value]]) -> list[Value]:
    """What all threads return; where they differ, that is for the other engine to say."""
    plain: list[list[Value]] = []
    for values in results:
        plain.append([])
        for value in values:
            if is_lanes(value):
                lanes: Array = value
                if (lanes != lanes[0]).any():
                    raise NotVectorised
                value = lanes[0].item()
            if not isinstance(value, int | float):
                raise NotVectorised
            plain[-1].append(value)
    if any(values != plain[0] for values in plain):
        raise NotVectorised
    return plain[0]
