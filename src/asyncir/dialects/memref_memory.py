"""The memref ops that create and destroy memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from xdsl.traits import SingleBlockImplicitTerminator, ensure_terminator

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import ALLOCATES_RESULT, Access, Effect, HasEffects, touches
from asyncir.dialects.memref_layout import has_identity_layout, shape_of, types_of
from asyncir.dialects.syntax import ATTRIBUTES, REGION, parse_arrow_types, read, write
from asyncir.ir import (
    AffineMapAttr,
    Attribute,
    AttrSizedOperandSegments,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    IsTerminator,
    MemRefType,
    Operation,
    ParsePropInAttrDict,
    Parser,
    Printer,
    Pure,
    RecursiveMemoryEffect,
    ReturnLike,
    SSAValue,
    StridedLayoutAttr,
    UnrankedMemRefType,
    VerifyException,
    base,
    i64,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)

ANY_MEMREF = base(MemRefType) | base(UnrankedMemRefType)


def _of_realloc(op: Operation) -> Sequence[Effect]:
    """It copies its operand to a new object and ends the life of the operand."""
    old, new = op.operands[0], op.results[0]
    return (
        Effect(Access.READ, old),
        Effect(Access.FREE, old),
        Effect(Access.ALLOC, new),
        Effect(Access.WRITE, new),
    )


def verify_alignment(alignment: Attribute | None) -> None:
    """Check an optional alignment: a power of two, of type i64."""
    if alignment is None:
        return
    integer: Any = alignment
    if (
        not isinstance(alignment, IntegerAttr)
        or integer.type != i64
        or (value := integer.value.data) <= 0
        or value & (value - 1)
    ):
        raise VerifyException(
            "attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose "
            "value is positive and whose value is a power of two > 0"
        )


def verify_sizes(type_: Attribute, sizes: Sequence[SSAValue]) -> None:
    """Check that there is a value for each size of the memref that its type does not say."""
    dynamic = shape_of(type_).count(None)
    if dynamic != len(sizes):
        raise VerifyException(f"incorrect number of dynamic sizes, has {len(sizes)}, expected {dynamic}")


def verify_space(source: Any, result: Any, as_source: str = "", as_result: str = "") -> None:
    """Check that two memref types have one memory space."""
    if source.memory_space != result.memory_space:
        raise VerifyException(
            f"different memory spaces specified for {as_source}{source} and {as_result}{result}"
        )


class AllocLikeOp(IRDLOperation):
    """An op whose result is new memory."""

    dynamic_sizes = var_operand_def(IndexType)
    symbol_operands = var_operand_def(IndexType)
    memref = result_def(MemRefType)
    alignment = opt_prop_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True), ParsePropInAttrDict())
    assembly_format = "`(`$dynamic_sizes`)` (`` `[` $symbol_operands^ `]`)? attr-dict `:` type($memref)"
    traits = traits_def(ALLOCATES_RESULT)

    def __init__(
        self,
        dynamic_sizes: Sequence[SSAValue | Operation],
        symbol_operands: Sequence[SSAValue | Operation],
        result_type: Attribute,
    ):
        super().__init__(operands=[dynamic_sizes, symbol_operands], result_types=[result_type])

    def verify_(self) -> None:
        """Check the number of dynamic sizes and of symbols, and the alignment."""
        type_: Any = self.memref.type
        verify_sizes(type_, self.dynamic_sizes)
        symbols = symbol_count(type_.layout)
        if symbols != len(self.symbol_operands):
            raise VerifyException(
                "symbol operand count does not equal memref symbol count: "
                f"expected {symbols}, got {len(self.symbol_operands)}"
            )
        verify_alignment(self.alignment)


def symbol_count(layout: Any) -> int:
    """The number of symbols that a layout leaves open."""
    if isinstance(layout, StridedLayoutAttr):
        return (*layout.get_strides(), layout.get_offset()).count(None)
    return layout.data.num_symbols if isinstance(layout, AffineMapAttr) else 0


@define("memref.alloc")
class AllocOp(AllocLikeOp):
    """`memref.alloc`: memory that lives until `memref.dealloc`."""


@define("memref.alloca")
class AllocaOp(AllocLikeOp):
    """`memref.alloca`: memory that lives until the enclosing function, task or `memref.alloca_scope` ends."""


@define("memref.alloca_scope.return", Pure(), IsTerminator(), ReturnLike())
class AllocaScopeReturnOp(IRDLOperation):
    """`memref.alloca_scope.return`: end the scope with values."""

    ops = var_operand_def()
    assembly_format = "attr-dict ($ops^ `:` type($ops))?"

    def verify_(self) -> None:
        """Check that the values are those of the scope."""
        parent = self.parent_op()
        if parent is not None and not isinstance(parent, AllocaScopeOp):
            raise VerifyException("expects parent op 'memref.alloca_scope'")
        if parent is not None and tuple(self.operand_types) != tuple(parent.result_types):
            raise VerifyException("region control flow edge: types of the values differ from the results")


@define("memref.alloca_scope", RecursiveMemoryEffect(), SingleBlockImplicitTerminator(AllocaScopeReturnOp))
class AllocaScopeOp(IRDLOperation):
    """`memref.alloca_scope`: what its body puts on the stack ends with it."""

    res = var_result_def()
    body_region = region_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(-> type | -> (types))? { ... } attributes`."""
        types = parse_arrow_types(parser)
        region, attributes = read(parser, REGION, ATTRIBUTES)
        op = cls.create(result_types=types, regions=(region,), attributes=attributes)
        for trait in op.get_traits_of_type(SingleBlockImplicitTerminator):
            ensure_terminator(op, trait)
        return op

    def print(self, printer: Printer) -> None:
        """Print `(-> (types))? { ... } attributes`; a return of nothing is left out."""
        write(printer, " ", *((" -> (", self.result_types, ")") if self.results else ()), " ")
        printer.print_region(
            self.body_region, print_entry_block_args=False, print_block_terminators=bool(self.results)
        )
        printer.print_op_attributes(self.attributes)


@define("memref.dealloc", touches(Access.FREE, 0, whole=True))
class DeallocOp(IRDLOperation):
    """`memref.dealloc`: end the life of what `memref.alloc` made."""

    memref = operand_def(ANY_MEMREF)
    assembly_format = "$memref attr-dict `:` type($memref)"

    def __init__(self, memref: SSAValue):
        super().__init__(operands=[memref])


@define("memref.realloc", HasEffects(_of_realloc))
class ReallocOp(IRDLOperation):
    """`memref.realloc`: the elements in memory of another size; the operand's life ends."""

    source = operand_def(MemRefType)
    dynamic_result_size = opt_operand_def(IndexType)
    result = result_def(MemRefType)
    alignment = opt_prop_def()
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$source (`` `(` $dynamic_result_size^ `)`)? attr-dict `:` type($source) `to` type($result)"
    )

    def verify_(self) -> None:
        """Check ranks, element types, layouts and sizes."""
        verify_alignment(self.alignment)
        source, result = types_of(self.source, self.result)
        if len(shape_of(source)) != 1 or len(shape_of(result)) != 1:
            raise VerifyException("operand and result must be 1D memrefs")
        if not has_identity_layout(source):
            raise VerifyException(f"unsupported layout for source memref type {source}")
        if not has_identity_layout(result):
            raise VerifyException(f"unsupported layout for result memref type {result}")
        verify_space(source, result)
        if source.element_type != result.element_type:
            raise VerifyException(f"different element types specified for {source} and {result}")
        if (shape_of(result)[0] is None) != (self.dynamic_result_size is not None):
            raise VerifyException("dynamic result size operand does not match the result type")
