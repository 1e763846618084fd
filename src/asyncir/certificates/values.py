"""What ops compute with integers: a table of functions over sets of points, tested against the interpreter.

A number at a point of a program is a piecewise quasi-affine function of the point's coordinates (`isl.PwAff`), with bounds
that hold wherever control gets. Integers have widths: a result that its type does not hold wraps around, as it does in a run.
Bounds tell that most results cannot; isl is asked of the others, and only of those that may is the wrap written down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

import islpy

from asyncir.ir import Attribute, IndexType, IntegerAttr, IntegerType, Operation, SSAValue

isl: Any = islpy
IN, OUT, PARAM, SET = isl.dim_type.in_, isl.dim_type.out, isl.dim_type.param, isl.dim_type.set
Function = Any
"""An `isl.PwAff`."""
Relation = Any
"""An isl map or set; the domain of a map is the coordinates of the state that it belongs to."""
Possible = Callable[[Relation], bool]
"""Whether control gets to any of these points."""


@dataclass(frozen=True, slots=True)
class BoundedInteger:
    """An integer: what it is, and between which bounds it surely is."""

    of: Function
    low: int
    high: int


def coalesced(relation: Relation) -> Relation:
    """The same in fewer pieces, where isl manages that: with large numbers it may stop at an error of its own."""
    try:
        return relation.coalesce()
    except isl.Error:
        return relation


def width(value: SSAValue | Attribute) -> int:
    """How many bits an integer has, or integers of a type; 0 if it is none."""
    of: Attribute = value.type if isinstance(value, SSAValue) else value  # pyright: ignore[reportUnknownMemberType]
    return (
        cast("Any", of).width.data if isinstance(of, IntegerType) else 64 if isinstance(of, IndexType) else 0
    )


def held(bits: int) -> tuple[int, int]:
    """The least and the greatest number of so many bits; a truth value is 0 or 1."""
    return (0, 1) if bits == 1 else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)


def literal(number: BoundedInteger) -> int | None:
    """The one value that a number has everywhere, if there is one."""
    if number.low == number.high:
        return number.low
    found = number.of.as_map().range().plain_get_val_if_fixed(isl.dim_type.set, 0)
    return int(found.to_python()) if found.is_int() else None


def function(value: int, space: Any) -> Function:
    """A literal, as a function of the points of a space."""
    return isl.PwAff.zero_on_domain(space).add_constant_val(isl.Val(str(value)))


def fixed(value: int, space: Any) -> BoundedInteger:
    """A literal."""
    return BoundedInteger(function(value, space), value, value)


def compute(
    op: Operation, operands: Sequence[BoundedInteger], possible: Possible
) -> BoundedInteger | tuple[int, int]:
    """The result of an op, as its type holds it; of one of which no more is known, its bounds."""
    bits = width(op.results[0])
    name = op.name.removeprefix("arith.")
    if (
        name == "remui"
        and (by := literal(operands[1])) is not None
        and by > 0
        and by & (by - 1) == 0
        and bits > 1
    ):
        name, operands = (
            "andi",
            (operands[0], fixed(by - 1, operands[0].of.get_domain_space())),
        )  # with a sign or without
    found = _computed(name, op, operands, possible)
    return held(bits) if found is None else wrapped(found, bits, possible)


def wrapped(number: BoundedInteger, bits: int, possible: Possible) -> BoundedInteger:
    """What a type of so many bits holds of a number."""
    low, high = held(bits)
    if low <= number.low and number.high <= high:
        return number
    space = number.of.get_domain_space()
    too_large = number.high > high and possible(function(high, space).lt_set(number.of))
    if not too_large and (number.low >= low or not possible(function(low, space).gt_set(number.of))):
        return BoundedInteger(number.of, max(low, number.low), min(high, number.high))
    size = isl.Val(str(1 << bits))
    turns = number.of.add_constant_val(isl.Val(str(-low))).scale_down_val(size).floor()
    return BoundedInteger(number.of.sub(turns.scale_val(size)), low, high)


def _computed(
    name: str, op: Operation, operands: Sequence[BoundedInteger], possible: Possible
) -> BoundedInteger | None:
    bits, target = width(op.operands[0]), width(op.results[0])
    if name == "cmpi":
        return _compared(op, bits, operands, possible)
    if name == "select":
        test, yes, no = operands
        return BoundedInteger(test.of.cond(yes.of, no.of), min(yes.low, no.low), max(yes.high, no.high))
    if name in _CASTS:
        return _cast(name, operands[0], bits, target, possible)
    if target == 1:
        return BoundedInteger(_TRUTHS[name](*(o.of for o in operands)), 0, 1) if name in _TRUTHS else None
    if name in _UNSIGNED:
        name, operands = _UNSIGNED[name], [unsigned(each, bits, possible) for each in operands]
    return _on_numbers(name, operands, bits)


def _on_numbers(name: str, operands: Sequence[BoundedInteger], bits: int) -> BoundedInteger | None:
    """The result of an op on numbers of any sign, which may be more than its type holds."""
    if len(operands) != 2:
        return None
    a, b = operands
    if name in _TOTAL:
        return _cornered(name, a, b)
    if name in ("muli", "andi") and literal(b) is None:
        a, b = b, a
    by = literal(b)
    if name == "andi" and by is not None and by >= 0 and by & (by + 1) == 0:  # a remainder
        return BoundedInteger(a.of.mod_val(isl.Val(str(by + 1))), 0, by)
    if name in ("andi", "ori", "xori"):
        return _on_bits(name, a, b)
    if by is None:
        return None
    if name == "muli":
        corners = (a.low * by, a.high * by)
        return BoundedInteger(a.of.scale_val(isl.Val(str(by))), min(corners), max(corners))
    if name in ("shli", "shrsi"):
        name, by = "muli" if name == "shli" else "floordivsi", 1 << by if 0 <= by < bits else 0
        return None if by == 0 else _on_numbers(name, (a, fixed(by, a.of.get_domain_space())), 0)
    if by <= 0:
        return None
    if name == "remsi":
        m = function(by, a.of.get_domain_space())
        return BoundedInteger(a.of.tdiv_r(m), 0 if a.low >= 0 else 1 - by, min(by - 1, max(a.high, 0)))
    return _cornered(name, a, fixed(by, a.of.get_domain_space())) if name in _DIVISIONS else None


def _on_bits(name: str, a: BoundedInteger, b: BoundedInteger) -> BoundedInteger | None:
    """And, or, exclusive or of numbers of few bits, none of them negative: the bits in which they differ add up."""
    high = max(a.high, b.high)
    if min(a.low, b.low) < 0 or high >= _MOST_BITS:
        return None
    differ = a.of.sub(a.of)
    for bit in (isl.Val(1 << n) for n in range(high.bit_length())):
        odd = a.of.scale_down_val(bit).floor().add(b.of.scale_down_val(bit).floor()).mod_val(isl.Val(2))
        differ = differ.add(odd.scale_val(bit))
    most = (1 << high.bit_length()) - 1
    if name == "xori":
        return BoundedInteger(differ, 0, most)
    both = a.of.add(b.of)
    both = both.sub(differ) if name == "andi" else both.add(differ)
    return BoundedInteger(both.scale_down_val(isl.Val(2)), 0, most)


def _cornered(name: str, a: BoundedInteger, b: BoundedInteger) -> BoundedInteger:
    """The result of an op that grows or falls with each operand: its bounds are those of the corners."""
    on_functions, on_numbers = (_TOTAL | _DIVISIONS)[name]
    corners = [on_numbers(x, y) for x, y in product((a.low, a.high), (b.low, b.high))]
    return BoundedInteger(on_functions(a.of, b.of), min(corners), max(corners))


_TRUTHS: dict[str, Callable[[Function, Function], Function]] = {
    "andi": lambda a, b: a.min(b),
    "ori": lambda a, b: a.max(b),
    "xori": lambda a, b: a.ne_set(b).indicator_function(),
}
_Both = tuple[Callable[[Function, Function], Function], Callable[[int, int], int]]
_TOTAL: dict[str, _Both] = {
    "addi": (lambda a, b: a.add(b), lambda a, b: a + b),
    "subi": (lambda a, b: a.sub(b), lambda a, b: a - b),
    "minsi": (lambda a, b: a.min(b), min),
    "maxsi": (lambda a, b: a.max(b), max),
}
_DIVISIONS: dict[str, _Both] = {
    "divsi": (lambda a, m: a.tdiv_q(m), lambda a, m: a // m if a >= 0 else -(-a // m)),
    "floordivsi": (lambda a, m: a.div(m).floor(), lambda a, m: a // m),
    "ceildivsi": (lambda a, m: a.div(m).ceil(), lambda a, m: -(-a // m)),
}
"""Ops on a number and a positive literal."""
_UNSIGNED = {
    "remui": "remsi",
    "divui": "divsi",
    "ceildivui": "ceildivsi",
    "shrui": "shrsi",
    "minui": "minsi",
    "maxui": "maxsi",
}
"""Ops that read their operands as unsigned."""
_MOST_BITS = 1 << 8
_CASTS = frozenset({"index_cast", "index_castui", "extsi", "extui", "trunci"})
_COMPARISONS = ("eq_set", "ne_set", "lt_set", "le_set", "gt_set", "ge_set")


def unsigned(a: BoundedInteger, bits: int, possible: Possible) -> BoundedInteger:
    """A number of so many bits, read as unsigned."""
    if a.low >= 0:
        return a
    negative = function(0, a.of.get_domain_space()).gt_set(a.of)
    if not possible(negative):
        return BoundedInteger(a.of, 0, max(a.high, 0))
    size = 1 << bits
    return BoundedInteger(a.of.add(negative.indicator_function().scale_val(isl.Val(str(size)))), 0, size - 1)


def _cast(name: str, a: BoundedInteger, source: int, target: int, possible: Possible) -> BoundedInteger:
    """The same number: what the result's type does not hold of it is cut off by the caller."""
    if source == 1:
        return a if name in ("extui", "index_castui") else BoundedInteger(a.of.neg(), -a.high, -a.low)
    return unsigned(a, source, possible) if name in ("extui", "index_castui") and source < target else a


def _compared(
    op: Operation, bits: int, operands: Sequence[BoundedInteger], possible: Possible
) -> BoundedInteger | None:
    predicate = op.properties["predicate"]
    assert isinstance(predicate, IntegerAttr)
    code = predicate.value.data
    if bits == 1 and code > 1:
        return None
    if code > 5:
        operands, code = [unsigned(each, bits, possible) for each in operands], code - 4
    a, b = operands
    return BoundedInteger(getattr(a.of, _COMPARISONS[code])(b.of).indicator_function(), 0, 1)


def alike(one: Operation, other: Operation) -> bool:
    """Whether two ops compute the same of the same values."""
    same = one.name == other.name and tuple(one.operands) == tuple(other.operands)
    return same and one.properties == other.properties and one.attributes == other.attributes
