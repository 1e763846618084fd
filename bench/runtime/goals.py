"""What the figures have to show, each judged twice: by the medians and by the minima of the turns."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from turns import Samples

How = Callable[[Sequence[float]], float]
HOW: Mapping[str, How] = {"median": statistics.median, "minimum": min}

DISTURBED = 0.05
"""Of a turn."""

Key = tuple[str, int]
"""A contestant's name, as the row shows it, and its number of threads."""
Results = Mapping[Key, Samples]


@dataclass(frozen=True)
class Figure:
    """A number of a contestant for a unit of work: nanoseconds on the wall or of the processors, bytes, counted tasks."""

    name: str
    threads: int
    what: Literal["wall", "cpu", "growth", "tasks"]

    def of(self, results: Results, how: How) -> float | None:
        """The number; None if it was not measured."""
        samples = results.get((self.name, self.threads))
        if samples is None:
            return None
        match self.what:
            case "wall":
                return how(samples.wall)
            case "cpu":
                return how(samples.cpu)
            case "growth":
                return samples.growth
            case "tasks":
                return samples.tasks


@dataclass(frozen=True)
class Goal:
    """A figure, or the ratio of two, and the bound that it must keep."""

    text: str
    of: Figure
    at_most: float | None = None
    at_least: float | None = None
    over: Figure | None = None
    unit: str = ""

    def value(self, results: Results, how: How) -> float | None:
        """The figure or ratio; None if something is missing."""
        value = self.of.of(results, how)
        if self.over is None or value is None:
            return value
        base = self.over.of(results, how)
        return value / base if base else None

    def keeps(self, value: float) -> bool:
        """Whether a value is within the bound."""
        return (self.at_most is None or value <= self.at_most) and (
            self.at_least is None or value >= self.at_least
        )

    @property
    def figures(self) -> list[Figure]:
        """What it is about."""
        return [figure for figure in (self.of, self.over) if figure is not None]

    def disturbed(self, results: Results) -> bool:
        """Whether it compares times on the wall, much of which was spent waiting for processors that others used."""
        samples = [
            results.get((figure.name, figure.threads)) for figure in self.figures if figure.what == "wall"
        ]
        return all(samples) and any(
            statistics.median(s.waited) > DISTURBED for s in samples if s and s.waited
        )

    @property
    def bound(self) -> str:
        """The bound, in words."""
        sign, number = ("≤", self.at_most) if self.at_most is not None else ("≥", self.at_least)
        return f"{sign} {number:g} {self.unit}".rstrip()

    def verdict(self, results: Results, failed: Container[Key] = ()) -> str:
        """met, missed, what else there is to say; who has failed has missed it."""
        if any((figure.name, figure.threads) in failed for figure in self.figures):
            return "missed"
        values = {name: self.value(results, how) for name, how in HOW.items()}
        kept = [name for name, value in values.items() if value is not None and self.keeps(value)]
        if None in values.values():
            return "not measured"
        if len(kept) == len(values):
            return "met"
        return f"met by the {kept[0]} only" if kept else "missed"


def cpu1(name: str) -> Figure:
    """Processor time on one thread, which other work on the machine disturbs least."""
    return Figure(name, 1, "cpu")


def wall(name: str, threads: int) -> Figure:
    """Time on the wall."""
    return Figure(name, threads, "wall")


def against(rival: str, times: float, threads: int, mine: str = "asyncir", unit: str = "") -> Goal:
    """At most so many times the rival's time: processor time on one thread, on the wall on more."""
    of, over = (cpu1(mine), cpu1(rival)) if threads == 1 else (wall(mine, threads), wall(rival, threads))
    plural = "thread" if threads == 1 else "threads"
    return Goal(f"{threads} {plural}, against {unit or rival}", of, at_most=times, over=over)


def speed_up(times: float) -> Goal:
    """Two threads at least so many times as fast as one."""
    return Goal("2 threads against 1", wall("asyncir", 1), at_least=times, over=wall("asyncir", 2))
