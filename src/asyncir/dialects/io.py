"""The io dialect: operations that complete later, on no worker: timers, files, processes. Ours.

Each op returns at once; its token or value completes when the operation has, and may be awaited, put into groups and
waited for by tasks like any other. What can go wrong is an error of the token or value. Buffers belong to the operation until
it is complete: they are read or written at any moment until then. The meaning is in `docs/operations.md`.
"""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects.async_types import AsyncOpInterface, TokenType, ValueType
from asyncir.dialects.define import define, dialect
from asyncir.dialects.effect_types import (
    OUTPUT,
    TASKS,
    TOUCHES_TASKS,
    Access,
    Effect,
    HasEffects,
    Milestone,
    always,
)
from asyncir.dialects.io_buffers import check_buffer
from asyncir.dialects.syntax import (
    OPERAND,
    TYPE,
    read,
    with_attributes,
    write,
)
from asyncir.ir import (
    ArrayAttr,
    AttrSizedOperandSegments,
    IndexType,
    IntegerType,
    IRDLOperation,
    MemRefType,
    Parser,
    Printer,
    SSAValue,
    StringAttr,
    VerifyException,
    base,
    i8,
    i32,
    i64,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    result_def,
    traits_def,
)

FILE = i32
"""What a file is: its descriptor, a number of the operating system."""

MODES = ("read", "write", "update")
"""How a file is opened, in the order of `asyncir_file_mode`."""


_STARTS = (Effect(Access.READ, TASKS), Effect(Access.WRITE, TASKS), Effect(Access.WRITE, OUTPUT))
"""What is outside the program is read and written, in order among tasks and output."""


def _moves(access: Access, milestone: Milestone, *values: SSAValue | None) -> Sequence[Effect]:
    """The effects of an operation that touches those of the values that are memrefs, while it is in flight."""
    buffers = [value for value in values if value is not None and isinstance(value.type, MemRefType)]
    return [Effect(access, buffer, milestone=milestone) for buffer in buffers]


_OUTSIDE = always(*_STARTS)
_READS_BUFFERS = HasEffects(lambda op: (*_STARTS, *_moves(Access.READ, Milestone.SOURCE_READ, *op.operands)))
_WRITES_BUFFERS = HasEffects(lambda op: (*_STARTS, *_moves(Access.WRITE, Milestone.WRITTEN, *op.operands)))


# ---- timers


@define("io.clock", TOUCHES_TASKS)
class ClockOp(IRDLOperation):
    """`io.clock`: nanoseconds on the clock that timers go by. It never goes back; where it starts is not said.

    The clock goes on by itself: readings keep their order among what waits.

        %now = io.clock : i64
    """

    result = result_def(i64)
    assembly_format = "attr-dict `:` type($result)"


@define("io.sleep", TOUCHES_TASKS, AsyncOpInterface())
class SleepOp(IRDLOperation):
    """`io.sleep`: a token that completes when that many nanoseconds have passed, not before.

    %t = io.sleep %nanoseconds : i64
    """

    nanoseconds = operand_def(i64)
    token = result_def(TokenType())
    assembly_format = "$nanoseconds attr-dict `:` type($nanoseconds)"


@define("io.sleep_until", TOUCHES_TASKS, AsyncOpInterface())
class SleepUntilOp(IRDLOperation):
    """`io.sleep_until`: a token that completes when `io.clock` has reached the deadline.

    %t = io.sleep_until %deadline : i64
    """

    deadline = operand_def(i64)
    token = result_def(TokenType())
    assembly_format = "$deadline attr-dict `:` type($deadline)"


# ---- files


@define("io.open", _READS_BUFFERS, AsyncOpInterface())
class OpenOp(IRDLOperation):
    """`io.open`: open a file to `read` it, to `write` it (it is made, or emptied), or to `update` it (made, or as it is).

    The path is a constant, or bytes. The value is the file.

        %f = io.open read "input.bin"
        %g = io.open write %path : memref<?xi8>
    """

    mode = prop_def(StringAttr)
    path = opt_prop_def(StringAttr)
    dynamic_path = opt_operand_def(MemRefType)
    file = result_def(ValueType(FILE))

    def __init__(self, mode: str, path: str | SSAValue):
        constant = isinstance(path, str)
        properties = {"mode": StringAttr(mode), "path": StringAttr(path) if constant else None}
        operand = None if constant else path
        super().__init__(operands=[operand], properties=properties, result_types=[ValueType(FILE)])

    @classmethod
    def parse(cls, parser: Parser) -> OpenOp:
        """Parse `mode ("path" | %path) attr-dict (: type)?`."""
        mode = parser.parse_identifier(" that says how: read, write or update")
        path = parser.parse_optional_str_literal()
        name = None if path is not None else parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        if name is None:
            return with_attributes(cls(mode, path or ""), attributes)
        parser.parse_punctuation(":")
        return with_attributes(cls(mode, parser.resolve_operand(name, parser.parse_type())), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        printer.print_string(f" {self.mode.data} ")
        if self.path is not None:
            printer.print_string_literal(self.path.data)
            printer.print_op_attributes(self.attributes)
        elif self.dynamic_path is not None:
            write(printer, self.dynamic_path, self.attributes, " : ", self.dynamic_path.type)

    def verify_(self) -> None:
        """Check the mode, and that there is one path."""
        if self.mode.data not in MODES:
            raise VerifyException(f"a file is opened to read, write or update, not '{self.mode.data}'")
        if (self.path is None) == (self.dynamic_path is None):
            raise VerifyException("the path of io.open is either a constant or a memref")
        if self.path is not None and (not self.path.data or "\0" in self.path.data):
            raise VerifyException("the path of a file has characters, none of them null")
        if self.dynamic_path is not None:
            check_buffer(self.dynamic_path, "the path", i8)


@define("io.close", _OUTSIDE, AsyncOpInterface())
class CloseOp(IRDLOperation):
    """`io.close`: close a file; no other operation on it may be in flight.

    %t = io.close %file : i32
    """

    file = operand_def(FILE)
    token = result_def(TokenType())
    assembly_format = "$file attr-dict `:` type($file)"


@define("io.size", _OUTSIDE, AsyncOpInterface())
class SizeOp(IRDLOperation):
    """`io.size`: how many bytes a file has.

    %n = io.size %file : i32
    """

    file = operand_def(FILE)
    bytes = result_def(ValueType(IndexType()))
    assembly_format = "$file attr-dict `:` type($file)"


class _MovesBytes(IRDLOperation):
    """Between a memref and a file, from an offset on."""

    file = operand_def(FILE)
    offset = operand_def(IndexType())
    buffer = operand_def(MemRefType)
    bytes = result_def(ValueType(IndexType()))
    traits = traits_def(AsyncOpInterface())
    assembly_format = "$file `[` $offset `]` `,` $buffer attr-dict `:` type($buffer)"

    def verify_(self) -> None:
        """Check that the buffer's bytes lie in a row."""
        check_buffer(self.buffer, "the buffer")


@define("io.read", _WRITES_BUFFERS)
class ReadOp(_MovesBytes):
    """`io.read`: fill a memref with the bytes of a file from an offset on. The value is how many bytes there were.

    They are fewer than the memref has only where the file ends; the rest of the memref stays as it is.

        %n = io.read %file[%offset], %buffer : memref<?xf32>
    """


@define("io.write", _READS_BUFFERS)
class WriteOp(_MovesBytes):
    """`io.write`: write a memref's bytes to a file from an offset on. The value is how many bytes that is.

    %n = io.write %file[%offset], %buffer : memref<?xf32>
    """


# ---- processes


_RUNS_PROCESS = HasEffects(
    lambda op: (
        *_STARTS,
        *_moves(Access.READ, Milestone.SOURCE_READ, op.stdin),
        *_moves(Access.WRITE, Milestone.WRITTEN, op.stdout),
    )
)
"""Standard input is read and standard output is written while the process runs."""


@define("io.process", _RUNS_PROCESS, AsyncOpInterface())
class ProcessOp(IRDLOperation):
    """`io.process`: run a program to its end. The value is its exit status, from 0 to 255.

    The program is looked for on PATH; no shell is in between. Standard input and standard output are memrefs or files;
    without them, it reads nothing and writes where this process does. If standard output is a memref, a second value is
    how many bytes were written there. A process that a signal ends is an error, and so is output that does not fit.

        %status, %n = io.process ["sort", "-n"] stdin(%a : memref<?xi8>) stdout(%b : memref<4096xi8>)
    """

    command = prop_def(ArrayAttr[StringAttr])
    stdin = opt_operand_def(base(MemRefType) | base(IntegerType))
    stdout = opt_operand_def(base(MemRefType) | base(IntegerType))
    status = result_def(ValueType(i32))
    bytes = opt_result_def(ValueType(IndexType()))
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def __init__(self, command: Sequence[str], stdin: SSAValue | None = None, stdout: SSAValue | None = None):
        counted = stdout is not None and isinstance(stdout.type, MemRefType)
        super().__init__(
            operands=[stdin, stdout],
            properties={"command": ArrayAttr([StringAttr(word) for word in command])},
            result_types=[ValueType(i32), ValueType(IndexType()) if counted else None],
        )

    @classmethod
    def parse(cls, parser: Parser) -> ProcessOp:
        """Parse `["word", ...] (stdin(%v : type))? (stdout(%v : type))? attr-dict`."""
        words = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_str_literal)
        stdin = _parse_stream(parser, "stdin")
        stdout = _parse_stream(parser, "stdout")
        return with_attributes(cls(words, stdin, stdout), parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        printer.print_string(" [")
        printer.print_list(self.command.data, lambda word: printer.print_string_literal(word.data))
        printer.print_string("]")
        for keyword, stream in (("stdin", self.stdin), ("stdout", self.stdout)):
            if stream is not None:
                write(printer, f" {keyword}(", stream, " : ", stream.type, ")")
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check the command, and what it reads and writes."""
        words = [word.data for word in self.command.data]
        if not words or not words[0] or any("\0" in word for word in words):
            raise VerifyException("a process needs the name of a program; no argument has null characters")
        for what, stream in (("standard input", self.stdin), ("standard output", self.stdout)):
            if stream is not None and stream.type != FILE:
                check_buffer(stream, what)
        counted = self.stdout is not None and isinstance(self.stdout.type, MemRefType)
        if counted != (self.bytes is not None):
            raise VerifyException(
                "the second value is there where standard output is a memref, and only there"
            )


def _parse_stream(parser: Parser, keyword: str) -> SSAValue | None:
    if parser.parse_optional_keyword(keyword) is None:
        return None
    with parser.in_parens():
        name, type = read(parser, OPERAND, ":", TYPE)
        return parser.resolve_operand(name, type)


Io = dialect("io", __name__)
