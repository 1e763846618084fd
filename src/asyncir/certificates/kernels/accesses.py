# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the accesses of a run have to be ordered after, found once for all replays.

Memory is cut wherever an access begins or ends: each access has whole pieces. For each piece, each column, each
instruction and each mode there is an *entry*: the number that the column had at the last such access. That is enough:
whoever knows that number of a column knows all earlier ones. An access is right if for all entries of its pieces (of
which one or the other writes) its thread knows the entry's number.

Entries that differ by their instruction only are a *group*, with the largest of their numbers: who knows that one knows
all of them. So accesses are compared with groups, of which unrolled code has no more than a loop has; only where that
number is not known its entries are looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from asyncir.certificates.answers import NotFollowed
from asyncir.certificates.kernels.columns import IN_ORDER, Columns
from asyncir.certificates.kernels.reading import NOBODY, CertifiedStep, Numbers
from asyncir.certificates.kernels.thread_clocks import FENCED, ORDERED

MODES: Final = {"read": 0, "write": 1, "update": 2}
MOST_CHECKS: Final = 60_000_000
"""More comparisons than this a replay does not take."""

Key = tuple[str, int, int, bool]


@dataclass(frozen=True, slots=True, eq=False)
class AccessChecks:
    """One step's accesses: its `entries` and their `groups`, and what they are compared with: `against` group k as `thread` k
    knows it.

    `writes`: whether the access of comparison k writes. `within` are conflicts of the step with itself.
    """

    entries: Numbers
    groups: Numbers
    against: Numbers
    thread: Numbers
    layer: Numbers
    writes: NDArray[np.bool_]
    within: tuple[Key, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Accesses of one step, one a piece: who does it, in which column it is counted, how."""

    piece: Numbers
    thread: Numbers
    column: Numbers
    mode: Numbers
    proxy: Numbers


class MemoryEntries:
    """All entries of a run, and the checks of each step that touches memory."""

    def __init__(self, columns: Columns, steps: Sequence[CertifiedStep], instructions: int) -> None:
        self.columns = columns
        self.bounds = _bounds(steps)
        rows: dict[tuple[object, ...], _Rows] = {}
        keys: list[tuple[object, ...] | None] = []
        for step in steps:
            key = _key(step)
            keys.append(key)
            if key is not None and key not in rows:
                rows[key] = self._rows(step)
        self._packing = (columns.owner.size, instructions + 1)
        codes = {key: self._codes(part, int(str(key[0]))) for key, part in rows.items()}
        self.codes = np.unique(np.concatenate([*codes.values(), NOBODY]))
        self.instruction = self.codes % self._packing[1]
        grouped = self.codes // self._packing[1]
        self.group_codes, self.starts = np.unique(grouped, return_index=True)
        self.ends = np.append(self.starts[1:], grouped.size)
        self.mode, self.proxy, self.column, self.piece = self._parts(grouped)
        self.group_mode, self.group_proxy, self.group_column, piece = self._parts(self.group_codes)
        asynchronous = np.zeros(self.bounds.size + 1, bool)
        asynchronous[self.piece[self.proxy == 1]] = True
        self.crossed = (self.proxy == 0) & asynchronous[self.piece]
        self._first = np.searchsorted(piece, np.arange(self.bounds.size + 1))
        first = {
            key: step for key, step in zip(reversed(keys), reversed(steps), strict=True) if key is not None
        }
        made = {key: self._checks(rows[key], codes[key], step) for key, step in first.items()}
        self.checks = [None if key is None else made[key] for key in keys]
        if sum(c.against.size for c in self.checks if c is not None) > MOST_CHECKS:
            raise NotFollowed("a run touches more memory than is followed")

    def _rows(self, step: CertifiedStep) -> _Rows:
        """The pieces of a step's accesses."""
        parts: list[Numbers] = []
        for touched in step.touched:
            low = np.searchsorted(self.bounds, touched.addresses)
            high = np.searchsorted(self.bounds, touched.addresses + touched.size)
            length = high - low
            row = np.repeat(np.arange(length.size), length)
            piece = np.arange(row.size) - np.repeat(np.cumsum(length) - length, length) + low[row]
            thread = touched.threads[row]
            mode = MODES[touched.mode]
            column = thread
            if step.queue:
                part = "read" if mode == 0 else "write"
                column = self.columns.of_queue(step.queue, part, touched.threads)[row]
            elif step.kind == "Issued":
                column = np.full_like(thread, self.columns.of_mbarrier(step.mbarrier))
            proxy = int(touched.proxy != "generic")
            parts.append(
                np.stack([piece, thread, column, np.full_like(piece, mode), np.full_like(piece, proxy)])
            )
        return _Rows(*np.unique(np.concatenate(parts, axis=1), axis=1))

    def _codes(self, rows: _Rows, instruction: int) -> Numbers:
        """Each row's entry as one number; entries of a piece lie side by side."""
        columns, instructions = self._packing
        code = (rows.piece * columns + rows.column) * 6 + rows.mode * 2 + rows.proxy
        return code * instructions + instruction

    def _parts(self, grouped: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Modes, proxies, columns and pieces of groups by their codes."""
        rest = grouped // 6
        return grouped % 6 // 2, grouped % 2, rest % self._packing[0], rest // self._packing[0]

    def entries_of(self, groups: Numbers) -> tuple[Numbers, Numbers]:
        """The entries of some groups, and for each which of these groups it is in."""
        low, length = self.starts[groups], self.ends[groups] - self.starts[groups]
        row = np.repeat(np.arange(length.size), length)
        return np.arange(row.size) - np.repeat(np.cumsum(length) - length, length) + low[row], row

    def _checks(self, rows: _Rows, codes: Numbers, step: CertifiedStep) -> AccessChecks:
        """What a step's accesses are compared with."""
        low, high = self._first[rows.piece], self._first[rows.piece + 1]
        length = high - low
        row = np.repeat(np.arange(length.size), length)
        against = np.arange(row.size) - np.repeat(np.cumsum(length) - length, length) + low[row]
        mode, other = rows.mode[row], self.group_mode[against]
        writes = ((mode > 0) | (other > 0)) & ~((mode == 2) & (other == 2))
        if step.queue in IN_ORDER:
            writes &= self.group_column[against] != rows.column[row]
        crossing = (self.group_proxy[against] == 0) & (rows.proxy[row] == 1)
        # A thread's own earlier steps are over, unless they have to be fenced.
        writes &= crossing | (self.group_column[against] != rows.thread[row])
        row, against, crossing = row[writes], against[writes], crossing[writes]
        return AccessChecks(
            np.searchsorted(self.codes, np.unique(codes)),
            np.searchsorted(self.group_codes, np.unique(codes // self._packing[1])),
            against,
            rows.thread[row],
            np.where(crossing, FENCED, ORDERED),
            rows.mode[row] > 0,
            self._within(rows, step),
        )

    def _within(self, rows: _Rows, step: CertifiedStep) -> tuple[Key, ...]:
        """Threads that start copies to the same bytes in one step.

        Of accesses that are over with their instruction this is not looked at: nothing that synchronises can be between
        them, and compilers let several threads store the same value.
        """
        if step.kind != "Issued":
            return ()
        # Rows of a piece are sorted by thread: of two threads that touch it, two are side by side somewhere.
        piece, thread, mode = rows.piece, rows.thread, rows.mode
        same = (piece[1:] == piece[:-1]) & (thread[1:] != thread[:-1])
        a, b = mode[:-1], mode[1:]
        bad = same & ((a > 0) | (b > 0)) & ~((a == 2) & (b == 2))
        kinds = {"write after write" if both else "write after read" for both in ((a > 0) & (b > 0))[bad]}
        return tuple((kind, step.instruction, step.instruction, False) for kind in sorted(kinds))


def _bounds(steps: Sequence[CertifiedStep]) -> Numbers:
    """Where any access begins or ends."""
    parts: list[Numbers] = [NOBODY]
    seen: set[tuple[int, int]] = set()
    for step in steps:
        for touched in step.touched:
            if (id(touched.addresses), touched.size) not in seen:
                seen.add((id(touched.addresses), touched.size))
                parts += [touched.addresses, touched.addresses + touched.size]
    return np.unique(np.concatenate(parts))


def _key(step: CertifiedStep) -> tuple[object, ...] | None:
    """Steps with equal keys touch the same in the same way; arrays are shared by the reader."""
    if not step.touched:
        return None
    parts = tuple((t.mode, t.proxy, t.size, id(t.threads), id(t.addresses)) for t in step.touched)
    return (step.instruction, step.kind, step.queue, step.mbarrier, id(step.threads), step.collective, parts)
