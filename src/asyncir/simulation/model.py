"""A software pipeline while it runs, before and after, as plain data: what is drawn, and what tests look at.

Times come from a simulation of what the interpreter has met: the thread does one thing after the other, the groups of a
queue start in order, on engines, meanwhile. A statement takes its latency where the IR has one, else one unit.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PipelineStatement:
    """A row of the picture."""

    number: int
    name: str
    stage: int
    place: int
    """In the body of the pipelined loop."""
    asynchronous: bool
    does: str
    """In words, such as `a → b`."""
    latency: int
    busy: int
    """For how long it keeps its engine from the next work."""
    engine: str
    """As the IR calls it; empty where it does not: then each queue has one of its own."""
    engines: int
    """How many there are of that name."""
    issue: int
    """For how long the thread is busy with starting it, if it is asynchronous."""
    lines: tuple[int, ...]
    """Where its ops were written; the first is the line of the op that it is cut for."""


@dataclass(frozen=True, slots=True)
class CopiedMemory:
    """Memory of which the iterations of the loop have copies."""

    name: str
    slots: int
    """How many copies there are in the pipelined program."""


@dataclass(frozen=True, slots=True)
class Use:
    """An instance touches a slot of a memory."""

    memory: int
    """The number of the memory in `Pipeline.memories`."""
    slot: int
    reads: bool
    writes: bool


@dataclass(slots=True, eq=False)
class StatementInstance:
    """A statement in one iteration."""

    statement: int
    iteration: int
    issued: int
    """When the thread came to it; what is asynchronous may start later."""
    start: int
    free: int
    """When its engine can begin the next work."""
    end: int
    body: bool = True
    """Whether it runs in the loop that is left of the pipeline's, and not in front of it or behind."""
    uses: tuple[Use, ...] = ()
    group: SimulatedCommit | None = None
    """None if the thread does it itself."""
    lane: int = 0
    """Which of the engines of the same name does it."""


@dataclass(slots=True, eq=False)
class SimulatedCommit:
    """A group in flight."""

    queue: str
    time: int
    done: int
    """When the last of its members is complete."""
    members: list[StatementInstance]
    number: int = 0
    """How many groups came before in its queue, in this execution of the loop."""
    retired_by: SimulatedWait | None = None
    """None where it comes later than the loop, or never."""

    def committed(self, now: int) -> None:
        """The thread has closed it; nothing of it is complete yet."""
        self.time = self.done = now


@dataclass(slots=True, eq=False)
class SimulatedWait:
    """The thread waits."""

    queue: str | None
    """None: for tokens that were ready."""
    statement: int | None
    """The statement that it is for; None: it stands behind the loop."""
    iteration: int | None
    time: int
    until: int
    stay: int
    """How many groups of its queue may be in flight behind it."""
    commits: list[SimulatedCommit]
    """The groups that nobody has waited for before, of this execution of the loop."""

    def begun(self, now: int) -> None:
        """The thread has come to it."""
        self.time = now

    def over(self, now: int) -> None:
        """The thread goes on."""
        self.until = now


@dataclass(frozen=True, slots=True)
class PipelineRun:
    """One execution of the loop."""

    length: int
    trips: int
    instances: list[StatementInstance]
    commits: list[SimulatedCommit]
    waits: list[SimulatedWait]
    executions: int = 1
    """How often the program runs the loop; this is one of the longest executions, the first."""

    @property
    def at_once(self) -> int:
        """The most iterations that are under way at the same time."""
        spans: dict[int, tuple[int, int]] = {}
        for each in self.instances:
            first, last = spans.get(each.iteration, (each.issued, each.end))
            spans[each.iteration] = (min(first, each.issued), max(last, each.end))
        steps = sorted(
            [(first, 1) for first, _ in spans.values()] + [(last, -1) for _, last in spans.values()]
        )
        most = now = 0
        for _, step in steps:
            now += step
            most = max(most, now)
        return most

    @property
    def interval(self) -> float:
        """How long it takes on average from one iteration of the first statement to the next one, in the body."""
        starts = [one.start for one in self.instances if one.statement == 0 and one.body]
        return (starts[-1] - starts[0]) / (len(starts) - 1) if len(starts) > 1 else 0.0

    @property
    def blocked(self) -> int:
        """How long the thread waits, all waits together."""
        return sum(wait.until - wait.time for wait in self.waits)


@dataclass(frozen=True, slots=True)
class LoopPipeline:
    """A loop, before and after."""

    function: str
    loop: str
    """Its induction variable; empty where it has none."""
    line: int | None
    inside: int | None
    """The number of the pipeline that it is a part of."""
    statements: tuple[PipelineStatement, ...]
    memories: tuple[CopiedMemory, ...] = ()
    call: str = ""
    """The call that was run."""
    before: PipelineRun | None = None
    after: PipelineRun | None = None
    why: str = ""
    """Why there is no run."""
    interval: int | None = None
    """After how many cycles the schedule that was found begins the next iteration; None where somebody wrote it."""
    measured: bool = False
    """Whether latencies are those of a machine, and not one for all."""
