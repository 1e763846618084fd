"""Classes of threads, atoms with one history, and the order in which a trace is replayed."""

from __future__ import annotations

import numpy as np

from asyncir.analyses.kernels.pieces import SEVERAL, AccessPiece, SyncNode
from asyncir.analyses.kernels.replay_order import replay_order
from asyncir.analyses.kernels.thread_classes import thread_classes
from asyncir.analyses.kernels.trace import BarrierMet
from tests.analyses.kernels.traces import TraceBuilder, gemm, ring


def classes_of(build: TraceBuilder) -> list[int]:
    return thread_classes(build.events, build.threads, build.block).tolist()


def test_threads_with_the_same_events_are_one_class() -> None:
    """Warps do the same one after the other."""
    build = TraceBuilder(64)
    for who in (range(32, 64), range(32)):
        build.commit(1, who=who)
        build.wait(2, 0, who=who)
    build.barrier(3)
    assert set(classes_of(build)) == {0}


def test_one_more_event_makes_a_class() -> None:
    build = TraceBuilder(64)
    build.init(1, 0, thread=5)
    build.barrier(2)
    found = classes_of(build)
    assert [t for t in range(64) if found[t] != found[0]] == [5]


def test_barriers_of_two_warps_are_two() -> None:
    build = TraceBuilder(64)
    build.warp(1, range(32))
    build.warp(1, range(32, 64))
    assert classes_of(build) == [0] * 32 + [1] * 32


def test_who_only_arrives_is_not_of_the_class_that_waits() -> None:
    build = TraceBuilder(64)
    build.barrier_arrive(1, range(32))
    build.barrier(2, range(64), synchronised=range(32, 64))
    assert classes_of(build) == [0] * 32 + [1] * 32


def test_phases_are_told_apart() -> None:
    build = TraceBuilder(64)
    build.init_quietly(0)
    for phase, who in ((0, [1]), (1, [2])):
        build.arrive(4, 0, phase, [0])
        build.complete(4, 0, phase)
        build.see(5, 0, phase, who)
    found = classes_of(build)
    assert len({found[1], found[2], found[3]}) == 3


def test_a_class_goes_in_step() -> None:
    """The order is the same whether warps ran one after the other or at once."""
    one, other = replay_order(gemm(6, 3)), replay_order(gemm(6, 3, by_warps=True))
    shape = [
        [
            (i.kind, i.group, i.atoms.tolist(), i.threads.tolist())
            if isinstance(i, AccessPiece)
            else type(i.event)
            for i in order.items
        ]
        for order in (one, other)
    ]
    assert shape[0] == shape[1]
    assert len(one.sizes) == 1


def test_a_read_before_a_barrier_stays_before_it() -> None:
    """Warp 0 ran up to the barrier before warp 1 began."""
    build = TraceBuilder(64)
    build.read(1, 0, range(32))
    build.read(1, 0, range(32, 64))
    build.barrier(2)
    build.read(3, 0)
    items = replay_order(build.trace()).items
    kinds = ["barrier" if isinstance(item, SyncNode) else int(item.instructions[0]) for item in items]
    assert kinds == [1, "barrier", 3]
    assert isinstance(items[0], AccessPiece)
    assert items[0].members == 64
    assert items[0].threads.tolist() == [SEVERAL]


def test_atoms_with_one_history_are_one() -> None:
    """All atoms of a slot: copied by one thread, read by both warps. Which thread it was does not count."""
    order = replay_order(gemm(6, 3))
    assert order.table.total == 3 * 64
    assert len(order.table.first_bytes) == 3
    assert order.table.weights.tolist() == [1024, 1024, 1024]


def test_who_reads_what_it_wrote_itself_is_another_history() -> None:
    """Atoms 0 to 7 are read by another lane of the warp, 8 to 31 by another warp, the others by their writers."""
    build = TraceBuilder(64)
    lanes = np.arange(64)
    build.write(1, 4 * lanes)
    build.barrier(2)
    build.read(3, 4 * (lanes[:8] ^ 1), lanes[:8])
    build.read(3, 4 * lanes[8:32], lanes[40:])
    build.read(3, 4 * lanes[32:], lanes[32:])
    order = replay_order(build.trace())
    assert order.table.first_bytes.tolist() == [0, 32, 128]
    assert order.table.weights.tolist() == [32, 96, 128]


def test_parts_of_an_access_are_atoms_of_their_own() -> None:
    build = TraceBuilder(64)
    build.write(1, 0, [0], size=16)
    build.read(2, 4, [1], size=8)
    order = replay_order(build.trace())
    assert order.table.total == 3
    assert order.table.first_bytes.tolist() == [0, 4]
    assert order.table.weights.tolist() == [8, 8]


def test_a_window_has_the_items_between_its_cuts() -> None:
    order = replay_order(ring(6, 2, period=True))
    (window,) = order.windows
    assert isinstance(window, tuple)
    inside = [i.event.instruction for i in order.items[slice(*window)] if isinstance(i, SyncNode)]
    assert inside == [5, 6, 7, 8, 10, 11, 11] * 2


def test_a_period_in_which_one_warp_is_ahead_at_both_cuts() -> None:
    """Warp 1 has already read when the cut comes, each time."""
    build = TraceBuilder(64)
    cuts = []
    for k in range(4):
        build.read(1, 64 * k, range(32, 64))
        cuts.append(build.cut(9, k))
        build.read(1, 64 * k, range(32))
        build.barrier(2)
    from asyncir.analyses.kernels.trace import Period

    build.periods.append(Period(cuts[1], cuts[2], 9, 1))
    order = replay_order(build.trace())
    (window,) = order.windows
    assert isinstance(window, tuple)
    items = order.items[slice(*window)]
    assert [isinstance(i, SyncNode) and isinstance(i.event, BarrierMet) for i in items].count(True) == 1
