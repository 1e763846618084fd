"""`memref.dma_start` and `memref.dma_wait` at affine expressions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from asyncir.dialects.affine_syntax import MapParser, print_expression, verify_map
from asyncir.dialects.define import define
from asyncir.dialects.memref_access import parse_memref_type
from asyncir.dialects.memref_dma import STARTS_DMA, WAITS_FOR_DMA, verify_indices
from asyncir.dialects.syntax import parsed, write
from asyncir.ir import (
    AffineMapAttr,
    Attribute,
    IndexType,
    IRDLOperation,
    MemRefType,
    Parser,
    Printer,
    SSAValue,
    VerifyException,
    attr_def,
    var_operand_def,
)


class AffineDmaOp(IRDLOperation):
    """An op with memrefs, each with a map that makes a place in it of the operands behind it."""

    all_operands = var_operand_def()

    @property
    def maps(self) -> tuple[AffineMapAttr, ...]:
        """The maps of the memrefs."""
        raise NotImplementedError

    @property
    def names_of_maps(self) -> tuple[str, ...]:
        """The attributes that the maps are."""
        raise NotImplementedError

    def _parts(self) -> tuple[list[tuple[SSAValue, list[SSAValue]]], list[SSAValue]]:
        """The memrefs with the operands of their maps, and what is behind them."""
        rest, parts = list(self.operands), list[tuple[SSAValue, list[SSAValue]]]()
        for attribute in self.maps:
            count = attribute.data.num_dims + attribute.data.num_symbols
            if len(rest) <= count:
                raise VerifyException("incorrect number of operands")
            if not isinstance(rest[0].type, MemRefType):
                raise VerifyException("expected DMA source, destination and tag to be of memref type")
            parts.append((rest[0], rest[1 : count + 1]))
            rest = rest[count + 1 :]
        return parts, rest

    @classmethod
    def _parsed(cls, parser: Parser, names: Sequence[str], most: int) -> Self:
        """Parse `%m[%i + 1, ...], ..., %n, ... attributes : types`."""
        memrefs: list[Any] = []
        places: list[Sequence[SSAValue]] = []
        maps: dict[str, Attribute] = {}
        for name in names:
            memrefs.append(parser.parse_unresolved_operand())
            reader = MapParser(parser)
            found = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, reader.expression)
            maps[name] = AffineMapAttr(reader.map(found))
            places.append(reader.operands)
            parser.parse_punctuation(",")
        numbers = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
        if len(numbers) not in (1, most):
            parser.raise_error("expected stride and number of elements per stride")
        operands: list[SSAValue] = []
        for index, (memref, place) in enumerate(zip(memrefs, places, strict=True)):
            parser.parse_punctuation("," if index else ":")
            operands += [parser.resolve_operand(memref, parse_memref_type(parser)), *place]
        operands += [parser.resolve_operand(number, IndexType()) for number in numbers]
        return parsed(cls, operands, (), {}, maps)

    def print(self, printer: Printer) -> None:
        """Print `%m[%i + 1, ...], ..., %n, ... attributes : types`."""
        parts, numbers = self._parts()
        for (memref, operands), attribute in zip(parts, self.maps, strict=True):
            map = attribute.data
            write(printer, " ", memref, "[")
            printer.print_list(map.results, lambda e: print_expression(printer, e, map, operands))  # noqa: B023
            write(printer, "],")
        shown = {name: value for name, value in self.attributes.items() if name not in self.names_of_maps}
        write(printer, " ", numbers, shown, " : ", [memref.type for memref, _ in parts])

    def verify_(self) -> None:
        """Check the operands of the maps, and what is behind them."""
        parts, numbers = self._parts()
        for (_, operands), attribute in zip(parts, self.maps, strict=True):
            verify_indices(operands)
            verify_map(attribute.data, operands)
        if len(numbers) not in ((1, 3) if len(parts) > 1 else (1,)):
            raise VerifyException("incorrect number of operands")
        verify_indices(numbers)


@define("affine.dma_start", STARTS_DMA)
class AffineDmaStartOp(AffineDmaOp):
    """`affine.dma_start`: begin to copy elements from one memory to another, at affine expressions."""

    src_map = attr_def(AffineMapAttr)
    dst_map = attr_def(AffineMapAttr)
    tag_map = attr_def(AffineMapAttr)

    @property
    def maps(self) -> tuple[AffineMapAttr, ...]:
        """Of the source, the destination and the tag."""
        return self.src_map, self.dst_map, self.tag_map

    @property
    def names_of_maps(self) -> tuple[str, ...]:
        """Of the source, the destination and the tag."""
        return "src_map", "dst_map", "tag_map"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%m[...], %m[...], %tag[...], %n (, %n, %n)? attributes : type, type, type`."""
        return cls._parsed(parser, ("src_map", "dst_map", "tag_map"), 3)


@define("affine.dma_wait", WAITS_FOR_DMA)
class AffineDmaWaitOp(AffineDmaOp):
    """`affine.dma_wait`: wait until the copy whose tag is at affine expressions is complete."""

    tag_map = attr_def(AffineMapAttr)

    @property
    def maps(self) -> tuple[AffineMapAttr, ...]:
        """That of the tag."""
        return (self.tag_map,)

    @property
    def names_of_maps(self) -> tuple[str, ...]:
        """That of the tag."""
        return ("tag_map",)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%tag[...], %n attributes : type`."""
        return cls._parsed(parser, ("tag_map",), 1)
