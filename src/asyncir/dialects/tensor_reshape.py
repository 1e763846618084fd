"""The tensor ops that split and join dimensions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from xdsl.dialects.utils import DynamicIndexList
from xdsl.traits import NoMemoryEffect

from asyncir.dialects.define import define
from asyncir.dialects.interfaces.tensors import ShowsOperand
from asyncir.dialects.memref_layout import Extent, extents, shape_of
from asyncir.dialects.shaped import STATIC_LIST, ReassociationOp
from asyncir.dialects.tensor_types import RANKED_TENSOR, element_of_tensor, tensor_type, without_encoding
from asyncir.ir import (
    Attribute,
    IndexType,
    Pure,
    VerifyException,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)


class ReshapeOfTensorOp(ReassociationOp):
    """An op between a tensor and one with more dimensions; each of the first is a group of the second."""

    result = result_def(RANKED_TENSOR)

    def verify_types(self, collapsed: Attribute, expanded: Attribute) -> None:
        """Check the groups against the two types."""
        groups, short, long = self.groups, shape_of(collapsed), shape_of(expanded)
        if len(long) < len(short):
            raise VerifyException(
                f"expected the expanded type, '{expanded}' to have a higher (or same) rank "
                f"than the collapsed type, '{collapsed}'."
            )
        if len(groups) != len(short):
            raise VerifyException(
                f"expected collapsed rank ({len(short)}) to equal the number of reassociation maps ({len(groups)})."
            )
        following = 0
        for number, group in enumerate(groups):
            if list(group) != list(range(following, following + len(group))):
                raise VerifyException(f"expected reassociation map #{number} to be valid and contiguous.")
            following += len(group)
        if groups and following != len(long):
            raise VerifyException(f"expected the reassociation maps to have all {len(long)} dimensions")
        if not short and any(size != 1 for size in long):
            raise VerifyException("invalid to reshape tensor with non-unit extent dimensions to zero-rank")
        self._verify_sizes(short, long)
        element = element_of_tensor(expanded)
        if element != element_of_tensor(collapsed):
            raise VerifyException(
                f"expected collapsed type to be '{tensor_type(element, short)}', "
                f"but got '{without_encoding(collapsed)}'"
            )

    def _verify_sizes(self, short: Sequence[Extent], long: Sequence[Extent]) -> None:
        for dimension, group in enumerate(self.groups):
            sizes = [long[d] for d in group]
            if None in sizes:
                if short[dimension] is not None:
                    raise VerifyException(
                        f"expected dimension {dimension} of collapsed type to be dynamic since one or more of the "
                        "corresponding dimensions in the expanded type is dynamic"
                    )
                continue
            product = math.prod(size or 0 for size in sizes)
            if product != short[dimension]:
                raise VerifyException(
                    f"expected dimension {dimension} of collapsed type to be static value of {product}"
                )


@define("tensor.expand_shape", NoMemoryEffect(), ShowsOperand())
class TensorExpandShapeOp(ReshapeOfTensorOp):
    """`tensor.expand_shape`: split dimensions."""

    src = operand_def(RANKED_TENSOR)
    output_shape = var_operand_def(IndexType)
    static_output_shape = prop_def(STATIC_LIST)
    custom_directives = (DynamicIndexList,)
    assembly_format = (
        "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) "
        "attr-dict `:` type($src) `into` type($result)"
    )

    def verify_(self) -> None:
        """Check groups and shapes."""
        static: Any = self.static_output_shape
        sizes, shape = extents(static.get_values()), shape_of(self.result.type)
        if len(sizes) != len(shape):
            raise VerifyException(
                "expected number of static shape dims to be equal to the output rank "
                f"({len(shape)}) but found {len(sizes)} inputs instead"
            )
        if sizes.count(None) != len(self.output_shape):
            raise VerifyException(
                "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has "
                f"{sizes.count(None)} dynamic dims while output_shape has {len(self.output_shape)} values"
            )
        self.verify_types(self.src.type, self.result.type)
        if any(
            one is not None and other is not None and one != other
            for one, other in zip(sizes, shape, strict=True)
        ):
            raise VerifyException("the output shape differs from the shape of the result")


@define("tensor.collapse_shape", Pure(), ShowsOperand())
class TensorCollapseShapeOp(ReshapeOfTensorOp):
    """`tensor.collapse_shape`: join dimensions."""

    src = operand_def(RANKED_TENSOR)
    assembly_format = "$src $reassociation attr-dict `:` type($src) `into` type($result)"

    def verify_(self) -> None:
        """Check groups and shapes."""
        self.verify_types(self.result.type, self.src.type)
