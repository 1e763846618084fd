"""device: buffers in the memories of a machine, which are made, copied, read, written and freed in the order of events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, cast

from asyncir.dialects.checks import CodedFault
from asyncir.dialects.define import define
from asyncir.dialects.device_types import (
    NAME,
    OF_A_MACHINE,
    DeviceType,
    EventType,
    FutureType,
    resolved,
    unwrapped,
)
from asyncir.dialects.effect_types import Access, Effect, HasEffects, Milestone
from asyncir.dialects.interfaces.launches import GivesRoom, Launches, TakesRoom
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.syntax import ATTRIBUTES, PARENS, POSITION, TYPE, read, with_attributes, write
from asyncir.ir import (
    Attribute,
    AttrSizedOperandSegments,
    IndexType,
    IRDLOperation,
    MemRefType,
    Parser,
    Printer,
    SSAValue,
    StringAttr,
    UnresolvedOperand,
    VerifyException,
    base,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)

_RANKED = base(MemRefType)


def _memory(value: SSAValue) -> Attribute:
    """The type of the memory."""
    type_ = value.type
    if not isinstance(type_, MemRefType):
        raise CodedFault("V001", f"it is for memory, not for a value of type {type_}", value)
    return cast("Attribute", type_)


def _element(memref: Attribute) -> Attribute:
    """The type of its elements; the type itself where that is no memory's."""
    return getattr(memref, "element_type", memref)


def _later(*touched: tuple[Access, SSAValue], whole: bool = True) -> Sequence[Effect]:
    """What happens at any moment from the op on."""
    return [Effect(access, memory, milestone=Milestone.WRITTEN, whole=whole) for access, memory in touched]


def _parse_events(parser: Parser, others: int) -> tuple[list[SSAValue], list[UnresolvedOperand]]:
    """Parse `(%e, %f, %a, %b)`: events, and so many other operands."""
    start = parser.pos
    names = parser.parse_comma_separated_list(PARENS, parser.parse_unresolved_operand)
    if len(names) < others:
        parser.raise_error(f"{others} operands come behind the events", start)
    count = len(names) - others
    return resolved(parser, names[:count], EventType()), names[count:]


@define(
    "device.memcpy",
    HasEffects(lambda op: _later((Access.READ, op.source), (Access.WRITE, op.destination))),
    *(Launches(lambda op: (op.device,)), OF_A_MACHINE),
)
class MemcpyOp(IRDLOperation):
    """`device.memcpy`: a launch that copies one buffer to another.

    %done = device.memcpy (%start, %from, %to, %dma) : memref<4xf32>, memref<4xf32, "ub">
    """

    events = var_operand_def(EventType)
    source = operand_def()
    destination = operand_def()
    device = operand_def(DeviceType)
    done = result_def(EventType)

    def __init__(self, events: Sequence[SSAValue], source: SSAValue, destination: SSAValue, device: SSAValue):
        super().__init__(operands=[events, source, destination, device], result_types=[EventType()])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%e, %from, %to, %dma) {...}? : T, U`."""
        events, (source, destination, device) = _parse_events(parser, 3)
        attributes, first, second = read(parser, ATTRIBUTES, ":", TYPE, ",", TYPE)
        op = cls(
            events,
            parser.resolve_operand(source, first),
            parser.resolve_operand(destination, second),
            parser.resolve_operand(device, DeviceType()),
        )
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        operands = [*self.events, self.source, self.destination, self.device]
        types = [self.source.type, self.destination.type]
        write(printer, " (", operands, ")", self.attributes, " : ", types)

    def verify_(self) -> None:
        """Check that both are memory of one shape."""
        first, second = _memory(self.source), _memory(self.destination)
        one, other = shape_of(first), shape_of(second)
        differ = len(one) != len(other) or any(a != b for a, b in zip(one, other, strict=True) if a and b)
        if differ or _element(first) != _element(second):
            raise VerifyException(f"{first} is not copied to {second}: shape and elements are the same")


@define(
    "device.alloc",
    HasEffects(lambda op: [Effect(Access.ALLOC, op.buffer), *_later((Access.WRITE, op.buffer))]),
    *(Launches(), TakesRoom(lambda op: op.memory.data, lambda op: op.buffer), OF_A_MACHINE),
)
class AllocOp(IRDLOperation):
    """`device.alloc`: a buffer in a memory of the machine, to be used when the event has happened.

    %ready, %buffer = device.alloc (%start) in "ub" : memref<4xf32, "ub">
    """

    events = var_operand_def(EventType)
    memory = prop_def(StringAttr)
    ready = result_def(EventType)
    buffer = result_def(_RANKED)

    def __init__(self, events: Sequence[SSAValue], memory: str, type: Attribute):
        properties = {"memory": StringAttr(memory)}
        super().__init__(operands=[events], properties=properties, result_types=[EventType(), type])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%e) in "M" {...}? : T`."""
        events, _ = _parse_events(parser, 0)
        memory, attributes, at, type = read(parser, "in", NAME, ATTRIBUTES, ":", POSITION, TYPE)
        if not isinstance(type, MemRefType):
            parser.raise_error("device.alloc makes a memref", at)
        return with_attributes(cls(events, memory, cast("Attribute", type)), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        types = (" : ", self.buffer.type)
        write(printer, " (", self.events, ") in ", self.memory, self.attributes, *types)

    def verify_(self) -> None:
        """Check that its size is known."""
        if None in shape_of(_memory(self.buffer)):
            raise VerifyException("device.alloc makes buffers of a size that their types say")


@define(
    "device.dealloc",
    HasEffects(lambda op: _later((Access.FREE, op.buffer))),
    *(Launches(), GivesRoom(lambda op: op.buffer), OF_A_MACHINE),
)
class DeallocOp(IRDLOperation):
    """`device.dealloc`: when the events have happened the buffer is gone.

    %done = device.dealloc (%e, %buffer) : memref<4xf32, "ub">
    """

    events = var_operand_def(EventType)
    buffer = operand_def()
    done = result_def(EventType)

    def __init__(self, events: Sequence[SSAValue], buffer: SSAValue):
        super().__init__(operands=[events, buffer], result_types=[EventType()])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%e, %buffer) {...}? : T`."""
        events, (buffer,) = _parse_events(parser, 1)
        attributes, type = read(parser, ATTRIBUTES, ":", TYPE)
        return with_attributes(cls(events, parser.resolve_operand(buffer, type)), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        operands = [*self.events, self.buffer]
        write(printer, " (", operands, ")", self.attributes, " : ", self.buffer.type)

    def verify_(self) -> None:
        """Check that it is memory."""
        _memory(self.buffer)


def _parse_indices(parser: Parser) -> list[SSAValue]:
    names = parser.parse_comma_separated_list(Parser.Delimiter.SQUARE, parser.parse_unresolved_operand)
    return resolved(parser, names, IndexType())


def _verify_indices(buffer: SSAValue, indices: Sequence[SSAValue], element: Attribute) -> None:
    type = _memory(buffer)
    rank = len(shape_of(type))
    if len(indices) != rank:
        raise VerifyException(f"{type} has {rank} dimensions, and {len(indices)} are named")
    if unwrapped(element) != _element(type):
        raise VerifyException(f"the elements of {type} are not {unwrapped(element)}")


@define(
    "device.read",
    HasEffects(lambda op: _later((Access.READ, op.buffer), whole=False)),
    *(Launches(), OF_A_MACHINE),
)
class ReadOp(IRDLOperation):
    """`device.read`: when the events have happened an element is read; its value comes with the event.

    %done, %v = device.read (%e, %buffer)[%i] : memref<4xf32, "ub">
    """

    events = var_operand_def(EventType)
    buffer = operand_def(_RANKED)
    indices = var_operand_def(IndexType)
    done = result_def(EventType)
    value = result_def(base(FutureType))
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def __init__(self, events: Sequence[SSAValue], buffer: SSAValue, indices: Sequence[SSAValue]):
        types: list[Attribute] = [EventType(), FutureType(_element(buffer.type))]
        super().__init__(operands=[events, [buffer], indices], result_types=types)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%e, %buffer)[%i] {...}? : T`."""
        events, (buffer,) = _parse_events(parser, 1)
        indices, attributes, type = read(parser, _parse_indices, ATTRIBUTES, ":", TYPE)
        return with_attributes(cls(events, parser.resolve_operand(buffer, type), indices), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        operands = [*self.events, self.buffer]
        type = (" : ", self.buffer.type)
        write(printer, " (", operands, ")[", self.indices, "]", self.attributes, *type)

    def verify_(self) -> None:
        """Check the indices and the value."""
        _verify_indices(self.buffer, self.indices, self.value.type)


@define(
    "device.write",
    HasEffects(lambda op: _later((Access.WRITE, op.buffer), whole=False)),
    *(Launches(), OF_A_MACHINE),
)
class WriteOp(IRDLOperation):
    """`device.write`: when the events have happened, and the value is there, it is written to an element.

    %done = device.write (%e, %v, %buffer)[%i] : !device.value<f32>, memref<4xf32, "ub">
    """

    events = var_operand_def(EventType)
    value = operand_def()
    buffer = operand_def(_RANKED)
    indices = var_operand_def(IndexType)
    done = result_def(EventType)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def __init__(
        self, events: Sequence[SSAValue], value: SSAValue, buffer: SSAValue, indices: Sequence[SSAValue]
    ):
        super().__init__(operands=[events, [value], [buffer], indices], result_types=[EventType()])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%e, %v, %buffer)[%i] {...}? : T, U`."""
        events, (value, buffer) = _parse_events(parser, 2)
        indices, attributes, first, second = read(parser, _parse_indices, ATTRIBUTES, ":", TYPE, ",", TYPE)
        written, memory = parser.resolve_operand(value, first), parser.resolve_operand(buffer, second)
        return with_attributes(cls(events, written, memory, indices), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        operands = [*self.events, self.value, self.buffer]
        types = [self.value.type, self.buffer.type]
        write(printer, " (", operands, ")[", self.indices, "]", self.attributes, " : ", types)

    def verify_(self) -> None:
        """Check the indices and the value."""
        _verify_indices(self.buffer, self.indices, self.value.type)
