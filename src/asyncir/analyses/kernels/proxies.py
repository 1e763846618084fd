# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Accesses that are ordered, and need a fence between them besides: of two proxies, or of the tensor cores in two threads.

Proxies: PTX ISA 9.0, 8.5. The tensor cores of sm_100 (9.7.16.6): what one thread's tcgen05 operations did is in order before
those of another thread only if that one has executed `tcgen05.fence::after_thread_sync` behind what it waited for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from asyncir.analyses.kernels.conflicts import ConflictKind
from asyncir.analyses.kernels.last_accesses import Table
from asyncir.analyses.kernels.pieces import AccessPiece

if TYPE_CHECKING:
    from asyncir.analyses.kernels.happens_before import TraceReplay


def check_proxy(replay: TraceReplay, piece: AccessPiece) -> None:
    """Asynchronous accesses behind generic ones that no proxy fence has passed on."""
    state, g, c = replay.state, piece.atoms, piece.group
    writes = state.writes
    if writes.generic[g].any() if len(g) > 1 else writes.generic[int(g[0])]:
        epoch = writes.epoch[g]
        bad = (writes.generic[g] != 0) & (epoch > state.fenced[c][writes.column[g]])
        bad &= ~replay.in_tensor_memory[g]
        if bad.any():
            bad &= ~(writes.own(piece) & (epoch <= state.passed[c]))
            bad &= (epoch <= state.known[c][writes.column[g]]) | writes.own(piece)
            read: ConflictKind = "proxy read after write"
            kind = "mbarrier proxy" if piece.barrier else read
            kind = "proxy write after write" if piece.kind == "write" else kind
            replay.report_writes(kind, piece, bad)
    if piece.kind == "write":
        _check_reads(replay, piece)


def _check_reads(replay: TraceReplay, piece: AccessPiece) -> None:
    """An asynchronous write over what a generic read has read."""
    state, g, c = replay.state, piece.atoms, piece.group
    reads = state.reads
    classes = len(replay.order.sizes)
    epochs = state.generic_reads[g]
    late = epochs > state.fenced[c][:classes]
    if not late.any() and not (epochs[:, c] > state.passed[c]).any():
        return
    bad = late & (epochs <= state.known[c][:classes])
    own = (reads.thread[g, c] == piece.threads) & (piece.threads >= 0)
    bad[:, c] = np.where(own, epochs[:, c] > state.passed[c], bad[:, c])
    bad &= ~replay.in_tensor_memory[g][:, None]
    for row, column in np.argwhere(bad).tolist():
        source, at = reads.source(int(g[row]), column, False)
        replay.report("proxy write after read", (replay.order.pieces[source], at), (piece, row))


def check_passed_on(replay: TraceReplay, piece: AccessPiece, passed_on: Table) -> None:
    """An access of tensor memory behind what another thread did there, without a fence behind the wait for it.

    A class of one thread orders its own work by itself; what it handed over to an mbarrier has a column of its own.
    """
    state, g, c = replay.state, piece.atoms, piece.group
    known = state.known[c]
    theirs = np.array([owner != c or replay.order.sizes[c] > 1 for owner in replay.order.owners])
    writes = state.writes
    column, epoch = writes.column[g], writes.epoch[g]
    bad = (epoch <= known[column]) & (epoch > passed_on[c][column]) & theirs[column]
    bad &= replay.in_tensor_memory[g] & ~writes.own(piece)
    if bad.any():
        replay.report_writes("tensor fence", piece, bad)
    if piece.kind != "write":
        return
    epochs = state.reads.epoch[g]
    late = (epochs <= known) & (epochs > passed_on[c]) & theirs & replay.in_tensor_memory[g][:, None]
    for row, number in np.argwhere(late).tolist():
        own = number == c and bool(state.reads.thread[g[row], c] == piece.threads[row] >= 0)
        if not own:
            source, at = state.reads.source(int(g[row]), number, False)
            replay.report("tensor fence", (replay.order.pieces[source], at), (piece, row))
