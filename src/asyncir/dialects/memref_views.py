"""The memref ops whose result is another view of the operand's memory, or a fact about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import methodcaller
from typing import Any, ClassVar, Self, cast

from xdsl.irdl import RangeOf, RangeVarConstraint
from xdsl.traits import NoMemoryEffect

from asyncir.dialects.define import define
from asyncir.dialects.effect_types import (
    Access,
    AsksShape,
    NumberT,
    RelativeView,
    ViewLike,
    touches,
)
from asyncir.dialects.memref_layout import (
    all_compatible,
    compatible,
    has_identity_layout,
    shape_of,
    strided_form,
    types_of,
)
from asyncir.dialects.memref_memory import ANY_MEMREF, verify_sizes, verify_space
from asyncir.dialects.plain_forms import NAME, TYPE as TYPE_NAME, HasPlainForm
from asyncir.dialects.shaped import DimLikeOp
from asyncir.dialects.syntax import ATTRIBUTES, OPERAND, TYPE, parsed, read, write
from asyncir.ir import (
    AffineMapAttr,
    Attribute,
    IndexType,
    IntegerAttr,
    IntegerType,
    IRDLOperation,
    MemRefType,
    NoneAttr,
    Operation,
    Parser,
    Printer,
    Pure,
    SSAValue,
    UnrankedMemRefType,
    VarConstraint,
    VerifyException,
    base,
    i8,
    i32,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)

_INDEX = IndexType()
_MEMREFS = RangeVarConstraint("T", RangeOf(base(MemRefType)))


VIEWS_ALL = RelativeView(lambda _op, index, _number: list(index))
"""The op is a view of the same elements with the same indices."""


class CastLikeOp(IRDLOperation):
    """`%a attributes : type to type`, the result being a view of the operand."""

    source = operand_def(ANY_MEMREF)
    dest = result_def(ANY_MEMREF)
    traits = traits_def(Pure(), VIEWS_ALL)
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def __init__(self, source: SSAValue | Operation, dest: Attribute):
        super().__init__(operands=[source], result_types=[dest])

    def are_compatible(self, source: Attribute, dest: Attribute) -> bool:
        """Whether the operand's type can be cast to the result's."""
        raise NotImplementedError

    def verify_(self) -> None:
        """Check that the two types go together."""
        source, dest = self.source.type, self.dest.type
        if not self.are_compatible(source, dest):
            raise VerifyException(f"operand type '{source}' and result type '{dest}' are cast incompatible")


@define("memref.cast")
class CastOp(CastLikeOp):
    """`memref.cast`: more or less of the shape and layout in the type; it must be true when it runs."""

    def are_compatible(self, source: Attribute, dest: Attribute) -> bool:
        """Whether the operand's type can be cast to the result's."""
        return can_be_cast(source, dest)


def can_be_cast(source: Attribute, dest: Attribute) -> bool:
    """Whether `memref.cast` takes one type to the other."""
    one: Any = source
    other: Any = dest
    if one.element_type != other.element_type or one.memory_space != other.memory_space:
        return False
    if not isinstance(source, MemRefType) or not isinstance(dest, MemRefType):
        return isinstance(source, MemRefType) or isinstance(dest, MemRefType)
    if not all_compatible(shape_of(one), shape_of(other)):
        return False
    if one.layout == other.layout:
        return True
    one_form, other_form = strided_form(one), strided_form(other)
    if one_form is None or other_form is None:
        return False
    return compatible(one_form[1], other_form[1]) and all_compatible(one_form[0], other_form[0])


@define("memref.memory_space_cast")
class MemorySpaceCastOp(CastLikeOp):
    """`memref.memory_space_cast`: the same memory seen through another memory space."""

    def are_compatible(self, source: Attribute, dest: Attribute) -> bool:
        """Whether the types differ in nothing but the memory space."""
        one: Any = source
        other: Any = dest
        if type(source) is not type(dest) or one.element_type != other.element_type:
            return False
        return isinstance(source, UnrankedMemRefType) or (one.shape, one.layout) == (
            other.shape,
            other.layout,
        )


@define("memref.dim", NoMemoryEffect(), AsksShape())
class DimOp(DimLikeOp, HasPlainForm):
    """`memref.dim`: the size of a dimension."""

    PLAIN_FORM: ClassVar = re.compile(f"{NAME}, {NAME} : {TYPE_NAME}")

    source = operand_def(ANY_MEMREF)

    @classmethod
    def of_plain_form(cls, values: Sequence[SSAValue], type: Attribute, word: str) -> Self | None:
        """Without attributes."""
        source, index = values
        if source.type != type or not isinstance(index.type, IndexType):
            return None
        return parsed(cls, values, (index.type,), {}, {})

    def verify_(self) -> None:
        """Check that there is a dimension at all."""
        memref: Any = self.source.type
        if isinstance(self.source.type, MemRefType) and not shape_of(memref):
            raise VerifyException(
                "operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type "
                f"values, but got '{memref}'"
            )


@define("memref.rank", Pure(), AsksShape())
class RankOp(IRDLOperation):
    """`memref.rank`: the number of dimensions."""

    memref = operand_def(ANY_MEMREF)
    result = result_def(IndexType)
    assembly_format = "$memref attr-dict `:` type($memref)"


@define("memref.assume_alignment", Pure(), VIEWS_ALL)
class AssumeAlignmentOp(IRDLOperation):
    """`memref.assume_alignment`: the operand, whose address is a multiple of a power of two."""

    T: ClassVar = VarConstraint("T", base(MemRefType))
    memref = operand_def(T)
    alignment = prop_def(IntegerAttr.constr(i32))
    result = result_def(T)
    assembly_format = "$memref `,` $alignment attr-dict `:` type($memref)"

    def verify_(self) -> None:
        """Check that the alignment is a power of two."""
        alignment = self.alignment.value.data
        if alignment <= 0 or alignment & (alignment - 1):
            raise VerifyException("alignment must be power of 2")


@define("memref.distinct_objects", Pure())
class DistinctObjectsOp(IRDLOperation):
    """`memref.distinct_objects`: the operands, none of which overlaps another."""

    arguments = var_operand_def(_MEMREFS)
    res = var_result_def(_MEMREFS)
    assembly_format = "$arguments attr-dict `:` type($arguments)"

    def verify_(self) -> None:
        """Check that there are operands."""
        if not self.operands:
            raise VerifyException("expected at least one operand")


@define("memref.extract_aligned_pointer_as_index", Pure())
class ExtractAlignedPointerAsIndexOp(IRDLOperation):
    """`memref.extract_aligned_pointer_as_index`: the address of the memory, without the offset."""

    source = operand_def(ANY_MEMREF)
    aligned_pointer = result_def(IndexType)
    assembly_format = "$source `:` type($source) `->` type($aligned_pointer) attr-dict"


@define("memref.extract_strided_metadata", Pure(), ViewLike())
class ExtractStridedMetaDataOp(IRDLOperation):
    """`memref.extract_strided_metadata`: the memory, the offset, the sizes and the strides."""

    source = operand_def(MemRefType)
    metadata = var_result_def()
    assembly_format = "$source `:` type($source) `->` type($metadata) attr-dict"

    @classmethod
    def of(cls, source: SSAValue) -> Self:
        """The op for a memref."""
        return cls(operands=[source], result_types=[_metadata_types(source.type)])

    def verify_(self) -> None:
        """Check the results' types."""
        if strided_form(self.source.type) is None:
            raise VerifyException(f"operand #0 must be strided memref, but got '{self.source.type}'")
        inferred = _metadata_types(self.source.type)
        if list(self.result_types) != inferred:
            one, other = (", ".join(f"'{t}'" for t in types) for types in (inferred, self.result_types))
            raise VerifyException(
                f"inferred type(s) {one} are incompatible with return type(s) of operation {other}"
            )


def _metadata_types(source: Attribute) -> list[Attribute]:
    memref: Any = source
    scalar: Attribute = MemRefType(memref.element_type, [], NoneAttr(), memref.memory_space)
    return [scalar, _INDEX, *[_INDEX] * (2 * len(shape_of(source)))]


@define("memref.view", Pure(), ViewLike())
class ViewOp(IRDLOperation):
    """`memref.view`: a row of bytes, from a byte on, as elements of another type."""

    source = operand_def(MemRefType.constr(i8))
    byte_shift = operand_def(IndexType)
    sizes = var_operand_def(IndexType)
    result = result_def(MemRefType)
    assembly_format = (
        "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type($result)"
    )

    def verify_(self) -> None:
        """Check ranks, layouts, memory spaces and the number of sizes."""
        source, result = types_of(self.source, self.result)
        if len(shape_of(source)) != 1:
            raise VerifyException(
                f"operand #0 must be 1D memref of 8-bit signless integer, but got '{source}'"
            )
        if not has_identity_layout(result):
            raise VerifyException(f"unsupported map for result memref type '{result}'")
        if not has_identity_layout(source):
            raise VerifyException(f"unsupported map for base memref type '{source}'")
        verify_space(source, result, "base memref type ", "view memref type ")
        verify_sizes(result, self.sizes)


@define("memref.reshape", touches(Access.READ, 1))
class ReshapeOp(IRDLOperation):
    """`memref.reshape`: the same elements, in the same order, with the shape that a memref holds."""

    source = operand_def(ANY_MEMREF)
    shape = operand_def(MemRefType)
    result = result_def(ANY_MEMREF)
    assembly_format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        """Check element types, layouts, and the shape's length."""
        source, result, shape = types_of(self.source, self.result, self.shape)
        if len(shape_of(shape)) != 1 or not isinstance(shape.element_type, IntegerType | IndexType):
            raise VerifyException(
                "operand #1 must be 1D memref of signless integer or index values, but got '{shape}'"
            )
        if source.element_type != result.element_type:
            raise VerifyException("element types of source and destination memref types should be the same")
        for type_ in (source, result):
            if isinstance(type_, MemRefType) and not has_identity_layout(cast("Attribute", type_)):
                raise VerifyException("source and result memref type should have identity affine map")
        length = shape_of(shape)[0]
        if isinstance(result, MemRefType):
            if length is None:
                raise VerifyException(
                    "cannot use shape operand with dynamic length to reshape to statically-ranked"
                )
            if length != len(shape_of(self.result.type)):
                raise VerifyException("length of shape operand differs from the result's memref rank")


def _transposed(op: TransposeOp, index: Sequence[NumberT], _: object) -> list[NumberT]:
    """Each index at the place of its dimension in the operand."""
    at = dict(zip(op.order, index, strict=True))
    return [at[d] for d in range(len(at))]


@define("memref.transpose", Pure(), RelativeView(_transposed))
class TransposeOp(IRDLOperation):
    """`memref.transpose`: the dimensions in another order."""

    source = operand_def(MemRefType)
    permutation = prop_def(AffineMapAttr)
    result = result_def(MemRefType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%m (i, j) -> (j, i) attributes : type to type`."""
        pieces = (OPERAND, methodcaller("parse_affine_map"), ATTRIBUTES, ":", TYPE, "to", TYPE)
        source, permutation, attributes, source_type, result_type = read(parser, *pieces)
        operand = parser.resolve_operand(source, source_type)
        properties = {"permutation": AffineMapAttr(permutation)}
        return parsed(cls, (operand,), (result_type,), properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print `%m (i, j) -> (j, i) attributes : type to type`."""
        write(printer, " ", self.source, f" {self.permutation.data}", self.attributes)
        write(printer, " : ", self.source.type, " to ", self.result.type)

    @property
    def order(self) -> tuple[int, ...]:
        """For each dimension of the result, the one of the operand."""
        return tuple(getattr(expression, "position", -1) for expression in self.permutation.data.results)

    def verify_(self) -> None:
        """Check that it is a permutation, and the result's type."""
        source, result = types_of(self.source, self.result)
        shape, form, result_form = shape_of(source), strided_form(source), strided_form(result)
        if sorted(self.order) != list(range(self.permutation.data.num_dims)):
            raise VerifyException("expected a permutation map")
        if len(self.order) != len(shape):
            raise VerifyException(f"expected a permutation map of same rank as the input: {len(shape)}")
        if form is None or result_form is None:
            raise VerifyException("the operand and the result must be strided memrefs")
        expected = tuple(shape[d] for d in self.order), tuple(form[0][d] for d in self.order), form[1]
        if (shape_of(result), *result_form) != expected or source.element_type != result.element_type:
            raise VerifyException(
                f"result type '{result}' is not equivalent to the canonical transposed input type"
            )
