"""`np.random`: what Numba's users write, with the numbers that NumPy draws after the same `np.random.seed`.

The generator is in the runtime (runtime/src/random.cpp). Each thread has one; that of NumPy in Python is another one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from asyncir.source.python import scalars
from asyncir.source.python.arguments import CallArguments
from asyncir.source.python.arrays import extents_of
from asyncir.source.python.body import Body
from asyncir.source.python.elements import allocate, nest, sizes, store
from asyncir.source.python.expressions import DRAW_OUTSIDE
from asyncir.source.python.library_calls import library
from asyncir.source.python.rearranged import copied, in_shape, whole
from asyncir.source.python.types import FLOAT, FLOAT64, INT, INT64, NumberType
from asyncir.source.python.values import Array, Num, Static, Value, constant

Compute = Callable[[Body, CallArguments], Value]
Draw = Callable[[], Num]


def _draw(b: Body, name: str, *given: Num) -> Num:
    """A call of the runtime."""
    result = INT if name == "at_most" else FLOAT
    symbol = f"asyncir_random_{name}"
    inputs = ", ".join(number.type.mlir for number in given)
    arrow = f"({inputs}) -> {result.mlir}"
    b.program.externs[symbol] = f"func.func private @{symbol}{arrow}"
    names = ", ".join(b.w.name(number) for number in given)
    return Num(result, b.w.op(f"func.call @{symbol}({names}) : {arrow}"), 0 if result is INT else None)


def _seed(b: Body, of: CallArguments) -> Value:
    of.only("seed", least=0)
    if of.value("seed", 0) is None or isinstance(of.value("seed", 0), Static):
        number = constant(-1)
    else:
        number = of.whole("seed", 0)
        least = scalars.compare(b.w, ">=", number, constant(0))
        most = scalars.compare(b.w, "<", number, constant(1 << 32))
        fine = scalars.binary(b.w, "&", least, most)
        scalars.check(b.w, b.w.name(fine), "ValueError: Seed must be between 0 and 2**32 - 1")
    symbol = "asyncir_random_seed"
    b.program.externs[symbol] = f"func.func private @{symbol}(i64)"
    b.w.line(f"func.call @{symbol}({b.w.name(number)}) : (i64) -> ()")
    return Static(None)


def _sized(b: Body, of: CallArguments, shape: list[Num] | None, element: NumberType, draw: Draw) -> Value:
    """One number, or an array of them, row by row."""
    if shape is None:
        return draw()
    array = allocate(b, element, extents_of(b, of, shape))
    nest(b, sizes(b, array), lambda indices: store(b, array, indices, draw()))
    return array


def _size(of: CallArguments, at: int, name: str = "size") -> list[Num] | None:
    value = of.value(name, at)
    if value is None or (isinstance(value, Static) and value.object is None):
        return None
    return of.shape(name, at)


def _plain(which: str, b: Body, of: CallArguments) -> Value:
    """`random`, `standard_normal`."""
    of.only("size", least=0)
    return _sized(b, of, _size(of, 0), FLOAT64, partial(_draw, b, which))


def _of_shape(which: str, b: Body, of: CallArguments) -> Value:
    """`rand` and `randn`, which take sizes one by one."""
    names = [f"d{at}" for at in range(len(of.values))]
    of.only(*names)
    shape = [of.whole(name, at) for at, name in enumerate(names)]
    return _sized(b, of, shape or None, FLOAT64, partial(_draw, b, which))


def _float(b: Body, of: CallArguments, name: str, at: int, default: float) -> Num:
    return scalars.convert(b.w, of.number(name, at, constant(default)), FLOAT)


def _not_negative(b: Body, scale: Num) -> None:
    fine = scalars.compare(b.w, ">=", scale, constant(0.0))
    scalars.check(b.w, b.w.name(fine), "ValueError: scale < 0")


def _normal(b: Body, of: CallArguments) -> Value:
    of.only("loc", "scale", "size", least=0)
    loc, scale = _float(b, of, "loc", 0, 0.0), _float(b, of, "scale", 1, 1.0)
    _not_negative(b, scale)

    def draw() -> Num:
        return scalars.binary(b.w, "+", loc, scalars.binary(b.w, "*", scale, _draw(b, "normal")))

    return _sized(b, of, _size(of, 2), FLOAT64, draw)


def _exponential(b: Body, of: CallArguments) -> Value:
    of.only("scale", "size", least=0)
    scale = _float(b, of, "scale", 0, 1.0)
    _not_negative(b, scale)
    return _sized(
        b, of, _size(of, 1), FLOAT64, lambda: scalars.binary(b.w, "*", scale, _draw(b, "exponential"))
    )


def _uniform(b: Body, of: CallArguments) -> Value:
    of.only("low", "high", "size", least=0)
    low, high = _float(b, of, "low", 0, 0.0), _float(b, of, "high", 1, 1.0)
    length = scalars.binary(b.w, "-", high, low)
    finite = scalars.compare(b.w, "<", scalars.absolute(b.w, length), constant(float("inf")))
    scalars.check(b.w, b.w.name(finite), "OverflowError: high - low range exceeds valid bounds")

    def draw() -> Num:
        return scalars.binary(b.w, "+", low, scalars.binary(b.w, "*", length, _draw(b, "fraction")))

    return _sized(b, of, _size(of, 2), FLOAT64, draw)


def _randint(b: Body, of: CallArguments) -> Value:
    of.only("low", "high", "size", least=1)
    low, high = of.whole("low", 0), of.value("high", 1)
    if high is None or (isinstance(high, Static) and high.object is None):
        least, end, message = constant(0), low, "ValueError: high <= 0"
    else:
        least, end, message = low, of.whole("high", 1), "ValueError: low >= high"
    scalars.check(b.w, b.w.name(scalars.compare(b.w, "<", least, end)), message)
    before = scalars.binary(b.w, "-", end, constant(1))
    most = scalars.binary(b.w, "-", before, least)

    def draw() -> Num:
        number = scalars.binary(b.w, "+", least, _draw(b, "at_most", most))
        return Num(INT, b.w.name(number), least.low)

    return _sized(b, of, _size(of, 2), INT64, draw)


def _shuffle(b: Body, of: CallArguments) -> Value:
    of.only("x")
    array = of.value("x", 0)
    if not isinstance(array, Array) or not array.type.rank:
        raise of.fail("'x' is no array with an axis", "give an array; a list has to be made one before")
    # late: only what calls a function of the library needs it, and NumPy with it
    from asyncir.source.python.library import shuffle_in_place

    library(b, shuffle_in_place, of.node, array)
    return Static(None)


def _permutation(b: Body, of: CallArguments) -> Value:
    of.only("x")
    value = of.operand("x", 0)
    # late: as above
    from asyncir.source.python.library import permuted_numbers, permuted_rows, shuffle_in_place

    if isinstance(value, Num):
        return library(b, permuted_numbers, of.node, of.whole("x", 0))
    array = whole(b, value, of)
    if array.type.rank != 1:
        return library(b, permuted_rows, of.node, array)
    made = copied(b, array)
    library(b, shuffle_in_place, of.node, made)
    return made


def _choice(b: Body, of: CallArguments) -> Value:
    of.only("a", "size", "replace", least=1)
    value, replace = of.operand("a", 0), of.value("replace", 2)
    if replace is not None and not (isinstance(replace, Num) and replace.is_constant):
        raise of.fail("'replace' is no constant", "write replace=True or replace=False")
    again = replace is None or bool(replace.constant)
    shape = _size(of, 1)
    # late: as above
    from asyncir.source.python.library import chosen_again, chosen_once, numbers_below, one_chosen

    pool = (
        library(b, numbers_below, of.node, of.whole("a", 0))
        if isinstance(value, Num)
        else whole(b, value, of)
    )
    assert isinstance(pool, Array)
    if pool.type.rank != 1:
        raise of.fail("'a' is no array with one axis", "give a whole number, or an array with one axis")
    if shape is None:
        return library(b, one_chosen, of.node, pool, constant(again))
    many = constant(1)
    for number in shape:
        many = scalars.binary(b.w, "*", many, number)
    extents = extents_of(b, of, shape)
    made = library(b, chosen_again if again else chosen_once, of.node, pool, many)
    assert isinstance(made, Array)
    return made if len(shape) == 1 else in_shape(b, made, extents, of.node)


_RANDOM: dict[str, Compute] = {
    "seed": _seed,
    **{name: partial(_plain, "fraction") for name in ("random", "random_sample", "ranf", "sample")},
    "standard_normal": partial(_plain, "normal"),
    "rand": partial(_of_shape, "fraction"),
    "randn": partial(_of_shape, "normal"),
    **{"normal": _normal, "uniform": _uniform, "exponential": _exponential},
    **{"randint": _randint, "shuffle": _shuffle, "permutation": _permutation, "choice": _choice},
}

KNOWN = tuple(sorted(_RANDOM))
"""The names that are known, for docs/jit.md."""


def function(b: Body, of: Any, node: ast.AST) -> Compute:
    """What computes such a function; refuses others."""
    name, owner = getattr(of, "__name__", ""), getattr(of, "__self__", None)
    # late: only programs that name np.random, which is imported then
    from numpy import random

    known = _RANDOM.get(name)
    of_module = getattr(random, name, None) == of
    if known is not None and of_module:
        return known
    if name in ("default_rng", "RandomState", "Generator") or not of_module:
        kind = name if of_module else type(owner).__name__
        raise b.fail("J151", f"a {kind} draws no numbers in a compiled function", node, DRAW_OUTSIDE)
    help = f"draw the numbers outside and pass an array; of np.random there is {', '.join(KNOWN)}"
    raise b.fail("J152", f"np.random.{name} cannot be called in a compiled function", node, help)
