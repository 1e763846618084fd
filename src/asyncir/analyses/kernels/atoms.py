# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory cut into atoms, and one atom for all that behave alike.

The bounds of all accesses of a trace cut memory into *atoms*: each access touches an atom as a whole or not at all. A
kernel has 80 to 6,000. Most of them have the same history: the same pieces touch them, in the same order, and the threads
that do are alike. For example each 16 bytes of a tile are written by one thread's copy, and read by two warps; which
threads these are differs, but not whether a reader is the writer or of its warp. Nothing else of a thread's number
enters the replay, so that one atom of each history stands for all of them; some ten are left.

A history is, for each touch of an atom: the piece, the instruction, the first piece in which the same thread touched the
atom, and the first in which the same warp did. Histories are compared by two 64-bit hashes, sums over their touches.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.pieces import SEVERAL, AccessPiece, AccessRows, Numbers, RowDetails
from asyncir.analyses.kernels.thread_classes import Words, mixed

Addresses = NDArray[np.int64]
Spreads = dict[tuple[int, bytes], tuple[Numbers, NDArray[np.intp]]]
MOST_TOGETHER = 16
"""Executions of writes that become one piece."""


@dataclass(frozen=True, slots=True, eq=False)
class AtomTable:
    """The atoms that are left: the first byte of each, and how many bytes (of alike ones too) it stands for.

    `total` is how many atoms there were.
    """

    first_bytes: Addresses
    weights: Addresses
    total: int


def collide(one: AccessPiece, other: AccessPiece) -> bool:
    """Whether two writes that nothing orders touch the same bytes, so that they may not become one: those of two threads,
    or two in flight. Where there are too many to tell, they stay two.
    """
    if one.kind != "write":
        return False
    if len(one.rows) >= MOST_TOGETHER:
        return True
    return any(_meet(mine, rows, one.issue is not None) for mine in one.rows for rows in other.rows)


def _meet(one: AccessRows, other: AccessRows, of_one_thread: bool) -> bool:
    """Whether some thread of the one touches bytes that another one (or itself) touches in the other."""
    if not len(one.addresses) or not len(other.addresses):
        return False
    starts, others = one.addresses, other.addresses
    if starts.min() >= others.max() + other.size or others.min() >= starts.max() + one.size:
        return False
    order = np.argsort(starts, kind="stable")
    starts, threads = starts[order], one.threads[order]
    low = np.searchsorted(starts, others - one.size, side="right")
    high = np.searchsorted(starts, others + other.size, side="left")
    if of_one_thread:
        return bool((low < high).any())
    found = np.flatnonzero(low < high)
    first, last = threads[low[found]], threads[high[found] - 1]
    return bool(((first != other.threads[found]) | (last != other.threads[found])).any())


def boundaries(pieces: Sequence[AccessPiece]) -> Addresses:
    """The bounds of all accesses, in order, each once."""
    seen: dict[tuple[int, bytes], Addresses] = {}
    for piece in pieces:
        for rows in piece.rows:
            key = (rows.size, rows.addresses.tobytes())
            if key not in seen:
                starts = np.unique(rows.addresses)
                seen[key] = np.concatenate((starts, starts + rows.size))
    return np.unique(np.concatenate(list(seen.values()))) if seen else np.zeros(0, np.int64)


def spread(bounds: Addresses, addresses: Addresses, size: int) -> tuple[Numbers, NDArray[np.intp]]:
    """For rows of `size` bytes: the atoms of each in a row of their own, and the number of the row that it came from."""
    low = np.searchsorted(bounds, addresses)
    count = np.searchsorted(bounds, addresses + size) - low
    source = np.repeat(np.arange(len(addresses)), count)
    within = np.arange(len(source)) - np.repeat(np.cumsum(count) - count, count)
    return (low[source] + within).astype(np.int32), source


def fill(piece: AccessPiece, bounds: Addresses, warps: Numbers, memo: Spreads) -> None:
    """Turns the rows of a piece into one row an atom."""
    if not piece.rows:
        return
    columns: list[tuple[Numbers, Numbers, int, int]] = []
    for rows in piece.rows:
        key = (rows.size, rows.addresses.tobytes())
        if key not in memo:
            memo[key] = spread(bounds, rows.addresses, rows.size)
        atoms, source = memo[key]
        columns.append((atoms, rows.threads[source], rows.instruction, rows.trip))
    if len(columns) == 1 and (columns[0][0][1:] > columns[0][0][:-1]).all():
        _fill_in_order(piece, *columns[0], warps)
        return
    atoms = np.concatenate([c[0] for c in columns])
    threads = np.concatenate([c[1] for c in columns])
    numbers = np.repeat([c[2] for c in columns], [len(c[0]) for c in columns])
    trips = np.repeat([c[3] for c in columns], [len(c[0]) for c in columns])
    order = np.argsort(atoms, kind="stable")
    atoms, threads = atoms[order], threads[order]
    starts = np.flatnonzero(np.concatenate(([True], atoms[1:] != atoms[:-1])))
    piece.atoms = atoms[starts]
    piece.threads = _only(threads, starts)
    piece.warps = _only(warps[threads], starts)
    numbers, trips = numbers[order].astype(np.int32), trips[order].astype(np.int32)
    piece.instructions, piece.trips = numbers[starts], trips[starts]
    piece.details = RowDetails(starts, threads, numbers, trips)


def _fill_in_order(
    piece: AccessPiece, atoms: Numbers, threads: Numbers, instruction: int, trip: int, warps: Numbers
) -> None:
    """The same where each atom comes once, in order, as in a copy of one thread."""
    count = len(atoms)
    piece.atoms, piece.threads, piece.warps = atoms, threads.astype(np.int32), warps[threads]
    piece.instructions, piece.trips = np.full(count, instruction, np.int32), np.full(count, trip, np.int32)
    piece.details = RowDetails(np.arange(count), piece.threads, piece.instructions, piece.trips)


def _only(values: Numbers, starts: NDArray[np.intp]) -> Numbers:
    """The value of each run, where it is the same all through it."""
    least, most = np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)
    return np.where(least == most, least, SEVERAL).astype(np.int32)


def histories(pieces: Sequence[AccessPiece], atoms: int) -> Words:
    """Two hashes of each atom's history, as columns."""
    sizes = [len(piece.atoms) for piece in pieces]
    atom = np.concatenate([piece.atoms for piece in pieces]).astype(np.int64)
    place = np.repeat(np.arange(len(pieces)), sizes).astype(np.int64)
    words = place.astype(np.uint64)
    for column in (
        np.concatenate([piece.instructions for piece in pieces]).astype(np.int64),
        _first_with(atom, np.concatenate([piece.threads for piece in pieces]), place),
        _first_with(atom, np.concatenate([piece.warps for piece in pieces]), place),
    ):
        words = mixed(words) + column.astype(np.uint64)
    out = np.zeros((2, atoms), np.uint64)
    order = np.argsort(atom, kind="stable")
    atom, words = atom[order], words[order]
    starts = np.flatnonzero(np.concatenate(([True], atom[1:] != atom[:-1])))
    out[0, atom[starts]] = np.add.reduceat(mixed(words), starts)
    out[1, atom[starts]] = np.add.reduceat(mixed(words ^ np.uint64(0x5851F42D4C957F2D)), starts)
    return out


def _first_with(atom: Addresses, who: Numbers, place: Addresses) -> Addresses:
    """For each touch the first piece in which the same one (`who`) touched the same atom; -1 where it was several."""
    key = atom * (int(who.max(initial=0)) + 2) + who + 1
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return np.where(who == SEVERAL, -1, place[first][inverse.reshape(-1)])


def reduce_atoms(pieces: Sequence[AccessPiece], warps: Numbers) -> AtomTable:
    """Fills the pieces' rows, and leaves those of one atom of each history."""
    bounds = boundaries(pieces)
    memo: Spreads = {}
    for piece in pieces:
        fill(piece, bounds, warps, memo)
    touching = [piece for piece in pieces if len(piece.atoms)]
    if not touching:
        return AtomTable(np.zeros(0, np.int64), np.zeros(0, np.int64), 0)
    hashes = histories(touching, len(bounds))
    touched = np.flatnonzero(hashes.any(axis=0))
    _, first, inverse = np.unique(hashes[:, touched], axis=1, return_index=True, return_inverse=True)
    kept = touched[np.sort(first)]
    lengths = np.diff(bounds, append=bounds[-1])[touched]
    weights = np.bincount(inverse.reshape(-1), weights=lengths)[np.argsort(first)].astype(np.int64)
    number = np.full(len(bounds), -1, np.int32)
    number[kept] = np.arange(len(kept), dtype=np.int32)
    for piece in touching:
        atoms = number[piece.atoms]
        rows = atoms >= 0
        piece.atoms = atoms[rows]
        if len(piece.atoms) == len(rows):
            continue
        piece.threads, piece.warps = piece.threads[rows], piece.warps[rows]
        piece.details = piece.details.kept(rows) if piece.details is not None else None
        piece.instructions, piece.trips = piece.instructions[rows], piece.trips[rows]
    for piece in pieces:
        piece.rows = []
    return AtomTable(bounds[kept], weights, len(touched))
