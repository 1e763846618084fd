"""Accesses of memory at affine expressions: of elements, of vectors, and hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from asyncir.dialects.affine_syntax import MapParser, print_expression, verify_map
from asyncir.dialects.define import define
from asyncir.dialects.effect_types import Access, touches
from asyncir.dialects.memref_access import (
    PREFETCHES,
    AccessOp,
    ElementLoad,
    ElementStore,
    PrefetchHint,
)
from asyncir.dialects.memref_layout import shape_of, strided_form
from asyncir.dialects.syntax import parse_type_of, write
from asyncir.ir import (
    AffineMapAttr,
    Attribute,
    IndexType,
    MemRefType,
    Parser,
    Printer,
    SSAValue,
    VectorType,
    VerifyException,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)


class AffineAccessOp(AccessOp):
    """An op on what is at the place that a map makes of its operands."""

    map = prop_def(AffineMapAttr)

    @classmethod
    def parse_subscripts(cls, parser: Parser, properties: dict[str, Attribute]) -> Sequence[SSAValue]:
        """Parse `[%i + 1, ...]`."""
        reader = MapParser(parser)
        found = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, reader.expression)
        properties["map"] = AffineMapAttr(reader.map(found))
        return reader.operands

    def print_subscripts(self, printer: Printer, indices: Sequence[SSAValue]) -> None:
        """Print `[%i + 1, ...]`."""
        map = self.map.data
        with printer.in_square_brackets():
            printer.print_list(map.results, lambda e: print_expression(printer, e, map, indices))

    def verify_(self) -> None:
        """Check the rank, and the operands of the map."""
        memref, *indices = self.operands[self.STORES :]
        if len(self.map.data.results) != len(shape_of(memref.type)):
            raise VerifyException("affine map num results must equal memref rank")
        verify_map(self.map.data, indices)


@define("affine.load", touches(Access.READ, 0))
class LoadOp(AffineAccessOp, ElementLoad):
    """`affine.load`: read the element at affine expressions.

    %x = affine.load %m[%i, %j + symbol(%n)] : memref<?x?xf32>
    """


@define("affine.store", touches(Access.WRITE, 1))
class StoreOp(AffineAccessOp, ElementStore):
    """`affine.store`: write the element at affine expressions."""


class AffineVectorAccessOp(AffineAccessOp):
    """An op on elements that follow each other from there on."""

    @classmethod
    def parse_moved_type(cls, parser: Parser, memref: MemRefType[Attribute]) -> Attribute:
        """Parse `, type`."""
        parser.parse_punctuation(",")
        return parse_type_of(parser, VectorType, "a vector")

    def print(self, printer: Printer) -> None:
        """Print `(%v,)? %m[%i, ...] attributes : type, type`."""
        super().print(printer)
        write(printer, ", ", (*self.results, *self.operands)[0].type)

    def verify_(self) -> None:
        """Check what is checked of each access, and that the vector fits into the memref."""
        super().verify_()
        vector: Any = (*self.results, *self.operands)[0].type
        memref: Any = self.operands[self.STORES].type
        if memref.element_type != vector.element_type:
            raise VerifyException("requires memref and vector types of the same elemental type")
        # mlir-opt 22 takes the next two, and then has no lowering for them.
        if len(shape_of(vector)) > len(shape_of(memref)):
            raise VerifyException("memref has lower rank than the vector")
        form = strided_form(memref)
        if form is not None and form[0] and form[0][-1] != 1:
            raise VerifyException("most minor memref dim must have unit stride")


@define("affine.vector_load", touches(Access.READ, 0))
class VectorLoadOp(AffineVectorAccessOp):
    """`affine.vector_load`: read elements that follow each other.

    %v = affine.vector_load %m[%i + 3] : memref<?xf32>, vector<4xf32>
    """

    memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    result = result_def(VectorType)


@define("affine.vector_store", touches(Access.WRITE, 1))
class VectorStoreOp(AffineVectorAccessOp):
    """`affine.vector_store`: write elements that follow each other."""

    STORES: ClassVar = True
    value = operand_def(VectorType)
    memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType)


@define("affine.prefetch", PREFETCHES)
class PrefetchOp(AffineAccessOp, PrefetchHint):
    """`affine.prefetch`: hint that the element at affine expressions will be touched."""

    HAS_ATTRIBUTES: ClassVar = True

    def verify_(self) -> None:
        """Check the place, and the locality."""
        super().verify_()
        self.verify_hints()
