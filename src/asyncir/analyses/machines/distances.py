"""Whether iterations of a loop conflict that lie further apart than those that were walked.

What iterations touch comes round after a period, but for what moves: the same access, a period later, touches the same
elements, or elements that lie further along by a number that is always the same. So two accesses, each in one place of the
period, meet at distances that a division tells.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from asyncir.analyses.machines.boxes import Box, Span
from asyncir.analyses.machines.knowledge import MachineTouch
from asyncir.dialects.effects import Access


@dataclass(frozen=True, slots=True)
class _Moving:
    """What an access touches in one of the last iterations."""

    at: int
    """Which iteration that is."""
    engine: int
    reads: bool
    box: Box
    moves: tuple[int | None, ...]
    """How far it moves along each dimension in a period; None: not evenly."""


def far_apart(iterations: Sequence[Sequence[MachineTouch]], period: int) -> set[tuple[int, int]]:
    """The engines whose accesses conflict in iterations further apart than those that were walked, and in none nearer.

    `iterations` are the accesses of each that was walked. Each pair of engines is who comes first, and who later. Where it
    is not known how an access moves, it is in conflict with all others.
    """
    far: set[tuple[int, int]] = set()
    found: dict[Hashable, dict[_Moving, None]] = defaultdict(dict)
    for at in range(max(period, len(iterations) - period), len(iterations)):
        earlier = {(touch.op, touch.number): touch.box for touch in iterations[at - period]}
        for touch in iterations[at]:
            moves = _moves(touch.box, earlier.get((touch.op, touch.number)))
            if moves is None:
                engines = {each.engine for accesses in iterations for each in accesses}
                far.update(*(((touch.engine, x), (x, touch.engine)) for x in engines))
            elif touch.box.spans is not None:
                reads = touch.access is Access.READ
                found[touch.box.root][_Moving(at, touch.engine, reads, touch.box, moves)] = None
    walked = len(iterations) - 1
    for boxes in found.values():
        for a, b in product(boxes, boxes):
            if (
                (a.engine, b.engine) not in far
                and not (a.reads and b.reads)
                and _is_far(walked, period, a, b)
            ):
                far.add((a.engine, b.engine))
    return far


def _moves(box: Box, twin: Box | None) -> tuple[int | None, ...] | None:
    """How far a box has moved in a period; None where that is not known, and matters."""
    if box.spans is None:
        return ()
    if twin is None or twin.spans is None or len(twin.spans) != len(box.spans):
        return None
    return tuple(map(_move, box.spans, twin.spans))


def _move(span: Span, twin: Span) -> int | None:
    if span is None or twin is None:
        return None
    by = span[0] - twin[0]
    return by.const if by.is_const else None


def _is_far(walked: int, period: int, one: _Moving, other: _Moving) -> bool:
    """Whether `other` of some iteration meets `one` of an iteration before it, first after more than were walked."""
    apart = other.at - one.at
    # As many periods further apart, they are as many iterations apart; at least one.
    least, most = -((apart - 1) // period), None
    for low, high in _distances(one, other):
        least = max(least, low)
        most = high if most is None else min(most, high)
    return most is not None and least <= most and apart + least * period > walked


def _distances(one: _Moving, other: _Moving) -> Iterator[tuple[int, int]]:
    """Along each dimension that decides: between which numbers of periods the two meet, beside how far they are apart."""
    a, b = one.box.spans, other.box.spans
    assert a is not None
    assert b is not None
    for first, second, step, again in zip(a, b, one.moves, other.moves, strict=False):
        if first is None or second is None or step is None or step != again:
            continue
        # `one`, d periods earlier, is at first - d * step; they meet if no end lies beyond the other's beginning.
        below, above = second[0] - first[1], second[1] - first[0]
        if not step:
            if (below.is_const and below.const > 0) or (above.is_const and above.const < 0):
                yield 1, 0
        elif below.is_const and above.is_const:
            low, high = (-above.const, -below.const) if step > 0 else (below.const, above.const)
            size = abs(step)
            yield -(-low // size), high // size
