"""What ops compute with integers: a table of functions over sets of points, tested against the interpreter.

A number at a point of a program is an `isl.PwAff`: a piecewise quasi-affine function of the point's coordinates. Integers are
unbounded here, but for literals. An answer may be partial: where it is not defined, nothing is known of the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import islpy

from asyncir.ir import Attribute, IndexType, IntegerAttr, IntegerType, Operation, SSAValue

isl: Any = islpy
IN, OUT, PARAM, SET = isl.dim_type.in_, isl.dim_type.out, isl.dim_type.param, isl.dim_type.set
Number = Any
"""An `isl.PwAff`."""
Relation = Any
"""An isl map or set; the domain of a map is the coordinates of the state that it belongs to."""


def width(value: SSAValue) -> int:
    """How many bits an integer has; 0 if the value is none."""
    of: Attribute = value.type  # pyright: ignore[reportUnknownMemberType]
    return (
        cast("Any", of).width.data if isinstance(of, IntegerType) else 64 if isinstance(of, IndexType) else 0
    )


def literal(number: Number) -> int | None:
    """The one value that a number has everywhere, if there is one."""
    found = number.as_map().range().plain_get_val_if_fixed(isl.dim_type.set, 0)
    return int(found.to_python()) if found.is_int() else None


def fixed(value: int, space: Any) -> Number:
    """A literal, over the points of a space."""
    return isl.PwAff.zero_on_domain(space).add_constant_val(isl.Val(str(value)))


def compute(op: Operation, operands: Sequence[Number]) -> Number | None:
    """The result of an op, where it is known; None if nothing is. Where it is a literal, it is as its type holds it."""
    found, bits = _computed(op, operands), width(op.results[0])
    number = None if found is None or bits == 1 else literal(found)
    if found is None or number is None or -(1 << bits) <= 2 * number < 1 << bits:
        return found
    half = 1 << (bits - 1)
    held = fixed((number + half) % (2 * half) - half, found.get_domain_space())
    return held.intersect_domain(found.domain())


def _computed(op: Operation, operands: Sequence[Number]) -> Number | None:
    name, bits, target = op.name.removeprefix("arith."), width(op.operands[0]), width(op.results[0])
    if name == "cmpi":
        return _compared(op, bits, *operands)
    if name == "select":
        return operands[0].cond(*operands[1:])
    if name in _CASTS:
        return _cast(name, operands[0], bits, target)
    if target == 1:
        return _TRUTHS[name](*operands) if name in _TRUTHS else None
    if name in _UNSIGNED:
        found = _signed_or_none(_UNSIGNED[name], [_unsigned(each, bits) for each in operands], bits)
        return None if found is None else _signed(found, bits)
    return _signed_or_none(name, operands, bits)


def _signed_or_none(name: str, operands: Sequence[Number], bits: int) -> Number | None:
    """The result of an op on numbers of any sign."""
    if name in _TOTAL:
        return _TOTAL[name](*operands)
    a, b = operands if name not in ("muli", "andi") or literal(operands[1]) is not None else operands[::-1]
    by = literal(b)
    if by is None:
        return None
    if name == "muli":
        return a.scale_val(isl.Val(str(by)))
    if name == "andi":  # a remainder, where the ones are the lowest bits
        return a.mod_val(isl.Val(str(by + 1))) if by >= 0 and by & (by + 1) == 0 else None
    if name in ("shli", "shrsi"):
        by = 1 << by if 0 <= by < bits else 0
    return _BY_LITERAL[name](a, fixed(by, a.get_domain_space())) if name in _BY_LITERAL and by > 0 else None


_TRUTHS: dict[str, Callable[[Number, Number], Number]] = {
    "andi": lambda a, b: a.min(b),
    "ori": lambda a, b: a.max(b),
    "xori": lambda a, b: a.ne_set(b).indicator_function(),
}
_TOTAL: dict[str, Callable[[Number, Number], Number]] = {
    "addi": lambda a, b: a.add(b),
    "subi": lambda a, b: a.sub(b),
    "minsi": lambda a, b: a.min(b),
    "maxsi": lambda a, b: a.max(b),
}
_BY_LITERAL: dict[str, Callable[[Number, Number], Number]] = {
    "remsi": lambda a, m: a.tdiv_r(m),
    "divsi": lambda a, m: a.tdiv_q(m),
    "floordivsi": lambda a, m: a.div(m).floor(),
    "ceildivsi": lambda a, m: a.div(m).ceil(),
    "shli": lambda a, m: a.mul(m),
    "shrsi": lambda a, m: a.div(m).floor(),
}
"""Ops on a number and a positive literal (of shifts: its power of two)."""
_UNSIGNED = {
    "remui": "remsi",
    "divui": "divsi",
    "ceildivui": "ceildivsi",
    "shrui": "shrsi",
    "minui": "minsi",
    "maxui": "maxsi",
}
"""Ops that read their operands as unsigned."""
_CASTS = frozenset({"index_cast", "index_castui", "extsi", "extui", "trunci"})
_COMPARISONS = ("eq_set", "ne_set", "lt_set", "le_set", "gt_set", "ge_set")


def _unsigned(a: Number, bits: int) -> Number:
    """A number of so many bits, read as unsigned."""
    negative = fixed(0, a.get_domain_space()).gt_set(a)
    return a.add(negative.indicator_function().scale_val(isl.Val(str(1 << bits))))


def _signed(a: Number, bits: int) -> Number:
    """An unsigned number of so many bits, read as signed."""
    large = a.ge_set(fixed(1 << (bits - 1), a.get_domain_space()))
    return a.sub(large.indicator_function().scale_val(isl.Val(str(1 << bits))))


def _cast(name: str, a: Number, source: int, target: int) -> Number | None:
    """The same number, where the result's type has it."""
    if source == 1:
        return a if name in ("extui", "index_castui") else a.neg()
    if name in ("extui", "index_castui") and source < target:
        return _unsigned(a, source)
    half = fixed(1 << (target - 1), a.get_domain_space())
    fits = a.lt_set(half).intersect(a.ge_set(half.neg()))
    return a if source <= target else a.intersect_domain(fits) if target > 1 else None


def _compared(op: Operation, bits: int, a: Number, b: Number) -> Number | None:
    predicate = op.properties["predicate"]
    assert isinstance(predicate, IntegerAttr)
    code = predicate.value.data
    if bits == 1 and code > 1:
        return None
    if code > 5:
        a, b, code = _unsigned(a, bits), _unsigned(b, bits), code - 4
    return getattr(a, _COMPARISONS[code])(b).indicator_function()
