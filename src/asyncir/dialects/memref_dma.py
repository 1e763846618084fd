"""Copies that go on beside the program, and end where another op waits for their tag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import Access, Effect, HasEffects
from asyncir.dialects.memref_access import parse_indices, parse_memref_type
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.syntax import ATTRIBUTES, OPERAND, parsed, read, write
from asyncir.ir import (
    Attribute,
    IndexType,
    IRDLOperation,
    MemRefType,
    Operation,
    Parser,
    Printer,
    SSAValue,
    VerifyException,
    var_operand_def,
)

Place = tuple[SSAValue, Sequence[SSAValue]]
"""A memref and the indices there."""


def _memrefs(op: Operation) -> list[SSAValue]:
    return [value for value in op.operands if isinstance(value.type, MemRefType)]


def _of_dma(op: Operation) -> Iterator[Effect]:
    source, target, tag = _memrefs(op)
    yield Effect(Access.READ, source)
    yield Effect(Access.WRITE, target)
    yield Effect(Access.WRITE, tag)


STARTS_DMA = HasEffects(lambda op: tuple(_of_dma(op)), (Access.READ, Access.WRITE))
"""The op reads what it copies, and writes where that goes, and its tag."""

WAITS_FOR_DMA = HasEffects(
    lambda op: (Effect(Access.READ, op.operands[0]), Effect(Access.WRITE, op.operands[0])),
    (Access.READ, Access.WRITE),
)
"""The op stays where it is among those that use its tag."""


def places_in(op: Operation, count: int) -> tuple[list[Place], list[SSAValue]]:
    """The memrefs with their indices, of which there are as many as the memref has dimensions, and what is left.

    The third memref is behind the number of elements, which is put in front of what is left.
    """
    rest, places, number = list(op.operands), list[Place](), list[SSAValue]()
    for position in range(count):
        if count > 1 and position == count - 1:
            number, rest = rest[:1], rest[1:]
        type_: Attribute | None = rest[0].type if rest else None
        if type_ is None or type_.name != MemRefType.name:
            raise VerifyException(f"expected operand {len(op.operands) - len(rest)} to be of memref type")
        rank = len(shape_of(type_))
        if len(rest) <= rank:
            raise VerifyException("incorrect number of operands")
        places.append((rest[0], rest[1 : rank + 1]))
        rest = rest[rank + 1 :]
    return places, number + rest


def verify_indices(values: Sequence[SSAValue]) -> None:
    """Check that all of them are indices."""
    if not all(isinstance(value.type, IndexType) for value in values):
        raise VerifyException("expected indices and numbers of elements to be of index type")


@define("memref.dma_start", STARTS_DMA)
class DmaStartOp(IRDLOperation):
    """`memref.dma_start`: begin to copy elements from one memory to another; with a stride, some at a time.

    memref.dma_start %src[%i], %dst[%j], %n, %tag[%k], %stride, %each : memref<?xf32>, memref<?xf32, 1>, memref<1xi32>
    """

    all_operands = var_operand_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%m[...], %m[...], %n, %m[...] (, %n, %n)? attributes : type, type, type`."""
        index = IndexType()
        (source,), at = read(parser, OPERAND), parse_indices(parser)
        (target,), to = read(parser, ",", OPERAND), parse_indices(parser)
        number, tag = read(parser, ",", OPERAND, ",", OPERAND)
        of = parse_indices(parser)
        strided = read(parser, OPERAND, ",", OPERAND) if parser.parse_optional_punctuation(",") else ()
        (attributes,) = read(parser, ATTRIBUTES)
        types: list[Attribute] = []
        for punctuation in (":", ",", ","):
            parser.parse_punctuation(punctuation)
            types.append(parse_memref_type(parser))
        memrefs = [parser.resolve_operand(*each) for each in zip((source, target, tag), types, strict=True)]
        numbers = [parser.resolve_operand(each, index) for each in (number, *strided)]
        operands = (memrefs[0], *at, memrefs[1], *to, numbers[0], memrefs[2], *of, *numbers[1:])
        return parsed(cls, operands, (), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print `%m[...], %m[...], %n, %m[...] (, %n, %n)? attributes : type, type, type`."""
        (source, target, tag), (number, *strided) = places_in(self, 3)
        for memref, indices in (source, target):
            write(printer, " ", memref, "[", indices, "],")
        write(printer, " ", number, ", ", tag[0], "[", tag[1], "]")
        for each in strided:
            write(printer, ", ", each)
        write(printer, self.attributes, " : ", [each.type for each in (source[0], target[0], tag[0])])

    def verify_(self) -> None:
        """Check that there is an index for each dimension, and a number of elements."""
        places, numbers = places_in(self, 3)
        if len(numbers) not in (1, 3):
            raise VerifyException("incorrect number of operands")
        verify_indices([*numbers, *(index for _, indices in places for index in indices)])


@define("memref.dma_wait", WAITS_FOR_DMA)
class DmaWaitOp(IRDLOperation):
    """`memref.dma_wait`: wait until the copy that has the tag is complete."""

    all_operands = var_operand_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%tag[...], %n attributes : type`."""
        (tag,), indices = read(parser, OPERAND), parse_indices(parser)
        number, attributes, type_ = read(parser, ",", OPERAND, ATTRIBUTES, ":", parse_memref_type)
        operands = (
            parser.resolve_operand(tag, type_),
            *indices,
            parser.resolve_operand(number, IndexType()),
        )
        return parsed(cls, operands, (), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print `%tag[...], %n attributes : type`."""
        tag, *indices, number = self.operands
        write(printer, " ", tag, "[", indices, "], ", number, self.attributes, " : ", tag.type)

    def verify_(self) -> None:
        """Check that there is an index for each dimension."""
        operands = list(self.operands)
        if len(operands) < 2 or operands[0].type.name != MemRefType.name:
            raise VerifyException("expected a tag of memref type and a number of elements")
        verify_indices(operands[1:])
        if len(operands) - 2 != len(shape_of(operands[0].type)):
            raise VerifyException(
                "expected tagIndices to have the same number of elements as the tagMemRef rank"
            )
