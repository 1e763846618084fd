"""Patterns on memref: sizes that are known, casts that say nothing, memory that nobody reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from asyncir.dialects import memref
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.dialects.memref_layout import shape_of
from asyncir.ir import DYNAMIC_INDEX, Attribute, IndexType, MemRefType, Operation, SSAValue, VerifyException
from asyncir.transforms._folds.constants import definition, make, signed_integer
from asyncir.transforms._rewriting import Pattern, Rewriter


def _dim(op: Operation, rewriter: Rewriter) -> bool:
    """A size that the type, the allocation or the view tells."""
    source, index = op.operands[0], signed_integer(op.operands[1])
    type_ = source.type
    if index is None or not isinstance(type_, MemRefType):
        return False
    shape = shape_of(cast(Attribute, type_))
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
    if narrower is not None and isinstance(narrower.operands[0].type, MemRefType):
        rewriter.set_operands(op, (narrower.operands[0], op.operands[1]))
        return True
    return False


def _dynamic_size(source: SSAValue, index: int) -> int | SSAValue | None:
    """The operand that gives the size to an allocation, or to a view that drops no dimension."""
    op = source.owner
    if isinstance(op, memref.AllocOp | memref.AllocaOp):
        return op.dynamic_sizes[shape_of(source.type)[:index].count(None)]
    if isinstance(op, memref.SubviewOp | memref.ReinterpretCastOp):
        sizes = op.mixed("sizes")
        return sizes[index] if len(sizes) == len(shape_of(source.type)) else None
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
    if _is_cast_to_less(inner) and op.are_compatible(original.type, type_):
        rewriter.set_operands(op, (original,))
        return True
    return False


def _is_cast_to_less(op: Operation) -> bool:
    """Whether the cast only forgets: its result's type says nothing that its operand's does not."""
    source, result = op.operands[0].type, op.results[0].type
    if not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
        return isinstance(source, MemRefType)
    source, result = cast(Attribute, source), cast(Attribute, result)
    known = zip(shape_of(source), shape_of(result), strict=True)
    return all(wide is None or narrow == wide for narrow, wide in known) and _layout_known(source, result)


def _layout_known(source: Attribute, result: Attribute) -> bool:
    from_, to = memref.strides_and_offset(source), memref.strides_and_offset(result)
    pairs = [*zip(from_[0], to[0], strict=True), (from_[1], to[1])]
    return all(wide is None or narrow == wide for narrow, wide in pairs)


def _through_casts(*places: int) -> Pattern:
    """Let the op use the memref in front of a cast that only forgets what is known of it."""

    def pattern(op: Operation, rewriter: Rewriter) -> bool:
        operands, changed = list(op.operands), False
        for place in places:
            narrow = definition(operands[place], OpKind.CAST_OF_MEMORY)
            if narrow is None or not isinstance(narrow.operands[0].type, MemRefType):
                continue
            if _is_cast_to_less(narrow):
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


def _static_subview(op: Operation, rewriter: Rewriter) -> bool:
    """Offsets, sizes and strides that are constants move into the op and its type."""
    assert isinstance(op, memref.SubviewOp)
    type_ = op.results[0].type
    given = [list(op.mixed(which)) for which in ("offsets", "sizes", "strides")]
    offsets, sizes, strides = known = [[_constant_or_value(value) for value in values] for values in given]
    if known == given or len(offsets) != len(shape_of(type_)):
        return False
    narrow = memref.SubviewOp.infer_result_type(op.source.type, offsets, sizes, strides)
    new = memref.SubviewOp.get(op.source, offsets, sizes, strides, narrow)
    try:
        new.verify_()
    except VerifyException:
        new.erase()
        return False  # Out of bounds if it is ever reached: the program's fault, to be met when it runs.
    new.attributes.update(op.attributes)
    rewriter.replace_with(op, new, memref.CastOp(new.results[0], type_))
    return True


def _constant_or_value(value: int | SSAValue) -> int | SSAValue:
    known = value if isinstance(value, int) else signed_integer(value)
    return value if known is None else known


PATTERNS: dict[OpKind, Sequence[Pattern]] = {
    OpKind.EXTENT: (_dim,),
    OpKind.CAST_OF_MEMORY: (_cast,),
    OpKind.LOAD: (_through_casts(0),),
    OpKind.STORE: (_through_casts(1),),
    OpKind.FREE: (_through_casts(0),),
    OpKind.COPY: (_self_copy, _through_casts(0, 1)),
    OpKind.ALLOCATE: (_static_allocation,),
    OpKind.ALLOCATE_ON_STACK: (_static_allocation,),
    OpKind.SUBVIEW: (_static_subview,),
}
