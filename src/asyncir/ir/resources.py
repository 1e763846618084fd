"""Elements that are kept as bytes under a name, at the end of the text: MLIR's `dense_resource`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from asyncir.ir import (
    Attribute,
    AttrParser,
    BuiltinAttribute,
    Data,
    DenseIntOrFPElementsAttr,
    ModuleOp,
    Printer,
    StringAttr,
    TypedAttribute,
    irdl_attr_definition,
)
from asyncir.ir.dense import dense_of_raw

ALIGNMENT_DIGITS = 8
"""Hexadecimal digits of a resource that come before its bytes: on how many bytes these are to be aligned."""


class ResourceBlob:
    """A resource: a name, and bytes that may be missing. It is equal to no other, whatever its bytes are."""

    __slots__ = ("alignment", "data", "name")

    def __init__(self, name: str, data: bytes | None = None, alignment: int = 4):
        self.name = name
        self.data = data
        self.alignment = alignment

    def set_digits(self, digits: str) -> None:
        """Take over what the text says, behind `0x`; raises `ValueError` where that is no resource."""
        self.alignment, self.data = _decoded(digits)

    def digits(self) -> str:
        """What the text says behind `0x`."""
        return (self.alignment.to_bytes(4, "little").hex() + (self.data or b"").hex()).upper()


def _decoded(digits: str) -> tuple[int, bytes]:
    data = bytes.fromhex(digits)
    if 2 * len(data) != len(digits):  # Python takes blanks, too
        raise ValueError("a resource is hexadecimal digits")
    if len(data) < 4:
        raise ValueError("a resource begins with 4 bytes that say how its data is to be aligned")
    alignment = int.from_bytes(data[:4], "little")
    if alignment & (alignment - 1):
        raise ValueError(f"the alignment of a resource is a power of two, not {alignment}")
    return alignment if data[4:] else 0, data[4:]


@irdl_attr_definition
class ResourceAttr(Data[ResourceBlob]):
    """A resource as part of an attribute."""

    name = "builtin.resource"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> ResourceBlob:
        """Parse `<name>`: the resource of the text, or one without bytes where there is no text around."""
        with parser.in_angle_brackets():
            name = parser.expect(
                parser.parse_optional_identifier_or_str_literal, "the name of a resource is expected here"
            )
        of_the_text: Callable[[str], ResourceBlob] = getattr(parser, "resource", ResourceBlob)
        return of_the_text(name)

    @classmethod
    def parse_from(cls, parser: AttrParser) -> ResourceAttr:
        """Parse `<name>`."""
        return cls(cls.parse_parameter(parser))

    def print_parameter(self, printer: Printer) -> None:
        """Print `<name>`, as the printer calls it."""
        name_of: Callable[[ResourceBlob], str] | None = getattr(printer, "resource_name", None)
        with printer.in_angle_brackets():
            if name_of is None:
                printer.print_identifier_or_string_literal(self.data.name)
            else:
                printer.print_string(name_of(self.data))


@irdl_attr_definition
class ResourceElementsAttr(BuiltinAttribute, TypedAttribute):
    """`dense_resource<name> : type`."""

    name = "builtin.dense_resource"
    resource: ResourceAttr
    type: Attribute

    @property
    def blob(self) -> ResourceBlob:
        """The resource."""
        return self.resource.data

    @property
    def resource_handle(self) -> StringAttr:
        """The name of the resource."""
        return StringAttr(self.blob.name)

    @classmethod
    def of(cls, blob: ResourceBlob, type: Attribute) -> ResourceElementsAttr:
        """The elements of that type that the resource has."""
        return cls(ResourceAttr(blob), type)

    def print_without_type(self, printer: Printer) -> None:
        """Print `dense_resource<name>`."""
        printer.print_string("dense_resource")
        self.resource.print_parameter(printer)

    def print_builtin(self, printer: Printer) -> None:
        """Print `dense_resource<name> : type`."""
        self.print_without_type(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.type)


def dense_of_resource(attribute: ResourceElementsAttr) -> DenseIntOrFPElementsAttr[Any] | None:
    """The elements as a dense attribute; None where their bytes are missing, or are not as many as the type has."""
    data, type_ = attribute.blob.data, attribute.type
    return None if data is None else dense_of_raw(type_, data)


def with_elements(attribute: Attribute) -> Attribute:
    """The elements of a resource as a dense attribute, if all of them are there; any other attribute as it is."""
    if not isinstance(attribute, ResourceElementsAttr):
        return attribute
    return dense_of_resource(attribute) or attribute


def missing_bytes(attribute: ResourceElementsAttr) -> str:
    """What is wrong with a resource whose elements are not there."""
    blob, of = attribute.blob, attribute.type
    if blob.data is None:
        return f"the text does not have the bytes of `dense_resource<{blob.name}>`"
    return f"`dense_resource<{blob.name}>` has {len(blob.data)} bytes, which are not the elements of {of}"


External = Mapping[str, Mapping[str, str]]
"""Resources of other tools: by the tool's name and their own, the text of each."""

_EXTERNAL: WeakKeyDictionary[ModuleOp, External] = WeakKeyDictionary()


def external_resources(module: ModuleOp) -> External:
    """The resources of other tools that the text of the module came with."""
    return _EXTERNAL.get(module, {})


def set_external_resources(module: ModuleOp, resources: External) -> None:
    """Keep resources of other tools, to be printed with the module."""
    if resources:
        _EXTERNAL[module] = resources
    else:
        _EXTERNAL.pop(module, None)
