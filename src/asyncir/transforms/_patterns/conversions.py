"""Patterns on conversions and on what is computed of converted values: done in the narrower type, or in one step."""

from __future__ import annotations

import math
from collections.abc import Sequence

from asyncir.analyses.integers.widths import limits
from asyncir.dialects import arith
from asyncir.dialects.arith_binary import ShRUIOp
from asyncir.dialects.arith_casts import BitcastOp, IndexCastUIOp
from asyncir.dialects.elementwise import (
    NO_OVERFLOW_FLAGS,
    FastMathFlagsAttr,
    IntegerOverflowAttr,
    element_type,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Attribute, Operation
from asyncir.transforms._folds.constants import (
    Key,
    can_round,
    definition,
    make,
    number,
    precision_of,
    signed_integer,
    width_of,
)
from asyncir.transforms._patterns.arithmetic import predicate_of
from asyncir.transforms._patterns.static_types import is_memref
from asyncir.transforms._rewriting import Pattern, Rewriter

_CHAINS: dict[tuple[OpKind, OpKind], type[Operation]] = {
    (OpKind.EXTEND, OpKind.EXTEND): arith.ExtSIOp,
    (OpKind.EXTEND_UNSIGNED, OpKind.EXTEND_UNSIGNED): arith.ExtUIOp,
    (OpKind.EXTEND, OpKind.EXTEND_UNSIGNED): arith.ExtUIOp,
    (OpKind.TRUNCATE, OpKind.TRUNCATE): arith.TruncIOp,
    (OpKind.EXTEND_FLOAT, OpKind.EXTEND_FLOAT): arith.ExtFOp,
    (OpKind.INDEX_CAST, OpKind.EXTEND): arith.IndexCastOp,
    (OpKind.INDEX_CAST_UNSIGNED, OpKind.EXTEND_UNSIGNED): IndexCastUIOp,
    (OpKind.BITS, OpKind.BITS): BitcastOp,
    (OpKind.FLOAT_OF, OpKind.EXTEND): arith.SIToFPOp,
    (OpKind.FLOAT_OF, OpKind.EXTEND_UNSIGNED): arith.UIToFPOp,
    (OpKind.FLOAT_OF_UNSIGNED, OpKind.EXTEND_UNSIGNED): arith.UIToFPOp,
}
"""By outer and inner conversion: the one conversion that does the same."""

_EXTENSIONS = (OpKind.EXTEND, OpKind.EXTEND_UNSIGNED)


def _chain_cast(op: Operation, rewriter: Rewriter) -> bool:
    """A conversion of a conversion is one; it promises what both did."""
    # Casts of memory are views, which are told apart by what they are of.
    if is_memref(op.results[0].type):
        return False
    inner = op.operands[0].owner
    kind = _CHAINS.get((kind_of(op), kind_of(inner))) if isinstance(inner, Operation) else None
    if kind is None or not isinstance(inner, Operation):
        return False
    new = kind.create(operands=[inner.operands[0]], result_types=[op.results[0].type])
    if isinstance(new, arith.TruncIOp):
        flags = [each.properties.get("overflowFlags", NO_OVERFLOW_FLAGS) for each in (op, inner)]
        one, other = (
            each.data if isinstance(each, IntegerOverflowAttr) else NO_OVERFLOW_FLAGS.data for each in flags
        )
        new.properties["overflowFlags"] = IntegerOverflowAttr(one & other)
    rewriter.replace_with(op, new)
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


def _truncate_shift(op: Operation, rewriter: Rewriter) -> bool:
    """What `shrsi` fills in is cut off: `shrui` does as well."""
    shift = definition(op.operands[0], OpKind.SHIFT_RIGHT)
    if shift is None:
        return False
    wide, narrow = width_of(shift.results[0].type), width_of(op.results[0].type)
    by = signed_integer(shift.operands[1])
    if wide is None or narrow is None or by is None or not 0 <= by <= wide - narrow:
        return False
    plain = ShRUIOp(*shift.operands)
    plain.properties.update(shift.properties)  # `exact` speaks of the bits that go, in both.
    rewriter.insert(op, plain)
    rewriter.set_operands(op, (plain.results[0],))
    # A promise that cutting loses nothing would now speak of other bits.
    op.properties["overflowFlags"] = NO_OVERFLOW_FLAGS
    return True


def _truncate_float(op: Operation, rewriter: Rewriter) -> bool:
    """`truncf(extf x)` is a shorter conversion, and `truncf` of an integer that was exact converts it at once."""
    inner = definition(op.operands[0], OpKind.EXTEND_FLOAT)
    if inner is not None:
        return _truncate_extended_float(op, inner, rewriter)
    inner = definition(op.operands[0], OpKind.FLOAT_OF, OpKind.FLOAT_OF_UNSIGNED)
    # Rounded once or twice: the same only if the first time changes nothing.
    if inner is None or "roundingmode" in op.properties or not _is_exact(inner):
        return False
    rewriter.replace_with(op, type(inner).create(operands=inner.operands, result_types=op.result_types))
    return True


def _truncate_extended_float(op: Operation, inner: Operation, rewriter: Rewriter) -> bool:
    source, target = inner.operands[0], op.results[0].type
    before, after = _float_width(source.type), _float_width(target)
    if before is None or after is None or before == after:
        return False
    if before > after:
        rewriter.set_operands(op, (source,))
        return True
    rewriter.replace_with(op, arith.ExtFOp.create(operands=[source], result_types=[target]))
    return True


def _float_width(type_: Attribute) -> int | None:
    element = element_type(type_)
    return element.bitwidth if can_round(element) else None


def _is_exact(conversion: Operation) -> bool:
    """Whether each integer of its operand's type is a number of the float type that it is converted to."""
    width, precision = width_of(conversion.operands[0].type), precision_of(conversion.results[0].type)
    return width is not None and precision is not None and width <= precision


def _contracted_extension(op: Operation, rewriter: Rewriter) -> bool:
    """`extf(truncf x)` is x where both allow that less is rounded."""
    inner = definition(op.operands[0], OpKind.TRUNCATE_FLOAT)
    if inner is None or inner.operands[0].type != op.results[0].type:
        return False
    if not all(_allows(each, "contract") for each in (op, inner)):
        return False
    rewriter.replace(op, [inner.operands[0]])
    return True


def _allows(op: Operation, *flags: str) -> bool:
    said = op.properties.get("fastmath")
    return isinstance(said, FastMathFlagsAttr) and set(flags) <= {flag.value for flag in said.data}


def _product_with_zero(op: Operation, rewriter: Rewriter) -> bool:
    """`x * 0.0` is zero where no operand is NaN or infinite, and the sign of zero does not matter."""
    if number(op.operands[1]) != 0 or not _allows(op, "nnan", "nsz"):
        return False
    rewriter.replace(op, [op.operands[1]])
    return True


def _compare_extended(op: Operation, rewriter: Rewriter) -> bool:
    """A comparison of two values extended alike is one of the values."""
    left, right = (definition(operand, *_EXTENSIONS) for operand in op.operands)
    if left is None or right is None or kind_of(left) is not kind_of(right):
        return False
    if left.operands[0].type != right.operands[0].type:
        return False
    allowed = range(6) if kind_of(left) is OpKind.EXTEND else (0, 1, 6, 7, 8, 9)
    if predicate_of(op) not in allowed:
        return False
    rewriter.set_operands(op, (left.operands[0], right.operands[0]))
    return True


def _extended_bool(op: Operation, rewriter: Rewriter) -> bool:
    """An extended i1 is not zero just where it is true."""
    extension = definition(op.operands[0], *_EXTENSIONS)
    if extension is None or predicate_of(op) != 1 or signed_integer(op.operands[1]) != 0:
        return False
    if width_of(extension.operands[0].type) != 1:
        return False
    rewriter.replace(op, [extension.operands[0]])
    return True


def _bits_of_extensions(op: Operation, rewriter: Rewriter) -> bool:
    """A bit by bit operation on two values extended alike is done before they are extended."""
    left, right = (definition(operand, *_EXTENSIONS) for operand in op.operands)
    if left is None or right is None or kind_of(left) is not kind_of(right):
        return False
    if left.operands[0].type != right.operands[0].type:
        return False
    narrow = type(op).create(
        operands=[left.operands[0], right.operands[0]], result_types=[left.operands[0].type]
    )
    extended = type(left).create(operands=[narrow.results[0]], result_types=op.result_types)
    rewriter.replace_with(op, narrow, extended)
    return True


def _compare_converted(op: Operation, rewriter: Rewriter) -> bool:
    """A comparison of a converted integer with a number is one of the integer with an integer.

    Rounding keeps order. So it is enough that all integers near the number are converted exactly.
    """
    assert isinstance(op, arith.CmpfOp)
    inner, constant = (
        definition(op.operands[0], OpKind.FLOAT_OF, OpKind.FLOAT_OF_UNSIGNED),
        number(op.operands[1]),
    )
    if inner is None or constant is None or not math.isfinite(constant):
        return False
    value = inner.operands[0]
    width, precision = width_of(value.type), precision_of(inner.results[0].type)
    if (
        width is None
        or precision is None
        or (width > precision and abs(constant) + 1 >= 1 << (precision - 1))
    ):
        return False
    name = op.predicate_name
    if name in ("ord", "uno"):
        decided = name == "ord"
    else:
        signed = kind_of(inner) is OpKind.FLOAT_OF
        decided, relation, bound = _bounded(name[1:], constant, width, signed)
        if decided is None:
            order = "" if relation in ("eq", "ne") else "s" if signed else "u"
            right = rewriter.constant(make(value.type, [bound]), value.type, op, op.location)
            rewriter.replace_with(op, arith.CmpiOp(value, right, order + relation))
            return True
    type_ = op.results[0].type
    rewriter.replace(op, [rewriter.constant(make(type_, [decided]), type_, op, op.location)])
    return True


def _bounded(relation: str, number: float, width: int, signed: bool) -> tuple[bool | None, str, int]:
    """The same relation to an integer that the type has; or whether it always or never holds."""
    least, most = limits(width) if signed else (0, (1 << width) - 1)
    whole = math.floor(number)
    if whole != number:
        if relation in ("eq", "ne"):
            return relation == "ne", relation, 0
        relation = {"ge": "gt", "lt": "le"}.get(relation, relation)
    if relation in ("eq", "ne"):
        return (None if least <= whole <= most else relation == "ne"), relation, whole
    above = whole < least or (whole == least and relation in ("ge", "lt"))
    below = whole > most or (whole == most and relation in ("gt", "le"))
    if above or below:
        return (relation in ("gt", "ge")) == above, relation, 0
    return None, relation, whole


PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.AND: (_bits_of_extensions,),
    OpKind.OR: (_bits_of_extensions,),
    OpKind.XOR: (_bits_of_extensions,),
    OpKind.COMPARE: (_extended_bool, _compare_extended),
    OpKind.COMPARE_FLOAT: (_compare_converted,),
    OpKind.MULTIPLY_FLOAT: (_product_with_zero,),
    **dict.fromkeys((outer for outer, _ in _CHAINS), (_chain_cast,)),
    OpKind.EXTEND_FLOAT: (_chain_cast, _contracted_extension),
    OpKind.TRUNCATE: (_chain_cast, _truncate_extension, _truncate_shift),
    OpKind.TRUNCATE_FLOAT: (_truncate_float,),
}
