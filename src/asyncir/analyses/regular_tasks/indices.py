"""Which elements an access touches: coordinates in the memory behind all views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from asyncir.analyses.integers.forms import Form, Number, constant_number
from asyncir.analyses.integers.widths import INDEX_WIDTH
from asyncir.analyses.regular_tasks.frames import TurnFrame
from asyncir.analyses.regular_tasks.places import BoundSum, CallPart
from asyncir.analyses.regular_tasks.world import MOST_EXTENT
from asyncir.dialects.effects import Effect, IndexedView
from asyncir.dialects.memref_layout import has_distinct_elements, shape_of
from asyncir.ir import Attribute, MemRefType, Operation, SSAValue

Coordinates = list[Number] | None
"""One for each dimension; None: any element."""


@dataclass(frozen=True, slots=True)
class ViewedIndex:
    """A number, with the operators in which views say where their elements are: all of them are inside of the memory."""

    frame: TurnFrame
    number: Number

    def __add__(self, other: ViewedIndex) -> ViewedIndex:
        a, b = self.number, other.number
        return self._with(a.form + b.form, a.low + b.low, a.high + b.high, a.exact and b.exact)

    def __mul__(self, other: int) -> ViewedIndex:
        ends = self.number.low * other, self.number.high * other
        return self._with(self.number.form * other, min(ends), max(ends), self.number.exact)

    def __floordiv__(self, other: int) -> ViewedIndex:
        found = self.frame.quotient(self._settled(), other, "down")
        return self._with(found, self.number.low // other, self.number.high // other, True)

    def __mod__(self, other: int) -> ViewedIndex:
        settled = self._settled()
        rest = settled[0] - self.frame.quotient(settled, other, "down") * other
        return self._with(rest, 0, other - 1, True)

    def _settled(self) -> tuple[Any, int, int]:
        return self.frame.settled(self.number), self.number.low, self.number.high

    def _with(self, form: Any, low: int, high: int, exact: bool) -> ViewedIndex:
        return replace(self, number=Number(form, INDEX_WIDTH, low, high, exact))


def at_source(frame: TurnFrame, view: Operation, at: Coordinates) -> Coordinates:
    """The element of the view's operand that is at these indices of the view."""
    traits = view.get_traits_of_type(IndexedView)
    if at is None or not traits or not isinstance(view.operands[0].type, MemRefType):
        return None
    _stay_inside(frame, view.results[0], at)
    spots = [ViewedIndex(frame, number) for number in at]
    found = traits[0].source_index(view, spots, lambda value: _spot(frame, value))
    if found is None:
        return None
    numbers = [spot.number for spot in cast("list[ViewedIndex]", found)]
    _stay_inside(frame, view.operands[0], numbers)
    return numbers


def _spot(frame: TurnFrame, value: int | SSAValue) -> ViewedIndex | None:
    number = constant_number(value, INDEX_WIDTH) if isinstance(value, int) else frame.number(value)
    return None if number is None else ViewedIndex(frame, number)


def elements(frame: TurnFrame, effect: Effect | CallPart) -> Coordinates:
    """The indices of the elements that an access touches; what is not known may be anything inside of the memory."""
    memory = effect.root
    type_: object = memory.type if isinstance(memory, SSAValue) else None
    if not isinstance(memory, SSAValue) or not isinstance(type_, MemRefType):
        return None
    rank = len(shape_of(cast("Attribute", type_)))
    if isinstance(effect, CallPart):
        return _between(frame, effect, rank)
    if effect.indices is None:
        return [_anywhere(frame, memory, dimension) for dimension in range(rank)]
    found: list[Number] = []
    for dimension, index in enumerate(effect.indices):
        at = frame.number(index)
        size = 1 if effect.sizes is None else effect.sizes[dimension]
        if at is None:
            found.append(_anywhere(frame, memory, dimension))
            continue
        if size != 1:
            at = (ViewedIndex(frame, at) + ViewedIndex(frame, _up_to(frame, size))).number
        found.append(at)
    _stay_inside(frame, memory, found)
    return found if len(found) == rank else None


def _between(frame: TurnFrame, part: CallPart, rank: int) -> Coordinates:
    found = [_anywhere(frame, part.root, dimension) for dimension in range(rank)]
    for number, ends in zip(found, part.ranges, strict=False):
        if ends is not None:
            lower, upper = (number_of_bound(frame, bound) for bound in ends)
            if lower is not None:
                frame.conditions.append(f"{lower} <= {number.form}")
            if upper is not None:
                frame.conditions.append(f"{number.form} < {upper}")
    return found


def number_of_bound(frame: TurnFrame, bound: BoundSum) -> Form | None:
    """The sum of numbers, which does not wrap."""
    total = Form(bound.constant)
    for value in bound.values:
        number = frame.number(value)
        if number is None:
            return None
        total += frame.settled(number)
    return total


def _anywhere(frame: TurnFrame, memory: SSAValue, dimension: int) -> Number:
    ends = frame.ends(memory, dimension)
    constant = ends[0].constant if len(ends) == 1 and not ends[0].terms else None
    if constant is not None:
        return _below(frame, constant_number(constant, INDEX_WIDTH))
    offset = frame.fresh(0, MOST_EXTENT)
    frame.conditions += [f"{offset} < {end}" for end in ends]
    return Number(offset, INDEX_WIDTH, 0, MOST_EXTENT)


def _up_to(frame: TurnFrame, size: int | SSAValue) -> Number:
    """A variable from 0 to `size`, exclusive."""
    return _below(frame, constant_number(size, INDEX_WIDTH) if isinstance(size, int) else frame.number(size))


def _below(frame: TurnFrame, end: Number | None) -> Number:
    most = MOST_EXTENT if end is None else max(end.high - 1, 0)
    offset = frame.fresh(0, most)
    if end is not None and end.constant is None:
        frame.conditions.append(f"{offset} < {frame.settled(end)}")
    elif end is not None and not end.constant:
        frame.conditions.append("1 = 0")
    return Number(offset, INDEX_WIDTH, 0, most)


def _stay_inside(frame: TurnFrame, memory: SSAValue, at: Sequence[Number]) -> None:
    """What is touched is inside of its memory, or the execution has ended."""
    for dimension, number in enumerate(at):
        place = frame.settled(number)
        frame.conditions.append(f"{place} >= 0")
        frame.conditions += [f"{place} < {end}" for end in frame.ends(memory, dimension)]


def are_distinct(memory: SSAValue, given: bool) -> bool:
    """Whether two places of the memory are two elements, as its type says; the caller sees to that of what it gives."""
    type_: object = memory.type
    if not isinstance(type_, MemRefType):
        return False
    apart = has_distinct_elements(memory.type)
    return apart is not False if given else bool(apart)
