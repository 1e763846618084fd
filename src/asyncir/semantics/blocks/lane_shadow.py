"""Whether accesses of several threads at once may race with others. Where they do, the run is repeated thread by thread."""

from __future__ import annotations

from typing import Any

import numpy as np

from asyncir.semantics.blocks.lanes import Array, LaneFlight, LaneTouch, NotVectorised
from asyncir.semantics.core.memory import Buffer


class Shadow:
    """For each element of an object who has accessed it since the last barrier, and how much is in flight on it."""

    __slots__ = ("live_reads", "live_writes", "other_reader", "read_epoch", "reader", "write_epoch", "writer")

    def __init__(self, size: int):
        self.write_epoch = np.full(size, -1, np.int32)
        self.writer = np.zeros(size, np.int32)
        self.read_epoch = np.full(size, -1, np.int32)
        self.reader = np.zeros(size, np.int32)
        self.other_reader = np.zeros(size, np.int32)
        """A second thread that has read it; -1: there is none."""
        self.live_reads = np.zeros(size, np.int32)
        self.live_writes = np.zeros(size, np.int32)
        """Accesses by async ops that are in flight, or were since the last barrier."""


class Shadows:
    """The accesses of a run."""

    def __init__(self, count: int):
        self.count = count
        self.epoch = 0
        self.flights: list[LaneFlight] = []
        """Those that are in flight for some thread, or were since the last barrier."""
        self._of: dict[Buffer, Shadow] = {}

    def of(self, buffer: Buffer) -> Shadow:
        """The record of an object, begun when it is first accessed."""
        found = self._of.get(buffer)
        if found is None:
            found = self._of[buffer] = Shadow(buffer.size)
        return found

    def read(self, buffer: Buffer, cells: Array, threads: Array) -> None:
        """Each thread reads its element."""
        shadow = self.of(buffer)
        self._check_writes(shadow, buffer, cells, threads)
        # Who else has read it: of several threads at once, any but the one that is noted as the reader.
        fresh = shadow.read_epoch[cells] != self.epoch
        begun = cells[fresh]
        shadow.read_epoch[begun] = self.epoch
        shadow.reader[begun] = threads[fresh]
        shadow.other_reader[begun] = -1
        others = shadow.reader[cells] != threads
        shadow.other_reader[cells[others]] = threads[others]

    def write(self, buffer: Buffer, cells: Array, threads: Array) -> None:
        """Each thread writes its element."""
        shadow = self.of(buffer)
        self._check_writes(shadow, buffer, cells, threads)
        self._check_reads(shadow, buffer, cells, threads)
        shadow.write_epoch[cells] = self.epoch
        shadow.writer[cells] = threads
        _refuse(shadow.writer[cells] != threads)

    def issue(self, flight: LaneFlight) -> None:
        """An async op of several threads is in flight from now on."""
        for touched in flight.touched:
            shadow, cells = self.of(touched.buffer), touched.cells.ravel()
            threads = np.repeat(flight.threads, touched.cells.shape[1])
            self._check_writes(shadow, touched.buffer, cells, threads)
            if touched.writes:
                self._check_reads(shadow, touched.buffer, cells, threads)
            self._check_itself(flight, touched, cells, threads)
        self._count(flight, 1)
        self.flights.append(flight)

    def barrier(self) -> None:
        """What was done and waited for before happens before all that follows."""
        self.epoch += 1
        for flight in self.flights:
            if flight.done.all():
                self._count(flight, -1)
        self.flights = [flight for flight in self.flights if not flight.done.all()]

    def ends(self, buffer: Buffer, private: bool) -> None:
        """All threads end the object's life."""
        shadow = self.of(buffer)
        _refuse((shadow.live_reads > 0) | (shadow.live_writes > 0))
        if not private:
            _refuse((shadow.read_epoch == self.epoch) | (shadow.write_epoch == self.epoch))

    def _count(self, flight: LaneFlight, by: int) -> None:
        """So many more accesses are in flight on each element."""
        for touched in flight.touched:
            shadow = self.of(touched.buffer)
            np.add.at(shadow.live_writes if touched.writes else shadow.live_reads, touched.cells.ravel(), by)

    def _check_writes(self, shadow: Shadow, buffer: Buffer, cells: Array, threads: Array) -> None:
        """Nobody else may have written, or may be writing."""
        _refuse((shadow.write_epoch[cells] == self.epoch) & (shadow.writer[cells] != threads))
        if shadow.live_writes[cells].any():
            self._check_flights(buffer, cells, threads, writes=True)

    def _check_reads(self, shadow: Shadow, buffer: Buffer, cells: Array, threads: Array) -> None:
        """Nobody else may have read, or may be reading."""
        by_others = (shadow.reader[cells] != threads) | (shadow.other_reader[cells] >= 0)
        _refuse((shadow.read_epoch[cells] == self.epoch) & by_others)
        if shadow.live_reads[cells].any():
            self._check_flights(buffer, cells, threads, writes=False)

    def _check_flights(self, buffer: Buffer, cells: Array, threads: Array, *, writes: bool) -> None:
        """All async accesses of these elements must be the thread's own, and over."""
        for flight in self.flights:
            over = flight.done if writes else flight.done | flight.read_known
            for touched in flight.touched:
                if touched.buffer is buffer and touched.writes is writes:
                    known = np.where(over[flight.threads], flight.threads, -1)
                    owners = np.repeat(known, touched.cells.shape[1])
                    self._check_owned(touched.cells.ravel(), owners, cells, threads)

    def _check_itself(self, flight: LaneFlight, touched: LaneTouch, cells: Array, threads: Array) -> None:
        """Its threads may not be in each other's way; what one of them does is in order."""
        for other in flight.touched:
            if other.buffer is touched.buffer and (other.writes or touched.writes):
                owners = np.repeat(flight.threads, other.cells.shape[1])
                self._check_owned(other.cells.ravel(), owners, cells, threads)

    def _check_owned(self, theirs: Array, owners: Array, cells: Array, threads: Array) -> None:
        """Wherever one of `cells` is among `theirs`, the owner there must be the thread."""
        every = np.sort(theirs)
        own = np.sort((theirs.astype(np.int64) * self.count + owners)[owners >= 0])
        _refuse(
            _occurrences(every, cells) != _occurrences(own, cells.astype(np.int64) * self.count + threads)
        )


def _occurrences(ordered: Array, wanted: Array) -> Array:
    return np.searchsorted(ordered, wanted, "right") - np.searchsorted(ordered, wanted, "left")


def _refuse(wrong: Any) -> None:
    if wrong.any():
        raise NotVectorised
