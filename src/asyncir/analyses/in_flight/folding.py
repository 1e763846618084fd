"""What `arith` computes of two constants, with the width of their type."""

from __future__ import annotations

from collections.abc import Callable

from asyncir.dialects.interfaces.kinds import OpKind


def wrapped(number: int, width: int) -> int:
    """What so many bits hold of a number, read as signed; of one bit, whether it is set."""
    if width == 1:
        return number & 1
    half = 1 << (width - 1)
    return (number + half) % (2 * half) - half


def folded(kind: OpKind, width: int, a: int, b: int) -> int | None:
    """The result of an op, None where it has none or is not known here.

    The operands are read as the op says: as signed numbers, or as unsigned ones.
    """
    found = _FOLDS.get(kind)
    if found is None:
        return None
    mask = (1 << width) - 1
    if width == 1:
        a, b = -(a & 1), -(b & 1)
    if kind in _UNSIGNED or kind in _SHIFTS:
        b &= mask
        a = a & mask if kind in _UNSIGNED else a
    if (kind in _DIVISIONS and b == 0) or (kind in _SHIFTS and b >= width):
        return None
    return wrapped(found(a, b), width)


_SHIFTS = frozenset({OpKind.SHIFT_LEFT, OpKind.SHIFT_RIGHT, OpKind.SHIFT_RIGHT_UNSIGNED})
_REMAINDERS = frozenset({OpKind.REMAINDER, OpKind.REMAINDER_UNSIGNED})
_QUOTIENTS = frozenset(
    {
        OpKind.DIVIDE,
        OpKind.DIVIDE_UNSIGNED,
        OpKind.DIVIDE_FLOOR,
        OpKind.DIVIDE_CEILING,
        OpKind.DIVIDE_CEILING_UNSIGNED,
    }
)
_DIVISIONS = _REMAINDERS | _QUOTIENTS
_UNSIGNED = frozenset(
    {
        OpKind.REMAINDER_UNSIGNED,
        OpKind.DIVIDE_UNSIGNED,
        OpKind.DIVIDE_CEILING_UNSIGNED,
        OpKind.MINIMUM_UNSIGNED,
        OpKind.MAXIMUM_UNSIGNED,
        OpKind.SHIFT_RIGHT_UNSIGNED,
    }
)


def _towards_zero(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


_FOLDS: dict[OpKind, Callable[[int, int], int]] = {
    OpKind.ADD: lambda a, b: a + b,
    OpKind.SUBTRACT: lambda a, b: a - b,
    OpKind.MULTIPLY: lambda a, b: a * b,
    OpKind.REMAINDER_UNSIGNED: lambda a, b: a % b,
    OpKind.REMAINDER: lambda a, b: a - b * _towards_zero(a, b),
    OpKind.DIVIDE_UNSIGNED: lambda a, b: a // b,
    OpKind.DIVIDE: _towards_zero,
    OpKind.DIVIDE_FLOOR: lambda a, b: a // b,
    OpKind.DIVIDE_CEILING: lambda a, b: -(-a // b),
    OpKind.DIVIDE_CEILING_UNSIGNED: lambda a, b: -(-a // b),
    OpKind.MINIMUM: min,
    OpKind.MINIMUM_UNSIGNED: min,
    OpKind.MAXIMUM: max,
    OpKind.MAXIMUM_UNSIGNED: max,
    OpKind.SHIFT_LEFT: lambda a, b: a << b,
    OpKind.SHIFT_RIGHT_UNSIGNED: lambda a, b: a >> b,
    OpKind.SHIFT_RIGHT: lambda a, b: a >> b,
    OpKind.AND: lambda a, b: a & b,
    OpKind.OR: lambda a, b: a | b,
    OpKind.XOR: lambda a, b: a ^ b,
}
