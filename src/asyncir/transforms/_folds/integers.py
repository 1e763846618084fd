"""Folds of integer arithmetic, exactly as MLIR's: results wrap; what is undefined or poison is not folded."""

from __future__ import annotations

from collections.abc import Callable

from asyncir.ir import IntegerAttr, Operation, OpResult, SSAValue
from asyncir.transforms._folds.constants import (
    Fold,
    Folded,
    constant,
    integer,
    make,
    to_signed,
    width_of,
)

Kernel = Callable[[int, int, int], int | None]
"""The result's bits for two operands' bits and their width, before wrapping; None where it is undefined."""

Identity = Callable[[Operation], SSAValue | int | None]
"""The value, or the bits of the constant, that an op equals whatever its other operands are."""


def _signed(kernel: Kernel) -> Kernel:
    return lambda a, b, width: kernel(to_signed(a, width), to_signed(b, width), width)


def _truncated(a: int, b: int) -> int:
    """The quotient rounded towards zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _fits(value: int, width: int) -> int | None:
    return value if -(1 << (width - 1)) <= value < 1 << (width - 1) else None


def _divsi(a: int, b: int, width: int) -> int | None:
    return None if b == 0 else _fits(_truncated(a, b), width)


def _ceildivsi(a: int, b: int, width: int) -> int | None:
    # MLIR negates what is negative first, and folds nothing where that wraps.
    if b == 0 or (a and -(1 << (width - 1)) in (a, b)):
        return None
    return _fits(-(-a // b), width)


def _floordivsi(a: int, b: int, width: int) -> int | None:
    return None if b == 0 else _fits(a // b, width)


def _remsi(a: int, b: int, width: int) -> int | None:
    return None if b == 0 else a - _truncated(a, b) * b


KERNELS: dict[str, Kernel] = {
    "addi": lambda a, b, w: a + b,
    "subi": lambda a, b, w: a - b,
    "muli": lambda a, b, w: a * b,
    "divui": lambda a, b, w: a // b if b else None,
    "divsi": _signed(_divsi),
    "ceildivui": lambda a, b, w: -(-a // b) if b else None,
    "ceildivsi": _signed(_ceildivsi),
    "floordivsi": _signed(_floordivsi),
    "remui": lambda a, b, w: a % b if b else None,
    "remsi": _signed(_remsi),
    "andi": lambda a, b, w: a & b,
    "ori": lambda a, b, w: a | b,
    "xori": lambda a, b, w: a ^ b,
    "shli": lambda a, b, w: a << b if b < w else None,
    "shrui": lambda a, b, w: a >> b if b < w else None,
    "shrsi": lambda a, b, w: to_signed(a, w) >> b if b < w else None,
    "maxsi": _signed(lambda a, b, w: max(a, b)),
    "maxui": lambda a, b, w: max(a, b),
    "minsi": _signed(lambda a, b, w: min(a, b)),
    "minui": lambda a, b, w: min(a, b),
}

PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
"""The names of `arith.cmpi`'s predicates, by their numbers."""

SWAPPED = (0, 1, 4, 5, 2, 3, 8, 9, 6, 7)
"""The number of the predicate that holds when the operands are exchanged."""

NEGATED = (1, 0, 5, 4, 3, 2, 9, 8, 7, 6)
"""The number of the predicate that holds when this one does not."""


def compare(predicate: int, a: int, b: int, width: int) -> bool:
    """Whether the `arith.cmpi` predicate holds of the operands' bits."""
    if 2 <= predicate <= 5:
        a, b = to_signed(a, width), to_signed(b, width)
    match PREDICATES[predicate][-2:]:
        case "eq":
            return a == b
        case "ne":
            return a != b
        case "lt":
            return a < b
        case "le":
            return a <= b
        case "gt":
            return a > b
        case _:
            return a >= b


def _defining(value: SSAValue, name: str) -> Operation | None:
    return value.op if isinstance(value, OpResult) and value.op.name == name else None


def _addi(op: Operation) -> SSAValue | int | None:
    a, b = op.operands
    if integer(b) == 0:
        return a
    # (x - b) + b and b + (x - b) are x.
    for difference, other in ((a, b), (b, a)):
        subtraction = _defining(difference, "arith.subi")
        if subtraction is not None and subtraction.operands[1] is other:
            return subtraction.operands[0]
    return None


def _subi(op: Operation) -> SSAValue | int | None:
    a, b = op.operands
    if a is b:
        return 0
    if integer(b) == 0:
        return a
    # (x + b) - b and (b + x) - b are x.
    addition = _defining(a, "arith.addi")
    if addition is not None:
        for index in (0, 1):
            if addition.operands[index] is b:
                return addition.operands[1 - index]
    return None


def _muli(op: Operation) -> SSAValue | int | None:
    a, b = op.operands
    match integer(b):
        case 0:
            return b
        case 1:
            return a
        case _:
            return None


def _divided_by_one(op: Operation) -> SSAValue | int | None:
    return op.operands[0] if integer(op.operands[1]) == 1 else None


def _remainder_by_one(op: Operation) -> SSAValue | int | None:
    return 0 if integer(op.operands[1]) == 1 else None


def _shift_by_zero(op: Operation) -> SSAValue | int | None:
    return op.operands[0] if integer(op.operands[1]) == 0 else None


def _ones(op: Operation) -> int:
    return (1 << (width_of(op.results[0].type) or 0)) - 1


def _is_not_of(value: SSAValue, other: SSAValue) -> bool:
    inversion = _defining(value, "arith.xori")
    if inversion is None or inversion.operands[0] is not other:
        return False
    return integer(inversion.operands[1]) == _ones(inversion)


def _andi(op: Operation) -> SSAValue | int | None:
    a, b = op.operands
    bits = integer(b)
    if bits == 0:
        return b
    if bits == _ones(op) or a is b:
        return a
    if _is_not_of(a, b) or _is_not_of(b, a):
        return 0
    for outer, inner in ((a, b), (b, a)):
        conjunction = _defining(inner, "arith.andi")
        if conjunction is not None and outer in tuple(conjunction.operands):
            return inner
    return None


def _ori(op: Operation) -> SSAValue | int | None:
    a, b = op.operands
    bits = integer(b)
    if bits == 0 or a is b:
        return a
    if bits == _ones(op):
        return b
    return _ones(op) if _is_not_of(a, b) or _is_not_of(b, a) else None


def _xori(op: Operation) -> SSAValue | int | None:
    a, b = op.operands
    if integer(b) == 0:
        return a
    if a is b:
        return 0
    for outer, inner in ((a, b), (b, a)):
        exclusive = _defining(inner, "arith.xori")
        if exclusive is not None:
            for index in (0, 1):
                if exclusive.operands[index] is outer:
                    return exclusive.operands[1 - index]
    return None


def _extreme(greatest: bool, signed: bool) -> Identity:
    """The larger (or smaller) of two: the same one twice, or one that nothing exceeds or that all exceed."""

    def identity(op: Operation) -> SSAValue | int | None:
        a, b = op.operands
        if a is b:
            return a
        bits, ones = integer(b), _ones(op)
        top = ones >> 1 if signed else ones
        bottom = ones ^ top if signed else 0
        if bits == (top if greatest else bottom):
            return b
        return a if bits == (bottom if greatest else top) else None

    return identity


_IDENTITIES: dict[str, Identity] = {
    "addi": _addi,
    "subi": _subi,
    "muli": _muli,
    "divui": _divided_by_one,
    "divsi": _divided_by_one,
    "ceildivui": _divided_by_one,
    "ceildivsi": _divided_by_one,
    "floordivsi": _divided_by_one,
    "remui": _remainder_by_one,
    "remsi": _remainder_by_one,
    "andi": _andi,
    "ori": _ori,
    "xori": _xori,
    "shli": _shift_by_zero,
    "shrui": _shift_by_zero,
    "shrsi": _shift_by_zero,
    "maxsi": _extreme(True, True),
    "maxui": _extreme(True, False),
    "minsi": _extreme(False, True),
    "minui": _extreme(False, False),
}


def _binary(kernel: Kernel, identity: Identity) -> Fold:
    def fold(op: Operation) -> Folded:
        same = identity(op)
        if isinstance(same, SSAValue):
            return [same]
        if same is not None:
            return [make(op.results[0].type, [same])]
        a, b = constant(op.operands[0]), constant(op.operands[1])
        width = width_of(op.results[0].type)
        if a is None or b is None or width is None:
            return None
        splat = a.splat and b.splat
        size = 1 if splat else max(len(a.numbers), len(b.numbers))
        results: list[int] = []
        for index in range(size):
            left, right = a.numbers[0 if a.splat else index], b.numbers[0 if b.splat else index]
            result = kernel(int(left), int(right), width)
            if result is None:
                return None
            results.append(result)
        return [make(op.results[0].type, results, splat)]

    return fold


def _cmpi(op: Operation) -> Folded:
    predicate = op.properties["predicate"]
    a, b = op.operands
    width = width_of(a.type)
    if not isinstance(predicate, IntegerAttr) or width is None:
        return None
    number = predicate.value.data
    if a is b:
        return [make(op.results[0].type, [int(compare(number, 0, 0, width))])]
    # `x == true` and `x != false` are x.
    if width == 1 and (number, integer(b)) in ((0, 1), (1, 0)):
        return [a]
    left, right = constant(a), constant(b)
    if left is None or right is None:
        return None
    splat = left.splat and right.splat
    size = 1 if splat else max(len(left.numbers), len(right.numbers))
    results = [
        int(
            compare(
                number,
                int(left.numbers[0 if left.splat else index]),
                int(right.numbers[0 if right.splat else index]),
                width,
            )
        )
        for index in range(size)
    ]
    return [make(op.results[0].type, results, splat)]


def _extended(high: Callable[[int, int, int], int], low: Callable[[int, int, int], int]) -> Fold:
    """Ops with two results, each computed from two constants."""

    def fold(op: Operation) -> Folded:
        a, b = integer(op.operands[0]), integer(op.operands[1])
        width = width_of(op.operands[0].type)
        if a is None or b is None or width is None:
            return None
        return [make(r.type, [part(a, b, width)]) for r, part in zip(op.results, (low, high), strict=True)]

    return fold


def _mulsi_high(a: int, b: int, width: int) -> int:
    return to_signed(a, width) * to_signed(b, width) >> width


def _addui_extended(op: Operation) -> Folded:
    a, b = op.operands
    if integer(b) == 0:
        return [a, make(op.results[1].type, [0])]
    return _extended(lambda a, b, w: a + b >> w, lambda a, b, w: a + b)(op)


def _multiplied(high: Callable[[int, int, int], int]) -> Fold:
    def fold(op: Operation) -> Folded:
        if integer(op.operands[1]) == 0:
            return [op.operands[1], op.operands[1]]
        return _extended(high, lambda a, b, w: a * b)(op)

    return fold


FOLDS: dict[str, Fold] = {
    **{f"arith.{name}": _binary(kernel, _IDENTITIES[name]) for name, kernel in KERNELS.items()},
    "arith.cmpi": _cmpi,
    "arith.addui_extended": _addui_extended,
    "arith.mului_extended": _multiplied(lambda a, b, w: a * b >> w),
    "arith.mulsi_extended": _multiplied(_mulsi_high),
}
