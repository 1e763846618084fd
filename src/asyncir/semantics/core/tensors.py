"""Tensors in registers: NumPy arrays that nothing changes in place, some of whose elements may be undefined.

An array is a `PartialTensor` where it has undefined elements, and any other array where it has none: of that everything
can be computed with NumPy at once. What only moves elements is written once, for both, with `moved`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, cast

import numpy as np

from asyncir.ir import Operation, TensorType, UnrankedTensorType
from asyncir.semantics.core.faults import CHECKED, fault
from asyncir.semantics.core.memory import check_count
from asyncir.semantics.core.values import Poison, Value, dtype_of, element_of

Array = np.ndarray[Any, Any]


Movement = Callable[[Any], Any] | Callable[[Any, Any], Any] | Callable[[Any, Any, Any], Any]
"""A function of arrays that moves elements."""

Number = Callable[[Any], Value] | Callable[[Any, Any], Value] | Callable[[Any, Any, Any], Value]
"""A function of numbers."""


class PartialTensor(np.ndarray[Any, Any]):
    """A tensor with undefined elements; what NumPy makes of one is an array again that knows of none."""

    missing: Array
    """For each element whether it is undefined."""
    made_by: Operation | None
    """The op that left them undefined."""


def is_tensor(of: Any) -> bool:
    """Whether it is a tensor type."""
    return isinstance(of, TensorType | UnrankedTensorType)


def missing_of(array: Array) -> Array | None:
    """For each element whether it is undefined; None where all are defined."""
    return getattr(array, "missing", None) if type(array) is PartialTensor else None


def with_missing(array: Array, missing: Array | None, op: Operation | None) -> Array:
    """The array with undefined elements, if there are any."""
    plain = np.asarray(array)
    if missing is None or not missing.any():
        return plain
    found = plain.view(PartialTensor)
    found.missing, found.made_by = missing, op
    return found


def undefined_tensor(shape: Sequence[int], of: Any, op: Operation | None) -> Array:
    """A tensor of a type, of that shape, of which no element is defined."""
    zeros = np.broadcast_to(np.zeros((), dtype_of(element_of(of))), tuple(shape))
    return with_missing(zeros, np.broadcast_to(np.True_, tuple(shape)), op)


def poison_of(array: Array) -> Poison:
    """What an undefined element of the array is, read alone."""
    return Poison(getattr(array, "made_by", None))


def all_defined(array: Array) -> Array:
    """The array, all of whose elements must be defined."""
    if missing_of(array) is not None:
        poison_of(array).met()
    return np.asarray(array)


def moved(move: Movement, *arrays: Array) -> Array:
    """What a function that only moves elements makes of the arrays, and of what is undefined in them."""
    masks, apply = [missing_of(array) for array in arrays], cast("Callable[..., Array]", move)
    result = apply(*map(np.asarray, arrays))
    if all(mask is None for mask in masks):
        return result
    known = [
        np.broadcast_to(np.False_, array.shape) if mask is None else mask
        for mask, array in zip(masks, arrays, strict=True)
    ]
    origins = [getattr(array, "made_by", None) for array in arrays]
    return with_missing(result, apply(*known), next((op for op in origins if op is not None), None))


def element_at(array: Array, index: tuple[int, ...]) -> Value:
    """An element as a register has it."""
    missing = missing_of(array)
    if missing is not None and missing[index]:
        return poison_of(array)
    return np.asarray(array)[index].item()


def place_in(array: Array, indices: Sequence[int], op: Operation) -> tuple[int, ...]:
    """The indices of an element that the op asks for, which has to be there."""
    for dimension, (index, size) in enumerate(zip(indices, array.shape, strict=True)):
        if not 0 <= index < size:
            where = f"index {index} is outside of dimension {dimension}, which has size {size}"
            raise fault("S004", where, op, "out of bounds", CHECKED)
    return tuple(indices)


def with_element(array: Array, index: tuple[int, ...], value: Value) -> Array:
    """The array with another element, which may be undefined."""
    result, missing = np.array(array, subok=False), missing_of(array)
    poisoned = type(value) is Poison
    if not poisoned:
        result[index] = value
    if missing is None and not poisoned:
        return result
    missing = np.zeros(result.shape, bool) if missing is None else missing.copy()
    missing[index] = poisoned
    return with_missing(result, missing, value.origin if poisoned else getattr(array, "made_by", None))


def tensor_of(values: Sequence[Value], shape: Sequence[int], of: Any) -> Array:
    """A tensor of the type from its elements in row-major order, which may be undefined."""
    origins = [value for value in values if type(value) is Poison]
    plain = [0 if type(value) is Poison else value for value in values] if origins else values
    with np.errstate(all="ignore"):
        array = np.array(plain, dtype=dtype_of(element_of(of))).reshape(tuple(shape))
    if not origins:
        return array
    missing = np.array([type(value) is Poison for value in values]).reshape(tuple(shape))
    return with_missing(array, missing, origins[0].origin)


def elements_of(array: Array) -> list[Value]:
    """The elements as registers have them, in row-major order; undefined ones among them."""
    values, missing = np.asarray(array).ravel().tolist(), missing_of(array)
    if missing is None:
        return values
    poison = poison_of(array)
    return [poison if gone else value for value, gone in zip(values, missing.ravel().tolist(), strict=True)]


def check_shape(array: Array, of: Any, op: Operation) -> Array:
    """The array, whose shape has to be one of the type's."""
    if isinstance(of, TensorType):
        shape = static_sizes(of)
        if not fits(shape, array.shape):
            raise fault("S016", f"a tensor of sizes {list(array.shape)} is no {of}", op, "does not fit")
    return array


def fits(shape: Sequence[int | None], sizes: Sequence[int]) -> bool:
    """Whether the sizes are those that a type has, where it says them."""
    return len(shape) == len(sizes) and all(a is None or a == b for a, b in zip(shape, sizes, strict=True))


def static_sizes(of: Any) -> list[int | None]:
    """The sizes of a tensor type; None where dynamic."""
    return [None if size < 0 else size for size in of.get_shape()]


def filled_sizes(of: Any, dynamic: Sequence[int], op: Operation) -> tuple[int, ...]:
    """The sizes of a tensor type, with what stands for those that it does not say."""
    given = iter(dynamic)
    sizes = tuple(next(given) if size is None else size for size in static_sizes(of))
    if any(size < 0 for size in sizes):
        raise fault("S004", f"sizes {list(sizes)} are negative", op, "makes it", CHECKED)
    check_count(prod(sizes), element_of(of), op)
    return sizes


def common_shape(arrays: Sequence[Array], op: Operation) -> tuple[int, ...]:
    """The one shape of all the arrays."""
    shapes = {tuple(array.shape) for array in arrays}
    if len(shapes) > 1:
        listed = " and ".join(str(list(shape)) for shape in sorted(shapes))
        raise fault("S016", f"tensors of sizes {listed} are combined", op, "they differ")
    return shapes.pop()


def elementwise(function: Number, arrays: Sequence[Array], of: Any, op: Operation) -> Array:
    """Apply a function of numbers to the elements; the result's elements are those of the tensor type `of`."""
    return elementwise_results(function, arrays, [of], op)[0]


def elementwise_results(
    function: Callable[..., Any], arrays: Sequence[Array], types: Sequence[Any], op: Operation
) -> list[Array]:
    """The same for a function with several results. An undefined element makes those made of it undefined."""
    shape = common_shape(arrays, op)
    undefined = next((poison_of(array) for array in arrays if missing_of(array) is not None), None)
    columns = [elements_of(array) for array in arrays]
    gone = [undefined] * len(types)

    def one(*row: Value) -> Any:
        if undefined is not None and any(type(value) is Poison for value in row):
            return gone if len(types) > 1 else undefined
        return function(*row)

    rows = [one(*row) for row in zip(*columns, strict=True)] if columns else []
    found = [rows] if len(types) == 1 else (list(zip(*rows, strict=True)) or [()] * len(types))
    return [tensor_of(values, shape, result) for values, result in zip(found, types, strict=True)]


def whole(function: Callable[..., Array], arrays: Sequence[Array], of: Any, op: Operation) -> Array:
    """What a function of NumPy arrays makes of all elements at once."""
    common_shape(arrays, op)
    masks = [mask for mask in map(missing_of, arrays) if mask is not None]
    with np.errstate(all="ignore"):
        found = np.asarray(function(*map(np.asarray, arrays))).astype(dtype_of(element_of(of)), copy=False)
    if not masks:
        return found
    missing = np.logical_or.reduce(masks)
    return with_missing(found, missing, next(a.made_by for a in arrays if type(a) is PartialTensor))


# ---- slices ----


_MOST_PLACES = 1 << 31


def box(
    op: Operation, shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]
) -> Any:
    """The places of a slice, to index an array of that shape with; S004 where it leaves the shape."""
    for dimension, (start, count, step, size) in enumerate(zip(offsets, sizes, strides, shape, strict=True)):
        last = start + (count - 1) * step
        if count < 0 or (count > 0 and not (0 <= start < size and 0 <= last < size)):
            where = f"elements {start} to {last} are outside of dimension {dimension}, which has size {size}"
            raise fault("S004", where, op, "leaves its source", CHECKED)
    if all(step > 0 for step in strides):
        return tuple(
            slice(start, start + count * step, step) if count else slice(0, 0)
            for start, count, step in zip(offsets, sizes, strides, strict=True)
        )
    if max(sizes) > _MOST_PLACES:  # one element may be taken as often as one likes
        raise fault(
            "S010", f"{max(sizes)} elements are more than the interpreter allocates", op, "takes them"
        )
    return np.ix_(
        *(start + step * np.arange(count) for start, count, step in zip(offsets, sizes, strides, strict=True))
    )


def with_slice(op: Operation, part: Array, into: Array, where: Any) -> Array:
    """The array in which the elements at some places are others."""

    def put(part: Array, into: Array) -> Array:
        result = np.array(into, subok=False)
        check_part(op, part, result[where].shape)
        result[where] = part.reshape(result[where].shape)
        return result

    return moved(put, part, into)


def check_part(op: Operation, part: Array, shape: Sequence[int]) -> None:
    """S016 unless the slice has that shape, or lacks dimensions of size 1."""
    rows = [[size for size in sizes if size != 1] for sizes in (part.shape, shape)]
    if rows[0] != rows[1]:
        raise fault("S016", f"sizes {list(part.shape)} are put where {list(shape)} are", op, "does not fit")
