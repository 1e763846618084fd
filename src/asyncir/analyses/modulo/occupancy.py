"""Which engine is busy when, if every iteration does the same: cycles are taken modulo the interval."""

from __future__ import annotations

from collections.abc import Iterable

from asyncir.analyses.modulo.problem import Problem


def covers(start: int, cycles: int, at: int, interval: int) -> int:
    """How many iterations of a task that starts at `start` keep an engine busy at cycle `at`, both modulo the interval."""
    whole, rest = divmod(cycles, interval)
    return whole + ((at - start) % interval < rest)


class Occupancy:
    """What is placed so far, and whether more has room."""

    def __init__(self, problem: Problem, interval: int):
        self.problem = problem
        self.interval = interval
        self.starts: dict[int, int] = {}
        self._placed: dict[str, dict[int, int]] = {engine: {} for engine in problem.engines}
        """On each engine: for how long what is placed there keeps it busy."""

    def in_the_way(self, task: int, start: int) -> set[int]:
        """The tasks with which this one, from `start` on, would need more engines than there are; empty: it has room."""
        found: set[int] = set()
        for engine, cycles in self.problem.tasks[task].uses.items():
            beside = self._beside(engine, cycles, start)
            if not beside or self.problem.engines[engine] == 1:
                found |= beside
                continue
            placed = self._placed[engine]
            # The most engines are busy at a moment when something begins.
            for at in {start, *(self.starts[n] for n in beside)}:
                mine = covers(start, cycles, at, self.interval)
                others = {n: covers(self.starts[n], placed[n], at, self.interval) for n in beside}
                if mine and mine + sum(others.values()) > self.problem.engines[engine]:
                    found.update(n for n, there in others.items() if there)
        return found

    def _beside(self, engine: str, cycles: int, start: int) -> set[int]:
        """What keeps the engine busy at the same time as this."""
        interval = self.interval
        return {
            n
            for n, busy in self._placed[engine].items()
            if (start - self.starts[n]) % interval < busy or (self.starts[n] - start) % interval < cycles
        }

    def fits_alone(self, task: int) -> bool:
        """Whether the task has room where nothing else is."""
        uses = self.problem.tasks[task].uses
        return all(-(-c // self.interval) <= self.problem.engines[e] for e, c in uses.items())

    def moments(self, task: int, earliest: int) -> list[int]:
        """When the task may start, from `earliest` on for one interval: then, or when something ends and there is room."""
        found = {earliest}
        for engine, cycles in self.problem.tasks[task].uses.items():
            for end, room in self._gaps(engine):
                if room >= cycles or self.problem.engines[engine] > 1:
                    found.add(earliest + (end - earliest) % self.interval)
        return sorted(found)

    def _gaps(self, engine: str) -> list[tuple[int, int]]:
        """When work on the engine ends, and how long it is until something begins."""
        placed = sorted((self.starts[n] % self.interval, c) for n, c in self._placed[engine].items())
        following = [start for start, _ in placed[1:]] + [start + self.interval for start, _ in placed[:1]]
        return [(start + c, after - start - c) for (start, c), after in zip(placed, following, strict=True)]

    def place(self, task: int, start: int) -> None:
        """Let the task start then."""
        self.starts[task] = start
        for engine, cycles in self.problem.tasks[task].uses.items():
            self._placed[engine][task] = cycles

    def remove(self, tasks: Iterable[int]) -> None:
        """Let these tasks have no time again."""
        for task in tasks:
            self.starts.pop(task, None)
            for engine in self.problem.tasks[task].uses:
                self._placed[engine].pop(task, None)
