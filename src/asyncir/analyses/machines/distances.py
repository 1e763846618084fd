"""Whether iterations of a loop conflict that lie further apart than those that were walked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import product

from asyncir.analyses.machines.boxes import Box, Span
from asyncir.analyses.machines.knowledge import MachineTouch

_Moving = tuple[Box, tuple[int | None, ...]]
"""A box of the last iteration, and how far it moves along each dimension; None: not evenly."""


def is_farther_than(walked: int, last: Sequence[MachineTouch], before: Sequence[MachineTouch]) -> bool:
    """Whether two accesses of iterations conflict that are more than `walked` apart, and of none that are nearer.

    `last` and `before` are the accesses of the last two iterations. Boxes move evenly, or go round within the iterations that
    were walked.
    """
    earlier = {(touch.op, touch.number): touch.box for touch in before}
    found: dict[Hashable, dict[_Moving, None]] = defaultdict(dict)
    for touch in last:
        box, twin = touch.box, earlier.get((touch.op, touch.number))
        if twin is not None and box.spans is not None and twin.spans is not None:
            moves = tuple(map(_moves, box.spans, twin.spans))
            found[box.root][box, moves] = None
    return any(_is_far(walked, a, b) for boxes in found.values() for a, b in product(boxes, boxes))


def _moves(span: Span, twin: Span) -> int | None:
    if span is None or twin is None:
        return None
    by = span[0] - twin[0]
    # What has no symbol in it and is not the same goes round.
    return by.const if by.is_const and (by.const == 0 or not span[0].is_const) else None


def _is_far(walked: int, one: _Moving, other: _Moving) -> bool:
    """Whether `other` of some iteration meets `one` of an iteration before it, first after more than were walked."""
    least, most = 1, None
    for low, high in _distances(one, other):
        least = max(least, low)
        most = high if most is None else min(most, high)
    return most is not None and walked < least <= most


def _distances(one: _Moving, other: _Moving) -> Iterator[tuple[int, int]]:
    """Along each dimension that decides: between which distances the two meet."""
    (a, by), (b, same) = one, other
    assert a.spans is not None
    assert b.spans is not None
    for first, second, step, again in zip(a.spans, b.spans, by, same, strict=False):
        if first is None or second is None or not step or step != again:
            continue
        # `one`, d iterations earlier, is at first - d * step; they meet if no end lies beyond the other's beginning.
        below, above = second[0] - first[1], second[1] - first[0]
        if below.is_const and above.is_const:
            low, high = (-above.const, -below.const) if step > 0 else (below.const, above.const)
            size = abs(step)
            yield -(-low // size), high // size
