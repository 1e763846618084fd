"""Periods: what is proved for all numbers of copies is so in runs with that many, and conflicts further on are found."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from asyncir.analyses.kernels.canonical_states import canonical_form, last_looks
from asyncir.analyses.kernels.conflicts import Relaxation
from asyncir.analyses.kernels.happens_before import TraceReplay
from asyncir.analyses.kernels.pieces import AccessPiece, SyncNode
from asyncir.analyses.kernels.repetition import MOST_COPIES, RunsVerdict, TraceRuns
from asyncir.analyses.kernels.replay_order import replay_order
from asyncir.analyses.kernels.replay_state import PendingPiece, ReplayState
from asyncir.analyses.kernels.trace import KernelTrace, Period
from tests.analyses.kernels.traces import STAGE, TraceBuilder, gemm, ring


def judged(trace: KernelTrace, relaxation: Relaxation | None = None, stop: bool = False) -> RunsVerdict:
    runs = TraceRuns(replay_order(trace))
    runs.judge()
    return runs.judge(relaxation or Relaxation(), frozenset() if stop else None)


RELAXATIONS = [
    Relaxation(),
    Relaxation(frozenset({10})),
    Relaxation(frozenset({11})),
    Relaxation(frozenset({13})),
    *(Relaxation(counts=((10, count),)) for count in range(5)),
]


@pytest.mark.parametrize("stages", [2, 3, 4])
@pytest.mark.parametrize("by_warps", [False, True])
def test_a_proof_is_what_all_longer_runs_say(stages: int, by_warps: bool) -> None:
    short = gemm(2 * stages + 2, stages, second_barrier=True, by_warps=by_warps, period=True)
    longer = [
        gemm(n, stages, second_barrier=True, by_warps=by_warps)
        for n in (2 * stages + 3, 4 * stages + 1, 6 * stages)
    ]
    for relaxation in RELAXATIONS:
        verdict = judged(short, relaxation)
        wrong = [n for n in longer if judged(n, relaxation).new is not None]
        assert verdict.proved == (not wrong), relaxation
        assert verdict.open == () or verdict.new is not None  # groups that nobody waits for pile up


@pytest.mark.parametrize("slots", [1, 2, 3])
def test_phases_are_counted_on_in_each_copy(slots: int) -> None:
    short = ring(2 * slots + 2, slots, period=True)
    assert judged(short).proved
    for dropped in ({5}, {8}, {10}, {4}, {5, 8}):
        relaxation = Relaxation(frozenset(dropped))
        longer = [judged(ring(n, slots), relaxation).new for n in (2 * slots + 3, 5 * slots + 1)]
        verdict = judged(short, relaxation)
        assert verdict.proved == (not any(longer))


def test_the_copies_of_a_conflict_are_told() -> None:
    """Thread 0 writes in each trip what thread 40 read in the trip before: one copy has no trip before."""
    build = TraceBuilder()
    first = build.cut(9, 0)
    build.write(1, 0, [0])
    build.warp(2, [0, 1])
    build.read(3, 0, [1])
    last = build.cut(9, 1)
    build.periods.append(Period(first, last, 9, 1))
    found = judged(build.trace(), stop=True)
    assert found.new is not None
    assert (found.new.kind, found.new.first, found.new.second, found.copies) == ("write after read", 3, 1, 2)


def test_what_does_not_repeat_is_open() -> None:
    """Groups pile up in each trip: nobody waits for them, and nobody may read what they wrote."""
    build = TraceBuilder()
    first = build.cut(9, 0)
    build.issue(1, "bulk", "read", 0, [0], proxy="async")
    build.commit(2, "bulk", [0])
    last = build.cut(9, 1)
    build.periods.append(Period(first, last, 9, 1))
    build.wait(3, 0, "bulk", [0])
    verdict = judged(build.trace())
    assert verdict.new is None
    assert verdict.open == (f"the state of happens-before did not repeat within {MOST_COPIES} periods",)


@pytest.mark.parametrize("what", ["reads", "writes"])
def test_last_accesses_are_part_of_the_state(what: str) -> None:
    """The first copy leaves an access that the second conflicts with, and clocks as they were."""
    build = TraceBuilder()
    build.warp(2, [0, 1])
    first = build.cut(9, 0)
    build.access(1, "write" if what == "reads" else "read", 0, [0])
    build.warp(2, [0, 1])
    build.access(3, "read" if what == "reads" else "write", 0, [1])
    last = build.cut(9, 1)
    build.periods.append(Period(first, last, 9, 1))
    found = judged(build.trace(), stop=True)
    assert found.new is not None
    assert (found.new.first, found.new.second, found.copies) == (3, 1, 2)


def test_windows_of_a_family_come_equally_often() -> None:
    """Two loops, each as long as the other; what the second reads the first has written in all of its trips."""

    def loops(first: int, second: int, barrier: bool = True) -> KernelTrace:
        build = TraceBuilder()
        build.issue(1, "cp.async", "write", 16 * np.arange(64))
        build.commit(2)
        cuts: dict[int, list[int]] = {9: [], 19: []}
        for k in range(first):
            cuts[9].append(build.cut(9, k))
            build.issue(3, "cp.async", "write", STAGE * (1 + k % 2) + 16 * np.arange(64))
            build.commit(4)
            build.wait(5, 1)
        cuts[9].append(build.cut(9, first))
        build.wait(6, 0)
        if barrier:
            build.barrier(7)
        for k in range(second):
            cuts[19].append(build.cut(19, k))
            build.read(8, STAGE * (1 + k % 2) + 16 * ((np.arange(64) + 32) % 64))
        cuts[19].append(build.cut(19, second))
        for loop in (9, 19):
            build.periods.append(Period(cuts[loop][0], cuts[loop][2], loop, 2, 0))
        return build.trace()

    assert judged(loops(4, 4)).proved
    assert judged(loops(4, 4), Relaxation(frozenset({6}))).new is not None
    assert judged(loops(4, 4, barrier=False)).new is not None


def test_all_windows_of_a_family_have_to_repeat() -> None:
    """The second loop piles up groups, the first does nothing."""
    build = TraceBuilder()
    cuts = [build.cut(9, 0)]
    build.read(1, 0x7000, [0])
    cuts.append(build.cut(9, 1))
    cuts.append(build.cut(19, 0))
    build.issue(2, "bulk", "read", 0, [0], proxy="async")
    build.commit(3, "bulk", [0])
    cuts.append(build.cut(19, 1))
    build.wait(4, 0, "bulk", [0])
    build.periods += [Period(cuts[0], cuts[1], 9, 1, 0), Period(cuts[2], cuts[3], 19, 1, 0)]
    assert not judged(build.trace()).proved


def test_a_window_has_to_be_the_same_for_all_threads_of_a_class() -> None:
    """Warp 1 is a trip ahead at the first cut, and not at the last: that is no period of its class."""
    build = TraceBuilder()
    build.fence(1, "memory", range(32, 64))
    first = build.cut(9, 0)
    build.fence(1, "memory", range(32))
    last = build.cut(9, 1)
    build.periods.append(Period(first, last, 9, 1))
    verdict = judged(build.trace())
    assert verdict.open == ("threads of one class have different numbers of events in the period",)


def test_states_are_alike_when_they_behave_alike() -> None:
    trace = gemm(9, 3, period=True)
    order = replay_order(trace)
    (window,) = order.windows
    assert isinstance(window, tuple)
    looks = last_looks(order)
    replay = TraceReplay(order)
    replay.run(0, window[0])
    one = canonical_form(replay.state, order, looks, window[0])
    replay.run(window[0], window[0] + 2)
    other = canonical_form(replay.state, order, looks, window[0])
    replay.run(window[0] + 2, window[1])
    again = canonical_form(replay.state, order, looks, window[0])
    assert one == again
    assert one != other


def perturbations() -> dict[str, Callable[[ReplayState], None]]:
    """Ways to change one part of a state of `ring`: class 0 is the producer, 2 the consumer, column 3 the first mbarrier."""

    def lag(state: ReplayState) -> None:
        state.known[2, 3] -= 1  # of the first full mbarrier

    def look(state: ReplayState) -> None:
        state.looks[next(iter(state.looks))] = []

    def given(state: ReplayState) -> None:
        state.given[3, state.over(3)] = np.full((2, state.known.shape[1]), 1, np.int32)

    def closed(state: ReplayState) -> None:
        state.closed[3, state.over(3) - 1] = state.closed[3, state.over(3) - 1] * 0

    def pending(state: ReplayState) -> None:
        piece = next(p for p in state_pieces if len(p.atoms) and p.issue is not None)
        state.pending[0, "bulk"] = [PendingPiece(piece, 99, 0)]

    return {
        "lag": lag,
        "look": look,
        "given": given,
        "closed": closed,
        "pending": pending,
        "known": lambda state: state.known.__setitem__((2, 0), 0),
        "fenced": lambda state: state.fenced.__setitem__(2, state.fenced[1]),
        "passed": lambda state: state.passed.__setitem__(2, 0),
        "reads": lambda state: state.reads.epoch.__setitem__((0, 0), state.now[0]),
        "updates": lambda state: state.need_updates().epoch.__setitem__((0, 0), state.now[0]),
        "others": lambda state: state.reads.others.__setitem__((0, 0), state.now[0]),
        "writes": lambda state: state.writes.epoch.__setitem__(0, 1 << 20),
        "proxy reads": lambda state: state.generic_reads.__setitem__((0, 0), state.now[0]),
        "left": lambda state: state.left.__setitem__((0, 3), np.ones((2, state.known.shape[1]), np.int32)),
        "unfenced": lambda state: state.unfenced.__setitem__(0, frozenset(["%f0"])),
        "began": lambda state: setattr(state, "began", frozenset([0])),
    }


state_pieces: list[AccessPiece] = []


@pytest.mark.parametrize("part", sorted(perturbations()))
def test_each_part_of_a_state_is_in_its_form(part: str) -> None:
    trace = ring(6, 2)
    order = replay_order(trace)
    state_pieces[:] = order.pieces
    replay = TraceReplay(order)
    place = next(k for k, item in enumerate(order.items) if k > 40 and isinstance(item, SyncNode))
    replay.run(0, place)
    looks = last_looks(order)
    one = canonical_form(replay.state, order, looks, place)
    other = replay.state.copy()
    assert canonical_form(other, order, looks, place) == one
    perturbations()[part](other)
    assert canonical_form(other, order, looks, place) != one


def test_a_relaxed_replay_starts_where_it_is_different() -> None:
    """The conflicts are those of a replay from the start."""
    trace = gemm(40, 3, second_barrier=True)
    order = replay_order(trace)
    runs = TraceRuns(order)
    assert len(runs.kept(Relaxation()).stops) > 2
    for dropped in (10, 11, 13):
        relaxation = Relaxation(frozenset({dropped}))
        replay = TraceReplay(order, relaxation)
        replay.run(0, len(order.items))
        replay.finish()
        assert set(replay.found) == {c.key for c in runs.judge(relaxation).conflicts}


RING_RELAXATIONS = [Relaxation(frozenset(sites)) for sites in ((), (5,), (10,), (8,), (4,), (5, 10))]


@pytest.mark.parametrize(
    ("trace", "relaxations"),
    [(gemm(12, 3, second_barrier=True), RELAXATIONS), (ring(12, 2, period=True), RING_RELAXATIONS)],
    ids=["gemm", "ring"],
)
def test_where_a_replay_starts_from_decides_nothing(
    trace: KernelTrace, relaxations: list[Relaxation]
) -> None:
    """What is new, and what is proved of the periods, is the same from another replay that was kept."""
    for base in relaxations:
        runs, others = TraceRuns(replay_order(trace)), TraceRuns(replay_order(trace))
        known = frozenset(c.key for c in runs.kept(base).verdict.conflicts)
        known |= {c.key for c in runs.judge().conflicts}
        for relaxation in relaxations:
            plain, based = others.judge(relaxation, known), runs.judge(relaxation, known, base)
            assert (plain.new is None, plain.open) == (based.new is None, based.open)
