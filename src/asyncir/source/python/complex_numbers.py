"""Arithmetic on complex numbers, in ops of the complex dialect and on the two parts.

Quotients are Smith's, as CPython and NumPy compute them. Powers to small whole numbers are products; others go by the
polar form.
"""

from __future__ import annotations

from collections.abc import Callable

from asyncir.source.python.types import BOOL, FLOAT, NUMPY_BOOL, NumberType
from asyncir.source.python.values import Num
from asyncir.source.python.writer import Writer


class OperandError(Exception):
    """Operands that the operation does not take; the text says why."""

    code = "J006"
    help = "compute with numbers of types that fit"


class RangeError(OperandError):
    """A constant that does not fit the type in which it is needed."""

    code = "J153"
    help = "give a number that fits, or convert the others before: a.astype(np.int64)"


def part_type(type_: NumberType) -> NumberType:
    """The type of the real and of the imaginary part."""
    return FLOAT if type_.python else NumberType("f", type_.bits // 2)


def parts_of(w: Writer, number: Num) -> tuple[str, str]:
    """The names of the real and the imaginary part."""
    name, type_ = w.name(number), number.type.mlir
    return w.op(f"complex.re {name} : {type_}"), w.op(f"complex.im {name} : {type_}")


def made(w: Writer, type_: NumberType, real: str, imaginary: str) -> Num:
    """The number with these parts."""
    return Num(type_, w.op(f"complex.create {real}, {imaginary} : {type_.mlir}"))


def real(w: Writer, number: Num) -> Num:
    """The real part."""
    part = part_type(number.type)
    if number.constant is not None:
        return Num(part, constant=complex(number.constant).real)
    return Num(part, w.op(f"complex.re {number.name} : {number.type.mlir}"))


def imaginary(w: Writer, number: Num) -> Num:
    """The imaginary part."""
    part = part_type(number.type)
    if number.constant is not None:
        return Num(part, constant=complex(number.constant).imag)
    return Num(part, w.op(f"complex.im {number.name} : {number.type.mlir}"))


def converted(w: Writer, number: Num, type_: NumberType) -> Num:
    """A complex number in another complex type."""
    if number.type.mlir == type_.mlir:
        return Num(type_, number.name)
    a, b = parts_of(w, number)
    have, want = part_type(number.type).mlir, part_type(type_).mlir
    cast = "arith.extf" if type_.bits > number.type.bits else "arith.truncf"
    a, b = (w.op(f"{cast} {name} : {have} to {want}") for name in (a, b))
    return made(w, type_, a, b)


def truth(w: Writer, number: Num) -> Num:
    """Whether it is not zero."""
    zero = w.name(Num(number.type, constant=0j))
    return Num(BOOL, w.op(f"complex.neq {w.name(number)}, {zero} : {number.type.mlir}"))


def compare(w: Writer, op: str, one: Num, other: Num) -> Num:
    """Whether two numbers of one type are equal, or not."""
    if op not in ("==", "!="):
        raise OperandError(f"complex numbers have no order: {op} does not compare them")
    word = "complex.eq" if op == "==" else "complex.neq"
    name = w.op(f"{word} {w.name(one)}, {w.name(other)} : {one.type.mlir}")
    return Num(BOOL if one.type.python else NUMPY_BOOL, name)


_OPS = {"+": "complex.add", "-": "complex.sub", "*": "complex.mul"}


def binary(w: Writer, op: str, one: Num, other: Num, check: Callable[[str], None]) -> Num:
    """`one op other` for two numbers of one type; `check` raises for a divisor of Python's that is zero."""
    type_ = one.type
    if op in _OPS:
        return Num(type_, w.op(f"{_OPS[op]} {w.name(one)}, {w.name(other)} : {type_.mlir}"))
    if op == "/":
        if type_.python and not other.constant:
            check(truth(w, other).name)
        return _quotient(w, one, other)
    if op == "**":
        return _power(w, one, other)
    raise OperandError(f"{op} does not take complex numbers")


def _quotient(w: Writer, one: Num, other: Num) -> Num:
    t = part_type(one.type).mlir
    (a, b), (c, d) = parts_of(w, one), parts_of(w, other)
    sizes = [w.op(f"math.absf {name} : {t}") for name in (c, d)]
    first = w.op(f"arith.cmpf oge, {sizes[0]}, {sizes[1]} : {t}")

    def select(x: str, y: str) -> str:
        return w.op(f"arith.select {first}, {x}, {y} : {t}")

    def op(word: str, x: str, y: str) -> str:
        return w.op(f"arith.{word}f {x}, {y} : {t}")

    large, small = select(c, d), select(d, c)
    ratio = op("div", small, large)
    below = op("add", large, op("mul", small, ratio))
    x, y = select(a, b), select(b, a)
    above = op("add", x, op("mul", y, ratio))
    turned = select(op("sub", b, op("mul", a, ratio)), op("sub", op("mul", b, ratio), a))
    return made(w, one.type, op("div", above, below), op("div", turned, below))


_MOST = 100
"""CPython multiplies up to this exponent."""


def _power(w: Writer, one: Num, other: Num) -> Num:
    exponent = other.constant
    if exponent is not None and complex(exponent).imag == 0:
        whole = complex(exponent).real
        if whole == int(whole) and 0 <= whole <= _MOST:
            return _multiplied(w, one, int(whole))
    t = part_type(one.type).mlir
    c, d = parts_of(w, other)
    angle = phase(w, one).name

    def op(word: str, *names: str) -> str:
        return w.op(f"{word} {', '.join(names)} : {t}")

    large = absolute(w, one).name
    size = op(
        "arith.mulf", op("math.powf", large, c), op("math.exp", op("arith.negf", op("arith.mulf", angle, d)))
    )
    turned = op("arith.mulf", d, op("math.log", large))
    turned = op("arith.addf", op("arith.mulf", angle, c), turned)
    real_, imaginary_ = (op("arith.mulf", size, op(f"math.{name}", turned)) for name in ("cos", "sin"))
    power = made(w, one.type, real_, imaginary_)
    # Of zero the logarithm is none: 0 ** 0 is 1, and zero to any other power zero.
    some, any_ = truth(w, one).name, truth(w, other).name
    zero, unit = (w.name(Num(one.type, constant=c)) for c in (0j, 1 + 0j))
    of_zero = w.op(f"arith.select {any_}, {zero}, {unit} : {one.type.mlir}")
    return Num(one.type, w.op(f"arith.select {some}, {power.name}, {of_zero} : {one.type.mlir}"))


def _multiplied(w: Writer, base: Num, exponent: int) -> Num:
    result, square, left = Num(base.type, constant=1 + 0j), base, exponent
    first = True
    while left:
        if left & 1:
            result = square if first else _times(w, result, square)
            first = False
        left >>= 1
        if left:
            square = _times(w, square, square)
    return result


def _times(w: Writer, one: Num, other: Num) -> Num:
    return Num(one.type, w.op(f"complex.mul {w.name(one)}, {w.name(other)} : {one.type.mlir}"))


def negative(w: Writer, number: Num) -> Num:
    """The number with the other sign."""
    return Num(number.type, w.op(f"complex.neg {w.name(number)} : {number.type.mlir}"))


def conjugate(w: Writer, number: Num) -> Num:
    """The number whose imaginary part has the other sign."""
    return Num(number.type, w.op(f"complex.conj {w.name(number)} : {number.type.mlir}"))


def absolute(w: Writer, number: Num) -> Num:
    """The distance from zero."""
    return Num(part_type(number.type), w.op(f"complex.abs {w.name(number)} : {number.type.mlir}"))


def phase(w: Writer, number: Num) -> Num:
    """The angle from the real axis, in radians."""
    part = part_type(number.type)
    a, b = parts_of(w, number)
    return Num(part, w.op(f"math.atan2 {b}, {a} : {part.mlir}"))


def squared_size(w: Writer, number: Num) -> Num:
    """The square of the distance from zero."""
    part = part_type(number.type)
    a, b = (w.op(f"arith.mulf {name}, {name} : {part.mlir}") for name in parts_of(w, number))
    return Num(part, w.op(f"arith.addf {a}, {b} : {part.mlir}"))


def function(w: Writer, op: str, number: Num) -> Num:
    """`exp`, `sqrt` or `log`, by the name of the op for floats; raises `OperandError` for others."""
    if op not in ("exp", "sqrt", "log"):
        raise OperandError(
            "this function does not take complex numbers here; those that do are exp, log and sqrt"
        )
    t, (a, b) = part_type(number.type).mlir, parts_of(w, number)
    if op == "exp":
        size = w.op(f"math.exp {a} : {t}")
        turned = [w.op(f"math.{name} {b} : {t}") for name in ("cos", "sin")]
        return made(w, number.type, *(w.op(f"arith.mulf {size}, {name} : {t}") for name in turned))
    if op == "log":
        return made(w, number.type, w.op(f"math.log {absolute(w, number).name} : {t}"), phase(w, number).name)
    return _root(w, number, a, b)


def _root(w: Writer, number: Num, a: str, b: str) -> Num:
    t = part_type(number.type).mlir
    zero, two, half = (w.name(Num(part_type(number.type), constant=c)) for c in (0.0, 2.0, 0.5))
    size = w.op(f"math.absf {a} : {t}")
    total = w.op(f"arith.addf {size}, {absolute(w, number).name} : {t}")
    root = w.op(f"math.sqrt {w.op(f'arith.mulf {total}, {half} : {t}')} : {t}")
    other = w.op(
        f"arith.divf {w.op(f'math.absf {b} : {t}')}, {w.op(f'arith.mulf {root}, {two} : {t}')} : {t}"
    )
    none = w.op(f"arith.cmpf oeq, {root}, {zero} : {t}")
    other = w.op(f"arith.select {none}, {zero}, {other} : {t}")
    right = w.op(f"arith.cmpf oge, {a}, {zero} : {t}")
    real_ = w.op(f"arith.select {right}, {root}, {other} : {t}")
    size = w.op(f"arith.select {right}, {other}, {root} : {t}")
    return made(w, number.type, real_, w.op(f"math.copysign {size}, {b} : {t}"))
