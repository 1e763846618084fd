"""Patterns on arith: constants to the right, chains of constants combined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from asyncir.analyses.integers.arithmetic import combined, uncut
from asyncir.analyses.integers.widths import limits, unsigned, wrapped
from asyncir.dialects import arith
from asyncir.dialects.elementwise import (
    NO_OVERFLOW_FLAGS,
    IntegerBinaryOp,
    IntegerOverflowAttr,
    IntegerOverflowFlag,
    element_type,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Commutative, IndexType, IntegerAttr, Operation, SSAValue
from asyncir.transforms._folds.constants import (
    Key,
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


def predicate_of(op: Operation) -> int:
    """The number of the predicate of an `arith.cmpi`."""
    assert isinstance(op, arith.CmpiOp)
    return op.predicate.value.data


def _swap_comparison(op: Operation, rewriter: Rewriter) -> bool:
    if not _constant_to_the_right(op, rewriter):
        return False
    op.properties["predicate"] = IntegerAttr(SWAPPED[predicate_of(op)], 64)
    return True


def _flags(*ops: Operation) -> frozenset[IntegerOverflowFlag]:
    """What all of these ops promise not to do."""
    flags = frozenset(IntegerOverflowFlag)
    for op in ops:
        said = op.properties.get("overflowFlags")
        flags &= said.data if isinstance(said, IntegerOverflowAttr) else NO_OVERFLOW_FLAGS.data
    return flags


def _replace(
    op: Operation,
    rewriter: Rewriter,
    kind: type[IntegerBinaryOp],
    operands: tuple[SSAValue | int, SSAValue | int],
    flags: frozenset[IntegerOverflowFlag] = NO_OVERFLOW_FLAGS.data,
) -> bool:
    """Replace `op` by an op on a value and a constant: wrapping in between is no longer seen."""
    type_ = op.results[0].type
    values = (
        value
        if isinstance(value, SSAValue)
        else rewriter.constant(make(type_, [value]), type_, op, op.location)
        for value in operands
    )
    new = kind(*values)
    if flags:
        new.properties["overflowFlags"] = IntegerOverflowAttr(flags)
    rewriter.replace_with(op, new)
    return True


class _Sum(NamedTuple):
    """What adds a constant to a value, or to its negation: the op, the value, its sign, and the constant's operand."""

    op: Operation
    value: SSAValue
    sign: int
    constant: SSAValue
    constant_sign: int


def _with_constant(value: SSAValue) -> _Sum | None:
    """The `x + c`, `x - c` or `c - x` that makes a value."""
    op = definition(value, OpKind.ADD, OpKind.SUBTRACT)
    if op is None:
        return None
    left, right = op.operands
    if signed_integer(right) is not None:
        return _Sum(op, left, 1, right, 1 if kind_of(op) is OpKind.ADD else -1)
    is_difference = kind_of(op) is OpKind.SUBTRACT and signed_integer(left) is not None
    return _Sum(op, right, -1, left, 1) if is_difference else None


def _chain_sum(op: Operation, rewriter: Rewriter) -> bool:
    """A sum or difference of such a value and a constant, and `(x - y) - x`."""
    first, second = op.operands
    subtracts = kind_of(op) is OpKind.SUBTRACT
    if signed_integer(second) is not None and (inner := _with_constant(first)) is not None:
        sign, outer, outer_sign = inner.sign, second, -1 if subtracts else 1
    elif subtracts and signed_integer(first) is not None and (inner := _with_constant(second)) is not None:
        sign, outer, outer_sign = -inner.sign, first, 1
        inner = inner._replace(constant_sign=-inner.constant_sign)
    else:
        difference = definition(first, OpKind.SUBTRACT) if subtracts else None
        if difference is None or difference.operands[0] is not second:
            return False
        return _replace(op, rewriter, arith.SubiOp, (0, difference.operands[1]), _flags(op, difference))
    subtracts_now = sign < 0 or (subtracts and kind_of(inner.op) is OpKind.SUBTRACT)
    constant_sign = -1 if subtracts_now and sign > 0 else 1
    terms = ((inner.constant, constant_sign * inner.constant_sign), (outer, constant_sign * outer_sign))
    constant = sum(term_sign * (signed_integer(term) or 0) for term, term_sign in terms)
    operands = (constant, inner.value) if sign < 0 else (inner.value, constant)
    kind = arith.SubiOp if subtracts_now else arith.AddiOp
    return _replace(op, rewriter, kind, operands, _exact_sum(_flags(op, inner.op), terms))


def _exact_sum(
    flags: frozenset[IntegerOverflowFlag], terms: Sequence[tuple[SSAValue, int]]
) -> frozenset[IntegerOverflowFlag]:
    """The flags that hold with the sum of these constants, too: where the sum did not have to be wrapped."""
    width = width_of(terms[0][0].type) or 1
    least, most = limits(width)
    kept: set[IntegerOverflowFlag] = set()
    if least <= sum(sign * (signed_integer(term) or 0) for term, sign in terms) <= most:
        kept.add(IntegerOverflowFlag.NSW)
    if 0 <= sum(sign * (integer(term) or 0) for term, sign in terms) < 1 << width:
        kept.add(IntegerOverflowFlag.NUW)
    return flags & kept


def _add_negated(op: Operation, rewriter: Rewriter) -> bool:
    """`x + y * -1` is `x - y`."""
    for value, other in ((op.operands[1], op.operands[0]), (op.operands[0], op.operands[1])):
        product = definition(value, OpKind.MULTIPLY)
        if product is not None and signed_integer(product.operands[1]) == -1:
            return _replace(op, rewriter, arith.SubiOp, (other, product.operands[0]))
    return False


def _chain(op: Operation, rewriter: Rewriter) -> bool:
    """`(x op c) op d`: the constants are combined."""
    kind = kind_of(op)
    inner, d = definition(op.operands[0], kind), signed_integer(op.operands[1])
    c = None if inner is None else signed_integer(inner.operands[1])
    width = width_of(op.results[0].type)
    if inner is None or c is None or d is None or width is None:
        return False
    assert isinstance(op, IntegerBinaryOp)
    both = combined(kind, c, d, width)
    if both is None:
        return False
    flags = _flags(op, inner) if kind is OpKind.MULTIPLY else NO_OVERFLOW_FLAGS.data
    return _replace(op, rewriter, type(op), (inner.operands[0], both), _exact_product(flags, c, d, width))


def _exact_product(
    flags: frozenset[IntegerOverflowFlag], c: int, d: int, width: int
) -> frozenset[IntegerOverflowFlag]:
    """The flags that hold with the product of these constants, too: where it did not have to be wrapped."""
    kept: set[IntegerOverflowFlag] = set()
    if uncut(OpKind.MULTIPLY, c, d, width) == wrapped(c * d, width):
        kept.add(IntegerOverflowFlag.NSW)
    if unsigned(c, width) * unsigned(d, width) < 1 << width:
        kept.add(IntegerOverflowFlag.NUW)
    return flags & kept


def _not_of_comparison(op: Operation, rewriter: Rewriter) -> bool:
    """`not (a < b)` is `a >= b`."""
    comparison = definition(op.operands[0], OpKind.COMPARE)
    if comparison is None or width_of(op.results[0].type) != 1 or integer(op.operands[1]) != 1:
        return False
    left, right = comparison.operands
    rewriter.replace_with(op, arith.CmpiOp(left, right, NEGATED[predicate_of(comparison)]))
    return True


def _negated_factors(op: Operation, rewriter: Rewriter) -> bool:
    """`(-x) * (-y)` and `(-x) / (-y)`."""
    left, right = (definition(operand, OpKind.NEGATE_FLOAT) for operand in op.operands)
    if left is None or right is None:
        return False
    rewriter.set_operands(op, (left.operands[0], right.operands[0]))
    return True


_HALVES: dict[OpKind, type[IntegerBinaryOp]] = {
    OpKind.ADD_EXTENDED: arith.AddiOp,
    OpKind.MULTIPLY_EXTENDED: arith.MuliOp,
    OpKind.MULTIPLY_EXTENDED_UNSIGNED: arith.MuliOp,
}


def _only_low_half(op: Operation, rewriter: Rewriter) -> bool:
    """Of a sum or product twice as wide, the low half is the plain one."""
    if op.results[1].first_use is not None:
        return False
    plain = _HALVES[kind_of(op)](*op.operands)
    rewriter.insert(op, plain)
    rewriter.replace_values([op.results[0]], [plain.results[0]])
    rewriter.erase(op)
    return True


def _signed_product_of_one(op: Operation, rewriter: Rewriter) -> bool:
    """The high half of `x * 1` is the sign of x. (Of an i1, 1 is -1.)"""
    left, right = op.operands
    type_ = left.type
    if width_of(type_) == 1 or signed_integer(right) != 1:
        return False
    zero = rewriter.constant(make(type_, [0]), type_, op, op.location)
    is_negative = arith.CmpiOp(left, zero, "slt")
    extension = (
        arith.ExtSIOp(is_negative.results[0], type_)
        if not isinstance(element_type(type_), IndexType)
        else arith.IndexCastOp(is_negative.results[0], type_)
    )
    rewriter.insert(op, is_negative, extension)
    rewriter.replace(op, [left, extension.results[0]])
    return True


_COMMUTATIVE = [OpKind(op.name) for op in arith.Arith.operations if op.has_trait(Commutative)]

PATTERNS: dict[Key, Sequence[Pattern]] = {
    **dict.fromkeys(_COMMUTATIVE, (_constant_to_the_right,)),
    OpKind.ADD: (_constant_to_the_right, _chain_sum, _add_negated),
    OpKind.SUBTRACT: (_chain_sum,),
    OpKind.MULTIPLY: (_constant_to_the_right, _chain),
    OpKind.AND: (_constant_to_the_right, _chain),
    OpKind.OR: (_constant_to_the_right, _chain),
    OpKind.XOR: (_constant_to_the_right, _chain, _not_of_comparison),
    OpKind.ADD_EXTENDED: (_constant_to_the_right, _only_low_half),
    OpKind.MULTIPLY_EXTENDED: (_constant_to_the_right, _only_low_half, _signed_product_of_one),
    OpKind.MULTIPLY_EXTENDED_UNSIGNED: (_constant_to_the_right, _only_low_half),
    OpKind.MULTIPLY_FLOAT: (_constant_to_the_right, _negated_factors),
    OpKind.DIVIDE_FLOAT: (_negated_factors,),
    OpKind.COMPARE: (_swap_comparison,),
}
