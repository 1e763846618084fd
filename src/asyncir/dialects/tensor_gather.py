"""The tensor ops that read and write slices at places that another tensor says."""

from __future__ import annotations

from typing import Any

from xdsl.traits import NoMemoryEffect

from asyncir.dialects.define import define
from asyncir.dialects.interfaces.tensors import MakesOf
from asyncir.dialects.memref_layout import Extent, shape_of
from asyncir.dialects.shaped import STATIC_LIST
from asyncir.dialects.tensor_types import (
    RANKED_TENSOR,
    element_of_tensor,
    tensor_type,
    verify_index_tensor,
    without_encoding,
)
from asyncir.ir import (
    Attribute,
    IRDLOperation,
    UnitAttr,
    VerifyException,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)


class SlicesAtOp(IRDLOperation):
    """An op with a tensor of coordinates, each of which says where a slice of another tensor is."""

    def dimensions(self, name: str) -> tuple[int, ...]:
        """The dimensions in which the coordinates are."""
        listed: Any = self.properties[name]
        return tuple(listed.get_values())

    def verify_places(self, name: str, whole: Attribute, what: str, indices: Attribute) -> None:
        """Check the dimensions against the shapes of the tensor and of the coordinates."""
        dimensions, rank, coordinates = self.dimensions(name), len(shape_of(whole)), shape_of(indices)
        if not dimensions:
            raise VerifyException(f"{name} must be non-empty")
        if len(dimensions) > rank:
            raise VerifyException(f"{name} overflow {what} rank")
        if not coordinates or coordinates[-1] != len(dimensions):
            raise VerifyException(f"{name} length must match the size of last dimension of indices")
        for number, dimension in enumerate(dimensions):
            if dimension < 0:
                raise VerifyException(f"{name} value must be non-negative")
            if dimension >= rank:
                raise VerifyException(f"{name} value must be smaller than {what} rank")
            if number and dimension <= dimensions[number - 1]:
                raise VerifyException(f"{name} values must be strictly increasing")

    def verify_slices(
        self, name: str, whole: Attribute, indices: Attribute, slices: Attribute, what: str
    ) -> None:
        """Check the type of all slices together."""
        dimensions, element = self.dimensions(name), element_of_tensor(whole)
        places = shape_of(indices)[:-1]
        full: tuple[Extent, ...] = tuple(
            1 if d in dimensions else size for d, size in enumerate(shape_of(whole))
        )
        reduced = tuple(size for d, size in enumerate(shape_of(whole)) if d not in dimensions)
        expected, short = tensor_type(element, (*places, *full)), tensor_type(element, (*places, *reduced))
        if without_encoding(slices) not in (expected, short):
            raise VerifyException(
                f"{what} type mismatch: expected '{expected}' or its rank-reduced variant '{short}' "
                f"(got: '{slices}')"
            )


@define("tensor.gather", NoMemoryEffect())
class TensorGatherOp(SlicesAtOp):
    """`tensor.gather`: the slices of a tensor at some coordinates."""

    source = operand_def(RANKED_TENSOR)
    indices = operand_def(RANKED_TENSOR)
    gather_dims = prop_def(STATIC_LIST)
    unique = opt_prop_def(UnitAttr)
    result = result_def(RANKED_TENSOR)
    assembly_format = (
        "$source `` `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? "
        "attr-dict `:` functional-type(operands, results)"
    )

    def verify_(self) -> None:
        """Check dimensions and types."""
        verify_index_tensor(self.indices.type, 1, "ranked tensor")
        self.verify_places("gather_dims", self.source.type, "source", self.indices.type)
        self.verify_slices("gather_dims", self.source.type, self.indices.type, self.result.type, "result")


@define("tensor.scatter", NoMemoryEffect(), MakesOf(lambda op: ((1, op.results[0]),)))
class TensorScatterOp(SlicesAtOp):
    """`tensor.scatter`: a tensor in which the slices at some coordinates are replaced."""

    source = operand_def(RANKED_TENSOR)
    dest = operand_def(RANKED_TENSOR)
    indices = operand_def(RANKED_TENSOR)
    scatter_dims = prop_def(STATIC_LIST)
    unique = opt_prop_def(UnitAttr)
    result = result_def(RANKED_TENSOR)
    assembly_format = (
        "$source `into` $dest `` `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? "
        "attr-dict `:` functional-type(operands, results)"
    )

    def verify_(self) -> None:
        """Check dimensions and types."""
        verify_index_tensor(self.indices.type, 2, "ranked tensor")
        self.verify_places("scatter_dims", self.dest.type, "dest", self.indices.type)
        if self.unique is None:
            raise VerifyException("requires 'unique' attribute to be set")
        self.verify_slices("scatter_dims", self.dest.type, self.indices.type, self.source.type, "source")
        if self.result.type != self.dest.type:
            raise VerifyException("the result has the type of the destination")
