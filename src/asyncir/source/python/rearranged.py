"""Functions that give arrays in another shape or order: reshape, transpose, concatenate, sort and the like.

What has another shape is a view where the elements lie in a row, as in NumPy; else it is a copy. What needs more than a loop
is in the library (library.py), which is written in Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial, reduce

from asyncir.source.python import scalars
from asyncir.source.python.arguments import CallArguments, as_array
from asyncir.source.python.body import Body, described
from asyncir.source.python.elements import (
    allocate,
    combined,
    elements,
    length,
    materialised,
    nest,
    same_size,
    size,
    sizes,
    store,
)
from asyncir.source.python.expressions import arithmetic, chosen
from asyncir.source.python.library_calls import library
from asyncir.source.python.reductions import sum_type
from asyncir.source.python.types import (
    BOOL,
    INT,
    INT64,
    NUMPY_BOOL,
    ArrayType,
    NumberType,
    promote,
)
from asyncir.source.python.values import UNIT, Array, Elements, Num, Static, Tuple, Value, constant

Compute = Callable[[Body, CallArguments], Value]
Whole = Array | Elements


def whole(b: Body, value: Value | None, of: CallArguments) -> Array:
    """An argument as an array that lies in memory."""
    given = as_array(b, value)
    made = None if given is None else materialised(b, given)
    if isinstance(made, Tuple):
        # late: the same functions make arrays of tuples
        from asyncir.source.python.arrays import array_of_tuple

        made = array_of_tuple(b, made, of)
    if not isinstance(made, Array):
        raise of.fail(f"this is {'nothing' if made is None else described(made)}", "give an array")
    return made


def axis_given(of: CallArguments, at: int, rank: int, default: int | None) -> int | None:
    """The argument `axis`, from the front; `default` where there is none."""
    given = of.value("axis", at)
    if given is None:
        return None if default is None else default % max(rank, 1)
    if isinstance(given, Static) and given.object is None:
        return None
    if not isinstance(given, Num) or not isinstance(given.constant, int):
        raise of.fail("the axis is no constant", "write it as a number")
    if not -rank <= given.constant < rank:
        raise of.fail(f"there is no axis {given.constant}", f"the array has {rank}")
    return given.constant % rank


def permuted(b: Body, value: Array, order: Sequence[int]) -> Array:
    """The axes in another order, as a view."""
    rank = value.type.rank
    if list(order) == list(range(rank)):
        return value
    w = b.w
    strides = ["?"] * rank
    if value.type.dense:
        strides[order.index(rank - 1)] = "1"
    element = value.type.element
    made = f"memref<{'?x' * rank}{element.mlir}, strided<[{', '.join(strides)}], offset: ?>>"
    names = [f"d{axis}" for axis in range(rank)]
    text = f"({', '.join(names)}) -> ({', '.join(names[axis] for axis in order)})"
    view = w.op(f"memref.transpose {value.view} {text} : {value.type.mlir} to {made}")
    type_ = ArrayType(element, rank, strides[-1] == "1", value.type.counted)
    if made != type_.mlir:
        view = w.op(f"memref.cast {view} : {made} to {type_.mlir}")
    return Array(type_, view, value.base, value.cell, value.frozen)


def last(b: Body, value: Array, axis: int) -> Array:
    """A view whose last axis is that one."""
    rank = value.type.rank
    return permuted(b, value, [*(i for i in range(rank) if i != axis), axis])


# Shapes.


def _row_major(b: Body, extents: Sequence[str], step: str) -> list[str]:
    strides = [step]
    for extent in reversed(extents[1:]):
        strides.insert(0, b.w.op(f"arith.muli {strides[0]}, {extent} : index"))
    return strides[-len(extents) :] if extents else []


def _in_shape(b: Body, array: Array, extents: Sequence[str]) -> Array:
    """A view with these sizes of an array whose elements lie in a row, or of one with one axis."""
    w, rank = b.w, array.type.rank
    indices = ", ".join(["index"] * (1 + 2 * rank))
    base, offset = w.fresh("base"), w.fresh("offset")
    names = [w.fresh("n") for _ in range(2 * rank)]
    many = f", {', '.join(names)}" if names else ""
    text = f"memref.extract_strided_metadata {array.view} : {array.type.mlir} -> memref<{array.type.element.mlir}>, {indices}"
    w.line(f"{base}, {offset}{many} = {text}")
    step = names[-1] if rank == 1 and not array.type.dense else w.index(1)
    strides = _row_major(b, extents, step)
    type_ = ArrayType(array.type.element, len(extents), array.type.dense or rank != 1, array.type.counted)
    if strides and type_.dense:
        strides[-1] = "1"
    text = f"offset: [{offset}], sizes: [{', '.join(extents)}], strides: [{', '.join(strides)}]"
    view = w.op(f"memref.reinterpret_cast {array.view} to {text} : {array.type.mlir} to {type_.mlir}")
    return Array(type_, view, array.base, array.cell, array.frozen)


def in_a_row(b: Body, array: Array) -> Num:
    """Whether the elements lie one behind the other, in the order of the indices."""
    w, rank = b.w, array.type.rank
    base, offset = w.fresh("base"), w.fresh("offset")
    names = [w.fresh("n") for _ in range(2 * rank)]
    indices = ", ".join(["index"] * (1 + 2 * rank))
    text = f"memref.extract_strided_metadata {array.view} : {array.type.mlir} -> memref<{array.type.element.mlir}>, {indices}"
    w.line(f"{base}, {offset}, {', '.join(names)} = {text}")
    expected = w.index(1)
    row = w.constant("i1", "true")
    for extent, stride in reversed(list(zip(names[:rank], names[rank:], strict=True))):
        same = w.op(f"arith.cmpi eq, {stride}, {expected} : index")
        single = w.op(f"arith.cmpi ule, {extent}, {w.index(1)} : index")
        fine = w.op(f"arith.ori {same}, {single} : i1")
        row = w.op(f"arith.andi {row}, {fine} : i1")
        expected = w.op(f"arith.muli {expected}, {extent} : index")
    return Num(BOOL, row)


def in_shape(b: Body, array: Array, extents: Sequence[str], node: ast.AST) -> Value:
    """The same elements with other sizes, of which there are as many."""
    if array.type.rank <= 1:
        return _in_shape(b, array, extents)

    def copy() -> Value:
        made = allocate(b, array.type.element, sizes(b, array))
        source = elements(b, array)
        nest(b, source.shape, lambda indices: store(b, made, indices, source.at(indices)))
        return _in_shape(b, made, extents)

    return chosen(b, in_a_row(b, array), lambda: _in_shape(b, array, extents), copy, node)


def _total(b: Body, array: Array) -> Num:
    total: Num = constant(1)
    for extent in sizes(b, array):
        total = scalars.binary(b.w, "*", total, length(b, extent))
    return total


def reshaped(b: Body, value: Value, numbers: list[Num], of: CallArguments) -> Value:
    """`a.reshape(...)`; one size may be -1."""
    array = whole(b, value, of)
    w = b.w
    total = _total(b, array)
    free = [i for i, number in enumerate(numbers) if number.constant == -1]
    if len(free) > 1:
        raise of.fail("two sizes are -1", "give one of them")
    known: Num = constant(1)
    for i, number in enumerate(numbers):
        if i not in free:
            known = scalars.binary(w, "*", known, number)
    message = "ValueError: cannot reshape array into this shape"
    if free:
        some = scalars.compare(w, ">", known, constant(0))
        by = scalars.smaller(w, known, constant(1), larger=True)
        rest = scalars.binary(w, "%", total, Num(INT, by.name, 1, by.constant))
        fine = scalars.binary(w, "&", some, scalars.compare(w, "==", rest, constant(0)))
        scalars.check(w, w.name(fine), message)
        missing = scalars.binary(w, "//", total, Num(INT, by.name, 1, by.constant))
        numbers = [missing if i in free else number for i, number in enumerate(numbers)]
    else:
        for number in numbers:
            if not number.is_constant and (number.low is None or number.low < 0):
                scalars.check(w, w.name(scalars.compare(w, ">=", number, constant(0))), message)
        scalars.check(w, w.name(scalars.compare(w, "==", known, total)), message)
    return in_shape(b, array, [w.index_of(number) for number in numbers], of.node)


def shape_of(of: CallArguments, values: Sequence[Value]) -> list[Num]:
    """Sizes that are given one by one, or as a tuple."""
    items = values[0].items if len(values) == 1 and isinstance(values[0], Tuple) else values
    numbers: list[Num] = []
    for item in items:
        if not isinstance(item, Num) or item.type.is_float:
            raise of.fail(f"a size is {described(item)}", "give whole numbers, or a tuple of them")
        numbers.append(scalars.convert(of.body.w, item, INT))
    if not items:
        raise of.fail("there is no size", "give whole numbers, or a tuple of them")
    return numbers


def flat(b: Body, value: Value, of: CallArguments) -> Value:
    """All elements along one axis: a view where they lie in a row."""
    array = whole(b, value, of)
    if array.type.rank == 1:
        return array
    return in_shape(b, array, [b.w.index_of(_total(b, array))], of.node)


def transposed_by(b: Body, value: Value, axes: Sequence[Value], of: CallArguments) -> Value:
    """The axes in the order that is given."""
    array = whole(b, value, of)
    items = axes[0].items if len(axes) == 1 and isinstance(axes[0], Tuple) else axes
    rank = array.type.rank
    order = [i.constant for i in items if isinstance(i, Num) and isinstance(i.constant, int)]
    plain = [axis % rank if -rank <= axis < rank else rank for axis in order]
    if len(order) < len(items) or sorted(plain) != list(range(rank)):
        raise of.fail("this is no order of the axes", f"give the numbers 0 to {rank - 1}, each once")
    return permuted(b, array, plain)


def _reshape(b: Body, of: CallArguments) -> Value:
    of.only("a", "shape")
    return reshaped(b, of.operand("a", 0), shape_of(of, [_given(of, "shape", 1)]), of)


def _given(of: CallArguments, name: str, at: int) -> Value:
    value = of.value(name, at)
    assert value is not None
    return value


def _ravel(b: Body, of: CallArguments) -> Value:
    of.only("a")
    return flat(b, of.operand("a", 0), of)


def _transpose(b: Body, of: CallArguments) -> Value:
    of.only("a", "axes", least=1)
    axes = of.value("axes", 1)
    array = of.operand("a", 0)
    if isinstance(array, Num):
        return array
    if axes is None or isinstance(axes, Static):
        # late: the same module makes arrays
        from asyncir.source.python.arrays import transposed

        return transposed(b, array)
    return transposed_by(b, array, [axes], of)


# Arrays of arrays.


def _several(b: Body, of: CallArguments) -> list[Array]:
    value = of.value("arrays", 0)
    if not isinstance(value, Tuple) or not value.items:
        raise of.fail("what is put together is no tuple of arrays", "write np.concatenate((a, b))")
    return [whole(b, item, of) for item in value.items]


def _common(arrays: Sequence[Array]) -> NumberType:
    return reduce(promote, [array.type.element for array in arrays])


def _fill_part(b: Body, out: Array, source: Array, axis: int, start: str) -> None:
    def body(indices: list[str]) -> None:
        number = elements(b, source).at(indices)
        moved = b.w.op(f"arith.addi {indices[axis]}, {start} : index")
        store(b, out, [*indices[:axis], moved, *indices[axis + 1 :]], number)

    nest(b, sizes(b, source), body)


def _concatenate(b: Body, of: CallArguments) -> Value:
    of.only("arrays", "axis", least=1)
    arrays = _several(b, of)
    rank = arrays[0].type.rank
    if rank == 0 or any(array.type.rank != rank for array in arrays):
        raise of.fail(
            "the arrays have different numbers of axes", "give arrays with as many axes, one at least"
        )
    axis = axis_given(of, 1, rank, 0)
    if axis is None:
        arrays = [array for one in arrays if isinstance(array := flat(b, one, of), Array)]
        rank, axis = 1, 0
    return concatenated(b, arrays, axis)


def concatenated(b: Body, arrays: Sequence[Array], axis: int) -> Array:
    """The arrays one behind the other along an axis."""
    extents = list(sizes(b, arrays[0]))
    starts = [b.w.index(0)]
    for array in arrays:
        own = sizes(b, array)
        for at, (one, other) in enumerate(zip(extents, own, strict=True)):
            if at != axis and one != other:
                same_size(b, one, other)
        starts.append(b.w.op(f"arith.addi {starts[-1]}, {own[axis]} : index"))
    extents[axis] = starts[-1]
    out = allocate(b, _common(arrays), extents)
    for array, start in zip(arrays, starts, strict=False):
        _fill_part(b, out, array, axis, start)
    return out


def _stack(b: Body, of: CallArguments) -> Value:
    of.only("arrays", "axis", least=1)
    arrays = _several(b, of)
    rank = arrays[0].type.rank
    if any(array.type.rank != rank for array in arrays):
        raise of.fail("the arrays have different numbers of axes", "give arrays with as many axes")
    axis = axis_given(of, 1, rank + 1, 0) or 0
    extents = list(sizes(b, arrays[0]))
    for array in arrays[1:]:
        for one, other in zip(extents, sizes(b, array), strict=True):
            same_size(b, one, other)
    extents.insert(axis, b.w.index(len(arrays)))
    out = allocate(b, _common(arrays), extents)
    for at, array in enumerate(arrays):
        place, source = b.w.index(at), elements(b, array)

        def body(indices: list[str], place: str = place, source: Elements = source) -> None:
            store(b, out, [*indices[:axis], place, *indices[axis:]], source.at(indices))

        nest(b, source.shape, body)
    return out


def _beside(axis: int, b: Body, of: CallArguments) -> Value:
    """`hstack` and `vstack`."""
    of.only("arrays")
    arrays = _several(b, of)
    if arrays[0].type.rank == 1 and axis == 0:
        one = b.w.index(1)
        arrays = [
            row
            for array in arrays
            if isinstance(row := in_shape(b, array, [one, size(b, array, 0)], of.node), Array)
        ]
    rank = arrays[0].type.rank
    if rank == 0 or any(array.type.rank != rank for array in arrays):
        raise of.fail(
            "the arrays have different numbers of axes", "give arrays with as many axes, one at least"
        )
    return concatenated(b, arrays, min(axis, rank - 1))


def _outer(b: Body, of: CallArguments) -> Value:
    of.only("a", "b")
    flats = [flat(b, of.operand(name, at), of) for at, name in enumerate("ab")]
    one, other = (elements(b, array) for array in flats if isinstance(array, Array))
    rows = Elements(one.element, (one.shape[0], UNIT), lambda i: one.at([i[0]]), one.reads, elsewhere=True)
    columns = Elements(other.element, (other.shape[0],), other.at, other.reads, elsewhere=True)
    return arithmetic(b, "*", rows, columns, of.node)


# Along one axis.


def sorted_copy(b: Body, value: Value, of: CallArguments, at: int = 1) -> Value:
    """A sorted copy, along an axis, which is the last one if none is given."""
    array = whole(b, value, of)
    axis = axis_given(of, at, array.type.rank, -1)
    if axis is None:
        flattened = flat(b, array, of)
        assert isinstance(flattened, Array)
        array, axis = flattened, 0
    made = copied(b, array)
    sort(b, made, axis, of)
    return made


def sort(b: Body, array: Array, axis: int, of: CallArguments) -> None:
    """Sort an array in place along an axis."""
    refuse_complex(array.type.element, of)
    # late: only what calls a function of the library needs it, and NumPy with it
    from asyncir.source.python.library import sort_in_place

    library(b, sort_in_place, of.node, last(b, array, axis))


def refuse_complex(element: NumberType, of: CallArguments) -> None:
    """Refuse to order complex numbers."""
    if element.kind == "c":
        raise of.fail("complex numbers have no order here", "sort by a.real, or by np.abs(a)")


def copied(b: Body, array: Array) -> Array:
    """A new array with the same elements."""
    made = allocate(b, array.type.element, sizes(b, array))
    source = elements(b, array)
    nest(b, source.shape, lambda indices: store(b, made, indices, source.at(indices)))
    return made


def argsorted(b: Body, value: Value, of: CallArguments, at: int) -> Value:
    """The indices that sort an array along an axis; equal elements stay in order."""
    array = whole(b, value, of)
    refuse_complex(array.type.element, of)
    axis = axis_given(of, at, array.type.rank, -1)
    if axis is None:
        flattened = flat(b, array, of)
        assert isinstance(flattened, Array)
        array, axis = flattened, 0
    out = allocate(b, INT64, sizes(b, array))
    # late: as above
    from asyncir.source.python.library import argsort_into

    library(b, argsort_into, of.node, last(b, array, axis), last(b, out, axis))
    return out


def accumulated(b: Body, value: Value, product: bool, of: CallArguments, at: int) -> Value:
    """Sums or products of the elements up to each one."""
    array = whole(b, value, of)
    axis = axis_given(of, at, array.type.rank, None)
    if axis is None:
        flattened = flat(b, array, of)
        assert isinstance(flattened, Array)
        array, axis = flattened, 0
    type_ = sum_type(array.type.element)
    out = allocate(b, type_, sizes(b, array))
    # late: as above
    from asyncir.source.python.library import product_into, sum_into

    function = product_into if product else sum_into
    start = Num(type_, constant=int(product))
    library(b, function, of.node, last(b, array, axis), last(b, out, axis), start)
    return out


def _accumulate(product: bool, b: Body, of: CallArguments) -> Value:
    of.only("a", "axis", least=1)
    return accumulated(b, of.operand("a", 0), product, of, 1)


def _sort(b: Body, of: CallArguments) -> Value:
    of.only("a", "axis", least=1)
    return sorted_copy(b, _given(of, "a", 0), of)


def _argsort(b: Body, of: CallArguments) -> Value:
    of.only("a", "axis", "kind", least=1)
    return argsorted(b, _given(of, "a", 0), of, 1)


def _diff(b: Body, of: CallArguments) -> Value:
    of.only("a", "n", "axis", least=1)
    array = whole(b, of.value("a", 0), of)
    times = of.value("n", 1)
    many = 1 if times is None else times.constant if isinstance(times, Num) else None
    if not isinstance(many, int) or many < 0:
        raise of.fail("'n' is no constant", "write how often as a number")
    axis = axis_given(of, 2, array.type.rank, -1)
    if axis is None or array.type.rank == 0:
        raise of.fail("there is no axis", "give an array with one axis or more")
    result: Array = array
    for _ in range(many):
        made = materialised(b, _differences(b, result, axis, of))
        assert isinstance(made, Array)
        result = made
    return copied(b, array) if not many else result


def _differences(b: Body, array: Array, axis: int, of: CallArguments) -> Value:
    w, source = b.w, elements(b, array)
    fewer = w.op(f"arith.subi {source.shape[axis]}, {w.index(1)} : index")
    extent = w.op(f"arith.maxsi {fewer}, {w.index(0)} : index")
    shape = (*source.shape[:axis], extent, *source.shape[axis + 1 :])

    def next_(indices: Sequence[str]) -> Num:
        moved = w.op(f"arith.addi {indices[axis]}, {w.index(1)} : index")
        return source.at([*indices[:axis], moved, *indices[axis + 1 :]])

    one = Elements(source.element, shape, next_, source.reads, elsewhere=True)
    other = Elements(source.element, shape, source.at, source.reads, elsewhere=True)
    if source.element.is_bool:
        return combined(b, [one, other], NUMPY_BOOL, lambda n: scalars.binary(w, "^", n[0], n[1]))
    return arithmetic(b, "-", one, other, of.node)


def _roll(b: Body, of: CallArguments) -> Value:
    of.only("a", "shift", "axis", least=2)
    array = whole(b, of.value("a", 0), of)
    shift = of.whole("shift", 1)
    axis = axis_given(of, 2, array.type.rank, None)
    if axis is None:
        flattened = flat(b, array, of)
        assert isinstance(flattened, Array)
        # late: as above
        from asyncir.source.python.library import rolled

        made = library(b, rolled, of.node, flattened, shift)
        assert isinstance(made, Array)
        return made if array.type.rank == 1 else in_shape(b, made, sizes(b, array), of.node)
    w, source = b.w, elements(b, array)
    extent = source.shape[axis]
    count = length(b, extent)
    safe = scalars.smaller(w, count, constant(1), larger=True)
    by = w.index_of(scalars.binary(w, "%", shift, Num(INT, safe.name, 1, safe.constant)))
    back = w.op(f"arith.subi {extent}, {by} : index")

    def at(indices: Sequence[str]) -> Num:
        index = indices[axis]
        before = w.op(f"arith.cmpi ult, {index}, {by} : index")
        moved = w.op(
            f"arith.select {before}, {back}, {w.op(f'arith.subi {w.index(0)}, {by} : index')} : index"
        )
        place = w.op(f"arith.addi {index}, {moved} : index")
        return source.at([*indices[:axis], place, *indices[axis + 1 :]])

    return Elements(source.element, source.shape, at, source.reads, elsewhere=True)


FUNCTIONS: dict[str, Compute] = {
    **{"reshape": _reshape, "ravel": _ravel, "transpose": _transpose, "concatenate": _concatenate},
    **{"stack": _stack, "hstack": partial(_beside, 1), "vstack": partial(_beside, 0), "outer": _outer},
    **{"sort": _sort, "argsort": _argsort, "diff": _diff, "roll": _roll},
    **{"cumsum": partial(_accumulate, False), "cumprod": partial(_accumulate, True)},
}
"""By NumPy's names."""
