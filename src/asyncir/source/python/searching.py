"""Functions that look for elements: where they are, how many, between which points."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from asyncir.source.python import scalars
from asyncir.source.python.arguments import CallArguments
from asyncir.source.python.body import Body, described
from asyncir.source.python.elements import allocate, sizes
from asyncir.source.python.library_calls import library
from asyncir.source.python.rearranged import flat, refuse_complex, whole
from asyncir.source.python.types import FLOAT, FLOAT64, INT64
from asyncir.source.python.values import Array, Elements, Num, Static, Tuple, Value, constant
from asyncir.source.python.written import places_in_two_axes

Compute = Callable[[Body, CallArguments], Value]


def _interp(b: Body, of: CallArguments) -> Value:
    of.only("x", "xp", "fp", "left", "right", least=3)
    x = of.operand("x", 0)
    xp, fp = (whole(b, of.value(name, at), of) for at, name in ((1, "xp"), (2, "fp")))
    for array in (xp, fp):
        if array.type.rank != 1 or array.type.element.kind == "c":
            raise of.fail(
                "the points are no arrays of real numbers with one axis", "give one with x and one with y"
            )
    ends: list[Value] = []
    w = b.w
    # late: only what calls a function of the library needs it, and NumPy with it
    from asyncir.source.python.library import end_of, interpolated, interpolated_one

    for at, name in ((3, "left"), (4, "right")):
        given = of.value(name, at)
        if given is None or isinstance(given, Static):
            ends.append(library(b, end_of, of.node, fp, constant(name == "right")))
        else:
            ends.append(scalars.convert(w, of.number(name, at), FLOAT))
    if isinstance(x, Num):
        one = library(b, interpolated_one, of.node, scalars.convert(w, x, FLOAT), xp, fp, *ends)
        assert isinstance(one, Num)
        return scalars.strong(one)
    array = whole(b, x, of)
    out = allocate(b, FLOAT64, sizes(b, array))
    flats = [flat(b, one, of) for one in (array, out)]
    library(b, interpolated, of.node, flats[0], xp, fp, *ends, flats[1])
    return out


def _searchsorted(b: Body, of: CallArguments) -> Value:
    of.only("a", "v", "side", least=2)
    array, values = whole(b, of.value("a", 0), of), of.operand("v", 1)
    side = of.value("side", 2)
    if side is not None and not (isinstance(side, Static) and side.object in ("left", "right")):
        raise of.fail("the side is none", "write 'left' or 'right'")
    right = constant(isinstance(side, Static) and side.object == "right")
    # late: as above
    from asyncir.source.python.library import searched, searched_one

    if isinstance(values, Num):
        found = library(b, searched_one, of.node, array, values, right)
        assert isinstance(found, Num)
        return Num(INT64, found.name, 0, found.constant)
    wanted = whole(b, values, of)
    out = allocate(b, INT64, sizes(b, wanted))
    flats = [flat(b, one, of) for one in (wanted, out)]
    library(b, searched, of.node, array, flats[0], right, flats[1])
    return out


def _by_library(name: str, parameters: tuple[str, ...], b: Body, of: CallArguments) -> Value:
    of.only(*parameters, least=1)
    array = whole(b, of.value(parameters[0], 0), of)
    refuse_complex(array.type.element, of)
    if name in ("places", "counted") and array.type.rank != 1:
        many = "one axis or two" if name == "places" else "one axis"
        raise of.fail(f"{described(array)} is taken nowhere here", f"give an array with {many}")
    # late: as above
    from asyncir.source.python import library as written

    rest = [of.whole(parameter, at, constant(0)) for at, parameter in enumerate(parameters) if at]
    return library(b, getattr(written, name), of.node, array, *rest)


def _flatnonzero(b: Body, of: CallArguments) -> Value:
    of.only("a")
    row = flat(b, whole(b, of.value("a", 0), of), of)
    return _by_library("places", ("a",), b, CallArguments(b, of.node, [row]))


def _nonzero(b: Body, of: CallArguments) -> Value:
    of.only("a")
    return nonzero(b, of.operand("a", 0), of)


def nonzero(b: Body, value: Num | Array | Elements, of: CallArguments) -> Value:
    """The indices of the elements that are not zero, for each axis."""
    array = whole(b, value, of)
    if array.type.rank == 2:
        return places_in_two_axes(b, array, of)
    return Tuple((_by_library("places", ("a",), b, CallArguments(b, of.node, [array])),))


FUNCTIONS: dict[str, Compute] = {
    **{"interp": _interp, "searchsorted": _searchsorted, "nonzero": _nonzero},
    **{
        "flatnonzero": _flatnonzero,
        "unique": partial(_by_library, "unique", ("a",)),
    },
    **{
        "bincount": partial(_by_library, "counted", ("x", "minlength")),
        "median": partial(_by_library, "median", ("a",)),
    },
}
"""By NumPy's names."""
