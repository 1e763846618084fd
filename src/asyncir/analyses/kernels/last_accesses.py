# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who wrote and who read each atom last: what a replay knows of memory.

Of writes the last one is enough, of reads since then the youngest of each class: what is ordered behind these is ordered
behind all others (FastTrack, Flanagan and Freund, PLDI 2009). A read has its epoch on its class's clock. A thread is
ordered behind itself whatever the clocks say, so that for each class there are two epochs: that of the youngest read,
with its thread, and that of the youngest read of any other thread.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.pieces import AccessPiece, Numbers

IN_FLIGHT = np.int32(1 << 30)
Flags = NDArray[np.bool_]
Table = NDArray[np.int32]


def same_agent(piece: AccessPiece, threads: Numbers, warps: Numbers, collective: Flags) -> Flags:
    """For each row of a piece: whether it was the same thread before, or the same warp where that acts as one."""
    same = (threads == piece.threads) & (threads >= 0)
    together = collective | piece.collective
    if together.any():
        same |= together & (warps == piece.warps) & (warps >= 0)
    return same


@dataclass(slots=True, eq=False)
class LastWrites:
    """The last write of each atom: epoch (0: none, `IN_FLIGHT`) on a column of the clocks, thread, warp, piece and its row.

    `operation` is what is in flight, `queue` its queue (an index). `generic`: it was a write of the generic proxy.
    """

    epoch: Table
    column: Table
    thread: Table
    warp: Table
    piece: Table
    row: Table
    operation: Table
    queue: Table
    collective: Flags
    generic: Flags

    @staticmethod
    def of(atoms: int) -> "LastWrites":
        """No atom is written yet."""
        a, b, c, d, e, f, g, h = np.zeros((8, atoms), np.int32)
        return LastWrites(a, b, c, d, e, f, g, h, np.zeros(atoms, np.bool_), np.zeros(atoms, np.bool_))

    def copy(self) -> "LastWrites":
        """The same, apart."""
        return replace(self, **{name: getattr(self, name).copy() for name in LastWrites.__slots__})

    def own(self, piece: AccessPiece) -> Flags:
        """Rows of the piece whose thread wrote the atom itself, and is done with that."""
        g = piece.atoms
        same = same_agent(piece, self.thread[g], self.warp[g], self.collective[g])
        return same & (self.column[g] == piece.group) & (self.epoch[g] < IN_FLIGHT)

    def record(self, piece: AccessPiece, epoch: int, operation: int, queue: int) -> None:
        """The piece's rows are the last writes now."""
        g = piece.atoms
        self.epoch[g] = epoch
        self.column[g] = piece.group
        self.thread[g], self.warp[g] = piece.threads, piece.warps
        self.piece[g], self.row[g] = piece.number, np.arange(len(g), dtype=np.int32)
        self.operation[g], self.queue[g] = operation, queue
        self.collective[g] = piece.collective
        self.generic[g] = piece.proxy == "generic" and operation == 0


@dataclass(slots=True, eq=False)
class LastReads:
    """Reads (or atomic updates) since the last write: a row an atom, a column one of the clocks.

    `epoch` is that of the youngest, by `thread` (-1: several) of `warp`; `others` that of the youngest by another
    thread. `piece` and `row` say which read the youngest was, `other_piece` and `other_row` that other one.
    """

    epoch: Table
    others: Table
    thread: Table
    warp: Table
    piece: Table
    row: Table
    other_piece: Table
    other_row: Table
    collective: Flags

    @staticmethod
    def of(atoms: int, columns: int) -> "LastReads":
        """No atom is read yet."""
        a, b, c, d, e, f, g, h = np.zeros((8, atoms, columns), np.int32)
        return LastReads(a, b, c, d, e, f, g, h, np.zeros((atoms, columns), np.bool_))

    def copy(self) -> "LastReads":
        """The same, apart."""
        return replace(self, **{name: getattr(self, name).copy() for name in LastReads.__slots__})

    def forget(self, atoms: Numbers) -> None:
        """A write has come behind them."""
        self.epoch[atoms] = 0
        self.others[atoms] = 0

    def record(self, piece: AccessPiece, column: int, epoch: int) -> None:
        """The piece's rows are the youngest reads on a column."""
        g = piece.atoms
        same = same_agent(piece, self.thread[g, column], self.warp[g, column], self.collective[g, column])
        moved = g[~same]
        self.others[moved, column] = self.epoch[moved, column]
        self.other_piece[moved, column], self.other_row[moved, column] = (
            self.piece[moved, column],
            self.row[moved, column],
        )
        rows = np.arange(len(g), dtype=np.int32)
        several = (piece.warps if piece.collective else piece.threads) < 0
        if several.any():
            self.others[g[several], column] = epoch
            self.other_piece[g[several], column], self.other_row[g[several], column] = (
                piece.number,
                rows[several],
            )
        self.epoch[g, column] = epoch
        self.thread[g, column], self.warp[g, column] = piece.threads, piece.warps
        self.piece[g, column], self.row[g, column] = piece.number, rows
        self.collective[g, column] = piece.collective

    def source(self, atom: int, column: int, own: bool) -> tuple[int, int]:
        """The piece and row of a read behind which nothing is: the youngest, or (`own`) that of another thread."""
        table = (self.other_piece, self.other_row) if own else (self.piece, self.row)
        return int(table[0][atom, column]), int(table[1][atom, column])

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
        same = same_agent(piece, self.thread[g, c], self.warp[g, c], self.collective[g, c])
        bad[:, c] = np.where(same, self.others[g, c], epochs[:, c]) > known[c]
        return (bad, same) if bad.any() else None
