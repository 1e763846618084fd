"""Patterns on vectors: elements are taken from where they come from, and chains of shapes become one."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import vector, vector_shapes
from asyncir.dialects.narrowing import is_vector
from asyncir.dialects.shaped import split_list
from asyncir.ir import Attribute, DenseArrayBase, Operation, SSAValue, i64
from asyncir.transforms._folds.constants import Key, signed_integer
from asyncir.transforms._folds.vectors import is_scalable, numbers_in, place_of, scalar_of, sizes_of
from asyncir.transforms._patterns.static_types import Size
from asyncir.transforms._rewriting import Pattern, Rewriter


def _positions(op: vector.PositionOp) -> list[Size]:
    """The indices, operands in their places."""
    count = op.static_indices.count(None)
    dynamic = iter(op.operands[len(op.operands) - count :])
    return [next(dynamic) if index is None else index for index in op.static_indices]


def _at(
    kind: type[Operation], operands: Sequence[SSAValue], position: Sequence[Size], type_: Attribute
) -> Operation:
    static, dynamic = split_list(position)
    return kind.create(
        operands=[*operands, *dynamic],
        result_types=[type_],
        properties={"static_position": DenseArrayBase.from_list(i64, static)},
    )


def _static_position(op: Operation, rewriter: Rewriter) -> bool:
    """Indices that are constants, and inside, move into the op."""
    assert isinstance(op, vector.ExtractOp | vector.InsertOp)
    given = _positions(op)
    whole = op.source if isinstance(op, vector.ExtractOp) else op.dest
    known: list[Size] = []
    for index, size in zip(given, sizes_of(whole.type), strict=False):
        number = index if isinstance(index, int) else signed_integer(index)
        known.append(index if number is None or not 0 <= number < size else number)
    if known == given:
        return False
    operands = op.operands[: len(op.operands) - op.static_indices.count(None)]
    rewriter.replace_with(op, _at(type(op), operands, known, op.results[0].type))
    return True


def _extracted(op: Operation, rewriter: Rewriter) -> bool:
    """Take the element or part from what the vector was made of."""
    assert isinstance(op, vector.ExtractOp)
    made, position, type_ = op.source.owner, _positions(op), op.result.type
    found: tuple[SSAValue, Sequence[Size]] | None = None
    if isinstance(made, vector.ExtractOp):
        found = made.source, [*_positions(made), *position]
    elif isinstance(made, vector.InsertOp):
        found = _of_inserted(made, position)
    elif isinstance(made, vector.BroadcastOp):
        return _of_broadcast(op, made, position, rewriter)
    elif isinstance(made, vector_shapes.ShapeCastOp):
        found = _of_shape_cast(made, position, type_)
    elif isinstance(made, vector_shapes.TransposeOp) and not is_vector(type_):
        order = numbers_in(made, "permutation")
        found = made.vector, [position[order.index(d)] for d in range(len(order))]
    if found is None:
        return False
    source, place = found
    if not place and source.type == type_:
        rewriter.replace(op, [source])
    else:
        rewriter.replace_with(op, _at(vector.ExtractOp, [source], place, type_))
    return True


def _of_inserted(made: vector.InsertOp, position: Sequence[Size]) -> tuple[SSAValue, Sequence[Size]] | None:
    put = _positions(made)
    if position[: len(put)] == put:
        return made.value_to_store, position[len(put) :]
    apart = any(
        isinstance(one, int) and isinstance(other, int) and one != other
        for one, other in zip(put, position, strict=False)
    )
    return (made.dest, position) if apart and -1 not in (*put, *position) else None


def _of_broadcast(
    op: vector.ExtractOp, made: vector.BroadcastOp, position: Sequence[Size], rewriter: Rewriter
) -> bool:
    source, type_ = made.source, op.result.type
    if source.type == type_:
        rewriter.replace(op, [source])
        return True
    inner, outer = sizes_of(source.type), sizes_of(made.vector.type)
    added = len(outer) - len(inner)
    if len(position) <= added or not inner:
        if not is_vector(type_):
            return False
        rewriter.replace_with(op, vector.BroadcastOp.create(operands=[source], result_types=[type_]))
        return True
    if inner[len(position) - added :] != outer[len(position) :] or is_scalable(made.vector.type):
        return False
    # What is repeated is taken from the only place where it is.
    place = [0 if size == 1 else index for index, size in zip(position[added:], inner, strict=False)]
    rewriter.replace_with(op, _at(vector.ExtractOp, [source], place, type_))
    return True


def _of_shape_cast(
    made: vector_shapes.ShapeCastOp, position: Sequence[Size], type_: Attribute
) -> tuple[SSAValue, Sequence[Size]] | None:
    """The same elements in the same order: where they are is counted in the other shape."""
    before, after = sizes_of(made.source.type), sizes_of(made.result.type)
    indices = [index for index in position if isinstance(index, int) and index >= 0]
    rest = after[len(position) :]
    kept = len(before) - len(rest)
    if len(indices) != len(position) or is_scalable(made.source.type) or kept < 0 or before[kept:] != rest:
        return None
    at = place_of(indices, after[: len(position)])
    place: list[int] = []
    for size in reversed(before[:kept]):
        place.append(at % size)
        at //= size
    return made.source, place[::-1]


def _all_inserted(op: Operation, rewriter: Rewriter) -> bool:
    """A vector all of whose elements are put into it, one by one, is made of them."""
    assert isinstance(op, vector.InsertOp)
    use = op.result.first_use
    if op.result.has_one_use() and use is not None and isinstance(use.operation, vector.InsertOp):
        return False  # The last one of a chain sees all of them.
    sizes = sizes_of(op.result.type)
    count = 1
    for size in sizes:
        count *= size
    found: dict[int, SSAValue] = {}
    at: Operation | None = op
    while isinstance(at, vector.InsertOp) and len(found) < count:
        indices = [index for index in at.static_indices if index is not None and index >= 0]
        if len(indices) != len(sizes) or is_vector(at.value_to_store.type):
            return False
        found.setdefault(place_of(indices, sizes), at.value_to_store)
        at = at.dest.owner if isinstance(at.dest.owner, Operation) else None
    if len(found) < count or is_scalable(op.result.type):
        return False
    elements = [found[place] for place in range(count)]
    new = vector_shapes.FromElementsOp.create(operands=elements, result_types=op.result_types)
    rewriter.replace_with(op, new)
    return True


def _broadcast_again(op: Operation, rewriter: Rewriter) -> bool:
    """What is repeated again, or seen in another shape or order, is repeated at once."""
    made = op.operands[0].owner
    if not isinstance(made, vector.BroadcastOp):
        return False
    if not isinstance(op, vector.BroadcastOp) and is_vector(made.source.type):
        return False
    rewriter.replace_with(op, vector.BroadcastOp.create(operands=[made.source], result_types=op.result_types))
    return True


def _same_again(op: Operation, rewriter: Rewriter) -> bool:
    """Two changes of the shape, or of how bits are seen, are one."""
    inner = op.operands[0].owner
    if type(inner) is not type(op) or not isinstance(inner, Operation):
        return False
    rewriter.set_operands(op, (inner.operands[0],))
    return True


def _same_elements(op: Operation, rewriter: Rewriter) -> bool:
    """Of one element again and again: a broadcast."""
    if len(set(op.operands)) != 1:
        return False
    rewriter.replace_with(
        op, vector.BroadcastOp.create(operands=op.operands[:1], result_types=op.result_types)
    )
    return True


def _reshaped_elements(op: Operation, rewriter: Rewriter) -> bool:
    """Elements in another shape or order."""
    made = op.operands[0].owner
    if not isinstance(made, vector_shapes.FromElementsOp):
        return False
    elements = list(made.operands)
    if isinstance(op, vector_shapes.TransposeOp):
        order, sizes = numbers_in(op, "permutation"), sizes_of(op.result.type)
        before = sizes_of(op.vector.type)
        places: list[int] = []
        for number in range(len(elements)):
            at, index = number, [0] * len(sizes)
            for d in reversed(range(len(sizes))):
                index[order[d]] = at % sizes[d]
                at //= sizes[d]
            places.append(place_of(index, before))
        elements = [elements[place] for place in places]
    new = vector_shapes.FromElementsOp.create(operands=elements, result_types=op.result_types)
    rewriter.replace_with(op, new)
    return True


def _transpose_again(op: Operation, rewriter: Rewriter) -> bool:
    """Two changes of order are one; of what is repeated, the dimensions along which it is may change places."""
    assert isinstance(op, vector_shapes.TransposeOp)
    inner, order = op.vector.owner, numbers_in(op, "permutation")
    if isinstance(inner, vector_shapes.TransposeOp):
        before = numbers_in(inner, "permutation")
        rewriter.replace_with(
            op,
            vector_shapes.TransposeOp.create(
                operands=[inner.vector],
                result_types=op.result_types,
                properties={"permutation": DenseArrayBase.from_list(i64, [before[d] for d in order])},
            ),
        )
        return True
    if not isinstance(inner, vector.BroadcastOp):
        return False
    added = len(order) - len(sizes_of(inner.source.type))
    if order[added:] != tuple(range(added, len(order))):
        return False
    rewriter.replace_with(
        op, vector.BroadcastOp.create(operands=[inner.source], result_types=op.result_types)
    )
    return True


def _shuffle(op: Operation, rewriter: Rewriter) -> bool:
    """Of one scalar, each choice is a broadcast; two vectors in turn are interleaved."""
    assert isinstance(op, vector_shapes.ShuffleOp)
    scalar, mask = scalar_of(op.v1), numbers_in(op, "mask")
    if scalar is not None and scalar_of(op.v2) is scalar:
        new: Operation = vector.BroadcastOp.create(operands=[scalar], result_types=op.result_types)
    else:
        sizes = sizes_of(op.v1.type)
        if len(sizes) != 1 or op.v1.type != op.v2.type:
            return False
        if mask != tuple(place for first in range(sizes[0]) for place in (first, first + sizes[0])):
            return False
        new = vector_shapes.InterleaveOp.create(operands=op.operands, result_types=op.result_types)
    rewriter.replace_with(op, new)
    return True


PATTERNS: dict[Key, Sequence[Pattern]] = {
    vector.ExtractOp: (_static_position, _extracted),
    vector.InsertOp: (_static_position, _all_inserted),
    vector.BroadcastOp: (_broadcast_again,),
    vector_shapes.ShapeCastOp: (_same_again, _broadcast_again, _reshaped_elements),
    vector_shapes.BitcastOp: (_same_again,),
    vector_shapes.TransposeOp: (_transpose_again, _reshaped_elements),
    vector_shapes.FromElementsOp: (_same_elements,),
    vector_shapes.ShuffleOp: (_shuffle,),
    vector_shapes.ExtractStridedSliceOp: (_broadcast_again,),
}
