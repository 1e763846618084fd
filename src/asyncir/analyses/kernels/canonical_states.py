# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""When two states of a replay behave alike: a form of a state that is equal exactly when they have to.

The rules of a replay compare numbers of one column of the clocks with each other, take the larger of two, and make new
ones that are larger than all. So a column's numbers may be replaced by their ranks among the clocks' values there; an
access's epoch e becomes the number of these values that are below e. What is known to everybody is then rank 0, and the
thread that did it is forgotten.

More is looked at of an mbarrier. Who looks for its phase by parity knows some number of phases; what counts is how far
that is behind the number of phases that are over. So for values no smaller than what a class knows that still looks, the
distance is kept as well, and so are the clocks of the phases that such a class could still take.

Groups in flight are counted from the youngest commit backwards. Their pieces are compared by what they touch.
"""

import hashlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.last_accesses import IN_FLIGHT, LastReads, Table
from asyncir.analyses.kernels.pieces import AccessPiece, SyncNode
from asyncir.analyses.kernels.replay_order import ReplayOrder
from asyncir.analyses.kernels.replay_state import FLAGS, ReplayState
from asyncir.analyses.kernels.trace import PhaseSeen

Form = tuple[object, ...]


def last_looks(order: ReplayOrder) -> dict[tuple[int, int], int]:
    """The last item at which a class looks for a phase of a column's mbarrier."""
    last: dict[tuple[int, int], int] = {}
    for k, item in enumerate(order.items):
        if isinstance(item, SyncNode) and isinstance(item.event, PhaseSeen):
            number = order.mbarriers.get(item.event.mbarrier)
            if number is not None:
                last[item.groups[0], len(order.sizes) + number] = k
    return last


def canonical_form(
    state: ReplayState, order: ReplayOrder, looks: dict[tuple[int, int], int], place: int
) -> Form:
    """The form of a state in front of item `place`; `looks` from `last_looks`."""
    return _Former(state, order, looks, place).form()


def digest(form: Form) -> str:
    """A short name of a form, the same in each run."""
    return hashlib.sha256(repr(form).encode()).hexdigest()[:16]


class _Former:
    """Makes the form of one state."""

    def __init__(
        self, state: ReplayState, order: ReplayOrder, looks: dict[tuple[int, int], int], place: int
    ) -> None:
        self.state = state
        self.classes = len(order.sizes)
        self.columns = order.columns
        self.mbarriers = range(self.classes, self.classes + len(order.mbarriers))
        # The least number of phases that a class knows which still looks, by column.
        self.least: dict[int, int] = {}
        for (group, column), last in looks.items():
            if last >= place:
                knows = int(state.known[group][column])
                self.least[column] = min(knows, self.least.get(column, knows))
        self.clocks = dict(self.phases())
        # Numbers of different columns are kept apart by their upper bits, so that one search finds all ranks.
        self.base = np.arange(self.columns, dtype=np.int64) << 32
        self.keys = self.clock_values()
        self.starts = np.searchsorted(self.keys, self.base)
        self.near = np.full(self.columns, 1 << 40)
        self.over = np.zeros(self.columns, np.int64)
        for column in self.mbarriers:
            self.over[column] = state.over(column)
            self.near[column] = self.least.get(column, state.over(column))

    def phases(self) -> Iterator[tuple[tuple[int, int], Table]]:
        """Clocks of phases that somebody may still take or add to, by column and distance from the last one over."""
        state = self.state
        rounds = max((number for block, number in state.left if block == -1), default=0)
        for (block, number), clock in state.left.items():
            if block == FLAGS:
                yield (-(1 << 22) - number, 0), clock
            elif block >= 0 or number >= rounds - 1:
                yield (-1 - block, number if block >= 0 else number - rounds), clock
        gone = {barrier: epochs for barrier, (epochs, _) in state.gone.items()}
        for place, rounds_of in ((1 << 20, state.coming), (1 << 21, gone)):
            for (block, number), epochs in rounds_of.items():
                yield (-place - block, number), np.array([epochs, np.zeros_like(epochs)])
        for (column, phase), clock in state.given.items():
            yield (column, phase - state.over(column)), clock
        for column in self.mbarriers:
            over = state.over(column)
            for phase in range(min(self.least.get(column, over), over - 1), over):
                clock = state.closed.get((column, phase))
                if clock is not None:
                    yield (column, phase - over), clock

    def clock_values(self) -> NDArray[np.int64]:
        """All values of the clocks, each once in its column, in order."""
        state = self.state
        tables = np.concatenate([state.known, state.fenced, *self.clocks.values()])
        own = self.base[: self.classes] + np.array([state.now, state.passed], np.int64)
        if state.passed_on is not None:
            tables = np.concatenate([tables, state.passed_on])
        return np.unique(np.concatenate([(self.base + tables).reshape(-1), own.reshape(-1)]))

    def ranks(self, tables: NDArray[np.int32]) -> NDArray[np.int32]:
        """Tables with a column for each column of the clocks, by ranks, and behind them distances where they count."""
        out = np.zeros((2, *tables.shape), np.int32)
        out[0] = self.epochs(tables)
        out[1] = np.where(tables >= self.near, self.over - tables + 1, 0)
        return out

    def epochs(self, table: NDArray[np.int32]) -> Table:
        """Epochs of accesses by ranks, a column of the table for each of the clocks."""
        many = table.shape[-1]
        found = np.searchsorted(self.keys, self.base[:many] + table) - self.starts[:many]
        return found.astype(np.int32)

    def form(self) -> Form:
        """The whole."""
        state = self.state
        own = np.array([state.now, state.passed], np.int32)
        looks = sorted(
            (column, look.group, look.phases - state.over(column), self.rank(look.group, look.epoch))
            for column, all_looks in state.looks.items()
            for look in all_looks
        )
        return (
            self.ranks(state.known).tobytes(),
            self.ranks(state.fenced).tobytes(),
            b"" if state.passed_on is None else self.epochs(state.passed_on).tobytes(),
            self.epochs(own).tobytes(),
            tuple(sorted(self.ranked_clocks())),
            self.writes(),
            self.reads(state.reads),
            None if state.updates is None else self.reads(state.updates),
            self.epochs(state.generic_reads).tobytes(),
            tuple(sorted(self.pending())),
            tuple(sorted(set(looks))),
            tuple(sorted((c, tuple(sorted(names))) for c, names in state.unfenced.items() if names)),
            tuple(sorted(state.began)),
        )

    def ranked_clocks(self) -> Iterator[tuple[tuple[int, int], bytes]]:
        """The clocks of phases and barriers."""
        if self.clocks:
            ranks = self.ranks(np.stack(list(self.clocks.values())))
            for number, key in enumerate(self.clocks):
                yield key, ranks[:, number].tobytes()

    def rank(self, column: int, epoch: int) -> int:
        """One epoch by its rank."""
        found = np.searchsorted(self.keys, np.array([(column << 32) + epoch], np.int64))
        return int(found[0]) - int(self.starts[column])

    def writes(self) -> tuple[bytes, ...]:
        """The last writes; those in flight by their place among what is in flight."""
        writes = self.state.writes
        found = np.searchsorted(self.keys, self.base[writes.column] + writes.epoch)
        ranks = (found - self.starts[writes.column]).astype(np.int32)
        flying = writes.epoch >= IN_FLIGHT
        operations: dict[int, int] = {}
        for number, key in enumerate(sorted(self.state.pending)):
            for k, pending in enumerate(self.state.pending[key]):
                operations[pending.operation] = (number << 20) + k + 1
        for atom in np.flatnonzero(flying).tolist():
            ranks[atom] = -operations.get(int(writes.operation[atom]), 0) - 1
        told = ranks != 0
        columns = (writes.column, writes.thread, writes.warp, writes.generic, writes.queue)
        return (
            ranks.tobytes(),
            *(np.where(told, column, 0).astype(np.int32).tobytes() for column in columns),
        )

    def reads(self, reads: LastReads) -> tuple[bytes, ...]:
        """The last reads; who it was only where somebody may not know of it."""
        epochs, others = self.epochs(reads.epoch), self.epochs(reads.others)
        told = epochs != 0
        columns = (reads.thread, reads.warp)
        kept = (np.where(told, column, 0).astype(np.int32).tobytes() for column in columns)
        return (epochs.tobytes(), others.tobytes(), *kept)

    def pending(self) -> Iterator[tuple[int, str, tuple[object, ...]]]:
        """What is in flight, each queue from the oldest on, groups counted from the youngest backwards."""
        state = self.state
        for (group, queue), pieces in state.pending.items():
            commits = state.commits.get((group, queue), 0)
            told = tuple((commits - p.group, _content(p.piece)) for p in pieces)
            if told:
                yield group, queue, told


def _content(piece: AccessPiece) -> tuple[object, ...]:
    """What a piece in flight touches."""
    names = tuple(sorted(piece.names))
    return (piece.kind, piece.atoms.tobytes(), piece.threads.tobytes(), piece.warps.tobytes(), names)
