"""Functions of `math` and `numpy`.

Those of `math` take numbers of Python; where these raise an error of range or domain, compiled code gives infinity or NaN, as
C does. Those of `numpy` take numbers and arrays, element by element.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from asyncir.source.python import arrays, complex_numbers, rearranged, scalars, searching, written
from asyncir.source.python.arguments import CallArguments, dtype_of
from asyncir.source.python.body import Body
from asyncir.source.python.elements import combined, elements, settled
from asyncir.source.python.expressions import arithmetic
from asyncir.source.python.products import dot, matmul, norm, vdot
from asyncir.source.python.reductions import (
    arg_extreme,
    axis_of,
    extremes,
    mean_of,
    summed,
    tested,
    variance,
)
from asyncir.source.python.types import BOOL, COMPLEX, FLOAT, INT, NUMPY_BOOL, NumberType, numpy_of, promote
from asyncir.source.python.values import UNIT, Array, Elements, Num, Static, Tuple, Value, constant
from asyncir.source.python.whole_numbers import reciprocal_of_whole, remainder_of_whole
from asyncir.source.python.writer import Writer
from asyncir.source.python.written import arg_extremes

Compute = Callable[[Body, CallArguments], Value]
OfNumber = Callable[[Writer, Num], Num]

_FLOATS = {
    **{
        name: name
        for name in ("sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "cbrt", "erf")
    },
    **{name: name for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "floor", "ceil", "trunc")},
    **{name: name for name in ("asin", "acos", "atan", "asinh", "acosh", "atanh")},
    "fabs": "absf",
    "rint": "roundeven",
}
"""Functions of one float, by the names that `math` has, and those of the ops."""

_ARC = {f"arc{name}": f"a{name}" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")}


def _float_type(type_: NumberType) -> NumberType:
    """In what type NumPy computes a function of floats."""
    if type_.is_float:
        return type_
    if type_.is_complex:
        raise scalars.OperandError("this function does not take complex numbers here")
    if type_.python:
        return FLOAT
    return NumberType("f", 32 if type_.bits <= 16 and not type_.is_bool else 64)


def _float_op(op: str, w: Writer, number: Num) -> Num:
    if number.type.is_complex:
        return complex_numbers.function(w, op, number)
    one = scalars.convert(w, number, _float_type(number.type))
    return Num(one.type, w.op(f"math.{op} {w.name(one)}{w.fast} : {one.type.mlir}"))


def _classified(op: str, w: Writer, number: Num) -> Num:
    one = scalars.convert(w, number, _float_type(number.type))
    result = BOOL if number.type.python else NUMPY_BOOL
    return Num(result, w.op(f"math.{op} {w.name(one)} : {one.type.mlir}"))


def _scaled(by: float, w: Writer, number: Num) -> Num:
    one = scalars.convert(w, number, _float_type(number.type))
    return scalars.binary(w, "*", one, Num(one.type, constant=by))


def _angle(w: Writer, number: Num) -> Num:
    type_ = _float_type(number.type) if not number.type.is_complex else number.type
    if type_.is_complex:
        return complex_numbers.phase(w, number)
    return _two_floats("math.atan2", w, Num(type_, constant=0.0), scalars.convert(w, number, type_))


def _part(which: str, w: Writer, number: Num) -> Num:
    if not number.type.is_complex:
        return number if which == "real" else Num(number.type, constant=0)
    return (complex_numbers.real if which == "real" else complex_numbers.imaginary)(w, number)


def _but_for_nan(w: Writer, one: Num, other: Num, larger: bool) -> Num:
    """The larger or the smaller number; of NaN and another one, the other one."""
    type_ = promote(one.type, other.type)
    if not type_.is_float:
        return scalars.smaller(w, one, other, larger)
    a, b = (w.name(scalars.convert(w, number, type_)) for number in (one, other))
    return Num(type_, w.op(f"arith.{'max' if larger else 'min'}numf {a}, {b} : {type_.mlir}"))


def _sign(w: Writer, number: Num) -> Num:
    type_ = number.type
    if type_.is_complex:
        raise scalars.OperandError("this function does not take complex numbers here")
    zero, one = Num(type_, constant=0), Num(type_, constant=1)
    above = scalars.test(w, ">", type_, w.name(number), w.name(zero))
    rest = zero
    if type_.is_float:  # NaN stays, and zeros lose their sign
        rest = scalars.select(w, scalars.test(w, "==", type_, w.name(number), w.name(zero)), zero, number)
    positive = scalars.select(w, above, one, rest)
    if type_.kind == "u" or type_.is_bool:
        return positive
    below = scalars.test(w, "<", type_, w.name(number), w.name(zero))
    return scalars.select(w, below, Num(type_, constant=-1), positive)


def _square(w: Writer, number: Num) -> Num:
    return scalars.binary(w, "*", scalars.strong(number), scalars.strong(number))


def _to_whole(op: str, w: Writer, number: Num) -> Num:
    """`floor` and the like: whole numbers are so already."""
    is_whole = number.type.is_integer and not number.type.is_bool
    return scalars.strong(number) if is_whole else _float_op(op, w, number)


def _reciprocal(w: Writer, number: Num) -> Num:
    if number.type.is_integer and not number.type.is_bool:
        return reciprocal_of_whole(w, scalars.strong(number))
    return scalars.binary(w, "/", Num(numpy_of(number.type), constant=1), scalars.strong(number))


def _logical_not(w: Writer, number: Num) -> Num:
    holds = scalars.negated(w, scalars.truth(w, number))
    return Num(NUMPY_BOOL, holds.name, constant=holds.constant)


_UNARY: dict[str, OfNumber] = {
    **{name: partial(_float_op, op) for name, op in _FLOATS.items() if name != "erf"},
    **{name: partial(_float_op, op) for name, op in _ARC.items()},
    **{name: partial(_to_whole, name) for name in ("floor", "ceil", "trunc")},
    **{name: partial(_classified, name) for name in ("isnan", "isinf", "isfinite")},
    **{name: partial(_scaled, math.pi / 180) for name in ("deg2rad", "radians")},
    **{name: partial(_scaled, 180 / math.pi) for name in ("rad2deg", "degrees")},
    "absolute": scalars.absolute,
    "abs": scalars.absolute,
    "sign": _sign,
    "square": _square,
    "reciprocal": _reciprocal,
    "negative": lambda w, number: scalars.unary(w, "-", number),
    "positive": lambda w, number: number,
    "invert": lambda w, number: scalars.unary(w, "~", number),
    "logical_not": _logical_not,
    **{"conjugate": scalars.conjugate, "conj": scalars.conjugate, "angle": _angle},
    **{name: partial(_part, name) for name in ("real", "imag")},
}

_OPERATORS = {
    **{"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/", "power": "**"},
    **{"floor_divide": "//", "remainder": "%", "mod": "%", "bitwise_and": "&", "bitwise_or": "|"},
    **{"bitwise_xor": "^", "left_shift": "<<", "right_shift": ">>"},
}
_COMPARISONS = {
    **{"equal": "==", "not_equal": "!=", "less": "<", "less_equal": "<=", "greater": ">"},
    "greater_equal": ">=",
}


def _two_floats(op: str, w: Writer, one: Num, other: Num) -> Num:
    type_ = _float_type(promote(one.type, other.type))
    a, b = (w.name(scalars.convert(w, number, type_)) for number in (one, other))
    if op == "hypot":
        squares = [w.op(f"arith.mulf {n}, {n} : {type_.mlir}") for n in (a, b)]
        total = w.op(f"arith.addf {squares[0]}, {squares[1]} : {type_.mlir}")
        return Num(type_, w.op(f"math.sqrt {total} : {type_.mlir}"))
    return Num(type_, w.op(f"{op} {a}, {b} : {type_.mlir}"))


def _remainder(w: Writer, one: Num, other: Num) -> Num:
    """`fmod`: what is left has the sign of the first number."""
    type_ = numpy_of(promote(one.type, other.type))
    if not type_.is_integer or type_.is_bool:
        return _two_floats("arith.remf", w, one, other)
    return remainder_of_whole(w, type_, one, other)


def _logical(word: str, w: Writer, one: Num, other: Num) -> Num:
    a, b = scalars.truth(w, one), scalars.truth(w, other)
    both = scalars.compare(w, "!=", a, b) if word == "^" else scalars.binary(w, word, a, b)
    return Num(NUMPY_BOOL, both.name, constant=both.constant)


_BINARY: dict[str, Callable[[Writer, Num, Num], Num]] = {
    "maximum": lambda w, one, other: scalars.extreme(w, one, other, True),
    "minimum": lambda w, one, other: scalars.extreme(w, one, other, False),
    "fmax": lambda w, one, other: _but_for_nan(w, one, other, True),
    "fmin": lambda w, one, other: _but_for_nan(w, one, other, False),
    "arctan2": partial(_two_floats, "math.atan2"),
    "copysign": partial(_two_floats, "math.copysign"),
    "fmod": _remainder,
    "hypot": partial(_two_floats, "hypot"),
    "logical_and": partial(_logical, "&"),
    "logical_or": partial(_logical, "|"),
    "logical_xor": partial(_logical, "^"),
}


def _unary(compute: OfNumber, b: Body, of: CallArguments) -> Value:
    of.only("x")
    operand = of.operand("x", 0)
    try:
        if isinstance(operand, Num):
            return compute(b.w, operand)
        return combined(
            b,
            [operand],
            _type_after(b, [operand], lambda w, n: compute(w, n[0])),
            lambda n: compute(b.w, n[0]),
        )
    except scalars.RangeError:
        raise
    except scalars.OperandError as error:
        raise of.fail(str(error), "give numbers of another type") from None


def _type_after(
    b: Body, operands: Sequence[Num | Array | Elements], compute: Callable[[Writer, list[Num]], Num]
) -> NumberType:
    """The type that comes of elements: it is tried, and what is written is thrown away."""
    types = [v.type if isinstance(v, Num | Array) else v.element for v in operands]
    plain = [t.element if not isinstance(t, NumberType) else t for t in types]
    with b.region():
        return compute(b.w, [Num(t, b.w.poison(t.mlir)) for t in plain]).type


def _binary(compute: Callable[[Writer, Num, Num], Num], b: Body, of: CallArguments) -> Value:
    of.only("x1", "x2")
    one, other = of.operand("x1", 0), of.operand("x2", 1)
    if isinstance(one, Num) and isinstance(other, Num):
        return compute(b.w, one, other)
    element = _type_after(b, [one, other], lambda w, n: compute(w, n[0], n[1]))
    return combined(b, [one, other], element, lambda n: compute(b.w, n[0], n[1]))


def _operator(word: str, b: Body, of: CallArguments) -> Value:
    of.only("x1", "x2")
    one, other = of.operand("x1", 0), of.operand("x2", 1)
    if isinstance(one, Num) and isinstance(other, Num):
        one, other = scalars.strong(one), scalars.strong(other)
    return arithmetic(b, word, one, other, of.node)


def _compare(word: str, b: Body, of: CallArguments) -> Value:
    return _binary(lambda w, one, other: scalars.compare(w, word, one, other), b, of)


def _where(b: Body, of: CallArguments) -> Value:
    of.only("condition", "x", "y", least=1)
    if of.value("x", 1) is None and of.value("y", 2) is None:
        return searching.nonzero(b, of.operand("condition", 0), of)
    of.only("condition", "x", "y")
    operands = [of.operand(name, at) for at, name in enumerate(("condition", "x", "y"))]

    def choose(w: Writer, n: Sequence[Num]) -> Num:
        type_ = promote(n[1].type, n[2].type)
        holds = w.name(scalars.truth(w, n[0]))
        return scalars.select(w, holds, scalars.convert(w, n[1], type_), scalars.convert(w, n[2], type_))

    if all(isinstance(operand, Num) for operand in operands):
        return choose(b.w, [operand for operand in operands if isinstance(operand, Num)])
    return combined(b, operands, _type_after(b, operands, choose), lambda n: choose(b.w, n))


def _clip(b: Body, of: CallArguments) -> Value:
    of.only("a", "a_min", "a_max")
    operands = [of.operand(name, at) for at, name in enumerate(("a", "a_min", "a_max"))]

    def clip(w: Writer, n: Sequence[Num]) -> Num:
        return scalars.extreme(w, scalars.extreme(w, n[0], n[1], True), n[2], False)

    if all(isinstance(operand, Num) for operand in operands):
        return clip(b.w, [operand for operand in operands if isinstance(operand, Num)])
    return combined(b, operands, _type_after(b, operands, clip), lambda n: clip(b.w, n))


def _round(b: Body, of: CallArguments) -> Value:
    of.only("a", "decimals", least=1)
    decimals = of.number("decimals", 1, constant(0))
    operand = of.operand("a", 0)
    if decimals.constant != 0:
        return _rounded(b, operand, decimals.constant, of)
    type_ = operand.type if isinstance(operand, Num | Array) else operand.element
    element = type_ if isinstance(type_, NumberType) else type_.element
    return (
        operand
        if element.is_integer
        else _unary(partial(_float_op, "roundeven"), b, CallArguments(b, of.node, [operand]))
    )


def _rounded(b: Body, operand: Num | Array | Elements, decimals: Any, of: CallArguments) -> Value:
    """NumPy scales by a power of ten, rounds, and scales back."""
    element = operand.type if isinstance(operand, Num) else elements(b, operand).element
    if not isinstance(decimals, int) or not element.is_float:
        raise of.fail("the decimals are no constant, or these are no floats", "scale, round, and scale back")
    scale = Num(element, constant=float(10 ** abs(decimals)))
    there, back = ("*", "/") if decimals > 0 else ("/", "*")

    def compute(n: Sequence[Num]) -> Num:
        scaled = scalars.binary(b.w, there, n[0], scale)
        return scalars.binary(b.w, back, _float_op("roundeven", b.w, scaled), scale)

    return compute([operand]) if isinstance(operand, Num) else combined(b, [operand], element, compute)


def reduction(name: str, b: Body, value: Array | Elements | Num, of: CallArguments, at: int) -> Value:
    """`sum`, `prod`, `min`, `max`, `mean`, `any`, `all`, `argmin` or `argmax`; `at` is the place of `axis`."""
    axes = of.value("axis", at)
    if isinstance(axes, Tuple) and name not in ("argmin", "argmax"):
        return _along_several(name, b, value, of, axes)
    kept = of.named.pop("keepdims", None)
    return _kept(b, _reduction(name, b, value, of, at), kept, value, of, at)


def _along_several(
    name: str, b: Body, value: Array | Elements | Num, of: CallArguments, axes: Tuple
) -> Value:
    """Along several axes, one after the other: the last one first, so that the others keep their numbers."""
    rank = len(elements(b, value).shape)
    known = [axis.constant for axis in axes.items if isinstance(axis, Num)]
    places = sorted(
        (axis % rank for axis in known if isinstance(axis, int) and -rank <= axis < rank), reverse=True
    )
    if len(places) != len(axes.items) or len(set(places)) < len(places):
        raise of.fail("these are no axes", f"write constants, each once; the array has {rank}")
    result: Value = value
    for axis in places:
        one = CallArguments(b, of.node, [], {**of.named, "axis": constant(axis)})
        assert isinstance(result, Array | Elements | Num)
        result = reduction(name, b, result, one, 0)
        if isinstance(result, Elements) and axis != places[-1]:
            result = settled(b, result)
    return result


def _kept(
    b: Body, result: Value, kept: Value | None, value: Array | Elements | Num, of: CallArguments, at: int
) -> Value:
    """The result, with the axes that it was reduced along if `keepdims` says so."""
    if kept is None or (isinstance(kept, Num) and kept.constant is False):
        return result
    if not isinstance(kept, Num) or kept.constant is not True or isinstance(value, Num):
        raise of.fail("'keepdims' is no constant, or this is a number", "write keepdims=True")
    if not isinstance(result, Num | Array | Elements):
        raise of.fail("'keepdims' is not known here", "write an index behind it: [:, None]")
    return _with_axis(b, result, len(elements(b, value).shape), axis_of(b, value, of, at))


def _with_axis(b: Body, result: Num | Array | Elements, rank: int, axis: int | None) -> Value:
    """A result with the axes that it was reduced along, which have one element."""
    inner = elements(b, result)
    shape = [UNIT] * rank if axis is None else [*inner.shape[:axis], UNIT, *inner.shape[axis:]]

    def at(indices: Sequence[str]) -> Num:
        return inner.at([] if axis is None else [*indices[:axis], *indices[axis + 1 :]])

    return Elements(inner.element, tuple(shape), at, inner.reads, elsewhere=True)


def _reduction(name: str, b: Body, value: Array | Elements | Num, of: CallArguments, at: int) -> Value:
    axis = axis_of(b, value, of, at)
    match name:
        case "sum" | "prod":
            return summed(b, value, axis, product=name == "prod")
        case "mean":
            return mean_of(b, value, axis)
        case "any" | "all":
            return tested(b, value, name == "all", axis)
        case _:
            if isinstance(value, Num):
                return value
            if name in ("argmin", "argmax"):
                if len(elements(b, value).shape) > 1:
                    if axis is not None:
                        return arg_extremes(b, value, name == "argmax", of, axis)
                    flattened = rearranged.flat(b, value, of)
                    assert isinstance(flattened, Array)
                    value = flattened
                return arg_extreme(b, value, name == "argmax", of)
            return extremes(b, value, name == "max", axis)


def only_axis(of: CallArguments, *names: str, least: int) -> None:
    """Refuse other arguments than these, and `keepdims`."""
    kept = of.named.pop("keepdims", None)
    of.only(*names, least=least)
    if kept is not None:
        of.named["keepdims"] = kept


def _reduce(name: str, b: Body, of: CallArguments) -> Value:
    only_axis(of, "a", "axis", least=1)
    return reduction(name, b, of.operand("a", 0), of, 1)


def _dot(product: Callable[..., Value], b: Body, of: CallArguments) -> Value:
    of.only("a", "b")
    return product(b, of.operand("a", 0), of.operand("b", 1), of.node)


def spread(root: bool, b: Body, value: Array | Elements | Num, of: CallArguments, at: int) -> Value:
    """`std` or `var`; `at` is the place of `axis`, behind which is `ddof`."""
    kept = of.named.pop("keepdims", None)
    axis = axis_of(b, value, of, at)
    result = variance(b, value, axis, of.whole("ddof", at + 1, constant(0)), root)
    return _kept(b, result, kept, value, of, at)


def _spread(root: bool, b: Body, of: CallArguments) -> Value:
    only_axis(of, "a", "axis", "ddof", least=1)
    return spread(root, b, of.operand("a", 0), of, 1)


def _count_nonzero(b: Body, of: CallArguments) -> Value:
    only_axis(of, "a", "axis", least=1)
    operand = of.operand("a", 0)
    nonzero = combined(b, [operand], NUMPY_BOOL, lambda n: scalars.truth(b.w, n[0]))
    return reduction("sum", b, nonzero, of, 1)


_REDUCTIONS = {
    **{name: name for name in ("sum", "prod", "min", "max", "mean", "any", "all", "argmin", "argmax")},
    **{"amin": "min", "amax": "max"},
}

_NUMPY: dict[str, Compute] = {
    **{name: partial(_unary, compute) for name, compute in _UNARY.items()},
    **{name: partial(_binary, compute) for name, compute in _BINARY.items()},
    **{name: partial(_operator, word) for name, word in _OPERATORS.items()},
    **{name: partial(_compare, word) for name, word in _COMPARISONS.items()},
    **{name: partial(_reduce, word) for name, word in _REDUCTIONS.items()},
    **arrays.FUNCTIONS,
    **rearranged.FUNCTIONS,
    **searching.FUNCTIONS,
    **written.FUNCTIONS,
    **{"round": _round, "around": _round},
    **{"where": _where, "clip": _clip, "count_nonzero": _count_nonzero},
    **{"dot": partial(_dot, dot), "matmul": partial(_dot, matmul), "vdot": vdot, "norm": norm},
    **{"std": partial(_spread, True), "var": partial(_spread, False)},
}


def _cmath(compute: OfNumber, b: Body, of: CallArguments) -> Value:
    of.only("z")
    number = compute(b.w, scalars.convert(b.w, of.number("z", 0), COMPLEX))
    return Num(FLOAT, number.name, constant=number.constant) if number.type.is_float else number


_CMATH: dict[str, Compute] = {
    **{name: partial(_cmath, partial(_float_op, name)) for name in ("exp", "sqrt", "log")},
    "phase": partial(_cmath, _angle),
}


def _math_float(op: str, b: Body, of: CallArguments) -> Value:
    of.only("x")
    return _as_python(_float_op(op, b.w, scalars.convert(b.w, of.number("x", 0), FLOAT)))


def _as_python(number: Num) -> Num:
    if number.type.is_bool:
        return Num(BOOL, number.name, constant=number.constant)
    return Num(FLOAT if number.type.is_float else INT, number.name, number.low, number.constant)


def _math_whole(op: str, b: Body, of: CallArguments) -> Value:
    of.only("x")
    number = of.number("x", 0)
    if not number.type.is_float:
        return scalars.convert(b.w, number, INT)
    # late: `int` is one of Python's own functions
    from asyncir.source.python.builtin import whole

    return whole(b, _float_op(op, b.w, number))


def _math_class(op: str, b: Body, of: CallArguments) -> Value:
    of.only("x")
    return _as_python(_classified(op, b.w, of.number("x", 0)))


def _math_two(op: str, b: Body, of: CallArguments) -> Value:
    of.only("x", "y")
    one, other = (scalars.convert(b.w, of.number(name, at), FLOAT) for at, name in enumerate("xy"))
    return _as_python(_two_floats(op, b.w, one, other))


def _math_pow(b: Body, of: CallArguments) -> Value:
    of.only("x", "y")
    one, other = (scalars.convert(b.w, of.number(name, at), FLOAT) for at, name in enumerate("xy"))
    return Num(FLOAT, b.w.op(f"math.powf {b.w.name(one)}, {b.w.name(other)} : f64"))


def _math_log(b: Body, of: CallArguments) -> Value:
    of.only("x", "base", least=1)
    number = _float_op("log", b.w, scalars.convert(b.w, of.number("x", 0), FLOAT))
    if of.value("base", 1) is None:
        return number
    base = _float_op("log", b.w, scalars.convert(b.w, of.number("base", 1), FLOAT))
    return scalars.binary(b.w, "/", number, base)


def _math_scaled(by: float, b: Body, of: CallArguments) -> Value:
    of.only("x")
    return _as_python(_scaled(by, b.w, scalars.convert(b.w, of.number("x", 0), FLOAT)))


def _gcd(b: Body, of: CallArguments) -> Value:
    of.only("a", "b")
    one, other = (scalars.absolute(b.w, of.whole(name, at)) for at, name in enumerate("ab"))
    w = b.w
    x, y, u, v = (w.fresh(hint) for hint in ("a", "b", "a", "b"))
    result, rest = w.fresh("gcd"), w.fresh("rest")
    zero = w.constant("i64", "0")
    w.raw(
        f"{result}, {rest} = scf.while ({x} = {w.name(one)}, {y} = {w.name(other)}) : (i64, i64) -> (i64, i64) {{"
    )
    more = w.op(f"arith.cmpi ne, {y}, {zero} : i64")
    w.line(f"scf.condition({more}) {x}, {y} : i64, i64")
    w.raw("} do {")
    w.raw(f"^bb0({u}: i64, {v}: i64):")
    left = w.op(f"arith.remui {u}, {v} : i64")
    w.line(f"scf.yield {v}, {left} : i64, i64")
    w.line("}")
    return Num(INT, result, 0)


_MATH: dict[str, Compute] = {
    **{
        name: partial(_math_float, op)
        for name, op in _FLOATS.items()
        if name not in ("floor", "ceil", "trunc", "rint")
    },
    **{name: partial(_math_whole, name) for name in ("floor", "ceil", "trunc")},
    **{name: partial(_math_class, name) for name in ("isnan", "isinf", "isfinite")},
    **{name: partial(_math_two, op) for name, op in (("atan2", "math.atan2"), ("copysign", "math.copysign"))},
    **{name: partial(_math_two, op) for name, op in (("fmod", "arith.remf"), ("hypot", "hypot"))},
    "radians": partial(_math_scaled, math.pi / 180),
    "degrees": partial(_math_scaled, 180 / math.pi),
    "pow": _math_pow,
    "log": _math_log,
    "gcd": _gcd,
}


def _converted(type_: NumberType, b: Body, of: CallArguments) -> Value:
    of.only("x")
    operand = of.operand("x", 0)
    if isinstance(operand, Num):
        scalars.check_range(b.w, operand, type_)
        return scalars.convert(b.w, operand, type_)
    return combined(b, [operand], type_, lambda n: scalars.convert(b.w, n[0], type_))


def function(of: Any) -> Compute | None:
    """What computes a function of `math` or `numpy`; None: it is none of those that are known."""
    name = getattr(of, "__name__", "")
    if getattr(of, "__module__", None) == "math":
        return _MATH.get(name)
    if getattr(of, "__module__", None) == "cmath":
        return _CMATH.get(name)
    if type(of).__module__ == "numpy" and type(of).__name__ == "ufunc":
        return _NUMPY.get(name)
    if (getattr(of, "__module__", None) or "").startswith("numpy"):
        if isinstance(of, type):
            type_ = dtype_of(Static(of))
            return None if type_ is None else partial(_converted, type_)
        return _NUMPY.get(name)
    return None


KNOWN = {"math": tuple(sorted(_MATH)), "cmath": tuple(sorted(_CMATH)), "numpy": tuple(sorted(_NUMPY))}
"""The names that are known, for docs/jit.md."""
