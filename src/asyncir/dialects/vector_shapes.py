"""The vector ops that move elements about."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Self

from asyncir.dialects.define import define
from asyncir.dialects.elementwise import element_type
from asyncir.dialects.memref_layout import shape_of, types_of
from asyncir.dialects.syntax import (
    ATTRIBUTES,
    INTEGER,
    OPERAND,
    SQUARES,
    TYPE,
    listed,
    read,
    with_attributes,
    write,
)
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    Parser,
    Printer,
    Pure,
    SSAValue,
    VarConstraint,
    VectorType,
    VerifyException,
    i64,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)

T_VECTOR = VarConstraint("T", VectorType.constr())
"""The one type of several vectors."""

STATIC_LIST = DenseArrayBase.constr(i64)


def verify_elements(first: Attribute, second: Attribute) -> None:
    """Check that the two have the same element type."""
    if element_type(first) != element_type(second):
        raise VerifyException("failed to verify that operand and result have same element type")


def verify_fixed_length(vector: Attribute) -> None:
    """Check that no dimension of the vector is scalable."""
    typed: Any = vector
    if any(scalable for scalable in typed.get_scalable_dims()):
        raise VerifyException("must be fixed-length vector of any type values")


@define("vector.shape_cast", Pure())
class ShapeCastOp(IRDLOperation):
    """`vector.shape_cast`: the same elements in the same order as another shape."""

    source = operand_def(VectorType)
    result = result_def(VectorType)
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_(self) -> None:
        """Check the element types and the number of elements."""
        if element_type(self.source.type) != element_type(self.result.type):
            raise VerifyException("has different source and result element types")
        one, other = (prod(size or 0 for size in shape_of(t)) for t in (self.source.type, self.result.type))
        if one != other:
            raise VerifyException(f"has different source ({one}) and result ({other}) number of elements")
        source, result = types_of(self.source, self.result)
        if source.get_num_scalable_dims() != result.get_num_scalable_dims():
            raise VerifyException("has different number of scalable dims at source and result")


@define("vector.bitcast", Pure())
class BitcastOp(IRDLOperation):
    """`vector.bitcast`: the same bits as elements of another type."""

    source = operand_def(VectorType)
    result = result_def(VectorType)
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_(self) -> None:
        """Check that the number of bits in the last dimension is the same."""
        source, result = shape_of(self.source.type), shape_of(self.result.type)
        if len(source) != len(result) or source[:-1] != result[:-1]:
            raise VerifyException("dimension size mismatch")
        widths = [_bits(element_type(type_)) for type_ in (self.source.type, self.result.type)]
        last = [shape[-1] if shape else 1 for shape in (source, result)]
        if None in widths:
            if source != result or widths != [None, None]:
                raise VerifyException("source/result bitwidth of the minor 1-D vectors must be equal")
        elif (last[0] or 0) * (widths[0] or 0) != (last[1] or 0) * (widths[1] or 0):
            raise VerifyException("source/result bitwidth of the minor 1-D vectors must be equal")


def _bits(type_: Attribute) -> int | None:
    return 64 if isinstance(type_, IndexType) else getattr(type_, "bitwidth", None)


@define("vector.shuffle", Pure())
class ShuffleOp(IRDLOperation):
    """`vector.shuffle`: chosen elements (or parts) of two vectors."""

    v1 = operand_def(VectorType)
    v2 = operand_def(VectorType)
    mask = prop_def(STATIC_LIST)
    vector = result_def(VectorType)

    def __init__(self, v1: SSAValue, v2: SSAValue, mask: Sequence[int]):
        result, properties = _shuffled(v1.type, len(mask)), {"mask": DenseArrayBase.from_list(i64, mask)}
        super().__init__(operands=[v1, v2], result_types=[result], properties=properties)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%a, %b [0, 1, ...] attributes : type, type`."""
        pieces = (OPERAND, ",", OPERAND, listed(INTEGER, SQUARES), ATTRIBUTES, ":", TYPE, ",", TYPE)
        first, second, mask, attributes, *types = read(parser, *pieces)
        v1, v2 = parser.resolve_operands((first, second), types, parser.pos)
        return with_attributes(cls(v1, v2, mask), attributes)

    def print(self, printer: Printer) -> None:
        """Print `%a, %b [0, 1, ...] attributes : type, type`."""
        mask: Any = self.mask
        write(printer, " ", self.operands, " [", mask.get_values(), "]", self.attributes)
        write(printer, " : ", self.operand_types)

    def verify_(self) -> None:
        """Check shapes and the mask."""
        mask: Any = self.mask
        first, second = shape_of(self.v1.type), shape_of(self.v2.type)
        verify_elements(self.v1.type, self.v2.type)
        verify_fixed_length(self.v1.type)
        verify_fixed_length(self.v2.type)
        if not mask.get_values():
            raise VerifyException("invalid mask length")
        if len(first) != len(second) or first[1:] != second[1:]:
            raise VerifyException("dimension mismatch")
        bound = (first[0] or 0) + (second[0] or 0) if first else 2
        if any(not -1 <= index < bound for index in mask.get_values()):
            raise VerifyException("mask index out of range")
        if self.vector.type != _shuffled(self.v1.type, len(mask.get_values())):
            raise VerifyException("the result's type is not that of the chosen elements")


def _shuffled(vector: Attribute, length: int) -> Attribute:
    typed: Any = vector
    return VectorType(typed.element_type, [length, *[size or 0 for size in shape_of(vector)[1:]]])


@define("vector.transpose", Pure())
class TransposeOp(IRDLOperation):
    """`vector.transpose`: the dimensions in another order."""

    vector = operand_def(VectorType)
    permutation = prop_def(STATIC_LIST)
    result = result_def(VectorType)
    assembly_format = "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"

    def verify_(self) -> None:
        """Check the permutation and the result's type."""
        attribute: Any = self.permutation
        order, shape = attribute.get_values(), shape_of(self.vector.type)
        if sorted(order) != list(range(len(shape))):
            raise VerifyException("transposition index is not a permutation of the dimensions")
        verify_elements(self.vector.type, self.result.type)
        if [shape[d] for d in order] != list(shape_of(self.result.type)):
            raise VerifyException("dimension size mismatch")


@define("vector.from_elements", Pure())
class FromElementsOp(IRDLOperation):
    """`vector.from_elements`: a vector from all its elements."""

    elements = var_operand_def(VarConstraint.get("T"))
    dest = result_def(VectorType.constr(VarConstraint.get("T")))
    assembly_format = "$elements attr-dict `:` type($dest)"

    def verify_(self) -> None:
        """Check the number of elements."""
        verify_fixed_length(self.dest.type)
        if len(self.operands) != prod(size or 0 for size in shape_of(self.dest.type)):
            raise VerifyException("failed to verify that the elements are as many as the vector has")


@define("vector.to_elements", Pure())
class ToElementsOp(IRDLOperation):
    """`vector.to_elements`: all elements of a vector."""

    source = operand_def(VectorType)
    elements = var_result_def()

    def __init__(self, source: SSAValue):
        super().__init__(operands=[source], result_types=[_element_types(source.type)])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%v attributes : type`."""
        source, attributes, type_ = read(parser, OPERAND, ATTRIBUTES, ":", TYPE)
        return with_attributes(cls(parser.resolve_operand(source, type_)), attributes)

    def print(self, printer: Printer) -> None:
        """Print `%v attributes : type`."""
        write(printer, " ", self.source, self.attributes, " : ", self.source.type)

    def verify_(self) -> None:
        """Check the results' types."""
        if list(self.result_types) != _element_types(self.source.type):
            raise VerifyException("failed to verify that the elements are as many as the vector has")


def _element_types(vector: Attribute) -> list[Attribute]:
    return [element_type(vector) for _ in range(prod(size or 0 for size in shape_of(vector)))]


@define("vector.step", Pure())
class StepOp(IRDLOperation):
    """`vector.step`: 0, 1, 2, ..."""

    result = result_def(VectorType.constr(IndexType()))
    assembly_format = "attr-dict `:` type($result)"

    def verify_(self) -> None:
        """Check the rank."""
        if len(shape_of(self.result.type)) != 1:
            raise VerifyException("result #0 must be vector of index values of ranks 1")


@define("vector.vscale", Pure())
class VectorScaleOp(IRDLOperation):
    """`vector.vscale`: the factor of scalable dimensions."""

    res = result_def(IndexType)
    assembly_format = "attr-dict"


class StridedSliceOp(IRDLOperation):
    """An op on a slice with constant offsets and strides."""

    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(Pure())

    def integers(self, name: str) -> tuple[int, ...]:
        """The integers of an array attribute."""
        array: Any = self.properties[name]
        return tuple(element.value.data for element in array)

    def verify_slice(self, whole: Attribute, part: Attribute) -> None:
        """Check that the slice lies within the vector."""
        verify_elements(whole, part)
        strides = self.integers("strides")
        if any(stride != 1 for stride in strides):
            raise VerifyException("expected strides to be confined to [1, 2)")
        offsets, shape, sizes = self.integers("offsets"), shape_of(whole), shape_of(part)
        last = sizes[len(sizes) - len(strides) :]
        start = offsets[len(offsets) - len(strides) :]
        bounds = shape[: len(start)] if len(offsets) == len(strides) else shape[-len(strides) :]
        for offset, size, bound in zip(start, last, bounds, strict=False):
            if offset < 0 or offset + (size or 0) > (bound or 0):
                raise VerifyException("expected sum(offsets, source vector shape) to be within the vector")


@define("vector.extract_strided_slice")
class ExtractStridedSliceOp(StridedSliceOp):
    """`vector.extract_strided_slice`: part of a vector."""

    source = operand_def(VectorType)
    offsets = prop_def(ArrayAttr)
    sizes = prop_def(ArrayAttr)
    strides = prop_def(ArrayAttr)
    result = result_def(VectorType)
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify_(self) -> None:
        """Check the bounds and the result's type."""
        sizes = self.integers("sizes")
        if not len(sizes) == len(self.integers("offsets")) == len(self.integers("strides")):
            raise VerifyException("expected offsets, sizes and strides attributes of same size")
        whole, part = shape_of(self.source.type), shape_of(self.result.type)
        if len(part) != len(whole) or part != (*sizes, *whole[len(sizes) :]):
            raise VerifyException("expected result type to be that of the slice")
        source, result = types_of(self.source, self.result)
        if source.scalable_dims != result.scalable_dims:
            raise VerifyException(
                "expected the dimensions of the result to be scalable where those of the source are"
            )
        verify_elements(self.source.type, self.result.type)
        for offset, size, bound in zip(self.integers("offsets"), sizes, whole, strict=False):
            if offset < 0 or offset + size > (bound or 0):
                raise VerifyException("expected sum(offsets, sizes) to be within the source")
        if any(stride != 1 for stride in self.integers("strides")):
            raise VerifyException("expected strides to be confined to [1, 2)")
        for size, bound, scalable in zip(sizes, whole, source.scalable_dims, strict=False):
            if scalable.value.data and size != bound:
                raise VerifyException(
                    f"expected the size of a scalable dimension to be that of the source ({size} vs {bound})"
                )


@define("vector.insert_strided_slice")
class InsertStridedSliceOp(StridedSliceOp):
    """`vector.insert_strided_slice`: a vector with another part."""

    value_to_store = operand_def(VectorType)
    dest = operand_def(T_VECTOR)
    offsets = prop_def(ArrayAttr)
    strides = prop_def(ArrayAttr)
    result = result_def(T_VECTOR)
    assembly_format = "$value_to_store `,` $dest attr-dict `:` type($value_to_store) `into` type($dest)"

    def verify_(self) -> None:
        """Check the bounds."""
        offsets, shape = self.integers("offsets"), shape_of(self.dest.type)
        if len(shape_of(self.value_to_store.type)) > len(shape):
            raise VerifyException("expected source rank to be no greater than destination rank")
        if len(offsets) != len(shape):
            raise VerifyException("expected offsets of same size as destination vector rank")
        if any(not 0 <= offset < (size or 0) for offset, size in zip(offsets, shape, strict=True)):
            raise VerifyException("expected offsets to be confined to the destination")
        self.verify_slice(self.dest.type, self.value_to_store.type)


@define("vector.interleave", Pure())
class InterleaveOp(IRDLOperation):
    """`vector.interleave`: the elements of two vectors in turn."""

    lhs = operand_def(T_VECTOR)
    rhs = operand_def(T_VECTOR)
    result = result_def(VectorType)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"

    def verify_(self) -> None:
        """Check the result's type."""
        shape = shape_of(self.lhs.type) or (1,)
        if shape_of(self.result.type) != (*shape[:-1], 2 * (shape[-1] or 0)):
            raise VerifyException("failed to verify that type of 'result' is double the width of the inputs")
        verify_elements(self.lhs.type, self.result.type)


@define("vector.deinterleave", Pure())
class DeinterleaveOp(IRDLOperation):
    """`vector.deinterleave`: the even and the odd elements."""

    source = operand_def(VectorType)
    res1 = result_def(T_VECTOR)
    res2 = result_def(T_VECTOR)
    assembly_format = "$source attr-dict `:` type($source) `->` type($res1)"

    def verify_(self) -> None:
        """Check the results' type."""
        shape, half = shape_of(self.source.type), shape_of(self.res1.type)
        if not shape or (shape[-1] or 0) % 2 or half != (*shape[:-1], (shape[-1] or 0) // 2):
            raise VerifyException("failed to verify that the results are half as wide as the source")
        verify_elements(self.source.type, self.res1.type)


class ScalableSliceOp(IRDLOperation):
    """An op on a part of a vector, at a position that counts in units of the factor of scalable dimensions."""

    traits = traits_def(Pure())

    def verify_part(self, whole: Attribute, part: Attribute, position: int) -> None:
        """Check the ranks and the position."""
        verify_elements(whole, part)
        typed: Any = whole
        if len(shape_of(whole)) != 1 or not typed.get_num_scalable_dims():
            raise VerifyException("the whole must be scalable vector of any type values of ranks 1")
        if len(shape_of(part)) != 1:
            raise VerifyException("the part must be vector of any type values of ranks 1")
        if position % (shape_of(part)[0] or 1):
            raise VerifyException("failed to verify that position is a multiple of the part's length.")


@define("vector.scalable.insert")
class ScalableInsertOp(ScalableSliceOp):
    """`vector.scalable.insert`: a scalable vector with another part."""

    value_to_store = operand_def(VectorType)
    dest = operand_def(T_VECTOR)
    pos = prop_def(IntegerAttr[i64])
    res = result_def(T_VECTOR)
    assembly_format = (
        "$value_to_store `,` $dest `[` $pos `]` attr-dict `:` type($value_to_store) `into` type($dest)"
    )

    def verify_(self) -> None:
        """Check the ranks and the position."""
        self.verify_part(self.dest.type, self.value_to_store.type, self.pos.value.data)


@define("vector.scalable.extract")
class ScalableExtractOp(ScalableSliceOp):
    """`vector.scalable.extract`: a part of a scalable vector."""

    source = operand_def(VectorType)
    pos = prop_def(IntegerAttr[i64])
    res = result_def(VectorType)
    assembly_format = "$source `[` $pos `]` attr-dict `:` type($res) `from` type($source)"

    def verify_(self) -> None:
        """Check the ranks and the position."""
        self.verify_part(self.source.type, self.res.type, self.pos.value.data)
