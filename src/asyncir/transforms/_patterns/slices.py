"""Patterns on slices of tensors, on padding, and on tensors put one behind the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from asyncir.dialects import tensor
from asyncir.dialects.memref_layout import Extent, shape_of, total
from asyncir.dialects.shaped import split_list
from asyncir.dialects.tensor_slices import ParallelInsertSliceOp, SliceIntoTensorOp, SliceOfTensorOp
from asyncir.ir import (
    DYNAMIC_INDEX,
    Attribute,
    DenseArrayBase,
    Operation,
    SSAValue,
    VerifyException,
    i32,
    i64,
)
from asyncir.ir.walk import is_defined_below, terminator_of
from asyncir.transforms._folds.constants import Key
from asyncir.transforms._patterns.static_types import Size, is_tensor, number_or_value, says_less, slice_lists
from asyncir.transforms._patterns.tensors import replace_and_cast, through_casts, uncast, with_shape
from asyncir.transforms._rewriting import Pattern, Rewriter

_LISTS = ("offsets", "sizes", "strides")


def _lists(op: SliceOfTensorOp) -> list[tuple[Size, ...]]:
    return [op.mixed(which) for which in _LISTS]


def _is_whole(op: SliceOfTensorOp) -> bool:
    """Whether the slice is all of a tensor whose sizes are known."""
    whole = op.whole_type
    return (
        op.slice_type == whole
        and None not in shape_of(whole)
        and op.static_extents("sizes") == shape_of(whole)
        and not set(op.static_extents("offsets")) - {0}
        and not set(op.static_extents("strides")) - {1}
    )


def _whole_slice(op: Operation, rewriter: Rewriter) -> bool:
    """A slice of all is the tensor; one that replaces all is the slice."""
    assert isinstance(op, tensor.ExtractSliceOp | tensor.InsertSliceOp)
    if not _is_whole(op):
        return False
    rewriter.replace(op, [op.operands[0]])
    return True


def _narrow_type(op: SliceOfTensorOp, sizes: Sequence[Size]) -> Attribute:
    """The type of the slice with what these sizes say."""
    dropped = op.dropped_dimensions()
    kept = [size if isinstance(size, int) else None for d, size in enumerate(sizes) if d not in dropped]
    return with_shape(op.slice_type, kept)


def _is_valid(op: Operation) -> bool:
    """Whether a new op verifies; it is taken away again if not: out of bounds is met when the program runs."""
    try:
        op.verify_()
    except VerifyException:
        op.erase()
        return False
    return True


def _static_extract(op: Operation, rewriter: Rewriter) -> bool:
    """Offsets, sizes and strides that are constants move into the op and its type."""
    assert isinstance(op, tensor.ExtractSliceOp)
    given = _lists(op)
    known = slice_lists(given)
    if known == given:
        return False
    new = tensor.ExtractSliceOp.get(op.source, known[0], known[1], known[2], _narrow_type(op, known[1]))
    return _is_valid(new) and replace_and_cast(op, rewriter, new)


def _of_inserted(op: Operation, rewriter: Rewriter) -> bool:
    """The slice that has just been put there."""
    assert isinstance(op, tensor.ExtractSliceOp)
    inserted = op.source.owner
    if not isinstance(inserted, tensor.InsertSliceOp) or inserted.source.type != op.results[0].type:
        return False
    if _lists(inserted) != _lists(op):
        return False
    rewriter.replace(op, [inserted.source])
    return True


def _cast_of_slice(op: Operation, rewriter: Rewriter) -> bool:
    """A slice has the sizes that a cast finds in it."""
    slice_, type_ = op.operands[0].owner, op.results[0].type
    if not isinstance(slice_, tensor.ExtractSliceOp) or not is_tensor(type_):
        return False
    shape = shape_of(type_)
    if not says_less(shape_of(slice_.slice_type), shape):
        return False
    dropped = slice_.dropped_dimensions()
    offsets, sizes, strides = _lists(slice_)
    found = iter(shape)
    known: list[Size] = []
    for dimension, size in enumerate(sizes):
        narrow = None if dimension in dropped else next(found)
        known.append(size if narrow is None else narrow)
    new = tensor.ExtractSliceOp.get(slice_.source, offsets, known, strides, type_)
    if not _is_valid(new):
        return False
    rewriter.replace_with(op, new)
    return True


def _static_insert(op: Operation, rewriter: Rewriter) -> bool:
    """Offsets, sizes and strides that are constants move into the op; the slice is cast to what they say, or uncast."""
    assert isinstance(op, SliceIntoTensorOp)
    given = _lists(op)
    known = slice_lists(given)
    source = uncast(op.source)
    sizes: list[Size] = list(known[1])
    dropped = op.dropped_dimensions()
    kept = [d for d in range(len(sizes)) if d not in dropped]
    for dimension, size in zip(kept, shape_of(source.type), strict=True):
        if size is not None:
            sizes[dimension] = size
    known[1] = tuple(sizes)
    if known == given and source is op.source:
        return False
    narrow = _narrow_type(op, sizes)
    moved: list[Operation] = []
    if source.type != narrow:
        if not says_less(shape_of(source.type), shape_of(narrow)):
            return False
        moved.append(tensor.TensorCastOp.create(operands=[source], result_types=[narrow]))
        source = moved[0].results[0]
    lists = [split_list(values) for values in known]
    properties: dict[str, Attribute] = {
        f"static_{which}": DenseArrayBase.from_list(i64, static)
        for which, (static, _) in zip(_LISTS, lists, strict=True)
    }
    counts = [len(dynamic) for _, dynamic in lists]
    properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [1, 1, *counts])
    new = type(op).create(
        operands=[source, op.dest, *(value for _, dynamic in lists for value in dynamic)],
        result_types=op.result_types,
        properties=properties,
        attributes=op.attributes,
    )
    if not _is_valid(new):
        return False
    # Casts are not among what an iteration puts into results, but in front of it.
    end = op.parent_op() if isinstance(op, ParallelInsertSliceOp) else None
    rewriter.insert(op if end is None else end, *moved)
    rewriter.replace_with(op, new)
    return True


def _into_cast(op: Operation, rewriter: Rewriter) -> bool:
    """What is put into a cast tensor is put into the tensor, and all of it is cast."""
    assert isinstance(op, tensor.InsertSliceOp)
    dest = uncast(op.dest)
    if dest is op.dest:
        return False
    offsets, sizes, strides = _lists(op)
    new = tensor.InsertSliceOp.get([op.source, dest], offsets, sizes, strides, dest.type)
    return _is_valid(new) and replace_and_cast(op, rewriter, new)


def _inserted_twice(op: Operation, rewriter: Rewriter) -> bool:
    """What is replaced at once need not be put there; what is there already neither."""
    assert isinstance(op, tensor.InsertSliceOp)
    before = op.dest.owner
    overwrites = isinstance(before, tensor.InsertSliceOp) and before.source.type == op.source.type
    if isinstance(before, tensor.InsertSliceOp) and overwrites and _lists(before) == _lists(op):
        rewriter.set_operands(op, (op.operands[0], before.dest, *op.operands[2:]))
        return True
    taken = op.source.owner
    if isinstance(taken, tensor.ExtractSliceOp) and taken.source is op.dest and _lists(taken) == _lists(op):
        rewriter.replace(op, [op.dest])
        return True
    return False


def pad_amounts(op: tensor.PadOp) -> list[list[Size]]:
    """How much is added at the low and at the high ends."""
    lists: list[list[Size]] = []
    for which in ("low", "high"):
        dynamic = iter(cast("Sequence[SSAValue]", getattr(op, which)))
        lists.append([next(dynamic) if size is None else size for size in op.static_extents(which)])
    return lists


def _padded(op: tensor.PadOp, source: SSAValue, low: Sequence[Size], high: Sequence[Size]) -> Operation:
    """The same padding of that tensor by other amounts; the body moves to it."""
    numbers = [[size if isinstance(size, int) else None for size in sizes] for sizes in (low, high)]
    sizes = zip(shape_of(source.type), *numbers, strict=True)
    shape = [total(total(size, below), above) for size, below, above in sizes]
    dynamic = [[size for size in sizes if isinstance(size, SSAValue)] for sizes in (low, high)]
    static = [
        DenseArrayBase.from_list(i64, [DYNAMIC_INDEX if n is None else n for n in each]) for each in numbers
    ]
    properties: dict[str, Attribute] = {
        "static_low": static[0],
        "static_high": static[1],
        "operandSegmentSizes": DenseArrayBase.from_list(i32, [1, len(dynamic[0]), len(dynamic[1])]),
    }
    if op.nofold is not None:
        properties["nofold"] = op.nofold
    # What the result is known to have besides is kept.
    known = shape_of(op.results[0].type)
    type_ = with_shape(
        op.results[0].type, [a if a is not None else b for a, b in zip(shape, known, strict=True)]
    )
    return tensor.PadOp.create(
        operands=[source, *dynamic[0], *dynamic[1]],
        result_types=[type_],
        properties=properties,
        attributes=op.attributes,
        regions=[op.detach_region(0)],
    )


def _no_padding(op: Operation, rewriter: Rewriter) -> bool:
    """Padding by nothing, unless it is to make a tensor of its own."""
    assert isinstance(op, tensor.PadOp)
    if op.nofold is not None or op.source.type != op.results[0].type:
        return False
    if set(op.static_extents("low")) - {0} or set(op.static_extents("high")) - {0}:
        return False
    rewriter.replace(op, [op.source])
    return True


def _static_pad(op: Operation, rewriter: Rewriter) -> bool:
    """Amounts that are constants move into the op and its type, as does what a cast forgot."""
    assert isinstance(op, tensor.PadOp)
    given = pad_amounts(op)
    known = [[number_or_value(size) for size in sizes] for sizes in given]
    source = uncast(op.source)
    if known == given and source is op.source:
        return False
    if any(isinstance(size, int) and size < 0 for sizes in known for size in sizes):
        return False
    return replace_and_cast(op, rewriter, _padded(op, source, *known))


def fill_value(op: tensor.PadOp) -> SSAValue | None:
    """What is put around, if that does not depend on where."""
    value = terminator_of(op.region.block).operands[0]
    return None if is_defined_below(value, op) else value


def _padded_twice(op: Operation, rewriter: Rewriter) -> bool:
    """Padding around padding by the same value is one."""
    assert isinstance(op, tensor.PadOp)
    inner = op.source.owner
    if not isinstance(inner, tensor.PadOp) or op.nofold is not None or inner.nofold is not None:
        return False
    value = fill_value(op)
    if value is None or value is not fill_value(inner):
        return False
    both: list[list[int]] = []
    for one, other in zip(pad_amounts(op), pad_amounts(inner), strict=True):
        if not all(isinstance(size, int) for size in (*one, *other)):
            return False
        both.append([cast(int, a) + cast(int, b) for a, b in zip(one, other, strict=True)])
    return replace_and_cast(op, rewriter, _padded(op, inner.source, *both))


def _cast_of_pad(op: Operation, rewriter: Rewriter) -> bool:
    """A padded tensor has the sizes that a cast finds in it, if nobody else looks at it."""
    pad, type_ = op.operands[0].owner, op.results[0].type
    if not isinstance(pad, tensor.PadOp) or not is_tensor(type_) or not op.operands[0].has_one_use():
        return False
    if not says_less(shape_of(pad.results[0].type), shape_of(type_)):
        return False
    new = tensor.PadOp.create(
        operands=pad.operands,
        result_types=[type_],
        properties=pad.properties,
        attributes=pad.attributes,
        regions=[pad.detach_region(0)],
    )
    # Where the padding was, so that its operands are there, too.
    rewriter.insert(pad, new)
    rewriter.replace(op, new.results)
    rewriter.erase(pad)
    return True


def _concat(op: Operation, rewriter: Rewriter) -> bool:
    """One tensor alone is itself; of several, each has the sizes that the others are known to have."""
    assert isinstance(op, tensor.ConcatOp)
    type_ = op.results[0].type
    if len(op.inputs) == 1 and op.inputs[0].type == type_:
        rewriter.replace(op, [op.inputs[0]])
        return True
    shapes = [list(shape_of(value.type)) for value in op.inputs]
    along, result = op.dimension, list(shape_of(type_))
    for dimension, known in enumerate(result):
        sizes = [known, *(shape[dimension] for shape in shapes)] if dimension != along else []
        common: Extent = next((size for size in sizes if size is not None), None)
        if dimension != along:
            for shape in (*shapes, result):
                shape[dimension] = common
        elif None not in (lengths := [shape[dimension] for shape in shapes]):
            result[dimension] = sum(length or 0 for length in lengths)
    narrow = with_shape(type_, result)
    inputs: list[SSAValue] = []
    for value, shape in zip(tuple(op.inputs), shapes, strict=True):
        input_type = with_shape(value.type, shape)
        if input_type != value.type:
            cast_ = tensor.TensorCastOp.create(operands=[value], result_types=[input_type])
            rewriter.insert(op, cast_)
            value = cast_.results[0]
        inputs.append(value)
    if narrow == type_ and all(one is other for one, other in zip(inputs, op.inputs, strict=True)):
        return False
    new = tensor.ConcatOp.create(
        operands=inputs, result_types=[narrow], properties=op.properties, attributes=op.attributes
    )
    return replace_and_cast(op, rewriter, new)


PATTERNS: dict[Key, Sequence[Pattern]] = {
    tensor.ExtractSliceOp: (_whole_slice, _static_extract, through_casts(0), _of_inserted),
    tensor.InsertSliceOp: (_whole_slice, _static_insert, _into_cast, _inserted_twice),
    ParallelInsertSliceOp: (_static_insert,),
    tensor.PadOp: (_no_padding, _static_pad, _padded_twice),
    tensor.TensorCastOp: (_cast_of_slice, _cast_of_pad),
    tensor.ConcatOp: (_concat,),
}
