"""Places for buffers of which some must not share bytes: several heuristics, and the best of what they find.

Which two must not share is a graph (`clashes`), and in general not one of intervals: of three buffers, two may follow one
another while the third may be in use at the same time as either. Finding the least arena is NP-hard already for intervals.

Each heuristic takes the buffers in some order and puts each where nothing that it clashes with lies: in the first gap (*first
fit*), or the tightest one (*best fit*). So every two that clash lie apart, whatever the order is. The orders are by size, by
size times the number of clashes, by the number of clashes, and as the text has the first uses. With n buffers a heuristic
takes n steps, each of them O(n) of NumPy's: what clashes is a row of bits, and the gaps are what is left between the ends of
what lies lower and the starts of what lies higher.

Where none of these does as well as can be, orders are changed at random, one buffer moved at a time, and what is no worse
stays:
from the one in which buffers lie upwards, with which first fit finds no worse places.

The largest of the sums of what is in use at one moment is a lower bound (`MemoryProblem.least`), and so is the size of any
set of buffers each two of which clash; who reaches one of these is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from asyncir.analyses.memory.problem import MemoryProblem

_FEW = 2000
"""Of more buffers only two heuristics are tried."""

_MOST_TRIES = 150
_MOST_PLACED = 8_000
"""Orders that are tried, and buffers that are placed for that, where no heuristic reaches a bound."""


def clashes(problem: MemoryProblem, past: Sequence[int]) -> Any:
    """A matrix of truth values: whether some order has uses of both buffers at the same time, or one on each side.

    `past` is, for each moment, what is over when it begins. A buffer does not clash with itself.
    """
    # late: nothing else in a program without buffers needs it
    import numpy as np

    count = len(problem.sizes)
    width = -(-len(past) // 8)
    flat = np.array([m for uses in problem.uses for m in uses], np.int64)
    starts = np.cumsum([0, *(len(uses) for uses in problem.uses)])[:-1]
    before = np.zeros(
        (count, count), bool
    )  # Whether the one of the column is over when that of the row begins.
    for buffer, uses in enumerate(problem.uses):
        over = past[uses[0]]
        for moment in uses[1:]:
            over &= past[moment]
        if over:
            raw = np.frombuffer(over.to_bytes(width, "little"), np.uint8)
            row = np.unpackbits(raw, bitorder="little")[flat]
            before[buffer] = np.logical_and.reduceat(row, starts)
    before |= before.T
    np.logical_not(before, out=before)
    np.fill_diagonal(before, False)
    return before


def orders(problem: MemoryProblem, matrix: Any) -> dict[str, list[int]]:
    """In which order buffers are placed, by the name of the order."""
    sizes, count = problem.sizes, len(problem.sizes)
    degree = [int(n) for n in matrix.sum(axis=1)]
    numbers = range(count)
    found = {
        "size": sorted(numbers, key=lambda b: (-sizes[b], -degree[b], problem.uses[b])),
        "area": sorted(numbers, key=lambda b: (-sizes[b] * (1 + degree[b]), problem.uses[b])),
    }
    if count <= _FEW:
        found["degree"] = sorted(numbers, key=lambda b: (-degree[b], -sizes[b], problem.uses[b]))
        found["text"] = sorted(numbers, key=lambda b: (problem.uses[b][0], -sizes[b]))
    return found


def packed(problem: MemoryProblem, matrix: Any, least: int = 0) -> tuple[list[int], int, str]:
    """Offsets, the bytes that they take, and which heuristic found them; `least` is known to be a lower bound."""
    best: tuple[list[int], int, str] | None = None
    least = max(least, crowd_of(problem.sizes, matrix))
    for tight in (False, True):
        for name, order in orders(problem, matrix).items():
            offsets, peak = fitted(problem.sizes, matrix, order, tight=tight)
            if best is None or peak < best[1]:
                best = offsets, peak, f"{'best' if tight else 'first'} fit by {name}"
            if best[1] <= least:
                return best
    assert best is not None
    return _searched(problem, matrix, best, least)


def _searched(
    problem: MemoryProblem, matrix: Any, best: tuple[list[int], int, str], least: int
) -> tuple[list[int], int, str]:
    """Change the order, a limited number of times: half of the moves bring forward who is highest up."""
    sizes, random = problem.sizes, Random(0)
    offsets, peak, how = best
    order = sorted((b for b, size in enumerate(sizes) if size), key=lambda b: (offsets[b], b))
    for _ in range(min(_MOST_TRIES, _MOST_PLACED // max(1, len(order)))):
        high = [n for n, b in enumerate(order) if offsets[b] + sizes[b] == peak]
        at = random.choice(high) if high and random.random() < 0.5 else random.randrange(len(order))
        changed = order[:at] + order[at + 1 :]
        changed.insert(random.randint(0, at) if at in high else random.randrange(len(order)), order[at])
        found, top = fitted(sizes, matrix, changed, tight=False)
        if top <= peak:
            how = how if top == peak else "a searched order"
            order, offsets, peak = changed, found, top
            if peak <= least:
                break
    return offsets, peak, how


def crowd_of(sizes: Sequence[int], matrix: Any) -> int:
    """Bytes of some buffers each two of which clash, so that they lie apart: taken by size, while there is one."""
    # late: nothing else in a program without buffers needs it
    import numpy as np

    found, near = 0, np.ones(len(sizes), bool)
    for buffer in sorted(range(len(sizes)), key=lambda b: -sizes[b]):
        if near[buffer]:
            found += sizes[buffer]
            near &= matrix[buffer]
    return found


def fitted(sizes: Sequence[int], matrix: Any, order: Sequence[int], *, tight: bool) -> tuple[list[int], int]:
    """Put buffers, in an order, into the first gap that is large enough, or into the tightest."""
    # late: nothing else in a program without buffers needs it
    import numpy as np

    count = len(sizes)
    starts, ends = np.zeros(count, np.int64), np.zeros(count, np.int64)
    which = np.zeros(count, np.int64)  # What is placed, by where it starts.
    offsets, peak, placed = [0] * count, 0, 0
    for buffer in order:
        if not sizes[buffer]:
            continue  # It has no bytes that anybody could share.
        near = matrix[buffer, which[:placed]]
        low, high = starts[:placed][near], ends[:placed][near]
        at = 0
        if len(low):
            top = np.maximum.accumulate(high)
            gaps = np.empty(len(low), np.int64)
            gaps[0] = low[0]
            np.subtract(low[1:], top[:-1], out=gaps[1:])
            fits = np.flatnonzero(gaps >= sizes[buffer])
            if len(fits):
                gap = int(fits[np.argmin(gaps[fits])] if tight else fits[0])
                at = int(top[gap - 1]) if gap else 0
            else:
                at = int(top[-1])
        position = int(np.searchsorted(starts[:placed], at))
        for row, value in ((starts, at), (ends, at + sizes[buffer]), (which, buffer)):
            row[position + 1 : placed + 1] = row[position:placed]
            row[position] = value
        placed += 1
        offsets[buffer] = at
        peak = max(peak, at + sizes[buffer])
    return offsets, peak
