"""Which engine is busy when, if every iteration does the same: cycles are taken modulo the interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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

    def in_the_way(self, task: int, start: int) -> set[int]:
        """The tasks with which this one, from `start` on, would need more engines than there are; empty: it has room."""
        found: set[int] = set()
        for engine, cycles in self.problem.tasks[task].uses.items():
            users = {n: c for n, c in self.problem.on_engine(engine) if n in self.starts}
            for at in self._beginnings(users, start):
                mine = covers(start, cycles, at, self.interval)
                others = {n for n, c in users.items() if covers(self.starts[n], c, at, self.interval)}
                busy = sum(covers(self.starts[n], users[n], at, self.interval) for n in others)
                if mine and mine + busy > self.problem.engines[engine]:
                    found |= others
        return found

    def fits_alone(self, task: int) -> bool:
        """Whether the task has room where nothing else is."""
        uses = self.problem.tasks[task].uses
        return all(-(-c // self.interval) <= self.problem.engines[e] for e, c in uses.items())

    def _beginnings(self, users: Mapping[int, int], start: int) -> set[int]:
        """The most engines are busy at a moment when something begins."""
        return {start % self.interval, *(self.starts[n] % self.interval for n in users)}

    def moments(self, task: int, earliest: int) -> list[int]:
        """When the task may start, from `earliest` on for one interval: then, or when something else ends."""
        found = {earliest}
        for engine in self.problem.tasks[task].uses:
            for number, cycles in self.problem.on_engine(engine):
                if number in self.starts:
                    end = self.starts[number] + cycles
                    found.add(earliest + (end - earliest) % self.interval)
        return sorted(found)

    def place(self, task: int, start: int) -> None:
        """Let the task start then."""
        self.starts[task] = start

    def remove(self, tasks: Iterable[int]) -> None:
        """Let these tasks have no time again."""
        for task in tasks:
            self.starts.pop(task, None)
