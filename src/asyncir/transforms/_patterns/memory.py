"""Patterns on memref: sizes that are known, casts that say nothing, memory that nobody reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from asyncir.dialects import arith, memref
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.dialects.memref_access import PrefetchOp
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.memref_views import RankOp, ReshapeOp, ViewOp
from asyncir.ir import DYNAMIC_INDEX, Attribute, IndexType, MemRefType, Operation, SSAValue
from asyncir.transforms._folds.constants import Key, definition, make, signed_integer
from asyncir.transforms._patterns.static_types import forgets, index_value, is_memref
from asyncir.transforms._rewriting import Pattern, Rewriter


def _dim(op: Operation, rewriter: Rewriter) -> bool:
    """A size that the type, the allocation or the view tells."""
    source, index = op.operands[0], signed_integer(op.operands[1])
    type_ = source.type
    if index is None or not is_memref(type_):
        return False
    shape = shape_of(type_)
    if not 0 <= index < len(shape):
        return False
    size = shape[index]
    known: int | SSAValue | None = size if size is not None else _dynamic_size(source, index)
    if isinstance(known, int):
        known = rewriter.constant(make(IndexType(), [known]), IndexType(), op, op.location)
    if known is not None:
        rewriter.replace(op, [known])
        return True
    narrower = definition(source, OpKind.CAST_OF_MEMORY)
    if narrower is not None and is_memref(narrower.operands[0].type):
        rewriter.set_operands(op, (narrower.operands[0], op.operands[1]))
        return True
    return False


def _dynamic_size(source: SSAValue, index: int) -> int | SSAValue | None:
    """The operand that gives the size to an allocation, or to a view."""
    op = source.owner
    if isinstance(op, memref.AllocOp | memref.AllocaOp):
        return op.dynamic_sizes[shape_of(source.type)[:index].count(None)]
    if isinstance(op, memref.SubviewOp):
        dropped = op.dropped_dimensions()
        return [size for d, size in enumerate(op.mixed("sizes")) if d not in dropped][index]
    if isinstance(op, memref.ReinterpretCastOp):
        return op.mixed("sizes")[index]
    if isinstance(op, ViewOp):
        return op.sizes[shape_of(source.type)[:index].count(None)]
    return None


def _cast(op: Operation, rewriter: Rewriter) -> bool:
    """A cast to the same type, or of a cast that can be done at once."""
    source, type_ = op.operands[0], op.results[0].type
    if source.type == type_:
        rewriter.replace(op, [source])
        return True
    inner = definition(source, OpKind.CAST_OF_MEMORY)
    if inner is None:
        return False
    original = inner.operands[0]
    if original.type == type_:
        rewriter.replace(op, [original])
        return True
    assert isinstance(op, memref.CastOp)
    if forgets(inner) and op.are_compatible(original.type, type_):
        rewriter.set_operands(op, (original,))
        return True
    return False


def _through_casts(*places: int) -> Pattern:
    """Let the op use the memref in front of a cast that only forgets what is known of it."""

    def pattern(op: Operation, rewriter: Rewriter) -> bool:
        operands, changed = list(op.operands), False
        for place in places:
            narrow = definition(operands[place], OpKind.CAST_OF_MEMORY)
            if narrow is None or not is_memref(narrow.operands[0].type):
                continue
            if forgets(narrow):
                operands[place] = narrow.operands[0]
                changed = True
        if changed:
            rewriter.set_operands(op, operands)
        return changed

    return pattern


def _self_copy(op: Operation, rewriter: Rewriter) -> bool:
    if op.operands[0] is not op.operands[1]:
        return False
    rewriter.erase(op)
    return True


def _static_allocation(op: Operation, rewriter: Rewriter) -> bool:
    """Sizes that are constants move into the type."""
    assert isinstance(op, memref.AllocOp | memref.AllocaOp)
    type_ = cast("MemRefType[Attribute]", op.results[0].type)
    if op.symbol_operands:
        return False
    known = [signed_integer(size) for size in op.dynamic_sizes]
    sizes = [DYNAMIC_INDEX if size is None or size < 0 else size for size in known]
    left = [operand for operand, size in zip(op.dynamic_sizes, sizes, strict=True) if size == DYNAMIC_INDEX]
    if len(left) == len(sizes):
        return False
    dynamic = iter(sizes)
    shape = [size if size >= 0 else next(dynamic) for size in type_.get_shape()]
    narrow = MemRefType(type_.element_type, shape, type_.layout, type_.memory_space)
    new = type(op)(left, (), narrow)
    new.properties.update({k: v for k, v in op.properties.items() if k not in new.properties})
    new.attributes.update(op.attributes)
    rewriter.replace_with(op, new, memref.CastOp(new.results[0], type_))
    return True


def _empty_copy(op: Operation, rewriter: Rewriter) -> bool:
    """Of nothing, nothing is copied."""
    if not any(is_memref(value.type) and 0 in shape_of(value.type) for value in op.operands):
        return False
    rewriter.erase(op)
    return True


def _rank(op: Operation, rewriter: Rewriter) -> bool:
    """The rank is that of the type, or of what a cast forgot it of."""
    source = op.operands[0]
    cast_ = definition(source, OpKind.CAST_OF_MEMORY)
    if not is_memref(source.type) and cast_ is not None:
        source = cast_.operands[0]
    if not is_memref(source.type):
        return False
    rewriter.replace(op, [index_value(len(shape_of(source.type)), op, rewriter)])
    return True


def _dim_of_reshape(op: Operation, rewriter: Rewriter) -> bool:
    """A size of a reshaped memref is in the memory of its shape; read where the reshape reads it."""
    reshape, index = op.operands[0].owner, signed_integer(op.operands[1])
    if not isinstance(reshape, ReshapeOp) or index is None or index < 0 or reshape.next_op is None:
        return False
    (length,) = shape_of(reshape.shape.type)
    if (length is None and reshape.parent is not op.parent) or (length is not None and index >= length):
        return False
    size: Operation = memref.LoadOp(reshape.shape, [op.operands[1]])
    after = reshape.next_op
    rewriter.insert(after, size)
    if not isinstance(size.results[0].type, IndexType):
        size = arith.IndexCastOp(size.results[0], IndexType())
        rewriter.insert(after, size)
    rewriter.replace(op, size.results)
    return True


PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.EXTENT: (_dim, _dim_of_reshape),
    RankOp: (_rank,),
    OpKind.CAST_OF_MEMORY: (_cast,),
    OpKind.LOAD: (_through_casts(0),),
    OpKind.STORE: (_through_casts(1),),
    OpKind.FREE: (_through_casts(0),),
    OpKind.ATOMIC: (_through_casts(1),),
    PrefetchOp: (_through_casts(0),),
    OpKind.COPY: (_self_copy, _through_casts(0, 1), _empty_copy),
    OpKind.ALLOCATE: (_static_allocation,),
    OpKind.ALLOCATE_ON_STACK: (_static_allocation,),
}
