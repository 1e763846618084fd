"""A program played in time on a described machine, as plain data: what each engine did when, and why not earlier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from asyncir.ir import Operation


class SpanKind(StrEnum):
    """What a span of time is."""

    WORK = "work"
    WAIT = "wait"
    SIGNAL = "signal"
    BARRIER = "barrier"
    PROCESS = "process"


@dataclass(slots=True, eq=False)
class EngineSpan:
    """An entry of an engine, or a wait of a process, in cycles."""

    kind: SpanKind
    engine: str
    lane: int
    """Which of several engines of the name."""
    op: Operation
    iteration: tuple[int, ...]
    given: int
    """When it was given; of a wait of a process, when it came there."""
    begin: int
    free: int
    """When the engine can begin something else."""
    end: int
    """When it has arrived, or is over."""
    about: str
    """The resource of a wait or a signal."""
    cause: EngineSpan | None
    """What it began behind, or was over by; None: nothing held it up."""


@dataclass(frozen=True, slots=True)
class Stall:
    """Time in which somebody could not go on."""

    who: str
    """An engine, or `process on "E"`."""
    cause: str
    cycles: int


@dataclass(frozen=True, slots=True)
class EngineLanes:
    """An engine of the machine."""

    name: str
    count: int


@dataclass(slots=True)
class MachineRun:
    """What happened."""

    machine: str
    engines: list[EngineLanes]
    cycles: int = 0
    spans: list[EngineSpan] = field(default_factory=list[EngineSpan])
    stalls: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """By who waited and for what: for how many cycles."""
    busy: Counter[str] = field(default_factory=Counter[str])
    """By engine: for how many cycles it was busy, all engines of the name together."""
    peaks: dict[str, int] = field(default_factory=dict[str, int])
    """By memory: the most bytes that were allocated at once."""
    sizes: dict[str, int | None] = field(default_factory=dict[str, "int | None"])
    """By memory: how many bytes it has, if the machine says so."""

    def utilisation(self) -> dict[str, float]:
        """By engine: for which part of the time it was busy."""
        whole = max(self.cycles, 1)
        return {one.name: self.busy[one.name] / (whole * one.count) for one in self.engines}

    def ranked_stalls(self) -> list[Stall]:
        """The longest first."""
        found = [Stall(who, cause, cycles) for (who, cause), cycles in self.stalls.items() if cycles]
        return sorted(found, key=lambda stall: (-stall.cycles, stall.who, stall.cause))

    def critical_path(self) -> list[EngineSpan]:
        """What the end waited for, what that waited for, and so on; in the order of time."""
        last = max(reversed(self.spans), key=lambda span: span.end, default=None)
        path: list[EngineSpan] = []
        while last is not None:
            path.append(last)
            last = last.cause
        return path[::-1]

    def too_large(self) -> Iterable[str]:
        """The memories of which more was allocated at once than they have."""
        for name, peak in self.peaks.items():
            size = self.sizes.get(name)
            if size is not None and peak > size:
                yield name
