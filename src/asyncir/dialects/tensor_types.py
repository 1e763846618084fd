"""What the ops on tensors share: constraints on types, and what is asked of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.dialects.elementwise import is_signless
from asyncir.dialects.memref_layout import Extent
from asyncir.ir import (
    DYNAMIC_INDEX,
    Attribute,
    Block,
    IndexType,
    IntegerType,
    TensorType,
    UnrankedTensorType,
    VerifyException,
    base,
)

RANKED_TENSOR = base(TensorType)
ANY_TENSOR = base(TensorType) | base(UnrankedTensorType)
INDEX = IndexType()


def element_of_tensor(type_: Attribute) -> Attribute:
    """The element type of a tensor type."""
    tensor: Any = type_
    return tensor.element_type


def tensor_type(element: Attribute, shape: Sequence[Extent], encoding: Attribute | None = None) -> Any:
    """The tensor type with these sizes, None being one that is not known."""
    sizes = [DYNAMIC_INDEX if size is None else size for size in shape]
    return TensorType(element, sizes) if encoding is None else TensorType(element, sizes, encoding)


def without_encoding(type_: Any) -> Attribute:
    """The tensor type without what is said of how it is kept."""
    return TensorType(type_.element_type, type_.shape)


def verify_indices(type_: Attribute, number: int, message: str) -> None:
    """Check that there is an index for each dimension."""
    tensor: Any = type_
    if isinstance(type_, TensorType) and len(tensor.get_shape()) != number:
        raise VerifyException(message)


def verify_index_tensor(type_: Attribute, operand: int, what: str, rank: int | None = None) -> None:
    """Check that an operand is a tensor of integers, or of indices."""
    tensor: Any = type_
    element: Attribute = tensor.element_type
    is_number = isinstance(tensor.element_type, IntegerType | IndexType) and is_signless(element)
    if not is_number or rank not in (None, len(tensor.get_shape())):
        raise VerifyException(
            f"operand #{operand} must be {what} of signless integer or index values, but got '{type_}'"
        )


def yielded_type(block: Block) -> Attribute | None:
    """The type of what the block yields; None where it does not end with `tensor.yield`."""
    last = block.last_op
    return last.operands[0].type if last is not None and last.name == "tensor.yield" else None
