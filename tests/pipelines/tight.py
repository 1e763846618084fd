"""Schedules that move statements as far as what has to stay in order lets them."""

from __future__ import annotations as _annotations

import random
from collections.abc import Sequence

Times = list[tuple[int, int]]
Needs = dict[tuple[int, int], int]
"""(source, target) -> the least distance: target of iteration k + distance comes behind source of iteration k."""

CONDITION = -1
"""The condition of an `scf.while`, which is evaluated before anything else of its iteration, and of that time."""

MOST_STAGE = 4


def is_legal(needs: Needs, times: Times) -> bool:
    """Whether the schedule keeps all that in order."""
    least = min(stage for stage, _ in times)
    return all(
        times[source]
        < ((least + distance, 0) if target == CONDITION else (times[target][0] + distance, times[target][1]))
        for (source, target), distance in needs.items()
    )


def tight(rng: random.Random, needs: Needs, count: int) -> Times:
    """A legal schedule whose statements are, one after the other, moved as far up or down as the others let them."""
    stages, order = [0] * count, list(range(count))

    def times() -> Times:
        return [(stage, order.index(n)) for n, stage in enumerate(stages)]

    for _ in range(4 * count):
        n = rng.randrange(count)
        before = (list(stages), list(order))
        order.remove(n)
        options: list[tuple[int, int]] = []
        for stage in range(MOST_STAGE):
            for place in range(count):
                stages[n] = stage
                order.insert(place, n)
                if is_legal(needs, times()):
                    options.append((stage, place))
                order.pop(place)
        stages[:], order[:] = before
        if options:
            stage, place = rng.choice((min(options), max(options), rng.choice(options)))
            stages[n] = stage
            order.remove(n)
            order.insert(place, n)
    least = min(stages)
    return [(stage - least, place) for stage, place in times()]


def annotations(times: Times, stages: Sequence[int]) -> str:
    """What the loop says."""
    return (
        f"software_pipeline_stage = {[s for s, _ in times]}, software_pipeline_order = {[p for _, p in times]}, "
        f"software_pipeline_async_stages = {list(stages)}"
    )
