"""Arithmetic on numbers as Python and NumPy have it, in ops of arith and math.

What differs from C: `//` rounds down and `%` has the sign of the divisor, for floats by CPython's own algorithm; Python's
numbers raise ZeroDivisionError where NumPy's give 0, infinity or NaN; a shift by the width or more is no poison. Integers
wrap around, which is documented (docs/jit.md). Division by a number that may be -1 is guarded, since the processor traps
where the quotient does not fit.

Each result carries the least value that it can have where that is easily known (`Num.low`): an index that is at least 0 needs
no test for a negative one. Overflow is left out of account there, which is right for indices: a sum of two of these that
wraps around is out of bounds either way.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from asyncir.source.python import complex_numbers
from asyncir.source.python.complex_numbers import OperandError, RangeError
from asyncir.source.python.types import BOOL, FLOAT, INT, NUMPY_BOOL, NumberType, divided, numpy_of, promote
from asyncir.source.python.values import Num, constant
from asyncir.source.python.writer import Writer

DIVISION = "ZeroDivisionError: division by zero"
_MODULO = "ZeroDivisionError: integer division or modulo by zero"
_FLOAT_MODULO = "ZeroDivisionError: float modulo by zero"


def convert(w: Writer, number: Num, type_: NumberType) -> Num:
    """The number in another type, as NumPy's `astype` does it."""
    have = number.type
    if have == type_:
        return number
    if number.is_constant:
        return _constant_in(number, type_)
    name = number.name
    low = number.low if type_.kind == "i" and type_.bits == 64 else None
    if (have.kind in "iu" and type_.kind in "iu" and have.bits == type_.bits) or have.mlir == type_.mlir:
        return Num(type_, name, low, index=number.index if low is not None else "")
    if type_.is_bool:
        return Num(type_, truth(w, number).name)
    if have.is_complex or type_.is_complex:
        return _complex_in(w, number, type_)
    if have.is_float and type_.is_float:
        cast = "arith.extf" if type_.bits > have.bits else "arith.truncf"
    elif have.is_float:
        cast = "arith.fptosi" if type_.kind == "i" else "arith.fptoui"
    elif type_.is_float:
        cast = "arith.sitofp" if have.kind == "i" else "arith.uitofp"
    elif type_.bits < have.bits:
        cast = "arith.trunci"
    else:
        cast = "arith.extsi" if have.kind == "i" else "arith.extui"
    return Num(type_, w.op(f"{cast} {name} : {have.mlir} to {type_.mlir}"), low)


def check_range(w: Writer, number: Num, type_: NumberType) -> None:
    """Raise OverflowError where a whole number of Python does not fit a type of NumPy's whole numbers."""
    if not (number.type.python and number.type.is_integer and type_.is_integer) or number.is_constant:
        return
    message = f"OverflowError: Python integer out of bounds for {type_}"
    if type_.bits < 64:
        back = convert(w, Num(type_, w.name(convert(w, number, type_))), INT)
        check(w, test(w, "==", INT, w.name(back), w.name(number)), message)
    elif type_.kind == "u" and not (number.low is not None and number.low >= 0):
        check(w, test(w, ">=", INT, w.name(number), w.constant("i64", "0")), message)


def _complex_in(w: Writer, number: Num, type_: NumberType) -> Num:
    """A complex number in another type, or another number as a complex one."""
    if not type_.is_complex:
        raise OperandError(f"a complex number is no {type_}; take .real, .imag or abs(z)")
    if number.type.is_complex:
        return complex_numbers.converted(w, number, type_)
    part = complex_numbers.part_type(type_)
    real = convert(w, number, part)
    return complex_numbers.made(w, type_, w.name(real), w.constant(part.mlir, "0.0"))


def _constant_in(number: Num, type_: NumberType) -> Num:
    value = number.constant
    assert value is not None
    if type_.is_bool:
        return Num(type_, constant=bool(value))
    if type_.is_complex:
        return Num(type_, constant=complex(value))
    if isinstance(value, complex):
        raise OperandError(f"a complex number is no {type_}; take .real, .imag or abs(z)")
    if type_.is_float:
        return Num(type_, constant=float(value))
    if not math.isfinite(value):
        return Num(type_, constant=-(1 << type_.bits - 1))
    if number.type.python and number.type.is_integer and not fits(int(value), type_):
        raise RangeError(f"the number {value} does not fit {type_}")
    whole = int(value) & (1 << type_.bits) - 1
    if type_.kind == "i" and whole >> type_.bits - 1:
        whole -= 1 << type_.bits
    return Num(type_, constant=whole, low=whole)


def fits(value: int, type_: NumberType) -> bool:
    """Whether a whole number is one of the type."""
    least = -(1 << type_.bits - 1) if type_.kind == "i" else 0
    return least <= value < least + (1 << type_.bits)


def truth(w: Writer, number: Num) -> Num:
    """Whether it counts as true."""
    if number.is_constant:
        return constant(bool(number.constant))
    type_ = number.type
    if type_.is_bool:
        return Num(BOOL, number.name)
    if type_.is_complex:
        return complex_numbers.truth(w, number)
    zero = w.constant(type_.mlir, "0.0" if type_.is_float else "0")
    test = "arith.cmpf une" if type_.is_float else "arith.cmpi ne"
    return Num(BOOL, w.op(f"{test}, {number.name}, {zero} : {type_.mlir}"))


def negated(w: Writer, condition: Num) -> Num:
    """`not` of a truth value."""
    if condition.is_constant:
        return constant(not condition.constant)
    one = w.constant("i1", "true")
    return Num(condition.type, w.op(f"arith.xori {condition.name}, {one} : i1"))


def select(w: Writer, condition: str, yes: Num, no: Num) -> Num:
    """One of two numbers of one type."""
    low = None if yes.low is None or no.low is None else min(yes.low, no.low)
    text = f"arith.select {condition}, {w.name(yes)}, {w.name(no)} : {yes.type.mlir}"
    return Num(yes.type, w.op(text), low)


_PREDICATES = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def compare(w: Writer, op: str, one: Num, other: Num) -> Num:
    """A comparison; NaN is unequal to everything."""
    type_ = promote(one.type, other.type)
    if type_.is_complex:
        return complex_numbers.compare(w, op, convert(w, one, type_), convert(w, other, type_))
    if one.is_constant and other.is_constant:
        return constant(_COMPARE[op](one.real, other.real))
    result = BOOL if one.type.python and other.type.python else NUMPY_BOOL
    if type_.is_integer and one.type.python != other.type.python:
        weak = one if one.type.python else other
        if weak.type.is_integer and not (weak.is_constant and fits(weak.whole, type_)):
            return Num(NUMPY_BOOL, _compared_exactly(w, op, one, other, type_))
    a, b = (w.name(convert(w, number, type_)) for number in (one, other))
    return Num(result, test(w, op, type_, a, b))


def _compared_exactly(w: Writer, op: str, one: Num, other: Num, type_: NumberType) -> str:
    """A number of NumPy beside one of Python that may not fit its type."""
    if type_.bits < 64 or type_.kind == "i":
        return test(w, op, INT, *(w.name(convert(w, number, INT)) for number in (one, other)))
    weak = one if one.type.python else other
    negative = test(w, "<", INT, w.name(weak), w.constant("i64", "0"))
    strong = [w.name(number if number is not weak else Num(type_, w.name(weak))) for number in (one, other)]
    larger = op == "!=" or (op in ("<", "<=") if weak is one else op in (">", ">="))
    beside = w.constant("i1", "true" if larger else "false")
    return w.op(f"arith.select {negative}, {beside}, {test(w, op, type_, *strong)} : i1")


def test(w: Writer, op: str, type_: NumberType, a: str, b: str) -> str:
    """The same of two values of one type, by their names."""
    word = _PREDICATES[op]
    if type_.is_float:
        return w.op(f"arith.cmpf {'une' if word == 'ne' else 'o' + word}, {a}, {b}{w.fast} : {type_.mlir}")
    sign = "" if word in ("eq", "ne") else "s" if type_.kind == "i" else "u"
    return w.op(f"arith.cmpi {sign}{word}, {a}, {b} : {type_.mlir}")


def check(w: Writer, condition: str, message: str) -> None:
    """Raise unless the condition holds; the message begins with the name of the exception."""
    text = message.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    w.line(f'cf.assert {condition}, "{text}"')


_FOLDED: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one / other,
    "//": lambda one, other: one // other,
    "%": lambda one, other: one % other,
    "&": lambda one, other: one & other,
    "|": lambda one, other: one | other,
    "^": lambda one, other: one ^ other,
    "<<": lambda one, other: one << other,
    ">>": lambda one, other: one >> other,
    "**": lambda one, other: one**other,
}
_LIMIT = 1 << 63


def _folded(op: str, one: Num, other: Num) -> Num | None:
    """What Python's own constants come to, if that is a number of ours."""
    if not (one.type.python and other.type.python and one.is_constant and other.is_constant):
        return None
    if op in ("<<", "**") and abs(other.real) > 64:
        return None
    try:
        value = _FOLDED[op](one.constant, other.constant)
    except (ArithmeticError, ValueError, TypeError):
        return None
    if isinstance(value, int):
        return constant(value) if -_LIMIT <= value < _LIMIT else None
    return constant(value) if isinstance(value, float | complex) else None


def binary(w: Writer, op: str, one: Num, other: Num) -> Num:
    """`one op other`, for the operators of Python; raises `OperandError`."""
    folded = _folded(op, one, other)
    if folded is not None:
        return folded
    type_ = promote(one.type, other.type)
    if type_.is_complex:
        pair = convert(w, one, type_), convert(w, other, type_)
        return complex_numbers.binary(w, op, *pair, lambda holds: check(w, holds, DIVISION))
    if op == "/":
        return _quotient(w, convert(w, one, divided(type_)), convert(w, other, divided(type_)))
    if op == "**":
        return power(w, one, other, type_)
    if op in ("&", "|", "^", "<<", ">>") and type_.is_float:
        raise OperandError(f"{op} takes whole numbers, and these are {one.type} and {other.type}")
    if type_.is_bool and op not in ("&", "|", "^"):
        if not type_.python and op in ("+", "*"):
            op = "|" if op == "+" else "&"
        elif not type_.python and op == "-":
            raise OperandError("NumPy's truth values cannot be subtracted; use ^ or !=")
        else:
            type_ = INT if type_.python else NumberType("i", 8)
    a, b = convert(w, one, type_), convert(w, other, type_)
    if op in ("//", "%"):
        return _floored(w, op, a, b)
    if op in ("<<", ">>"):
        return _shifted(w, op, a, b)
    return _simple(w, op, a, b)


_OPS = {"+": "add", "-": "sub", "*": "mul"}
_BITS = {"&": "andi", "|": "ori", "^": "xori"}


def _simple(w: Writer, op: str, a: Num, b: Num) -> Num:
    type_ = a.type
    if op in _BITS:
        text = f"arith.{_BITS[op]} {w.name(a)}, {w.name(b)} : {type_.mlir}"
    else:
        kind, fast = ("f", w.fast) if type_.is_float else ("i", "")
        text = f"arith.{_OPS[op]}{kind} {w.name(a)}, {w.name(b)}{fast} : {type_.mlir}"
    return Num(type_, w.op(text), _low(op, a, b))


def _low(op: str, a: Num, b: Num) -> int | None:
    low_a, low_b = a.low, b.low
    if op == "&" and a.type.is_integer and ((low_a or -1) >= 0 or (low_b or -1) >= 0 or 0 in (low_a, low_b)):
        return 0
    if op == "-" and low_a is not None and isinstance(b.constant, int):
        return low_a - b.constant
    if low_a is None or low_b is None:
        return None
    if op == "+":
        return low_a + low_b
    return 0 if op in ("*", "|", "^") and low_a >= 0 and low_b >= 0 else None


def _quotient(w: Writer, a: Num, b: Num) -> Num:
    if a.type.python and not b.constant:
        _nonzero(w, b, DIVISION)
    return Num(a.type, w.op(f"arith.divf {w.name(a)}, {w.name(b)}{w.fast} : {a.type.mlir}"))


def _nonzero(w: Writer, b: Num, message: str) -> None:
    zero = w.constant(b.type.mlir, "0.0" if b.type.is_float else "0")
    check(w, test(w, "!=", b.type, w.name(b), zero), message)


def _floored(w: Writer, op: str, a: Num, b: Num) -> Num:
    if a.type.is_float:
        if a.type.python and not b.constant:
            _nonzero(w, b, DIVISION if op == "//" else _FLOAT_MODULO)
        return _float_floored(w, op, a, b)
    if a.type.python and not b.constant:
        _nonzero(w, b, _MODULO)
    low = 0 if (b.low or 0) > 0 and (op == "%" or (a.low or -1) >= 0 or a.low == 0) else None
    if a.type.kind == "u":
        low = 0
    if b.constant and (b.constant != -1 or a.type.kind == "u"):
        positive = low == 0 and (a.low or 0) >= 0
        return Num(a.type, _divided(w, op, a, w.name(b), positive, b.whole), low)
    zero, one = w.constant(a.type.mlir, "0"), w.constant(a.type.mlir, "1")
    unsafe = test(w, "==", a.type, w.name(b), zero)
    if a.type.kind == "i":
        minus = test(w, "==", a.type, w.name(b), w.constant(a.type.mlir, "-1"))
        unsafe = w.op(f"arith.ori {unsafe}, {minus} : i1")
    safe = w.op(f"arith.select {unsafe}, {one}, {w.name(b)} : {a.type.mlir}")
    result = _divided(w, op, a, safe)
    # By -1: the negative, which wraps around, and no remainder. By 0, of NumPy: 0 both.
    other = zero
    if op == "//" and a.type.kind == "i":
        negative = w.op(f"arith.subi {zero}, {w.name(a)} : {a.type.mlir}")
        other = w.op(f"arith.select {minus}, {negative}, {zero} : {a.type.mlir}")  # pyright: ignore[reportPossiblyUnboundVariable]
    return Num(a.type, w.op(f"arith.select {unsafe}, {other}, {result} : {a.type.mlir}"), low)


def _divided(w: Writer, op: str, a: Num, b: str, positive: bool = False, divisor: int | None = None) -> str:
    """A quotient or remainder that the processor can make: `b` is neither 0 nor -1; `divisor`, if it is known.

    `positive`: neither is negative.
    """
    type_ = a.type.mlir
    if a.type.kind == "u" or (positive and a.low is not None):
        word = ("div" if op == "//" else "rem") + ("ui" if a.type.kind == "u" else "si")
        return w.op(f"arith.{word} {w.name(a)}, {b} : {type_}")
    if op == "//":
        return w.op(f"arith.floordivsi {w.name(a)}, {b} : {type_}")
    if divisor is not None and divisor > 0 and not divisor & (divisor - 1):
        # The remainder of a power of two, with the sign of it, is the last bits.
        return w.op(f"arith.andi {w.name(a)}, {w.constant(type_, str(divisor - 1))} : {type_}")
    zero = w.constant(type_, "0")
    rest = w.op(f"arith.remsi {w.name(a)}, {b} : {type_}")
    signs = w.op(f"arith.xori {rest}, {b} : {type_}")
    differ = w.op(f"arith.cmpi slt, {signs}, {zero} : {type_}")
    some = w.op(f"arith.cmpi ne, {rest}, {zero} : {type_}")
    adjust = w.op(f"arith.andi {differ}, {some} : i1")
    moved = w.op(f"arith.addi {rest}, {b} : {type_}")
    return w.op(f"arith.select {adjust}, {moved}, {rest} : {type_}")


def _float_floored(w: Writer, op: str, a: Num, b: Num) -> Num:
    """CPython's `float_divmod`; of NumPy's numbers the quotient by zero is that of `/`."""
    type_, x, y = a.type.mlir, w.name(a), w.name(b)
    zero = w.constant(type_, "0.0")
    rest = w.op(f"arith.remf {x}, {y} : {type_}")
    some = w.op(f"arith.cmpf une, {rest}, {zero} : {type_}")
    below = w.op(f"arith.cmpf olt, {rest}, {zero} : {type_}")
    under = w.op(f"arith.cmpf olt, {y}, {zero} : {type_}")
    differ = w.op(f"arith.xori {below}, {under} : i1")
    adjust = w.op(f"arith.andi {some}, {differ} : i1")
    moved = w.op(f"arith.addf {rest}, {y} : {type_}")
    modulo = w.op(f"arith.select {adjust}, {moved}, {rest} : {type_}")
    if op == "%":
        signed = w.op(f"math.copysign {zero}, {y} : {type_}")
        return Num(a.type, w.op(f"arith.select {some}, {modulo}, {signed} : {type_}"))
    difference = w.op(f"arith.subf {x}, {rest} : {type_}")
    quotient = w.op(f"arith.divf {difference}, {y} : {type_}")
    one = w.constant(type_, "1.0")
    lower = w.op(f"arith.subf {quotient}, {one} : {type_}")
    exact = w.op(f"arith.select {adjust}, {lower}, {quotient} : {type_}")
    floor = w.op(f"math.floor {exact} : {type_}")
    over = w.op(f"arith.subf {exact}, {floor} : {type_}")
    far = w.op(f"arith.cmpf ogt, {over}, {w.constant(type_, '0.5')} : {type_}")
    higher = w.op(f"arith.addf {floor}, {one} : {type_}")
    rounded = w.op(f"arith.select {far}, {higher}, {floor} : {type_}")
    plain = w.op(f"arith.divf {x}, {y} : {type_}")
    signed = w.op(f"math.copysign {zero}, {plain} : {type_}")
    whole = w.op(f"arith.cmpf une, {exact}, {zero} : {type_}")
    result = w.op(f"arith.select {whole}, {rounded}, {signed} : {type_}")
    if not a.type.python:
        by_zero = w.op(f"arith.cmpf oeq, {y}, {zero} : {type_}")
        result = w.op(f"arith.select {by_zero}, {plain}, {result} : {type_}")
    return Num(a.type, result)


def _shifted(w: Writer, op: str, a: Num, b: Num) -> Num:
    type_, bits = a.type, a.type.bits
    low = 0 if op == ">>" and a.low is not None and a.low >= 0 else None
    word = "shli" if op == "<<" else "shrsi" if type_.kind == "i" else "shrui"
    if isinstance(b.constant, int) and 0 <= b.constant < bits:
        return Num(type_, w.op(f"arith.{word} {w.name(a)}, {w.name(b)} : {type_.mlir}"), low)
    zero, most = w.constant(type_.mlir, "0"), w.constant(type_.mlir, str(bits - 1))
    if type_.python:
        check(w, test(w, ">=", type_, w.name(b), zero), "ValueError: negative shift count")
    far = w.op(f"arith.cmpi ugt, {w.name(b)}, {most} : {type_.mlir}")
    by = w.op(f"arith.select {far}, {most}, {w.name(b)} : {type_.mlir}")
    result = w.op(f"arith.{word} {w.name(a)}, {by} : {type_.mlir}")
    if word != "shrsi":
        result = w.op(f"arith.select {far}, {zero}, {result} : {type_.mlir}")
    return Num(type_, result, low)


_MOST_FACTORS = 16


def power(w: Writer, one: Num, other: Num, type_: NumberType) -> Num:
    """`one ** other`."""
    if type_.is_bool:
        type_ = INT if type_.python else NumberType("i", 8)
    exponent = other.constant
    if type_.is_integer:
        if isinstance(exponent, int) and exponent < 0 and type_.python:
            return power(w, convert(w, one, FLOAT), convert(w, other, FLOAT), FLOAT)
        base = convert(w, one, type_)
        if isinstance(exponent, int) and 0 <= exponent <= _MOST_FACTORS:
            return _multiplied(w, base, exponent)
        by = convert(w, other, type_)
        if type_.kind == "i":
            zero = w.constant(type_.mlir, "0")
            message = "ValueError: an integer to a negative power is no integer"
            check(w, test(w, ">=", type_, w.name(by), zero), message)
        return Num(type_, w.op(f"math.ipowi {w.name(base)}, {w.name(by)} : {type_.mlir}"))
    base, by = convert(w, one, type_), convert(w, other, type_)
    if exponent in (0, 1, 2):
        return _multiplied(w, base, int(exponent))
    if type_.python:
        _check_power(w, base, by)
    return Num(type_, w.op(f"math.powf {w.name(base)}, {w.name(by)}{w.fast} : {type_.mlir}"))


def _multiplied(w: Writer, base: Num, exponent: int) -> Num:
    """The power by squaring."""
    result = Num(base.type, constant=1.0 if base.type.is_float else 1, low=1)
    square, left, first = base, exponent, True
    while left:
        if left & 1:
            result = square if first else _simple(w, "*", result, square)
            first = False
        left >>= 1
        if left:
            square = _simple(w, "*", square, square)
    return result


def _check_power(w: Writer, base: Num, by: Num) -> None:
    type_ = base.type
    zero = w.constant(type_.mlir, "0.0")
    exponent = by.constant
    if exponent is None or by.real < 0:
        null = test(w, "==", type_, w.name(base), zero)
        below = test(w, "<", type_, w.name(by), zero)
        both = w.op(f"arith.andi {null}, {below} : i1")
        message = "ZeroDivisionError: 0.0 cannot be raised to a negative power"
        check(w, w.name(negated(w, Num(BOOL, both))), message)
    if exponent is None or by.real != int(by.real):
        floor = w.op(f"math.floor {w.name(by)} : {type_.mlir}")
        broken = test(w, "!=", type_, floor, w.name(by))
        infinite = w.constant(type_.mlir, "0xFFF0000000000000")
        negative = test(w, "<", type_, w.name(base), zero)
        finite = test(w, ">", type_, w.name(base), infinite)
        both = w.op(f"arith.andi {broken}, {negative} : i1")
        both = w.op(f"arith.andi {both}, {finite} : i1")
        message = "ValueError: a negative number to a fractional power is complex"
        check(w, w.name(negated(w, Num(BOOL, both))), message)


def unary(w: Writer, op: str, operand: Num) -> Num:
    """`op operand` for - + ~ and `not`."""
    if op == "not":
        return negated(w, truth(w, operand))
    type_ = operand.type
    if type_.is_complex:
        if op == "~":
            raise OperandError(f"~ takes whole numbers, and this is {type_}")
        return operand if op == "+" else complex_numbers.negative(w, operand)
    if type_.is_bool:
        if not type_.python:
            if op == "~":
                return negated(w, operand)
            raise OperandError(f"NumPy's truth values have no {op}; use ~")
        operand, type_ = convert(w, operand, INT), INT
    if op == "+":
        return operand
    if op == "~":
        if type_.is_float:
            raise OperandError(f"~ takes whole numbers, and this is {type_}")
        if operand.is_constant:
            return _constant_in(constant(~operand.whole), type_)
        ones = w.constant(type_.mlir, "-1")
        return Num(type_, w.op(f"arith.xori {operand.name}, {ones} : {type_.mlir}"))
    if operand.constant is not None:
        return _constant_in(Num(type_, constant=-operand.constant), type_)
    if type_.is_float:
        return Num(type_, w.op(f"arith.negf {operand.name}{w.fast} : {type_.mlir}"))
    return Num(type_, w.op(f"arith.subi {w.constant(type_.mlir, '0')}, {operand.name} : {type_.mlir}"))


def absolute(w: Writer, operand: Num) -> Num:
    """`abs`."""
    type_ = operand.type
    if type_.is_complex:
        return complex_numbers.absolute(w, operand)
    if type_.is_bool:
        return absolute(w, convert(w, operand, INT)) if type_.python else operand
    if operand.constant is not None:
        return _constant_in(Num(type_, constant=abs(operand.constant)), type_)
    if type_.is_float:
        return Num(type_, w.op(f"math.absf {operand.name} : {type_.mlir}"))
    if type_.kind == "u" or (operand.low is not None and operand.low >= 0):
        return operand
    return Num(type_, w.op(f"math.absi {operand.name} : {type_.mlir}"), 0)


def smaller(w: Writer, one: Num, other: Num, larger: bool = False) -> Num:
    """Python's `min` (or `max`) of two: the first, unless the other is really smaller."""
    type_ = promote(one.type, other.type)
    if type_.is_complex:
        raise OperandError("complex numbers have no order: none is the smallest")
    a, b = convert(w, one, type_), convert(w, other, type_)
    if type_.is_bool:
        return _simple(w, "|" if larger else "&", a, b)
    if type_.is_integer:
        word = ("max" if larger else "min") + ("si" if type_.kind == "i" else "ui")
        known = [n.low for n in (a, b) if n.low is not None]
        low = max(known, default=None) if larger else min(known) if len(known) == 2 else None
        return Num(type_, w.op(f"arith.{word} {w.name(a)}, {w.name(b)} : {type_.mlir}"), low)
    better = test(w, ">" if larger else "<", type_, w.name(b), w.name(a))
    return select(w, better, b, a)


def extreme(w: Writer, one: Num, other: Num, larger: bool) -> Num:
    """NumPy's `minimum` (or `maximum`): NaN if one is."""
    type_ = promote(one.type, other.type)
    if not type_.is_float:
        return smaller(w, one, other, larger)
    a, b = (w.name(convert(w, number, type_)) for number in (one, other))
    word = "maximumf" if larger else "minimumf"
    return Num(type_, w.op(f"arith.{word} {a}, {b}{w.fast} : {type_.mlir}"))


def strong(number: Num) -> Num:
    """The same value as a number of NumPy."""
    return Num(numpy_of(number.type), number.name, number.low, number.constant, number.index)


def conjugate(w: Writer, number: Num) -> Num:
    """The conjugate of a complex number; others are their own."""
    return complex_numbers.conjugate(w, number) if number.type.is_complex else number


def squared_size(w: Writer, number: Num) -> Num:
    """The square of the distance from zero."""
    if number.type.is_complex:
        return complex_numbers.squared_size(w, number)
    return binary(w, "*", number, number)
