"""The runs of pipelines for Perfetto: a process for each run, a row for the thread and for each engine.

A unit of time is a microsecond. The arrow of a group starts where the thread commits it, passes what its engine does, and
ends at the wait that retires it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from asyncir.simulation.model import LoopPipeline, PipelineRun, SimulatedCommit, StatementInstance
from asyncir.tools.seeing.packets import Packets

_UNIT = 1000
_TRACKS = 1 << 10
"""Of one process, at most."""
_END, _BEGIN, _POINT = range(3)
"""What is written first, of what happens at the same time."""

_Step = tuple[int, int, Callable[[], None]]
"""Time, rank, what to write."""


def perfetto_of(title: str, shown: Sequence[LoopPipeline]) -> bytes:
    """The trace."""
    packets, steps = Packets(), list[_Step]()
    process = flows = 0
    for one in shown:
        for run, how in ((one.before, "one statement after the other"), (one.after, "pipelined")):
            if run is None:
                continue
            name = f"{title} line {one.line}: {how}"
            writer = _Writer(packets, one, run, process * _TRACKS + 1, process + 1, flows)
            writer.describe(name)
            steps += writer.steps()
            process, flows = process + 1, flows + len(run.commits)
    for _, _, write in sorted(steps, key=lambda step: step[:2]):
        write()
    return packets.encoded()


@dataclass(slots=True)
class _Writer:
    packets: Packets
    pipeline: LoopPipeline
    run: PipelineRun
    base: int
    pid: int
    flows: int
    """How many arrows other runs have."""
    numbers: dict[SimulatedCommit, int] = field(default_factory=dict[SimulatedCommit, int])
    """Of the arrow of each group."""

    def __post_init__(self) -> None:
        self.numbers = {commit: n for n, commit in enumerate(self.run.commits, self.flows + 1)}

    @property
    def _engines(self) -> list[str]:
        engines = (self._engine(one) for one in self.run.instances if one.group is not None)
        return ["the thread", *dict.fromkeys(engines)]

    def _engine(self, one: StatementInstance) -> str:
        if one.group is None:
            return "the thread"
        statement = self.pipeline.statements[one.statement]
        if statement.engine:
            return f"{statement.engine} {one.lane}" if statement.engines > 1 else statement.engine
        return f"queue {one.group.queue}"

    def describe(self, name: str) -> None:
        """The tracks."""
        self.packets.process(self.base, self.pid, name)
        for number, engine in enumerate(self._engines):
            self.packets.thread(
                self.base + 1 + number, self.base, self.pid, self.pid * _TRACKS + number, engine
            )

    def steps(self) -> Iterator[_Step]:
        """What happens, in no order."""
        track = {engine: self.base + 1 + number for number, engine in enumerate(self._engines)}
        for one in self.run.instances:
            yield from self._instance(one, track[self._engine(one)])
        for commit, number in self.numbers.items():
            name = f"commit group {commit.number} of queue {commit.queue}"
            yield from self._slice(commit.time, commit.time, self.base + 1, name, "commit", (number,))
        for wait in self.run.waits:
            ends = tuple(self.numbers[commit] for commit in wait.commits)
            name = f"wait, {wait.stay} may stay in flight"
            yield from self._slice(wait.time, wait.until, self.base + 1, name, "wait", (), ends)

    def _instance(self, one: StatementInstance, track: int) -> Iterator[_Step]:
        statement = self.pipeline.statements[one.statement]
        notes = dict[str, int | str](iteration=one.iteration, stage=statement.stage)
        notes["complete at"] = one.end
        for use in one.uses:
            memory = self.pipeline.memories[use.memory].name
            notes["writes" if use.writes else "reads"] = f"{memory}[{use.slot}]"
        if statement.lines:
            notes["line"] = statement.lines[0]
        starts = () if one.group is None else (self.numbers[one.group],)
        name = f"{statement.does or statement.name} {one.iteration}"
        return self._slice(one.start, one.free, track, name, f"stage {statement.stage}", starts, (), notes)

    def _slice(self, begin: int, end: int, track: int, *said: Any) -> Iterator[_Step]:
        """Something that takes time; or a point, if it takes none."""
        first, last, event = begin * _UNIT, end * _UNIT, self.packets.event
        if first == last:
            yield first, _POINT, lambda: event("INSTANT", first, track, *said)
        else:
            yield first, _BEGIN, lambda: event("SLICE_BEGIN", first, track, *said)
            yield last, _END, lambda: self.packets.end(last, track)
