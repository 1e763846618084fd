"""What each op needs of the sizes that its types leave open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.ranges import range_of
from asyncir.dialects import arith, bufferization, linalg, memref, scf, tensor
from asyncir.dialects.execution_traits import Fails, Waits
from asyncir.dialects.func import CallIndirectOp, CallOp
from asyncir.dialects.linalg_maps import where_loops_are
from asyncir.dialects.linalg_structured import Structured, extents_of
from asyncir.dialects.rt import CheckSizesOp
from asyncir.ir import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    BlockArgument,
    Operation,
    SSAValue,
)
from asyncir.ir.walk import walk
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._size_checks import SizeChecks
from asyncir.transforms._size_numbers import (
    SIZED,
    Number,
    bounds,
    dim,
    dims,
    is_outside,
    is_ranked,
    mixed,
    number_of,
    plus,
    product,
    sizes_given,
    tiles_of,
    times,
    unless_zero,
)

# ---- linalg ----


def _structured(op: Structured, checks: SizeChecks) -> None:
    maps = op.maps
    where = where_loops_are(maps)
    sizes: list[list[Number]] = [dims(value) if is_ranked(value) else [] for value in op.operands]
    loops: list[Number] = [0 if at is None else sizes[at[0]][at[1]] for at in where]
    for number, map in enumerate(maps):
        for dimension, expression in enumerate(map.results):
            if isinstance(expression, AffineDimExpr):
                first = where[expression.position]
                assert first is not None
                message = (
                    f"dimension {first[1]} of operand {first[0]} has size {{0}}, "
                    f"but dimension {dimension} of operand {number} has size {{1}}"
                )
                checks.check(loops[expression.position], "==", sizes[number][dimension], message)
    if 0 in loops:
        return
    points = product([size for size in loops if bounds(size)[0] <= 0])
    for number, map in enumerate(maps):
        for dimension, expression in enumerate(map.results):
            if not isinstance(expression, AffineDimExpr):
                what = f"dimension {dimension} of operand {number}"
                _reaches(expression, loops, points, sizes[number][dimension], what, checks)


def _reaches(
    expression: AffineExpr,
    loops: Sequence[Number],
    points: Number,
    size: Number,
    what: str,
    checks: SizeChecks,
) -> None:
    """An index that is made of several loops must lie in a dimension, if there is any point."""
    ends = _span(expression, loops)
    if ends is not None:
        needed = unless_zero(points, plus(ends[1], 1))
        checks.check(needed, "<=", size, f"{{0}} elements of {what} are used, but it has size {{1}}")
        least = unless_zero(points, ends[0])
        checks.check(0, "<=", least, f"element {{1}} of {what} is used, but the first one is {{0}}")


def _span(expression: AffineExpr, loops: Sequence[Number]) -> tuple[Number, Number] | None:
    """The least and the greatest value of sums of loops with constant factors; None for what else there may be."""
    if isinstance(expression, AffineConstantExpr):
        return expression.value, expression.value
    if isinstance(expression, AffineDimExpr):
        return 0, plus(loops[expression.position], -1)
    if not isinstance(expression, AffineBinaryOpExpr):
        return None
    left, right = _span(expression.lhs, loops), _span(expression.rhs, loops)
    if left is None or right is None:
        return None
    if expression.kind is AffineBinaryOpKind.Add:
        return plus(left[0], right[0]), plus(left[1], right[1])
    factor = right[0]
    if expression.kind is not AffineBinaryOpKind.Mul or not isinstance(factor, int) or right[1] != factor:
        return None
    ends = times(left[0], factor), times(left[1], factor)
    return ends if factor >= 0 else (ends[1], ends[0])


def _softmax(op: linalg.SoftmaxOp, checks: SizeChecks) -> None:
    checks.same_sizes(op.input, "operand 0", op.output, "operand 1")


def _tiling(op: linalg.PackOp | linalg.UnpackOp, checks: SizeChecks) -> None:
    plain, tiled = (op.source, op.dest) if isinstance(op, linalg.PackOp) else (op.dest, op.source)
    tiles = [number_of(each) for each in mixed(op.static_inner_tiles, op.inner_tiles)]
    sizes: list[Number] = dims(plain)
    counts, where = list(sizes), op.numbers("inner_dims_pos")
    for place, tile in zip(where, tiles, strict=True):
        checks.check(1, "<=", tile, f"a tile of dimension {place} has {{1}} elements")
        counts[place] = tiles_of(sizes[place], tile)
        if isinstance(op, linalg.PackOp) and op.padding_value is None:
            full, message = (
                times(counts[place], tile),
                f"dimension {place} has size {{0}}, but its full tiles have {{1}}",
            )
            if not (isinstance(sizes[place], int) and isinstance(tile, int)):  # else verified
                checks.check(sizes[place], "==", full, message)
    order = op.numbers("outer_dims_perm") or range(len(sizes))
    wanted = [*(counts[place] for place in order), *tiles]
    for dimension, (number, size) in enumerate(zip(wanted, dims(tiled), strict=True)):
        message = f"the tiles need size {{0}} of dimension {dimension}, but it has {{1}}"
        checks.check(number, "==", size, message)


# ---- slices and elements ----


def _slice(op: Any, checks: SizeChecks) -> None:
    puts = isinstance(op, tensor.InsertSliceOp | tensor.ParallelInsertSliceOp)
    whole = op.dest if puts else op.source
    offsets, sizes, strides = (
        [number_of(each) for each in op.mixed(which)] for which in ("offsets", "sizes", "strides")
    )
    for d, (offset, size, stride) in enumerate(zip(offsets, sizes, strides, strict=True)):
        checks.check(0, "<=", size, f"{{1}} elements of dimension {d} are wanted")
        last = plus(offset, times(plus(size, -1), stride))
        backwards = bounds(stride)[0] < 0
        for name, end, low, high in (("first", offset, True, backwards), ("last", last, backwards, True)):
            if low:
                below = f"the {name} element that is wanted of dimension {d} is {{1}}"
                checks.check(0, "<=", unless_zero(size, end), below)
            if high:
                beyond = f"{{0}} elements of dimension {d} are needed, but it has {{1}}"
                checks.check(unless_zero(size, plus(end, 1)), "<=", dim(whole, d), beyond)
    if puts:
        dropped = op.dropped_dimensions()
        kept = [size for d, size in enumerate(sizes) if d not in dropped]
        for d, (part, size) in enumerate(zip(dims(op.source), kept, strict=True)):
            message = f"dimension {d} of what is put has size {{0}}, but that of the slice has {{1}}"
            checks.check(part, "==", size, message)


def _element(op: tensor.TensorExtractOp | tensor.TensorInsertOp, checks: SizeChecks) -> None:
    whole = op.tensor if isinstance(op, tensor.TensorExtractOp) else op.dest
    for dimension, index in enumerate(op.indices):
        number, size = number_of(index), dim(whole, dimension)
        loop = _counted_from_zero(op, index)
        if loop is not None and is_outside(size, loop):
            # Once, in front of the loop: a branch in each iteration would keep it from being vectorised.
            message = (
                f"indices up to {{0}}, without it, are used in dimension {dimension}, which has size {{1}}"
            )
            checks.in_front_of(loop).check(number_of(loop.ub), "<=", size, message)
            continue
        checks.check(0, "<=", number, f"index {{1}} of dimension {dimension} is negative")
        message = f"index {{0}} is outside of dimension {dimension}, which has size {{1}}"
        checks.check(number, "<", size, message)


def _counted_from_zero(op: Operation, index: SSAValue) -> scf.ForOp | None:
    """The loop whose counter the index is, if it executes the op for each number from 0 on, and cannot end before."""
    if not isinstance(index, BlockArgument) or index.index != 0:
        return None
    loop = index.block.parent_op()
    if not isinstance(loop, scf.ForOp) or op.parent is not index.block:
        return None
    if (
        "unsignedCmp" in loop.properties
        or number_of(loop.lb) != 0
        or number_of(loop.step) != 1
        or range_of(index)[0] < 0
    ):
        return None
    return None if any(map(_may_end, walk(loop.body))) else loop


def _may_end(op: Operation) -> bool:
    """Whether an op may end the function, or wait; checks may."""
    if isinstance(op, CheckSizesOp):
        return False
    return op.has_trait(Fails) or op.has_trait(Waits) or isinstance(op, scf.WhileOp | CallOp | CallIndirectOp)


# ---- what is made ----


def _made(op: Any, checks: SizeChecks) -> None:
    open_ones = [d for d, extent in enumerate(extents_of(op.results[0].type)) if extent is None]
    for dimension, size in zip(
        open_ones, sizes_given(op), strict=False
    ):  # a copy has the sizes of what it copies
        checks.check(0, "<=", number_of(size), f"dimension {dimension} is given size {{1}}")


# ---- shapes ----


def _pad(op: tensor.PadOp, checks: SizeChecks) -> None:
    low, high = (
        [number_of(each) for each in lists]
        for lists in (mixed(op.static_low, op.low), mixed(op.static_high, op.high))
    )
    sizes: list[Number] = []
    for dimension, (size, before, behind) in enumerate(zip(dims(op.source), low, high, strict=True)):
        for number in (before, behind):
            checks.check(0, "<=", number, f"{{1}} elements are added to dimension {dimension}")
        sizes.append(plus(size, plus(before, behind)))
    checks.has_sizes_of(sizes, op.result)


def _expand_shape(op: tensor.TensorExpandShapeOp | memref.ExpandShapeOp, checks: SizeChecks) -> None:
    listed = mixed(op.static_output_shape, op.output_shape)
    types = extents_of(op.result.type)
    sizes = [number_of(size) if known is None else known for known, size in zip(types, listed, strict=True)]
    for dimension, group in enumerate(op.groups):
        for d in group:
            checks.check(0, "<=", sizes[d], f"dimension {d} of the result has size {{1}}")
        message = f"dimension {dimension} has {{1}} elements, but is expanded to {{0}}"
        checks.check(product([sizes[d] for d in group]), "==", dim(op.src, dimension), message)


def _reshape(op: tensor.TensorReshapeOp, checks: SizeChecks) -> None:
    (length,) = extents_of(op.shape.type)
    if length is None or not is_ranked(op.source) or not is_ranked(op.result):
        return
    given, code = op.shape.owner, Builder(op)
    if isinstance(given, tensor.TensorFromElementsOp):
        elements: list[SSAValue] = list(given.elements)
    elif None in (*extents_of(op.source.type), *extents_of(op.result.type)):
        elements = [code.value(_extracted(op.shape, code.index(at))) for at in range(length)]
    else:
        return
    sizes = [number_of(_as_index(each, code)) for each in elements]
    for dimension, size in enumerate(sizes):
        checks.check(0, "<=", size, f"dimension {dimension} of the result has size {{1}}")
    checks.has_sizes_of(sizes, op.result)
    message = "{0} elements are wanted, but there are {1}"
    checks.check(product(sizes), "==", product(dims(op.source)), message)


def _extracted(whole: SSAValue, index: SSAValue) -> Operation:
    of: Any = whole.type
    return tensor.TensorExtractOp.create(operands=[whole, index], result_types=[of.element_type])


def _as_index(value: SSAValue, code: Builder) -> SSAValue | int:
    known = constant_of(value)
    if known is not None:
        return known
    return value if value.type == INDEX else code.value(arith.IndexCastOp(value, INDEX))


def _concat(op: tensor.ConcatOp, checks: SizeChecks) -> None:
    first, *others = op.inputs
    sizes = dims(first)
    for number, other in enumerate(others, 1):
        for dimension, size in enumerate(dims(other)):
            if dimension == op.dimension:
                sizes[dimension] = plus(sizes[dimension], size)
                continue
            message = (
                f"dimension {dimension} of operand 0 has size {{0}}, but that of operand {number} has {{1}}"
            )
            checks.check(sizes[dimension], "==", size, message)
    checks.has_sizes_of(sizes, op.result)


def _cast(op: Any, checks: SizeChecks) -> None:
    if is_ranked(op.operands[0]) and is_ranked(op.results[0]):
        checks.has_sizes_of(dims(op.operands[0]), op.results[0])


def _materialize(op: bufferization.MaterializeInDestinationOp, checks: SizeChecks) -> None:
    if is_ranked(op.source) and is_ranked(op.dest):
        checks.same_sizes(op.source, "operand 0", op.dest, "operand 1")


def _elementwise(op: Operation, checks: SizeChecks) -> None:
    ranked = [(number, value) for number, value in enumerate(op.operands) if is_ranked(value)]
    if not ranked:
        return
    (first, one), *others = ranked
    for number, other in others:
        checks.same_sizes(one, f"operand {first}", other, f"operand {number}")
    for result in op.results:
        checks.has_sizes_of(dims(one), result)


_RULES: dict[type[Operation], Callable[[Any, SizeChecks], None]] = {
    **dict.fromkeys(SIZED, _made),
    linalg.SoftmaxOp: _softmax,
    linalg.PackOp: _tiling,
    linalg.UnpackOp: _tiling,
    tensor.ExtractSliceOp: _slice,
    tensor.InsertSliceOp: _slice,
    tensor.ParallelInsertSliceOp: _slice,
    memref.SubviewOp: _slice,
    tensor.TensorExtractOp: _element,
    tensor.TensorInsertOp: _element,
    tensor.PadOp: _pad,
    tensor.TensorExpandShapeOp: _expand_shape,
    memref.ExpandShapeOp: _expand_shape,
    tensor.TensorReshapeOp: _reshape,
    tensor.ConcatOp: _concat,
    tensor.TensorCastOp: _cast,
    tensor.TensorBitcastOp: _cast,
    memref.CastOp: _cast,
    bufferization.MaterializeInDestinationOp: _materialize,
}


def rule_of(op: Operation) -> Callable[[Any, SizeChecks], None] | None:
    """What puts checks in front of an op; None where there is nothing to check."""
    if isinstance(op, Structured):
        return _structured
    known = _RULES.get(type(op))
    return _elementwise if known is None and op.dialect_name() in ("arith", "math") else known
