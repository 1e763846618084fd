"""Functions of NumPy that are calls of functions of the library (library_of_numpy.py): what they take."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from asyncir.source.python import scalars
from asyncir.source.python.arguments import CallArguments
from asyncir.source.python.body import Body
from asyncir.source.python.elements import allocate, sizes
from asyncir.source.python.expressions import arithmetic
from asyncir.source.python.library_calls import library
from asyncir.source.python.rearranged import axis_given, flat, last, permuted, refuse_complex, whole
from asyncir.source.python.reductions import extremes, summed
from asyncir.source.python.types import FLOAT, INT64
from asyncir.source.python.values import Array, Elements, Num, Static, Tuple, Value, constant

Compute = Callable[[Body, CallArguments], Value]


def _written(b: Body, name: str, of: CallArguments, *values: Value) -> Value:
    # late: only what calls a function of the library needs it, and NumPy with it
    from asyncir.source.python import library_of_numpy

    return library(b, getattr(library_of_numpy, name), of.node, *values)


def _array(b: Body, of: CallArguments, name: str, at: int, *ranks: int) -> Array:
    """An argument as an array with so many axes; others are refused."""
    array = whole(b, of.value(name, at), of)
    if ranks and array.type.rank not in ranks:
        many = " or ".join(map(str, ranks))
        raise of.fail(f"'{name}' has {array.type.rank} axes", f"give an array with {many}")
    return array


def _of_array(written: str, ranks: tuple[int, ...], b: Body, of: CallArguments) -> Value:
    of.only("a")
    return _written(b, written, of, _array(b, of, "a", 0, *ranks))


def _without_nan(written: str, b: Body, of: CallArguments) -> Value:
    of.only("a")
    array = whole(b, of.value("a", 0), of)
    refuse_complex(array.type.element, of)
    if not array.type.element.is_float:
        if written == "sum_without_nan":
            return summed(b, array, None)
        if written != "mean_without_nan":
            return extremes(b, array, written == "most_without_nan", None)
    return _written(b, written, of, array)


def _close(written: str, b: Body, of: CallArguments) -> Value:
    of.only("a", "b", "rtol", "atol", least=2)
    numbers = [
        scalars.convert(b.w, of.number(name, at, constant(default)), FLOAT)
        for at, (name, default) in enumerate((("rtol", 1e-5), ("atol", 1e-8)), 2)
    ]
    return _written(b, written, of, of.operand("a", 0), of.operand("b", 1), *numbers)


def _repeat(b: Body, of: CallArguments) -> Value:
    of.only("a", "repeats", "axis", least=2)
    array = whole(b, of.value("a", 0), of)
    axis = axis_given(of, 2, array.type.rank, None)
    repeats = of.value("repeats", 1)
    if axis is not None:
        return _along_first(b, array, axis, lambda a: _written(b, "repeated", of, a, of.whole("repeats", 1)))
    row = flat(b, array, of)
    if isinstance(repeats, Num):
        return _written(b, "repeated", of, row, of.whole("repeats", 1))
    return _written(b, "repeated_each", of, row, _array(b, of, "repeats", 1, 1))


def _along_first(b: Body, array: Array, axis: int, compute: Callable[[Array], Value]) -> Value:
    """What a function of the first axis makes of another one."""
    others = [i for i in range(array.type.rank) if i != axis]
    made = compute(permuted(b, array, [axis, *others]))
    assert isinstance(made, Array)
    return permuted(b, made, [*range(1, axis + 1), 0, *range(axis + 1, array.type.rank)])


def _flip(b: Body, of: CallArguments) -> Value:
    of.only("m", "axis", least=1)
    array = _array(b, of, "m", 0, 1, 2, 3)
    axis = axis_given(of, 1, array.type.rank, None)
    if axis is None:
        return _written(b, "flipped", of, array)
    return _along_first(b, array, axis, lambda a: _written(b, "flipped_up", of, a))


def _trace(b: Body, of: CallArguments) -> Value:
    of.only("a", "offset", least=1)
    return _written(b, "trace", of, _array(b, of, "a", 0, 2), of.whole("offset", 1, constant(0)))


def _peak_to_peak(b: Body, of: CallArguments) -> Value:
    of.only("a", "axis", least=1)
    array = whole(b, of.value("a", 0), of)
    refuse_complex(array.type.element, of)
    axis = axis_given(of, 1, array.type.rank, None)
    most, least = (extremes(b, array, larger, axis) for larger in (True, False))
    return arithmetic(b, "-", most, least, of.node)


def _isin(b: Body, of: CallArguments) -> Value:
    of.only("element", "test_elements")
    element = _array(b, of, "element", 0, 1)
    test = whole(b, of.value("test_elements", 1), of)
    for array in (element, test):
        refuse_complex(array.type.element, of)
    return _written(b, "is_in", of, element, test)


_MODES = {"full": "full_convolution", "same": "same_convolution", "valid": "valid_convolution"}


def _convolve(b: Body, of: CallArguments) -> Value:
    of.only("a", "v", "mode", least=2)
    mode = of.value("mode", 2)
    word = "full" if mode is None else getattr(mode, "object", None)
    if word not in _MODES:
        raise of.fail("the mode is none", "write 'full', 'same' or 'valid'")
    return _written(b, _MODES[word], of, _array(b, of, "a", 0, 1), _array(b, of, "v", 1, 1))


def _quantile(one: str, many: str, b: Body, of: CallArguments) -> Value:
    of.only("a", "q")
    array = whole(b, of.value("a", 0), of)
    refuse_complex(array.type.element, of)
    q = of.value("q", 1)
    if isinstance(q, Num):
        found = _written(b, one, of, array, scalars.convert(b.w, q, FLOAT))
        assert isinstance(found, Num)
        return scalars.strong(found)
    return _written(b, many, of, array, _array(b, of, "q", 1, 1))


def _histogram(b: Body, of: CallArguments) -> Value:
    of.only("a", "bins", "range", least=1)
    array = whole(b, of.value("a", 0), of)
    refuse_complex(array.type.element, of)
    bins, between = of.whole("bins", 1, constant(10)), of.value("range", 2)
    if between is None or (isinstance(between, Static) and between.object is None):
        return _written(b, "histogram", of, array, bins)
    if not isinstance(between, Tuple) or len(between.items) != 2:
        raise of.fail("the range is no pair of numbers", "write range=(0.0, 1.0)")
    ends = [CallArguments(b, of.node, [item]).number("range", 0) for item in between.items]
    return _written(
        b, "histogram_between", of, array, bins, *(scalars.convert(b.w, end, FLOAT) for end in ends)
    )


def _digitize(b: Body, of: CallArguments) -> Value:
    of.only("x", "bins", "right", least=2)
    right = of.value("right", 2)
    if right is not None and not (isinstance(right, Num) and right.is_constant):
        raise of.fail("'right' is no constant", "write right=True or right=False")
    side = "left" if isinstance(right, Num) and right.constant else "right"
    # late: that module calls the library, too
    from asyncir.source.python.searching import FUNCTIONS as SEARCHING

    given: list[Value] = [of.operand("bins", 1), of.operand("x", 0), Static(side)]
    return SEARCHING["searchsorted"](b, CallArguments(b, of.node, given))


def _swapaxes(b: Body, of: CallArguments) -> Value:
    of.only("a", "axis1", "axis2")
    array = whole(b, of.value("a", 0), of)
    rank = array.type.rank
    axes = [of.whole(name, at).constant for at, name in ((1, "axis1"), (2, "axis2"))]
    one, other = (axis if isinstance(axis, int) and -rank <= axis < rank else None for axis in axes)
    if one is None or other is None:
        raise of.fail("an axis is no constant, or there is none of that number", f"the array has {rank}")
    order = list(range(rank))
    order[one], order[other] = order[other], order[one]
    return permuted(b, array, order)


def arg_extremes(b: Body, value: Array | Elements, larger: bool, of: CallArguments, axis: int) -> Value:
    """`argmin` or `argmax` along an axis."""
    array = whole(b, value, of)
    refuse_complex(array.type.element, of)
    moved = last(b, array, axis)
    out = allocate(b, INT64, sizes(b, moved)[:-1])
    _written(b, "places_of_most" if larger else "places_of_least", of, moved, out)
    return out


def places_in_two_axes(b: Body, array: Array, of: CallArguments) -> Value:
    """`nonzero` of an array with two axes."""
    return _written(b, "places_in_two_axes", of, array)


FUNCTIONS: dict[str, Compute] = {
    "diag": partial(_of_array, "diagonal", (1, 2)),
    "trace": _trace,
    "flip": _flip,
    "flipud": partial(_of_array, "flipped_up", ()),
    "fliplr": partial(_of_array, "flipped_left", (2, 3, 4)),
    "ptp": _peak_to_peak,
    **{
        f"nan{name}": partial(_without_nan, f"{word}_without_nan")
        for name, word in (("sum", "sum"), ("mean", "mean"))
    },
    **{
        f"nan{name}": partial(_without_nan, f"{word}_without_nan")
        for name, word in (("min", "least"), ("max", "most"))
    },
    **{"isclose": partial(_close, "close"), "allclose": partial(_close, "all_close")},
    **{
        "repeat": _repeat,
        "isin": _isin,
        "convolve": _convolve,
        "histogram": _histogram,
        "digitize": _digitize,
    },
    "quantile": partial(_quantile, "quantile", "quantiles"),
    "percentile": partial(_quantile, "percentile", "percentiles"),
    "swapaxes": _swapaxes,
}
"""By NumPy's names."""
