"""How often loops run: bounds that hold in every execution, from intervals of index arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from asyncir.analyses.flow import handed_over
from asyncir.analyses.integers.widths import fits, width_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import (
    Attribute,
    Block,
    BlockArgument,
    ConstantLike,
    HasFolder,
    IndexType,
    IntegerAttr,
    Operation,
    OpResult,
    SSAValue,
)
from asyncir.ir.walk import is_defined_below

_DEEPEST = 16
"""Operands of operands are looked at no deeper: what lies below may be anything."""


@dataclass(frozen=True, slots=True)
class Trips:
    """A loop runs at least `least` and at most `most` times (None: no bound is known) each time it is reached."""

    least: int
    most: int | None


ANY_TRIPS = Trips(0, None)

_Bounds = tuple[int | None, int | None]
_ANY: _Bounds = (None, None)


def constant_of(value: SSAValue) -> int | None:
    """The integer that `value` is known to be, read with its sign."""
    owner = value.owner
    folder = _of_constants(type(owner))
    if folder is None or not isinstance(owner, Operation):
        return None
    found = folder.fold(owner)
    attribute = found and found[0]
    return attribute.value.data if isinstance(attribute, IntegerAttr) else None


@cache
def _of_constants(owner: type[Operation | Block]) -> HasFolder | None:
    """What knows the values of constants of a class; remembered, since it is asked of every operand."""
    return (
        owner.get_trait(HasFolder) if issubclass(owner, Operation) and owner.has_trait(ConstantLike) else None
    )


def trips_of(loop: Operation) -> Trips:
    """How often the body of an `scf.for`, or the second region of an `scf.while`, runs."""
    if kind_of(loop) is OpKind.COUNTED_LOOP:
        return _counted(*loop.operands[:3], unsigned="unsignedCmp" in loop.properties)
    if kind_of(loop) is OpKind.CONDITIONAL_LOOP:
        return _while_trips(loop)
    return ANY_TRIPS


def _counted(lower: SSAValue, upper: SSAValue, step: SSAValue, *, unsigned: bool = False) -> Trips:
    by = constant_of(step)
    if by is None or by <= 0:
        return ANY_TRIPS
    if unsigned and not (_is_never_negative(lower) and _is_never_negative(upper)):
        return ANY_TRIPS
    distance = _distance(lower, upper)
    least = 0 if distance[0] is None else max(0, -(-distance[0] // by))
    most = None if distance[1] is None else max(0, -(-distance[1] // by))
    return Trips(least, most)


def _distance(lower: SSAValue, upper: SSAValue) -> _Bounds:
    """Bounds of `upper - lower`; exact where they are the same value with constants added."""
    (low_base, low_offset), (high_base, high_offset) = _offset_of(lower), _offset_of(upper)
    if low_base is high_base:
        return high_offset - low_offset, high_offset - low_offset
    return _add(bounds_of(upper), _negated(bounds_of(lower)))


def _offset_of(value: SSAValue) -> tuple[SSAValue | None, int]:
    """`value` as another value, or none, with a constant added.

    An index is taken not to overflow where the constant is added to what is not known: it says how large memory is, or
    where in it. Other integers are not.
    """
    whole, offset = value, 0
    for _ in range(_DEEPEST):
        value = handed_over(value)
        known = constant_of(value)
        if known is not None:
            fits = _fitting((offset + known, offset + known), whole.type) != _ANY
            return (None, offset + known) if fits else (whole, 0)
        if not isinstance(value, OpResult) or kind_of(value.op) not in (OpKind.ADD, OpKind.SUBTRACT):
            break
        left, right = value.op.operands
        addend = constant_of(right)
        if addend is None and kind_of(value.op) is OpKind.ADD:
            left, addend = right, constant_of(left)
        if addend is None:
            break
        offset += addend if kind_of(value.op) is OpKind.ADD else -addend
        value = left
    return (value, offset) if isinstance(value.type, IndexType) else (whole, 0)


def bounds_of(value: SSAValue, depth: int = _DEEPEST) -> _Bounds:
    """The least and the greatest that the integer may be; an index of which one bound is known is taken not to overflow."""
    known = constant_of(value)
    if known is not None:
        return known, known
    if depth == 0:
        return _ANY
    if isinstance(value, BlockArgument):
        return _bounds_of_counter(value, depth)
    if not isinstance(value, OpResult):
        return _ANY
    op = value.op
    match kind_of(op):
        case OpKind.ADD:
            return _fitting(_add(*(bounds_of(o, depth - 1) for o in op.operands)), value.type)
        case OpKind.SUBTRACT:
            left, right = (bounds_of(o, depth - 1) for o in op.operands)
            return _fitting(_add(left, _negated(right)), value.type)
        case OpKind.MINIMUM | OpKind.MAXIMUM:
            return _extreme(kind_of(op), *(bounds_of(o, depth - 1) for o in op.operands))
        case OpKind.SELECT:
            return _either(*(bounds_of(o, depth - 1) for o in op.operands[1:]))
        case OpKind.DIVIDE_UNSIGNED:
            divisor, (low, high) = constant_of(op.operands[1]), bounds_of(op.operands[0], depth - 1)
            if divisor is None or divisor <= 0 or low is None or low < 0:
                return _ANY
            return low // divisor, None if high is None else high // divisor
        case OpKind.REMAINDER_UNSIGNED:
            divisor = constant_of(op.operands[1])
            return (0, divisor - 1) if divisor is not None and divisor > 0 else _ANY
        case OpKind.INDEX_CAST:
            return _fitting(bounds_of(op.operands[0], depth - 1), value.type)
        case _:
            return _ANY


def _fitting(bounds: _Bounds, type: Attribute) -> _Bounds:
    """The bounds, where no number between them is too large for the type."""
    low, high = bounds
    if low is None or high is None:
        return bounds if isinstance(type, IndexType) else _ANY
    width = width_of(type)
    return bounds if width is not None and fits(low, high, width) else _ANY


def _bounds_of_counter(value: BlockArgument, depth: int) -> _Bounds:
    """Bounds of the induction variable of an `scf.for`, or of one like it."""
    loop = value.block.parent_op()
    if loop is not None and kind_of(loop) is OpKind.CONDITIONAL_LOOP:
        return _bounds_of_growing(value, loop, depth)
    if (
        loop is None
        or kind_of(loop) is not OpKind.COUNTED_LOOP
        or value.index != 0
        or "unsignedCmp" in loop.properties
    ):
        return _ANY
    step = constant_of(loop.operands[2])
    low = bounds_of(loop.operands[0], depth - 1)
    high = bounds_of(loop.operands[1], depth - 1)
    if step is None or step <= 0:
        return _ANY
    last = None if high[1] is None else high[1] - 1
    if last is not None and low[0] is not None and low[0] == low[1]:
        last = max(low[0], low[0] + (last - low[0]) // step * step)
    return low[0], last


def _bounds_of_growing(value: BlockArgument, loop: Operation, depth: int) -> _Bounds:
    """Bounds of what an `scf.while` carries and only grows by a constant."""
    before, after = loop.regions
    end, yielded = before.blocks[0].last_op, after.blocks[0].last_op
    if end is None or yielded is None or len(before.blocks) > 1 or len(after.blocks) > 1:
        return _ANY
    tested: SSAValue = value if value.block is before.blocks[0] else end.operands[value.index + 1]
    if not isinstance(tested, BlockArgument) or tested.block is not before.blocks[0]:
        return _ANY
    growth = _growth(yielded.operands[tested.index], end, tested)
    if growth is None or growth < 0 or not isinstance(tested.type, IndexType):
        return _ANY
    return bounds_of(loop.operands[tested.index], depth - 1)[0], None


def _is_never_negative(value: SSAValue) -> bool:
    low = bounds_of(value)[0]
    return low is not None and low >= 0


def _add(left: _Bounds, right: _Bounds) -> _Bounds:
    low = None if left[0] is None or right[0] is None else left[0] + right[0]
    high = None if left[1] is None or right[1] is None else left[1] + right[1]
    return low, high


def _negated(bounds: _Bounds) -> _Bounds:
    low, high = bounds
    return (None if high is None else -high, None if low is None else -low)


def _either(left: _Bounds, right: _Bounds) -> _Bounds:
    low = None if left[0] is None or right[0] is None else min(left[0], right[0])
    high = None if left[1] is None or right[1] is None else max(left[1], right[1])
    return low, high


def _extreme(kind: OpKind, left: _Bounds, right: _Bounds) -> _Bounds:
    lows = [bound for bound in (left[0], right[0]) if bound is not None]
    highs = [bound for bound in (left[1], right[1]) if bound is not None]
    if kind is OpKind.MAXIMUM:
        return (max(lows, default=None), max(highs) if len(highs) == 2 else None)
    return (min(lows) if len(lows) == 2 else None, min(highs, default=None))


_BELOW = {2: 0, 6: 0, 3: 1, 7: 1}
"""Predicates `slt`, `ult`, `sle`, `ule` of `arith.cmpi`: what to add to the bound to make it exclusive."""

_UNSIGNED = (6, 7)


def _while_trips(loop: Operation) -> Trips:
    """An `scf.while` that counts: it goes on while a carried value, which only grows by a constant, is below a bound."""
    before, after = loop.regions
    end, yielded = before.blocks[0].last_op, after.blocks[0].last_op
    condition = end.operands[0] if end is not None else None
    if end is None or yielded is None or len(before.blocks) > 1 or not isinstance(condition, OpResult):
        return ANY_TRIPS
    compare = condition.op
    if kind_of(compare) is not OpKind.COMPARE:
        return ANY_TRIPS
    counter, bound = compare.operands
    predicate = compare.properties["predicate"]
    assert isinstance(predicate, IntegerAttr)
    extra = _BELOW.get(predicate.value.data)
    if extra is None or not isinstance(counter, BlockArgument) or counter.block is not before.blocks[0]:
        return ANY_TRIPS
    if is_defined_below(bound, loop) and constant_of(bound) is None:
        return ANY_TRIPS
    first = loop.operands[counter.index]
    step = _growth(yielded.operands[counter.index], end, counter)
    if step is None or step <= 0:
        return ANY_TRIPS
    if predicate.value.data in _UNSIGNED and not (_is_never_negative(first) and _is_never_negative(bound)):
        return ANY_TRIPS
    distance = _distance(first, bound)
    low, high = _add(distance, (extra, extra))
    return Trips(
        0 if low is None else max(0, -(-low // step)), None if high is None else max(0, -(-high // step))
    )


def _growth(value: SSAValue, end: Operation, counter: BlockArgument) -> int | None:
    """By how much the counter of an `scf.while` grows, if `value` is what becomes of it in one iteration."""
    base, offset = _offset_of(value)
    if not isinstance(base, BlockArgument):
        return None
    if base.block is not counter.block:
        around = base.block.parent_op()
        if around is not end.parent_op():
            return None
        base, further = _offset_of(end.operands[base.index + 1])
        offset += further
    return offset if base is counter else None
