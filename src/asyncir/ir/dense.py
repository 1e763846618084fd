"""Elements of vectors and tensors that are constants: all of them, or one that stands for all.

`DenseIntOrFPElementsAttr` keeps the bytes of its elements. Where all elements are equal it keeps those of one, as MLIR does,
so that a splat is small however many elements its type has. There is one form of each constant: two are equal if and only
if their attributes are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias, cast

from asyncir.ir import (
    AnyFloat,
    Attribute,
    BytesAttr,
    ComplexType,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerType,
    Printer,
)
from asyncir.ir.raw_elements import from_raw, is_packed, raw_size, to_raw
from asyncir.ir.wide_elements import (
    WideElementsAttr,
    element_size,
    is_wide,
    pack_wide,
    part_type,
    signed_value,
)
from asyncir.ir.wide_floats import number_of_bits

_MOST_LISTED = 100
"""More elements than so many are printed as hexadecimal digits, as mlir-opt does."""


Dense: TypeAlias = Any
"""A `DenseIntOrFPElementsAttr`, or a `WideElementsAttr` where its elements are wide."""


def elements_in(type: Any) -> int:
    """How many elements the type has."""
    return math.prod(type.get_shape())


def dense_of_bytes(type: Any, data: bytes) -> Dense:
    """The constant of that type with these bytes: of all its elements, or of one that stands for all."""
    wide = is_wide(type.element_type)
    size = element_size(type.element_type) if wide else type.element_type.compile_time_size
    if len(data) > size and data.startswith(data[:size], size) and data == data[:size] * (len(data) // size):
        data = data[:size]
    return (
        WideElementsAttr(type, BytesAttr(data)) if wide else DenseIntOrFPElementsAttr(type, BytesAttr(data))
    )


def dense_of(type: Any, values: Sequence[Any]) -> Dense:
    """The constant of that type with these elements, or with one for all.

    Raises `ValueError` where an integer does not fit the type.
    """
    element = type.element_type
    if is_wide(element):
        return dense_of_bytes(type, pack_wide(element, values))
    normalize = getattr(element, "get_normalized_value", None)
    packed = [normalize(value) for value in values] if normalize is not None else values
    try:
        return dense_of_bytes(type, element.pack(packed) if values else b"")
    except OverflowError:
        return dense_of_bytes(type, element.pack([_fitting(value, element) for value in packed]))


def _fitting(value: Any, element: Any) -> Any:
    """The number, infinite where its type has no room for it; of a complex number, each part."""
    if isinstance(value, tuple):
        return tuple(_fitting(part, element.element_type) for part in cast("tuple[Any, ...]", value))
    try:
        element.pack([value])
    except OverflowError:
        return math.copysign(math.inf, value)
    return value


def is_splat(attribute: Any) -> bool:
    """Whether one element of a dense attribute stands for all."""
    return len(attribute) == 1


def all_elements(attribute: Any) -> Sequence[Any]:
    """The elements of a dense attribute or array, however many there are: that of a splat again and again."""
    values: Sequence[Any] = attribute.get_values()
    if isinstance(attribute, DenseArrayBase) or not is_splat(attribute):
        return values
    return [values[0]] * elements_in(attribute.type)


def dense_of_raw(type: Any, raw: bytes) -> Dense | None:
    """The constant of that type with these bytes in MLIR's text; None where they are not as many as there have to be."""
    element, count = type.element_type, elements_in(type)
    size = raw_size(element)
    if is_packed(element):
        if len(raw) == 1 and raw in (b"\0", b"\xff"):
            return dense_of_bytes(type, raw)
        fits = len(raw) == (count + 7) // 8
    else:
        fits = len(raw) % size == 0 and len(raw) // size in (1, count)
    if not fits:
        return None
    return dense_of_bytes(type, from_raw(element, raw, count if is_packed(element) else len(raw) // size))


def print_elements(attribute: Dense, printer: Printer) -> None:
    """Print `dense<...>`, without the type."""
    if len(attribute) > _MOST_LISTED:
        raw = to_raw(attribute.type.element_type, attribute.data.data)
        printer.print_string(f'dense<"0x{raw.hex().upper()}">')
    elif isinstance(attribute, WideElementsAttr):
        shaped: Any = attribute.type
        printer.print_string("dense<")
        shape = () if is_splat(attribute) else shaped.get_shape()
        _print_nested(_values(attribute), shape, attribute.element_type, printer)
        printer.print_string(">")
    elif len(attribute) > 1 and isinstance(attribute.get_element_type(), AnyFloat):
        # Of those in which all are equal, zeros of both signs are no splat.
        printer.print_string("dense<")
        _print_nested(
            list(attribute.get_values()), attribute.get_shape(), attribute.get_element_type(), printer
        )
        printer.print_string(">")
    else:
        attribute.print_without_type(printer)


def _values(attribute: WideElementsAttr) -> list[Any]:
    part, bits = part_type(attribute.element_type), attribute.bits()
    numbers = [
        signed_value(each, part) if isinstance(part, IntegerType) else number_of_bits(each, part)
        for each in bits
    ]
    is_complex = part is not attribute.element_type
    return list(zip(numbers[::2], numbers[1::2], strict=True)) if is_complex else numbers


def _print_nested(values: list[Any], shape: Sequence[int], element: Attribute, printer: Printer) -> None:
    """Print a list of lists of that shape."""
    if not values:
        return
    if not shape:
        parts: tuple[Any, ...] = values[0] if isinstance(element, ComplexType) else (values[0],)
        is_complex = isinstance(element, ComplexType)
        for index, part in enumerate(parts):
            printer.print_string("," if index else "(" if is_complex else "")
            if isinstance(part_type(element), IntegerType):
                printer.print_int(part)
            else:
                printer.print_float(part, cast(AnyFloat, part_type(element)))
        printer.print_string(")" if is_complex else "")
        return
    step = len(values) // shape[0]
    with printer.in_square_brackets():
        for index in range(shape[0]):
            if index:
                printer.print_string(", ")
            _print_nested(values[index * step : (index + 1) * step], shape[1:], element, printer)
