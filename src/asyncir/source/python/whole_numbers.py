"""What NumPy's functions make of whole numbers, where it is not what they make of floats."""

from __future__ import annotations

from asyncir.source.python import scalars
from asyncir.source.python.types import NumberType
from asyncir.source.python.values import Num
from asyncir.source.python.writer import Writer


def reciprocal_of_whole(w: Writer, number: Num) -> Num:
    """1 and -1 are their own; of zero NumPy gives the least number, of larger ones zero."""
    type_ = number.type
    of_zero = -(1 << type_.bits - 1) if type_.kind == "i" and type_.bits >= 32 else 0

    def where(this: int, value: int, else_: Num) -> Num:
        same = scalars.test(w, "==", type_, w.name(number), w.name(Num(type_, constant=this)))
        return scalars.select(w, same, Num(type_, constant=value), else_)

    found = where(1, 1, where(0, of_zero, Num(type_, constant=0)))
    return where(-1, -1, found) if type_.kind == "i" else found


def remainder_of_whole(w: Writer, type_: NumberType, one: Num, other: Num) -> Num:
    """What is left has the sign of the first number."""
    first, second = (scalars.convert(w, number, type_) for number in (one, other))
    # By 0 NumPy gives 0, and by 1 nothing is left, as by -1, with which the machine's instruction may fail.
    for odd in (0, -1) if type_.kind == "i" else (0,):
        same = scalars.test(w, "==", type_, w.name(second), w.name(Num(type_, constant=odd)))
        second = scalars.select(w, same, Num(type_, constant=1), second)
    op = "arith.remsi" if type_.kind == "i" else "arith.remui"
    return Num(type_, w.op(f"{op} {w.name(first)}, {w.name(second)} : {type_.mlir}"))
