"""Numbers that a loop carries and that come round: a slot that goes back to 0, a phase that changes each time it does.

What such a number is follows from itself and from others of its kind alone, so that it is found by computing one iteration
after the other, until all are as they were at first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.analyses.in_flight.exprs import Lin
from asyncir.analyses.machines.boxes import WalkNumbers
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation

_LONGEST = 12


def cycles_of(numbers: WalkNumbers, loop: Operation, first: Sequence[Any]) -> tuple[frozenset[int], int]:
    """Which of the numbers that a loop with a counter carries come round, and after how many iterations all of them have.

    `first` is what they are at first.
    """
    found = {n for n, value in enumerate(first) if isinstance(value, Lin) and value.is_const}
    if kind_of(loop) is not OpKind.COUNTED_LOOP:
        return frozenset(), 1
    moduli = set(numbers.moduli)
    while found:
        history = _followed(numbers, loop, {n: first[n] for n in found})
        last = history[-1]
        if all(last[n] == first[n] for n in found):
            numbers.moduli = moduli
            return frozenset(found), len(history)
        stays = {n for n in found if last[n].is_const and any(values[n] == first[n] for values in history)}
        if stays == found:
            break
        found = stays
    numbers.moduli = moduli
    return frozenset(), 1


def _followed(numbers: WalkNumbers, loop: Operation, first: dict[int, Lin]) -> list[dict[int, Lin]]:
    """What some numbers are behind each iteration, until all are as at first or one cannot be told."""
    block = loop.regions[0].blocks[0]
    end = block.last_op
    assert end is not None
    values, history = first, list[dict[int, Lin]]()
    while len(history) < _LONGEST:
        numbers.enter(block)
        for n, value in values.items():
            numbers.give(block.args[n + 1], value)
        values = {n: numbers.number(end.operands[n]) for n in first}
        history.append(values)
        if values == first or not all(value.is_const for value in values.values()):
            break
    return history
