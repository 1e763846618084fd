"""The hal dialect of IREE, as far as its compiler's input phase emits it: arrays of the host, and fences to wait for.

These ops stand where a program begins and ends: they make tensors of what the host passes (*import*), and the other way
round (*export*). Nothing runs them: `strip-boundaries` makes functions of tensors of the functions that have them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from asyncir.dialects.define import define, dialect
from asyncir.dialects.syntax import (
    ATTRIBUTES,
    INTEGER,
    OPERAND,
    TYPE,
    Piece,
    given,
    listed,
    parse_type_of,
    parse_typed_values,
    read,
    typed,
    with_attributes,
    write,
)
from asyncir.ir import (
    Attribute,
    AttrSizedOperandSegments,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    ParametrizedAttribute,
    Parser,
    Printer,
    Pure,
    SSAValue,
    StringAttr,
    TensorType,
    TypeAttribute,
    VerifyException,
    i32,
    irdl_attr_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)

INDEX = IndexType()


@irdl_attr_definition
class BufferViewType(ParametrizedAttribute, TypeAttribute):
    """`!hal.buffer_view`: an array of the host, with its shape and element type."""

    name = "hal.buffer_view"


@irdl_attr_definition
class FenceType(ParametrizedAttribute, TypeAttribute):
    """`!hal.fence`: a point of time that can be waited for."""

    name = "hal.fence"


@irdl_attr_definition
class HalDeviceType(ParametrizedAttribute, TypeAttribute):
    """`!hal.device`: what a fence belongs to."""

    name = "hal.device"


BUFFER_VIEW, FENCE = BufferViewType(), FenceType()


def _parse_sized(parser: Parser) -> tuple[TensorType[Attribute], list[SSAValue]]:
    """Parse `tensor<?x4xf32>{%n}`."""
    type_ = parse_type_of(parser, TensorType, "a tensor")
    names = given("{", listed(OPERAND), "}")(parser) or ()
    return type_, [parser.resolve_operand(name, INDEX) for name in names]


def _sized(type_: Attribute, sizes: Sequence[SSAValue]) -> tuple[Piece, ...]:
    return (type_, *(("{", sizes, "}") if sizes else ()))


def _parse_name(parser: Parser) -> StringAttr | None:
    name = parser.parse_optional_str_literal()
    return None if name is None else StringAttr(name)


def _quoted(name: StringAttr | None) -> tuple[Piece, ...]:
    return () if name is None else (" ", name)


def _check_sizes(type_: Attribute, sizes: Sequence[SSAValue]) -> None:
    assert isinstance(type_, TensorType)
    needed = sum(size < 0 for size in type_.get_shape())
    if len(sizes) != needed:
        raise VerifyException(f"{type_} needs {needed} sizes, and {len(sizes)} are given")


@define("hal.buffer_view.dim", Pure())
class BufferViewDimOp(IRDLOperation):
    """`hal.buffer_view.dim`: a size of an array of the host.

    %n = hal.buffer_view.dim<%a : !hal.buffer_view>[0] : index
    """

    buffer_view = operand_def(BufferViewType)
    index = prop_def(IntegerAttr)
    result = result_def(IndexType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `<%a : T>[0] {...}? : index`."""
        pieces = ("<", OPERAND, ":", TYPE, ">", "[", INTEGER, "]", ATTRIBUTES, ":", TYPE)
        name, type_, index, attributes, result = read(parser, *pieces)
        operand = parser.resolve_operand(name, type_)
        op = cls.create(
            operands=[operand], result_types=[result], properties={"index": IntegerAttr(index, INDEX)}
        )
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        index = self.index.value.data
        write(printer, "<", *typed([self.buffer_view]), ">[", index, "]", self.attributes, " : ", INDEX)


@define("hal.tensor.import")
class TensorImportOp(IRDLOperation):
    """`hal.tensor.import`: an array of the host as a tensor, when the fence is reached.

    %x = hal.tensor.import wait(%f) => %a "input" : !hal.buffer_view -> tensor<?x4xf32>{%n}
    """

    source = operand_def(BufferViewType)
    dims = var_operand_def(IndexType)
    fence = opt_operand_def(FenceType)
    target_name = opt_prop_def(StringAttr, prop_name="name")
    result = result_def(TensorType)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(wait(%f) =>)? %a "name"? : T -> tensor{%n}`."""
        fence = given("wait", "(", OPERAND, ")", "=", ">")(parser)
        source, name, start = read(parser, OPERAND, _parse_name, ":", TYPE)
        type_, dims = read(parser, "->", _parse_sized)[0]
        operands = (
            [parser.resolve_operand(source, start)],
            dims,
            [] if fence is None else [parser.resolve_operand(fence, FENCE)],
        )
        op = cls(operands=operands, result_types=[type_], properties={"name": name})
        return with_attributes(op, ATTRIBUTES(parser))

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        wait = () if self.fence is None else ("wait(", self.fence, ") => ")
        source: tuple[Piece, ...] = (self.source, *_quoted(self.target_name), " : ", self.source.type)
        write(printer, " ", *wait, *source, " -> ", *_sized(self.result.type, self.dims), self.attributes)

    def verify_(self) -> None:
        """Check that each size that the type leaves open is given."""
        _check_sizes(self.result.type, self.dims)


@define("hal.tensor.export")
class TensorExportOp(IRDLOperation):
    """`hal.tensor.export`: a tensor as an array of the host.

    %a = hal.tensor.export %x "output" : tensor<?x4xf32>{%n} -> !hal.buffer_view
    """

    source = operand_def(TensorType)
    dims = var_operand_def(IndexType)
    target_name = opt_prop_def(StringAttr, prop_name="name")
    result = result_def(BufferViewType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%x "name"? : tensor{%n} -> T`."""
        source, name, sized, target = read(parser, OPERAND, _parse_name, ":", _parse_sized, "->", TYPE)
        operands = [parser.resolve_operand(source, sized[0]), *sized[1]]
        properties: Mapping[str, Attribute] = {} if name is None else {"name": name}
        op = cls.create(operands=operands, result_types=[target], properties=properties)
        return with_attributes(op, ATTRIBUTES(parser))

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        source: tuple[Piece, ...] = (self.source, *_quoted(self.target_name), " : ")
        target = (" -> ", self.result.type, self.attributes)
        write(printer, " ", *source, *_sized(self.source.type, self.dims), *target)

    def verify_(self) -> None:
        """Check that each size that the type leaves open is given."""
        _check_sizes(self.source.type, self.dims)


@define("hal.tensor.barrier")
class TensorBarrierOp(IRDLOperation):
    """`hal.tensor.barrier`: the same tensors; the fence is reached when they are computed.

    %y:2 = hal.tensor.barrier join(%x0, %x1 : tensor<4xf32>, tensor<2xi64>) => %f : !hal.fence
    """

    sources = var_operand_def(TensorType)
    fence = operand_def(FenceType)
    res = var_result_def(TensorType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `join(%x : T) => %f : !hal.fence`."""
        pieces = ("join", "(", parse_typed_values, ")", "=", ">", OPERAND, ":", TYPE, ATTRIBUTES)
        sources, fence, type_, attributes = read(parser, *pieces)
        operands = [*sources, parser.resolve_operand(fence, type_)]
        op = cls.create(operands=operands, result_types=[source.type for source in sources])
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " join(", *typed(self.sources), ") => ", *typed([self.fence]), self.attributes)

    def verify_(self) -> None:
        """Check that the results are what is joined."""
        if self.res.types != self.sources.types:
            raise VerifyException("the results do not have the types of the sources")


@define("hal.devices.get", Pure())
class DevicesGetOp(IRDLOperation):
    """`hal.devices.get`: a device by its number.

    %d = hal.devices.get %c0 : !hal.device
    """

    index = operand_def(IndexType)
    result = result_def(HalDeviceType)
    assembly_format = "$index attr-dict `:` type($result)"


def _parse_flags(parser: Parser) -> StringAttr:
    return StringAttr(read(parser, "flags", "(", Parser.parse_str_literal, ")")[0])


@define("hal.fence.create")
class FenceCreateOp(IRDLOperation):
    """`hal.fence.create`: a fence that nothing has reached.

    %f = hal.fence.create device(%d : !hal.device) flags("None") : !hal.fence
    """

    device = operand_def(HalDeviceType)
    flags = prop_def(StringAttr)
    result = result_def(FenceType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `device(%d : T) flags("None") : T`."""
        pieces = ("device", "(", parse_typed_values, ")", _parse_flags, ":", TYPE, ATTRIBUTES)
        operands, flags, type_, attributes = read(parser, *pieces)
        op = cls.create(operands=operands, result_types=[type_], properties={"flags": flags})
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        flags = (" flags(", self.flags, ") : ", self.result.type)
        write(printer, " device(", *typed([self.device]), ")", *flags, self.attributes)


@define("hal.fence.signal")
class FenceSignalOp(IRDLOperation):
    """`hal.fence.signal`: the fence is reached.

    hal.fence.signal<%f : !hal.fence>
    """

    fence = operand_def(FenceType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `<%f : T> {...}?`."""
        operands, attributes = read(parser, "<", parse_typed_values, ">", ATTRIBUTES)
        return with_attributes(cls.create(operands=operands), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, "<", *typed([self.fence]), ">", self.attributes)


@define("hal.fence.await")
class FenceAwaitOp(IRDLOperation):
    """`hal.fence.await`: wait until fences are reached, but not longer than the time; whether they were.

    %s = hal.fence.await until([%f]) timeout_millis(%t) flags("None") : i32
    """

    fences = var_operand_def(FenceType)
    timeout_millis = operand_def(i32)
    flags = prop_def(StringAttr)
    status = result_def(i32)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `until([%f]) timeout_millis(%t) flags("None") : i32`."""
        until = ("until", "(", "[", listed(OPERAND), "]", ")")
        rest = ("timeout_millis", "(", OPERAND, ")", _parse_flags, ":", TYPE, ATTRIBUTES)
        names, timeout, flags, type_, attributes = read(parser, *until, *rest)
        waited = [parser.resolve_operand(name, FENCE) for name in names]
        operands = [*waited, parser.resolve_operand(timeout, i32)]
        op = cls.create(operands=operands, result_types=[type_], properties={"flags": flags})
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " until([", self.fences, "]) timeout_millis(", self.timeout_millis, ")")
        write(printer, " flags(", self.flags, ") : ", self.status.type, self.attributes)


Hal = dialect("hal", __name__)
