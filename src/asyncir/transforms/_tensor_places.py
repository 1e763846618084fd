"""On memory: slices of a tensor at coordinates that another tensor has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.dialects import arith, linalg, memref
from asyncir.dialects.linalg_maps import identity
from asyncir.dialects.linalg_structured import element_of, extents_of
from asyncir.ir import Block, IndexType, Operation, Region, SSAValue
from asyncir.ir.marks import CHECKS_BOUNDS
from asyncir.ir.walk import outermost
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._linalg_loops import for_loops, size_of
from asyncir.transforms._size_checks import KnownSizes, SizeChecks
from asyncir.transforms._tensor_memory import TensorMemory


def gather(op: Any, code: Builder, memory: TensorMemory) -> None:
    """Each element of the result is looked up."""
    source, indices, of = memory.get(op.source), memory.get(op.indices), op.result.type
    dimensions = op.dimensions("gather_dims")
    rank = len(extents_of(of))
    batch = len(extents_of(indices.type)) - 1
    shown = _shown(len(extents_of(source.type)), rank - batch, dimensions)
    sizes = [
        size_of(code, indices, d) if d < batch else size_of(code, source, shown[d - batch])
        for d, extent in enumerate(extents_of(of))
        if extent is None
    ]
    where = memory.new(code, of, sizes)
    block = Block(arg_types=[element_of(of)])
    inner = Builder(block, code.location)
    point = [inner.value(linalg.IndexOp(d)) for d in range(rank)]
    access = inner.add(memref.LoadOp(source, _place(inner, indices, dimensions, shown, point)))
    value = access.results[0]
    _check_bounds(access, op)
    inner.add(linalg.LinalgYieldOp(value))
    code.add(linalg.GenericOp.of([], [where], [identity(rank)], ["parallel"] * rank, Region(block)))
    memory.of[op.result] = where


def scatter(op: Any, code: Builder, memory: TensorMemory) -> None:
    """Each element of the slices is stored."""
    source, indices = memory.get(op.source), memory.get(op.indices)
    where = memory.destination(code, op.dest, op.result, keep=True)
    dimensions = op.dimensions("scatter_dims")
    rank = len(extents_of(source.type))
    batch = len(extents_of(indices.type)) - 1
    shown = _shown(len(extents_of(where.type)), rank - batch, dimensions)
    counters: dict[int, SSAValue] = {}
    bounds = [size_of(code, source, d) for d in range(rank)]
    inner = for_loops(code, range(rank), bounds, counters)
    point = [counters[d] for d in range(rank)]
    value = inner.value(memref.LoadOp(source, point))
    access = inner.add(memref.StoreOp(value, where, _place(inner, indices, dimensions, shown, point)))
    _check_bounds(access, op)
    memory.of[op.result] = where


def _check_bounds(access: memref.LoadOp | memref.StoreOp, op: Operation) -> None:
    """Check the indices of an access, where the module is one whose accesses are checked."""
    if CHECKS_BOUNDS in outermost(op).attributes:
        SizeChecks(access, op, KnownSizes()).indices(access.indices, access.memref)


def _shown(rank: int, given: int, dimensions: Sequence[int]) -> list[int]:
    """The dimensions of the tensor that a slice has: all, of which some have size 1, or only the others."""
    return [d for d in range(rank) if given == rank or d not in dimensions]


def _place(
    code: Builder,
    indices: SSAValue,
    dimensions: Sequence[int],
    shown: Sequence[int],
    point: Sequence[SSAValue],
) -> list[SSAValue]:
    """Where an element of a slice is in the whole tensor."""
    batch = len(extents_of(indices.type)) - 1
    place = dict(zip(shown, point[batch:], strict=True))
    for number, dimension in enumerate(dimensions):
        at = code.value(memref.LoadOp(indices, [*point[:batch], code.index(number)]))
        if not isinstance(at.type, IndexType):
            at = code.value(arith.IndexCastOp.create(operands=[at], result_types=[INDEX]))
        place[dimension] = at
    return [place[dimension] for dimension in sorted(place)]
