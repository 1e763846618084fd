"""Patterns on what is done with tensors all of whose elements are one value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from asyncir.dialects import linalg, tensor
from asyncir.dialects.linalg_structured import element_of
from asyncir.dialects.memref_layout import shape_of
from asyncir.ir import Operation, SSAValue
from asyncir.transforms._folds.constants import Key
from asyncir.transforms._patterns.slices import fill_value, pad_amounts
from asyncir.transforms._rewriting import Pattern, Rewriter


def _fill(value: SSAValue) -> linalg.TableOp | None:
    """The op that fills the tensor, if one does."""
    op = value.owner
    return op if isinstance(op, linalg.FillOp) and op.results else None


def _filled(op: Operation, rewriter: Rewriter, value: SSAValue, into: SSAValue) -> bool:
    rewriter.replace_with(op, linalg.FillOp.of([value], [into]))
    return True


def _reshaped(op: Operation, rewriter: Rewriter) -> bool:
    """A filled tensor in another shape is one that is filled in that shape."""
    fill = _fill(op.operands[0])
    if fill is None or not op.operands[0].has_one_use():
        return False
    value, into = fill.operands
    shaped = type(op).create(
        operands=[into, *op.operands[1:]], result_types=op.result_types, properties=op.properties
    )
    rewriter.insert(op, shaped)
    return _filled(op, rewriter, value, shaped.results[0])


def _element(op: Operation, rewriter: Rewriter) -> bool:
    fill = _fill(op.operands[0])
    if fill is None:
        return False
    rewriter.replace(op, fill.operands[:1])
    return True


def _padded(op: Operation, rewriter: Rewriter) -> bool:
    """A filled tensor with more of the same around."""
    assert isinstance(op, tensor.PadOp)
    fill, type_ = _fill(op.source), op.results[0].type
    if (
        fill is None
        or op.nofold is not None
        or fill_value(op) is not fill.operands[0]
        or None in shape_of(type_)
    ):
        return False
    empty = tensor.EmptyOp.create(result_types=[type_])
    rewriter.insert(op, empty)
    return _filled(op, rewriter, fill.operands[0], empty.results[0])


def _moved(op: Operation, rewriter: Rewriter) -> bool:
    """Wherever its elements go, they are the same; a copy may also convert them."""
    fill, into = _fill(op.operands[0]), op.operands[1]
    if fill is None or not op.results or element_of(into.type) != fill.operands[0].type:
        return False
    return _filled(op, rewriter, fill.operands[0], into)


def _concatenated(op: Operation, rewriter: Rewriter) -> bool:
    assert isinstance(op, tensor.ConcatOp)
    fills = [_fill(value) for value in op.inputs]
    known = [fill for fill in fills if fill is not None]
    if len(known) != len(fills) or len({fill.operands[0] for fill in known}) != 1:
        return False
    unfilled = tensor.ConcatOp.create(
        operands=[fill.operands[1] for fill in known], result_types=op.result_types, properties=op.properties
    )
    rewriter.insert(op, unfilled)
    return _filled(op, rewriter, known[0].operands[0], unfilled.results[0])


def _padding_inserted(op: Operation, rewriter: Rewriter) -> bool:
    """Padding of a value, put into a tensor filled with it, is there already."""
    assert isinstance(op, tensor.InsertSliceOp)
    pad, fill = op.source.owner, _fill(op.dest)
    if not isinstance(pad, tensor.PadOp) or pad.nofold is not None or fill is None:
        return False
    if fill_value(pad) is not fill.operands[0] or set(op.static_extents("strides")) - {1}:
        return False
    low, _ = pad_amounts(pad)
    offsets, shape = op.static_extents("offsets"), shape_of(pad.source.type)
    if (
        op.dropped_dimensions()
        or None in (*offsets, *shape)
        or not all(isinstance(size, int) for size in low)
    ):
        return False
    starts = [cast(int, offset) + cast(int, size) for offset, size in zip(offsets, low, strict=True)]
    sizes = [cast(int, size) for size in shape]
    rewriter.replace_with(
        op,
        tensor.InsertSliceOp.get([pad.source, op.dest], starts, sizes, [1] * len(sizes), op.dest.type),
    )
    return True


PATTERNS: dict[Key, Sequence[Pattern]] = {
    tensor.TensorCollapseShapeOp: (_reshaped,),
    tensor.TensorExpandShapeOp: (_reshaped,),
    tensor.TensorExtractOp: (_element,),
    tensor.PadOp: (_padded,),
    tensor.ConcatOp: (_concatenated,),
    tensor.InsertSliceOp: (_padding_inserted,),
    linalg.LinalgTransposeOp: (_moved,),
    linalg.ElementCopyOp: (_moved,),
}
