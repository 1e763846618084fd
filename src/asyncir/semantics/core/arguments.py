"""Between Python's values and the machine's: arguments of the entry, and its results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from asyncir.dialects.narrowing import is_vector
from asyncir.ir import Attribute, ComplexType, IndexType, IntegerType, MemRefType, TensorType, VectorType
from asyncir.semantics.core.faults import InterpreterFault, fault
from asyncir.semantics.core.memory import Buffer, MemRefView, from_bf16_bits, is_bf16, to_bf16_bits
from asyncir.semantics.core.tensors import all_defined, fits, is_tensor, static_sizes
from asyncir.semantics.core.values import (
    Value,
    bit_width,
    converter,
    dtype_of,
    element_of,
    element_type,
    is_integer,
    is_poison,
)
from asyncir.semantics.tasks.tasks import Completion

Array = np.ndarray[Any, Any]


def wrong(message: str) -> InterpreterFault:
    """S015: the run was asked for in a way that does not fit the program."""
    return fault("S015", message, None)


class Arguments:
    """The entry's arguments as register values; arrays that share memory share a root object."""

    def __init__(self, types: Sequence[Attribute], given: Sequence[object]):
        if len(types) != len(given):
            raise wrong(f"the entry takes {len(types)} arguments, {len(given)} are given")
        self._copies: list[tuple[Array, Array]] = []
        pairs = list(enumerate(zip(types, given, strict=True)))
        self._arrays = {i: self._storage(t, v, i) for i, (t, v) in pairs if isinstance(t, MemRefType)}
        views = self._views()
        self.values = [views[i] if i in views else _number(t, v, i) for i, (t, v) in pairs]

    def write_back(self) -> None:
        """Bring results back into arrays that could not be shared (bf16)."""
        for original, copy in self._copies:
            original[...] = to_bf16_bits(copy) if original.dtype == np.uint16 else copy

    def _storage(self, of: Any, value: object, position: int) -> Array:
        array: Any = value
        if not isinstance(value, np.ndarray):
            raise wrong(f"argument {position} must be an array, for {of}")
        if is_bf16(element_of(of)):
            if array.dtype != np.uint16:
                raise wrong(f"argument {position} has the type {array.dtype}; bf16 is given as uint16")
            copy = from_bf16_bits(array)
            self._copies.append((array, copy))
            return copy
        _check_array(of, array, position)
        expected = dtype_of(element_type(element_of(of)))
        return array.view(expected) if array.dtype != expected else array

    def _views(self) -> dict[int, MemRefView]:
        """The memrefs: one buffer for each set of arrays whose memory overlaps."""
        views = {i: _empty(array, i) for i, array in self._arrays.items() if not array.size}
        spans = sorted((_bounds(array), i) for i, array in self._arrays.items() if array.size)
        groups: list[tuple[int, int, list[int]]] = []
        for (low, high), index in spans:
            if groups and low < groups[-1][1]:
                start, end, members = groups[-1]
                groups[-1] = (start, max(end, high), [*members, index])
            else:
                groups.append((low, high, [index]))
        for start, end, members in groups:
            buffer = self._root(start, end, members)
            for i in members:
                array = self._arrays[i]
                offset = (array.__array_interface__["data"][0] - start) // array.itemsize
                strides = [s // array.itemsize for s in array.strides]
                views[i] = MemRefView(buffer, offset, array.shape, strides)
        return views

    def _root(self, start: int, end: int, members: Sequence[int]) -> Buffer:
        # The first is the one that lies lowest in memory.
        first, *others = (self._arrays[i] for i in members)
        if any(a.dtype != first.dtype or not a.flags.writeable for a in (first, *others)):
            raise wrong("arrays that share memory must be writable and have one element type")
        flat = np.lib.stride_tricks.as_strided(
            _lowest_corner(first), shape=((end - start) // first.itemsize,), strides=(first.itemsize,)
        )
        # Named by its position: which array lies lowest in memory differs from run to run.
        return Buffer(flat, "argument", None, f"argument {min(members)}", is_defined=True)


def _empty(array: Array, position: int) -> MemRefView:
    empty = np.zeros((0,), array.dtype)
    buffer = Buffer(empty, "argument", None, f"argument {position} (empty)", is_defined=True)
    return MemRefView(buffer, 0, array.shape, [1] * array.ndim)


def _check_array(of: Any, array: Array, position: int) -> None:
    element = of.element_type
    expected = dtype_of(element_type(element))
    if isinstance(element, VectorType):
        raise wrong(f"argument {position}: the interpreter takes no memrefs of vectors")
    fits = array.dtype.kind in "iub" if expected.kind in "iu" else array.dtype == expected
    if not fits or array.dtype.itemsize != expected.itemsize or not array.dtype.isnative:
        raise wrong(f"argument {position} has the type {array.dtype}, {of} is wanted")
    _check_shape(of, array, position)
    if any(stride % array.itemsize for stride in array.strides):
        raise wrong(f"argument {position} has strides that are no multiples of its elements' size")


def _check_shape(of: Any, array: Array, position: int) -> None:
    if not fits(static_sizes(of), array.shape):
        raise wrong(f"argument {position} has the shape {array.shape}, {of} is wanted")


def _bounds(array: Array) -> tuple[int, int]:
    low, high = np.lib.array_utils.byte_bounds(array)
    return int(low), int(high)


def _lowest_corner(array: Array) -> Array:
    """The array flipped so that it begins at its lowest address; always a view, of rank 0 too."""
    return array[(..., *(slice(None, None, -1) if s < 0 else slice(None) for s in array.strides))]


def _number(of: Any, value: object, position: int) -> Value:
    """A number, or a vector of them."""
    if isinstance(of, TensorType):
        return _tensor(of, value, position)
    if isinstance(of, VectorType):
        array, shape = np.asarray(value), tuple[int, ...](of.get_shape())
        if array.shape != shape:
            raise wrong(f"argument {position} has the shape {array.shape}, {of} is wanted")
        return array.astype(dtype_of(element_type(of)))
    plain: Any = value
    if isinstance(value, np.generic):
        plain = plain.item()
    if isinstance(of, IntegerType | IndexType) and isinstance(plain, int):
        width = bit_width(of)
        if -(1 << (width - 1)) <= plain < 1 << width:
            return converter(of)(int(plain))
        raise wrong(f"argument {position} is {plain}, which does not fit into {of}")
    if isinstance(of, ComplexType) and isinstance(plain, int | float | complex):
        return complex(plain)
    if not is_integer(of) and isinstance(plain, int | float) and not isinstance(of, ComplexType):
        return converter(of)(float(plain))
    raise wrong(f"argument {position} is {value!r}, {of} is wanted")


def _tensor(of: Any, value: object, position: int) -> Array:
    """A tensor: a copy of an array, which nothing changes."""
    array: Any = value
    if not isinstance(value, np.ndarray):
        raise wrong(f"argument {position} must be an array, for {of}")
    if not is_bf16(of.element_type):
        _check_array(of, array, position)
        return np.array(array).view(dtype_of(of.element_type))
    if array.dtype != np.uint16:
        raise wrong(f"argument {position} has the type {array.dtype}; bf16 is given as uint16")
    _check_shape(of, array, position)
    return from_bf16_bits(array)


def export(value: Value, of: Any) -> object:
    """A result as a Python value; it must be defined."""
    if is_poison(value):
        value.met()
    if is_tensor(of):
        return np.array(_as_numpy_has_it(all_defined(value), of.element_type))
    if isinstance(value, MemRefView):
        buffer = value.buffer
        if buffer.ended is not None:
            raise fault("S002", "the entry returns memory that is freed", None)
        array = value.array()
        if buffer.defined is not None and not all(buffer.defined[place] for place in value.indices()):
            raise fault("S006", "the entry returns memory that was not all written", None)
        return _as_numpy_has_it(array, of.element_type)
    if isinstance(value, Completion):
        return None if value.payload is None else export(value.payload, getattr(of, "value_type", of))
    if is_vector(of):
        return _as_numpy_has_it(value, of.element_type)
    if isinstance(of, IntegerType) and bit_width(of) == 1:
        return bool(value)
    return value


def _as_numpy_has_it(elements: Array, of: Any) -> Array:
    """The elements in the type that NumPy has for them: conditions are bools, bf16 its bits."""
    if is_bf16(of):
        return to_bf16_bits(elements)
    if not isinstance(of, IntegerType) or bit_width(of) != 1:
        return elements
    return elements.view(bool) if elements.dtype.itemsize == 1 else elements.astype(bool)
