"""Sums, products, extremes and tests of all elements of an array, or along one axis."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from asyncir.source.python import scalars
from asyncir.source.python.arguments import CallArguments
from asyncir.source.python.body import Body
from asyncir.source.python.elements import combined, elements, fold, length, materialised
from asyncir.source.python.types import FLOAT64, INT64, NUMPY_BOOL, NumberType, numpy_of
from asyncir.source.python.values import UNIT, Array, Elements, Num, constant

Combine = Callable[[Num, Num], Num]


def reduced(
    b: Body, value: Array | Elements | Num, axis: int | None, start: Num, combine: Combine
) -> Num | Elements:
    """Fold all elements, or those along an axis, from `start` on."""
    of = elements(b, value)
    if axis is None or len(of.shape) <= 1:
        return fold(b, of.shape, [start], lambda i, so_far: [combine(so_far[0], of.at(i))])[0]
    rest = of.shape[:axis] + of.shape[axis + 1 :]

    def at(indices: Sequence[str]) -> Num:
        def step(i: list[str], so_far: list[Num]) -> list[Num]:
            return [combine(so_far[0], of.at([*indices[:axis], i[0], *indices[axis:]]))]

        return fold(b, [of.shape[axis]], [start], step)[0]

    return Elements(start.type, rest, at, of.reads, elsewhere=True)


def element_type(value: Array | Elements | Num) -> NumberType:
    """The type of the elements."""
    if isinstance(value, Num):
        return value.type
    return value.element if isinstance(value, Elements) else value.type.element


def axis_of(b: Body, value: Array | Elements | Num, of: CallArguments, at: int) -> int | None:
    """The argument `axis`, from the front."""
    given = of.value("axis", at)
    if given is None or getattr(given, "object", 0) is None:
        return None
    rank = len(elements(b, value).shape)
    if not isinstance(given, Num) or not isinstance(given.constant, int):
        raise of.fail("the axis is no constant", "write it as a number")
    if not -rank <= given.constant < rank:
        raise of.fail(f"there is no axis {given.constant}", f"the array has {rank}")
    return given.constant % rank


def sum_type(type_: NumberType) -> NumberType:
    """NumPy adds small integers up as large ones."""
    if type_.is_float or type_.is_complex:
        return numpy_of(type_)
    return NumberType("u", 64) if type_.kind == "u" else INT64


def sum_of(
    b: Body,
    value: Array | Elements | Num,
    axis: int | None,
    of: CallArguments,
    product: bool = False,
    in_order: bool = False,
) -> Num:
    """`sum` or `prod` of everything. NumPy promises no order, so that floats are added up in any, but for Python's `sum`."""
    result = summed(b, value, axis, product, in_order)
    if isinstance(result, Elements):
        raise of.fail("a sum along an axis is no number", "assign it to a variable first")
    return result


def summed(
    b: Body, value: Array | Elements | Num, axis: int | None, product: bool = False, in_order: bool = False
) -> Num | Elements:
    """The same, along an axis if there is one."""
    type_ = sum_type(element_type(value))
    start = Num(type_, constant=int(product) if not type_.is_float else float(product))
    word = "mul" if product else "add"
    flags = b.w.fast or ("" if in_order else " fastmath<reassoc>")

    def combine(so_far: Num, element: Num) -> Num:
        other = scalars.convert(b.w, element, type_)
        if type_.is_complex:
            return scalars.binary(b.w, "*" if product else "+", so_far, other)
        kind, how = ("f", flags) if type_.is_float else ("i", "")
        names = f"{b.w.name(so_far)}, {b.w.name(other)}"
        return Num(type_, b.w.op(f"arith.{word}{kind} {names}{how} : {type_.mlir}"))

    return reduced(b, value, axis, start, combine)


def count_of(b: Body, value: Array | Elements | Num, axis: int | None) -> Num:
    """How many elements there are, or how many along an axis."""
    shape = elements(b, value).shape
    many: Num = constant(1)
    for extent in shape if axis is None else [shape[axis]]:
        many = scalars.binary(b.w, "*", many, length(b, extent))
    return many


def mean_of(b: Body, value: Array | Elements | Num, axis: int | None) -> Num | Elements:
    """The mean; of nothing it is NaN."""
    type_ = element_type(value)
    of = numpy_of(type_) if type_.is_float or type_.is_complex else FLOAT64
    if of != numpy_of(type_) and not isinstance(value, Num):
        # As NumPy does: a sum of whole numbers may not fit.
        value = combined(b, [value], of, lambda n: scalars.convert(b.w, n[0], of))
    total = summed(b, value, axis)
    many = scalars.convert(b.w, scalars.strong(count_of(b, value, axis)), of)

    def divide(sum_: Num) -> Num:
        number = scalars.convert(b.w, sum_, of)
        return scalars.binary(b.w, "/", scalars.strong(number), scalars.strong(many))

    if isinstance(total, Num):
        return divide(total)
    return Elements(of, total.shape, lambda i: divide(total.at(i)), total.reads, elsewhere=True)


def extreme_of(
    b: Body,
    value: Array | Elements,
    larger: bool,
    of: CallArguments,
    axis: int | None = None,
    python: bool = False,
) -> Num:
    """The largest or the smallest element; of NumPy's arrays NaN if there is one. `python`: of numbers of Python."""
    if python:
        first = elements(b, value)
        _some(b, first.shape[0])
        start = first.at([b.w.index(0)])
        return fold(
            b, first.shape, [start], lambda i, so_far: [scalars.smaller(b.w, so_far[0], first.at(i), larger)]
        )[0]
    result = extremes(b, value, larger, axis)
    if isinstance(result, Elements):
        raise of.fail("this is an array, and no number", "assign it to a variable first")
    return result


def extremes(b: Body, value: Array | Elements, larger: bool, axis: int | None) -> Num | Elements:
    """The same, along an axis if there is one."""
    type_ = numpy_of(element_type(value))
    if type_.is_complex:
        raise scalars.OperandError("complex numbers have no order: none is the largest")
    shape = elements(b, value).shape
    for extent in shape if axis is None else [shape[axis]]:
        if extent != UNIT:
            _some(b, extent)
    start = Num(type_, constant=_edge(type_, larger))
    return reduced(b, value, axis, start, lambda one, other: scalars.extreme(b.w, one, other, larger))


def _some(b: Body, extent: str) -> None:
    some = b.w.op(f"arith.cmpi ne, {extent}, {b.w.index(0)} : index")
    scalars.check(b.w, some, "ValueError: zero-size array to reduction operation")


def _edge(type_: NumberType, larger: bool) -> int | float | bool:
    """What is not above (or below) any element."""
    if type_.is_float:
        return float("-inf") if larger else float("inf")
    if type_.is_bool:
        return not larger
    low = -(1 << type_.bits - 1) if type_.kind == "i" else 0
    return low if larger else low + (1 << type_.bits) - 1


def arg_extreme(b: Body, value: Array | Elements, larger: bool, of: CallArguments) -> Num:
    """The index of the first largest or smallest element of an array with one axis; of the first NaN if there is one."""
    one = elements(b, value)
    if one.element.is_complex:
        raise of.fail("complex numbers have no order", "look at a.real, or at np.abs(a)")
    if len(one.shape) != 1:
        raise of.fail("only arrays with one axis are known here", "loop over the others")
    extent = b.w.index(1) if one.shape[0] == UNIT else one.shape[0]
    some = b.w.op(f"arith.cmpi ne, {extent}, {b.w.index(0)} : index")
    scalars.check(b.w, some, "ValueError: attempt to get the place of an extreme of an empty sequence")
    type_, w = one.element, b.w
    place = Num(INT64, constant=0, low=0)

    def step(i: list[str], so_far: list[Num]) -> list[Num]:
        best, at = so_far
        element = one.at(i)
        better = scalars.test(w, ">" if larger else "<", type_, w.name(element), w.name(best))
        if type_.is_float:
            unordered = w.op(f"arith.cmpf uno, {w.name(element)}, {w.name(element)} : {type_.mlir}")
            known = w.op(f"arith.cmpf ord, {w.name(best)}, {w.name(best)} : {type_.mlir}")
            first = w.op(f"arith.andi {unordered}, {known} : i1")
            better = w.op(f"arith.ori {better}, {first} : i1")
        here = scalars.strong(w.of_index(i[0], 0))
        return [scalars.select(w, better, element, best), scalars.select(w, better, here, at)]

    first = one.at([w.index(0)])
    return Num(INT64, w.name(fold(b, one.shape, [first, place], step)[1]), 0)


def tested(b: Body, value: Array | Elements | Num, every: bool, axis: int | None) -> Num | Elements:
    """`any` or `all`."""
    start = Num(NUMPY_BOOL, constant=every)
    word = "&" if every else "|"

    def combine(so_far: Num, element: Num) -> Num:
        holds = scalars.truth(b.w, element)
        return scalars.binary(b.w, word, so_far, Num(NUMPY_BOOL, holds.name, constant=holds.constant))

    return reduced(b, value, axis, start, combine)


def variance(
    b: Body, value: Array | Elements | Num, axis: int | None, ddof: Num, root: bool
) -> Num | Elements:
    """The mean of the squares of the distances from the mean, or the root of it; `ddof` is taken from how many there are."""
    mean = mean_of(b, value, axis)
    if isinstance(mean, Elements):
        made = materialised(b, mean)
        assert isinstance(made, Array)
        mean = made
    of, middle = elements(b, value), elements(b, mean)
    part = NumberType("f", middle.element.bits // 2) if middle.element.kind == "c" else middle.element

    def squared(indices: Sequence[str]) -> Num:
        inner = () if axis is None or not middle.shape else (*indices[:axis], *indices[axis + 1 :])
        away = scalars.binary(
            b.w, "-", scalars.convert(b.w, of.at(indices), middle.element), middle.at(inner)
        )
        return scalars.squared_size(b.w, away)

    squares = Elements(part, of.shape, squared, of.reads, elsewhere=True)
    total = summed(b, squares, axis)
    left = scalars.binary(b.w, "-", count_of(b, value, axis), ddof)
    left = scalars.smaller(b.w, left, constant(0), larger=True)
    many = scalars.strong(scalars.convert(b.w, left, part))

    def divide(sum_: Num) -> Num:
        number = scalars.binary(b.w, "/", scalars.strong(sum_), many)
        return Num(part, b.w.op(f"math.sqrt {b.w.name(number)} : {part.mlir}")) if root else number

    if isinstance(total, Num):
        return divide(total)
    return Elements(part, total.shape, lambda i: divide(total.at(i)), total.reads, elsewhere=True)
