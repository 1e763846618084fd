# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does shared memory of another block of the cluster exist when it is accessed?

A block may access the shared memory of another one only after that has begun and before it has ended (CUDA Programming
Guide, Distributed Shared Memory). A replay (`happens_before.py`) knows both. The other block has begun for a thread that
knows of anything that one of its threads did. It has not ended while one of its threads has still to learn that the access
is over: a block is there until its last thread returns. What an access ends with is the clock of its class, or the phase
of the mbarrier that counts its bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from asyncir.analyses.kernels.happens_before import TraceReplay
from asyncir.analyses.kernels.pieces import AccessPiece, SyncNode
from asyncir.analyses.kernels.replay_order import ReplayOrder, replay_order
from asyncir.analyses.kernels.trace import (
    SHARED_STRIDE,
    TENSOR_BASE,
    Arrived,
    ClusterArrived,
    KernelTrace,
    PhaseSeen,
    TraceEvent,
    UndefinedUse,
)

NOT_BEGUN: Final = "accesses shared memory of another block, which may not have begun"
ENDED: Final = "accesses shared memory of another block, which may have ended"


def peers_at_risk(trace: KernelTrace) -> Iterator[UndefinedUse]:
    """Accesses of another block's shared memory though it may not be there."""
    if trace.threads > trace.block:
        order = replay_order(trace)
        replay = _PeerReplay(order)
        replay.run(0, len(order.items))
        yield from replay.doubts()


class _PeerReplay(TraceReplay):
    """A replay that looks at which blocks' memory is accessed.

    `ends` has, for each class or mbarrier (a column of the clocks) and each block that it accesses, the epoch of the last
    access, its instruction and a thread.
    """

    def __init__(self, order: ReplayOrder) -> None:
        super().__init__(order)
        block = order.trace.block
        threads = np.arange(order.trace.threads) // block
        self.blocks = [frozenset(threads[order.classes == c].tolist()) for c in range(len(order.sizes))]
        self.ends: dict[tuple[int, int], tuple[int, int, int]] = {}
        self.early: dict[int, int] = {}

    def access(self, piece: AccessPiece) -> None:
        """The same, with a look at other blocks."""
        if piece.kind != "registers" and len(piece.atoms):
            for block in self.others(piece):
                self.other_block(piece, block)
        super().access(piece)

    def act(self, node: SyncNode, event: TraceEvent) -> None:
        """The same; who arrives has begun and has not ended, whether memory is released with it or not."""
        if isinstance(event, Arrived | ClusterArrived) and not event.release:
            event = replace(event, release=True)
        elif isinstance(event, PhaseSeen) and not event.acquire:
            event = replace(event, acquire=True)
        super().act(node, event)

    def others(self, piece: AccessPiece) -> set[int]:
        """The blocks that the piece accesses from outside."""
        first = self.order.table.first_bytes[piece.atoms]
        blocks = np.where(first < TENSOR_BASE, first // SHARED_STRIDE, -1)
        own = self.blocks[piece.group]
        if len(own) == 1:
            return set(np.unique(blocks).tolist()) - own - {-1}
        found: set[int] = set()
        for row, block in enumerate(blocks.tolist()):
            if block >= 0 and piece.details is not None:
                threads = piece.details.of(row)[0]
                if (threads // self.order.trace.block != block).any():
                    found.add(block)
        return found

    def other_block(self, piece: AccessPiece, block: int) -> None:
        """An access of a block's memory from outside."""
        state, c = self.state, piece.group
        thread = self.order.ends(c)[0]
        if not any(block in blocks and state.known[c][u] >= 1 for u, blocks in enumerate(self.blocks)):
            self.early.setdefault(piece.instruction, thread)
        info = piece.issue
        column, epoch = c, int(state.now[c])
        if info is not None and info.queue == "":
            place = self.column(info.mbarrier)
            if place is not None:
                column, epoch = place, info.phase + int(state.shift[place - len(self.order.sizes)]) + 1
        before = self.ends.get((column, block), (0, 0, 0))
        self.ends[column, block] = max(before, (epoch, piece.instruction, thread))

    def doubts(self) -> Iterator[UndefinedUse]:
        """What may be too early or too late, at the end of the trace."""
        for instruction, thread in self.early.items():
            yield UndefinedUse(instruction, NOT_BEGUN, (thread,))
        known = self.state.known
        for (column, block), (epoch, instruction, thread) in self.ends.items():
            there = [u for u, blocks in enumerate(self.blocks) if block in blocks]
            if not any(known[u][column] >= epoch for u in there):
                yield UndefinedUse(instruction, ENDED, (thread,))
