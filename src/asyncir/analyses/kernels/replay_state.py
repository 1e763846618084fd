# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a replay of a trace knows at one moment: clocks, last accesses, what is in flight, phases.

The rules are in `happens_before.py`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from asyncir.analyses.kernels.last_accesses import LastReads, LastWrites, Table
from asyncir.analyses.kernels.pieces import AccessPiece, Numbers
from asyncir.analyses.kernels.replay_order import INITIALISED, ReplayOrder

Clock = NDArray[np.int32]
QUEUES = ("", "cp.async", "bulk", "wgmma", "tcgen05")


FLAGS = -2
"""What flags have been left, beside barriers."""


@dataclass(frozen=True, slots=True, eq=False)
class PendingPiece:
    """A piece in flight: its operation, the group of its queue that it is in."""

    piece: AccessPiece
    operation: int
    group: int


@dataclass(frozen=True, slots=True)
class PhaseLook:
    """A class has looked, at its `epoch`, for the moment when `phases` phases of an mbarrier are over."""

    group: int
    phases: int
    epoch: int
    instruction: int
    trip: int


@dataclass(slots=True, eq=False)
class ReplayState:
    """The state. `known`, `fenced`: a clock a class; `now`, `passed`: each class's own counts.

    `given` are the clocks of phases that are not over, `closed` of those that are, by column and phase, each as (known,
    fenced). `over_phases` counts the latter. `left` is what those that arrived at a barrier without waiting have left
    there, by block and barrier; by -1 and round for that of the cluster; by `FLAGS` and number for flags. `coming` are
    the epochs at which classes arrived in the round of a barrier that is not over, `gone` those of the round before, with
    the instructions that were there. `busy` counts the pieces in flight that read an atom. `commits` and `pending` are by
    class and queue, `handed` counts arrivals that come when work is done. `unfenced` are registers used since
    wgmma.fence. `passed_on` is what a class knew at its last `tcgen05.fence::after_thread_sync`; None without tensor memory.
    """

    known: Table
    fenced: Table
    now: Clock
    passed: Clock
    writes: LastWrites
    reads: LastReads
    updates: LastReads | None
    generic_reads: Table
    busy: Clock
    mbarrier_atoms: NDArray[np.bool_]
    shift: Clock
    over_phases: Clock
    passed_on: Table | None = None
    cluster_shift: int = 0
    left: dict[tuple[int, int], Table] = field(default_factory=dict[tuple[int, int], Table])
    coming: dict[tuple[int, int], Clock] = field(default_factory=dict[tuple[int, int], Clock])
    gone: dict[tuple[int, int], tuple[Clock, tuple[int, ...]]] = field(
        default_factory=dict[tuple[int, int], "tuple[Clock, tuple[int, ...]]"]
    )
    given: dict[tuple[int, int], Table] = field(default_factory=dict[tuple[int, int], Table])
    closed: dict[tuple[int, int], Table] = field(default_factory=dict[tuple[int, int], Table])
    commits: dict[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int])
    pending: dict[tuple[int, str], list[PendingPiece]] = field(
        default_factory=dict[tuple[int, str], list[PendingPiece]]
    )
    handed: dict[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int])
    looks: dict[int, list[PhaseLook]] = field(default_factory=dict[int, list[PhaseLook]])
    unfenced: dict[int, frozenset[str]] = field(default_factory=dict[int, frozenset[str]])
    began: frozenset[int] = frozenset()
    operations: int = 0

    @staticmethod
    def start(order: ReplayOrder) -> "ReplayState":
        """Nobody knows anything, nothing was accessed."""
        classes, columns, atoms = len(order.sizes), order.columns, len(order.table.first_bytes)
        mbarrier_atoms = np.zeros(atoms, np.bool_)
        mbarrier_atoms[order.mbarrier_atoms()] = True
        return ReplayState(
            known=np.zeros((classes, columns), np.int32),
            fenced=np.zeros((classes, columns), np.int32),
            now=np.ones(classes, np.int32),
            passed=np.zeros(classes, np.int32),
            writes=LastWrites.of(atoms),
            reads=LastReads.of(atoms, columns),
            updates=None,
            generic_reads=np.zeros((atoms, classes), np.int32),
            busy=np.zeros(atoms, np.int32),
            mbarrier_atoms=mbarrier_atoms,
            shift=np.zeros(len(order.mbarriers), np.int32),
            over_phases=np.zeros(columns, np.int32),
            passed_on=np.zeros((classes, columns), np.int32) if order.has_tensor_memory else None,
        )

    def copy(self) -> "ReplayState":
        """The same, apart. Clocks in dictionaries are never changed in place once they are closed."""
        return ReplayState(
            self.known.copy(),
            self.fenced.copy(),
            self.now.copy(),
            self.passed.copy(),
            self.writes.copy(),
            self.reads.copy(),
            None if self.updates is None else self.updates.copy(),
            self.generic_reads.copy(),
            self.busy.copy(),
            self.mbarrier_atoms,
            self.shift.copy(),
            self.over_phases.copy(),
            None if self.passed_on is None else self.passed_on.copy(),
            self.cluster_shift,
            {key: clock.copy() for key, clock in self.left.items()},
            {key: clock.copy() for key, clock in self.coming.items()},
            dict(self.gone),
            {key: clock.copy() for key, clock in self.given.items()},
            dict(self.closed),
            dict(self.commits),
            {key: list(pieces) for key, pieces in self.pending.items()},
            dict(self.handed),
            {column: list(looks) for column, looks in self.looks.items()},
            dict(self.unfenced),
            self.began,
            self.operations,
        )

    def queue(self, name: str) -> int:
        """The number of a queue."""
        return QUEUES.index(name) if name in QUEUES else len(QUEUES)

    def need_updates(self) -> LastReads:
        """The table of atomic updates, which most kernels do without."""
        if self.updates is None:
            self.updates = LastReads.of(*self.reads.epoch.shape)
        return self.updates

    def forget_reads(self, atoms: Numbers) -> None:
        """A write of these atoms has come."""
        self.reads.forget(atoms)
        self.generic_reads[atoms] = 0
        if self.updates is not None:
            self.updates.forget(atoms)

    def reading(self, atom: int) -> list[PendingPiece]:
        """What is in flight and reads an atom."""
        return [
            pending
            for pieces in self.pending.values()
            for pending in pieces
            if pending.piece.kind == "read" and atom in pending.piece.atoms
        ]

    def released(self, groups: Sequence[int]) -> Table:
        """What these classes give to others: all that they know, and what each of their threads has done."""
        rows = list(groups)
        if len(rows) == 1:
            return self._released_by(rows[0])
        own = np.arange(len(rows))
        known, fenced = self.known[rows], self.fenced[rows]
        known[own, rows] = self.now[rows]
        fenced[own, rows] = np.maximum(fenced[own, rows], self.passed[rows])
        return np.array([known.max(axis=0), fenced.max(axis=0)], np.int32)

    def _released_by(self, group: int) -> Table:
        """The same of one class."""
        found = np.array([self.known[group], self.fenced[group]], np.int32)
        found[0, group] = self.now[group]
        found[1, group] = max(found[1, group], self.passed[group])
        return found

    def take(self, groups: Sequence[int], clock: Table | None) -> None:
        """These classes know what the clock has."""
        if clock is None:
            return
        if len(groups) == 1:
            known, fenced = self.known[groups[0]], self.fenced[groups[0]]
            np.maximum(known, clock[0], out=known)
            np.maximum(fenced, clock[1], out=fenced)
        else:
            rows = list(groups)
            self.known[rows] = np.maximum(self.known[rows], clock[0])
            self.fenced[rows] = np.maximum(self.fenced[rows], clock[1])

    def come_to(self, barrier: tuple[int, int], groups: Sequence[int], alone: Collection[int]) -> list[int]:
        """Classes arrive at a barrier; which of them may do so before its last round is over, for all that they know.

        Of itself a class knows it if it is a single warp (`alone`).
        """
        if barrier not in self.coming:
            self.coming[barrier] = np.zeros(self.known.shape[1], np.int32)
        rows = np.array(groups, np.intp)
        self.coming[barrier][rows] = self.now[rows]
        if barrier not in self.gone:
            return []
        before = self.gone[barrier][0]
        found: list[int] = []
        for group in groups:
            early = self.known[group] < before
            early[group] &= group not in alone
            if early.any():
                found.append(group)
        return found

    def leave_at(self, barrier: tuple[int, int], group: int, release: bool = True, made: int = -1) -> None:
        """A class arrives and goes on. Without a release it leaves mbarriers alone that it has fenced (`made`)."""
        if release:
            clock = self.left.setdefault(barrier, np.zeros((2, self.known.shape[1]), np.int32))
            np.maximum(clock, self.released([group]), out=clock)
        elif made >= 0 and self.known[group, made]:
            clock = self.left.setdefault(barrier, np.zeros((2, self.known.shape[1]), np.int32))
            clock[:, made] = np.maximum(clock[:, made], self.known[group, made])
        self.now[group] += 1

    def give(self, column: int, phase: int, more: Table) -> None:
        """Adds to what a phase that is not over has."""
        clock = self.given.setdefault((column, phase), np.zeros((2, self.known.shape[1]), np.int32))
        np.maximum(clock, more, out=clock)

    def close(self, column: int, phase: int) -> Clock:
        """A phase is over; returns what is known behind it."""
        clock = self.given.pop((column, phase), np.zeros((2, self.known.shape[1]), np.int32))
        before = self.closed.get((column, phase - 1))
        if before is not None:
            clock = np.maximum(clock, before)
        clock[0, column] = phase + 1
        self.closed[column, phase] = clock
        self.over_phases[column] = phase + 1
        return clock[0]

    def over(self, column: int) -> int:
        """How many phases of an mbarrier are over."""
        return int(self.over_phases[column])

    def taken(self, column: int, phase: int) -> Table | None:
        """What who sees a phase takes."""
        return self.closed.get((column, phase))

    def pass_on_mbarriers(self, group: int, made: int) -> None:
        """fence.mbarrier_init: the class's initialisations are seen by the asynchronous proxy. A relaxed arrival behind it
        releases them, and nothing else: so they get a column of their own, `made`, if the class is one thread.
        """
        writes = self.writes
        own = self.mbarrier_atoms & (writes.column == group) & (writes.generic != 0)
        writes.generic[own] = 0
        if made >= 0:
            count = self.handed[group, INITIALISED] = self.handed.get((group, INITIALISED), 0) + 1
            writes.column[own], writes.epoch[own] = made, count
            self.known[group, made] = self.fenced[group, made] = count
