"""Structured ops on tiles: the same op, on the slices of its operands that some of its points use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.analyses.contractions import Linear, linear_map
from asyncir.dialects import linalg, memref, tensor
from asyncir.dialects.linalg_maps import where_loops_are
from asyncir.dialects.linalg_structured import (
    NamedStructuredOp,
    Structured,
    element_of,
    extents_of,
    is_shaped,
    tensor_types,
)
from asyncir.dialects.tensor_types import tensor_type
from asyncir.ir import AffineDimExpr, AffineExpr, AffineMap, MemRefType, SSAValue, TensorType
from asyncir.ir.marks import PARALLEL_TILE_SIZES, TILE_SIZES
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._flat_views import Amounts, Number
from asyncir.transforms._tensor_memory import part


@dataclass(frozen=True, slots=True)
class Tile:
    """Some neighbouring points of a structured op."""

    offsets: tuple[Number, ...]
    """Where it begins along each loop."""
    sizes: tuple[Number, ...]
    """How many iterations of each loop it has."""
    loops: frozenset[int]
    """The loops that may have more iterations than the tile; it begins at 0 along all others, and has all of them."""


@dataclass(frozen=True, slots=True)
class SliceOfOperand:
    """The elements of an operand that a tile uses."""

    offsets: list[Number]
    sizes: list[Number]

    @property
    def strides(self) -> list[Number]:
        """It has neighbours, whatever the op does with them."""
        return [1] * len(self.sizes)


def size_of_shaped(code: Builder, value: SSAValue, dimension: int) -> Number:
    """The size of a dimension of a tensor or memref."""
    extent = extents_of(value.type)[dimension]
    if extent is not None:
        return extent
    if isinstance(value.type, TensorType):
        number = code.index(dimension)
        return code.value(tensor.TensorDimOp.create(operands=[value, number], result_types=[INDEX]))
    return code.value(memref.DimOp(value, code.index(dimension)))


def iterations(code: Builder, op: Structured) -> list[Number]:
    """How often each loop of the op runs."""
    found: list[Number] = []
    for at in where_loops_are(op.maps):
        assert at is not None
        found.append(size_of_shaped(code, op.operands[at[0]], at[1]))
    return found


def loops_in(expression: AffineExpr) -> frozenset[int]:
    """The loops that an index depends on."""
    return frozenset(e.position for e in expression.dfs() if isinstance(e, AffineDimExpr))


def linear_index(map: AffineMap, dimension: int) -> Linear | None:
    """An index as factors of loops and what is added; None where it is no such sum."""
    found = linear_map(AffineMap(map.num_dims, 0, (map.results[dimension],)))
    return None if found is None else found[0]


# ---- slices ----


def slice_of(code: Amounts, value: SSAValue, map: AffineMap, tile: Tile) -> SliceOfOperand:
    """The elements of an operand that the tile uses, in a slice in which the op finds them by the same map."""
    offsets: list[Number] = []
    sizes: list[Number] = []
    for dimension, expression in enumerate(map.results):
        if loops_in(expression).isdisjoint(tile.loops):
            offsets.append(0)
            sizes.append(size_of_shaped(code, value, dimension))
            continue
        linear = linear_index(map, dimension)
        assert linear is not None, "whoever tiles an op looks at its maps before"
        offset, size = _extent(code, linear, tile)
        offsets.append(offset)
        sizes.append(size)
    return SliceOfOperand(offsets, sizes)


def _extent(code: Amounts, linear: Linear, tile: Tile) -> tuple[Number, Number]:
    """Where the indices of a tile begin, and how many there are from there on.

    What a map adds to all indices is part of the slice, because the map of the op on the tile adds it again.
    """
    factors, more = linear
    moving = [loop for loop, factor in enumerate(factors) if factor]
    offset: Number = 0
    for loop in moving:
        if loop in tile.loops:
            offset = code.sum(offset, code.product(factors[loop], tile.offsets[loop]))
    if len(moving) == 1 and factors[moving[0]] == 1 and not more:
        return offset, tile.sizes[moving[0]]
    size: Number = more + 1
    for loop in moving:
        if factors[loop] > 0:
            size = code.sum(size, code.product(factors[loop], code.sum(tile.sizes[loop], -1)))
    return offset, size


def sliced(code: Amounts, value: SSAValue, where: SliceOfOperand) -> SSAValue:
    """The slice of a tensor or memref."""
    if isinstance(value.type, MemRefType):
        return part(code, value, where.offsets, where.sizes, where.strides)
    extents = [size if isinstance(size, int) else None for size in where.sizes]
    of = tensor_type(element_of(value.type), extents)
    return code.value(tensor.ExtractSliceOp.get(value, where.offsets, where.sizes, where.strides, of))


# ---- the op ----


@dataclass(frozen=True, slots=True)
class OpOnTile:
    """An op on a tile, and where each of its results belongs."""

    op: Structured
    places: tuple[SliceOfOperand, ...]


def on_tile(code: Amounts, op: Structured, tile: Tile, inits: Sequence[SSAValue]) -> OpOnTile:
    """Put the op on the tile where `code` puts ops; `inits` are tensors of which slices take the place of its own."""
    replacement = iter(inits)
    operands: list[SSAValue] = []
    places: list[SliceOfOperand] = []
    first = len(op.ins)
    for number, (value, map) in enumerate(zip(op.operands, op.maps, strict=True)):
        made = number >= first and isinstance(value.type, TensorType)
        value = next(replacement) if made else value
        moves = any(not loops_in(each).isdisjoint(tile.loops) for each in map.results)
        if not is_shaped(value.type) or not (made or moves):
            operands.append(value)
            continue
        where = slice_of(code, value, map, tile)
        operands.append(sliced(code, value, where))
        places += [where] if made else []
    copy = code.add(_with_operands(op, operands, tile))
    _shift_indices(copy, tile)
    return OpOnTile(copy, tuple(places))


def _with_operands(op: Structured, operands: Sequence[SSAValue], tile: Tile) -> Structured:
    """The op on other operands, with the same body."""
    inits = operands[len(op.ins) :]
    body = op.body.clone()
    attributes = {
        name: a for name, a in op.attributes.items() if name not in (TILE_SIZES, PARALLEL_TILE_SIZES)
    }
    # What the text of a named op does not say cannot differ from what its name says.
    if isinstance(op, NamedStructuredOp) and any(_shifted(op, tile)):
        ins = operands[: len(op.ins)]
        return linalg.GenericOp.of(ins, inits, op.maps, op.loop_kinds, body, attributes)
    return type(op).create(
        operands=operands,
        result_types=tensor_types(inits),
        properties=dict(op.properties),
        attributes=attributes,
        regions=[body],
    )


def _shifted(op: Structured, tile: Tile) -> list[linalg.IndexOp]:
    """The ops that ask where along a loop of which the tile is a part the point at hand is."""
    return [
        inner
        for inner in op.body.block.ops
        if isinstance(inner, linalg.IndexOp) and int(inner.dim.value.data) in tile.loops
    ]


def _shift_indices(op: Structured, tile: Tile) -> None:
    for inner in _shifted(op, tile):
        offset = tile.offsets[int(inner.dim.value.data)]
        if offset == 0:
            continue
        behind = inner.next_op
        assert behind is not None
        code = Amounts(behind, inner)
        start = code.number(offset)
        uses = list(inner.result.uses)
        shifted = code.plus(inner.result, start)
        for use in uses:
            use.operation.operands[use.index] = shifted
