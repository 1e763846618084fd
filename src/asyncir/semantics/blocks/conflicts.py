"""Who accesses what: finds all races, whatever the schedule does.

An async op may touch its elements at any moment from its issue until a wait of its thread. For other threads that is from
the last barrier before the issue until the first one after the wait. Two accesses of two threads that are made at once are
ordered if a barrier is between them. Barriers with phases order more: see `ordered_conflicts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from asyncir.ir import Operation
from asyncir.semantics.blocks.flights import Actor, Flight, Places
from asyncir.semantics.blocks.race import Race, Site
from asyncir.semantics.core.faults import span_of
from asyncir.semantics.core.memory import AccessKind, Buffer

if TYPE_CHECKING:
    from asyncir.semantics.blocks.parallel import Iterations

_Same = tuple[Operation, AccessKind, int]
"""Accesses of one op of one kind by one thread."""


class Alike(list[Flight]):
    """Async ops in flight that are alike, in the order of their issue."""

    __slots__ = ("over",)

    def __init__(self) -> None:
        super().__init__()
        self.over = 0
        """So many of the first ones are known to be over: what is known stays known, so these are not looked at again."""

    def first_unknown(self, kind: AccessKind) -> Flight | None:
        """The first one of which their thread does not know that its accesses of this kind are over."""
        while self.over < len(self) and self[self.over].known(kind):
            self.over += 1
        return self[self.over] if self.over < len(self) else None

    def discard(self, flight: Flight) -> None:
        """It no longer matters."""
        at = self.index(flight)
        del self[at]
        self.over -= at < self.over


class Watch:
    """What is known of the accesses to one object that a later one may race with."""

    __slots__ = ("buffer", "flights", "plain", "stamped")

    stamped: dict[int, dict[_Same, tuple[Actor, int]]]
    """Where barriers with phases order threads: of each op the last access by each thread, and its stamp.

    Then `plain` says only which elements have any.
    """

    def __init__(self, buffer: Buffer):
        self.buffer = buffer
        self.flights: dict[int, dict[_Same, Alike]] = {}
        """By async ops that are in flight, or were since the last barrier: those that one race stands for together."""
        self.plain: dict[int, dict[tuple[Operation, AccessKind], tuple[Actor, Actor]]] = {}
        """By threads themselves since the last barrier: of each op, those by the lowest and the highest thread.

        Which of two accesses comes first, in the words of a race, depends on which thread is lower. So these two say all
        that there is to say of the op.
        """

    def remove(self, places: Iterable[int], flight: Flight, kind: AccessKind) -> None:
        """The async op's accesses of this kind no longer matter."""
        for place in places:
            at = self.flights[place]
            same = at[flight.op, kind, flight.thread]
            same.discard(flight)
            if not same:
                del at[flight.op, kind, flight.thread]
                if not at:
                    del self.flights[place]


class Conflicts:
    """The accesses of a run and the races among them."""

    def __init__(self, threads: int, found: Callable[[], None]):
        self.several = threads > 1
        self.found = found
        """Is told of each race that is not known yet."""
        self.races: dict[tuple[str, Operation, Operation], Race] = {}
        self.in_flight: set[Flight] = set()
        self._settled: list[tuple[Flight, AccessKind]] = []
        self._touched: list[Watch] = []
        self._watches: list[Watch] = []

    def forget(self) -> None:
        """The block is through: others know nothing of what it did."""
        for watch in self._watches:
            watch.buffer.watch = None
        self._watches.clear()

    def access(self, buffer: Buffer, places: Iterable[int], kind: AccessKind, who: Actor) -> None:
        """The thread itself accesses elements."""
        watch = buffer.watch
        if watch is None:
            if not self.several:
                return
            watch = self._watch(buffer)
        for place in places:
            if place in watch.flights:
                self._check_flights(watch, place, kind, who)
            if self.several:
                self._remember(watch, place, kind, who)

    def between_iterations(
        self, loop: Iterations, buffer: Buffer, places: Iterable[int], kind: AccessKind, who: Actor
    ) -> None:
        """The thread, or what it has in flight, accesses elements in an iteration of a parallel loop."""
        for place in places:
            for actor, other in loop.touch(buffer, place, kind, who):
                self._report(actor, other, who, kind, of_iterations=True)

    def issue(self, flight: Flight) -> None:
        """An async op may touch its elements from now on."""
        accesses = [
            (watch, place, kind)
            for kind, elements in ((AccessKind.READ, flight.reads), (AccessKind.WRITE, flight.writes))
            for watch, places in self._watched(elements)
            for place in places
        ]
        for watch, place, kind in accesses:
            if place in watch.flights:
                self._check_flights(watch, place, kind, flight)
            if place in watch.plain:
                self._check_plain(watch, place, kind, flight)
        for watch, place, kind in accesses:
            at = watch.flights.setdefault(place, {})
            at.setdefault((flight.op, kind, flight.thread), Alike()).append(flight)
        self.in_flight.add(flight)

    def settle(self, flight: Flight, kind: AccessKind) -> None:
        """The thread has waited for the async op's accesses of this kind."""
        if self.several:
            self._settled.append((flight, kind))
        else:
            self._remove(flight, kind)

    def barrier(self) -> None:
        """What was done and waited for before happens before all that follows."""
        for flight, kind in self._settled:
            self._remove(flight, kind)
        self._settled.clear()
        for watch in self._touched:
            watch.plain.clear()
        self._touched.clear()

    def _watch(self, buffer: Buffer) -> Watch:
        watch = buffer.watch = Watch(buffer)
        self._watches.append(watch)
        return watch

    def _watched(self, elements: Places) -> Iterator[tuple[Watch, set[int]]]:
        """The objects of which some elements are accessed: a copy may have none."""
        for buffer, places in elements.items():
            if places:
                yield buffer.watch or self._watch(buffer), places

    def _remove(self, flight: Flight, kind: AccessKind) -> None:
        for watch, places in self._watched(flight.reads if kind is AccessKind.READ else flight.writes):
            watch.remove(places, flight, kind)
            if not watch.flights and not self.several:
                watch.buffer.watch = None
        if flight.done:
            self.in_flight.discard(flight)

    def _remember(self, watch: Watch, place: int, kind: AccessKind, who: Actor) -> None:
        self._check_plain(watch, place, kind, who)
        if not watch.plain:
            self._touched.append(watch)
        ops = watch.plain.setdefault(place, {})
        low, high = ops.get((who.op, kind), (who, who))
        ops[who.op, kind] = (
            who if who.thread < low.thread else low,
            who if who.thread > high.thread else high,
        )

    def _check_plain(self, watch: Watch, place: int, kind: AccessKind, who: Actor) -> None:
        for (_, other), actors in watch.plain.get(place, {}).items():
            if other.conflicts(kind):
                for actor in actors:
                    if actor.thread != who.thread:
                        self._report(actor, other, who, kind)

    def _check_flights(self, watch: Watch, place: int, kind: AccessKind, who: Actor) -> None:
        for (_, other, thread), flights in watch.flights[place].items():
            if not other.conflicts(kind):
                continue
            if thread != who.thread:
                for flight in self._of_others(flights, other, who):
                    self._report(flight, other, who, kind)
            elif (first := flights.first_unknown(other)) is not None:
                self._report(first, other, who, kind)

    def _of_others(self, flights: Alike, kind: AccessKind, who: Actor) -> Iterable[Flight]:
        """Of another thread's async ops the first and the last one that `who` may not be ordered with.

        Which of two comes first, in the words of a race, hangs on the epoch.
        """
        return flights[0], flights[-1]

    def add(self, races: Mapping[tuple[str, Operation, Operation], Race]) -> None:
        """What a machine has found that this one had run something."""
        for key, race in races.items():
            self.races.setdefault(key, race)

    def _report(
        self,
        first: Actor,
        first_kind: AccessKind,
        second: Actor,
        second_kind: AccessKind,
        of_iterations: bool = False,
    ) -> None:
        if first.thread != second.thread and (second.epoch, second.thread) < (first.epoch, first.thread):
            first, first_kind, second, second_kind = second, second_kind, first, first_kind
        kind = first_kind.race_with(second_kind)
        key = (kind, first.op, second.op)
        if key not in self.races:
            self.races[key] = Race(kind, _site(first), _site(second), of_iterations)
            self.found()


def _site(actor: Actor) -> Site:
    return Site(actor.op, span_of(actor.op), actor.iteration, actor.thread)
