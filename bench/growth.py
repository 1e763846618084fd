"""How time grows with size: the least CPU time of interleaved runs, and what each doubling costs."""

from __future__ import annotations

import gc
import itertools
import math
import time
from collections.abc import Callable, Sequence

GOAL = 2.3
"""What a doubling may cost."""


def cpu_seconds(work: Callable[[], object]) -> float:
    """The CPU time of the work, the collector paused as in commands."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    work()
    spent = time.process_time() - start
    gc.enable()
    return spent


def least_times(measure: Callable[[int], float], sizes: Sequence[int], rounds: int) -> list[float]:
    """For each size the least of what `measure` gives in so many rounds.

    Each round goes over all sizes, so that what else the machine does falls on all of them.
    """
    best = [math.inf] * len(sizes)
    for _ in range(rounds):
        for index, size in enumerate(sizes):
            best[index] = min(best[index], measure(size))
    return best


def doublings(sizes: Sequence[int], times: Sequence[float]) -> list[float]:
    """What each doubling from size to size costs; steps of less than a doubling are left out."""
    return [
        (after / before) ** (1 / math.log2(more / fewer))
        for (fewer, before), (more, after) in itertools.pairwise(zip(sizes, times, strict=True))
        if more >= 2 * fewer
    ]
