"""Patterns on arith: constants to the right, chains of constants combined, chains of conversions shortened."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.integers.arithmetic import combined
from asyncir.dialects import arith
from asyncir.dialects.elementwise import IntegerBinaryOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Commutative, IntegerAttr, Operation, SSAValue
from asyncir.transforms._folds.constants import (
    attribute_of,
    definition,
    integer,
    make,
    signed_integer,
    width_of,
)
from asyncir.transforms._rewriting import Pattern, Rewriter

SWAPPED = (0, 1, 4, 5, 2, 3, 8, 9, 6, 7)
"""By the number of a predicate of `arith.cmpi`: the one that holds when the operands are exchanged."""

NEGATED = (1, 0, 5, 4, 3, 2, 9, 8, 7, 6)
"""The one that holds when this one does not."""


def _constant_to_the_right(op: Operation, rewriter: Rewriter) -> bool:
    left, right = op.operands
    if attribute_of(left) is None or attribute_of(right) is not None:
        return False
    rewriter.set_operands(op, (right, left))
    return True


def _predicate(op: Operation) -> int:
    assert isinstance(op, arith.CmpiOp)
    return op.predicate.value.data


def _swap_comparison(op: Operation, rewriter: Rewriter) -> bool:
    if not _constant_to_the_right(op, rewriter):
        return False
    op.properties["predicate"] = IntegerAttr(SWAPPED[_predicate(op)], 64)
    return True


def _replace(
    op: Operation,
    rewriter: Rewriter,
    kind: type[IntegerBinaryOp],
    left: SSAValue | int,
    right: SSAValue | int,
) -> bool:
    """Replace `op` by an op without flags on a value and a constant: wrapping in between is no longer seen."""
    type_ = op.results[0].type
    operands = (
        value
        if isinstance(value, SSAValue)
        else rewriter.constant(make(type_, [value]), type_, op, op.location)
        for value in (left, right)
    )
    rewriter.replace_with(op, kind(*operands))
    return True


def _with_constant(value: SSAValue) -> tuple[SSAValue, int, int] | None:
    """For `x + c`, `x - c` and `c - x`: x, its sign, and the constant that is added to it."""
    op = definition(value, OpKind.ADD, OpKind.SUBTRACT)
    if op is None:
        return None
    left, right = (integer(operand) for operand in op.operands)
    if right is not None:
        return op.operands[0], 1, right if kind_of(op) is OpKind.ADD else -right
    return None if left is None or kind_of(op) is OpKind.ADD else (op.operands[1], -1, left)


def _chain_sum(op: Operation, rewriter: Rewriter) -> bool:
    """A sum or difference of such a value and a constant, and `(x - y) - x`."""
    first, second = op.operands
    subtracts = kind_of(op) is OpKind.SUBTRACT
    left, right = integer(first), integer(second)
    if right is not None and (inner := _with_constant(first)) is not None:
        x, sign, constant = inner
        constant += -right if subtracts else right
    elif subtracts and left is not None and (inner := _with_constant(second)) is not None:
        x, sign, constant = inner
        sign, constant = -sign, left - constant
    else:
        difference = definition(first, OpKind.SUBTRACT) if subtracts else None
        if difference is None or difference.operands[0] is not second:
            return False
        x, sign, constant = difference.operands[1], -1, 0
    if sign < 0:
        return _replace(op, rewriter, arith.SubiOp, constant, x)
    if subtracts and definition(first, OpKind.SUBTRACT) is not None:
        return _replace(op, rewriter, arith.SubiOp, x, -constant)
    return _replace(op, rewriter, arith.AddiOp, x, constant)


def _chain(op: Operation, rewriter: Rewriter) -> bool:
    """`(x op c) op d`: the constants are combined."""
    inner, d = definition(op.operands[0], kind_of(op)), signed_integer(op.operands[1])
    c = None if inner is None else signed_integer(inner.operands[1])
    width = width_of(op.results[0].type)
    if inner is None or c is None or d is None or width is None:
        return False
    assert isinstance(op, IntegerBinaryOp)
    both = combined(kind_of(op), c, d, width)
    return both is not None and _replace(op, rewriter, type(op), inner.operands[0], both)


def _not_of_comparison(op: Operation, rewriter: Rewriter) -> bool:
    """`not (a < b)` is `a >= b`."""
    comparison = definition(op.operands[0], OpKind.COMPARE)
    if comparison is None or _inverted(op.results[0]) is None:
        return False
    left, right = comparison.operands
    rewriter.replace_with(op, arith.CmpiOp(left, right, NEGATED[_predicate(comparison)]))
    return True


def _inverted(value: SSAValue) -> SSAValue | None:
    """The i1 whose negation `value` is."""
    inversion = definition(value, OpKind.XOR)
    if inversion is None or width_of(value.type) != 1 or integer(inversion.operands[1]) != 1:
        return None
    return inversion.operands[0]


def _select(op: Operation, rewriter: Rewriter) -> bool:
    condition, then, other = op.operands
    # select(not c, a, b) is select(c, b, a).
    positive = _inverted(condition)
    if positive is not None:
        rewriter.set_operands(op, (positive, other, then))
        return True
    # select(c, false, true) is not c.
    type_ = op.results[0].type
    if condition.type == type_ and integer(then) == 0 and integer(other) == 1:
        rewriter.replace_with(op, arith.XOrIOp(condition, other))
        return True
    # A select on the same condition in one of the values is decided.
    for index in (1, 2):
        inner = definition(op.operands[index], OpKind.SELECT)
        if inner is not None and inner.operands[0] is condition:
            operands = list(op.operands)
            operands[index] = inner.operands[index]
            rewriter.set_operands(op, operands)
            return True
    return False


_CHAINS = {
    (OpKind.EXTEND, OpKind.EXTEND): arith.ExtSIOp,
    (OpKind.EXTEND_UNSIGNED, OpKind.EXTEND_UNSIGNED): arith.ExtUIOp,
    (OpKind.EXTEND, OpKind.EXTEND_UNSIGNED): arith.ExtUIOp,
    (OpKind.TRUNCATE, OpKind.TRUNCATE): arith.TruncIOp,
    (OpKind.EXTEND_FLOAT, OpKind.EXTEND_FLOAT): arith.ExtFOp,
}
"""By outer and inner conversion: the one conversion that does the same."""

_EXTENSIONS = (OpKind.EXTEND, OpKind.EXTEND_UNSIGNED)


def _chain_cast(op: Operation, rewriter: Rewriter) -> bool:
    inner = op.operands[0].owner
    kind = _CHAINS.get((kind_of(op), kind_of(inner))) if isinstance(inner, Operation) else None
    if kind is None or not isinstance(inner, Operation):
        return False
    rewriter.replace_with(op, kind(inner.operands[0], op.results[0].type))
    return True


def _truncate_extension(op: Operation, rewriter: Rewriter) -> bool:
    """`trunci(ext x)` is a shorter extension, or a truncation of x."""
    inner = definition(op.operands[0], *_EXTENSIONS)
    if inner is None:
        return False
    source, target = inner.operands[0], op.results[0].type
    narrow, wide = width_of(source.type), width_of(target)
    if narrow is None or wide is None or narrow == wide:
        return False
    kind = type(inner) if narrow < wide else arith.TruncIOp
    rewriter.replace_with(op, kind.create(operands=[source], result_types=[target]))
    return True


def _compare_extended(op: Operation, rewriter: Rewriter) -> bool:
    """A comparison of two values extended alike is one of the values."""
    left, right = (definition(operand, *_EXTENSIONS) for operand in op.operands)
    if left is None or right is None or kind_of(left) is not kind_of(right):
        return False
    if left.operands[0].type != right.operands[0].type:
        return False
    allowed = range(6) if kind_of(left) is OpKind.EXTEND else (0, 1, 6, 7, 8, 9)
    if _predicate(op) not in allowed:
        return False
    rewriter.set_operands(op, (left.operands[0], right.operands[0]))
    return True


def _negated_factors(op: Operation, rewriter: Rewriter) -> bool:
    """`(-x) * (-y)` and `(-x) / (-y)`."""
    left, right = (definition(operand, OpKind.NEGATE_FLOAT) for operand in op.operands)
    if left is None or right is None:
        return False
    rewriter.set_operands(op, (left.operands[0], right.operands[0]))
    return True


_COMMUTATIVE = [OpKind(op.name) for op in arith.Arith.operations if op.has_trait(Commutative)]

PATTERNS: dict[OpKind, Sequence[Pattern]] = {
    **dict.fromkeys(_COMMUTATIVE, (_constant_to_the_right,)),
    OpKind.ADD: (_constant_to_the_right, _chain_sum),
    OpKind.SUBTRACT: (_chain_sum,),
    OpKind.MULTIPLY: (_constant_to_the_right, _chain),
    OpKind.AND: (_constant_to_the_right, _chain),
    OpKind.OR: (_constant_to_the_right, _chain),
    OpKind.XOR: (_constant_to_the_right, _chain, _not_of_comparison),
    OpKind.MULTIPLY_FLOAT: (_constant_to_the_right, _negated_factors),
    OpKind.DIVIDE_FLOAT: (_negated_factors,),
    OpKind.COMPARE: (_swap_comparison, _compare_extended),
    OpKind.SELECT: (_select,),
    OpKind.EXTEND: (_chain_cast,),
    OpKind.EXTEND_UNSIGNED: (_chain_cast,),
    OpKind.EXTEND_FLOAT: (_chain_cast,),
    OpKind.TRUNCATE: (_chain_cast, _truncate_extension),
}
