"""The few numbers that an index value can be, where that can be told: a constant, `i mod 4`, `2 - i` in a short loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from asyncir.analyses.integers.widths import fits, width_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Attribute, BlockArgument, ConstantLike, IntegerAttr, IntegerType, OpResult, SSAValue

MOST_VALUES = 64
"""Sets do not get larger: what is asked is always which of a few cases it is."""

_DEEPEST = 16
"""Operands of operands are looked at no deeper."""

_Binary = Callable[[int, int], int | None]

_BINARY: dict[OpKind, _Binary] = {
    OpKind.ADD: lambda a, b: a + b,
    OpKind.SUBTRACT: lambda a, b: a - b,
    OpKind.MULTIPLY: lambda a, b: a * b,
    OpKind.MINIMUM: min,
    OpKind.MAXIMUM: max,
    OpKind.MINIMUM_UNSIGNED: lambda a, b: min(a, b) if a >= 0 and b >= 0 else None,
    OpKind.MAXIMUM_UNSIGNED: lambda a, b: max(a, b) if a >= 0 and b >= 0 else None,
    OpKind.DIVIDE_UNSIGNED: lambda a, b: a // b if a >= 0 and b > 0 else None,
    OpKind.DIVIDE: lambda a, b: a // b if a >= 0 and b > 0 else None,
    OpKind.REMAINDER_UNSIGNED: lambda a, b: a % b if a >= 0 and b > 0 else None,
    OpKind.REMAINDER: lambda a, b: a % b if a >= 0 and b > 0 else None,
    OpKind.AND: lambda a, b: a & b if a >= 0 and b >= 0 else None,
}
_CASTS = frozenset({OpKind.INDEX_CAST, OpKind.EXTEND})
_UNSIGNED_CASTS = frozenset({OpKind.INDEX_CAST_UNSIGNED, OpKind.EXTEND_UNSIGNED})


def possible_values(value: SSAValue) -> frozenset[int] | None:
    """A set that holds every number that `value` is in any run; None where that is no small set."""
    return _values(value, _DEEPEST)


def _values(value: SSAValue, depth: int) -> frozenset[int] | None:
    known = ConstantLike.get_constant_value(value)
    if isinstance(known, IntegerAttr):
        return frozenset({known.value.data})
    if depth == 0:
        return None
    if isinstance(value, BlockArgument):
        return _of_induction_variable(value, depth)
    assert isinstance(value, OpResult)
    op = value.op
    if kind_of(op) is OpKind.SELECT:
        return _union(_values(operand, depth - 1) for operand in op.operands[1:])
    if kind_of(op) in _CASTS:
        return _fitting(_values(op.operands[0], depth - 1), value.type)
    if kind_of(op) in _UNSIGNED_CASTS:
        return _fitting(_unsigned(op.operands[0], depth), value.type)
    if kind_of(op) in (OpKind.REMAINDER_UNSIGNED, OpKind.AND):
        return _of_mask(kind_of(op), op.operands[0], op.operands[1], depth)
    compute = _BINARY.get(kind_of(op))
    if compute is None or len(op.results) != 1:
        return None
    return _fitting(_combined(compute, op.operands[0], op.operands[1], depth), value.type)


def _fitting(values: frozenset[int] | None, type: Attribute) -> frozenset[int] | None:
    """The numbers, where none is too large for the type."""
    width = width_of(type)
    return values if values and width is not None and fits(min(values), max(values), width) else None


def _unsigned(value: SSAValue, depth: int) -> frozenset[int] | None:
    """What the integer may be, read without a sign."""
    values, type = _values(value, depth - 1), value.type
    if values is None or all(number >= 0 for number in values):
        return values
    if not isinstance(type, IntegerType):
        return None
    return frozenset(number % (1 << type.bitwidth) for number in values)


def _of_mask(kind: OpKind, left: SSAValue, right: SSAValue, depth: int) -> frozenset[int] | None:
    """`left mod c`, or `left and c`: one of few numbers whatever `left` is."""
    exact = _combined(_BINARY[kind], left, right, depth)
    bounds = _values(right, depth - 1)
    if exact is not None or bounds is None or min(bounds) < 0:
        return exact
    most = max(bounds) - 1 if kind is OpKind.REMAINDER_UNSIGNED else max(bounds)
    return frozenset(range(most + 1)) if most < MOST_VALUES else None


def _combined(compute: _Binary, left: SSAValue, right: SSAValue, depth: int) -> frozenset[int] | None:
    lefts, rights = _values(left, depth - 1), _values(right, depth - 1)
    if lefts is None or rights is None:
        return None
    found: set[int] = set()
    for a, b in product(lefts, rights):
        result = compute(a, b)
        if result is None:
            return None
        found.add(result)
    return _small(found)


def _of_induction_variable(argument: BlockArgument, depth: int) -> frozenset[int] | None:
    loop = argument.block.parent_op()
    if loop is None or kind_of(loop) is not OpKind.COUNTED_LOOP or argument.index != 0:
        return None
    lower, upper, step = (_values(operand, depth - 1) for operand in loop.operands[:3])
    if lower is None or upper is None or step is None or len(lower) != 1 or len(step) != 1:
        return None
    first, by, limit = min(lower), min(step), max(upper)
    if by <= 0 or (limit - first) // by > MOST_VALUES:
        return None
    if "unsignedCmp" in loop.properties and (first < 0 or min(upper) < 0):
        return None
    return _small(range(first, limit, by))


def _union(parts: Iterable[frozenset[int] | None]) -> frozenset[int] | None:
    found: set[int] = set()
    for part in parts:
        if part is None:
            return None
        found |= part
    return _small(found)


def _small(found: Iterable[int]) -> frozenset[int] | None:
    values = frozenset(found)
    return values if 0 < len(values) <= MOST_VALUES else None
