"""Patterns on arith: constants to the right, chains of constants combined, chains of conversions shortened."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import arith
from asyncir.ir import IntegerAttr, Operation, OpResult, SSAValue
from asyncir.transforms._folds.constants import attribute_of, integer, make, width_of
from asyncir.transforms._folds.integers import NEGATED, SWAPPED
from asyncir.transforms._rewriting import Pattern, Rewriter

COMMUTATIVE = tuple(
    f"arith.{name}"
    for name in (
        *("addi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui"),
        *("addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf"),
        *("addui_extended", "mulsi_extended", "mului_extended"),
    )
)


def _definition(value: SSAValue, *names: str) -> Operation | None:
    return value.op if isinstance(value, OpResult) and value.op.name in names else None


def _constant_to_the_right(op: Operation, rewriter: Rewriter) -> bool:
    left, right = op.operands
    if attribute_of(left) is None or attribute_of(right) is not None:
        return False
    rewriter.set_operands(op, (right, left))
    return True


def _swap_comparison(op: Operation, rewriter: Rewriter) -> bool:
    left, right = op.operands
    predicate = op.properties["predicate"]
    if (
        attribute_of(left) is None
        or attribute_of(right) is not None
        or not isinstance(predicate, IntegerAttr)
    ):
        return False
    op.properties["predicate"] = IntegerAttr(SWAPPED[predicate.value.data], 64)
    rewriter.set_operands(op, (right, left))
    return True


def _combined(
    op: Operation, rewriter: Rewriter, kind: type[Operation], left: SSAValue | int, right: SSAValue | int
) -> bool:
    """Replace `op` by an op without flags on a value and a constant: wrapping in between is no longer seen."""
    type_ = op.results[0].type
    operands = [
        value
        if isinstance(value, SSAValue)
        else rewriter.constant(make(type_, [value]), type_, op, op.location)
        for value in (left, right)
    ]
    new = kind.create(
        operands=operands, result_types=[type_], properties={"overflowFlags": arith.NO_OVERFLOW_FLAGS}
    )
    rewriter.replace_with(op, new)
    return True


def _chain_addi(op: Operation, rewriter: Rewriter) -> bool:
    """`(x ± c) + d` and `(c - x) + d` with constants c and d."""
    inner, d = _definition(op.operands[0], "arith.addi", "arith.subi"), integer(op.operands[1])
    if inner is None or d is None:
        return False
    a, b = inner.operands
    left, right = integer(a), integer(b)
    if inner.name == "arith.addi" and right is not None:
        return _combined(op, rewriter, arith.AddiOp, a, right + d)
    if inner.name == "arith.subi" and right is not None:
        return _combined(op, rewriter, arith.AddiOp, a, d - right)
    if inner.name == "arith.subi" and left is not None:
        return _combined(op, rewriter, arith.SubiOp, left + d, b)
    return False


def _chain_subi(op: Operation, rewriter: Rewriter) -> bool:
    """`(x ± c) - d`, `(c - x) - d`, `d - (x ± c)`, `d - (c - x)` and `(x - y) - x`."""
    first, second = op.operands
    return _subtract_from_chain(op, rewriter, first, second) or _subtract_chain(op, rewriter, first, second)


def _subtract_from_chain(op: Operation, rewriter: Rewriter, first: SSAValue, second: SSAValue) -> bool:
    inner, d = _definition(first, "arith.addi", "arith.subi"), integer(second)
    if inner is None:
        return False
    a, b = inner.operands
    left, right = integer(a), integer(b)
    if d is None:
        if inner.name == "arith.subi" and a is second:
            return _combined(op, rewriter, arith.SubiOp, 0, b)
        return False
    if inner.name == "arith.addi" and right is not None:
        return _combined(op, rewriter, arith.AddiOp, a, right - d)
    if inner.name == "arith.subi" and right is not None:
        return _combined(op, rewriter, arith.SubiOp, a, right + d)
    if inner.name == "arith.subi" and left is not None:
        return _combined(op, rewriter, arith.SubiOp, left - d, b)
    return False


def _subtract_chain(op: Operation, rewriter: Rewriter, first: SSAValue, second: SSAValue) -> bool:
    inner, d = _definition(second, "arith.addi", "arith.subi"), integer(first)
    if inner is None or d is None:
        return False
    a, b = inner.operands
    left, right = integer(a), integer(b)
    if inner.name == "arith.addi" and right is not None:
        return _combined(op, rewriter, arith.SubiOp, d - right, a)
    if inner.name == "arith.subi" and right is not None:
        return _combined(op, rewriter, arith.SubiOp, d + right, a)
    if inner.name == "arith.subi" and left is not None:
        return _combined(op, rewriter, arith.AddiOp, b, d - left)
    return False


def _chain_muli(op: Operation, rewriter: Rewriter) -> bool:
    inner, d = _definition(op.operands[0], "arith.muli"), integer(op.operands[1])
    right = integer(inner.operands[1]) if inner is not None else None
    if inner is None or d is None or right is None:
        return False
    return _combined(op, rewriter, arith.MuliOp, inner.operands[0], right * d)


def _chain_bitwise(op: Operation, rewriter: Rewriter) -> bool:
    """`(x op c) op d`: the constants are combined."""
    inner, d = _definition(op.operands[0], op.name), integer(op.operands[1])
    right = integer(inner.operands[1]) if inner is not None else None
    if inner is None or d is None or right is None:
        return False
    match op.name:
        case "arith.andi":
            combined = right & d
        case "arith.ori":
            combined = right | d
        case _:
            combined = right ^ d
    type_ = op.results[0].type
    value = rewriter.constant(make(type_, [combined]), type_, op, op.location)
    rewriter.replace_with(op, type(op).create(operands=[inner.operands[0], value], result_types=[type_]))
    return True


def _not_of_comparison(op: Operation, rewriter: Rewriter) -> bool:
    """`not (a < b)` is `a >= b`."""
    comparison = _definition(op.operands[0], "arith.cmpi")
    if comparison is None or integer(op.operands[1]) != 1 or width_of(op.results[0].type) != 1:
        return False
    predicate = comparison.properties["predicate"]
    if not isinstance(predicate, IntegerAttr):
        return False
    negated = IntegerAttr(NEGATED[predicate.value.data], 64)
    new = arith.CmpiOp.create(
        operands=tuple(comparison.operands),
        result_types=[op.results[0].type],
        properties={"predicate": negated},
    )
    rewriter.replace_with(op, new)
    return True


def _inverted(value: SSAValue) -> SSAValue | None:
    """The i1 whose negation `value` is."""
    inversion = _definition(value, "arith.xori")
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
        rewriter.replace_with(op, arith.XOrIOp.create(operands=(condition, other), result_types=[type_]))
        return True
    # A select on the same condition in one of the values is decided.
    for index in (1, 2):
        inner = _definition(op.operands[index], "arith.select")
        if inner is not None and inner.operands[0] is condition:
            operands = list(op.operands)
            operands[index] = inner.operands[index]
            rewriter.set_operands(op, operands)
            return True
    return False


_CHAINS = {
    ("arith.extsi", "arith.extsi"): arith.ExtSIOp,
    ("arith.extui", "arith.extui"): arith.ExtUIOp,
    ("arith.extsi", "arith.extui"): arith.ExtUIOp,
    ("arith.trunci", "arith.trunci"): arith.TruncIOp,
    ("arith.extf", "arith.extf"): arith.ExtFOp,
}
"""By outer and inner conversion: the one conversion that does the same."""


def _chain_cast(op: Operation, rewriter: Rewriter) -> bool:
    source = op.operands[0]
    inner = source.op if isinstance(source, OpResult) else None
    kind = _CHAINS.get((op.name, inner.name)) if inner is not None else None
    if inner is None or kind is None:
        return False
    new = kind.create(operands=[inner.operands[0]], result_types=[op.results[0].type])
    rewriter.replace_with(op, new)
    return True


def _truncate_extension(op: Operation, rewriter: Rewriter) -> bool:
    """`trunci(ext x)` is a shorter extension, or a truncation of x."""
    inner = _definition(op.operands[0], "arith.extsi", "arith.extui")
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
    left, right = (_definition(operand, "arith.extsi", "arith.extui") for operand in op.operands)
    predicate = op.properties["predicate"]
    if left is None or right is None or left.name != right.name or not isinstance(predicate, IntegerAttr):
        return False
    if left.operands[0].type != right.operands[0].type:
        return False
    allowed = (0, 1, 2, 3, 4, 5) if left.name == "arith.extsi" else (0, 1, 6, 7, 8, 9)
    if predicate.value.data not in allowed:
        return False
    rewriter.set_operands(op, (left.operands[0], right.operands[0]))
    return True


def _negated_factors(op: Operation, rewriter: Rewriter) -> bool:
    """`(-x) * (-y)` and `(-x) / (-y)`."""
    left, right = (_definition(operand, "arith.negf") for operand in op.operands)
    if left is None or right is None:
        return False
    rewriter.set_operands(op, (left.operands[0], right.operands[0]))
    return True


PATTERNS: dict[str, Sequence[Pattern]] = {
    **dict.fromkeys(COMMUTATIVE, (_constant_to_the_right,)),
    "arith.addi": (_constant_to_the_right, _chain_addi),
    "arith.subi": (_chain_subi,),
    "arith.muli": (_constant_to_the_right, _chain_muli),
    "arith.andi": (_constant_to_the_right, _chain_bitwise),
    "arith.ori": (_constant_to_the_right, _chain_bitwise),
    "arith.xori": (_constant_to_the_right, _chain_bitwise, _not_of_comparison),
    "arith.mulf": (_constant_to_the_right, _negated_factors),
    "arith.divf": (_negated_factors,),
    "arith.cmpi": (_swap_comparison, _compare_extended),
    "arith.select": (_select,),
    "arith.extsi": (_chain_cast,),
    "arith.extui": (_chain_cast,),
    "arith.extf": (_chain_cast,),
    "arith.trunci": (_chain_cast, _truncate_extension),
}
