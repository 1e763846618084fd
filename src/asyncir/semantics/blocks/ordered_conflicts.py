"""Conflicts where threads are ordered one by one, by arrivals and waits at barriers with phases.

Two accesses are ordered if the thread of the later one knows the stamp of the first: that of the access or, of an async op,
that of its thread's wait for it. Of each op all threads that have made the access are kept, not only two of them: which of
them another thread knows differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from asyncir.semantics.blocks.clocks import Clocks
from asyncir.semantics.blocks.conflicts import Alike, Conflicts, Watch
from asyncir.semantics.blocks.flights import Actor, Flight
from asyncir.semantics.core.memory import AccessKind, Buffer

_FEW = 64


class OrderedConflicts(Conflicts):
    """The accesses of a run of several threads, some of which barriers with phases order."""

    def __init__(self, threads: int, found: Callable[[], None], clocks: Clocks):
        super().__init__(threads, found)
        self.clocks = clocks
        self._over: dict[tuple[Flight, AccessKind], int] = {}
        """The stamps of the waits for async ops by their own threads."""
        self._most_settled = _FEW

    def settle(self, flight: Flight, kind: AccessKind) -> None:
        """See `Conflicts`."""
        super().settle(flight, kind)
        self._over[flight, kind] = self.clocks.now[flight.thread]
        if len(self._settled) > self._most_settled:
            self._forget_what_all_know()

    def _forget_what_all_know(self) -> None:
        """A program without barriers of the block would keep everything."""
        kept: list[tuple[Flight, AccessKind]] = []
        for flight, kind in self._settled:
            if self.clocks.all_know(flight.thread, self._over[flight, kind]):
                self._remove(flight, kind)
            else:
                kept.append((flight, kind))
        self._settled = kept
        self._most_settled = 2 * len(kept) + _FEW

    def barrier(self) -> None:
        """See `Conflicts`; everybody knows of these accesses from now on, so they need not be looked at."""
        for watch in self._touched:
            watch.stamped.clear()
        super().barrier()

    def _remove(self, flight: Flight, kind: AccessKind) -> None:
        super()._remove(flight, kind)
        del self._over[flight, kind]

    def _watch(self, buffer: Buffer) -> Watch:
        watch = super()._watch(buffer)
        watch.stamped = {}
        return watch

    def _remember(self, watch: Watch, place: int, kind: AccessKind, who: Actor) -> None:
        self._check_plain(watch, place, kind, who)
        if not watch.plain:
            self._touched.append(watch)
        watch.plain.setdefault(place, {})
        accesses = watch.stamped.setdefault(place, {})
        accesses[who.op, kind, who.thread] = (who, self.clocks.now[who.thread])

    def _check_plain(self, watch: Watch, place: int, kind: AccessKind, who: Actor) -> None:
        known = self.clocks.known[who.thread]
        for (_, other, thread), (actor, stamp) in watch.stamped.get(place, {}).items():
            if thread != who.thread and known[thread] < stamp and other.conflicts(kind):
                self._report(actor, other, who, kind)

    def _of_others(self, flights: Alike, kind: AccessKind, who: Actor) -> Iterable[Flight]:
        open_ones = [flight for flight in flights if not self._is_over_for(flight, kind, who.thread)]
        return (open_ones[0], open_ones[-1]) if open_ones else ()

    def _is_over_for(self, flight: Flight, kind: AccessKind, thread: int) -> bool:
        stamp = self._over.get((flight, kind))
        return stamp is not None and self.clocks.knows(thread, flight.thread, stamp)
