"""Schedules: who goes on, where several tasks can. `docs/semantics.md` says what each means."""

from __future__ import annotations

import random
import re
from collections import deque
from dataclasses import dataclass

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.semantics.tasks.tasks import Completion, Task, TaskGroup, TaskStatus


@dataclass(frozen=True)
class Earliest:
    """A task runs as soon as it can."""


@dataclass(frozen=True)
class Latest:
    """A task runs only when a wait forces it."""


@dataclass(frozen=True)
class Seeded:
    """Any task that can go on, by a generator with this seed."""

    seed: int


@dataclass(frozen=True)
class Exhaustive:
    """All choices that can make a difference, within these bounds."""

    max_tasks: int = 5_000
    max_runs: int = 20_000
    max_steps: int = 10_000_000
    """Of the tasks of all runs together."""
    max_flights: int = 12
    """In a program with queues, so many async ops are issued at most; and `max_in_flight` are in flight at once."""
    max_in_flight: int = 6


@dataclass(frozen=True)
class InOrder:
    """Tasks go on in this order, by their names: one that an exhaustive search found."""

    tasks: tuple[str, ...]

    def __str__(self) -> str:
        return f"order:{','.join(self.tasks)}"


TaskSchedule = Earliest | Latest | Seeded | Exhaustive | InOrder


def parse_schedule(text: str) -> TaskSchedule:
    """`earliest`, `latest`, `seed:N`, `exhaustive`, or `order:` with the tasks that go on, as `exhaustive` gives it."""
    word, colon, number = text.partition(":")
    if word == "seed" and colon and number.isdecimal() and len(number) < 20:
        return Seeded(int(number))
    if re.fullmatch(r"order:\d[\d.,]*", text, re.ASCII):
        return InOrder(tuple(text.removeprefix("order:").split(",")))
    simple: dict[str, TaskSchedule] = {"earliest": Earliest(), "latest": Latest(), "exhaustive": Exhaustive()}
    if text in simple:
        return simple[text]
    raise DiagnosticError(
        Diagnostic(
            "S015",
            f"`{text}` is no schedule",
            help="`latest`, `earliest`, `seed:N`, `exhaustive`, or `order:...` as `exhaustive` gives it",
        )
    )


class Policy:
    """What a machine asks for its next task. It knows of each task that can go on, but not of the running one."""

    switches_before = False
    """Whether the running task may be stopped before an action that others can notice."""
    switches_after = False
    """Whether the running task may be stopped after it has made another able to run."""

    def enabled(self, task: Task) -> None:
        """The task can go on now: it is new, or what it waited for is complete."""
        raise NotImplementedError

    def yielded(self, task: Task) -> None:
        """The running task stops although it can go on."""
        self.enabled(task)

    def not_yet(self) -> None:
        """The running task comes to a wait in front of its body: it has done nothing."""

    def goes_past(self, transition: int) -> None:
        """The running task goes on behind a wait for what this transition completed."""

    def pick(self) -> Task | None:
        """The task to go on with; None if there is none."""
        raise NotImplementedError


class EarliestPolicy(Policy):
    """New tasks first, in the order in which they became able; then the one stopped last."""

    switches_after = True

    def __init__(self) -> None:
        self.new: deque[Task] = deque()
        self.stopped: list[Task] = []

    def enabled(self, task: Task) -> None:
        """See `Policy`."""
        self.new.append(task)

    def yielded(self, task: Task) -> None:
        """See `Policy`."""
        self.stopped.append(task)

    def pick(self) -> Task | None:
        """See `Policy`."""
        if self.new:
            return self.new.popleft()
        return self.stopped.pop() if self.stopped else None


class LatestPolicy(Policy):
    """Only what the entry waits for, through all that this waits for; when nobody is waited for, the oldest."""

    def __init__(self, entry: Task) -> None:
        self.ready: dict[Task, None] = {}
        self.demand: list[Task] = [entry]
        self.demanded: set[Task] = {entry}

    def enabled(self, task: Task) -> None:
        """See `Policy`."""
        self.ready[task] = None

    def pick(self) -> Task | None:
        """See `Policy`."""
        while self.demand:
            task = self.demand[-1]
            if task in self.ready:
                del self.ready[task]
                return task
            wanted = None if task.status is TaskStatus.DONE else _wanted(task.waits_for)
            if task.status is TaskStatus.DONE:
                self.demanded.discard(self.demand.pop())
            elif wanted is None or wanted in self.demanded:
                break
            else:
                self.demand.append(wanted)
                self.demanded.add(wanted)
        for task in self.ready:
            del self.ready[task]
            return task
        return None


def _wanted(completion: Completion | None) -> Task | None:
    """The task that has to run for the completion to come, where one is known."""
    while isinstance(completion, TaskGroup) and not completion.done:
        completion = completion.first_pending()
    return completion.producer if completion is not None else None


class SeededPolicy(Policy):
    """Any, by a generator."""

    switches_before = True
    switches_after = True

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.ready: list[Task] = []

    def enabled(self, task: Task) -> None:
        """See `Policy`."""
        self.ready.append(task)

    def pick(self) -> Task | None:
        """See `Policy`."""
        if not self.ready:
            return None
        chosen = self.random.randrange(len(self.ready))
        self.ready[chosen], self.ready[-1] = self.ready[-1], self.ready[chosen]
        return self.ready.pop()


class InOrderPolicy(Policy):
    """As an exhaustive search chose."""

    switches_before = True

    def __init__(self, schedule: InOrder) -> None:
        self.ready: dict[str, Task] = {}
        self.left = deque(schedule.tasks)

    def enabled(self, task: Task) -> None:
        """See `Policy`."""
        self.ready[task.identity] = task

    def pick(self) -> Task | None:
        """See `Policy`."""
        if not self.ready:
            return None
        name = self.left.popleft() if self.left else next(iter(self.ready))
        if name not in self.ready:
            help = "it is of another program, or of other arguments"
            raise DiagnosticError(
                Diagnostic("S015", f"the order does not fit: task {name} cannot go on there", help=help)
            )
        return self.ready.pop(name)
