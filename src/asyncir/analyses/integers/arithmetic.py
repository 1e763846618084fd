"""Integer arithmetic on known numbers, of any width; None where there is no result (a division by zero or of
the least number by -1, a far shift).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from asyncir.analyses.integers.widths import limits, unsigned, width_of, wrapped
from asyncir.dialects.arith import CmpiOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation

_Binary = Callable[[int, int, int], int | None]
"""Of two numbers, read with their sign, and their width; the result may still have to be wrapped."""


def _divided(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _without_sign(compute: Callable[[int, int], int]) -> _Binary:
    return lambda a, b, width: compute(unsigned(a, width), unsigned(b, width))


def _quotient(compute: Callable[[int, int], int]) -> _Binary:
    return lambda a, b, width: compute(a, b) if b else None


def _unsigned_quotient(compute: Callable[[int, int], int]) -> _Binary:
    return lambda a, b, width: compute(unsigned(a, width), unsigned(b, width)) if b else None


def _shift(compute: Callable[[int, int, int], int]) -> _Binary:
    return lambda a, b, width: compute(a, b, width) if 0 <= b < width else None


_BINARY: dict[OpKind, _Binary] = {
    OpKind.ADD: lambda a, b, _: a + b,
    OpKind.SUBTRACT: lambda a, b, _: a - b,
    OpKind.MULTIPLY: lambda a, b, _: a * b,
    OpKind.AND: lambda a, b, _: a & b,
    OpKind.OR: lambda a, b, _: a | b,
    OpKind.XOR: lambda a, b, _: a ^ b,
    OpKind.MINIMUM: lambda a, b, _: min(a, b),
    OpKind.MAXIMUM: lambda a, b, _: max(a, b),
    OpKind.MINIMUM_UNSIGNED: _without_sign(min),
    OpKind.MAXIMUM_UNSIGNED: _without_sign(max),
    OpKind.DIVIDE: _quotient(_divided),
    OpKind.DIVIDE_FLOOR: _quotient(lambda a, b: a // b),
    OpKind.DIVIDE_CEILING: _quotient(lambda a, b: -(-a // b)),
    OpKind.REMAINDER: _quotient(lambda a, b: a - b * _divided(a, b)),
    OpKind.DIVIDE_UNSIGNED: _unsigned_quotient(lambda a, b: a // b),
    OpKind.DIVIDE_CEILING_UNSIGNED: _unsigned_quotient(lambda a, b: -(-a // b)),
    OpKind.REMAINDER_UNSIGNED: _unsigned_quotient(lambda a, b: a % b),
    OpKind.SHIFT_LEFT: _shift(lambda a, b, _: a << b),
    OpKind.SHIFT_RIGHT: _shift(lambda a, b, _: a >> b),
    OpKind.SHIFT_RIGHT_UNSIGNED: _shift(lambda a, b, width: unsigned(a, width) >> b),
}

_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")
}

BINARY = frozenset(_BINARY)
"""The kinds of ops that make one integer of two of its width."""

_SIGNED_QUOTIENTS = frozenset({OpKind.DIVIDE, OpKind.DIVIDE_FLOOR, OpKind.DIVIDE_CEILING})
_QUOTIENTS = _SIGNED_QUOTIENTS | {OpKind.DIVIDE_UNSIGNED, OpKind.DIVIDE_CEILING_UNSIGNED}
_NEUTRAL = {
    **dict.fromkeys((OpKind.ADD, OpKind.SUBTRACT, OpKind.OR, OpKind.XOR, OpKind.MAXIMUM_UNSIGNED), 0),
    **dict.fromkeys((OpKind.SHIFT_LEFT, OpKind.SHIFT_RIGHT, OpKind.SHIFT_RIGHT_UNSIGNED), 0),
    **dict.fromkeys((OpKind.AND, OpKind.MINIMUM_UNSIGNED), -1),
}
_ABSORBING = {
    **dict.fromkeys((OpKind.MULTIPLY, OpKind.AND, OpKind.MINIMUM_UNSIGNED), 0),
    **dict.fromkeys((OpKind.OR, OpKind.MAXIMUM_UNSIGNED), -1),
}
SIGNED_CASTS = frozenset({OpKind.INDEX_CAST, OpKind.EXTEND, OpKind.TRUNCATE})
UNSIGNED_CASTS = frozenset({OpKind.INDEX_CAST_UNSIGNED, OpKind.EXTEND_UNSIGNED})


def uncut(kind: OpKind, a: int, b: int, width: int) -> int | None:
    """What an op of this kind makes of two numbers before it is cut to the width."""
    compute = _BINARY.get(kind)
    return None if compute is None else compute(a, b, width)


def combined(kind: OpKind, a: int, b: int, width: int) -> int | None:
    """What an op of this kind makes of two numbers."""
    result = uncut(kind, a, b, width)
    if result is None or (kind in _SIGNED_QUOTIENTS and result > limits(width)[1]):
        return None
    return wrapped(result, width)


def computed(op: Operation, numbers: Sequence[int]) -> int | None:
    """What an op with one result makes of these numbers."""
    kind, of, to = kind_of(op), width_of(op.operands[-1].type), width_of(op.results[0].type)
    if of is None or to is None:
        return None
    if isinstance(op, CmpiOp):
        return -int(compared(op.predicate_name, numbers[0], numbers[1], of))
    if kind is OpKind.SELECT:
        return numbers[1] if numbers[0] else numbers[2]
    if len(numbers) == 1:
        return cast(kind, numbers[0], of, to)
    return combined(kind, numbers[0], numbers[1], of) if len(numbers) == 2 else None


def neutral(kind: OpKind, width: int) -> int | None:
    """The second number that leaves the first one as it is, whatever that is."""
    if kind in _QUOTIENTS or kind is OpKind.MULTIPLY:
        return wrapped(1, width)
    least, most = limits(width)
    return {OpKind.MINIMUM: most, OpKind.MAXIMUM: least}.get(kind, _NEUTRAL.get(kind))


def absorbing(kind: OpKind, width: int) -> int | None:
    """The second number that is the result, whatever the first one is."""
    least, most = limits(width)
    return {OpKind.MINIMUM: least, OpKind.MAXIMUM: most}.get(kind, _ABSORBING.get(kind))


def compared(predicate: str, a: int, b: int, width: int) -> bool:
    """Whether a comparison of `arith.cmpi` holds."""
    if predicate[0] == "u":
        a, b = unsigned(a, width), unsigned(b, width)
    return _COMPARISONS[predicate if predicate in _COMPARISONS else predicate[1:]](a, b)


def cast(kind: OpKind, number: int, width: int, to: int) -> int | None:
    """The number in another width."""
    if kind in UNSIGNED_CASTS:
        return wrapped(unsigned(number, width), to)
    return wrapped(number, to) if kind in SIGNED_CASTS else None
