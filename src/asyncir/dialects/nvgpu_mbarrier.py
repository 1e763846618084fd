"""nvgpu: barriers in the memory of a workgroup, with phases (`mbarrier`), with MLIR 22's names and syntax."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from xdsl.parser import UnresolvedOperand

from asyncir.dialects.define import define
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.gpu import is_workgroup_space
from asyncir.dialects.syntax import OPERAND, POSITION, Piece, Reader, given, read, with_attributes, write
from asyncir.ir import (
    Attribute,
    AttrParser,
    IndexType,
    IntAttr,
    IntegerType,
    IRDLOperation,
    ParametrizedAttribute,
    Parser,
    Printer,
    Pure,
    SSAValue,
    TypeAttribute,
    VerifyException,
    i1,
    irdl_attr_definition,
    operand_def,
    opt_operand_def,
    result_def,
)


@irdl_attr_definition
class MBarrierGroupType(ParametrizedAttribute, TypeAttribute):
    """`!nvgpu.mbarrier.group<memorySpace = ..., num_barriers = 4>`: so many barriers in a row."""

    name = "nvgpu.mbarrier.group"
    memory_space: Attribute
    num_barriers: IntAttr

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        """Parse `<memorySpace = A, num_barriers = 4>`."""
        with parser.in_angle_brackets():
            return _parse_parameters(parser)

    def print_parameters(self, printer: Printer) -> None:
        """Print `<...>`."""
        write(printer, *self.text())

    def text(self) -> tuple[Piece, ...]:
        """What is in the angle brackets, and these; one barrier is not said."""
        count = self.num_barriers.data
        more = () if count == 1 else (f", num_barriers = {count}",)
        return ("<memorySpace = ", self.memory_space, *more, ">")


def _parse_parameters(parser: AttrParser) -> tuple[Attribute, IntAttr]:
    parser.parse_keyword("memorySpace")
    parser.parse_punctuation("=")
    space = parser.parse_attribute()
    count = 1
    if parser.parse_optional_punctuation(",") is not None:
        parser.parse_keyword("num_barriers")
        parser.parse_punctuation("=")
        count = parser.parse_integer(allow_boolean=False)
    return (space, IntAttr(count))


@irdl_attr_definition
class MBarrierTokenType(ParametrizedAttribute, TypeAttribute):
    """`!nvgpu.mbarrier.token`: the phase of a barrier that an arrival was in."""

    name = "nvgpu.mbarrier.token"


def _parse_group(parser: Parser) -> MBarrierGroupType:
    """Parse the type of barriers; its name may be left out."""
    if parser.parse_optional_punctuation("<") is not None:
        parameters = _parse_parameters(parser)
        parser.parse_punctuation(">")
        return MBarrierGroupType(*parameters)
    start = parser.pos
    type_ = parser.parse_type()
    if not isinstance(type_, MBarrierGroupType):
        parser.raise_error(f"expected !nvgpu.mbarrier.group, not {type_}", start)
    return type_


@define("nvgpu.mbarrier.create")
class MBarrierCreateOp(IRDLOperation):
    """`nvgpu.mbarrier.create`: barriers in the memory of the workgroup, which are to be initialised.

    %b = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
    """

    barriers = result_def(MBarrierGroupType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `{...}? -> type`."""
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation("->")
        return with_attributes(cls(result_types=[_parse_group(parser)]), attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        assert isinstance(self.barriers.type, MBarrierGroupType)
        write(printer, self.attributes, " -> ", *self.barriers.type.text())


class _OnBarrier(IRDLOperation):
    """An op on one barrier of several: `%b[%i], more : type`; the barriers are the first operand."""

    def verify_(self) -> None:
        """Check that the barriers lie where the threads of the block see them."""
        assert isinstance(self.operands[0].type, MBarrierGroupType)
        if not is_workgroup_space(self.operands[0].type.memory_space):
            raise VerifyException(
                "barriers lie in workgroup memory: memorySpace is 3 or #gpu.address_space<workgroup>"
            )

    @property
    def of(self) -> MBarrierGroupType:
        """The type of the barriers."""
        assert isinstance(self.operands[0].type, MBarrierGroupType)
        return self.operands[0].type


_PREDICATE = given(",", "predicate", "=", OPERAND)


def _numbers(parser: Parser, *names: UnresolvedOperand) -> list[SSAValue]:
    return list(parser.resolve_operands(names, [IndexType()] * len(names), parser.pos))


@dataclass(frozen=True)
class _Parsed:
    """The text of an op on a barrier, `%b[%i], more {...}? : type`."""

    barriers: SSAValue
    index: SSAValue
    more: list[Any]
    """What the readers between the barrier and the attributes have read."""
    attributes: dict[str, Attribute]


def _parse_on_barrier(parser: Parser, *more: str | Reader) -> _Parsed:
    name, index, *found, attributes, at, group = read(
        parser,
        *(OPERAND, "[", OPERAND, "]"),
        *more,
        *(Parser.parse_optional_attr_dict, ":", POSITION, _parse_group),
    )
    (barriers,) = parser.resolve_operands([name], [group], at)
    (number,) = _numbers(parser, index)
    return _Parsed(barriers, number, found, attributes)


class _WithCount(_OnBarrier):
    """An op with a number and a predicate: `%b[%i], %n, predicate = %p : type`."""

    barriers = operand_def(MBarrierGroupType)
    count = operand_def(IndexType)
    index = operand_def(IndexType)
    predicate = opt_operand_def(i1)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        text = _parse_on_barrier(parser, ",", OPERAND, _PREDICATE)
        count, predicate = text.more
        named = [] if predicate is None else [parser.resolve_operand(predicate, i1)]
        op = cls(operands=[text.barriers, *_numbers(parser, count), text.index, named])
        return with_attributes(op, text.attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        predicate = () if self.predicate is None else (", predicate = ", self.predicate)
        pieces = (" ", self.operands[0], "[", self.index, "], ", self.count, *predicate, self.attributes)
        write(printer, *pieces, " : ", *self.of.text())


@define("nvgpu.mbarrier.init", ConcernsOtherThreads())
class MBarrierInitOp(_WithCount):
    """`nvgpu.mbarrier.init`: a phase of the barrier ends when so many have arrived; the first phase begins.

    nvgpu.mbarrier.init %b[%i], %n, predicate = %p : <memorySpace = #gpu.address_space<workgroup>>
    """


@define("nvgpu.mbarrier.arrive.expect_tx", ConcernsOtherThreads())
class MBarrierArriveExpectTxOp(_WithCount):
    """`nvgpu.mbarrier.arrive.expect_tx`: arrive; the phase ends no sooner than so many more bytes were written.

    nvgpu.mbarrier.arrive.expect_tx %b[%i], %bytes : <memorySpace = #gpu.address_space<workgroup>>
    """


@define("nvgpu.mbarrier.get", Pure())
class MBarrierGetOp(_OnBarrier):
    """`nvgpu.mbarrier.get`: the address of a barrier, as a number.

    %q = nvgpu.mbarrier.get %b[%i] : <memorySpace = #gpu.address_space<workgroup>> -> i32
    """

    barriers = operand_def(MBarrierGroupType)
    index = operand_def(IndexType)
    pointer = result_def(IntegerType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        text = _parse_on_barrier(parser)
        parser.parse_punctuation("->")
        type_ = parser.parse_type()
        op = cls(operands=[text.barriers, text.index], result_types=[type_])
        return with_attributes(op, text.attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.operands[0], "[", self.index, "]", self.attributes)
        write(printer, " : ", *self.of.text(), " -> ", self.pointer.type)


class _Arrives(_OnBarrier):
    token = result_def(MBarrierTokenType)

    def _print_type(self, printer: Printer) -> None:
        write(printer, self.attributes, " : ", *self.of.text(), " -> ", self.token.type)


@define("nvgpu.mbarrier.arrive", ConcernsOtherThreads())
class MBarrierArriveOp(_Arrives):
    """`nvgpu.mbarrier.arrive`: one more has arrived; the token is of the phase that it arrived in.

    %t = nvgpu.mbarrier.arrive %b[%i] : <memorySpace = #gpu.address_space<workgroup>> -> !nvgpu.mbarrier.token
    """

    barriers = operand_def(MBarrierGroupType)
    index = operand_def(IndexType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        text = _parse_on_barrier(parser)
        parser.parse_punctuation("->")
        op = cls(operands=[text.barriers, text.index], result_types=[parser.parse_type()])
        return with_attributes(op, text.attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.operands[0], "[", self.index, "]")
        self._print_type(printer)


@define("nvgpu.mbarrier.arrive.nocomplete", ConcernsOtherThreads())
class MBarrierArriveNocompleteOp(_Arrives):
    """`nvgpu.mbarrier.arrive.nocomplete`: so many more have arrived, which must not end the phase.

    %t = nvgpu.mbarrier.arrive.nocomplete %b[%i], %n : <memorySpace = ...> -> !nvgpu.mbarrier.token
    """

    barriers = operand_def(MBarrierGroupType)
    index = operand_def(IndexType)
    count = operand_def(IndexType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        text = _parse_on_barrier(parser, ",", OPERAND)
        parser.parse_punctuation("->")
        numbers = [text.index, *_numbers(parser, *text.more)]
        op = cls(operands=[text.barriers, *numbers], result_types=[parser.parse_type()])
        return with_attributes(op, text.attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.operands[0], "[", self.index, "], ", self.count)
        self._print_type(printer)


@define("nvgpu.mbarrier.test.wait", ConcernsOtherThreads())
class MBarrierTestWaitOp(_OnBarrier):
    """`nvgpu.mbarrier.test.wait`: whether the token's phase is over.

    %d = nvgpu.mbarrier.test.wait %b[%i], %t : <memorySpace = ...>, !nvgpu.mbarrier.token
    """

    barriers = operand_def(MBarrierGroupType)
    token = operand_def(MBarrierTokenType)
    index = operand_def(IndexType)
    complete = result_def(i1)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        text = _parse_on_barrier(parser, ",", OPERAND)
        parser.parse_punctuation(",")
        (token,) = text.more
        phase = parser.resolve_operand(token, parser.parse_type())
        op = cls(operands=[text.barriers, phase, text.index], result_types=[i1])
        return with_attributes(op, text.attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.operands[0], "[", self.index, "], ", self.token, self.attributes)
        write(printer, " : ", *self.of.text(), ", ", self.token.type)


@define("nvgpu.mbarrier.try_wait.parity", ConcernsOtherThreads())
class MBarrierTryWaitParityOp(_OnBarrier):
    """`nvgpu.mbarrier.try_wait.parity`: until the phase of this parity is over; the number says how long to sleep.

    nvgpu.mbarrier.try_wait.parity %b[%i], %parity, %ticks : <memorySpace = ...>
    """

    barriers = operand_def(MBarrierGroupType)
    parity = operand_def(i1)
    ticks = operand_def(IndexType)
    index = operand_def(IndexType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        text = _parse_on_barrier(parser, ",", OPERAND, ",", OPERAND)
        parity, ticks = text.more
        numbers = [*_numbers(parser, ticks), text.index]
        op = cls(operands=[text.barriers, parser.resolve_operand(parity, i1), *numbers])
        return with_attributes(op, text.attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.operands[0], "[", self.index, "], ", self.parity, ", ", self.ticks)
        write(printer, self.attributes, " : ", *self.of.text())
