"""Between which numbers an integer lies in every run, read with its sign; what may wrap may be anything of its width."""

from __future__ import annotations

from collections.abc import Callable

from asyncir.analyses.flow import handed_over
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.widths import INDEX_WIDTH, fits, limits, width_of, wrapped
from asyncir.dialects.counted_loops import Count, counts_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import BlockArgument, Operation, OpResult, SSAValue

Range = tuple[int, int]
_Compute = Callable[[Range, Range, int], Range | None]

_DEEPEST = 16
"""Operands of operands are looked at no deeper: what lies below may be anything."""


MANY = 1 << 48
"""No loop runs that often: at an iteration in each nanosecond it would take three days."""


def range_of(value: SSAValue, depth: int = _DEEPEST) -> Range:
    """Bounds of the integer."""
    value = handed_over(value)
    width = width_of(value.type) or INDEX_WIDTH
    known = constant_of(value)
    if known is not None:
        return wrapped(known, width), wrapped(known, width)
    found = _found(value, width, depth - 1) if depth else None
    return limits(width) if found is None or not fits(*found, width) else found


def _found(value: SSAValue, width: int, depth: int) -> Range | None:
    if isinstance(value, BlockArgument):
        return _of_counter(value, depth)
    assert isinstance(value, OpResult)
    op = value.op
    if kind_of(op) in _CASTS:
        low, high = range_of(op.operands[0], depth)
        return (low, high) if kind_of(op) not in _UNSIGNED or low >= 0 else _without_sign(op)
    if kind_of(op) is OpKind.SELECT:
        (a, b), (c, d) = (range_of(operand, depth) for operand in op.operands[1:])
        return min(a, c), max(b, d)
    if kind_of(op) is OpKind.EXTENT:
        return 0, limits(width)[1]
    compute = _BINARY.get(kind_of(op))
    if compute is None or len(op.operands) != 2:
        return None
    return compute(range_of(op.operands[0], depth), range_of(op.operands[1], depth), width)


def _without_sign(op: Operation) -> Range:
    return 0, (1 << (width_of(op.operands[0].type) or INDEX_WIDTH)) - 1


def may_wrap(count: Count, depth: int = _DEEPEST) -> bool:
    """Whether a counter may wrap before it is compared, where the loop itself does not see to that."""
    most = range_of(count.upper, depth)[1] - 1
    return isinstance(count.step, int) and not fits(most, most + count.step, width_of(count.upper.type) or 1)


def _of_counter(value: BlockArgument, depth: int) -> Range | None:
    loop = value.block.parent_op()
    counts = () if loop is None else counts_of(loop)
    count = next((count for count in counts if value in count.values), None)
    if count is None or may_wrap(count, depth):
        return None
    lower, upper = range_of(count.lower, depth), range_of(count.upper, depth)
    if count.unsigned and min(lower[0], upper[0]) < 0:
        return None
    last, step = upper[1] - 1, count.step if isinstance(count.step, int) else constant_of(count.step)
    if lower[0] == lower[1] and step is not None and step > 0:
        last = lower[0] + (last - lower[0]) // step * step
    # In a loop that never runs there is no counter.
    return (lower[0], last) if lower[0] <= last else None


def _product(a: Range, b: Range, width: int) -> Range:
    ends = [x * y for x in a for y in b]
    return min(ends), max(ends)


def _quotient(rounded: Callable[[int, int], int], *, signed: bool = True) -> _Compute:
    def compute(a: Range, b: Range, width: int) -> Range | None:
        if b[0] <= 0 or (a[0] < 0 and not signed):
            return None
        ends = [rounded(x, y) for x in a for y in b]
        return min(ends), max(ends)

    return compute


def _remainder(a: Range, b: Range, width: int) -> Range | None:
    """Of a division without a sign."""
    if b[0] <= 0:
        return None
    return (0, min(a[1], b[1] - 1)) if a[0] >= 0 else (0, b[1] - 1)


def _signed_remainder(a: Range, b: Range, width: int) -> Range | None:
    if b[0] <= 0:
        return None
    return (max(a[0], 1 - b[1]) if a[0] < 0 else 0), (min(a[1], b[1] - 1) if a[1] > 0 else 0)


def _both_bits(a: Range, b: Range, width: int) -> Range | None:
    highs = [high for low, high in (a, b) if low >= 0]
    return (0, min(highs)) if highs else None


def _any_bits(a: Range, b: Range, width: int) -> Range | None:
    if a[0] < 0 or b[0] < 0:
        return None
    return 0, (1 << max(a[1], b[1]).bit_length()) - 1


def _shifted_left(a: Range, b: Range, width: int) -> Range | None:
    if not 0 <= b[0] <= b[1] < width:
        return None
    return _product(a, (1 << b[0], 1 << b[1]), width)


def _shifted_right(a: Range, b: Range, width: int) -> Range | None:
    if not 0 <= b[0] <= b[1] < width:
        return None
    ends = [x >> y for x in a for y in b]
    return min(ends), max(ends)


def _shifted_without_sign(a: Range, b: Range, width: int) -> Range | None:
    if a[0] >= 0:
        return _shifted_right(a, b, width)
    return (0, ((1 << width) - 1) >> b[0]) if 0 < b[0] <= b[1] < width else None


def _where_not_negative(compute: _Compute) -> _Compute:
    def computed(a: Range, b: Range, width: int) -> Range | None:
        return compute(a, b, width) if min(a[0], b[0]) >= 0 else None

    return computed


def _least(a: Range, b: Range, width: int) -> Range:
    return min(a[0], b[0]), min(a[1], b[1])


def _most(a: Range, b: Range, width: int) -> Range:
    return max(a[0], b[0]), max(a[1], b[1])


def _truncated(a: int, b: int) -> int:
    return a // b if a >= 0 else -(-a // b)


_BINARY: dict[OpKind, _Compute] = {
    OpKind.ADD: lambda a, b, _: (a[0] + b[0], a[1] + b[1]),
    OpKind.SUBTRACT: lambda a, b, _: (a[0] - b[1], a[1] - b[0]),
    OpKind.MULTIPLY: _product,
    OpKind.MINIMUM: _least,
    OpKind.MAXIMUM: _most,
    OpKind.MINIMUM_UNSIGNED: _where_not_negative(_least),
    OpKind.MAXIMUM_UNSIGNED: _where_not_negative(_most),
    OpKind.DIVIDE: _quotient(_truncated),
    OpKind.DIVIDE_FLOOR: _quotient(lambda a, b: a // b),
    OpKind.DIVIDE_CEILING: _quotient(lambda a, b: -(-a // b)),
    OpKind.DIVIDE_UNSIGNED: _quotient(lambda a, b: a // b, signed=False),
    OpKind.DIVIDE_CEILING_UNSIGNED: _quotient(lambda a, b: -(-a // b), signed=False),
    OpKind.REMAINDER_UNSIGNED: _remainder,
    OpKind.REMAINDER: _signed_remainder,
    OpKind.AND: _both_bits,
    OpKind.OR: _any_bits,
    OpKind.XOR: _any_bits,
    OpKind.SHIFT_LEFT: _shifted_left,
    OpKind.SHIFT_RIGHT: _shifted_right,
    OpKind.SHIFT_RIGHT_UNSIGNED: _shifted_without_sign,
}
_UNSIGNED = frozenset({OpKind.INDEX_CAST_UNSIGNED, OpKind.EXTEND_UNSIGNED})
_CASTS = frozenset({OpKind.INDEX_CAST, OpKind.EXTEND, OpKind.TRUNCATE}) | _UNSIGNED
