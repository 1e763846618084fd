"""New arrays, and other views of arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from asyncir.source.python import scalars
from asyncir.source.python.arguments import CallArguments
from asyncir.source.python.body import Body, described
from asyncir.source.python.elements import allocate, combined, materialised, nest, sizes, store
from asyncir.source.python.loops import counted
from asyncir.source.python.types import FLOAT64, INT64, ArrayType, NumberType, numpy_of, promote
from asyncir.source.python.values import Array, Elements, Num, ObjectValue, Tuple, Value, constant

Compute = Callable[[Body, CallArguments], Value]


def extents_of(b: Body, of: CallArguments, numbers: list[Num]) -> list[str]:
    """Sizes as indices; refuses negative ones."""
    w = b.w
    for number in numbers:
        if isinstance(number.constant, int) and number.constant < 0:
            raise of.fail("a size is negative", "give a size that is not")
        if not number.is_constant and (number.low is None or number.low < 0):
            fine = w.op(f"arith.cmpi sge, {number.name}, {w.constant('i64', '0')} : i64")
            scalars.check(w, fine, "ValueError: negative dimensions are not allowed")
    if len([number for number in numbers if not number.is_constant]) > 1:
        product = constant(1.0)
        for number in numbers:
            product = scalars.binary(w, "*", product, scalars.convert(w, number, FLOAT64))
        fine = scalars.compare(w, "<", product, constant(float(1 << 59)))
        scalars.check(w, w.name(fine), "ValueError: array is too big")
    return [w.index_of(number) for number in numbers]


def filled(b: Body, array: Array, value: Num) -> Array:
    """The array with one number everywhere."""
    number = scalars.convert(b.w, value, array.type.element)
    nest(b, sizes(b, array), lambda indices: store(b, array, indices, number))
    return array


def _new(value: int | None, b: Body, of: CallArguments) -> Value:
    of.only("shape", "dtype", least=1)
    element = of.dtype("dtype", 1, FLOAT64)
    array = allocate(b, element, extents_of(b, of, of.shape("shape", 0)))
    return array if value is None else filled(b, array, constant(value))


def _full(b: Body, of: CallArguments) -> Value:
    of.only("shape", "fill_value", "dtype", least=2)
    number = of.number("fill_value", 1)
    element = of.dtype("dtype", 2, numpy_of(number.type))
    return filled(b, allocate(b, element, extents_of(b, of, of.shape("shape", 0))), number)


def _like(value: int | None, b: Body, of: CallArguments) -> Value:
    of.only("a", "dtype", least=1)
    model = of.operand("a", 0)
    if isinstance(model, Num):
        raise of.fail("a number has no shape", "give an array")
    element = of.dtype("dtype", 1, model.element if isinstance(model, Elements) else model.type.element)
    array = allocate(b, element, sizes(b, model))
    return array if value is None else filled(b, array, constant(value))


def _full_like(b: Body, of: CallArguments) -> Value:
    of.only("a", "fill_value")
    model = of.operand("a", 0)
    if isinstance(model, Num):
        raise of.fail("a number has no shape", "give an array")
    element = model.element if isinstance(model, Elements) else model.type.element
    return filled(b, allocate(b, element, sizes(b, model)), of.number("fill_value", 1))


def _arange(b: Body, of: CallArguments) -> Value:
    of.only("start", "stop", "step", "dtype", least=1)
    given = [of.number(name, at) for at, name in enumerate(("start", "stop", "step")) if of.value(name, at)]
    if len(given) == 1:
        given.insert(0, constant(0))
    start, stop = given[0], given[1]
    step = given[2] if len(given) == 3 else constant(1)
    type_ = promote(promote(start.type, stop.type), step.type)
    element = of.dtype("dtype", 3, numpy_of(type_) if type_.is_float else INT64)
    w = b.w
    if type_.is_float:
        first, last, by = (scalars.convert(w, n, FLOAT64) for n in (start, stop, step))
        many = scalars.binary(w, "/", scalars.binary(w, "-", last, first), by)
        ceiled = Num(FLOAT64, w.op(f"math.ceil {w.name(many)} : f64"))
        count = scalars.smaller(w, scalars.convert(w, ceiled, INT64), Num(INT64, constant=0), larger=True)
        extent = w.index_of(count)
    else:
        numbers = [scalars.convert(w, n, constant(0).type) for n in (start, stop, step)]
        turns = counted(b, numbers[0], numbers[1], numbers[2], of.node)
        length = w.op(f"arith.subi {turns.upper}, {turns.lower or w.index(0)} : index")
        if turns.step:
            length = w.op(f"arith.ceildivsi {length}, {turns.step} : index")
        extent = w.op(f"arith.maxsi {length}, {w.index(0)} : index")
    array = allocate(b, element, [extent])
    computed = FLOAT64 if type_.is_float else INT64

    def fill(indices: list[str]) -> None:
        i = scalars.convert(w, w.of_index(indices[0], 0), computed)
        moved = scalars.binary(w, "*", i, scalars.convert(w, step, computed))
        store(b, array, indices, scalars.binary(w, "+", scalars.convert(w, start, computed), moved))

    nest(b, [extent], fill)
    return array


def _linspace(b: Body, of: CallArguments) -> Value:
    of.only("start", "stop", "num", "endpoint", least=2)
    endpoint = of.number("endpoint", 3, constant(True))
    if not endpoint.is_constant:
        raise of.fail("'endpoint' is no constant", "write endpoint=True or endpoint=False")
    start, stop = (scalars.convert(b.w, of.number(n, at), FLOAT64) for at, n in enumerate(("start", "stop")))
    many = of.whole("num", 2, constant(50))
    array = allocate(b, FLOAT64, extents_of(b, of, [many]))
    w = b.w
    between = scalars.binary(w, "-", many, constant(1)) if endpoint.constant else many
    gaps = scalars.smaller(w, between, constant(1), larger=True)
    step = scalars.binary(w, "/", scalars.binary(w, "-", stop, start), scalars.convert(w, gaps, FLOAT64))
    last = scalars.binary(w, "-", many, constant(1))

    def fill(indices: list[str]) -> None:
        i = w.of_index(indices[0], 0)
        moved = scalars.binary(w, "*", scalars.convert(w, i, FLOAT64), step)
        at_end = scalars.binary(
            w, "&", scalars.compare(w, "==", i, last), scalars.compare(w, ">", i, constant(0))
        )
        value = scalars.binary(w, "+", moved, start)
        store(
            b, array, indices, scalars.select(w, w.name(at_end), stop, value) if endpoint.constant else value
        )

    nest(b, sizes(b, array), fill)
    return array


def _eye(b: Body, of: CallArguments) -> Value:
    of.only("N", "dtype", least=1)
    many = of.whole("N", 0)
    extent = extents_of(b, of, [many])[0]
    array = filled(b, allocate(b, of.dtype("dtype", 1, FLOAT64), [extent, extent]), constant(0))
    nest(b, [extent], lambda i: store(b, array, [i[0], i[0]], constant(1)))
    return array


def _array(copies: bool, b: Body, of: CallArguments) -> Value:
    of.only("object", "dtype", least=1)
    value = of.value("object", 0)
    if isinstance(value, Tuple):
        return array_of_tuple(b, value, of)
    if isinstance(value, ObjectValue) and value.type.is_list:
        array = value.items[0]
        assert isinstance(array, Array)
        return copied(b, array, of.dtype("dtype", 1, numpy_of(array.type.element)))
    operand = of.operand("object", 0)
    if isinstance(operand, Num):
        raise of.fail("this is a number", "give a tuple of numbers, or an array")
    have = operand.element if isinstance(operand, Elements) else operand.type.element
    element = of.dtype("dtype", 1, have)
    if not copies and element == have:
        return operand
    return copied(b, operand, element)


def copied(b: Body, operand: Array | Elements, element: NumberType) -> Value:
    """A new array with the same elements, in a type."""
    return materialised(b, combined(b, [operand], element, lambda n: scalars.convert(b.w, n[0], element)))


def array_of_tuple(b: Body, value: Tuple, of: CallArguments) -> Array:
    """A new array with the numbers of a tuple, or of tuples in it."""
    leaves, shape = _flat(value, of)
    types = [number.type for number in leaves]
    common = types[0] if types else FLOAT64
    for type_ in types[1:]:
        common = promote(common, type_)
    element = of.dtype("dtype", 1, numpy_of(common))
    array = allocate(b, element, [b.w.index(extent) for extent in shape])
    for at, number in enumerate(leaves):
        place: list[str] = []
        for extent in reversed(shape):
            place.insert(0, b.w.index(at % extent))
            at //= extent
        store(b, array, place, number)
    return array


def _flat(value: Tuple, of: CallArguments) -> tuple[list[Num], tuple[int, ...]]:
    leaves: list[Num] = []
    shapes: set[tuple[int, ...]] = set()
    for item in value.items:
        if isinstance(item, Tuple):
            inner, shape = _flat(item, of)
            leaves += inner
            shapes.add(shape)
        elif isinstance(item, Num):
            leaves.append(item)
            shapes.add(())
        else:
            raise of.fail(f"an element is {described(item)}", "give numbers")
    if len(shapes) > 1:
        raise of.fail("the rows are of different lengths", "make them equally long")
    return leaves, (len(value.items), *(shapes.pop() if shapes else ()))


def _copy(b: Body, of: CallArguments) -> Value:
    of.only("a")
    operand = of.operand("a", 0)
    if isinstance(operand, Num):
        raise of.fail("this is a number", "give an array")
    return copied(b, operand, operand.element if isinstance(operand, Elements) else operand.type.element)


def transposed(b: Body, value: Array | Elements) -> Value:
    """The axes in the other order, as a view."""
    if isinstance(value, Elements):
        shape = value.shape[::-1]
        return Elements(value.element, shape, lambda i: value.at(list(i)[::-1]), value.reads, elsewhere=True)
    rank = value.type.rank
    if rank < 2:
        return value
    w = b.w
    names = [f"d{axis}" for axis in range(rank)]
    strides = ["?"] * rank
    strides[0] = "1" if value.type.dense else "?"
    made = f"memref<{'?x' * rank}{value.type.element.mlir}, strided<[{', '.join(strides)}], offset: ?>>"
    order = f"({', '.join(names)}) -> ({', '.join(reversed(names))})"
    view = w.op(f"memref.transpose {value.view} {order} : {value.type.mlir} to {made}")
    type_ = ArrayType(value.type.element, rank, False, value.type.counted)
    if value.type.dense:
        view = w.op(f"memref.cast {view} : {made} to {type_.mlir}")
    return Array(type_, view, value.base, value.cell, value.frozen)


FUNCTIONS: dict[str, Compute] = {
    "zeros": partial(_new, 0),
    "ones": partial(_new, 1),
    "empty": partial(_new, None),
    "full": _full,
    "zeros_like": partial(_like, 0),
    "ones_like": partial(_like, 1),
    "empty_like": partial(_like, None),
    "full_like": _full_like,
    "arange": _arange,
    "linspace": _linspace,
    "eye": _eye,
    "identity": _eye,
    "array": partial(_array, True),
    "asarray": partial(_array, False),
    "copy": _copy,
}
"""By NumPy's names."""
