"""Folds of integer arithmetic, exactly as MLIR's: results wrap; what is undefined or poison is not folded.

Numbers are computed by `analyses/integers/arithmetic`; here are identities, which hold whatever the operands are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from asyncir.analyses.integers.arithmetic import BINARY, absorbing, combined, compared, neutral
from asyncir.analyses.integers.widths import limits, unsigned
from asyncir.dialects.arith import CmpiOp
from asyncir.dialects.elementwise import IntegerOverflowAttr, IntegerOverflowFlag
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, SSAValue
from asyncir.transforms._folds.constants import (
    Fold,
    Folded,
    definition,
    elementwise,
    integer,
    make,
    same_everywhere,
    signed_integer,
    width_of,
)

_SAME_TWICE = {
    *(OpKind.AND, OpKind.OR),
    *(OpKind.MAXIMUM, OpKind.MAXIMUM_UNSIGNED, OpKind.MINIMUM, OpKind.MINIMUM_UNSIGNED),
}
"""Of two operands that are one value, the result is that value."""


def _identity(op: Operation) -> SSAValue | int | None:
    """The value, or the number, that an op on two integers equals whatever its other operands are."""
    a, b = op.operands
    kind, known = kind_of(op), signed_integer(b)
    if known is not None and (width := width_of(a.type)) is not None:
        if known == neutral(kind, width):
            return a
        if known == absorbing(kind, width):
            return b
        if kind in (OpKind.REMAINDER, OpKind.REMAINDER_UNSIGNED) and integer(b) == 1:
            return 0
    if a is b and (kind in _SAME_TWICE or kind in (OpKind.SUBTRACT, OpKind.XOR)):
        return a if kind in _SAME_TWICE else 0
    return _undone(kind, a, b)


def _undone(kind: OpKind, a: SSAValue, b: SSAValue) -> SSAValue | int | None:
    """What an op equals of which one operand is an op on the other one."""
    if kind is OpKind.SUBTRACT:
        return _other_operand(definition(a, OpKind.ADD), b)
    for outer, inner in ((a, b), (b, a)):
        found: SSAValue | int | None = None
        match kind:
            case OpKind.ADD:
                difference = definition(inner, OpKind.SUBTRACT)
                if difference is not None and difference.operands[1] is outer:
                    found = difference.operands[0]
            case OpKind.XOR:
                found = _other_operand(definition(inner, OpKind.XOR), outer)
            case OpKind.AND if _is_inverted(inner, outer):
                found = 0
            case OpKind.OR if _is_inverted(inner, outer):
                found = -1
            case OpKind.AND if _other_operand(definition(inner, OpKind.AND), outer) is not None:
                found = inner
            case _:
                pass
        if found is not None:
            return found
    return _quotient_of_product(kind, a, b)


def _quotient_of_product(kind: OpKind, a: SSAValue, b: SSAValue) -> SSAValue | None:
    """`(x * y) / y` is x where the product did not wrap."""
    flag = _EXACT_IF.get(kind)
    product = definition(a, OpKind.MULTIPLY) if flag is not None else None
    if product is None:
        return None
    flags = product.properties.get("overflowFlags")
    exact = isinstance(flags, IntegerOverflowAttr) and flag in flags.data
    return _other_operand(product, b) if exact else None


_EXACT_IF = {
    OpKind.DIVIDE: IntegerOverflowFlag.NSW,
    OpKind.DIVIDE_UNSIGNED: IntegerOverflowFlag.NUW,
}
"""By kind of division: what a product has to promise to be exact there."""


def _other_operand(op: Operation | None, operand: SSAValue) -> SSAValue | None:
    """The operand beside this one, if it is one of the two of `op`."""
    if op is None or operand not in op.operands:
        return None
    return op.operands[1 - list(op.operands).index(operand)]


def _is_inverted(value: SSAValue, other: SSAValue) -> bool:
    inversion = definition(value, OpKind.XOR)
    return (
        inversion is not None
        and inversion.operands[0] is other
        and signed_integer(inversion.operands[1]) == -1
    )


def _binary(op: Operation) -> Folded:
    same = _identity(op)
    if isinstance(same, SSAValue):
        return [same]
    type_ = op.results[0].type
    if same is not None:
        return same_everywhere(type_, same)
    kind, width = kind_of(op), width_of(type_) or 1

    def compute(numbers: Sequence[int]) -> int | None:
        # MLIR negates what is negative first, and folds nothing where that wraps.
        if kind is OpKind.DIVIDE_CEILING and numbers[0] and limits(width)[0] in numbers:
            return None
        return combined(kind, numbers[0], numbers[1], width)

    return elementwise(op, compute)


def _cmpi(op: Operation) -> Folded:
    a, b = op.operands
    width = width_of(a.type)
    if not isinstance(op, CmpiOp) or width is None:
        return None
    name = op.predicate_name
    if a is b:
        return same_everywhere(op.result.type, compared(name, 0, 0, width))
    # `x == true` and `x != false` are x.
    if width == 1 and (name, integer(b)) in (("eq", 1), ("ne", 0)):
        return [a]
    return elementwise(op, lambda n: compared(name, n[0], n[1], width))


def _extended(op: Operation) -> Folded:
    """Ops with two results: the low and the high half."""
    a, b = op.operands
    adds = kind_of(op) is OpKind.ADD_EXTENDED
    read = signed_integer if kind_of(op) is OpKind.MULTIPLY_EXTENDED else integer
    left, right, width = read(a), read(b), width_of(a.type)
    if right == 0:
        return [a, make(op.results[1].type, [0])] if adds else [b, b]
    if right == 1 and kind_of(op) is OpKind.MULTIPLY_EXTENDED_UNSIGNED:
        return [a, make(op.results[1].type, [0])]
    if left is None or right is None or width is None:
        return None
    whole = left + right if adds else left * right
    return [make(r.type, [half]) for r, half in zip(op.results, (whole, whole >> width), strict=True)]


def _of_bits(compute: Callable[[int, int], int]) -> Fold:
    """A function of the bits of an integer and their number."""

    def fold(op: Operation) -> Folded:
        width = width_of(op.results[0].type) or 1
        return elementwise(op, lambda n: compute(unsigned(n[0], width), width))

    return fold


def _power(op: Operation) -> Folded:
    """Defined for every base where the exponent is not negative."""
    width = width_of(op.results[0].type) or 1
    return elementwise(op, lambda n: None if n[1] < 0 else pow(n[0], n[1], 1 << width))


FOLDS: dict[OpKind, Fold] = {
    **dict.fromkeys(BINARY, _binary),
    OpKind.COMPARE: _cmpi,
    OpKind.ADD_EXTENDED: _extended,
    OpKind.MULTIPLY_EXTENDED: _extended,
    OpKind.MULTIPLY_EXTENDED_UNSIGNED: _extended,
    OpKind.POWER: _power,
    OpKind.MAGNITUDE: lambda op: elementwise(op, lambda n: abs(n[0])),
    OpKind.LEADING_ZEROS: _of_bits(lambda bits, width: width - bits.bit_length()),
    OpKind.TRAILING_ZEROS: _of_bits(lambda bits, width: (bits & -bits).bit_length() - 1 if bits else width),
    OpKind.ONES: _of_bits(lambda bits, width: bits.bit_count()),
}
