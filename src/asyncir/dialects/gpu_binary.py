"""gpu: modules that are compiled: the objects that they have become, one for each target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, cast

from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.define import define
from asyncir.dialects.syntax import with_attributes, write
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    AttrParser,
    IntegerAttr,
    IRDLOperation,
    NoneAttr,
    ParametrizedAttribute,
    Parser,
    Printer,
    StringAttr,
    SymbolNameConstraint,
    SymbolOpInterface,
    UnregisteredAttr,
    VerifyException,
    irdl_attr_definition,
    opt_prop_def,
    prop_def,
    traits_def,
)


class Format(StrEnum):
    """In which form an object is."""

    OFFLOAD = "offload"
    ASSEMBLY = "assembly"
    BINARY = "bin"
    FATBIN = "fatbin"


@irdl_attr_definition
class ObjectAttr(ParametrizedAttribute):
    """`#gpu.object<#nvvm.target, "...">`: what a module has become for a target."""

    name = "gpu.object"

    target: Attribute
    format: StringAttr
    object: StringAttr
    properties: Attribute

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        """Parse `<target, (properties = {...},)? (format =)? "...">`."""
        with parser.in_angle_brackets():
            target = parser.parse_attribute()
            parser.parse_punctuation(",")
            properties: Attribute = NoneAttr()
            if parser.parse_optional_keyword("properties") is not None:
                parser.parse_punctuation("=")
                properties = parser.parse_attribute()
                parser.parse_punctuation(",")
            words = (word for word in Format if parser.parse_optional_keyword(word) is not None)
            format = next(words, None)
            if format is not None:
                parser.parse_punctuation("=")
            text = StringAttr(parser.parse_str_literal())
        return [target, StringAttr(format or Format.FATBIN), text, properties]

    def print_parameters(self, printer: Printer) -> None:
        """Print the same; `fatbin` goes without saying."""
        write(printer, "<", self.target, ", ")
        if not isinstance(self.properties, NoneAttr):
            write(printer, "properties = ", self.properties, ", ")
        is_plain = self.format.data == Format.FATBIN
        write(printer, "" if is_plain else f"{self.format.data} = ", self.object, ">")


@irdl_attr_definition
class SelectObjectAttr(ParametrizedAttribute):
    """`#gpu.select_object<0>`: the object that is taken, by its number or its target; the first one without either."""

    name = "gpu.select_object"

    which: Attribute

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        """Parse `<which>` if present."""
        if parser.parse_optional_punctuation("<") is None:
            return [NoneAttr()]
        start = parser.pos
        which: Any = parser.parse_attribute()
        if isinstance(which, IntegerAttr) and which.value.data < 0:
            parser.raise_error("the object index must be positive", start, parser.pos)
        parser.parse_punctuation(">")
        return [cast(Attribute, which)]

    def print_parameters(self, printer: Printer) -> None:
        """Print `<which>`, or nothing for the first one."""
        if not isinstance(self.which, NoneAttr):
            write(printer, "<", self.which, ">")


def parse_handler(parser: Parser) -> Attribute | None:
    """Parse `<handler>` if present."""
    if parser.parse_optional_punctuation("<") is None:
        return None
    start = parser.pos
    handler = parser.parse_attribute()
    if not isinstance(handler, SelectObjectAttr | UnregisteredAttr):
        parser.raise_error(
            "the handler is `#gpu.select_object`, or one of another dialect", start, parser.pos
        )
    parser.parse_punctuation(">")
    return handler


_FIRST = SelectObjectAttr(NoneAttr())


@define("gpu.binary")
class BinaryOp(IRDLOperation):
    """`gpu.binary`: what a `gpu.module` has become for each of its targets.

    gpu.binary @kernels [#gpu.object<#nvvm.target, "...">]
    """

    sym_name = prop_def(SymbolNameConstraint())
    handler = opt_prop_def(Attribute, prop_name="offloadingHandler")
    objects = prop_def(ArrayAttr)
    traits = traits_def(SymbolOpInterface())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `@name <handler>? {...}? [object, ...]`."""
        name = parser.parse_symbol_name()
        handler = parse_handler(parser) or _FIRST
        attributes = parser.parse_optional_attr_dict()
        objects = parser.parse_comma_separated_list(Parser.Delimiter.SQUARE, parser.parse_attribute)
        op = cls(properties={"sym_name": name, "offloadingHandler": handler, "objects": ArrayAttr(objects)})
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name, with mlir-opt's blanks."""
        write(printer, " ")
        printer.print_symbol_name(self.sym_name.data)
        is_plain = self.handler is None or self.handler == _FIRST
        write(printer, *((" ",) if is_plain or self.handler is None else (" <", self.handler, ">")))
        write(printer, self.attributes, " ", self.objects)

    def verify_(self) -> None:
        """Check that there are objects."""
        if not self.objects.data or not all(isinstance(each, ObjectAttr) for each in self.objects):
            raise VerifyException(
                "attribute 'objects' failed to satisfy constraint: an array of GPU object attributes with at least 1 elements"
            )
