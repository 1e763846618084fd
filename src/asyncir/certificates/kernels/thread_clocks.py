# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each thread knows of what each other thread, and each engine, has done: a vector clock a thread.

A clock has a number for each *column*: one a thread (its steps), one for each engine that works on its own (the copies of
one thread, the multiplications of a warpgroup: how many of its operations are done), one an mbarrier (its phases that are
over). A number says that all up to it is known. Each clock has three layers:

    ORDERED   known by releases and acquires: what the memory model promises
    FENCED    known so that a fence between the generic and the asynchronous proxy lies behind it on the way here
    CAUSED    known to have happened, by whatever way, a relaxed arrival or a copy too: it says which phase an mbarrier is in

After a barrier all threads know the same but of themselves. So threads share *rows*, and what a thread knows of the columns
that it owns, its own steps and its own copies, is kept beside (`mine`). A row is never changed, only replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from asyncir.certificates.kernels.reading import Numbers

ORDERED: Final = 0
FENCED: Final = 1
CAUSED: Final = 2
_STEPPED: Final = slice(ORDERED, CAUSED + 1, CAUSED - ORDERED)
"""The layers in which a thread knows its own steps at once."""


def _in_a_row(threads: Numbers) -> Numbers | slice:
    """Threads without a gap as a slice, which takes less time."""
    if threads.size and (np.diff(threads) == 1).all():
        return slice(int(threads[0]), int(threads[-1]) + 1)
    return threads


class ThreadClocks:
    """The clocks of all threads. Column t is thread t's own; `owner` says whose each column is, -1 for nobody's."""

    def __init__(self, threads: int, owner: Numbers) -> None:
        self.owner = owner
        self.columns = int(owner.size)
        self.rows = np.zeros((16, 3, self.columns), np.int64)
        self.used = 1
        self.row_of = np.zeros(threads, np.int64)
        self.mine = np.zeros((3, self.columns), np.int64)
        self._places: dict[int, tuple[Numbers, Numbers | slice]] = {}
        self._owned: dict[int, tuple[Numbers, Numbers]] = {}
        self._taking_part = np.zeros(threads + 1, bool)

    def step(self, threads: Numbers) -> None:
        """These threads do something: their own number is one more."""
        place = self._places.get(id(threads))
        if place is None or place[0] is not threads:
            place = self._places[id(threads)] = (threads, _in_a_row(threads))
        self.mine[_STEPPED, place[1]] += 1

    def owned(self, threads: Numbers) -> Numbers:
        """The columns of these threads. Arrays of threads are the reader's, and stay: each is looked at once."""
        if id(threads) not in self._owned:
            self._taking_part[threads] = True
            self._owned[id(threads)] = (threads, np.flatnonzero(self._taking_part[self.owner]))
            self._taking_part[threads] = False
        return self._owned[id(threads)][1]

    def known(self, layer: Numbers | int, threads: Numbers, columns: Numbers) -> Numbers:
        """What thread k knows of column k, for each k."""
        theirs = self.rows[self.row_of[threads], layer, columns]
        own = np.maximum(self.mine[layer, columns], theirs)
        return np.asarray(np.where(self.owner[columns] == threads, own, theirs), np.int64)

    def known_of(self, layer: int, threads: Numbers, column: int) -> Numbers:
        """What each of these threads knows of one column."""
        theirs = np.asarray(self.rows[self.row_of[threads], layer, column], np.int64)
        owner = int(self.owner[column])
        if owner >= 0:
            theirs[threads == owner] = np.maximum(theirs[threads == owner], self.mine[layer, column])
        return theirs

    def all_know(self, layer: int, threads: Numbers, column: int, value: int) -> bool:
        """Whether each of these threads knows that much of one column."""
        if threads.size != 1:
            return bool((self.known_of(layer, threads, column) >= value).all())
        thread = threads[0]
        if self.rows[self.row_of[thread], layer, column] >= value:
            return True
        return bool(self.owner[column] == thread and self.mine[layer, column] >= value)

    def joined(self, threads: Numbers) -> Numbers:
        """All that these threads know together: three layers of one clock."""
        found = self.rows[self.row_of[threads[0]]].copy()
        groups = self.rows_of(threads)
        for group in groups if len(groups) > 1 else ():
            np.maximum(found, self.rows[self.row_of[group[0]]], out=found)
        columns = self.owned(threads)
        found[:, columns] = np.maximum(found[:, columns], self.mine[:, columns])
        return found

    def caused(self, threads: Numbers) -> Numbers:
        """All that these threads know together to have happened: one layer of a clock."""
        found = self.rows[self.row_of[threads[0]], CAUSED].copy()
        groups = self.rows_of(threads)
        for group in groups if len(groups) > 1 else ():
            np.maximum(found, self.rows[self.row_of[group[0]], CAUSED], out=found)
        columns = self.owned(threads)
        found[columns] = np.maximum(found[columns], self.mine[CAUSED, columns])
        return found

    def meet(self, threads: Numbers, earlier: Numbers | None = None) -> None:
        """A barrier: each of these threads knows what any of them knows, and what is in `earlier`."""
        found = self.joined(threads)
        if earlier is not None:
            np.maximum(found, earlier, out=found)
        number = self._add(found)
        self.row_of[threads] = number

    def receive(self, threads: Numbers, clock: Numbers, acquire: bool = True) -> None:
        """These threads learn what is in `clock`; without `acquire` only that it has happened."""

        def learnt(row: Numbers) -> None:
            layers = slice(ORDERED, None) if acquire else slice(CAUSED, None)
            np.maximum(row[layers], clock[layers], out=row[layers])

        self._change(threads, learnt)

    def learn(self, threads: Numbers, column: int, value: int) -> None:
        """These threads wait until operation `value` of a column that is nobody's is done."""

        def learnt(row: Numbers) -> None:
            for layer in (ORDERED, CAUSED):
                row[layer, column] = max(row[layer, column], value)

        self._change(threads, learnt)

    def learn_own(self, columns: Numbers, values: Numbers) -> None:
        """The owners of these columns wait for them."""
        for layer in (ORDERED, CAUSED):
            self.mine[layer, columns] = np.maximum(self.mine[layer, columns], values)

    def fence(self, threads: Numbers) -> None:
        """A fence of these threads: all that is ordered before it is fenced behind it."""

        def fenced(row: Numbers) -> None:
            np.maximum(row[FENCED], row[ORDERED], out=row[FENCED])

        self._change(threads, fenced)
        columns = self.owned(threads)
        self.mine[FENCED, columns] = np.maximum(self.mine[FENCED, columns], self.mine[ORDERED, columns])

    def fence_columns(self, threads: Numbers, columns: Numbers) -> None:
        """A fence of these threads for some columns that are nobody's."""

        def fenced(row: Numbers) -> None:
            row[FENCED, columns] = np.maximum(row[FENCED, columns], row[ORDERED, columns])

        self._change(threads, fenced)

    def all_of(self, threads: Numbers) -> Numbers:
        """What each of these threads knows: threads, layers, columns."""
        found = self.rows[self.row_of[threads]]
        position = np.full(self._taking_part.size, -1)
        position[threads] = np.arange(threads.size)
        columns = np.flatnonzero((self.owner >= 0) & (position[self.owner] >= 0))
        whose = position[self.owner[columns]]
        found[whose, :, columns] = np.maximum(found[whose, :, columns], self.mine[:, columns].T)
        return found

    def rows_of(self, threads: Numbers) -> list[Numbers]:
        """These threads, in groups that share a row."""
        rows = self.row_of[threads]
        if rows.size == 1:
            return [threads]
        if rows.size and (rows == rows[0]).all():
            return [threads]
        return [threads[rows == row] for row in np.unique(rows)]

    def _change(self, threads: Numbers, change: Callable[[Numbers], None]) -> None:
        """Gives these threads new rows: those that they had, changed."""
        for group in self.rows_of(threads):
            row = self.rows[self.row_of[group[0]]].copy()
            change(row)
            number = self._add(row)
            self.row_of[group] = number

    def _add(self, row: Numbers) -> int:
        """The number of a new row; rows that no thread has any more make room."""
        if self.used == len(self.rows):
            kept, numbers = np.unique(self.row_of, return_inverse=True)
            rows = np.zeros((16 + 2 * kept.size, 3, self.columns), np.int64)
            rows[: kept.size] = self.rows[kept]
            self.rows, self.row_of, self.used = rows, numbers.reshape(-1), int(kept.size)
        self.rows[self.used] = row
        self.used += 1
        return self.used - 1
