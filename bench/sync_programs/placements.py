"""Small straight programs as graphs of what comes before what, and all ways to order them with few orders.

Shares nothing with the analyses nor with the interpreter: an order of two works is a way in a graph whose nodes are moments
(a work begins, it arrives, a signal acts, a wait is over), by the rules MAC-1 to MAC-12. Programs are sequences of works of
engines, signals, waits and barriers, executed by one process without loops or branches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asyncir.targets.machine import ALL, MachineModel
from asyncir.targets.resources import CompletionOrder

PROCESS = ""
"""Who gives the works: signals and waits of its own are done by the issuer."""


@dataclass(frozen=True)
class Doing:
    """A work of an engine: the cells that it reads and writes, and whether the caller sees one of them."""

    engine: str
    reads: frozenset[object]
    writes: frozenset[object]
    is_seen: bool = False

    def conflicts(self, other: Doing) -> bool:
        """Whether the two must not be in flight together."""
        return bool(self.writes & (other.reads | other.writes) or self.reads & other.writes)


@dataclass(frozen=True)
class Signal:
    """An engine says what it has done; `order` says which wait it is for."""

    engine: str
    order: int


@dataclass(frozen=True)
class Wait:
    """An engine, or the process, waits for a signal."""

    engine: str
    order: int


@dataclass(frozen=True)
class Barrier:
    """An engine waits for all it was given; without an engine the process waits for all."""

    engine: str


Step = Doing | Signal | Wait | Barrier


class Moments:
    """What comes before what: of each moment the set of all moments before, as bits."""

    def __init__(self, machine: MachineModel):
        self.machine = machine
        self.before: list[int] = []
        self.process = self._new(0)
        self.taken: dict[str, int] = {}
        self.ends: dict[str, list[int]] = {}
        self.acted: dict[int, int] = {}
        self.begins: list[int] = []
        self.arrives: list[int] = []
        self.given: list[int] = []
        """Of each work: what is before the process gives it."""

    def _new(self, before: int) -> int:
        self.before.append(before)
        return len(self.before) - 1

    def _with(self, *moments: int) -> int:
        found = 0
        for moment in moments:
            found |= self.before[moment] | 1 << moment
        return found

    def go(self, steps: Sequence[Step]) -> None:
        """Go through the program."""
        for step in steps:
            if isinstance(step, Doing):
                self._work(step)
            elif isinstance(step, Barrier):
                self._barrier(step.engine)
            elif isinstance(step, Signal):
                self.acted[step.order] = self._new(self._entry(step.engine) | self._all_of(step.engine))
            else:
                self._wait(step)

    def _entry(self, engine: str) -> int:
        """What is before the next entry of an engine: what gave it, and that the one before was taken."""
        before = self._with(self.process)
        if engine in self.taken:
            before |= self._with(self.taken[engine])
        return before

    def _all_of(self, engine: str) -> int:
        return self._with(*self.ends.get(engine, ()))

    def _work(self, work: Doing) -> None:
        order = self._order(work.engine)
        ends = self.ends.setdefault(work.engine, [])
        before = self._entry(work.engine)
        if order is CompletionOrder.IN_ORDER and ends:
            before |= self._with(ends[-1])
        begin = self._new(before)
        self.taken[work.engine] = begin
        end = self._new(
            self._with(begin) | (self._with(ends[-1]) if order is CompletionOrder.OVERLAPPING and ends else 0)
        )
        ends.append(end)
        self.begins.append(begin)
        self.given.append(self._with(self.process))
        self.arrives.append(end)

    def _order(self, name: str) -> CompletionOrder:
        engine = self.machine.engine(name)
        assert engine is not None
        return CompletionOrder.OUT_OF_ORDER if engine.count > 1 else engine.order

    def _barrier(self, engine: str) -> None:
        if engine == PROCESS:
            self.process = self._new(
                self._with(self.process, *(e for ends in self.ends.values() for e in ends))
            )
        else:
            self.taken[engine] = self._new(self._entry(engine) | self._all_of(engine))

    def _wait(self, wait: Wait) -> None:
        acted = self._with(self.acted[wait.order])
        if wait.engine == PROCESS:
            self.process = self._new(self._with(self.process) | acted)
        else:
            self.taken[wait.engine] = self._new(self._entry(wait.engine) | acted)


@dataclass(frozen=True)
class Ordered:
    """What a program orders: pairs of works by number, and the works that have arrived when the process ends."""

    pairs: frozenset[tuple[int, int]]
    given: frozenset[tuple[int, int]]
    """The pairs of which the process waits for the first before it gives the second."""
    ended: frozenset[int]

    def is_right(self, works: Sequence[Doing], machine: MachineModel) -> bool:
        """Whether all works that conflict are ordered, and the caller sees only what has arrived."""
        if not machine.drains and any(w.is_seen and n not in self.ended for n, w in enumerate(works)):
            return False
        conflicts = ((n, m) for m, work in enumerate(works) for n in range(m) if works[n].conflicts(work))
        return self.pairs.issuperset(conflicts)

    def is_within(self, other: Ordered) -> bool:
        """Whether it orders nothing that the other one does not order, too."""
        return self.pairs <= other.pairs and self.given <= other.given and self.ended <= other.ended


def ordered(steps: Sequence[Step], machine: MachineModel) -> Ordered:
    """What the program orders."""
    moments = Moments(machine)
    moments.go(steps)
    end = moments.before[moments.process]
    count = len(moments.begins)
    pairs = [(n, m) for m in range(count) for n in range(m)]
    return Ordered(
        frozenset((n, m) for n, m in pairs if moments.before[moments.begins[m]] >> moments.arrives[n] & 1),
        frozenset((n, m) for n, m in pairs if moments.given[m] >> moments.arrives[n] & 1),
        frozenset(n for n in range(count) if end >> moments.arrives[n] & 1),
    )


def all_placements(
    works: Sequence[Doing], machine: MachineModel, most: int, most_of_all: int
) -> Iterator[list[Step]]:
    """All ways to put up to `most` orders between the works, of which `most_of_all` may be barriers of all engines.

    A signal stands right behind an entry of its engine or where the process has learnt something, and a wait right before
    an entry of its engine or before anything: other places are no better.
    """
    yield from _more(list(works), machine, most, most_of_all, 0)


def _more(
    steps: list[Step], machine: MachineModel, left: int, of_all: int, number: int
) -> Iterator[list[Step]]:
    yield steps
    if not left:
        return
    engines = sorted({step.engine for step in steps if isinstance(step, Doing)})
    for x in engines:
        for at in range(1, len(steps) + 1):
            if not _tells(steps[at - 1], x):
                continue
            for y in (*engines, PROCESS):
                if y != x and _can_signal(machine, x, y):
                    for to in range(at, len(steps) + 1):
                        if y == PROCESS or (to < len(steps) and _is_of(steps[to], y)):
                            more = [
                                *steps[:at],
                                Signal(x, number),
                                *steps[at:to],
                                Wait(y, number),
                                *steps[to:],
                            ]
                            yield from _more(more, machine, left - 1, of_all, number + 1)
    for at in range(1, len(steps) + 1):
        for engine in engines:
            if engine in machine.barriers and at < len(steps) and _is_of(steps[at], engine):
                more = [*steps[:at], Barrier(engine), *steps[at:]]
                yield from _more(more, machine, left - 1, of_all, number + 1)
        if of_all and ALL in machine.barriers:
            more = [*steps[:at], Barrier(PROCESS), *steps[at:]]
            yield from _more(more, machine, left - 1, of_all - 1, number + 1)


def _tells(step: Step, engine: str) -> bool:
    return _is_of(step, engine) or (isinstance(step, Wait | Barrier) and step.engine == PROCESS)


def _is_of(step: Step, engine: str) -> bool:
    return step.engine == engine


def _can_signal(machine: MachineModel, x: str, y: str) -> bool:
    pair = (x, machine.issuer if y == PROCESS else y)
    return any(
        r.takes and (r.pairs is None or pair in r.pairs) and (r.users is None or set(pair) <= r.users)
        for r in machine.resources
    )
