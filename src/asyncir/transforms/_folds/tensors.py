"""Folds of tensor ops: constants put together, taken apart and seen in another shape; elements whose value is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from asyncir.dialects import tensor
from asyncir.dialects.memref_layout import shape_of
from asyncir.ir import (
    Attribute,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    Operation,
    SSAValue,
    TensorType,
    UnrankedTensorType,
)
from asyncir.ir.dense import is_splat
from asyncir.transforms._folds.constants import (
    Fold,
    Folded,
    Key,
    Number,
    attribute_of,
    constant,
    make,
    signed_integer,
)


def _rank(op: Operation) -> Folded:
    type_ = op.operands[0].type
    return None if isinstance(type_, UnrankedTensorType) else [make(IndexType(), [len(shape_of(type_))])]


def _known_shape(type_: Attribute) -> bool:
    return not isinstance(type_, UnrankedTensorType) and None not in shape_of(type_)


def _from_elements(op: Operation) -> Folded:
    numbers: list[Number] = []
    for element in op.operands:
        known = constant(element)
        if known is None:
            return None
        numbers.append(known.numbers[0])
    return [make(op.results[0].type, numbers, splat=False)] if numbers else None


def _splat(op: Operation) -> Folded:
    known, type_ = constant(op.operands[0]), op.results[0].type
    return [make(type_, known.numbers)] if known is not None and _known_shape(type_) else None


def _place(indices: Sequence[SSAValue], shape: Sequence[int | None]) -> int | None:
    """Where the element with these indices is among all of them; None where that is not known, or nowhere."""
    place = 0
    for index, size in zip(indices, shape, strict=True):
        at = signed_integer(index)
        if at is None or size is None or not 0 <= at < size:
            return None
        place = place * size + at
    return place


def _extract(op: Operation) -> Folded:
    source, indices = op.operands[0], op.operands[1:]
    made = source.owner
    if isinstance(made, tensor.TensorFromElementsOp):
        place = _place(indices, shape_of(source.type))
        return None if place is None else [made.operands[place]]
    attribute = attribute_of(source)
    if not isinstance(attribute, DenseIntOrFPElementsAttr):
        return None
    # All elements are read only where one of them is taken for certain.
    place = 0 if is_splat(attribute) else _place(indices, shape_of(source.type))
    known = None if place is None else constant(source)
    return None if known is None or place is None else [make(op.results[0].type, [known.numbers[place]])]


def _insert(op: Operation) -> Folded:
    """What already is in all places may be put into one of them."""
    element, dest = constant(op.operands[0]), constant(op.operands[1])
    if element is None or dest is None or not dest.splat:
        return None
    type_ = op.operands[0].type
    same = make(type_, element.numbers) == make(type_, dest.numbers)
    return [op.operands[1]] if same else None


def _reshape(op: Operation) -> Folded:
    """A constant in another shape has the same bytes."""
    attribute, type_ = attribute_of(op.operands[0]), op.results[0].type
    if not isinstance(attribute, DenseIntOrFPElementsAttr) or not _known_shape(type_):
        return None
    return [DenseIntOrFPElementsAttr(cast("TensorType[IntegerType]", type_), attribute.data)]


def _extract_slice(op: Operation) -> Folded:
    """Each part of a constant whose elements are equal is one of fewer elements."""
    attribute = attribute_of(op.operands[0])
    if not isinstance(attribute, DenseIntOrFPElementsAttr) or not is_splat(attribute):
        return None
    return _reshape(op)


FOLDS: dict[Key, Fold] = {
    tensor.TensorRankOp: _rank,
    tensor.TensorFromElementsOp: _from_elements,
    tensor.SplatOp: _splat,
    tensor.TensorExtractOp: _extract,
    tensor.TensorInsertOp: _insert,
    tensor.TensorCollapseShapeOp: _reshape,
    tensor.TensorExpandShapeOp: _reshape,
    tensor.TensorReshapeOp: _reshape,
    tensor.ExtractSliceOp: _extract_slice,
}
