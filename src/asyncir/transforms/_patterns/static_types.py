"""Types of memrefs and tensors that say more, or less, of one value; sizes that are numbers or values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from asyncir.dialects import memref
from asyncir.dialects.memref_layout import Extent, shape_of
from asyncir.ir import Attribute, IndexType, MemRefType, Operation, SSAValue, TensorType
from asyncir.transforms._folds.constants import make, signed_integer
from asyncir.transforms._rewriting import Rewriter

Size = int | SSAValue


def is_tensor(type_: Attribute) -> bool:
    """Whether it is a type of tensors whose rank is known."""
    return isinstance(type_, TensorType)


def is_memref(type_: Attribute) -> bool:
    """Whether it is a type of memrefs whose rank is known."""
    return isinstance(type_, MemRefType)


def forgets(op: Operation) -> bool:
    """Whether a cast only forgets: its result's type says nothing that its operand's does not."""
    source, result = op.operands[0].type, op.results[0].type
    if not is_tensor(result) and not is_memref(result):
        return is_tensor(source) or is_memref(source)
    if is_tensor(source) and is_tensor(result):
        one, other = cast("TensorType[Attribute]", source), cast("TensorType[Attribute]", result)
        return one.encoding == other.encoding and says_less(shape_of(result), shape_of(source))
    if not is_memref(source) or not is_memref(result):
        return False
    from_, to = memref.strides_and_offset(source), memref.strides_and_offset(result)
    return (
        says_less(shape_of(result), shape_of(source))
        and says_less(to[0], from_[0])
        and says_less([to[1]], [from_[1]])
    )


def says_less(wide: Sequence[Extent], narrow: Sequence[Extent]) -> bool:
    """Whether each of the first sizes is unknown, or the same as the second one."""
    return all(one is None or one == other for one, other in zip(wide, narrow, strict=True))


def number_or_value(size: Size) -> Size:
    """A size as a number, where it is a constant."""
    known = size if isinstance(size, int) else signed_integer(size)
    return size if known is None else known


def slice_lists(lists: Sequence[Sequence[Size]]) -> list[tuple[Size, ...]]:
    """Offsets, sizes and strides, as numbers where they are constants that a slice may have.

    What is negative, or a stride of zero, stays a value: it is an error if it is ever reached.
    """
    offsets, sizes, strides = lists
    return [
        *(tuple(_not_below(0, value) for value in values) for values in (offsets, sizes)),
        tuple(value if number_or_value(value) == 0 else number_or_value(value) for value in strides),
    ]


def _not_below(least: int, size: Size) -> Size:
    known = number_or_value(size)
    return size if isinstance(known, int) and known < least else known


def index_value(size: Size, near: Operation, rewriter: Rewriter) -> SSAValue:
    """A size as a value; a number is a constant."""
    if isinstance(size, SSAValue):
        return size
    return rewriter.constant(make(IndexType(), [size]), IndexType(), near, near.location)
