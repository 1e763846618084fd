"""What a modulo schedule has to keep: tasks, what orders them, engines; and schedules themselves.

Task i of iteration k starts at `starts[i] + k * interval`. Times are cycles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ModuloTask:
    """One statement: from its start it keeps each of these engines busy for so many cycles."""

    name: str
    latency: int
    """Cycles from its start until others can use what it has done."""
    uses: Mapping[str, int]

    @property
    def duration(self) -> int:
        """Cycles from its start until it is over in every respect."""
        return max(self.latency, *self.uses.values(), 1)


@dataclass(frozen=True, slots=True)
class Edge:
    """`target` of iteration k + `distance` starts at least `delay` cycles, one or more, after `source` of iteration k."""

    source: int
    target: int
    delay: int
    distance: int
    kind: str = ""
    """RAW, WAR, WAW or value."""

    def lag(self, interval: int) -> int:
        """By how much later the target starts than the source does, both being of one iteration."""
        return self.delay - interval * self.distance


@dataclass(frozen=True, slots=True)
class ModuloBuffer:
    """Memory of which iterations have copies: who touches it, who writes it, and what one copy costs."""

    name: str
    size: int
    accesses: tuple[int, ...]
    writers: tuple[int, ...]


@dataclass(frozen=True)
class Problem:
    """The statements of a loop, in program order."""

    tasks: Sequence[ModuloTask]
    edges: Sequence[Edge]
    engines: Mapping[str, int]
    """How many there are of each."""
    most_stages: int = 8
    buffers: Sequence[ModuloBuffer] = field(default=())

    def on_engine(self, engine: str) -> Iterator[tuple[int, int]]:
        """The tasks that use an engine, and for how long."""
        for number, task in enumerate(self.tasks):
            if engine in task.uses:
                yield number, task.uses[engine]

    @property
    def sequential(self) -> int:
        """How long an iteration takes if each task begins when the one before it is over."""
        return sum(task.duration for task in self.tasks)


@dataclass(frozen=True, slots=True)
class ModuloSchedule:
    """When each task of iteration 0 starts, from 0 on, and after how many cycles the next iteration does the same."""

    interval: int
    starts: tuple[int, ...]

    @property
    def stages(self) -> int:
        """Over how many intervals the starts of one iteration are spread."""
        return max(self.starts, default=0) // self.interval + 1

    def copies(self, buffer: ModuloBuffer, problem: Problem) -> int:
        """How many iterations use the buffer at once: a write comes when the access of so many iterations ago is over."""
        needed = [
            -(-(self.starts[a] + problem.tasks[a].duration - self.starts[w]) // self.interval)
            for a in buffer.accesses
            for w in buffer.writers
        ]
        return max(1, *needed) if needed else 1


def one_by_one(problem: Problem) -> ModuloSchedule:
    """The schedule in which nothing overlaps: it keeps everything."""
    starts: list[int] = []
    time = 0
    for task in problem.tasks:
        starts.append(time)
        time += task.duration
    return ModuloSchedule(max(time, 1), tuple(starts))


def shifted(interval: int, starts: Sequence[int]) -> ModuloSchedule:
    """The same schedule, its first task at 0."""
    first = min(starts, default=0)
    return ModuloSchedule(interval, tuple(start - first for start in starts))
