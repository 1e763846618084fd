"""tensor: values with a shape. `tensors` says what registers hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from asyncir.ir import Operation
from asyncir.semantics.core.casts import from_bits, to_bits
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import attribute, filled, performs, static_numbers
from asyncir.semantics.core.memory import check_count
from asyncir.semantics.core.program import Compiler, Segment, Terminators, handles
from asyncir.semantics.core.tensors import (
    Array,
    all_defined,
    box,
    check_shape,
    element_at,
    elementwise,
    filled_sizes,
    fits,
    moved,
    place_in,
    static_sizes,
    tensor_of,
    undefined_tensor,
    with_element,
    with_slice,
)
from asyncir.semantics.core.values import Poison, Registers, Value, dtype_of, element_of
from asyncir.semantics.tasks.machine import TaskMachine

# ---- whole tensors ----


@performs("tensor.empty")
def _empty(op: Any, machine: TaskMachine, *dynamic: int) -> Array:
    of = op.results[0].type
    return undefined_tensor(filled_sizes(of, dynamic, op), of, op)


@performs("tensor.cast")
def _cast(op: Any, machine: TaskMachine, array: Array) -> Array:
    return check_shape(array, op.results[0].type, op)


@performs("tensor.bitcast", pure=True)
def _bitcast(op: Any, machine: TaskMachine, array: Array) -> Array:
    source, target = (element_of(value.type) for value in (op.operands[0], op.results[0]))
    encode, decode = to_bits(source), from_bits(target)
    return elementwise(lambda x: decode(encode(x)), [array], op.results[0].type, op)


@performs("tensor.dim")
def _dim(op: Operation, machine: TaskMachine, array: Array, dimension: int) -> int:
    if not 0 <= dimension < array.ndim:
        raise fault("S004", f"there is no dimension {dimension}", op, "asks for it")
    return array.shape[dimension]


@performs("tensor.rank", pure=True)
def _rank(op: Operation, machine: TaskMachine, array: Array) -> int:
    return array.ndim


@performs("tensor.concat")
def _concat(op: Any, machine: TaskMachine, *arrays: Array) -> Array:
    dimension: int = attribute(op, "dim").value.data
    rests = {(*a.shape[:dimension], *a.shape[dimension + 1 :]) for a in arrays}
    if len(rests) > 1:
        sizes = " and ".join(str(list(a.shape)) for a in arrays)
        raise fault("S016", f"tensors of sizes {sizes} are put behind one another", op, "they differ")
    joined = arrays[0]
    for array in arrays[1:]:
        joined = moved(lambda first, second: np.concatenate((first, second), axis=dimension), joined, array)
    return check_shape(joined, op.results[0].type, op)


# ---- elements ----


@performs("tensor.extract")
def _extract(op: Operation, machine: TaskMachine, array: Array, *indices: int) -> Value:
    return element_at(array, place_in(array, indices, op))


@performs("tensor.insert")
def _insert(op: Operation, machine: TaskMachine, value: Value, array: Array, *indices: int) -> Array:
    return with_element(array, place_in(array, indices, op), value)


@performs("tensor.from_elements")
def _from_elements(op: Any, machine: TaskMachine, *values: Value) -> Array:
    of = op.results[0].type
    return tensor_of(values, of.get_shape(), of)


@performs("tensor.splat")
def _splat(op: Any, machine: TaskMachine, value: Value, *dynamic: int) -> Array:
    of = op.results[0].type
    sizes = filled_sizes(of, dynamic, op)
    if type(value) is Poison:
        return undefined_tensor(sizes, of, value.origin)
    return np.broadcast_to(np.asarray(value, dtype=dtype_of(element_of(of))), sizes)


class _Filling:
    """A tensor whose elements a body gives one by one."""

    def __init__(self, sizes: tuple[int, ...], start: Array | None, inside: tuple[slice, ...] | None):
        self.sizes, self.start, self.inside = sizes, start, inside
        self.values: list[Value] = []
        self.places: Iterator[tuple[int, ...]] = np.ndindex(sizes) if inside is None else self._around()

    def _around(self) -> Iterator[tuple[int, ...]]:
        outside = np.ones(self.sizes, bool)
        outside[self.inside] = False
        return iter([tuple(index) for index in np.argwhere(outside).tolist()])

    def tensor(self, of: Any) -> Array:
        """The tensor, all of whose elements are given."""
        if self.start is None or self.inside is None:
            return tensor_of(self.values, self.sizes, of)
        around = np.ones(self.sizes, bool)
        around[self.inside] = False
        added = tensor_of(self.values, (len(self.values),), of)
        inside = self.inside

        def put(added: Array, source: Array) -> Array:
            result = np.empty(self.sizes, added.dtype)
            result[around], result[inside] = added, source
            return result

        return moved(put, added, self.start)


def _filled_by_body(op: Any, c: Compiler, begin: Callable[[Registers], _Filling]) -> None:
    """Run the op's body for each element that it has to give; `begin` makes a `_Filling` of the registers."""
    go_on, advance, state = Segment(), Segment(), c.code.fresh()
    scope, region, of = Terminators(), op.regions[0], op.results[0].type
    body = c.region(region, scope)
    variables, result = c.slots(region.blocks[0].args), c.slot(op.results[0])

    def enter(registers: Registers, runner: Any) -> Segment | None:
        registers[state] = begin(registers)
        return advance

    def following(registers: Registers, runner: Any) -> Segment | None:
        filling: _Filling = registers[state]
        place = next(filling.places, None)
        if place is None:
            registers[result] = filling.tensor(of)
            return go_on
        for slot, index in zip(variables, place, strict=True):
            registers[slot] = index
        return body

    def given(inner: Operation, c: Compiler) -> None:
        value = c.use(inner.operands[0])

        def end(registers: Registers, runner: Any) -> Segment | None:
            registers[state].values.append(registers[value])
            return advance

        c.end(end)

    scope["tensor.yield"] = given
    advance.end, advance.end_op = following, op
    c.end(enter, go_on)


@handles("tensor.generate")
def _generate(op: Any, c: Compiler) -> None:
    dynamic, of = c.uses(op.operands), op.results[0].type

    def begin(registers: Registers) -> _Filling:
        return _Filling(filled_sizes(of, [registers[slot] for slot in dynamic], op), None, None)

    _filled_by_body(op, c, begin)


@handles("tensor.pad")
def _pad(op: Any, c: Compiler) -> None:
    static = [static_numbers(op, f"static_{which}") for which in ("low", "high")]
    source, *dynamic = c.uses(op.operands)
    of = op.results[0].type

    def begin(registers: Registers) -> _Filling:
        array: Array = registers[source]
        rest = iter([registers[slot] for slot in dynamic])
        low, high = (filled(each, rest) for each in static)
        sizes = tuple(size + a + b for size, a, b in zip(array.shape, low, high, strict=True))
        if min((*low, *high), default=0) < 0 or not fits(static_sizes(of), sizes):
            asked = f"low {low} and high {high} added to sizes {list(array.shape)}"
            raise fault("S016", f"{asked} make no {of}", op, "does not fit")
        check_count(math.prod(max(size, 1) for size in sizes), of.element_type, op)
        inside = tuple(slice(a, a + size) for a, size in zip(low, array.shape, strict=True))
        return _Filling(sizes, array, inside)

    _filled_by_body(op, c, begin)


# ---- slices ----


_BOX = ("static_offsets", "static_sizes", "static_strides")


def box_of(op: Operation, array: Array, numbers: Sequence[int]) -> Any:
    """The places of the op's slice in the array; `numbers` are those of its offsets, sizes and strides that are operands."""
    rest = iter(numbers)
    return box(op, array.shape, *(filled(static_numbers(op, name), rest) for name in _BOX))


@performs("tensor.extract_slice")
def _extract_slice(op: Any, machine: TaskMachine, array: Array, *numbers: int) -> Array:
    where = box_of(op, array, numbers)
    dropped: frozenset[int] = op.dropped_dimensions()

    def take(array: Array) -> Array:
        found = array[where]
        return found.reshape([size for d, size in enumerate(found.shape) if d not in dropped])

    return check_shape(moved(take, array), op.results[0].type, op)


@performs("tensor.insert_slice")
def _insert_slice(op: Any, machine: TaskMachine, part: Array, into: Array, *numbers: int) -> Array:
    return with_slice(op, part, into, box_of(op, into, numbers))


# ---- shapes ----


@performs("tensor.expand_shape")
def _expand(op: Any, machine: TaskMachine, array: Array, *dynamic: int) -> Array:
    listed = filled(static_numbers(op, "static_output_shape"), iter(dynamic))
    types = static_sizes(op.results[0].type)
    sizes = [known if known is not None else size for known, size in zip(types, listed, strict=True)]
    groups: Sequence[Sequence[int]] = op.groups
    for group, size in zip(groups, array.shape, strict=False):
        if math.prod(sizes[d] for d in group) != size or min(sizes[d] for d in group) < 0:
            wanted = [sizes[d] for d in group]
            raise fault("S016", f"a dimension of size {size} is expanded to {wanted}", op, "does not fit")
    return moved(lambda a: a.reshape(sizes), array)


@performs("tensor.collapse_shape", pure=True)
def _collapse(op: Any, machine: TaskMachine, array: Array) -> Array:
    groups: Sequence[Sequence[int]] = op.groups
    sizes = [math.prod(array.shape[d] for d in group) for group in groups]
    return moved(lambda a: a.reshape(sizes), array)


@performs("tensor.reshape")
def _reshape(op: Any, machine: TaskMachine, array: Array, shape: Array) -> Array:
    sizes: list[int] = all_defined(shape).tolist()
    if math.prod(sizes) != array.size or min(sizes, default=0) < 0:
        raise fault("S016", f"sizes {list(array.shape)} become {sizes}", op, "does not fit")
    return check_shape(moved(lambda a: a.reshape(sizes), array), op.results[0].type, op)


# ---- slices at places that a tensor says ----


def _places(op: Any, shape: Sequence[int], indices: Array, dimensions: Sequence[int]) -> tuple[Any, ...]:
    """To index with: for each coordinate the slice that it means, the coordinates' dimensions first."""
    coordinates = all_defined(indices)
    for number, dimension in enumerate(dimensions):
        column = coordinates[..., number]
        wrong = column[(column < 0) | (column >= shape[dimension])]
        if wrong.size:
            where = f"index {wrong.flat[0]} is outside of dimension {dimension}, which has size {shape[dimension]}"
            raise fault("S004", where, op, "out of bounds")
    return tuple(coordinates[..., number] for number in range(len(dimensions)))


def _in_front(array: Any, dimensions: Sequence[int]) -> Array:
    return np.moveaxis(array, dimensions, range(len(dimensions)))


@performs("tensor.gather")
def _gather(op: Any, machine: TaskMachine, array: Array, indices: Array) -> Array:
    dimensions = static_numbers(op, "gather_dims")
    places = _places(op, array.shape, indices, dimensions)
    rest = [1 if d in dimensions else size for d, size in enumerate(array.shape)]
    full = (*indices.shape[:-1], *rest)
    of = op.results[0].type
    if len(full) != len(of.get_shape()):
        full = (*indices.shape[:-1], *(size for d, size in enumerate(array.shape) if d not in dimensions))
    found = moved(lambda a: _in_front(a, dimensions)[places].reshape(full), array)
    return check_shape(found, of, op)


@performs("tensor.scatter")
def _scatter(op: Any, machine: TaskMachine, part: Array, into: Array, indices: Array) -> Array:
    dimensions = static_numbers(op, "scatter_dims")
    places = _places(op, into.shape, indices, dimensions)
    flat = np.ravel_multi_index(places, [into.shape[d] for d in dimensions]) if into.size else np.zeros(0)
    if len(np.unique(flat)) != flat.size:
        raise fault("S004", "two slices are put at one place, though `unique` says that none are", op)
    rest = [size for d, size in enumerate(into.shape) if d not in dimensions]

    def put(part: Array, into: Array) -> Array:
        result = np.array(into, subok=False)
        _in_front(result, dimensions)[places] = part.reshape((*indices.shape[:-1], *rest))
        return result

    return moved(put, part, into)
