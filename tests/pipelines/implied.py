"""What an annotation implies for the groups in flight, from the loop as data: nothing here has seen a pipelined program.

Statement s of iteration k runs at time k + stage(s), at its place. What is asynchronous is committed to the queue of its
stage. A statement runs when all that it depends on is complete; a queue completes in order, and nothing completes
before somebody needs it. Private memory has a copy for each iteration. An iteration depends on what lies d iterations
before it if any iteration does: counts are the same for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tests.pipelines.loops import Loop, dependences

Instance = tuple[int, int]
"""A statement, and an iteration."""
InFlight = dict[int, int]
"""For each queue, how many groups are in flight."""


@dataclass(frozen=True)
class Annotated:
    """A loop with its schedule."""

    loop: Loop
    times: Sequence[tuple[int, int]]
    """Stage and place of each statement."""
    asynchronous: Sequence[int]
    """Stages."""

    @cached_property
    def dependences(self) -> set[tuple[int, int, int]]:
        """By enumeration: source, target, and how many iterations are between them."""
        return dependences(self.loop)

    def is_asynchronous(self, statement: int) -> bool:
        """Whether its stage is."""
        return self.times[statement][0] in self.asynchronous


def commits(it: Annotated) -> list[list[int]]:
    """Statements that share a commit, in program order.

    They are asynchronous, of one stage, and follow each other in the program and in the schedule; none needs another.
    """
    found: list[list[int]] = []
    for n in range(len(it.times)):
        together = (
            found
            and it.is_asynchronous(n)
            and it.is_asynchronous(found[-1][-1])
            and it.times[n] == (it.times[found[-1][-1]][0], it.times[found[-1][-1]][1] + 1)
            and not any((m, n, 0) in it.dependences for m in found[-1])
        )
        if together:
            found[-1].append(n)
        else:
            found.append([n])
    return found


def in_flight(it: Annotated, trips: int) -> list[tuple[Instance, InFlight]]:
    """Each execution of each statement in the order of the schedule, and what is in flight when it runs.

    Statements that share a commit run when all of them may.
    """
    groups = {n: group for group in commits(it) for n in group}
    committed: dict[int, list[list[Instance]]] = {}
    complete: dict[int, int] = {}
    found: list[tuple[Instance, InFlight]] = []
    instances = [(n, k) for n in range(len(it.times)) for k in range(trips)]
    instances.sort(key=lambda x: (x[1] + it.times[x[0]][0], it.times[x[0]][1]))
    for n, k in instances:
        if groups[n][0] == n:
            for queue, members in committed.items():
                needed = [
                    number
                    for number, group in enumerate(members)
                    if any((p, m, k - i) in it.dependences for p, i in group for m in groups[n])
                ]
                complete[queue] = max(complete.get(queue, 0), *[number + 1 for number in needed], 0)
        now = {queue: len(members) - complete.get(queue, 0) for queue, members in committed.items()}
        found.append(((n, k), {queue: number for queue, number in now.items() if number}))
        if it.is_asynchronous(n) and groups[n][-1] == n:
            committed.setdefault(it.times[n][0], []).append([(m, k) for m in groups[n]])
    return found
