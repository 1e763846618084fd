# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who wrote and who read each atom last: what a replay knows of memory.

Of writes the last one is enough, of reads since then the youngest of each class: what is ordered behind these is ordered
behind all others (FastTrack, Flanagan and Freund, PLDI 2009). A read has its epoch on its class's clock. A thread is
ordered behind itself whatever the clocks say, so that for each class there are two epochs: that of the youngest read,
with its thread, and that of the youngest read of any other thread.
"""

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.pieces import AccessPiece, Numbers

IN_FLIGHT = np.int32(1 << 30)
Flags = NDArray[np.bool_]
Table = NDArray[np.int32]


def same_thread(piece: AccessPiece, threads: Numbers) -> Flags:
    """For each row of a piece: whether it was the same thread before.

    Of `ldmatrix` and `stmatrix` that is the lane that gives a row's address: that lanes run together orders nothing in
    memory (PTX ISA 9.0, 9.7.14.5.15 and 9.7.13.2).
    """
    return (threads == piece.threads) & (threads >= 0)


class LastWrites:
    """The last write of each atom: epoch (0: none, `IN_FLIGHT`) on a column of the clocks, thread, warp, piece and its row.

    `operation` is what is in flight, `queue` its queue (an index). `generic`: it was a write of the generic proxy
    (cp.async is of that, bulk copies are not). All are columns of one table, so that an access takes one look at it.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.epoch, self.column, self.operation, self.queue, self.generic = (table[:, k] for k in range(5))
        self.thread, self.warp, self.piece, self.row = (table[:, k] for k in range(5, 9))

    @staticmethod
    def of(atoms: int) -> "LastWrites":
        """No atom is written yet."""
        return LastWrites(np.zeros((atoms, 9), np.int32))

    def copy(self) -> "LastWrites":
        """The same, apart."""
        return LastWrites(self.table.copy())

    def own(self, piece: AccessPiece) -> Flags:
        """Rows of the piece whose thread wrote the atom itself, and is done with that."""
        rows = self.table[piece.atoms]
        same = same_thread(piece, rows[:, 5])
        return same & (rows[:, 1] == piece.group) & (rows[:, 0] < IN_FLIGHT)

    def record(self, piece: AccessPiece, epoch: int, operation: int, queue: int) -> None:
        """The piece's rows are the last writes now."""
        rows = np.empty((len(piece.atoms), 9), np.int32)
        rows[:, :5] = (epoch, piece.group, operation, queue, piece.proxy == "generic")
        rows[:, 5:] = piece.identity()
        self.table[piece.atoms] = rows


class LastReads:
    """Reads (or atomic updates) since the last write: a row an atom, a column one of the clocks.

    `epoch` is that of the youngest, by `thread` (-1: several) of `warp`; `others` that of the youngest by another
    thread. `piece` and `row` say which read the youngest was, `other_piece` and `other_row` that other one. All are
    layers of one table.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.epoch, self.others, self.other_piece, self.other_row = (table[:, :, k] for k in range(4))
        self.thread, self.warp, self.piece, self.row = (table[:, :, k] for k in range(4, 8))

    @staticmethod
    def of(atoms: int, columns: int) -> "LastReads":
        """No atom is read yet."""
        return LastReads(np.zeros((atoms, columns, 8), np.int32))

    def copy(self) -> "LastReads":
        """The same, apart."""
        return LastReads(self.table.copy())

    def forget(self, atoms: Numbers) -> None:
        """A write has come behind them."""
        self.table[atoms, :, :2] = 0

    def record(self, piece: AccessPiece, column: int, epoch: int) -> None:
        """The piece's rows are the youngest reads on a column."""
        identity = piece.identity()
        if len(identity) == 1:
            self._record_one(piece, identity[0], self.table[int(piece.atoms[0]), column], epoch)
            return
        rows = self.table[piece.atoms, column]
        several = piece.threads < 0
        moved = ~same_thread(piece, rows[:, 4])
        rows[moved, 1] = rows[moved, 0]
        rows[moved, 2:4] = rows[moved, 6:8]
        if several.any():
            rows[several, 1] = epoch
            rows[several, 2:4] = identity[several, 2:4]
        rows[:, 0] = epoch
        rows[:, 4:] = identity
        self.table[piece.atoms, column] = rows

    @staticmethod
    def _record_one(piece: AccessPiece, identity: Numbers, row: Numbers, epoch: int) -> None:
        """The same for a piece of one row, which most are."""
        thread, before = int(identity[0]), row.tolist()
        same = before[4] == thread >= 0
        if not same:
            row[1:4] = before[0], before[6], before[7]
        if thread < 0:
            row[1] = epoch
            row[2:4] = identity[2:4]
        row[0] = epoch
        row[4:] = identity

    def source(self, atom: int, column: int, own: bool) -> tuple[int, int]:
        """The piece and row of a read behind which nothing is: the youngest, or (`own`) that of another thread."""
        row = self.table[atom, column]
        return (int(row[2]), int(row[3])) if own else (int(row[6]), int(row[7]))

    def unordered(self, piece: AccessPiece, known: Table) -> tuple[Flags, Flags] | None:
        """(row of the piece, column): a read that the piece's thread is not ordered behind; None where there is none.

        Beside it: rows whose thread has made the youngest read of its class itself. `known` is the class's clock.
        """
        g = piece.atoms
        epochs = self.epoch[g]
        bad = epochs > known
        if not bad.any():
            return None
        c = piece.group
        rows = self.table[g, c]
        same = same_thread(piece, rows[:, 4])
        bad[:, c] = np.where(same, rows[:, 1], epochs[:, c]) > known[c]
        return (bad, same) if bad.any() else None
