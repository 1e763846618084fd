"""Patterns on views of memrefs: what is constant moves into types, views of views become one, views of all are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from asyncir.dialects import memref
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import shape_of, strided_form
from asyncir.dialects.memref_views import (
    AssumeAlignmentOp,
    ExtractStridedMetaDataOp,
    TransposeOp,
    ViewOp,
    can_be_cast,
)
from asyncir.ir import (
    DYNAMIC_INDEX,
    AffineExpr,
    AffineMap,
    AffineMapAttr,
    Attribute,
    MemRefType,
    Operation,
    OpResult,
    SSAValue,
    StridedLayoutAttr,
    VerifyException,
)
from asyncir.ir.walk import terminator_of, walk
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._folds.constants import Key, definition, signed_integer
from asyncir.transforms._patterns.static_types import (
    Size,
    forgets,
    index_value,
    is_memref,
    number_or_value,
    slice_lists,
)
from asyncir.transforms._rewriting import Pattern, Rewriter

_LISTS = ("offsets", "sizes", "strides")


def _replace_and_cast(op: Operation, rewriter: Rewriter, new: Operation) -> bool:
    """Replace the op by a new one, cast to the type that is expected; not if the new one would not be valid."""
    try:
        new.verify_()
    except VerifyException:
        new.erase()
        return False  # Out of bounds if it is ever reached: the program's fault, to be met when it runs.
    new.attributes.update(op.attributes)
    type_ = op.results[0].type
    new.results[0].name_hint = op.results[0].name_hint
    if new.results[0].type == type_:
        rewriter.replace_with(op, new)
    else:
        rewriter.replace_with(op, new, memref.CastOp(new.results[0], type_))
    return True


def _whole(op: Operation, rewriter: Rewriter) -> bool:
    """A subview of all elements is the memref itself."""
    assert isinstance(op, memref.SubviewOp)
    source, type_ = op.source, op.results[0].type
    if None in shape_of(source.type) or op.static_extents("sizes") != shape_of(source.type):
        return False
    if (
        set(op.static_extents("offsets")) - {0}
        or set(op.static_extents("strides")) - {1}
        or op.dropped_dimensions()
    ):
        return False
    if source.type == type_:
        rewriter.replace(op, [source])
    else:
        rewriter.replace_with(op, memref.CastOp(source, type_))
    return True


def _static_subview(op: Operation, rewriter: Rewriter) -> bool:
    """Offsets, sizes and strides that are constants move into the op and its type, with what a cast forgot."""
    assert isinstance(op, memref.SubviewOp)
    given = [op.mixed(which) for which in _LISTS]
    known = slice_lists(given)
    source = op.source
    cast_ = definition(source, OpKind.CAST_OF_MEMORY)
    if cast_ is not None and is_memref(cast_.operands[0].type) and forgets(cast_):
        source = cast_.operands[0]
    if known == given and source is op.source:
        return False
    dropped = op.dropped_dimensions()
    whole = memref.SubviewOp.infer_result_type(source.type, *known)
    kept = [d for d in range(len(known[0])) if d not in dropped]
    form = strided_form(whole)
    assert form is not None
    narrow = MemRefType(
        whole.element_type,
        [whole.get_shape()[d] for d in kept],
        StridedLayoutAttr([form[0][d] for d in kept], form[1]),
        whole.memory_space,
    )
    new = memref.SubviewOp.get(source, known[0], known[1], known[2], narrow)
    return _replace_and_cast(op, rewriter, new)


def _reinterpret(op: Operation, rewriter: Rewriter) -> bool:
    """A reinterpretation does not ask how its operand is seen: what only changes that is passed by."""
    assert isinstance(op, memref.ReinterpretCastOp)
    source, type_ = op.source, op.results[0].type
    form = strided_form(type_)
    assert form is not None
    if source.type == type_ and None not in (*shape_of(type_), *form[0], form[1]):
        rewriter.replace(op, [source])
        return True
    seen = definition(source, OpKind.CAST_OF_MEMORY, OpKind.REINTERPRET, OpKind.SUBVIEW)
    if seen is None or (isinstance(seen, memref.SubviewOp) and set(seen.static_extents("offsets")) - {0}):
        return _reinterpret_metadata(op, rewriter)
    rewriter.set_operands(op, (seen.operands[0], *op.operands[1:]))
    return True


def _reinterpret_metadata(op: memref.ReinterpretCastOp, rewriter: Rewriter) -> bool:
    """What is put together of all that a memref is made of is that memref; of some of it, it is seen in another way."""
    metadata, source = op.source.owner, op.source
    if isinstance(metadata, ExtractStridedMetaDataOp):
        source = metadata.operands[0]
    if not is_memref(source.type) or (form := strided_form(source.type)) is None:
        return False
    static = [form[1], *shape_of(source.type), *form[0]]
    given = [value for which in _LISTS for value in op.mixed(which)]
    same = len(given) == len(static) and all(
        _is_part(value, place, known, source)
        for place, (value, known) in enumerate(zip(given, static, strict=True), 1)
    )
    type_ = op.results[0].type
    if same and source.type == type_:
        rewriter.replace(op, [source])
    elif same and can_be_cast(source.type, type_):
        rewriter.replace_with(op, memref.CastOp(source, type_))
    elif source is not op.source:
        rewriter.set_operands(op, (source, *op.operands[1:]))
    else:
        return False
    return True


def _is_part(value: Size, place: int, known: int | None, source: SSAValue) -> bool:
    """Whether that is the offset, a size or a stride of the memref, by its place among them."""
    if known is not None and number_or_value(value) == known:
        return True
    if not isinstance(value, OpResult) or not isinstance(value.op, ExtractStridedMetaDataOp):
        return False
    return value.index == place and value.op.operands[0] is source


def _static_reinterpret(op: Operation, rewriter: Rewriter) -> bool:
    """Offset, sizes and strides that are constants move into the op and its type."""
    assert isinstance(op, memref.ReinterpretCastOp)
    given = [list(op.mixed(which)) for which in _LISTS]
    known = [[number_or_value(value) for value in values] for values in given]
    if known == given:
        return False
    type_ = cast("MemRefType[Attribute]", op.results[0].type)
    offset, sizes, strides = ([v if isinstance(v, int) else None for v in values] for values in known)
    layout = StridedLayoutAttr(strides, offset[0])
    shape = [DYNAMIC_INDEX if size is None else size for size in sizes]
    if any(size is not None and size < 0 for size in sizes):
        return False
    narrow = MemRefType(type_.element_type, shape, layout, type_.memory_space)
    return _replace_and_cast(
        op, rewriter, memref.ReinterpretCastOp.get(op.source, known[0], known[1], known[2], narrow)
    )


def _metadata(op: Operation, rewriter: Rewriter) -> bool:
    """Offset, sizes and strides that the type says; of a cast, those of what is cast."""
    source = op.operands[0]
    form = strided_form(source.type)
    if form is None:
        return False
    changed = False
    for result, known in zip(op.results[1:], (form[1], *shape_of(source.type), *form[0]), strict=True):
        if known is not None and result.first_use is not None:
            rewriter.replace_values([result], [index_value(known, op, rewriter)])
            changed = True
    cast_ = definition(source, OpKind.CAST_OF_MEMORY)
    if cast_ is not None and is_memref(cast_.operands[0].type) and forgets(cast_):
        rewriter.set_operands(op, (cast_.operands[0],))
        return True
    return changed


def _static_view(op: Operation, rewriter: Rewriter) -> bool:
    """Sizes that are constants move into the type; all bytes as bytes are the memref itself."""
    assert isinstance(op, ViewOp)
    source, type_ = op.source, cast("MemRefType[Attribute]", op.results[0].type)
    if source.type == op.results[0].type and not op.sizes and signed_integer(op.byte_shift) == 0:
        rewriter.replace(op, [source])
        return True
    known = [number_or_value(size) for size in op.sizes]
    numbers = [size if isinstance(size, int) and size >= 0 else DYNAMIC_INDEX for size in known]
    left = [size for size, number in zip(op.sizes, numbers, strict=True) if number == DYNAMIC_INDEX]
    if len(left) == len(known):
        return False
    dynamic = iter(numbers)
    shape = [size if size != DYNAMIC_INDEX else next(dynamic) for size in type_.get_shape()]
    narrow = MemRefType(type_.element_type, shape, type_.layout, type_.memory_space)
    new = ViewOp.create(operands=[source, op.byte_shift, *left], result_types=[narrow])
    return _replace_and_cast(op, rewriter, new)


def _ranked_cast_of(op: Operation, rewriter: Rewriter) -> bool:
    """A cast that only forgets may as well not have been, for what looks at bytes."""
    cast_ = definition(op.operands[0], OpKind.CAST_OF_MEMORY)
    if cast_ is None or not is_memref(cast_.operands[0].type) or not forgets(cast_):
        return False
    rewriter.set_operands(op, (cast_.operands[0], *op.operands[1:]))
    return True


def _transpose(op: Operation, rewriter: Rewriter) -> bool:
    """A transposition of a transposition is one, or none."""
    assert isinstance(op, TransposeOp)
    inner = op.source.owner
    identity = tuple(range(len(op.order)))
    if op.order == identity and op.source.type == op.results[0].type:
        rewriter.replace(op, [op.source])
        return True
    if not isinstance(inner, TransposeOp):
        return False
    order = [inner.order[d] for d in op.order]
    dims = [AffineExpr.dimension(d) for d in order]
    new = TransposeOp.create(
        operands=[inner.source],
        result_types=op.result_types,
        properties={"permutation": AffineMapAttr(AffineMap(len(order), 0, tuple(dims)))},
    )
    return _replace_and_cast(op, rewriter, new)


def _space_cast(op: Operation, rewriter: Rewriter) -> bool:
    """To another memory space at once, or back to where it was."""
    source, type_ = op.operands[0], op.results[0].type
    inner = definition(source, OpKind.CAST_OF_SPACE)
    original = source if inner is None else inner.operands[0]
    if original.type == type_:
        rewriter.replace(op, [original])
        return True
    if inner is None:
        return False
    rewriter.set_operands(op, (original,))
    return True


def _aligned_twice(op: Operation, rewriter: Rewriter) -> bool:
    """What is said again of the same memory says nothing."""
    assert isinstance(op, AssumeAlignmentOp)
    inner = op.memref.owner
    if not isinstance(inner, AssumeAlignmentOp) or inner.alignment != op.alignment:
        return False
    rewriter.replace(op, [op.memref])
    return True


def _scope(op: Operation, rewriter: Rewriter) -> bool:
    """A scope in which nothing is put on the stack, or that is the last thing that a function does, is none."""
    if len(op.regions[0].blocks) != 1:
        return False
    if any(kind_of(inner) is OpKind.ALLOCATE_ON_STACK for inner in walk(op.regions[0])):
        around, following = op.parent_op(), op.next_op
        if around is None or kind_of(around) is not OpKind.FUNCTION or following is None:
            return False
        if kind_of(following) is not OpKind.RETURN:
            return False
    block = op.regions[0].block
    end = terminator_of(block)
    values: Sequence[SSAValue] = tuple(end.operands)
    erase(end)
    rewriter.push(*block.ops)
    move_ops(block.ops, op)
    rewriter.replace(op, values)
    return True


PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.SUBVIEW: (_whole, _static_subview),
    OpKind.REINTERPRET: (_reinterpret, _static_reinterpret),
    ExtractStridedMetaDataOp: (_metadata,),
    OpKind.VIEW: (_static_view, _ranked_cast_of),
    OpKind.TRANSPOSE: (_transpose,),
    OpKind.CAST_OF_SPACE: (_space_cast,),
    OpKind.ASSUME_ALIGNMENT: (_aligned_twice,),
    OpKind.STACK_REGION: (_scope,),
}
