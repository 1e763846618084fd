"""Elements that xDSL's dense attribute has no place for: integers of more than 64 bits, and floats of 80 and 128 bits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from asyncir.ir import (
    Attribute,
    BuiltinAttribute,
    BytesAttr,
    ComplexType,
    IntegerType,
    Printer,
    Signedness,
    TypedAttribute,
    irdl_attr_definition,
)
from asyncir.ir.wide_floats import WIDE_FLOATS, bits_of_number, number_of_bits

_NARROW = 64


class Bits(int):
    """A number that is the bits of an element."""


@irdl_attr_definition
class WideElementsAttr(BuiltinAttribute, TypedAttribute):
    """A dense attribute of wide elements: the bytes of all of them, or those of one that stands for all."""

    name = "builtin.wide_dense"
    type: Attribute
    data: BytesAttr

    def __len__(self) -> int:
        return len(self.data.data) // element_size(self.element_type)

    @property
    def element_type(self) -> Attribute:
        """The type of the elements."""
        shaped: Any = self.type
        return shaped.element_type

    def bits(self) -> list[int]:
        """The bits of each number that is kept; a complex one is two."""
        size, data = part_size(part_type(self.element_type)), self.data.data
        return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]

    def get_values(self) -> tuple[int | float, ...]:
        """The numbers; floats that Python does not have become the nearest that it has."""
        part = part_type(self.element_type)
        if isinstance(part, IntegerType):
            return tuple(signed_value(bits, part) for bits in self.bits())
        return tuple(float(number_of_bits(bits, part)) for bits in self.bits())

    def print_without_type(self, printer: Printer) -> None:
        """Print `dense<"0x...">`."""
        printer.print_string(f'dense<"0x{self.data.data.hex().upper()}">')

    def print_builtin(self, printer: Printer) -> None:
        """Print `dense<"0x..."> : type`."""
        self.print_without_type(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.type)


def part_type(element: Attribute) -> Attribute:
    """The type of the parts of a complex number; any other is its own part."""
    inner: Any = element
    return inner.element_type if isinstance(element, ComplexType) else element


def is_wide(element: Attribute) -> bool:
    """Whether xDSL's dense attribute has no place for elements of this type."""
    part = part_type(element)
    return isinstance(part, WIDE_FLOATS) or (isinstance(part, IntegerType) and part.bitwidth > _NARROW)


def part_size(part: Attribute) -> int:
    """How many bytes a number takes."""
    wide: Any = part
    return (wide.bitwidth + 7) // 8


def element_size(element: Attribute) -> int:
    """How many bytes an element takes."""
    return part_size(part_type(element)) * (2 if isinstance(element, ComplexType) else 1)


def pack_wide(element: Attribute, values: Sequence[Any]) -> bytes:
    """The bytes of elements; raises `ValueError` where one does not fit the type."""
    part = part_type(element)
    size = part_size(part)
    parts = [each for value in values for each in (value if isinstance(value, tuple) else (value,))]
    return b"".join(_bits(each, part).to_bytes(size, "little") for each in parts)


def _bits(value: float | Fraction, part: Attribute) -> int:
    if isinstance(value, Bits):
        return int(value)
    if not isinstance(part, IntegerType):
        return bits_of_number(value, part)
    width, unsigned = part.bitwidth, part.signedness.data is Signedness.UNSIGNED
    least, beyond = (0 if unsigned else -(2 ** (width - 1))), 2**width
    if not least <= value < beyond:
        raise ValueError(f"{value} is out of range for {part}")
    return int(value) % beyond


def signed_value(bits: int, part: IntegerType) -> int:
    """The integer that these bits are."""
    if part.signedness.data is Signedness.UNSIGNED or not bits >> (part.bitwidth - 1):
        return bits
    return bits - 2**part.bitwidth
