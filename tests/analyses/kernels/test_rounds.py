# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rounds of barriers: a barrier counts arrivals, whosever they are."""

from __future__ import annotations

from asyncir.analyses.kernels.repetition import TraceRuns
from asyncir.analyses.kernels.replay_order import replay_order
from asyncir.analyses.kernels.trace import BarrierArrived, BarrierMet, Cut, Period
from tests.analyses.kernels.traces import TraceBuilder


def told(build: TraceBuilder) -> list[tuple[str, int, int]]:
    found = TraceRuns(replay_order(build.trace())).judge().conflicts
    return [(c.kind, c.first, c.second) for c in found]


def arrive_and_wait(build: TraceBuilder, arrives: int, waits: int) -> None:
    """Warp 0 arrives at barrier 1, warp 1 waits there."""
    build.events.append(BarrierArrived(arrives, build.who(range(32)), 1))
    sites = tuple(sorted((arrives, waits)))
    build.events.append(BarrierMet(sites[-1], build.who(None), 1, build.who(range(32, 64)), sites))


def test_who_arrives_twice_may_end_a_round_alone() -> None:
    """bar.arrive does not wait: nothing keeps the second arrival from being one of the first round."""
    build = TraceBuilder(64)
    arrive_and_wait(build, 0, 1)
    arrive_and_wait(build, 2, 1)
    assert told(build) == [("barrier again", 1, 2)]


def test_who_was_told_in_between_may_arrive_again() -> None:
    build = TraceBuilder(64)
    arrive_and_wait(build, 0, 1)
    build.barrier(9)
    arrive_and_wait(build, 2, 1)
    assert told(build) == []


def test_two_warps_that_take_turns() -> None:
    """Each arrives at the other's barrier behind its own wait: what it waited for says that the round is over."""
    build = TraceBuilder(64)
    first, second = build.who(range(32)), build.who(range(32, 64))
    for _ in range(3):
        build.events.append(BarrierArrived(0, first, 1))
        build.events.append(BarrierMet(1, build.who(None), 1, second, (0, 1)))
        build.events.append(BarrierArrived(2, second, 2))
        build.events.append(BarrierMet(3, build.who(None), 2, first, (2, 3)))
    assert told(build) == []


def test_a_barrier_that_others_have_used_needs_an_order_between_the_two() -> None:
    def used(by_others_later: bool) -> list[tuple[str, int, int]]:
        build = TraceBuilder(128)
        for site, who in ((0, range(64)), (1, range(64, 128))):
            build.events.append(BarrierMet(site, build.who(who), 1, build.who(who), (site,)))
            if by_others_later:
                build.barrier(9)
        return told(build)

    assert used(by_others_later=False) == [("barrier again", 0, 1)]
    assert used(by_others_later=True) == []


def test_warps_of_one_class_are_not_one() -> None:
    """Of two warps that arrive at the same places the first may come twice before the second came once."""
    build = TraceBuilder(96)
    waits = build.who(range(64, 96))
    for _ in range(2):
        build.events.append(BarrierArrived(0, build.who(range(64)), 1))
        build.events.append(BarrierMet(1, build.who(None), 1, waits, (0, 1)))
        build.events.append(BarrierArrived(2, waits, 2))
        build.events.append(
            BarrierMet(3, build.who([*range(32), *range(64, 96)]), 2, build.who(range(32)), (2, 3))
        )
    assert ("barrier again", 1, 0) in told(build)


def test_a_period_with_rounds_is_proved() -> None:
    """The state has the rounds that are over: it repeats once each round is known to all in every trip."""
    build = TraceBuilder(64)
    places: list[int] = []
    for _ in range(3):
        build.events.append(Cut(5, build.who(None), 5, len(places)))
        places.append(len(build.events) - 1)
        arrive_and_wait(build, 0, 1)
        build.barrier(9)
    build.periods.append(Period(places[1], places[2], 5, 1, 0))
    assert TraceRuns(replay_order(build.trace())).judge().proved
