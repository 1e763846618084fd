"""Patterns on ops that join and split dimensions, of memrefs and of tensors: one does what two do, or none is needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.dialects import memref, tensor
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.dialects.memref_layout import Extent, collapsed_strides, shape_of, strided_form
from asyncir.dialects.memref_reshape import CollapseShapeOp
from asyncir.dialects.shaped import ReassociationOp
from asyncir.dialects.tensor_types import element_of_tensor, tensor_type
from asyncir.ir import (
    DYNAMIC_INDEX,
    ArrayAttr,
    Attribute,
    DenseArrayBase,
    IntegerAttr,
    MemRefType,
    NoneAttr,
    Operation,
    SSAValue,
    StridedLayoutAttr,
    VerifyException,
    i64,
)
from asyncir.transforms._folds.constants import Key
from asyncir.transforms._patterns.static_types import forgets, is_memref
from asyncir.transforms._rewriting import Pattern, Rewriter

Groups = Sequence[Sequence[int]]

_COLLAPSES = (CollapseShapeOp, tensor.TensorCollapseShapeOp)
_CASTS = (memref.CastOp, tensor.TensorCastOp)


def _with_groups(
    kind: type[ReassociationOp], source: SSAValue, groups: Groups, type_: Attribute, expand: Operation | None
) -> Operation:
    """The op with these groups; one that expands has the sizes of `expand`, or else those of its static type."""
    attribute = ArrayAttr(ArrayAttr(IntegerAttr(d, i64) for d in group) for group in groups)
    properties: dict[str, Attribute] = {"reassociation": attribute}
    operands: list[SSAValue] = [source]
    if kind not in _COLLAPSES:
        if expand is not None:
            properties["static_output_shape"] = expand.properties["static_output_shape"]
            operands += expand.operands[1:]
        else:
            properties["static_output_shape"] = DenseArrayBase.from_list(
                i64, [s or 0 for s in shape_of(type_)]
            )
    return kind.create(operands=operands, result_types=[type_], properties=properties)


def _replace(op: Operation, rewriter: Rewriter, new: Operation) -> bool:
    """Replace the op by a new one, if that is valid: layouts may not allow it."""
    try:
        new.verify_()
    except VerifyException:
        new.erase()
        return False
    rewriter.replace_with(op, new)
    return True


def _nothing(op: Operation, rewriter: Rewriter) -> bool:
    """Each dimension stays what it is."""
    assert isinstance(op, ReassociationOp)
    if op.operands[0].type != op.results[0].type or any(len(group) != 1 for group in op.groups):
        return False
    rewriter.replace(op, [op.operands[0]])
    return True


def _same_twice(op: Operation, rewriter: Rewriter) -> bool:
    """Joined again what was joined, or split again what was split."""
    inner = op.operands[0].owner
    if not isinstance(op, ReassociationOp) or not isinstance(inner, type(op)):
        return False
    collapses = isinstance(op, _COLLAPSES)
    outer_groups, inner_groups = (op.groups, inner.groups) if collapses else (inner.groups, op.groups)
    groups = [[d for part in group for d in inner_groups[part]] for group in outer_groups]
    new = _with_groups(type(op), inner.operands[0], groups, op.results[0].type, None if collapses else op)
    return _replace(op, rewriter, new)


def _back(op: Operation, rewriter: Rewriter) -> bool:
    """Split again what was joined, or joined what was split: nothing, or the rest of it."""
    inner = op.operands[0].owner
    if (
        not isinstance(op, ReassociationOp)
        or not isinstance(inner, ReassociationOp)
        or type(op) is type(inner)
    ):
        return False
    source, type_ = inner.operands[0], op.results[0].type
    if source.type == type_ and op.groups == inner.groups and _is_determined(op, shape_of(type_)):
        rewriter.replace(op, [source])
        return True
    before, after = shape_of(source.type), shape_of(type_)
    if None in before or None in after or len(before) == len(after):
        return False
    few, many = sorted((before, after), key=len)
    groups = _grouped(few, many)
    if groups is None:
        return False
    collapses = len(after) < len(before)
    kind = type(op) if isinstance(op, _COLLAPSES) == collapses else type(inner)
    return _replace(op, rewriter, _with_groups(kind, source, groups, type_, None))


def _is_determined(op: ReassociationOp, shape: Sequence[Extent]) -> bool:
    """Whether sizes that only the running program knows follow from those of the groups; joined, they always do."""
    if isinstance(op, _COLLAPSES):
        return True
    return all(sum(shape[d] is None for d in group) <= 1 for group in op.groups)


def _grouped(few: Sequence[Extent], many: Sequence[Extent]) -> list[list[int]] | None:
    """Groups of the many dimensions, one for each of the few, of as many elements.

    Elements keep their order in both ops, so that all such groups say the same.
    """
    groups: list[list[int]] = []
    place = 0
    for number, size in enumerate(few, 1):
        group: list[int] = []
        count = 1
        while place < len(many) and (not group or count != size):
            count *= many[place] or 0
            group.append(place)
            place += 1
        if number == len(few) and all(rest == 1 for rest in many[place:]):
            group += range(place, len(many))
            place = len(many)
        if count != size:
            return None
        groups.append(group)
    return groups if place == len(many) else None


def _of_cast(op: Operation, rewriter: Rewriter) -> bool:
    """Joined dimensions of a cast that only forgets are a cast of joined ones."""
    cast = op.operands[0].owner
    if not isinstance(op, ReassociationOp) or not isinstance(cast, _CASTS) or not forgets(cast):
        return False
    source, type_ = cast.operands[0], op.results[0].type
    narrow = _collapsed(op, source.type)
    if narrow is None:
        return False
    if narrow == type_:
        rewriter.set_operands(op, (source,))
        return True
    new = _with_groups(type(op), source, op.groups, narrow, None)
    try:
        new.verify_()
    except VerifyException:
        new.erase()
        return False
    rewriter.replace_with(op, new, type(cast).create(operands=[new.results[0]], result_types=[type_]))
    return True


def _collapsed(op: ReassociationOp, source: Any) -> Attribute | None:
    """The type of a value of that type with joined dimensions."""
    shape = shape_of(source)
    sizes: list[Extent] = []
    for group in op.groups:
        size: Extent = 1
        for d in group:
            known = shape[d]
            size = None if size is None or known is None else size * known
        sizes.append(size)
    if not is_memref(source):
        return tensor_type(element_of_tensor(source), sizes)
    layout: Any = source.layout
    form = strided_form(source)
    if not isinstance(layout, NoneAttr):
        strides = None if form is None else collapsed_strides(shape, form[0], op.groups)
        if form is None or strides is None:
            return None
        layout = StridedLayoutAttr(strides, form[1])
    known_sizes = [DYNAMIC_INDEX if size is None else size for size in sizes]
    return MemRefType(source.element_type, known_sizes, layout, source.memory_space)


_EXPANDS: tuple[Pattern, ...] = (_nothing, _same_twice, _back)

PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.COLLAPSE: (*_EXPANDS, _of_cast),
    OpKind.EXPAND: _EXPANDS,
    tensor.TensorCollapseShapeOp: (*_EXPANDS, _of_cast),
    tensor.TensorExpandShapeOp: _EXPANDS,
}
