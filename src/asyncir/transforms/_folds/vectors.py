"""Folds of vector ops: constants put together, taken apart and seen in another shape; what only undoes what was done."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import product
from typing import cast

from asyncir.dialects import vector, vector_shapes
from asyncir.dialects.elementwise import element_type
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.narrowing import is_vector
from asyncir.ir import (
    Attribute,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerType,
    Operation,
    SSAValue,
    VectorType,
)
from asyncir.ir.dense import dense_of_bytes
from asyncir.transforms._folds.constants import (
    Constant,
    Fold,
    Folded,
    Key,
    Number,
    attribute_of,
    constant,
    make,
    signed_integer,
    width_of,
)

_MOST_ELEMENTS = 256
"""Constants with more elements are not changed one by one: a chain of such changes would be quadratic."""


def sizes_of(type_: Attribute) -> tuple[int, ...]:
    """The sizes of a vector; of a scalable dimension, its least."""
    return tuple(size or 0 for size in shape_of(type_)) if is_vector(type_) else ()


def is_scalable(type_: Attribute) -> bool:
    """Whether only the running program knows how many elements the vector has."""
    return is_vector(type_) and cast("VectorType[IntegerType]", type_).get_num_scalable_dims() > 0


def elements_of(value: SSAValue) -> Constant | None:
    """The constant that the value is, if it has no NaN, whose bits numbers do not keep."""
    known = constant(value)
    if known is None or any(isinstance(number, float) and math.isnan(number) for number in known.numbers):
        return None
    return known


def _all_elements(value: SSAValue) -> Sequence[Number] | None:
    """The numbers of a constant, one for each element, if these are few."""
    count = math.prod(sizes_of(value.type))
    if is_scalable(value.type) or count > _MOST_ELEMENTS or (known := elements_of(value)) is None:
        return None
    return known.numbers * count if known.splat else known.numbers


def place_of(indices: Iterable[int], sizes: Sequence[int]) -> int:
    """Where the element with these indices is among all of them."""
    place = 0
    for index, size in zip(indices, sizes, strict=True):
        place = place * size + index
    return place


def _same_type(op: Operation) -> Folded:
    return [op.operands[0]] if op.operands[0].type == op.results[0].type else None


def _splat(op: Operation) -> Folded:
    """Of a constant whose elements are equal, each shape and each part is one."""
    known = elements_of(op.operands[0])
    return [make(op.results[0].type, known.numbers)] if known is not None and known.splat else None


def _broadcast(op: Operation) -> Folded:
    return _same_type(op) or _splat(op)


def _shape_cast(op: Operation) -> Folded:
    if (folded := _same_type(op) or _splat(op)) is not None:
        return folded
    numbers = _all_elements(op.operands[0])
    return None if numbers is None else [make(op.results[0].type, numbers, splat=False)]


def _bitcast(op: Operation) -> Folded:
    if (folded := _same_type(op)) is not None:
        return folded
    attribute, type_ = attribute_of(op.operands[0]), op.results[0].type
    known = constant(op.operands[0])
    before, after = element_type(op.operands[0].type), element_type(type_)
    if known is None or not known.splat or shape_of(op.operands[0].type) != shape_of(type_):
        return None
    sizes = [width_of(each) or _float_width(each) for each in (before, after)]
    if sizes[0] != sizes[1] or sizes[0] not in (8, 16, 32, 64):
        return None
    return [dense_of_bytes(type_, cast("DenseIntOrFPElementsAttr[IntegerType]", attribute).data.data)]


def _float_width(type_: Attribute) -> int | None:
    return getattr(type_, "bitwidth", None)


def _transpose(op: Operation) -> Folded:
    order = numbers_in(op, "permutation")
    return _same_type(op) if order == tuple(range(len(order))) else _splat(op)


def numbers_in(op: Operation, name: str) -> tuple[int, ...]:
    """The integers of an attribute."""
    return tuple(
        int(number) for number in cast("DenseArrayBase[IntegerType]", op.properties[name]).get_values()
    )


def _extract(op: Operation) -> Folded:
    assert isinstance(op, vector.ExtractOp)
    if not op.static_indices:
        return _same_type(op)
    if (folded := _splat(op)) is not None:
        return folded
    type_, sizes = op.result.type, sizes_of(op.source.type)
    indices = [index for index in op.static_indices if index is not None and index >= 0]
    if len(indices) != len(op.static_indices):
        return None
    place = place_of(indices, sizes[: len(indices)])
    made = op.source.owner
    if isinstance(made, vector_shapes.FromElementsOp) and not is_vector(type_):
        return [made.operands[place]]
    numbers = _all_elements(op.source)
    if numbers is None:
        return None
    count = math.prod(sizes[len(indices) :])
    return [make(type_, numbers[place * count : (place + 1) * count], splat=False)]


def _insert(op: Operation) -> Folded:
    assert isinstance(op, vector.InsertOp)
    value, dest = op.value_to_store, op.dest
    if not op.static_indices and value.type == dest.type:
        return [value]
    if same_scalar(value, dest):
        return [dest]
    indices = [index for index in op.static_indices if index is not None and index >= 0]
    part, whole = _all_elements(value), _all_elements(dest)
    if part is None or whole is None or len(indices) != len(op.static_indices):
        return None
    place = place_of(indices, sizes_of(dest.type)[: len(indices)]) * len(part)
    return [make(op.result.type, [*whole[:place], *part, *whole[place + len(part) :]], splat=False)]


def scalar_of(value: SSAValue) -> SSAValue | None:
    """The scalar that each element of the vector is."""
    made = value.owner
    if not isinstance(made, vector.BroadcastOp) or is_vector(made.source.type):
        return None
    return made.source


def same_scalar(one: SSAValue, other: SSAValue) -> bool:
    """Whether each element of the two is one scalar."""
    scalar = scalar_of(other)
    return scalar is not None and (scalar_of(one) is scalar or one is scalar)


def _from_elements(op: Operation) -> Folded:
    numbers: list[Number] = []
    for operand in op.operands:
        known = elements_of(operand)
        if known is None:
            return _taken_apart(op)
        numbers += known.numbers
    return [make(op.results[0].type, numbers, splat=False)] if numbers else None


def _taken_apart(op: Operation) -> Folded:
    """The elements of a vector, in order, are the vector."""
    first = op.operands[0].owner
    if not isinstance(first, vector_shapes.ToElementsOp | vector.ExtractOp):
        return None
    source, type_ = first.operands[0], op.results[0].type
    if source.type != type_:
        return None
    sizes = sizes_of(type_)
    for number, operand in enumerate(op.operands):
        made = operand.owner
        if isinstance(made, vector_shapes.ToElementsOp):
            at: int | None = next(n for n, result in enumerate(made.results) if result is operand)
        elif isinstance(made, vector.ExtractOp) and None not in made.static_indices:
            indices = [index or 0 for index in made.static_indices]
            at = place_of(indices, sizes) if len(indices) == len(sizes) else None
        else:
            return None
        if made.operands[0] is not source or at != number:
            return None
    return [source]


def _to_elements(op: Operation) -> Folded:
    made, count = op.operands[0].owner, len(op.results)
    if isinstance(made, vector_shapes.FromElementsOp):
        return tuple(made.operands)
    scalar = scalar_of(op.operands[0])
    return None if scalar is None else [scalar] * count


def _shuffle(op: Operation) -> Folded:
    assert isinstance(op, vector_shapes.ShuffleOp)
    mask = numbers_in(op, "mask")
    sizes = [sizes_of(value.type) for value in op.operands]
    if not sizes[0] or min(mask, default=-1) < 0:
        return None
    count = sizes[0][0]
    for value, first in ((op.v1, 0), (op.v2, count)):
        if value.type == op.vector.type and mask == tuple(range(first, first + len(mask))):
            return [value]
    parts = [_all_elements(value) for value in op.operands]
    if len(sizes[0]) != 1 or parts[0] is None or parts[1] is None:
        return None
    both = [*parts[0], *parts[1]]
    return [make(op.vector.type, [both[index] for index in mask], splat=False)]


def _part(offsets: Sequence[int], sizes: Sequence[int], of: Sequence[int]) -> list[int]:
    """The places of the elements of a part of a vector of these sizes."""
    ranges = [range(offset, offset + size) for offset, size in zip(offsets, sizes, strict=True)]
    return [place_of(indices, of) for indices in product(*ranges)]


def _extract_strided(op: Operation) -> Folded:
    assert isinstance(op, vector_shapes.ExtractStridedSliceOp)
    if (folded := _same_type(op) or _splat(op)) is not None:
        return folded
    source, type_ = op.source, op.result.type
    put = source.owner
    offsets = op.integers("offsets")
    if isinstance(put, vector_shapes.InsertStridedSliceOp) and put.value_to_store.type == type_:
        given = put.integers("offsets")
        if given == (*offsets, *([0] * (len(given) - len(offsets)))):
            return [put.value_to_store]
    numbers, sizes = _all_elements(source), sizes_of(source.type)
    if numbers is None:
        return None
    starts = [*offsets, *([0] * (len(sizes) - len(offsets)))]
    return [make(type_, [numbers[at] for at in _part(starts, sizes_of(type_), sizes)], splat=False)]


def _insert_strided(op: Operation) -> Folded:
    assert isinstance(op, vector_shapes.InsertStridedSliceOp)
    value, dest, offsets = op.value_to_store, op.dest, op.integers("offsets")
    if value.type == dest.type:
        return [value]
    if same_scalar(value, dest):
        return [dest]
    taken = value.owner
    if isinstance(taken, vector_shapes.ExtractStridedSliceOp) and taken.source is dest:
        given = taken.integers("offsets")
        return [dest] if offsets == (*given, *([0] * (len(offsets) - len(given)))) else None
    part, whole = _all_elements(value), _all_elements(dest)
    sizes, of = sizes_of(value.type), sizes_of(dest.type)
    if part is None or whole is None:
        return None
    numbers = list(whole)
    for number, at in zip(part, _part(offsets, [1] * (len(of) - len(sizes)) + [*sizes], of), strict=True):
        numbers[at] = number
    return [make(op.result.type, numbers, splat=False)]


def _create_mask(op: Operation) -> Folded:
    """No element is set if one size is not positive, and each one is if all sizes are large enough."""
    type_ = op.results[0].type
    known = [signed_integer(size) for size in op.operands]
    if any(size is not None and size <= 0 for size in known):
        return [make(type_, [0])]
    if is_scalable(type_):
        return None
    sizes = sizes_of(type_) or (1,)
    if all(size is not None and size >= bound for size, bound in zip(known, sizes, strict=True)):
        return [make(type_, [1])]
    return None


def _constant_mask(op: Operation) -> Folded:
    type_ = op.results[0].type
    sizes = numbers_in(op, "mask_dim_sizes")
    if 0 in sizes:
        return [make(type_, [0])]
    whole = not is_scalable(type_) and sizes == (sizes_of(type_) or (1,))
    return [make(type_, [1])] if whole else None


FOLDS: dict[Key, Fold] = {
    vector.BroadcastOp: _broadcast,
    vector.ExtractOp: _extract,
    vector.InsertOp: _insert,
    vector_shapes.ShapeCastOp: _shape_cast,
    vector_shapes.BitcastOp: _bitcast,
    vector_shapes.TransposeOp: _transpose,
    vector_shapes.FromElementsOp: _from_elements,
    vector_shapes.ToElementsOp: _to_elements,
    vector_shapes.ShuffleOp: _shuffle,
    vector_shapes.ExtractStridedSliceOp: _extract_strided,
    vector_shapes.InsertStridedSliceOp: _insert_strided,
    vector.CreateMaskOp: _create_mask,
    vector.ConstantMaskOp: _constant_mask,
}
