"""Where a memref's elements lie: its strides and offset, and what a subview, cast or reshape makes of them.

Sizes, strides and offsets are counted in elements; one that is known only at run time is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
)

from asyncir.diagnostics import failure
from asyncir.ir import AffineMapAttr, Attribute, IndexType, NoneAttr, SSAValue, StridedLayoutAttr

Extent = int | None
"""A size, stride or offset; None where only the running program knows it."""


_SAYING_NOTHING = (StridedLayoutAttr([1]), StridedLayoutAttr([]))


def shape_of(type_: Attribute) -> tuple[Extent, ...]:
    """The sizes of a memref, vector or tensor type."""
    shaped: Any = type_
    return tuple(None if size == DYNAMIC_INDEX else size for size in shaped.get_shape())


def types_of(*values: SSAValue) -> list[Any]:
    """The types of values, to be asked what only memrefs or vectors have."""
    return [value.type for value in values]


def bytes_of_element(type_: Attribute) -> int | None:
    """The size of a memref's element in memory; None where that is not a matter of its bits alone."""
    shaped: Any = type_
    bits = (
        64 if isinstance(shaped.element_type, IndexType) else getattr(shaped.element_type, "bitwidth", None)
    )
    return bits // 8 if bits in (8, 16, 32, 64) else None


def extents(values: Sequence[int]) -> tuple[Extent, ...]:
    """The elements of a `static_sizes` attribute and the like."""
    return tuple(None if value == DYNAMIC_INDEX else value for value in values)


def row_major_strides(shape: Sequence[Extent]) -> tuple[Extent, ...]:
    """The strides of a memref without a layout: the last index is the fastest."""
    strides: list[Extent] = []
    stride: Extent = 1
    for size in reversed(shape):
        strides.append(stride)
        stride = product(stride, size)
    return tuple(reversed(strides))


def product(first: Extent, second: Extent) -> Extent:
    """The product, where both are known, or one is zero."""
    if first == 0 or second == 0:
        return 0
    return None if first is None or second is None else first * second


def total(first: Extent, second: Extent) -> Extent:
    """The sum, where both are known."""
    return None if first is None or second is None else first + second


def strided_form(type_: Attribute) -> tuple[tuple[Extent, ...], Extent] | None:
    """The strides and the offset of a memref type, or None where its layout is no strided one."""
    memref: Any = type_
    layout = memref.layout
    if isinstance(layout, NoneAttr):
        return row_major_strides(shape_of(type_)), 0
    if isinstance(layout, StridedLayoutAttr):
        return tuple(layout.get_strides()), layout.get_offset()
    if isinstance(layout, AffineMapAttr):
        return _strides_of_map(layout.data, shape_of(type_))
    return None


def has_identity_layout(type_: Attribute) -> bool:
    """Whether MLIR takes the layout for none: a stride of 1 from the beginning on says nothing, either."""
    layout: Any = cast(Any, type_).layout
    return isinstance(layout, NoneAttr) or layout in _SAYING_NOTHING


def has_distinct_elements(type_: Attribute) -> bool | None:
    """Whether each index of a memref type is an element of its own; None where only the running program knows it."""
    memref: Any = type_
    shape = shape_of(type_)
    if isinstance(memref.layout, NoneAttr) or 0 in shape:
        return True
    form = strided_form(type_)
    if form is None:
        return None
    sized = [(stride, size) for stride, size in zip(form[0], shape, strict=True) if size != 1]
    if any(stride is None for stride, _ in sized):
        return None
    reach: Extent = 0
    for stride, size in sorted(sized, key=lambda each: abs(each[0] or 0)):
        if stride is None or reach is None:
            return None
        if abs(stride) <= reach:
            return None if any(size is None for _, size in sized) else False
        reach = None if size is None else reach + abs(stride) * (size - 1)
    return True


def strides_and_offset(type_: Attribute) -> tuple[tuple[Extent, ...], Extent]:
    """The strides and the offset of a memref type; None for those that are dynamic.

    Raises `DiagnosticError` where the layout is an affine map that is no sum of strides.
    """
    form = strided_form(type_)
    if form is None:
        help = "write it as `strided<[...], offset: ...>`, or copy to a memref without a layout"
        raise failure("V101", f"the layout of `{type_}` is not strided", help)
    return form


def _strides_of_map(layout: AffineMap, shape: Sequence[Extent]) -> tuple[tuple[Extent, ...], Extent] | None:
    if layout == AffineMap.identity(len(shape)):
        return row_major_strides(shape), 0
    if len(layout.results) != 1:
        return None
    coefficients: list[Extent] = [0] * (layout.num_dims + 1)
    if not add_terms(layout.results[0], 1, coefficients):
        return None
    return tuple(coefficients[:-1]), coefficients[-1]


def add_terms(expression: AffineExpr, factor: int, coefficients: list[Extent]) -> bool:
    """Add `factor` times a linear expression to the coefficients, the last being the constant one."""
    match expression:
        case AffineConstantExpr():
            coefficients[-1] = total(coefficients[-1], factor * expression.value)
        case AffineDimExpr():
            coefficients[expression.position] = total(coefficients[expression.position], factor)
        case AffineSymExpr():
            coefficients[-1] = None
        case AffineBinaryOpExpr(AffineBinaryOpKind.Add, lhs, rhs):
            return add_terms(lhs, factor, coefficients) and add_terms(rhs, factor, coefficients)
        case AffineBinaryOpExpr(AffineBinaryOpKind.Mul, lhs, AffineConstantExpr(value)):
            return add_terms(lhs, factor * value, coefficients)
        case AffineBinaryOpExpr(AffineBinaryOpKind.Mul, AffineDimExpr(position), rhs):
            coefficients[position] = None
            return isinstance(rhs, AffineSymExpr)
        case _:
            return False
    return True


def subview_form(
    source: Attribute, offsets: Sequence[Extent], strides: Sequence[Extent]
) -> tuple[tuple[Extent, ...], Extent] | None:
    """The strides and the offset of a subview that drops no dimension; None if the source is not strided."""
    form = strided_form(source)
    if form is None:
        return None
    source_strides, offset = form
    for index, stride in zip(offsets, source_strides, strict=True):
        offset = total(offset, product(index, stride))
    return tuple(product(a, b) for a, b in zip(source_strides, strides, strict=True)), offset


def dropped_dimensions(
    sizes: Sequence[Extent],
    strides: Sequence[Extent],
    result_sizes: Sequence[Extent],
    result_strides: Sequence[Extent],
) -> frozenset[int] | None:
    """Which dimensions a rank-reducing subview drops, each of static size 1; None if none fit.

    From the last on, a dimension is kept that has the size and the stride that the result has next. So those are dropped
    that MLIR drops, where its choice, which is by how often each stride is there, leaves the sizes of the result; and
    if there is any way to the result's sizes and strides, this is one.
    """
    dropped: set[int] = set()
    rest = len(result_sizes)
    for dimension in reversed(range(len(sizes))):
        size = sizes[dimension]
        if rest and size == result_sizes[rest - 1] and strides[dimension] == result_strides[rest - 1]:
            rest -= 1
        elif size == 1:
            dropped.add(dimension)
        else:
            return None
    return frozenset(dropped) if rest == 0 else None


def expanded_strides(
    strides: Sequence[Extent], groups: Sequence[Sequence[int]], shape: Sequence[Extent]
) -> tuple[Extent, ...]:
    """The strides after each dimension was split into the group of result dimensions."""
    result: list[Extent] = [1] * len(shape)
    for stride, group in zip(strides, groups, strict=True):
        for dimension in reversed(group):
            result[dimension] = stride
            stride = product(stride, shape[dimension])
    return tuple(result)


def collapsed_strides(
    shape: Sequence[Extent], strides: Sequence[Extent], groups: Sequence[Sequence[int]]
) -> tuple[Extent, ...] | None:
    """The strides after each group of dimensions was made one; None if a group is surely not contiguous."""
    result: list[Extent] = []
    for group in groups:
        inner = [dimension for dimension in group if shape[dimension] != 1] or list(group[:1])
        last = inner[-1]
        # What follows in the group has size 1, so its stride says nothing of where the elements lie.
        single = len(inner) == 1 and last == group[0]
        result.append(strides[last] if shape[last] is not None or single else None)
        stride = strides[last]
        for dimension in reversed(group[: group.index(last)]):
            stride = product(stride, shape[dimension + 1])
            if shape[dimension] == 1:
                continue
            if stride is not None and strides[dimension] is not None and strides[dimension] != stride:
                return None
    return tuple(result)


def compatible(first: Extent, second: Extent) -> bool:
    """Whether the two can be equal at run time."""
    return first is None or second is None or first == second


def all_compatible(first: Sequence[Extent], second: Sequence[Extent]) -> bool:
    """Whether there are as many of one as of the other, and each pair may be equal."""
    return len(first) == len(second) and all(map(compatible, first, second))
