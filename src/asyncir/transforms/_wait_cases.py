"""A wait said several times, under a test of which iteration it is in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.analyses.ages import COMMIT, Ages
from asyncir.analyses.token_scopes import awaited, group_token
from asyncir.analyses.trip_counts import trips_of
from asyncir.analyses.wait_counts import WaitCount, WaitCounts, is_exact
from asyncir.dialects import arith
from asyncir.dialects.interfaces.completion import QueueId
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder, iteration_of
from asyncir.transforms._counted_waits import counted_wait
from asyncir.transforms._wait_ladder import put_switch

MOST_CASES = 4
"""A wait is said no more often than this, besides the one that is for all other iterations."""

Case = tuple[tuple[QueueId, int], ...]
"""What to wait for: for each FIFO a queue and the count."""


@dataclass(frozen=True, slots=True)
class Cases:
    """What a wait is in each of the first iterations of the `scf.for` around it, and in all others."""

    answer: WaitCount
    early: tuple[Case, ...]
    rest: Case


def cases_of(answer: WaitCount, counts: WaitCounts, max_count: int) -> Cases | None:
    """The cases, if each iteration has constant counts and few are different."""
    loop = counts.scopes.around[answer.op].op
    if kind_of(loop) is not OpKind.COUNTED_LOOP:
        return None
    found: list[list[tuple[QueueId, int]]] = []
    for fifo in answer.fifos:
        each: list[list[Ages]] = []
        for token in awaited(answer.op):
            component = counts.component_of[group_token(token)]
            ages = counts.ages(component, fifo.fifo).by_iteration(token, answer.op)
            if ages is None or len(ages) > MOST_CASES + 1:
                return None
            each.append(ages)
        length = max(map(len, each))
        found = found or [[] for _ in range(length)]
        if len(found) != length:
            return None
        for k, case in enumerate(found):
            together = [ages[min(k, len(ages) - 1)] for ages in each]
            mine = [ages for ages in together if COMMIT in ages]
            if not mine:
                continue
            count = min(ages[COMMIT].least for ages in mine)
            if count > max_count or not any(is_exact(ages, count) for ages in mine):
                return None
            case.append((fifo.queue, count))
    cases = tuple(map(tuple, found))
    return Cases(answer, cases[:-1], cases[-1]) if len(cases) > 1 else None


def put_cases(cases: Cases, loop: Operation, *, computed: bool = False) -> None:
    """Replace the wait by a switch over the number of the iteration; where counts may be `computed`, by one, as `2 - i`."""
    op = cases.answer.op
    builder = Builder(op)
    number = iteration_of(loop, builder)
    sum_ = _sum_of(cases, loop) if computed else None
    if sum_ is not None:
        queue, first, growth = sum_
        if growth != -1:
            number = builder.add(arith.MuliOp(number, builder.shared_index(-growth))).results[0]
        builder.add(counted_wait(op, queue, builder.minus(builder.shared_index(first), number)))
        erase(op)
        return
    early = {k: _waits(op, case) for k, case in enumerate(cases.early) if case != cases.rest}
    put_switch(builder, number, early, _waits(op, cases.rest))
    erase(op)


def _sum_of(cases: Cases, loop: Operation) -> tuple[QueueId, int, int] | None:
    """The queue, the first count, and by how much each is greater than the one before, if that is so in all iterations."""
    every, trips = (*cases.early, cases.rest), trips_of(loop)
    if trips.least != trips.most or trips.least != len(every) or any(len(case) != 1 for case in every):
        return None
    (queue, first), (_, second) = every[0][0], every[1][0]
    growth = second - first
    if isinstance(queue, str) or any(c != ((queue, first + k * growth),) for k, c in enumerate(every)):
        return None
    return queue, first, growth


def _waits(op: Operation, case: Case) -> Sequence[Operation]:
    return [counted_wait(op, queue, count) for queue, count in case]
