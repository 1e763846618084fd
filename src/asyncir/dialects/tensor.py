"""The tensor dialect: values with a shape, of which no element ever changes.

The ops of MLIR 22's `TensorOps.td`. Their classes are in `tensor_elements`, `tensor_slices`, `tensor_reshape` and
`tensor_gather`, and those of whole tensors here. One that may be out of bounds has no effect, and yet is not executed where
the program would not get to.
"""

from __future__ import annotations

from typing import Any

from xdsl.traits import NoMemoryEffect

from asyncir.dialects.define import define, dialect
from asyncir.dialects.effect_types import AsksShape
from asyncir.dialects.elementwise import FLOAT_TYPES
from asyncir.dialects.interfaces.tensors import ShowsOperand
from asyncir.dialects.memref_layout import Extent, all_compatible, shape_of, types_of
from asyncir.dialects.memref_memory import verify_sizes
from asyncir.dialects.shaped import DimLikeOp
from asyncir.dialects.tensor_elements import (
    GenerateOp as GenerateOp,
    SplatOp as SplatOp,
    TensorExtractOp as TensorExtractOp,
    TensorFromElementsOp as TensorFromElementsOp,
    TensorInsertOp as TensorInsertOp,
)
from asyncir.dialects.tensor_reshape import (
    TensorCollapseShapeOp as TensorCollapseShapeOp,
    TensorExpandShapeOp as TensorExpandShapeOp,
)
from asyncir.dialects.tensor_slices import (
    ExtractSliceOp as ExtractSliceOp,
    InsertSliceOp as InsertSliceOp,
    PadOp as PadOp,
    ParallelInsertSliceOp as ParallelInsertSliceOp,
)
from asyncir.dialects.tensor_types import (
    ANY_TENSOR,
    RANKED_TENSOR,
    element_of_tensor,
    tensor_type,
    verify_index_tensor,
)
from asyncir.ir import (
    Attribute,
    IndexType,
    IntegerAttr,
    IntegerType,
    IRDLOperation,
    Pure,
    TensorType,
    VerifyException,
    i64,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)


class CastOfTensorOp(IRDLOperation):
    """`%a attributes : type to type`, between tensors of one shape."""

    source = operand_def(ANY_TENSOR)
    dest = result_def(ANY_TENSOR)
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def are_compatible(self, source: Any, dest: Any) -> bool:
        """Whether the operand's element type can be cast to the result's."""
        raise NotImplementedError

    def verify_(self) -> None:
        """Check that the two types go together."""
        source, dest = types_of(self.source, self.dest)
        ranked = isinstance(self.source.type, TensorType) and isinstance(self.dest.type, TensorType)
        fits = not ranked or all_compatible(shape_of(source), shape_of(dest))
        if not fits or not self.are_compatible(source, dest):
            raise VerifyException(f"operand type '{source}' and result type '{dest}' are cast incompatible")


@define("tensor.cast", NoMemoryEffect(), ShowsOperand())
class TensorCastOp(CastOfTensorOp):
    """`tensor.cast`: more or less of the shape in the type; it must be true when it runs."""

    def are_compatible(self, source: Any, dest: Any) -> bool:
        """Whether the element types are the same."""
        return source.element_type == dest.element_type


@define("tensor.bitcast", NoMemoryEffect())
class TensorBitcastOp(CastOfTensorOp):
    """`tensor.bitcast`: the bits of each element as an element of another type of as many bits."""

    def are_compatible(self, source: Any, dest: Any) -> bool:
        """Whether both have as many bits."""
        return source.element_type.bitwidth == dest.element_type.bitwidth

    def verify_(self) -> None:
        """Check that both have numbers as elements, and that the two types go together."""
        for what, value in (("operand", self.source), ("result", self.dest)):
            if not isinstance(element_of_tensor(value.type), (IntegerType, *FLOAT_TYPES)):
                raise VerifyException(
                    f"{what} #0 must be tensor of signless integer or unsigned integer or signed integer or "
                    f"floating-point values, but got '{value.type}'"
                )
        super().verify_()


@define("tensor.concat", NoMemoryEffect())
class ConcatOp(IRDLOperation):
    """`tensor.concat`: tensors one behind the other, along a dimension."""

    dim = prop_def(IntegerAttr.constr(i64))
    inputs = var_operand_def(RANKED_TENSOR)
    result = result_def(RANKED_TENSOR)
    assembly_format = "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)"

    @property
    def dimension(self) -> int:
        """The dimension along which they follow one another."""
        return self.dim.value.data

    def verify_(self) -> None:
        """Check ranks, element types and sizes."""
        if not self.inputs:
            raise VerifyException("requires at least one input")
        result: Any = self.result.type
        inputs, rank = types_of(*self.inputs), len(shape_of(result))
        if any(len(shape_of(each)) != rank for each in inputs):
            raise VerifyException("rank of concatenated inputs must match result rank")
        if any(each.element_type != result.element_type for each in inputs):
            raise VerifyException("inputs and result element type must match")
        if not 0 <= self.dimension < rank:
            raise VerifyException("concatenation dim must be less than the tensor rank")
        inferred = self._inferred([shape_of(each) for each in inputs])
        if not all_compatible(inferred, shape_of(result)):
            shown = tensor_type(result.element_type, inferred)
            raise VerifyException(
                f"result type '{result}'does not match inferred shape '{shown}' static sizes"
            )

    def _inferred(self, shapes: list[tuple[Extent, ...]]) -> tuple[Extent, ...]:
        inferred: list[Extent] = []
        for dimension, sizes in enumerate(zip(*shapes, strict=True)):
            known = [size for size in sizes if size is not None]
            if dimension == self.dimension:
                inferred.append(sum(known) if len(known) == len(sizes) else None)
                continue
            if len(set(known)) > 1:
                raise VerifyException(
                    f"static concatenation size mismatch along non-concatenated dimension {dimension}"
                )
            inferred.append(known[0] if known else None)
        return tuple(inferred)


@define("tensor.dim", NoMemoryEffect(), AsksShape())
class TensorDimOp(DimLikeOp):
    """`tensor.dim`: the size of a dimension."""

    source = operand_def(ANY_TENSOR)

    def verify_(self) -> None:
        """Check that there is a dimension at all."""
        source: Any = self.source.type
        if isinstance(self.source.type, TensorType) and not shape_of(source):
            raise VerifyException(f"operand #0 must be non-0-ranked or unranked tensor, but got '{source}'")


@define("tensor.rank", Pure(), AsksShape())
class TensorRankOp(IRDLOperation):
    """`tensor.rank`: the number of dimensions."""

    tensor = operand_def(ANY_TENSOR)
    result = result_def(IndexType)
    assembly_format = "$tensor attr-dict `:` type($tensor)"


@define("tensor.empty", NoMemoryEffect())
class EmptyOp(IRDLOperation):
    """`tensor.empty`: a shape, with elements of which nothing is known."""

    dynamicSizes = var_operand_def(IndexType)
    result = result_def(RANKED_TENSOR)
    assembly_format = "`(` $dynamicSizes `)` attr-dict `:` type($result)"

    def verify_(self) -> None:
        """Check that there is a value for each size that the type does not say."""
        verify_sizes(self.result.type, self.dynamicSizes)


@define("tensor.reshape", NoMemoryEffect(), ShowsOperand())
class TensorReshapeOp(IRDLOperation):
    """`tensor.reshape`: the same elements, in the same order, with the shape that a tensor holds."""

    source = operand_def(ANY_TENSOR)
    shape = operand_def(RANKED_TENSOR)
    result = result_def(ANY_TENSOR)
    assembly_format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        """Check element types, the number of elements, and the shape's length."""
        source, result, shape = types_of(self.source, self.result, self.shape)
        verify_index_tensor(shape, 1, "1D tensor", 1)
        if source.element_type != result.element_type:
            raise VerifyException("element types of source and destination tensor types should be the same")
        if not isinstance(self.result.type, TensorType):
            return
        if isinstance(self.source.type, TensorType):
            known, wanted = count_of(source), count_of(result)
            if known is not None and wanted is not None and known != wanted:
                raise VerifyException("source and destination tensor should have the same number of elements")
        (length,) = shape_of(shape)
        if length is None:
            raise VerifyException(
                "cannot use shape operand with dynamic length to reshape to statically-ranked tensor type"
            )
        if length != len(shape_of(result)):
            raise VerifyException("length of shape operand differs from the result's tensor rank")


def count_of(type_: Attribute) -> int | None:
    """How many elements a tensor of the type has; None where that is not known."""
    count = 1
    for size in shape_of(type_):
        if size is None:
            return None
        count *= size
    return count


Tensor = dialect("tensor", __name__, ("tensor_elements", "tensor_slices", "tensor_reshape", "tensor_gather"))
