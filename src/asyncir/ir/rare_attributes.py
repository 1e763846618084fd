"""Attributes of MLIR that xDSL lacks, and most programs: strings with a type, arrays of wide numbers, ranges of a file."""

from __future__ import annotations

from typing import Any

from asyncir.ir import (
    ArrayAttr,
    Attribute,
    BuiltinAttribute,
    FileLineColLoc,
    IntAttr,
    ParametrizedAttribute,
    Printer,
    StringAttr,
    irdl_attr_definition,
    xdsl_attribute_parser,
    xdsl_builtin,
)


@irdl_attr_definition
class TypedStringAttr(ParametrizedAttribute, BuiltinAttribute):
    """`"text" : i32`: a string that has a type, which says nothing of it."""

    name = "typed_string"

    text: StringAttr
    type: Attribute

    def print_builtin(self, printer: Printer) -> None:
        """Print the string and its type."""
        printer.print_string_literal(self.text.data)
        printer.print_string(" : ")
        printer.print_attribute(self.type)


@irdl_attr_definition
class WideArrayAttr(ParametrizedAttribute, BuiltinAttribute):
    """`array<i128: 1, 2>`: numbers of a type of which xDSL makes no array."""

    name = "wide_array"

    element: Attribute
    numbers: ArrayAttr[Attribute]

    def print_builtin(self, printer: Printer) -> None:
        """Print the type of the numbers, and these without it."""
        printer.print_string("array<")
        printer.print_attribute(self.element)
        numbers: Any = self.numbers.data
        for index, number in enumerate(numbers):
            printer.print_string(", " if index else ": ")
            if isinstance(number.value.data, float):
                printer.print_float(number.value.data, number.type)
            else:
                printer.print_int(number.value.data)
        printer.print_string(">")


@irdl_attr_definition
class FileRangeLoc(ParametrizedAttribute, BuiltinAttribute):
    """`loc("file":1:2 to 3:4)`: what lies between two places of a file."""

    name = "file_range_loc"

    begin: FileLineColLoc

    end_line: IntAttr
    end_column: IntAttr

    def print_builtin(self, printer: Printer) -> None:
        """Print both places; the second without its line, where that is the first one's."""
        line = "" if self.end_line == self.begin.line else str(self.end_line.data)
        with printer.in_location():
            self.begin.print_builtin(printer)
            printer.print_string(f" to {line}:{self.end_column.data}")


_modules: Any = (xdsl_builtin, xdsl_attribute_parser)
for _module in _modules:
    _module.LocationAttr = _module.LocationAttr | FileRangeLoc  # what other locations take in them
