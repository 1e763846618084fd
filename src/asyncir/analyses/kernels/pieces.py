# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a replay consists of: accesses of a class of threads as one (`AccessPiece`), and synchronisation (`SyncNode`).

Between two events that synchronise it, what the threads of a class access is concurrent for everybody else. So all reads
in a row of a class, of whatever warps and instructions, are one piece; likewise writes, and copies of one queue. Within a
piece there is one row for each atom (a part of memory between two boundaries of accesses) with the thread that touched
it, or -1 where several did.
"""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.trace import TraceEvent

Numbers = NDArray[np.int32]
NO_ROWS = np.zeros(0, np.int32)
SEVERAL = -1
WARPGROUP = 4

PieceKind = Literal["read", "write", "update", "registers"]


@dataclass(frozen=True, slots=True)
class FlightOfPiece:
    """How the accesses of a piece end: at a wait for a group of `queue`, or with a phase of an mbarrier."""

    queue: str
    mbarrier: int = -1
    phase: int = -1


@dataclass(slots=True, eq=False)
class AccessRows:
    """Rows of one instruction: `threads[k]` touches `size` bytes at `addresses[k]`; `trip` counts its executions."""

    instruction: int
    trip: int
    threads: Numbers
    addresses: NDArray[np.int64]
    size: int


@dataclass(frozen=True, slots=True, eq=False)
class RowDetails:
    """Who made up the rows of a piece: for row k the threads, instructions and trips from `starts[k]` on."""

    starts: NDArray[np.intp]
    threads: Numbers
    instructions: Numbers
    trips: Numbers

    def of(self, row: int) -> tuple[Numbers, Numbers, Numbers]:
        """Threads, instructions, trips of one row."""
        end = self.starts[row + 1] if row + 1 < len(self.starts) else len(self.threads)
        part = slice(self.starts[row], end)
        return self.threads[part], self.instructions[part], self.trips[part]

    def kept(self, rows: NDArray[np.bool_]) -> "RowDetails":
        """The details of some of the rows."""
        lengths = np.diff(self.starts, append=len(self.threads))
        part = np.repeat(rows, lengths)
        starts = np.cumsum(lengths[rows]) - lengths[rows]
        return RowDetails(starts, self.threads[part], self.instructions[part], self.trips[part])


@dataclass(slots=True, eq=False)
class AccessPiece:
    """Accesses of class `group` that are one for the replay.

    `issue` is None where they are over at once. `barrier`: they use an mbarrier (or initialise it, a write), and are
    no data. `names` are registers: those in flight of an issue, or those used (`registers`). The arrays have a row an
    atom: its number, the thread and the warp that touched it (`SEVERAL`), an instruction and how often that had been
    executed before; `details` has all. `number` is the piece's own in its order.
    """

    kind: PieceKind
    instruction: int
    proxy: str = "generic"
    issue: FlightOfPiece | None = None
    barrier: bool = False
    group: int = 0
    trip: int = 0
    names: frozenset[str] = frozenset()
    members: int = 0
    rows: list[AccessRows] = field(default_factory=list[AccessRows])
    atoms: Numbers = field(default_factory=lambda: NO_ROWS)
    threads: Numbers = field(default_factory=lambda: NO_ROWS)
    warps: Numbers = field(default_factory=lambda: NO_ROWS)
    instructions: Numbers = field(default_factory=lambda: NO_ROWS)
    trips: Numbers = field(default_factory=lambda: NO_ROWS)

    details: RowDetails | None = None
    number: int = -1

    _identity: Numbers | None = None

    def identity(self) -> Numbers:
        """A row for each of its own: thread, warp, the piece's number, the row's."""
        if self._identity is None:
            rows = np.empty((len(self.atoms), 4), np.int32)
            rows[:, 0], rows[:, 1] = self.threads, self.warps
            rows[:, 2], rows[:, 3] = self.number, np.arange(len(self.atoms))
            self._identity = rows
        return self._identity

    def merge_key(self) -> tuple[object, ...]:
        """Pieces in a row with equal keys may be one."""
        return (self.kind, self.proxy, self.issue, self.barrier)


@dataclass(slots=True, eq=False)
class SyncNode:
    """One event that synchronises, for all threads of a class (of several classes, where they meet at a barrier).

    `groups` are the classes, `use` is the access to the mbarrier, `trip` how often the class was at the instruction
    before.
    """

    event: TraceEvent
    groups: tuple[int, ...]
    use: AccessPiece | None = None
    trip: int = 0


ReplayItem = AccessPiece | SyncNode


def one_warp(first: tuple[AccessPiece, int], second: tuple[AccessPiece, int]) -> bool:
    """Whether both rows are of one warp."""
    (one, row), (other, other_row) = first, second
    known = row < len(one.warps) and other_row < len(other.warps)
    wide = WARPGROUP if of_warpgroup(first) else 1
    return known and bool(one.warps[row] // wide == other.warps[other_row] // wide)


def of_warpgroup(place: tuple[AccessPiece, int]) -> bool:
    """Whether it is what a warpgroup does as one: wgmma. A wait of one of its threads is for the group of all."""
    issue = place[0].issue
    return issue is not None and issue.queue == "wgmma"


def an_instruction(place: tuple[AccessPiece, int]) -> int:
    """An instruction of a piece's row."""
    piece, row = place
    return int(piece.instructions[row]) if row < len(piece.atoms) else piece.instruction


def done_by(thread: int, instruction: int, group: int, trip: int) -> AccessPiece:
    """What one thread of a class did, to be reported."""
    rows = [np.array([n], np.int32) for n in (thread, instruction, trip)]
    return AccessPiece(
        "read", instruction, group=group, trip=trip, details=RowDetails(np.zeros(1, np.intp), *rows)
    )
