"""When async ops read and write, within what the program allows: the schedules."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from asyncir.semantics.blocks.flights import Flight, FlightState, Places
from asyncir.semantics.core.memory import AccessKind

if TYPE_CHECKING:
    from asyncir.semantics.blocks.machine import BlockMachine

Step = tuple[Flight, FlightState]
"""An async op gets to this state."""


class Timing:
    """Latest: an async op does nothing until something forces it."""

    def __init__(self, machine: BlockMachine):
        self.machine = machine
        self.pending: dict[Flight, None] = {}

    def issued(self, flight: Flight) -> None:
        """An async op is in flight."""
        self.pending[flight] = None

    def before(self, places: Places, kind: AccessKind) -> None:
        """A thread is about to access these elements, which something in flight touches, too."""

    def force(self, flights: Iterable[Flight], state: FlightState) -> None:
        """These must have got that far now."""
        for flight in flights:
            if flight.state < state:
                self._advance(flight, state)

    def finish(self) -> None:
        """The run ends."""
        self.force(list(self.pending), FlightState.WRITTEN)

    def order(self, threads: Sequence[int]) -> Sequence[int]:
        """In which order threads run from one barrier to the next."""
        return threads

    def sees_the_end(self) -> bool:
        """Whether a thread that looks if a phase is over sees its end, where that hangs on the order of the threads."""
        return False

    def _advance(self, flight: Flight, state: FlightState) -> None:
        self.machine.advance(flight, state)
        if state is FlightState.WRITTEN:
            del self.pending[flight]


class AtOnce(Timing):
    """Earliest: an async op does all at its issue."""

    def issued(self, flight: Flight) -> None:
        """See `Timing`."""
        self.machine.advance(flight, FlightState.WRITTEN)

    def sees_the_end(self) -> bool:
        """See `Timing`."""
        return True


class Sometime(Timing):
    """Seeded: at moments, and in an order of threads, that a generator picks."""

    def __init__(self, machine: BlockMachine, seed: int):
        super().__init__(machine)
        self.random = random.Random(seed)

    def issued(self, flight: Flight) -> None:
        """See `Timing`."""
        super().issued(flight)
        self._some()

    def before(self, places: Places, kind: AccessKind) -> None:
        """See `Timing`."""
        self._some()

    def force(self, flights: Iterable[Flight], state: FlightState) -> None:
        """See `Timing`."""
        order = list(flights)
        self.random.shuffle(order)
        super().force(order, state)

    def order(self, threads: Sequence[int]) -> Sequence[int]:
        """See `Timing`."""
        return self.random.sample(threads, len(threads))

    def sees_the_end(self) -> bool:
        """See `Timing`."""
        return self.random.random() < 0.5

    def _some(self) -> None:
        while self.pending and self.random.random() < 0.5:
            flight = self.random.choice(list(self.pending))
            self._advance(flight, FlightState(flight.state + 1))


class Choices:
    """The decisions of one run after the other, until all were tried."""

    def __init__(self) -> None:
        self._path: list[tuple[int, int]] = []
        self._at = 0

    def choose(self, count: int) -> int:
        """One of so many possibilities."""
        if self._at == len(self._path):
            self._path.append((0, count))
        chosen, _ = self._path[self._at]
        self._at += 1
        return chosen

    def next_run(self) -> bool:
        """Begin another run with other decisions, if there is one."""
        self._at = 0
        while self._path:
            chosen, count = self._path.pop()
            if chosen + 1 < count:
                self._path.append((chosen + 1, count))
                return True
        return False


class Everywhere(Timing):
    """Exhaustive: before each access, what is in flight and conflicts with it may do so first, or not.

    Accesses that do not conflict can be made in either order, so nothing else needs to be tried.
    """

    def __init__(self, machine: BlockMachine, choices: Choices):
        super().__init__(machine)
        self.choices = choices
        self._under_way: list[Flight] = []

    def before(self, places: Places, kind: AccessKind) -> None:
        """See `Timing`."""
        self._others(places, kind)

    def sees_the_end(self) -> bool:
        """See `Timing`."""
        return self.choices.choose(2) == 1

    def _others(self, places: Places, kind: AccessKind) -> None:
        while True:
            steps = [
                step
                for flight in self.pending
                if flight not in self._under_way
                for step in _steps(flight)
                if _conflicts(step, places, kind)
            ]
            chosen = self.choices.choose(1 + len(steps)) if steps else 0
            if chosen == 0:
                return
            self._advance(*steps[chosen - 1])

    def _advance(self, flight: Flight, state: FlightState) -> None:
        self._under_way.append(flight)
        if flight.state is FlightState.PENDING:
            self._others(flight.reads, AccessKind.READ)
            self.machine.advance(flight, FlightState.READ)
        if state is FlightState.WRITTEN:
            self._others(flight.writes, AccessKind.WRITE)
            self.machine.advance(flight, FlightState.WRITTEN)
            del self.pending[flight]
        self._under_way.pop()


def _steps(flight: Flight) -> list[Step]:
    return [(flight, FlightState(state)) for state in range(flight.state + 1, FlightState.WRITTEN + 1)]


def _conflicts(step: Step, places: Places, kind: AccessKind) -> bool:
    flight, state = step
    mine, elements = (
        (AccessKind.READ, flight.reads) if state is FlightState.READ else (AccessKind.WRITE, flight.writes)
    )
    return mine.conflicts(kind) and any(
        not places[buffer].isdisjoint(elements[buffer]) for buffer in places if buffer in elements
    )
