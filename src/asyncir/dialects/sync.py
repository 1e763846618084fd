"""The sync dialect: work on the engines of a described machine, and what signals, waits and barriers say of it. Ours.

What the ops mean is in docs/semantics-machines.md. Engines and resources are names that a machine file defines; the ops
themselves know of no machine. A literal instance or number is a property; a computed one is an operand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from asyncir.dialects.checks import CodedFault
from asyncir.dialects.define import define, dialect
from asyncir.dialects.effect_types import (
    BARRIER,
    Access,
    Effect,
    HasEffects,
    Milestone,
    Overlaps,
    RelativeView,
    always,
)
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.memref_layout import all_compatible, shape_of, types_of
from asyncir.dialects.number_text import Number, computed, literal, number, parse_number
from asyncir.dialects.queue_checks import verify_async_body, verify_number, verify_only_block
from asyncir.dialects.syntax import (
    ATTRIBUTES,
    BODY,
    Piece,
    Reader,
    given,
    keyword_attributes,
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
    MemRefType,
    NoTerminator,
    Parser,
    Printer,
    Pure,
    RecursiveMemoryEffect,
    Region,
    SSAValue,
    StringAttr,
    UnitAttr,
    UnrankedMemRefType,
    VerifyException,
    i64,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)

_OF_A_MACHINE = ConcernsOtherThreads("name the machine that it is for: --machine NAME", of_machine=True)


def NAME(parser: Parser) -> str:
    """Parse `"name"`."""
    return parser.parse_str_literal()


def _optional_name(word: str) -> Reader:
    """Reads `word "name"`, if it is there."""
    return given(word, NAME)


def _listed_effects(op: WorkOp) -> Sequence[Effect]:
    listed = ((Access.READ, op.read), (Access.WRITE, op.written))
    return [
        Effect(access, memory, milestone=Milestone.WRITTEN, whole=True)
        for access, memories in listed
        for memory in memories
    ]


def _memory_text(keyword: str, memories: Sequence[SSAValue]) -> tuple[Piece, ...]:
    return (f" {keyword}(", *typed(memories), ")") if memories else ()


@define(
    "sync.work",
    *(NoTerminator(), RecursiveMemoryEffect(), Overlaps(), HasEffects(_listed_effects), _OF_A_MACHINE),
)
class WorkOp(IRDLOperation):
    """`sync.work`: give what the region does to an engine, and go on.

    Besides what the region touches, the work reads and writes all of the memory that is listed.

        sync.work on "mte2" {
          memref.copy %global, %local : memref<16xf32> to memref<16xf32, "ub">
        }
    """

    engine = prop_def(StringAttr)
    read = var_operand_def()
    written = var_operand_def()
    body = region_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def __init__(
        self, engine: str, body: Region, read: Sequence[SSAValue] = (), written: Sequence[SSAValue] = ()
    ):
        super().__init__(operands=[read, written], properties={"engine": StringAttr(engine)}, regions=[body])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `on "E" reads(...)? writes(...)? attributes {...}? { body }`."""
        engine, reads, writes, attributes, body = read(
            parser,
            *("on", NAME),
            given("reads", "(", parse_typed_values, ")"),
            given("writes", "(", parse_typed_values, ")"),
            *(keyword_attributes, BODY),
        )
        return with_attributes(cls(engine, body, reads or (), writes or ()), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        listed = (*_memory_text("reads", self.read), *_memory_text("writes", self.written))
        write(printer, " on ", self.engine, *listed)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_empty_block=False)

    def verify_(self) -> None:
        """Check the region, in which nothing is given to engines or waited for, and the memory."""
        verify_async_body(self, self.body)
        for value in (*self.read, *self.written):
            if not isinstance(value.type, MemRefType | UnrankedMemRefType):
                raise CodedFault("V001", f"a work touches memory, not a value of type {value.type}", value)


@define("sync.process", NoTerminator(), RecursiveMemoryEffect(), Overlaps(), always(*BARRIER), _OF_A_MACHINE)
class ProcessOp(IRDLOperation):
    """`sync.process`: an engine executes the region, op after op, and may give work to others.

    sync.process on "core" {
      sync.wait "lock"[0], 1 on "core"
    }
    """

    engine = prop_def(StringAttr)
    body = region_def()

    def __init__(self, engine: str, body: Region):
        super().__init__(properties={"engine": StringAttr(engine)}, regions=[body])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `on "E" attributes {...}? { body }`."""
        engine, attributes, body = read(parser, "on", NAME, keyword_attributes, BODY)
        return with_attributes(cls(engine, body), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " on ", self.engine)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_empty_block=False)

    def verify_(self) -> None:
        """Check the region."""
        verify_only_block(self, self.body)


@define("sync.opaque", always())
class OpaqueOp(IRDLOperation):
    """`sync.opaque`: stands in a work for something of which only the effects are known, which the work lists.

    sync.work on "v" reads(%a : memref<4xf32>) writes(%b : memref<4xf32>) {
      sync.opaque "npu.relu"
    }
    """

    does = prop_def(StringAttr)

    def __init__(self, does: str):
        super().__init__(properties={"does": StringAttr(does)})

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `"name" {...}?`."""
        does, attributes = read(parser, NAME, ATTRIBUTES)
        return with_attributes(cls(does), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.does, self.attributes)

    def verify_(self) -> None:
        """Check that it stands in a work."""
        if not isinstance(self.parent_op(), WorkOp):
            raise VerifyException("sync.opaque stands in a sync.work")


_SAME_ELEMENTS = RelativeView(lambda op, indices, _number: None if op.is_part else list(indices))


@define("sync.as_memory", Pure(), _SAME_ELEMENTS)
class AsMemoryOp(IRDLOperation):
    """`sync.as_memory`: the memory that a value of another dialect stands for, as a view of what it is in.

    %m = sync.as_memory %all of %tile : memref<4xf32>, !npu.tile<4xf32> to memref<4xf32, strided<[?], offset: ?>>

    With `part` it is some of the elements, and nothing is known of which.
    """

    memory = operand_def(MemRefType)
    value = opt_operand_def()
    part = opt_prop_def(UnitAttr)
    result = result_def(MemRefType)

    def __init__(self, memory: SSAValue, value: SSAValue | None, type_: Attribute, *, is_part: bool = False):
        super().__init__(
            operands=[memory, value],
            result_types=[type_],
            properties={"part": UnitAttr() if is_part else None},
        )

    @property
    def is_part(self) -> bool:
        """Whether it is some of the elements, which is not known."""
        return self.part is not None

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%all (of %value)? part? {...}? : type (, type)? to type`."""
        memory = parser.parse_unresolved_operand()
        value = parser.parse_unresolved_operand() if parser.parse_optional_keyword("of") else None
        is_part = parser.parse_optional_keyword("part") is not None
        attributes = ATTRIBUTES(parser)
        parser.parse_punctuation(":")
        source = parser.resolve_operand(memory, parser.parse_type())
        other = None
        if value is not None:
            parser.parse_punctuation(",")
            other = parser.resolve_operand(value, parser.parse_type())
        parser.parse_keyword("to")
        return with_attributes(cls(source, other, parser.parse_type(), is_part=is_part), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        of: tuple[Piece, ...] = (" of ", self.value) if self.value is not None else ()
        also: tuple[Piece, ...] = (", ", self.value.type) if self.value is not None else ()
        part = " part" if self.is_part else ""
        types: tuple[Piece, ...] = (" : ", self.memory.type, *also, " to ", self.result.type)
        write(printer, " ", self.memory, *of, part, self.attributes, *types)

    def verify_(self) -> None:
        """Check that the two types have the same elements, as far as they say."""
        source, result = types_of(self.memory, self.result)
        if not self.is_part and (
            source.element_type != result.element_type
            or not all_compatible(shape_of(source), shape_of(result))
        ):
            raise VerifyException(f"{source} and {result} do not have the same elements")


class OfResource(IRDLOperation):
    """The syntax that ops on resources share: `"R"[i], n from "A" to "B" on "E" until "read" {...}`."""

    resource = prop_def(StringAttr)
    instance = opt_prop_def(IntegerAttr.constr(i64))
    number = opt_prop_def(IntegerAttr.constr(i64))
    source = opt_prop_def(StringAttr)
    target = opt_prop_def(StringAttr)
    engine = opt_prop_def(StringAttr)
    until = opt_prop_def(StringAttr)
    dynamic_instance = opt_operand_def(IndexType)
    dynamic_number = opt_operand_def(IndexType)
    traits = traits_def(always(*BARRIER), _OF_A_MACHINE)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def __init__(
        self,
        resource: str,
        instance: Number | None = None,
        number: Number | None = None,
        source: str | None = None,
        target: str | None = None,
        engine: str | None = None,
        until: str | None = None,
    ):
        named = {"resource": resource, "source": source, "target": target, "engine": engine, "until": until}
        names = {key: None if name is None else StringAttr(name) for key, name in named.items()}
        super().__init__(
            operands=[computed(instance), computed(number)],
            properties={**names, "instance": literal(instance), "number": literal(number)},
        )

    @property
    def which(self) -> Number | None:
        """The instance of the resource; None where it is not said: the first."""
        return number(self.instance, self.dynamic_instance)

    @property
    def amount(self) -> Number | None:
        """The number that comes with the op."""
        return number(self.number, self.dynamic_number)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `"R"[i], n from "A" to "B" on "E" until "read" {...}?`, of which all but the name may be missing."""
        resource, instance, amount, source, target, engine, until, attributes = read(
            parser,
            NAME,
            given("[", parse_number, "]"),
            given(",", parse_number),
            *(_optional_name(word) for word in ("from", "to", "on", "until")),
            ATTRIBUTES,
        )
        return with_attributes(cls(resource, instance, amount, source, target, engine, until), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        which, amount = self.which, self.amount
        words = (("from", self.source), ("to", self.target), ("on", self.engine), ("until", self.until))
        write(
            printer,
            " ",
            self.resource,
            *(() if which is None else ("[", which, "]")),
            *(() if amount is None else (", ", amount)),
            *(piece for word, name in words if name is not None for piece in (f" {word} ", name)),
            self.attributes,
        )

    def verify_(self) -> None:
        """Check that each number is given once, and which engine and milestone are meant."""
        if self.instance is not None and self.dynamic_instance is not None:
            verify_number(self.instance, self.dynamic_instance, "instance")
        if self.number is not None and self.dynamic_number is not None:
            verify_number(self.number, self.dynamic_number, "number")
        if (self.source is None) != (self.target is None):
            raise VerifyException("`from` and `to` come together")
        if self.source is not None and self.engine is not None:
            raise VerifyException("`on` says who executes the op where `from` and `to` do not")
        if self.instance is not None and self.instance.value.data < 0:
            raise VerifyException(f"there is no instance {self.instance.value.data}: they count from 0")
        if self.until is not None and (self.name != "sync.wait" or self.until.data != "read"):
            raise VerifyException('`until "read"` is for sync.wait, and there is no other `until`')


@define("sync.signal")
class SignalOp(OfResource):
    """`sync.signal`: when all that its engine was given before has arrived, the resource is given a signal.

    sync.signal "event"[0] from "mte2" to "v"
    """


@define("sync.wait")
class WaitOp(OfResource):
    """`sync.wait`: its engine, or the process, goes on when the resource is as the wait wants it.

    sync.wait "event"[0] from "mte2" to "v"
    """


@define("sync.commit")
class CommitOp(OfResource):
    """`sync.commit`: what the process gave since the last commit is a group, the youngest of the resource's FIFO.

    sync.commit "copies"
    """


@define("sync.init")
class InitOp(OfResource):
    """`sync.init`: begin to use an instance of a resource, with a number.

    sync.init "full"[0], 1
    """


@define("sync.arm")
class ArmOp(OfResource):
    """`sync.arm`: expect the signals of the next phase.

    sync.arm "full"[0]
    """


@define("sync.free")
class FreeOp(OfResource):
    """`sync.free`: an instance of a resource is not used any more.

    sync.free "full"[0]
    """


@define("sync.fence")
class FenceOp(OfResource):
    """`sync.fence`: what the process has written, or knows to be written, is visible to another proxy from now on.

    sync.fence "async-proxy"
    """


@define("sync.barrier", always(*BARRIER), _OF_A_MACHINE)
class BarrierOp(IRDLOperation):
    """`sync.barrier`: all that an engine was given before has arrived before it begins anything else; without one, all.

    sync.barrier on "v"
    """

    engine = opt_prop_def(StringAttr)

    def __init__(self, engine: str | None = None):
        super().__init__(properties={"engine": None if engine is None else StringAttr(engine)})

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `on "E" {...}?`, all of which may be missing."""
        engine, attributes = read(parser, _optional_name("on"), ATTRIBUTES)
        return with_attributes(cls(engine), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, *(() if self.engine is None else (" on ", self.engine)), self.attributes)


Sync = dialect("sync", __name__)
