"""stream: submissions as Vulkan has them: commands between which barriers are, semaphores before and behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from asyncir.dialects.checks import check_types
from asyncir.dialects.define import define
from asyncir.dialects.ending_values import EndsWithValues
from asyncir.dialects.interfaces.device_work import DeviceWork, PutsIntoStream, work_of
from asyncir.dialects.stream_types import KEEPS_ORDER, OF_STREAMS, StreamEventType, StreamType
from asyncir.dialects.syntax import (
    OPERAND,
    PARENS,
    arrow,
    ended,
    listed,
    parse_arrow_types,
    read,
    with_attributes,
    write,
)
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
    UnresolvedOperand,
    VerifyException,
    operand_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)


@define("stream.submit", KEEPS_ORDER, RecursiveMemoryEffect(), PutsIntoStream(), *OF_STREAMS)
class SubmitOp(IRDLOperation):
    """`stream.submit`: give commands to a queue, which begin when the semaphores are signalled; the host goes on.

    Commands are in no order but where barriers are between them, also those of several submissions. The first result is a
    semaphore: signalled when all of the queue so far is over. Later submissions wait for the same semaphores, too.

    %s = stream.submit %q wait(%e) {
      gpu.memcpy %m, %h : memref<8xf32>, memref<8xf32>
      stream.barrier
      gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<8xf32>)
    }
    """

    queue = operand_def(StreamType)
    events = var_operand_def(StreamEventType)
    signal = result_def(StreamEventType)
    values = var_result_def()
    body = region_def("single_block")

    def __init__(self, queue: SSAValue, events: Sequence[SSAValue], types: Sequence[Attribute], body: Region):
        super().__init__(operands=[queue, events], result_types=[StreamEventType(), types], regions=[body])

    @property
    def commands(self) -> list[Operation]:
        """Works and barriers."""
        return [op for op in self.body.block.ops if not isinstance(op, SubmittedOp)]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%queue (wait(%e, ...))? -> types attributes {...}? { commands }`."""
        (queue,) = read(parser, OPERAND)
        names: list[UnresolvedOperand] = []
        if parser.parse_optional_keyword("wait") is not None:
            (names,) = read(parser, listed(OPERAND, PARENS))
        types = parse_arrow_types(parser)
        attributes = parser.parse_optional_attr_dict_with_keyword()
        body = ended(parser.parse_region(), SubmittedOp)
        events = [parser.resolve_operand(name, StreamEventType()) for name in names]
        op = cls(parser.resolve_operand(queue, StreamType()), events, types, body)
        return with_attributes(op, {} if attributes is None else attributes.data)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.queue, *((" wait(", list(self.events), ")") if self.events else ()))
        write(printer, *arrow(self.values.types))
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_block_terminators=bool(self.values))

    def verify_(self) -> None:
        """Check that there are works and barriers, and that what works make is handed out."""
        end = self.body.block.last_op
        for op in self.commands:
            if isinstance(op, BarrierOp):
                continue
            if work_of(op) is None or DeviceWork.dependencies(op) or DeviceWork.token(op) is not None:
                raise VerifyException("stream.submit has works of a device without tokens, and barriers")
        if not isinstance(end, SubmittedOp):
            raise VerifyException("stream.submit ends with stream.submitted")
        check_types(
            end.operands, self.values.types, "stream.submitted hands out other types than stream.submit has"
        )


@define("stream.barrier", HasParent(SubmitOp), KEEPS_ORDER)
class BarrierOp(IRDLOperation):
    """`stream.barrier`: commands of the queue behind it begin when all before it are over, in earlier submissions, too."""

    assembly_format = "attr-dict"


@define("stream.submitted", IsTerminator(), ReturnLike(), Pure(), HasParent(SubmitOp))
class SubmittedOp(EndsWithValues):
    """`stream.submitted`: what works of a submission have made."""

    assembly_format = "($arguments^ `:` type($arguments))? attr-dict"
