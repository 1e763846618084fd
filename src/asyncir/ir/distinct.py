"""An attribute of MLIR that xDSL does not have: one that is distinct from all that look like it."""

from __future__ import annotations

from asyncir.ir import (
    Attribute,
    BuiltinAttribute,
    IntAttr,
    ParametrizedAttribute,
    Printer,
    UnitAttr,
    irdl_attr_definition,
)


@irdl_attr_definition
class DistinctAttr(ParametrizedAttribute, BuiltinAttribute):
    """`distinct[0]<42 : i32>`: an attribute that is itself alone; the number tells those of one text apart."""

    name = "distinct"

    number: IntAttr
    referenced: Attribute

    def print_builtin(self, printer: Printer) -> None:
        """Print it with the number that its text gave it."""
        self.print_numbered(printer, self.number.data)

    def print_numbered(self, printer: Printer, number: int | str) -> None:
        """Print it with another number."""
        printer.print_string(f"distinct[{number}]<")
        if not isinstance(self.referenced, UnitAttr):
            printer.print_attribute(self.referenced)
        printer.print_string(">")
