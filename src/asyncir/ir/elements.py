"""Elements that are no numbers, or of which few are given: MLIR's dense strings and `sparse`."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.ir import (
    ArrayAttr,
    Attribute,
    BuiltinAttribute,
    DenseIntOrFPElementsAttr,
    Printer,
    TypedAttribute,
    irdl_attr_definition,
)
from asyncir.ir.resources import ResourceElementsAttr
from asyncir.ir.wide_elements import WideElementsAttr


@irdl_attr_definition
class StringElementsAttr(BuiltinAttribute, TypedAttribute):
    """`dense<["a", "b"]> : type`: all strings, or one that stands for all."""

    name = "builtin.dense_strings"
    strings: ArrayAttr[Attribute]
    type: Attribute

    def __len__(self) -> int:
        return len(self.strings.data)

    @classmethod
    def of(cls, strings: Sequence[Attribute], type: Attribute) -> StringElementsAttr:
        """The attribute with these strings."""
        same = len(set(strings)) == 1
        return cls(ArrayAttr(strings[:1] if same else strings), type)

    def print_without_type(self, printer: Printer) -> None:
        """Print `dense<...>`."""
        shape: Sequence[int] = getattr(self.type, "get_shape")()  # noqa: B009
        printer.print_string("dense<")
        print_nested(self.strings.data, () if len(self) == 1 else shape, printer)
        printer.print_string(">")

    def print_builtin(self, printer: Printer) -> None:
        """Print `dense<...> : type`."""
        self.print_without_type(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.type)


def print_nested(values: Sequence[Attribute], shape: Sequence[int], printer: Printer) -> None:
    """Print attributes as a list of lists of that shape."""
    if not values:
        return
    if not shape:
        printer.print_attribute(values[0])
        return
    step = len(values) // shape[0]
    with printer.in_square_brackets():
        for index in range(shape[0]):
            if index:
                printer.print_string(", ")
            print_nested(values[index * step : (index + 1) * step], shape[1:], printer)


@irdl_attr_definition
class SparseElementsAttr(BuiltinAttribute, TypedAttribute):
    """`sparse<indices, values> : type`: elements at these places, and zeros elsewhere."""

    name = "builtin.sparse"
    indices: Attribute
    values: Attribute
    type: Attribute

    def print_without_type(self, printer: Printer) -> None:
        """Print `sparse<indices, values>`, each as a dense attribute without its type."""
        for start, part in zip(("sparse<", ", "), (self.indices, self.values), strict=True):
            printer.print_string(start)
            printer.print_attribute(part)
        printer.print_string(">")

    def print_builtin(self, printer: Printer) -> None:
        """Print `sparse<indices, values> : type`."""
        self.print_without_type(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.type)


ELEMENTS = (
    DenseIntOrFPElementsAttr,
    WideElementsAttr,
    StringElementsAttr,
    SparseElementsAttr,
    ResourceElementsAttr,
)
"""All attributes of elements."""
