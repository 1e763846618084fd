"""gpu: memory of a device, which the host makes, ends, copies and fills; memory of the host that a device sees; printing."""

from __future__ import annotations

from typing import Any, Self

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import OUTPUT, Access, Effect, HasEffects, always
from asyncir.dialects.execution_traits import ConcernsOtherThreads, OfHost
from asyncir.dialects.gpu_launch import AsyncTokenType, async_text, effects_of_work, parse_async
from asyncir.dialects.interfaces.device_work import DeviceWork, WorkKind
from asyncir.dialects.memref_layout import all_compatible, shape_of, types_of
from asyncir.dialects.memref_memory import symbol_count
from asyncir.dialects.queue_effects import MEETS_THREADS
from asyncir.dialects.syntax import (
    OPERAND,
    PARENS,
    SQUARES,
    TYPE,
    given,
    listed,
    parse_typed_values,
    read,
    with_attributes,
    write,
)
from asyncir.ir import (
    AnyFloat,
    AttrSizedOperandSegments,
    IndexType,
    IntegerType,
    IRDLOperation,
    MemRefType,
    Parser,
    Printer,
    SSAValue,
    StringAttr,
    UnitAttr,
    UnrankedMemRefType,
    VerifyException,
    i32,
    operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    result_def,
    var_operand_def,
)


def _when_awaited(*touches: tuple[Access, str]) -> HasEffects:
    """The op touches all of these values: see `effects_of_work`."""
    return HasEffects(
        lambda op: effects_of_work(
            op, [Effect(access, getattr(op, name), whole=True) for access, name in touches]
        )
    )


_OF_HOST = (ConcernsOtherThreads(), OfHost())


@define("gpu.alloc", _when_awaited((Access.ALLOC, "memref")), DeviceWork(WorkKind.BEGIN), *_OF_HOST)
class AllocOp(IRDLOperation):
    """`gpu.alloc`: memory of the device; with `host_shared`, of the host, too.

    %m, %t = gpu.alloc async [%u] host_shared (%n) : memref<64x?xf32, 1>
    """

    dependencies = var_operand_def(AsyncTokenType)
    dynamic_sizes = var_operand_def(IndexType)
    symbol_operands = var_operand_def(IndexType)
    host_shared = opt_prop_def(UnitAttr, prop_name="hostShared")
    memref = result_def(MemRefType)
    token = opt_result_def(AsyncTokenType)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `async? [%t, ...]? host_shared? (%n, ...) [%s, ...]? attributes : type`."""
        is_async, dependencies = parse_async(parser)
        shared = parser.parse_optional_keyword("host_shared") is not None
        (sizes,) = read(parser, listed(OPERAND, PARENS))
        symbols = parser.parse_optional_comma_separated_list(SQUARES, parser.parse_unresolved_operand)
        attributes = parser.parse_optional_attr_dict()
        (type_,) = read(parser, ":", TYPE)
        index = IndexType()
        op = cls(
            operands=[
                dependencies,
                *([parser.resolve_operand(n, index) for n in names or ()] for names in (sizes, symbols)),
            ],
            properties={"hostShared": UnitAttr() if shared else None},
            result_types=[type_, [AsyncTokenType()] if is_async else []],
        )
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name, with mlir-opt's blanks."""
        text = async_text(self, self.dependencies)
        write(printer, *(text if any(text) else (" ",)), " host_shared" if self.host_shared else "")
        write(printer, " (", self.dynamic_sizes, ")")
        write(printer, *(("[", self.symbol_operands, "]") if self.symbol_operands else ()))
        write(printer, self.attributes, " : ", self.memref.type)

    def verify_(self) -> None:
        """Check the numbers of sizes and symbols."""
        type_: Any = self.memref.type
        if shape_of(type_).count(None) != len(self.dynamic_sizes):
            raise VerifyException("dimension operand count does not equal memref dynamic dimension count")
        if symbol_count(type_.layout) != len(self.symbol_operands):
            raise VerifyException("symbol operand count does not equal memref symbol count")


@define("gpu.dealloc", _when_awaited((Access.FREE, "memref")), DeviceWork(WorkKind.END), *_OF_HOST)
class DeallocOp(IRDLOperation):
    """`gpu.dealloc`: end the life of memory from `gpu.alloc`.

    %t = gpu.dealloc async [%u] %m : memref<8x64xf32, 1>
    """

    dependencies = var_operand_def(AsyncTokenType)
    memref = operand_def(MemRefType)
    token = opt_result_def(AsyncTokenType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `async? [%t, ...]? %m attributes : type`."""
        is_async, dependencies = parse_async(parser)
        name = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        (type_,) = read(parser, ":", TYPE)
        op = cls(
            operands=[dependencies, parser.resolve_operand(name, type_)],
            result_types=[[AsyncTokenType()] if is_async else []],
        )
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name, with mlir-opt's blanks."""
        text = async_text(self, self.dependencies)
        write(printer, *(text if any(text) else (" ",)), " ", self.memref)
        write(printer, self.attributes, " : ", self.memref.type)


class _Writes(IRDLOperation):
    """An op that writes a memref from a second operand."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `async? [%t, ...]? %m, %v : type, type attributes`."""
        is_async, dependencies = parse_async(parser)
        names = [parser.parse_unresolved_operand()]
        parser.parse_punctuation(",")
        names.append(parser.parse_unresolved_operand())
        types = read(parser, ":", TYPE, ",", TYPE)
        values = [parser.resolve_operand(name, type_) for name, type_ in zip(names, types, strict=True)]
        op = cls(operands=[dependencies, *values], result_types=[[AsyncTokenType()] if is_async else []])
        return with_attributes(op, parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name, with mlir-opt's blanks."""
        text = async_text(self, self.operands[:-2])
        first, second = self.operands[-2:]
        write(printer, *(text if any(text) else (" ",)), " ", first, ", ", second)
        write(printer, " : ", first.type, ", ", second.type, self.attributes)


@define(
    "gpu.memcpy",
    _when_awaited((Access.WRITE, "dst"), (Access.READ, "src")),
    DeviceWork(WorkKind.COPY),
    *_OF_HOST,
)
class MemcpyOp(_Writes):
    """`gpu.memcpy`: copy the elements of the second memref into the first one.

    %t = gpu.memcpy async [%u] %dst, %src : memref<?xf32, 1>, memref<?xf32>
    """

    dependencies = var_operand_def(AsyncTokenType)
    dst = operand_def(MemRefType)
    src = operand_def(MemRefType)
    token = opt_result_def(AsyncTokenType)

    def verify_(self) -> None:
        """Check that the elements and the shapes are the same."""
        source, target = types_of(self.src, self.dst)
        if source.element_type != target.element_type:
            raise VerifyException("arguments have incompatible element type")
        shapes = shape_of(source), shape_of(target)
        if len(shapes[0]) != len(shapes[1]) or not all_compatible(*shapes):
            raise VerifyException("arguments have incompatible shape")


@define("gpu.memset", _when_awaited((Access.WRITE, "dst")), DeviceWork(WorkKind.FILL), *_OF_HOST)
class MemsetOp(_Writes):
    """`gpu.memset`: make each element of a memref this value.

    %t = gpu.memset async [%u] %dst, %x : memref<?xf32, 1>, f32
    """

    dependencies = var_operand_def(AsyncTokenType)
    dst = operand_def(MemRefType)
    value = operand_def()
    token = opt_result_def(AsyncTokenType)

    def verify_(self) -> None:
        """Check that the value is what the elements are."""
        target, value = types_of(self.dst, self.value)
        if target.element_type != getattr(value, "element_type", value):
            raise VerifyException("failed to verify that all of {dst, value} have same element type")


@define("gpu.host_register", MEETS_THREADS, *_OF_HOST)
class HostRegisterOp(IRDLOperation):
    """`gpu.host_register`: let the device touch memory of the host.

    gpu.host_register %m : memref<*xf32>
    """

    value = operand_def(UnrankedMemRefType)
    assembly_format = "$value attr-dict `:` type($value)"


@define("gpu.host_unregister", MEETS_THREADS, *_OF_HOST)
class HostUnregisterOp(IRDLOperation):
    """`gpu.host_unregister`: the device touches this memory of the host no more."""

    value = operand_def(UnrankedMemRefType)
    assembly_format = "$value attr-dict `:` type($value)"


@define("gpu.set_default_device", MEETS_THREADS, *_OF_HOST)
class SetDefaultDeviceOp(IRDLOperation):
    """`gpu.set_default_device`: the device with this number is meant from here on.

    gpu.set_default_device %n
    """

    device = operand_def(i32)
    assembly_format = "attr-dict $device"


@define("gpu.printf", always(Effect(Access.WRITE, OUTPUT)), ConcernsOtherThreads())
class PrintfOp(IRDLOperation):
    """`gpu.printf`: print, as a thread of a device does.

    gpu.printf "%d: %f", %i, %x : i32, f32
    """

    format = prop_def(StringAttr)
    arguments = var_operand_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `"format" attributes (, %x, ... : type, ...)?`."""
        format = StringAttr(parser.parse_str_literal())
        attributes = parser.parse_optional_attr_dict()
        values: list[SSAValue] = given(",", parse_typed_values)(parser) or []
        op = cls(operands=[values], properties={"format": format})
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.format, self.attributes)
        if self.arguments:
            write(printer, ", ", self.arguments, " : ", [value.type for value in self.arguments])

    def verify_(self) -> None:
        """Check that numbers are printed."""
        for value in self.arguments:
            if not isinstance(value.type, IntegerType | IndexType | AnyFloat):
                raise VerifyException(
                    f"operands must be variadic of integer or index or floating-point, but got {value.type}"
                )
