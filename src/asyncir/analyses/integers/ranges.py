"""Between which numbers an integer lies in every run, read with its sign; what may wrap may be anything of its width."""

from __future__ import annotations

from collections.abc import Callable

from asyncir.analyses.flow import handed_over
from asyncir.analyses.integers.arithmetic import SIGNED_CASTS, UNSIGNED_CASTS, uncut
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.widths import INDEX_WIDTH, fits, limits, width_of, wrapped
from asyncir.dialects.counted_loops import Count, counts_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import BlockArgument, OpResult, SSAValue

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
    if kind_of(op) in SIGNED_CASTS:
        return range_of(op.operands[0], depth)
    if kind_of(op) in UNSIGNED_CASTS:
        low, high = range_of(op.operands[0], depth)
        return (low, high) if low >= 0 else (0, (1 << (width_of(op.operands[0].type) or INDEX_WIDTH)) - 1)
    if kind_of(op) is OpKind.SELECT:
        (a, b), (c, d) = (range_of(operand, depth) for operand in op.operands[1:])
        return min(a, c), max(b, d)
    if kind_of(op) is OpKind.EXTENT:
        return 0, limits(width)[1]
    compute = _BINARY.get(kind_of(op))
    if compute is None:
        return None
    return compute(range_of(op.operands[0], depth), range_of(op.operands[1], depth), width)


def may_wrap(count: Count, depth: int = _DEEPEST) -> bool:
    """Whether a counter may wrap before it is compared, where the loop itself does not see to that."""
    if not isinstance(count.step, int):
        return False
    most = range_of(count.upper, depth)[1] - 1
    return not fits(most, most + count.step, width_of(count.upper.type) or 1)


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
    return (0, (1 << max(a[1], b[1]).bit_length()) - 1) if _have_no_sign(a, b, width) else None


def _shifted_without_sign(a: Range, b: Range, width: int) -> Range | None:
    if a[0] >= 0:
        return _between_ends(OpKind.SHIFT_RIGHT)(a, b, width)
    return (0, ((1 << width) - 1) >> b[0]) if 0 < b[0] <= b[1] < width else None


def _always(a: Range, b: Range, width: int) -> bool:
    return True


def _have_no_sign(a: Range, b: Range, width: int) -> bool:
    return min(a[0], b[0]) >= 0


def _is_positive(a: Range, b: Range, width: int) -> bool:
    """Of what is divided by."""
    return b[0] > 0


def _is_no_far_shift(a: Range, b: Range, width: int) -> bool:
    return 0 <= b[0] <= b[1] < width


def _between_ends(kind: OpKind) -> _Compute:
    """Of an op that only grows, or only falls, with each operand, as far as its condition holds: it is between its ends."""
    holds = _EVEN[kind]

    def compute(a: Range, b: Range, width: int) -> Range | None:
        ends = [uncut(kind, x, y, width) for x in a for y in b] if holds(a, b, width) else []
        known = [end for end in ends if end is not None]
        return (min(known), max(known)) if known else None

    return compute


_EVEN: dict[OpKind, Callable[[Range, Range, int], bool]] = {
    **dict.fromkeys((OpKind.ADD, OpKind.SUBTRACT, OpKind.MULTIPLY, OpKind.MINIMUM, OpKind.MAXIMUM), _always),
    **dict.fromkeys((OpKind.MINIMUM_UNSIGNED, OpKind.MAXIMUM_UNSIGNED), _have_no_sign),
    **dict.fromkeys((OpKind.DIVIDE, OpKind.DIVIDE_FLOOR, OpKind.DIVIDE_CEILING), _is_positive),
    **dict.fromkeys(
        (OpKind.DIVIDE_UNSIGNED, OpKind.DIVIDE_CEILING_UNSIGNED),
        lambda a, b, width: _have_no_sign(a, b, width) and _is_positive(a, b, width),
    ),
    **dict.fromkeys((OpKind.SHIFT_LEFT, OpKind.SHIFT_RIGHT), _is_no_far_shift),
}
_BINARY: dict[OpKind, _Compute] = {
    **{kind: _between_ends(kind) for kind in _EVEN},
    OpKind.REMAINDER_UNSIGNED: _remainder,
    OpKind.REMAINDER: _signed_remainder,
    OpKind.AND: _both_bits,
    OpKind.OR: _any_bits,
    OpKind.XOR: _any_bits,
    OpKind.SHIFT_RIGHT_UNSIGNED: _shifted_without_sign,
}
