"""Numbers that a loop carries and of which the first iterations tell what the later ones are.

Some come round: a slot that goes back to 0, a phase that changes each time it does. What such a number is follows from
itself and from others of its kind alone, so that it is found by computing one iteration after the other, until all are as
they were at first.

Others grow by the same in each iteration, as a counter does. One iteration shows that: what is added depends on nothing
that the loop carries, nor on its counter. A sum of what another number carries may grow evenly at first, and stop later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from asyncir.analyses.in_flight.exprs import Lin
from asyncir.analyses.machines.boxes import WalkNumbers
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import IndexType, IntegerType, Operation

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


def grows_evenly(numbers: WalkNumbers, loop: Operation, first: Sequence[Any]) -> frozenset[int]:
    """Which of the numbers that a loop carries grow by the same in each iteration, or by what nobody knows."""
    moduli = set(numbers.moduli)
    own = {n: numbers.new_symbol() for n, value in enumerate(first) if isinstance(value, Lin)}
    block, end = loop.regions[-1].blocks[0], loop.regions[-1].blocks[0].last_op
    assert end is not None
    changes = frozenset[str]().union(*(symbol.symbols for symbol in own.values()))
    given: Mapping[int, Lin | None] = own
    arguments = list(block.args)
    if kind_of(loop) is OpKind.COUNTED_LOOP:
        counter = numbers.new_symbol()
        numbers.enter(block)
        numbers.give(arguments.pop(0), counter)
        changes |= counter.symbols
    else:
        given = dict(enumerate(handed_to_body(numbers, loop, [own.get(n) for n in range(len(first))])))
        numbers.enter(block)
    for n, value in given.items():
        if value is not None:
            numbers.give(arguments[n], value)
    more = {n: numbers.number(end.operands[n]) - symbol for n, symbol in own.items()}
    numbers.moduli = moduli
    return frozenset(n for n, each in more.items() if each.symbols.isdisjoint(changes))


def handed_to_body(numbers: WalkNumbers, loop: Operation, given: Sequence[Any]) -> list[Lin | None]:
    """What the condition of a loop without a counter hands to the body, of numbers that it is given; None: nobody knows."""
    block = loop.regions[0].blocks[0]
    end = block.last_op
    assert end is not None
    numbers.enter(block)
    for argument, value in zip(block.args, given, strict=True):
        if isinstance(value, Lin):
            numbers.give(argument, value)
    return [
        numbers.number(value) if isinstance(value.type, IndexType | IntegerType) else None
        for value in end.operands[1:]
    ]
