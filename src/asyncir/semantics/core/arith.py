"""arith: exact machine arithmetic. `values` says how numbers are represented."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from asyncir.ir import (
    ComplexType,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    Operation,
    TensorType,
    VectorType,
)
from asyncir.ir.resources import ResourceElementsAttr, missing_bytes, with_elements
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import (
    Function,
    attribute,
    compute,
    flags,
    perform,
)
from asyncir.semantics.core.program import Compiler, handles
from asyncir.semantics.core.tensors import all_defined, common_shape, is_tensor, moved
from asyncir.semantics.core.values import (
    Poison,
    Registers,
    Value,
    bit_width,
    converter,
    dtype_of,
    element_type,
    is_integer,
    rounding,
    signed,
    vector,
    wrap,
)

Binary = Callable[[Value, Value], Value]


def constant_value(given: Any, of: Any, op: Operation) -> Value:
    """What a constant attribute of the type stands for."""
    convert, given = converter(element_type(of)), with_elements(given)
    if isinstance(given, ResourceElementsAttr):
        help = "put the bytes behind the module, in `{-# dialect_resources: ... #-}`"
        raise fault("S012", missing_bytes(given), op, "has no elements", help)
    if isinstance(given, IntegerAttr):
        return convert(given.value.data)
    if isinstance(given, FloatAttr):
        return convert(given.value.data)
    if isinstance(given, DenseIntOrFPElementsAttr) and isinstance(of, TensorType):
        return constant_tensor(given, of)
    if isinstance(given, DenseIntOrFPElementsAttr) and isinstance(of, VectorType):
        values: list[Any] = list(given.get_values())
        size = math.prod(of.get_shape())
        return vector([convert(value) for value in (values * size if len(values) == 1 else values)], of)
    raise fault("S012", f"the interpreter does not know constants of type {of}", op)


def constant_tensor(given: Any, of: Any) -> np.ndarray[Any, Any]:
    """What a dense attribute stands for; one element for all of them is kept once."""
    shape, element = tuple(of.get_shape()), element_type(of)
    packed = (
        {8: "<i1", 16: "<i2", 32: "<i4", 64: "<i8"}.get(bit_width(element)) if is_integer(element) else None
    )
    if type(element) in (Float16Type, Float32Type, Float64Type):
        packed = f"<f{bit_width(element) // 8}"
    if packed is not None:
        elements = np.frombuffer(given.data.data, packed).astype(dtype_of(element))
    else:
        convert = complex if isinstance(element, ComplexType) else converter(element)
        elements = np.array([_number(convert, value) for value in given.get_values()], dtype_of(element))
    return np.broadcast_to(elements.reshape(()), shape) if elements.size == 1 else elements.reshape(shape)


def _number(convert: Callable[..., Value], value: Any) -> Value:
    return convert(*value) if isinstance(value, tuple) else convert(value)


@handles("arith.constant")
def _constant(op: Any, c: Compiler) -> None:
    c.constant(constant_value(op.value, op.results[0].type, op))


# ---- integers ----


@handles("arith.addi", "arith.subi", "arith.muli")
def _wrapping(op: Any, c: Compiler) -> None:
    of = op.results[0].type
    width = bit_width(element_type(of))
    overflow = flags(op, "overflowFlags")
    kind = op.name[6:9]
    if overflow or isinstance(of, VectorType) or is_tensor(of) or width == 1:
        wraps = not overflow and width in (8, 16, 32, 64)
        compute(op, c, _flagged(kind, width, overflow, op), _WRAPPING[kind] if wraps else None)
        return
    lhs, rhs, result = c.use(op.operands[0]), c.use(op.operands[1]), c.slot(op.results[0])
    half, mask = 1 << (width - 1), (1 << width) - 1

    def add(r: Registers) -> None:
        r[result] = ((r[lhs] + r[rhs] + half) & mask) - half

    def sub(r: Registers) -> None:
        r[result] = ((r[lhs] - r[rhs] + half) & mask) - half

    def mul(r: Registers) -> None:
        r[result] = ((r[lhs] * r[rhs] + half) & mask) - half

    c.pure({"add": add, "sub": sub, "mul": mul}[kind])


EXACT: dict[str, Binary] = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}

_WRAPPING: dict[str, Binary] = {"add": np.add, "sub": np.subtract, "mul": np.multiply}
"""The same for arrays of the type's own width."""


def combined(exact: Binary, fit: Callable[[Any], Value]) -> Binary:
    """An exact function and what brings its result into the type."""
    return lambda x, y: fit(exact(x, y))


def _flagged(kind: str, width: int, overflow: frozenset[str], op: Operation) -> Binary:
    """The op with `nsw` and `nuw` checked."""
    exact, fit, sign = EXACT[kind], wrap(width), signed(width)
    mask = (1 << width) - 1
    least, most = -(1 << (width - 1)), (1 << (width - 1)) - 1

    def function(x: int, y: int) -> Value:
        if "nsw" in overflow and not least <= exact(sign(x), sign(y)) <= most:
            return Poison(op)
        if "nuw" in overflow and not 0 <= exact(x & mask, y & mask) <= mask:
            return Poison(op)
        return fit(exact(x, y))

    return function


def division(op: Operation, kind: str, width: int) -> Binary:
    """Division and remainder; SEM-34."""
    fit, sign, mask = wrap(width), signed(width), (1 << width) - 1
    least = -(1 << (width - 1))
    is_signed = kind.endswith("si")
    exact = attribute(op, "isExact") is not None

    def function(x: int, y: int) -> Value:
        x, y = (sign(x), sign(y)) if is_signed else (x & mask, y & mask)
        if y == 0:
            raise fault("S005", "division by zero", op, "divides by zero")
        if is_signed and y == -1 and x == least:
            raise fault("S005", f"the quotient {-x} does not fit into i{width}", op, "overflows")
        if exact and x % y:
            return Poison(op)
        return fit(_QUOTIENTS[kind](x, y))

    return function


def _truncated(x: int, y: int) -> int:
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


_QUOTIENTS: dict[str, Callable[[int, int], int]] = {
    "divsi": _truncated,
    "divui": lambda x, y: x // y,
    "ceildivsi": lambda x, y: -(-x // y),
    "ceildivui": lambda x, y: -(-x // y),
    "floordivsi": lambda x, y: x // y,
    "remsi": lambda x, y: x - _truncated(x, y) * y,
    "remui": operator.mod,
}


@handles(*(f"arith.{kind}" for kind in _QUOTIENTS))
def _division(op: Operation, c: Compiler) -> None:
    compute(op, c, division(op, op.name[6:], bit_width(element_type(op.results[0].type))))


def bitwise(kind: str, width: int) -> Binary:
    """What works on bits, and picks one of two."""
    mask, sign = (1 << width) - 1, signed(width)
    table: dict[str, Binary] = {
        "andi": lambda x, y: x & y,
        "ori": lambda x, y: x | y,
        "xori": lambda x, y: x ^ y,
        "minui": lambda x, y: x if x & mask < y & mask else y,
        "maxui": lambda x, y: x if x & mask > y & mask else y,
        "minsi": lambda x, y: x if sign(x) < sign(y) else y,
        "maxsi": lambda x, y: x if sign(x) > sign(y) else y,
    }
    return table[kind]


_BITS_OF_ARRAYS: dict[str, Binary] = {
    "andi": np.bitwise_and,
    "ori": np.bitwise_or,
    "xori": np.bitwise_xor,
    "minsi": np.minimum,
    "maxsi": np.maximum,
}


@handles(*(f"arith.{kind}" for kind in ("andi", "ori", "xori", "minui", "maxui", "minsi", "maxsi")))
def _bits(op: Operation, c: Compiler) -> None:
    kind, width = op.name[6:], bit_width(element_type(op.results[0].type))
    arrays = _BITS_OF_ARRAYS.get(kind) if width > 1 or kind in ("andi", "ori", "xori") else None
    compute(op, c, bitwise(kind, width), arrays)


@handles("arith.shli", "arith.shrui", "arith.shrsi")
def _shift(op: Operation, c: Compiler) -> None:
    compute(op, c, shifted(op, op.name[6:], bit_width(element_type(op.results[0].type))))


def shifted(op: Operation, kind: str, width: int) -> Binary:
    """A shift; poison where the amount is not less than the width, or bits are lost that must not be."""
    fit, sign, mask = wrap(width), signed(width), (1 << width) - 1
    overflow, exact = flags(op, "overflowFlags"), attribute(op, "isExact") is not None

    def function(x: int, y: int) -> Value:
        amount = y & mask
        if amount >= width:
            return Poison(op)
        if kind == "shli":
            full = x << amount
            lost_sign = "nsw" in overflow and sign(fit(full)) != sign(x) << amount
            lost_bits = "nuw" in overflow and (full & mask) >> amount != x & mask
            return Poison(op) if lost_sign or lost_bits else fit(full)
        if exact and x & ((1 << amount) - 1):
            return Poison(op)
        return fit((x & mask) >> amount if kind == "shrui" else sign(x) >> amount)

    return function


RELATIONS: tuple[Callable[[Value, Value], bool], ...] = (
    *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
)
"""The comparisons, by the numbers of their predicates."""


@handles("arith.cmpi")
def _compare(op: Any, c: Compiler) -> None:
    width = bit_width(element_type(op.operands[0].type))
    mask, sign = (1 << width) - 1, signed(width)
    predicate = int(attribute(op, "predicate").value.data)
    # Behind the six for signed numbers come the last four of them for unsigned ones.
    unsigned = predicate >= len(RELATIONS)
    holds = RELATIONS[predicate - 4 if unsigned else predicate]
    if unsigned:
        compute(op, c, lambda x, y: 1 if holds(x & mask, y & mask) else 0)
    elif width == 1:
        compute(op, c, lambda x, y: 1 if holds(sign(x), sign(y)) else 0)
    else:
        compute(op, c, lambda x, y: 1 if holds(x, y) else 0, holds)


@handles("arith.select")
def _select(op: Any, c: Compiler) -> None:
    if isinstance(op.operands[0].type, VectorType):
        compute(op, c, lambda chosen, x, y: x if chosen else y)
        return
    if is_tensor(op.operands[0].type):
        perform(op, c, partial(_select_elements, op), pure=True)
        return
    (condition, true, false), result = c.uses(op.operands), c.slot(op.results[0])

    def step(r: Registers) -> None:
        r[result] = r[true] if r[condition] else r[false]

    c.pure(step)


def _select_elements(op: Operation, chosen: Any, x: Any, y: Any) -> Any:
    """Of what is not chosen an element may be undefined."""
    common_shape((chosen, x, y), op)
    choose: Any = partial(np.where, all_defined(chosen) != 0)
    return moved(choose, x, y)


@handles("arith.addui_extended", "arith.mulsi_extended", "arith.mului_extended")
def _extended(op: Any, c: Compiler) -> None:
    width = bit_width(element_type(op.operands[0].type))
    fit, sign, mask = wrap(width), signed(width), (1 << width) - 1
    kind = op.name[6:]

    def both(x: int, y: int) -> tuple[Value, Value]:
        if kind == "mulsi_extended":
            full = sign(x) * sign(y)
        else:
            full = (x & mask) + (y & mask) if kind == "addui_extended" else (x & mask) * (y & mask)
        return fit(full), (full >> width) & 1 if kind == "addui_extended" else fit(full >> width)

    compute(op, c, both)


# ---- floats ----


def divide(x: float, y: float) -> float:
    """IEEE division of `f64`."""
    if y != 0:
        return x / y
    if x == 0 or math.isnan(x):
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


def remainder(x: float, y: float) -> float:
    """C's fmod."""
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0:
        return math.nan
    return math.fmod(x, y)


def maximum(x: float, y: float) -> float:
    """IEEE 754-2019 maximum: NaN propagates, -0 is less than +0."""
    if math.isnan(x) or math.isnan(y):
        return math.nan
    if x == y:
        return x if math.copysign(1.0, x) > 0 else y
    return x if x > y else y


def minimum(x: float, y: float) -> float:
    """IEEE 754-2019 minimum."""
    return -maximum(-x, -y)


def maximum_number(x: float, y: float) -> float:
    """The larger one, or the one that is a number."""
    if math.isnan(x):
        return y
    return x if math.isnan(y) else maximum(x, y)


def minimum_number(x: float, y: float) -> float:
    """The smaller one, or the one that is a number."""
    if math.isnan(x):
        return y
    return x if math.isnan(y) else minimum(x, y)


FLOAT_BINARY: dict[str, Callable[[float, float], float]] = {
    "addf": operator.add,
    "subf": operator.sub,
    "mulf": operator.mul,
    "divf": divide,
    "remf": remainder,
    "maximumf": maximum,
    "minimumf": minimum,
    "maxnumf": maximum_number,
    "minnumf": minimum_number,
}

_WHOLE: dict[str, Binary] = {"addf": np.add, "subf": np.subtract, "mulf": np.multiply, "divf": np.divide}


@handles(*(f"arith.{kind}" for kind in FLOAT_BINARY))
def _float_binary(op: Operation, c: Compiler) -> None:
    kind, of = op.name[6:], element_type(op.results[0].type)
    if (
        isinstance(op.results[0].type, VectorType)
        and kind in _WHOLE
        and bit_width(of) >= 32
        and not excluded(op)
    ):
        perform(op, c, partial(_whole, _WHOLE[kind]), pure=True)
        return
    # Two roundings, to f64 and then to a type with less than half its bits, are as good as one.
    exact = FLOAT_BINARY[kind]
    arrays = _WHOLE.get(kind) if bit_width(of) >= 32 else None
    compute_float(op, c, exact if isinstance(of, Float64Type) else combined(exact, rounding(of)), arrays)


def _whole(function: Binary, x: Value, y: Value) -> Value:
    with np.errstate(all="ignore"):
        return function(x, y)


def excluded(op: Operation) -> frozenset[str]:
    """The flags of the op that say which numbers do not come."""
    return flags(op, "fastmath") & {"nnan", "ninf"}


def compute_float(
    op: Operation, c: Compiler, function: Function, on_arrays: Callable[..., Any] | None = None
) -> None:
    """A step that applies a function of floats; undefined where an operand or the result is what the flags exclude."""
    apply: Callable[..., Value] = function
    flagged = excluded(op)

    def is_excluded(x: Value) -> bool:
        return isinstance(x, float) and (
            ("nnan" in flagged and math.isnan(x)) or ("ninf" in flagged and math.isinf(x))
        )

    def checked(*operands: Value) -> Value:
        if any(is_excluded(x) for x in operands):
            return Poison(op)
        result = apply(*operands)
        return Poison(op) if is_excluded(result) else result

    compute(op, c, checked if flagged else function, None if flagged else on_arrays)


@handles("arith.negf")
def _negate(op: Operation, c: Compiler) -> None:
    compute(op, c, lambda x: -x, np.negative)


@handles("arith.cmpf")
def _compare_floats(op: Operation, c: Compiler) -> None:
    predicate = attribute(op, "predicate").value.data
    # From 8 on: ueq, ugt, uge, ult, ule, une, uno, true. Of ordered operands `uno` is false.
    relation = (*range(8), 1, 2, 3, 4, 5, 6, 0, 7)[int(predicate)]
    unordered = 1 if predicate >= 8 else 0
    if relation in (0, 7):
        compute(op, c, lambda x, y: unordered if x != x or y != y else int(relation == 7))
        return
    holds = (operator.eq, operator.gt, operator.ge, operator.lt, operator.le, operator.ne)[relation - 1]

    def on_arrays(x: Any, y: Any) -> Any:
        return np.where(np.isnan(x) | np.isnan(y), unordered, holds(x, y))

    compute(op, c, lambda x, y: unordered if x != x or y != y else int(holds(x, y)), on_arrays)
