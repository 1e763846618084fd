"""`linalg.pack` and `linalg.unpack` as an op that moves each element, behind a `tensor.pad` where tiles are not full."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from asyncir.dialects import arith, linalg, tensor
from asyncir.dialects.linalg_maps import identity
from asyncir.dialects.linalg_relayout import PackOp, UnpackOp
from asyncir.dialects.linalg_structured import element_of, extents_of
from asyncir.dialects.memref_layout import Extent
from asyncir.dialects.tensor_elements import TensorYieldOp
from asyncir.dialects.tensor_types import tensor_type
from asyncir.ir import (
    DYNAMIC_INDEX,
    AffineExpr,
    AffineMap,
    Block,
    DenseArrayBase,
    Region,
    SSAValue,
    i32,
    i64,
)
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._tensor_memory import as_value

Number = int | SSAValue
Place = Callable[[Builder, Sequence[SSAValue]], list[SSAValue]]
"""Computes where the element of a point is."""


def packed(op: PackOp, code: Builder) -> SSAValue:
    """The tensor in tiles."""
    tiles, order = _tiles(op), _outer_order(op)
    source: SSAValue = op.source
    if op.padding_value is not None:
        source = _padded(op, op.padding_value, tiles, order, code)
    rank = len(order)
    inner = {dim: rank + number for number, dim in enumerate(tiles)}

    if all(isinstance(tile, int) for tile in tiles.values()):
        expressions: list[AffineExpr] = []
        for dim in range(rank):
            outer = AffineExpr.dimension(order.index(dim))
            tile = tiles.get(dim)
            tiled = outer * tile + AffineExpr.dimension(inner[dim]) if isinstance(tile, int) else outer
            expressions.append(tiled)
        return _moved(source, op.dest, expressions, code)

    def place(inside: Builder, point: Sequence[SSAValue]) -> list[SSAValue]:
        found: list[SSAValue] = []
        for dim in range(rank):
            at = point[order.index(dim)]
            if dim in tiles:
                at = inside.plus(inside.times(at, as_value(inside, tiles[dim])), point[inner[dim]])
            found.append(at)
        return found

    return _looked_up(source, op.dest, place, code)


def unpacked(op: UnpackOp, code: Builder) -> SSAValue:
    """The tensor that its tiles are put together to."""
    tiles, order = _tiles(op), _outer_order(op)
    if all(isinstance(tile, int) for tile in tiles.values()):
        outer: list[AffineExpr] = []
        for dim in order:
            at, tile = AffineExpr.dimension(dim), tiles.get(dim)
            outer.append(at // tile if isinstance(tile, int) else at)
        within = [AffineExpr.dimension(dim) % tile for dim, tile in tiles.items() if isinstance(tile, int)]
        return _moved(op.source, op.dest, [*outer, *within], code)

    def place(inside: Builder, point: Sequence[SSAValue]) -> list[SSAValue]:
        sizes = {dim: as_value(inside, tile) for dim, tile in tiles.items()}
        outer = [
            inside.value(arith.DivUIOp(point[dim], sizes[dim])) if dim in sizes else point[dim]
            for dim in order
        ]
        return [*outer, *(inside.value(arith.RemUIOp(point[dim], size)) for dim, size in sizes.items())]

    return _looked_up(op.source, op.dest, place, code)


def _tiles(op: PackOp | UnpackOp) -> dict[int, Number]:
    """How large a tile is along each dimension that is cut, in the order of the tiles' dimensions."""
    given = iter(op.inner_tiles)
    sizes: list[Number] = [next(given) if size is None else size for size in op.tile_sizes]
    return dict(zip(op.numbers("inner_dims_pos"), sizes, strict=True))


def _outer_order(op: PackOp | UnpackOp) -> Sequence[int]:
    """For each of the first dimensions of the tensor in tiles the one of the plain tensor that it counts."""
    plain = op.source if isinstance(op, PackOp) else op.dest
    return op.numbers("outer_dims_perm") or range(len(extents_of(plain.type)))


# ---- elements that are moved ----


def _moved(source: SSAValue, dest: SSAValue, expressions: Sequence[AffineExpr], code: Builder) -> SSAValue:
    rank = len(extents_of(dest.type))
    body = Block(arg_types=[element_of(source.type), element_of(dest.type)])
    body.add_op(linalg.LinalgYieldOp(body.args[0]))
    maps = [AffineMap(rank, 0, tuple(expressions)), identity(rank)]
    return code.value(linalg.GenericOp.of([source], [dest], maps, ["parallel"] * rank, Region(body)))


def _looked_up(source: SSAValue, dest: SSAValue, place: Place, code: Builder) -> SSAValue:
    """The same, where the tiles' sizes are known only when it runs: no map has them."""
    rank = len(extents_of(dest.type))
    body = Block(arg_types=[element_of(dest.type)])
    inside = Builder(body, code.location)
    point = [inside.value(linalg.IndexOp(dim)) for dim in range(rank)]
    value = inside.value(
        tensor.TensorExtractOp.create(
            operands=[source, *place(inside, point)], result_types=[element_of(source.type)]
        )
    )
    inside.add(linalg.LinalgYieldOp(value))
    return code.value(linalg.GenericOp.of([], [dest], [identity(rank)], ["parallel"] * rank, Region(body)))


# ---- tiles that are not full ----


def _padded(
    op: PackOp, padding: SSAValue, tiles: dict[int, Number], order: Sequence[int], code: Builder
) -> SSAValue:
    """The plain tensor, with what is missing in its last tiles."""
    extents, counts = extents_of(op.source.type), extents_of(op.dest.type)
    high: list[Number] = []
    shape: list[Extent] = []
    for dim, extent in enumerate(extents):
        tile, count = tiles.get(dim), counts[order.index(dim)]
        if tile is None:
            high.append(0)
            shape.append(extent)
        elif isinstance(tile, int) and count is not None and extent is not None:
            high.append(count * tile - extent)
            shape.append(count * tile)
        else:
            whole = code.times(_size(op.dest, order.index(dim), code), as_value(code, tile))
            high.append(code.minus(whole, _size(op.source, dim, code)))
            shape.append(None)
    if not any(high):
        return op.source
    body = Block(arg_types=[INDEX] * len(extents))
    Builder(body, code.location).add(TensorYieldOp.create(operands=[padding]))
    dynamic = [each for each in high if isinstance(each, SSAValue)]
    static = [each if isinstance(each, int) else DYNAMIC_INDEX for each in high]
    properties = {
        "static_low": DenseArrayBase.from_list(i64, [0] * len(extents)),
        "static_high": DenseArrayBase.from_list(i64, static),
        "operandSegmentSizes": DenseArrayBase.from_list(i32, [1, 0, len(dynamic)]),
    }
    return code.value(
        tensor.PadOp.create(
            operands=[op.source, *dynamic],
            result_types=[tensor_type(element_of(op.source.type), shape)],
            properties=properties,
            regions=[Region(body)],
        )
    )


def _size(value: SSAValue, dimension: int, code: Builder) -> SSAValue:
    extent = extents_of(value.type)[dimension]
    if extent is not None:
        return code.index(extent)
    return code.value(tensor.TensorDimOp(value, code.index(dimension)))
