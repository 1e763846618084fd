"""The stream dialect: what devices have in place of tokens. Ours.

A *stream* does what is put into it one after the other. An *event* is recorded in a stream, and has happened when all that
was put into the stream before is over. A stream waits for events of others; the host waits for events, too. What the ops
mean is in docs/streams.md (STR-1 to STR-6); `assign-streams` makes them of the tokens of `gpu`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from asyncir.dialects.checks import check_types
from asyncir.dialects.define import define, dialect
from asyncir.dialects.effect_types import BARRIER, HasEffects, always
from asyncir.dialects.ending_values import EndsWithValues
from asyncir.dialects.execution_traits import Waits
from asyncir.dialects.interfaces.device_work import DeviceWork, PutsIntoStream, work_of
from asyncir.dialects.stream_submits import SubmitOp as SubmitOp
from asyncir.dialects.stream_types import (
    KEEPS_ORDER,
    OF_STREAMS,
    StreamEventType as StreamEventType,
    StreamType as StreamType,
)
from asyncir.dialects.syntax import OPERAND, arrow, ended, parse_arrow_types, read, with_attributes, write
from asyncir.ir import (
    Attribute,
    HasParent,
    IRDLOperation,
    IsTerminator,
    Operation,
    Parser,
    Printer,
    Pure,
    RecursiveMemoryEffect,
    Region,
    ReturnLike,
    SSAValue,
    StringAttr,
    VerifyException,
    operand_def,
    opt_prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)


@define("stream.create", KEEPS_ORDER, *OF_STREAMS)
class CreateOp(IRDLOperation):
    """`stream.create`: a new stream, of a device if one is named.

    %s = stream.create "npu"
    """

    device = opt_prop_def(StringAttr)
    result = result_def(StreamType)

    def __init__(self, device: str | None = None):
        name = None if device is None else StringAttr(device)
        super().__init__(properties={"device": name}, result_types=[StreamType()])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `"device"? {...}?`."""
        name = parser.parse_optional_str_literal()
        return with_attributes(cls(name), parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, *(() if self.device is None else (" ", self.device)), self.attributes)


@define("stream.enqueue", KEEPS_ORDER, RecursiveMemoryEffect(), PutsIntoStream(), *OF_STREAMS)
class EnqueueOp(IRDLOperation):
    """`stream.enqueue`: put the work in the region into a stream; the host goes on.

    %m = stream.enqueue %s -> memref<8xf32> {
      %a = gpu.alloc () : memref<8xf32>
      stream.yield %a : memref<8xf32>
    }
    """

    stream = operand_def(StreamType)
    values = var_result_def()
    body = region_def("single_block")

    def __init__(self, stream: SSAValue, types: Sequence[Attribute], body: Region):
        super().__init__(operands=[stream], result_types=[types], regions=[body])

    @property
    def work(self) -> Operation:
        """What is put into the stream."""
        found = self.body.block.first_op
        assert found is not None
        return found

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%stream -> types attributes {...}? { work }`."""
        (stream,) = read(parser, OPERAND)
        types = parse_arrow_types(parser)
        attributes = parser.parse_optional_attr_dict_with_keyword()
        body = ended(parser.parse_region(), YieldOp)
        op = cls(parser.resolve_operand(stream, StreamType()), types, body)
        return with_attributes(op, {} if attributes is None else attributes.data)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.stream, *arrow(self.values.types))
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_block_terminators=bool(self.values))

    def verify_(self) -> None:
        """Check that there is one work, which waits for nothing and has no token, and that its values are handed out."""
        ops = list(self.body.block.ops)
        work = ops[0] if len(ops) == 2 else None
        if work is None or work_of(work) is None or not isinstance(ops[-1], YieldOp):
            raise VerifyException("stream.enqueue has one work of a device in its region, and stream.yield")
        if DeviceWork.dependencies(work) or DeviceWork.token(work) is not None:
            raise VerifyException(
                "the stream says when work in stream.enqueue is done: leave `async` and tokens out"
            )
        yielded = list(ops[-1].operands)
        check_types(yielded, self.values.types, "stream.yield hands out other types than stream.enqueue has")
        if any(value.owner is not work for value in yielded):
            raise VerifyException("stream.yield hands out what the work makes, and nothing else")


@define("stream.yield", IsTerminator(), ReturnLike(), Pure(), HasParent(EnqueueOp))
class YieldOp(EndsWithValues):
    """`stream.yield`: what the work in a `stream.enqueue` has made."""

    assembly_format = "($arguments^ `:` type($arguments))? attr-dict"


@define("stream.record", KEEPS_ORDER, *OF_STREAMS)
class RecordOp(IRDLOperation):
    """`stream.record`: an event that happens when all that is in the stream now is over.

    %e = stream.record %s
    """

    stream = operand_def(StreamType)
    event = result_def(StreamEventType)
    assembly_format = "$stream attr-dict"

    def __init__(self, stream: SSAValue):
        super().__init__(operands=[stream], result_types=[StreamEventType()])


@define("stream.wait", KEEPS_ORDER, *OF_STREAMS)
class WaitOp(IRDLOperation):
    """`stream.wait`: what is put into the stream from here on begins when the events have happened; the host goes on.

    stream.wait %s for %e, %f
    """

    stream = operand_def(StreamType)
    events = var_operand_def(StreamEventType)
    assembly_format = "$stream `for` $events attr-dict"

    def __init__(self, stream: SSAValue, events: Sequence[SSAValue]):
        super().__init__(operands=[stream, events])

    def verify_(self) -> None:
        """Check that there are events."""
        _verify_some(self.events)


@define("stream.all", HasEffects(lambda _: ()), *OF_STREAMS)
class AllOp(IRDLOperation):
    """`stream.all`: an event that has happened when all of these have.

    %g = stream.all %e, %f
    """

    events = var_operand_def(StreamEventType)
    event = result_def(StreamEventType)
    assembly_format = "$events attr-dict"

    def __init__(self, events: Sequence[SSAValue]):
        super().__init__(operands=[events], result_types=[StreamEventType()])

    def verify_(self) -> None:
        """Check that there are events."""
        _verify_some(self.events)


@define("stream.host_wait", Waits(), always(*BARRIER), *OF_STREAMS)
class HostWaitOp(IRDLOperation):
    """`stream.host_wait`: the host goes on when the events have happened.

    stream.host_wait %e, %f
    """

    events = var_operand_def(StreamEventType)
    assembly_format = "$events attr-dict"

    def __init__(self, events: Sequence[SSAValue]):
        super().__init__(operands=[events])

    def verify_(self) -> None:
        """Check that there are events."""
        _verify_some(self.events)


def _verify_some(events: Sequence[SSAValue]) -> None:
    if not events:
        raise VerifyException("name an event at least: `async.ready : !stream.event` has happened")


Stream = dialect("stream", __name__, ("stream_types", "stream_submits"))
