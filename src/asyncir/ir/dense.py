"""Elements of vectors and tensors that are constants: all of them, or one that stands for all.

`DenseIntOrFPElementsAttr` keeps the bytes of its elements. Where all elements are equal it keeps those of one, as MLIR does,
so that a splat is small however many elements its type has. There is one form of each constant: two are equal if and only
if their attributes are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from asyncir.ir import BytesAttr, DenseArrayBase, DenseIntOrFPElementsAttr, Printer

_MOST_LISTED = 100
"""More elements than so many are printed as hexadecimal digits, as mlir-opt does."""


def elements_in(type: Any) -> int:
    """How many elements the type has."""
    return math.prod(type.get_shape())


def dense_of_bytes(type: Any, data: bytes) -> DenseIntOrFPElementsAttr[Any]:
    """The constant of that type with these bytes: of all its elements, or of one that stands for all."""
    size = type.element_type.compile_time_size
    if len(data) > size and data.startswith(data[:size], size) and data == data[:size] * (len(data) // size):
        data = data[:size]
    return DenseIntOrFPElementsAttr(type, BytesAttr(data))


def dense_of(type: Any, values: Sequence[Any]) -> DenseIntOrFPElementsAttr[Any]:
    """The constant of that type with these elements, or with one for all.

    Raises `ValueError` where an integer does not fit the type.
    """
    element = type.element_type
    normalize = getattr(element, "get_normalized_value", None)
    packed = [normalize(value) for value in values] if normalize is not None else values
    return dense_of_bytes(type, element.pack(packed) if values else b"")


def is_splat(attribute: Any) -> bool:
    """Whether one element of a `DenseIntOrFPElementsAttr` stands for all."""
    return len(attribute) == 1


def all_elements(attribute: Any) -> Sequence[Any]:
    """The elements of a dense attribute or array, however many there are: that of a splat again and again."""
    values: Sequence[Any] = attribute.get_values()
    if isinstance(attribute, DenseArrayBase) or not is_splat(attribute):
        return values
    return [values[0]] * elements_in(attribute.type)


def print_elements(attribute: Any, printer: Printer) -> None:
    """Print `dense<...>`, without the type."""
    if len(attribute) <= _MOST_LISTED:
        attribute.print_without_type(printer)
    else:
        printer.print_string(f'dense<"0x{attribute.data.data.hex().upper()}">')
