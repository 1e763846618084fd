"""What a run of a program with tasks did: activations, what they waited for, what they touched, and its races.

A task runs in *blocks*: from its start, or from a wait, to the next wait. A block is made of *segments*, which end where
something is launched or completed; what happens before what is exact for segments. Their numbers are in an order of the
run, so that each comes behind all that are before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from asyncir.ir import Operation

MemoryObject = tuple[Operation | None, str]
"""The op that made it, and its identity in the run."""


@dataclass(slots=True, eq=False)
class RecordedTask:
    """One activation."""

    number: int
    op: Operation | None
    """What launched it; None of the entry."""
    instance: int
    """How many activations of the same op were launched before."""


@dataclass(slots=True, eq=False)
class RecordedBlock:
    """What a task did between two waits."""

    number: int
    task: RecordedTask
    begun_by: Operation | None
    """The wait before it."""
    reads: dict[MemoryObject, set[int]] = field(default_factory=dict[MemoryObject, "set[int]"])
    writes: dict[MemoryObject, set[int]] = field(default_factory=dict[MemoryObject, "set[int]"])
    settled: bool = False
    """Whether it launched, completed or touched something."""


@dataclass(frozen=True, slots=True)
class RecordedEdge:
    """A block that happens before another one, at least in part."""

    source: int
    target: int
    kind: str
    """launch, wait, or next: of the same task."""
    op: Operation | None = None
    """The wait."""
    operand: int = 0


@dataclass(frozen=True, slots=True)
class RecordedConflict:
    """Two blocks that touch the same element of an object, one of them writing."""

    source: int
    target: int
    object: MemoryObject


@dataclass(frozen=True, slots=True)
class RecordedRace:
    """Two accesses of which neither happens before the other."""

    kind: str
    first: Operation
    second: Operation
    object: MemoryObject
    place: int
    segments: tuple[int, int]


@dataclass(slots=True)
class TaskRecord:
    """A run."""

    tasks: list[RecordedTask] = field(default_factory=list[RecordedTask])
    blocks: list[RecordedBlock] = field(default_factory=list[RecordedBlock])
    edges: dict[RecordedEdge, None] = field(default_factory=dict[RecordedEdge, None])
    conflicts: dict[RecordedConflict, None] = field(default_factory=dict[RecordedConflict, None])
    races: list[RecordedRace] = field(default_factory=list[RecordedRace])
    block_of: list[int] = field(default_factory=list[int])
    """By segment."""
    before: list[list[int]] = field(default_factory=list["list[int]"])
    """By segment: those directly before it."""
    full: bool = False
    """Whether there was more than is kept."""

    def ways(self, first: int, second: int) -> tuple[list[int], list[int]]:
        """From the last segment that is before both to each of them: blocks, without repetitions."""
        common = self._known(first) & self._known(second)
        start = common.bit_length() - 1
        return self._way(start, first), self._way(start, second)

    def _known(self, segment: int) -> int:
        """The segments before one, itself among them, as bits."""
        found, pending = 1 << segment, [segment]
        while pending:
            for earlier in self.before[pending.pop()]:
                if not found >> earlier & 1:
                    found |= 1 << earlier
                    pending.append(earlier)
        return found

    def _way(self, start: int, end: int) -> list[int]:
        """A shortest way, as blocks."""
        came: dict[int, int] = {end: end}
        pending = [end]
        for segment in pending:
            for earlier in self.before[segment]:
                if earlier not in came and earlier >= start:
                    came[earlier] = segment
                    pending.append(earlier)
        way = [start]
        while way[-1] != end and way[-1] in came:
            way.append(came[way[-1]])
        blocks = [self.block_of[segment] for segment in way]
        return [block for n, block in enumerate(blocks) if n == 0 or block != blocks[n - 1]]
