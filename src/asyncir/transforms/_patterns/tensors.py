"""Patterns on tensors: casts, sizes, and tensors that are made; what is constant moves into types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from asyncir.dialects import arith, tensor
from asyncir.dialects.interfaces.tensors import destinations
from asyncir.dialects.linalg_structured import Structured
from asyncir.dialects.memref_layout import Extent, shape_of
from asyncir.dialects.tensor_types import tensor_type
from asyncir.ir import Attribute, IndexType, Operation, SSAValue, TensorType
from asyncir.ir.walk import terminator_of
from asyncir.transforms._folds.constants import Key, signed_integer
from asyncir.transforms._patterns.static_types import Size, forgets, index_value, is_tensor, number_or_value
from asyncir.transforms._rewriting import Pattern, Rewriter


def with_shape(type_: Attribute, shape: Sequence[Extent]) -> Attribute:
    """The tensor type with other sizes."""
    ranked = cast("TensorType[Attribute]", type_)
    encoding = ranked.encoding
    return tensor_type(ranked.element_type, shape, encoding)


def replace_and_cast(op: Operation, rewriter: Rewriter, new: Operation) -> bool:
    """Replace the op by a new one, cast to the type that is expected."""
    type_ = op.results[0].type
    new.results[0].name_hint = op.results[0].name_hint
    if new.results[0].type == type_:
        rewriter.replace_with(op, new)
    else:
        cast_ = tensor.TensorCastOp.create(operands=[new.results[0]], result_types=[type_])
        rewriter.replace_with(op, new, cast_)
    return True


def uncast(value: SSAValue) -> SSAValue:
    """What a tensor was before a cast that only forgets."""
    inner = value.owner
    known = isinstance(inner, tensor.TensorCastOp) and is_tensor(inner.operands[0].type)
    return inner.operands[0] if known and isinstance(inner, Operation) and forgets(inner) else value


def through_casts(*places: int) -> Pattern:
    """Let the op use the tensor in front of a cast that only forgets what is known of it."""

    def pattern(op: Operation, rewriter: Rewriter) -> bool:
        operands = list(op.operands)
        for place in places:
            operands[place] = uncast(operands[place])
        if all(one is other for one, other in zip(operands, op.operands, strict=True)):
            return False
        rewriter.set_operands(op, operands)
        return True

    return pattern


def _same_type(op: Operation, rewriter: Rewriter) -> bool:
    if op.operands[0].type != op.results[0].type:
        return False
    rewriter.replace(op, [op.operands[0]])
    return True


def _chained_cast(op: Operation, rewriter: Rewriter) -> bool:
    """A cast of a cast is one, if what is in between says nothing that neither end says."""
    inner = op.operands[0].owner
    if not isinstance(inner, tensor.TensorCastOp):
        return False
    source, between, type_ = inner.operands[0], op.operands[0].type, op.results[0].type
    if not is_tensor(source.type) or not is_tensor(type_):
        return False
    if is_tensor(between):
        sizes = zip(shape_of(source.type), shape_of(between), shape_of(type_), strict=True)
        if any(middle is not None and first is None and last is None for first, middle, last in sizes):
            return False
    elif len(shape_of(source.type)) != len(shape_of(type_)):
        return False
    rewriter.set_operands(op, (source,))
    return True


def _chained_bitcast(op: Operation, rewriter: Rewriter) -> bool:
    inner = op.operands[0].owner
    if not isinstance(inner, tensor.TensorBitcastOp):
        return False
    rewriter.set_operands(op, (inner.operands[0],))
    return True


def _dim(op: Operation, rewriter: Rewriter) -> bool:
    """A size that the type tells, or the op that makes the tensor."""
    source, index = op.operands[0], signed_integer(op.operands[1])
    if index is None or not is_tensor(source.type):
        return False
    shape = shape_of(source.type)
    if not 0 <= index < len(shape):
        return False
    size = shape[index] if shape[index] is not None else _size(source, index)
    if size is not None:
        rewriter.replace(op, [index_value(size, op, rewriter)])
        return True
    from_ = _of_same_size(source)
    if from_ is not None:
        rewriter.set_operands(op, (from_, op.operands[1]))
        return True
    return _dim_of_reshape(op, rewriter)


def _size(source: SSAValue, index: int) -> Size | None:
    """The operand that gives a size that the type does not say."""
    op = source.owner
    if isinstance(op, tensor.EmptyOp | tensor.GenerateOp):
        return op.operands[shape_of(source.type)[:index].count(None)]
    if isinstance(op, tensor.SplatOp):
        return op.operands[1 + shape_of(source.type)[:index].count(None)]
    if isinstance(op, tensor.ExtractSliceOp):
        dropped = op.dropped_dimensions()
        return [size for d, size in enumerate(op.mixed("sizes")) if d not in dropped][index]
    return None


def _of_same_size(source: SSAValue) -> SSAValue | None:
    """Another tensor of the same sizes: what was cast, or what it was made in."""
    op = source.owner
    if isinstance(op, tensor.TensorCastOp):
        return op.operands[0] if is_tensor(op.operands[0].type) else None
    if isinstance(op, tensor.TensorInsertOp | tensor.InsertSliceOp | Structured):
        for number, result in destinations(op):
            if result is source:
                return op.operands[number]
    return None


def _dim_of_reshape(op: Operation, rewriter: Rewriter) -> bool:
    """A size of a reshaped tensor is in the tensor of its shape."""
    reshape = op.operands[0].owner
    if not isinstance(reshape, tensor.TensorReshapeOp):
        return False
    element = tensor.TensorExtractOp.create(
        operands=[reshape.shape, op.operands[1]],
        result_types=[cast("TensorType[Attribute]", reshape.shape.type).element_type],
    )
    if isinstance(element.results[0].type, IndexType):
        rewriter.replace_with(op, element)
    else:
        rewriter.replace_with(op, element, arith.IndexCastOp(element.results[0], IndexType()))
    return True


def _static_sizes(op: Operation, rewriter: Rewriter) -> bool:
    """Sizes that are constants move into the type."""
    assert isinstance(op, tensor.EmptyOp | tensor.GenerateOp)
    known = [number_or_value(size) for size in op.operands]
    numbers = [size if isinstance(size, int) and size >= 0 else None for size in known]
    left = [size for size, number in zip(op.operands, numbers, strict=True) if number is None]
    if len(left) == len(known):
        return False
    dynamic = iter(numbers)
    type_ = op.results[0].type
    shape = [next(dynamic) if size is None else size for size in shape_of(type_)]
    regions = [op.detach_region(0) for _ in range(len(op.regions))]
    new = type(op).create(
        operands=left,
        result_types=[with_shape(type_, shape)],
        regions=regions,
        attributes=op.attributes,
        properties=op.properties,
    )
    return replace_and_cast(op, rewriter, new)


def _cast_of_empty(op: Operation, rewriter: Rewriter) -> bool:
    """An empty tensor may have the sizes from the beginning on that a cast finds in it."""
    empty, type_ = op.operands[0].owner, op.results[0].type
    if not isinstance(empty, tensor.EmptyOp) or not is_tensor(type_):
        return False
    before, after = shape_of(empty.results[0].type), shape_of(type_)
    if any(one is not None and one != other for one, other in zip(before, after, strict=True)):
        return False
    sizes = [other for one, other in zip(before, after, strict=True) if one is None]
    left = [operand for operand, size in zip(empty.operands, sizes, strict=True) if size is None]
    rewriter.replace_with(op, tensor.EmptyOp.create(operands=left, result_types=[type_]))
    return True


def _element_of_generated(op: Operation, rewriter: Rewriter) -> bool:
    """An element of a generated tensor is what the body makes of its indices."""
    made = op.operands[0].owner
    if not isinstance(made, tensor.GenerateOp) or rewriter.effects.of(made):
        return False
    block = made.body.block
    end = terminator_of(block)
    if any(inner.regions for inner in block.ops):
        return False
    mapper: dict[SSAValue, SSAValue] = dict(zip(block.args, op.operands[1:], strict=True))
    for inner in block.ops:
        if inner is not end:
            rewriter.insert(op, inner.clone(mapper))
    rewriter.replace(op, [mapper.get(end.operands[0], end.operands[0])])
    return True


def _insert_into_cast(op: Operation, rewriter: Rewriter) -> bool:
    """An element is put into the tensor in front of a cast, and all of it is cast."""
    dest = uncast(op.operands[1])
    if dest is op.operands[1]:
        return False
    new = tensor.TensorInsertOp.create(
        operands=[op.operands[0], dest, *op.operands[2:]], result_types=[dest.type], attributes=op.attributes
    )
    return replace_and_cast(op, rewriter, new)


def _reshape(op: Operation, rewriter: Rewriter) -> bool:
    """A reshape of a reshape is one; to the sizes that the tensor has, it is none."""
    assert isinstance(op, tensor.TensorReshapeOp)
    source, type_ = op.source, op.results[0].type
    if isinstance(source.owner, tensor.TensorReshapeOp):
        rewriter.set_operands(op, (source.owner.source, op.shape))
        return True
    if source.type != type_ or not is_tensor(type_):
        return False
    sizes = shape_of(type_)
    # One size that is not known follows from how many elements there are, unless there are none.
    if None in sizes and len(sizes) > 1 and not _asks_own_sizes(op):
        return False
    rewriter.replace(op, [source])
    return True


def _asks_own_sizes(op: tensor.TensorReshapeOp) -> bool:
    shape = op.shape.owner
    if not isinstance(shape, tensor.TensorFromElementsOp):
        return False
    return all(
        _is_size(element, op.source, d, size)
        for d, (element, size) in enumerate(zip(shape.elements, shape_of(op.source.type), strict=True))
    )


def _is_size(value: SSAValue, of: SSAValue, dimension: int, size: Extent) -> bool:
    if size is not None:
        return signed_integer(value) == size
    dim = value.owner
    if isinstance(dim, arith.IndexCastOp):
        dim = dim.operands[0].owner
    return (
        isinstance(dim, tensor.TensorDimOp)
        and dim.operands[0] is of
        and signed_integer(dim.operands[1]) == dimension
    )


def _reshaped_elements(op: Operation, rewriter: Rewriter) -> bool:
    """Of equal or given elements, a tensor of another shape is made at once."""
    made, type_ = op.operands[0].owner, op.results[0].type
    if not isinstance(made, tensor.SplatOp | tensor.TensorFromElementsOp) or None in shape_of(type_):
        return False
    elements = made.operands[:1] if isinstance(made, tensor.SplatOp) else made.operands
    rewriter.replace_with(op, type(made).create(operands=elements, result_types=[type_]))
    return True


PATTERNS: dict[Key, Sequence[Pattern]] = {
    tensor.TensorCastOp: (_same_type, _chained_cast, _cast_of_empty),
    tensor.TensorBitcastOp: (_same_type, _chained_bitcast),
    tensor.TensorDimOp: (_dim,),
    tensor.EmptyOp: (_static_sizes,),
    tensor.GenerateOp: (_static_sizes,),
    tensor.TensorExtractOp: (through_casts(0), _element_of_generated),
    tensor.TensorInsertOp: (_insert_into_cast,),
    tensor.TensorReshapeOp: (_reshape,),
    tensor.TensorCollapseShapeOp: (_reshaped_elements,),
    tensor.TensorExpandShapeOp: (_reshaped_elements,),
}
