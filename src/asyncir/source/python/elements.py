"""Computations on whole arrays: what is done for each element is written where the elements are needed, in one nest of loops.

So `(a * b + c).sum()` makes no array, and `d = a * b + c` makes one. Shapes are brought together as NumPy does, with one
difference: an axis that is one element long repeats only if it was made by `None` in an index; of others the sizes have to be
the same, which is checked where the sizes are known, before the loops.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from asyncir.source.python import scalars
from asyncir.source.python.body import Body, described
from asyncir.source.python.types import CELL, INT, ArrayType, NumberType
from asyncir.source.python.values import UNIT, Array, Display, Elements, Num, Tuple, Value
from asyncir.source.python.writer import Lines

Operand = Num | Array | Elements


def size(b: Body, array: Array, axis: int) -> str:
    """The size of an axis, as an index."""
    return b.w.op(f"memref.dim {array.view}, {b.w.index(axis)} : {array.type.mlir}")


def length(b: Body, index: str) -> Num:
    """A size as a number."""
    return Num(INT, constant=1, low=1) if index == UNIT else b.w.of_index(index, 0)


def sizes(b: Body, value: Array | Elements) -> tuple[str, ...]:
    """The sizes of all axes, as indices."""
    if isinstance(value, Elements):
        return value.shape
    return tuple(size(b, value, axis) for axis in range(value.type.rank))


def load(b: Body, array: Array, indices: Sequence[str]) -> Num:
    """The element at indices that are in bounds."""
    name = b.w.op(f"memref.load {array.view}[{', '.join(indices)}] : {array.type.mlir}")
    return Num(array.type.element, name, 0 if array.type.element.kind == "u" else None)


def store(b: Body, array: Array, indices: Sequence[str], value: Num) -> None:
    """Write an element, in the array's type."""
    name = b.w.name(scalars.convert(b.w, value, array.type.element))
    b.w.line(f"memref.store {name}, {array.view}[{', '.join(indices)}] : {array.type.mlir}")


def elements(b: Body, value: Operand) -> Elements:
    """A number or an array as something with elements."""
    match value:
        case Num():
            return Elements(value.type, (), lambda _: value)
        case Array():
            return Elements(
                value.type.element, sizes(b, value), lambda indices: load(b, value, indices), (value.view,)
            )
        case Elements():
            return value


def combined(
    b: Body, operands: Sequence[Operand], element: NumberType, compute: Callable[[Sequence[Num]], Num]
) -> Elements:
    """What `compute` makes of the elements of several operands, brought to one shape."""
    many = [_repeated(b, operand) for operand in operands]
    shape = broadcast_shape(b, [one.shape for one in many])

    def at(indices: Sequence[str]) -> Num:
        return compute([one.at(own_indices(b, one.shape, indices)) for one in many])

    whole = [one for one in many if one.shape]
    elsewhere = any(one.elsewhere or len(one.shape) < len(shape) or UNIT in one.shape for one in whole)
    return Elements(element, shape, at, tuple(view for one in many for view in one.reads), elsewhere)


def _repeated(b: Body, value: Operand) -> Elements:
    """The same; axes that are known to have one element repeat."""
    found = elements(b, value)
    if not isinstance(value, Array) or not value.units:
        return found
    shape = tuple(UNIT if axis in value.units else extent for axis, extent in enumerate(found.shape))
    return Elements(found.element, shape, found.at, found.reads)


def own_indices(b: Body, shape: Sequence[str], indices: Sequence[str]) -> list[str]:
    """The indices of an operand of that shape, by those of what it was brought to."""
    own = list(indices[len(indices) - len(shape) :])
    return [b.w.index(0) if extent == UNIT else index for extent, index in zip(shape, own, strict=True)]


def broadcast_shape(b: Body, shapes: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The shape to which several are brought; raises where sizes differ."""
    rank = max(map(len, shapes), default=0)
    common = [UNIT] * rank
    for shape in shapes:
        for axis, extent in enumerate(shape, rank - len(shape)):
            if common[axis] == UNIT:
                common[axis] = extent
            elif extent not in (UNIT, common[axis]):
                same_size(b, common[axis], extent)
    return tuple(common)


_NOT_TOGETHER = (
    "ValueError: operands could not be broadcast together; only axes that None or keepdims made repeat"
)


def same_size(b: Body, one: str, other: str, message: str = _NOT_TOGETHER) -> None:
    """Raise unless two sizes are the same."""
    same = b.w.op(f"arith.cmpi eq, {one}, {other} : index")
    scalars.check(b.w, same, message)


def nest(b: Body, shape: Sequence[str], body: Callable[[list[str]], None]) -> None:
    """Loops over all indices of a shape."""
    indices: list[str] = []
    opened: list[Lines] = []
    zero, one = b.w.index(0), b.w.index(1)
    for extent in shape:
        index = b.w.fresh("i")
        upper = one if extent == UNIT else extent
        b.w.raw(f"scf.for {index} = {zero} to {upper} step {one} {{")
        indices.append(index)
        opened.append(b.w.lines)
    with b.region() as lines:
        body(indices)
    b.w.lines.append(lines)
    for _ in shape:
        b.w.line("}")


def fold(
    b: Body,
    shape: Sequence[str],
    start: Sequence[Num],
    body: Callable[[list[str], list[Num]], Sequence[Num]],
) -> list[Num]:
    """Loops over all indices of a shape that carry numbers, which `body` makes anew at each."""
    if not shape:
        return list(body([], list(start)))
    zero, one = b.w.index(0), b.w.index(1)
    types = [number.type.mlir for number in start]
    index = b.w.fresh("i")
    names = [b.w.fresh("s") for _ in start]
    inner = [Num(number.type, name) for number, name in zip(start, names, strict=True)]
    with b.region() as lines:

        def rest(indices: list[str], carried: list[Num]) -> Sequence[Num]:
            return body([index, *indices], carried)

        ends = fold(b, shape[1:], inner, rest)
        values = ", ".join(b.w.name(end) for end in ends)
        b.w.line(f"scf.yield {values} : {', '.join(types)}")
    pairs = ", ".join(f"{name} = {b.w.name(number)}" for name, number in zip(names, start, strict=True))
    results = [b.w.fresh("s") for _ in start]
    upper = one if shape[0] == UNIT else shape[0]
    head = f"scf.for {index} = {zero} to {upper} step {one} iter_args({pairs}) -> ({', '.join(types)}) {{"
    b.w.raw(f"{', '.join(results)} = {head}")
    b.w.lines.append(lines)
    b.w.line("}")
    return [Num(number.type, name) for number, name in zip(start, results, strict=True)]


def allocate(b: Body, element: NumberType, shape: Sequence[str]) -> Array:
    """A new array, a temporary of the statement; its elements are anything."""
    w = b.w
    extents = [w.index(1) if extent == UNIT else extent for extent in shape]
    strides: list[str] = []
    total = extents[-1] if extents else w.index(1)
    for extent in reversed(extents[:-1]):
        strides.insert(0, total)
        total = w.op(f"arith.muli {extent}, {total} : index")
    type_ = ArrayType(element, len(shape), counted=True)
    base = w.op(f"memref.alloc({total}) : {type_.base}", "memory")
    text = f"offset: [{w.index(0)}], sizes: [{', '.join(extents)}], strides: [{', '.join([*strides, '1'][: len(shape)])}]"
    view = w.op(f"memref.reinterpret_cast {base} to {text} : {type_.base} to {type_.mlir}", "array")
    cell = w.op(f"memref.alloc() : {CELL}", "count")
    w.line(f"memref.store {w.constant('i64', '1')}, {cell}[{w.index(0)}] : {CELL}")
    units = frozenset(axis for axis, extent in enumerate(shape) if extent == UNIT)
    array = Array(type_, view, base, cell, units=units)
    b.temporaries.append(array)
    return array


def materialised(b: Body, value: Value) -> Value:
    """What has elements to be computed as an array, what is written as a list as one; other values as they are."""
    if isinstance(value, Display):
        # late: lists are made of arrays
        from asyncir.source.python.lists import list_of

        return list_of(b, value)
    if not isinstance(value, Elements):
        return value
    if not value.shape:
        return value.at([])
    array = allocate(b, value.element, value.shape)
    nest(b, value.shape, lambda indices: store(b, array, indices, value.at(indices)))
    return array


def settled(b: Body, value: Value) -> Value:
    """The same value, computed here and now: what it is computed from may change."""
    if isinstance(value, Tuple):
        return Tuple(tuple(settled(b, item) for item in value.items))
    if not isinstance(value, Elements) or UNIT not in value.shape:
        return value if isinstance(value, Display) else materialised(b, value)
    one = b.w.index(1)
    array = allocate(b, value.element, [one if extent == UNIT else extent for extent in value.shape])
    nest(b, sizes(b, array), lambda indices: store(b, array, indices, value.at(indices)))
    shape = value.shape

    def at(indices: Sequence[str]) -> Num:
        first = b.w.index(0)
        own = [first if extent == UNIT else i for i, extent in zip(indices, shape, strict=True)]
        return load(b, array, own)

    return Elements(value.element, shape, at, (array.view,), elsewhere=True)


def is_late(value: Value) -> bool:
    """Whether something of it is computed only where it is needed."""
    if isinstance(value, Tuple):
        return any(map(is_late, value.items))
    return isinstance(value, Elements)


def assign_elements(b: Body, target: Array, value: Operand, node: ast.AST) -> None:
    """Write to all elements of a view."""
    shape = sizes(b, target)
    source = _repeated(b, value)
    if len(source.shape) > len(shape):
        message = f"{described(target)} cannot take what has {len(source.shape)} axes"
        raise b.fail("J012", message, node, "take a part of it that has as many axes")
    for extent, own in zip(shape[len(shape) - len(source.shape) :], source.shape, strict=True):
        if own not in (UNIT, extent):
            same_size(b, extent, own)
    if source.shape and (source.elsewhere or any(view != target.view for view in source.reads)):
        # What is read may lie where is written: all is computed first.
        made = materialised(b, source)
        assert isinstance(made, Array)
        source = _repeated(b, made)
    rank = len(source.shape)
    nest(
        b,
        shape,
        lambda indices: store(
            b, target, indices, source.at(own_indices(b, source.shape, indices[len(indices) - rank :]))
        ),
    )
